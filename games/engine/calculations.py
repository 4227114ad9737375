"""Calculations: how a number is worked out, shown as a sum or a count.

A fact whose value is a number can have a calculation, which readers see next to the number: “`KS` 10 + joker 20 = 30”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.cards import PACK, UNKNOWN, Card, format_cards
from games.words import capitalize_first, join_words

if TYPE_CHECKING:
    from games.engine.state import Match, State

MINUS = "\N{MINUS SIGN}"
_CARD = re.compile(r"`[^` ]+`")


@dataclass(frozen=True)
class Calculation:
    """The way to work out a number: a sum of `parts`, each a pair of words and an amount.

    The sum is multiplied by `times` and divided by `among`, such as a number of players who share it. The result is
    rounded down. With `counted`, the calculation counts things: each part is one thing with the amount 1.
    """

    parts: tuple[tuple[str, int], ...] = ()
    times: int = 1
    among: int = 1
    counted: bool = False
    less: bool = False
    """Whether every part after the first is subtracted."""

    @property
    def total(self) -> int:
        """The resulting number: the sum of the parts, multiplied by `times` and divided by `among`."""
        return self.times * sum(number for _, number in self.parts) // self.among

    def __str__(self) -> str:
        if self.counted:
            things = [words for words, _ in self.parts]
            return (
                capitalize_first(f"{_join_things(things)}: {_format_number(self.total)}.")
                if things
                else "There are none."
            )
        if len(self.parts) == 1 and self.times == self.among == 1:
            return capitalize_first(f"{self.parts[0][0]}: {_format_number(self.total)}.")
        signs = [
            MINUS if number < 0 or (self.less and place and not number) else "+"
            for place, (_, number) in enumerate(self.parts)
        ]
        added = " ".join(
            f"{sign} {words} {abs(number)}" for sign, (words, number) in zip(signs, self.parts, strict=True)
        ).removeprefix("+ ")
        if self.times == self.among == 1:
            return capitalize_first(f"{added} = {_format_number(self.total)}.")
        whole = f"({added})" if len(self.parts) > 1 else added
        rest = ", rounded down" if self.times * sum(number for _, number in self.parts) % self.among else ""
        factor = f"× {self.times}" if self.times != 1 else f"÷ {self.among}"
        return capitalize_first(f"{whole} {factor} = {_format_number(self.total)}{rest}.")


def explain_sum(*parts: tuple[str, int], times: int = 1, among: int = 1) -> Calculation:
    """Build the calculation that adds up `parts`, each a pair of words and an amount.

    The sum is multiplied by `times` and divided by `among` (rounded down). Parts with the amount 0 are left out. If all
    amounts are 0, only the first part is kept.
    """
    telling = [part for part in parts if part[1]] or [*parts[:1]] or [("nothing", 0)]
    return Calculation(tuple(telling), times, among)


def explain_count(things: Iterable[str]) -> Calculation:
    """Build a calculation that counts these things. `things` has the text that names each thing."""
    return Calculation(tuple((thing, 1) for thing in things), counted=True)


def explain_card_count(cards: Collection[Card]) -> Calculation:
    """Build a calculation that counts these cards. Face-down cards appear only as a number."""
    known = [card for card in cards if card is not UNKNOWN]
    if len(known) == len(cards):
        return explain_count(f"`{card.code}`" for card in cards)
    seen = [(f"`{format_cards(known)}`", len(known))] if known else []
    return explain_sum(*seen, ("face down", len(cards) - len(known)))


def explain_deck_count(packs: int, jokers: int) -> Calculation:
    """Build a calculation that counts the cards of several decks, including the jokers.

    `packs` is the number of decks of 52 cards, and `jokers` the total number of jokers.
    """
    if not jokers:
        return explain_sum(("each suit", len(PACK) // 4), times=4 * packs)
    return explain_sum(("the decks" if packs > 1 else "the deck", packs * len(PACK)), ("jokers", jokers))


def explain_place_count(state: State, cards: Collection[Card]) -> Calculation:
    """Build a calculation that counts the cards in one place, such as a hand or the stock.

    If some of these cards are face down and the state has all cards of the deck, the calculation subtracts the number
    of cards elsewhere from the size of the deck. Otherwise, it lists the known cards and adds the number of face-down
    ones.
    """
    deck, others = len(state.deck), len(state.list_cards()) - len(cards)
    if UNKNOWN not in cards or others + len(cards) != deck:
        return explain_card_count(cards)
    return explain_subtraction(("the deck", deck), ("the cards elsewhere", others))


def explain_hand_count(state: Any, seat: int, owner: int) -> Calculation:
    """Build a calculation that counts the cards in the hand of the seat `owner`.

    `seat`, the seat that asks for the number, isn't used.
    """
    return explain_place_count(state, state.hands[owner])


def explain_stock_count(state: Any, seat: int) -> Calculation:
    """Build a calculation that counts the cards in the stock.

    `seat`, the seat that asks for the number, isn't used.
    """
    return explain_place_count(state, state.stock)


def explain_chip_count(state: State, seat: int, owner: int) -> Calculation:
    """Build a calculation that states how many chips the seat `owner` has.

    `seat`, the seat that asks for the number, isn't used.
    """
    return explain_sum((f"{{{owner}}}’s chips", state.match.scores[owner]))


def explain_card_value_sum(cards: Iterable[Card], value: Callable[[Card], int]) -> Calculation:
    """Build a calculation that adds up the values of these cards, computed by `value`."""
    return explain_sum(*((format_card_in_sum(card), value(card)) for card in cards))


def format_card_in_sum(card: Card) -> str:
    """Return the label of a card that is a term in a sum: its code in backticks, or “joker”."""
    return "joker" if not card.rank else f"`{card.code}`"


def explain_subtraction(whole: tuple[str, int], *parts: tuple[str, int]) -> Calculation:
    """Build a calculation that subtracts `parts` from `whole`. Each is a pair of words and an amount."""
    return Calculation((whole, *((words, -number) for words, number in parts)), less=True)


def explain_win_count(match: Match, owner: int, called: str) -> Calculation:
    """Build a calculation that counts the deals that the player in the seat `owner` has won.

    `match` has the results of the deals and the number of wins of each seat as its scores. `called` is the game's word
    for a deal, such as “game” or “hand”. If all of the won deals are known, they're listed by number. Otherwise, the
    calculation has only their number.
    """
    won = [f"{called} {place}" for place, result in enumerate(match.results, 1) if owner in result.winners]
    return (
        explain_count(won)
        if len(won) == match.scores[owner]
        else explain_sum((f"won by {{{owner}}}", match.scores[owner]))
    )


def _join_things(things: list[str]) -> str:
    """Join things into one string: cards in backticks (`KS QD`), anything else with commas and “and”."""
    if all(_CARD.fullmatch(thing) for thing in things):
        return f"`{' '.join(thing.strip('`') for thing in things)}`"
    return join_words(things)


def _format_number(number: int) -> str:
    return str(number).replace("-", MINUS)
