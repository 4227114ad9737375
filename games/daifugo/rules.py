"""The rules of Daifugo: verbs, house rules, screen, random moves, and moves with undeclared jokers."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.cards import JOKER
from games.daifugo import legality, screen
from games.daifugo.narration import NARRATION, SHEET
from games.daifugo.options import DaifugoOptions
from games.daifugo.plays import HEIGHT
from games.daifugo.state import EXCHANGE, MOST_SEATS, TURN, DaifugoState, build_full_deck
from games.daifugo.verbs import PASS, PLAY, SEQUENCE, VERBS, build_give_back_move, build_set_move
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.words import capitalize_first, spell_count

RANDOM_PASS = 0.2
"""The chance that a random move is a pass although cards can be played."""


class DaifugoRules(Game[DaifugoState]):
    """The rules of Daifugo: get rid of your cards first; the last player pays for it. Source: rulebook.md.

    DaifugoGame adds facts, goals, puzzles, hints, and bots.
    """

    slug, title, family = "daifugo", "Daifugo", "Climbing"
    tagline = "A climbing game where the loser of a hand gives their best cards to the winner."
    minutes = "15–30 minutes"
    shelf = 60
    showcase = ("row", "8C 8S")
    seats, usual_seats = range(3, MOST_SEATS + 1), 4
    large_hands = range(3, 6)
    short = {"session-hands": 1}
    options, verbs, state = DaifugoOptions, VERBS, DaifugoState
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    narration, sheet = NARRATION, SHEET
    version = 3
    constants = {
        "two three four five": "ranks, jokers, players, and cards of a sequence or of a revolution",
        "seven eight ten": "ranks that do more than others",
    }

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values of placeholders in the rulebook's text, by name.

        They are the size of the deck, words for the direction of play, the opening card, and words for the tributes.
        """
        assert isinstance(options, DaifugoOptions)
        clockwise = options.direction_step == 1
        return {
            "deck": len(build_full_deck(options)),
            "way": "clockwise" if clockwise else "counterclockwise",
            "side": "left" if clockwise else "right",
            "opening": options.opening_card,
            "tribute": _describe_tributes(options.exchange_top_three_players, options.exchange_top),
            "second": spell_count(options.exchange_second, "card"),
        }

    # -- legality ------------------------------------------------------------------------------------------

    def draw_random_move(self, state: DaifugoState, seat: int, rng: Random) -> Move:
        """Return a random legal move: some cards of a rank that fits, or now and then a pass."""
        if state.phase == EXCHANGE:
            return build_give_back_move(rng.sample(state.hands[seat], state.count_tribute(seat)))
        if not state.plain or state.phase != TURN:
            return rng.choice(self.list_moves(state, seat))
        hand, pile = state.hands[seat], state.pile
        if not pile:
            height = HEIGHT[hand[int(rng.random() * len(hand))]]
            same = [card for card in hand if HEIGHT[card] == height]
            number = len(same)
            return build_set_move(tuple(same if number == 1 else same[int(rng.random() * number) :]))
        shape = pile[-1].shape
        if rng.random() < RANDOM_PASS:
            return PASS.bare_move
        size, height, equal = shape.size, shape.height, state.options.equal_allowed
        if not state.quiet and state.is_rank_order_reversed:
            higher = [card for card in hand if HEIGHT[card] < height or (equal and HEIGHT[card] == height)]
        else:
            higher = [card for card in hand if HEIGHT[card] > height or (equal and HEIGHT[card] == height)]
        if len(higher) < size:
            return PASS.bare_move
        chosen = higher[int(rng.random() * len(higher))]
        if size == 1:
            return build_set_move((chosen,))
        wanted = HEIGHT[chosen]
        same = [card for card in higher if HEIGHT[card] == wanted]
        return build_set_move(tuple(same[:size])) if len(same) >= size else PASS.bare_move

    def has_open_detail(self, move: Move) -> bool:
        """Return whether a move doesn't say what a joker stands for.

        Such a move has a `?`, or a joker in a sequence without the card that it stands for.
        """
        return move.has_open_wild_card or (move.verb == SEQUENCE.name and any(JOKER in group for group in move.groups))

    def list_move_readings(self, state: DaifugoState, seat: int, move: Move) -> list[Move]:
        """Return the legal moves that a move can mean if it doesn't say what a joker stands for.

        In a set, such jokers take the rank of the other cards; in a sequence, each takes a place. A move that leaves
        nothing open (see `has_open_detail`) is returned alone.
        """
        if not self.has_open_detail(move):
            return [move]
        if len(move.groups) != 1:
            return []
        if move.verb == PLAY.name:
            found = [tuple(card.base if card.code.endswith("=?") else card for card in move.cards)]
        elif move.verb == SEQUENCE.name:
            found = list(legality.list_joker_readings(move.cards))
        else:
            return []
        meant = [move._replace(groups=(cards,)) for cards in found]
        return [reading for reading in meant if self.is_legal(state, seat, reading)]

    def get_permitting_clause(self, state: DaifugoState, seat: int, move: Move) -> str:
        if move.verb == PLAY.name and state.pile:
            return "play.strictly-higher"
        return super().get_permitting_clause(state, seat, move)

    def find_violation(self, state: DaifugoState, seat: int, move: Move) -> Violation | None:
        """Return the violation for which a move is refused, or None if the move is legal.

        If a move leaves something open (see `has_open_detail`) and has several legal readings, it's refused until it
        states which one is meant. If it has no legal reading, it's refused with the violation of one of its readings.
        """
        meant = (
            self.list_move_readings(state, seat, move)
            if self.has_open_detail(move) and len(move.groups) == 1
            else [move]
        )
        if len(meant) > 1:
            return legality.refuse_undeclared_joker(meant[0].cards)
        if not meant:
            if move.verb == PLAY.name:
                move = move._replace(groups=(tuple(card.base for card in move.cards),))
            elif found := next(legality.list_joker_readings(move.cards), None):
                move = move._replace(groups=(found,))
        return super().find_violation(state, seat, move)


def _describe_tribute(number: int) -> str:
    """Return what the Destitute gives when the tribute is this many cards, in words."""
    if not number:
        return "the Destitute gives nothing"
    what = "highest card" if number == 1 else f"{spell_count(number, 'highest card')}"
    return f"the Destitute gives the Daifugo their {what}"


def _describe_tributes(of_three: int, of_more: int) -> str:
    """Return sentences on what the Destitute gives, for any number of players.

    `of_three` is the number of cards with three players, `of_more` the number with four or more.
    """
    if of_three == of_more:
        return f"{capitalize_first(_describe_tribute(of_more))}."
    return (
        f"With three players, {_describe_tribute(of_three)}. With four or more players, {_describe_tribute(of_more)}."
    )


RULES = DaifugoRules()
