"""House rules of Mille."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

TAKING, MELDING, SCORING, ENDING, MATCH = (
    "Taking the pile",
    "Melds",
    "Naturals and points",
    "The end of a hand",
    "The match",
)
TARGET = 1200
RESHUFFLES = 10
"""The most reshuffles in a hand where they are limited. Rulebook: stock.reshuffle."""


class MilleOptions(Options):
    """The house rules of Mille. The rulebook says which of its rules change with them."""

    starter_two_free = Flag(
        False,
        "A two turned up at the deal",
        on="Whoever begins may simply take a two that was turned up at the deal.",
        off="A two that was turned up at the deal is taken like any other upcard, or not at all.",
        group=TAKING,
    )
    twos_take_two = Flag(
        True,
        "A pair of twos takes a two",
        on="A pile with a two on top is taken with two twos from the hand.",
        off="A pile with a two on top cannot be taken.",
        group=TAKING,
    )
    pile_matches_table = Choice(
        "no",
        "Your own meld helps to take the pile",
        choices={
            "no": "The pair that takes the pile comes from the hand.",
            "one-card": "With a meld of the upcard’s rank before you, one card of it from the hand is enough.",
            "none-needed": "With a meld of the upcard’s rank before you, you need no card of it in hand.",
        },
        group=TAKING,
    )
    min_naturals = Number(
        1,
        "Natural cards in a meld",
        low=1,
        high=2,
        text="A meld with wild twos holds at least {value} natural cards.",
        special={1: "A meld with wild twos holds at least one natural card."},
        group=MELDING,
    )
    wild_majority = Flag(
        True,
        "More wild twos than natural cards",
        on="A meld may have more wild twos than natural cards.",
        off="A meld never has more wild twos than natural cards.",
        group=MELDING,
    )
    clean_needs_out = Flag(
        False,
        "The clean hand is for whoever goes out",
        on="Only whoever goes out has a clean hand doubled.",
        off="A clean hand is doubled for either player, out or not.",
        group=SCORING,
    )
    marks_per_meld = Flag(
        True,
        "An asterisk for each natural meld",
        on="Each meld of all eight brings an asterisk.",
        off="All melds of eight of one hand bring one asterisk together.",
        group=SCORING,
    )
    out_bonus = Number(
        0,
        "Bonus for going out",
        low=0,
        high=200,
        step=50,
        text="Going out brings {value} points, after all doubling.",
        special={0: "Going out brings no points of its own."},
        group=SCORING,
    )
    out_discard = Flag(
        False,
        "A discard to go out",
        on="You go out with a discard, never by melding your last card.",
        off="You may go out by melding your last card.",
        group=ENDING,
    )
    stock_end = Choice(
        "reshuffle",
        "When the stock is empty",
        choices={
            "reshuffle": "The pile below the upcard becomes a new stock, as often as it takes.",
            "ten-times": "The pile below the upcard becomes a new stock, at most ten times a hand.",
            "end": "No new stock is made; who cannot or will not take the pile ends the hand.",
        },
        group=ENDING,
        was="ten-times",
    )
    announce = Flag(
        True,
        "Say how few cards are left",
        on="Who holds two cards or one after a turn says so.",
        off="Nobody says how few cards are left.",
        group=ENDING,
    )
    target = Number(TARGET, "Points to win", low=500, high=5000, step=100, text="The game is to {value}.", group=MATCH)
    natural_required = Flag(
        False,
        "No win without a natural",
        on="Only a player with an asterisk can win the game.",
        off="The game can be won without a single asterisk.",
        group=MATCH,
    )
    double_skunk_basis = Choice(
        "total",
        "What makes a double skunk",
        choices={
            "total": "A total below zero is a double skunk.",
            "last-hand": "A skunk whose last hand was a chapeau is a double skunk.",
            "last-hand-any": "A chapeau in the last hand makes a double skunk, whatever the total.",
        },
        group=MATCH,
    )
    stakes = Number(
        1,
        "Small stake",
        low=1,
        high=1000,
        text="The small stake is {value}, and the large one three times as much.",
        group=MATCH,
    )
    skunk_pay = Choice(
        "multiply",
        "What a skunk costs",
        choices={
            "multiply": "A skunk pays the whole sum twice, a double skunk three times.",
            "flat": "A skunk pays one game more, a double skunk two.",
        },
        group=MATCH,
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "montreal",
            "Montreal",
            "The clean hand is only for whoever goes out, and a two turned up at the deal may be taken.",
            {"clean-needs-out": True, "starter-two-free": True},
        ),
        Preset("long", "A long evening", "The game is to 2000.", {"target": 2000}),
    )

    @property
    def large_stake(self) -> int:
        """The price of a game, and of each asterisk or chapeau that counts. Rulebook: pay.stakes."""
        return 3 * self.stakes

    @property
    def reshuffle_limit(self) -> int | None:
        """The most reshuffles in a hand, or None without a limit. Rulebook: stock.reshuffle."""
        return {"reshuffle": None, "ten-times": RESHUFFLES, "end": 0}[self.stock_end]
