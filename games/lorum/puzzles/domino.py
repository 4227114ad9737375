"""Puzzles about Domino, a hand in which players add cards to rows by suit: which cards fit the layout?"""

from __future__ import annotations

from random import Random

from games.cards import SUIT_NAMES, Card
from games.engine.clause import Violation
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import DRAWING, build_card_options, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.tricks import build_play_move
from games.lorum.contracts import DECK, DOMINO
from games.lorum.puzzles.common import POSING, deal_random_hand, play_until_your_turn
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from games.lorum.verbs import PASS
from games.words import quote_cards, spell_how_many

FEW = 4
"""The maximum number of cards in your hand if passing is one of the options."""


def _make_fitting_cards_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle on seat 0's turn in Domino: which of its cards fit the layout?

    In 40% of the setups “pass” is one of the answer choices, and in half of these no card fits.
    """
    passing = rng.random() < 0.4
    stuck = passing and rng.random() < 0.5

    def draw_setup() -> Setup | None:
        state = deal_random_hand(rng, options, DOMINO)
        most = FEW if passing else len(DECK)
        if not play_until_your_turn(state, rng, rng.randint(4, 20)) or not 3 <= len(state.hands[0]) <= most:
            return None
        fitting = len(state.list_fitting_cards(0))
        wanted = fitting == 0 if stuck else 0 < fitting < len(state.hands[0])
        return {"position": POSING.build_setup_position(state), "pass": passing} if wanted else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_fitting_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "domino" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn.")
    hand = state.sort_hand(0)
    refused = {card: RULES.find_violation(state, 0, build_play_move(card)) for card in hand}
    key = [card.code for card, violation in refused.items() if violation is None]
    if not key and not setup["pass"]:
        raise VoidPuzzle("Under these house rules, none of your cards fits in this position.")
    reasons = {card.code: _explain_card_fit(state, card, violation) for card, violation in refused.items()}
    deciding = {card.code: _get_deciding_clause(state, card, violation) for card, violation in refused.items()}
    options_ = [*build_card_options(hand)]
    if setup["pass"]:
        violation = RULES.find_violation(state, 0, PASS.bare_move)
        options_.append(AnswerOption(PASS.name, "Pass"))
        reasons[PASS.name] = "You have a card that fits." if violation else "You can pass."
        deciding = {PASS.name: "domino.must-play" if violation else "domino.pass", **deciding}
        key += [] if violation else [PASS.name]
    ends = " ".join(filter(None, (_describe_row(state, suit) for suit in SUIT_NAMES)))
    fitting = [card for card in hand if refused[card] is None]
    return Puzzle(
        form="tick",
        question=f"It’s your turn in Domino. {'What can you do' if setup['pass'] else 'Which cards can you play'}?",
        position=POSING.build_visible_position(state),
        key=sorted(key),
        clauses=POSING.select_game_clauses(deciding.values()),
        why=f"{quote_cards(fitting)} {'fits' if len(fitting) == 1 else 'fit'}."
        if fitting
        else "None of your cards fit.",
        options=tuple(options_),
        reasons=reasons,
        clauses_by_option=deciding,
        hints=(
            "What fits at both ends of each row? Which suits have no row yet?",
            POSING.build_rule_hint(next(iter(deciding.values())), options),
            ends,
            f"{spell_how_many(len(fitting), 'your cards', 'fits')}.",
        ),
        rating=clamp_rating(860 + 12 * len(state.played) + 20 * len(hand) + 60 * setup["pass"]),
        zones=tuple(f"row-{suit}" for suit in SUIT_NAMES) + (() if setup["pass"] else ("hand-0",)),
        on="" if setup["pass"] else "hand-0",
    )


def _describe_row(state: LorumState, suit: str) -> str:
    row = state.get_row(suit)
    if not row:
        return f"There’s no row of {SUIT_NAMES[suit]}."
    return f"The row of {SUIT_NAMES[suit]} goes from {quote_cards(row[:1])} to {quote_cards(row[-1:])}."


def _get_deciding_clause(state: LorumState, card: Card, violation: Violation | None) -> str:
    if violation is not None:
        return violation.clause.id
    return "domino.extend" if state.get_row(card.suit) else "domino.new-row"


def _explain_card_fit(state: LorumState, card: Card, violation: Violation | None) -> str:
    if violation is not None:
        return (
            f"It doesn’t fit. {_describe_row(state, card.suit)}"
            if state.get_row(card.suit)
            else violation.sentence_with_quoted_cards
        )
    return "It fits at an end of its row." if state.get_row(card.suit) else "It starts the row of its suit."


THEMES = (
    PuzzleTheme(
        slug="what-fits",
        title="What fits the layout?",
        sentence="Select the cards you can play on these rows.",
        clauses=split_clause_ids(
            "domino.extend domino.new-row domino.row-start domino.no-wrap domino.must-play domino.pass"
        ),
        make=_make_fitting_cards_setup,
        pose=_build_fitting_cards_puzzle,
    ),
)
