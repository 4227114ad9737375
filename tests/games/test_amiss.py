"""What is said of cards that are no meld."""

from __future__ import annotations

import pytest

from games.cards import parse_cards
from games.kit.amiss import amiss
from games.kit.melds import is_run, is_set


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("4C 5D 6C", "5D is not of the suit of the others"),
        ("9C 9D KC", "KC is no nine"),
        ("7S 8S TS", "the nine is missing between them"),
        ("TS QS AS", "the jack and king are missing between them"),
        ("2S 9S KS", "they do not follow one another"),
        ("9C 9D 9H 5H 6H 7H", "they are two melds, 9C 9D 9H and 5H 6H 7H, and melds are laid one at a time"),
        ("5D 8S KC", "they are of three suits and three ranks"),
    ],
)
def test_the_reason_is_the_one_a_friend_would_give(cards: str, said: str) -> None:
    assert amiss(parse_cards(cards), lambda part: is_run(part) or is_set(part)) == said
