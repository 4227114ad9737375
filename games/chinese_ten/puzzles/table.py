"""Puzzles on the layout: what a card captures, what a turn leaves, and what the first four cards mean."""

from __future__ import annotations

from random import Random

from games.cards import PACK, RANK_NAMES, RANKS, SUITS, Card, codes, parse_card, parse_cards
from games.chinese_ten.options import ChineseTenOptions
from games.chinese_ten.puzzles.common import POSING, midway
from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import partners
from games.chinese_ten.values import LAID, SELF_MATCHING, TEN, kind_of
from games.chinese_ten.verbs import TURN
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.kit.posing import DRAWING, clamp, clause_ids, until_found
from games.words import capital, in_word, many, quoted, so_many

FEWEST, MOST = 4, 9
"""The fewest and the most cards in a layout that is asked about."""

# -- what can it take ------------------------------------------------------------------------------


def _make_takes(rng: Random, options: Options) -> Setup:
    """Make a position and a card of the hand that has partners in the layout, or only seems to have some."""

    def draw() -> Setup | None:
        state = midway(rng, options, rng.choice((2, 3, 4)), rng.randint(0, 9))
        if state is None or not FEWEST <= len(state.layout) <= MOST:
            return None
        hand, wanted = state.hands[0], rng.choice((0, 1, 1, 2, 2, 2))
        found = [card for card in hand if _tempts(card, state) and min(len(partners(card, state.layout)), 2) == wanted]
        return {"position": POSING.hidden(state), "card": rng.choice(found).code} if found else None

    return until_found(draw, steps=DRAWING)


def _tempts(card: Card, state: ChineseTenState) -> bool:
    """Return whether a card in the layout seems to match this card."""
    return any(one.rank == card.rank or (one.rank > TEN) == (card.rank > TEN) for one in state.layout)


def _pose_takes(setup: Setup, options: Options) -> Puzzle:
    state, card = POSING.seated(setup["position"], options), parse_card(setup["card"])
    if state.phase != "play" or state.turn != 0 or card not in state.hands[0]:
        raise Void("It is not for you to play this card.")
    ways = state.captures(card)
    key = sorted({one.code for way in ways for one in way})
    rule = "match.same-rank" if card.rank >= TEN else "match.sum-to-ten"
    clauses = [rule, *(["capture.choice"] if len(ways) > 1 else [])]
    other = RANK_NAMES[card.rank if card.rank >= TEN else TEN - card.rank]
    wanted = f"{'Another' if card.rank >= TEN else 'An' if other[0] in 'ae' else 'A'} {other}"
    return Puzzle(
        theme="what-it-takes",
        form="tick",
        question=f"Which of the open cards could your {quoted([card])} take? Tick each, or none.",
        position=POSING.shown(state),
        key=key,
        clauses=POSING.unique(clauses),
        why=f"{wanted} matches it" + (f": {quoted(parse_cards(' '.join(key)))}." if key else ", and there is none."),
        options=tuple(Option(one.code, f"The {one.name}", one.code) for one in state.layout),
        on="layout",
        reasons={one.code: _why_takes(card, one, one.code in key) for one in state.layout},
        clauses_by_option={
            one.code: "capture.choice" if _matches(card, one) and one.code not in key else rule for one in state.layout
        },
        hints=(
            "Is it a number, or a ten or picture?",
            POSING.rule_hint(rule, options),
            "Suits do not matter.",
            f"{capital(many(len(key), 'card'))} can be taken.",
        ),
        rating=clamp(800 + 40 * len(state.layout) + 60 * (not key) + 100 * (len(ways) == 1 and len(key) > 1)),
    )


def _matches(card: Card, other: Card) -> bool:
    """Return whether two cards match by their ranks, whatever other captures are possible."""
    return card.rank == other.rank if card.rank >= TEN or other.rank >= TEN else card.rank + other.rank == TEN


def _why_takes(card: Card, other: Card, taken: bool) -> str:
    if taken:
        return f"`{other.code}` matches it."
    if card.rank >= TEN or other.rank >= TEN:
        return "Tens and pictures take only their own kind." if other.rank != card.rank else "Another one is taken."
    made = card.rank + other.rank
    return f"With `{other.code}` it makes {made}." if made != TEN else "Here the capture that counts most is made."


# -- what is left ----------------------------------------------------------------------------------


def _make_left(rng: Random, options: Options) -> Setup:
    """Make a turn in which cards are captured: a position, a move, and the card from the stock."""

    def draw() -> Setup | None:
        state = midway(rng, options, rng.choice((2, 3, 4)), rng.randint(0, 9))
        if state is None or not FEWEST <= len(state.layout) <= MOST:
            return None
        move, top = rng.choice(RULES.moves(state, 0)), state.stock[-1].code
        setup = {"position": POSING.hidden(state), "move": str(move), "top": top}
        puzzle = _pose_left(setup, options)
        return setup if len(puzzle.key) != len(state.layout) + 2 else None

    return until_found(draw, steps=DRAWING)


def _pose_left(setup: Setup, options: Options) -> Puzzle:
    state, top = POSING.seated(setup["position"], options), parse_card(setup["top"])
    (move,) = POSING.moves([setup["move"]])
    if state.phase != "play" or state.turn != 0 or RULES.why_not(state, 0, move):
        raise Void("This turn cannot be taken under these house rules.")
    now = state.copy()
    now.stock[-1] = top
    RULES.apply(now, 0, move)
    middle = now.copy()
    RULES.apply(now, 0, TURN.alone)
    if now.phase == "choose":
        raise Void("For the card from the stock there is a choice.")
    card, before = move.cards[0], [*state.layout, move.cards[0], top]
    key = sorted(one.code for one in now.layout)
    flipped = {top, *(one for way in middle.captures(top) for one in way)}
    return Puzzle(
        theme="what-is-left",
        form="tick",
        question=f"You play {quoted([card])}{_taking(move.group('take'))}, and the card from the stock is "
        f"{quoted([top])}. Which cards lie on the table after your turn?",
        position=POSING.shown(state),
        key=key,
        clauses=("stock.flip", "capture.to-pile", "capture.none"),
        why=f"{_why_left(middle, top)} {many(len(key), 'card').capitalize()} lie there then.",
        options=tuple(Option(one.code, f"The {one.name}", one.code) for one in before),
        reasons={one.code: "It stays." if one.code in key else "It goes to your pile." for one in before},
        clauses_by_option={
            one.code: "stock.flip" if one in flipped else "capture.none" if one.code in key else "capture.to-pile"
            for one in before
        },
        hints=(
            "Begin with your own card.",
            POSING.rule_hint("stock.flip", options),
            _why_left(middle, top),
            f"{so_many(len(key), f'the {in_word(len(before))} cards', 'is')} left.",
        ),
        rating=clamp(850 + 30 * len(before) + 120 * (card.code not in key and not move.group("take"))),
    )


def _taking(taken: tuple[Card, ...]) -> str:
    return f" and take {quoted(taken)}" if taken else ""


def _why_left(state: ChineseTenState, top: Card) -> str:
    taken = [one for way in state.captures(top) for one in way]
    return f"{quoted([top])} takes {quoted(taken)}." if taken else f"{quoted([top])} finds no partner and stays."


# -- the first four --------------------------------------------------------------------------------

LABELS = {
    "plain": "nothing special",
    "triple": "a triple",
    "four": "the dealer takes them",
    "anew": "dealt anew",
}
SHOWN = 4
"""The number of layouts to choose from."""


def _layout(rng: Random, rank: int, same: int) -> str:
    """Return four cards as text, of which `same` cards have this rank and the others one or two other ranks."""
    cards = [f"{RANKS[rank - 1]}{suit}" for suit in rng.sample(SUITS, same)]
    others = [card.code for card in PACK if card.rank != rank]
    while len(cards) < SHOWN:
        cards.append(rng.choice([code for code in others if code not in cards]))
    rng.shuffle(cards)
    return " ".join(cards)


def _make_first(rng: Random, options: Options) -> Setup:
    """Make first layouts: triples, fours, and layouts that only look special."""
    self_matching = [*SELF_MATCHING]
    others = [rank for rank in range(1, 10) if rank not in self_matching]
    some = [(rng.choice(self_matching), 3), (rng.choice(others), 3), (rng.choice(self_matching), 2)]
    some.append((rng.choice(self_matching), 4) if rng.random() < 0.6 else (rng.choice(others), 4))
    if rng.random() < 0.3:
        some[2] = (rng.choice(self_matching), 3)
    rng.shuffle(some)
    layouts = [_layout(rng, rank, same) for rank, same in some]
    if POSING.rules_of(options).mixes_four:
        layouts[rng.randrange(len(layouts))] = _mixed(rng)
    return {"layouts": layouts}


def _mixed(rng: Random) -> str:
    """Return four self-matching cards of several ranks, as text."""
    ranks = [*rng.sample(SELF_MATCHING, 2), *rng.choices(SELF_MATCHING, k=LAID)]
    cards = dict.fromkeys(f"{RANKS[rank - 1]}{rng.choice(SUITS)}" for rank in ranks)
    return " ".join([*cards][:LAID]) if len(cards) >= LAID else _mixed(rng)


def _pose_first(setup: Setup, options: Options) -> Puzzle:
    house = POSING.rules_of(options)
    layouts = [list(parse_cards(text)) for text in setup["layouts"]]
    key = {f"l{at}": kind_of(cards, house) for at, cards in enumerate(layouts)}
    anew = house.opening_rule != "capture"
    labels = {kind: said for kind, said in LABELS.items() if (kind == "anew") == anew or kind == "plain"}
    clauses = ["triple.set", "triple.other-ranks", *([] if anew else ["four.dealer-takes"])]
    why = "Only fives, tens, jacks, queens and kings take their own kind, and of those it needs three or four."
    if house.mixes_four:
        why = "Only fives, tens, jacks, queens, and kings count: three alike are a triple, any four are the dealer's."
    return Puzzle(
        theme="first-four",
        form="match",
        question="These are the first four cards of some layouts. What is each of them?",
        position={},
        key=key,
        clauses=POSING.unique(clauses),
        why=why,
        options=tuple(Option(f"l{at}", f"Layout {at + 1}", codes(cards)) for at, cards in enumerate(layouts)),
        labels=tuple(labels.items()),
        reasons={f"l{at}": _why_first(cards, key[f"l{at}"], house) for at, cards in enumerate(layouts)},
        clauses_by_option={f"l{at}": _deciding(cards, key[f"l{at}"], clauses) for at, cards in enumerate(layouts)},
        hints=(
            "Which ranks take their own kind?",
            POSING.rule_hint("triple.set", options),
            "Count only fives, tens, jacks, queens and kings.",
            f"Special: {many(sum(kind != 'plain' for kind in key.values()), 'layout')}.",
        ),
        rating=clamp(950 + 40 * len(set(key.values()))),
    )


def _deciding(cards: list[Card], kind: str, clauses: list[str]) -> str:
    """Return the clause that decides what kind of first layout this is."""
    ranks = [card.rank for card in cards]
    if kind == "plain" and max(map(ranks.count, ranks)) > 2:
        return "triple.other-ranks"
    return clauses[-1] if kind == "four" else "triple.set"


def _why_first(cards: list[Card], kind: str, house: ChineseTenOptions) -> str:
    ranks = [card.rank for card in cards]
    if kind == "four" and house.mixes_four:
        return "All four take their own kind."
    most = max(ranks, key=ranks.count)
    if kind != "plain":
        return f"{many(ranks.count(most), 'card').capitalize()} of one rank that takes its own kind."
    if ranks.count(most) > 2:
        return "That rank is taken by another one, so nothing can be stranded."
    return "No three of a rank."


THEMES = (
    Theme(
        slug="what-it-takes",
        title="What does it take?",
        sentence="Tick the open cards that one of yours could take.",
        clauses=clause_ids("match.sum-to-ten match.same-rank capture.choice"),
        make=_make_takes,
        pose=_pose_takes,
    ),
    Theme(
        slug="what-is-left",
        title="What is left?",
        sentence="A turn is told: say what lies on the table after it.",
        clauses=clause_ids("stock.flip capture.to-pile capture.none"),
        make=_make_left,
        pose=_pose_left,
    ),
    Theme(
        slug="first-four",
        title="The first four cards",
        sentence="Triples, four of a kind, and what only looks like it.",
        clauses=clause_ids("triple.set triple.other-ranks four.dealer-takes"),
        make=_make_first,
        pose=_pose_first,
    ),
)
