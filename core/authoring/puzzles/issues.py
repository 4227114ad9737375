"""Issues with a puzzle draft: errors and warnings for its author, some of them with buttons that fix them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from core.authoring.puzzles.drafts import PuzzleDraft
from core.authoring.puzzles.models import BuiltPuzzle
from core.rendering.card_parsing import extract_cards
from games.engine.custom_questions import ChoiceQuestion, find_counterexample
from games.engine.phrasing import describe_seat
from games.engine.position_builder import BACK
from games.engine.puzzle import Puzzle, Unproven
from games.engine.state import State
from games.engine.work_limits import OutOfSteps, WorkAllowance, spend_steps
from games.errors import RulesError
from games.words import capitalize_first, join_words, spell_number

CHECKED = 300_000
"""The limit of engine steps for trying other deals and other house rules. What was found by then is reported."""
PRESET = 500
"""The engine steps charged for each preset, in addition to those for the question itself."""
NOT_ALL_TRIED = (
    f"We checked other deals and house rules for {CHECKED:,} steps, but there are too many to try them all. "
    "Ask a simpler question, or check a few yourself."
)
SEEN_BY_STUDENTS = "Students who play by those rules will see that."
_SEAT = re.compile(r"\b([Ss])eat (\d)\b")


@dataclass(frozen=True)
class Fix:
    """A button that fixes an issue: its label, and the form fields that it sends."""

    label: str
    sent: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Issue:
    """An error or warning about a draft. If it's a `mistake`, it prevents publishing. Otherwise, it's a warning."""

    mistake: bool
    sentence: str
    fixes: tuple[Fix, ...] = ()
    hands: tuple[tuple[str, str], ...] = field(default=())
    """A deal that leads to a different answer: the owner of each hand, and its cards."""
    next: bool = False
    """Whether nothing is wrong yet, but something is still missing."""
    links: tuple[tuple[str, str], ...] = ()
    """Links to more information: label and URL."""


def build_fix(label: str, do: str, **sent: str) -> Fix:
    """Build a button that fixes an issue. `do` is the name of the change to the draft that the button makes.

    `sent` are the other form fields that the button sends.
    """
    return Fix(label, (("do", do), *sent.items()))


def list_issues(draft: PuzzleDraft, title: str) -> list[Issue]:
    """Return all issues of a draft, mistakes first."""
    found = list(_find_issues(draft, title))
    return sorted(found, key=lambda one: not one.mistake)


def set_draft_issues(item: BuiltPuzzle, draft: PuzzleDraft) -> BuiltPuzzle:
    """Set three attributes of a puzzle that describe its draft, and return the puzzle.

    `mistakes` and `warnings` are the sentences of the draft's issues. `draft_proof` is the draft's verification in the
    background, or None.
    """
    issues = list_issues(draft, item.title)
    item.mistakes = [issue.sentence for issue in issues if issue.mistake]
    item.warnings = [issue.sentence for issue in issues if not issue.mistake]
    item.draft_proof = draft.long_proof
    return item


def _find_issues(draft: PuzzleDraft, title: str) -> Iterator[Issue]:
    if draft.position_builder.problem:
        yield Issue(
            True, f"This position is impossible. {_replace_seats_with_names(draft, draft.position_builder.problem)}"
        )
        return
    try:
        posed = draft.engine_puzzle
    except Unproven:
        yield _build_unproven_issue(draft)
        return
    except RulesError as refused:
        yield Issue(
            True,
            _replace_seats_with_names(draft, str(refused)),
            tuple(_list_fixes_for_missing_moves(draft)),
            next=not draft.puzzle_setup.get(_get_required_setup_key(draft)),
        )
        return
    yield from _check_answer_counts(draft, posed)
    yield from _check_hand_marked_answers(draft)
    yield from _check_forced_move(draft)
    yield from _check_texts(draft, posed, title)
    yield from _list_deal_and_preset_warnings(
        draft,
        draft.engine_results.get_or_compute_result(
            draft.question_digest, "checks", lambda: _try_other_deals_and_rules(draft, posed)
        ),
    )


def _build_unproven_issue(draft: PuzzleDraft) -> Issue:
    """Build the issue for a question that the engine can't verify within a page's limits."""
    proof, by_hand = draft.long_proof, build_fix("Mark answers by hand", "kind", kind="own-choice")
    if proof is None:
        message = "This will take a while to verify. Verify it in the background, or ask a simpler question."
        return Issue(True, message, (build_fix("Verify in the background", "prove"), by_hand))
    if proof.is_unfinished:
        return Issue(True, "You can publish it when the answer is verified.", next=True)
    message = f"This isn’t verified, because {proof.step_limit_in_words} steps weren’t enough to try everything. "
    if proof.can_retry_with_more_steps:
        return Issue(
            True,
            f"{message}Ask a simpler question, or try for about an hour.",
            (build_fix("Try for an hour", "prove"), by_hand),
        )
    message += "Ask a simpler question, or mark the answers yourself. Players will see that they aren’t verified."
    return Issue(True, message, (by_hand,))


def _replace_seats_with_names(draft: PuzzleDraft, text: str) -> str:
    """Replace seat numbers with names of players in a text from the engine."""
    return _SEAT.sub(
        lambda found: (capitalize_first if found[1] == "S" else str)(describe_seat(int(found[2]), draft["seats"])),
        text,
    )


def _get_required_setup_key(draft: PuzzleDraft) -> str:
    """Return the key of the part that a question of the chosen kind can't be asked without, such as `moves`.

    It's a key of the puzzle's setup. If it has no value, the author hasn't completed the question yet. For the game's
    own themes, it's “position”.
    """
    built = draft.game.question_kinds.get(draft["kind"])
    return built.asks if built else "position"


def _list_fixes_for_missing_moves(draft: PuzzleDraft) -> Iterator[Fix]:
    """Yield a fix that suggests moves if the question has none."""
    if draft["kind"] == "own-allowed" and not draft["moves"] and draft.move_proposals:
        yield build_fix("Suggest moves", "some")


# -- the answers -----------------------------------------------------------------------------------


def _check_answer_counts(draft: PuzzleDraft, posed: Puzzle) -> Iterator[Issue]:
    """Yield an error if a question has too few answer choices, or if too many or too few of them are right.

    `posed` is the puzzle that was built from the draft.
    """
    if posed.form not in ("tick", "one") or not posed.options:
        return
    right = [posed.key] if posed.form == "one" else posed.key
    number, of = len(right), len(posed.options)
    own = draft["kind"] == "own-allowed"
    more = own and any(one.refused and one.text not in draft["moves"] for one in draft.move_proposals)
    tempt = (build_fix("Add a tempting move", "tempt"),) if more else ()
    if of < 2:
        yield Issue(True, "A question needs at least two answers to choose from.", tempt)
    elif draft["one"] and posed.form == "tick" and number > 1:
        named = join_words([f"“{option.text}”" for option in posed.options if option.id in right])
        sentence = f"{spell_number(number).capitalize()} answers are correct, {named}, but you asked for only one."
        yield Issue(True, sentence, (build_fix(f"Accept all {spell_number(number)}", "one"),))
    elif not number:
        label = build_fix("Ask which rule forbids the first move", "kind", kind="own-rule")
        none = "Neither" if of == 2 else "None"
        yield Issue(True, f"{none} of these {spell_number(of)} answers is correct.", (label,) if own else ())
    elif number == of and posed.form == "tick" and draft["kind"].startswith("own-"):
        advice = (
            "" if more or not own else " Every move at this table is legal, so change the table or ask something else."
        )
        yield Issue(True, f"All the answers are correct. A question needs at least one wrong answer.{advice}", tempt)


def _check_hand_marked_answers(draft: PuzzleDraft) -> Iterator[Issue]:
    """Check the answers that the author has marked as right or wrong.

    Yields an error for each mark that contradicts the rules. Yields a warning if some answers can't be verified,
    because the author hasn't given a fact for them (something that the engine can compute).
    """
    kind = draft.game.question_kinds.get(draft["kind"])
    if not isinstance(kind, ChoiceQuestion):
        return
    with suppress(RulesError):
        for at, holds in kind.list_wrongly_marked_choices(draft.puzzle_setup, draft.house_rules):
            text = draft["choices"][at]["text"]
            verdict, other = ("right", "wrong") if holds else ("wrong", "right")
            mark = build_fix(f"Mark it {verdict}", "mark", at=str(at), right="on" if holds else "")
            yield Issue(True, f"You marked “{text}” as {other}, but under the rules it’s {verdict}.", (mark,))
    if not all(choice.get("check") for choice in draft["choices"]):
        yield Issue(False, "You marked these answers yourself. Players will see that they aren’t verified.")


def _check_forced_move(draft: PuzzleDraft) -> Iterator[Issue]:
    """Yield a warning if the solver never has a choice, because only one move is legal."""
    if draft["kind"] not in ("own-allowed", "own-goal"):
        return
    way = draft["solution"] if draft["kind"] == "own-goal" else [""]
    tables = [draft.play_moves(way[:made]) for made in range(len(way))]
    with suppress(RulesError):
        if tables and all(table and len(draft.game.list_moves(table, 0)) == 1 for table in tables):
            yield Issue(False, "There’s only one legal move, so there’s nothing to decide.")


# -- the texts -------------------------------------------------------------------------------------


def list_cards_in_text(text: str) -> set[str]:
    """Return the codes of the cards in a text, in any notation."""
    return set(extract_cards(text)[1])


def _check_texts(draft: PuzzleDraft, posed: Puzzle, title: str) -> Iterator[Issue]:
    """Yield an issue for each hint that reveals an answer, and each comment with a card that isn't on the table.

    Also yields an issue if the title reveals an answer or the number of right answers. `posed` is the puzzle that was
    built from the draft.
    """
    telling = _list_revealing_cards(posed)
    for number, hint in enumerate(draft["hints"], 1):
        if given := list_cards_in_text(hint) & telling:
            yield Issue(
                False,
                f"Hint {number} gives away part of the answer: {join_words(sorted(given))}.",
                (build_fix("Use the standard hint", "words", **{f"hint.{number - 1}": ""}),),
            )
    if list_cards_in_text(title) & telling:
        yield Issue(False, "The title gives away an answer.")
    elif _is_count_in_title(posed, title):
        yield Issue(False, f"The title “{title}” gives away how many answers are correct.")
    lying = {card.split("=")[0] for place in draft.position_builder.list_card_places() for card in place.cards}
    for key, text in draft["comments"].items():
        for card in sorted(list_cards_in_text(text) - lying):
            erase = build_fix("Remove the comment", "words", **{f"comment.{key}": ""})
            yield Issue(True, f"One of your comments mentions {card}, which isn’t on this table.", (erase,))


def _list_revealing_cards(posed: Puzzle) -> set[str]:
    """Return the codes of the cards that occur in a puzzle's right answers but not in its wrong ones.

    A hint with such a card reveals an answer. The set is empty for a puzzle without answer choices. `posed` is the
    puzzle.
    """
    if posed.form not in ("tick", "one"):
        return set()
    right = set(posed.key) if posed.form == "tick" else {posed.key}
    sides: dict[bool, set[str]] = {True: set(), False: set()}
    for option in posed.options:
        sides[option.id in right] |= list_cards_in_text(f"{option.text} {option.cards}")
    return sides[True] - sides[False]


def _is_count_in_title(posed: Puzzle, title: str) -> bool:
    """Return whether the title says how many answers of the puzzle `posed` are right."""
    if posed.form != "tick":
        return False
    words = re.findall(r"\w+", title.lower())
    return spell_number(len(posed.key)) in words or str(len(posed.key)) in words


# -- other deals and other house rules -------------------------------------------------------------


def _try_other_deals_and_rules(draft: PuzzleDraft, posed: Puzzle) -> dict[str, Any]:
    """Check whether the answer changes with other hidden cards or other house rules. Return the results as JSON.

    `deal` has the hands of a deal in which the answer changes, or None. `presets` says for each of the game's presets
    (named sets of house rules) what happens to the answer. `cut` says that the search ended before everything was
    tried.
    """
    with WorkAllowance(CHECKED) as work:
        deal, whole = _find_deal_with_other_answer(draft)
        options = draft.game.options
        statuses = {
            preset.name: _get_status_under_preset(draft, posed, preset.name)
            for preset in options.presets
            if options.load_preset(preset.name) != draft.house_rules
        }
    return {"deal": deal, "presets": statuses, "cut": work.cut or not whole}


def _find_deal_with_other_answer(draft: PuzzleDraft) -> tuple[list[str] | None, bool]:
    """Search for a deal of the cards that the solver can't see in which the question has a different answer.

    Returns a pair: the hands of this deal, or None if none was found, and whether the answer could be verified in each
    deal that was tried.
    """
    state, whole = draft.state, True
    assert state is not None

    def get_right_answer(other: State) -> Any:
        nonlocal whole
        try:
            return draft.compute_right_answer(other)
        except Unproven:
            whole = False
            return known

    try:
        known = draft.compute_right_answer(state)
        found = find_counterexample(draft.game, state, known, get_right_answer)
    except (RulesError, TypeError, OutOfSteps):
        return None, whole
    return [*found["hands"]] if found else None, whole


def _list_deal_and_preset_warnings(draft: PuzzleDraft, checks: dict[str, Any]) -> Iterator[Issue]:
    """Yield warnings that the answer depends on hidden cards or on the house rules, according to `checks`.

    These are the results of `_try_other_deals_and_rules`, which tries other deals and presets.
    """
    if checks["deal"]:
        yield from _warn_of_unseen_cards(draft, checks["deal"])
    yield from _warn_of_affected_presets(draft, checks["presets"])
    if checks["cut"]:
        yield Issue(False, NOT_ALL_TRIED)


def _warn_of_unseen_cards(draft: PuzzleDraft, hands: list[str]) -> Iterator[Issue]:
    """Yield a warning that the answer depends on cards that the solver can't see.

    `hands` are the hands of a deal with a different answer.
    """
    own, dealt = draft.position_builder.lies["hands"][0].split(), hands[0].split()
    number = own.count(BACK)
    fixes = (build_fix("Fill in the other cards", "fill-up"),) if number else ()
    if number == 1:
        [card] = (Counter(dealt) - Counter(own)).elements()
        said = f"One card in your hand is face down. If it were `{card}`, the answer would change."
        yield Issue(False, said, fixes)
    elif number:
        said = (
            f"{spell_number(number).capitalize()} cards in your hand are face down, and the answer depends on them. "
            "With this hand, it changes:"
        )
        yield Issue(False, said, fixes, (("You", hands[0]),))
    else:
        said = "The answer depends on hidden cards. With this deal, it changes:"
        yield Issue(False, said, (), tuple(_list_dealt_hands(draft, hands)))


def _list_dealt_hands(draft: PuzzleDraft, hands: list[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a name and a hand, for each player who has face-down cards in the draft.

    `hands` are all players' hands in a random deal, in which these cards are face up.
    """
    for seat, (hand, was) in enumerate(zip(hands, draft.position_builder.lies["hands"], strict=False)):
        if BACK in was.split():
            yield capitalize_first(describe_seat(seat, draft["seats"])), hand


def _get_status_under_preset(draft: PuzzleDraft, posed: Puzzle, preset: str) -> str:
    """Return what happens to the draft's answer under a preset (a named set of house rules).

    It's “holds” if the answer stays the same, “other answer” if it changes, “void” if the question can't be asked, or
    “unproven” if it can't be verified. `posed` is the puzzle under the draft's own house rules.
    """
    other = PuzzleDraft(
        {**draft.content, "options": draft.game.options.load_preset(preset).dump_values_to_store()}, draft.code
    )
    try:
        spend_steps(PRESET)
        return "holds" if other.engine_puzzle.key == posed.key else "other answer"
    except (Unproven, OutOfSteps):
        return "unproven"
    except RulesError:
        return "void"


def _warn_of_affected_presets(draft: PuzzleDraft, statuses: dict[str, str]) -> Iterator[Issue]:
    """Yield warnings about presets (named sets of house rules) under which the question has a different answer or none.

    `statuses` maps each preset's name to “holds”, “other answer”, “void”, or “unproven”. The warning lists the presets
    in the game's order.
    """
    changed, gone = (
        [f"“{preset.title}”" for preset in draft.game.options.presets if statuses.get(preset.name) == wanted]
        for wanted in ("other answer", "void")
    )
    if changed:
        yield Issue(False, f"Under {join_words(changed)}, the answer changes. {SEEN_BY_STUDENTS}")
    if gone:
        yield Issue(False, f"Under {join_words(gone)}, the question doesn’t apply. {SEEN_BY_STUDENTS}")
