"""The rules of Lórum, assembled from verbs, options, state, and screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.view import Position
from games.kit.tricks import build_play_move, find_permitting_clause
from games.lorum import screen
from games.lorum.contracts import HANDS, SEATS, TITLES, get_card_costs, get_scheduled_hand, get_train_total
from games.lorum.legality import can_pass, list_playable_cards
from games.lorum.narration import NARRATION, SHEET
from games.lorum.options import LorumOptions
from games.lorum.state import LorumState
from games.lorum.verbs import PASS, PLAY, TURN_UP, VERBS
from games.words import spell_count, spell_number

CARDS_ALONE = frozenset({"play", "train", "quart"})
"""Phases in which a play of a card is the only legal kind of move."""
ANY_CARD = {"train": "train.any-card", "quart": "quart.start-any", "domino": "domino.start-any"}
"""The clause that lets a seat play any card, by phase; in Domino it's for the first card only."""


class LorumRules(Game[LorumState]):
    """The rules of Lórum, in which each dealer deals seven kinds of hand. Source: rulebook.md."""

    slug, title, family = "lorum", "Lórum", "Compendium"
    tagline = "Seven games in one match, and a pot that grows until a player is out of cards."
    minutes = "30–40 minutes"
    seats, options, verbs, state = range(4, 5), LorumOptions, VERBS, LorumState
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    narration, sheet = NARRATION, SHEET
    shows = ("turn-up",)
    deals_differ = True
    shelf = 50
    showcase = ("row", "9H TH JH QH KH")
    constants = {
        "eight seven four three two twenty": "cards and tricks of a hand, hands, seats, and what a settlement divides",
        "ten eleven": "what cards are worth in the Train, and what graded queens come to",
        "25 50 75 100": "the marks of the Train",
    }

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values to fill in where the rulebook's text has placeholders, by name.

        They are the direction of play, numbers of chips, totals, and words for the limit on payments where debts aren't
        allowed.
        """
        assert isinstance(options, LorumOptions)
        clockwise = options.direction == "clockwise"
        queens = sum(get_card_costs("queens", options).values())
        return {
            "way": "clockwise" if clockwise else "counterclockwise",
            "side": "left" if clockwise else "right",
            "chips": spell_count(options.chips_start, "chip"),
            "purse": "" if options.chips_debt else ", as far as their chips go",
            "your-purse": "" if options.chips_debt else ", as far as your chips go",
            "queens-total": spell_number(queens),
            "queens-half": spell_number(queens // 2),
            "train-total": get_train_total(options),
        }

    def list_deal_names(self, options: Options) -> Sequence[str]:
        """Return the contract titles of the 28 hands of a match, in order."""
        assert isinstance(options, LorumOptions)
        return [TITLES[get_scheduled_hand(number, options).contract] for number in range(1, HANDS + 1)]

    def list_moves(self, state: LorumState, seat: int) -> list[Move]:
        """Return the legal moves of a seat.

        In phases where only cards can be played (`CARDS_ALONE`), a faster function lists them.
        """
        if state.phase in CARDS_ALONE:
            return [build_play_move(card) for card in list_playable_cards(state, seat)]
        return super().list_moves(state, seat)

    def get_permitting_clause(self, state: LorumState, seat: int, move: Move) -> str:
        """Return the id of the clause that makes a move legal. For a card, it depends on the kind of hand."""
        if move.verb != PLAY.name:
            return super().get_permitting_clause(state, seat, move)
        if state.phase == "domino" and state.played:
            return "domino.extend" if state.get_row(move.cards[0].suit) else "domino.new-row"
        return ANY_CARD.get(state.phase) or find_permitting_clause(state, move.cards[0])

    def draw_random_move(self, state: LorumState, seat: int, rng: Random) -> Move:
        luck = rng.random()
        if state.phase == "blind":
            return Move(TURN_UP.name, 1 + int(luck * len(state.hands[seat])))
        cards = list_playable_cards(state, seat)
        if not cards:
            return PASS.bare_move
        if state.phase in CARDS_ALONE or not can_pass(state, cards):
            return build_play_move(cards[int(luck * len(cards))])
        return rng.choice(self.list_moves(state, seat))

    def mirror_position(self, position: Position) -> Position:
        """Return the position with seats 1 and 3 swapped, so that it fits the other direction of play.

        Lessons need this, because their positions are written for one direction, which house rules can change.
        """
        match = position.get("match", {})
        whole = {**position, "match": {"dealer": SEATS - 1, **match}}
        return {key: _swap_sides_in_value(key, value) for key, value in whole.items()}


def _swap_sides_in_value(key: str, value: Any) -> Any:
    """Return `value`, one part of a position, with seats 1 and 3 swapped. `key` is the part's name, such as “turn”.

    Parts that don't depend on seats don't change.
    """
    if key in ("turn", "leader", "dealer"):
        return -value % SEATS
    if key in ("hands", "scores", "paid"):
        usual = "" if key == "hands" else 0
        return [[*value, *(usual,) * SEATS][-seat % SEATS] for seat in range(SEATS)]
    if key == "tricks":
        return [f"{-int(text[0]) % SEATS}{text[1:]}" for text in value]
    return {name: _swap_sides_in_value(name, one) for name, one in value.items()} if key == "match" else value


RULES = LorumRules()
