"""Payments of chips between players and into the pot.

This module doesn't use the state: chips are lists by seat, and the pot is a number. Where debts aren't allowed, a
player pays only from the chips held before the payment: first what is due to the pot, then what is due to the other
players, in the order of play from the payer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Settlement:
    """Payments that are due at one time, before anyone has paid.

    `to_pot` has what each seat owes to the pot, `to_others` what each seat owes to other players, and `due` what each
    seat should receive from other players. All three are dicts from seats to chips.
    """

    to_pot: dict[int, int] = field(default_factory=dict)
    to_others: dict[int, int] = field(default_factory=dict)
    due: dict[int, int] = field(default_factory=dict)
    case: str = ""
    """The id of the clause that decides the payments."""


def settle_payments(
    settlement: Settlement, chips: Sequence[int], order: Sequence[int], debt: bool
) -> tuple[list[int], int]:
    """Return a pair: how each seat's chips change by the payments of a settlement, and by how many chips the pot grows.

    `chips` has each seat's chips before. `order` lists the seats in the order of play, from the seat after the dealer.
    `debt` says whether chips can fall below 0. If they can't, a player pays only as much as the player has.

    Rulebook: setup.chips.
    """
    if debt:
        return _pay_in_full(settlement, len(chips))
    change, pot, due = [0] * len(chips), 0, dict(settlement.due)
    for payer in order:
        left = settlement.to_pot.get(payer, 0) + settlement.to_others.get(payer, 0)
        left = min(left, max(0, chips[payer]))
        part = min(left, settlement.to_pot.get(payer, 0))
        pot, left = pot + part, left - part
        change[payer] -= part
        start = order.index(payer)
        for other in (*order[start + 1 :], *order[:start]):
            part = min(left, due.get(other, 0))
            if part:
                due[other], left = due[other] - part, left - part
                change[payer] -= part
                change[other] += part
    return change, pot


def _pay_in_full(settlement: Settlement, seats: int) -> tuple[list[int], int]:
    """Return a pair: how each seat's chips change if all players pay what they owe, and how much the pot grows."""
    change = [0] * seats
    for payer, amount in settlement.to_pot.items():
        change[payer] -= amount
    for payer, amount in settlement.to_others.items():
        change[payer] -= amount
    for seat, amount in settlement.due.items():
        change[seat] += amount
    return change, sum(settlement.to_pot.values())


def build_trick_hand_settlement(units: Sequence[int], reward: bool) -> Settlement:
    """Return the payments after a hand with tricks. `units` has the tricks of each seat, or the costs of its cards.

    `reward` says whether a player who took all units is paid by the others. Rulebook: pay.four-takers … pay.one-taker,
    sweep.reward.
    """
    total = sum(units)
    takers = {seat: number for seat, number in enumerate(units) if number}
    clean = [seat for seat in range(len(units)) if seat not in takers]
    if not clean or not takers:  # no takers if the cards taken aren't known
        return Settlement(to_pot=takers, case="pay.four-takers")
    if len(takers) > 1:
        case = "pay.three-takers" if len(clean) == 1 else "pay.two-takers"
        return Settlement(to_others=takers, due=dict.fromkeys(clean, total // len(clean)), case=case)
    (taker,) = takers
    if reward:
        due = {taker: total * len(clean)}
        return Settlement(to_others=dict.fromkeys(clean, total), due=due, case="pay.one-taker")
    return Settlement(to_pot={taker: total}, case="pay.one-taker")


def build_pot_settlement(amounts: Mapping[int, int], case: str) -> Settlement:
    """Return a settlement in which seats only pay into the pot.

    `amounts` has the chips that each seat pays. `case` is the id of the rulebook's clause that requires the payments.
    """
    return Settlement(to_pot=dict(amounts), case=case)


def build_winner_settlement(winner: int, amounts: Mapping[int, int], case: str) -> Settlement:
    """Return a settlement in which seats pay one player, the winner.

    `amounts` has the chips that each seat pays. `case` is the id of the rulebook's clause that requires the payments.
    """
    return Settlement(to_others=dict(amounts), due={winner: sum(amounts.values())}, case=case)
