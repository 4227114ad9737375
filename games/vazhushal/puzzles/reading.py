"""Puzzles about the next player: what a discard gives away, and which discard gives away least.

Their answers hold for every hand of that player that fits what seat 0 can see. A holding is enough or not whatever
other cards are with it, and pairs are counted among all unseen cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

from games.cards import UNKNOWN, Card, card_of, codes, in_pack_order, missing, parse_card, parse_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Unproven, Verdict, Void, compare, read_answer
from games.kit.melds import WINDOWS, WINDOWS_WITH, Meld, bases, extensions, faces, mask_of
from games.kit.posing import clamp, clause_ids, until_found, within
from games.kit.rummy import discard
from games.vazhushal import endgame, judging, playing
from games.vazhushal.melding import is_meld, owned
from games.vazhushal.moves import laid_first
from games.vazhushal.puzzles.common import TRIES, rule_hint, seated, shown
from games.vazhushal.puzzles.scenes import OutOfReach, Scene, random_run, seats_for, wander
from games.vazhushal.rules import RULES
from games.vazhushal.state import VazhushalState
from games.vazhushal.wiping import shapes
from games.words import many, quoted

NEXT = 1
"""The seat of the next player, to the left of seat 0, which is asked."""
LONGEST_LINE = 9


def unseen(state: VazhushalState) -> Counter[Card]:
    """Return the cards that seat 0 can't place: in other hands or in the stock."""
    left = Counter(state.pack)
    left.subtract(owned(meld for melds in state.melds for meld in melds))
    left.subtract([*state.line, *(card for hand in state.hands for card in hand), *state.stock])
    if state.negative is not None and not state.options.neg_drawable:
        left[state.negative] -= 1
    return Counter({card: number for card, number in left.items() if number > 0 and card is not UNKNOWN})


def _facing(state: VazhushalState) -> str:
    """Return a sentence about what seat 0 sees of the next player."""
    hand = many(len(state.hands[NEXT]), "card")
    known = [card for card in state.hands[NEXT] if card is not UNKNOWN]
    seen = f", among them {quoted(known)}" if known else ""
    if state.melds[NEXT]:
        return f"The player on your left has opened and holds {hand}{seen}."
    return f"The player on your left has nothing on the table yet and holds {hand}{seen}."


def _holding(state: VazhushalState, cards: Sequence[Card]) -> VazhushalState:
    """Return the state in which the next player is known to hold these cards, with the rest of that hand unknown."""
    after = state.copy()
    size = len(state.hands[NEXT])
    after.hands[NEXT] = [*cards, *[UNKNOWN] * (size - len(cards))]
    return after


# -- what did the last discard give away ---------------------------------------------------------


def _make_gave(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        scene = _scene(rng, options)
        setup = _gave_setup(scene)
        puzzle = _pose_gave(setup, options)
        if 1 < len(puzzle.key) < len(puzzle.options) - 1:
            return setup
        return None

    return until_found(draw, TRIES, "No discard worth thinking about came up.")


def _scene(rng: Random, options: Options) -> Scene:
    """Return a table at which the next player has opened, or, about as often, hasn't."""
    early = rng.random() < 0.5
    scene = wander(rng, options, seats_for(rng, options), rng.randint(2, 7) if early else rng.randint(6, 16))
    if early == scene.state.opened(NEXT):
        raise OutOfReach
    return scene


def _gave_setup(scene: Scene) -> Setup:
    state, rng = scene.state, scene.rng
    if len(state.hands[NEXT]) < 4:
        raise OutOfReach
    scene.cut_line(rng.randint(2, LONGEST_LINE - 1))
    plain = [card for card in state.hands[0] if card not in state.wilds]
    if not plain:
        raise OutOfReach
    telling = [card for card in plain if any(_near(card, meld) for meld in state.melds[NEXT])]
    card = rng.choice(telling if telling and rng.random() < 0.4 else plain)
    scene.draw()
    playing.discard(state, 0, discard(card))
    if state.phase != "draw" or state.turn != NEXT or not state.line or state.line[-1] is not card:
        raise OutOfReach
    holdings = _holdings(scene, card)
    if len(holdings) < 5:
        raise OutOfReach
    chosen = [*_twins(state, card), *holdings][:7]
    rng.shuffle(chosen)
    return scene.setup(holdings=[codes(holding) for holding in dict.fromkeys(chosen)])


def _near(card: Card, meld: Meld) -> bool:
    """Return whether the card is in this meld or would extend it."""
    shown_cards = faces(meld)
    return card in shown_cards or card in extensions(shown_cards)


def _twins(state: VazhushalState, card: Card) -> list[tuple[Card, ...]]:
    """Return holdings that would make a meld with this card identical to one that the next player has."""
    return [
        tuple(in_pack_order(one for one in meld if one is not card))
        for meld in state.melds[NEXT]
        if len(meld) == 3 and card in meld and all(one.natural for one in meld)
    ]


def _holdings(scene: Scene, card: Card) -> list[tuple[Card, ...]]:
    """Return holdings to ask about: some make a meld with the card, and some nearly do."""
    state, rng = scene.state, scene.rng
    below, above = [card_of(card.rank + step or 13, card.suit) for step in (-1, 1)]
    near = [card_of(card.rank + step, card.suit) for step in (2, 3) if card.rank + step <= 14]
    far = [card_of(card.rank - step, card.suit) for step in (2, 3) if card.rank - step >= 1]
    alike = [card_of(card.rank, suit) for suit in "CDHS" if suit != card.suit]
    rng.shuffle(alike)
    wild = rng.choice(in_pack_order(state.wilds))
    pure = random_run(rng, 3)
    found: list[tuple[Card, ...]] = [
        (below, above),
        (above, *near[:1]),
        (*far[:1], below),
        (alike[0], alike[1]),
        (alike[2], alike[2]),
        (wild, rng.choice((below, above))),
        (wild, alike[0]),
        (*far[:1], *near[:1]),
        (*near[:2],),
        (*pure, alike[1], alike[2]),
        (*pure, wild, above),
        (below, card_of(above.rank, alike[0].suit)),
    ]
    fitting = [cards for cards in found if len(cards) >= 2 and len(cards) <= len(state.hands[NEXT])]
    rng.shuffle(fitting)
    return list(dict.fromkeys(tuple(in_pack_order(cards)) for cards in fitting))


def _pose_gave(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup, options)
    if state.phase != "draw" or state.turn != NEXT or not state.line or not state.stock:
        raise Void("Nobody is about to draw.")
    card, left = state.line[-1], unseen(state)
    held = Counter(card for card in state.hands[NEXT] if card is not UNKNOWN)
    verdicts = [_enough(state, parse_cards(text), left + held, held) for text in setup["holdings"]]
    ids = [f"h{number}" for number in range(1, len(verdicts) + 1)]
    right = [id for id, verdict in zip(ids, verdicts, strict=True) if verdict.enough]
    number = sum(left.values())
    first = next((verdict for verdict in verdicts if verdict.enough), None)
    return Puzzle(
        theme="gave-away",
        form="tick",
        question=f"You have just discarded {quoted([card])}. {_facing(state)} "
        "Tick every holding that would be enough to wipe just that card, whatever else is in that hand.",
        position=shown(state),
        key=right,
        clauses=within(["line.visible", *(id for verdict in verdicts for id in verdict.clauses)], _GAVE_CLAUSES),
        why=f"A wipe of one card needs a new meld with {quoted([card])} out of that hand alone"
        + (", and a first meld is a pure sequence" if not state.melds[NEXT] else "")
        + f". Ways are counted among the {number} cards that you cannot see.",
        options=tuple(
            Option(id, quoted(parse_cards(text)), text) for id, text in zip(ids, setup["holdings"], strict=True)
        ),
        reasons={id: verdict.why for id, verdict in zip(ids, verdicts, strict=True)},
        clauses_by_option={
            id: verdict.clauses[-1] for id, verdict in zip(ids, verdicts, strict=True) if verdict.clauses
        },
        hints=(
            "Put each holding beside the discard: is there a new meld of these cards, and may that player lay it?",
            rule_hint("wipe.any-kind-once-opened" if state.melds[NEXT] else "first.wipe-completes-pure", options),
            f"Jokers and sets {_help(state)}; and nobody holds a card whose copies you can all see.",
            f"{many(len(right), 'holding').capitalize()} will do"
            + (f", among them {quoted(first.cards)}." if first is not None else "."),
        ),
        rating=clamp(
            1050 + 40 * len(ids) + (120 if not state.melds[NEXT] else 40) + 80 * any(len(v.cards) > 2 for v in verdicts)
        ),
    )


def _help(state: VazhushalState) -> str:
    if state.melds[NEXT]:
        return "help a player who has opened"
    return "are no help to a player with nothing on the table"


@dataclass(frozen=True)
class _Enough:
    """The answer whether a holding is enough to wipe the last discard, and why."""

    cards: tuple[Card, ...]
    enough: bool
    why: str
    clauses: tuple[str, ...]


def _enough(state: VazhushalState, cards: tuple[Card, ...], left: Counter[Card], held: Counter[Card]) -> _Enough:
    """Return whether a holding is enough to wipe the last discard.

    `left` are the cards that the hand could hold, and `held` are those it is known to hold.
    """
    lacking = Counter(cards) - left
    if lacking:
        card = next(iter(lacking))
        out = left[card]
        told = f"You can see every {quoted([card])} there is, so nobody else holds one."
        if out:
            told = f"No more than {out} of {quoted([card])} can be out."
        return _Enough(cards, False, told, ("line.visible",))
    if len(cards) > len(state.hands[NEXT]):
        return _Enough(cards, False, "That hand has not so many cards.", ())
    there = _holding(state, cards)
    move = endgame.any_wipe(there, NEXT, 1)
    if isinstance(move, endgame.Unproven):
        raise Unproven("There are too many melds to try.")
    if move is not None:
        ways = prod(comb(left[card], number) for card, number in Counter(cards).items())
        before = f"{quoted(laid_first(move))} first, then " if laid_first(move) else ""
        ids = ["wipe.deepest-card-must-meld", "wipe.single-card-too"]
        if state.melds[NEXT]:
            ids.append("wipe.any-kind-once-opened")
        else:
            ids.append("first.meld-then-wipe" if laid_first(move) else "first.wipe-completes-pure")
        return _Enough(cards, True, f"Yes: {before}{quoted(move.cards)}. {_ways(ways)}", tuple(ids))
    return _Enough(cards, False, *_not_enough(there, cards))


def _ways(number: int) -> str:
    return "There is one way to hold it." if number == 1 else f"There are {many(number, 'way')} to hold it."


def _not_enough(state: VazhushalState, cards: tuple[Card, ...]) -> tuple[str, tuple[str, ...]]:
    card = state.line[-1]
    tried = [meld for meld in shapes([*cards, card], state.wilds, card) if is_meld(state, meld)]
    for old in state.melds[NEXT]:
        if is_meld(state, (*old, card)):
            tried.append((*old, card))
    for meld in tried:
        violation = RULES.why_not(state, NEXT, Move("wipe", 1, (meld,)))
        if violation is not None:
            sentence = violation.drawn.replace("your first meld", "a first meld").replace(
                "You would own", "They would own"
            )
            return f"{quoted(meld)}? {sentence}", (violation.clause.id,)
    return f"There is no new meld of {quoted([card])} and these cards alone.", ("wipe.deepest-card-must-meld",)


_GAVE_CLAUSES = clause_ids("""
line.visible wipe.single-card-too wipe.deepest-card-must-meld wipe.any-kind-once-opened wipe.not-a-layoff
first.must-be-pure first.wipe-completes-pure first.meld-then-wipe meld.no-twin-melds
""")


# -- the safest discard --------------------------------------------------------------------------


def _make_safest(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        scene = _scene(rng, options)
        setup = _safest_setup(scene)
        counts = counts_of(seated(setup, options), setup)
        ordered = sorted(counts.values())
        if ordered[0] < ordered[1] and ordered[1] - ordered[0] >= 3 and len(set(ordered)) > 2:
            return setup
        return None

    return until_found(draw, TRIES, "No choice of discards came up.")


def _safest_setup(scene: Scene) -> Setup:
    state, rng = scene.state, scene.rng
    if len(state.hands[NEXT]) < 4 or len(state.hands[0]) < 5:
        raise OutOfReach
    scene.cut_line(rng.randint(2, LONGEST_LINE - 1))
    scene.draw()
    plain = in_pack_order({card for card in state.hands[0] if card not in state.wilds})
    if len(plain) < 4 or not state.stock:
        raise OutOfReach
    return scene.setup(cards=codes(rng.sample(plain, 4)))


Need = tuple[Card, ...]
Gifts = dict[Need, tuple[int, Meld]]
"""The wipe that each holding allows: how many cards it takes, and the new meld."""


def counts_of(state: VazhushalState, setup: Setup) -> dict[Card, int]:
    """Return, for each card of the choice, how many pairs could meld it after it's discarded."""
    left = unseen(state)
    return {card: _pairs(given, left) for card, given in _all_gifts(state, setup).items()}


def _all_gifts(state: VazhushalState, setup: Setup) -> dict[Card, Gifts]:
    if state.phase != "table" or state.forced:
        raise Void("It is not the time to discard.")
    cards = parse_cards(setup["cards"])
    if missing(cards, state.hands[0]):
        raise Void("Some of these cards aren’t in the hand.")
    return {card: gifts(state, card) for card in cards}


def gifts(state: VazhushalState, card: Card) -> Gifts:
    """Return the holdings with which the next player could meld this card by a wipe, once seat 0 has discarded it.

    Each holding has at most two unseen cards, beside those known in that hand, and comes with a wipe that proves it.
    Raises Void if the next player doesn't get to draw, and Unproven if the known hand allows too many ways.
    """
    after = state.copy()
    playing.discard(after, 0, discard(card))
    if after.phase != "draw" or after.turn != NEXT:
        raise Void("The next player does not get to draw.")
    known = [held for held in after.hands[NEXT] if held is not UNKNOWN]
    if len(after.hands[NEXT]) - len(known) < 2:
        raise Void("There is too little left to guess.")
    if (known and not after.melds[NEXT]) or after.options.wipe_table_cards:
        raise Unproven("There are too many ways to count.")
    if not after.line or after.line[-1] is not card:
        return {}
    if not after.melds[NEXT] and not after.options.wipe_before_first:
        return {}
    found: Gifts = {}
    left = unseen(after)
    for depth in range(1, len(after.line) + 1):
        for need, meld in _candidates(after, depth, known, left, card):
            if need not in found and _wipes(after, depth, [*known, *need], meld):
                found[need] = depth, meld
    return found


def _wipes(state: VazhushalState, depth: int, hand: Sequence[Card], meld: Meld) -> bool:
    there = _holding(state, hand)
    return next(judging.wipe(there, NEXT, Move("wipe", depth, (meld,))), None) is None


def _candidates(
    state: VazhushalState, depth: int, known: Sequence[Card], left: Counter[Card], card: Card
) -> Iterator[tuple[Need, Meld]]:
    """Yield melds with this card and the deepest one, after the unseen cards that each needs, at most two.

    The other cards come from the wiped and known ones.
    """
    deepest, wilds = state.line[-depth], state.wilds
    pool = Counter([*state.line[-depth:], *known])
    free = sum(number for one, number in pool.items() if one in wilds) + 2
    have = mask_of(pool)
    for size, mask, window in WINDOWS if deepest in wilds else WINDOWS_WITH[deepest]:
        if size - (mask & have).bit_count() > free or (card not in wilds and card not in window):
            continue
        for meld, need in _filled(window, pool, left, in_pack_order(wilds), 2):
            held = bases(meld)
            if deepest in held and card in held and (deepest is not card or depth == 1 or held.count(card) > 1):
                yield tuple(in_pack_order(need)), meld


def _filled(
    window: Sequence[Card], pool: Counter[Card], left: Counter[Card], wilds: Sequence[Card], more: int
) -> Iterator[tuple[Meld, tuple[Card, ...]]]:
    """Yield every way to fill a window from `pool` and at most `more` cards of `left`, with the latter."""
    if not window:
        yield (), ()
        return
    face, rest = window[0], window[1:]
    for card in dict.fromkeys((face, *wilds)):
        if pool[card]:
            pool[card] -= 1
            for meld, need in _filled(rest, pool, left, wilds, more):
                yield (card.standing_for(face), *meld), need
            pool[card] += 1
        if more and left[card]:
            left[card] -= 1
            for meld, need in _filled(rest, pool, left, wilds, more - 1):
                yield (card.standing_for(face), *meld), (card, *need)
            left[card] += 1


def _pairs(needs: Gifts, left: Counter[Card]) -> int:
    """Return how many pairs of the unseen cards contain one of these holdings."""
    number = 0
    kinds = in_pack_order(left)
    for one, other in combinations_with_replacement(kinds, 2):
        if () in needs or (one,) in needs or (other,) in needs or (one, other) in needs:
            number += left[one] * left[other] if one is not other else comb(left[one], 2)
    return number


def _pose_safest(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup, options)
    given, left = _all_gifts(state, setup), unseen(state)
    counts = {card: _pairs(gifts_of_it, left) for card, gifts_of_it in given.items()}
    least = min(counts.values())
    safest = [card for card, number in counts.items() if number == least]
    if len(safest) == len(counts):
        raise Void("All of these are equally safe.")
    cards = sum(left.values())
    all_pairs = comb(cards, 2)
    worst = max(counts, key=lambda card: counts[card])
    return Puzzle(
        theme="safest-discard",
        form="one",
        question=f"{_facing(state)} Which of these is the safest discard? Counted are the pairs of cards you cannot "
        "see with which that player could wipe it straight into a new meld, alone or with cards under it.",
        position=shown(state),
        key=safest[0].code,
        clauses=within(_safe_clauses(state), _SAFE_CLAUSES),
        why=f"Of the {all_pairs} pairs among the {cards} cards that you cannot see, "
        + ", ".join(f"{counts[card]} would do for {quoted([card])}" for card in sorted(counts, key=lambda c: counts[c]))
        + ".",
        options=tuple(Option(card.code, quoted([card]), card.code) for card in counts),
        on="hand-0",
        reasons={
            card.code: _safe_reason(state, given[card], counts[card], [one for one in safest if one != card], least)
            for card in counts
        },
        clauses_by_option={safest[0].code: _safe_clauses(state)[-1]},
        hints=(
            "Look for partners: the fewer cards are still out that run or pair with it, the safer a card is.",
            rule_hint("wipe.any-kind-once-opened" if state.melds[NEXT] else "first.wipe-completes-pure", options),
            f"{quoted([worst])} is the worst of them: {counts[worst]} pairs.",
            f"For the safest only {many(least, 'pair')} would do."
            if least
            else "For the safest no pair would do at all.",
        ),
        rating=clamp(
            1350 + 40 * len(state.line) + (0 if least == 0 else 100) - min(100, (sorted(counts.values())[1] - least))
        ),
    )


def _safe_reason(state: VazhushalState, found: Gifts, number: int, safest: Sequence[Card], least: int) -> str:
    if not number:
        return "No pair of unseen cards would do."
    need = min(found, key=lambda need: (len(need), sum(one in state.wilds for one in need)))
    depth, meld = found[need]
    deep = f", wiping {depth} cards" if depth > 1 else ""
    holding = f"with {quoted(need)} " if need else ""
    untold = not any(card.code in quoted((*need, *meld)) for card in safest)
    example = f": {holding}it makes {quoted(meld)}{deep}, for example" if untold else ""
    more = f" {number - least} more than for the safest." if number > least else ""
    return f"{many(number, 'pair').capitalize()} would do{example}.{more}"


def _safe_clauses(state: VazhushalState) -> list[str]:
    ids = ["line.visible", "discard.any-hand-card", "wipe.deepest-card-must-meld"]
    return [*ids, "wipe.any-kind-once-opened" if state.melds[NEXT] else "first.wipe-completes-pure"]


def _judge_safest(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    """Return the verdict on an answer; any of several equally safe cards is right."""
    given = read_answer(puzzle, answer)
    counts = counts_of(seated(setup, options), setup)
    if counts[parse_card(given)] == min(counts.values()):
        return Verdict(True, puzzle.why, puzzle.clauses, "", puzzle.reasons)
    return compare(puzzle, answer)


_SAFE_CLAUSES = clause_ids("""
line.visible discard.any-hand-card wipe.deepest-card-must-meld wipe.any-kind-once-opened first.wipe-completes-pure
""")

THEMES = (
    Theme(
        slug="gave-away",
        title="What did the last discard give away?",
        sentence="Say which holdings would let the next player wipe what you threw.",
        clauses=_GAVE_CLAUSES,
        make=_make_gave,
        pose=_pose_gave,
    ),
    Theme(
        slug="safest-discard",
        title="The safest discard",
        sentence="Find the card with which the next player can do least.",
        clauses=_SAFE_CLAUSES,
        make=_make_safest,
        pose=_pose_safest,
        judge_by=_judge_safest,
    ),
)
