"""Puzzles about the ladder: which hand is higher, what comes next, and what can be declared."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.commune.judging import not_higher
from games.commune.ladder import CLAUSE_OF, KINDS, Declaration, read_declaration
from games.commune.puzzles.common import ladder_under, rule_hint, rules_of, seated, shown, some_hand, suit_words
from games.commune.rules import RULES
from games.commune.state import CommuneState
from games.engine.clause import Violation
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.questions import refusal
from games.kit.posing import clamp, within
from games.words import capital, listed, so_many

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


def _make_order(rng: Random, options: Options) -> Setup:
    return _aim_order(rng, options, "")


def _aim_order(rng: Random, options: Options, clause: str) -> Setup:
    ladder = ladder_under(options)
    kind = next((kind for kind, id in CLAUSE_OF.items() if id == clause), "")
    if kind and kind not in ladder.kinds:
        raise Void("This kind of hand is not on the ladder of these house rules.")
    hands = [some_hand(rng, options, (kind,) if kind else ())]
    same = [step for step in ladder.of(hands[0].kind) if step.ranks != hands[0].ranks]
    if rng.random() < 0.6:
        hands.append(rng.choice(same))
    while len(hands) < 4:
        other = some_hand(rng, options)
        if all(other._replace(suit="") != hand._replace(suit="") for hand in hands):
            hands.append(other)
    rng.shuffle(hands)
    return {"hands": [str(hand._replace(suit="")) for hand in hands]}


def _plain(text: str, options: Options) -> Declaration:
    """Parse a hand for comparing, where its suit doesn't matter. Raises Void if it isn't on the ladder."""
    hand = read_declaration(text)
    if hand is None or not ladder_under(options).has(hand):
        raise Void("This hand cannot be declared under these house rules.")
    return hand


def _pose_order(setup: Setup, options: Options) -> Puzzle:
    ladder = ladder_under(options)
    hands = [_plain(text, options) for text in setup["hands"]]
    sorted_hands = sorted(hands, key=ladder.index)
    key = {str(number): PLACES[sorted_hands.index(hand)] for number, hand in enumerate(hands)}
    reasons = {
        str(number): f"{capital(hand.spoken)} is {ORDINALS[sorted_hands.index(hand)]}: {_beside(hand, sorted_hands)}."
        for number, hand in enumerate(hands)
    }
    kinds = list(dict.fromkeys(hand.kind for hand in hands))
    return Puzzle(
        "in-order",
        "match",
        "Put these four declarations in order, from the lowest to the highest.",
        {},
        key,
        within([CLAUSE_OF[kind] for kind in kinds], ORDER),
        f"From low to high: {'; '.join(hand.spoken for hand in sorted_hands)}.",
        tuple(Option(str(number), capital(hand.spoken)) for number, hand in enumerate(hands)),
        tuple((place, f"{place} {ORDINALS[int(place) - 1]}") for place in PLACES),
        reasons=reasons,
        clauses_by_option={str(number): CLAUSE_OF[hand.kind] for number, hand in enumerate(hands)},
        hints=(
            "First put the kinds in order, then look at the ranks.",
            rule_hint(CLAUSE_OF[sorted_hands[-1].kind], options),
            f"From low to high: {listed([KINDS[kind] for kind in KINDS if kind in kinds])}.",
            f"The highest is {sorted_hands[-1].spoken}.",
        ),
        rating=clamp(850 + 250 * (4 - len(kinds)) + 100 * ("full-house" in kinds)),
    )


def _beside(hand: Declaration, order: Sequence[Declaration]) -> str:
    """Return which hand is next to a hand in an order, in words."""
    place = order.index(hand)
    if place:
        return f"it stands above {order[place - 1].spoken}"
    return f"{order[1].spoken} stands above it"


# -- the next step ---------------------------------------------------------------------------------------


def _make_next(rng: Random, options: Options) -> Setup:
    return _aim_next(rng, options, "")


def _aim_next(rng: Random, options: Options, clause: str) -> Setup:
    ladder = ladder_under(options)
    kind = next((kind for kind, id in CLAUSE_OF.items() if id == clause), "")
    if kind:
        if kind not in ladder.kinds:
            raise Void("This kind of hand is not on the ladder of these house rules.")
        last = rng.randrange(max(0, ladder.first[kind] - 1), ladder.end[kind] - 1)
    elif clause == "declare.all-ranks" or rng.random() < 0.4:
        last = rng.choice([end - 1 for end in ladder.end.values()][:-1])
    else:
        last = rng.randrange(ladder.top)
    near = {last + 1, last + 2, last, last + 3, max(0, last - 1), last + 13, last + 12}
    others = [place for place in near if 0 <= place <= ladder.top and place != last + 1]
    places = [last + 1, *rng.sample(others, min(3, len(others)))]
    rng.shuffle(places)
    return {"last": str(ladder.steps[last]), "hands": [str(ladder.steps[place]) for place in places]}


def _pose_next(setup: Setup, options: Options) -> Puzzle:
    ladder = ladder_under(options)
    last = ladder.index(_plain(setup["last"], options))
    hands = [_plain(text, options) for text in setup["hands"]]
    above = [hand for hand in hands if ladder.index(hand) > last]
    if not above:
        raise Void("None of these hands is higher under these house rules.")
    lowest = min(above, key=ladder.index)
    said = ladder.steps[last].spoken
    reasons = {}
    for number, hand in enumerate(hands):
        if hand not in above:
            reasons[str(number)] = f"{capital(hand.spoken)} is not higher than {said}."
        elif hand is not lowest:
            reasons[str(number)] = f"{capital(hand.spoken)} is higher, but another of these stands between."
        else:
            reasons[str(number)] = f"{capital(hand.spoken)} is the lowest of those that are higher."
    clauses = ["declare.must-be-higher", CLAUSE_OF[lowest.kind]]
    if min(lowest.ranks) == ladder.lowest:
        clauses.append("declare.all-ranks")
    return Puzzle(
        "next-step",
        "one",
        f"The latest declaration is {said}. Which of these is the lowest that may follow?",
        {},
        str(hands.index(lowest)),
        within(clauses, NEXT),
        f"{capital(lowest.spoken)} is higher than {said}, and of these hands none stands between the two.",
        tuple(Option(str(number), capital(hand.spoken)) for number, hand in enumerate(hands)),
        reasons=reasons,
        clauses_by_option={
            str(number): CLAUSE_OF[lowest.kind] if hand in above else "declare.must-be-higher"
            for number, hand in enumerate(hands)
        },
        hints=(
            "It has to be higher, but no more than that.",
            rule_hint("declare.must-be-higher", options),
            f"Of these hands {len(above)} {'is' if len(above) == 1 else 'are'} higher than {said}.",
            f"It is a hand of this kind: {KINDS[lowest.kind]}.",
        ),
        rating=clamp(950 + 150 * (lowest.kind != ladder.steps[last].kind) + 150 * (lowest.kind == "full-house")),
    )


# -- what can be declared --------------------------------------------------------------------------------


def _make_saying(rng: Random, options: Options) -> Setup:
    return _aim_saying(rng, options, "")


def _aim_saying(rng: Random, options: Options, clause: str) -> Setup:
    ladder = ladder_under(options)
    seats = rng.randint(2, 5)
    first = clause == "declare.first" or (not clause and rng.random() < 0.2)
    top = clause == "declare.top-forces-call"
    last = ladder.top if top else rng.randrange(len(ladder) * 2 // 3)
    said = [] if first else [last]
    if not first and (clause == "call.target" or rng.random() < 0.5):
        said.insert(0, rng.randrange(last)) if last else None
    position = {
        "seats": seats,
        "hands": [rng.choice(("KS", "9H", "4C", "TD", "AH"))],
        "declared": [f"{_speaker(seats, len(said) - number)} {ladder.steps[one]}" for number, one in enumerate(said)],
    }
    position["declared"] = [_suited(text, options, rng) for text in position["declared"]]  # type: ignore[attr-defined]
    tried = _candidates(rng, options, said, position["declared"], clause)  # type: ignore[arg-type]
    return {"position": position, "moves": tried}


def _speaker(seats: int, back: int) -> int:
    """Return the seat that declared `back` declarations before seat 0's turn."""
    return -back % seats


def _suited(text: str, options: Options, rng: Random) -> str:
    """Return the text of a declaration, with a random suit if it's a flush that needs one."""
    named = rules_of(options).names_suits and text.split()[1] == "flush"
    return f"{text} {rng.choice(suit_words())}" if named else text


def _candidates(rng: Random, options: Options, said: Sequence[int], texts: Sequence[str], clause: str) -> list[str]:
    """Return some legal and illegal things to say, one of them about the clause if possible."""
    ladder = ladder_under(options)
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
        text = _suited(f"0 {rng.choice(kinds[name])}", options, rng)[2:] if kinds[name] else ""
        if text and text not in tried and len(tried) < 5:
            tried.append(text)
    rng.shuffle(tried)
    return tried


def _pose_saying(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    refused = {text: _refusal(state, text) for text in setup["moves"]}
    ids = {text: str(number) for number, text in enumerate(setup["moves"])}
    good = [text for text in setup["moves"] if refused[text] is None]
    last = f"The latest declaration is {state.declared[-1].hand.spoken}." if state.declared else "You speak first."
    question = f"It is your turn. {last} Which of these may you do{_unpunished(state)}?"
    told = [_told(text) for text in good], [question, *(_told(text) for text in refused if text not in good)]
    reasons = {ids[text]: refusal(why, *told) if (why := refused[text]) else _fine(state, text) for text in ids}
    clauses = [violation.clause.id for violation in refused.values() if violation is not None]
    clauses += _allowing(state, good)
    return Puzzle(
        "may-you-say-it",
        "tick",
        question,
        shown(state),
        sorted(ids[text] for text in good),
        within(clauses, SAYING),
        f"Of these you may do the following: {'; '.join(_told(text) for text in good)}."
        if good
        else "None of these is allowed.",
        tuple(Option(ids[text], capital(_told(text))) for text in setup["moves"]),
        reasons=reasons,
        clauses_by_option={
            ids[text]: violation.clause.id if violation else _allowing(state, [text])[-1]
            for text, violation in refused.items()
        },
        hints=(
            "Look at each by itself: is it a whole declaration, and is it high enough?",
            rule_hint(within(clauses, SAYING)[0] if within(clauses, SAYING) else "declare.must-be-higher", options),
            last,
            f"{so_many(len(good), 'these', 'is')} allowed.",
        ),
        rating=clamp(1000 + 80 * len(setup["moves"])),
        zones=("hand-0",),
    )


def _unpunished(state: CommuneState) -> str:
    return " without paying for a slip" if state.options.illegal_costs else ""


def _refusal(state: CommuneState, text: str) -> Violation | None:
    """Return why a move is refused, or why it would cost a token because it isn't higher."""
    move = RULES.parse_move(text)
    found = RULES.why_not(state, 0, move)
    hand = read_declaration(text)
    if found is None and hand is not None and state.ladder.index(hand) <= state.last:
        return not_higher(state, f"{capital(hand.spoken)} isn’t")
    return found


def _allowing(state: CommuneState, good: Sequence[str]) -> list[str]:
    """Return the ids of the clauses that allow these moves."""
    ids = []
    for text in good:
        hand = read_declaration(text)
        if hand is not None:
            ids.append("declare.free")
            if state.ladder.index(hand) > state.last + 1:
                ids.append("declare.any-jump")
            if min(hand.ranks) == 2:
                ids.append("declare.all-ranks")
        elif state.last == state.ladder.top:
            ids.append("declare.top-forces-call")
        else:
            ids.append("declare.options")
    return ids


def _told(text: str) -> str:
    """Return a move in words, whether it's legal or not."""
    hand = read_declaration(text)
    if hand is not None and len(set(hand.ranks)) == len(hand.ranks):
        return f"say {hand.spoken}"
    kind, _, rest = text.partition(" ")
    if kind in KINDS:
        return f"say “{KINDS[kind]}: {rest}”" if rest else f"say “{KINDS[kind]}” and no more"
    if kind == "call" and (earlier := read_declaration(rest)) is not None:
        return f"call the earlier declaration, {earlier.spoken}"
    words = RULES.in_words(RULES.parse_move(text))
    return words[:1].lower() + words[1:]


def _fine(state: CommuneState, text: str) -> str:
    """Return why a legal move is legal, in words."""
    if text == "call":
        return "There is a declaration, so it can be called."
    if not state.declared:
        return f"You may begin with any hand, so you may {_told(text)}."
    return f"You may {_told(text)}: it is higher than {state.declared[-1].hand.spoken}."


THEMES = (
    Theme(
        "in-order",
        "In order",
        "Put four declarations into the order of the ladder.",
        ORDER,
        _make_order,
        _pose_order,
        aim=_aim_order,
    ),
    Theme(
        "next-step",
        "One step up",
        "Find the lowest of some hands that is still higher.",
        NEXT,
        _make_next,
        _pose_next,
        aim=_aim_next,
    ),
    Theme(
        "may-you-say-it",
        "May you say it?",
        "Tell what is allowed on your turn from what is not.",
        SAYING,
        _make_saying,
        _pose_saying,
        aim=_aim_saying,
    ),
)
