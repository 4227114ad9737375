"""Puzzles about cards and melds: what a wild card can stand for, which melds are pure, and which cards are wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from games.cards import JOKER, PACK, PACK_ORDER, Card, card_of, codes, in_pack_order, parse_card, parse_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.working import summed
from games.kit.melds import Meld, bases, extensions, faces, is_pure, is_run, is_set
from games.kit.posing import card_options, clamp, clause_ids, until_found, within
from games.vazhushal.melding import meld_faults, owned
from games.vazhushal.puzzles.common import TRIES, rule_hint, rules_of, seated, shown
from games.vazhushal.puzzles.scenes import (
    OutOfReach,
    Scene,
    plain,
    plain_brother,
    random_run,
    random_set,
    ranked_wilds,
    run_around,
    seats_for,
    wander,
    with_wild,
)
from games.vazhushal.rules import RULES
from games.vazhushal.state import HAND, VazhushalState, full_deck, wild_cards
from games.words import many, quoted, so_many

# -- what may this wild stand for ----------------------------------------------------------------


def _make_stands(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        setup = _stands_setup(wander(rng, options, seats_for(rng, options), rng.randint(6, 14)))
        found = _readings(seated(setup, options), setup)
        legal = [face for face, refused in found.items() if refused is None]
        traps = {face: refused.clause.id for face in _tempting_faces(setup) if (refused := found.get(face))}
        if len(legal) <= 6 and len(traps) >= 2 and (legal or rng.random() < 0.5):
            shuffled = rng.sample(list(traps), len(traps))
            keep = sorted(shuffled, key=lambda face: traps[face] == "meld.kinds")[: max(3, 7 - len(legal))]
            setup["faces"] = codes(in_pack_order({*legal, *keep}))
            return setup
        return None

    return until_found(draw, TRIES, "No wild card with a choice came up.")


def _stands_setup(scene: Scene) -> Setup:
    state, rng = scene.state, scene.rng
    if not state.opened(0):
        scene.lay(random_run(rng, 3))
    kinds = ["pair", "gap", "set", "corner", "grow", "grow", "twin", "two", "bare", "self", "plain"]
    kind = rng.choice(kinds)
    wilds = in_pack_order(state.wilds)
    wild = rng.choice(wilds) if rng.random() < 0.5 else JOKER
    number = 0
    if kind == "grow":
        number = rng.randint(1, len(state.melds[0]))
        group: tuple[Card, ...] = ()
    elif kind in ("self", "plain"):
        steps = {"self": (0,), "plain": (-1, 1)}[kind]
        ranked = [card for card in PACK if state.negative and card.rank - state.negative.rank in steps]
        if not ranked or state.negative is JOKER:
            raise OutOfReach
        wild = rng.choice(ranked)
        near = random_run(rng, 3)
        group = (card_of(wild.rank - 1 or 13, wild.suit), card_of(wild.rank + 1, wild.suit))
        group = group if rng.random() < 0.6 else near[:2]
    else:
        group = _unfinished(scene, kind)
    if not group and not number:
        raise OutOfReach
    scene.hold([*group, wild])
    if len(state.stock) <= state.seen + 1:
        raise OutOfReach
    scene.draw()
    return scene.setup(group=codes(group), wild=wild.code, number=number)


def _unfinished(scene: Scene, kind: str) -> tuple[Card, ...]:
    """Return a group of cards that lacks one card to be a meld."""
    state, rng = scene.state, scene.rng
    run = random_run(rng, 3)
    if kind == "gap":
        return run[0], run[2]
    if kind == "set":
        return random_set(rng, rng.choice((2, 2, 3, 4)))
    if kind == "corner":
        suit = rng.choice("CDHS")
        return tuple(card_of(rank, suit) for rank in rng.choice([(12, 13), (1, 2), (13, 14), (2, 3)]))
    if kind == "twin":
        meld = rng.choice(state.melds[0])
        natural = [card for card in meld if card.natural]
        if len(natural) < 3:
            raise OutOfReach
        return tuple(natural[:2])
    if kind == "bare":
        wilds = [rng.choice(in_pack_order(state.wilds)) for _ in range(2)]
        placed = tuple(wild.standing_for(face) for wild, face in zip(wilds, run, strict=False))
        return placed if all(not card.natural for card in placed) else ()
    if kind == "two":
        other = rng.choice(in_pack_order(state.wilds))
        anchor = rng.choice(plain(state))
        step = rng.choice((-2, -1, 1, 2))
        if not 1 <= anchor.rank + step <= 13:
            raise OutOfReach
        return (anchor, other.standing_for(card_of(anchor.rank + step, anchor.suit)))
    return tuple(run[:2])


def _tempting_faces(setup: Setup) -> list[Card]:
    """Return cards that a player might think the wild card can stand for."""
    shown_cards = [*parse_cards(setup["group"])]
    number = setup["number"]
    if number:
        shown_cards += parse_cards(setup["position"]["melds"][0][number - 1])
    base = faces(shown_cards)
    found: list[Card] = []
    for face in base:
        found.append(face)
        found += [card_of(face.rank + step or 13, face.suit) for step in (-2, -1, 1, 2) if face.rank + step <= 14]
        found += [card_of(face.rank, suit) for suit in "CDHS"]
    wild = parse_card(setup["wild"])
    if wild.suit:
        found.append(wild)
    return list(dict.fromkeys(found))


def _stands_move(setup: Setup, face: Card) -> Move:
    card = parse_card(setup["wild"]).standing_for(face)
    if setup["number"]:
        return Move("layoff", setup["number"], ((card,),))
    return Move("meld", groups=((*parse_cards(setup["group"]), card),))


def _readings(state: VazhushalState, setup: Setup) -> dict[Card, Violation | None]:
    """Return, for every card, why the wild card can't stand for it, or None if it can."""
    return {face: RULES.why_not(state, 0, _stands_move(setup, face)) for face in PACK}


def _pose_stands(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup, options)
    wild, group, number = parse_card(setup["wild"]), parse_cards(setup["group"]), setup["number"]
    _check_group(state, group)
    if state.phase != "table" or state.turn != 0:
        raise Void("It isn’t your turn to lay cards.")
    found = _readings(state, setup)
    legal = [face for face, refused in found.items() if refused is None]
    offered = sorted({*parse_cards(setup["faces"]), *legal}, key=lambda face: (face.suit, face.rank))
    clauses = [refused.clause.id for face in offered if (refused := found[face])]
    visible = {*state.line, *(card for melds in state.melds for card in owned(melds))}
    name = "joker" if wild is JOKER else f"{quoted([wild])}"
    target = quoted(state.melds[0][number - 1]) if number else quoted(group)
    todo = f"You want to add the {name} to your {target}." if number else f"You want to lay {target} with the {name}."
    if wild is not JOKER:
        todo = todo.replace("the `", "`")
    reasons = {
        face.code: refused.fact if (refused := found[face]) else _fits(state, setup, face, face in visible)
        for face in offered
    }
    return Puzzle(
        theme="wild-stands-for",
        form="tick",
        question=f"{todo} Tick every card that it may stand for.",
        position=shown(state),
        key=sorted(face.code for face in legal),
        clauses=within([*_stands_clauses(state, setup, legal), *clauses], _STANDS_CLAUSES),
        why=_stands_why(state, setup, legal),
        options=tuple(Option(face.code, f"The {face.name}", face.code) for face in offered),
        reasons=reasons,
        clauses_by_option={
            face.code: violation.clause.id if violation else _permitting(wild, face, face in visible)
            for face in offered
            for violation in [found[face]]
        },
        hints=_stands_hints(state, setup, legal, offered),
        rating=_stands_rating(setup, legal, offered),
    )


def _check_group(state: VazhushalState, group: Sequence[Card]) -> None:
    for card in group:
        if card.base is not card and card.base not in state.wilds:
            raise Void(f"{card.base.code} is not wild by these house rules.")


def _stands_clauses(state: VazhushalState, setup: Setup, legal: Sequence[Card]) -> Iterator[str]:
    wild = parse_card(setup["wild"])
    yield "wild.declared"
    visible = [*state.line, *(card.base for melds in state.melds for meld in melds for card in meld)]
    if any(face in visible for face in legal if face is not wild):
        yield "wild.any-needed"
    if setup["number"]:
        yield "layoff.wild-ok"
    if wild in legal and wild in state.wilds:
        yield "wild.self-is-natural"
    if legal and any(card.base in state.wilds and not card.natural for card in parse_cards(setup["group"])):
        yield "wild.number-free"


def _permitting(wild: Card, face: Card, is_visible: bool) -> str:
    """Return the clause by which a wild card can stand for this card."""
    if face is wild:
        return "wild.self-is-natural"
    return "wild.any-needed" if is_visible else "wild.declared"


def _fits(state: VazhushalState, setup: Setup, face: Card, visible: bool) -> str:
    move = _stands_move(setup, face)
    whole = (*state.melds[0][setup["number"] - 1], *move.cards) if setup["number"] else move.cards
    shown_as = quoted(sorted(whole, key=lambda card: card.rank))
    if face is parse_card(setup["wild"]):
        return f"It may simply be itself: {shown_as}."
    if visible:
        return f"{shown_as} is a meld, even though a real {quoted([face])} lies in sight."
    return f"{shown_as} is a meld."


def _stands_why(state: VazhushalState, setup: Setup, legal: Sequence[Card]) -> str:
    if not legal:
        tried = ((face, RULES.why_not(state, 0, _stands_move(setup, face))) for face in _near(setup))
        dull = ("meld.kinds", "run.suited-consecutive", "meld.no-duplicate-card")
        telling = next(((face, no) for face, no in tried if no is not None and no.clause.id not in dull), None)
        example = f" {quoted(telling[:1])}, say? {telling[1].drawn}" if telling else ""
        return f"There is no card that it may stand for here.{example}"
    return f"It may stand for {quoted(legal)}: with any other card the meld would break a rule."


def _near(setup: Setup) -> list[Card]:
    group = parse_cards(setup["group"])
    if setup["number"]:
        group = parse_cards(setup["position"]["melds"][0][setup["number"] - 1])
    return [*extensions(faces(group)), *_tempting_faces(setup)]


def _stands_hints(
    state: VazhushalState, setup: Setup, legal: Sequence[Card], offered: Sequence[Card]
) -> tuple[str, ...]:
    group = parse_cards(setup["group"])
    if setup["number"]:
        idea, rule = (
            "The meld has to be right as it lies afterwards, and so must all your melds together.",
            "layoff.wild-ok",
        )
    elif len({card.face.suit for card in group}) == 1:
        idea, rule = "These are of one suit: which cards make a run of them?", "run.suited-consecutive"
    else:
        idea, rule = "These are of one rank: which suits are still missing?", "set.same-rank"
    traps = [face for face in offered if face not in legal][:2]
    last = (
        f"{many(len(legal), 'card').capitalize()} will do; one of them is {quoted(legal[:1])}."
        if legal
        else "Not one will do."
    )
    cards = f"It cannot be {quoted(traps)}." if traps else "Try them one by one."
    return idea, rule_hint(rule, state.options), cards, last


def _stands_rating(setup: Setup, legal: Sequence[Card], offered: Sequence[Card]) -> int:
    hard = (150 if not legal else 0) + (120 if setup["number"] else 0) + (150 if "=" in setup["group"] else 0)
    ranked = 100 if setup["wild"] != "*" else 0
    return clamp(850 + 60 * len(legal) + 25 * len(offered) + hard + ranked)


_STANDS_CLAUSES = clause_ids("""
wild.any-needed wild.declared wild.number-free wild.self-is-natural wild.set neg.same-colour-plain
meld.not-all-wild meld.no-duplicate-card meld.no-twin-melds meld.pure-always meld.kinds run.suited-consecutive
run.no-wrap set.max-four layoff.wild-ok
""")


# -- pure or not ---------------------------------------------------------------------------------

PURE, MELD, NONE = "pure", "meld", "none"
LABELS = ((PURE, "A pure sequence"), (MELD, "A meld, but not pure"), (NONE, "No meld"))


def _make_pure(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def draw() -> Setup | None:
        seats = seats_for(rng, options)
        negative = _negative(rng, options, seats)
        wilds = wild_cards(house, negative if house.wild_rule != "printed-only" else None)
        ranked = in_pack_order(card for card in wilds if card is not JOKER)
        deck = Counter(full_deck(house, seats))
        melds: list[Meld] = []
        kinds = rng.sample(sorted(_GROUPS), len(_GROUPS))
        for kind in kinds:
            meld = _GROUPS[kind](rng, ranked, negative)
            if len(melds) < 5 and meld and not Counter(bases(meld)) - deck and meld not in melds:
                melds.append(meld)
        setup = {
            "position": {"seats": seats, "negative": negative.code},
            "melds": [codes(meld) for meld in melds],
        }
        key = _pose_pure(setup, options).key
        if len(set(key.values())) > 1 and PURE in key.values():
            return setup
        return None

    return until_found(draw, TRIES, "No choice of melds came up.")


def _negative(rng: Random, options: Options, seats: int) -> Card:
    """Return a random negative joker, now and then a printed one."""
    house = rules_of(options)
    if rng.random() < 0.1 and house.neg_printed != "redraw":
        return JOKER
    return rng.choice(PACK)


def _own_place(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    """Return a run in which a ranked wild card, or a card of the negative joker's rank, is itself."""
    card = rng.choice(ranked) if ranked else negative
    return run_around(rng, card) if card.suit else ()


def _brother_in(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    """Return a run in which a card of the negative joker's rank and color takes another's place."""
    brother = plain_brother(rng, negative) if negative.suit else card_of(1, rng.choice("CDHS"))
    meld = random_run(rng, 3)
    return with_wild(rng, meld, brother) if brother not in meld else ()


def _ranked_in(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = random_run(rng, rng.choice((3, 4)))
    wild = rng.choice(ranked) if ranked else JOKER
    return with_wild(rng, meld, wild) if wild not in meld else ()


def _all_wild(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = random_run(rng, 3)
    wilds = rng.sample([*ranked, *ranked, JOKER, JOKER], 3) if ranked else [JOKER] * 3
    if rng.random() < 0.5 and ranked and meld[0] not in ranked:
        return (*(wild.standing_for(face) for wild, face in zip(wilds[:2], meld[:2], strict=True)), meld[2])
    if any(wild in meld for wild in wilds):
        return ()
    return tuple(wild.standing_for(face) for wild, face in zip(wilds, meld, strict=True))


def _double(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = random_set(rng, 2)
    if rng.random() < 0.5:
        return (*meld, JOKER.standing_for(meld[0]))
    run = random_run(rng, 3)
    return (*run, JOKER.standing_for(run[0]))


def _broken_run(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    run = random_run(rng, 5)
    return rng.choice([(run[0], run[1], run[3]), (run[0], run[2], run[4]), (*run[:2], _other_suit(rng, run[2]))])


def _other_suit(rng: Random, card: Card) -> Card:
    return card_of(card.rank, rng.choice([suit for suit in "CDHS" if suit != card.suit]))


def _corner(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    suit = rng.choice("CDHS")
    ranks = rng.choice([(1, 2, 3), (12, 13, 14), (13, 14, 2), (12, 13, 14, 2), (11, 12, 13, 14)])
    return tuple(card_of(rank, suit) for rank in ranks)


def _long(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    suit = rng.choice("CDHS")
    if rng.random() < 0.4:
        return tuple(card_of(rank, suit) for rank in range(1, rng.choice((14, 15))))
    return random_run(rng, rng.randint(5, 8), suit)


def _five(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = random_set(rng, 4)
    if rng.random() < 0.5:
        return meld
    return (*meld, JOKER.standing_for(meld[0])) if rng.random() < 0.5 else (*meld, meld[0])


_GROUPS: dict[str, Callable[[Random, Sequence[Card], Card], Meld]] = {
    "run": lambda rng, ranked, negative: random_run(rng, rng.choice((3, 4))),
    "joker": lambda rng, ranked, negative: with_wild(rng, random_run(rng, rng.choice((3, 4))), JOKER),
    "set": lambda rng, ranked, negative: random_set(rng, 3),
    "short": lambda rng, ranked, negative: random_run(rng, 3)[:2],
    "own place": _own_place,
    "brother": _brother_in,
    "ranked": _ranked_in,
    "all wild": _all_wild,
    "double": _double,
    "broken": _broken_run,
    "corner": _corner,
    "long": _long,
    "five": _five,
}


def _kind(state: VazhushalState, meld: Meld) -> tuple[str, str, list[str]]:
    """Return what a group of cards is, why, and by which clauses."""
    fault = next(meld_faults(state, meld), None)
    if fault is not None:
        return NONE, fault.drawn, [fault.clause.id, *_shape_clauses(meld)]
    own = [card for card in meld if card.natural and card in state.wilds]
    if is_pure(meld):
        note = (
            f" {quoted(own)} could be wild, but {'stands' if len(own) == 1 else 'stand'} for itself here."
            if own
            else ""
        )
        ids = ["meld.pure-def", *(["wild.self-is-natural"] if own else []), *_shape_clauses(meld)]
        return PURE, f"A run in which every card stands for itself.{note}", ids
    if is_set(meld):
        return MELD, "A set is a meld, but only a run can be pure.", ["set.same-rank", "meld.pure-def"]
    wild = [card for card in meld if not card.natural]
    ids = ["meld.pure-def", "wild.printed-never-natural" if JOKER in bases(wild) else "meld.pure-def"]
    if len(wild) > 1:
        ids.append("wild.number-free")
    return MELD, f"A run, but with {quoted(wild)} in the place of another card, so it is not pure.", ids


def _telling(ids: Sequence[str]) -> str:
    """Return which of these clauses decides what a group of cards is."""
    finest = ("wild.self-is-natural", "wild.printed-never-natural", "meld.pure-def")
    return next((id for id in finest if id in ids), ids[0])


def _shape_clauses(meld: Meld) -> list[str]:
    if is_run(meld):
        ends = {card.face.rank for card in meld}
        ids = ["run.suited-consecutive"]
        return [*ids, *(["run.ace-either-end"] if 1 in ends else []), *(["run.max-13"] if len(meld) == 13 else [])]
    return []


def _pose_pure(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup, options)
    deck = Counter(state.pack)
    melds = [parse_cards(text) for text in setup["melds"]]
    if any(Counter(bases(meld)) - deck for meld in melds):
        raise Void("There are not so many cards in the deck.")
    kinds = [_kind(state, meld) for meld in melds]
    key = {f"m{number}": kind for number, (kind, _, _) in enumerate(kinds, 1)}
    pures = sum(kind == PURE for kind in key.values())
    first_pure = next((meld for meld, kind in zip(melds, key.values(), strict=True) if kind == PURE), None)
    tricky = [meld for meld in melds if any(card.base in state.wilds for card in meld)]
    return Puzzle(
        theme="pure-or-not",
        form="match",
        question=f"{_wild_words(state)} What is each of these?",
        position=shown(state),
        key=key,
        clauses=within((id for _, _, ids in kinds for id in ids), _PURE_CLAUSES),
        why="A pure sequence is a run in which every card, wild or not, stands for itself.",
        options=tuple(Option(f"m{number}", quoted(meld), codes(meld)) for number, meld in enumerate(melds, 1)),
        labels=LABELS,
        reasons={f"m{number}": why for number, (_, why, _) in enumerate(kinds, 1)},
        clauses_by_option={f"m{number}": _telling(ids) for number, (_, _, ids) in enumerate(kinds, 1)},
        hints=(
            "Ask twice of each: is it a run or a set at all? And does every card stand for itself?",
            rule_hint("meld.pure-def", options),
            f"Look twice at {quoted(tricky[0])}: a wild card is in it."
            if tricky
            else "No wild card is among them: only the shape counts.",
            f"{many(pures, 'group').capitalize()} {'is' if pures == 1 else 'are'} pure"
            + (f", {quoted(first_pure)} for one." if first_pure is not None else "."),
        ),
        rating=clamp(900 + 60 * len(tricky) + 40 * len(melds) + (60 if state.negative else 0)),
        zones=("negative",),
    )


def _wild_words(state: VazhushalState) -> str:
    """Return a sentence about the negative joker, from which the reader can tell what is wild."""
    if state.negative is None:
        return "There is no negative joker: only printed jokers are wild."
    return f"The negative joker is {quoted([state.negative])}."


_PURE_CLAUSES = clause_ids("""
meld.kinds meld.min-three meld.pure-def meld.no-duplicate-card meld.not-all-wild run.suited-consecutive
run.ace-either-end run.no-wrap run.max-13 set.same-rank set.max-four wild.self-is-natural
wild.printed-never-natural wild.number-free neg.same-colour-plain neg.is-printed
""")


# -- which cards are wild ------------------------------------------------------------------------


def _make_wild(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    seats = seats_for(rng, options)
    for _ in range(TRIES):
        negative = _negative(rng, options, seats)
        deck = full_deck(house, seats)
        deck.remove(negative)
        rank = negative.rank or 1
        family = [card for card in deck if card.rank == rank]
        hand = rng.sample(family, min(len(family), rng.randint(2, 4)))
        hand += [JOKER] * rng.choice((0, 1, 1, 2))
        near = [card for card in deck if card.rank in (rank - 1, rank % 13 + 1) or card.suit == negative.suit]
        rng.shuffle(near)
        hand += near[: rng.randint(3, 5)]
        rng.shuffle(deck)
        hand += deck[: HAND - len(hand)]
        if Counter(hand) - Counter([*deck]) or Counter(hand)[JOKER] > deck.count(JOKER):
            continue
        hand.sort(key=PACK_ORDER)
        position = {"seats": seats, "negative": negative.code, "phase": "draw", "hands": [codes(hand)]}
        counted = rng.random() < (0.5 if negative is JOKER else 0.15)
        setup = {"position": position, "ask": "number" if counted else "hand"}
        puzzle = _pose_wild(setup, options)
        if setup["ask"] == "number" or 0 < len(puzzle.key) < len(puzzle.options):
            return setup
    raise Void("No hand with wild cards came up.")


def _pose_wild(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup, options)
    return _count_wild(state) if setup["ask"] == "number" else _tick_wild(state)


def _tick_wild(state: VazhushalState) -> Puzzle:
    hand = list(dict.fromkeys(state.hands[0]))
    wild = [card for card in hand if card in state.wilds]
    if not hand:
        raise Void("There is no hand to look at.")
    ids = [id for card in hand for id in _wild_reason(state, card)[1]]
    return Puzzle(
        theme="which-are-wild",
        form="tick",
        question=f"{_wild_words(state) if state.negative else ''} Tick every card of your hand that is wild.".strip(),
        position=shown(state),
        key=sorted(card.code for card in wild),
        clauses=within(["wild.set", *ids], _WILD_CLAUSES),
        why=_what_is_wild(state),
        options=card_options(hand),
        on="hand-0",
        reasons={card.code: _wild_reason(state, card)[0] for card in hand},
        clauses_by_option={card.code: _wild_reason(state, card)[1][0] for card in hand},
        hints=(
            "Jokers are easy. For the others look at the rank of the negative joker, then at its colour."
            if state.options.wild_rule == "opposite-colour"
            else "Jokers are easy. For the others ask whether there is a negative joker, and of which rank.",
            rule_hint("neg.makes-wild" if state.negative else "wild.set", state.options),
            f"Only {quoted([card for card in hand if card is JOKER or card.rank in _ranks(state)])} come into question."
            if _ranks(state)
            else "No ranked card comes into question.",
            f"{so_many(len(wild), 'these cards', 'is')} wild.",
        ),
        rating=clamp(
            750 + 60 * sum(card.rank in _ranks(state) for card in hand) + (150 if state.negative is JOKER else 0)
        ),
        zones=("hand-0", "negative"),
        bare=True,
    )


def _ranks(state: VazhushalState) -> set[int]:
    """Return the ranks that the negative joker brings to mind."""
    if state.negative is None:
        return set()
    return {1} if state.negative is JOKER and len(state.wilds) > 1 else {state.negative.rank} - {0}


def _wild_reason(state: VazhushalState, card: Card) -> tuple[str, list[str]]:
    negative, rule = state.negative, state.options.wild_rule
    if card is JOKER:
        return "A printed joker is always wild.", ["wild.set"]
    if negative is None:
        return "No ranked card is wild here.", ["wild.set"]
    if negative is JOKER:
        if card in state.wilds:
            return "The negative joker is a printed joker, and then all aces are wild here.", ["neg.is-printed"]
        return "The negative joker is a printed joker, which has neither rank nor colour to share.", ["neg.is-printed"]
    if card in state.wilds:
        other = "" if rule == "same-rank" else " and the other colour"
        return f"It has the rank of the negative joker{other}, so it is wild.", ["neg.makes-wild", "wild.set"]
    if card.rank == negative.rank:
        return "It has the rank of the negative joker, but its colour too: an ordinary card.", ["neg.same-colour-plain"]
    return "It has another rank than the negative joker, so it stands only for itself.", ["neg.makes-wild"]


def _what_is_wild(state: VazhushalState) -> str:
    ranked = ranked_wilds(state)
    if not ranked:
        return "Only printed jokers are wild here."
    return f"Wild are the printed jokers and {quoted(ranked)}."


def _count_wild(state: VazhushalState) -> Puzzle:
    aside = [state.negative] if state.negative is not None and not state.options.neg_drawable else []
    play = Counter(state.pack) - Counter(aside)
    number = sum(times for card, times in play.items() if card in state.wilds)
    jokers, packs = play[JOKER], state.options.pack_count(state.seats)
    ranked = number - jokers
    put_aside = bool(aside) and aside[0] in state.wilds
    note = " The negative joker itself is not in play." if put_aside else ""
    return Puzzle(
        theme="which-are-wild",
        form="number",
        question=f"{many(state.seats, 'player').capitalize()} sit at the table. {_wild_words(state)} "
        "How many cards in play are wild, printed jokers included?",
        position=shown(state),
        key=number,
        clauses=within(
            ["wild.set", "setup.packs", "setup.printed-jokers"]
            + (["neg.not-in-play"] if state.negative else [])
            + (["neg.is-printed"] if state.negative is JOKER else ["neg.makes-wild"] if state.negative else []),
            _WILD_CLAUSES,
        ),
        why=f"{many(packs, 'pack').capitalize()}: {many(jokers, 'printed joker')} in play and "
        f"{many(ranked, 'ranked wild card') if ranked else 'no ranked wild cards'}.{note}",
        working=str(summed(("printed jokers", jokers), ("ranked wild cards", ranked))),
        hints=(
            "Count the printed jokers in play first, then the ranked cards that are wild.",
            rule_hint("setup.packs", state.options),
            _what_is_wild(state),
            f"Printed jokers in play: {jokers}. Packs: {packs}.",
        ),
        rating=clamp(1000 + 100 * (packs - 1) + (150 if put_aside else 0)),
        zones=("negative",),
        bare=True,
    )


_WILD_CLAUSES = clause_ids("""
neg.makes-wild neg.same-colour-plain neg.is-printed neg.not-in-play wild.set setup.packs setup.printed-jokers
""")

THEMES = (
    Theme(
        slug="wild-stands-for",
        title="What may this wild card stand for?",
        sentence="Find every card in whose place a joker or ranked wild card may be laid.",
        clauses=_STANDS_CLAUSES,
        make=_make_stands,
        pose=_pose_stands,
    ),
    Theme(
        slug="pure-or-not",
        title="Pure or not?",
        sentence="Tell pure sequences from other melds, and both from what is no meld at all.",
        clauses=_PURE_CLAUSES,
        make=_make_pure,
        pose=_pose_pure,
    ),
    Theme(
        slug="which-are-wild",
        title="Which cards are wild?",
        sentence="Read the negative joker and say what it makes wild.",
        clauses=_WILD_CLAUSES,
        make=_make_wild,
        pose=_pose_wild,
    ),
)
