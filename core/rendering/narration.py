"""What was told at a table, put together: a turn in one sentence to be read, and aloud with full names of its cards.

Odile draws a card from the stock, lays QC QH QD, and discards 9H.
Odile draws a card from the stock, lays the queens of clubs, hearts and diamonds, and discards the nine of hearts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from games.cards import JOKER, RANK_NAMES, SUIT_NAMES, UNKNOWN, Card, parse_cards, spoken
from games.engine.view import Screen
from games.words import capital, figure, listed, many, often

_ONE = r"(?:\*|[A2-9TJQK][CDHS])(?:=(?:[A2-9TJQK][CDHS]|\?))?"
CARD = re.compile(rf"(?<![\w=*]){_ONE}(?![\w=*])([.,;:!?)”’]*)")
"""A card in a sentence, and the mark behind it."""
_CARDS = re.compile(rf"(?<![\w=*]){_ONE}(?: {_ONE})*(?![\w=*])")
_ONE_DID = re.compile(rf"([a-z]+) ({_ONE})((?: [a-z ]+)?)(;.*)?")
"""Something that was done with one card, where, and what came of it."""
_TWO = re.compile(r"[^:]* and (?!\d)")
"""Two things that were done, in one part; not two figures, nor what is told behind a colon."""
_MANY = re.compile(rf" and |,| · |{_ONE} {_ONE}")
IN_VIEW = ("row", "rows", "trick")
"""Layouts in which every card is seen, so that each is said."""
OWN = ("You", "Your stand-in")
"""What the reader, and a bot in the reader's place, are called at the beginning of a sentence."""


# -- a turn in one sentence --------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """Something that was told. Where it is that somebody did something, `who` and what they `did`."""

    text: str
    who: str = ""
    did: str = ""


def in_sentences(lines: Iterable[Line]) -> list[str]:
    """The lines in sentences, with a name said once for all that its player did without a break."""
    found: list[str] = []
    plain = False
    for who, group in groupby(lines, key=lambda line: line.who):
        if not who:
            found += [line.text for line in group]
            plain = False
            continue
        did = _strung([line.did for line in group])
        if plain and not _MANY.search(did):
            found[-1] = f"{found[-1][:-1]}, and {who[0].lower() + who[1:] if who in OWN else who} {did}."
            plain = False
        else:
            found.append(f"{who} {did}.")
            plain = not _MANY.search(did)
    return found


def _strung(parts: Sequence[str]) -> str:
    """Return what somebody did, one thing after the other; a comma where “and” alone would not tell them apart.

    Who does the same with one card after the other does it with all of them: “turns 4S, 9D and TH”, “draws twice”.
    """
    if len(parts) > len(set(parts)) == 1:
        return f"{parts[0]} {often(len(parts))}"
    done = [found for found in map(_ONE_DID.fullmatch, parts) if found]
    alike = len(done) == len(parts) > 1 and len({(found[1], found[3]) for found in done}) == 1
    if alike and not any(one[4] for one in done[:-1]):
        return f"{done[0][1]} {listed([found[2] for found in done])}{done[0][3]}{done[-1][4] or ''}"
    *before, last = parts
    if before and _TWO.match(last):
        return ", ".join(parts)
    if len(before) > 1 or any(_MANY.search(part) for part in before):
        return f"{', '.join(before)}, and {last}"
    return listed(parts)


class LoggedMove(NamedTuple):
    """A move of a table's record: who made it, and what was told of it. What `closes` something ends a turn."""

    number: int
    seat: int
    lines: Sequence[Line]
    closes: bool


class LoggedTurn(NamedTuple):
    """What a seat did without a break, up to move `number`; `over` if it is not its turn any more."""

    number: int
    seat: int
    text: str
    over: bool


def in_turns(moves: Iterable[LoggedMove], waiting: Sequence[int]) -> list[LoggedTurn]:
    """Moves as turns, oldest first, without those of which nothing is told; `waiting` may move now."""
    found = list(_turns(moves))
    turns = []
    for at, turn in enumerate(found, 1):
        text = _in_one(tuple([line for made in turn for line in made.lines]))
        last = turn[-1]
        if text:
            over = at < len(found) or last.closes or list(waiting) != [last.seat]
            turns.append(LoggedTurn(last.number, last.seat, text, over))
    return turns


@lru_cache(maxsize=4096)
def _in_one(lines: tuple[Line, ...]) -> str:
    """A turn's lines: all but the newest were told before."""
    return " ".join(in_sentences(lines))


def _turns(moves: Iterable[LoggedMove]) -> Iterator[list[LoggedMove]]:
    turn: list[LoggedMove] = []
    for made in moves:
        if turn and (turn[-1].closes or turn[-1].seat != made.seat):
            yield turn
            turn = []
        turn.append(made)
    if turn:
        yield turn


def begun(turns: Sequence[LoggedTurn], seat: int | None) -> list[LoggedTurn]:
    """Return what a seat has done of the turn that it is at."""
    own = next((at for at in range(len(turns), 0, -1) if turns[at - 1].seat != seat or turns[at - 1].over), 0)
    return list(turns[own:])


def since(turns: Sequence[LoggedTurn], seat: int | None) -> list[LoggedTurn]:
    """Those of the others since the last turn of a seat; while it is at it, since the one before."""
    left = turns[: len(turns) - len(begun(turns, seat))]
    own = next((at for at in range(len(left), 0, -1) if left[at - 1].seat == seat), 0)
    return list(left[own:])


# -- how things stand --------------------------------------------------------------------------------------------------


def standing(screen: Screen, names: Mapping[int, str]) -> str:
    """Return what one sees of a table at a glance, in sentences: what is asked, each player, what lies there."""
    said = [screen.prompt]
    for note in screen.seats:
        if note.seat != screen.seat:
            known = ["dealer" if note.dealer else "", *note.note.split(" · "), note.score]
            melds = [
                " ".join(zone.cards) for zone in screen.zones if zone.owner == note.seat and zone.layout == "melds"
            ]
            laid = f"has laid {' · '.join(melds)}" if melds else ""
            said.append(f"{names[note.seat]}: {', '.join(filter(None, [*known, laid]))}.")
    for zone in screen.zones:
        if zone.owner is None:
            top = zone.cards[-1] if zone.cards and zone.layout in ("line", "pile") else UNKNOWN.code
            newest = "" if top == UNKNOWN.code else f", the last {top}"
            lying = " ".join(zone.cards) if zone.cards and zone.layout in IN_VIEW else figure(zone.count, "card")
            coming = f", then {listed(zone.coming, 'or')}" if zone.coming else ""
            said.append(f"{zone.label}: {lying}{newest}{coming}.")
    said += [f"{sign.label}: {sign.words}." for sign in screen.signs]
    said += [f"{label}: {value}." for label, value in screen.facts]
    return " ".join(filter(None, said))


# -- aloud -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def aloud(text: str) -> str:
    """The text as one reads it out: “the ten of spades”, “the queens of clubs, hearts and diamonds”."""
    text = text.replace("`", "").replace(" · ", "; ")
    return _CARDS.sub(_read, text)


def _read(found: re.Match[str]) -> str:
    names = _named(parse_cards(found[0]))
    return capital(names) if found.string[: found.start()].endswith(("", ". ")[found.start() > 0]) else names


def _named(cards: Sequence[Card]) -> str:
    """Cards by their full names: what all have in common, rank or suit, is said once, and jokers come last."""
    jokers = [card for card in cards if card is JOKER]
    others = [card for card in cards if card is not JOKER]
    if jokers and len(others) > 1:
        return f"{_named(others)}, and {'the joker' if len(jokers) == 1 else many(len(jokers), 'joker')}"
    if len(others) > 1 and all(card.natural for card in cards):
        if len({card.suit for card in cards}) == 1:
            return f"the {listed([RANK_NAMES[card.rank] for card in cards])} of {SUIT_NAMES[cards[0].suit]}"
        if len({card.rank for card in cards}) == 1:
            rank = RANK_NAMES[cards[0].rank]
            plural = f"{rank}es" if rank.endswith("x") else f"{rank}s"
            return f"the {plural} of {listed([SUIT_NAMES[card.suit] for card in cards])}"
    return spoken(cards).replace(" standing for the unknown card", "").replace(" standing for ", " as ")
