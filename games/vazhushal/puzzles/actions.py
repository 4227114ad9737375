"""Actions to judge: for each rule that a move can break or rely on, a kit that makes such an action.

A kit changes a scene so that the action can be tried in the scene, and returns the moves. The engine decides whether
the action is refused, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.cards import JOKER, PACK, Card, get_card, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.kit.melds import Meld, find_pure_runs, list_physical_cards
from games.kit.rummy import OTHERS
from games.vazhushal import moves
from games.vazhushal.moves import build_stock_draw_move, build_take_line_move
from games.vazhushal.puzzles.prepared_positions import (
    CardOutOfReach,
    Scene,
    list_ranked_wilds,
    pick_random_run,
    pick_random_set,
    pick_run_around,
    pick_same_color_card,
    pick_seat_count,
    pick_two_of_rank,
    play_turns_to_scene,
)

Moves = list[Move]
STOCK = Move("stock")


@dataclass(frozen=True)
class ActionKit:
    """A function that makes an action about a clause. `where` names the situations in which the kit works.

    `note` explains why the action is allowed if the clause allows it.
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

    def add_kit(build: Callable[[Scene], Moves]) -> Callable[[Scene], Moves]:
        KITS.append(ActionKit(clause, tuple(where.split()), build, note))
        return build

    return add_kit


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
    """Return a scene for this situation. Raises CardOutOfReach."""
    closed = name.startswith("closed")
    packs = 2 if rng.random() < 0.5 and pick_seat_count(rng, options, packs=2) else None
    scene = play_turns_to_scene(rng, options, pick_seat_count(rng, options, packs=packs), rng.randint(4, 9), closed)
    state = scene.state
    if len(state.line) < 3 or (closed and state.has_opened(0)):
        raise CardOutOfReach
    scene.shorten_line(rng.randint(4, 6) if len(state.line) > 3 else 3)
    if not closed:
        scene.clear_table()
        scene.lay_meld(_pick_pure_run(scene))
        scene.set_hand_size(10)
    if name.endswith("starter"):
        scene.shorten_line(rng.randint(2, 4))
        scene.set_oldest_line_card(scene.pick_wild_card(), dealt=True)
    elif name.endswith("table") or name == "few cards":
        scene.draw_from_stock()
    elif name.endswith("end"):
        state.phase = "final"
    return scene


def _pick_pure_run(scene: Scene) -> Meld:
    """Return a pure sequence of cards that aren't wild, with room at both ends."""
    rng = scene.rng
    low = rng.randint(2, 9)
    suit = rng.choice("CDHS")
    meld = tuple(get_card(rank, suit) for rank in range(low, low + 3))
    scene.require_cards_not_wild(meld)
    return meld


# -- pieces --------------------------------------------------------------------------------------


def _ensure_pure_run_in_hand(scene: Scene, size: int = 3) -> Meld:
    """Return a pure sequence that seat 0 holds, after giving its cards to seat 0 if necessary."""
    there = [run for run in find_pure_runs(scene.state.hands[0]) if len(run) == size]
    meld = scene.rng.choice(there) if there and scene.rng.random() < 0.5 else pick_random_run(scene.rng, size)
    scene.give_cards(meld)
    return meld


def _give_set(scene: Scene) -> Meld:
    meld = pick_random_set(scene.rng, 3)
    scene.require_cards_not_wild(meld)
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
    """Return a hand card that no other action needs, and reserve the card for this action."""
    spare = [card for card in scene.list_spare_cards() if card not in scene.state.wilds] or scene.list_spare_cards()
    if not spare:
        raise CardOutOfReach
    card = scene.rng.choice(spare)
    scene.kept[card] += 1
    return card


def _prepare_wipe_into_run(scene: Scene, depth: int) -> Meld:
    """Return a run that can be wiped: one card at this depth of the line, and the others in hand."""
    run = pick_random_run(scene.rng, 3)
    place = scene.rng.randrange(len(run))
    scene.put_card_in_line(depth, run[place])
    scene.give_cards([card for number, card in enumerate(run) if number != place])
    return run


def _prepare_wipe_into_set(scene: Scene, depth: int) -> Meld:
    """Return a set that can be wiped: its first card at this depth of the line, and the others in hand."""
    group = pick_random_set(scene.rng, 3)
    scene.put_card_in_line(depth, group[0])
    scene.give_cards(group[1:])
    return group


def _pick_depth(scene: Scene, low: int = 1) -> int:
    if len(scene.state.line) < low:
        raise CardOutOfReach
    return scene.rng.randint(low, len(scene.state.line))


def build_meld_move(*cards: Card) -> Move:
    return Move("meld", groups=(tuple(cards),))


def build_discard_move(*cards: Card) -> Move:
    return Move("discard", groups=(tuple(cards),))


def build_layoff_move(number: int, *cards: Card) -> Move:
    return Move("layoff", number, (tuple(cards),))


def build_wipe_move(depth: int, cards: Sequence[Card] = (), after: Meld = ()) -> Move:
    return moves.build_wipe_move(depth, *([tuple(cards)] if cards else []), after=after)


def build_rearrangement_move(*groups: Sequence[Card]) -> Move:
    return Move("rearrange", groups=tuple(tuple(group) for group in groups))


# -- the turn ------------------------------------------------------------------------------------


@register_kit("draw.stock", "draw", "The stock may be drawn from whatever lies in the line.")
def _draw_from_stock(scene: Scene) -> Moves:
    return [STOCK]


@register_kit("turn.phases", "draw")
def _discard_before_drawing(scene: Scene) -> Moves:
    return [build_discard_move(_pick_loose_card(scene))]


@register_kit("turn.no-predraw", "draw")
def _meld_before_drawing(scene: Scene) -> Moves:
    return [build_meld_move(*_ensure_pure_run_in_hand(scene))]


@register_kit("turn.draw-once", "draw")
def _draw_twice(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    taking = build_wipe_move(depth, _prepare_wipe_into_run(scene, depth))
    return [STOCK, taking] if scene.rng.random() < 0.6 else [taking, STOCK]


@register_kit("turn.keep-a-discard", "few")
def _meld_whole_hand(scene: Scene) -> Moves:
    if scene.kept.total():
        raise CardOutOfReach
    beside = [card for card in _list_adjacent_cards(_get_own_meld(scene)) if card not in scene.state.wilds]
    rank = scene.rng.choice(beside).rank
    group = pick_random_set(scene.rng, 3, rank)
    scene.require_cards_not_wild(group)
    scene.give_cards(group)
    scene.set_hand_size(3)
    return [build_meld_move(*group)]


@register_kit("meld.optional", "closed-table few", "Nobody has to lay what could be laid.")
def _discard_without_melding(scene: Scene) -> Moves:
    hand = scene.state.hands[0]
    if len(hand) > 4:
        _ensure_pure_run_in_hand(scene)
    return [build_discard_move(scene.rng.choice(hand))]


@register_kit("meld.optional", "end", "Nobody has to lay what could be laid.")
def _finish_without_melding(scene: Scene) -> Moves:
    _ensure_pure_run_in_hand(scene)
    return [Move("done")]


@register_kit("discard.one", "table")
def _discard_two(scene: Scene) -> Moves:
    return [build_discard_move(_pick_loose_card(scene), _pick_loose_card(scene))]


@register_kit("discard.any-hand-card", "table few", "Any card of the hand may be discarded, a wild one too.")
def _discard_wild(scene: Scene) -> Moves:
    if len(scene.state.hands[0]) < 4:
        return [build_discard_move(scene.rng.choice(scene.state.hands[0]))]
    card = scene.pick_wild_card()
    scene.give_cards([card])
    return [build_discard_move(card)]


# -- melds ---------------------------------------------------------------------------------------


@register_kit("meld.kinds", "open-table")
def _meld_neither_run_nor_set(scene: Scene) -> Moves:
    run = pick_random_run(scene.rng, 3)
    odd = get_card(run[2].rank, scene.rng.choice([suit for suit in "CDHS" if suit != run[0].suit]))
    scene.give_cards([run[0], run[1], odd])
    return [build_meld_move(run[0], run[1], odd)]


@register_kit("meld.min-three", "open-table")
def _meld_only_two_cards(scene: Scene) -> Moves:
    two = pick_random_run(scene.rng, 3)[:2] if scene.rng.random() < 0.5 else pick_random_set(scene.rng, 2)
    scene.give_cards(two)
    return [build_meld_move(*two)]


@register_kit("run.suited-consecutive", "open-table")
def _meld_gapped_run(scene: Scene) -> Moves:
    run = pick_random_run(scene.rng, 4)
    group = scene.rng.choice([(run[0], run[1], run[3]), (run[0], run[2], run[3])])
    scene.give_cards(group)
    return [build_meld_move(*group)]


@register_kit("run.ace-either-end", "open-table open-end", "An ace may stand below the two or above the king.")
def _meld_run_ending_with_ace(scene: Scene) -> Moves:
    suit = scene.rng.choice("CDHS")
    group = [get_card(rank, suit) for rank in scene.rng.choice([(1, 2, 3), (12, 13, 14)])]
    scene.give_cards(group)
    return [build_meld_move(*group)]


@register_kit("run.no-wrap", "open-table")
def _meld_run_around_ace(scene: Scene) -> Moves:
    suit = scene.rng.choice("CDHS")
    group = [get_card(rank, suit) for rank in (13, 1, 2)]
    scene.give_cards(group)
    return [build_meld_move(*group)]


@register_kit("set.same-rank", "open-table open-end", "Cards of one rank in different suits make a set.")
def _meld_set(scene: Scene) -> Moves:
    return [build_meld_move(*_give_set(scene))]


@register_kit("set.max-four", "open-table")
def _add_fifth_card_to_set(scene: Scene) -> Moves:
    four = pick_random_set(scene.rng, 4)
    wild = scene.pick_wild_card()
    if wild in four:
        raise CardOutOfReach
    scene.lay_meld(four)
    scene.give_cards([wild])
    return [build_layoff_move(len(scene.state.melds[0]), wild.substitute_for(four[0]))]


@register_kit("meld.no-duplicate-card", "open-table")
def _meld_same_card_twice(scene: Scene) -> Moves:
    two = pick_random_set(scene.rng, 2)
    if scene.rng.random() < 0.5:
        wild = scene.pick_wild_card()
        scene.give_cards([*two, wild])
        return [build_meld_move(*two, wild.substitute_for(two[0]))]
    scene.give_cards([*two, two[0]])
    return [build_meld_move(*two, two[0])]


@register_kit("meld.any-number", "open-table open-end", "Any number of melds may be laid in one turn.")
def _lay_two_melds(scene: Scene) -> Moves:
    return [build_meld_move(*_ensure_pure_run_in_hand(scene)), build_meld_move(*_give_set(scene))]


@register_kit("meld.pure-always", "open-table")
def _add_wild_to_pure_sequence(scene: Scene) -> Moves:
    wild = scene.pick_wild_card()
    face = scene.rng.choice(_list_adjacent_cards(_get_own_meld(scene)))
    if wild is face:
        raise CardOutOfReach
    scene.give_cards([wild])
    return [build_layoff_move(1, wild.substitute_for(face))]


@register_kit("meld.no-twin-melds", "open-table")
def _repeat_own_meld(scene: Scene) -> Moves:
    cards = list_physical_cards(_get_own_meld(scene))
    if scene.rng.random() < 0.4:
        wild = scene.pick_wild_card()
        place = scene.rng.randrange(3)
        scene.give_cards([*(card for number, card in enumerate(cards) if number != place), wild])
        return [
            build_meld_move(
                *(wild.substitute_for(card) if number == place else card for number, card in enumerate(cards))
            )
        ]
    scene.give_cards(cards)
    return [build_meld_move(*cards)]


@register_kit(
    "meld.twin-own-only", "open-table", "Only your own melds may not be alike; what others own does not matter."
)
def _repeat_meld_of_opponent(scene: Scene) -> Moves:
    state = scene.state
    theirs = [one for melds in state.melds[1:] for one in melds if all(card.natural for card in one) and len(one) < 5]
    if not theirs:
        raise CardOutOfReach
    cards = scene.rng.choice(theirs)
    scene.give_cards(cards)
    return [build_meld_move(*cards)]


@register_kit("meld.owner-only", "open-table")
def _lay_off_on_opponent_meld(scene: Scene) -> Moves:
    state = scene.state
    seat = scene.rng.randrange(1, state.seats)
    if not state.melds[seat]:
        scene.lay_meld(_pick_pure_run(scene), seat)
    number = scene.rng.randint(1, len(state.melds[seat]))
    theirs = state.melds[seat][number - 1]
    if theirs[0].face.suit != theirs[1].face.suit:
        raise CardOutOfReach
    card = scene.rng.choice(_list_adjacent_cards(theirs))
    scene.give_cards([card])
    return [build_layoff_move(OTHERS * seat + number, card)]


@register_kit("meld.stays-on-table", "open-table")
def _discard_melded_card(scene: Scene) -> Moves:
    own = _get_own_meld(scene)
    card = scene.rng.choice((own[0], own[-1]))
    scene.remove_cards([card])
    if card in scene.state.hands[0]:
        raise CardOutOfReach
    return [build_discard_move(card)]


# -- wild cards ----------------------------------------------------------------------------------


def _meld_run_ending_with_card(scene: Scene, card: Card, run: Meld) -> Moves:
    """Return a meld of a run of three in which this card takes the last place."""
    if card in run:
        raise CardOutOfReach
    scene.give_cards([*run[:2], card])
    return [build_meld_move(*run[:2], card.substitute_for(run[2]))]


@register_kit("wild.set", "open-table")
def _meld_card_wrongly_as_wild(scene: Scene) -> Moves:
    negative = scene.state.negative
    ranks = [negative.rank - 1 or 2, negative.rank % 13 + 1] if negative is not None and negative.rank else [2, 13]
    card = get_card(scene.rng.choice(ranks), scene.rng.choice("CDHS"))
    return _meld_run_ending_with_card(scene, card, pick_random_run(scene.rng, 3))


@register_kit("neg.same-colour-plain", "open-table")
def _meld_same_color_card_wild(scene: Scene) -> Moves:
    negative = scene.state.negative
    if negative is None or negative is JOKER:
        raise CardOutOfReach
    return _meld_run_ending_with_card(scene, pick_same_color_card(scene.rng, negative), pick_random_run(scene.rng, 3))


@register_kit("neg.is-printed", "open-table")
def _meld_wild_under_printed_joker(scene: Scene) -> Moves:
    if scene.state.negative is not JOKER:
        scene.make_joker_negative()
    return _meld_run_ending_with_card(scene, scene.rng.choice(PACK), pick_random_run(scene.rng, 3))


@register_kit("meld.not-all-wild", "open-table")
def _meld_only_wild_cards(scene: Scene) -> Moves:
    run = pick_random_run(scene.rng, 3)
    wilds = [_give_wild_card(scene) for _ in range(3)]
    if any(wild in run for wild in wilds):
        raise CardOutOfReach
    return [build_meld_move(*(wild.substitute_for(face) for wild, face in zip(wilds, run, strict=True)))]


def _give_wild_card(scene: Scene) -> Card:
    """Give seat 0 another wild card, and return the card."""
    for wild in scene.rng.sample(sort_cards(scene.state.wilds), len(scene.state.wilds)):
        try:
            scene.give_cards([wild])
        except CardOutOfReach:
            continue
        return wild
    raise CardOutOfReach


@register_kit(
    "wild.number-free", "open-table", "A meld may hold any number of wild cards, as long as one card stands for itself."
)
def _meld_two_wild_cards(scene: Scene) -> Moves:
    run = pick_random_run(scene.rng, 3)
    wilds = [_give_wild_card(scene) for _ in range(2)]
    if any(wild in run for wild in wilds) or run[0] in scene.state.wilds:
        raise CardOutOfReach
    scene.give_cards(run[:1])
    return [build_meld_move(run[0], wilds[0].substitute_for(run[1]), wilds[1].substitute_for(run[2]))]


@register_kit("wild.any-needed", "open-table", "A wild card may stand for a card even if a real one lies in sight.")
def _meld_wild_despite_real_card(scene: Scene) -> Moves:
    run = pick_random_run(scene.rng, 3)
    wild = scene.pick_wild_card()
    if wild in run or not scene.state.line:
        raise CardOutOfReach
    scene.put_card_in_line(scene.rng.randint(1, len(scene.state.line)), run[2])
    return _meld_run_ending_with_card(scene, wild, run)


@register_kit(
    "wild.self-is-natural",
    "closed-table closed-end",
    "A wild card in its own place is a natural card, so this is a pure sequence.",
)
def _meld_wild_as_itself(scene: Scene) -> Moves:
    ranked = [card for card in list_ranked_wilds(scene.state) if scene.can_be_given(card)]
    if not ranked:
        raise CardOutOfReach
    card = scene.rng.choice(ranked)
    run = pick_run_around(scene.rng, card)
    scene.give_cards(run)
    return [build_meld_move(*run)]


# -- the first meld ------------------------------------------------------------------------------


@register_kit("first.must-be-pure", "closed-table")
def _open_without_pure_sequence(scene: Scene) -> Moves:
    if scene.rng.random() < 0.5:
        return [build_meld_move(*_give_set(scene))]
    run = pick_random_run(scene.rng, 3)
    return _meld_run_ending_with_card(scene, scene.pick_wild_card(), run)


@register_kit(
    "first.any-turn",
    "closed-draw closed-starter",
    "The first meld may be laid in any turn, after a card from the stock too.",
)
def _open_after_stock_draw(scene: Scene) -> Moves:
    return [STOCK, build_meld_move(*_ensure_pure_run_in_hand(scene))]


register_kit(
    "first.more-same-turn", "closed-table", "Once the pure sequence lies, more melds may follow in the same turn."
)(_lay_two_melds)


@register_kit(
    "layoff.same-turn-ok", "closed-table closed-end", "From the turn of the first meld on, cards may be added to it."
)
def _open_and_add(scene: Scene) -> Moves:
    run = _ensure_pure_run_in_hand(scene)
    card = scene.rng.choice(_list_adjacent_cards(run))
    scene.give_cards([card])
    return [build_meld_move(*run), build_layoff_move(1, card)]


@register_kit("layoff.own-only", "closed-table")
def _lay_off_without_melds(scene: Scene) -> Moves:
    return [build_layoff_move(1, _pick_loose_card(scene))]


@register_kit(
    "first.wipe-completes-pure", "closed-draw", "The deepest wiped card is part of the pure sequence that opens."
)
def _open_with_wiped_run(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    return [build_wipe_move(depth, _prepare_wipe_into_run(scene, depth))]


@register_kit(
    "first.meld-then-wipe", "closed-draw open-draw", "A pure sequence from the hand alone may be laid before a wipe."
)
def _open_from_hand_then_wipe(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    run = _ensure_pure_run_in_hand(scene)
    return [build_wipe_move(depth, _prepare_wipe_into_set(scene, depth), run)]


@register_kit("first.wipe-depth-limit", "closed-draw")
def _open_with_too_deep_wipe(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_wipe_into_run(scene, scene.rng.randint(1, depth - 1))
    return [build_wipe_move(depth, run)]


@register_kit("first.routes-disjoint", "closed-draw")
def _open_with_line_then_wipe(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_wipe_into_run(scene, scene.rng.randint(1, depth - 1))
    return [build_wipe_move(depth, _prepare_wipe_into_set(scene, depth), run)]


@register_kit("first.predraw-commits", "closed-draw")
def _open_then_draw_from_stock(scene: Scene) -> Moves:
    return [build_stock_draw_move(_ensure_pure_run_in_hand(scene))]


# -- wiping --------------------------------------------------------------------------------------


@register_kit("wipe.suffix-only", "draw")
def _wipe_using_older_card(scene: Scene) -> Moves:
    deep = _pick_depth(scene, 2)
    depth = scene.rng.randint(1, deep - 1)
    run = pick_random_run(scene.rng, 3)
    scene.put_card_in_line(depth, run[0])
    scene.put_card_in_line(deep, run[1])
    scene.give_cards([run[2]])
    return [build_wipe_move(depth, run)]


@register_kit("wipe.deepest-card-must-meld", "open-draw")
def _wipe_without_melding_deepest_card(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_wipe_into_run(scene, scene.rng.randint(1, depth - 1))
    return [build_wipe_move(depth, run)]


@register_kit("wipe.single-card-too", "draw")
def _wipe_one_card_to_hand(scene: Scene) -> Moves:
    return [build_wipe_move(1)]


@register_kit("wipe.meld-first", "draw")
def _wipe_several_cards_to_hand(scene: Scene) -> Moves:
    return [build_wipe_move(_pick_depth(scene, 2))]


@register_kit("wipe.not-a-layoff", "open-draw")
def _wipe_onto_meld(scene: Scene) -> Moves:
    own = _get_own_meld(scene)
    card = scene.rng.choice(_list_adjacent_cards(own))
    scene.put_card_in_line(1, card)
    return [build_wipe_move(1, sorted([*own, card], key=lambda one: one.rank))]


@register_kit("wipe.new-meld-material", "open-draw")
def _wipe_with_table_card(scene: Scene) -> Moves:
    own = scene.rng.choice(_get_own_meld(scene)).base
    group = [own, *pick_two_of_rank(scene.rng, own)]
    depth = _pick_depth(scene)
    scene.put_card_in_line(depth, group[1])
    scene.give_cards([group[2]])
    scene.remove_cards([own])
    return [build_wipe_move(depth, group)]


@register_kit(
    "wipe.any-kind-once-opened", "open-draw", "Once you have opened, any new meld will do for a wipe, a set too."
)
def _wipe_into_set(scene: Scene) -> Moves:
    depth = _pick_depth(scene)
    return [build_wipe_move(depth, _prepare_wipe_into_set(scene, depth))]


@register_kit(
    "wipe.rest-to-hand",
    "open-draw",
    "Wiped cards that are not melded join the hand and may be used or discarded at once.",
)
def _discard_wiped_card(scene: Scene) -> Moves:
    depth = _pick_depth(scene, 2)
    run = _prepare_wipe_into_run(scene, depth)
    newest = scene.state.line[-1]
    if newest in run:
        raise CardOutOfReach
    return [build_wipe_move(depth, run), build_discard_move(newest)]


@register_kit("wipe.merge-after", "open-draw", "Once the new meld of a wipe stands, it may be joined with another.")
def _merge_melds_after_wipe(scene: Scene) -> Moves:
    own = [card.base for card in _get_own_meld(scene)]
    high = own[-1].rank
    if high + 3 > 13:
        raise CardOutOfReach
    more = [get_card(rank, own[0].suit) for rank in range(high + 1, high + 4)]
    scene.put_card_in_line(1, more[0])
    scene.give_cards(more[1:])
    return [build_wipe_move(1, more), build_rearrangement_move([*own, *more])]


# -- the wild starter ----------------------------------------------------------------------------


@register_kit("starter.case", "closed-draw open-draw")
def _take_line_without_wild_starter(scene: Scene) -> Moves:
    if scene.state.line[0] in scene.state.wilds:
        raise CardOutOfReach
    return [build_take_line_move(_ensure_pure_run_in_hand(scene))] if not scene.state.has_opened(0) else [Move("take")]


@register_kit("starter.dealt-card-only", "closed-draw open-draw")
def _take_line_with_discarded_wild(scene: Scene) -> Moves:
    scene.shorten_line(min(4, len(scene.state.line)))
    scene.set_oldest_line_card(scene.pick_wild_card(), dealt=False)
    return [build_take_line_move(_ensure_pure_run_in_hand(scene))] if not scene.state.has_opened(0) else [Move("take")]


@register_kit(
    "starter.take-with-pure",
    "closed-starter open-starter",
    "With a pure sequence of your own you may take the whole line.",
)
def _take_line_with_starter(scene: Scene) -> Moves:
    if scene.state.has_opened(0):
        return [Move("take")]
    if scene.rng.random() < 0.5:
        return [Move("take")]
    return [build_take_line_move(_ensure_pure_run_in_hand(scene))]


@register_kit(
    "starter.no-meld-needed",
    "closed-starter open-starter",
    "Neither the starter nor any other card has to be melded then.",
)
def _take_line_and_discard(scene: Scene) -> Moves:
    taking = Move("take") if scene.state.has_opened(0) else build_take_line_move(_ensure_pure_run_in_hand(scene))
    return [taking, build_discard_move(_pick_loose_card(scene))]


@register_kit("starter.not-after-stock", "closed-starter open-starter")
def _take_line_after_stock_draw(scene: Scene) -> Moves:
    opening = [] if scene.state.has_opened(0) else [build_meld_move(*_ensure_pure_run_in_hand(scene))]
    return [STOCK, *opening, Move("take")]


@register_kit("starter.not-with-line-made-pure", "closed-starter")
def _take_line_with_line_run(scene: Scene) -> Moves:
    if len(scene.state.line) < 2:
        raise CardOutOfReach
    run = _prepare_wipe_into_run(scene, scene.rng.randint(1, len(scene.state.line) - 1))
    return [build_take_line_move(run)]


@register_kit("starter.partial-ordinary", "open-starter")
def _wipe_without_reaching_starter(scene: Scene) -> Moves:
    if len(scene.state.line) < 2:
        raise CardOutOfReach
    return [build_wipe_move(scene.rng.randint(1, len(scene.state.line) - 1))]


@register_kit(
    "starter.as-itself",
    "closed-starter",
    "A ranked wild starter may be wiped as its natural self into a pure sequence.",
)
def _wipe_starter_as_itself(scene: Scene) -> Moves:
    ranked = [
        card for card in list_ranked_wilds(scene.state) if scene.can_be_given(card) or card is scene.state.line[0]
    ]
    if not ranked:
        raise CardOutOfReach
    card = scene.rng.choice(ranked)
    scene.set_oldest_line_card(card, dealt=True)
    run = pick_run_around(scene.rng, card)
    scene.give_cards([one for one in run if one is not card])
    return [build_wipe_move(len(scene.state.line), run)]


# -- laying off and rearranging ------------------------------------------------------------------


@register_kit("layoff.wild-ok", "open-table open-end", "A wild card may be added as any card that fits.")
def _lay_off_wild_card(scene: Scene) -> Moves:
    group = _put_second_run_on_table(scene)
    wild = scene.pick_wild_card()
    outside = [card for card in _list_adjacent_cards(group) if card is not wild]
    if not outside:
        raise CardOutOfReach
    scene.give_cards([wild])
    return [build_layoff_move(len(scene.state.melds[0]), wild.substitute_for(scene.rng.choice(outside)))]


def _put_second_run_on_table(scene: Scene) -> Meld:
    """Put a second run on the table, beside the pure sequence, and return the run."""
    group = pick_random_run(scene.rng, 3)
    scene.require_cards_not_wild(group)
    if set(group) == set(_get_own_meld(scene)):
        raise CardOutOfReach
    scene.lay_meld(group)
    return group


@register_kit("layoff.own-only", "open-table few open-end", "Cards may be added to your own melds.")
def _lay_off_on_own_meld(scene: Scene) -> Moves:
    fitting = _list_adjacent_cards(_get_own_meld(scene))
    if len(scene.state.hands[0]) > 4:
        scene.give_cards([scene.rng.choice(fitting)])
    there = [card for card in fitting if card in scene.state.hands[0]]
    if not there:
        raise CardOutOfReach
    return [build_layoff_move(1, there[0])]


@register_kit("rearr.free", "open-table", "Own melds may be regrouped, with cards of the hand added.")
def _regroup_own_melds(scene: Scene) -> Moves:
    own = [card.base for card in _get_own_meld(scene)]
    if own[-1].rank > 12:
        raise CardOutOfReach
    joint = get_card(own[-1].rank + 1, own[0].suit)
    scene.clear_table()
    scene.lay_meld((*own, joint))
    two = pick_two_of_rank(scene.rng, joint)
    scene.give_cards(two)
    return [build_rearrangement_move(own, [joint, *two])]


@register_kit("rearr.wild-moves", "open-table", "A wild card may move to another of your melds.")
def _move_wild_to_other_meld(scene: Scene) -> Moves:
    group = pick_random_run(scene.rng, 3)
    wild = scene.pick_wild_card()
    scene.require_cards_not_wild(group)
    scene.lay_meld((group[0], wild.substitute_for(group[1]), group[2]))
    pair = pick_random_set(scene.rng, 3)
    if wild in pair:
        raise CardOutOfReach
    scene.give_cards([group[1], *pair[:2]])
    return [build_rearrangement_move(_get_own_meld(scene), group, [*pair[:2], wild.substitute_for(pair[2])])]


@register_kit(
    "rearr.end-state",
    "open-table",
    "Only the end counts: the wild card is read anew while the real card takes its place.",
)
def _change_meaning_of_wild(scene: Scene) -> Moves:
    group = pick_random_run(scene.rng, 4)
    wild = scene.pick_wild_card()
    scene.require_cards_not_wild(group)
    scene.lay_meld((group[0], group[1], wild.substitute_for(group[2])))
    scene.give_cards([group[2]])
    return [build_rearrangement_move(_get_own_meld(scene), [*group[:3], wild.substitute_for(group[3])])]


@register_kit("rearr.not-before-draw", "open-draw")
def _rearrange_before_drawing(scene: Scene) -> Moves:
    card = scene.rng.choice(_list_adjacent_cards(_get_own_meld(scene)))
    scene.give_cards([card])
    return [build_rearrangement_move(sorted([*_get_own_meld(scene), card], key=lambda one: one.rank))]


# -- the end of the stock ------------------------------------------------------------------------


@register_kit("exhaust.final-melds", "end", "When the stock has run out, everybody may still lay cards.")
def _act_after_stock_exhausted(scene: Scene) -> Moves:
    state = scene.state
    if scene.rng.random() < 0.3:
        return [STOCK]
    if scene.rng.random() < 0.4 and state.line:
        return [build_wipe_move(1, _prepare_wipe_into_run(scene, 1))]
    return [build_meld_move(*_ensure_pure_run_in_hand(scene))]


@register_kit("exhaust.no-discard", "end")
def _discard_after_stock_exhausted(scene: Scene) -> Moves:
    return [build_discard_move(_pick_loose_card(scene))]


@register_kit("exhaust.first-still-pure", "closed-end")
def _open_with_set_at_end(scene: Scene) -> Moves:
    return [build_meld_move(*_give_set(scene))]


register_kit("first.more-same-turn", "closed-end", "Once the pure sequence lies, more melds may follow.")(
    _lay_two_melds
)


_PLACES = {
    "draw": ("closed draw", "open draw", "closed starter", "open starter"),
    "table": ("closed table", "open table"),
    "end": ("closed end", "open end"),
    "few": ("few cards",),
}


def list_situations_of_kit(one: ActionKit) -> list[str]:
    """Return the situations in which a kit works."""
    found = [place for word in one.where for place in _PLACES.get(word, (word.replace("-", " "),))]
    return list(dict.fromkeys(found))


def list_kits_for_situation(name: str) -> list[ActionKit]:
    """Return the kits that work in a situation."""
    return [one for one in KITS if name in list_situations_of_kit(one)]
