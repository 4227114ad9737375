"""House rules of Beggar My Neighbor, and their named presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset


class BeggarOptions(Options):
    more_players = Flag(
        False,
        "More than two players",
        on="Two to six can play.",
        off="Two play.",
        group="Deal and cards",
        was=True,
    )
    deal_style = Choice(
        "alternate",
        "The deal of two",
        {
            "alternate": "Two players are dealt their cards singly.",
            "halves": "Two players simply halve the shuffled pack.",
        },
        group="Deal and cards",
    )
    aces_pay = Flag(
        True,
        "Aces",
        on="Aces are penalty cards, the dearest of them.",
        off="Aces are number cards, and only kings, queens and jacks are paid for.",
        group="Deal and cards",
    )
    pile_order = Choice(
        "as-played",
        "Order of a pile that was taken",
        {
            "as-played": "The pile goes under the stack in the order in which it was played.",
            "shuffled": "The pile is shuffled before it goes under the stack.",
        },
        group="Taking the pile",
    )
    lead_after_pile = Choice(
        "taker",
        "Who turns first after a pile",
        {
            "taker": "Whoever has taken the pile turns the first card of the next.",
            "other": "The player after whoever has taken the pile turns the first card of the next.",
        },
        group="Taking the pile",
    )
    empty_hand = Choice(
        "when-called",
        "When two play: no cards left",
        {
            "when-called": "A player without cards loses only when it is up to them to turn one.",
            "immediate": "A player loses as soon as the last card has left their stack.",
        },
        group="The end",
    )
    endless = Choice(
        "draw",
        "Games that would never end",
        {
            "draw": "A game that has begun to go round in a circle is a draw.",
            "most-cards": "A game that has begun to go round in a circle is won by whoever has most cards.",
            "shuffle": "When a game has begun to go round in a circle, each stack is shuffled once and play goes on.",
        },
        group="The end",
    )
    card_cap = Number(
        0,
        "Longest game",
        low=0,
        high=20_000,
        text="After {value} cards the game ends with the pile, and most cards win.",
        special={
            0: "A game lasts as long as it takes.",
            1: "After one card the game ends with the pile, and most cards win.",
        },
        group="The end",
    )
    best_of = Choice(
        1,
        "Best of",
        {
            1: "One game is the match.",
            3: "The match is the best of three games.",
            5: "The match is the best of five games.",
        },
        group="The end",
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "short",
            "Short game",
            "After 300 cards the pile is played out, and whoever has most cards wins.",
            {"card-cap": 300, "endless": "most-cards"},
        ),
        Preset(
            "victorian",
            "Victorian",
            "Aces are not paid for: only kings, queens and jacks cost anything.",
            {"aces-pay": False},
        ),
        Preset(
            "best-of-three",
            "Best of three",
            "Two games have to be won, and a pile is shuffled before it goes under a stack.",
            {"best-of": 3, "pile-order": "shuffled"},
        ),
        Preset("round-table", "A full table", "Two to six can play.", {"more-players": True}),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if seats is not None and seats > 2 and not self.more_players:
            yield BadOption("more-players", f"Two play by these rules, not {seats}. Switch on “More than two players”.")
