"""Defaults for the screen, prompt, hint, and bot of games that don't define their own."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import Card
from games.engine.bot import ADVISER, MoveWithReason
from games.engine.hint import Hint
from games.engine.state import DEALER, State
from games.engine.state_parts import Cards, CardsBySeat
from games.engine.view import Screen, SeatNote, View, Zone
from games.engine.zones import build_hand_zone
from games.words import capitalize_first, join_words, quote_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.engine.game import Game


class RandomBot:
    """A bot that makes random legal moves."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def choose_move(self, view: View, rng: Random) -> MoveWithReason:
        state, seat = self.game.load_view(view)
        move = self.game.draw_random_move(state, seat, rng)
        return MoveWithReason(move, "It’s one of the legal moves.", self.game.verbs[move.verb].clause)


def build_default_hint(game: Game[Any], view: View) -> Hint:
    """Return a hint for the move that the game's bot at the level “steady” would make, with its reason."""
    bot = game.bots[ADVISER]
    choice = bot.choose_move(view, Random(0))
    verb, cards = game.verbs[choice.move.verb], choice.move.cards
    look = f"Look at {quote_cards(cards)}." if cards else f"You can {verb.words}."
    return Hint(choice.reason, choice.clause or verb.clause, look, choice.move, close=isinstance(bot, RandomBot))


def build_default_prompt(game: Game[Any], state: Any, seat: int | None) -> str:
    """Return a prompt that says what this seat can do, or whose turn it is."""
    if seat is not None and seat in state.waiting:
        verbs = [verb.words for verb in game.verbs.list_possible_verbs(state, seat)]
        return f"{capitalize_first(join_words(verbs, 'or'))}."
    players = ["the dealer" if awaited == DEALER else f"{{{awaited}}}" for awaited in state.waiting]
    return f"Waiting for {join_words(players)}."


def build_default_screen(state: State, seat: int | None) -> Screen:
    """Build a screen with the scores, and with zones for the state's parts of types `Cards` and `CardsBySeat`."""
    scores = state.match.scores
    notes = tuple(SeatNote(owner, score=str(score) if any(scores) else "") for owner, score in enumerate(scores))
    return Screen(seat, tuple(_build_default_zones(state, seat)), notes)


def _build_default_zones(state: State, seat: int | None) -> Iterator[Zone]:
    for name, part in state.lying.items():
        value = getattr(state, name)
        if name == "hands":
            for owner, hand in enumerate(value):
                yield build_hand_zone(owner, hand, seat)
        elif isinstance(part, CardsBySeat):
            for owner, cards in enumerate(value):
                yield Zone(f"{name}-{owner}", "row", capitalize_first(name), _list_card_codes(cards), owner)
        elif isinstance(part, Cards):
            yield Zone(name, "row" if part.ordered else "pile", capitalize_first(name), _list_card_codes(value))


def _list_card_codes(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)
