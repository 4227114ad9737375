"""Contracts: the melds that each hand of a match asks for, and the number of cards dealt for it."""

from __future__ import annotations

from typing import NamedTuple

from games.contract_rummy.melds import RUN, SET
from games.contract_rummy.options import ContractRummyOptions
from games.words import spell_count, spell_number


class Contract(NamedTuple):
    """The melds that a hand asks for: the sizes of its sets and of its runs, longest first."""

    sets: tuple[int, ...]
    runs: tuple[int, ...]

    @property
    def card_count(self) -> int:
        """The minimum number of cards with which a player can lay the contract."""
        return sum(self.sets) + sum(self.runs)

    @property
    def meld_count(self) -> int:
        """The number of melds in the contract."""
        return len(self.sets) + len(self.runs)


def _build_contract(sets: int, *runs: int) -> Contract:
    return Contract((SET,) * sets, tuple(sorted(runs, reverse=True)))


_SEVEN = (
    *(
        _build_contract(2),
        _build_contract(1, RUN),
        _build_contract(0, RUN, RUN),
        _build_contract(3),
        _build_contract(2, RUN),
    ),
    *(_build_contract(1, RUN, RUN), _build_contract(0, RUN, RUN, RUN)),
)
CONTRACTS = {
    "classic7": _SEVEN,
    "six": _SEVEN[:6],
    "shanghai10": (
        *(
            _build_contract(2),
            _build_contract(1, RUN),
            _build_contract(0, RUN, RUN),
            _build_contract(3),
            _build_contract(1, 7),
        ),
        *(
            _build_contract(2, 5),
            _build_contract(0, RUN, RUN, RUN),
            _build_contract(1, 10),
            _build_contract(3, 5),
            _build_contract(0, 5, 5, 5),
        ),
    ),
}
"""The contracts of a match, hand by hand, for each option. Rulebook: contract.table."""
DEALT = {"10x3-12x4": (10,) * 3 + (12,), "10x4-12x3": (10,) * 4 + (12,), "all-11": (11,)}
"""The number of cards dealt in each hand, for each option; the last number also applies to all later hands."""


def get_contract(options: ContractRummyOptions, number: int) -> Contract:
    """Return the contract of the hand with this number in the match, from 1."""
    return CONTRACTS[options.contracts][number - 1]


def count_hands(options: ContractRummyOptions) -> int:
    """Return how many hands a match has."""
    return len(CONTRACTS[options.contracts])


def get_hand_size(options: ContractRummyOptions, number: int) -> int:
    """Return how many cards each player is dealt in the hand with this number, from 1. Rulebook: deal.hand-size."""
    sizes = DEALT[options.deal_sizes]
    return sizes[min(number, len(sizes)) - 1]


def describe_contract(contract: Contract) -> str:
    """Return the melds of a contract in words, such as “one set of three and two runs of four”."""
    parts = []
    for name, sizes in (("set", contract.sets), ("run", contract.runs)):
        for size in sorted(set(sizes)):
            number = sizes.count(size)
            parts.append(f"{spell_count(number, name)} of {spell_number(size)}")
    return " and ".join(parts)
