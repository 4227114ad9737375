"""Puzzles about tricks: what can be played, who takes them, and whether hearts can be led."""

from __future__ import annotations

from random import Random

from games.engine.options import Options
from games.engine.puzzle import Puzzle, Setup, Theme, Void
from games.kit.posing import DRAWING, card_options, clamp, clause_ids, until_found
from games.kit.trick_puzzles import TrickPuzzles
from games.lorum.contracts import HEARTS, TRICKS
from games.lorum.judging import hearts_wait, playable
from games.lorum.puzzles.common import POSING, dealt, play_on
from games.lorum.state import LorumState
from games.words import in_word, so_many

LEADING = clause_ids("no-hearts.lead-ban no-hearts.ban-first-trick-only")


def _midway(rng: Random, options: Options) -> LorumState | None:
    state = dealt(rng, options, TRICKS)
    return state if play_on(state, rng, rng.randint(1, 20)) else None


def _make_lead(rng: Random, options: Options) -> Setup:
    """Return a setup: your lead in No hearts with a heart in hand, to one of the first four tricks."""

    def draw() -> Setup | None:
        state = dealt(rng, options, HEARTS)
        late = rng.random() < 0.5
        if not play_on(state, rng, 4 if late else 0) or state.trick or len(state.tricks) > 3:
            return None
        hearts = sum(card.suit == "H" for card in state.hands[0])
        return (
            {"position": POSING.hidden(state)}
            if hearts and (hearts < len(state.hands[0]) or rng.random() < 0.3)
            else None
        )

    return until_found(draw, steps=DRAWING)


def _pose_lead(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    if state.turn != 0 or state.trick or state.contract != HEARTS:
        raise Void("There is nothing for you to lead here.")
    hand, key = state.held(0), playable(state, 0)
    waits = hearts_wait(state)
    alone = waits and all(card.suit == "H" for card in hand)
    ban = POSING.rules_of(options).no_hearts_ban
    late = bool(state.tricks)
    broken = any(card.suit == "H" for trick in state.tricks for card in trick.cards)
    clause = "no-hearts.ban-first-trick-only" if late else "no-hearts.lead-ban"
    why = _why(ban, late, broken, alone)
    seen = "some hearts have been played" if broken else "no heart has been played"
    return Puzzle(
        theme="no-hearts-lead",
        form="tick",
        question=f"No hearts: you lead to trick {len(state.tricks) + 1}, and {seen} so far. Which cards may you lead?",
        position=POSING.shown(state),
        key=sorted(card.code for card in key),
        clauses=(clause,),
        why=why,
        options=card_options(hand),
        on="hand-0",
        reasons={
            card.code: "Hearts have to wait." if card not in key else why if card.suit == "H" else "It is no heart."
            for card in hand
        },
        hints=(
            "Only hearts can be in question here.",
            POSING.rule_hint(clause, options),
            "This is the first trick." if not late else "The first trick is over.",
            f"{so_many(len(key), f'your {in_word(len(hand))} cards', 'can')} be led.",
        ),
        rating=clamp(820 + 120 * late + 200 * alone + 60 * (ban == "until-broken")),
    )


def _why(ban: str, late: bool, broken: bool, alone: bool) -> str:
    if alone:
        return "You hold nothing but hearts, and then one of them may be led."
    if ban == "none":
        return "At this table hearts may be led to any trick."
    if ban == "first-trick":
        return "Hearts had to wait for one trick only." if late else "The first trick may not be led with a heart."
    return (
        "A heart has been played before, so hearts may be led."
        if broken
        else "No heart has been played to an earlier trick."
    )


THEMES = (
    *TrickPuzzles(
        POSING,
        _midway,
        trumps=False,
        led_wins="trick.winner",
        discard_loses="trick.off-suit-loses",
    ).themes(),
    Theme(
        slug="no-hearts-lead",
        title="May hearts be led?",
        sentence="Your lead in No hearts: tick the cards that may open the trick.",
        clauses=LEADING,
        make=_make_lead,
        pose=_pose_lead,
    ),
)
