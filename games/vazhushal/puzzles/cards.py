"""Puzzles about cards and melds: what a wild card can stand for, which melds are pure, and which cards are wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.cards import (
    JOKER,
    PACK,
    PACK_ORDER,
    RED,
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
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
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
    clamp_rating,
    draw_fitting_setup,
    filter_clauses,
    repeat_until_fitting,
    split_clause_ids,
)
from games.vazhushal.meld_checks import list_meld_cards, list_meld_faults
from games.vazhushal.puzzles.common import POSING, TRIES, list_clauses_where, load_setup, pick_seat_count
from games.vazhushal.puzzles.prepared_positions import (
    CardOutOfReach,
    Scene,
    pick_random_run,
    pick_random_set,
    play_turns_to_scene,
    replace_card_by_wild,
)
from games.vazhushal.rules import RULES
from games.vazhushal.state import HAND, VazhushalState, build_full_deck, list_wild_cards
from games.words import quote_cards, spell_count, spell_how_many

# -- what may this wild stand for ----------------------------------------------------------------


@dataclass(frozen=True)
class _UnfinishedMeld:
    """Cards that lack one card to be a meld, and the wild card to add.

    They're a group of the hand or, if `number` isn't 0, the meld on the table with this number.
    """

    wild: Card
    group: Meld
    number: int
    cards: Meld

    @classmethod
    def from_setup(cls, setup: Setup) -> _UnfinishedMeld:
        group, number = parse_cards(setup["group"]), setup["number"]
        cards = parse_cards(setup["position"]["melds"][0][number - 1]) if number else group
        return cls(parse_card(setup["wild"]), group, number, cards)

    def build_move(self, face: Card) -> Move:
        """Return the move that melds or lays off the wild card so that it stands for the card `face`."""
        card = self.wild.substitute_for(face)
        return Move("layoff", self.number, ((card,),)) if self.number else Move("meld", groups=((*self.group, card),))

    def judge_faces(self, state: VazhushalState) -> dict[Card, Violation | None]:
        """Return a dict that says for each card why the wild card can't stand for it.

        A value is the violation of the move, or None if the wild card can stand for the card.
        """
        return {face: RULES.find_violation(state, 0, self.build_move(face)) for face in PACK}

    def list_tempting_faces(self) -> list[Card]:
        """Return cards that a player might wrongly think the wild card can stand for."""
        tempting: list[Card] = []
        for face in list_represented_cards(self.cards):
            near = [face.rank + step for step in (0, -2, -1, 1, 2)]
            tempting += [get_card(rank or 13, face.suit) for rank in near if rank <= 14]
            tempting += [get_card(face.rank, suit) for suit in SUITS]
        return list(dict.fromkeys([*tempting, *([self.wild] if self.wild.suit else [])]))


@repeat_until_fitting("We couldn’t find a wild card for this question.", TRIES)
def _make_substitute_setup(rng: Random, options: Options) -> Setup | None:
    scene = play_turns_to_scene(rng, options, pick_seat_count(rng, options), rng.randint(6, 14))
    setup = _build_substitute_setup(scene)
    unfinished = _UnfinishedMeld.from_setup(setup)
    refusals = unfinished.judge_faces(load_setup(setup, options))
    legal = [face for face, refused in refusals.items() if refused is None]
    tempting = [(face, refused) for face in unfinished.list_tempting_faces() if (refused := refusals.get(face))]
    if len(legal) > 6 or len(tempting) < 2 or (not legal and rng.random() < 0.5):
        return None
    shuffled = rng.sample(tempting, len(tempting))
    shuffled.sort(key=lambda trap: trap[1].clause.id == "meld.kinds")
    traps = [face for face, _ in shuffled[: max(3, 7 - len(legal))]]
    return setup | {"faces": format_cards(sort_cards({*legal, *traps}))}


def _build_substitute_setup(scene: Scene) -> Setup:
    """Return the setup of a puzzle in which seat 0 melds a wild card with a group of cards, or adds it to a meld.

    The question is which cards the wild card can stand for. The setup has no answer choices yet; the caller adds them.
    """
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


def _pick_unfinished_group(scene: Scene, kind: str) -> Meld:
    """Return cards for a puzzle that asks which cards a wild card can stand for if it's melded with them.

    `kind` says how to choose them, such as “gap” for a run without its middle card, or “set” for cards of one rank. A
    “twin” is part of one of seat 0's melds. If that meld has too few natural cards, raises CardOutOfReach.
    """
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
        natural = tuple(card for card in rng.choice(scene.state.melds[0]) if card.natural)
        if len(natural) < 3:
            raise CardOutOfReach
        return natural[:2]
    if kind == "two":
        return replace_card_by_wild(rng, rng.choice((run[:2], run[::2])), rng.choice(wilds))
    if kind == "bare":
        return tuple(rng.choice(wilds).substitute_for(face) for face in run[:2])
    return run[:2]


def _build_substitute_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, unfinished = load_setup(setup, options), _UnfinishedMeld.from_setup(setup)
    wild, group, number = unfinished.wild, unfinished.group, unfinished.number
    for card in group:
        if card.base is not card and card.base not in state.wilds:
            raise VoidPuzzle(f"{card.base.code} isn’t wild under these house rules.")
    if state.phase != "table" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn to meld.")
    refusals = unfinished.judge_faces(state)
    legal = [face for face, refused in refusals.items() if refused is None]
    offered = sorted({*parse_cards(setup["faces"]), *legal}, key=lambda face: (face.suit, face.rank))
    visible = {*state.line, *(card for melds in state.melds for card in list_meld_cards(melds))}
    rows = [_build_face_row(unfinished, face, refusals[face], face in visible) for face in offered]
    clauses = list_clauses_where(
        (True, "wild.declared"),
        (any(face in visible for face in legal if face is not wild), "wild.any-needed"),
        (number, "layoff.wild-ok"),
        (wild in legal and wild in state.wilds, "wild.self-is-natural"),
        (legal and any(card.base in state.wilds and not card.natural for card in group), "wild.number-free"),
    )
    clauses += [refused.clause.id for face in offered if (refused := refusals[face])]
    name, target = "the joker" if wild is JOKER else quote_cards([wild]), quote_cards(unfinished.cards)
    todo = f"You want to lay off {name} on your {target}." if number else f"You want to meld {target} with {name}."
    idea, rule = "These cards are all one rank. Which suits are missing?", "set.same-rank"
    if number:
        idea = "Afterward, the meld has to be legal, and so do all your melds together."
        rule = "layoff.wild-ok"
    elif len({card.face.suit for card in group}) == 1:
        idea, rule = "These cards are all one suit. Which cards would complete a run?", "run.suited-consecutive"
    traps = [face for face in offered if face not in legal][:2]
    count = spell_count(len(legal), "card").capitalize()
    return Puzzle(
        question=f"{todo} Which cards can it stand for? Select all that apply.",
        position=POSING.build_visible_position(state),
        clauses=filter_clauses(clauses, _STANDS_CLAUSES),
        why=_explain_substitute_answer(unfinished, refusals, legal),
        hints=(
            idea,
            POSING.build_rule_hint(rule, options),
            f"It can’t be {quote_cards(traps)}." if traps else "Try them one by one.",
            f"{count} will work, such as {quote_cards(legal[:1])}." if legal else "None of them will work.",
        ),
        rating=clamp_rating(
            850
            + 60 * len(legal)
            + 25 * len(offered)
            + (0 if legal else 150)
            + (120 if number else 0)
            + (150 if "=" in setup["group"] else 0)
            + (0 if wild is JOKER else 100)
        ),
        **build_answer_fields("tick", rows),
    )


def _build_face_row(unfinished: _UnfinishedMeld, face: Card, refused: Violation | None, is_visible: bool) -> AnswerRow:
    """Return the answer choice for the card `face`: whether the wild card can stand for this card, and why.

    `refused` is the violation if the wild card can't stand for it, or None. `is_visible` says whether seat 0 can see a
    real copy of the card.
    """
    laid = unfinished.build_move(face).cards
    meld = quote_cards(sorted([*unfinished.cards, *laid] if unfinished.number else laid, key=lambda card: card.rank))
    reason, clause = f"{meld} is a meld.", "wild.declared"
    if refused is not None:
        reason, clause = refused.summary, refused.clause.id
    elif face is unfinished.wild:
        reason, clause = f"It can stand for itself: {meld}.", "wild.self-is-natural"
    elif is_visible:
        reason = f"{meld} is a meld, even though you can see a real {quote_cards([face])}."
        clause = "wild.any-needed"
    return AnswerRow(face.code, f"The {face.name}", refused is None, reason, clause, face.code)


def _explain_substitute_answer(
    unfinished: _UnfinishedMeld, refusals: dict[Card, Violation | None], legal: Sequence[Card]
) -> str:
    if legal:
        return f"It can stand for {quote_cards(legal)}. Any other card would break a rule."
    why = "It can’t stand for any card here."
    dull = ("meld.kinds", "run.suited-consecutive", "meld.no-duplicate-card")
    extensions = list_meld_extensions(list_represented_cards(unfinished.cards))
    for face in [*extensions, *unfinished.list_tempting_faces()]:
        refused = refusals[face]
        if refused is not None and refused.clause.id not in dull:
            return f"{why} What about {quote_cards([face])}? {refused.sentence_with_quoted_cards}"
    return why


_STANDS_CLAUSES = split_clause_ids("""
wild.any-needed wild.declared wild.number-free wild.self-is-natural wild.set neg.same-colour-plain
meld.not-all-wild meld.no-duplicate-card meld.no-twin-melds meld.pure-always meld.kinds run.suited-consecutive
run.no-wrap set.max-four layoff.wild-ok
""")


# -- pure or not ---------------------------------------------------------------------------------

PURE, MELD, NONE = "pure", "meld", "none"
LABELS = ((PURE, "A pure sequence"), (MELD, "A meld, but not pure"), (NONE, "Not a meld"))


@repeat_until_fitting("We couldn’t find a choice of melds.", TRIES)
def _make_pure_sequence_setup(rng: Random, options: Options) -> Setup | None:
    house, seats = POSING.cast_options(options), pick_seat_count(rng, options)
    negative = _pick_negative_joker(rng, options)
    wilds = list_wild_cards(house, negative if house.wild_rule != "printed-only" else None)
    deck = Counter(build_full_deck(house, seats))
    groups = _draw_groups(rng, sort_cards(wilds - {JOKER}), negative)
    melds = [format_cards(meld) for meld in groups if not Counter(list_physical_cards(meld)) - deck]
    setup = {"position": {"seats": seats, "negative": negative.code}, "melds": melds[:5]}
    kinds = set(_build_pure_sequence_puzzle(setup, options).key.values())
    return setup if len(kinds) > 1 and PURE in kinds else None


def _pick_negative_joker(rng: Random, options: Options) -> Card:
    """Return a random card to be the negative joker (which makes other cards wild), now and then a printed joker."""
    if rng.random() < 0.1 and POSING.cast_options(options).neg_printed != "redraw":
        return JOKER
    return rng.choice(PACK)


def _draw_groups(rng: Random, ranked: Sequence[Card], negative: Card) -> list[Meld]:
    """Return groups of cards in random order: pure sequences, other melds, and groups that only look like melds.

    `ranked` has the wild cards other than printed jokers. `negative` is the negative joker, the card that makes them
    wild.
    """
    suit, run, longer = rng.choice(SUITS), pick_random_run(rng, 3), pick_random_run(rng, 5)
    pair, four = pick_random_set(rng, 2), pick_random_set(rng, 4)
    color = [suit for suit in SUITS if (suit in RED) == negative.is_red]
    plain = get_card(negative.rank, rng.choice(color)) if negative.suit else get_card(1, suit)
    near_ace = rng.choice([(1, 2, 3), (12, 13, 14), (13, 14, 2), (12, 13, 14, 2), (11, 12, 13, 14)])
    wilds = rng.sample([*ranked, *ranked, JOKER, JOKER, JOKER], rng.choice((2, 3)) if ranked else 3)
    groups: list[Meld] = [
        pick_random_run(rng, rng.choice((3, 4))),
        replace_card_by_wild(rng, pick_random_run(rng, rng.choice((3, 4))), JOKER),
        pick_random_set(rng, 3),
        pick_random_run(rng, 2),
        _pick_run_with_card(rng, rng.choice(ranked or [plain])),
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


def _pick_run_with_card(rng: Random, card: Card) -> Meld:
    low = max(1, min(12, card.rank - rng.randint(0, 2)))
    return tuple(get_card(rank, card.suit) for rank in range(low, low + 3))


def _classify_group(state: VazhushalState, meld: Meld) -> tuple[str, str, list[str]]:
    """Return the kind of a group of cards, a sentence that explains why, and the clauses of the rulebook behind it.

    The kind is `PURE` (a pure sequence), `MELD` (any other meld), or `NONE`.
    """
    shape = list_clauses_where(
        (is_run(meld), "run.suited-consecutive"),
        (is_run(meld) and any(card.face.rank == 1 for card in meld), "run.ace-either-end"),
        (is_run(meld) and len(meld) == 13, "run.max-13"),
    )
    fault = next(list_meld_faults(state, meld), None)
    if fault is not None:
        return NONE, fault.sentence_with_quoted_cards, [fault.clause.id, *shape]
    if is_pure_sequence(meld):
        own = [card for card in meld if card in state.wilds]
        stands = "stands for itself" if len(own) == 1 else "stand for themselves"
        note = f" {quote_cards(own)} could be wild, but {stands} here." if own else ""
        ids = ["meld.pure-def", *(["wild.self-is-natural"] if own else []), *shape]
        return PURE, f"It’s a run in which every card stands for itself.{note}", ids
    if is_set(meld):
        return MELD, "It’s a set, and only a run can be pure.", ["set.same-rank", "meld.pure-def"]
    wild = [card for card in meld if not card.natural]
    stand = "stands" if len(wild) == 1 else "each stand"
    ids = list_clauses_where(
        (True, "meld.pure-def"),
        (JOKER in list_physical_cards(wild), "wild.printed-never-natural"),
        (len(wild) > 1, "wild.number-free"),
    )
    return MELD, f"It’s a run, but {quote_cards(wild)} {stand} for another card, so it isn’t pure.", ids


def _pick_decisive_clause(ids: Sequence[str]) -> str:
    """Return the clause in `ids` that best explains the kind of a group of cards.

    That's a clause on natural cards or pure sequences if there is one, or else the first clause.
    """
    finest = ("wild.self-is-natural", "wild.printed-never-natural", "meld.pure-def")
    return next((id for id in finest if id in ids), ids[0])


def _build_pure_sequence_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, melds = load_setup(setup, options), [parse_cards(text) for text in setup["melds"]]
    deck = Counter(state.deck)
    if any(Counter(list_physical_cards(meld)) - deck for meld in melds):
        raise VoidPuzzle("The deck doesn’t have all the cards in this question.")
    verdicts = [_classify_group(state, meld) for meld in melds]
    rows = [
        AnswerRow(f"m{number}", quote_cards(meld), False, reason, _pick_decisive_clause(ids), format_cards(meld), kind)
        for number, (meld, (kind, reason, ids)) in enumerate(zip(melds, verdicts, strict=True), 1)
    ]
    pure = [meld for meld, (kind, _, _) in zip(melds, verdicts, strict=True) if kind == PURE]
    tricky = [meld for meld in melds if any(card.base in state.wilds for card in meld)]
    which = f"Look again at {quote_cards(tricky[0])}. It has a wild card." if tricky else ""
    count = f"{spell_count(len(pure), 'group').capitalize()} {'is' if len(pure) == 1 else 'are'} pure"
    return Puzzle(
        question=f"{_describe_negative_joker(state)} What is each of these?",
        position=POSING.build_visible_position(state),
        clauses=filter_clauses((clause for _, _, ids in verdicts for clause in ids), _PURE_CLAUSES),
        why="A pure sequence is a run in which every card, wild or not, stands for itself.",
        labels=LABELS,
        hints=(
            "Is each one a run or a set? Does every card stand for itself?",
            POSING.build_rule_hint("meld.pure-def", options),
            which or "None of them has a wild card.",
            f"{count}{f', such as {quote_cards(pure[0])}' if pure else ''}.",
        ),
        rating=clamp_rating(900 + 60 * len(tricky) + 40 * len(melds) + (60 if state.negative else 0)),
        zones=("negative",),
        **build_answer_fields("match", rows),
    )


def _describe_negative_joker(state: VazhushalState) -> str:
    """Return a sentence about the negative joker, the card that makes other cards wild, or one that there is none."""
    if state.negative is None:
        return "There’s no negative joker, so only printed jokers are wild."
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
        deck = build_full_deck(POSING.cast_options(options), seats)
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

    return draw_fitting_setup(draw_setup, TRIES, "We couldn’t find a hand with wild cards.")


def _build_wild_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    return _build_count_wild_cards_puzzle(state) if setup["ask"] == "number" else _build_select_wild_cards_puzzle(state)


def _build_select_wild_cards_puzzle(state: VazhushalState) -> Puzzle:
    hand, negative = list(dict.fromkeys(state.hands[0])), state.negative
    if not hand:
        raise VoidPuzzle("This question needs cards in your hand.")
    verdicts = {card: _explain_whether_card_wild(state, card) for card in hand}
    rows = [
        AnswerRow(card.code, f"The {card.name}", card in state.wilds, reason, ids[0], card.code)
        for card, (reason, ids) in verdicts.items()
    ]
    ranks = {negative.rank} - {0} if negative else set()  # those that a player might think of
    if negative is JOKER and len(state.wilds) > 1:
        ranks = {1}
    which = [card for card in hand if card is JOKER or card.rank in ranks]
    question = "Which cards in your hand are wild? Select all that apply."
    idea = "Printed jokers are wild. Is there a negative joker, and what’s its rank?"
    if state.options.wild_rule == "opposite-colour":
        idea = "Printed jokers are wild. Then look at the negative joker’s rank and color."
    return Puzzle(
        question=f"{_describe_negative_joker(state)} {question}" if negative else question,
        position=POSING.build_visible_position(state),
        clauses=filter_clauses(["wild.set", *(id for _, ids in verdicts.values() for id in ids)], _WILD_CLAUSES),
        why=_describe_wild_cards(state),
        on="hand-0",
        hints=(
            idea,
            POSING.build_rule_hint("neg.makes-wild" if negative else "wild.set", state.options),
            f"Only {quote_cards(which)} could be wild." if ranks else "No ranked card could be wild.",
            f"{spell_how_many(sum(card in state.wilds for card in hand), 'these cards', 'is')} wild.",
        ),
        rating=clamp_rating(750 + 60 * sum(card.rank in ranks for card in hand) + (150 if negative is JOKER else 0)),
        zones=("hand-0", "negative"),
        bare=True,
        **build_answer_fields("tick", rows),
    )


def _explain_whether_card_wild(state: VazhushalState, card: Card) -> tuple[str, list[str]]:
    """Return a sentence on why a card is wild or isn't, and the rulebook's clauses behind it.

    The deciding clause comes first.
    """
    negative = state.negative
    if card is JOKER:
        return "A printed joker is always wild.", ["wild.set"]
    if negative is None:
        return "No ranked card is wild here.", ["wild.set"]
    if negative is JOKER:
        if card in state.wilds:
            return "The negative joker is a printed joker, so all aces are wild here.", ["neg.is-printed"]
        return "The negative joker is a printed joker, so it has no rank or color.", ["neg.is-printed"]
    if card in state.wilds:
        other = "" if state.options.wild_rule == "same-rank" else " and the other color"
        return f"It has the negative joker’s rank{other}, so it’s wild.", ["neg.makes-wild", "wild.set"]
    if card.rank == negative.rank:
        return "It has the negative joker’s rank, but also its color, so it isn’t wild.", ["neg.same-colour-plain"]
    return "It doesn’t have the negative joker’s rank, so it only stands for itself.", ["neg.makes-wild"]


def _describe_wild_cards(state: VazhushalState) -> str:
    ranked = sort_cards(state.wilds - {JOKER})
    return f"The printed jokers and {quote_cards(ranked)} are wild." if ranked else "Only printed jokers are wild here."


def _build_count_wild_cards_puzzle(state: VazhushalState) -> Puzzle:
    aside = [state.negative] if state.negative is not None and not state.options.neg_drawable else []
    play = Counter(state.deck) - Counter(aside)
    number = sum(times for card, times in play.items() if card in state.wilds)
    jokers, packs, players = play[JOKER], state.options.get_deck_count(state.seats), spell_count(state.seats, "player")
    ranked = number - jokers
    put_aside = any(card in state.wilds for card in aside)
    of_ranked = spell_count(ranked, "ranked wild card") if ranked else "no ranked wild cards"
    clauses = list_clauses_where(
        (True, "wild.set setup.packs setup.printed-jokers"),
        (state.negative, "neg.not-in-play"),
        (state.negative, "neg.is-printed" if state.negative is JOKER else "neg.makes-wild"),
    )
    return Puzzle(
        form="number",
        question=f"There are {players}. {_describe_negative_joker(state)} How many cards in play are wild, including "
        "printed jokers?",
        position=POSING.build_visible_position(state),
        key=number,
        clauses=filter_clauses(clauses, _WILD_CLAUSES),
        why=f"With {spell_count(packs, 'deck')}, {spell_count(jokers, 'printed joker')} and {of_ranked} are in play."
        f"{' The negative joker itself isn’t in play.' if put_aside else ''}",
        working=str(explain_sum(("printed jokers", jokers), ("ranked wild cards", ranked))),
        hints=(
            "Count the printed jokers in play first, then the ranked cards that are wild.",
            POSING.build_rule_hint("setup.packs", state.options),
            _describe_wild_cards(state),
            f"Printed jokers in play: {jokers}. Decks: {packs}.",
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
        "wild-stands-for",
        "What can this wild card be?",
        "Find every card a wild card can stand for.",
        _STANDS_CLAUSES,
        _make_substitute_setup,
        _build_substitute_puzzle,
    ),
    PuzzleTheme(
        "pure-or-not",
        "Pure or not?",
        "Sort these into pure sequences, other melds, and neither.",
        _PURE_CLAUSES,
        _make_pure_sequence_setup,
        _build_pure_sequence_puzzle,
    ),
    PuzzleTheme(
        "which-are-wild",
        "Which cards are wild?",
        "Use the negative joker to find the wild cards.",
        _WILD_CLAUSES,
        _make_wild_cards_setup,
        _build_wild_cards_puzzle,
    ),
)
