"""Puzzles about Domino: which cards fit the layout."""

from __future__ import annotations

from random import Random

from games.cards import SUIT_NAMES, Card
from games.engine.clause import Violation
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.kit.posing import DRAWING, card_options, clamp, clause_ids, until_found
from games.kit.tricks import play
from games.lorum.contracts import DECK, DOMINO
from games.lorum.puzzles.common import POSING, dealt, play_on
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from games.lorum.verbs import PASS
from games.words import quoted, so_many

FEW = 4
"""The most cards in your hand if passing is one of the options."""


def _make_fit(rng: Random, options: Options) -> Setup:
    """Return a setup: your turn at a Domino layout with a few rows.

    In 40% of the setups passing is one of the options, and in half of these no card fits.
    """
    passing = rng.random() < 0.4
    stuck = passing and rng.random() < 0.5

    def draw() -> Setup | None:
        state = dealt(rng, options, DOMINO)
        most = FEW if passing else len(DECK)
        if not play_on(state, rng, rng.randint(4, 20)) or not 3 <= len(state.hands[0]) <= most:
            return None
        fitting = len(state.fitting(0))
        wanted = fitting == 0 if stuck else 0 < fitting < len(state.hands[0])
        return {"position": POSING.hidden(state), "pass": passing} if wanted else None

    return until_found(draw, steps=DRAWING)


def _pose_fit(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    if state.phase != "domino" or state.turn != 0:
        raise Void("It is not your turn here.")
    hand = state.held(0)
    refused = {card: RULES.why_not(state, 0, play(card)) for card in hand}
    key = [card.code for card, violation in refused.items() if violation is None]
    if not key and not setup["pass"]:
        raise Void("Under these house rules nothing fits here.")
    reasons = {card.code: _why(state, card, violation) for card, violation in refused.items()}
    deciding = {card.code: _clause(state, card, violation) for card, violation in refused.items()}
    options_ = [*card_options(hand)]
    if setup["pass"]:
        violation = RULES.why_not(state, 0, PASS.alone)
        options_.append(Option(PASS.name, "Pass"))
        reasons[PASS.name] = "You hold a card that fits." if violation else "You may pass."
        deciding = {PASS.name: "domino.must-play" if violation else "domino.pass", **deciding}
        key += [] if violation else [PASS.name]
    ends = " ".join(filter(None, (_row(state, suit) for suit in SUIT_NAMES)))
    fitting = [card for card in hand if refused[card] is None]
    return Puzzle(
        theme="what-fits",
        form="tick",
        question=f"Domino, and it is your turn. What may you {'do' if setup['pass'] else 'play'}?",
        position=POSING.shown(state),
        key=sorted(key),
        clauses=POSING.unique(deciding.values()),
        why=f"{quoted(fitting)} {'fits' if len(fitting) == 1 else 'fit'}." if fitting else "None of your cards fits.",
        options=tuple(options_),
        reasons=reasons,
        clauses_by_option=deciding,
        hints=(
            "Look at both ends of every row, and at the suits that have none.",
            POSING.rule_hint(next(iter(deciding.values())), options),
            ends,
            f"{so_many(len(fitting), 'your cards', 'fits')}.",
        ),
        rating=clamp(860 + 12 * len(state.played) + 20 * len(hand) + 60 * setup["pass"]),
        zones=tuple(f"row-{suit}" for suit in SUIT_NAMES) + (() if setup["pass"] else ("hand-0",)),
        on="" if setup["pass"] else "hand-0",
    )


def _row(state: LorumState, suit: str) -> str:
    row = state.row(suit)
    if not row:
        return f"There is no row of {SUIT_NAMES[suit]}."
    return f"The row of {SUIT_NAMES[suit]} goes from {quoted(row[:1])} to {quoted(row[-1:])}."


def _clause(state: LorumState, card: Card, violation: Violation | None) -> str:
    if violation is not None:
        return violation.clause.id
    return "domino.extend" if state.row(card.suit) else "domino.new-row"


def _why(state: LorumState, card: Card, violation: Violation | None) -> str:
    if violation is not None:
        return f"It does not fit. {_row(state, card.suit)}" if state.row(card.suit) else violation.drawn
    return "It lies next to an end of its row." if state.row(card.suit) else "It begins the row of its suit."


THEMES = (
    Theme(
        slug="what-fits",
        title="What fits the layout?",
        sentence="Four rows or fewer, and your hand: tick what may be played.",
        clauses=clause_ids("domino.extend domino.new-row domino.row-start domino.no-wrap domino.must-play domino.pass"),
        make=_make_fit,
        pose=_pose_fit,
    ),
)
