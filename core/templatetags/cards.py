"""Template tags for cards and tables: card faces, full names, zones, and the data for selecting cards.

The markup of a single card is built here and not in a template, because a table shows eighty of them. The face (rank
and pips) comes from `parts/card.html`, once per code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, escape, format_html, json_script
from django.utils.safestring import SafeString, mark_safe

from core.rendering.faces import draw_face
from core.rendering.narration import (
    CARD,
    CARDS,
    describe_relation_to_viewer,
    name_cards_in_sentence,
    spell_out_cards,
)
from core.rendering.table_context import DESCRIBED, WITHIN, AnswerCard, SeatAnswer, ZoneAnswerCards
from games.cards import JOKER, UNKNOWN, Card, parse_card
from games.engine.view import LAYOUTS, Action, Rung, Screen, SeatNote, Sign, Zone
from games.words import capitalize_first

register = template.Library()
register.filter("aloud", spell_out_cards)

MARKS = {
    "wild": "wild",
    "legal": "can be used now",
    "illegal": "illegal",
    "lit": "highlighted",
    "winning": "winning the trick",
    "right": "correct",
    "wrong": "incorrect",
    "missed": "correct, but not chosen",
}
SMALL_ZONE = 4
MOST_DIGITS = 12
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUITS_OF = {"red": "hearts, diamonds", "black": "spades, clubs"}
_SUITS_OF["color"] = _SUITS_OF["colour"] = "red: hearts, diamonds; black: spades, clubs"
_COLOUR = re.compile(r"\b(red|black|colou?r)\b(?![^<]*>)", re.IGNORECASE)


@register.filter
def card_name(code: str) -> str:
    """Return a card's full name: "ten of spades", "joker standing for the ten of spades", "face-down card"."""
    if code == "?":
        return "face-down card"
    return parse_card(code).name.removesuffix(" standing for the unknown card")


@register.filter
@lru_cache(maxsize=1024)
def card_codes(text: str) -> str:
    """Return the codes of the cards in a text, separated by spaces."""
    return " ".join(match[0].removesuffix(match[1]) for match in CARD.finditer(text))


@register.simple_tag
@lru_cache(maxsize=8192)
def card(
    code: str,
    select: bool = False,
    zone: str = "",
    index: int | None = None,
    copy: int = 1,
    pressed: bool = False,
    dim: bool = False,
    mark: str = "",
    size: str = "",
    wild: bool = False,
    tick: AnswerCard | None = None,
    fresh: bool = False,
    word: str = "",
) -> SafeString:
    """Render one card. With `select`, it's a button.

    `zone`, `index`, and `copy` (the number among identical cards) say where the card is, and give it a stable id. With
    `tick`, the card is an answer to choose in the puzzle's form. `pressed` is for a selected button, and `dim` for a
    card drawn faintly. `mark` is a key of `MARKS` or empty, `wild` is for a wild card, `fresh` for a card just drawn,
    and `word` is another word about the card. These four can be combined, and are part of the accessible name. `size`
    is "small", "large", or empty.

    Raises BadText for an invalid code.
    """
    drawn = _render_card_face(code)
    if mark == "wild":
        wild, mark = True, ""
    name = ", ".join(
        filter(
            None,
            (
                drawn.name,
                MARKS["wild"] if wild else "",
                MARKS.get(mark, ""),
                "just drawn" if fresh else "",
                escape(word),
            ),
        )
    )
    classes = " ".join(filter(None, ("card", drawn.css, size, "dim" if dim else "")))
    place = f' id="{_build_element_id(zone, code, copy)}" data-zone="{escape(zone)}"' if zone else ""
    if index is not None:
        place += f' data-index="{int(index)}"'
    if mark:
        place += f' data-mark="{escape(mark)}"'
    if wild:
        place += " data-wild"
    star = _STAR if wild and drawn.code != "*" else ""
    common = f'class="{classes}"{place} data-code="{escape(drawn.code)}" aria-label="{name}"'
    if tick is not None and tick.kind:
        box = format_html(
            '<input class="visually-hidden" type="{}" form="puzzle-answer" name="answer" value="{}" aria-label="{}"{}>',
            *(tick.kind, tick.value, name, mark_safe(" checked") if tick.chosen else ""),
        )
        label = f'<label class="{classes}"{place} data-code="{escape(drawn.code)}">'
        return mark_safe(f"{label}{box}{drawn.face}{star}</label>")
    if not select:
        return mark_safe(f'<span role="img" {common}>{drawn.face}{star}</span>')
    down = "true" if pressed else "false"
    return mark_safe(f'<button type="button" {common} aria-pressed="{down}">{drawn.face}{star}</button>')


@register.simple_tag
@lru_cache(maxsize=512)
def face(name: str, is_viewer: bool = False) -> SafeString:
    """Render the picture of a player. The player's name has to be next to it."""
    return mark_safe(draw_face(name, is_viewer))


@register.simple_tag
def sign_picture(sign: Sign) -> SafeString:
    """Render the picture of a sign: information on the table other than cards, such as tokens or the trump suit.

    It's hidden from screen readers, because the sign's words are next to it.
    """
    return mark_safe(f'<span class="picture" aria-hidden="true">{_PICTURES[sign.kind](sign)}</span>')


@register.simple_tag
def card_pictures(codes: Iterable[str]) -> SafeString:
    """Render cards. Each is given as its code, as a rank if it can have any suit, or as `-` if it can be any card."""
    return mark_safe("".join(card(code) if len(code) > 1 else _render_rank_card(code) for code in codes))


@register.simple_tag
def mini_card(code: str) -> SafeString:
    """Render a card inside a line of text."""
    return render_cards_in_sentence(code)


@register.simple_tag
def card_back() -> SafeString:
    """Draw a small face-down card inside something that is hidden from screen readers."""
    return _draw_mini_card(UNKNOWN.code)


@register.filter
def minus(number: int | str) -> str:
    """Format a number with a real minus sign, which is as wide as a plus sign."""
    return re.sub(r"^-(?=\d)", "\N{MINUS SIGN}", str(number))


@register.filter
def short_number(number: int) -> str:
    """Format a number so that it fits in a picture. A very large one uses powers of ten: “−3.46 × 10⁸²”."""
    digits = str(abs(number))
    if len(digits) <= MOST_DIGITS:
        return minus(number)
    power = str(len(digits) - 1).translate(_RAISED)
    return minus(f"{'-' if number < 0 else ''}{digits[0]}.{digits[1:3]} \N{MULTIPLICATION SIGN} 10{power}")


@register.filter
def card_words(text: str) -> str:
    """Replace card codes in a plain text with full names: "ten of spades"."""
    return CARD.sub(lambda found: card_name(found[0].removesuffix(found[1])) + found[1], text.replace("`", ""))


@register.filter
@lru_cache(maxsize=4096, typed=True)
def card_text(text: str) -> SafeString:
    """Render text as HTML, with card codes drawn as small cards, without the backticks around them."""
    return mark_safe(CARDS.sub(_render_matched_cards, add_suits_to_colors(conditional_escape(text).replace("`", ""))))


def add_suits_to_colors(html: str) -> str:
    """Add the suits' names after “red”, “black”, and “color” in HTML.

    They're for readers who have chosen four colors for the four suits.
    """
    return _COLOUR.sub(
        lambda found: f'{found[0]}<span class="four-colours"> ({_SUITS_OF[found[1].lower()]})</span>', html
    )


def _render_matched_cards(found: re.Match[str]) -> str:
    return render_cards_in_sentence(found[1], found[2])


@lru_cache(maxsize=4096)
def render_cards_in_sentence(codes: str, mark: str = "", css: str = "") -> SafeString:
    """Render cards inside a line of text, with the punctuation `mark` after them.

    Screen readers get the cards' names as words of the sentence, and skip the small cards that are drawn. No line break
    separates the last card from the punctuation.
    """
    *others, last = map(_draw_mini_card, codes.split())
    drawn = " ".join([*others, f'<span class="kept">{last}{mark}</span>' if mark else last])
    return format_html(
        '<span class="visually-hidden">{}{}</span><span{} aria-hidden="true">{}</span>',
        name_cards_in_sentence(codes),
        mark,
        format_html(' class="{}"', css) if css else "",
        mark_safe(drawn),
    )


@register.simple_tag
def cards(codes: str | Iterable[str], layout: str = "row", size: str = "", label: str = "") -> SafeString:
    """Render cards for display only. `codes` is a string such as "7D QD 3H" or a list.

    `layout` and `size` select the style, and `label` is the accessible name of the list of cards.
    """
    listed = codes.split() if isinstance(codes, str) else list(codes)
    return format_html('<div class="cards-box">{}</div>', _render_card_list(listed, layout, size=size, label=label))


@register.simple_tag
def zone(
    zone: Zone,
    select: bool = False,
    marks: Mapping[str, str] | None = None,
    sort: bool = False,
    among: Collection[str] | None = None,
    names: Mapping[int, str] | None = None,
    you: int | None = None,
    ticks: ZoneAnswerCards | None = None,
) -> SafeString:
    """Render a zone of a table: a place for cards, such as a hand or the stock.

    With `select`, its cards are buttons if `among` (ids of zones) has the zone's id or is None. `marks` maps card codes
    to keys of `MARKS`. With `sort`, a hand has a control to change the order of its cards. If it matters who played a
    card, `names` has the players by seat, and the seat `you` is on the near side of the table. `ticks` has the cards
    that are answers to a puzzle.
    """
    select = bool(select) and (among is None or zone.id in among)
    marked = tuple(sorted(marks.items())) if marks else ()
    played = tuple(
        ((seat - (you or 0)) % len(names), "You" if seat == you else names[seat]) for seat in zone.seats if names
    )
    around = len(names) if names and zone.layout == "trick" else 0
    ticked = ticks.cards if ticks and ticks.zone == zone.id else ()
    sort = bool(sort) and is_hand_sorted(zone) and len(zone.cards) >= FEWEST_SORTED
    return _render_zone(zone, select, marked, sort, played, around, ticked)


def is_hand_sorted(zone: Zone) -> bool:
    """Return whether a zone is a hand that is drawn in sorted order: a fan in which every card is known."""
    return zone.layout == "fan" and bool(zone.cards) and UNKNOWN.code not in zone.cards


def list_sorted_indexes(zone: Zone) -> list[int]:
    """Return the indexes of a hand's cards in sorted order, with jokers last. `control.js` must sort the same way."""
    begin = max(DRAWN_SUITS.find(zone.trumps[:1]), 0)
    suits = DRAWN_SUITS[begin:] + DRAWN_SUITS[:begin]

    def get_sort_key(place: int) -> tuple[int, int]:
        code = zone.cards[place]
        if code[0] == JOKER.code:
            return LAST, LAST
        suit, rank = suits.index(code[1]), zone.ranks.find(code[0])
        return (rank, suit) if zone.sort == "rank" else (suit, rank)

    return sorted(range(len(zone.cards)), key=get_sort_key)


@dataclass(frozen=True)
class SeatLayout:
    """A player's part of the table: the player's name and notes, and the zones that belong to the player.

    A zone is a place for cards, such as a hand or a row of melds.
    """

    seat: int
    name: str
    note: SeatNote
    around: int = 0
    """The number of seats clockwise from the near side of the table."""
    side: str = ""
    """The player's relation to the viewer, such as “your partner”. It's empty if there are no partners."""
    mine: bool = False
    """Whether the player is on the viewer's team."""
    melds: tuple[Zone, ...] = ()
    hand: tuple[Zone, ...] = ()
    rest: tuple[Zone, ...] = ()
    answer: SeatAnswer | None = None
    """The answer that this player stands for, or None if the question isn't answered by choosing a player."""
    is_pointed_to: bool = False
    """Whether a sign points to this player, who gets the viewer's cards, for example."""

    @property
    def short_name(self) -> str:
        """The name as shown at the seat, without “the player”: “On your left”, “Second on your left”."""
        if not self.is_described:
            return self.name
        return capitalize_first(self.name.removeprefix("the ").replace("player ", "", 1))

    @property
    def is_described(self) -> bool:
        """Whether the player has no name, so that `name` describes the seat, as in “the player on your left”."""
        return self.name.startswith(DESCRIBED)

    @property
    def card_count(self) -> int:
        """The number of cards in the player's hand."""
        return sum(len(zone.cards) for zone in self.hand)

    @property
    def is_hand_spread(self) -> bool:
        """Whether the player's cards are drawn side by side, and not as a pile. False for an empty hand."""
        return any(zone.cards for zone in self.hand if zone.layout == "fan")

    @property
    def is_hand_face_down(self) -> bool:
        """Whether only backs of the player's cards are shown."""
        return all(code == UNKNOWN.code for zone in self.hand for code in zone.cards)

    @property
    def status_notes(self) -> list[str]:
        """The player's notes, without the number of cards, which a small card next to the name shows."""
        counts = (f"{self.card_count} card", f"{self.card_count} cards")
        return [text for text in self.note.texts if text not in counts]

    @property
    def score_note(self) -> str:
        """The player's score, or "" if there is none or a sign already shows it.

        A sign is a small picture with a short text, such as a stack of chips.
        """
        drawn = [sign.words for sign in self.note.signs]
        return minus(self.note.score) if self.note.score and self.note.score not in drawn else ""

    @property
    def player_notes(self) -> list[str]:
        """Everything in the line under the player's name."""
        return [*(["dealer"] if self.note.dealer else []), *self.status_notes, *filter(None, [self.score_note])]

    @property
    def face_down_codes(self) -> str:
        """A string with a `?` for each face-down card to draw, at most MOST_BACKS."""
        return "?" * min(self.card_count, MOST_BACKS)


@dataclass
class TableLayout:
    """The zones of a screen (places for cards, such as a hand), sorted by the parts of the page that show them.

    `others` and `you` have the zones of the seats. Zones without an owner are in `rows` (layout “rows”), in `lines`
    (wide zones, such as a trick), or in `odd` (small zones, such as a pile). `claims` are the signs for what players
    have said, and `signs` are all other signs. A sign is a small picture with a short text.
    """

    others: list[SeatLayout]
    you: SeatLayout | None
    odd: list[Zone]
    lines: list[Zone]
    rows: list[Zone]
    asked: frozenset[str]
    """The ids of zones from which some action takes cards now."""
    touched: frozenset[str]
    """The ids of zones that some action takes cards from or is aimed at now."""
    around: int
    """The number of players if a trick is drawn with each card in front of its player, otherwise 0."""
    claims: list[Sign]
    signs: list[Sign]
    is_turn_shared: bool
    """Whether several players choose at the same time, so that no seat is marked as next."""

    @property
    def is_yours_alone(self) -> bool:
        """Whether no other player can move now."""
        return not any(place.note.to_move for place in self.others)

    @property
    def holds_anything(self) -> bool:
        """Whether anything is on the table itself, besides the viewer's hand and the place for a trick."""
        own = self.you and (self.you.rest or self.you.melds)
        lines = any(zone.cards or zone.layout != "trick" for zone in self.lines)
        return bool(self.others or self.claims or self.odd or self.signs or lines or self.rows or own)


@register.simple_tag
def table_layout(
    screen: Screen,
    names: Mapping[int, str] | Sequence[str] | None = None,
    answers: Mapping[int, SeatAnswer] | None = None,
    is_turn_shared: bool = False,
) -> TableLayout:
    """Sort a screen's zones (places for cards) by their place on the page, and return them as a `TableLayout`.

    The other seats are in clockwise order from the viewer's left. If players are the answers to a question, `answers`
    has an answer for each of these seats. `is_turn_shared` says that several players choose at the same time. Then no
    seat is marked as next, even if only one player still has to choose.
    """
    answers = answers or {}
    notes = {note.seat: note for note in screen.seats}
    owners = {zone.owner for zone in screen.zones if zone.owner is not None}
    order = sorted({*notes, *owners})
    first = screen.seat if screen.seat is not None else -1
    order.sort(key=lambda seat: (seat <= first, seat))
    near = max(first, 0)
    places = {
        seat: SeatLayout(
            seat,
            _get_seat_name(names, seat),
            notes.get(seat, SeatNote(seat)),
            (seat - near) % max(len(names or order), 1),
            *_describe_relation_to_viewer(screen, seat, names),
            melds=_select_zones(screen, seat, MELDS),
            hand=_select_zones(screen, seat, HAND),
            rest=_select_zones(screen, seat, LAYOUTS.keys() - {*MELDS, *HAND}),
            answer=answers.get(seat),
            is_pointed_to=any(sign.seat == seat for sign in screen.signs),
        )
        for seat in order
    }
    odd, lines, rows = [], [], []
    for zone in screen.zones:
        if zone.owner is not None:
            continue
        if zone.layout == "rows":
            rows.append(zone)
        elif zone.layout in ("line", "trick", "grid") or (zone.layout == "row" and len(zone.cards) > SMALL_ZONE):
            lines.append(zone)
        else:
            odd.append(zone)
    you = places.pop(first, None)
    fields = [field for action in screen.actions for field in action.fields]
    choosable = frozenset(zone for field in fields if field.kind != "target" for zone in field.zones)
    touched = choosable.union(*(field.zones for field in fields if field.kind == "target"))
    sitting = len(names or order)
    around = sitting if sitting in AROUND and len(places) > 1 and any(zone.layout == "trick" for zone in lines) else 0
    claims = [sign for sign in screen.signs if sign.kind == "said"]
    signs = [sign for sign in screen.signs if sign.kind != "said"]
    shared = bool(is_turn_shared) or sum(note.to_move for note in screen.seats) > 1
    return TableLayout(list(places.values()), you, odd, lines, rows, choosable, touched, around, claims, signs, shared)


@register.simple_tag
def side_of_seat(layout: TableLayout, seat: int) -> str:
    """Return where another player is as the viewer sees the table: “left”, “right”, or “across”."""
    sitting = len(layout.others) + (layout.you is not None)
    around = next((place.around for place in layout.others if place.seat == seat), 0)
    return "across" if 2 * around == sitting else "left" if 2 * around < sitting else "right"


def _describe_relation_to_viewer(
    screen: Screen, seat: int, names: Mapping[int, str] | Sequence[str] | None
) -> tuple[str, bool]:
    """Return a seat's relation to the viewer in words, and whether the seat is on the viewer's team.

    The words are "" for the viewer's own seat and without teams. For a spectator, they name the seat's partners.
    """
    sides = {note.seat: note.side for note in screen.seats if note.side is not None}
    if seat not in sides or seat == screen.seat:
        return "", False
    partners = [other for other, side in sides.items() if side == sides[seat] and other != seat]
    if screen.seat is None:
        return f"with {' and '.join(_get_seat_name(names, other) for other in partners)}" if partners else "", False
    return describe_relation_to_viewer(screen, seat), screen.seat in partners


@register.simple_tag
def table_actions(screen: Screen) -> list[dict[str, Any]]:
    """Return the actions that the viewer of a screen can choose, such as “draw” or “discard”, as a list of dicts.

    In each, “key” is a different keyboard shortcut, or "" if none is left.
    """
    return list(_assign_keyboard_shortcuts(screen.actions))


@dataclass(frozen=True)
class DrawnRung:
    """A step of the ladder, which lists all kinds of declarations that players can make, from low to high.

    `action` is the action that makes a declaration of this kind now, or None if there is none, and `order` is its index
    among the screen's actions, or -1. `said_by` is the name of the last player who made a declaration of this kind, or
    "". `is_last` says whether this is the highest step that has been declared.
    """

    rung: Rung
    action: dict[str, Any] | None
    order: int
    said_by: str
    is_last: bool


@register.simple_tag
def ladder_rungs(screen: Screen, names: Mapping[int, str] | Sequence[str] | None = None) -> list[DrawnRung]:
    """Return the steps of the screen's ladder of possible declarations, from low to high, with their actions."""
    actions = iter([(order, action) for order, action in enumerate(table_actions(screen)) if action["cards"]])
    last = max((index for index, rung in enumerate(screen.ladder) if rung.seat is not None), default=-1)
    drawn = []
    for index, rung in enumerate(screen.ladder):
        order, action = next(actions, (-1, None)) if rung.open else (-1, None)
        drawn.append(DrawnRung(rung, action, order, _get_speaker_name(screen, names, rung), index == last))
    return drawn


def _get_speaker_name(screen: Screen, names: Mapping[int, str] | Sequence[str] | None, rung: Rung) -> str:
    if rung.seat is None:
        return ""
    return "You" if rung.seat == screen.seat else capitalize_first(_get_seat_name(names, rung.seat))


@register.simple_tag
def typed_example(screen: Screen, action: Mapping[str, Any]) -> str:
    """Return an example of how a player can type this action as a move.

    It has cards from the right zones, but isn't necessarily legal.
    """
    cards = {zone.id: [code for code in zone.cards if code != UNKNOWN.code] for zone in screen.zones}
    said = [action["verb"]]
    for field in action["fields"]:
        if field["kind"] in ("cards", "groups") and field["low"]:
            lying = next((cards[zone] for zone in field["zones"] if cards.get(zone)), [])
            for number, join, _ in field["split"] or [(field["low"], field["join"], "")]:
                said += [join, *lying[:number]]
                del lying[:number]
        elif field["kind"] == "choice" and field["low"]:
            said += [field["join"], field["values"][0][0]]
        elif field["kind"] == "amount":
            said += [field["join"], str(field["low"])]
        elif field["low"]:
            said += [field["join"], "1"]
    return " ".join(filter(None, said))


@register.simple_tag
def actions_script(actions: list[dict[str, Any]], element_id: str = "actions") -> SafeString:
    """Render a script element with the actions as JSON, for the script that selects cards."""
    return json_script(actions, element_id)


@dataclass(frozen=True)
class _CardFace:
    code: str
    name: str
    css: str
    face: SafeString


MELDS, HAND = ("melds",), ("fan", "pile")
"""The layouts of a player's melds and of a player's hand. All other layouts are `rest`."""
AROUND = (3, 4)
"""The numbers of players that can be drawn around a trick."""
MOST_BACKS = 7
"""The maximum number of face-down cards drawn for a hand. The number next to them is the actual number."""
MOST_TOKENS = 5
"""The maximum number of tokens that are drawn one by one. More are drawn as a stack."""
STACK = 3
"""The number of tokens drawn for a stack."""
CHIPS = (100, 25, 5, 1)
"""The values of chips in the picture of a heap."""
MOST_CHIPS = 4
"""The maximum number of chips of one value in the picture of a heap."""
DRAWN_SUITS = "SHCD"
"""The order of suits in a drawn hand, in which colors alternate."""
LAST = 99
FEWEST_SORTED = 4
"""The minimum number of cards in a hand for which a different order is offered."""
LINE_IN_SIGHT = 23
"""The number of a line's newest cards that a phone always shows. Older ones can be opened."""


def _render_dots(css: str, number: int, of: int = 0) -> str:
    """Render `number` dots, followed by dots of the class `spent` until there are `of` dots in all.

    If both are zero, there's one spent dot. `css` is the class of all dots.
    """
    return f'<i class="{css}"></i>' * number + f'<i class="{css} spent"></i>' * (max(of, 1) - number)


def _render_tokens(sign: Sign) -> str:
    """Render the tokens of a sign, one by one or as a stack. A negative number has no tokens."""
    if sign.of or sign.number <= MOST_TOKENS:
        return _render_dots("token", max(sign.number, 0), sign.of)
    return f'<span class="stack-of">{_render_dots("token", STACK)}</span>'


def _render_places(sign: Sign) -> str:
    """Render the empty places for cards in a sign (a small picture with a short text), with a row for each group.

    If the groups have names, each row also has the data that a script needs to fill it with the chosen cards.
    """
    rows = []
    for index, size in enumerate(sign.groups):
        data = ""
        if sign.names:
            data = f' data-name="{escape(sign.names[index])}" data-alike="{escape(sign.alike[index])}"'
        rows.append(f"<span{data}>{_render_dots('empty-card', size)}</span>")
    return "".join(rows)


def _render_number(sign: Sign) -> str:
    pip = f'<svg class="{sign.suit.lower()}"><use href="#pip-{sign.suit.lower()}"/></svg>' if sign.suit else ""
    return f"<b>{short_number(sign.number)}</b>{pip}"


def _render_track(sign: Sign) -> str:
    """Render a sign's number above a progress bar in sections. After each section is the total up to its end.

    A sign is a small picture with a short text.
    """
    sections = "".join(
        f'<span><progress value="{max(sign.number - end + size, 0)}" max="{size}"></progress>{end}</span>'
        for size, end in zip(sign.groups, accumulate(sign.groups), strict=True)
    )
    return f'<b>{short_number(sign.number)}</b><span class="sections">{sections}</span>'


def _render_rank_card(rank: str) -> str:
    """Render a card with a rank and no suit or, for `-`, with neither."""
    corner = "" if rank == "-" else "10" if rank == "T" else rank
    named = f'<b class="card-rank">{corner.replace("10", _TEN)}</b>' if corner else ""
    return f'<span class="card ranked">{named}<svg class="card-any"><use href="#pip-any"/></svg></span>'


def _render_chips(sign: Sign) -> str:
    """Render the chips of a sign as a heap, with one stack for each value. A negative number has no chips.

    There are at most MOST_CHIPS of each value, so a large heap shows less than the number.
    """
    left, heap = max(sign.number, 0), []
    for worth in CHIPS:
        number, left = divmod(left, worth)
        discs = f'<i class="disc of-{worth}"></i>' * min(number, MOST_CHIPS)
        heap.append(f"<span>{discs}</span>" if discs else "")
    return f'<span class="heap">{"".join(heap)}</span>'


_TEN = '<span class="card-ten">10</span>'
_PICTURES: Mapping[str, Callable[[Sign], str]] = {
    "suit": lambda sign: f'<svg class="sign-pip {sign.suit.lower()}"><use href="#pip-{sign.suit.lower()}"/></svg>',
    "tokens": lambda sign: _render_tokens(sign),
    "number": lambda sign: _render_number(sign),
    "packets": lambda sign: _render_dots("packet", sign.number),
    "chips": lambda sign: _render_chips(sign),
    "tally": lambda sign: _render_dots("step", sign.number, sign.of),
    "places": _render_places,
    "cards": lambda sign: card_pictures(sign.cards),
    "said": lambda sign: card_pictures(sign.cards),
    "track": _render_track,
}

_STAR = mark_safe('<svg class="card-mark wild" aria-hidden="true"><use href="#pip-star"/></svg>')


@lru_cache(maxsize=4096)
def _render_card_face(code: str) -> _CardFace:
    if code == "?":
        return _CardFace(code, card_name(code), "back", mark_safe(""))
    shown = parse_card(code)
    base = shown.base
    face = shown.face if shown is not base and shown.face.rank else None
    context = {
        "rank": _format_rank(base),
        "suit": base.suit.lower(),
        "face": face and {"rank": _format_rank(face), "suit": face.suit.lower()},
    }
    css = base.suit.lower() or "joker"
    if base.rank > 10:
        css += " court"
    return _CardFace(
        shown.code, card_name(shown.code), css, mark_safe(render_to_string("parts/card.html", context).strip())
    )


@lru_cache(maxsize=4096)
def _draw_mini_card(code: str) -> SafeString:
    if code == UNKNOWN.code:
        return mark_safe('<span class="mini back"></span>')
    shown = parse_card(code)
    base = shown.base
    text = format_html('{}<svg><use href="#pip-{}"/></svg>', _format_rank(base), base.suit.lower() or "joker")
    if shown is not base and shown.face.rank:
        text += format_html('={}<svg><use href="#pip-{}"/></svg>', _format_rank(shown.face), shown.face.suit.lower())
    return format_html('<span class="mini {}">{}</span>', base.suit.lower() or "joker", text)


def _format_rank(card: Card) -> str:
    return "" if not card.rank else "10" if card.rank == 10 else card.code[0]


def _build_element_id(zone: str, code: str, copy: int) -> str:
    plain = code.replace("*", "joker").replace("?", "back").replace("=", "-as-")
    return escape(f"{zone}-{plain}-{copy}")


def _render_card_list(
    codes: Sequence[str],
    layout: str,
    zone: str = "",
    select: bool = False,
    marks: Mapping[str, str] | None = None,
    wild: Collection[str] = (),
    size: str = "",
    label: str = "",
    played: Sequence[tuple[int, str]] = (),
    ticked: Sequence[tuple[int, AnswerCard]] = (),
    fresh: Collection[int] = (),
    hand: Zone | None = None,
    words: Sequence[str] = (),
) -> SafeString:
    marks, ticks, seen = marks or {}, dict(ticked), Counter[str]()
    order = list_sorted_indexes(hand) if hand else range(len(codes))
    suits = [codes[place][1:2] for place in order] if hand and hand.sort == "suit" else []
    items = []
    for at, index in enumerate(order):
        code = codes[index]
        seen[code] += 1
        tick = ticks.get(index)
        mark = tick.mark if tick else marks.get(code, "")
        new = index in fresh
        word = _describe_who_played(index, played[index][1]) if played else words[index] if words else ""
        drawn = card(
            code, select, zone, index, seen[code], mark=mark, wild=code in wild, tick=tick, fresh=new, word=word
        )
        if tick and tick.verdict:
            drawn = format_html(
                '<label for="reason-{0}">{1}</label><span class="card-verdict" aria-hidden="true">{2}</span>',
                *(tick.value, drawn, tick.verdict),
            )
        if played:
            place, name = played[index]
            by = f'<span class="card-by" aria-hidden="true">{escape(name)}</span>'
            items.append(f'<li class="from-{place}">{drawn}{by}</li>')
            continue
        classes = {
            "fresh": new,
            "older": layout == "line" and index < len(codes) - LINE_IN_SIGHT,
            "new-suit": at and suits and suits[at] != suits[at - 1],
        }
        css = " ".join(name for name, holds in classes.items() if holds)
        said = f' data-word="{escape(word)}"' if word else ""
        items.append(f'<li class="{css}"{said}>{drawn}</li>' if css else f"<li{said}>{drawn}</li>")
    return format_html(
        '<ul class="{}" data-count="{}"{} role="list"{}{}>{}</ul>',
        f"cards cards-{layout} {size}".strip(),
        len(codes),
        format_html(' data-suits="{}"', len({*suits})) if suits else "",
        format_html(' aria-label="{}"', label) if label else "",
        "" if codes else mark_safe(' aria-hidden="true"'),
        mark_safe("".join(items)),
    )


def _describe_who_played(index: int, name: str) -> str:
    """Return who led or played a card of a trick, for screen readers."""
    return f"{'played' if index else 'led'} by {'you' if name == 'You' else WITHIN.get(name, name)}"


@dataclass(frozen=True)
class CardReason:
    """The text below a line of cards that says why one of the cards is or isn't a right answer.

    `place` is the card's index in the line. Each card is a column. The text goes under `span` columns, starting with
    column `first` (from 1). `is_below` says whether the card itself is in one of these columns. `is_shown` says whether
    the page shows this reason at first. `previous` and `next` are the cards marked as right, wrong, or missed before
    and after this one, in a circle, or None if there are no others.
    """

    code: str
    answer: AnswerCard
    place: int
    first: int = 1
    span: int = 1
    is_below: bool = True
    is_shown: bool = False
    previous: AnswerCard | None = None
    next: AnswerCard | None = None


MOST_COLUMNS = 8
"""The maximum number of cards in a line for which the cards are far enough apart to have their reasons under them."""
FEWEST_COLUMNS = 2
"""The minimum number of columns for a reason to be readable next to others."""
WIDE_COLUMNS = 4
"""The maximum number of cards in a line for which a single column is wide enough for a reason."""
FIRST_READ = ("wrong", "missed", "right")
"""The marks in the order in which their reasons are read."""


def _list_card_reasons(cards: Sequence[tuple[str, AnswerCard | None]]) -> list[CardReason]:
    """Return the reasons for those cards of a line that have a verdict, in order.

    `cards` has the code of each card, and its answer or None. The marked cards divide the columns of the line among
    them.
    """
    marks = {place: answer.mark for place, (_, answer) in enumerate(cards) if answer and answer.mark}
    marked = [*marks]
    edges = _share_out_columns(marked, len(cards))
    columns = {place: (edges[number], edges[number + 1]) for number, place in enumerate(marked)}
    first_read = min(marks, key=lambda place: FIRST_READ.index(marks[place]), default=None)
    reasons = []
    for place, (code, answer) in enumerate(cards):
        if answer is None or not answer.verdict:
            continue
        left, right = columns.get(place, (0, len(cards)))
        before = [other for other in marked if other < place] or marked
        after = [other for other in marked if other > place] or marked
        walk = (cards[before[-1]][1], cards[after[0]][1]) if len({*marked} - {place}) else (None, None)
        is_below = left <= place < right
        reasons.append(CardReason(code, answer, place, left + 1, right - left, is_below, place == first_read, *walk))
    return reasons


def _share_out_columns(places: Sequence[int], columns: int) -> list[int]:
    """Divide columns among the cards at these places. Return the edges of their shares, from 0 to `columns`.

    A share goes from one edge to the next, so there's one edge more than there are places. A share has at least two
    columns, if possible.
    """
    edges = [0, *((left + right + 1) // 2 for left, right in pairwise(places)), columns]
    least = min(FEWEST_COLUMNS, columns // max(len(places), 1))
    for number in range(1, len(edges) - 1):
        edges[number] = max(edges[number], edges[number - 1] + least)
    for number in range(len(edges) - 2, 0, -1):
        edges[number] = min(edges[number], edges[number + 1] - least)
    return edges


def _render_card_reasons(cards: Sequence[tuple[str, AnswerCard | None]]) -> str:
    """Render why each of these cards is a right or wrong answer, or return "" if there are no reasons.

    Each card is given as its code and its answer, which is None for a card that can't be chosen.
    """
    reasons = _list_card_reasons(cards)
    if not reasons:
        return ""
    hangs = len(cards) <= MOST_COLUMNS
    marked = sum(bool(reason.answer.mark) for reason in reasons)
    is_abreast = len(cards) <= WIDE_COLUMNS or (hangs and len(cards) >= FEWEST_COLUMNS * marked)
    css = f"card-reasons{' hangs' if hangs else ''}{' abreast' if is_abreast else ''}"
    items = "".join(map(_render_card_reason, reasons))
    return f'<ol class="{css}" data-count="{len(cards)}" aria-label="Why">{items}</ol>'


def _render_card_reason(reason: CardReason) -> str:
    """Render a reason: a hidden radio button, whose label is the card, and the text below the card."""
    answer, verdict = reason.answer, escape(reason.answer.verdict)
    walk = ""
    if reason.previous and reason.next:
        steps = (reason.previous, f"‹ {reason.previous.verdict}"), (reason.next, f"{reason.next.verdict} ›")
        labels = "".join(f'<label for="reason-{escape(other.value)}">{escape(text)}</label>' for other, text in steps)
        walk = f'<p class="card-reason-walk" aria-hidden="true">{labels}</p>'
    return (
        f'<li class="{answer.mark or "plain"}"><input class="visually-hidden" type="radio" name="reason"'
        f' id="reason-{escape(answer.value)}" aria-label="{card_name(reason.code)}: {verdict}"'
        f'{" checked" if reason.is_shown else ""}><div class="card-reason{"" if reason.is_below else " aside"}"'
        f' data-place="{reason.place}" data-first="{reason.first}" data-span="{reason.span}"><p><span'
        f' class="card-reason-head">{mini_card(reason.code)} <b>{verdict}</b></span> {card_text(answer.reason)}</p>'
        f"{walk}</div></li>"
    )


@register.simple_tag
def answer_cards(judged: Sequence[tuple[str, AnswerCard]]) -> SafeString:
    """Render a line of cards that were answers to a puzzle, each with its result, and with the reasons below.

    `judged` has pairs of a card's code and the answer.
    """
    ticked = [(place, answer) for place, (_, answer) in enumerate(judged)]
    drawn = _render_card_list([code for code, _ in judged], "row", ticked=ticked)
    return format_html('<div class="cards-box">{}</div>{}', drawn, mark_safe(_render_card_reasons(judged)))


@lru_cache(maxsize=2048)
def _render_zone(
    zone: Zone,
    select: bool,
    marked: tuple[tuple[str, str], ...],
    sort: bool,
    played: tuple[tuple[int, str], ...],
    around: int,
    ticked: tuple[tuple[int, AnswerCard], ...],
) -> SafeString:
    """Render a zone. It's cached, because many viewers see the same cards, and a move changes few zones.

    `marked` has pairs of a card's code and mark. `played` has, for each card, its player's place (counted clockwise
    from the near side) and name. `around` is the number of players around a trick, otherwise 0. `ticked` has pairs of a
    card's index and its answer.
    """
    layout = str(zone.layout)
    shown = (
        _render_pile(zone)
        if layout == "pile"
        else _render_row(zone)
        if layout == "rows"
        else _render_card_list(
            zone.cards,
            layout,
            zone.id,
            select,
            dict(marked),
            zone.marked,
            f"around-{around}" if around else "",
            "",
            played,
            ticked,
            zone.fresh,
            zone if is_hand_sorted(zone) else None,
            zone.words,
        )
    )
    reasons = _render_zone_reasons(zone, dict(ticked)) if ticked else ""
    context = {
        "zone": zone,
        "layout": layout,
        "sort": sort and not reasons,
        "is_sorted": is_hand_sorted(zone) and not reasons,
        "reasons": mark_safe(reasons),
        "note": zone.note,
        "keeps_place": layout in ("pile", "trick", "line", "rows", "grid"),
        "older": max(0, len(zone.cards) - LINE_IN_SIGHT) if layout == "line" else 0,
        "cards": shown,
    }
    return mark_safe(render_to_string("parts/zone.html", context))


def _render_zone_reasons(zone: Zone, ticks: Mapping[int, AnswerCard]) -> str:
    """Render the reasons for a zone's cards, in the order in which the cards are drawn."""
    order = list_sorted_indexes(zone) if is_hand_sorted(zone) else range(len(zone.cards))
    return _render_card_reasons([(zone.cards[index], ticks.get(index)) for index in order])


def _render_row(zone: Zone) -> SafeString:
    """Render a row in which each card has a place of its own.

    The place shows the card if it has been played, and otherwise whether it can be played next.
    """
    lying, coming = set(zone.cards), set(zone.coming)
    items = (
        f"<li>{card(code, zone=zone.id)}</li>" if code in lying else _render_empty_place(code, code in coming)
        for code in zone.places
    )
    return format_html(
        '<ul class="cards cards-rows" data-count="{}" role="list">{}</ul>', len(zone.places), mark_safe("".join(items))
    )


def _render_empty_place(code: str, coming: bool) -> str:
    """Render the place in a row for a card that hasn't been played. `coming` says that it can be played next."""
    shown = _render_card_face(code)
    face = (
        f"<b>{_format_rank(parse_card(code)).replace('10', _TEN)}</b><svg><use "
        f'href="#pip-{shown.css.split()[0]}"/></svg>'
    )
    said = f' role="img" aria-label="place for the {shown.name}"' if coming else ' aria-hidden="true"'
    css = f"spot {shown.css.split()[0]}" + (" coming" if coming else "")
    return f'<li class="{css}" data-spot="{code}" data-name="{shown.name}"><span{said}>{face}</span></li>'


def _render_pile(zone: Zone) -> SafeString:
    if not zone.cards:
        return mark_safe('<div class="cards-pile"><span class="pile-empty"></span></div>')
    top = card(zone.cards[-1], zone=zone.id)
    if zone.cards[-1] != UNKNOWN.code:  # a number on its face would hide what it is
        return format_html('<div class="cards-pile">{}</div>', top)
    return format_html(
        '<div class="cards-pile">{}<span class="cards-count" aria-hidden="true">{}</span></div>', top, len(zone.cards)
    )


def _get_seat_name(names: Mapping[int, str] | Sequence[str] | None, seat: int) -> str:
    try:
        return names[seat] if names else f"Seat {seat + 1}"
    except (KeyError, IndexError):
        return f"Seat {seat + 1}"


def _select_zones(screen: Screen, seat: int, layouts: Collection[str]) -> tuple[Zone, ...]:
    """Return the zones of the player at a seat that have one of these layouts, such as “fan”."""
    return tuple(zone for zone in screen.zones if zone.owner == seat and zone.layout in layouts)


HELP_KEYS = frozenset("bhmnu")
"""Keyboard shortcuts that every table has: last trick (b), hint, legal moves, read the table aloud (n), undo."""


def _merge_fixed_amounts_into_verb(action: Action) -> Action:
    """Return an action without its fields if they're all amounts with only one legal value.

    These values are then part of the verb: an action “raise” with the amount 5 becomes “raise 5”. All other actions are
    returned unchanged.
    """
    amounts = [field for field in action.fields if field.kind == "amount" and field.low == field.high]
    if not amounts or amounts != list(action.fields):
        return action
    return replace(action, verb=" ".join([action.verb, *(str(field.low) for field in amounts)]), fields=())


def _assign_keyboard_shortcuts(actions: Iterable[Action]) -> Iterator[dict[str, Any]]:
    taken = set(HELP_KEYS)
    for action in map(_merge_fixed_amounts_into_verb, actions):
        letters = [letter for letter in action.label.lower() if letter.isascii() and letter.isalpha()]
        key = next((key for key in [*letters, *"123456789"] if key not in taken), "")
        taken.add(key)
        yield {**vars(action), "fields": tuple(map(vars, action.fields)), "key": key}
