"""Puzzles on the pile: who can take it, what it's worth, and which discard is safe."""

from __future__ import annotations

from random import Random

from games.cards import Card, format_cards, parse_cards, sort_cards
from games.engine.calculations import explain_sum
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.mille.endgame import list_states_after_taking_pile
from games.mille.melds import TWO, describe_rank_count, name_rank
from games.mille.possible_moves import count_cards_to_take_pile
from games.mille.puzzles.common import POSING, UnusedCards, format_melds, play_random_turns
from games.mille.rules import RULES
from games.mille.scoring import HandScore, score_seat
from games.mille.state import MilleState
from games.mille.strategy import count_known_cards, list_natural_melds
from games.words import capitalize_first, quote_cards, spell_count, spell_how_many, spell_number

TAKING = split_clause_ids("take.pile-pair take.pile-hand-pair take.no-wild take.two-with-twos")
HOLDINGS = 5
"""The number of hands to choose from."""

# -- who can take the pile -------------------------------------------------------------------------


def _make_pile_taking_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: with which of several hands can you take the pile?

    The setup has an upcard, and sometimes a meld of its rank.
    """

    def draw_setup() -> Setup | None:
        deck = UnusedCards(rng)
        two = rng.random() < 0.25
        rank = TWO if two else rng.choice([1, *range(3, 14)])
        upcard = deck.draw_cards(1, rank)
        melds = [deck.draw_cards(3, rank)] if rng.random() < 0.4 else []
        below = deck.draw_cards(rng.randint(1, 6), without=(rank, TWO))
        other = rng.choice([candidate for candidate in range(1, 14) if candidate not in (rank, TWO)])
        ranks = [
            (rank, rank),
            (rank, TWO),
            (rank,),
            (rank, rank, TWO),
            (TWO, TWO),
            (other, other),
            (rank, other),
            (other, TWO),
        ]
        if two:
            ranks = [(TWO, TWO), (TWO,), (other, other), (TWO, other), (other, other, TWO), (TWO, TWO, other)]
        hands = []
        for hand_ranks in rng.sample(ranks, HOLDINGS):
            own = UnusedCards(rng)
            own.left = deck.left.copy()
            hands.append(
                format_cards(sort_cards(card for rank_drawn in hand_ranks for card in own.draw_cards(1, rank_drawn)))
            )
        setup = {"pile": format_cards([*below, *upcard]), "melds": format_melds(melds), "hands": hands}
        _build_pile_taking_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_pile_taking_puzzle(setup: Setup, options: Options) -> Puzzle:
    hands = {f"h{at}": text for at, text in enumerate(setup["hands"])}
    used = {card.rank for text in (setup["pile"], *setup["melds"], *setup["hands"]) for card in parse_cards(text)}
    filler = UnusedCards(Random(0)).draw_cards(1, without=(TWO, *used))
    takes: dict[str, bool] = {}
    for id, text in hands.items():
        position = {"phase": "take", "pile": setup["pile"], "melds": [setup["melds"]], "turns": 2}
        state = POSING.load_state({**position, "hands": [f"{text} {filler[0].code}"]}, options)
        takes[id] = next(list_states_after_taking_pile(state, 0), None) is not None
    if len(set(takes.values())) < 2:
        raise VoidPuzzle("Either all of these hands can take the pile, or none can.")
    upcard, fewest = parse_cards(setup["pile"])[-1], count_cards_to_take_pile(state, 0)
    mine = f" You’ve melded {quote_cards(parse_cards(setup['melds'][0]))}." if setup["melds"] else ""
    clauses = ["take.two-with-twos"] if upcard.rank == TWO else ["take.pile-pair", "take.no-wild"]
    clauses += ["take.pile-hand-pair"] if setup["melds"] and upcard.rank != TWO else []
    why = (
        "You can’t take a pile with a two on top."
        if fewest is None
        else f"You need {describe_rank_count(upcard.rank, fewest)} from your hand."
    )
    return Puzzle(
        form="tick",
        question=f"The upcard is {quote_cards([upcard])}.{mine} Which of these hands can take the pile?",
        position={},
        key=sorted(id for id, able in takes.items() if able),
        clauses=POSING.select_game_clauses(clauses),
        why=why,
        options=tuple(AnswerOption(id, quote_cards(parse_cards(text)), text) for id, text in hands.items()),
        reasons={id: _explain_pile_taking_answer(able, parse_cards(hands[id]), upcard) for id, able in takes.items()},
        clauses_by_option={
            id: _get_deciding_clause(able, parse_cards(hands[id]), clauses) for id, able in takes.items()
        },
        hints=(
            "Count the natural cards of the upcard’s rank.",
            POSING.build_rule_hint(clauses[0], options),
            "Ignore the cards of other ranks.",
            f"{spell_how_many(sum(takes.values()), f'the {spell_number(HOLDINGS)} hands', 'does')}.",
        ),
        rating=clamp_rating(850 + 100 * (upcard.rank == TWO) + 150 * bool(setup["melds"])),
    )


def _get_deciding_clause(able: bool, cards: tuple[Card, ...], clauses: list[str]) -> str:
    """Return the id of the clause that decides whether a hand with these `cards` can take the pile.

    `able` says whether it can. `clauses` has the ids of the clauses that the puzzle is about. The first one is the
    answer if no other fits.
    """
    if "take.no-wild" in clauses and not able and any(card.rank == TWO for card in cards):
        return "take.no-wild"
    return "take.pile-hand-pair" if "take.pile-hand-pair" in clauses else clauses[0]


def _explain_pile_taking_answer(able: bool, cards: tuple[Card, ...], upcard: Card) -> str:
    number = sum(card.rank == upcard.rank for card in cards)
    held = f"This hand has {describe_rank_count(upcard.rank, number)}"
    return f"{held}, and that’s enough." if able else f"{held}, and that’s not enough."


# -- what the pile is worth ------------------------------------------------------------------------


def _score_before_and_after_pile(state: MilleState) -> tuple[HandScore, HandScore]:
    """Return the score of seat 0 now, and its best score if it takes the pile and melds without wild twos.

    Raises VoidPuzzle if the pile can't be taken, or if the hand or the pile isn't known.
    """
    before, best = score_seat(state, 0), None
    if before is None:
        raise VoidPuzzle("This question needs a hand whose cards are all known.")
    for now in list_states_after_taking_pile(state, 0):
        while (move := next(list_natural_melds(now, 0), None)) is not None and now.phase == "table":
            RULES.apply_move(now, 0, move)
        after = score_seat(now, 0)
        if after is None:
            raise VoidPuzzle("This question needs a pile whose cards are all known.")
        best = after if best is None or after.total > best.total else best
    if best is None:
        raise VoidPuzzle("In this position, you can’t take the pile.")
    return before, best


def _make_pile_gain_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        state = play_random_turns(rng, options, rng.randint(2, 14), "take")
        if state is None or not 3 <= len(state.pile) <= 9 or not any(list_states_after_taking_pile(state, 0)):
            return None
        setup = {"position": POSING.build_setup_position(state)}
        _build_pile_gain_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_pile_gain_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "take" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn to take the pile.")
    now, then = _score_before_and_after_pile(state)
    gain = then.total - now.total
    clean = "Your hand isn’t clean." if any(list_wild_flags(state)) else "Your hand is still clean."
    return Puzzle(
        form="number",
        question="You take the pile, then meld and lay off everything you can without a wild two. If the hand ended "
        "then, before your discard, how many more points would you score than if it ended now?",
        position=POSING.build_visible_position(state),
        key=gain,
        clauses=POSING.select_game_clauses(("take.pile-pair", "take.whole-pile", "score.hand", "natural.clean")),
        why=f"You’d score {abs(gain)} {'more' if gain >= 0 else 'fewer'} points than now.",
        working=str(
            explain_sum(
                *(
                    ("melds then", then.melds),
                    ("melds now", -now.melds),
                    ("hand then", -then.hand),
                    ("hand now", now.hand),
                ),
                ("for going out", then.bonus - now.bonus),
            )
        ),
        hints=(
            "List the ranks you can meld once you have the pile.",
            POSING.build_rule_hint("score.hand", options),
            f"A card you meld scores points and no longer costs any. {clean}",
            f"You {'gain' if gain > 0 else 'don’t gain'} points.",
        ),
        rating=clamp_rating(1300 + 40 * len(state.pile)),
    )


def list_wild_flags(state: MilleState) -> list[bool]:
    """Return a list with a boolean for each card in seat 0's melds: True if it's a wild two.

    If none is a wild two, the hand is still clean.
    """
    return [card.rank == TWO != meld[0].rank for meld in state.melds[0] for card in meld]


# -- the safe discard ------------------------------------------------------------------------------


def _make_safe_discards_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle late in a hand: which cards are safe to discard?

    Both players have melds, the pile has several cards, and seat 0's hand has many ranks.
    """

    def draw_setup() -> Setup | None:
        deck = UnusedCards(rng)
        ranks = rng.sample([1, *range(3, 14)], 6)
        melds = [deck.draw_cards(rng.randint(3, 6), rank) for rank in ranks[:4]]
        hand = [card for rank in (*ranks, TWO) for card in deck.draw_cards(rng.choice((1, 1, 2)), rank)]
        position = {
            "melds": [format_melds(melds[:2]), format_melds(melds[2:])],
            "hands": [format_cards(sort_cards(hand)), "? ? ? ? ?"],
        }
        shown = rng.sample(list({card.rank: card for card in hand}.values()), 6)
        pile = [*deck.draw_cards(rng.randint(4, 5), *ranks[2:]), *deck.draw_cards(rng.randint(1, 2))]
        rng.shuffle(pile)
        setup = {"position": {**position, "pile": format_cards(pile), "turns": 40}, "cards": format_cards(shown)}
        _build_safe_discards_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, tries=400, steps=DRAWING)


def _build_safe_discards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "table" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn to discard.")
    known, hand = count_known_cards(state, 0), parse_cards(setup["cards"])
    fewest = {card: _count_opponent_cards_needed(state, card) for card in hand}
    left = {card: known.unseen[card.rank] + known.theirs[card.rank] for card in hand}
    safe = [card for card in hand if (need := fewest[card]) is None or left[card] < need]
    if not 0 < len(safe) < len(hand):
        raise VoidPuzzle("Either all of these discards are safe, or none is.")
    return Puzzle(
        form="tick",
        question="Which of these cards can you discard so that your opponent can’t take the pile, whatever they hold?",
        position=POSING.build_visible_position(state),
        key=sorted(card.code for card in safe),
        clauses=POSING.select_game_clauses(("take.pile-pair", "take.pile-hand-pair", "take.two-with-twos")),
        why="A discard is safe if too few cards of its rank are left for your opponent to hold.",
        options=tuple(AnswerOption(card.code, f"The {card.name}", card.code) for card in hand),
        reasons={card.code: _explain_discard_safety(card, left[card], fewest[card]) for card in hand},
        clauses_by_option={
            card.code: "take.two-with-twos"
            if card.rank == TWO
            else "take.pile-pair"
            if state.find_meld_index(1, card.rank) is None
            else "take.pile-hand-pair"
            for card in hand
        },
        hints=(
            "There are eight cards of each rank. How many of them do you see?",
            POSING.build_rule_hint("take.pile-pair", options),
            "Count both players’ melds, your hand, and the pile.",
            f"{capitalize_first(spell_count(len(safe), 'card'))} {'is' if len(safe) == 1 else 'are'} safe.",
        ),
        rating=clamp_rating(1250 + 30 * len(hand)),
    )


def _count_opponent_cards_needed(state: MilleState, card: Card) -> int | None:
    """Return how many hand cards the other player would need to take the pile if `card` were on top.

    Returns None if the pile couldn't be taken with any cards.
    """
    now = state.copy()
    now.pile = [*now.pile, card]
    return count_cards_to_take_pile(now, 1)


def _explain_discard_safety(card: Card, left: int, fewest: int | None) -> str:
    rank = name_rank(card.rank)
    if fewest is None:
        return "You can’t take a pile with a two on top."
    if not fewest:
        return f"Your opponent has a meld of {rank} and doesn’t need more than that."
    return (
        f"{spell_how_many(left, f'the {rank}', 'might')} be in your opponent’s hand. They need {spell_number(fewest)}."
    )


THEMES = (
    PuzzleTheme(
        slug="keys-to-the-pile",
        title="Taking the pile",
        sentence="Which of these hands can take the pile?",
        clauses=TAKING,
        make=_make_pile_taking_setup,
        pose=_build_pile_taking_puzzle,
    ),
    PuzzleTheme(
        slug="worth-of-the-pile",
        title="What is the pile worth?",
        sentence="How many points is taking the pile worth right away?",
        clauses=split_clause_ids("take.pile-pair take.whole-pile score.hand natural.clean"),
        make=_make_pile_gain_setup,
        pose=_build_pile_gain_puzzle,
    ),
    PuzzleTheme(
        slug="safe-discards",
        title="Safe discards",
        sentence="Which discard can’t give away the pile?",
        clauses=split_clause_ids("take.pile-pair take.pile-hand-pair take.two-with-twos"),
        make=_make_safe_discards_setup,
        pose=_build_safe_discards_puzzle,
    ),
)
