"""The settlement of a hand: who takes how much from the pot, and who pays. This module doesn't use the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.guts.options import GutsOptions
from games.kit.poker import Key
from games.kit.showdown import list_best_seats, share_chips


class Stakes(NamedTuple):
    """The values besides cards that a settlement depends on: house rules, the pot, and the chips of each seat."""

    options: GutsOptions
    pot: int
    chips: Sequence[int]


class HandOutcome(NamedTuple):
    """The result of a hand.

    `clause` is the id of the clause that decides the hand. By seat, `taken` has the chips that each winner takes, and
    `paid` those that each loser pays. `stays` is the number of other chips that stay in the pot. `live` says whether
    players still compete for chips in the pot, so that the round continues.
    """

    clause: str
    taken: Mapping[int, int]
    paid: Mapping[int, int]
    stays: int
    live: bool

    @property
    def next_pot(self) -> int:
        """The pot of the next hand before any antes. Rulebook: pot.next."""
        return self.stays + sum(self.paid.values())


def settle_all_out(stakes: Stakes, keys: Mapping[int, Key]) -> HandOutcome:
    """Return the outcome of a hand in which all players are out.

    `keys` has the key of every player's hand, which stands for its strength: under some house rules, the best hand
    pays. Rulebook: pot.all-out.
    """
    pays = list_best_seats(keys) if stakes.options.all_out == "best-pays" else ()
    return HandOutcome("pot.all-out", {}, _compute_payments(stakes, pays, stakes.pot), stakes.pot, True)


def settle_showdown(stakes: Stakes, keys: Mapping[int, Key], ghost: Key | None = None) -> HandOutcome:
    """Return the outcome of a hand in which at least one player is in.

    `keys` has the keys of these players' hands, which stand for their strength. The ghost is a hand from the rest of
    the deck that they have to beat. `ghost` is its key, or None if it doesn't play.

    Rulebook: showdown.lone-in, showdown.ghost, showdown.winner-takes-pot, showdown.tie-splits,
    showdown.remainder-stays, showdown.loser-matches-pot, showdown.tied-winners-free.
    """
    winners = list_best_seats(keys)
    if ghost is not None and ghost > keys[winners[0]]:
        return HandOutcome("showdown.ghost", {}, _compute_payments(stakes, tuple(keys), stakes.pot), stakes.pot, True)
    prize = stakes.options.compute_winnable_chips(stakes.pot)
    taken, flavour = share_chips(prize, winners)
    stays = stakes.pot - prize + flavour
    paid = _compute_payments(stakes, [seat for seat in keys if seat not in winners], stays)
    many = "showdown.tie-splits" if len(winners) > 1 else "showdown.winner-takes-pot"
    clause = "showdown.lone-in" if len(keys) == 1 else many
    return HandOutcome(clause, taken, paid, stays, stakes.pot > prize or any(paid.values()))


def find_possible_losses(stakes: Stakes, seat: int, ins: Sequence[int], unknown: Sequence[int]) -> set[int]:
    """Return all amounts that a seat might pay if it goes in and wins nothing. If it can't lose, the set is empty.

    `ins` are the other seats that are in, and `unknown` those that might be.
    """
    losses, rivals, ghost = set[int](), (*ins, *unknown), stakes.options.ghost
    for number in range(len(ins), len(rivals) + 1):
        others = rivals[:number]
        for winners in range(1, number + 1):
            keys = {other: (place < winners,) for place, other in enumerate(others)}
            losses.add(settle_showdown(stakes, {**keys, seat: (False,)}).paid[seat])
        if ghost == "always" or (ghost == "lone-only" and not number):
            losses.add(settle_showdown(stakes, dict.fromkeys((*others, seat), (0,)), (1,)).paid[seat])
    return losses


def _compute_payments(stakes: Stakes, payers: Sequence[int], stays: int) -> dict[int, int]:
    """Return what each of the seats `payers` pays, by seat, if `stays` chips stay in the pot.

    Rulebook: cap.limits-pot, stake.credit.
    """
    if not payers:
        return {}
    owed = stakes.options.compute_pot_payment(stakes.pot, stays, len(payers))
    if stakes.options.short_stack == "table-stakes":
        return {seat: min(owed, stakes.chips[seat]) for seat in payers}
    return dict.fromkeys(payers, owed)


def is_ante_due(options: GutsOptions, outcome: HandOutcome) -> bool:
    """Return whether all players ante before the next hand. Rulebook: ante.when."""
    if options.ante_rule == "every-hand":
        return True
    if options.all_out == "re-ante" and outcome.clause == "pot.all-out":
        return True
    return not outcome.next_pot if options.ante_rule == "pot-empty" else not outcome.live
