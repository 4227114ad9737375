"""House rules of Guts, and their presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset
from games.words import spell_count

MATCH, DECLARING, HANDS, POT = "The match", "In or out", "Hands", "The pot"


class GutsOptions(Options):
    ante = Number(
        1,
        "Ante",
        low=1,
        high=1000,
        text="The ante is {value} chips.",
        special={1: "The ante is 1 chip."},
        group=MATCH,
    )
    stack = Number(
        100,
        "Chips",
        low=0,
        high=100_000,
        text="Everyone starts with {value} chips.",
        special={0: "Everyone starts with no chips.", 1: "Everyone starts with 1 chip."},
        group=MATCH,
    )
    short_stack = Choice(
        "credit",
        "Not enough chips",
        {
            "credit": "If you run out of chips, you still pay in full and keep playing in debt.",
            "table-stakes": "You never pay more than you have. If you can’t ante, you’re out of the match.",
            "must-cover": "If you have fewer chips than the pot, you have to stay out.",
        },
        group=MATCH,
    )
    rounds = Number(
        3,
        "Rounds",
        low=1,
        high=20,
        text="The match has {value} rounds.",
        special={1: "The match has one round."},
        group=MATCH,
    )
    max_hands = Number(
        60,
        "Maximum number of hands",
        low=1,
        high=100,
        text="The match stops after {value} hands at most.",
        special={1: "The match stops after one hand."},
        group=MATCH,
    )
    declare_mode = Choice(
        "sequential",
        "How to declare",
        {
            "sequential": "You declare one after another, starting to the dealer’s left.",
            "simultaneous": "Everyone decides in secret, and all decisions are shown at the same time.",
        },
        group=DECLARING,
    )
    all_out = Choice(
        "carry",
        "If everyone is out",
        {
            "carry": "If everyone is out, the pot stays for the next hand.",
            "re-ante": "If everyone is out, everyone antes again.",
            "best-pays": "If everyone is out, the best hand pays as much as the pot.",
        },
        group=DECLARING,
    )
    ghost = Choice(
        "none",
        "Ghost",
        {
            "none": "There’s no ghost. If you’re the only player in, you win the pot.",
            "lone-only": "If you’re the only player in, you play against a hand from the deck.",
            "always": "A hand from the deck always plays too, and it can beat everyone.",
        },
        group=DECLARING,
    )
    lone_shows = Flag(
        False,
        "Showing cards if you’re the only player in",
        on="If you’re the only player in, you show your cards.",
        off="If you’re the only player in, you don’t have to show your cards.",
        group=DECLARING,
    )
    cards = Choice(2, "Cards", {2: "Everyone gets two cards.", 3: "Everyone gets three cards."}, group=HANDS)
    three_rank = Choice(
        "sets",
        "Three-card hands",
        {
            "sets": "With three cards, only pairs and three of a kind count.",
            "full": "With three cards, straights and flushes count too.",
        },
        group=HANDS,
    )
    lowly_top = Flag(
        False,
        "A three and a two as the best hand",
        on="With two cards, a three and a two are the best hand of all.",
        off="With two cards, a three and a two are the worst hand.",
        group=HANDS,
    )
    ante_rule = Choice(
        "no-live-money",
        "When to ante",
        {
            "no-live-money": "Everyone antes when nothing is at stake in the pot.",
            "pot-empty": "Everyone antes when the pot is empty.",
            "every-hand": "Everyone antes before every hand.",
        },
        group=POT,
    )
    pot_max = Number(
        0,
        "Maximum",
        low=0,
        high=100_000,
        text="There’s a maximum of {value} chips.",
        special={0: "There’s no maximum.", 1: "There’s a maximum of one chip."},
        group=POT,
    )
    pot_max_mode = Choice(
        "limit-pot",
        "What the maximum limits",
        {
            "limit-pot": "The maximum limits how big the pot can get.",
            "limit-payment": "The maximum limits what each loser pays.",
            "limit-both": "The maximum limits what each loser pays, and what’s won in a hand.",
        },
        group=POT,
    )
    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "on-three",
            "Declare together",
            "Everyone declares at the same time. If everyone is out, the best hand pays.",
            {"declare-mode": "simultaneous", "all-out": "best-pays"},
        ),
        Preset(
            "haunted",
            "Ghost",
            "Everyone declares at once, and a hand from the deck plays too.",
            {"declare-mode": "simultaneous", "ghost": "always", "pot-max": 60},
        ),
        Preset(
            "three-cards",
            "Three cards",
            "You get three cards each, and straights and flushes count.",
            {"cards": 3, "three-rank": "full"},
        ),
        Preset(
            "table-cash",
            "Cover the pot",
            "You start with 40 chips and ante every hand. If you can’t cover the pot, you have to stay out.",
            {"short-stack": "must-cover", "stack": 40, "ante-rule": "every-hand"},
        ),
        Preset(
            "friendly",
            "Friendly game",
            "Nobody can owe chips, and the pot stops growing at 50.",
            {"short-stack": "table-stakes", "pot-max": 50, "stack": 60},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        """Yield a BadOption for each conflict: a stack below the ante, or a maximum pot below everyone's antes."""
        if self.short_stack != "credit" and self.stack < self.ante:
            named = "ante" if self.stack == self.get_option("stack").default else "stack"
            yield BadOption(named, f"With {spell_count(self.stack, 'chip')}, nobody can pay an ante of {self.ante}.")
        antes = self.ante * (seats or 0)
        if self.pot_max and self.pot_max < antes:
            yield BadOption(
                "pot-max", f"The antes alone make a pot of {antes}, more than the maximum of {self.pot_max}."
            )

    def compute_pot_payment(self, pot: int, stays: int, payers: int) -> int:
        """Return how many chips each loser owes to match a pot of `pot` chips, if `payers` players have lost.

        House rules can limit this with a maximum pot. `stays` is the number of chips that stay in the pot. Rulebook:
        cap.limits-pot.
        """
        if not self.pot_max:
            return pot
        if self.pot_max_mode == "limit-pot":
            return min(pot, max(0, self.pot_max - stays) // payers)
        return min(pot, self.pot_max)

    def compute_winnable_chips(self, pot: int) -> int:
        """Return how many chips of a pot the winners can take. It's all of them, unless house rules set a maximum.

        Rulebook: cap.limits-pot.
        """
        return min(pot, self.pot_max) if self.pot_max and self.pot_max_mode == "limit-both" else pot
