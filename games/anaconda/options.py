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
        text="Everyone starts with {value} chips.",
        special={1: "Everyone starts with one chip."},
        group=MATCH,
    )
    ante = Number(
        1,
        "Ante",
        low=1,
        high=1000,
        text="Everyone antes {value} chips before the deal.",
        special={1: "Everyone antes one chip before the deal."},
        group=BETTING,
    )
    bet_structure = Choice(
        "fixed",
        "Betting limit",
        {
            "fixed": "Bets and raises are the small bet in the first two rounds, then the big bet.",
            "spread": "Bets and raises can be from the small bet to the big bet.",
            "pot": "A bet or raise can add up to the size of the pot after your call.",
            "no-limit": "A bet or raise can add up to all your chips.",
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
        text="Each round has at most {value} raises.",
        special={
            0: "Each round can have any number of raises.",
            1: "Each round has at most one raise.",
        },
        group=BETTING,
    )
    uncap_heads_up = Flag(
        False,
        "Raises between two players",
        on="If only two players are left, they can raise without limit.",
        off="If only two players are left, the limit on raises still applies.",
        group=BETTING,
    )
    last_opener = Choice(
        "dealer-left",
        "Who bets first after the reveal",
        {
            "dealer-left": "The player to the dealer’s left acts first, even after cards are shown.",
            "best-showing": "After cards are shown, the player with the best hand showing acts first.",
        },
        group=BETTING,
    )
    roll_opener = Choice(
        "best-showing",
        "Who bets first while rolling",
        {
            "best-showing": "When cards are shown one by one, the player with the best hand showing acts first.",
            "as-usual": "When cards are shown one by one, the same player as usual acts first.",
        },
        group=BETTING,
        was="as-usual",
    )
    pass_pattern = Choice(
        "3L-3RR",
        "Passing cards",
        {
            "3L-3RR": "You pass three cards to the left, then three to the second player on your right.",
            "3L": "You pass three cards to the left, once.",
            "3L-2L-1L": "You pass three cards to the left, then two, then one.",
            "3L-2LL-1LLL": "You pass three cards to the left, two to the second player on the left, one to the third.",
            "4L-3L-2L-1L": "You pass four cards to the left, then three, then two, then one.",
            "2L+1R": "You pass once: two cards to the left and one to the right, at the same time.",
        },
        group=CARDS,
    )
    reveal = Choice(
        "four",
        "Revealing cards",
        {
            "four": "Four cards are shown together, and one betting round follows.",
            "roll": "Four cards are shown one by one, with a betting round after each.",
        },
        group=CARDS,
    )
    high_only = Flag(
        False,
        "High hands only",
        on="The best high hand wins everything, and nobody declares.",
        off="The best high hand and the best low hand share the pot.",
        group=SPLIT,
    )
    declare_mode = Choice(
        "chips",
        "Declaring high or low",
        {
            "chips": "Everyone declares at once, with hidden chips.",
            "spoken": "You declare aloud in turn, starting to the dealer’s left.",
            "cards-speak": "Nobody declares. Your five cards count for both high and low.",
        },
        group=SPLIT,
    )
    declare_both = Choice(
        "off",
        "Going both ways",
        {
            "off": "You declare high or low, never both.",
            "must-win-both": "You can declare both ways, but then you have to win both outright, without a tie.",
            "tie-keeps": "You can declare both ways, but then you have to win or tie both.",
        },
        group=SPLIT,
    )
    low_system = Choice(
        "A5",
        "Low hands",
        {
            "A5": "The best low hand is 5-4-3-2-A. Aces are low, and straights and flushes don’t count.",
            "A6": "The best low hand is 6-4-3-2-A. Aces are low, and straights and flushes are bad.",
            "27": "The best low hand is 7-5-4-3-2. Aces are high, and straights and flushes are bad.",
        },
        group=SPLIT,
    )
    low_qualifier = Choice(
        "none",
        "Qualifying low hand",
        {
            "none": "Any hand can win low.",
            "8": "A low hand counts only if it has no pair and no card above an eight.",
        },
        group=SPLIT,
    )
    odd_chip = Choice(
        "leave",
        "Odd chip",
        {
            "leave": "A chip that can’t be divided stays for the next hand.",
            "high": "A chip that can’t be halved goes to the high half.",
            "left-of-dealer": "A chip that can’t be halved goes to the half whose winner is nearest the dealer’s left.",
        },
        group=SPLIT,
    )
    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "rolled",
            "Rolled out",
            "You pass three, two, and one left. Cards are shown one by one, and the best hand showing bets first.",
            {"pass-pattern": "3L-2L-1L", "reveal": "roll", "last-opener": "best-showing"},
        ),
        Preset(
            "pass-the-trash",
            "Pass the trash",
            "You pass three cards to the left, once. Only high hands win, and you can bet up to the pot.",
            {"pass-pattern": "3L", "high-only": True, "bet-structure": "pot"},
        ),
        Preset(
            "both-ways",
            "Both ways",
            "You can go both ways. The best low is six-four, a low can’t go above an eight, and betting has no limit.",
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
            "Nobody declares, and every bet is two to four chips.",
            {"declare-mode": "cards-speak", "bet-structure": "spread", "odd-chip": "left-of-dealer"},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        """Yield a BadOption if the big bet is smaller than the small bet.

        `seats` isn't used, since this doesn't depend on the number of players.
        """
        if self.big_bet < self.small_bet:
            named = "small-bet" if self.big_bet == self.get_option("big-bet").default else "big-bet"
            yield BadOption(named, "The big bet can’t be smaller than the small bet.")
