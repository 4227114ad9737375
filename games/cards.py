"""Playing cards: one object per card, and card codes.

A card's code is its rank (`A23456789TJQK`) and suit (`CDHS`): `QS`, `TH`. `*` is a printed joker and `?` an unknown
card. `*=9S` is a card on the table that stands for another one, here a joker that stands for the nine of spades. There
is only one object for each code, so cards can be compared with `is`. A list with two copies of a card has this object
twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from games.errors import BadText

RANKS = "A23456789TJQK"
ACE_HIGH = RANKS[1:] + RANKS[0]
SUITS = "CDHS"
RANK_NAMES = (
    "",
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SINGULAR_SUIT_NAMES = {suit: name.removesuffix("s") for suit, name in SUIT_NAMES.items()}
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED = frozenset("DH")


class Card:
    """A playing card, or a card that stands for another one.

    `rank` is 1 (ace) to 13 (king), or 0 for a joker or an unknown card. `suit` is one of `CDHS` or empty. Both are
    those of `face`, the card that this card stands for. `base` is the card that is physically on the table. `natural`
    is True if `face` and `base` are the same and the card has a rank. `index` numbers the 52 cards by suit and rank.
    For a joker or an unknown card, it's 52.
    """

    __slots__ = ("base", "code", "face", "index", "name", "natural", "rank", "suit")

    base: Card
    face: Card

    def __init__(self, code: str, rank: int, suit: str, name: str) -> None:
        self.code = code
        self.rank = rank
        self.suit = suit
        self.name = name
        self.base = self.face = self
        self.natural = rank > 0
        self.index = SUITS.index(suit) * 13 + rank - 1 if suit else 52

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        return parse_card, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    @property
    def is_red(self) -> bool:
        return self.suit in RED

    def substitute_for(self, face: Card) -> Card:
        """Return the card object for this card when it stands for `face`, such as `*=9S`.

        If `face` is this card itself, it's returned unchanged.
        """
        return self if face is self else parse_card(f"{self.code}={face.code}")


def get_plural_rank_name(rank: int) -> str:
    """Return the plural name of a rank: “aces”, “sixes”."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


PACK = tuple(
    Card(f"{RANKS[rank - 1]}{suit}", rank, suit, f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}")
    for suit in SUITS
    for rank in range(1, 14)
)
JOKER = Card("*", 0, "", "joker")
UNKNOWN = Card("?", 0, "", "unknown card")

_plain: dict[str, Card] = {card.code: card for card in (*PACK, JOKER, UNKNOWN)}
_cards = dict(_plain)


def parse_card(code: str) -> Card:
    """Return the card with this code, in upper or lower case. Raises BadText if there is none."""
    card = _cards.get(code)
    if card is not None:
        return card
    wanted = code.upper().replace("10", "T")
    if wanted in _cards:
        return _cards[wanted]
    base_code, equals, face_code = wanted.partition("=")
    base, face = _plain.get(base_code), _plain.get(face_code)
    if not equals or base is None or face is None or base is UNKNOWN or face is JOKER:
        raise BadText(
            "not a card",
            code,
            "a rank (A23456789TJQK) and a suit (CDHS), * for a joker, or X=Y for a card X that stands for Y",
        )
    if base is face:
        return base
    standing = Card(wanted, face.rank, face.suit, f"{base.name} standing for the {face.name}")
    standing.base, standing.face, standing.natural, standing.index = base, face, False, face.index
    return _cards.setdefault(wanted, standing)


def is_card_code(code: str) -> bool:
    """Return whether a string is the code of a card."""
    try:
        parse_card(code)
    except BadText:
        return False
    return True


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse a string of cards such as `7D QD *=3H`. Raises BadText."""
    return tuple([_cards.get(code) or parse_card(code) for code in text.split()])


def format_cards(cards: Iterable[Card]) -> str:
    """Format cards as a string of codes. This is the inverse of `parse_cards`."""
    return " ".join([card.code for card in cards])


def get_card(rank: int, suit: str) -> Card:
    """Return the card with this rank and suit. Ranks are 1 to 13, and 14 is the ace again."""
    return PACK[SUITS.index(suit) * 13 + (rank - 1) % 13]


def build_deck(packs: int = 1, jokers: int = 0) -> list[Card]:
    """Return `packs` copies of the 52 cards in order, then `jokers` printed jokers."""
    return [*PACK * packs, *[JOKER] * jokers]


PACK_ORDER = attrgetter("index", "code")
"""The sort key of cards: by suit and rank of the face, then by code.

Cards have no `<` of their own, because a comparison method would make finding a card in a list twenty times as slow.
"""


def sort_cards(cards: Iterable[Card]) -> list[Card]:
    """Return the cards sorted by suit and rank."""
    return sorted(cards, key=PACK_ORDER)


def join_card_names(cards: Iterable[Card]) -> str:
    """Return the names of cards for reading aloud: “the ten of spades and the joker”."""
    names = [f"the {card.name}" for card in cards]
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


def list_missing_cards(wanted: Iterable[Card], have: Iterable[Card]) -> list[Card]:
    """Return the cards in `wanted` that aren't in `have`, counting copies.

    For each copy of a card that `wanted` has and `have` lacks, the card is returned once.
    """
    left = list(have)
    lacking = []
    for card in wanted:
        if card in left:
            left.remove(card)
        else:
            lacking.append(card)
    return lacking


def subtract_cards(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    """Return `cards` without one copy of each card in `taken`. Raises ValueError if a copy is missing."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left
