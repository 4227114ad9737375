"""The facts and goals of Anaconda: questions about a position, and aims that moves can reach."""

from __future__ import annotations

from games.anaconda import stages
from games.anaconda.scoring import low_ranking
from games.anaconda.stages import HIGH, SHOWN
from games.anaconda.state import PLAYED, AnacondaState
from games.anaconda.strategy import best_high, best_low
from games.cards import UNKNOWN, Card, parse_card, parse_cards
from games.engine.asking import Moves, Seat, fact, goal
from games.engine.working import Working, chips_of, minus, of_hand, summed
from games.errors import BadText
from games.kit.betting import FIXED, POT
from games.kit.poker import HIGH as HIGH_RANKING
from games.kit.poker import Ranking

# -- workings of numbers -----------------------------------------------------------------------------------


def _rounds_counted(state: AnacondaState, seat: int) -> Working:
    last = (f"before each of the last {SHOWN} cards", SHOWN) if state.options.reveal == "roll" else ("at the end", 1)
    return summed(("after the deal", 1), ("after each pass", len(stages.passes(state.options))), last)


def _call_counted(state: AnacondaState, seat: int) -> Working:
    return minus(("the highest bet", max(state.bets)), ("yours", state.bets[seat]))


def _least_counted(state: AnacondaState, seat: int) -> Working:
    high, limits, total = max(state.bets), state.limits, (state.span(seat) or (0, 0))[0]
    if total == state.bets[seat] + state.match.scores[seat]:
        return _everything(state, seat)
    if limits.structure == FIXED:
        return summed(("the last full bet", state.level), ("the unit", limits.least))
    return summed(("the highest bet", high), ("the last raise" if state.grown else "the least bet", total - high))


def _most_counted(state: AnacondaState, seat: int) -> Working:
    high, limits, total = max(state.bets), state.limits, (state.span(seat) or (0, 0))[1]
    if total == state.bets[seat] + state.match.scores[seat]:
        return _everything(state, seat)
    if limits.structure == FIXED or total == (state.span(seat) or (0, 0))[0]:
        return _least_counted(state, seat)
    if limits.structure == POT:
        lying = ("the pot", sum(state.paid) + state.carried)
        return summed(("the highest bet", high), lying, ("what you would call", high - state.bets[seat]))
    return summed(("the highest bet", high), ("the most that it may go up", limits.most))


def _everything(state: AnacondaState, seat: int) -> Working:
    return summed(("your bet", state.bets[seat]), ("all that you have left", state.match.scores[seat]))


def _paid_counted(state: AnacondaState, seat: int, owner: int) -> Working:
    bet = state.bets[owner]
    return summed(("before this round, with the ante", state.paid[owner] - bet), ("in this round", bet))


def _pot_counted(state: AnacondaState, seat: int, number: int) -> Working:
    """Return the working of a pot: what each seat has put into it."""
    if not state.pots():
        return summed(("chips in it", 0))
    carried, lying = (
        state.carried if number == 1 else 0,
        [paid - bet for paid, bet in zip(state.paid, state.bets, strict=True)],
    )
    tops = sorted({lying[one] for one in state.active if lying[one]})
    if not 0 < number <= len(tops):
        return summed(("chips in it", 0))
    below, top = (0, *tops)[number - 1], tops[number - 1] if number < len(tops) else max(lying)
    shares = [(f"{{{one}}}", min(paid, top) - below) for one, paid in enumerate(lying) if paid > below]
    return summed(("from earlier hands", carried), *shares)


def _all_counted(state: AnacondaState, seat: int) -> Working:
    lying = sum(state.paid) if state.phase in PLAYED else 0
    chips = [(f"{{{owner}}}", chips) for owner, chips in enumerate(state.match.scores)]
    return summed(*chips, ("the pot", lying), ("from earlier hands", state.flavour))


def _won_counted(state: AnacondaState, seat: int, owner: int) -> Working:
    """Return the working of a seat's winnings: the stake that came back, and what was won or lost beyond it."""
    result = state.match.results[-1]
    change, taken = result.scores or (), result.facts.get("won")
    assert isinstance(taken, list)
    more = "won" if change[owner] > 0 else "lost"
    return summed((f"what {{{owner}}} had put in", taken[owner] - change[owner]), (more, change[owner]))


# -- betting -----------------------------------------------------------------------------------------------


@fact("player", "Whose turn is it?", "It is the turn of {value}.", "bet.order bet.opener")
def on_turn(state: AnacondaState, seat: int) -> int | None:
    return state.turn if state.phase == "bet" else None


@fact(
    "number",
    "How many rounds of betting has a hand?",
    "A hand has {value} rounds of betting.",
    "bet.rounds",
    working=_rounds_counted,
)
def rounds(state: AnacondaState, seat: int) -> int:
    return stages.rounds(state.options)


@fact(
    "number",
    "How many chips do you need to call?",
    "You need {value} chips to call.",
    "bet.call",
    working=_call_counted,
)
def due(state: AnacondaState, seat: int) -> int | None:
    return state.to_call(seat) if state.phase == "bet" else None


@fact("yes-no", "Can you bet or raise?", "You can bet or raise.", "bet.cap bet.short-all-in")
def may_raise(state: AnacondaState, seat: int) -> bool | None:
    return state.span(seat) is not None if state.phase == "bet" and seat in state.waiting else None


@fact(
    "number",
    "To which total can you bet or raise at least?",
    "You can bet or raise to {value} at least.",
    "bet.fixed-limit",
    working=_least_counted,
)
def least(state: AnacondaState, seat: int) -> int | None:
    span = state.span(seat) if state.phase == "bet" else None
    return span[0] if span else None


@fact(
    "number",
    "To which total can you bet or raise at most?",
    "You can bet or raise to {value} at most.",
    "bet.fixed-limit",
    working=_most_counted,
)
def most(state: AnacondaState, seat: int) -> int | None:
    span = state.span(seat) if state.phase == "bet" else None
    return span[1] if span else None


@fact(
    "number",
    "Which round of betting is it?",
    "It is round {value}.",
    "",
    working=lambda state, seat: summed(("rounds that are over", state.round - 1), ("this one", 1)),
)
def betting_round(state: AnacondaState, seat: int) -> int | None:
    return state.round if state.phase == "bet" else None


@fact(
    "number",
    "How many chips has {owner}?",
    "{owner} has {value}.",
    working=chips_of,
)
def chips(state: AnacondaState, seat: int, owner: Seat) -> int:
    return state.match.scores[owner]


@fact(
    "number",
    "How many chips has {owner} put in during this round?",
    "{owner} has put in {value} chips during this round.",
    "bet.call",
    working=lambda state, seat, owner: summed((f"{{{owner}}} in this round", state.bets[owner])),
)
def bet_of(state: AnacondaState, seat: int, owner: Seat) -> int:
    return state.bets[owner]


@fact(
    "number",
    "How many chips has {owner} put in during this hand?",
    "{owner} has put in {value} chips during this hand.",
    "stake.ante",
    working=_paid_counted,
)
def paid_by(state: AnacondaState, seat: int, owner: Seat) -> int:
    return state.paid[owner]


@fact(
    "number",
    "How many chips are in pot {number}, bets of this round left out?",
    "{value} chips are in pot {number}, bets of this round left out.",
    "split.side-pots",
    working=_pot_counted,
)
def pot(state: AnacondaState, seat: int, number: int) -> int:
    found = state.pots()
    return found[number - 1].chips if 0 < number <= len(found) else 0


@fact("players", "Who can win pot {number}?", "{value} can win it.", "split.side-pots")
def contenders(state: AnacondaState, seat: int, number: int) -> tuple[int, ...]:
    found = state.pots()
    return found[number - 1].seats if 0 < number <= len(found) else ()


@fact(
    "number",
    "How many chips are there in all?",
    "There are {value} chips in all.",
    "money.conserved",
    working=_all_counted,
)
def all_chips(state: AnacondaState, seat: int) -> int:
    return sum(state.match.scores) + (sum(state.paid) if state.phase in PLAYED else 0) + state.flavour


# -- cards -------------------------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards does {owner} hold?",
    "{owner} holds {value} cards.",
    "deal.seven pass.hand-stays-seven",
    working=of_hand,
)
def held(state: AnacondaState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact(
    "player",
    "Who is given the first cards that you give now?",
    "{value} is given the first cards that you give now.",
    "pass.first-left pass.second-right-two pass.two-left-in",
)
def taker(state: AnacondaState, seat: int) -> int | None:
    known = state.phase == "pass" and seat in state.active
    return stages.receiver(state.active, seat, state.going[0][1]) if known else None


@fact(
    "player",
    "Who is given cards of {owner} now?",
    "{value} is given cards by {owner}.",
    "pass.first-left pass.second-right-two",
)
def taker_of(state: AnacondaState, seat: int, owner: Seat) -> int | None:
    known = state.phase == "pass" and owner in state.active
    return stages.receiver(state.active, owner, state.going[0][1]) if known else None


@fact("cards", "Which of your cards are the best high hand?", "{value} are.", "high.no-pair")
def best_for_high(state: AnacondaState, seat: int) -> list[Card] | None:
    hand = tuple(state.hands[seat])
    return list(best_high(hand)[0]) if len(hand) > 4 and UNKNOWN not in hand else None


@fact("cards", "Which of your cards are the best low hand?", "{value} are.", "low.compare")
def best_for_low(state: AnacondaState, seat: int) -> list[Card] | None:
    hand = tuple(state.hands[seat])
    if len(hand) < 5 or UNKNOWN in hand or state.options.high_only:
        return None
    return list(best_low(hand, state.options)[0])


@fact("cards", "Which cards does {owner} show?", "{owner} shows {value}.", "final.show-four")
def open_cards(state: AnacondaState, seat: int, owner: Seat) -> list[Card]:
    return state.shown[owner]


@fact("word", "Which of these is the higher hand: {cards}?", "The {value} hand is higher.")
def higher(state: AnacondaState, seat: int, *cards: str) -> str:
    return _better(HIGH_RANKING, " ".join(cards))


@fact("word", "Which of these is the better low hand: {cards}?", "The {value} hand is lower.")
def lower(state: AnacondaState, seat: int, *cards: str) -> str:
    return _better(low_ranking(state.options), " ".join(cards))


def _better(ranking: Ranking, text: str) -> str:
    """Return which of two hands of five is better: “first”, “second”, or “both” if tied. Raises BadText."""
    cards = parse_cards(text)
    if len(cards) != 10 or any(not card.natural or card.base is not card for card in cards):
        raise BadText("not two hands", text, "ten cards, five for each")
    first, second = ranking.key(cards[:5]), ranking.key(cards[5:])
    return "first" if first > second else "second" if second > first else "both"


# -- results -----------------------------------------------------------------------------------------------


@fact("word", "Which way does {owner} go?", "{owner} goes {value}.", "declare.one-way")
def way(state: AnacondaState, seat: int, owner: Seat) -> str:
    return state.declared[owner]


@fact(
    "number",
    "How many chips did {owner} take out of the pot?",
    "{owner} took {value} chips out of the pot.",
    "split.halves",
    working=_won_counted,
)
def won(state: AnacondaState, seat: int, owner: Seat) -> int | None:
    results = state.match.results
    taken = results[-1].facts.get("won") if results and state.phase not in PLAYED else None
    return taken[owner] if isinstance(taken, list) and owner < len(taken) else None


@fact("yes-no", "Is the hand over?", "The hand is over.", "bet.last-one showdown.reveal")
def hand_over(state: AnacondaState, seat: int) -> bool:
    return state.phase not in PLAYED


@fact("yes-no", "Is the match over?", "The match is over.", "match.end")
def match_over(state: AnacondaState, seat: int) -> bool:
    return state.match.over


# -- goals -------------------------------------------------------------------------------------------------


def _five(moves: Moves) -> tuple[Card, ...]:
    """Return the five cards that a move keeps, or no cards if there is no such move."""
    return next((move.all_cards for move in moves if move.verb == "keep"), ())


def _not_best(start: AnacondaState, moves: Moves, now: AnacondaState, way: str) -> str:
    five = _five(moves)
    if not five:
        return ""
    ranking = HIGH_RANKING if way == HIGH else low_ranking(start.options)
    return f"That is {ranking.told(ranking.key(five))}, and there is better among your seven."


@goal("You have kept your best {way} hand.", _not_best)
def kept_best(start: AnacondaState, moves: Moves, now: AnacondaState, way: str) -> bool:
    """Return whether no better five cards could have been kept."""
    five, hand = _five(moves), tuple(start.hands[0])
    if not five:
        return False
    ranking = HIGH_RANKING if way == HIGH else low_ranking(start.options)
    return ranking.key(five) == ranking.best(hand)


def _gave(start: AnacondaState, moves: Moves, now: AnacondaState, *cards: str) -> str:
    gone = [card for move in moves if move.verb == "give" for card in move.all_cards]
    missed = [card.code for card in parse_cards(" ".join(cards)) if card in gone]
    return f"Now `{missed[0]}` is gone, which you wanted to keep." if missed else ""


@goal("You have given cards and kept {cards}.", _gave)
def held_back(start: AnacondaState, moves: Moves, now: AnacondaState, *cards: str) -> bool:
    """Return whether cards were passed, but none of these."""
    gone = [card for move in moves if move.verb == "give" for card in move.all_cards]
    return bool(gone) and not any(card in gone for card in parse_cards(" ".join(cards)))


def _other_hidden(start: AnacondaState, moves: Moves, now: AnacondaState, card: str) -> str:
    five = _five(moves)
    return f"You have hidden `{five[-1].code}`, and all the others are seen." if five else ""


@goal("You have kept five cards and hidden {card}.", _other_hidden)
def hidden(start: AnacondaState, moves: Moves, now: AnacondaState, card: str) -> bool:
    """Return whether this card stays face down."""
    five = _five(moves)
    return bool(five) and five[-1] == parse_card(card)
