"""Puzzles about tricks: what can be played, who takes them, and whether hearts can be led."""

from __future__ import annotations

from random import Random

from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import DRAWING, build_card_options, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.trick_puzzles import TrickPuzzles
from games.lorum.contracts import HEARTS, TRICKS
from games.lorum.legality import is_heart_lead_barred, list_playable_cards
from games.lorum.puzzles.common import POSING, deal_random_hand, play_until_your_turn
from games.lorum.state import LorumState
from games.words import spell_how_many, spell_number

LEADING = split_clause_ids("no-hearts.lead-ban no-hearts.ban-first-trick-only")


def _deal_midway_hand(rng: Random, options: Options) -> LorumState | None:
    state = deal_random_hand(rng, options, TRICKS)
    return state if play_until_your_turn(state, rng, rng.randint(1, 20)) else None


def _make_hearts_lead_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle in No hearts: can seat 0 lead a heart to this trick?

    It's one of the first four tricks, and seat 0 has a heart in hand.
    """

    def draw_setup() -> Setup | None:
        state = deal_random_hand(rng, options, HEARTS)
        late = rng.random() < 0.5
        if not play_until_your_turn(state, rng, 4 if late else 0) or state.trick or len(state.tricks) > 3:
            return None
        hearts = sum(card.suit == "H" for card in state.hands[0])
        return (
            {"position": POSING.build_setup_position(state)}
            if hearts and (hearts < len(state.hands[0]) or rng.random() < 0.3)
            else None
        )

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_hearts_lead_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.turn != 0 or state.trick or state.contract != HEARTS:
        raise VoidPuzzle("In this position, you don’t lead.")
    hand, key = state.sort_hand(0), list_playable_cards(state, 0)
    waits = is_heart_lead_barred(state)
    alone = waits and all(card.suit == "H" for card in hand)
    ban = POSING.cast_options(options).no_hearts_ban
    late = bool(state.tricks)
    broken = any(card.suit == "H" for trick in state.tricks for card in trick.cards)
    clause = "no-hearts.ban-first-trick-only" if late else "no-hearts.lead-ban"
    why = _explain_hearts_lead(ban, late, broken, alone)
    seen = "Hearts have already been played" if broken else "No hearts have been played yet"
    return Puzzle(
        form="tick",
        question=f"You lead to trick {len(state.tricks) + 1} of No Hearts. {seen}. Which cards can you lead?",
        position=POSING.build_visible_position(state),
        key=sorted(card.code for card in key),
        clauses=(clause,),
        why=why,
        options=build_card_options(hand),
        on="hand-0",
        reasons={
            card.code: "Hearts have to wait." if card not in key else why if card.suit == "H" else "It isn’t a heart."
            for card in hand
        },
        hints=(
            "Can you lead a heart here?",
            POSING.build_rule_hint(clause, options),
            "This is the first trick." if not late else "The first trick is over.",
            f"{spell_how_many(len(key), f'your {spell_number(len(hand))} cards', 'can')} be led.",
        ),
        rating=clamp_rating(820 + 120 * late + 200 * alone + 60 * (ban == "until-broken")),
    )


def _explain_hearts_lead(ban: str, late: bool, broken: bool, alone: bool) -> str:
    if alone:
        return "You have only hearts, so you can lead one."
    if ban == "none":
        return "At this table, you can lead hearts to any trick."
    if ban == "first-trick":
        return "Hearts wait only for the first trick." if late else "You can’t lead a heart to the first trick."
    return (
        "A heart has been played to an earlier trick, so you can lead one."
        if broken
        else "No hearts have been played in an earlier trick."
    )


THEMES = (
    *TrickPuzzles(
        POSING,
        _deal_midway_hand,
        trumps=False,
        led_wins="trick.winner",
        discard_loses="trick.off-suit-loses",
    ).build_themes(),
    PuzzleTheme(
        slug="no-hearts-lead",
        title="Can hearts be led?",
        sentence="It’s No Hearts, and you lead. Select the cards you can lead.",
        clauses=LEADING,
        make=_make_hearts_lead_setup,
        pose=_build_hearts_lead_puzzle,
    ),
)
