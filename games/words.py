"""English text for readers: counts, lists in a sentence, and cards among words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from games.cards import Card, format_cards

_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_SECOND = (
    "adds|antes|asks|bets|calls|captures|chooses|covers|deals|declares|discards|draws|exchanges|flips|folds"
    "|gains|gets|gives|goes|has|is|keeps|lays|leads|leaves|loses|matches|melds|names|owes|passes|pays|picks"
    "|plays|puts|raises|reaches|returns|reveals|scores|shares|shows|swaps|takes|throws|trumps|turns|wins|wipes"
)
"""Verbs that change to the second person after “and” or a comma: “You draw a card and discard …”.

They're listed because a word after “and” isn't always a verb.
"""
_SEAT = re.compile(r"\{\d+\}")
_SENTENCE_GAP = re.compile(r"(?:(?<=[.?!])|(?<=[.?!]”)) (?=[A-Z`“])")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def spell_number(number: int) -> str:
    """Spell a number as in a sentence: “no”, “three”, “12”, “-3”."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def spell_ordinal(number: int) -> str:
    """Spell an ordinal number as in a sentence: “first”, “second”, “12th”."""
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    suffix = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def spell_count(number: int, thing: str) -> str:
    """Spell a count as in a sentence: “no cards”, “one card”, “three cards”, “12 cards”."""
    return f"{spell_number(number)} {thing if number == 1 else f'{thing}s'}"


def format_count(number: int, thing: str) -> str:
    """Format a count in digits: “0 cards”, “1 card”, “3 cards”."""
    return f"{number} {thing if number == 1 else f'{thing}s'}"


def get_first_sentence(text: str) -> str:
    """Return the first sentence of a one-line text."""
    return get_first_sentences(text, 1)


def get_first_sentences(text: str, count: int) -> str:
    """Return the first sentences of a one-line text, or the whole text if it has fewer than `count`."""
    return " ".join(_SENTENCE_GAP.split(text)[:count])


def spell_times(number: int) -> str:
    """Spell a number of times: “never”, “once”, “twice”, “three times”."""
    return ("never", "once", "twice")[number] if number < 3 else f"{spell_number(number)} times"


def spell_how_many(number: int, group: str, verb: str) -> str:
    """Say how many of a group do something: “None of your cards fit”, “One of the five cards fits”.

    `verb` is in the third person singular, such as “fits”.
    """
    return (
        f"{capitalize_first(spell_number(number) if number else 'none')} of {group} "
        f"{verb if number == 1 else to_second_person(verb)}"
    )


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """Join parts of a sentence: “a”, “a and b”, “a, b, and c”. `last` is “and” or another word."""
    if len(parts) < 3:
        return f" {last} ".join(parts)
    return f"{', '.join(parts[:-1])}, {last} {parts[-1]}"


def join_actions(actions: Sequence[str]) -> str:
    """Join actions with “or”, naming a verb only once: “call, or declare a straight or a flush”."""
    parts = list[str]()
    for verb, group in groupby(actions, key=lambda action: action.partition(" ")[0]):
        same = list(group)
        objects = [action.removeprefix(f"{verb} ") for action in same]
        parts += [f"{verb} {join_words(objects, 'or')}"] if len(same) > 1 and verb not in same else same
    if len(parts) < 2 or len(parts) == len(actions):
        return join_words(parts, "or")
    return f"{', '.join(parts[:-1])}, or {parts[-1]}"


def capitalize_first(text: str) -> str:
    """Return the text with its first letter in upper case and everything else unchanged."""
    return text[:1].upper() + text[1:]


def add_article(name: str) -> str:
    """Return the name of a rank with its article, such as “an ace”."""
    return f"{'an' if name in ('ace', 'eight') else 'a'} {name}"


def quote_cards(cards: Iterable[Card]) -> str:
    """Put card codes in backticks, so that a page draws them as cards."""
    return f"`{format_cards(cards)}`"


def address_sentence_to_seat(text: str, seat: int) -> str:
    """Convert a sentence about a player to the second person, for that player to read.

    `text` names players by seat in braces, such as “{0} draws.” `seat` is the reader's seat: for 0, the result is “You
    draw.” Questions are converted, too (“How many cards do you hold?”).
    """
    you = re.escape(f"{{{seat}}}")
    text = re.sub(rf"{you}[’']s\b", lambda match: _capitalize_at_start(text, match.start(), "your"), text)
    text = re.sub(
        rf"\b([Tt])he ([a-z]+) of {you}", lambda match: f"{'Y' if match[1] == 'T' else 'y'}our {match[2]}", text
    )
    text = re.sub(rf"\bth(at|ose) of {you}", "yours", text)
    if text.endswith("?"):
        text = re.sub(rf"\bof {you}", "of yours", text)
        text = re.sub(
            rf"\b([DdHhIiWw])(oes|as|s) {you}",
            lambda match: f"{_conjugate_question_verb(match[1] + match[2])} you",
            text,
        )
    sentence = re.sub(
        rf"{you} ([a-z]+)",
        lambda match: f"{_capitalize_at_start(text, match.start())} {to_second_person(match[1])}",
        text,
    )
    first, gap, rest = sentence.partition(". ")
    if first.startswith("You ") and not _SEAT.search(first):
        first = re.sub(rf"(\band|,) ({_SECOND})\b", lambda match: f"{match[1]} {to_second_person(match[2])}", first)
        sentence = first + gap + rest
    return re.sub(you, lambda match: _capitalize_at_start(sentence, match.start()), sentence)


def _capitalize_at_start(text: str, start: int, word: str = "you") -> str:
    return word.capitalize() if start == 0 or text[:start].endswith((". ", "! ", "? ")) else word


def _conjugate_question_verb(verb: str) -> str:
    """Conjugate a question's verb for “you”: “Do” for “Does”, “have” for “has”."""
    plain = to_second_person(verb.lower())
    return plain.capitalize() if verb[0].isupper() else plain


def to_second_person(verb: str) -> str:
    """Convert a verb from the third to the second person: “draws” to “draw”, “passes” to “pass”, “is” to “are”.

    Other words are returned unchanged.
    """
    if verb in _VERBS:
        return _VERBS[verb]
    if not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith(("shes", "ches", "sses", "xes", "zes")):
        return verb[:-2]
    return verb[:-3] + "y" if verb.endswith("ies") else verb[:-1]
