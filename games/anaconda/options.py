"""House rules of Anaconda, and their presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset

MATCH, BETTING, CARDS, SPLIT = "The match", "Betting", "Passing and showing", "High and low"


class AnacondaOptions(Options):
    hands = Number(
        10,
        "Hands",
        low=1,
        high=200,
        text="The match is {value} hands.",
        special={1: "The match is one hand."},
        group=MATCH,
    )
    stack = Number(
        100,
        "Chips",
        low=1,
        high=100_000,
        text="Everybody begins with {value} chips.",
        special={1: "Everybody begins with one chip."},
        group=MATCH,
    )
    ante = Number(
        1,
        "Ante",
        low=1,
        high=1000,
        text="Everybody pays {value} chips before the cards are dealt.",
        special={1: "Everybody pays one chip before the cards are dealt."},
        group=BETTING,
    )
    bet_structure = Choice(
        "fixed",
        "How much one may bet",
        {
            "fixed": "A bet and a raise are one unit each: the small bet in the first two rounds, then the big one.",
            "spread": "A bet and a raise are anything from the small bet to the big one.",
            "pot": "A bet and a raise are at most as much as is in the pot after calling.",
            "no-limit": "A bet and a raise are anything up to all the chips one has.",
        },
        group=BETTING,
    )
    small_bet = Number(
        2,
        "Small bet",
        low=1,
        high=1000,
        text="The small bet is {value} chips.",
        special={1: "The small bet is one chip."},
        group=BETTING,
    )
    big_bet = Number(
        4,
        "Big bet",
        low=1,
        high=1000,
        text="The big bet is {value} chips.",
        special={1: "The big bet is one chip."},
        group=BETTING,
    )
    max_raises = Number(
        3,
        "Raises in a round",
        low=0,
        high=20,
        text="After a bet there are {value} raises at most in a round.",
        special={
            0: "There may be any number of raises in a round.",
            1: "After a bet there is one raise at most in a round.",
        },
        group=BETTING,
    )
    uncap_heads_up = Flag(
        False,
        "Raises between two",
        on="Where two players are left, they may raise as often as they like.",
        off="Where two players are left, the number of raises is limited as for more.",
        group=BETTING,
    )
    last_opener = Choice(
        "dealer-left",
        "Who opens when cards are shown",
        {
            "dealer-left": "The player on the dealer's left opens the betting, also when cards are shown.",
            "best-showing": "When cards are shown, the best cards in sight open the betting.",
        },
        group=BETTING,
    )
    roll_opener = Choice(
        "best-showing",
        "Who opens while cards are rolled",
        {
            "best-showing": "While cards are shown one by one, the best cards in sight open each round.",
            "as-usual": "Cards that are shown one by one change nothing about who opens.",
        },
        group=BETTING,
        was="as-usual",
    )
    pass_pattern = Choice(
        "3L-3RR",
        "How cards are passed",
        {
            "3L-3RR": "Three cards go to the left, and then three to the second player on the right.",
            "3L": "Three cards go to the left, once.",
            "3L-2L-1L": "Three cards go to the left, then two, then one.",
            "3L-2LL-1LLL": "Three cards go to the left, two to the second on the left, one to the third.",
            "4L-3L-2L-1L": "Four cards go to the left, then three, then two, then one.",
            "2L+1R": "Two cards go to the left and one to the right, at the same time, once.",
        },
        group=CARDS,
    )
    reveal = Choice(
        "four",
        "How cards are shown",
        {
            "four": "Four cards are shown together, and one round of betting follows.",
            "roll": "Four cards are shown one by one, with a round of betting after each.",
        },
        group=CARDS,
    )
    high_only = Flag(
        False,
        "High hands only",
        on="The best high hand takes everything, and nothing is declared.",
        off="The best high hand and the best low hand share the pot.",
        group=SPLIT,
    )
    declare_mode = Choice(
        "chips",
        "How high or low is declared",
        {
            "chips": "High or low is declared with hidden chips, all at once.",
            "spoken": "High or low is said aloud, one after the other from the dealer's left.",
            "cards-speak": "Nothing is declared: the five cards that are kept count both ways.",
        },
        group=SPLIT,
    )
    declare_both = Choice(
        "off",
        "Going both ways",
        {
            "off": "One declares high or low, and never both.",
            "must-win-both": "One may declare both ways, and must then win both alone.",
            "tie-keeps": "One may declare both ways, and must then win or tie both.",
        },
        group=SPLIT,
    )
    low_system = Choice(
        "A5",
        "What a low hand is",
        {
            "A5": "The best low hand is 5-4-3-2-A: aces are low, and straights and flushes do not count.",
            "A6": "The best low hand is 6-4-3-2-A: aces are low, and straights and flushes are bad.",
            "27": "The best low hand is 7-5-4-3-2: aces are high, and straights and flushes are bad.",
        },
        group=SPLIT,
    )
    low_qualifier = Choice(
        "none",
        "Which low hands count",
        {
            "none": "Any hand can win low.",
            "8": "A low hand counts only without a pair and with nothing above an eight.",
        },
        group=SPLIT,
    )
    odd_chip = Choice(
        "leave",
        "The odd chip",
        {
            "leave": "A chip that cannot be divided stays for the next hand.",
            "high": "A chip that cannot be halved goes to the high half.",
            "left-of-dealer": "A chip that cannot be halved goes to the half that is won nearest to the dealer's left.",
        },
        group=SPLIT,
    )
    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "rolled",
            "Rolled out",
            "Cards go left, three, two, one; then they are turned one by one, and the best in sight opens.",
            {"pass-pattern": "3L-2L-1L", "reveal": "roll", "last-opener": "best-showing"},
        ),
        Preset(
            "pass-the-trash",
            "Pass the trash",
            "One pass of three to the left, high hands only, pot limit.",
            {"pass-pattern": "3L", "high-only": True, "bet-structure": "pot"},
        ),
        Preset(
            "both-ways",
            "Both ways",
            "One may go for high and low at once, low is six-four and needs an eight, and there is no limit.",
            {
                "declare-both": "must-win-both",
                "low-system": "A6",
                "low-qualifier": "8",
                "bet-structure": "no-limit",
                "odd-chip": "high",
            },
        ),
        Preset(
            "cards-speak",
            "Cards speak",
            "Nothing is declared, and every bet is anything from two to four.",
            {"declare-mode": "cards-speak", "bet-structure": "spread", "odd-chip": "left-of-dealer"},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        """Yield options that can't be combined."""
        if self.big_bet < self.small_bet:
            named = "small-bet" if self.big_bet == self.get_option("big-bet").default else "big-bet"
            yield BadOption(named, "The big bet cannot be smaller than the small one.")
