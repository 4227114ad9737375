"""The rules of Lórum as the engine uses them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.view import Position
from games.kit.tricks import permitting_clause, play
from games.lorum import screen
from games.lorum.contracts import HANDS, SEATS, TITLES, costs, deal_of, whole_train
from games.lorum.judging import may_pass, playable
from games.lorum.options import LorumOptions
from games.lorum.state import LorumState
from games.lorum.telling import SHEET, TELLING
from games.lorum.verbs import PASS, PLAY, TURN_UP, VERBS
from games.words import in_word, many

CARDS_ALONE = frozenset({"play", "train", "quart"})
"""Phases in which a play of a card is the only legal kind of move."""
ANY_CARD = {"train": "train.any-card", "quart": "quart.start-any", "domino": "domino.start-any"}
"""The clause that lets a seat play any card, by phase; in Domino it's for the first card only."""
SHORT = ", as far as their chips go"


class Lorum(Game[LorumState]):
    """The rules of Lórum: seven kinds of hand by each dealer. Source: rulebook.md."""

    slug, title, family = "lorum", "Lórum", "Compendium"
    tagline = "Seven games in one evening, and a pot that grows until somebody is rid of their cards."
    minutes = "30–40 minutes"
    seats, options, verbs, state = range(4, 5), LorumOptions, VERBS, LorumState
    draw, prompt = staticmethod(screen.draw), staticmethod(screen.prompt)
    telling, sheet = TELLING, SHEET
    shows = ("turn-up",)
    deals_differ = True
    shelf = 50
    showcase = ("row", "9H TH JH QH KH")
    constants = {
        "eight seven four three two twenty": "cards and tricks of a hand, hands, seats, and what a settlement divides",
        "ten eleven nine": "what cards count in the Train, and what graded queens come to",
        "25 50 75 100": "the marks of the Train",
    }

    def numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values that fill in the rulebook.

        These are the direction, chips, totals, and the limit on payments where debts aren't allowed.
        """
        assert isinstance(options, LorumOptions)
        clockwise = options.direction == "clockwise"
        queens = sum(costs("queens", options).values())
        return {
            "way": "clockwise" if clockwise else "counter-clockwise",
            "side": "left" if clockwise else "right",
            "chips": many(options.chips_start, "chip"),
            "purse": "" if options.chips_debt else SHORT,
            "queens-total": in_word(queens),
            "queens-half": in_word(queens // 2),
            "train-total": whole_train(options),
        }

    def schedule(self, options: Options) -> Sequence[str]:
        """Return the names of the 28 hands of a match, in order."""
        assert isinstance(options, LorumOptions)
        return [TITLES[deal_of(number, options).contract] for number in range(1, HANDS + 1)]

    def moves(self, state: LorumState, seat: int) -> list[Move]:
        """Return the legal moves: only plays of cards in `CARDS_ALONE` phases, else what the verbs list."""
        if state.phase in CARDS_ALONE:
            return [play(card) for card in playable(state, seat)]
        return super().moves(state, seat)

    def permitting_clause(self, state: LorumState, seat: int, move: Move) -> str:
        """Return the clause that makes a move legal; for a card it depends on the kind of hand."""
        if move.verb != PLAY.name:
            return super().permitting_clause(state, seat, move)
        if state.phase == "domino" and state.played:
            return "domino.extend" if state.row(move.cards[0].suit) else "domino.new-row"
        return ANY_CARD.get(state.phase) or permitting_clause(state, move.cards[0])

    def random_move(self, state: LorumState, seat: int, rng: Random) -> Move:
        luck = rng.random()
        if state.phase == "blind":
            return Move(TURN_UP.name, 1 + int(luck * len(state.hands[seat])))
        cards = playable(state, seat)
        if not cards:
            return PASS.alone
        if state.phase in CARDS_ALONE or not may_pass(state, cards):
            return play(cards[int(luck * len(cards))])
        return rng.choice(self.moves(state, seat))

    def mirrored(self, position: Position) -> Position:
        """Return the position with seats 1 and 3 swapped, and so with the dealer on the other side."""
        match = position.get("match", {})
        whole = {**position, "match": {"dealer": SEATS - 1, **match}}
        return {key: _across(key, value) for key, value in whole.items()}


def _across(key: str, value: Any) -> Any:
    """Return the value of one part of a position after seats 1 and 3 are swapped."""
    if key in ("turn", "leader", "dealer"):
        return -value % SEATS
    if key in ("hands", "scores", "paid"):
        usual = "" if key == "hands" else 0
        return [[*value, *(usual,) * SEATS][-seat % SEATS] for seat in range(SEATS)]
    if key == "tricks":
        return [f"{-int(text[0]) % SEATS}{text[1:]}" for text in value]
    return {name: _across(name, one) for name, one in value.items()} if key == "match" else value


RULES = Lorum()
