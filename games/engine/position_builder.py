"""Positions that users build: the zones for cards, the cards left in the deck, and other settings.

All of this follows from the parts that a game's state declares. A position under construction contains only what the
user has set. Everything else has its default value.
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

from games.cards import JOKER, SUIT_SIGNS, UNKNOWN, Card, is_card_code, parse_cards
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.state import DEALER, MatchPart, State
from games.engine.state_parts import (
    MORE,
    Cards,
    CardsBySeat,
    Flag,
    Hands,
    Melds,
    Number,
    NumberBySeat,
    OneCard,
    Phase,
    SeatOrNone,
    Seats,
    StatePart,
    Word,
    WordBySeat,
    resolve_declared_value,
)
from games.engine.state_parts import Seat as SeatPart
from games.engine.view import Position
from games.errors import BadText, RulesError
from games.words import capitalize_first

if TYPE_CHECKING:
    from games.engine.game import Game

BACK = UNKNOWN.code
BY_SEAT = (CardsBySeat, Melds, NumberBySeat, WordBySeat)
"""The types of state parts that have a value for each seat."""
TITLES = {"phase": "Stage of the turn", "turn": "Whose turn"}
_TYPED = re.compile(r"10|[A2-9TJQK]|\*|\?|[CDHS♣♦♥♠]|\S", re.IGNORECASE)
_SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}
MOST_TYPED = 120


@dataclass(frozen=True)
class CardPlace:
    """A zone for cards in a position that a user is building.

    Its cards are one part of the state (`key`) or, if each seat has cards of its own there, those of one `seat`.
    `groups` are the cards, in one group unless the zone is for `melds`. A `single` zone has at most one card. The
    `rest` zone has all cards that are in no other zone.
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
        """All cards of the zone, in order."""
        return tuple(card for group in self.groups for card in group)

    @property
    def groups_with_card_indexes(self) -> list[list[tuple[int, str]]]:
        """The groups of cards, each card with its index among all cards of the zone."""
        at = count()
        return [[(next(at), card) for card in group] for group in self.groups]

    @property
    def face_up_card_count(self) -> int:
        """The number of cards that aren't face down (`?`)."""
        return sum(card != BACK for card in self.cards)


@dataclass(frozen=True)
class PositionSetting:
    """A setting of a position other than a zone for cards, as a form shows it.

    `kind` decides the form fields: choice, number, and flag have one; numbers and words have one for each seat; seats
    is a list of seats; match has a score for each seat; text is lines or JSON. Settings that are `main` come first: the
    phase, the seat to move, and settings with a fixed list of words. `text` explains the setting, and `seats` are the
    names of the seats.
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
        """The name of each seat with its number, word, or match score."""
        said = self.value.get("scores", []) if self.kind == "match" else self.value
        return list(zip(self.seats, said, strict=False))

    @property
    def has_several_form_fields(self) -> bool:
        """Whether the setting needs several form fields."""
        return self.kind in ("words", "numbers", "seats", "match")

    @property
    def editable_text(self) -> str:
        """The value as editable text: a list of strings with one per line, anything else but a string as JSON."""
        if isinstance(self.value, str):
            return self.value
        if isinstance(self.value, list) and all(isinstance(one, str) for one in self.value):
            return "\n".join(self.value)
        return json.dumps(self.value, ensure_ascii=False)


def parse_typed_cards(text: str) -> list[Card]:
    """Parse typed cards: `7h`, `10h`, `KD`, `k♦`, `*` for a joker, `?` for a face-down card.

    Raises BadText.
    """
    if len(text) > 8 * MOST_TYPED:
        raise BadText("too long", text[:40] + "…", f"at most {MOST_TYPED} cards")
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
            raise BadText(
                "not a card", rank + token, "a rank and a suit such as 7h, * for a joker, or ? for a face-down card"
            )
    if rank:
        raise BadText("a card without a suit", rank, "a rank and a suit, such as 7h")
    return [*parse_cards(" ".join(found))]


class PositionBuilder:
    """A position that a user is building, for this number of seats and these house rules.

    `said` has the keys that the user has set, and the methods change it. `state` is the state of this position. If the
    position isn't valid, `state` is None and `problem` is the error message. `lies` is the complete position, with
    default values for all other keys.
    """

    def __init__(self, game: Game[Any], options: Options, seats: int, said: Mapping[str, Any]) -> None:
        self.game, self.options, self.seats = game, options, seats
        self.said: dict[str, Any] = dict(said) or build_initial_position(game, options, seats)
        self.state: State | None = None
        self.problem = ""
        self._update_state()

    def _update_state(self) -> None:
        """Recompute `state`, `problem`, and `lies` after `said` has changed."""
        try:
            self.state, self.problem = self._load_state(self.said), ""
        except RulesError as refused:
            self.state, self.problem = None, str(refused)
        self._whole: State = self.state or self._load_closest_valid_state()
        self.lies: Position = {
            **self.game.build_position(self._whole),
            **({} if self.state else self._clean_settings()),
        }
        for follows in ("_cached_card_places", "_screen_labels"):
            self.__dict__.pop(follows, None)

    def _load_state(self, said: Mapping[str, Any]) -> State:
        state: State = self.game.load_position(
            {**said, "options": self.options.list_nonstandard_values(), "seats": self.seats}
        )
        return state

    def _load_closest_valid_state(self) -> State:
        """Return a state from as many keys of `said` as can be loaded together.

        While `said` has a problem, this state provides the default values of the other keys.
        """
        kept = build_initial_position(self.game, self.options, self.seats)
        for key, value in self.said.items():
            with suppress(RulesError):
                self._load_state({**kept, key: value})
                kept[key] = value
        return self._load_state(kept)

    def _clean_settings(self) -> Position:
        """Return `said` (the keys that the user has set) without the “…” (`MORE`) at the end of strings.

        The “…” means that further cards follow the listed ones. Keys that need a list but have a different value are
        left out.
        """
        listed = {key for key, part in self.game.state.keys.items() if isinstance(part, (*BY_SEAT, Seats))}
        said = {key: value for key, value in self.said.items() if isinstance(value, list) or key not in listed}
        return {key: value.removesuffix(MORE) if isinstance(value, str) else value for key, value in said.items()}

    # -- cards -----------------------------------------------------------------------------------

    def list_card_places(self) -> list[CardPlace]:
        """List the zones for cards: shared ones and seat 0's (its hand last), then those of the other seats."""
        return list(self._cached_card_places)

    @cached_property
    def _cached_card_places(self) -> list[CardPlace]:
        found = [place for part in self._list_parts_with_cards() for place in self._list_places_of_part(part)]
        return sorted(found, key=lambda place: (place.seat or 0, place.key == "hands"))

    def get_card_place(self, id: str) -> CardPlace:
        """Return the zone with this id. Raises BadText."""
        for place in self.list_card_places():
            if place.id == id:
                return place
        raise BadText(
            "not a place for cards at this table", id, ", ".join(place.id for place in self.list_card_places())
        )

    def _list_parts_with_cards(self) -> Iterator[StatePart[Any]]:
        for part in self.game.state.keys.values():
            if isinstance(part, OneCard) or (getattr(part, "lying", False) and _is_list_of_card_codes(part)):
                yield part

    def _list_places_of_part(self, part: StatePart[Any]) -> Iterator[CardPlace]:
        value, name = self.lies.get(part.key), _format_key_as_words(part.key)
        if isinstance(part, (Cards, OneCard)):
            cards = _list_card_codes(str(value or ""))
            yield CardPlace(
                part.key,
                None,
                self._get_place_label(part.key),
                (cards,),
                single=isinstance(part, OneCard),
                rest=self._has_all_remaining_cards(part),
            )
            return
        for seat in range(self.seats):
            own = value[seat] if isinstance(value, list) and seat < len(value) else ""
            texts = own if isinstance(own, list) else [own]
            groups = tuple(_list_card_codes(text) for text in texts if isinstance(text, str))
            yield CardPlace(
                part.key, seat, _format_place_title(name, seat, self.seats), groups, melds=isinstance(part, Melds)
            )

    def _get_place_label(self, key: str) -> str:
        """Return the label of a zone on the screen, or its key in words if it has no label."""
        zones, signs = self._screen_labels
        name = capitalize_first(_format_key_as_words(key))
        return zones.get(key) or next((sign for sign in signs if sign.startswith(name)), name)

    @cached_property
    def _screen_labels(self) -> tuple[dict[str, str], list[str]]:
        """The labels of the screen's zones by zone id, and a list of the labels of its signs.

        A sign is a small picture with a short text, such as the trump suit.
        """
        screen = self.game.draw_table(self._whole, 0)
        zones = {zone.id: zone.label for zone in reversed(screen.zones) if zone.label}
        return zones, [sign.label for sign in screen.signs]

    @property
    def deck_counts_by_card(self) -> Counter[str]:
        """The number of copies of each card in the deck, by card code."""
        return Counter(card.code for card in self._whole.deck)

    @property
    def remaining_counts_by_card(self) -> Counter[str]:
        """The number of copies of each card that aren't in the position yet, by card code."""
        used = Counter(card.split("=")[0] for place in self.list_card_places() for card in place.cards)
        used.update(re.findall(r"[A2-9TJQK][CDHS]|\*", " ".join(map(str, self._list_cards_outside_places()))))
        return Counter({card: max(0, number - used[card]) for card, number in self.deck_counts_by_card.items()})

    def _list_cards_outside_places(self) -> Iterator[Any]:
        """Yield the values of those parts of the position that have cards but no zone.

        Users edit these parts as text.
        """
        for part in self.game.state.keys.values():
            if getattr(part, "lying", False) and not _is_list_of_card_codes(part):
                yield self.lies.get(part.key)

    def put_cards_in_place(self, id: str, cards: list[Card]) -> None:
        """Put cards in a zone. Each new card replaces a face-down card, as long as there is one.

        If all new cards are face down, they're added instead. In a `single` zone, the new card replaces the old one.
        Raises BadText if the zone is unknown or the deck has no copy of the card left.
        """
        place = self.get_card_place(id)
        groups = [list(group) for group in place.groups] or [[]]
        left, at = self.remaining_counts_by_card, 0
        more = all(card is UNKNOWN for card in cards)
        for card in cards:
            if card is not UNKNOWN and left[card.code] <= 0:
                raise BadText("not left in the deck", card.code, "a card that the deck still has")
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
        self._write_cards_of_place(place, groups)

    def remove_card_from_place(self, id: str, at: int) -> None:
        """Remove the card at this index of a zone and return it to the deck. Raises BadText.

        In a hand, a face-down card replaces the removed card; a face-down card is just removed. A meld disappears with
        its last card.
        """
        place = self.get_card_place(id)
        if not 0 <= at < len(place.cards):
            raise BadText("not the index of a card", at, f"a number below {len(place.cards)}" if place.cards else "")
        hand = isinstance(self.game.state.keys[place.key], Hands) and place.cards[at] != BACK
        groups, passed = [], 0
        for group in place.groups:
            kept = [card for number, card in enumerate(group, passed) if number != at]
            groups.append([*kept, BACK] if hand and passed <= at < passed + len(group) else kept)
            passed += len(group)
        self._write_cards_of_place(place, [group for group in groups if group] if place.melds else groups)

    def reset_card_place(self, id: str) -> None:
        """Reset one zone of the position, such as a hand, to its default cards. Raises BadText."""
        place = self.get_card_place(id)
        if place.seat is None:
            self.said.pop(place.key, None)
            self._update_state()
            return
        always = build_initial_position(self.game, self.options, self.seats)
        said = always if place.key in always else {**self.said, place.key: self._list_values_of_earlier_seats(place)}
        usual = PositionBuilder(self.game, self.options, self.seats, said)
        self._write_cards_of_place(place, [list(group) for group in usual.get_card_place(id).groups])

    def _list_values_of_earlier_seats(self, place: CardPlace) -> Any:
        return self.lies[place.key][: place.seat or 0]

    def start_meld(self, id: str) -> None:
        """Start a new meld in a zone for melds, unless the last meld there is still empty. Raises BadText."""
        place = self.get_card_place(id)
        if place.melds and (not place.groups or place.groups[-1]):
            self._write_cards_of_place(place, [*(list(group) for group in place.groups), []])

    def _has_all_remaining_cards(self, part: StatePart[Any]) -> bool:
        """Return whether a zone gets all cards that aren't in any other zone, as a stock usually does.

        This is the case if the user hasn't set its cards, or has set only the first ones, followed by “…”.
        """
        said = self.said.get(part.key, MORE)
        return isinstance(part, Cards) and part.usual is not None and isinstance(said, str) and said.endswith(MORE)

    def _write_cards_of_place(self, place: CardPlace, groups: list[list[str]]) -> None:
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
            self._balance_another_hand(place)
        self._drop_usual_seat_values(place.key)

    def _balance_another_hand(self, written: CardPlace) -> None:
        """Remove a face-down card from a hand, or add one, if that makes the position valid.

        A position becomes invalid, for example, when a card is added to the table but not taken from the hand that it
        came from. `written` is the zone that the user has just changed. If it's a hand, it stays unchanged.
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

    def _drop_usual_seat_values(self, key: str) -> None:
        """Shorten a list in `said`: remove the values of the last seats if they're the default values.

        `key` is the key of the list.
        """
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

    def list_position_settings(self) -> list[PositionSetting]:
        """List the settings of the position other than zones for cards, in the order of the game's state."""
        parts = self.game.state.keys.values()
        return [self._build_position_setting(part) for part in parts if part not in [*self._list_parts_with_cards()]]

    def _build_position_setting(self, part: StatePart[Any]) -> PositionSetting:
        value, text = self.lies.get(part.key), part.text
        title = TITLES.get(part.key) or capitalize_first(_format_key_as_words(part.key))
        seats = tuple((str(seat), capitalize_first(describe_seat(seat, self.seats))) for seat in range(self.seats))
        if isinstance(part, SeatPart):
            return PositionSetting(part.key, "choice", title, text, str(value), seats, main=True)
        if isinstance(part, SeatOrNone) and resolve_declared_value(self._whole, part.high) == self.seats - 1:
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

    def set_position_value(self, key: str, value: Any) -> None:
        """Set a key of the position to a value in the form that positions have.

        Raises BadText for an unknown key.
        """
        if key not in self.game.state.keys:
            raise BadText("not a key of a position", key, ", ".join(self.game.state.keys))
        self.said[key] = value
        self._update_state()


def _list_card_codes(text: str) -> tuple[str, ...]:
    """Return the card codes in a text, without its other words, which can't be drawn as cards."""
    return tuple(code for code in text.split() if is_card_code(code))


def _remove_face_down_card(cards: list[str]) -> list[str]:
    at = cards.index(BACK) if BACK in cards else len(cards)
    return [*cards[:at], *cards[at + 1 :]]


def _is_list_of_card_codes(part: StatePart[Any]) -> bool:
    """Return whether a part's text consists only of card codes, so that cards can be added and removed one by one."""
    return isinstance(part, (OneCard, Melds)) or type(part).parse_position_value in (
        Cards.parse_position_value,
        CardsBySeat.parse_position_value,
    )


def _format_key_as_words(key: str) -> str:
    return key.replace("_", " ").replace("-", " ")


def _format_place_title(name: str, seat: int, seats: int) -> str:
    what = {"hands": "hand"}.get(name, name)
    if seat == 0:
        return f"Your {what}"
    return capitalize_first(f"{describe_seat(seat, seats)}: {what}")


def build_initial_position(game: Game[Any], options: Options, seats: int) -> dict[str, Any]:
    """Return the keys that a position needs before the user sets anything. There are usually none.

    In games where some cards are always on the table, this is a deal with all cards face down.
    """
    with suppress(RulesError):
        game.load_position({"options": options.list_nonstandard_values(), "seats": seats})
        return {}
    state, rng = game.start_match(options, seats), Random(0)
    while state.waiting == (DEALER,):
        game.apply_move(state, DEALER, game.draw_dealer_move(state, rng))
    return drop_default_values(game, options, seats, game.build_view(state, None).position)


def drop_removed_seats(game: Game[Any], key: str, value: Any, seats: int) -> Any:
    """Return the value of a position's key for a table with only `seats` seats.

    Whatever belongs to higher seats is left out.
    """
    part = game.state.keys.get(key)
    if isinstance(part, BY_SEAT) and isinstance(value, list):
        return value[:seats]
    if isinstance(part, Seats) and isinstance(value, list):
        return [seat for seat in value if not isinstance(seat, int) or seat < seats]
    return value


def drop_default_values(game: Game[Any], options: Options, seats: int, position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position without the keys that have their default value.

    Raises RulesError if the position is invalid.
    """
    head = {"options": options.list_nonstandard_values(), "seats": seats}
    said = {key: value for key, value in position.items() if key in game.state.keys}
    wanted = game.build_position(game.load_position({**said, **head}))
    for key in list(said):
        rest = {name: value for name, value in said.items() if name != key}
        with suppress(RulesError):
            if game.build_position(game.load_position({**rest, **head})) == wanted:
                said = rest
    return said
