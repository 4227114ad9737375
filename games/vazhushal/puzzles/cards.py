"""Puzzles about cards and melds: what a wild card can stand for, which melds are pure, and which cards are wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from random import Random

from games.cards import (
    JOKER,
    PACK,
    PACK_ORDER,
    SUITS,
    Card,
    format_cards,
    get_card,
    parse_card,
    parse_cards,
    sort_cards,
    subtract_cards,
)
from games.engine.calculations import explain_sum
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
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
    list_ranked_wilds,
    pick_random_run,
    pick_random_set,
    pick_run_with_card,
    pick_same_color_card,
    pick_seat_count,
    play_turns_to_scene,
    replace_card_by_wild,
)
from games.vazhushal.rules import RULES
from games.vazhushal.state import HAND, VazhushalState, build_full_deck, list_wild_cards
from games.words import quote_cards, spell_count, spell_how_many

# -- what may this wild stand for ----------------------------------------------------------------


def _make_substitute_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        setup = _build_substitute_setup(
            play_turns_to_scene(rng, options, pick_seat_count(rng, options), rng.randint(6, 14))
        )
        refusals = _judge_substituted_cards(load_setup(setup, options), setup)
        legal = [face for face, refused in refusals.items() if refused is None]
        traps = {
            face: refused.clause.id
            for face in _list_tempting_substituted_cards(setup)
            if (refused := refusals.get(face))
        }
        if len(legal) > 6 or len(traps) < 2 or (not legal and rng.random() < 0.5):
            return None
        shuffled = rng.sample(list(traps), len(traps))
        tempting = sorted(shuffled, key=lambda face: traps[face] == "meld.kinds")[: max(3, 7 - len(legal))]
        return setup | {"faces": format_cards(sort_cards({*legal, *tempting}))}

    return draw_fitting_setup(draw_setup, TRIES, "No wild card with a choice came up.")


def _build_substitute_setup(scene: Scene) -> Setup:
    """Return a setup without the cards to choose from: a wild card to meld with a group or to add to a meld."""
    state, rng = scene.state, scene.rng
    if not state.has_opened(0):
        scene.lay_meld(pick_random_run(rng, 3))
    kind = rng.choice(("pair", "gap", "set", "corner", "grow", "grow", "twin", "two", "bare", "self", "plain"))
    number = rng.randint(1, len(state.melds[0])) if kind == "grow" else 0
    if kind in ("self", "plain"):
        if state.negative is None or state.negative is JOKER:
            raise CardOutOfReach
        steps = (0,) if kind == "self" else (-1, 1)
        wild = rng.choice([card for card in PACK if card.rank - state.negative.rank in steps])
        beside = (get_card(wild.rank - 1 or 13, wild.suit), get_card(wild.rank + 1, wild.suit))
        group = beside if rng.random() < 0.6 else pick_random_run(rng, 2)
    else:
        wild = rng.choice(sort_cards(state.wilds)) if rng.random() < 0.5 else JOKER
        group = () if number else _pick_unfinished_group(scene, kind)
    scene.give_cards([*group, wild])
    if len(state.stock) <= state.seen + 1:
        raise CardOutOfReach
    scene.draw_from_stock()
    return scene.build_setup(group=format_cards(group), wild=wild.code, number=number)


def _pick_unfinished_group(scene: Scene, kind: str) -> tuple[Card, ...]:
    """Return a group of cards that lacks one card to be a meld."""
    rng, wilds = scene.rng, sort_cards(scene.state.wilds)
    run = pick_random_run(rng, 3)
    if kind == "gap":
        return run[0], run[2]
    if kind == "set":
        return pick_random_set(rng, rng.choice((2, 2, 3, 4)))
    if kind == "corner":
        low = rng.choice((12, 1, 13, 2))
        return get_card(low, run[0].suit), get_card(low + 1, run[0].suit)
    if kind == "twin":
        natural = [card for card in rng.choice(scene.state.melds[0]) if card.natural]
        if len(natural) < 3:
            raise CardOutOfReach
        return natural[0], natural[1]
    if kind == "two":
        return replace_card_by_wild(rng, rng.choice((run[:2], run[::2])), rng.choice(wilds))
    if kind == "bare":
        return tuple(rng.choice(wilds).substitute_for(face) for face in run[:2])
    return run[:2]


def _get_unfinished_meld(setup: Setup) -> tuple[Card, ...]:
    """Return the cards or the meld on the table that the wild card completes or extends."""
    number = setup["number"]
    return parse_cards(setup["position"]["melds"][0][number - 1] if number else setup["group"])


def _list_tempting_substituted_cards(setup: Setup) -> list[Card]:
    """Return cards that a player might wrongly think the wild card can stand for."""
    tempting: list[Card] = []
    for face in list_represented_cards(_get_unfinished_meld(setup)):
        near = [face.rank + step for step in (0, -2, -1, 1, 2)]
        tempting += [get_card(rank or 13, face.suit) for rank in near if rank <= 14]
        tempting += [get_card(face.rank, suit) for suit in SUITS]
    wild = parse_card(setup["wild"])
    return list(dict.fromkeys([*tempting, *([wild] if wild.suit else [])]))


def _build_meld_with_substitute(setup: Setup, face: Card) -> Move:
    card = parse_card(setup["wild"]).substitute_for(face)
    if setup["number"]:
        return Move("layoff", setup["number"], ((card,),))
    return Move("meld", groups=((*parse_cards(setup["group"]), card),))


def _judge_substituted_cards(state: VazhushalState, setup: Setup) -> dict[Card, Violation | None]:
    """Return a dict from each card to why the wild card can't stand for it, or to None if it can."""
    return {face: RULES.find_violation(state, 0, _build_meld_with_substitute(setup, face)) for face in PACK}


def _build_substitute_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    wild, group, number = parse_card(setup["wild"]), parse_cards(setup["group"]), setup["number"]
    for card in group:
        if card.base is not card and card.base not in state.wilds:
            raise VoidPuzzle(f"{card.base.code} is not wild by these house rules.")
    if state.phase != "table" or state.turn != 0:
        raise VoidPuzzle("It isn’t your turn to lay cards.")
    refusals = _judge_substituted_cards(state, setup)
    legal = [face for face, refused in refusals.items() if refused is None]
    offered = sorted({*parse_cards(setup["faces"]), *legal}, key=lambda face: (face.suit, face.rank))
    broken = [refused.clause.id for face in offered if (refused := refusals[face])]
    visible = {*state.line, *(card for melds in state.melds for card in list_meld_cards(melds))}
    explained = {face.code: _explain_substituted_card(state, setup, face, refusals[face], visible) for face in offered}
    name = "the joker" if wild is JOKER else quote_cards([wild])
    target = quote_cards(state.melds[0][number - 1] if number else group)
    todo = f"You want to add {name} to your {target}." if number else f"You want to lay {target} with {name}."
    hard = (150 if not legal else 0) + (120 if number else 0) + (150 if "=" in setup["group"] else 0)
    return Puzzle(
        form="tick",
        question=f"{todo} Tick every card that it may stand for.",
        position=shown(state),
        key=sorted(face.code for face in legal),
        clauses=filter_clauses([*_list_substitute_clauses(state, setup, legal, visible), *broken], _STANDS_CLAUSES),
        why=_explain_substitute_answer(state, setup, legal),
        options=build_card_options(offered),
        reasons={code: reason for code, (reason, _) in explained.items()},
        clauses_by_option={code: clause for code, (_, clause) in explained.items()},
        hints=_build_substitute_hints(state, setup, legal, offered),
        rating=clamp_rating(
            850 + 60 * len(legal) + 25 * len(offered) + hard + (100 if wild is not JOKER else 0),
        ),
    )


def _list_substitute_clauses(
    state: VazhushalState, setup: Setup, legal: Sequence[Card], visible: Container[Card]
) -> Iterator[str]:
    wild = parse_card(setup["wild"])
    yield "wild.declared"
    if any(face in visible for face in legal if face is not wild):
        yield "wild.any-needed"
    if setup["number"]:
        yield "layoff.wild-ok"
    if wild in legal and wild in state.wilds:
        yield "wild.self-is-natural"
    if legal and any(card.base in state.wilds and not card.natural for card in parse_cards(setup["group"])):
        yield "wild.number-free"


def _explain_substituted_card(
    state: VazhushalState, setup: Setup, face: Card, refused: Violation | None, visible: Container[Card]
) -> tuple[str, str]:
    """Return why the wild card can or can't stand for a card, and the clause that decides it."""
    if refused is not None:
        return refused.summary, refused.clause.id
    number, cards = setup["number"], _build_meld_with_substitute(setup, face).cards
    meld = quote_cards(sorted([*(state.melds[0][number - 1] if number else ()), *cards], key=lambda card: card.rank))
    if face is parse_card(setup["wild"]):
        return f"It may simply be itself: {meld}.", "wild.self-is-natural"
    if face in visible:
        return f"{meld} is a meld, even though a real {quote_cards([face])} lies in sight.", "wild.any-needed"
    return f"{meld} is a meld.", "wild.declared"


def _explain_substitute_answer(state: VazhushalState, setup: Setup, legal: Sequence[Card]) -> str:
    if legal:
        return f"It may stand for {quote_cards(legal)}: with any other card the meld would break a rule."
    dull = ("meld.kinds", "run.suited-consecutive", "meld.no-duplicate-card")
    extensions = list_meld_extensions(list_represented_cards(_get_unfinished_meld(setup)))
    for face in [*extensions, *_list_tempting_substituted_cards(setup)]:
        refused = RULES.find_violation(state, 0, _build_meld_with_substitute(setup, face))
        if refused is not None and refused.clause.id not in dull:
            example = f"{quote_cards([face])}, say? {refused.sentence_with_quoted_cards}"
            return f"There is no card that it may stand for here. {example}"
    return "There is no card that it may stand for here."


def _build_substitute_hints(
    state: VazhushalState, setup: Setup, legal: Sequence[Card], offered: Sequence[Card]
) -> tuple[str, ...]:
    idea, rule = "These are of one rank: which suits are still missing?", "set.same-rank"
    if setup["number"]:
        idea = "The meld has to be right as it lies afterwards, and so must all your melds together."
        rule = "layoff.wild-ok"
    elif len({card.face.suit for card in parse_cards(setup["group"])}) == 1:
        idea, rule = "These are of one suit: which cards make a run of them?", "run.suited-consecutive"
    traps = [face for face in offered if face not in legal][:2]
    cards = f"It cannot be {quote_cards(traps)}." if traps else "Try them one by one."
    number = spell_count(len(legal), "card").capitalize()
    last = f"{number} will do; one of them is {quote_cards(legal[:1])}." if legal else "Not one will do."
    return idea, rule_hint(rule, state.options), cards, last


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
        negative = _pick_negative_joker(rng, options)
        wilds = list_wild_cards(house, negative if house.wild_rule != "printed-only" else None)
        deck = Counter(build_full_deck(house, seats))
        groups = _draw_groups(rng, sort_cards(wilds - {JOKER}), negative)
        melds = [meld for meld in groups if not Counter(list_physical_cards(meld)) - deck][:5]
        setup = {
            "position": {"seats": seats, "negative": negative.code},
            "melds": [format_cards(meld) for meld in melds],
        }
        kinds = set(_build_pure_sequence_puzzle(setup, options).key.values())
        return setup if len(kinds) > 1 and PURE in kinds else None

    return draw_fitting_setup(draw_setup, TRIES, "No choice of melds came up.")


def _pick_negative_joker(rng: Random, options: Options) -> Card:
    """Return a random negative joker, now and then a printed one."""
    if rng.random() < 0.1 and rules_of(options).neg_printed != "redraw":
        return JOKER
    return rng.choice(PACK)


def _draw_groups(rng: Random, ranked: Sequence[Card], negative: Card) -> list[Meld]:
    """Return groups of all kinds in random order: pure sequences, other melds, and what only looks like a meld."""
    suit, run, longer = rng.choice(SUITS), pick_random_run(rng, 3), pick_random_run(rng, 5)
    pair, four = pick_random_set(rng, 2), pick_random_set(rng, 4)
    plain = pick_same_color_card(rng, negative) if negative.suit else get_card(1, suit)
    near_ace = rng.choice([(1, 2, 3), (12, 13, 14), (13, 14, 2), (12, 13, 14, 2), (11, 12, 13, 14)])
    wilds = rng.sample([*ranked, *ranked, JOKER, JOKER, JOKER], rng.choice((2, 3)) if ranked else 3)
    groups: list[Meld] = [
        pick_random_run(rng, rng.choice((3, 4))),
        replace_card_by_wild(rng, pick_random_run(rng, rng.choice((3, 4))), JOKER),
        pick_random_set(rng, 3),
        pick_random_run(rng, 2),
        pick_run_with_card(rng, rng.choice(ranked or [plain])),
        replace_card_by_wild(rng, pick_random_run(rng, 3), plain),
        replace_card_by_wild(rng, pick_random_run(rng, rng.choice((3, 4))), rng.choice(ranked or [JOKER])),
        (*(wild.substitute_for(face) for wild, face in zip(wilds, run, strict=False)), *run[len(wilds) :]),
        rng.choice([(*pair, JOKER.substitute_for(pair[0])), (*run, JOKER.substitute_for(run[0]))]),
        rng.choice([(*longer[:2], longer[3]), longer[::2], (*longer[:2], _pick_other_suit(rng, longer[2]))]),
        tuple(get_card(rank, suit) for rank in near_ace),
        pick_random_run(rng, rng.choice((5, 6, 7, 8, 13, 14)), suit),
        rng.choice([four, (*four, four[0]), (*four, JOKER.substitute_for(four[0]))]),
    ]
    rng.shuffle(groups)
    return [meld for meld in groups if not any(card.base in meld for card in meld if not card.natural)]


def _pick_other_suit(rng: Random, card: Card) -> Card:
    return get_card(card.rank, rng.choice([suit for suit in SUITS if suit != card.suit]))


def _classify_group(state: VazhushalState, meld: Meld) -> tuple[str, str, list[str]]:
    """Return a tuple of three: the kind of a group of cards, a sentence that explains why, and the clauses behind it.

    The kinds are pure sequence, other meld, and no meld.
    """
    shape = []
    if is_run(meld):
        shape = ["run.suited-consecutive"]
        shape += ["run.ace-either-end"] if any(card.face.rank == 1 for card in meld) else []
        shape += ["run.max-13"] if len(meld) == 13 else []
    fault = next(list_meld_faults(state, meld), None)
    if fault is not None:
        return NONE, fault.sentence_with_quoted_cards, [fault.clause.id, *shape]
    if is_pure_sequence(meld):
        own = [card for card in meld if card in state.wilds]
        stands = "stands" if len(own) == 1 else "stand"
        note = f" {quote_cards(own)} could be wild, but {stands} for itself here." if own else ""
        ids = ["meld.pure-def", *(["wild.self-is-natural"] if own else []), *shape]
        return PURE, f"A run in which every card stands for itself.{note}", ids
    if is_set(meld):
        return MELD, "A set is a meld, but only a run can be pure.", ["set.same-rank", "meld.pure-def"]
    wild = [card for card in meld if not card.natural]
    ids = ["meld.pure-def"]
    ids += ["wild.printed-never-natural"] if JOKER in list_physical_cards(wild) else []
    ids += ["wild.number-free"] if len(wild) > 1 else []
    return MELD, f"A run, but with {quote_cards(wild)} in the place of another card, so it is not pure.", ids


def _get_deciding_clause(ids: Sequence[str]) -> str:
    """Return the clause, among these, that decides the kind of a group of cards."""
    finest = ("wild.self-is-natural", "wild.printed-never-natural", "meld.pure-def")
    return next((id for id in finest if id in ids), ids[0])


def _build_pure_sequence_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    deck = Counter(state.deck)
    melds = [parse_cards(text) for text in setup["melds"]]
    if any(Counter(list_physical_cards(meld)) - deck for meld in melds):
        raise VoidPuzzle("There are not so many cards in the deck.")
    kinds = {f"m{number}": _classify_group(state, meld) for number, meld in enumerate(melds, 1)}
    pure = [meld for meld, (kind, _, _) in zip(melds, kinds.values(), strict=True) if kind == PURE]
    tricky = [meld for meld in melds if any(card.base in state.wilds for card in meld)]
    return Puzzle(
        form="match",
        question=f"{_describe_negative_joker(state)} What is each of these?",
        position=shown(state),
        key={id: kind for id, (kind, _, _) in kinds.items()},
        clauses=filter_clauses((clause for _, _, clauses in kinds.values() for clause in clauses), _PURE_CLAUSES),
        why="A pure sequence is a run in which every card, wild or not, stands for itself.",
        options=tuple(
            AnswerOption(id, quote_cards(meld), format_cards(meld)) for id, meld in zip(kinds, melds, strict=True)
        ),
        labels=LABELS,
        reasons={id: reason for id, (_, reason, _) in kinds.items()},
        clauses_by_option={id: _get_deciding_clause(clauses) for id, (_, _, clauses) in kinds.items()},
        hints=(
            "Ask twice of each: is it a run or a set at all? And does every card stand for itself?",
            rule_hint("meld.pure-def", options),
            f"Look twice at {quote_cards(tricky[0])}: a wild card is in it."
            if tricky
            else "No wild card is among them: only the shape counts.",
            f"{spell_count(len(pure), 'group').capitalize()} {'is' if len(pure) == 1 else 'are'} pure"
            + (f", {quote_cards(pure[0])} for one." if pure else "."),
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
    seats = pick_seat_count(rng, options)

    def draw_setup() -> Setup | None:
        negative = _pick_negative_joker(rng, options)
        deck = build_full_deck(rules_of(options), seats)
        deck.remove(negative)
        rng.shuffle(deck)
        rank = negative.rank or 1
        near = [card for card in deck if card.rank in {rank - 1 or 13, rank % 13 + 1} or card.suit == negative.suit]
        cards = [
            *[card for card in deck if card.rank == rank][: rng.randint(2, 4)],
            *[card for card in near if card.natural and card.rank != rank][: rng.randint(3, 5)],
            *[card for card in deck if card is JOKER][: rng.choice((0, 1, 1, 2))],
        ]
        hand = sorted([*cards, *subtract_cards(deck, cards)][:HAND], key=PACK_ORDER)
        is_count = rng.random() < (0.5 if negative is JOKER else 0.15)
        position = {"seats": seats, "negative": negative.code, "phase": "draw", "hands": [format_cards(hand)]}
        setup = {"position": position, "ask": "number" if is_count else "hand"}
        puzzle = _build_wild_cards_puzzle(setup, options)
        return setup if is_count or 0 < len(puzzle.key) < len(puzzle.options) else None

    return draw_fitting_setup(draw_setup, TRIES, "No hand with wild cards came up.")


def _build_wild_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    return _build_count_wild_cards_puzzle(state) if setup["ask"] == "number" else _build_select_wild_cards_puzzle(state)


def _build_select_wild_cards_puzzle(state: VazhushalState) -> Puzzle:
    hand = list(dict.fromkeys(state.hands[0]))
    wild = [card for card in hand if card in state.wilds]
    if not hand:
        raise VoidPuzzle("There is no hand to look at.")
    explained = {card.code: _explain_whether_card_wild(state, card) for card in hand}
    ranks = _list_ranks_to_ask_about(state)
    question = "Tick every card of your hand that is wild."
    return Puzzle(
        form="tick",
        question=f"{_describe_negative_joker(state)} {question}" if state.negative else question,
        position=shown(state),
        key=sorted(card.code for card in wild),
        clauses=filter_clauses(["wild.set", *(id for _, ids in explained.values() for id in ids)], _WILD_CLAUSES),
        why=_describe_wild_cards(state),
        options=build_card_options(hand),
        on="hand-0",
        reasons={code: reason for code, (reason, _) in explained.items()},
        clauses_by_option={code: ids[0] for code, (_, ids) in explained.items()},
        hints=(
            "Jokers are easy. For the others look at the rank of the negative joker, then at its colour."
            if state.options.wild_rule == "opposite-colour"
            else "Jokers are easy. For the others ask whether there is a negative joker, and of which rank.",
            rule_hint("neg.makes-wild" if state.negative else "wild.set", state.options),
            f"Only {quote_cards([card for card in hand if card is JOKER or card.rank in ranks])} come into question."
            if ranks
            else "No ranked card comes into question.",
            f"{spell_how_many(len(wild), 'these cards', 'is')} wild.",
        ),
        rating=clamp_rating(
            750 + 60 * sum(card.rank in ranks for card in hand) + (150 if state.negative is JOKER else 0)
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
    return f"Wild are the printed jokers and {quote_cards(ranked)}." if ranked else "Only printed jokers are wild here."


def _build_count_wild_cards_puzzle(state: VazhushalState) -> Puzzle:
    aside = [state.negative] if state.negative is not None and not state.options.neg_drawable else []
    play = Counter(state.deck) - Counter(aside)
    number = sum(times for card, times in play.items() if card in state.wilds)
    jokers, packs = play[JOKER], state.options.get_deck_count(state.seats)
    ranked = number - jokers
    put_aside = any(card in state.wilds for card in aside)
    note = " The negative joker itself is not in play." if put_aside else ""
    clauses = ["wild.set", "setup.packs", "setup.printed-jokers"]
    if state.negative:
        clauses += ["neg.not-in-play", "neg.is-printed" if state.negative is JOKER else "neg.makes-wild"]
    return Puzzle(
        form="number",
        question=f"{spell_count(state.seats, 'player').capitalize()} sit at the table. "
        f"{_describe_negative_joker(state)} "
        "How many cards in play are wild, printed jokers included?",
        position=shown(state),
        key=number,
        clauses=filter_clauses(clauses, _WILD_CLAUSES),
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
        pose=_build_substitute_puzzle,
    ),
    PuzzleTheme(
        slug="pure-or-not",
        title="Pure or not?",
        sentence="Tell pure sequences from other melds, and both from what is no meld at all.",
        clauses=_PURE_CLAUSES,
        make=_make_pure_sequence_setup,
        pose=_build_pure_sequence_puzzle,
    ),
    PuzzleTheme(
        slug="which-are-wild",
        title="Which cards are wild?",
        sentence="Read the negative joker and say what it makes wild.",
        clauses=_WILD_CLAUSES,
        make=_make_wild_cards_setup,
        pose=_build_wild_cards_puzzle,
    ),
)
