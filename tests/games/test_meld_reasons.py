"""What is said of cards that are no meld."""

from __future__ import annotations

import pytest

from games.cards import parse_cards
from games.kit.meld_refusals import explain_bad_meld
from games.kit.melds import is_run, is_set


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("4C 5D 6C", "5D isn’t a club"),
        ("9C 9D KC", "KC isn’t a nine"),
        ("7S 8S TS", "The nine is missing"),
        ("TS QS AS", "The jack and king are missing"),
        ("2S 9S KS", "They aren’t consecutive"),
        ("9C 9D 9H 5H 6H 7H", "9C 9D 9H and 5H 6H 7H are two separate melds"),
        ("5D 8S KC", "They have three suits and three ranks"),
    ],
)
def test_the_reason_is_the_one_a_friend_would_give(cards: str, said: str) -> None:
    assert explain_bad_meld(parse_cards(cards), lambda part: is_run(part) or is_set(part)) == said
