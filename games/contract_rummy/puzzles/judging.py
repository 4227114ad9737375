"""Puzzles about single rules: actions to judge, and statements that are true or not.

The actions are those of the game's own examples, with suits exchanged and one or two moves added; whether each is
allowed, and why not, is for the engine to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from games.cards import codes
from games.contract_rummy.contracts import contract_of, dealt, hands_of, in_words
from games.contract_rummy.options import ContractRummyOptions
from games.contract_rummy.playing import penalty_available
from games.contract_rummy.puzzles.common import (
    RULES,
    TRIES,
    clamp,
    clause_ids,
    count,
    kept,
    refusal,
    rule_hint,
    rules_of,
    said,
    seated,
    sentence,
    shown,
    title,
)
from games.contract_rummy.state import ContractRummyState, full_deck
from games.engine.examples import Example, read_examples
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.state import DEALER
from games.errors import HouseError

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
    state = seated(setup, options)
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
            reasons[id] = f"That is allowed. See “{title(RULES.clause_of.get(move.verb, setup['clause']))}”."
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
        f"{count(right, 'action').capitalize()} of {number} {'is' if right == 1 else 'are'} allowed."
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


# -- statements --------------------------------------------------------------------------------------------------

Value = int | str


@dataclass(frozen=True)
class Claim:
    """A sentence with one value left open: `ask` finds the true value under house rules, `lures` are others."""

    clause: str
    ask: Callable[[ContractRummyOptions], Value]
    say: Callable[[Value], str]
    lures: Callable[[ContractRummyOptions, Value], Sequence[Value]]


def _near(*steps: int) -> Callable[[ContractRummyOptions, Value], list[Value]]:
    return lambda options, value: [int(value) + step for step in steps if int(value) + step >= 0]


def _among(*values: Value) -> Callable[[ContractRummyOptions, Value], list[Value]]:
    return lambda options, value: [one for one in values if one != value]


def _table(options: ContractRummyOptions, **position: Any) -> ContractRummyState:
    try:
        return RULES.load({"options": options.changed(), "seats": 4, **position})
    except HouseError as refused:
        raise Void(str(refused)) from None


def _dealt(options: ContractRummyOptions) -> ContractRummyState:
    """The table after a first deal by seat 3."""
    state = RULES.start(options, 4)
    RULES.apply(state, DEALER, Move("dealer", 3))
    RULES.apply(state, DEALER, RULES.chance(state, Random(1)))
    return state


def _after(options: ContractRummyOptions, moves: Sequence[str], **position: Any) -> ContractRummyState:
    state = _table(options, **position)
    for text in moves:
        seat, _, said_so = text.rpartition(": ")
        move = RULES.parse_move(said_so)
        if RULES.why_not(state, int(seat or 0), move) is not None:
            raise Void("That cannot be done by these house rules.")
        RULES.apply(state, int(seat or 0), move)
    return state


def _fewest(options: ContractRummyOptions) -> int:
    return max(seats for seats in RULES.seats if not list(options.conflicts(seats)))


def _packs(options: ContractRummyOptions) -> int:
    return full_deck(options, 5).count(full_deck(options, 5)[0])


def _starter(options: ContractRummyOptions) -> str:
    return (codes(_dealt(options).pile) and "up") or "none"


def _rotation(options: ContractRummyOptions) -> str:
    now = _after(options, ["discard 9D"], hands=["9D"], melds=[["8C 8D 8H", "JD JH JS"]], match={"dealer": 1})
    return {2: "left", 1: "same", 0: "right"}[now.match.dealer or 0]


def _upcard_window(options: ContractRummyOptions) -> str:
    now = _after(options, ["upcard"], phase="draw", pile="4H QD", hands=["2C 3C"])
    return "asked" if now.phase == "window" else "nobody"


def _limit(options: ContractRummyOptions) -> int:
    return options.mayi_limit


def _price(options: ContractRummyOptions) -> int:
    state = _table(options, phase="window", turn=3, pile="QD", answers=["asked", "", "", ""], hands=["2C 3C"])
    RULES.apply(state, 0, Move("may-i"))
    return len(state.hands[0]) - 2


def _needed(options: ContractRummyOptions) -> int:
    """How few cards of an empty stock's pile let somebody ask; 0 if none do."""
    for size in range(1, 8):
        pile = ["3C", "8D", "KH", "QS", "4D", "5D", "6D"][:size]
        state = _table(options, phase="draw", pile=" ".join(pile), stock="")
        if penalty_available(state):
            return size
    return 0


def _pile_of(size: int) -> Callable[[ContractRummyOptions], Value]:
    def ask(options: ContractRummyOptions) -> Value:
        now = _after(
            options,
            ["stock"],
            phase="draw",
            pile="3C 8D KH QS"[: 3 * size - 1],
            stock="",
            hands=["2C", "4C", "5C", "6C"],
            quiet=[1, 2, 3],
        )
        return "ends" if now.phase in ("between", "over") else "shuffled"

    return ask


def _pays_when_dead(options: ContractRummyOptions) -> str:
    now = _after(
        options,
        ["stock"],
        phase="draw",
        pile="QS",
        stock="",
        hands=["9C", "4C", "5C", "6C"],
        melds=[["8C 8D 8H", "JD JH JS"]],
        quiet=[1, 2, 3],
    )
    scores = now.match.results[-1].scores or ()
    return "all" if scores[0] else "others"


def _goes_on(options: ContractRummyOptions) -> str:
    now = _after(options, ["discard 9D"], hands=["9D"], melds=[["8C 8D 8H", "JD JH JS"]])
    return "once" if now.phase in ("between", "over") else "round"


def _lowest(options: ContractRummyOptions) -> str:
    match = {"dealer": 0, "deals": hands_of(options) - 1, "scores": [10, 50, 60, 70]}
    now = _after(options, ["discard 9D"], hands=["9D", "KC", "KD", "KH"], melds=[["8C 8D 8H", "JD JH JS"]], match=match)
    return "lowest" if now.match.winners == (0,) else "other"


def _tied(options: ContractRummyOptions) -> str:
    match = {"dealer": 0, "deals": hands_of(options) - 1, "scores": [60, 50, 90, 90]}
    now = _after(options, ["discard 9D"], hands=["9D", "KC", "KD", "KH"], melds=[["8C 8D 8H", "JD JH JS"]], match=match)
    return {0: "again", 1: "hands", 2: "share"}[len(now.match.winners)]


def _joined(options: ContractRummyOptions) -> str:
    now = _after(options, ["layoff 1 7D"], contract=3, hands=["7D 2C 3C"], melds=[["3D 4D 5D 6D", "8D 9D TD JD"]])
    return "two" if len(now.melds[0]) == 2 else "one"


def _whole_size(options: ContractRummyOptions) -> int:
    if not options.all_or_nothing:
        raise Void("There is no all-or-nothing hand.")
    return dealt(options, hands_of(options)) + 1


def _score_out(options: ContractRummyOptions) -> str:
    now = _after(options, ["discard 9D"], hands=["9D", "KC", "KD", "KH"], melds=[["8C 8D 8H", "JD JH JS"]])
    return "nothing" if (now.match.results[-1].scores or (1,))[0] == 0 else "something"


CLAIMS = (
    Claim("setup.players", _fewest, lambda v: f"At most {v} players can play.", _near(-1, 1, 2)),
    Claim("setup.packs", _packs, lambda v: f"With five players every card is there {v} times.", _near(-1, 1)),
    Claim(
        "setup.jokers",
        lambda options: options.joker_count(5),
        lambda v: f"With five players the jokers number {v}.",
        _near(-1, 1, 2),
    ),
    Claim(
        "setup.first-dealer",
        lambda options: "chance" if RULES.start(options, 4).waiting == (DEALER,) else "oldest",
        lambda v: {"chance": "Who deals first is left to chance.", "oldest": "The oldest player deals first."}[str(v)],
        _among("chance", "oldest"),
    ),
    Claim(
        "deal.direction",
        lambda options: "left" if _dealt(options).turn == 0 else "dealer",
        lambda v: {
            "left": "The player on the dealer’s left gets the first card.",
            "dealer": "The dealer gets the first card.",
        }[str(v)],
        _among("left", "dealer"),
    ),
    Claim(
        "deal.hand-size",
        lambda options: dealt(options, 4),
        lambda v: f"In the fourth hand everybody is dealt {v} cards.",
        _among(10, 11, 12, 13),
    ),
    Claim(
        "deal.upcard",
        _starter,
        lambda v: {
            "up": "A card is turned up after the deal.",
            "none": "No card is turned up after the deal, and the first discard begins the pile.",
        }[str(v)],
        _among("up", "none"),
    ),
    Claim(
        "deal.rotation",
        _rotation,
        lambda v: {
            "left": "After a hand the deal moves to the left.",
            "same": "The winner of a hand deals the next one.",
            "right": "After a hand the deal moves to the right.",
        }[str(v)],
        _among("left", "same", "right"),
    ),
    Claim(
        "turn.first-player",
        lambda options: "left" if _dealt(options).turn == 0 else "dealer",
        lambda v: {
            "left": "The player on the dealer’s left has the first turn.",
            "dealer": "The dealer has the first turn.",
        }[str(v)],
        _among("left", "dealer"),
    ),
    Claim(
        "draw.upcard-no-window",
        _upcard_window,
        lambda v: {
            "nobody": "When somebody draws the upcard, nobody is asked about the card beneath it.",
            "asked": "When somebody draws the upcard, the card beneath it is offered to the others.",
        }[str(v)],
        _among("nobody", "asked"),
    ),
    Claim(
        "mayi.cost",
        _price,
        lambda v: f"An upcard taken out of turn makes the hand longer by {v} cards.",
        _near(-1, 1),
    ),
    Claim(
        "mayi.unlimited",
        _limit,
        lambda v: (
            f"In one hand you may take {count(int(v), 'upcard')} out of turn and no more."
            if v
            else "You may take as many upcards out of turn as you like."
        ),
        _among(0, 2, 3, 4),
    ),
    Claim(
        "mayi.penalty-available",
        _needed,
        lambda v: (
            f"With an empty stock you may ask once the pile has {v} cards, and not with fewer."
            if v
            else "With an empty stock nobody may ask for the upcard."
        ),
        _among(0, 2, 3, 4, 5),
    ),
    Claim(
        "stock.reshuffle",
        _pile_of(4),
        lambda v: {
            "shuffled": "With an empty stock the pile below the upcard is shuffled into a new one.",
            "ends": "With an empty stock and four cards in the pile, a draw from the stock ends the hand.",
        }[str(v)],
        _among("shuffled", "ends"),
    ),
    Claim(
        "stock.dead",
        _pile_of(1),
        lambda v: {
            "ends": "With an empty stock and only the upcard left, a draw from the stock ends the hand.",
            "shuffled": "With an empty stock and only the upcard left, the upcard becomes the new stock.",
        }[str(v)],
        _among("ends", "shuffled"),
    ),
    Claim(
        "stock.dead-all-score",
        _pays_when_dead,
        lambda v: {
            "all": "If no stock can be made, players who are down score their cards too.",
            "others": "If no stock can be made, only players who are not down score.",
        }[str(v)],
        _among("all", "others"),
    ),
    Claim(
        "out.empty-hand",
        _goes_on,
        lambda v: {
            "once": "The hand ends at once when somebody has no cards left.",
            "round": "When somebody has no cards left, the round is played to its end.",
        }[str(v)],
        _among("once", "round"),
    ),
    Claim(
        "score.who",
        _score_out,
        lambda v: {
            "nothing": "Whoever goes out with a discard, turns after the contract, scores nothing.",
            "something": "Whoever goes out scores the cards that the others hold.",
        }[str(v)],
        _among("nothing", "something"),
    ),
    Claim(
        "match.total",
        _lowest,
        lambda v: {
            "lowest": "After the last hand the lowest total wins.",
            "other": "After the last hand the highest total wins.",
        }[str(v)],
        _among("lowest", "other"),
    ),
    Claim(
        "match.tie",
        _tied,
        lambda v: {
            "share": "Two players who share the lowest total share the win.",
            "hands": "Of two players with the lowest total, the one with more hands won wins.",
            "again": "With two players on the lowest total the last hand is played again.",
        }[str(v)],
        _among("share", "hands", "again"),
    ),
    Claim(
        "contract.later-join-ok",
        _joined,
        lambda v: {
            "two": "Two contract runs that come to touch later remain two melds.",
            "one": "Two contract runs that come to touch later become one meld.",
        }[str(v)],
        _among("two", "one"),
    ),
    Claim(
        "contract.table",
        lambda options: in_words(contract_of(options, 5)),
        lambda v: f"The contract of the fifth hand is {v}.",
        lambda options, v: [in_words(contract_of(options, n)) for n in (3, 4, 6)],
    ),
    Claim(
        "h7.count",
        _whole_size,
        lambda v: f"In the all-or-nothing hand you lay {v} cards if nobody took any out of turn.",
        _near(-1, 1, 2),
    ),
)
STATEMENTS = tuple(dict.fromkeys(claim.clause for claim in CLAIMS))


def _make_statements(rng: Random, options: Options) -> Setup:
    return _statements_with(rng, options, rng.sample(range(len(CLAIMS)), 8))


def _about(rng: Random, options: Options, clause: str) -> Setup:
    wanted = [number for number, claim in enumerate(CLAIMS) if claim.clause == clause]
    return _statements_with(rng, options, [*wanted, *rng.sample(range(len(CLAIMS)), 8)])


def _statements_with(rng: Random, options: Options, numbers: Sequence[int]) -> Setup:
    house, chosen = rules_of(options), []
    for number in dict.fromkeys(numbers):
        claim = CLAIMS[number]
        try:
            fact = claim.ask(house)
        except Void:
            continue
        lures = [value for value in claim.lures(house, fact) if value != fact]
        chosen.append([number, fact if rng.random() < 0.5 or not lures else rng.choice(lures)])
        if len(chosen) == 4:
            break
    rng.shuffle(chosen)
    return {"position": {}, "claims": chosen}


def _pose_statements(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    options_, reasons, key, clauses = [], {}, [], []
    for place, (number, value) in enumerate(setup["claims"], 1):
        claim, id = CLAIMS[number], f"s{place}"
        if not kept([claim.clause], options, STATEMENTS):
            continue
        fact = claim.ask(house)
        options_.append(Option(id, claim.say(value)))
        reasons[id] = f"That is so: “{title(claim.clause)}”." if fact == value else claim.say(fact)
        clauses.append(claim.clause)
        if fact == value:
            key.append(id)
    if len(options_) < 2:
        raise Void("Too little of this holds by these house rules.")
    why = f"{_true(len(key), len(options_))} The others are not."
    return Puzzle(
        theme="true-or-not",
        form="tick",
        question="Which of these are true at your table?",
        position={},
        key=sorted(key),
        clauses=kept(clauses, options, STATEMENTS),
        why=why if 0 < len(key) < len(options_) else _true(len(key), len(options_)),
        options=tuple(options_),
        reasons=reasons,
        hints=(
            "Think of your own house rules, not of the book.",
            rule_hint(clauses[0]),
            f"One of them is about “{title(clauses[-1])}”.",
            _true(len(key), len(options_)),
        ),
        rating=clamp(900 + 40 * len(options_)),
    )


def _true(right: int, number: int) -> str:
    if right == 0:
        return "None of them is true."
    return "All of them are true." if right == number else f"{right} of {number} {'is' if right == 1 else 'are'} true."


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
    Theme(
        "true-or-not",
        "True or not?",
        "Statements about the deal, the stock and the match, at your own table.",
        STATEMENTS,
        _make_statements,
        _pose_statements,
        aim=_about,
    ),
)
