"""The course: thirteen lessons, from the first run to the rules of other houses."""

from __future__ import annotations

from games.contract_rummy.lessons.asking import CHAINS, MAY_I
from games.contract_rummy.lessons.basics import CONTRACT, MELDS, TURN
from games.contract_rummy.lessons.later import HOUSE, LAST, LATER, SWAP
from games.contract_rummy.lessons.table import JOKERS, LAYOFF, OUT, RUNS
from games.engine.lesson import Lesson

COURSE: tuple[Lesson, ...] = (
    MELDS,
    TURN,
    CONTRACT,
    LAYOFF,
    OUT,
    RUNS,
    JOKERS,
    MAY_I,
    CHAINS,
    SWAP,
    LATER,
    LAST,
    HOUSE,
)
"""All lessons, in teaching order."""
