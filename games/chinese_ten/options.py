"""House rules of Chinese Ten, and their presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset

TABLE, CAPTURES, COUNT, MATCH = "The table", "Captures", "Scoring", "The match"


class ChineseTenOptions(Options):
    five_players = Flag(
        False,
        "Five players",
        on="Five people can play too, with two jokers. They match each other, worth 10 points each.",
        off="Two, three, or four people can play.",
        group=TABLE,
    )
    direction = Choice(
        "cw",
        "Direction",
        {"cw": "The deal and turns pass clockwise.", "ccw": "The deal and turns pass counterclockwise."},
        group=TABLE,
    )
    starter = Choice(
        "left-of-dealer",
        "Who starts",
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
            "capture": "The fourth five, ten, jack, queen, or king captures the other three. Four go to the dealer.",
            "redeal": "The dealer redeals for three or four fives, tens, or face cards of one rank.",
            "redeal-incl-fives": (
                "The dealer redeals for three or four fives, tens, or face cards of one rank, or two same-color fives."
            ),
        },
        group=TABLE,
    )
    four_dealer = Choice(
        "one-rank",
        "Four cards for the dealer",
        {
            "one-rank": "The dealer captures the first four cards only if they’re of one rank.",
            "any-mix": "The dealer captures the first four cards if all are fives, tens, or face cards.",
        },
        group=TABLE,
    )
    peek_bottom = Flag(
        False,
        "Looking at the bottom card",
        on="If you have the last turn, you can look at the bottom card of the stock.",
        off="Nobody can look at the bottom card of the stock.",
        group=TABLE,
    )
    open_piles = Flag(
        False,
        "Points in captured piles",
        on="Everyone can see how many points are in each pile.",
        off="Nobody can see what the piles are worth before the end.",
        group=TABLE,
    )
    capture_optional = Flag(
        False,
        "Leaving a matching card",
        on="You can leave a matching card. Cards left at the end count for nobody.",
        off="If your card matches, you have to capture.",
        group=CAPTURES,
    )
    capture_choice = Choice(
        "player",
        "If several cards match",
        {
            "player": "You choose which card you capture.",
            "auto-best": "You automatically capture the card that’s worth the most.",
        },
        group=CAPTURES,
    )
    must_capture = Flag(
        False,
        "Playing a card that captures",
        on="If you have a card that can capture, you have to play one.",
        off="You can play any card, even if a different one could capture.",
        group=CAPTURES,
    )
    scoring = Choice(
        "red-spots",
        "Scoring cards",
        {
            "red-spots": "Red cards score, and black aces can too.",
            "black-frog": "Black cards score, especially the ace of spades. Red cards don’t.",
        },
        group=COUNT,
    )
    spade_ace_from = Number(
        3,
        "The ace of spades",
        low=2,
        high=4,
        text="The ace of spades is worth 30 points with at least {value} players.",
        special={2: "The ace of spades is worth 30 points with any number of players."},
        group=COUNT,
    )
    club_ace_from = Number(
        4,
        "The ace of clubs",
        low=2,
        high=5,
        text="The ace of clubs is worth 40 points with at least {value} players.",
        special={2: "The ace of clubs is worth 40 points with any number of players."},
        group=COUNT,
    )
    red_pair_bonus = Number(
        0,
        "Both red cards of one rank",
        low=0,
        high=20,
        text="Both red fives, tens, jacks, queens, or kings win {value} points from each opponent.",
        special={
            0: "There’s no bonus for both red cards of one rank.",
            1: "Both red fives, tens, jacks, queens, or kings win one point from each opponent.",
        },
        group=COUNT,
    )
    par_scoring = Flag(
        False,
        "Scoring against an equal share",
        on="You write down how far each player is above or below an equal share.",
        off="You write down the points in your pile.",
        group=COUNT,
    )
    tie_break = Choice(
        "shared",
        "Tie for the most points",
        {
            "shared": "If players tie, they share the win.",
            "most-red-cards": "If players tie, the one with the most red cards wins the hand.",
        },
        group=COUNT,
    )
    match = Choice(
        "single",
        "Length",
        {
            "single": "A match is one hand.",
            "deals": "A match has a fixed number of hands.",
            "target": "You play hands until a player has enough points.",
        },
        group=MATCH,
    )
    deals = Number(
        0,
        "Hands per match",
        low=0,
        high=1000,
        text="A match with a fixed length has {value} hands.",
        special={
            0: "A match with a fixed length has one hand per player.",
            1: "A match with a fixed length has one hand.",
        },
        group=MATCH,
    )
    target = Number(
        1000,
        "Points to win",
        low=100,
        high=2000,
        step=50,
        text="A match for points ends when a player has at least {value} points.",
        group=MATCH,
    )

    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "shares",
            "Everyone deals once",
            "Everyone deals once. Scores are relative to an equal share, and triples at the start mean a redeal.",
            {"match": "deals", "par-scoring": True, "opening-rule": "redeal", "direction": "ccw", "starter": "dealer"},
        ),
        Preset(
            "thousand",
            "First to a thousand",
            "You play to 1,000 points, with a bonus for both red cards of one rank.",
            {"match": "target", "red-pair-bonus": 5, "tie-break": "most-red-cards"},
        ),
        Preset(
            "children",
            "Beginner game",
            "You automatically capture the best card, and everyone sees the points in the piles.",
            {"capture-choice": "auto-best", "open-piles": True, "must-capture": True},
        ),
        Preset(
            "black-frog",
            "Black frog",
            "You play the Thai way. Black cards score, and red cards don’t.",
            {"scoring": "black-frog"},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if seats == 5 and not self.five_players:
            yield BadOption("five-players", "Five players need two jokers. Turn on “Five players.”")
        if self.capture_optional and self.must_capture:
            yield BadOption(
                "must-capture", "If you can leave a matching card, you can’t be forced to play a card that captures."
            )
        if self.par_scoring and self.match == "target":
            yield BadOption(
                "match", "Scores against an equal share go up and down, so a match for points might never end."
            )

    @property
    def can_take_mixed_four(self) -> bool:
        """Whether the dealer captures four self-matching cards even of different ranks. Rulebook: four.dealer-takes."""
        return self.opening_rule == "capture" and self.four_dealer == "any-mix"

    @property
    def seat_step(self) -> int:
        """The step to the next seat in the order of play: 1 clockwise, -1 counterclockwise. Rulebook: turn.order."""
        return 1 if self.direction == "cw" else -1
