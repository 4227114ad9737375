"""Actions to judge: those of the game's own examples, with suits exchanged and one or two moves added.

Whether each is allowed, and why not, is for the engine to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from games.contract_rummy.contracts import in_words
from games.contract_rummy.puzzles.common import (
    RULES,
    TRIES,
    kept,
    rule_hint,
    said,
    seated,
    sentence,
    shown,
    title,
)
from games.contract_rummy.state import ContractRummyState
from games.engine.examples import Example, read_examples
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.kit.posing import clamp, clause_ids, refusal
from games.words import many

# -- allowed or refused? ---------------------------------------------------------------------------------------

ACTIONS = clause_ids(
    "turn.phases turn.table-not-down turn.contract-turn turn.table-down turn.discard draw.choice draw.upcard-free "
    "mayi.who mayi.no-play meld.kinds set.three-plus set.suits-free run.four-plus run.ace run.no-wrap run.max-14 "
    "wild.joker wild.one-natural wild.fixed contract.table contract.all-at-once contract.exact "
    "contract.no-continuous-runs contract.overlap-ok contract.own-hand further.melds layoff.any-meld layoff.valid "
    "layoff.many joker.swap-run joker.swap-anyone joker.set-locked joker.must-remeld meld.no-rearrange "
    "h7.all-or-nothing h7.three-runs h7.count h7.same-suit h7.else-discard out.no-discard-needed"
)
_CODE = re.compile(r"\b([A2-9TJQK])([CDHS])\b")
_OTHER_SEAT = re.compile(r"^(dealer|\d): ")


@lru_cache(maxsize=1)
def _examples() -> dict[str, list[Example]]:
    """The examples that have actions of seat 0 to judge, by clause."""
    found: dict[str, list[Example]] = {}
    for example in read_examples(RULES):
        texts = [*_allowed(example), *(text for text, _ in example.refused())]
        played = [*texts, *_lines(example.setting.get("moves", []))]
        if len(texts) > 0 and not any(_OTHER_SEAT.match(text) for text in played) and "start" not in example.setting:
            found.setdefault(example.clause, []).append(example)
    return found


def _lines(texts: str | Sequence[str]) -> list[str]:
    return texts.split("\n") if isinstance(texts, str) else list(texts)


def _allowed(example: Example) -> list[str]:
    return _lines(example.setting.get("allowed", []))


def _exchanged(text: Any, suits: Mapping[str, str]) -> Any:
    """The same text, or list of texts, with the suits exchanged."""
    if isinstance(text, str):
        return _CODE.sub(lambda match: match[1] + suits[match[2]], text)
    return [_exchanged(part, suits) for part in text] if isinstance(text, list) else text


_POSITION = ("phase", "turn", "contract", "drawn", "laid", "owed", "pile", "stock", "quiet", "buys", "taker", "answers")


def _make_action(rng: Random, options: Options) -> Setup:
    for _ in range(TRIES):
        setup = _action_about(rng, options, rng.choice(sorted(set(_examples()) & set(ACTIONS))))
        try:
            _pose_action(setup, options)
        except Void:
            continue
        return setup
    raise Void("No example can be under these house rules.")


def _action_about(rng: Random, options: Options, clause: str) -> Setup:
    there = _examples().get(clause, [])
    if not there:
        raise Void("No example has an action about it.")
    example = rng.choice(there)
    setting = example.setting
    suits = dict(zip("CDHS", rng.sample("CDHS", 4), strict=True))
    position = {key: _exchanged(setting[key], suits) for key in _POSITION if key in setting}
    hands = setting.get("hands", [setting["hand"]] if "hand" in setting else [])
    position["hands"] = [_exchanged(hand, suits) for hand in hands[:1]]
    melds = setting.get("melds", [])
    groups = [melds] if isinstance(melds, str) else melds
    position["melds"] = [[_exchanged(one.strip(), suits) for one in own.split("/") if one.strip()] for own in groups]
    position["seats"] = setting.get("seats", 4)
    texts = [*_allowed(example), *(text for text, _ in example.refused())]
    actions = [_exchanged(text, suits) for text in texts]
    rng.shuffle(actions)
    moves = [_exchanged(text, suits) for text in _lines(setting.get("moves", []))]
    return {"position": position, "moves": moves, "actions": actions[:4], "clause": clause, "luck": rng.randrange(99)}


def _pose_action(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    for text in setup["moves"]:
        move = RULES.parse_move(text)
        refused = RULES.why_not(state, 0, move)
        if refused is not None:
            raise Void(f"It cannot come to this under these house rules. {refused.sentence}")
        RULES.apply(state, 0, move)
    if 0 not in state.waiting:
        raise Void("It is not your turn there.")
    moves = [RULES.parse_move(text) for text in setup["actions"]]
    luck = Random(setup["luck"])
    if all(RULES.why_not(state, 0, move) is None for move in moves):
        moves += _tempting(state, moves, luck)[:2]
    more = [move for move in RULES.moves(state, 0) if move not in moves]
    luck.shuffle(more)
    moves += more[: max(3 - len(moves), 1)]
    luck.shuffle(moves)
    options_, reasons, key, clauses = [], {}, [], [setup["clause"]]
    for number, move in enumerate(moves, 1):
        id = f"a{number}"
        options_.append(Option(id, sentence(said(state, move))))
        violation = RULES.why_not(state, 0, move)
        if violation is None:
            key.append(id)
            reasons[id] = f"That is allowed. See “{title(RULES.verbs[move.verb].clause or setup['clause'])}”."
        else:
            reasons[id] = refusal(violation)
            clauses.append(violation.clause.id)
    trained = kept(clauses, options, ACTIONS)
    if setup["clause"] not in trained:
        raise Void("That rule does not hold under these house rules.")
    contract = f" The contract of this hand is {in_words(state.contract)}." if state.phase != "window" else ""
    why = f"It is about “{title(setup['clause'])}”. " + _counted(len(key), len(moves))
    return Puzzle(
        theme="may-you",
        form="tick",
        question=f"{_situation(state)}{contract} Which of these may you do now?",
        position=shown(state),
        key=sorted(key),
        clauses=trained,
        why=why,
        options=tuple(options_),
        reasons=reasons,
        hints=(
            "Ask of each action: is this the time for it, and are these the right cards?",
            rule_hint(setup["clause"]),
            "Look at the cards on the table too, not only at your own.",
            _counted(len(key), len(moves)),
        ),
        rating=clamp(900 + 60 * len(moves) + 40 * (len(clauses) - 1)),
    )


def _tempting(state: ContractRummyState, moves: Sequence[Move], luck: Random) -> list[Move]:
    """Moves much like these, with a card less or another one, that some rule of the game refuses."""
    found = []
    for move in moves:
        for at, group in enumerate(move.groups):
            for place in range(len(group)):
                for other in [(), *((card,) for card in dict.fromkeys(state.hands[0]) if card not in group)]:
                    changed = (*group[:place], *other, *group[place + 1 :])
                    if changed:
                        found.append(move._replace(groups=(*move.groups[:at], changed, *move.groups[at + 1 :])))
    found = list(dict.fromkeys(found))
    luck.shuffle(found)
    refused = ((move, RULES.why_not(state, 0, move)) for move in found)
    return [move for move, violation in refused if violation and violation.clause.id in RULES.clauses]


def _counted(right: int, number: int) -> str:
    if right == number:
        return "All of them are allowed."
    return (
        f"{many(right, 'action').capitalize()} of {number} {'is' if right == 1 else 'are'} allowed."
        if right
        else ("None of them is allowed.")
    )


def _situation(state: ContractRummyState) -> str:
    if state.phase == "window":
        return "It is another player’s turn, and you are asked about the upcard."
    if state.phase == "draw":
        return "Your turn begins."
    if state.laid:
        return "You have laid your contract in this turn."
    if state.down(0):
        return "You laid your contract in an earlier turn, and you have drawn."
    return "You have drawn, and you are not down."


THEMES = (
    Theme(
        "may-you",
        "May you?",
        "Some actions, and for each of them the rules say yes or no.",
        ACTIONS,
        _make_action,
        _pose_action,
        aim=_action_about,
    ),
)
