"""Positions that users build by hand: the places for cards, the cards left in the deck, and other settings.

All of this follows from the parts that a game's state declares. A position that is being built contains only what the
user has set; everything else has its usual value.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import JOKER, SUIT_SIGNS, UNKNOWN, Card, parse_card, parse_cards
from games.engine.options import Options
from games.engine.parts import (
    MORE,
    Cards,
    CardsBySeat,
    Flag,
    Hands,
    Melds,
    Number,
    NumberBySeat,
    OneCard,
    Part,
    Phase,
    SeatOrNone,
    Seats,
    Word,
    WordBySeat,
    resolve_value,
)
from games.engine.parts import Seat as SeatPart
from games.engine.phrasing import describe_seat
from games.engine.state import DEALER, MatchPart, State
from games.engine.view import Position
from games.errors import BadText, HouseError
from games.words import capitalize_first

if TYPE_CHECKING:
    from games.engine.game import Game

BACK = UNKNOWN.code
TITLES = {"phase": "What is to be done", "turn": "Whose turn"}
_TYPED = re.compile(r"10|[A2-9TJQK]|\*|\?|[CDHS♣♦♥♠]|\S", re.IGNORECASE)
_SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}
MOST_TYPED = 120


@dataclass(frozen=True)
class CardPlace:
    """A place for cards: a part of the state, and the seat of its owner if each seat has its own.

    `groups` are the cards of the place, in one group unless the place is for `melds`. A `single` place has at most one
    card. The `rest` place has all cards that are in no other place.
    """

    key: str
    seat: int | None
    title: str
    groups: tuple[tuple[str, ...], ...]
    melds: bool = False
    single: bool = False
    rest: bool = False

    @property
    def id(self) -> str:
        return self.key if self.seat is None else f"{self.key}.{self.seat}"

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards of the place, in order."""
        return tuple(card for group in self.groups for card in group)

    @property
    def numbered_groups(self) -> list[list[tuple[int, str]]]:
        """The groups, each card with its index among all cards of the place."""
        at = count()
        return [[(next(at), card) for card in group] for group in self.groups]

    @property
    def known_count(self) -> int:
        """The number of cards that aren't face down (`?`)."""
        return sum(card != BACK for card in self.cards)


@dataclass(frozen=True)
class PositionSetting:
    """A setting of a position that isn't a place for cards: its key, title, value, and how a form shows it.

    `kind` is choice, number, numbers, flag, seats, words, match, or text for anything with a format of its own.
    Settings that are `main` come first: the phase, the player to move, and words that decide what the table is like.
    `seats` are the names of the seats, for settings with a value for each seat.
    """

    key: str
    kind: str
    title: str
    text: str
    value: Any
    choices: tuple[tuple[str, str], ...] = ()
    main: bool = False
    seats: tuple[str, ...] = ()

    @property
    def values_by_seat(self) -> list[tuple[str, Any]]:
        """The names of the seats, each with its number or word, or its score in a match."""
        said = self.value.get("scores", []) if self.kind == "match" else self.value
        return list(zip(self.seats, said, strict=False))

    @property
    def has_several_fields(self) -> bool:
        """Whether the setting takes several form fields."""
        return self.kind in ("words", "numbers", "seats", "match")

    @property
    def editable_text(self) -> str:
        """The value as editable text: one line per item for a list of texts, JSON for anything but a text."""
        if isinstance(self.value, str):
            return self.value
        if isinstance(self.value, list) and all(isinstance(one, str) for one in self.value):
            return "\n".join(self.value)
        return json.dumps(self.value, ensure_ascii=False)


def parse_typed_cards(text: str) -> list[Card]:
    """Parse cards that a user types: `7h`, `10h`, `KD`, `k♦`, `*` for a joker, `?` for a face-down card.

    Raises BadText.
    """
    if len(text) > 8 * MOST_TYPED:
        raise BadText("too long for cards", text[:40] + "…", f"{MOST_TYPED} cards at most")
    found, rank = [], ""
    for token in _TYPED.findall(text):
        sign = _SUITS.get(token, token.upper())
        if sign in (JOKER.code, BACK) and not rank:
            found.append(sign)
        elif sign in "CDHS" and rank:
            found.append(rank + sign)
            rank = ""
        elif not rank and (sign == "10" or sign in "A23456789TJQK"):
            rank = "T" if sign == "10" else sign
        elif token not in ",;":
            raise BadText("not a card", rank + token, "a rank and a suit such as 7h, * or ?")
    if rank:
        raise BadText("a card without its suit", rank, "a rank and a suit such as 7h")
    return [*parse_cards(" ".join(found))]


class PositionBuilder:
    """A position that a user is building, for a number of seats and a choice of house rules.

    `said` is what the user has set; the methods change it. `state` is the resulting state, or None with the reason in
    `problem`. `lies` is the complete position.
    """

    def __init__(self, game: Game[Any], options: Options, seats: int, said: Mapping[str, Any]) -> None:
        self.game, self.options, self.seats = game, options, seats
        self.said: dict[str, Any] = dict(said) or build_initial_position(game, options, seats)
        self.state: State | None = None
        self.problem = ""
        self._update_state()

    def _update_state(self) -> None:
        """Recompute `state`, `problem`, and `lies` after a change of `said`."""
        try:
            self.state, self.problem = self._load_state(self.said), ""
        except HouseError as refused:
            self.state, self.problem = None, str(refused)
        self._whole: State = self.state or self._load_closest_state()
        self.lies: Position = {
            **self.game.build_position(self._whole),
            **({} if self.state else self._clean_settings()),
        }
        for follows in ("_cached_places", "_screen_labels"):
            self.__dict__.pop(follows, None)

    def _load_state(self, said: Mapping[str, Any]) -> State:
        state: State = self.game.load({**said, "options": self.options.list_changed_values(), "seats": self.seats})
        return state

    def _load_closest_state(self) -> State:
        """Return a state with as many keys of `said` as can be loaded together.

        It shows the usual values of everything else while `said` itself has a problem.
        """
        kept = build_initial_position(self.game, self.options, self.seats)
        for key, value in self.said.items():
            with suppress(HouseError):
                self._load_state({**kept, key: value})
                kept[key] = value
        return self._load_state(kept)

    def _clean_settings(self) -> Position:
        """Return `said` without `MORE` at the end of texts, and without values that have to be lists but aren't."""
        lists = (CardsBySeat, Melds, NumberBySeat, Seats, WordBySeat)
        listed = {key for key, part in self.game.state.keys.items() if isinstance(part, lists)}
        said = {key: value for key, value in self.said.items() if isinstance(value, list) or key not in listed}
        return {key: value.removesuffix(MORE) if isinstance(value, str) else value for key, value in said.items()}

    # -- cards -----------------------------------------------------------------------------------

    def list_places(self) -> list[CardPlace]:
        """Return the places for cards: shared ones and those of seat 0, its hand last, then the other seats'."""
        return list(self._cached_places)

    @cached_property
    def _cached_places(self) -> list[CardPlace]:
        found = [place for part in self._list_card_parts() for place in self._list_part_places(part)]
        return sorted(found, key=lambda place: (place.seat or 0, place.key == "hands"))

    def get_place(self, id: str) -> CardPlace:
        """Return the place with this id. Raises BadText."""
        for place in self.list_places():
            if place.id == id:
                return place
        raise BadText("no place of this table", id, ", ".join(place.id for place in self.list_places()))

    def _list_card_parts(self) -> Iterator[Part[Any]]:
        for part in self.game.state.keys.values():
            if isinstance(part, OneCard) or (getattr(part, "lying", False) and _has_plain_cards(part)):
                yield part

    def _list_part_places(self, part: Part[Any]) -> Iterator[CardPlace]:
        value, name = self.lies.get(part.key), _format_key(part.key)
        if isinstance(part, (Cards, OneCard)):
            cards = _list_card_codes(str(value or ""))
            yield CardPlace(
                part.key,
                None,
                self._get_label(part.key),
                (cards,),
                single=isinstance(part, OneCard),
                rest=self._is_rest_place(part),
            )
            return
        for seat in range(self.seats):
            own = value[seat] if isinstance(value, list) and seat < len(value) else ""
            texts = own if isinstance(own, list) else [own]
            groups = tuple(_list_card_codes(text) for text in texts if isinstance(text, str))
            yield CardPlace(
                part.key, seat, _format_place_title(name, seat, self.seats), groups, melds=isinstance(part, Melds)
            )

    def _get_label(self, key: str) -> str:
        """Return the label of a place on the screen, or its key in words if it has none."""
        zones, signs = self._screen_labels
        name = capitalize_first(_format_key(key))
        return zones.get(key) or next((sign for sign in signs if sign.startswith(name)), name)

    @cached_property
    def _screen_labels(self) -> tuple[dict[str, str], list[str]]:
        """The labels of the zones on the screen, by zone id, and the labels of its signs."""
        screen = self.game.draw_table(self._whole, 0)
        zones = {zone.id: zone.label for zone in reversed(screen.zones) if zone.label}
        return zones, [sign.label for sign in screen.signs]

    @property
    def deck_counts(self) -> Counter[str]:
        """The number of copies of each card in the deck, by card code."""
        return Counter(card.code for card in self._whole.deck)

    @property
    def remaining_counts(self) -> Counter[str]:
        """The number of copies of each card that aren't in the position yet, by card code."""
        used = Counter(card.split("=")[0] for place in self.list_places() for card in place.cards)
        used.update(re.findall(r"[A2-9TJQK][CDHS]|\*", " ".join(map(str, self._list_written_cards()))))
        return Counter({card: max(0, number - used[card]) for card, number in self.deck_counts.items()})

    def _list_written_cards(self) -> Iterator[Any]:
        """Yield the values of parts with cards that aren't places, because users write them as text."""
        for part in self.game.state.keys.values():
            if getattr(part, "lying", False) and not _has_plain_cards(part):
                yield self.lies.get(part.key)

    def put_cards(self, id: str, cards: list[Card]) -> None:
        """Put cards in a place, first in place of face-down cards there.

        If all the new cards are face down, they're added. Otherwise a face-down one among them replaces one that's
        there, if there is one. A card in a `single` place replaces the card there. Raises BadText for an unknown place,
        or if the deck has no such card left.
        """
        place = self.get_place(id)
        groups = [list(group) for group in place.groups] or [[]]
        left, at = self.remaining_counts, 0
        more = all(card is UNKNOWN for card in cards)
        for card in cards:
            if card is not UNKNOWN and left[card.code] <= 0:
                raise BadText("used up", card.code, "a card that the pack still has")
            left[card.code] -= 1
            if place.single:
                groups = [[]]
            if not more and BACK in groups[-1][at:] and not place.rest:
                at = groups[-1].index(BACK, at) + 1
                groups[-1][at - 1] = card.code
            elif place.rest:
                groups = [[*(one for one in groups[0] if one != BACK), card.code]]
            else:
                groups[-1].append(card.code)
        self._write_place(place, groups)

    def remove_card(self, id: str, at: int) -> None:
        """Remove the card at this index of a place and return it to the deck. Raises BadText.

        In a hand, a face-down card takes the place of a removed card; removing a face-down card just removes it. A meld
        disappears with its last card.
        """
        place = self.get_place(id)
        if not 0 <= at < len(place.cards):
            raise BadText("no card there", at, f"0 to {len(place.cards) - 1}")
        hand = isinstance(self.game.state.keys[place.key], Hands) and place.cards[at] != BACK
        groups, passed = [], 0
        for group in place.groups:
            kept = [card for number, card in enumerate(group, passed) if number != at]
            groups.append([*kept, BACK] if hand and passed <= at < passed + len(group) else kept)
            passed += len(group)
        self._write_place(place, [group for group in groups if group] if place.melds else groups)

    def reset_place(self, id: str) -> None:
        """Reset a place to its usual cards. Raises BadText."""
        place = self.get_place(id)
        if place.seat is None:
            self.said.pop(place.key, None)
            self._update_state()
            return
        always = build_initial_position(self.game, self.options, self.seats)
        said = always if place.key in always else {**self.said, place.key: self._list_preceding_values(place)}
        usual = PositionBuilder(self.game, self.options, self.seats, said)
        self._write_place(place, [list(group) for group in usual.get_place(id).groups])

    def _list_preceding_values(self, place: CardPlace) -> Any:
        return self.lies[place.key][: place.seat or 0]

    def start_meld(self, id: str) -> None:
        """Start another meld in a place for melds, unless its last meld is still empty. Raises BadText."""
        place = self.get_place(id)
        if place.melds and (not place.groups or place.groups[-1]):
            self._write_place(place, [*(list(group) for group in place.groups), []])

    def _is_rest_place(self, part: Part[Any]) -> bool:
        """Return whether a place has all cards that no other place has, so that `said` names only its first cards."""
        said = self.said.get(part.key, MORE)
        return isinstance(part, Cards) and part.usual is not None and isinstance(said, str) and said.endswith(MORE)

    def _write_place(self, place: CardPlace, groups: list[list[str]]) -> None:
        if place.seat is None:
            text = " ".join(groups[0] if groups else [])
            self.said[place.key] = f"{text} {MORE}".strip() if place.rest else text
        else:
            rows = [*self.lies.get(place.key, [])]
            rows += [[] if place.melds else ""] * (self.seats - len(rows))
            rows[place.seat] = [" ".join(group) for group in groups] if place.melds else " ".join(groups[0])
            self.said[place.key] = rows
        self._update_state()
        if self.problem:
            self._balance_hands(place)
        self._drop_usual_seats(place.key)

    def _balance_hands(self, written: CardPlace) -> None:
        """Remove a face-down card from a hand, or add one, if that makes the position valid.

        This helps because cards that have been played came from a hand.
        """
        said = self.said.get("hands", [])
        for seat, hand in enumerate(said):
            if written.key == "hands" and written.seat == seat:
                continue
            for cards in (_remove_face_down_card(hand.split()), [*hand.split(), BACK]):
                rows = [*said[:seat], " ".join(cards), *said[seat + 1 :]]
                other = PositionBuilder(self.game, self.options, self.seats, {**self.said, "hands": rows})
                if not other.problem:
                    self.said = other.said
                    self._update_state()
                    return

    def _drop_usual_seats(self, key: str) -> None:
        """Remove a key's values for the last seats from `said` if those are the usual ones."""
        if self.problem or not isinstance(self.said.get(key), list):
            return
        wanted = self.lies
        while self.said.get(key):
            shorter = PositionBuilder(self.game, self.options, self.seats, {**self.said, key: self.said[key][:-1]})
            if shorter.problem or shorter.lies != wanted:
                return
            self.said = shorter.said
        self.said.pop(key, None)

    # -- settings besides cards ------------------------------------------------------------------

    def list_settings(self) -> list[PositionSetting]:
        """Return the settings of a position besides its places for cards, in the order of the game's state."""
        parts = self.game.state.keys.values()
        return [self._build_setting(part) for part in parts if part not in [*self._list_card_parts()]]

    def _build_setting(self, part: Part[Any]) -> PositionSetting:
        value, text = self.lies.get(part.key), part.text
        title = TITLES.get(part.key) or capitalize_first(_format_key(part.key))
        seats = tuple((str(seat), capitalize_first(describe_seat(seat, self.seats))) for seat in range(self.seats))
        if isinstance(part, SeatPart):
            return PositionSetting(part.key, "choice", title, text, str(value), seats, main=True)
        if isinstance(part, SeatOrNone) and resolve_value(self._whole, part.high) == self.seats - 1:
            return PositionSetting(
                part.key, "choice", title, text, "" if value is None else str(value), (("", "–"), *seats)
            )
        if isinstance(part, Phase):
            words = tuple((word, f"{word}: {meant}" if meant else word) for word, meant in part.meant.items())
            return PositionSetting(part.key, "choice", title, text, value, words, main=True)
        if isinstance(part, Word):
            words = tuple((word, word or "–") for word in part.words)
            return PositionSetting(part.key, "choice", title, text, value, words, main=True)
        names = tuple(name for _, name in seats)
        if isinstance(part, WordBySeat):
            words = tuple((word, word or "–") for word in part.words)
            return PositionSetting(part.key, "words", title, text, value, words, seats=names)
        kinds = ((Number, "number"), (Flag, "flag"), (NumberBySeat, "numbers"), (Seats, "seats"), (MatchPart, "match"))
        kind = next((kind for type, kind in kinds if isinstance(part, type)), "text")
        return PositionSetting(
            part.key, kind, title, text, value, seats if kind in ("seats", "match") else (), seats=names
        )

    def set_value(self, key: str, value: Any) -> None:
        """Set another key of the position, in the form that positions use. Raises BadText for an unknown key."""
        if key not in self.game.state.keys:
            raise BadText("not a key of a position", key, ", ".join(self.game.state.keys))
        self.said[key] = value
        self._update_state()


def _list_card_codes(text: str) -> tuple[str, ...]:
    """Return the card codes in a text. It skips other words: `problem` reports them, and they can't be drawn."""
    return tuple(code for code in text.split() if _is_card_code(code))


def _is_card_code(code: str) -> bool:
    try:
        parse_card(code)
    except BadText:
        return False
    return True


def _remove_face_down_card(cards: list[str]) -> list[str]:
    at = cards.index(BACK) if BACK in cards else len(cards)
    return [*cards[:at], *cards[at + 1 :]]


def _has_plain_cards(part: Part[Any]) -> bool:
    """Return whether a part's text is just its card codes, so that cards can be added and removed one by one."""
    return isinstance(part, (OneCard, Melds)) or type(part).parse_value in (Cards.parse_value, CardsBySeat.parse_value)


def _format_key(key: str) -> str:
    return key.replace("_", " ").replace("-", " ")


def _format_place_title(name: str, seat: int, seats: int) -> str:
    what = {"hands": "hand"}.get(name, name)
    if seat == 0:
        return f"Your {what}"
    return capitalize_first(f"{describe_seat(seat, seats)}: {what}")


def build_initial_position(game: Game[Any], options: Options, seats: int) -> dict[str, Any]:
    """Return what a position has to contain before the user sets anything: usually nothing.

    In games where some cards are always on the table, it's a deal of which nobody sees a card.
    """
    with suppress(HouseError):
        game.load({"options": options.list_changed_values(), "seats": seats})
        return {}
    state, rng = game.start(options, seats), Random(0)
    while state.waiting == (DEALER,):
        game.apply(state, DEALER, game.draw_dealer_move(state, rng))
    return drop_usual_keys(game, options, seats, game.build_view(state, None).position)


def drop_usual_keys(game: Game[Any], options: Options, seats: int, position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position without the keys that have their usual value. Raises HouseError if it is invalid."""
    head = {"options": options.list_changed_values(), "seats": seats}
    said = {key: value for key, value in position.items() if key in game.state.keys}
    wanted = game.build_position(game.load({**said, **head}))
    for key in list(said):
        rest = {name: value for name, value in said.items() if name != key}
        with suppress(HouseError):
            if game.build_position(game.load({**rest, **head})) == wanted:
                said = rest
    return said
