"""Puzzles about the next player: what a discard gives away, and which discard gives away least.

The answers hold for every hand of the next player that agrees with what seat 0 can see. A *holding* is some cards of
that hand. Whether a holding is enough doesn't depend on the other cards in that hand. To compare discards, the puzzles
count pairs among all unseen cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

from games.cards import UNKNOWN, Card, format_cards, get_card, list_missing_cards, parse_card, parse_cards, sort_cards
from games.engine.common_puzzles import CODE
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import (
    AnswerRow,
    Puzzle,
    PuzzleTheme,
    Setup,
    Unproven,
    Verdict,
    VoidPuzzle,
    build_answer_fields,
    judge_by_key,
    parse_answer,
)
from games.kit.melds import (
    WINDOWS,
    WINDOWS_WITH,
    Meld,
    build_card_mask,
    list_meld_extensions,
    list_physical_cards,
    list_represented_cards,
)
from games.kit.puzzle_tools import clamp_rating, filter_clauses, split_clause_ids
from games.kit.rummy import build_discard_move
from games.vazhushal import endgame, legality, playing
from games.vazhushal.meld_checks import is_meld, list_meld_cards
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.puzzles.common import POSING, Draft, build_setup, draw_setup_from_play, load_setup
from games.vazhushal.rules import RULES
from games.vazhushal.state import VazhushalState
from games.vazhushal.wipe_search import list_possible_runs_and_sets
from games.words import join_words, quote_cards, spell_count, spell_number

NEXT = 1
"""The seat of the next player: to the left of seat 0, who answers the question."""
LONGEST_LINE = 9


def count_unseen_cards(state: VazhushalState) -> Counter[Card]:
    """Return how often each card is in a place that seat 0 can't see: in other hands or in the stock."""
    left = Counter(state.deck)
    left.subtract(list_meld_cards(meld for melds in state.melds for meld in melds))
    left.subtract([*state.line, *(card for hand in state.hands for card in hand), *state.stock])
    if state.negative is not None and not state.options.neg_drawable:
        left[state.negative] -= 1
    return Counter({card: number for card, number in left.items() if number > 0 and card is not UNKNOWN})


def _describe_next_player(state: VazhushalState) -> str:
    """Return a sentence on whether the next player has opened, and on the number of hand cards and the known ones."""
    known = [card for card in state.hands[NEXT] if card is not UNKNOWN]
    hand = spell_count(len(state.hands[NEXT]), "card") + (f", including {quote_cards(known)}" if known else "")
    has = "has opened" if state.melds[NEXT] else "hasn’t opened"
    return f"The player to your left {has} and holds {hand}."


def _assume_next_player_holds(state: VazhushalState, cards: Sequence[Card]) -> VazhushalState:
    """Return the state in which the next player is known to hold these cards, with the rest of that hand unknown."""
    after = state.copy()
    after.hands[NEXT] = [*cards, *[UNKNOWN] * (len(state.hands[NEXT]) - len(cards))]
    return after


def load_setup_without_hidden_hands(setup: Setup, options: Options) -> VazhushalState:
    """Return the state of a puzzle's setup without cards that the page doesn't show.

    These are the cards of seats after the next player that other players know to be in their hands.
    """
    state = load_setup(setup, options)
    for seat in range(NEXT + 1, state.seats):
        state.hands[seat], state.known[seat] = [UNKNOWN] * len(state.hands[seat]), []
    return state


def _draw_setup(rng: Random, options: Options, build: Callable[[Draft], Setup | None], lacking: str) -> Setup:
    """Return the first puzzle setup that the function `build` makes from a position in which seat 0 can discard.

    Raises VoidPuzzle with the message `lacking` if no setup is found. Half of the setups are early in the deal, before
    the next player has opened. The next player has at least four cards.
    """
    early = rng.random() < 0.5

    def build_if_table_fits(draft: Draft) -> Setup | None:
        if early == draft.state.has_opened(NEXT) or len(draft.state.hands[NEXT]) < 4:
            return None
        draft.shorten_line(rng.randint(2, LONGEST_LINE - 1))
        return build(draft)

    turns = range(1, 6) if early else range(5, 16)
    return draw_setup_from_play(rng, options, "table", build_if_table_fits, turns, lacking)


# -- what did the last discard give away ---------------------------------------------------------


def _make_given_away_setup(rng: Random, options: Options) -> Setup:
    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        state = draft.state
        plain = [card for card in state.hands[0] if card not in state.wilds]
        melds = [list_represented_cards(meld) for meld in state.melds[NEXT]]
        near = [card for card in plain if any(card in (*meld, *list_meld_extensions(meld)) for meld in melds)]
        card = draft.pick_one(near if near and rng.random() < 0.4 else plain)
        playing.discard(state, 0, build_discard_move(card))
        if state.phase != "draw" or state.turn != NEXT or state.line[-1] is not card:
            return None
        holdings = [*_list_holdings_repeating_melds(state, card), *_list_holdings_to_ask_about(draft, card)]
        chosen = [*dict.fromkeys(holdings)][:7]
        rng.shuffle(chosen)
        setup = build_setup(state, holdings=[format_cards(holding) for holding in chosen])
        puzzle = _build_given_away_puzzle(setup, options)
        fits = 1 < len(puzzle.key) < len(puzzle.options) - 1 and not _is_giving_answer_away(puzzle)
        return setup if fits else None

    return _draw_setup(rng, options, build_setup_if_fitting, "We couldn’t find a discard worth thinking about.")


def _is_giving_answer_away(puzzle: Puzzle) -> bool:
    """Return whether a puzzle's explanations give right answers away.

    They do if the explanation of a wrong answer names a card that appears in a right answer, but neither in the
    question nor in a wrong answer.
    """
    cards = {option.id: {*CODE.findall(option.text)} for option in puzzle.options}
    right = set().union(*(cards[id] for id in puzzle.key))
    wrong = set().union(*(cards[id] for id in cards if id not in puzzle.key), CODE.findall(puzzle.question))
    reasons = " ".join(puzzle.reasons[id] for id in cards if id not in puzzle.key)
    return bool(right.difference(wrong).intersection(CODE.findall(reasons)))


def _list_holdings_repeating_melds(state: VazhushalState, card: Card) -> list[tuple[Card, ...]]:
    """Return holdings that make a meld with `card` which is identical to a meld that the next player already has.

    A holding is some cards of the next player's hand.
    """
    return [
        tuple(sort_cards(one for one in meld if one is not card))
        for meld in state.melds[NEXT]
        if len(meld) == 3 and card in meld and all(one.natural for one in meld)
    ]


def _list_holdings_to_ask_about(draft: Draft, card: Card) -> list[tuple[Card, ...]]:
    """Return holdings (cards in the next player's hand) to ask about, in random order.

    Some of them make a meld with `card`, and some nearly make one.
    """
    rng = draft.rng
    below, above = (get_card(card.rank + step or 13, card.suit) for step in (-1, 1))
    near = [get_card(card.rank + step, card.suit) for step in (2, 3, -2, -3) if 1 <= card.rank + step <= 14]
    alike = [get_card(card.rank, suit) for suit in rng.sample("CDHS", 4) if suit != card.suit]
    wild, pure, runs = draft.pick_wild(), draft.pick_meld(run=True), draft.pick_partners(card, run=True)
    holdings = [
        *(runs, (below, above), (above, near[0]), (near[-1], below), (near[0], near[-1])),
        *((alike[0], alike[1]), (alike[2], alike[2]), (wild, rng.choice((below, above))), (wild, alike[0])),
        *((*pure, alike[1], alike[2]), (*pure, wild, above), (below, get_card(above.rank, alike[0].suit))),
    ]
    fitting = [tuple(sort_cards(cards)) for cards in holdings if len(cards) <= len(draft.state.hands[NEXT])]
    return rng.sample(fitting, len(fitting))


def _build_given_away_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup_without_hidden_hands(setup, options)
    if state.phase != "draw" or state.turn != NEXT or not state.line or not state.stock:
        raise VoidPuzzle("This question needs the next player’s turn to draw, with cards in the stock and the line.")
    card, left = state.line[-1], count_unseen_cards(state)
    held = Counter(card for card in state.hands[NEXT] if card is not UNKNOWN)
    holdings = [parse_cards(text) for text in setup["holdings"]]
    verdicts = [_judge_holding(state, holding, left + held) for holding in holdings]
    rows = [
        AnswerRow(f"h{number}", quote_cards(holding), enough, why, "".join(ids[-1:]), format_cards(holding))
        for number, (holding, (enough, why, ids)) in enumerate(zip(holdings, verdicts, strict=True), 1)
    ]
    right, opened = [row.text for row in rows if row.is_right], state.has_opened(NEXT)
    helped = "help a player who has opened" if opened else "don’t help a player who hasn’t opened"
    among = f", such as {right[0]}" if right else ""
    return Puzzle(
        question=f"You’ve just discarded {quote_cards([card])}. {_describe_next_player(state)} "
        "Which of these cards would be enough to wipe just your discard? Select all that apply.",
        position=POSING.build_visible_position(state),
        clauses=filter_clauses(["line.visible", *(id for _, _, ids in verdicts for id in ids)], _GAVE_CLAUSES),
        why=f"To wipe just {quote_cards([card])}, that player needs a new meld of it and cards from their hand"
        f"{'' if opened else ', and a first meld has to be a pure sequence'}. The number of ways is based on the "
        f"{left.total()} cards that you can’t see.",
        hints=(
            "Does your discard make a new meld with these cards, and can that player meld it?",
            POSING.build_rule_hint(_get_clause_of_next_wipe(state), options),
            f"Jokers and sets {helped}. Nobody holds a card if you can see all its copies.",
            f"{spell_number(len(right)).capitalize()} of these will work{among}.",
        ),
        rating=clamp_rating(
            1050 + 40 * len(rows) + (40 if opened else 120) + 80 * any(len(cards) > 2 for cards in holdings)
        ),
        **build_answer_fields("tick", rows),
    )


def _get_clause_of_next_wipe(state: VazhushalState) -> str:
    """Return the id of the clause that lets the next player make a new meld by a wipe."""
    return "wipe.any-kind-once-opened" if state.has_opened(NEXT) else "first.wipe-completes-pure"


def _judge_holding(state: VazhushalState, cards: Meld, left: Counter[Card]) -> tuple[bool, str, list[str]]:
    """Return whether the next player can wipe the last discard (take it for a meld) with these cards in hand, and why.

    The third value is the list of the clauses behind this, the deciding one last. `left` counts the cards that the next
    player could hold.
    """
    for card in Counter(cards) - left:
        if left[card]:
            return False, f"That player can have at most {left[card]} of {quote_cards([card])}.", ["line.visible"]
        return False, f"You can see every {quote_cards([card])}, so nobody else holds one.", ["line.visible"]
    if len(cards) > len(state.hands[NEXT]):
        return False, "That hand doesn’t have that many cards.", []
    there = _assume_next_player_holds(state, cards)
    move = endgame.find_line_draw_of_depth(there, NEXT, 1)
    if isinstance(move, endgame.UnfinishedSearch):
        raise Unproven("There are too many melds to try.")
    if move is None:
        return False, *_explain_holding_not_enough(there, cards)
    number = prod(comb(left[card], copies) for card, copies in Counter(cards).items())
    ways = "There’s one way" if number == 1 else f"There are {spell_count(number, 'way')}"
    laid_first = get_sequence_laid_first(move)
    before = f"{quote_cards(laid_first)} first, then " if laid_first else ""
    allowed_by = "first.meld-then-wipe" if laid_first else _get_clause_of_next_wipe(state)
    clauses = ["wipe.deepest-card-must-meld", "wipe.single-card-too", allowed_by]
    return True, f"Yes: {before}{quote_cards(move.cards)}. {ways} to hold it.", clauses


_OTHERS = {"You": "They", "you": "they", "Your": "Their", "your": "their", "leave you": "leave them"}


def _address_to_others(sentence: str) -> str:
    """Turn a refusal that was written for the player (“You can’t …”) into a sentence about others (“They can’t …”)."""
    return re.sub(r"\b(?:leave you|[Yy]our?)\b", lambda match: _OTHERS[match[0]], sentence)


def _explain_holding_not_enough(state: VazhushalState, cards: Meld) -> tuple[str, list[str]]:
    card = state.line[-1]
    tried = [meld for meld in list_possible_runs_and_sets([*cards, card], state.wilds, card) if is_meld(state, meld)]
    tried += [(*meld, card) for meld in state.melds[NEXT] if is_meld(state, (*meld, card))]
    for meld in tried:
        violation = RULES.find_violation(state, NEXT, Move("wipe", 1, (meld,)))
        if violation is not None:
            # After its first sentence, any other refusal gives advice to the player who moves.
            has_rule_at_end = violation.clause.id == "first.must-be-pure"
            sentence = violation.sentence_with_quoted_cards if has_rule_at_end else violation.summary
            return f"{quote_cards(meld)}? {_address_to_others(sentence)}", [violation.clause.id]
    return f"{quote_cards([card])} and these cards alone don’t make a new meld.", ["wipe.deepest-card-must-meld"]


_GAVE_CLAUSES = split_clause_ids("""
line.visible wipe.single-card-too wipe.deepest-card-must-meld wipe.any-kind-once-opened wipe.not-a-layoff
first.must-be-pure first.wipe-completes-pure first.meld-then-wipe meld.no-twin-melds
""")


# -- the safest discard --------------------------------------------------------------------------


def _make_safest_discard_setup(rng: Random, options: Options) -> Setup:
    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        plain = sort_cards({card for card in draft.state.hands[0] if card not in draft.state.wilds})
        if len(plain) < 4:
            return None
        setup = build_setup(draft.state, cards=format_cards(rng.sample(plain, 4)))
        state = load_setup_without_hidden_hands(setup, options)
        least, second, *more = sorted(count_melding_pairs(state, setup).values())
        return setup if second - least >= 3 and more[-1] > second else None

    return _draw_setup(rng, options, build_setup_if_fitting, "We couldn’t find a choice of discards.")


Need = tuple[Card, ...]
Gifts = dict[Need, tuple[int, Meld]]
"""For each holding, a wipe that it allows: the number of wiped cards, and the new meld."""


def count_melding_pairs(state: VazhushalState, setup: Setup) -> dict[Card, int]:
    """Return, for each card that can be discarded, how many pairs of unseen cards let the next player meld it."""
    left = count_unseen_cards(state)
    return {
        card: _count_pairs_with_holdings(given, left)
        for card, given in _find_melding_holdings_by_card(state, setup).items()
    }


def _find_melding_holdings_by_card(state: VazhushalState, setup: Setup) -> dict[Card, Gifts]:
    if state.phase != "table" or not state.can_move(0):
        raise VoidPuzzle("In this position, it isn’t your turn to discard.")
    if state.forced:
        raise VoidPuzzle("This question can’t be asked on a turn in which a wild starter has to be taken.")
    cards = parse_cards(setup["cards"])
    if list_missing_cards(cards, state.hands[0]):
        raise VoidPuzzle("Some of the cards in this question aren’t in your hand.")
    return {card: find_melding_holdings(state, card) for card in cards}


def find_melding_holdings(state: VazhushalState, card: Card) -> Gifts:
    """Return the holdings with which the next player could wipe and meld this card after seat 0 discards it.

    The result is a dict from each holding to a wipe that proves it, as a pair of depth and meld. A holding is a tuple
    of at most two unseen cards. The next player also has the hand cards that are known. Raises VoidPuzzle if the next
    player doesn't get to draw or has fewer than two unknown cards. Raises Unproven if there are too many ways to count
    them.
    """
    after = state.copy()
    playing.discard(after, 0, build_discard_move(card))
    if after.phase != "draw" or after.turn != NEXT:
        raise VoidPuzzle("In this position, the next player doesn’t get to draw.")
    known = [held for held in after.hands[NEXT] if held is not UNKNOWN]
    if len(after.hands[NEXT]) - len(known) < 2:
        raise VoidPuzzle("In this position, fewer than two of the next player’s cards are unknown.")
    if (known and not after.melds[NEXT]) or after.options.wipe_table_cards:
        raise Unproven("There are too many possibilities to count.")
    if not after.line or after.line[-1] is not card:
        return {}
    if not after.melds[NEXT] and not after.options.wipe_before_first:
        return {}
    found: Gifts = {}
    left = count_unseen_cards(after)
    for depth in range(1, len(after.line) + 1):
        for need, meld in _list_melds_for_wipe(after, depth, known, left, card):
            if need not in found:
                there = _assume_next_player_holds(after, [*known, *need])
                if next(legality.check_wipe(there, NEXT, Move("wipe", depth, (meld,))), None) is None:
                    found[need] = depth, meld
    return found


def _list_melds_for_wipe(
    state: VazhushalState, depth: int, known: Sequence[Card], left: Counter[Card], card: Card
) -> Iterator[tuple[Need, Meld]]:
    """Yield the melds for a wipe of `depth` cards that use both `card` and the deepest card of the wipe.

    Each result is a pair: the unseen cards that the meld needs (at most two), and the meld. Its other cards are wiped
    cards and cards in `known`, the known hand cards. `left` counts the unseen cards.
    """
    deepest, wilds = state.line[-depth], state.wilds
    pool = Counter([*state.line[-depth:], *known])
    free = sum(number for one, number in pool.items() if one in wilds) + 2
    have = build_card_mask(pool)
    for size, mask, window in WINDOWS if deepest in wilds else WINDOWS_WITH[deepest]:
        if size - (mask & have).bit_count() > free or (card not in wilds and card not in window):
            continue
        for meld, need in _list_ways_to_fill_meld(window, pool, left, sort_cards(wilds), 2):
            held = list_physical_cards(meld)
            if deepest in held and card in held and (deepest is not card or depth == 1 or held.count(card) > 1):
                yield tuple(sort_cards(need)), meld


def _list_ways_to_fill_meld(
    window: Sequence[Card], pool: Counter[Card], left: Counter[Card], wilds: Sequence[Card], more: int
) -> Iterator[tuple[Meld, tuple[Card, ...]]]:
    """Yield every way to fill a run or set (the window) with cards of `pool` and at most `more` cards of `left`.

    Each way is a pair of the meld and its cards from `left`.
    """
    if not window:
        yield (), ()
        return
    face, rest = window[0], window[1:]
    for card in dict.fromkeys((face, *wilds)):
        for source, unseen in ((pool, ()), (left, (card,))):
            if source[card] and len(unseen) <= more:
                source[card] -= 1
                for meld, need in _list_ways_to_fill_meld(rest, pool, left, wilds, more - len(unseen)):
                    yield (card.substitute_for(face), *meld), (*unseen, *need)
                source[card] += 1


def _count_pairs_with_holdings(needs: Gifts, left: Counter[Card]) -> int:
    """Return how many pairs of unseen cards contain at least one of the holdings in `needs`.

    `left` counts the unseen cards. A holding is a tuple of at most two cards.
    """
    return sum(
        left[one] * left[other] if one is not other else comb(left[one], 2)
        for one, other in combinations_with_replacement(sort_cards(left), 2)
        if () in needs or (one,) in needs or (other,) in needs or (one, other) in needs
    )


def _build_safest_discard_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup_without_hidden_hands(setup, options)
    wipes, left = _find_melding_holdings_by_card(state, setup), count_unseen_cards(state)
    counts = {card: _count_pairs_with_holdings(wipes[card], left) for card in wipes}
    ordered, allowed_by = sorted(counts, key=lambda card: counts[card]), _get_clause_of_next_wipe(state)
    least, worst = counts[ordered[0]], max(counts, key=lambda card: counts[card])
    safest = [card for card, number in counts.items() if number == least]
    if len(safest) == len(counts):
        raise VoidPuzzle("All of these discards are equally safe.")
    rows = [
        AnswerRow(
            card.code,
            quote_cards([card]),
            card is safest[0],
            _explain_discard_safety(
                state, wipes[card], number, [other for other in safest if other is not card], least
            ),
            cards=card.code,
        )
        for card, number in counts.items()
    ]
    pairs = join_words([f"{counts[card]} would wipe {quote_cards([card])}" for card in ordered])
    last = f"Only {spell_count(least, 'pair')} would wipe the safest card."
    return Puzzle(
        question=f"{_describe_next_player(state)} Which of these is the safest discard? Count the pairs of unseen "
        "cards that would let that player wipe it, alone or with older cards.",
        position=POSING.build_visible_position(state),
        clauses=("line.visible", "discard.any-hand-card", "wipe.deepest-card-must-meld", allowed_by),
        why=f"You can’t see {left.total()} cards. Of the {comb(left.total(), 2)} possible pairs, {pairs}.",
        on="hand-0",
        hints=(
            "Which card has the fewest partners left, of the same rank or next to it in suit?",
            POSING.build_rule_hint(allowed_by, options),
            f"{quote_cards([worst])} is the worst: {counts[worst]} pairs would wipe it.",
            last if least else "No pair would wipe the safest card.",
        ),
        rating=clamp_rating(1350 + 40 * len(state.line) + (100 if least else 0) - min(100, counts[ordered[1]] - least)),
        **build_answer_fields("one", rows, allowed_by),
    )


def _explain_discard_safety(
    state: VazhushalState, found: Gifts, number: int, safest: Sequence[Card], least: int
) -> str:
    if not number:
        return "No pair of unseen cards would wipe it."
    need = min(found, key=lambda need: (len(need), sum(one in state.wilds for one in need)))
    depth, meld = found[need]
    deep = f", wiping {depth} cards" if depth > 1 else ""
    holding = f"with {quote_cards(need)} " if need else ""
    untold = not any(card.code in quote_cards((*need, *meld)) for card in safest)
    example = f". For example, {holding}it makes {quote_cards(meld)}{deep}" if untold else ""
    more = f" That’s {number - least} more than for the safest card." if number > least else ""
    return f"{spell_count(number, 'pair').capitalize()} would wipe it{example}.{more}"


def _judge_safest_discard_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    """Return the verdict on an answer; any of several equally safe cards is right."""
    given = parse_answer(puzzle, answer)
    counts = count_melding_pairs(load_setup_without_hidden_hands(setup, options), setup)
    if counts[parse_card(given)] == min(counts.values()):
        return Verdict(True, puzzle.why, puzzle.clauses, "", puzzle.reasons)
    return judge_by_key(puzzle, answer)


_SAFE_CLAUSES = split_clause_ids("""
line.visible discard.any-hand-card wipe.deepest-card-must-meld wipe.any-kind-once-opened first.wipe-completes-pure
""")

THEMES = (
    PuzzleTheme(
        "gave-away",
        "What did your discard give away?",
        "Which hands could wipe your discard?",
        _GAVE_CLAUSES,
        _make_given_away_setup,
        _build_given_away_puzzle,
    ),
    PuzzleTheme(
        "safest-discard",
        "The safest discard",
        "Find the discard that helps the next player least.",
        _SAFE_CLAUSES,
        _make_safest_discard_setup,
        _build_safest_discard_puzzle,
        _judge_safest_discard_answer,
    ),
)
