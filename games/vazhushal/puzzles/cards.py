"""Puzzles about cards and melds: what a wild card can stand for, which melds are pure, and which cards are wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from games.cards import JOKER, PACK, PACK_ORDER, Card, format_cards, get_card, parse_card, parse_cards, sort_cards
from games.engine.calculations import explain_sum
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.kit.melds import (
    Meld,
    is_pure_sequence,
    is_run,
    is_set,
    list_meld_extensions,
    list_physical_cards,
    list_represented_cards,
)
from games.kit.puzzle_tools import (
    build_card_options,
    clamp_rating,
    draw_fitting_setup,
    filter_clauses,
    split_clause_ids,
)
from games.vazhushal.meld_checks import list_meld_cards, list_meld_faults
from games.vazhushal.puzzles.common import TRIES, load_setup, rule_hint, rules_of, shown
from games.vazhushal.puzzles.prepared_positions import (
    CardOutOfReach,
    Scene,
    list_cards_not_wild,
    list_ranked_wilds,
    pick_random_run,
    pick_random_set,
    pick_run_around,
    pick_same_color_card,
    pick_seat_count,
    play_turns_to_scene,
    replace_card_by_wild,
)
from games.vazhushal.rules import RULES
from games.vazhushal.state import HAND, VazhushalState, build_full_deck, find_wild_cards
from games.words import quote_cards, spell_count, spell_how_many_do

# -- what may this wild stand for ----------------------------------------------------------------


def _make_substitute_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        setup = _build_substitute_setup(
            play_turns_to_scene(rng, options, pick_seat_count(rng, options), rng.randint(6, 14))
        )
        found = _judge_substituted_cards(load_setup(setup, options), setup)
        legal = [face for face, refused in found.items() if refused is None]
        traps = {
            face: refused.clause.id for face in _list_tempting_substituted_cards(setup) if (refused := found.get(face))
        }
        if len(legal) <= 6 and len(traps) >= 2 and (legal or rng.random() < 0.5):
            shuffled = rng.sample(list(traps), len(traps))
            keep = sorted(shuffled, key=lambda face: traps[face] == "meld.kinds")[: max(3, 7 - len(legal))]
            setup["faces"] = format_cards(sort_cards({*legal, *keep}))
            return setup
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No wild card with a choice came up.")


def _build_substitute_setup(scene: Scene) -> Setup:
    state, rng = scene.state, scene.rng
    if not state.has_opened(0):
        scene.lay_meld(pick_random_run(rng, 3))
    kinds = ["pair", "gap", "set", "corner", "grow", "grow", "twin", "two", "bare", "self", "plain"]
    kind = rng.choice(kinds)
    wilds = sort_cards(state.wilds)
    wild = rng.choice(wilds) if rng.random() < 0.5 else JOKER
    number = 0
    if kind == "grow":
        number = rng.randint(1, len(state.melds[0]))
        group: tuple[Card, ...] = ()
    elif kind in ("self", "plain"):
        steps = {"self": (0,), "plain": (-1, 1)}[kind]
        ranked = [card for card in PACK if state.negative and card.rank - state.negative.rank in steps]
        if not ranked or state.negative is JOKER:
            raise CardOutOfReach
        wild = rng.choice(ranked)
        near = pick_random_run(rng, 3)
        group = (get_card(wild.rank - 1 or 13, wild.suit), get_card(wild.rank + 1, wild.suit))
        group = group if rng.random() < 0.6 else near[:2]
    else:
        group = _pick_unfinished_group(scene, kind)
    if not group and not number:
        raise CardOutOfReach
    scene.give_cards([*group, wild])
    if len(state.stock) <= state.seen + 1:
        raise CardOutOfReach
    scene.draw_from_stock()
    return scene.build_setup(group=format_cards(group), wild=wild.code, number=number)


def _pick_unfinished_group(scene: Scene, kind: str) -> tuple[Card, ...]:
    """Return a group of cards that lacks one card to be a meld."""
    state, rng = scene.state, scene.rng
    run = pick_random_run(rng, 3)
    if kind == "gap":
        return run[0], run[2]
    if kind == "set":
        return pick_random_set(rng, rng.choice((2, 2, 3, 4)))
    if kind == "corner":
        suit = rng.choice("CDHS")
        return tuple(get_card(rank, suit) for rank in rng.choice([(12, 13), (1, 2), (13, 14), (2, 3)]))
    if kind == "twin":
        meld = rng.choice(state.melds[0])
        natural = [card for card in meld if card.natural]
        if len(natural) < 3:
            raise CardOutOfReach
        return tuple(natural[:2])
    if kind == "bare":
        wilds = [rng.choice(sort_cards(state.wilds)) for _ in range(2)]
        placed = tuple(wild.substitute_for(face) for wild, face in zip(wilds, run, strict=False))
        return placed if all(not card.natural for card in placed) else ()
    if kind == "two":
        other = rng.choice(sort_cards(state.wilds))
        anchor = rng.choice(list_cards_not_wild(state))
        step = rng.choice((-2, -1, 1, 2))
        if not 1 <= anchor.rank + step <= 13:
            raise CardOutOfReach
        return (anchor, other.substitute_for(get_card(anchor.rank + step, anchor.suit)))
    return tuple(run[:2])


def _list_tempting_substituted_cards(setup: Setup) -> list[Card]:
    """Return cards that a player might wrongly think the wild card can stand for."""
    shown_cards = [*parse_cards(setup["group"])]
    number = setup["number"]
    if number:
        shown_cards += parse_cards(setup["position"]["melds"][0][number - 1])
    base = list_represented_cards(shown_cards)
    found: list[Card] = []
    for face in base:
        found.append(face)
        found += [get_card(face.rank + step or 13, face.suit) for step in (-2, -1, 1, 2) if face.rank + step <= 14]
        found += [get_card(face.rank, suit) for suit in "CDHS"]
    wild = parse_card(setup["wild"])
    if wild.suit:
        found.append(wild)
    return list(dict.fromkeys(found))


def _build_meld_with_substitute(setup: Setup, face: Card) -> Move:
    card = parse_card(setup["wild"]).substitute_for(face)
    if setup["number"]:
        return Move("layoff", setup["number"], ((card,),))
    return Move("meld", groups=((*parse_cards(setup["group"]), card),))


def _judge_substituted_cards(state: VazhushalState, setup: Setup) -> dict[Card, Violation | None]:
    """Return a dict from each card to why the wild card can't stand for it, or to None if it can."""
    return {face: RULES.find_violation(state, 0, _build_meld_with_substitute(setup, face)) for face in PACK}


def _pose_substitute_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    wild, group, number = parse_card(setup["wild"]), parse_cards(setup["group"]), setup["number"]
    _check_unfinished_group(state, group)
    if state.phase != "table" or state.turn != 0:
        raise Void("It isn’t your turn to lay cards.")
    found = _judge_substituted_cards(state, setup)
    legal = [face for face, refused in found.items() if refused is None]
    offered = sorted({*parse_cards(setup["faces"]), *legal}, key=lambda face: (face.suit, face.rank))
    clauses = [refused.clause.id for face in offered if (refused := found[face])]
    visible = {*state.line, *(card for melds in state.melds for card in list_meld_cards(melds))}
    name = "joker" if wild is JOKER else f"{quote_cards([wild])}"
    target = quote_cards(state.melds[0][number - 1]) if number else quote_cards(group)
    todo = f"You want to add the {name} to your {target}." if number else f"You want to lay {target} with the {name}."
    if wild is not JOKER:
        todo = todo.replace("the `", "`")
    reasons = {
        face.code: refused.summary
        if (refused := found[face])
        else _explain_if_wild_fits(state, setup, face, face in visible)
        for face in offered
    }
    return Puzzle(
        theme="wild-stands-for",
        form="tick",
        question=f"{todo} Tick every card that it may stand for.",
        position=shown(state),
        key=sorted(face.code for face in legal),
        clauses=filter_clauses([*_list_substitute_clauses(state, setup, legal), *clauses], _STANDS_CLAUSES),
        why=_explain_substitute_answer(state, setup, legal),
        options=tuple(AnswerOption(face.code, f"The {face.name}", face.code) for face in offered),
        reasons=reasons,
        clauses_by_option={
            face.code: violation.clause.id if violation else _find_permitting_clause(wild, face, face in visible)
            for face in offered
            for violation in [found[face]]
        },
        hints=_build_substitute_hints(state, setup, legal, offered),
        rating=_rate_substitute_puzzle(setup, legal, offered),
    )


def _check_unfinished_group(state: VazhushalState, group: Sequence[Card]) -> None:
    for card in group:
        if card.base is not card and card.base not in state.wilds:
            raise Void(f"{card.base.code} is not wild by these house rules.")


def _list_substitute_clauses(state: VazhushalState, setup: Setup, legal: Sequence[Card]) -> Iterator[str]:
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


def _find_permitting_clause(wild: Card, face: Card, is_visible: bool) -> str:
    """Return the clause by which a wild card can stand for this card."""
    if face is wild:
        return "wild.self-is-natural"
    return "wild.any-needed" if is_visible else "wild.declared"


def _explain_if_wild_fits(state: VazhushalState, setup: Setup, face: Card, visible: bool) -> str:
    move = _build_meld_with_substitute(setup, face)
    whole = (*state.melds[0][setup["number"] - 1], *move.cards) if setup["number"] else move.cards
    shown_as = quote_cards(sorted(whole, key=lambda card: card.rank))
    if face is parse_card(setup["wild"]):
        return f"It may simply be itself: {shown_as}."
    if visible:
        return f"{shown_as} is a meld, even though a real {quote_cards([face])} lies in sight."
    return f"{shown_as} is a meld."


def _explain_substitute_answer(state: VazhushalState, setup: Setup, legal: Sequence[Card]) -> str:
    if not legal:
        tried = (
            (face, RULES.find_violation(state, 0, _build_meld_with_substitute(setup, face)))
            for face in _list_neighboring_cards(setup)
        )
        dull = ("meld.kinds", "run.suited-consecutive", "meld.no-duplicate-card")
        telling = next(((face, no) for face, no in tried if no is not None and no.clause.id not in dull), None)
        example = f" {quote_cards(telling[:1])}, say? {telling[1].sentence_with_quoted_cards}" if telling else ""
        return f"There is no card that it may stand for here.{example}"
    return f"It may stand for {quote_cards(legal)}: with any other card the meld would break a rule."


def _list_neighboring_cards(setup: Setup) -> list[Card]:
    group = parse_cards(setup["group"])
    if setup["number"]:
        group = parse_cards(setup["position"]["melds"][0][setup["number"] - 1])
    return [*list_meld_extensions(list_represented_cards(group)), *_list_tempting_substituted_cards(setup)]


def _build_substitute_hints(
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
        f"{spell_count(len(legal), 'card').capitalize()} will do; one of them is {quote_cards(legal[:1])}."
        if legal
        else "Not one will do."
    )
    cards = f"It cannot be {quote_cards(traps)}." if traps else "Try them one by one."
    return idea, rule_hint(rule, state.options), cards, last


def _rate_substitute_puzzle(setup: Setup, legal: Sequence[Card], offered: Sequence[Card]) -> int:
    hard = (150 if not legal else 0) + (120 if setup["number"] else 0) + (150 if "=" in setup["group"] else 0)
    ranked = 100 if setup["wild"] != "*" else 0
    return clamp_rating(850 + 60 * len(legal) + 25 * len(offered) + hard + ranked)


_STANDS_CLAUSES = split_clause_ids("""
wild.any-needed wild.declared wild.number-free wild.self-is-natural wild.set neg.same-colour-plain
meld.not-all-wild meld.no-duplicate-card meld.no-twin-melds meld.pure-always meld.kinds run.suited-consecutive
run.no-wrap set.max-four layoff.wild-ok
""")


# -- pure or not ---------------------------------------------------------------------------------

PURE, MELD, NONE = "pure", "meld", "none"
LABELS = ((PURE, "A pure sequence"), (MELD, "A meld, but not pure"), (NONE, "No meld"))


def _make_pure_sequence_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def draw_setup() -> Setup | None:
        seats = pick_seat_count(rng, options)
        negative = _pick_negative_joker(rng, options, seats)
        wilds = find_wild_cards(house, negative if house.wild_rule != "printed-only" else None)
        ranked = sort_cards(card for card in wilds if card is not JOKER)
        deck = Counter(build_full_deck(house, seats))
        melds: list[Meld] = []
        kinds = rng.sample(sorted(_GROUPS), len(_GROUPS))
        for kind in kinds:
            meld = _GROUPS[kind](rng, ranked, negative)
            if len(melds) < 5 and meld and not Counter(list_physical_cards(meld)) - deck and meld not in melds:
                melds.append(meld)
        setup = {
            "position": {"seats": seats, "negative": negative.code},
            "melds": [format_cards(meld) for meld in melds],
        }
        key = _pose_pure_sequence_puzzle(setup, options).key
        if len(set(key.values())) > 1 and PURE in key.values():
            return setup
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No choice of melds came up.")


def _pick_negative_joker(rng: Random, options: Options, seats: int) -> Card:
    """Return a random negative joker, now and then a printed one."""
    house = rules_of(options)
    if rng.random() < 0.1 and house.neg_printed != "redraw":
        return JOKER
    return rng.choice(PACK)


def _build_run_with_natural_wild(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    """Return a run in which a ranked wild card, or a card of the negative joker's rank, stands for itself."""
    card = rng.choice(ranked) if ranked else negative
    return pick_run_around(rng, card) if card.suit else ()


def _build_same_color_joker_run(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    """Return a run in which a card of the negative joker's rank and color takes another's place."""
    brother = pick_same_color_card(rng, negative) if negative.suit else get_card(1, rng.choice("CDHS"))
    meld = pick_random_run(rng, 3)
    return replace_card_by_wild(rng, meld, brother) if brother not in meld else ()


def _build_run_with_ranked_wild(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = pick_random_run(rng, rng.choice((3, 4)))
    wild = rng.choice(ranked) if ranked else JOKER
    return replace_card_by_wild(rng, meld, wild) if wild not in meld else ()


def _build_meld_mostly_wild(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = pick_random_run(rng, 3)
    wilds = rng.sample([*ranked, *ranked, JOKER, JOKER], 3) if ranked else [JOKER] * 3
    if rng.random() < 0.5 and ranked and meld[0] not in ranked:
        return (*(wild.substitute_for(face) for wild, face in zip(wilds[:2], meld[:2], strict=True)), meld[2])
    if any(wild in meld for wild in wilds):
        return ()
    return tuple(wild.substitute_for(face) for wild, face in zip(wilds, meld, strict=True))


def _build_meld_with_duplicate(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = pick_random_set(rng, 2)
    if rng.random() < 0.5:
        return (*meld, JOKER.substitute_for(meld[0]))
    run = pick_random_run(rng, 3)
    return (*run, JOKER.substitute_for(run[0]))


def _build_broken_run(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    run = pick_random_run(rng, 5)
    return rng.choice([(run[0], run[1], run[3]), (run[0], run[2], run[4]), (*run[:2], _pick_other_suit(rng, run[2]))])


def _pick_other_suit(rng: Random, card: Card) -> Card:
    return get_card(card.rank, rng.choice([suit for suit in "CDHS" if suit != card.suit]))


def _build_run_near_ace(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    suit = rng.choice("CDHS")
    ranks = rng.choice([(1, 2, 3), (12, 13, 14), (13, 14, 2), (12, 13, 14, 2), (11, 12, 13, 14)])
    return tuple(get_card(rank, suit) for rank in ranks)


def _build_long_run(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    suit = rng.choice("CDHS")
    if rng.random() < 0.4:
        return tuple(get_card(rank, suit) for rank in range(1, rng.choice((14, 15))))
    return pick_random_run(rng, rng.randint(5, 8), suit)


def _build_large_set(rng: Random, ranked: Sequence[Card], negative: Card) -> Meld:
    meld = pick_random_set(rng, 4)
    if rng.random() < 0.5:
        return meld
    return (*meld, JOKER.substitute_for(meld[0])) if rng.random() < 0.5 else (*meld, meld[0])


_GROUPS: dict[str, Callable[[Random, Sequence[Card], Card], Meld]] = {
    "run": lambda rng, ranked, negative: pick_random_run(rng, rng.choice((3, 4))),
    "joker": lambda rng, ranked, negative: replace_card_by_wild(rng, pick_random_run(rng, rng.choice((3, 4))), JOKER),
    "set": lambda rng, ranked, negative: pick_random_set(rng, 3),
    "short": lambda rng, ranked, negative: pick_random_run(rng, 3)[:2],
    "own place": _build_run_with_natural_wild,
    "brother": _build_same_color_joker_run,
    "ranked": _build_run_with_ranked_wild,
    "all wild": _build_meld_mostly_wild,
    "double": _build_meld_with_duplicate,
    "broken": _build_broken_run,
    "corner": _build_run_near_ace,
    "long": _build_long_run,
    "five": _build_large_set,
}


def _classify_group(state: VazhushalState, meld: Meld) -> tuple[str, str, list[str]]:
    """Return a tuple of three: the kind of a group of cards, a sentence that explains why, and the clauses behind it.

    The kinds are pure sequence, other meld, and no meld.
    """
    fault = next(list_meld_faults(state, meld), None)
    if fault is not None:
        return NONE, fault.sentence_with_quoted_cards, [fault.clause.id, *_list_run_or_set_clauses(meld)]
    own = [card for card in meld if card.natural and card in state.wilds]
    if is_pure_sequence(meld):
        note = (
            f" {quote_cards(own)} could be wild, but {'stands' if len(own) == 1 else 'stand'} for itself here."
            if own
            else ""
        )
        ids = ["meld.pure-def", *(["wild.self-is-natural"] if own else []), *_list_run_or_set_clauses(meld)]
        return PURE, f"A run in which every card stands for itself.{note}", ids
    if is_set(meld):
        return MELD, "A set is a meld, but only a run can be pure.", ["set.same-rank", "meld.pure-def"]
    wild = [card for card in meld if not card.natural]
    ids = ["meld.pure-def", "wild.printed-never-natural" if JOKER in list_physical_cards(wild) else "meld.pure-def"]
    if len(wild) > 1:
        ids.append("wild.number-free")
    return MELD, f"A run, but with {quote_cards(wild)} in the place of another card, so it is not pure.", ids


def _find_deciding_clause(ids: Sequence[str]) -> str:
    """Return the clause, among these, that decides the kind of a group of cards."""
    finest = ("wild.self-is-natural", "wild.printed-never-natural", "meld.pure-def")
    return next((id for id in finest if id in ids), ids[0])


def _list_run_or_set_clauses(meld: Meld) -> list[str]:
    if is_run(meld):
        ends = {card.face.rank for card in meld}
        ids = ["run.suited-consecutive"]
        return [*ids, *(["run.ace-either-end"] if 1 in ends else []), *(["run.max-13"] if len(meld) == 13 else [])]
    return []


def _pose_pure_sequence_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    deck = Counter(state.deck)
    melds = [parse_cards(text) for text in setup["melds"]]
    if any(Counter(list_physical_cards(meld)) - deck for meld in melds):
        raise Void("There are not so many cards in the deck.")
    kinds = [_classify_group(state, meld) for meld in melds]
    key = {f"m{number}": kind for number, (kind, _, _) in enumerate(kinds, 1)}
    pures = sum(kind == PURE for kind in key.values())
    first_pure = next((meld for meld, kind in zip(melds, key.values(), strict=True) if kind == PURE), None)
    tricky = [meld for meld in melds if any(card.base in state.wilds for card in meld)]
    return Puzzle(
        theme="pure-or-not",
        form="match",
        question=f"{_describe_negative_joker(state)} What is each of these?",
        position=shown(state),
        key=key,
        clauses=filter_clauses((id for _, _, ids in kinds for id in ids), _PURE_CLAUSES),
        why="A pure sequence is a run in which every card, wild or not, stands for itself.",
        options=tuple(
            AnswerOption(f"m{number}", quote_cards(meld), format_cards(meld)) for number, meld in enumerate(melds, 1)
        ),
        labels=LABELS,
        reasons={f"m{number}": why for number, (_, why, _) in enumerate(kinds, 1)},
        clauses_by_option={f"m{number}": _find_deciding_clause(ids) for number, (_, _, ids) in enumerate(kinds, 1)},
        hints=(
            "Ask twice of each: is it a run or a set at all? And does every card stand for itself?",
            rule_hint("meld.pure-def", options),
            f"Look twice at {quote_cards(tricky[0])}: a wild card is in it."
            if tricky
            else "No wild card is among them: only the shape counts.",
            f"{spell_count(pures, 'group').capitalize()} {'is' if pures == 1 else 'are'} pure"
            + (f", {quote_cards(first_pure)} for one." if first_pure is not None else "."),
        ),
        rating=clamp_rating(900 + 60 * len(tricky) + 40 * len(melds) + (60 if state.negative else 0)),
        zones=("negative",),
    )


def _describe_negative_joker(state: VazhushalState) -> str:
    """Return a sentence about the negative joker, from which the reader can tell what is wild."""
    if state.negative is None:
        return "There is no negative joker: only printed jokers are wild."
    return f"The negative joker is {quote_cards([state.negative])}."


_PURE_CLAUSES = split_clause_ids("""
meld.kinds meld.min-three meld.pure-def meld.no-duplicate-card meld.not-all-wild run.suited-consecutive
run.ace-either-end run.no-wrap run.max-13 set.same-rank set.max-four wild.self-is-natural
wild.printed-never-natural wild.number-free neg.same-colour-plain neg.is-printed
""")


# -- which cards are wild ------------------------------------------------------------------------


def _make_wild_cards_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    seats = pick_seat_count(rng, options)
    for _ in range(TRIES):
        negative = _pick_negative_joker(rng, options, seats)
        deck = build_full_deck(house, seats)
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
        position = {"seats": seats, "negative": negative.code, "phase": "draw", "hands": [format_cards(hand)]}
        counted = rng.random() < (0.5 if negative is JOKER else 0.15)
        setup = {"position": position, "ask": "number" if counted else "hand"}
        puzzle = _pose_wild_cards_puzzle(setup, options)
        if setup["ask"] == "number" or 0 < len(puzzle.key) < len(puzzle.options):
            return setup
    raise Void("No hand with wild cards came up.")


def _pose_wild_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    return _pose_count_wild_cards(state) if setup["ask"] == "number" else _pose_select_wild_cards(state)


def _pose_select_wild_cards(state: VazhushalState) -> Puzzle:
    hand = list(dict.fromkeys(state.hands[0]))
    wild = [card for card in hand if card in state.wilds]
    if not hand:
        raise Void("There is no hand to look at.")
    ids = [id for card in hand for id in _explain_whether_card_wild(state, card)[1]]
    ranks = _list_ranks_to_ask_about(state)
    return Puzzle(
        theme="which-are-wild",
        form="tick",
        question=f"{_describe_negative_joker(state) if state.negative else ''} Tick every card of your hand that is "
        "wild.".strip(),
        position=shown(state),
        key=sorted(card.code for card in wild),
        clauses=filter_clauses(["wild.set", *ids], _WILD_CLAUSES),
        why=_describe_wild_cards(state),
        options=build_card_options(hand),
        on="hand-0",
        reasons={card.code: _explain_whether_card_wild(state, card)[0] for card in hand},
        clauses_by_option={card.code: _explain_whether_card_wild(state, card)[1][0] for card in hand},
        hints=(
            "Jokers are easy. For the others look at the rank of the negative joker, then at its colour."
            if state.options.wild_rule == "opposite-colour"
            else "Jokers are easy. For the others ask whether there is a negative joker, and of which rank.",
            rule_hint("neg.makes-wild" if state.negative else "wild.set", state.options),
            f"Only {quote_cards([card for card in hand if card is JOKER or card.rank in ranks])} come into question."
            if ranks
            else "No ranked card comes into question.",
            f"{spell_how_many_do(len(wild), 'these cards', 'is')} wild.",
        ),
        rating=clamp_rating(
            750
            + 60 * sum(card.rank in _list_ranks_to_ask_about(state) for card in hand)
            + (150 if state.negative is JOKER else 0)
        ),
        zones=("hand-0", "negative"),
        bare=True,
    )


def _list_ranks_to_ask_about(state: VazhushalState) -> set[int]:
    """Return the ranks that a player might think of when the negative joker is known."""
    if state.negative is None:
        return set()
    return {1} if state.negative is JOKER and len(state.wilds) > 1 else {state.negative.rank} - {0}


def _explain_whether_card_wild(state: VazhushalState, card: Card) -> tuple[str, list[str]]:
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


def _describe_wild_cards(state: VazhushalState) -> str:
    ranked = list_ranked_wilds(state)
    if not ranked:
        return "Only printed jokers are wild here."
    return f"Wild are the printed jokers and {quote_cards(ranked)}."


def _pose_count_wild_cards(state: VazhushalState) -> Puzzle:
    aside = [state.negative] if state.negative is not None and not state.options.neg_drawable else []
    play = Counter(state.deck) - Counter(aside)
    number = sum(times for card, times in play.items() if card in state.wilds)
    jokers, packs = play[JOKER], state.options.get_pack_count(state.seats)
    ranked = number - jokers
    put_aside = bool(aside) and aside[0] in state.wilds
    note = " The negative joker itself is not in play." if put_aside else ""
    return Puzzle(
        theme="which-are-wild",
        form="number",
        question=f"{spell_count(state.seats, 'player').capitalize()} sit at the table. "
        f"{_describe_negative_joker(state)} "
        "How many cards in play are wild, printed jokers included?",
        position=shown(state),
        key=number,
        clauses=filter_clauses(
            ["wild.set", "setup.packs", "setup.printed-jokers"]
            + (["neg.not-in-play"] if state.negative else [])
            + (["neg.is-printed"] if state.negative is JOKER else ["neg.makes-wild"] if state.negative else []),
            _WILD_CLAUSES,
        ),
        why=f"{spell_count(packs, 'pack').capitalize()}: {spell_count(jokers, 'printed joker')} in play and "
        f"{spell_count(ranked, 'ranked wild card') if ranked else 'no ranked wild cards'}.{note}",
        working=str(explain_sum(("printed jokers", jokers), ("ranked wild cards", ranked))),
        hints=(
            "Count the printed jokers in play first, then the ranked cards that are wild.",
            rule_hint("setup.packs", state.options),
            _describe_wild_cards(state),
            f"Printed jokers in play: {jokers}. Packs: {packs}.",
        ),
        rating=clamp_rating(1000 + 100 * (packs - 1) + (150 if put_aside else 0)),
        zones=("negative",),
        bare=True,
    )


_WILD_CLAUSES = split_clause_ids("""
neg.makes-wild neg.same-colour-plain neg.is-printed neg.not-in-play wild.set setup.packs setup.printed-jokers
""")

THEMES = (
    PuzzleTheme(
        slug="wild-stands-for",
        title="What may this wild card stand for?",
        sentence="Find every card in whose place a joker or ranked wild card may be laid.",
        clauses=_STANDS_CLAUSES,
        make=_make_substitute_setup,
        pose=_pose_substitute_puzzle,
    ),
    PuzzleTheme(
        slug="pure-or-not",
        title="Pure or not?",
        sentence="Tell pure sequences from other melds, and both from what is no meld at all.",
        clauses=_PURE_CLAUSES,
        make=_make_pure_sequence_setup,
        pose=_pose_pure_sequence_puzzle,
    ),
    PuzzleTheme(
        slug="which-are-wild",
        title="Which cards are wild?",
        sentence="Read the negative joker and say what it makes wild.",
        clauses=_WILD_CLAUSES,
        make=_make_wild_cards_setup,
        pose=_pose_wild_cards_puzzle,
    ),
)
