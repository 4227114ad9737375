"""Actions to judge: for each rule that a move can break or rely on, a kit that makes such an action.

A kit changes a scene so that its action can be tried there, and returns the moves. The engine decides whether the
action is refused, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.cards import JOKER, PACK, Card, get_card, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.kit.melds import Meld, find_pure_runs, list_base_cards
from games.kit.rummy import OTHERS
from games.vazhushal import moves
from games.vazhushal.moves import make_stock_draw, make_take
from games.vazhushal.puzzles.scenes import (
    OutOfReach,
    Scene,
    list_ranked_wilds,
    pick_run_around,
    pick_same_color_card,
    pick_seat_count,
    pick_two_of_rank,
    play_to_scene,
    random_run,
    random_set,
)

Moves = list[Move]
STOCK = Move("stock")


@dataclass(frozen=True)
class ActionKit:
    """A way to make an action about a clause. `where` names situations where it works.

    `note` explains why the action is allowed where the clause allows it.
    """

    clause: str
    where: tuple[str, ...]
    build: Callable[[Scene], Moves]
    note: str = ""


KITS: list[ActionKit] = []


def register_kit(
    clause: str, where: str, note: str = ""
) -> Callable[[Callable[[Scene], Moves]], Callable[[Scene], Moves]]:
    """Return a decorator that registers a function as a kit."""

    def enter(build: Callable[[Scene], Moves]) -> Callable[[Scene], Moves]:
        KITS.append(ActionKit(clause, tuple(where.split()), build, note))
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


def build_situation(rng: Random, options: Options, name: str) -> Scene:
    """Return a scene for this situation. Raises OutOfReach."""
    closed = name.startswith("closed")
    packs = 2 if rng.random() < 0.5 and pick_seat_count(rng, options, packs=2) else None
    scene = play_to_scene(rng, options, pick_seat_count(rng, options, packs=packs), rng.randint(4, 9), closed)
    state = scene.state
    if len(state.line) < 3 or (closed and state.has_opened(0)):
        raise OutOfReach
    scene.cut_line(rng.randint(4, 6) if len(state.line) > 3 else 3)
    if not closed:
        scene.clear_table()
        scene.lay_meld(_pick_pure_run(scene))
        scene.set_hand_size(10)
    if name.endswith("starter"):
        scene.cut_line(rng.randint(2, 4))
        scene.set_oldest(scene.pick_wild(), dealt=True)
    elif name.endswith("table") or name == "few cards":
        scene.draw()
    elif name.endswith("end"):
        state.phase = "final"
    return scene


def _pick_pure_run(scene: Scene) -> Meld:
    """Return a pure sequence of cards that aren't wild, with room at both ends."""
    rng = scene.rng
    low = rng.randint(2, 9)
    suit = rng.choice("CDHS")
    meld = tuple(get_card(rank, suit) for rank in range(low, low + 3))
    scene.require_plain(meld)
    return meld


# -- pieces --------------------------------------------------------------------------------------


def _hold_run(scene: Scene, size: int = 3) -> Meld:
    """Return a pure sequence that seat 0 holds, after giving it to seat 0 if needed."""
    there = [run for run in find_pure_runs(scene.state.hands[0]) if len(run) == size]
    meld = scene.rng.choice(there) if there and scene.rng.random() < 0.5 else random_run(scene.rng, size)
    scene.give_cards(meld)
    return meld


def _hold_set(scene: Scene) -> Meld:
    meld = random_set(scene.rng, 3)
    scene.require_plain(meld)
    scene.give_cards(meld)
    return meld


def _get_own_meld(scene: Scene) -> Meld:
    return scene.state.melds[0][0]


def _list_adjacent_cards(meld: Meld) -> list[Card]:
    """Return the cards next to a run, below and above."""
    low, high = meld[0].face, meld[-1].face
    return [
        get_card(rank, low.suit) for rank in (low.rank - 1, (high.rank if high.rank > 1 else 14) + 1) if 1 <= rank <= 14
    ]


def _pick_loose_card(scene: Scene) -> Card:
    """Return a hand card that no other action needs."""
    spare = [card for card in scene.list_spare_cards() if card not in scene.state.wilds] or scene.list_spare_cards()
    if not spare:
        raise OutOfReach
    card = scene.rng.choice(spare)
    scene.kept[card] += 1
    return card


def _prepare_run_wipe(scene: Scene, depth: int) -> Meld:
    """Return a run that can be wiped: one card at this depth of the line, and the others in hand."""
    run = random_run(scene.rng, 3)
    place = scene.rng.randrange(len(run))
    scene.put_in_line(depth, run[place])
    scene.give_cards([card for number, card in enumerate(run) if number != place])
    return run


def _prepare_set_wipe(scene: Scene, depth: int) -> Meld:
    """Return a set that can be wiped: its first card at this depth of the line, and the others in hand."""
    group = random_set(scene.rng, 3)
    scene.put_in_line(depth, group[0])
    scene.give_cards(group[1:])
    return group


def _pick_depth(scene: Scene, low: int = 1) -> int:
    if len(scene.state.line) < low:
        raise OutOfReach
    return scene.rng.randint(low, len(scene.state.line))


def make_meld(*cards: Card) -> Move:
    return Move("meld", groups=(tuple(cards),))


def make_discard(*cards: Card) -> Move:
    return Move("discard", groups=(tuple(cards),))


def make_layoff(number: int, *cards: Card) -> Move:
    return Move("layoff", number, (tuple(cards),))


def make_wipe(depth: int, cards: Sequence[Card] = (), after: Meld = ()) -> Move:
    return moves.make_wipe(depth, *([tuple(cards)] if cards else []), after=after)


def make_rearrangement(*groups: Sequence[Card]) -> Move:
    return Move("rearrange", groups=tuple(tuple(group) for group in groups))


# -- the turn ------------------------------------------------------------------------------------


@register_kit("draw.stock", "draw", "The stock may be drawn from whatever lies in the line.")
def _draw_stock(scene: Scene) -> Moves:
    return [STOCK]


@register_kit("turn.phases", "draw")
def _discard_first(scene: Scene) -> Moves:
    return [make_discard(_pick_loose_card(scene))]


@register_kit("turn.no-predraw", "draw")
def _meld_first(scene: Scene) -> Moves:
    return [make_meld(*_hold_run(scene))]


@register_kit("turn.draw-once", "draw")
def _draw_twice(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    taking = make_wipe(depth, _prepare_run_wipe(scene, depth))
    return [STOCK, taking] if scene.rng.random() < 0.6 else [taking, STOCK]


@register_kit("turn.keep-a-discard", "few")
def _lay_everything(scene: Scene) -> Moves:
    if scene.kept.total():
        raise OutOfReach
    beside = [card for card in _list_adjacent_cards(_get_own_meld(scene)) if card not in scene.state.wilds]
    rank = scene.rng.choice(beside).rank
    group = random_set(scene.rng, 3, rank)
    scene.require_plain(group)
    scene.give_cards(group)
    scene.set_hand_size(3)
    return [make_meld(*group)]


@register_kit("meld.optional", "closed-table few", "Nobody has to lay what could be laid.")
def _lay_nothing(scene: Scene) -> Moves:
    hand = scene.state.hands[0]
    if len(hand) > 4:
        _hold_run(scene)
    return [make_discard(scene.rng.choice(hand))]


@register_kit("meld.optional", "end", "Nobody has to lay what could be laid.")
def _finish_without_melding(scene: Scene) -> Moves:
    _hold_run(scene)
    return [Move("done")]


@register_kit("discard.one", "table")
def _discard_two(scene: Scene) -> Moves:
    return [make_discard(_pick_loose_card(scene), _pick_loose_card(scene))]


@register_kit("discard.any-hand-card", "table few", "Any card of the hand may be discarded, a wild one too.")
def _discard_wild(scene: Scene) -> Moves:
    if len(scene.state.hands[0]) < 4:
        return [make_discard(scene.rng.choice(scene.state.hands[0]))]
    card = scene.pick_wild()
    scene.give_cards([card])
    return [make_discard(card)]


# -- melds ---------------------------------------------------------------------------------------


@register_kit("meld.kinds", "open-table")
def _meld_mixed_cards(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    odd = get_card(run[2].rank, scene.rng.choice([suit for suit in "CDHS" if suit != run[0].suit]))
    scene.give_cards([run[0], run[1], odd])
    return [make_meld(run[0], run[1], odd)]


@register_kit("meld.min-three", "open-table")
def _meld_pair(scene: Scene) -> Moves:
    two = random_run(scene.rng, 3)[:2] if scene.rng.random() < 0.5 else random_set(scene.rng, 2)
    scene.give_cards(two)
    return [make_meld(*two)]


@register_kit("run.suited-consecutive", "open-table")
def _meld_gapped_run(scene: Scene) -> Moves:
    run = random_run(scene.rng, 4)
    group = scene.rng.choice([(run[0], run[1], run[3]), (run[0], run[2], run[3])])
    scene.give_cards(group)
    return [make_meld(*group)]


@register_kit("run.ace-either-end", "open-table open-end", "An ace may stand below the two or above the king.")
def _meld_ace_run(scene: Scene) -> Moves:
    suit = scene.rng.choice("CDHS")
    group = [get_card(rank, suit) for rank in scene.rng.choice([(1, 2, 3), (12, 13, 14)])]
    scene.give_cards(group)
    return [make_meld(*group)]


@register_kit("run.no-wrap", "open-table")
def _meld_wrapped_run(scene: Scene) -> Moves:
    suit = scene.rng.choice("CDHS")
    group = [get_card(rank, suit) for rank in (13, 1, 2)]
    scene.give_cards(group)
    return [make_meld(*group)]


@register_kit("set.same-rank", "open-table open-end", "Cards of one rank in different suits make a set.")
def _meld_set(scene: Scene) -> Moves:
    return [make_meld(*_hold_set(scene))]


@register_kit("set.max-four", "open-table")
def _add_fifth_card(scene: Scene) -> Moves:
    four = random_set(scene.rng, 4)
    wild = scene.pick_wild()
    if wild in four:
        raise OutOfReach
    scene.lay_meld(four)
    scene.give_cards([wild])
    return [make_layoff(len(scene.state.melds[0]), wild.substitute_for(four[0]))]


@register_kit("meld.no-duplicate-card", "open-table")
def _meld_same_card_twice(scene: Scene) -> Moves:
    two = random_set(scene.rng, 2)
    if scene.rng.random() < 0.5:
        wild = scene.pick_wild()
        scene.give_cards([*two, wild])
        return [make_meld(*two, wild.substitute_for(two[0]))]
    scene.give_cards([*two, two[0]])
    return [make_meld(*two, two[0])]


@register_kit("meld.any-number", "open-table open-end", "Any number of melds may be laid in one turn.")
def _lay_two_melds(scene: Scene) -> Moves:
    return [make_meld(*_hold_run(scene)), make_meld(*_hold_set(scene))]


@register_kit("meld.pure-always", "open-table")
def _spoil_pure(scene: Scene) -> Moves:
    wild = scene.pick_wild()
    face = scene.rng.choice(_list_adjacent_cards(_get_own_meld(scene)))
    if wild is face:
        raise OutOfReach
    scene.give_cards([wild])
    return [make_layoff(1, wild.substitute_for(face))]


@register_kit("meld.no-twin-melds", "open-table")
def _meld_identical(scene: Scene) -> Moves:
    cards = list_base_cards(_get_own_meld(scene))
    if scene.rng.random() < 0.4:
        wild = scene.pick_wild()
        place = scene.rng.randrange(3)
        scene.give_cards([*(card for number, card in enumerate(cards) if number != place), wild])
        return [
            make_meld(*(wild.substitute_for(card) if number == place else card for number, card in enumerate(cards)))
        ]
    scene.give_cards(cards)
    return [make_meld(*cards)]


@register_kit(
    "meld.twin-own-only", "open-table", "Only your own melds may not be alike; what others own does not matter."
)
def _meld_like_opponent(scene: Scene) -> Moves:
    state = scene.state
    theirs = [one for melds in state.melds[1:] for one in melds if all(card.natural for card in one) and len(one) < 5]
    if not theirs:
        raise OutOfReach
    cards = scene.rng.choice(theirs)
    scene.give_cards(cards)
    return [make_meld(*cards)]


@register_kit("meld.owner-only", "open-table")
def _add_to_opponent(scene: Scene) -> Moves:
    state = scene.state
    seat = scene.rng.randrange(1, state.seats)
    if not state.melds[seat]:
        scene.lay_meld(_pick_pure_run(scene), seat)
    number = scene.rng.randint(1, len(state.melds[seat]))
    theirs = state.melds[seat][number - 1]
    if theirs[0].face.suit != theirs[1].face.suit:
        raise OutOfReach
    card = scene.rng.choice(_list_adjacent_cards(theirs))
    scene.give_cards([card])
    return [make_layoff(OTHERS * seat + number, card)]


@register_kit("meld.stays-on-table", "open-table")
def _discard_melded_card(scene: Scene) -> Moves:
    own = _get_own_meld(scene)
    card = scene.rng.choice((own[0], own[-1]))
    scene.remove_cards([card])
    if card in scene.state.hands[0]:
        raise OutOfReach
    return [make_discard(card)]


# -- wild cards ----------------------------------------------------------------------------------


def _meld_with_last(scene: Scene, card: Card, run: Meld) -> Moves:
    """Return a meld of a run of three in which this card takes the last place."""
    if card in run:
        raise OutOfReach
    scene.give_cards([*run[:2], card])
    return [make_meld(*run[:2], card.substitute_for(run[2]))]


@register_kit("wild.set", "open-table")
def _meld_non_wild(scene: Scene) -> Moves:
    negative = scene.state.negative
    ranks = [negative.rank - 1 or 2, negative.rank % 13 + 1] if negative is not None and negative.rank else [2, 13]
    card = get_card(scene.rng.choice(ranks), scene.rng.choice("CDHS"))
    return _meld_with_last(scene, card, random_run(scene.rng, 3))


@register_kit("neg.same-colour-plain", "open-table")
def _meld_same_color_card(scene: Scene) -> Moves:
    negative = scene.state.negative
    if negative is None or negative is JOKER:
        raise OutOfReach
    return _meld_with_last(scene, pick_same_color_card(scene.rng, negative), random_run(scene.rng, 3))


@register_kit("neg.is-printed", "open-table")
def _meld_under_printed_joker(scene: Scene) -> Moves:
    if scene.state.negative is not JOKER:
        scene.make_joker_negative()
    return _meld_with_last(scene, scene.rng.choice(PACK), random_run(scene.rng, 3))


@register_kit("meld.not-all-wild", "open-table")
def _meld_only_wilds(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    wilds = [_hold_wild(scene) for _ in range(3)]
    if any(wild in run for wild in wilds):
        raise OutOfReach
    return [make_meld(*(wild.substitute_for(face) for wild, face in zip(wilds, run, strict=True)))]


def _hold_wild(scene: Scene) -> Card:
    """Return another wild card, which seat 0 now holds."""
    for wild in scene.rng.sample(sort_cards(scene.state.wilds), len(scene.state.wilds)):
        try:
            scene.give_cards([wild])
        except OutOfReach:
            continue
        return wild
    raise OutOfReach


@register_kit(
    "wild.number-free", "open-table", "A meld may hold any number of wild cards, as long as one card stands for itself."
)
def _meld_two_wilds(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    wilds = [_hold_wild(scene) for _ in range(2)]
    if any(wild in run for wild in wilds) or run[0] in scene.state.wilds:
        raise OutOfReach
    scene.give_cards(run[:1])
    return [make_meld(run[0], wilds[0].substitute_for(run[1]), wilds[1].substitute_for(run[2]))]


@register_kit("wild.any-needed", "open-table", "A wild card may stand for a card even if a real one lies in sight.")
def _meld_despite_real_card(scene: Scene) -> Moves:
    run = random_run(scene.rng, 3)
    wild = scene.pick_wild()
    if wild in run or not scene.state.line:
        raise OutOfReach
    scene.put_in_line(scene.rng.randint(1, len(scene.state.line)), run[2])
    return _meld_with_last(scene, wild, run)


@register_kit(
    "wild.self-is-natural",
    "closed-table closed-end",
    "A wild card in its own place is a natural card, so this is a pure sequence.",
)
def _meld_wild_as_itself(scene: Scene) -> Moves:
    ranked = [card for card in list_ranked_wilds(scene.state) if scene.is_free(card)]
    if not ranked:
        raise OutOfReach
    card = scene.rng.choice(ranked)
    run = pick_run_around(scene.rng, card)
    scene.give_cards(run)
    return [make_meld(*run)]


# -- the first meld ------------------------------------------------------------------------------


@register_kit("first.must-be-pure", "closed-table")
def _set_first(scene: Scene) -> Moves:
    if scene.rng.random() < 0.5:
        return [make_meld(*_hold_set(scene))]
    run = random_run(scene.rng, 3)
    return _meld_with_last(scene, scene.pick_wild(), run)


@register_kit(
    "first.any-turn",
    "closed-draw closed-starter",
    "The first meld may be laid in any turn, after a card from the stock too.",
)
def _open_later(scene: Scene) -> Moves:
    return [STOCK, make_meld(*_hold_run(scene))]


register_kit(
    "first.more-same-turn", "closed-table", "Once the pure sequence lies, more melds may follow in the same turn."
)(_lay_two_melds)


@register_kit(
    "layoff.same-turn-ok", "closed-table closed-end", "From the turn of the first meld on, cards may be added to it."
)
def _open_and_add(scene: Scene) -> Moves:
    run = _hold_run(scene)
    card = scene.rng.choice(_list_adjacent_cards(run))
    scene.give_cards([card])
    return [make_meld(*run), make_layoff(1, card)]


@register_kit("layoff.own-only", "closed-table")
def _add_to_nothing(scene: Scene) -> Moves:
    return [make_layoff(1, _pick_loose_card(scene))]


@register_kit(
    "first.wipe-completes-pure", "closed-draw", "The deepest wiped card is part of the pure sequence that opens."
)
def _wipe_to_open(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    return [make_wipe(depth, _prepare_run_wipe(scene, depth))]


@register_kit(
    "first.meld-then-wipe", "closed-draw open-draw", "A pure sequence from the hand alone may be laid before a wipe."
)
def _open_then_wipe(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    run = _hold_run(scene)
    return [make_wipe(depth, _prepare_set_wipe(scene, depth), run)]


@register_kit("first.wipe-depth-limit", "closed-draw")
def _wipe_too_deep(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_run_wipe(scene, scene.rng.randint(1, depth - 1))
    return [make_wipe(depth, run)]


@register_kit("first.routes-disjoint", "closed-draw")
def _lay_line_run_first(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_run_wipe(scene, scene.rng.randint(1, depth - 1))
    return [make_wipe(depth, _prepare_set_wipe(scene, depth), run)]


@register_kit("first.predraw-commits", "closed-draw")
def _lay_then_stock(scene: Scene) -> Moves:
    return [make_stock_draw(_hold_run(scene))]


# -- wiping --------------------------------------------------------------------------------------


@register_kit("wipe.suffix-only", "draw")
def _wipe_older_card(scene: Scene) -> Moves:
    deep = _pick_depth(scene, 2)
    depth = scene.rng.randint(1, deep - 1)
    run = random_run(scene.rng, 3)
    scene.put_in_line(depth, run[0])
    scene.put_in_line(deep, run[1])
    scene.give_cards([run[2]])
    return [make_wipe(depth, run)]


@register_kit("wipe.deepest-card-must-meld", "open-draw")
def _wipe_without_deepest(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_run_wipe(scene, scene.rng.randint(1, depth - 1))
    return [make_wipe(depth, run)]


@register_kit("wipe.single-card-too", "draw")
def _wipe_one_to_hand(scene: Scene) -> Moves:
    return [make_wipe(1)]


@register_kit("wipe.meld-first", "draw")
def _wipe_some_to_hand(scene: Scene) -> Moves:
    return [make_wipe(_pick_depth(scene, 2))]


@register_kit("wipe.not-a-layoff", "open-draw")
def _wipe_onto_meld(scene: Scene) -> Moves:
    own = _get_own_meld(scene)
    card = scene.rng.choice(_list_adjacent_cards(own))
    scene.put_in_line(1, card)
    return [make_wipe(1, sorted([*own, card], key=lambda one: one.rank))]


@register_kit("wipe.new-meld-material", "open-draw")
def _wipe_with_table_card(scene: Scene) -> Moves:
    own = scene.rng.choice(_get_own_meld(scene)).base
    group = [own, *pick_two_of_rank(scene.rng, own)]
    depth = _pick_depth(scene)
    scene.put_in_line(depth, group[1])
    scene.give_cards([group[2]])
    scene.remove_cards([own])
    return [make_wipe(depth, group)]


@register_kit(
    "wipe.any-kind-once-opened", "open-draw", "Once you have opened, any new meld will do for a wipe, a set too."
)
def _wipe_set(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    return [make_wipe(depth, _prepare_set_wipe(scene, depth))]


@register_kit(
    "wipe.rest-to-hand",
    "open-draw",
    "Wiped cards that are not melded join the hand and may be used or discarded at once.",
)
def _discard_wiped_card(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_run_wipe(scene, depth)
    newest = scene.state.line[-1]
    if newest in run:
        raise OutOfReach
    return [make_wipe(depth, run), make_discard(newest)]


@register_kit("wipe.merge-after", "open-draw", "Once the new meld of a wipe stands, it may be joined with another.")
def _merge_after_wipe(scene: Scene) -> Moves:
    own = [card.base for card in _get_own_meld(scene)]
    high = own[-1].rank
    if high + 3 > 13:
        raise OutOfReach
    more = [get_card(rank, own[0].suit) for rank in range(high + 1, high + 4)]
    scene.put_in_line(1, more[0])
    scene.give_cards(more[1:])
    return [make_wipe(1, more), make_rearrangement([*own, *more])]


# -- the wild starter ----------------------------------------------------------------------------


@register_kit("starter.case", "closed-draw open-draw")
def _take_plain_line(scene: Scene) -> Moves:
    if scene.state.line[0] in scene.state.wilds:
        raise OutOfReach
    return [make_take(_hold_run(scene))] if not scene.state.has_opened(0) else [Move("take")]


@register_kit("starter.dealt-card-only", "closed-draw open-draw")
def _take_discarded_wild(scene: Scene) -> Moves:
    scene.cut_line(min(4, len(scene.state.line)))
    scene.set_oldest(scene.pick_wild(), dealt=False)
    return [make_take(_hold_run(scene))] if not scene.state.has_opened(0) else [Move("take")]


@register_kit(
    "starter.take-with-pure",
    "closed-starter open-starter",
    "With a pure sequence of your own you may take the whole line.",
)
def _take_starter(scene: Scene) -> Moves:
    if scene.state.has_opened(0):
        return [Move("take")]
    if scene.rng.random() < 0.5:
        return [Move("take")]
    return [make_take(_hold_run(scene))]


@register_kit(
    "starter.no-meld-needed",
    "closed-starter open-starter",
    "Neither the starter nor any other card has to be melded then.",
)
def _take_and_keep(scene: Scene) -> Moves:
    taking = Move("take") if scene.state.has_opened(0) else make_take(_hold_run(scene))
    return [taking, make_discard(_pick_loose_card(scene))]


@register_kit("starter.not-after-stock", "closed-starter open-starter")
def _stock_then_take(scene: Scene) -> Moves:
    opening = [] if scene.state.has_opened(0) else [make_meld(*_hold_run(scene))]
    return [STOCK, *opening, Move("take")]


@register_kit("starter.not-with-line-made-pure", "closed-starter")
def _take_with_line_run(scene: Scene) -> Moves:
    if len(scene.state.line) < 2:
        raise OutOfReach
    run = _prepare_run_wipe(scene, scene.rng.randint(1, len(scene.state.line) - 1))
    return [make_take(run)]


@register_kit("starter.partial-ordinary", "open-starter")
def _wipe_part_with_starter(scene: Scene) -> Moves:
    if len(scene.state.line) < 2:
        raise OutOfReach
    return [make_wipe(scene.rng.randint(1, len(scene.state.line) - 1))]


@register_kit(
    "starter.as-itself",
    "closed-starter",
    "A ranked wild starter may be wiped as its natural self into a pure sequence.",
)
def _wipe_starter_as_itself(scene: Scene) -> Moves:
    ranked = [card for card in list_ranked_wilds(scene.state) if scene.is_free(card) or card is scene.state.line[0]]
    if not ranked:
        raise OutOfReach
    card = scene.rng.choice(ranked)
    scene.set_oldest(card, dealt=True)
    run = pick_run_around(scene.rng, card)
    scene.give_cards([one for one in run if one is not card])
    return [make_wipe(len(scene.state.line), run)]


# -- laying off and rearranging ------------------------------------------------------------------


@register_kit("layoff.wild-ok", "open-table open-end", "A wild card may be added as any card that fits.")
def _add_wild(scene: Scene) -> Moves:
    group = _lay_other_run(scene)
    wild = scene.pick_wild()
    outside = [card for card in _list_adjacent_cards(group) if card is not wild]
    if not outside:
        raise OutOfReach
    scene.give_cards([wild])
    return [make_layoff(len(scene.state.melds[0]), wild.substitute_for(scene.rng.choice(outside)))]


def _lay_other_run(scene: Scene) -> Meld:
    """Return a second run on the table, beside the pure sequence."""
    group = random_run(scene.rng, 3)
    scene.require_plain(group)
    if set(group) == set(_get_own_meld(scene)):
        raise OutOfReach
    scene.lay_meld(group)
    return group


@register_kit("layoff.own-only", "open-table few open-end", "Cards may be added to your own melds.")
def _add_own(scene: Scene) -> Moves:
    fitting = _list_adjacent_cards(_get_own_meld(scene))
    if len(scene.state.hands[0]) > 4:
        scene.give_cards([scene.rng.choice(fitting)])
    there = [card for card in fitting if card in scene.state.hands[0]]
    if not there:
        raise OutOfReach
    return [make_layoff(1, there[0])]


@register_kit("rearr.free", "open-table", "Own melds may be regrouped, with cards of the hand added.")
def _regroup_melds(scene: Scene) -> Moves:
    own = [card.base for card in _get_own_meld(scene)]
    if own[-1].rank > 12:
        raise OutOfReach
    joint = get_card(own[-1].rank + 1, own[0].suit)
    scene.clear_table()
    scene.lay_meld((*own, joint))
    two = pick_two_of_rank(scene.rng, joint)
    scene.give_cards(two)
    return [make_rearrangement(own, [joint, *two])]


@register_kit("rearr.wild-moves", "open-table", "A wild card may move to another of your melds.")
def _move_wild(scene: Scene) -> Moves:
    group = random_run(scene.rng, 3)
    wild = scene.pick_wild()
    scene.require_plain(group)
    scene.lay_meld((group[0], wild.substitute_for(group[1]), group[2]))
    pair = random_set(scene.rng, 3)
    if wild in pair:
        raise OutOfReach
    scene.give_cards([group[1], *pair[:2]])
    return [make_rearrangement(_get_own_meld(scene), group, [*pair[:2], wild.substitute_for(pair[2])])]


@register_kit(
    "rearr.end-state",
    "open-table",
    "Only the end counts: the wild card is read anew while the real card takes its place.",
)
def _reread_wild(scene: Scene) -> Moves:
    group = random_run(scene.rng, 4)
    wild = scene.pick_wild()
    scene.require_plain(group)
    scene.lay_meld((group[0], group[1], wild.substitute_for(group[2])))
    scene.give_cards([group[2]])
    return [make_rearrangement(_get_own_meld(scene), [*group[:3], wild.substitute_for(group[3])])]


@register_kit("rearr.not-before-draw", "open-draw")
def _regroup_first(scene: Scene) -> Moves:
    card = scene.rng.choice(_list_adjacent_cards(_get_own_meld(scene)))
    scene.give_cards([card])
    return [make_rearrangement(sorted([*_get_own_meld(scene), card], key=lambda one: one.rank))]


# -- the end of the stock ------------------------------------------------------------------------


@register_kit("exhaust.final-melds", "end", "When the stock has run out, everybody may still lay cards.")
def _draw_no_more(scene: Scene) -> Moves:
    state = scene.state
    if scene.rng.random() < 0.3:
        return [STOCK]
    if scene.rng.random() < 0.4 and state.line:
        return [make_wipe(1, _prepare_run_wipe(scene, 1))]
    return [make_meld(*_hold_run(scene))]


@register_kit("exhaust.no-discard", "end")
def _discard_at_end(scene: Scene) -> Moves:
    return [make_discard(_pick_loose_card(scene))]


@register_kit("exhaust.first-still-pure", "closed-end")
def _set_at_end(scene: Scene) -> Moves:
    return [make_meld(*_hold_set(scene))]


register_kit("first.more-same-turn", "closed-end", "Once the pure sequence lies, more melds may follow.")(
    _lay_two_melds
)


_PLACES = {
    "draw": ("closed draw", "open draw", "closed starter", "open starter"),
    "table": ("closed table", "open table"),
    "end": ("closed end", "open end"),
    "few": ("few cards",),
}


def list_situations(one: ActionKit) -> list[str]:
    """Return the situations in which a kit works."""
    found = [place for word in one.where for place in _PLACES.get(word, (word.replace("-", " "),))]
    return list(dict.fromkeys(found))


def list_kits(name: str) -> list[ActionKit]:
    """Return the kits that work in a situation."""
    return [one for one in KITS if name in list_situations(one)]
