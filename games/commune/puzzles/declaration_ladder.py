"""Puzzles about the ladder: which hand is higher, what comes next, and what can be declared."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.commune.ladder import CLAUSE_OF, KINDS, Declaration, parse_declaration
from games.commune.legality import describe_hand_as_not, refuse_not_higher
from games.commune.puzzles.common import (
    draw_random_declaration,
    get_rules_ladder,
    list_suit_names,
    rule_hint,
    rules_of,
    seated,
    shown,
)
from games.commune.rules import RULES
from games.commune.state import CommuneState
from games.engine.clause import Violation
from games.engine.common_puzzles import explain_refusal_without_spoilers
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import clamp_rating, filter_clauses
from games.words import capitalize_first, join_words, spell_how_many

ORDER = tuple(CLAUSE_OF.values())
NEXT = (*ORDER, "declare.must-be-higher", "declare.all-ranks")
PLACES = ("1", "2", "3", "4")
ORDINALS = ("lowest", "second lowest", "second highest", "highest")
SAYING = (
    *("declare.must-be-higher", "declare.first", "declare.options", "declare.ranks-named", "declare.no-kickers"),
    *("declare.no-suits", "declare.all-ranks", "declare.any-jump", "declare.free", "declare.top-forces-call"),
    *("call.target", "ladder.two-pair", "ladder.full-house", "ladder.straight"),
)


# -- sort four declarations ------------------------------------------------------------------------------


def _make_order_setup(rng: Random, options: Options) -> Setup:
    return _make_order_setup_for_clause(rng, options, "")


def _make_order_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    ladder = get_rules_ladder(options)
    kind = next((kind for kind, id in CLAUSE_OF.items() if id == clause), "")
    if kind and kind not in ladder.kinds:
        raise VoidPuzzle("Under these house rules, the kind of hand in this question isn’t on the ladder.")
    hands = [draw_random_declaration(rng, options, (kind,) if kind else ())]
    same = [step for step in ladder.list_declarations_of_kind(hands[0].kind) if step.ranks != hands[0].ranks]
    if rng.random() < 0.6:
        hands.append(rng.choice(same))
    while len(hands) < 4:
        other = draw_random_declaration(rng, options)
        if all(other._replace(suit="") != hand._replace(suit="") for hand in hands):
            hands.append(other)
    rng.shuffle(hands)
    return {"hands": [str(hand._replace(suit="")) for hand in hands]}


def _parse_hand_ignoring_suit(text: str, options: Options) -> Declaration:
    """Parse a hand for a comparison, in which its suit doesn't matter. Raises VoidPuzzle if it isn't on the ladder."""
    hand = parse_declaration(text)
    if hand is None or not get_rules_ladder(options).has_declaration(hand):
        raise VoidPuzzle("Under these house rules, a hand in this question can’t be declared.")
    return hand


def _build_order_puzzle(setup: Setup, options: Options) -> Puzzle:
    ladder = get_rules_ladder(options)
    hands = [_parse_hand_ignoring_suit(text, options) for text in setup["hands"]]
    sorted_hands = sorted(hands, key=ladder.index)
    key = {str(number): PLACES[sorted_hands.index(hand)] for number, hand in enumerate(hands)}
    reasons = {
        str(number): f"{capitalize_first(hand.spoken_name)} is {ORDINALS[sorted_hands.index(hand)]}, because "
        f"{_describe_neighbor(hand, sorted_hands)}."
        for number, hand in enumerate(hands)
    }
    kinds = list(dict.fromkeys(hand.kind for hand in hands))
    return Puzzle(
        "match",
        "Put these four declarations in order, from the lowest to the highest.",
        {},
        key,
        filter_clauses([CLAUSE_OF[kind] for kind in kinds], ORDER),
        f"From low to high: {'; '.join(hand.spoken_name for hand in sorted_hands)}.",
        tuple(AnswerOption(str(number), capitalize_first(hand.spoken_name)) for number, hand in enumerate(hands)),
        tuple((place, f"{place} {ORDINALS[int(place) - 1]}") for place in PLACES),
        reasons=reasons,
        clauses_by_option={str(number): CLAUSE_OF[hand.kind] for number, hand in enumerate(hands)},
        hints=(
            "Which kind of hand is lowest? If two are the same kind, which ranks are lower?",
            rule_hint(CLAUSE_OF[sorted_hands[-1].kind], options),
            f"From low to high: {join_words([KINDS[kind] for kind in KINDS if kind in kinds])}.",
            f"The highest is {sorted_hands[-1].spoken_name}.",
        ),
        rating=clamp_rating(850 + 250 * (4 - len(kinds)) + 100 * ("full-house" in kinds)),
    )


def _describe_neighbor(hand: Declaration, order: Sequence[Declaration]) -> str:
    """Return a phrase that says which hand comes just below this one in the order.

    For the lowest hand, the phrase says which hand comes just above it.
    """
    place = order.index(hand)
    if place:
        return f"it’s higher than {order[place - 1].spoken_name}"
    return f"{order[1].spoken_name} is higher"


# -- the next step ---------------------------------------------------------------------------------------


def _make_next_step_setup(rng: Random, options: Options) -> Setup:
    return _make_step_setup_for_clause(rng, options, "")


def _make_step_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    ladder = get_rules_ladder(options)
    kind = next((kind for kind, id in CLAUSE_OF.items() if id == clause), "")
    if kind:
        if kind not in ladder.kinds:
            raise VoidPuzzle("Under these house rules, the kind of hand in this question isn’t on the ladder.")
        last = rng.randrange(max(0, ladder.first[kind] - 1), ladder.end[kind] - 1)
    elif clause == "declare.all-ranks" or rng.random() < 0.4:
        last = rng.choice([end - 1 for end in ladder.end.values()][:-1])
    else:
        last = rng.randrange(ladder.top_place)
    near = {last + 1, last + 2, last, last + 3, max(0, last - 1), last + 13, last + 12}
    others = [place for place in near if 0 <= place <= ladder.top_place and place != last + 1]
    places = [last + 1, *rng.sample(others, min(3, len(others)))]
    rng.shuffle(places)
    return {"last": str(ladder.steps[last]), "hands": [str(ladder.steps[place]) for place in places]}


def _build_next_step_puzzle(setup: Setup, options: Options) -> Puzzle:
    ladder = get_rules_ladder(options)
    last = ladder.index(_parse_hand_ignoring_suit(setup["last"], options))
    hands = [_parse_hand_ignoring_suit(text, options) for text in setup["hands"]]
    above = [hand for hand in hands if ladder.index(hand) > last]
    if not above:
        raise VoidPuzzle("Under these house rules, none of the hands is higher than the last declaration.")
    lowest = min(above, key=ladder.index)
    latest = ladder.steps[last].spoken_name
    reasons = {}
    for number, hand in enumerate(hands):
        if hand not in above:
            reasons[str(number)] = f"{describe_hand_as_not(hand)} higher than {latest}."
        elif hand is not lowest:
            reasons[str(number)] = "This is higher, but one of the other hands is between them."
        else:
            reasons[str(number)] = "This is the lowest of the higher hands."
    clauses = ["declare.must-be-higher", CLAUSE_OF[lowest.kind]]
    if min(lowest.ranks) == ladder.lowest:
        clauses.append("declare.all-ranks")
    return Puzzle(
        "one",
        f"The latest declaration is {latest}. Which is the lowest of these hands that you can declare next?",
        {},
        str(hands.index(lowest)),
        filter_clauses(clauses, NEXT),
        f"{capitalize_first(lowest.spoken_name)} is higher than {latest}, and none of these hands is between them.",
        tuple(AnswerOption(str(number), capitalize_first(hand.spoken_name)) for number, hand in enumerate(hands)),
        reasons=reasons,
        clauses_by_option={
            str(number): CLAUSE_OF[lowest.kind] if hand in above else "declare.must-be-higher"
            for number, hand in enumerate(hands)
        },
        hints=(
            "Which of these hands is only just higher?",
            rule_hint("declare.must-be-higher", options),
            f"Of these hands, {len(above)} {'is' if len(above) == 1 else 'are'} higher than {latest}.",
            f"The answer is this kind of hand: {KINDS[lowest.kind]}.",
        ),
        rating=clamp_rating(950 + 150 * (lowest.kind != ladder.steps[last].kind) + 150 * (lowest.kind == "full-house")),
    )


# -- what can be declared --------------------------------------------------------------------------------


def _make_legal_declarations_setup(rng: Random, options: Options) -> Setup:
    return _make_declarations_setup_for_clause(rng, options, "")


def _make_declarations_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    ladder = get_rules_ladder(options)
    seats = rng.randint(2, 5)
    first = clause == "declare.first" or (not clause and rng.random() < 0.2)
    top = clause == "declare.top-forces-call"
    last = ladder.top_place if top else rng.randrange(len(ladder) * 2 // 3)
    said = [] if first else [last]
    if not first and (clause == "call.target" or rng.random() < 0.5):
        said.insert(0, rng.randrange(last)) if last else None
    position = {
        "seats": seats,
        "hands": [rng.choice(("KS", "9H", "4C", "TD", "AH"))],
        "declared": [
            f"{_get_earlier_declarer(seats, len(said) - number)} {ladder.steps[one]}" for number, one in enumerate(said)
        ],
    }
    position["declared"] = [_add_flush_suit(text, options, rng) for text in position["declared"]]  # type: ignore[attr-defined]
    tried = _draw_candidate_moves(rng, options, said, position["declared"], clause)  # type: ignore[arg-type]
    return {"position": position, "moves": tried}


def _get_earlier_declarer(seats: int, back: int) -> int:
    """Return the seat that declared `back` declarations before seat 0's turn."""
    return -back % seats


def _add_flush_suit(text: str, options: Options, rng: Random) -> str:
    """Return the declaration `text`, with a random suit added if it's a flush that needs one."""
    named = rules_of(options).is_flush_suit_declared and text.split()[1] == "flush"
    return f"{text} {rng.choice(list_suit_names())}" if named else text


def _draw_candidate_moves(
    rng: Random, options: Options, said: Sequence[int], texts: Sequence[str], clause: str
) -> list[str]:
    """Return up to five moves as strings, some legal and some illegal, in random order.

    One of them is about `clause` if possible. `said` has the ladder places of the declarations so far, and `texts` the
    same declarations as strings.
    """
    ladder = get_rules_ladder(options)
    last = said[-1] if said else -1
    steps = [str(step) for step in ladder.steps]
    kinds: dict[str, list[str]] = {
        "declare.must-be-higher": [steps[last], *steps[max(0, last - 8) : last]] if said else [],
        "declare.any-jump": steps[last + 20 :],
        "declare.free": steps[last + 1 : last + 6],
        "declare.first": ["call"],
        "declare.options": ["let-pass"],
        "call.target": [f"call {text.partition(' ')[2]}" for text in texts[:-1]],
        "declare.ranks-named": ["two-pair kings", "full-house eights", "straight", "two-pair aces"],
        "declare.no-kickers": ["pair kings aces", "trips queens tens", "quads sixes aces"],
        "declare.no-suits": ["high king spades", "pair queens hearts", "straight ten clubs"],
        "declare.all-ranks": ["quads twos", "trips twos", "full-house twos threes", "two-pair aces twos"],
        "declare.top-forces-call": ["call", steps[-1]],
        "ladder.two-pair": ["two-pair kings kings", "two-pair aces aces"],
        "ladder.full-house": ["full-house kings kings", "full-house nines nines"],
        "ladder.straight": ["straight four", "straight three"],
    }
    names = [name for name in kinds if kinds[name] and name != clause]
    rng.shuffle(names)
    chosen = ([clause] if kinds.get(clause) else []) + ["declare.free"] * bool(kinds["declare.free"]) + names
    tried: list[str] = []
    for name in chosen:
        text = _add_flush_suit(f"0 {rng.choice(kinds[name])}", options, rng)[2:] if kinds[name] else ""
        if text and text not in tried and len(tried) < 5:
            tried.append(text)
    rng.shuffle(tried)
    return tried


def _build_legal_declarations_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if 0 not in state.waiting:
        raise VoidPuzzle("In this position, it isn’t your turn.")
    refused = {text: _find_violation(state, text) for text in setup["moves"]}
    ids = {text: str(number) for number, text in enumerate(setup["moves"])}
    good = [text for text in setup["moves"] if refused[text] is None]
    last = (
        f"The latest declaration is {state.declared[-1].hand.spoken_name}." if state.declared else "You declare first."
    )
    question = f"It’s your turn. {last} Which of these can you do{_describe_penalty(state)}?"
    told = (
        [_describe_move(text) for text in good],
        [question, *(_describe_move(text) for text in refused if text not in good)],
    )
    reasons = {
        ids[text]: explain_refusal_without_spoilers(why, *told)
        if (why := refused[text])
        else _explain_legal_move(state, text)
        for text in ids
    }
    clauses = [violation.clause.id for violation in refused.values() if violation is not None]
    clauses += _list_allowing_clauses(state, good)
    return Puzzle(
        "tick",
        question,
        shown(state),
        sorted(ids[text] for text in good),
        filter_clauses(clauses, SAYING),
        f"You can do these: {'; '.join(_describe_move(text) for text in good)}."
        if good
        else "You can’t do any of these.",
        tuple(AnswerOption(ids[text], capitalize_first(_describe_move(text))) for text in setup["moves"]),
        reasons=reasons,
        clauses_by_option={
            ids[text]: violation.clause.id if violation else _list_allowing_clauses(state, [text])[-1]
            for text, violation in refused.items()
        },
        hints=(
            "Is each declaration complete, and is it high enough?",
            rule_hint(
                filter_clauses(clauses, SAYING)[0] if filter_clauses(clauses, SAYING) else "declare.must-be-higher",
                options,
            ),
            last,
            f"{spell_how_many(len(good), 'these', 'is')} legal.",
        ),
        rating=clamp_rating(1000 + 80 * len(setup["moves"])),
        zones=("hand-0",),
    )


def _describe_penalty(state: CommuneState) -> str:
    return " without losing a token" if state.options.illegal_costs else ""


def _find_violation(state: CommuneState, text: str) -> Violation | None:
    """Return the violation for which the move `text` is refused or would cost a token.

    Returns None if the move is allowed and costs nothing.
    """
    move = RULES.parse_move(text)
    found = RULES.find_violation(state, 0, move)
    hand = parse_declaration(text)
    if found is None and hand is not None and state.ladder.index(hand) <= state.last_declared_place:
        return refuse_not_higher(state, describe_hand_as_not(hand))
    return found


def _list_allowing_clauses(state: CommuneState, good: Sequence[str]) -> list[str]:
    """Return the ids of the clauses that allow the legal moves in `good`."""
    ids = []
    for text in good:
        hand = parse_declaration(text)
        if hand is not None:
            ids.append("declare.free")
            if state.ladder.index(hand) > state.last_declared_place + 1:
                ids.append("declare.any-jump")
            if min(hand.ranks) == 2:
                ids.append("declare.all-ranks")
        elif state.last_declared_place == state.ladder.top_place:
            ids.append("declare.top-forces-call")
        else:
            ids.append("declare.options")
    return ids


def _describe_move(text: str) -> str:
    """Return a move in words, whether it's legal or not."""
    hand = parse_declaration(text)
    if hand is not None and len(set(hand.ranks)) == len(hand.ranks):
        return f"declare {hand.spoken_name}"
    kind, _, rest = text.partition(" ")
    if kind in KINDS:
        return f"declare “{KINDS[kind]}: {rest}”" if rest else f"declare only “{KINDS[kind]}”"
    if kind == "call" and (earlier := parse_declaration(rest)) is not None:
        return f"call the earlier declaration, {earlier.spoken_name}"
    words = RULES.describe_move(RULES.parse_move(text))
    return words[:1].lower() + words[1:]


def _explain_legal_move(state: CommuneState, text: str) -> str:
    """Return a sentence that explains why a legal move is legal."""
    if text == "call":
        return "There’s a declaration, so you can call it."
    if not state.declared:
        return f"You can start with any hand, so you can {_describe_move(text)}."
    return f"You can {_describe_move(text)}, because it’s higher than {state.declared[-1].hand.spoken_name}."


THEMES = (
    PuzzleTheme(
        "in-order",
        "In order",
        "Put four declarations in order, from lowest to highest.",
        ORDER,
        _make_order_setup,
        _build_order_puzzle,
        aim=_make_order_setup_for_clause,
    ),
    PuzzleTheme(
        "next-step",
        "One step up",
        "Find the lowest hand that’s still higher than the latest declaration.",
        NEXT,
        _make_next_step_setup,
        _build_next_step_puzzle,
        aim=_make_step_setup_for_clause,
    ),
    PuzzleTheme(
        "may-you-say-it",
        "Can you declare it?",
        "Which of these moves are legal on your turn?",
        SAYING,
        _make_legal_declarations_setup,
        _build_legal_declarations_puzzle,
        aim=_make_declarations_setup_for_clause,
    ),
)
