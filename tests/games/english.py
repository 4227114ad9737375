"""What is wrong in an English sentence, as far as a pattern can tell: “one cards”, “0 chips”, “not seen no card”."""

import re

_RANKS = "twos|threes|fours|fives|sixes|sevens|eights|nines|tens|jacks|queens|kings|aces"
_THINGS = (
    f"{_RANKS}|clubs|diamonds|hearts|spades|cards|chips|players|tricks|partners|places|statements|moves|hands|melds"
    "|rounds|times|units|others"
)
WRONG = re.compile(
    rf"(?<![.\d])\b([Oo]ne|1) ((other|more|wild|high|low) )?({_THINGS}|points)\b"
    rf"|(?<![.\d])\b0 ({_THINGS})\b|\bnot \w+ no\b|\b[Nn]o of\b|\bThere are (one|1)\b|\bNo \w+ get\b"
)


def reads_well(text: str) -> None:
    """Assert that there is nothing wrong."""
    assert not WRONG.search(text), text
