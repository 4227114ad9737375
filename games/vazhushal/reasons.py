"""Predicates on moves in Vazhushal, with sentences about the moves for bots' reasons and for hints."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import JOKER, format_cards
from games.engine.bot import Reason
from games.engine.claim import build_look_at_cards_sentence, build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Move
from games.engine.work_limits import OutOfSteps, WorkAllowance
from games.kit.melds import list_physical_cards
from games.vazhushal.endgame import MovesToGoOut, find_moves_to_go_out
from games.vazhushal.hand_rating import rate_partner_cards
from games.vazhushal.legality import can_only_draw_from_stock
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.state import VazhushalState
from games.vazhushal.verbs import DISCARD, DONE, KEEP, LAYOFF, MELD, REARRANGE, STOCK, TAKE, THROW_IN, VERBS, WIPE
from games.vazhushal.wipe_search import WIPES, list_legal_wipes
from games.words import spell_count, spell_number

State = VazhushalState
JOKERS = 2
"""A hand with at least this many printed jokers is worth more than a redeal."""


def has_several_jokers(state: State, seat: int, move: Move) -> bool:
    return sum(card is JOKER for card in state.hands[seat]) >= JOKERS


def is_forced_to_take(state: State, seat: int, move: Move) -> bool:
    return state.forced


def is_only_stock_possible(state: State, seat: int, move: Move) -> bool:
    return can_only_draw_from_stock(state, seat)


def cannot_wipe(state: State, seat: int, move: Move) -> bool:
    """Return whether it's certain that the seat has no legal wipe. If this can't be proven, the result is False.

    `move` isn't used. It's an argument because bots' reasons and hints pass a move to their predicates.
    """
    if state.has_opened(seat) and state.options.wipe_table_cards:
        return False
    with WorkAllowance(WIPES):
        try:
            return not any(
                True for depth in range(1, len(state.line) + 1) for _ in list_legal_wipes(state, seat, depth)
            )
        except OutOfSteps:
            return False


def is_going_out(state: State, seat: int, move: Move) -> bool:
    """Return whether the player goes out with this move. After the stock has run out, it's always False."""
    if state.phase == "final" or len(state.hands[seat]) > len(move.all_cards):
        return False
    after = state.copy()
    VERBS.apply_move(after, seat, move)
    return after.match.deals > state.match.deals


def is_sure_to_go_out(state: State, seat: int, move: Move) -> bool:
    """Return whether the search finds a sure way to go out this turn that starts with this move.

    A discard only counts if it's the last card in hand.
    """
    if DISCARDS(state, seat, move) and len(state.hands[seat]) > 1:
        return False
    way = find_moves_to_go_out(state, seat) if state.phase in ("draw", "table") else None
    return isinstance(way, MovesToGoOut) and way.moves[0] == move


def has_no_card_to_meld(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat can't meld or lay off any card. If this can't be proven, the result is False."""
    with WorkAllowance(WIPES):
        try:
            return not any(
                next(iter(verb.moves(state, seat)), None)
                for verb in (MELD, LAYOFF)
                if verb.is_possible(state, seat) and verb.moves
            )
        except OutOfSteps:
            return False


def is_discard_isolated(state: State, seat: int, move: Move) -> bool:
    """Return whether no other natural card in the hand is close to the discard in its suit or has its rank.

    If the discard is wild, the result is False.
    """
    card, hand = move.cards[0], list(state.hands[seat])
    hand.remove(card)
    natural = [other for other in hand if other not in state.wilds]
    return card not in state.wilds and not rate_partner_cards(card, natural, opened=True)


def is_last_card(state: State, seat: int, move: Move) -> bool:
    return len(state.hands[seat]) == 1


def describe_laid_count(state: State, seat: int, move: Move) -> str:
    number = len(move.cards) + len(get_sequence_laid_first(move))
    return f"I meld {spell_number(number)} cards at once."


def count_placed_hand_cards(state: State, seat: int, move: Move) -> int:
    """Return how many hand cards a rearrangement of melds adds to the seat's melds."""
    return sum(map(len, move.groups)) - len(list_meld_cards(state.melds[seat]))


def is_placing_hand_cards(state: State, seat: int, move: Move) -> bool:
    return count_placed_hand_cards(state, seat, move) > 0


def describe_placed_hand_cards(state: State, seat: int, move: Move) -> str:
    return f"I get {spell_count(count_placed_hand_cards(state, seat, move), 'more card')} on the table."


KEEPS, THROWS_IN, DRAWS, TAKES, WIPES_LINE = map(
    build_verb_test, (KEEP.name, THROW_IN.name, STOCK.name, TAKE.name, WIPE.name)
)
LAYS_MELD, LAYS_OFF, REARRANGES = map(build_verb_test, (MELD.name, LAYOFF.name, REARRANGE.name))
DISCARDS, IS_DONE, LAYS = (
    build_verb_test(DISCARD.name),
    build_verb_test(DONE.name),
    build_verb_test(MELD.name, LAYOFF.name),
)

OUT = Reason("This way, I’m sure to go out this turn.", is_sure_to_go_out, "out.definition")
"""A reason only for bots that search how to go out, because testing whether it is true takes a search."""
REASONS: Sequence[Reason] = (
    Reason(
        "I keep this hand because it has two or more jokers.",
        require_all(KEEPS, has_several_jokers),
        "redeal.three-doubles",
    ),
    Reason("I keep this hand.", KEEPS, "redeal.three-doubles"),
    Reason("Doubles don’t help much.", THROWS_IN, "redeal.three-doubles"),
    Reason("I have to take it.", require_all(TAKES, is_forced_to_take), "starter.nobody-pure"),
    Reason("I get the wild starter.", TAKES, "starter.take-with-pure"),
    Reason("I can only draw from the stock.", require_all(DRAWS, is_only_stock_possible), "draw.stock"),
    Reason("I can’t make a new meld with any card in the line.", require_all(DRAWS, cannot_wipe), "draw.stock"),
    Reason("I’d rather have a card from the stock.", DRAWS, "draw.stock"),
    Reason("I go out with this.", is_going_out, "out.definition"),
    Reason(describe_laid_count, WIPES_LINE, "wipe.deepest-card-must-meld"),
    Reason("That’s one fewer card to get rid of.", LAYS, "meld.any-number"),
    Reason(describe_placed_hand_cards, require_all(REARRANGES, is_placing_hand_cards), "rearr.free"),
    Reason("My melds are better this way.", REARRANGES, "rearr.free"),
    Reason("It doesn’t go with any other card in my hand.", require_all(DISCARDS, is_discard_isolated), "discard.one"),
    Reason("I have to discard a card.", DISCARDS, "discard.one"),
    Reason("I can’t meld anything else.", has_no_card_to_meld, "exhaust.final-melds"),
    Reason("I’m done melding.", clause="exhaust.final-melds"),
)


# -- hints -------------------------------------------------------------------------------------------------


def has_opened(state: State, seat: int, move: Move) -> bool:
    return state.has_opened(seat)


def has_pure_sequence_laid_first(state: State, seat: int, move: Move) -> bool:
    return bool(get_sequence_laid_first(move))


def get_deepest_code(state: State, move: Move) -> str:
    return state.line[-(move.number or 1)].code


def describe_deepest_card(state: State, seat: int, move: Move) -> str:
    return f"Wipe down to {get_deepest_code(state, move)}."


def describe_sequence_to_lay_first(state: State, seat: int, move: Move) -> str:
    return (
        f"Meld {format_cards(get_sequence_laid_first(move))} first, then wipe down to {get_deepest_code(state, move)}."
    )


def describe_deepest_in_meld(state: State, seat: int, move: Move) -> str:
    return f"Wipe down to {get_deepest_code(state, move)} for {format_cards(move.cards)}."


def describe_needed_pure_sequence(state: State, seat: int, move: Move) -> str:
    sequence = format_cards(get_sequence_laid_first(move))
    return f"You need a pure sequence: {sequence}." if sequence else "You have the pure sequence you need."


def describe_starter(state: State, seat: int, move: Move) -> str:
    return f"Look at {format_cards(state.line[:1])}, the oldest card in the line."


def describe_layoff(state: State, seat: int, move: Move) -> str:
    return f"{format_cards(move.cards)} {'fits' if len(move.cards) == 1 else 'fit'} on your meld {move.number}."


def describe_melds_afterward(state: State, seat: int, move: Move) -> str:
    return "You could rearrange to " + " · ".join(format_cards(group) for group in move.groups) + "."


def describe_useless_discard(state: State, seat: int, move: Move) -> str:
    return f"{format_cards(list_physical_cards(move.cards))} doesn’t fit any of your cards."


NEWEST = "Is it worth melding the newest cards in the line? If not, draw from the stock."

ADVICE = (
    HintTemplate(
        "You can only draw from the stock.",
        "draw.stock",
        "The top card of the stock could be anything.",
        require_all(DRAWS, is_only_stock_possible),
    ),
    HintTemplate(
        NEWEST, "draw.stock", "You can’t make a new meld with any card in the line.", require_all(DRAWS, cannot_wipe)
    ),
    HintTemplate(NEWEST, "draw.stock", "The top card of the stock could be anything.", DRAWS),
    HintTemplate(
        "Can you make a new meld with a card in the line?",
        "wipe.deepest-card-must-meld",
        describe_deepest_card,
        require_all(WIPES_LINE, has_opened),
    ),
    HintTemplate(
        "You hold a pure sequence. Meld it before you draw, and then wipe for any new meld.",
        "first.meld-then-wipe",
        describe_sequence_to_lay_first,
        require_all(WIPES_LINE, has_pure_sequence_laid_first),
    ),
    HintTemplate(
        "The line can complete a pure sequence, so you can open.",
        "first.wipe-completes-pure",
        describe_deepest_in_meld,
        WIPES_LINE,
    ),
    HintTemplate(
        "The oldest card in the line is wild, and you have to take the line.",
        "starter.nobody-pure",
        describe_starter,
        require_all(TAKES, is_forced_to_take),
    ),
    HintTemplate(
        "The oldest card in the line is wild. You can take it without melding it.",
        "starter.take-with-pure",
        describe_needed_pure_sequence,
        TAKES,
    ),
    HintTemplate(
        "You have a meld in your hand.",
        "meld.any-number",
        build_look_at_cards_sentence,
        require_all(LAYS_MELD, has_opened),
    ),
    HintTemplate(
        "You can open. Look for three cards in order in one suit.",
        "first.must-be-pure",
        build_look_at_cards_sentence,
        LAYS_MELD,
    ),
    HintTemplate("You can lay off on one of your melds.", "layoff.own-only", describe_layoff, LAYS_OFF),
    HintTemplate(
        "Can you rearrange your melds to use a card from your hand?",
        "rearr.free",
        describe_melds_afterward,
        REARRANGES,
    ),
    HintTemplate(
        "You have one card left to discard.",
        "out.definition",
        "Discard it to go out.",
        require_all(DISCARDS, is_last_card),
    ),
    HintTemplate(
        "Discard a card that doesn’t go with your other cards.",
        "discard.one",
        describe_useless_discard,
        require_all(DISCARDS, is_discard_isolated),
    ),
    HintTemplate("Which card can you do without?", "discard.one", build_look_at_cards_sentence, DISCARDS),
    HintTemplate("Your doubles won’t help much.", "redeal.three-doubles", "You can ask for a redeal.", THROWS_IN),
    HintTemplate(
        "Your jokers are worth keeping.",
        "redeal.three-doubles",
        "Keep your hand.",
        require_all(KEEPS, has_several_jokers),
    ),
    HintTemplate("You don’t have to ask for a redeal.", "redeal.three-doubles", "Keep your hand.", KEEPS),
    HintTemplate(
        "You can’t meld anything else.",
        "exhaust.final-melds",
        "You can finish now.",
        require_all(IS_DONE, has_no_card_to_meld),
    ),
    HintTemplate("You don’t have to meld anything else.", "exhaust.final-melds", "You can finish now."),
)
