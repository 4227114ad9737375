"""Parses cards that people write in text: “ten of spades”, “10♠”, “10 s”, “TS”."""

from __future__ import annotations

import re

from games.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUIT_SIGNS

_SUITS = {sign: suit for suit, sign in SUIT_SIGNS.items()}
_RANK = "|".join([*RANK_NAMES[1:], "10", "[2-9]"])
_SUIT = "|".join(SUIT_NAMES.values())
_NAMED = re.compile(rf"\b({_RANK}) of ({_SUIT})\b", re.IGNORECASE)
_CODE = re.compile(
    r"(?<![\w=])(?:(10|[2-9]) ?([cdhs♣♦♥♠])|([AKQJT2-9]) ?([CDHS])|([akqjtAKQJT]) ?([♣♦♥♠]))(?!\w)", re.IGNORECASE
)
NO_WORDS = "KQJT"
"""Ranks whose letter doesn't form an English word with a suit's letter, unlike an ace's: “As”, “Ad”."""


def extract_cards(text: str) -> tuple[str, list[str]]:
    """Return the text without its cards, and the codes of the cards in the order in which they occur."""
    found: list[tuple[int, str]] = []

    def replace_card_name(match: re.Match[str]) -> str:
        rank = match[1].lower()
        code = rank[0] if rank.isdigit() else RANKS[RANK_NAMES.index(rank) - 1]
        found.append((match.start(), ("T" if rank == "10" else code) + match[2][0].upper()))
        return " " * len(match[0])

    def replace_card_code(match: re.Match[str]) -> str:
        if match[3] and not match[0].isupper() and match[0][0] not in NO_WORDS:  # "as", "ad": a word
            return match[0]
        parts = [part for part in match.groups() if part]
        rank, suit = parts[0].upper().replace("10", "T"), parts[1].upper()
        found.append((match.start(), rank + _SUITS.get(suit, suit)))
        return " " * len(match[0])

    rest = _CODE.sub(replace_card_code, _NAMED.sub(replace_card_name, text))
    return rest, [code for _, code in sorted(found)]
