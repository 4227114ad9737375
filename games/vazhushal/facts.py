"""Facts that questions can ask about a table of Vazhushal, and goals to reach there. “You” is the seat that asks."""

from __future__ import annotations

from collections import Counter

from games.cards import RANKS, UNKNOWN, Card, codes, missing, parse_card, parse_cards
from games.engine.asking import Moves, fact, goal
from games.engine.working import of_place, of_stock, summed
from games.errors import BadText
from games.kit.melds import RUNS, Meld, bases, is_pure, is_run, is_set
from games.kit.rummy import thrown
from games.vazhushal import playing, workings
from games.vazhushal.endgame import draws
from games.vazhushal.melding import owned
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.scoring import score_seat
from games.vazhushal.state import VazhushalState, wild_cards
from games.words import capital, in_word, many, quoted

# -- cards -----------------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards are played with?",
    "{value} cards are played with.",
    "setup.packs setup.printed-jokers",
    working=workings.deck_counted,
)
def deck(state: VazhushalState, seat: int) -> int:
    return len(state.pack)


@fact(
    "number",
    "How many {rank} are in the deck?",
    "There are {value} {rank}.",
    "setup.packs",
    working=workings.rank_counted,
)
def in_deck(state: VazhushalState, seat: int, rank: str) -> int:
    ranks = "*" + RANKS
    if rank not in tuple(ranks):
        raise BadText("not a rank", rank, ", ".join(ranks))
    return sum(card.rank == ranks.index(rank) for card in state.pack)


@fact(
    "number",
    "How many cards are in the stock?",
    "The stock has {value} cards.",
    "draw.stock",
    working=of_stock,
)
def stock_left(state: VazhushalState, seat: int) -> int:
    return len(state.stock)


@fact("cards", "Which card lies at the bottom of the stock?", "{value} lies at the bottom of it.", "line.overflow")
def bottom(state: VazhushalState, seat: int) -> str | None:
    return None if UNKNOWN in state.stock[:1] else codes(state.stock[:1])


@fact("cards", "Which cards lie in the line?", "In the line lie {value}.", "line.visible")
def line(state: VazhushalState, seat: int) -> str:
    return codes(state.line)


@fact(
    "number",
    "How many cards do you hold?",
    "You hold {value} cards.",
    working=lambda state, seat: of_place(state, state.hands[seat]),
)
def held(state: VazhushalState, seat: int) -> int:
    return len(state.hands[seat])


@fact(
    "number",
    "How many doubles do you hold?",
    "You hold {value} doubles.",
    "redeal.double-def",
    working=workings.doubles_counted,
)
def doubles(state: VazhushalState, seat: int) -> int:
    return playing.doubles(state, seat)


# -- wild cards ------------------------------------------------------------------------------------


@fact("cards", "Which cards are wild?", "{value} are wild, and no others.", "wild.set neg.makes-wild")
def wild(state: VazhushalState, seat: int) -> str:
    return codes(state.wilds)


@fact("yes-no", "Is {card} wild?", "{card} is wild.", "wild.set neg.makes-wild neg.same-colour-plain")
def is_wild(state: VazhushalState, seat: int, card: str) -> bool:
    return parse_card(card) in state.wilds


@fact(
    "yes-no",
    "Is {card} wild here and plain by the book?",
    "{card} is wild here and plain by the book.",
    "neg.makes-wild",
)
def newly_wild(state: VazhushalState, seat: int, card: str) -> bool:
    return parse_card(card) in state.wilds - wild_cards(VazhushalOptions(), state.negative)


@fact("cards", "Which is the negative joker if the stock ends with {cards}?", "It is {value}.", "neg.is-printed")
def turned_up(state: VazhushalState, seat: int, *cards: str) -> str | None:
    if not cards or state.options.wild_rule == "printed-only":
        return None
    stock = (*parse_cards(" ".join(cards))[::-1], UNKNOWN, UNKNOWN)
    card = stock[playing.turned_up(state.options, stock)]
    return None if card is UNKNOWN else card.code


# -- the deal --------------------------------------------------------------------------------------


@fact("player", "Who has the first turn?", "{value} has the first turn.", "turn.first-player")
def first(state: VazhushalState, seat: int) -> int | None:
    return None if state.match.dealer is None else playing.first_player(state)


@fact("player", "Who deals anew, with doubles dealt like these?", "{value} deals anew.", "redeal.same-dealer")
def deals_anew(state: VazhushalState, seat: int) -> int | None:
    called = any(playing.calls_for_redeal(state, owner) for owner in range(state.seats))
    return state.match.dealer if called and state.options.redeal_mode == "mandatory" else None


@fact("word", "What becomes of the starter, as the hands are?", "This becomes of it: {value}.", "starter.nobody-pure")
def starter_fate(state: VazhushalState, seat: int) -> str:
    return playing.starter_fate(state)


# -- drawing from the line -------------------------------------------------------------------------


@fact("cards", "Down to which cards can you wipe?", "You can wipe down to {value}.", "wipe.deepest-card-must-meld")
def wipes(state: VazhushalState, seat: int) -> str:
    return codes(_reached(state, seat))


@fact("cards", "What is the deepest card that you can wipe down to?", "It is {value}.", "first.wipe-depth-limit")
def deepest(state: VazhushalState, seat: int) -> str:
    return codes(_reached(state, seat)[-1:])


def _reached(state: VazhushalState, seat: int) -> list[Card]:
    """Return the deepest card of each legal draw from the line, newest first."""
    drawing = seat in state.waiting and state.phase == "draw" and not state.forced
    return [state.line[-depth] for depth in draws(state, seat)] if drawing else []


# -- melds and points ------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards can a run have?",
    "A run has {value} cards at most.",
    "run.max-13",
    constant=True,
    working=lambda state, seat: summed(("one card of each rank", len(RANKS))),
)
def longest_run(state: VazhushalState, seat: int) -> int:
    return max(map(len, RUNS))


@fact(
    "number",
    "What are your melds worth?",
    "Your melds are worth {value}.",
    "score.pip score.wild-in-meld",
    working=lambda state, seat: summed(*workings.melds_counted(state, seat)),
)
def melds_worth(state: VazhushalState, seat: int) -> int:
    return score_seat(state, seat).melds


@fact(
    "number", "What would you score now?", "You would score {value}.", "exhaust.score", working=workings.total_counted
)
def total(state: VazhushalState, seat: int) -> int | None:
    return None if UNKNOWN in state.hands[seat] else score_seat(state, seat).total


# -- goals -----------------------------------------------------------------------------------------

KINDS = {"run": is_run, "set": is_set, "pure-sequence": is_pure}


def _new(start: VazhushalState, now: VazhushalState) -> list[Meld]:
    """Return the melds of seat 0 that weren't there at the start."""
    return list((Counter(now.melds[0]) - Counter(start.melds[0])).elements())


def _not_laid(start: VazhushalState, moves: Moves, now: VazhushalState, kind: str, *cards: str) -> str:
    gone, thing = thrown(moves), f"a {kind.replace('-', ' ')}"
    wanted = f"{thing} with {quoted(parse_cards(' '.join(cards)))}" if cards else thing
    return f"The discard of {gone} ends your turn, and {wanted} is still to be laid." if gone else ""


@goal("You have laid a {kind}, with {cards} in it.", _not_laid)
def laid(start: VazhushalState, moves: Moves, now: VazhushalState, kind: str, *cards: str) -> bool:
    if kind not in KINDS:
        raise BadText("no kind of meld", kind, ", ".join(KINDS))
    wanted = parse_cards(" ".join(cards))
    return any(KINDS[kind](meld) and not missing(wanted, bases(meld)) for meld in _new(start, now))


def _too_few(start: VazhushalState, moves: Moves, now: VazhushalState, number: int) -> str:
    laid = capital(many(len(_new(start, now)), "new meld"))
    return (
        f"Your turn is over. {laid} on the table, and there could have been {in_word(number)}." if thrown(moves) else ""
    )


@goal("You have laid {number} melds.", _too_few)
def new_melds(start: VazhushalState, moves: Moves, now: VazhushalState, number: int) -> bool:
    return len(_new(start, now)) >= number


def _idle(start: VazhushalState, moves: Moves, now: VazhushalState, number: int = 1) -> str:
    if any(move.verb == "discard" and not move.cards[0].natural for move in moves):
        return f"You have thrown {thrown(moves)} away, and a wild card would have found work in a meld."
    few = f"{many(number, 'wild card')} could have stood in for other cards"
    return f"Your turn is over, and {few} in one meld." if thrown(moves) else ""


@goal("You have laid a meld with {number} wild cards in it.", _idle)
def stood_in(start: VazhushalState, moves: Moves, now: VazhushalState, number: int = 1) -> bool:
    return any(sum(not card.natural for card in meld) >= number for meld in _new(start, now))


def _left_out(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> str:
    gone, wanted = thrown(moves), parse_cards(" ".join(cards))
    if not gone:
        return ""
    left = missing(wanted, missing(owned(now.melds[0]), owned(start.melds[0])))
    return f"The discard of {gone} ends your turn, and {quoted(left)} could have been laid."


@goal("{cards} of your hand lie in melds of yours.", _left_out)
def on_table(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> bool:
    added = Counter(owned(now.melds[0])) - Counter(owned(start.melds[0]))
    return not missing(parse_cards(" ".join(cards)), added.elements())


def _given_up(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> str:
    return f"{thrown(moves)} is one of those that you wanted to keep." if thrown(moves) else ""


@goal("You have discarded, and none of {cards}.", _given_up)
def kept(start: VazhushalState, moves: Moves, now: VazhushalState, *cards: str) -> bool:
    wanted = parse_cards(" ".join(cards))
    return any(move.verb == "discard" and move.cards[0] not in wanted for move in moves)


def _not_wiped(start: VazhushalState, moves: Moves, now: VazhushalState, card: str) -> str:
    wanted, first = quoted([parse_card(card)]), moves[0]
    if first.verb == "stock":
        return f"You have drawn from the stock, and one draw is all you get: the line with {wanted} has to wait."
    return f"You have taken {many(first.number or 0, 'card')} of the line. This time it was about {wanted}."


@goal("You have wiped the line down to {card}.", _not_wiped)
def wiped_to(start: VazhushalState, moves: Moves, now: VazhushalState, card: str) -> bool:
    wanted = parse_card(card)
    return any(move.verb == "wipe" and start.line[-(move.number or 0)] is wanted for move in moves)
