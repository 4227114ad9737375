"""The rules of Commune as the engine uses them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.commune import screen
from games.commune.judging import may_call
from games.commune.ladder import read_declaration
from games.commune.options import CommuneOptions
from games.commune.presence import is_wild
from games.commune.state import MOST_SEATS, CommuneState, full_deck
from games.commune.telling import SHEET, TELLING
from games.commune.verbs import CALL, DEAL, LET_PASS, VERBS, declarations
from games.commune.words import canonical
from games.engine.game import Game
from games.engine.move import Move, parse_move
from games.engine.options import Options
from games.errors import BadText
from games.kit.dealer import FIRST_DEALER
from games.words import in_word, listed

RANDOM_CALL, RANDOM_MISTAKE, RANDOM_STEP = 0.1, 0.02, 40
"""Settings of random play: chances to call and to declare too low, and the usual most steps up."""


class Commune(Game[CommuneState]):
    """The rules of Commune: ever higher poker hands are declared from all players' cards. Source: rulebook.md."""

    slug = "commune"
    title = "Commune"
    family = "Bluffing"
    tagline = "Name ever higher poker hands from everybody's cards together, until somebody calls."
    minutes = "15–40 minutes"
    shelf = 30
    version = 2
    showcase = ("row", "KS ? ? KD ?")
    seats = range(2, MOST_SEATS + 1)
    options = CommuneOptions
    short = {"start-tokens": 1}
    verbs = VERBS
    draw, prompt = staticmethod(screen.draw), staticmethod(screen.prompt)
    telling = TELLING
    sheet = SHEET
    state = CommuneState
    constants = {
        "two three four five seven eight": "ranks, of a kind so many, suits, cards of a straight or flush",
    }

    # -- a match ---------------------------------------------------------------------------------

    def chance(self, state: CommuneState, rng: Random) -> Move:
        """Return the dealer's next random move; during a hand, a deal for the next one."""
        verb = FIRST_DEALER if state.phase == "dealer" else DEAL
        assert verb.chance is not None
        return verb.chance(state, rng)

    def numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values that fill in the rulebook: deck size with and without jokers, and wild cards."""
        assert isinstance(options, CommuneOptions)
        deck = full_deck(options)
        wilds = sum(is_wild(card, options) for card in deck)
        return {"deck": len(deck), "pack": sum(card.natural for card in deck), "wilds": in_word(wilds)}

    # -- legality --------------------------------------------------------------------------------

    def moves(self, state: CommuneState, seat: int) -> list[Move]:
        """Return the legal moves; declarations come from one cached list, since there are more than a hundred."""
        if state.phase != "declare":
            return super().moves(state, seat)
        listed, starts = declarations(state.ladder, state.options.names_suits)
        call = [CALL.alone] if may_call(state) else []
        return [*call, *listed[0 if state.options.illegal_costs else starts[state.last + 1] :]]

    def random_move(self, state: CommuneState, seat: int, rng: Random) -> Move:
        """Return a random legal move: mostly small steps up the ladder, and a call now and then."""
        if state.phase == "ask":
            return LET_PASS.alone if rng.random() > RANDOM_CALL / 2 else CALL.alone
        last, ladder = state.last, state.ladder
        if last == ladder.top or (rng.random() < RANDOM_CALL and may_call(state)):
            return CALL.alone
        listed, starts = declarations(ladder, state.options.names_suits)
        if last >= 0 and state.options.illegal_costs and rng.random() < RANDOM_MISTAKE:
            return listed[int(rng.random() * starts[last + 1])]
        low = starts[last + 1]
        high = min(len(listed), low + RANDOM_STEP) if rng.random() < 0.8 else len(listed)
        return listed[low + int(rng.random() * (high - low))]

    def word_told(self, word: str) -> str:
        """Return the value of a fact in words: a hand, or several separated by slashes, as a player says them."""
        hands = [read_declaration(text.strip()) for text in word.split("/")]
        return listed([hand.spoken for hand in hands if hand], "or") if all(hands) else super().word_told(word)

    def parse_move(self, text: str) -> Move:
        """Parse a move; `declare pair K` means `pair kings`. Raises BadText."""
        if not isinstance(text, str):
            raise BadText("no move", text, "a verb and words, such as “pair kings” or “call”")
        return parse_move(canonical(text) if len(text) < 100 else text)


RULES = Commune()
