"""Joins the log lines of a turn into sentences, and spells out card codes for screen readers.

A page shows, for example, “Odile draws a card from the stock, melds QC QH QD, and discards 9H.” A screen reader gets
“Odile draws a card from the stock, melds the queens of clubs, hearts, and diamonds, and discards the nine of hearts.”
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from games.cards import JOKER, RANK_NAMES, SUIT_NAMES, UNKNOWN, Card, join_card_names, parse_cards
from games.engine.view import Screen, Zone
from games.words import capitalize_first, format_count, join_words, spell_count, spell_times

_ONE = r"(?:\*|[A2-9TJQK][CDHS])(?:=(?:[A2-9TJQK][CDHS]|\?))?"
CARD = re.compile(rf"(?<![\w=*]){_ONE}(?![\w=*])([.,;:!?)”’]*)")
"""A pattern for a card code in a sentence, with the punctuation after it."""
_CARDS = re.compile(rf"(?<![\w=*]){_ONE}(?: {_ONE})*(?![\w=*])")
CARDS = re.compile(rf"({_CARDS.pattern})([.,;:!?)”’]*)")
"""A pattern for the codes of consecutive cards in a sentence, with the punctuation after them."""
_ONE_DID = re.compile(rf"([a-z]+) ({_ONE})((?: [a-z ]+)?)(;.*)?")
"""A pattern for one action with one card: the verb, the card, the place, and the result after a semicolon."""
_TWO = re.compile(r"[^:]* and (?!\d)")
"""A pattern for a part with two actions. Two numbers, and anything after a colon, don't count."""
_MANY = re.compile(rf" and |,| · |{_ONE} {_ONE}")
IN_VIEW = ("row", "rows", "trick")
"""Layouts in which every card is visible, so that the spoken description of the table names each one."""
OWN = ("You", "Your stand-in")
"""The beginnings of sentences about the reader, or about a bot in the reader's place."""


# -- a turn in one sentence --------------------------------------------------------------------------------------------


class LogLine(NamedTuple):
    """A log line. If it describes an action, `who` is the player and `did` is the rest of the sentence."""

    text: str
    who: str = ""
    did: str = ""


def join_lines_into_sentences(lines: Iterable[LogLine]) -> list[str]:
    """Join lines into sentences. Consecutive actions of a player are joined after the player's name."""
    found: list[str] = []
    plain = False
    for who, group in groupby(lines, key=lambda line: line.who):
        if not who:
            found += [line.text for line in group]
            plain = False
            continue
        did = _join_actions([line.did for line in group])
        if plain and not _MANY.search(did):
            found[-1] = f"{found[-1][:-1]}, and {who[0].lower() + who[1:] if who in OWN else who} {did}."
            plain = False
        else:
            found.append(f"{who} {did}.")
            plain = not _MANY.search(did)
    return found


def _join_actions(parts: Sequence[str]) -> str:
    """Join a player's actions, with commas where “and” alone would be ambiguous.

    The same action with several cards becomes one action: “turns 4S, 9D, and TH”, “draws twice”.
    """
    if len(parts) > len(set(parts)) == 1:
        return f"{parts[0]} {spell_times(len(parts))}"
    done = [found for found in map(_ONE_DID.fullmatch, parts) if found]
    alike = len(done) == len(parts) > 1 and len({(found[1], found[3]) for found in done}) == 1
    if alike and not any(one[4] for one in done[:-1]):
        return f"{done[0][1]} {join_words([found[2] for found in done])}{done[0][3]}{done[-1][4] or ''}"
    *before, last = parts
    if before and _TWO.match(last):
        return ", ".join(parts)
    if len(before) > 1 or any(_MANY.search(part) for part in before):
        return f"{', '.join(before)}, and {last}"
    return join_words(parts)


class LoggedMove(NamedTuple):
    """A recorded move with its number, its seat, and its lines in the log.

    `closes` says whether the move ends something, such as a trick.
    """

    number: int
    seat: int
    lines: Sequence[LogLine]
    closes: bool


class LoggedTurn(NamedTuple):
    """A seat's consecutive moves as one text. `number` is the number of the last of these moves.

    `over` says that the seat's turn is over.
    """

    number: int
    seat: int
    text: str
    over: bool


def group_moves_into_turns(moves: Iterable[LoggedMove], waiting: Sequence[int]) -> list[LoggedTurn]:
    """Group moves into turns, oldest first, without turns that have no text.

    `waiting` are the seats that can move now.
    """
    found = list(_split_moves_by_turn(moves))
    turns = []
    for at, turn in enumerate(found, 1):
        text = _join_turn_lines(tuple([line for made in turn for line in made.lines]))
        last = turn[-1]
        if text:
            over = at < len(found) or last.closes or list(waiting) != [last.seat]
            turns.append(LoggedTurn(last.number, last.seat, text, over))
    return turns


@lru_cache(maxsize=4096)
def _join_turn_lines(lines: tuple[LogLine, ...]) -> str:
    """Join the lines of a turn into one text. It's cached, because only the newest turn changes."""
    return " ".join(join_lines_into_sentences(lines))


def _split_moves_by_turn(moves: Iterable[LoggedMove]) -> Iterator[list[LoggedMove]]:
    turn: list[LoggedMove] = []
    for made in moves:
        if turn and (turn[-1].closes or turn[-1].seat != made.seat):
            yield turn
            turn = []
        turn.append(made)
    if turn:
        yield turn


def list_unfinished_turns(turns: Sequence[LoggedTurn], seat: int | None) -> list[LoggedTurn]:
    """Return a list with a seat's unfinished turn, which is the last one of `turns`.

    The list is empty if another seat moved last, or if the seat's last turn is over.
    """
    own = next((at for at in range(len(turns), 0, -1) if turns[at - 1].seat != seat or turns[at - 1].over), 0)
    return list(turns[own:])


def list_turns_since_own(turns: Sequence[LoggedTurn], seat: int | None) -> list[LoggedTurn]:
    """Return the other seats' turns since a seat's last finished turn, or all their turns if it hasn't had one."""
    left = turns[: len(turns) - len(list_unfinished_turns(turns, seat))]
    own = next((at for at in range(len(left), 0, -1) if left[at - 1].seat == seat), 0)
    return list(left[own:])


# -- state of the table ------------------------------------------------------------------------------------------------


def describe_table(screen: Screen, names: Mapping[int, str]) -> str:
    """Describe a table in sentences: the prompt for the viewer, the other players, the visible cards, and more."""
    said = [screen.prompt]
    for note in screen.seats:
        if note.seat != screen.seat:
            side = describe_relation_to_viewer(screen, note.seat)
            known = [side, "dealer" if note.dealer else "", *note.texts, note.score]
            melds = [
                " ".join(zone.cards) for zone in screen.zones if zone.owner == note.seat and zone.layout == "melds"
            ]
            laid = f"has melded {' · '.join(melds)}" if melds else ""
            said.append(f"{names[note.seat]}: {', '.join(filter(None, [*known, laid]))}.")
    for zone in screen.zones:
        if zone.owner is None:
            top = zone.cards[-1] if zone.cards and zone.layout in ("line", "pile") else UNKNOWN.code
            newest = "" if top == UNKNOWN.code else f", the last {top}"
            lying = _describe_visible_cards(screen, names, zone)
            coming = f", then {join_words(zone.coming, 'or')}" if zone.coming else ""
            said.append(f"{zone.label}: {lying}{newest}{coming}.")
    said += [f"{sign.label}: {sign.words}." for sign in screen.signs]
    said += [f"{label}: {value}." for label, value in screen.facts]
    return " ".join(filter(None, said))


def _describe_visible_cards(screen: Screen, names: Mapping[int, str], zone: Zone) -> str:
    """Return the cards of a zone as codes, with each card's player if the zone has them.

    If the cards aren't all visible, returns their number instead.
    """
    if not zone.cards or zone.layout not in IN_VIEW:
        return format_count(zone.card_count, "card")
    if not zone.seats:
        return " ".join(zone.cards)
    players = ("you" if seat == screen.seat else names[seat] for seat in zone.seats)
    return ", ".join(
        f"{player} {'played' if index else 'led'} {code}"
        for index, (player, code) in enumerate(zip(players, zone.cards, strict=True))
    )


def describe_relation_to_viewer(screen: Screen, seat: int) -> str:
    """Return a seat's relation to the viewer, such as “your partner”, or "" without teams or for a spectator."""
    sides = {note.seat: note.side for note in screen.seats if note.side is not None}
    if seat == screen.seat or seat not in sides or screen.seat not in sides:
        return ""
    if sides[seat] != sides[screen.seat]:
        return "other team"
    return "your partner" if [*sides.values()].count(sides[seat]) == 2 else "your team"


# -- aloud -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def spell_out_cards(text: str) -> str:
    """Spell out cards in a text: “the ten of spades”, “the queens of clubs, hearts, and diamonds”."""
    text = text.replace("`", "").replace(" · ", "; ")
    return _CARDS.sub(_spell_out_match, text)


@lru_cache(maxsize=4096)
def name_cards_in_sentence(codes: str) -> str:
    """Return the names of cards without articles: “queens of clubs and hearts”.

    The sentence around the cards might already have an article before them.
    """
    cards = parse_cards(codes)
    is_joker_before_others = JOKER in cards and any(card is not JOKER for card in cards[cards.index(JOKER) :])
    is_card_repeated_in_suit = len({*cards}) < len(cards) and len({card.suit for card in cards}) == 1
    if UNKNOWN in cards or is_joker_before_others or is_card_repeated_in_suit:
        named = join_card_names(cards).replace("unknown", "face-down")
    else:
        named = _name_cards(cards)
    return named.replace("the ", "")


def _spell_out_match(found: re.Match[str]) -> str:
    names = _name_cards(parse_cards(found[0]))
    return capitalize_first(names) if found.string[: found.start()].endswith(("", ". ")[found.start() > 0]) else names


def _name_cards(cards: Sequence[Card]) -> str:
    """Return cards by their full names. A common rank or suit occurs only once, and jokers come last."""
    jokers = [card for card in cards if card is JOKER]
    others = [card for card in cards if card is not JOKER]
    if jokers and len(others) > 1:
        return f"{_name_cards(others)}, and {'the joker' if len(jokers) == 1 else spell_count(len(jokers), 'joker')}"
    if len(others) > 1 and all(card.natural for card in cards):
        if len({card.suit for card in cards}) == 1:
            return f"the {join_words([RANK_NAMES[card.rank] for card in cards])} of {SUIT_NAMES[cards[0].suit]}"
        if len({card.rank for card in cards}) == 1:
            rank = RANK_NAMES[cards[0].rank]
            plural = f"{rank}es" if rank.endswith("x") else f"{rank}s"
            return f"the {plural} of {join_words([SUIT_NAMES[card.suit] for card in cards])}"
    return join_card_names(cards).replace(" standing for the unknown card", "").replace(" standing for ", " as ")
