"""The facts of Daifugo (questions about a table) and its goals (what moves can reach)."""

from __future__ import annotations

from games.cards import UNKNOWN, Card, format_cards
from games.daifugo.legality import is_playable
from games.daifugo.playing import get_title, list_highest_cards
from games.daifugo.state import EXCHANGE, PLAYED, TURN, DaifugoState
from games.daifugo.strategy import group_by_height, has_shedding_effect
from games.engine.calculations import Calculation, explain_count, explain_hand_count, explain_subtraction, explain_sum
from games.engine.facts_and_goals import Moves, Seat, fact, goal


def is_hand_known(state: DaifugoState, seat: int) -> bool:
    """Return whether a seat has cards, and all of them are known."""
    return bool(state.hands[seat]) and UNKNOWN not in state.hands[seat]


def _explain_finishing_place(state: DaifugoState, seat: int, owner: int) -> Calculation:
    if owner in state.placed:
        return explain_count(f"{{{seat}}}" for seat in state.placed[: state.placed.index(owner) + 1])
    return explain_subtraction(("players", state.seats), ("below", state.fallen.index(owner)))


def _explain_number_of_plays(state: DaifugoState, seat: int) -> Calculation:
    """Return the calculation of how many plays it takes to empty the hand: one for each rank in it."""
    groups = group_by_height(sorted(state.hands[seat], key=lambda card: card.rank))
    return explain_sum(*((f"`{format_cards(cards)}`", 1) for cards in groups.values()))


@fact(
    "cards",
    "Which of your cards can you play on their own?",
    "You can play {value}.",
    "play.strictly-higher rank.order rank.no-suits",
)
def singles(state: DaifugoState, seat: int) -> list[Card] | None:
    if state.phase != TURN or not is_hand_known(state, seat) or (state.shape_to_beat and state.shape_to_beat.size > 1):
        return None
    return [card for card in state.hands[seat] if is_playable(state, seat, (card,))]


def is_before_second_play(state: DaifugoState, clause: str) -> bool:
    """Return whether at most one play has been made, so that hand sizes still follow from the deal.

    `clause` isn't used.
    """
    return not state.gone and len(state.pile) < 2


@fact(
    "number",
    "How many cards does {owner} have?",
    "{owner} has {value} cards.",
    "deal.all deal.extra-cards",
    is_before_second_play,
    working=explain_hand_count,
)
def held(state: DaifugoState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact(
    "player",
    "Whose turn is it?",
    "It’s {value}’s turn.",
    "turn.next round.end round.owner-leads round.owner-out-lead pass.out-for-round",
)
def to_move(state: DaifugoState, seat: int) -> int | None:
    return state.turn if state.phase in PLAYED else None


def _list_seats_still_playing(state: DaifugoState) -> list[int]:
    """Return the seats that can still play in this round."""
    out = () if state.options.pass_reentry else state.passed
    return [seat for seat, hand in enumerate(state.hands) if hand and seat not in out]


def _is_pass_clause_decisive(state: DaifugoState, clause: str) -> bool:
    """Return whether a clause decides now which seats can still play in this round.

    The clause “round.passes-cleared” decides at the start of a round, except the first round of a hand. Any other
    clause decides once a seat has passed.
    """
    return bool(state.gone) and not state.pile if clause == "round.passes-cleared" else bool(state.passed)


@fact(
    "number",
    "How many players can still play in this round?",
    "{value} players can still play in this round.",
    "pass.out-for-round round.passes-cleared",
    _is_pass_clause_decisive,
    working=lambda state, seat: explain_count(f"{{{other}}}" for other in _list_seats_still_playing(state)),
)
def in_round(state: DaifugoState, seat: int) -> int | None:
    return len(_list_seats_still_playing(state)) if state.phase in PLAYED else None


@fact(
    "yes-no",
    "Does a new round start now?",
    "A new round starts now.",
    "round.end round.owner-out round.not-forced-by-rank",
)
def new_round(state: DaifugoState, seat: int) -> bool | None:
    return not state.pile if state.phase in PLAYED else None


@fact(
    "player",
    "Who leads first this hand?",
    "{value} leads first this hand.",
    "hand.first-leader hand.later-leader",
)
def leads(state: DaifugoState, seat: int) -> int | None:
    begun = bool(state.pile or state.gone or state.passed)
    return None if state.phase not in PLAYED or begun else state.turn


@fact("player", "Who is the Daifugo?", "{value} is the Daifugo.", "titles.order out.place")
def daifugo(state: DaifugoState, seat: int) -> int | None:
    return state.titles[0] if state.titles else None


@fact("player", "Who is the Destitute?", "{value} is the Destitute.", "titles.order out.hand-ends")
def destitute(state: DaifugoState, seat: int) -> int | None:
    return state.titles[-1] if state.titles else None


@fact("player", "Who deals the next hand?", "{value} deals the next hand.", "next.destitute-deals")
def deals_next(state: DaifugoState, seat: int) -> int | None:
    return state.match.dealer if state.titles and not state.match.over else None


@fact(
    "word",
    "Which title does {owner} have?",
    "{owner} is {value}.",
    "titles.order titles.three titles.four titles.five titles.six-plus",
)
def title(state: DaifugoState, seat: int, owner: Seat) -> str | None:
    return get_title(state.titles.index(owner), state.seats) if state.titles else None


@fact(
    "number",
    "In which place does {owner} finish?",
    "{owner} finishes in place number {value}.",
    "out.place",
    working=_explain_finishing_place,
)
def place(state: DaifugoState, seat: int, owner: Seat) -> int | None:
    if owner in state.placed:
        return state.placed.index(owner) + 1
    return state.seats - state.fallen.index(owner) if owner in state.fallen else None


@fact(
    "number",
    "How many players are out?",
    "{value} players are out.",
    "out.place out.any-last-cards forbidden-finish capital-fall",
    working=lambda state, seat: explain_count(f"{{{other}}}" for other in (*state.placed, *state.fallen)),
)
def out(state: DaifugoState, seat: int) -> int | None:
    return len(state.placed) + len(state.fallen) if state.phase in PLAYED else None


@fact(
    "cards",
    "Which cards would you have to give in the exchange?",
    "You would give {value}.",
    "exchange.destitute-gives exchange.ties",
)
def tribute(state: DaifugoState, seat: int) -> list[Card] | None:
    number = state.options.get_tribute_sizes(state.seats)[0]
    return list_highest_cards(state.hands[seat], number) if is_hand_known(state, seat) and number else None


@fact(
    "number",
    "How many cards do you give back?",
    "You give back {value} cards.",
    "exchange.daifugo-returns exchange.only-top-bottom exchange.sizes-kept",
    working=lambda state, seat: explain_sum(("as many as you got", state.count_tribute(seat))),
)
def to_give_back(state: DaifugoState, seat: int) -> int | None:
    return state.count_tribute(seat) if state.phase == EXCHANGE and seat in state.waiting else None


@fact(
    "number",
    "How many plays would you need to go out if nobody beat you?",
    "You would need {value} plays to go out if nobody beat you.",
    "play.lead-set",
    working=_explain_number_of_plays,
)
def plays(state: DaifugoState, seat: int) -> int | None:
    options, hand = state.options, state.hands[seat]
    plain = not (options.sequences or options.jokers or has_shedding_effect(options, hand))
    return len(group_by_height(hand)) if plain and is_hand_known(state, seat) else None


@fact(
    "yes-no",
    "Is the order of ranks reversed now?",
    "The order of ranks is reversed.",
    "rank.order revolution eleven-back",
)
def turned_over(state: DaifugoState, seat: int) -> bool | None:
    return state.is_rank_order_reversed if state.phase in PLAYED else None


@fact("yes-no", "Are suits locked in this round?", "Suits are locked in this round.", "suit-lock")
def locked(state: DaifugoState, seat: int) -> bool | None:
    return bool(state.lock) if state.phase in PLAYED else None


@fact("yes-no", "Is the match over?", "The match is over.", "session.end session.default-length session.time")
def session_over(state: DaifugoState, seat: int) -> bool | None:
    return state.match.over if state.match.deals else None


@fact("player", "Who won the match?", "{value} won the match.", "session.winner")
def session_winner(state: DaifugoState, seat: int) -> int | None:
    return state.match.winners[0] if state.match.winners else None


# -- goals ------------------------------------------------------------------------------------------------


def _explain_not_gone_out(start: DaifugoState, moves: Moves, now: DaifugoState) -> str:
    cards = len(now.hands[0])
    return (
        f"{{0}} still have {cards} card{'s' if cards > 1 else ''}." if cards and moves and 0 not in now.waiting else ""
    )


@goal("You are out of cards.", _explain_not_gone_out)
def gone_out(start: DaifugoState, moves: Moves, now: DaifugoState) -> bool:
    return not now.hands[0]


def _explain_not_leading(start: DaifugoState, moves: Moves, now: DaifugoState) -> str:
    return f"{{{now.turn}}} leads, not you." if moves and now.phase == TURN and now.turn != 0 and not now.pile else ""


@goal("You lead a new round.", _explain_not_leading)
def has_lead(start: DaifugoState, moves: Moves, now: DaifugoState) -> bool:
    return bool(moves) and now.phase == TURN and now.turn == 0 and not now.pile
