"""The house rules of Mille, as options with their possible values."""

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
"""The maximum number of reshuffles in a hand if they're limited. Rulebook: stock.reshuffle."""


class MilleOptions(Options):
    """The house rules of Mille. The rulebook says which of its rules change with them."""

    starter_two_free = Flag(
        False,
        "Two as the first upcard",
        on="The first player can take a two flipped after the deal without a pair.",
        off="A two flipped after the deal is like any other upcard.",
        group=TAKING,
    )
    twos_take_two = Flag(
        True,
        "A pair of twos takes a two",
        on="You can take a pile with a two on top if you hold two twos.",
        off="You can’t take a pile with a two on top.",
        group=TAKING,
    )
    pile_matches_table = Choice(
        "no",
        "Taking the pile with a meld",
        choices={
            "no": "You need a pair from your hand to take the pile.",
            "one-card": "With a meld of the upcard’s rank, you need one card of that rank from your hand.",
            "none-needed": "With a meld of the upcard’s rank, you don’t need a card from your hand.",
        },
        group=TAKING,
    )
    min_naturals = Number(
        1,
        "Natural cards in a meld",
        low=1,
        high=2,
        text="A meld with wild twos needs at least {value} natural cards.",
        special={1: "A meld with wild twos needs at least one natural card."},
        group=MELDING,
    )
    wild_majority = Flag(
        True,
        "More wild twos than natural cards",
        on="A meld can have more wild twos than natural cards.",
        off="A meld can’t have more wild twos than natural cards.",
        group=MELDING,
    )
    clean_needs_out = Flag(
        False,
        "Clean hand only when going out",
        on="Only the player who goes out can have a clean hand.",
        off="Either player can have a clean hand, no matter who goes out.",
        group=SCORING,
    )
    marks_per_meld = Flag(
        True,
        "An asterisk for each natural",
        on="Each natural earns an asterisk.",
        off="However many naturals a hand has, they earn one asterisk.",
        group=SCORING,
    )
    out_bonus = Number(
        0,
        "Bonus for going out",
        low=0,
        high=200,
        step=50,
        text="Going out earns {value} points, which are never doubled.",
        special={0: "Going out earns no extra points."},
        group=SCORING,
    )
    out_discard = Flag(
        False,
        "Final discard",
        on="You need a discard to go out. You can’t meld or lay off your last card.",
        off="You can go out by melding or laying off your last card.",
        group=ENDING,
    )
    stock_end = Choice(
        "reshuffle",
        "When the stock is empty",
        choices={
            "reshuffle": "The pile below the upcard becomes a new stock, as often as needed.",
            "ten-times": "The pile below the upcard becomes a new stock, at most ten times a hand.",
            "end": "There’s no new stock. The hand ends if you don’t take the pile.",
        },
        group=ENDING,
        was="ten-times",
    )
    announce = Flag(
        True,
        "Announce your last cards",
        on="If you end your turn with one or two cards left, you announce it.",
        off="You don’t announce how many cards you have left.",
        group=ENDING,
    )
    target = Number(
        TARGET, "Points to win", low=500, high=5000, step=100, text="You play to {value} points.", group=MATCH
    )
    natural_required = Flag(
        False,
        "Asterisk needed to win",
        on="Only a player with an asterisk can win the match.",
        off="You can win the match without an asterisk.",
        group=MATCH,
    )
    double_skunk_basis = Choice(
        "total",
        "Double skunk",
        choices={
            "total": "A loser with a total below zero is a double skunk.",
            "last-hand": "A skunk whose last hand was a chapeau is a double skunk.",
            "last-hand-any": "Any loser whose last hand was a chapeau is a double skunk.",
        },
        group=MATCH,
    )
    stakes = Number(
        1,
        "Small stake",
        low=1,
        high=1000,
        text="The small stake is {value}, and the large stake is three times as much.",
        group=MATCH,
    )
    skunk_pay = Choice(
        "multiply",
        "Skunk penalty",
        choices={
            "multiply": "A skunk pays double the whole amount, and a double skunk triple.",
            "flat": "A skunk pays one more large stake, and a double skunk two more.",
        },
        group=MATCH,
    )

    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "montreal",
            "Montreal",
            "Only the player who goes out can be clean, and the first player can take a two flipped after the deal.",
            {"clean-needs-out": True, "starter-two-free": True},
        ),
        Preset("long", "Long game", "You play to 2,000 points.", {"target": 2000}),
    )

    @property
    def large_stake(self) -> int:
        """The large stake, in points: three times the small stake.

        The loser of a match pays it once, and again for each asterisk of the winner and each chapeau of the loser.
        Asterisks and chapeaux are marks on the score sheet. Rulebook: pay.stakes.
        """
        return 3 * self.stakes

    @property
    def reshuffle_limit(self) -> int | None:
        """The maximum number of reshuffles in a hand, or None without a limit. Rulebook: stock.reshuffle."""
        return {"reshuffle": None, "ten-times": RESHUFFLES, "end": 0}[self.stock_end]
