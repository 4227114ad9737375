"""House rules of Chinese Ten, and their presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset

TABLE, CAPTURES, COUNT, MATCH = "The table", "Captures", "The count", "The match"


class ChineseTenOptions(Options):
    five_players = Flag(
        False,
        "Five players",
        on="Five can play too: with two jokers that match each other and are worth 10 points each.",
        off="Two, three or four can play.",
        group=TABLE,
    )
    direction = Choice(
        "cw",
        "Direction",
        {"cw": "Deal and turns go clockwise.", "ccw": "Deal and turns go counter-clockwise."},
        group=TABLE,
    )
    starter = Choice(
        "left-of-dealer",
        "Who begins",
        {
            "left-of-dealer": "The player after the dealer takes the first turn.",
            "dealer": "The dealer takes the first turn.",
        },
        group=TABLE,
    )
    opening_rule = Choice(
        "capture",
        "Three or four of a kind at the start",
        {
            "capture": "The fourth five, ten, jack, queen or king takes the other three; four go to the dealer.",
            "redeal": "Three or four fives, tens, jacks, queens or kings in the first layout are dealt anew.",
            "redeal-incl-fives": "Three or four of them are dealt anew, and so are two fives of one colour.",
        },
        group=TABLE,
    )
    four_dealer = Choice(
        "one-rank",
        "Four cards for the dealer",
        {
            "one-rank": "The dealer takes the first four cards only if they're of one rank.",
            "any-mix": "Some books say: any mix of four fives, tens, and face cards goes to the dealer.",
        },
        group=TABLE,
    )
    peek_bottom = Flag(
        False,
        "The bottom card",
        on="Whoever has the last turn may look at the bottom card of the stock.",
        off="Nobody knows the bottom card of the stock.",
        group=TABLE,
    )
    open_piles = Flag(
        False,
        "Points in the piles",
        on="The points in each pile are told at any time.",
        off="Nobody is told what the piles are worth before the end.",
        group=TABLE,
    )
    capture_optional = Flag(
        False,
        "Leaving a match",
        on="A card that matches may be left, and what lies there at the end counts for nobody.",
        off="A card that matches is always taken.",
        group=CAPTURES,
    )
    capture_choice = Choice(
        "player",
        "If several cards match",
        {
            "player": "The player chooses which card is taken.",
            "auto-best": "The capture that counts most is made by itself.",
        },
        group=CAPTURES,
    )
    must_capture = Flag(
        False,
        "The card from the hand",
        on="Whoever holds a card that captures has to play one.",
        off="Any card may be played, also if another one could capture.",
        group=CAPTURES,
    )
    scoring = Choice(
        "red-spots",
        "What counts",
        {
            "red-spots": "Red cards count, and of the black ones only aces.",
            "black-frog": "Black cards count, above all the ace of spades, and red ones nothing.",
        },
        group=COUNT,
    )
    spade_ace_from = Number(
        3,
        "The ace of spades",
        low=2,
        high=4,
        text="The ace of spades is worth 30 with {value} players or more.",
        special={2: "The ace of spades is worth 30, however many play."},
        group=COUNT,
    )
    club_ace_from = Number(
        4,
        "The ace of clubs",
        low=2,
        high=5,
        text="The ace of clubs is worth 40 with {value} players or more.",
        special={2: "The ace of clubs is worth 40, however many play."},
        group=COUNT,
    )
    red_pair_bonus = Number(
        0,
        "Both red cards of a rank",
        low=0,
        high=20,
        text="Both red fives, tens, jacks, queens or kings bring {value} points from each opponent.",
        special={
            0: "Both red cards of a rank bring nothing more.",
            1: "Both red fives, tens, jacks, queens or kings bring one point from each opponent.",
        },
        group=COUNT,
    )
    par_scoring = Flag(
        False,
        "Against an equal share",
        on="What is written down is how far each is above or below an equal share.",
        off="The points of the cards are written down.",
        group=COUNT,
    )
    tie_break = Choice(
        "shared",
        "Level at the top",
        {
            "shared": "Players who are level share the win of a deal.",
            "most-red-cards": "Of players who are level, most red cards win the deal.",
        },
        group=COUNT,
    )
    match = Choice(
        "single",
        "Length",
        {
            "single": "One deal is a whole match.",
            "deals": "A match is a number of deals.",
            "target": "Deals are played until somebody has enough points.",
        },
        group=MATCH,
    )
    deals = Number(
        0,
        "How many deals",
        low=0,
        high=1000,
        text="A match of deals has {value} of them.",
        special={0: "A match of deals has one for each player.", 1: "A match of deals has one."},
        group=MATCH,
    )
    target = Number(
        1000,
        "How many points",
        low=100,
        high=2000,
        step=50,
        text="A match for points ends when somebody has {value} of them.",
        group=MATCH,
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "shares",
            "Everybody deals once",
            "As many deals as players, counted against an equal share, with a new deal for three of a kind.",
            {"match": "deals", "par-scoring": True, "opening-rule": "redeal", "direction": "ccw", "starter": "dealer"},
        ),
        Preset(
            "thousand",
            "First to a thousand",
            "Deal after deal for 1000 points, with a bonus for both red cards of a rank.",
            {"match": "target", "red-pair-bonus": 5, "tie-break": "most-red-cards"},
        ),
        Preset(
            "children",
            "For a start",
            "The best card is taken by itself, and the points in the piles are told all the time.",
            {"capture-choice": "auto-best", "open-piles": True, "must-capture": True},
        ),
        Preset(
            "black-frog",
            "Black frog",
            "The Thai way: black cards count and red ones do not.",
            {"scoring": "black-frog"},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if seats == 5 and not self.five_players:
            yield BadOption("five-players", "Five play with two jokers: choose “Five players”.")
        if self.capture_optional and self.must_capture:
            yield BadOption("must-capture", "Nobody has to play a card that captures where a match may be left.")
        if self.par_scoring and self.match == "target":
            yield BadOption("match", "Against an equal share points go up and down, so nobody need ever have enough.")

    @property
    def can_take_mixed_four(self) -> bool:
        """Whether the dealer takes four self-matching cards even of different ranks. Rulebook: four.dealer-takes."""
        return self.opening_rule == "capture" and self.four_dealer == "any-mix"

    @property
    def seat_step(self) -> int:
        """The step to the next seat in the order of play: 1 clockwise, -1 the other way. Rulebook: turn.order."""
        return 1 if self.direction == "cw" else -1
