"""Puzzles on the layout: what a card captures, what a turn leaves, and what the first four cards mean."""

from __future__ import annotations

from random import Random

from games.cards import PACK, RANK_NAMES, RANKS, SUITS, Card, format_cards, parse_card, parse_cards
from games.chinese_ten.card_values import LAID, SELF_MATCHING, TEN, classify_layout
from games.chinese_ten.options import ChineseTenOptions
from games.chinese_ten.puzzles.common import POSING, play_random_turns
from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import list_partners
from games.chinese_ten.verbs import TURN
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import add_article, capitalize_first, quote_cards, spell_count, spell_how_many, spell_number

FEWEST, MOST = 4, 9
"""The minimum and the maximum number of cards in a layout that a question is about."""

# -- what can it take ------------------------------------------------------------------------------


def _make_possible_captures_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: a position, and a card of seat 0's hand.

    The puzzle asks which cards of the layout it can capture. Some match it, or only seem to.
    """

    def draw_setup() -> Setup | None:
        state = play_random_turns(rng, options, rng.choice((2, 3, 4)), rng.randint(0, 9))
        if state is None or not FEWEST <= len(state.layout) <= MOST:
            return None
        hand, wanted = state.hands[0], rng.choice((0, 1, 1, 2, 2, 2))
        found = [
            card
            for card in hand
            if _has_apparent_match(card, state) and min(len(list_partners(card, state.layout)), 2) == wanted
        ]
        return {"position": POSING.build_setup_position(state), "card": rng.choice(found).code} if found else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _has_apparent_match(card: Card, state: ChineseTenState) -> bool:
    """Return whether a beginner might think that `card` matches a card in the layout.

    That's so if both have the same rank, if both are face cards, or if neither is a face card.
    """
    return any(one.rank == card.rank or (one.rank > TEN) == (card.rank > TEN) for one in state.layout)


def _build_possible_captures_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, card = POSING.load_state(setup["position"], options), parse_card(setup["card"])
    if state.phase != "play" or state.turn != 0 or card not in state.hands[0]:
        raise VoidPuzzle("In this position, you can’t play the card that the question is about.")
    ways = state.list_captures(card)
    key = sorted({match.code for way in ways for match in way})
    rule = "match.same-rank" if card.rank >= TEN else "match.sum-to-ten"
    clauses = [rule, *(["capture.choice"] if len(ways) > 1 else [])]
    other = RANK_NAMES[card.rank if card.rank >= TEN else TEN - card.rank]
    partner = f"Another {other}" if card.rank >= TEN else capitalize_first(add_article(other))
    return Puzzle(
        form="tick",
        question=f"Which cards in the layout could your {quote_cards([card])} capture? Select all, or none.",
        position=POSING.build_visible_position(state),
        key=key,
        clauses=POSING.select_game_clauses(clauses),
        why=f"{partner} matches it"
        + (f": {quote_cards(parse_cards(' '.join(key)))}." if key else ", but there isn’t one."),
        options=tuple(AnswerOption(shown.code, f"The {shown.name}", shown.code) for shown in state.layout),
        on="layout",
        reasons={shown.code: _explain_match(card, shown, shown.code in key) for shown in state.layout},
        clauses_by_option={
            shown.code: "capture.choice" if _is_match_by_rank(card, shown) and shown.code not in key else rule
            for shown in state.layout
        },
        hints=(
            "Is your card a number from one to nine, or is it a ten or face card?",
            POSING.build_rule_hint(rule, options),
            "Suits don’t matter.",
            f"Your card could capture {spell_count(len(key), 'card')}.",
        ),
        rating=clamp_rating(800 + 40 * len(state.layout) + 60 * (not key) + 100 * (len(ways) == 1 and len(key) > 1)),
    )


def _is_match_by_rank(card: Card, other: Card) -> bool:
    """Return whether two cards match by their ranks, even if the rules require another capture."""
    return card.rank == other.rank if card.rank >= TEN or other.rank >= TEN else card.rank + other.rank == TEN


def _explain_match(card: Card, other: Card, taken: bool) -> str:
    if taken:
        return f"`{other.code}` matches it."
    if card.rank >= TEN or other.rank >= TEN:
        return (
            "Tens and face cards capture only their own rank."
            if other.rank != card.rank
            else "You capture a different one."
        )
    total = card.rank + other.rank
    return (
        f"With `{other.code}`, it makes {total}." if total != TEN else "Here you make the capture that scores the most."
    )


# -- what is left ----------------------------------------------------------------------------------


def _make_cards_left_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: a position, a move, and the card flipped from the stock.

    The puzzle asks which cards are left on the table after the turn. At least one card is captured.
    """

    def draw_setup() -> Setup | None:
        state = play_random_turns(rng, options, rng.choice((2, 3, 4)), rng.randint(0, 9))
        if state is None or not FEWEST <= len(state.layout) <= MOST:
            return None
        move, top = rng.choice(RULES.list_moves(state, 0)), state.stock[-1].code
        setup = {"position": POSING.build_setup_position(state), "move": str(move), "top": top}
        puzzle = _build_cards_left_puzzle(setup, options)
        return setup if len(puzzle.key) != len(state.layout) + 2 else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_cards_left_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, top = POSING.load_state(setup["position"], options), parse_card(setup["top"])
    (move,) = POSING.parse_moves([setup["move"]])
    if state.phase != "play" or state.turn != 0 or RULES.find_violation(state, 0, move):
        raise VoidPuzzle("Under these house rules, the turn in this question isn’t legal.")
    now = state.copy()
    now.stock[-1] = top
    RULES.apply_move(now, 0, move)
    middle = now.copy()
    RULES.apply_move(now, 0, TURN.bare_move)
    if now.phase == "choose":
        raise VoidPuzzle("The flipped card matches more than one card, so the turn isn’t decided.")
    card, before = move.cards[0], [*state.layout, move.cards[0], top]
    key = sorted(other.code for other in now.layout)
    flipped = {top, *(other for way in middle.list_captures(top) for other in way)}
    return Puzzle(
        form="tick",
        question=f"You play {quote_cards([card])}{_describe_capture(move.get_cards_by_name('take'))}, and flip "
        f"{quote_cards([top])}. Which cards are on the table after your turn?",
        position=POSING.build_visible_position(state),
        key=key,
        clauses=("stock.flip", "capture.to-pile", "capture.none"),
        why=f"{_explain_flip(middle, top)} That leaves {spell_count(len(key), 'card')} on the table.",
        options=tuple(AnswerOption(other.code, f"The {other.name}", other.code) for other in before),
        reasons={other.code: "It stays." if other.code in key else "It goes to your pile." for other in before},
        clauses_by_option={
            other.code: "stock.flip" if other in flipped else "capture.none" if other.code in key else "capture.to-pile"
            for other in before
        },
        hints=(
            "Start with your own card.",
            POSING.build_rule_hint("stock.flip", options),
            _explain_flip(middle, top),
            f"{spell_how_many(len(key), f'the {spell_number(len(before))} cards', 'is')} left.",
        ),
        rating=clamp_rating(
            850 + 30 * len(before) + 120 * (card.code not in key and not move.get_cards_by_name("take"))
        ),
    )


def _describe_capture(taken: tuple[Card, ...]) -> str:
    return f", capture {quote_cards(taken)}," if taken else ""


def _explain_flip(state: ChineseTenState, top: Card) -> str:
    taken = [card for way in state.list_captures(top) for card in way]
    return (
        f"{quote_cards([top])} captures {quote_cards(taken)}."
        if taken
        else f"{quote_cards([top])} has no partner, so it stays."
    )


# -- the first four --------------------------------------------------------------------------------

LABELS = {
    "plain": "nothing special",
    "triple": "a triple",
    "four": "the dealer captures them",
    "redeal": "the dealer redeals",
}
SHOWN = 4
"""The number of layouts to choose from."""


def _draw_layout(rng: Random, rank: int, same: int) -> str:
    """Return a layout of four cards as a string: `same` cards of this rank, and random cards of other ranks."""
    cards = [f"{RANKS[rank - 1]}{suit}" for suit in rng.sample(SUITS, same)]
    others = [card.code for card in PACK if card.rank != rank]
    while len(cards) < SHOWN:
        cards.append(rng.choice([code for code in others if code not in cards]))
    rng.shuffle(cards)
    return " ".join(cards)


def _make_first_layouts_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: several first layouts, each of four cards.

    Some have three or four cards of a rank that captures its own rank. Others only look special.
    """
    self_matching = [*SELF_MATCHING]
    others = [rank for rank in range(1, 10) if rank not in self_matching]
    some = [(rng.choice(self_matching), 3), (rng.choice(others), 3), (rng.choice(self_matching), 2)]
    some.append((rng.choice(self_matching), 4) if rng.random() < 0.6 else (rng.choice(others), 4))
    if rng.random() < 0.3:
        some[2] = (rng.choice(self_matching), 3)
    rng.shuffle(some)
    layouts = [_draw_layout(rng, rank, same) for rank, same in some]
    if POSING.cast_options(options).can_take_mixed_four:
        layouts[rng.randrange(len(layouts))] = _draw_mixed_layout(rng)
    return {"layouts": layouts}


def _draw_mixed_layout(rng: Random) -> str:
    """Return a layout as a string: four self-matching cards of several ranks."""
    ranks = [*rng.sample(SELF_MATCHING, 2), *rng.choices(SELF_MATCHING, k=LAID)]
    cards = dict.fromkeys(f"{RANKS[rank - 1]}{rng.choice(SUITS)}" for rank in ranks)
    return " ".join([*cards][:LAID]) if len(cards) >= LAID else _draw_mixed_layout(rng)


def _build_first_layouts_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    layouts = [list(parse_cards(text)) for text in setup["layouts"]]
    key = {f"l{at}": classify_layout(cards, house) for at, cards in enumerate(layouts)}
    is_redealt = house.opening_rule != "capture"
    labels = {kind: label for kind, label in LABELS.items() if (kind == "redeal") == is_redealt or kind == "plain"}
    clauses = ["triple.set", "triple.other-ranks", *([] if is_redealt else ["four.dealer-takes"])]
    why = "Only fives, tens, jacks, queens, and kings match their own rank. You need three or four of a kind."
    if house.can_take_mixed_four:
        why = "Only fives, tens, jacks, queens, and kings count. Three alike are a triple. Any four go to the dealer."
    return Puzzle(
        form="match",
        question="Each of these is the first layout of a hand. What happens?",
        position={},
        key=key,
        clauses=POSING.select_game_clauses(clauses),
        why=why,
        options=tuple(
            AnswerOption(f"l{at}", f"Layout {at + 1}", format_cards(cards)) for at, cards in enumerate(layouts)
        ),
        labels=tuple(labels.items()),
        reasons={f"l{at}": _explain_layout(cards, key[f"l{at}"], house) for at, cards in enumerate(layouts)},
        clauses_by_option={
            f"l{at}": _get_deciding_clause(cards, key[f"l{at}"], clauses) for at, cards in enumerate(layouts)
        },
        hints=(
            "Which ranks match their own rank?",
            POSING.build_rule_hint("triple.set", options),
            "Count only fives, tens, jacks, queens, and kings.",
            f"{spell_how_many(sum(kind != 'plain' for kind in key.values()), 'these layouts', 'is')} special.",
        ),
        rating=clamp_rating(950 + 40 * len(set(key.values()))),
    )


def _get_deciding_clause(cards: list[Card], kind: str, clauses: list[str]) -> str:
    """Return the id of the clause that decides what happens with a first layout of this kind, such as `triple`.

    `clauses` has the ids of the puzzle's clauses. For a layout that the dealer captures, it's the last one.
    """
    ranks = [card.rank for card in cards]
    if kind == "plain" and max(map(ranks.count, ranks)) > 2:
        return "triple.other-ranks"
    return clauses[-1] if kind == "four" else "triple.set"


def _explain_layout(cards: list[Card], kind: str, house: ChineseTenOptions) -> str:
    ranks = [card.rank for card in cards]
    if kind == "four" and house.can_take_mixed_four:
        return "All four match their own rank."
    most = max(ranks, key=ranks.count)
    if kind != "plain":
        return f"{spell_count(ranks.count(most), 'card').capitalize()} are of one rank, and that rank matches itself."
    if ranks.count(most) > 2:
        return "That rank matches another rank, so no card gets stuck."
    return "There aren’t three of a kind."


THEMES = (
    PuzzleTheme(
        slug="what-it-takes",
        title="What can it capture?",
        sentence="Select the cards on the table you could capture.",
        clauses=split_clause_ids("match.sum-to-ten match.same-rank capture.choice"),
        make=_make_possible_captures_setup,
        pose=_build_possible_captures_puzzle,
    ),
    PuzzleTheme(
        slug="what-is-left",
        title="What’s left?",
        sentence="Read the turn. What’s left on the table?",
        clauses=split_clause_ids("stock.flip capture.to-pile capture.none"),
        make=_make_cards_left_setup,
        pose=_build_cards_left_puzzle,
    ),
    PuzzleTheme(
        slug="first-four",
        title="The first four cards",
        sentence="Spot three and four of a kind in the layout.",
        clauses=split_clause_ids("triple.set triple.other-ranks four.dealer-takes"),
        make=_make_first_layouts_setup,
        pose=_build_first_layouts_puzzle,
    ),
)
