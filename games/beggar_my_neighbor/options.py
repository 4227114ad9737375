"""House rules of Beggar My Neighbor, and their named presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset


class BeggarOptions(Options):
    more_players = Flag(
        False,
        "More than two players",
        on="Two to six people can play.",
        off="Two people can play.",
        group="Deal and cards",
        was=True,
    )
    deal_style = Choice(
        "alternate",
        "Two-player deal",
        {
            "alternate": "With two players, the dealer deals the cards one at a time.",
            "halves": "With two players, the shuffled deck is cut in half.",
        },
        group="Deal and cards",
    )
    aces_pay = Flag(
        True,
        "Aces",
        on="Aces are penalty cards and cost most: four cards.",
        off="Aces are number cards. Only kings, queens, and jacks are penalty cards.",
        group="Deal and cards",
    )
    pile_order = Choice(
        "as-played",
        "Order of a taken pile",
        {
            "as-played": "The pile goes under the stack in the order it was played.",
            "shuffled": "The pile is shuffled before it goes under the stack.",
        },
        group="Taking the pile",
    )
    lead_after_pile = Choice(
        "taker",
        "Who flips first after a pile",
        {
            "taker": "The player who took the pile flips the first card of the next one.",
            "other": "The player after the one who took the pile flips the first card.",
        },
        group="Taking the pile",
    )
    empty_hand = Choice(
        "when-called",
        "No cards left (two players)",
        {
            "when-called": "If you have no cards, you lose only when you have to flip one.",
            "immediate": "You lose as soon as your last card leaves your stack.",
        },
        group="The end",
    )
    endless = Choice(
        "draw",
        "Endless games",
        {
            "draw": "If the game starts to repeat itself, it’s a draw.",
            "most-cards": "If the game starts to repeat itself, the player with the most cards wins.",
            "shuffle": "The first time the game starts to repeat itself, each stack is shuffled, and play continues.",
        },
        group="The end",
    )
    card_cap = Number(
        0,
        "Maximum game length",
        low=0,
        high=20_000,
        text="Once {value} cards have been flipped, the next pile is the last. The player with the most cards wins.",
        special={
            0: "A game can take any number of cards.",
            1: "Once one card has been flipped, the next pile is the last. The player with the most cards wins.",
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
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "short",
            "Short game",
            "Once 300 cards have been flipped, the next pile is the last. The player with the most cards wins.",
            {"card-cap": 300, "endless": "most-cards"},
        ),
        Preset(
            "victorian",
            "Victorian",
            "Aces cost nothing. Only kings, queens, and jacks are penalty cards.",
            {"aces-pay": False},
        ),
        Preset(
            "best-of-three",
            "Best of three",
            "You have to win two games, and each pile is shuffled before it goes under a stack.",
            {"best-of": 3, "pile-order": "shuffled"},
        ),
        Preset("round-table", "Full table", "Two to six people can play.", {"more-players": True}),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if seats is not None and seats > 2 and not self.more_players:
            yield BadOption(
                "more-players", f"These rules are for two players, not {seats}. Turn on “More than two players.”"
            )
