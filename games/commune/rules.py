"""The rules of Commune: verbs, house rules, screen, typed moves, and random moves."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.commune import screen
from games.commune.hand_presence import is_wild
from games.commune.ladder import parse_declaration
from games.commune.legality import can_call
from games.commune.narration import NARRATION, SHEET
from games.commune.options import CommuneOptions
from games.commune.state import MOST_SEATS, CommuneState, build_full_deck
from games.commune.typed_moves import normalize_typed_move
from games.commune.verbs import CALL, DEAL, LET_PASS, VERBS, list_declaration_moves
from games.engine.game import Game
from games.engine.move import Move, parse_move
from games.engine.options import Options
from games.errors import BadText
from games.kit.dealer_verbs import FIRST_DEALER
from games.words import join_words, spell_number

RANDOM_CALL, RANDOM_MISTAKE, RANDOM_STEP = 0.1, 0.02, 40
"""Settings for random moves: the chance to call, the chance to declare too low, and the most steps up in most moves."""


class CommuneRules(Game[CommuneState]):
    """The rules of Commune: ever higher poker hands are declared from all players' cards. Source: rulebook.md.

    CommuneGame adds facts, goals, puzzles, hints, and bots.
    """

    slug = "commune"
    title = "Commune"
    family = "Bluffing"
    tagline = "Declare higher and higher poker hands from everyone’s cards together, until someone calls."
    minutes = "15–40 minutes"
    shelf = 30
    version = 2
    lays_backs = True
    showcase = ("row", "KS ? ? KD ?")
    seats = range(2, MOST_SEATS + 1)
    options = CommuneOptions
    short = {"start-tokens": 1}
    verbs = VERBS
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    narration = NARRATION
    sheet = SHEET
    state = CommuneState
    constants = {
        "two three four five seven eight": "ranks, of a kind so many, suits, cards of a straight or flush",
    }

    # -- a match ---------------------------------------------------------------------------------

    def draw_dealer_move(self, state: CommuneState, rng: Random) -> Move:
        """Return a random move of the dealer.

        In the phase in which the first dealer is chosen, the move chooses one. Otherwise it's a deal.
        """
        verb = FIRST_DEALER if state.phase == "dealer" else DEAL
        assert verb.chance is not None
        return verb.chance(state, rng)

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values of placeholders in the rulebook's text, by name.

        They are the size of the deck, its size without jokers, and the number of wild cards in words.
        """
        assert isinstance(options, CommuneOptions)
        deck = build_full_deck(options)
        wilds = sum(is_wild(card, options) for card in deck)
        return {"deck": len(deck), "pack": sum(card.natural for card in deck), "wilds": spell_number(wilds)}

    # -- legality --------------------------------------------------------------------------------

    def list_moves(self, state: CommuneState, seat: int) -> list[Move]:
        """Return the legal moves of a seat.

        The declarations are part of a cached list of all declarations, since there are more than a hundred.
        """
        if state.phase != "declare":
            return super().list_moves(state, seat)
        listed, starts = list_declaration_moves(state.ladder, state.options.is_flush_suit_declared)
        call = [CALL.bare_move] if can_call(state) else []
        return [*call, *listed[0 if state.options.illegal_costs else starts[state.last_declared_place + 1] :]]

    def draw_random_move(self, state: CommuneState, seat: int, rng: Random) -> Move:
        """Return a random legal move: mostly small steps up the ladder, and a call now and then."""
        if state.phase == "ask":
            return LET_PASS.bare_move if rng.random() > RANDOM_CALL / 2 else CALL.bare_move
        last, ladder = state.last_declared_place, state.ladder
        if last == ladder.top_place or (rng.random() < RANDOM_CALL and can_call(state)):
            return CALL.bare_move
        listed, starts = list_declaration_moves(ladder, state.options.is_flush_suit_declared)
        if last >= 0 and state.options.illegal_costs and rng.random() < RANDOM_MISTAKE:
            return listed[int(rng.random() * starts[last + 1])]
        low = starts[last + 1]
        high = min(len(listed), low + RANDOM_STEP) if rng.random() < 0.8 else len(listed)
        return listed[low + int(rng.random() * (high - low))]

    def format_fact_word(self, word: str) -> str:
        """Return the value of a fact as a player says it. `word` has one hand, or several separated by slashes.

        A word that isn't a hand is formatted as in the base class.
        """
        hands = [parse_declaration(text.strip()) for text in word.split("/")]
        return (
            join_words([hand.spoken_name for hand in hands if hand], "or")
            if all(hands)
            else super().format_fact_word(word)
        )

    def parse_move(self, text: str) -> Move:
        """Parse a move, which can be in a short form that people type. Raises BadText.

        For example, `declare pair K` means `pair kings`.
        """
        if not isinstance(text, str):
            raise BadText("not a move", text, "a hand such as “pair kings”, or “call”")
        return parse_move(normalize_typed_move(text) if len(text) < 100 else text)


RULES = CommuneRules()
