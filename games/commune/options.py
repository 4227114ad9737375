"""House rules of Commune (options), and their named presets."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

CARDS, TOKENS, LADDER, CALLS = "Cards", "Tokens and cards", "Ladder", "Declaring and calling"


class CommuneOptions(Options):
    jokers = Choice(
        2,
        "Jokers",
        {
            2: "Two jokers are shuffled in.",
            1: "One joker is shuffled in.",
            0: "There are no jokers in the pack.",
        },
        group=CARDS,
    )
    twos_wild = Flag(
        True,
        "Wild twos",
        on="All four twos are wild.",
        off="A two is a two and nothing more.",
        group=CARDS,
    )
    start_tokens = Number(
        3,
        "Tokens at the start",
        low=1,
        high=5,
        text="Everybody starts with {value} tokens, and holds {value} cards when one token is left.",
        special={1: "Everybody has one token and one card: whoever loses a hand is out."},
        group=TOKENS,
    )
    declare_twos = Flag(
        True,
        "Naming twos",
        on="Every rank from two to ace may be named.",
        off="No declaration contains a two: ranks run from three to ace, and straights begin at seven high.",
        group=LADDER,
    )
    flushes = Flag(
        True,
        "Flushes",
        on="Flushes and straight flushes stand on the ladder.",
        off="There are no flushes and no straight flushes, since suits tell nobody anything.",
        group=LADDER,
    )
    flush_naming = Choice(
        "top",
        "Naming a flush",
        {
            "top": "A flush is named by its top card, and any suit will do.",
            "top-and-suit": "A flush is named by top card and suit, and only that suit will do.",
        },
        group=LADDER,
    )
    five_of_a_kind = Flag(
        True,
        "Five of a kind",
        on="Five of a kind is the highest hand.",
        off="Five of a kind cannot be declared.",
        group=LADDER,
    )
    first_declarer = Choice(
        "left-of-dealer",
        "Who declares first",
        {
            "left-of-dealer": "The player on the dealer's left declares first.",
            "last-loser": "Whoever lost the last token declares first.",
        },
        group=CALLS,
    )
    who_may_call = Choice(
        "next",
        "Who may call",
        {
            "next": "Only the player whose turn it is may call.",
            "anyone": "After every declaration all the others are asked whether they call.",
        },
        group=CALLS,
    )
    illegal_costs = Flag(
        False,
        "A declaration that is not higher",
        on="Naming a hand that is not higher ends the hand and costs a token.",
        off="A hand that is not higher is refused, and costs nothing.",
        group=CALLS,
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "no-suits",
            "No jokers, no flushes, no twos",
            "52 cards, suits do not count, twos are wild but never named, and the last loser begins.",
            {
                "jokers": 0,
                "declare-twos": False,
                "flushes": False,
                "five-of-a-kind": False,
                "first-declarer": "last-loser",
            },
        ),
        Preset(
            "natural",
            "Nothing wild",
            "A plain pack: no jokers, twos are twos, no five of a kind, and whoever misspeaks pays.",
            {"jokers": 0, "twos-wild": False, "five-of-a-kind": False, "illegal-costs": True},
        ),
        Preset(
            "open-call",
            "Anyone may call",
            "After every declaration the whole table is asked, and a flush is named with its suit.",
            {"who-may-call": "anyone", "flush-naming": "top-and-suit"},
        ),
        Preset(
            "long-game",
            "Five tokens each",
            "Five tokens for everybody, so whoever is down to the last one holds five cards.",
            {"start-tokens": 5},
        ),
    )

    @property
    def can_anyone_call(self) -> bool:
        """Whether all players are asked if they call after each declaration. Rulebook: call.who."""
        return self.who_may_call == "anyone"

    @property
    def has_named_suits(self) -> bool:
        """Whether a flush is declared with its suit. Rulebook: declare.no-suits."""
        return self.flushes and self.flush_naming == "top-and-suit"

    @property
    def lowest_rank(self) -> int:
        """The lowest rank that can be declared, from 2 for a two to 14 for an ace. Rulebook: declare.all-ranks."""
        return 2 if self.declare_twos else 3
