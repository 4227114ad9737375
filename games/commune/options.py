"""House rules of Commune (options), and their named presets."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

CARDS, TOKENS, LADDER, CALLS = "Cards", "Tokens and cards", "Ladder", "Declaring and calling"


class CommuneOptions(Options):
    jokers = Choice(
        2,
        "Jokers",
        {
            2: "The deck has two jokers.",
            1: "The deck has one joker.",
            0: "The deck has no jokers.",
        },
        group=CARDS,
    )
    twos_wild = Flag(
        True,
        "Wild twos",
        on="All four twos are wild.",
        off="Twos aren’t wild. A two is just a two.",
        group=CARDS,
    )
    start_tokens = Number(
        3,
        "Starting tokens",
        low=1,
        high=5,
        text="You start with {value} tokens. With one token left, you get {value} cards.",
        special={1: "You have one token and one card. If you lose a hand, you’re out."},
        group=TOKENS,
    )
    declare_twos = Flag(
        True,
        "Declaring twos",
        on="You can declare any rank from two to ace.",
        off="You can’t declare twos. The lowest straight goes to the seven.",
        group=LADDER,
    )
    flushes = Flag(
        True,
        "Flushes",
        on="You can declare flushes and straight flushes.",
        off="You can’t declare flushes or straight flushes.",
        group=LADDER,
    )
    flush_naming = Choice(
        "top",
        "Declaring a flush",
        {
            "top": "You declare a flush by its top card. Any suit can make it.",
            "top-and-suit": "You declare a flush by its top card and suit. Only that suit counts.",
        },
        group=LADDER,
    )
    five_of_a_kind = Flag(
        True,
        "Five of a kind",
        on="Five of a kind is the highest hand.",
        off="You can’t declare five of a kind.",
        group=LADDER,
    )
    first_declarer = Choice(
        "left-of-dealer",
        "Who declares first",
        {
            "left-of-dealer": "The player to the dealer’s left declares first.",
            "last-loser": "The player who last lost a token declares first.",
        },
        group=CALLS,
    )
    who_may_call = Choice(
        "next",
        "Who can call",
        {
            "next": "Only the player whose turn it is can call.",
            "anyone": "After every declaration, all other players decide whether to call.",
        },
        group=CALLS,
    )
    illegal_costs = Flag(
        False,
        "Declaring too low",
        on="If your declaration isn’t higher, the hand ends and you lose a token.",
        off="If your declaration isn’t higher, you can declare again, and it costs nothing.",
        group=CALLS,
    )

    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "no-suits",
            "No jokers, no flushes, no twos",
            "52 cards. Suits don’t count. Twos are wild but can’t be declared. "
            "The player who last lost a token declares first.",
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
            "No jokers, no wild twos, and no five of a kind. A declaration that isn’t higher costs a token.",
            {"jokers": 0, "twos-wild": False, "five-of-a-kind": False, "illegal-costs": True},
        ),
        Preset(
            "open-call",
            "Anyone can call",
            "After every declaration, everyone decides whether to call. You declare a flush with its suit.",
            {"who-may-call": "anyone", "flush-naming": "top-and-suit"},
        ),
        Preset(
            "long-game",
            "Five tokens each",
            "You start with five tokens, so you get five cards when you’re down to your last.",
            {"start-tokens": 5},
        ),
    )

    @property
    def can_anyone_call(self) -> bool:
        """Whether all players are asked if they call after each declaration. Rulebook: call.who."""
        return self.who_may_call == "anyone"

    @property
    def is_flush_suit_declared(self) -> bool:
        """Whether a flush is declared with its suit. Rulebook: declare.no-suits."""
        return self.flushes and self.flush_naming == "top-and-suit"

    @property
    def lowest_rank(self) -> int:
        """The lowest rank that can be declared, from 2 for a two to 14 for an ace. Rulebook: declare.all-ranks."""
        return 2 if self.declare_twos else 3
