"""Actions to judge: for each rule that a move can break or rely on, a kit that makes such an action.

A kit changes a scene so that its action can be tried there, and returns the moves. The engine decides whether the
action is refused, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.cards import JOKER, PACK, Card, card_of, in_pack_order
from games.engine.move import Move
from games.engine.options import Options
from games.kit.melds import Meld, bases, pure_runs
from games.kit.rummy import OTHERS
from games.vazhushal import moves
from games.vazhushal.moves import stock, take
from games.vazhushal.puzzles.scenes import (
    OutOfReach,
    Scene,
    plain_brother,
    random_run,
    random_set,
    ranked_wilds,
    run_around,
    seats_for,
    two_alike,
    wander,
)

Moves = list[Move]
STOCK = Move("stock")


@dataclass(frozen=True)
class Kit:
    """A way to make an action about a clause. `where` names situations where it works.

    `note` explains why the action is allowed where the clause allows it.
    """

    clause: str
    where: tuple[str, ...]
    build: Callable[[Scene], Moves]
    note: str = ""


KITS: list[Kit] = []


def kit(clause: str, where: str, note: str = "") -> Callable[[Callable[[Scene], Moves]], Callable[[Scene], Moves]]:
    """Return a decorator that registers a function as a kit."""

    def enter(build: Callable[[Scene], Moves]) -> Callable[[Scene], Moves]:
        KITS.append(Kit(clause, tuple(where.split()), build, note))
        return build

    return enter


# -- situations ----------------------------------------------------------------------------------

SITUATIONS = {
    "closed draw": "You have nothing on the table yet, and it is your turn to draw.",
    "open draw": "You have opened, and it is your turn to draw.",
    "closed starter": "You have nothing on the table yet, and it is your turn to draw.",
    "open starter": "You have opened, and it is your turn to draw.",
    "closed table": "You have nothing on the table yet, and you have drawn from the stock.",
    "open table": "You have opened, and you have drawn from the stock.",
    "few cards": "You have opened, and you have drawn from the stock.",
    "closed end": "The stock has run out. You have nothing on the table yet.",
    "open end": "The stock has run out. You have melds on the table.",
}
"""The situations in which actions are tried, and the text of each in a question."""


def situation(rng: Random, options: Options, name: str) -> Scene:
    """Return a scene for this situation. Raises OutOfReach."""
    closed = name.startswith("closed")
    packs = 2 if rng.random() < 0.5 and seats_for(rng, options, packs=2) else None
    scene = wander(rng, options, seats_for(rng, options, packs=packs), rng.randint(4, 9), closed)
    state = scene.state
    if len(state.line) < 3 or (closed and state.opened(0)):
        raise OutOfReach
    scene.cut_line(rng.randint(4, 6) if len(state.line) > 3 else 3)
    if not closed:
        scene.clear_table()
        scene.lay(_pure(scene))
        scene.hand_of(10)
    if name.endswith("starter"):
        scene.cut_line(rng.randint(2, 4))
        scene.oldest(scene.wild(), dealt=True)
    elif name.endswith("table") or name == "few cards":
        scene.draw()
    elif name.endswith("end"):
        state.phase = "final"
    return scene


def _pure(scene: Scene) -> Meld:
    """Return a pure sequence of cards that aren't wild, with room at both ends."""
    rng = scene.rng
    low = rng.randint(2, 9)
    suit = rng.choice("CDHS")
    meld = tuple(card_of(rank, suit) for rank in range(low, low + 3))
    scene.all_plain(meld)
    return meld


# -- pieces --------------------------------------------------------------------------------------


def _held_run(scene: Scene, size: int = 3) -> Meld:
    """Return a pure sequence that seat 0 holds, after giving it to seat 0 if needed."""
    there = [run for run in pure_runs(scene.state.hands[0]) if len(run) == size]
    meld = scene.rng.choice(there) if there and scene.rng.random() < 0.5 else random_run(scene.rng, size)
    scene.hold(meld)
    return meld


def _held_set(scene: Scene) -> Meld:
    meld = random_set(scene.rng, 3)
    scene.all_plain(meld)
    scene.hold(meld)
    return meld


def _own(scene: Scene) -> Meld:
    return scene.state.melds[0][0]


def _beyond(meld: Meld) -> list[Card]:
    """Return the cards next to a run, below and above."""
    low, high = meld[0].face, meld[-1].face
    return [
        card_of(rank, low.suit) for rank in (low.rank - 1, (high.rank if high.rank > 1 else 14) + 1) if 1 <= rank <= 14
    ]


def _loose(scene: Scene) -> Card:
    """Return a hand card that no other action needs."""
    spare = [card for card in scene.spare() if card not in scene.state.wilds] or scene.spare()
    if not spare:
        raise OutOfReach
    card = scene.rng.choice(spare)
    scene.kept[card] += 1
    return card


def _to_wipe(scene: Scene, depth: int) -> Meld:
    """Return a run that can be wiped: one card at this depth of the line, and the others in hand."""
    run = random_run(scene.rng, 3)
    place = scene.rng.randrange(len(run))
    scene.put(depth, run[place])
    scene.hold([card for number, card in enumerate(run) if number != place])
    return run


def _set_to_wipe(scene: Scene, depth: int) -> Meld:
    """Return a set that can be wiped: its first card at this depth of the line, and the others in hand."""
    group = random_set(scene.rng, 3)
    scene.put(depth, group[0])
    scene.hold(group[1:])
    return group


def _depth(scene: Scene, low: int = 1) -> int:
    if len(scene.state.line) < low:
        raise OutOfReach
    return scene.rng.randint(low, len(scene.state.line))


def meld(*cards: Card) -> Move:
    return Move("meld", groups=(tuple(cards),))


def discard(*cards: Card) -> Move:
    return Move("discard", groups=(tuple(cards),))


def layoff(number: int, *cards: Card) -> Move:
    return Move("layoff", number, (tuple(cards),))


def wipe(depth: int, cards: Sequence[Card] = (), after: Meld = ()) -> Move:
    return moves.wipe(depth, *([tuple(cards)] if cards else []), after=after)


def rearrange(*groups: Sequence[Card]) -> Move:
    return Move("rearrange", groups=tuple(tuple(group) for group in groups))


# -- the turn ------------------------------------------------------------------------------------


@kit("draw.stock", "draw", "The stock may be drawn from whatever lies in the line.")
def _draw(scene: Scene) -> Moves:
    return [STOCK]


@kit("turn.phases", "draw")
def _discard_first(scene: Scene) -> Moves:
    return [discard(_loose(scene))]


@kit("turn.no-predraw", "draw")
def _meld_first(scene: Scene) -> Moves:
    return [meld(*_held_run(scene))]


@kit("turn.draw-once", "draw")
def _two_draws(scene: Scene) -> Moves:
    depth = _depth(scene)
    taking = wipe(depth, _to_wipe(scene, depth))
    return [STOCK, taking] if scene.rng.random() < 0.6 else [taking, STOCK]


@kit("turn.keep-a-discard", "few")
def _lay_everything(scene: Scene) -> Moves:
    if scene.kept.total():
        raise OutOfReach
    beside = [card for card in _beyond(_own(scene)) if card not in scene.state.wilds]
    rank = scene.rng.choice(beside).rank
    group = random_set(scene.rng, 3, rank)
    scene.all_plain(group)
    scene.hold(group)
    scene.hand_of(3)
    return [meld(*group)]


@kit("meld.optional", "closed-table few", "Nobody has to lay what could be laid.")
def _lay_nothing(scene: Scene) -> Moves:
    hand = scene.state.hands[0]
    if len(hand) > 4:
        _held_run(scene)
    return [discard(scene.rng.choice(hand))]


@kit("meld.optional", "end", "Nobody has to lay what could be laid.")
def _finish(scene: Scene) -> Moves:
    _held_run(scene)
    return [Move("done")]


@kit("discard.one", "table")
def _discard_two(scene: Scene) -> Moves:
    return [discard(_loose(scene), _loose(scene))]


@kit("discard.any-hand-card", "table few", "Any card of the hand may be discarded, a wild one too.")
def _discard_wild(scene: Scene) -> Moves:
    if len(scene.state.hands[0]) < 4:
        return [discard(scene.rng.choice(scene.state.hands[0]))]
    card = scene.wild()
    scene.hold([card])
    return [discard(card)]


# -- melds ---------------------------------------------------------------------------------------


@kit("meld.kinds", "open-table")
def _hotchpotch(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    odd = card_of(run[2].rank, scene.rng.choice([suit for suit in "CDHS" if suit != run[0].suit]))
    scene.hold([run[0], run[1], odd])
    return [meld(run[0], run[1], odd)]


@kit("meld.min-three", "open-table")
def _pair(scene: Scene) -> Moves:
    two = random_run(scene.rng, 3)[:2] if scene.rng.random() < 0.5 else random_set(scene.rng, 2)
    scene.hold(two)
    return [meld(*two)]


@kit("run.suited-consecutive", "open-table")
def _gap(scene: Scene) -> Moves:
    run = random_run(scene.rng, 4)
    group = scene.rng.choice([(run[0], run[1], run[3]), (run[0], run[2], run[3])])
    scene.hold(group)
    return [meld(*group)]


@kit("run.ace-either-end", "open-table open-end", "An ace may stand below the two or above the king.")
def _ace(scene: Scene) -> Moves:
    suit = scene.rng.choice("CDHS")
    group = [card_of(rank, suit) for rank in scene.rng.choice([(1, 2, 3), (12, 13, 14)])]
    scene.hold(group)
    return [meld(*group)]


@kit("run.no-wrap", "open-table")
def _corner(scene: Scene) -> Moves:
    suit = scene.rng.choice("CDHS")
    group = [card_of(rank, suit) for rank in (13, 1, 2)]
    scene.hold(group)
    return [meld(*group)]


@kit("set.same-rank", "open-table open-end", "Cards of one rank in different suits make a set.")
def _set(scene: Scene) -> Moves:
    return [meld(*_held_set(scene))]


@kit("set.max-four", "open-table")
def _fifth(scene: Scene) -> Moves:
    four = random_set(scene.rng, 4)
    wild = scene.wild()
    if wild in four:
        raise OutOfReach
    scene.lay(four)
    scene.hold([wild])
    return [layoff(len(scene.state.melds[0]), wild.standing_for(four[0]))]


@kit("meld.no-duplicate-card", "open-table")
def _twice(scene: Scene) -> Moves:
    two = random_set(scene.rng, 2)
    if scene.rng.random() < 0.5:
        wild = scene.wild()
        scene.hold([*two, wild])
        return [meld(*two, wild.standing_for(two[0]))]
    scene.hold([*two, two[0]])
    return [meld(*two, two[0])]


@kit("meld.any-number", "open-table open-end", "Any number of melds may be laid in one turn.")
def _two_melds(scene: Scene) -> Moves:
    return [meld(*_held_run(scene)), meld(*_held_set(scene))]


@kit("meld.pure-always", "open-table")
def _spoil_pure(scene: Scene) -> Moves:
    wild = scene.wild()
    face = scene.rng.choice(_beyond(_own(scene)))
    if wild is face:
        raise OutOfReach
    scene.hold([wild])
    return [layoff(1, wild.standing_for(face))]


@kit("meld.no-twin-melds", "open-table")
def _twin(scene: Scene) -> Moves:
    cards = bases(_own(scene))
    if scene.rng.random() < 0.4:
        wild = scene.wild()
        place = scene.rng.randrange(3)
        scene.hold([*(card for number, card in enumerate(cards) if number != place), wild])
        return [meld(*(wild.standing_for(card) if number == place else card for number, card in enumerate(cards)))]
    scene.hold(cards)
    return [meld(*cards)]


@kit("meld.twin-own-only", "open-table", "Only your own melds may not be alike; what others own does not matter.")
def _like_theirs(scene: Scene) -> Moves:
    state = scene.state
    theirs = [one for melds in state.melds[1:] for one in melds if all(card.natural for card in one) and len(one) < 5]
    if not theirs:
        raise OutOfReach
    cards = scene.rng.choice(theirs)
    scene.hold(cards)
    return [meld(*cards)]


@kit("meld.owner-only", "open-table")
def _their_meld(scene: Scene) -> Moves:
    state = scene.state
    seat = scene.rng.randrange(1, state.seats)
    if not state.melds[seat]:
        scene.lay(_pure(scene), seat)
    number = scene.rng.randint(1, len(state.melds[seat]))
    theirs = state.melds[seat][number - 1]
    if theirs[0].face.suit != theirs[1].face.suit:
        raise OutOfReach
    card = scene.rng.choice(_beyond(theirs))
    scene.hold([card])
    return [layoff(OTHERS * seat + number, card)]


@kit("meld.stays-on-table", "open-table")
def _take_back(scene: Scene) -> Moves:
    own = _own(scene)
    card = scene.rng.choice((own[0], own[-1]))
    scene.shun([card])
    if card in scene.state.hands[0]:
        raise OutOfReach
    return [discard(card)]


# -- wild cards ----------------------------------------------------------------------------------


def _last_by(scene: Scene, card: Card, run: Meld) -> Moves:
    """Return a meld of a run of three in which this card takes the last place."""
    if card in run:
        raise OutOfReach
    scene.hold([*run[:2], card])
    return [meld(*run[:2], card.standing_for(run[2]))]


@kit("wild.set", "open-table")
def _not_wild(scene: Scene) -> Moves:
    negative = scene.state.negative
    ranks = [negative.rank - 1 or 2, negative.rank % 13 + 1] if negative is not None and negative.rank else [2, 13]
    card = card_of(scene.rng.choice(ranks), scene.rng.choice("CDHS"))
    return _last_by(scene, card, random_run(scene.rng, 3))


@kit("neg.same-colour-plain", "open-table")
def _brother(scene: Scene) -> Moves:
    negative = scene.state.negative
    if negative is None or negative is JOKER:
        raise OutOfReach
    return _last_by(scene, plain_brother(scene.rng, negative), random_run(scene.rng, 3))


@kit("neg.is-printed", "open-table")
def _under_joker(scene: Scene) -> Moves:
    if scene.state.negative is not JOKER:
        scene.joker_below()
    return _last_by(scene, scene.rng.choice(PACK), random_run(scene.rng, 3))


@kit("meld.not-all-wild", "open-table")
def _only_wilds(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    wilds = [_held_wild(scene) for _ in range(3)]
    if any(wild in run for wild in wilds):
        raise OutOfReach
    return [meld(*(wild.standing_for(face) for wild, face in zip(wilds, run, strict=True)))]


def _held_wild(scene: Scene) -> Card:
    """Return another wild card, which seat 0 now holds."""
    for wild in scene.rng.sample(in_pack_order(scene.state.wilds), len(scene.state.wilds)):
        try:
            scene.hold([wild])
        except OutOfReach:
            continue
        return wild
    raise OutOfReach


@kit(
    "wild.number-free", "open-table", "A meld may hold any number of wild cards, as long as one card stands for itself."
)
def _two_wilds(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    wilds = [_held_wild(scene) for _ in range(2)]
    if any(wild in run for wild in wilds) or run[0] in scene.state.wilds:
        raise OutOfReach
    scene.hold(run[:1])
    return [meld(run[0], wilds[0].standing_for(run[1]), wilds[1].standing_for(run[2]))]


@kit("wild.any-needed", "open-table", "A wild card may stand for a card even if a real one lies in sight.")
def _real_in_sight(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    wild = scene.wild()
    if wild in run or not scene.state.line:
        raise OutOfReach
    scene.put(scene.rng.randint(1, len(scene.state.line)), run[2])
    return _last_by(scene, wild, run)


@kit(
    "wild.self-is-natural",
    "closed-table closed-end",
    "A wild card in its own place is a natural card, so this is a pure sequence.",
)
def _wild_as_itself(scene: Scene) -> Moves:
    ranked = [card for card in ranked_wilds(scene.state) if scene.free(card)]
    if not ranked:
        raise OutOfReach
    card = scene.rng.choice(ranked)
    run = run_around(scene.rng, card)
    scene.hold(run)
    return [meld(*run)]


# -- the first meld ------------------------------------------------------------------------------


@kit("first.must-be-pure", "closed-table")
def _set_first(scene: Scene) -> Moves:
    if scene.rng.random() < 0.5:
        return [meld(*_held_set(scene))]
    run = random_run(scene.rng, 3)
    return _last_by(scene, scene.wild(), run)


@kit(
    "first.any-turn",
    "closed-draw closed-starter",
    "The first meld may be laid in any turn, after a card from the stock too.",
)
def _open_later(scene: Scene) -> Moves:
    return [STOCK, meld(*_held_run(scene))]


kit("first.more-same-turn", "closed-table", "Once the pure sequence lies, more melds may follow in the same turn.")(
    _two_melds
)


@kit("layoff.same-turn-ok", "closed-table closed-end", "From the turn of the first meld on, cards may be added to it.")
def _open_and_add(scene: Scene) -> Moves:
    run = _held_run(scene)
    card = scene.rng.choice(_beyond(run))
    scene.hold([card])
    return [meld(*run), layoff(1, card)]


@kit("layoff.own-only", "closed-table")
def _add_to_nothing(scene: Scene) -> Moves:
    return [layoff(1, _loose(scene))]


@kit("first.wipe-completes-pure", "closed-draw", "The deepest wiped card is part of the pure sequence that opens.")
def _wipe_to_open(scene: Scene) -> Moves:
    depth = _depth(scene)
    return [wipe(depth, _to_wipe(scene, depth))]


@kit("first.meld-then-wipe", "closed-draw open-draw", "A pure sequence from the hand alone may be laid before a wipe.")
def _open_then_wipe(scene: Scene) -> Moves:
    depth = _depth(scene)
    run = _held_run(scene)
    return [wipe(depth, _set_to_wipe(scene, depth), run)]


@kit("first.wipe-depth-limit", "closed-draw")
def _too_deep(scene: Scene) -> Moves:
    depth = _depth(scene, 2)
    run = _to_wipe(scene, scene.rng.randint(1, depth - 1))
    return [wipe(depth, run)]


@kit("first.routes-disjoint", "closed-draw")
def _line_made_first(scene: Scene) -> Moves:
    depth = _depth(scene, 2)
    run = _to_wipe(scene, scene.rng.randint(1, depth - 1))
    return [wipe(depth, _set_to_wipe(scene, depth), run)]


@kit("first.predraw-commits", "closed-draw")
def _lay_then_stock(scene: Scene) -> Moves:
    return [stock(_held_run(scene))]


# -- wiping --------------------------------------------------------------------------------------


@kit("wipe.suffix-only", "draw")
def _pick_out(scene: Scene) -> Moves:
    deep = _depth(scene, 2)
    depth = scene.rng.randint(1, deep - 1)
    run = random_run(scene.rng, 3)
    scene.put(depth, run[0])
    scene.put(deep, run[1])
    scene.hold([run[2]])
    return [wipe(depth, run)]


@kit("wipe.deepest-card-must-meld", "open-draw")
def _deepest_idle(scene: Scene) -> Moves:
    depth = _depth(scene, 2)
    run = _to_wipe(scene, scene.rng.randint(1, depth - 1))
    return [wipe(depth, run)]


@kit("wipe.single-card-too", "draw")
def _just_keep(scene: Scene) -> Moves:
    return [wipe(1)]


@kit("wipe.meld-first", "draw")
def _keep_some(scene: Scene) -> Moves:
    return [wipe(_depth(scene, 2))]


@kit("wipe.not-a-layoff", "open-draw")
def _wipe_onto(scene: Scene) -> Moves:
    own = _own(scene)
    card = scene.rng.choice(_beyond(own))
    scene.put(1, card)
    return [wipe(1, sorted([*own, card], key=lambda one: one.rank))]


@kit("wipe.new-meld-material", "open-draw")
def _with_table_card(scene: Scene) -> Moves:
    own = scene.rng.choice(_own(scene)).base
    group = [own, *two_alike(scene.rng, own)]
    depth = _depth(scene)
    scene.put(depth, group[1])
    scene.hold([group[2]])
    scene.shun([own])
    return [wipe(depth, group)]


@kit("wipe.any-kind-once-opened", "open-draw", "Once you have opened, any new meld will do for a wipe, a set too.")
def _wipe_set(scene: Scene) -> Moves:
    depth = _depth(scene)
    return [wipe(depth, _set_to_wipe(scene, depth))]


@kit(
    "wipe.rest-to-hand",
    "open-draw",
    "Wiped cards that are not melded join the hand and may be used or discarded at once.",
)
def _use_the_rest(scene: Scene) -> Moves:
    depth = _depth(scene, 2)
    run = _to_wipe(scene, depth)
    newest = scene.state.line[-1]
    if newest in run:
        raise OutOfReach
    return [wipe(depth, run), discard(newest)]


@kit("wipe.merge-after", "open-draw", "Once the new meld of a wipe stands, it may be joined with another.")
def _merge(scene: Scene) -> Moves:
    own = [card.base for card in _own(scene)]
    high = own[-1].rank
    if high + 3 > 13:
        raise OutOfReach
    more = [card_of(rank, own[0].suit) for rank in range(high + 1, high + 4)]
    scene.put(1, more[0])
    scene.hold(more[1:])
    return [wipe(1, more), rearrange([*own, *more])]


# -- the wild starter ----------------------------------------------------------------------------


@kit("starter.case", "closed-draw open-draw")
def _take_any(scene: Scene) -> Moves:
    if scene.state.line[0] in scene.state.wilds:
        raise OutOfReach
    return [take(_held_run(scene))] if not scene.state.opened(0) else [Move("take")]


@kit("starter.dealt-card-only", "closed-draw open-draw")
def _take_discarded(scene: Scene) -> Moves:
    scene.cut_line(min(4, len(scene.state.line)))
    scene.oldest(scene.wild(), dealt=False)
    return [take(_held_run(scene))] if not scene.state.opened(0) else [Move("take")]


@kit(
    "starter.take-with-pure",
    "closed-starter open-starter",
    "With a pure sequence of your own you may take the whole line.",
)
def _take_starter(scene: Scene) -> Moves:
    if scene.state.opened(0):
        return [Move("take")]
    if scene.rng.random() < 0.5:
        return [Move("take")]
    return [take(_held_run(scene))]


@kit(
    "starter.no-meld-needed",
    "closed-starter open-starter",
    "Neither the starter nor any other card has to be melded then.",
)
def _take_and_keep(scene: Scene) -> Moves:
    taking = Move("take") if scene.state.opened(0) else take(_held_run(scene))
    return [taking, discard(_loose(scene))]


@kit("starter.not-after-stock", "closed-starter open-starter")
def _stock_then_take(scene: Scene) -> Moves:
    opening = [] if scene.state.opened(0) else [meld(*_held_run(scene))]
    return [STOCK, *opening, Move("take")]


@kit("starter.not-with-line-made-pure", "closed-starter")
def _take_with_line(scene: Scene) -> Moves:
    if len(scene.state.line) < 2:
        raise OutOfReach
    run = _to_wipe(scene, scene.rng.randint(1, len(scene.state.line) - 1))
    return [take(run)]


@kit("starter.partial-ordinary", "open-starter")
def _take_part(scene: Scene) -> Moves:
    if len(scene.state.line) < 2:
        raise OutOfReach
    return [wipe(scene.rng.randint(1, len(scene.state.line) - 1))]


@kit(
    "starter.as-itself",
    "closed-starter",
    "A ranked wild starter may be wiped as its natural self into a pure sequence.",
)
def _starter_itself(scene: Scene) -> Moves:
    ranked = [card for card in ranked_wilds(scene.state) if scene.free(card) or card is scene.state.line[0]]
    if not ranked:
        raise OutOfReach
    card = scene.rng.choice(ranked)
    scene.oldest(card, dealt=True)
    run = run_around(scene.rng, card)
    scene.hold([one for one in run if one is not card])
    return [wipe(len(scene.state.line), run)]


# -- laying off and rearranging ------------------------------------------------------------------


@kit("layoff.wild-ok", "open-table open-end", "A wild card may be added as any card that fits.")
def _add_wild(scene: Scene) -> Moves:
    group = _other_meld(scene)
    wild = scene.wild()
    outside = [card for card in _beyond(group) if card is not wild]
    if not outside:
        raise OutOfReach
    scene.hold([wild])
    return [layoff(len(scene.state.melds[0]), wild.standing_for(scene.rng.choice(outside)))]


def _other_meld(scene: Scene) -> Meld:
    """Return a second run on the table, beside the pure sequence."""
    group = random_run(scene.rng, 3)
    scene.all_plain(group)
    if set(group) == set(_own(scene)):
        raise OutOfReach
    scene.lay(group)
    return group


@kit("layoff.own-only", "open-table few open-end", "Cards may be added to your own melds.")
def _add_own(scene: Scene) -> Moves:
    fitting = _beyond(_own(scene))
    if len(scene.state.hands[0]) > 4:
        scene.hold([scene.rng.choice(fitting)])
    there = [card for card in fitting if card in scene.state.hands[0]]
    if not there:
        raise OutOfReach
    return [layoff(1, there[0])]


@kit("rearr.free", "open-table", "Own melds may be regrouped, with cards of the hand added.")
def _regroup(scene: Scene) -> Moves:
    own = [card.base for card in _own(scene)]
    if own[-1].rank > 12:
        raise OutOfReach
    joint = card_of(own[-1].rank + 1, own[0].suit)
    scene.clear_table()
    scene.lay((*own, joint))
    two = two_alike(scene.rng, joint)
    scene.hold(two)
    return [rearrange(own, [joint, *two])]


@kit("rearr.wild-moves", "open-table", "A wild card may move to another of your melds.")
def _move_wild(scene: Scene) -> Moves:
    group = random_run(scene.rng, 3)
    wild = scene.wild()
    scene.all_plain(group)
    scene.lay((group[0], wild.standing_for(group[1]), group[2]))
    pair = random_set(scene.rng, 3)
    if wild in pair:
        raise OutOfReach
    scene.hold([group[1], *pair[:2]])
    return [rearrange(_own(scene), group, [*pair[:2], wild.standing_for(pair[2])])]


@kit(
    "rearr.end-state",
    "open-table",
    "Only the end counts: the wild card is read anew while the real card takes its place.",
)
def _read_anew(scene: Scene) -> Moves:
    group = random_run(scene.rng, 4)
    wild = scene.wild()
    scene.all_plain(group)
    scene.lay((group[0], group[1], wild.standing_for(group[2])))
    scene.hold([group[2]])
    return [rearrange(_own(scene), [*group[:3], wild.standing_for(group[3])])]


@kit("rearr.not-before-draw", "open-draw")
def _regroup_first(scene: Scene) -> Moves:
    card = scene.rng.choice(_beyond(_own(scene)))
    scene.hold([card])
    return [rearrange(sorted([*_own(scene), card], key=lambda one: one.rank))]


# -- the end of the stock ------------------------------------------------------------------------


@kit("exhaust.final-melds", "end", "When the stock has run out, everybody may still lay cards.")
def _draw_no_more(scene: Scene) -> Moves:
    state = scene.state
    if scene.rng.random() < 0.3:
        return [STOCK]
    if scene.rng.random() < 0.4 and state.line:
        return [wipe(1, _to_wipe(scene, 1))]
    return [meld(*_held_run(scene))]


@kit("exhaust.no-discard", "end")
def _discard_at_end(scene: Scene) -> Moves:
    return [discard(_loose(scene))]


@kit("exhaust.first-still-pure", "closed-end")
def _set_at_end(scene: Scene) -> Moves:
    return [meld(*_held_set(scene))]


kit("first.more-same-turn", "closed-end", "Once the pure sequence lies, more melds may follow.")(_two_melds)


_PLACES = {
    "draw": ("closed draw", "open draw", "closed starter", "open starter"),
    "table": ("closed table", "open table"),
    "end": ("closed end", "open end"),
    "few": ("few cards",),
}


def places(one: Kit) -> list[str]:
    """Return the situations in which a kit works."""
    found = [place for word in one.where for place in _PLACES.get(word, (word.replace("-", " "),))]
    return list(dict.fromkeys(found))


def kits_of(name: str) -> list[Kit]:
    """Return the kits that work in a situation."""
    return [one for one in KITS if name in places(one)]
