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
        text="An ante is {value} chips.",
        special={1: "An ante is 1 chip."},
        group=MATCH,
    )
    stack = Number(
        100,
        "Chips",
        low=0,
        high=100_000,
        text="Everybody begins with {value} chips.",
        special={0: "Everybody begins with nothing.", 1: "Everybody begins with 1 chip."},
        group=MATCH,
    )
    short_stack = Choice(
        "credit",
        "Too few chips",
        {
            "credit": "Whoever runs out of chips pays all the same, and owes.",
            "table-stakes": "Nobody pays more than they have, and whoever cannot ante is out of the match.",
            "must-cover": "Whoever has fewer chips than the pot has to stay out.",
        },
        group=MATCH,
    )
    rounds = Number(
        3,
        "Rounds",
        low=1,
        high=20,
        text="The match has {value} rounds.",
        special={1: "The match is one round."},
        group=MATCH,
    )
    max_hands = Number(
        60,
        "Hands at most",
        low=1,
        high=100,
        text="The match stops after {value} hands.",
        special={1: "The match stops after one hand."},
        group=MATCH,
    )
    declare_mode = Choice(
        "sequential",
        "How to declare",
        {
            "sequential": "You declare one after another, from the dealer's left.",
            "simultaneous": "You all decide in secret, and show it at the same time.",
        },
        group=DECLARING,
    )
    all_out = Choice(
        "carry",
        "Everybody out",
        {
            "carry": "If everybody is out, the pot waits for the next hand.",
            "re-ante": "If everybody is out, all ante again.",
            "best-pays": "If everybody is out, the best hand pays as much as lies in the pot.",
        },
        group=DECLARING,
    )
    ghost = Choice(
        "none",
        "The ghost",
        {
            "none": "There is no ghost: whoever is in alone takes the pot.",
            "lone-only": "Whoever is in alone has to stand up to a hand from the pack.",
            "always": "A hand from the pack always plays along, and can beat everybody.",
        },
        group=DECLARING,
    )
    lone_shows = Flag(
        False,
        "Alone and open",
        on="Whoever is in alone shows the cards.",
        off="Whoever is in alone may keep the cards hidden.",
        group=DECLARING,
    )
    cards = Choice(2, "Cards", {2: "Everybody gets two cards.", 3: "Everybody gets three cards."}, group=HANDS)
    three_rank = Choice(
        "sets",
        "Hands of three cards",
        {
            "sets": "With three cards only equal ranks count.",
            "full": "With three cards, straights and flushes count too.",
        },
        group=HANDS,
    )
    lowly_top = Flag(
        False,
        "Three and two",
        on="Of two cards, three and two are the best hand of all.",
        off="Three and two are the worst hand, as the ranks have it.",
        group=HANDS,
    )
    ante_rule = Choice(
        "no-live-money",
        "When to ante",
        {
            "no-live-money": "All ante when nobody's money is at stake in the pot.",
            "pot-empty": "All ante when the pot is empty.",
            "every-hand": "All ante before every hand.",
        },
        group=POT,
    )
    pot_max = Number(
        0,
        "Maximum",
        low=0,
        high=100_000,
        text="A maximum of {value} chips is agreed.",
        special={0: "There is no maximum.", 1: "A maximum of one chip is agreed."},
        group=POT,
    )
    pot_max_mode = Choice(
        "limit-pot",
        "What the maximum limits",
        {
            "limit-pot": "A maximum limits how far the pot may grow.",
            "limit-payment": "A maximum limits what one loser pays.",
            "limit-both": "A maximum limits what one pays and what is won in a hand.",
        },
        group=POT,
    )
    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "on-three",
            "On the count of three",
            "All declare at the same time, and when nobody dares, the best hand pays.",
            {"declare-mode": "simultaneous", "all-out": "best-pays"},
        ),
        Preset(
            "haunted",
            "The ghost",
            "All declare at once, and a hand from the pack plays along.",
            {"declare-mode": "simultaneous", "ghost": "always", "pot-max": 60},
        ),
        Preset(
            "three-cards",
            "Three cards",
            "Three cards each, with straights and flushes.",
            {"cards": 3, "three-rank": "full"},
        ),
        Preset(
            "table-cash",
            "Cash on the table",
            "Forty chips each, an ante before every hand, and whoever cannot cover the pot stays out.",
            {"short-stack": "must-cover", "stack": 40, "ante-rule": "every-hand"},
        ),
        Preset(
            "friendly",
            "A friendly table",
            "Nobody can owe anything, and the pot stops growing at fifty.",
            {"short-stack": "table-stakes", "pot-max": 50, "stack": 60},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        """Yield what can't be combined: a stack below the ante, or a maximum pot below the antes of all players."""
        if self.short_stack != "credit" and self.stack < self.ante:
            named = "ante" if self.stack == self.get_option("stack").default else "stack"
            yield BadOption(named, f"With {spell_count(self.stack, 'chip')} nobody can pay an ante of {self.ante}.")
        antes = self.ante * (seats or 0)
        if self.pot_max and self.pot_max < antes:
            yield BadOption("pot-max", f"The antes alone make a pot of {antes}, more than {self.pot_max}.")

    def compute_pot_payment(self, pot: int, stays: int, payers: int) -> int:
        """Return what each of `payers` players owes to match a pot, when `stays` chips stay in the middle.

        Rulebook: cap.limits-pot.
        """
        if not self.pot_max:
            return pot
        if self.pot_max_mode == "limit-pot":
            return min(pot, max(0, self.pot_max - stays) // payers)
        return min(pot, self.pot_max)

    def compute_winnable_chips(self, pot: int) -> int:
        """Return how much of a pot can be won. Rulebook: cap.limits-pot."""
        return min(pot, self.pot_max) if self.pot_max and self.pot_max_mode == "limit-both" else pot
