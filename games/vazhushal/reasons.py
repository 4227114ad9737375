"""Statements about moves in Vazhushal: reasons that bots give, and advice for hints."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import JOKER, codes
from games.engine.bot import Reason
from games.engine.claim import both, look, verb
from games.engine.hint import Advice
from games.engine.move import Move
from games.engine.work import TooMuch, Work
from games.kit.melds import bases
from games.vazhushal.endgame import Winning, can_go_out
from games.vazhushal.judging import only_stock
from games.vazhushal.melding import owned
from games.vazhushal.moves import laid_first
from games.vazhushal.outlook import partnership
from games.vazhushal.state import VazhushalState
from games.vazhushal.verbs import DISCARD, DONE, KEEP, LAYOFF, MELD, REARRANGE, STOCK, TAKE, THROW_IN, VERBS, WIPE
from games.vazhushal.wiping import WIPES, wipes
from games.words import in_word, many

State = VazhushalState
JOKERS = 2
"""The number of printed jokers that is worth more than a redeal."""


def has_jokers(state: State, seat: int, move: Move) -> bool:
    return sum(card is JOKER for card in state.hands[seat]) >= JOKERS


def is_forced(state: State, seat: int, move: Move) -> bool:
    return state.forced


def stock_alone(state: State, seat: int, move: Move) -> bool:
    return only_stock(state, seat)


def cannot_wipe(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat has no legal wipe; False if not all can be tried."""
    if state.opened(seat) and state.options.wipe_table_cards:
        return False
    with Work(WIPES):
        try:
            return not any(True for depth in range(1, len(state.line) + 1) for _ in wipes(state, seat, depth))
        except TooMuch:
            return False


def goes_out(state: State, seat: int, move: Move) -> bool:
    """Return whether the player goes out with this move; nobody can after the stock has run out."""
    if state.phase == "final" or len(state.hands[seat]) > len(move.all_cards):
        return False
    after = state.copy()
    VERBS.apply(after, seat, move)
    return after.match.deals > state.match.deals


def sure_way_out(state: State, seat: int, move: Move) -> bool:
    """Return whether this move begins a sure way out in this turn; a discard only counts if it's the last card."""
    if DISCARDS(state, seat, move) and len(state.hands[seat]) > 1:
        return False
    way = can_go_out(state, seat) if state.phase in ("draw", "table") else None
    return isinstance(way, Winning) and way.moves[0] == move


def nothing_to_lay(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat can't meld or lay off any card; False if not all moves can be tried."""
    with Work(WIPES):
        try:
            return not any(
                next(iter(one.moves(state, seat)), None) for one in (MELD, LAYOFF) if one.now(state, seat) and one.moves
            )
        except TooMuch:
            return False


def has_no_partner(state: State, seat: int, move: Move) -> bool:
    """Return whether no other natural card in the hand is close in the suit or of the same rank."""
    card, hand = move.cards[0], list(state.hands[seat])
    hand.remove(card)
    natural = [one for one in hand if one not in state.wilds]
    return card not in state.wilds and not partnership(card, natural, opened=True)


def last_card(state: State, seat: int, move: Move) -> bool:
    return len(state.hands[seat]) == 1


def down_at_once(state: State, seat: int, move: Move) -> str:
    number = len(move.cards) + len(laid_first(move))
    return f"{in_word(number).capitalize()} cards go down at once."


def placed(state: State, seat: int, move: Move) -> int:
    """Return how many hand cards a rearrangement places."""
    return sum(map(len, move.groups)) - len(owned(state.melds[seat]))


def places_some(state: State, seat: int, move: Move) -> bool:
    return placed(state, seat, move) > 0


def rearranged(state: State, seat: int, move: Move) -> str:
    return f"It puts {many(placed(state, seat, move), 'more card')} on the table."


KEEPS, THROWS_IN, DRAWS, TAKES, WIPES_LINE = map(verb, (KEEP.name, THROW_IN.name, STOCK.name, TAKE.name, WIPE.name))
LAYS_MELD, LAYS_OFF, REARRANGES = map(verb, (MELD.name, LAYOFF.name, REARRANGE.name))
DISCARDS, IS_DONE, LAYS = verb(DISCARD.name), verb(DONE.name), verb(MELD.name, LAYOFF.name)

OUT = Reason("From here there is a sure way out in this turn.", sure_way_out, "out.definition")
"""A reason only for bots that search for a way out, since checking it takes a search."""
REASONS: Sequence[Reason] = (
    Reason("It has two jokers or more, so I keep it.", both(KEEPS, has_jokers), "redeal.three-doubles"),
    Reason("I keep this hand.", KEEPS, "redeal.three-doubles"),
    Reason("Doubles are of little use in one hand.", THROWS_IN, "redeal.three-doubles"),
    Reason("It has to be taken.", both(TAKES, is_forced), "starter.nobody-pure"),
    Reason("It brings me the wild starter.", TAKES, "starter.take-with-pure"),
    Reason("There is only the stock to draw from.", both(DRAWS, stock_alone), "draw.stock"),
    Reason("No card of the line makes a new meld for me.", both(DRAWS, cannot_wipe), "draw.stock"),
    Reason("I'd rather have a card from the stock.", DRAWS, "draw.stock"),
    Reason("I'm out with that.", goes_out, "out.definition"),
    Reason(down_at_once, WIPES_LINE, "wipe.deepest-card-must-meld"),
    Reason("Every card on the table is one less to get rid of.", LAYS, "meld.any-number"),
    Reason(rearranged, both(REARRANGES, places_some), "rearr.free"),
    Reason("My melds are better like that.", REARRANGES, "rearr.free"),
    Reason("It goes with no other card of my hand.", both(DISCARDS, has_no_partner), "discard.one"),
    Reason("One card has to go.", DISCARDS, "discard.one"),
    Reason("I can lay nothing more.", nothing_to_lay, "exhaust.final-melds"),
    Reason("That will do.", clause="exhaust.final-melds"),
)


# -- hints -------------------------------------------------------------------------------------------------


def opened(state: State, seat: int, move: Move) -> bool:
    return state.opened(seat)


def pure_first(state: State, seat: int, move: Move) -> bool:
    return bool(laid_first(move))


def deepest(state: State, move: Move) -> str:
    return state.line[-(move.number or 1)].code


def deepest_card(state: State, seat: int, move: Move) -> str:
    return f"The deepest card to take is {deepest(state, move)}."


def pure_then_deepest(state: State, seat: int, move: Move) -> str:
    return f"Lay {codes(laid_first(move))} first; then look at {deepest(state, move)}."


def deepest_in_meld(state: State, seat: int, move: Move) -> str:
    return f"The deepest card to take is {deepest(state, move)}; it belongs to {codes(move.cards)}."


def pure_needed(state: State, seat: int, move: Move) -> str:
    return f"You need a pure sequence: {codes(laid_first(move)) or 'you own one'}."


def starter(state: State, seat: int, move: Move) -> str:
    return f"Look at {codes(state.line[:1])}, the oldest card of the line."


def grows(state: State, seat: int, move: Move) -> str:
    return f"{codes(move.cards)} {'fits' if len(move.cards) == 1 else 'fit'} on your meld {move.number}."


def in_the_end(state: State, seat: int, move: Move) -> str:
    return "In the end they could lie as " + " · ".join(codes(group) for group in move.groups) + "."


def fits_none(state: State, seat: int, move: Move) -> str:
    return f"{codes(bases(move.cards))} doesn't fit any of your cards."


NEWEST = "Do the newest cards of the line make a new meld with yours? If none is worth it, there is the stock."

ADVICE = (
    Advice(
        "There is only the stock to draw from.",
        "draw.stock",
        "Look at the stock: nobody knows what comes.",
        both(DRAWS, stock_alone),
    ),
    Advice(NEWEST, "draw.stock", "No card of the line makes a new meld for you.", both(DRAWS, cannot_wipe)),
    Advice(NEWEST, "draw.stock", "Look at the stock: nobody knows what comes.", DRAWS),
    Advice(
        "One of the cards in the line would make a new meld with what you hold, or with the cards above it.",
        "wipe.deepest-card-must-meld",
        deepest_card,
        both(WIPES_LINE, opened),
    ),
    Advice(
        "You hold a pure sequence already. Lay it before you draw, and the line is open to you for any new meld.",
        "first.meld-then-wipe",
        pure_then_deepest,
        both(WIPES_LINE, pure_first),
    ),
    Advice(
        "The line can complete a pure sequence, and that opens the game for you.",
        "first.wipe-completes-pure",
        deepest_in_meld,
        WIPES_LINE,
    ),
    Advice(
        "The oldest card of the line is wild, and this time you have to take the line.",
        "starter.nobody-pure",
        starter,
        both(TAKES, is_forced),
    ),
    Advice(
        "The oldest card of the line is wild, and you may have it without melding it.",
        "starter.take-with-pure",
        pure_needed,
        TAKES,
    ),
    Advice("You hold a meld.", "meld.any-number", look, both(LAYS_MELD, opened)),
    Advice("You can open: look for three in a row of one suit.", "first.must-be-pure", look, LAYS_MELD),
    Advice("One of your melds can grow.", "layoff.own-only", grows, LAYS_OFF),
    Advice(
        "Take your melds apart in your mind: together with your hand they can be put together better.",
        "rearr.free",
        in_the_end,
        REARRANGES,
    ),
    Advice(
        "One card is left, and it is your turn to discard.",
        "out.definition",
        "Throw it, and you are out.",
        both(DISCARDS, last_card),
    ),
    Advice(
        "Let go of a card that has no partner in your hand.", "discard.one", fits_none, both(DISCARDS, has_no_partner)
    ),
    Advice("Which card can you do without?", "discard.one", look, DISCARDS),
    Advice("Your doubles are of little use.", "redeal.three-doubles", "You may have everything dealt anew.", THROWS_IN),
    Advice(
        "Your jokers are worth keeping.", "redeal.three-doubles", "Nothing more is needed.", both(KEEPS, has_jokers)
    ),
    Advice("You don't have to ask for a new deal.", "redeal.three-doubles", "Nothing more is needed.", KEEPS),
    Advice(
        "You have laid what can be laid.",
        "exhaust.final-melds",
        "Nothing more is needed.",
        both(IS_DONE, nothing_to_lay),
    ),
    Advice("You don't have to lay any more.", "exhaust.final-melds", "Nothing more is needed."),
)
