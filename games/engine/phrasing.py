"""Sentences for facts and goals, as spoken to the player in seat 0.

The `words` of a fact or goal are its arguments, such as `2` in “held 2”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.cards import RANK_NAMES, RANKS, SUIT_NAMES, Card, parse_cards
from games.engine.clause import quote_card_codes
from games.engine.state import DEALER, State
from games.engine.state_parts import Phase
from games.errors import RulesError
from games.words import address_sentence_to_seat, capitalize_first, join_words, spell_number, spell_ordinal

if TYPE_CHECKING:
    from games.engine.facts_and_goals import Fact, Goal, Value
    from games.engine.game import Game

_GAP = re.compile(r"(`?)\{([a-z]+)\}\1")
_SEAT = re.compile(r"\{(\d+)\}")
_OWNED = re.compile(r"\{(\d+)\}’s ([a-z]+(?: \d+)?)")
"""A thing of a player’s: “{1}’s hand”, “{1}’s meld 2”."""
_THINGS = re.compile(r"\{value\} (?:wild )?[a-z]+s\b")
_NONE = re.compile(r"(^|There are |\b(?:has|have) )\{value\}")
_ABOUT = re.compile(r"(It|They|That|Of|To|By|There are \{value\}\.)\b")
"""Beginnings of sentences that make sense only after their question."""
_RANKS = {rank: f"{name}s" for rank, name in zip(RANKS, RANK_NAMES[1:], strict=True)} | {"6": "sixes", "*": "jokers"}
NOBODY, NOTHING = "nobody", "none"


def phrase_question(game: Game[Any], fact: Fact, words: Sequence[str], seats: int) -> str:
    """Return the question that asks for a fact with these arguments (`words`)."""
    return replace_seats_by_words(_fill_gaps_except_value(game, fact.question, fact, words), seats)


def phrase_turn(game: Game[Any], state: State) -> str:
    """Return the sentence “It's your turn”, with the stage of the turn if the table doesn't show it."""
    part = game.state.keys["phase"]
    stage = part.stages.get(state.phase) if isinstance(part, Phase) else None
    return f"It’s your turn, and {stage}." if stage else "It’s your turn."


def phrase_answer(game: Game[Any], fact: Fact, words: Sequence[str], value: Value, seats: int) -> str:
    """Return the sentence that answers a fact's question with this value."""
    if fact.kind in ("player", "players"):
        people = _phrase_value(fact.kind, value)
        return "Nobody." if people == NOBODY else replace_seats_by_words(f"It’s {people}.", seats)
    text = replace_seats_by_words(phrase_fact(game, fact, words, value), seats)
    if value is not False:
        return text
    return f"It isn’t true that {text if text.startswith('`') else text[:1].lower() + text[1:]}"


def phrase_calculation(game: Game[Any], text: str, state: State) -> str:
    """Return the calculation of a fact's number as text, or "" if its value isn't a number.

    `text` is the fact's name and arguments.
    """
    name, *words = text.split()
    working = game.all_facts[name].explain_calculation(state, 0, words)
    return replace_seats_by_words(str(working), state.seats) if working else ""


def phrase_statement(game: Game[Any], fact: Fact, words: Sequence[str], value: Value, seats: int) -> str:
    """Return a sentence that states that the fact has this value.

    For a yes-or-no fact, the sentence always says that the fact is true.
    """
    return replace_seats_by_words(phrase_fact(game, fact, words, value), seats)


def phrase_goal(game: Game[Any], text: str, seats: int) -> str:
    """Return a sentence that states that a goal is reached. `text` is the goal's name and arguments."""
    name, *words = text.split()
    if name == "so":
        question, _, wanted = " ".join(words).partition(" = ")
        name, *arguments = question.split()
        return _phrase_goal_of_fact(game, game.all_facts[name], arguments, wanted, seats)
    goal = game.all_goals[name]
    return replace_seats_by_words(_fill_gaps_except_value(game, goal.sentence, goal, words).replace("?.", "?"), seats)


def _phrase_goal_of_fact(game: Game[Any], fact: Fact, words: Sequence[str], wanted: str, seats: int) -> str:
    """Return a sentence that states that a fact has a value, to describe a goal.

    `wanted` is the value as text. `words` are the arguments of the fact. If the sentence makes no sense by itself, the
    fact's question comes before it.
    """
    value = fact.parse_fact_value(wanted)
    if fact.kind in ("player", "players"):
        return phrase_statement(game, fact, words, value, seats)
    answer = phrase_answer(game, fact, words, value, seats)
    return f"{phrase_question(game, fact, words, seats)} {answer}" if _ABOUT.match(fact.sentence) else answer


def phrase_fact(game: Game[Any], fact: Fact, words: Sequence[str], value: Value) -> str:
    """Return a sentence that states that a fact has a value, with `{0}` for the name of seat 0."""
    text = _fill_gaps_except_value(game, fact.sentence, fact, words)
    if fact.kind == "number" and type(value) is int:
        return _fill_in_number(text, value)
    return text.replace(
        "{value}", _phrase_word(game, str(value)) if fact.kind == "word" else _phrase_value(fact.kind, value)
    )


def replace_seats_by_words(text: str, seats: int) -> str:
    """Replace `{0}`, `{1}`, … in a text with words for these players, as spoken to seat 0, who is “you”."""
    text = address_sentence_to_seat(text, 0)
    text = _OWNED.sub(lambda match: f"the {match[2]} of {describe_seat(int(match[1]), seats)}", text)
    return capitalize_first(_SEAT.sub(lambda found: describe_seat(int(found[1]), seats), text))


def describe_seat(seat: int, seats: int) -> str:
    """Return how to call a seat when speaking to seat 0: “you”, “the player on your left”, …

    Seats count clockwise, so seat 1 is on seat 0's left.
    """
    if seat == 0:
        return "you"
    if seats == 2:
        return "the other player"
    if seat == 1:
        return "the player on your left"
    if seat == seats - 1:
        return "the player on your right"
    return "the player opposite you" if 2 * seat == seats else f"the {spell_ordinal(seat)} player on your left"


# -- filling the gaps ------------------------------------------------------------------------------


def can_omit_goal_argument(goal: Goal, name: str) -> bool:
    """Return whether a goal's sentence makes sense without the part that shows this argument.

    For example, “, with … in it” can be left out of “You have laid a run, with … in it.”
    """
    return _build_optional_words_pattern(name).search(goal.sentence) is not None


def _build_optional_words_pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf",[^,{{}}]*\{{{name}\}}[^,.]*")


def _fill_gaps_except_value(game: Game[Any], text: str, asked: Fact | Goal, words: Sequence[str]) -> str:
    """Fill in all slots of a text except `{value}`.

    The slots are named after the arguments of the fact or goal `asked`, and `words` are the values of these arguments.
    """
    left, fillings = list(words), {}
    for parameter in asked.takes:
        many, name = parameter.kind is parameter.VAR_POSITIONAL, parameter.name
        taken, left = (left, []) if many else (left[:1], left[1:])
        is_seat = parameter.annotation == "Seat" and taken
        fillings[name] = f"{{{taken[0]}}}" if is_seat else _phrase_argument(game, name, taken)
        if many and not taken:
            text = _build_optional_words_pattern(name).sub("", text)
        if parameter.annotation == "int" and taken == ["1"]:
            text = re.sub(rf"(\{{{name}\}} (?:wild )?[a-z]+)s\b", r"\1", text)
    return _GAP.sub(lambda match: match[0] if match[2] == "value" else fillings[match[2]], text)


def _phrase_argument(game: Game[Any], name: str, words: Sequence[str]) -> str:
    text = " ".join(words)
    if name == "rank" and text in _RANKS:
        return _RANKS[text]
    if name == "suit" and text in SUIT_NAMES:
        return SUIT_NAMES[text]
    if name == "move":
        return _phrase_move(game, text)
    return _phrase_word(game, text)


def _phrase_word(game: Game[Any], word: str) -> str:
    """Return a word as readers see it: a clause id as its title, and cards in backticks."""
    if word in game.clauses:
        return f"“{game.rulebook.get_clause_title(word)}”"
    return f"`{word}`" if _try_parse_cards(word) else quote_card_codes(game.format_fact_word(word))


def _phrase_move(game: Game[Any], text: str) -> str:
    """Return a move in the game's words, or the label of a verb if the text is just a verb."""
    verb = game.verbs.get(text)
    if verb:
        return verb.label or capitalize_first(verb.words)
    try:
        return quote_card_codes(game.describe_move(game.parse_move(text)))
    except RulesError:
        return quote_card_codes(text)


def _try_parse_cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except RulesError:
        return ()


def _phrase_value(kind: str, value: Value) -> str:
    if kind == "player":
        return NOBODY if value is None else f"{{{value}}}"
    if kind == "players" and isinstance(value, list):
        return join_words([f"{{{seat}}}" for seat in value if seat != DEALER]) or NOBODY
    if kind == "cards":
        return f"`{value}`" if value else NOTHING
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _fill_in_number(text: str, number: int) -> str:
    """Fill in a number in a sentence and fit its grammar: “There is one card”, “None are in it”, “It costs 0”."""
    things = _THINGS.search(text)
    if number == 1:
        text = text.replace("There are {value}", "There is {value}")
        text = re.sub(r"(\{value\} (?:wild )?[a-z]+)s\b", r"\1", text) if things else text
        text = re.sub(r"(\{value\}(?: [a-z]+)*?) are\b", r"\1 is", text)
        text = re.sub(r"(\{value\}(?: [a-z]+)*?) were\b", r"\1 was", text)
    none = NOTHING if _NONE.search(text) else "0"
    return text.replace("{value}", none if not number and not things else spell_number(number))
