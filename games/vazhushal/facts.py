"""Facts that questions can ask about a Vazhushal table, and goals that moves can reach.

The word “you” in a question means the seat that is asked.
"""

from __future__ import annotations

from collections import Counter

from games.cards import RANKS, UNKNOWN, Card, format_cards, list_missing_cards, parse_card, parse_cards
from games.engine.calculations import explain_place_count, explain_stock_count, explain_sum
from games.engine.facts_and_goals import Moves, fact, goal
from games.errors import BadText
from games.kit.melds import RUNS, Meld, is_pure_sequence, is_run, is_set, list_physical_cards
from games.kit.rummy import quote_discard
from games.vazhushal import calculations, playing
from games.vazhushal.endgame import find_line_draws
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.scoring import compute_score_of_seat
from games.vazhushal.state import VazhushalState, list_wild_cards
from games.words import join_words, quote_cards, spell_count, spell_number

# -- cards -----------------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards are in the game?",
    "There are {value} cards in the game.",
    "setup.packs setup.printed-jokers",
    working=calculations.explain_deck_size,
)
def deck(state: VazhushalState, seat: int) -> int:
    return len(state.deck)


@fact(
    "number",
    "How many {rank} are in the deck?",
    "There are {value} {rank}.",
    "setup.packs",
    working=calculations.explain_number_of_rank,
)
def in_deck(state: VazhushalState, seat: int, rank: str) -> int:
    ranks = "*" + RANKS
    if rank not in tuple(ranks):
        raise BadText("not a rank", rank, f"one of {', '.join(ranks)}")
    return sum(card.rank == ranks.index(rank) for card in state.deck)


@fact(
    "number",
    "How many cards are in the stock?",
    "The stock has {value} cards.",
    "draw.stock",
    working=explain_stock_count,
)
def stock_left(state: VazhushalState, seat: int) -> int:
    return len(state.stock)


@fact("cards", "Which card is at the bottom of the stock?", "{value} is at the bottom of the stock.", "line.overflow")
def bottom(state: VazhushalState, seat: int) -> str | None:
    return None if UNKNOWN in state.stock[:1] else format_cards(state.stock[:1])


@fact("cards", "Which cards are in the line?", "The line has {value}.", "line.visible")
def line(state: VazhushalState, seat: int) -> str:
    return format_cards(state.line)


@fact(
    "number",
    "How many cards do you hold?",
    "You hold {value} cards.",
    working=lambda state, seat: explain_place_count(state, state.hands[seat]),
)
def held(state: VazhushalState, seat: int) -> int:
    return len(state.hands[seat])


@fact(
    "number",
    "How many doubles do you hold?",
    "You hold {value} doubles.",
    "redeal.double-def",
    working=calculations.explain_number_of_doubles,
)
def doubles(state: VazhushalState, seat: int) -> int:
    return playing.count_doubles(state, seat)


# -- wild cards ------------------------------------------------------------------------------------


@fact("cards", "Which cards are wild?", "{value} are wild, and no others.", "wild.set neg.makes-wild")
def wild(state: VazhushalState, seat: int) -> str:
    return format_cards(state.wilds)


@fact("yes-no", "Is {card} wild?", "{card} is wild.", "wild.set neg.makes-wild neg.same-colour-plain")
def is_wild(state: VazhushalState, seat: int, card: str) -> bool:
    return parse_card(card) in state.wilds


@fact(
    "yes-no",
    "Is {card} wild here, but not in the standard rules?",
    "{card} is wild here, but not in the standard rules.",
    "neg.makes-wild",
)
def newly_wild(state: VazhushalState, seat: int, card: str) -> bool:
    return parse_card(card) in state.wilds - list_wild_cards(VazhushalOptions(), state.negative)


@fact("cards", "Which card is the negative joker if the stock ends with {cards}?", "It’s {value}.", "neg.is-printed")
def turned_up(state: VazhushalState, seat: int, *cards: str) -> str | None:
    if not cards or state.options.wild_rule == "printed-only":
        return None
    stock = (*parse_cards(" ".join(cards))[::-1], UNKNOWN, UNKNOWN)
    card = stock[playing.get_negative_joker_index(state.options, stock)]
    return None if card is UNKNOWN else card.code


# -- the deal --------------------------------------------------------------------------------------


@fact("player", "Who has the first turn?", "{value} has the first turn.", "turn.first-player")
def first(state: VazhushalState, seat: int) -> int | None:
    return None if state.match.dealer is None else playing.get_first_player(state)


@fact("player", "Who redeals after doubles like these?", "{value} redeals.", "redeal.same-dealer")
def deals_anew(state: VazhushalState, seat: int) -> int | None:
    called = any(playing.has_enough_doubles_for_redeal(state, owner) for owner in range(state.seats))
    return state.match.dealer if called and state.options.redeal_mode == "mandatory" else None


@fact("word", "What happens to the starter with these hands?", "This happens to it: {value}.", "starter.nobody-pure")
def starter_fate(state: VazhushalState, seat: int) -> str:
    return playing.decide_starter_fate(state)


# -- drawing from the line -------------------------------------------------------------------------


@fact("cards", "Which cards can you wipe down to?", "You can wipe down to {value}.", "wipe.deepest-card-must-meld")
def wipes(state: VazhushalState, seat: int) -> str:
    return format_cards(_list_reachable_cards(state, seat))


@fact("cards", "What’s the deepest card you can wipe down to?", "It’s {value}.", "first.wipe-depth-limit")
def deepest(state: VazhushalState, seat: int) -> str:
    return format_cards(_list_reachable_cards(state, seat)[-1:])


def _list_reachable_cards(state: VazhushalState, seat: int) -> list[Card]:
    """Return the deepest card of each legal draw from the discard line that a limited search finds, newest first.

    If the seat can't draw now, the list is empty.
    """
    drawing = seat in state.waiting and state.phase == "draw" and not state.forced
    return [state.line[-depth] for depth in find_line_draws(state, seat)] if drawing else []


# -- melds and points ------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards can a run have?",
    "A run can have at most {value} cards.",
    "run.max-13",
    constant=True,
    working=lambda state, seat: explain_sum(("one card of each rank", len(RANKS))),
)
def longest_run(state: VazhushalState, seat: int) -> int:
    return max(map(len, RUNS))


@fact(
    "number",
    "What are your melds worth?",
    "Your melds are worth {value}.",
    "score.pip score.wild-in-meld",
    working=lambda state, seat: explain_sum(*calculations.list_points_of_melds(state, seat)),
)
def melds_worth(state: VazhushalState, seat: int) -> int:
    return compute_score_of_seat(state, seat).melds


@fact(
    "number",
    "What would you score now?",
    "You would score {value}.",
    "exhaust.score",
    working=calculations.explain_total,
)
def total(state: VazhushalState, seat: int) -> int | None:
    return None if UNKNOWN in state.hands[seat] else compute_score_of_seat(state, seat).total


# -- goals -----------------------------------------------------------------------------------------

KINDS = {"run": is_run, "set": is_set, "pure-sequence": is_pure_sequence}


def _list_new_melds(start: VazhushalState, now: VazhushalState) -> list[Meld]:
    """Return the melds that seat 0 has in the state `now` but doesn't have in the state `start`."""
    return list((Counter(now.melds[0]) - Counter(start.melds[0])).elements())


def _explain_meld_not_laid(start: VazhushalState, moves: Moves, now: VazhushalState, kind: str, *cards: str) -> str:
    discard, thing = quote_discard(moves), f"a {kind.replace('-', ' ')}"
    wanted = f"{thing} with {quote_cards(parse_cards(' '.join(cards)))}" if cards else thing
    return f"You discarded {discard}, so your turn is over. You haven’t melded {wanted}." if discard else ""


@goal("You’ve melded a {kind}, including {cards}.", _explain_meld_not_laid)
def laid(start: VazhushalState, moves: Moves, now: VazhushalState, kind: str, *cards: str) -> bool:
    if kind not in KINDS:
        raise BadText("not a kind of meld", kind, join_words([*KINDS], "or"))
    wanted = parse_cards(" ".join(cards))
    return any(
        KINDS[kind](meld) and not list_missing_cards(wanted, list_physical_cards(meld))
        for meld in _list_new_melds(start, now)
    )


def _explain_too_few_melds(start: VazhushalState, moves: Moves, now: VazhushalState, number: int) -> str:
    melds = spell_count(len(_list_new_melds(start, now)), "new meld")
    return (
        f"Your turn is over. You made {melds}, but you could have made {spell_number(number)}."
        if quote_discard(moves)
        else ""
    )


@goal("You’ve made {number} melds.", _explain_too_few_melds)
def new_melds(start: VazhushalState, moves: Moves, now: VazhushalState, number: int) -> bool:
    return len(_list_new_melds(start, now)) >= number


def _explain_too_few_wild_cards(start: VazhushalState, moves: Moves, now: VazhushalState, number: int = 1) -> str:
    if any(move.verb == "discard" and not move.cards[0].natural for move in moves):
        return f"You discarded {quote_discard(moves)}, but you could have used a wild card in a meld."
    few = spell_count(number, "wild card")
    return f"Your turn is over. You could have used {few} for other cards in a meld." if quote_discard(moves) else ""


@goal("You’ve made a meld with {number} wild cards.", _explain_too_few_wild_cards)
def stood_in(start: VazhushalState, moves: Moves, now: VazhushalState, number: int = 1) -> bool:
    return any(sum(not card.natural for card in meld) >= number for meld in _list_new_melds(start, now))


def _explain_cards_not_melded(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> str:
    discard, wanted = quote_discard(moves), parse_cards(" ".join(cards))
    if not discard:
        return ""
    left = list_missing_cards(
        wanted, list_missing_cards(list_meld_cards(now.melds[0]), list_meld_cards(start.melds[0]))
    )
    return f"You discarded {discard}, so your turn is over. You could have melded {quote_cards(left)}."


@goal("You’ve put {cards} on the table.", _explain_cards_not_melded)
def on_table(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> bool:
    added = Counter(list_meld_cards(now.melds[0])) - Counter(list_meld_cards(start.melds[0]))
    return not list_missing_cards(parse_cards(" ".join(cards)), added.elements())


def _explain_wrong_discard(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> str:
    return f"You discarded {quote_discard(moves)}, but you wanted to save it." if quote_discard(moves) else ""


@goal("You’ve discarded, but not {cards}.", _explain_wrong_discard)
def kept(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> bool:
    wanted = parse_cards(" ".join(cards))
    return any(move.verb == "discard" and move.cards[0] not in wanted for move in moves)


def _explain_card_not_wiped(start: VazhushalState, moves: Moves, now: VazhushalState, card: str) -> str:
    wanted, first = quote_cards([parse_card(card)]), moves[0]
    if first.verb == "stock":
        return f"You drew from the stock, so you can’t wipe this turn. {wanted} stays in the line."
    return f"You took {spell_count(first.number or 0, 'card')} from the line. This time, wipe down to {wanted}."


@goal("You’ve wiped down to {card}.", _explain_card_not_wiped)
def wiped_to(start: VazhushalState, moves: Moves, now: VazhushalState, card: str) -> bool:
    wanted = parse_card(card)
    return any(move.verb == "wipe" and start.line[-(move.number or 0)] is wanted for move in moves)
