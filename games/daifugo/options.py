"""House rules of Daifugo (options), and their named presets."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

DEAL, PLAY, CARDS, EXCHANGE = "Deal and lead", "Playing", "Special cards", "Exchange"
FINISH, SESSION = "Going out", "Match"


def _build_forbidden_finish_flag(what: str) -> Flag:
    return Flag(
        False,
        f"No going out with {what}",
        on=f"Going out with {what} is a foul.",
        off=f"Going out with {what} is fine.",
        group=FINISH,
    )


class DaifugoOptions(Options):
    direction = Choice(
        "clockwise",
        "Direction",
        {
            "clockwise": "Cards are dealt and played clockwise.",
            "counterclockwise": "Cards are dealt and played counterclockwise.",
        },
        group=DEAL,
    )
    deal_remainder = Choice(
        "deal-out",
        "Leftover cards",
        {
            "deal-out": "All cards are dealt, so some players can get one extra card.",
            "set-aside": "Everyone gets the same number of cards. Leftover cards are set aside face down.",
        },
        group=DEAL,
    )
    lead_first = Choice(
        "dealer-left",
        "First lead",
        {
            "dealer-left": "The player after the dealer leads the first hand.",
            "holder-3D": "The player with the three of diamonds leads the first hand.",
            "holder-3S": "The player with the three of spades leads the first hand.",
            "random": "The player who leads the first hand is picked at random.",
        },
        group=DEAL,
    )
    lead_first_must_include = Flag(
        False,
        "Card that gets you the first lead",
        on="If you lead because of a card, your first play must include it.",
        off="If you have the first lead, you can play anything.",
        group=DEAL,
    )
    lead_later = Choice(
        "daifugo",
        "Who leads later hands",
        {
            "daifugo": "The Daifugo leads every later hand.",
            "destitute": "The Destitute leads every later hand.",
        },
        group=DEAL,
    )
    seating = Choice(
        "stay",
        "Seats",
        {
            "stay": "Everyone keeps their seat.",
            "by-title": "After each hand, everyone sits in order of title, from Daifugo to Destitute.",
        },
        group=DEAL,
    )
    pass_reentry = Flag(
        False,
        "Playing again after a pass",
        on="If you pass, you can still play later in the same round.",
        off="If you pass, you’re out until the next round.",
        group=PLAY,
    )
    equal_allowed = Flag(
        False,
        "Playing the same rank",
        on="You can play the same rank as the play to beat.",
        off="You have to play a higher rank than the play to beat.",
        group=PLAY,
    )
    out_lead = Choice(
        "next-left",
        "Lead after a player goes out",
        {
            "next-left": "The others can still beat the last cards. If nobody does, the next player leads.",
            "clear-at-once": "When a player goes out, the round ends at once, and the next player leads.",
            "last-unpassed": "If you’re the only one who hasn’t passed, you lead at once.",
        },
        group=PLAY,
    )
    sequences = Flag(
        False,
        "Sequences",
        on="You can play three or more cards of one suit in order.",
        off="You can only play cards of the same rank together.",
        group=PLAY,
    )
    suit_lock = Choice(
        "off",
        "Suit lock",
        {
            "off": "Suits never matter in a round.",
            "suit": "If a play repeats the last play’s suits, the rest of the round must too.",
            "suit-and-step": "Suits lock, and if a play is one step higher, later plays must be too.",
        },
        group=PLAY,
    )
    jokers = Choice(
        0,
        "Jokers",
        {
            0: "The deck has no jokers.",
            1: "The deck has one joker.",
            2: "The deck has two jokers.",
        },
        group=CARDS,
    )
    joker_spade3 = Flag(
        False,
        "Three of spades",
        on="The three of spades beats a single joker.",
        off="Nothing beats a single joker.",
        group=CARDS,
    )
    revolution = Flag(
        False,
        "Revolution",
        on="Four of a kind reverses the order of ranks for the rest of the hand.",
        off="Four of a kind doesn’t reverse the order of ranks.",
        group=CARDS,
    )
    revolution_sequence = Choice(
        0,
        "Revolution by sequence",
        {
            0: "Sequences don’t reverse the order of ranks.",
            4: "A sequence of at least four cards reverses the ranks for the rest of the hand.",
            5: "A sequence of at least five cards reverses the ranks for the rest of the hand.",
        },
        group=CARDS,
    )
    eleven_back = Choice(
        "off",
        "Eleven back (jack reverses)",
        {
            "off": "A jack has no special effect.",
            "forced": "A jack reverses the order of ranks until the round ends.",
            "optional": "If you play a jack, you can reverse the order until the round ends.",
        },
        group=CARDS,
    )
    eight_stop = Flag(
        False,
        "Eight stop",
        on="Eights end the round at once.",
        off="Eights have no special effect.",
        group=CARDS,
    )
    eight_stop_sequences = Flag(
        False,
        "Eights in sequences",
        on="A sequence with an eight ends the round at once.",
        off="An eight in a sequence has no special effect.",
        group=CARDS,
    )
    two_clears = Flag(
        False,
        "Two clears",
        on="The highest rank ends the round at once.",
        off="The highest rank doesn’t end the round by itself.",
        group=CARDS,
    )
    five_skip = Flag(
        False,
        "Five skip",
        on="Each five skips one player.",
        off="Fives have no special effect.",
        group=CARDS,
    )
    seven_give = Flag(
        False,
        "Seven give",
        on="For each seven you play, you give the next player a card.",
        off="Sevens have no special effect.",
        group=CARDS,
    )
    nine_reverse = Flag(
        False,
        "Nine reverse",
        on="One nine, or three nines, reverses the direction of play.",
        off="Nines have no special effect.",
        group=CARDS,
    )
    ten_discard = Flag(
        False,
        "Ten discard",
        on="For each ten you play, you can discard a card.",
        off="Tens have no special effect.",
        group=CARDS,
    )
    exchange_top = Number(
        2,
        "Cards the Destitute gives",
        low=0,
        high=3,
        text="With four or more players, the Destitute gives the Daifugo {value} cards.",
        special={
            0: "With four or more players, the Destitute gives nothing.",
            1: "With four or more players, the Destitute gives the Daifugo one card.",
        },
        group=EXCHANGE,
    )
    exchange_top_three_players = Number(
        2,
        "Cards the Destitute gives (three players)",
        low=0,
        high=3,
        text="With three players, the Destitute gives the Daifugo {value} cards.",
        special={
            0: "With three players, the Destitute gives nothing.",
            1: "With three players, the Destitute gives the Daifugo one card.",
        },
        group=EXCHANGE,
    )
    exchange_second = Number(
        0,
        "Cards the Poor gives",
        low=0,
        high=2,
        text="The Poor gives the Millionaire {value} cards.",
        special={0: "The Poor gives nothing.", 1: "The Poor gives the Millionaire one card."},
        group=EXCHANGE,
    )
    exchange_return = Choice(
        "any",
        "Cards given back",
        {
            "any": "If you receive cards, you give back any cards you like.",
            "lowest": "If you receive cards, you give back your lowest.",
        },
        group=EXCHANGE,
    )
    forbidden_finish_two = _build_forbidden_finish_flag("a two")
    forbidden_finish_eight = _build_forbidden_finish_flag("an eight")
    forbidden_finish_jack = _build_forbidden_finish_flag("a jack")
    forbidden_finish_three = _build_forbidden_finish_flag("a three")
    forbidden_finish_joker = _build_forbidden_finish_flag("a joker")
    forbidden_finish_spade3 = _build_forbidden_finish_flag("the three of spades")
    forbidden_finish_follows_order = Flag(
        True,
        "Forbidden last card while ranks are reversed",
        on="While the order is reversed, the three is forbidden instead of the two.",
        off="While the order is reversed, the two is still forbidden.",
        group=FINISH,
    )
    forbidden_finish_penalty = Choice(
        "last-place",
        "Penalty for a forbidden finish",
        {
            "last-place": "With a forbidden finish, you get the lowest title that’s still free.",
            "illegal": "You can’t make a forbidden finish.",
        },
        group=FINISH,
    )
    capital_fall = Flag(
        False,
        "Fall of the capital",
        on="A Daifugo who isn’t first again falls to the lowest title that’s free.",
        off="A Daifugo who isn’t first again just plays on.",
        group=FINISH,
    )
    session_end = Choice(
        "hands",
        "Match length",
        {
            "hands": "The match has a fixed number of hands.",
            "open": "After each hand, the Destitute decides whether you play another.",
        },
        group=SESSION,
    )
    session_hands = Number(
        5,
        "Hands per match",
        low=1,
        high=50,
        text="A match with a fixed length has {value} hands.",
        special={1: "A match with a fixed length has one hand."},
        group=SESSION,
    )
    session_winner = Choice(
        "final-daifugo",
        "Match winner",
        {
            "final-daifugo": "The Daifugo of the last hand wins the match.",
            "points": "You get points for your place in each hand. The most points win.",
        },
        group=SESSION,
    )

    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "friendly",
            "Friendly game",
            "One joker, revolutions, eights that end the round, and a card from the Poor.",
            {"exchange-second": 1, "eight-stop": True, "revolution": True, "jokers": 1},
        ),
        Preset(
            "japan-common",
            "Popular in Japan",
            "Jokers, revolutions, sequences, suit lock, eight stop, forbidden finishes, and fall of the capital.",
            {
                "jokers": 2,
                "joker-spade3": True,
                "revolution": True,
                "eight-stop": True,
                "suit-lock": "suit",
                "sequences": True,
                "capital-fall": True,
                "forbidden-finish-two": True,
                "forbidden-finish-eight": True,
                "forbidden-finish-joker": True,
                "exchange-second": 1,
                "exchange-top-three-players": 1,
            },
        ),
        Preset(
            "western-president",
            "Like President",
            "You can play the same rank, twos end the round, and the Poor gives a card.",
            {"two-clears": True, "equal-allowed": True, "exchange-second": 1},
        ),
    )

    @property
    def direction_step(self) -> int:
        """The step from a seat to the next in the order of play: 1 clockwise, -1 counterclockwise.

        Rulebook: setup.direction.
        """
        return 1 if self.direction == "clockwise" else -1

    @property
    def opening_card(self) -> str:
        """The code of the card whose holder leads first, or "" if the first leader is found in another way.

        Rulebook: hand.first-leader.
        """
        return self.lead_first.removeprefix("holder-") if self.lead_first.startswith("holder-") else ""

    def get_tribute_sizes(self, seats: int) -> tuple[int, int]:
        """Return how many cards the last player and the second to last player give before the next hand.

        Rulebook: exchange.destitute-gives.
        """
        if seats == 3:
            return self.exchange_top_three_players, 0
        return self.exchange_top, self.exchange_second

    @property
    def has_forbidden_finish(self) -> bool:
        """Whether any card is forbidden in the last play. Rulebook: forbidden-finish."""
        cards = ("two", "eight", "jack", "three", "joker", "spade3")
        return any(getattr(self, f"forbidden_finish_{card}") for card in cards)

    @property
    def can_use_fast_simulation(self) -> bool:
        """Whether only the rank and the number of cards count, so that the fast simulation can be used.

        There is at most one joker, and cards do no more than end rounds or reverse the order of ranks.
        """
        return self.jokers < 2 and not (
            self.has_special_effects
            or self.sequences
            or self.lead_first_must_include
            or self.capital_fall
            or self.has_forbidden_finish
        )

    @property
    def has_revolution(self) -> bool:
        """Whether any play can make a revolution. Rulebook: revolution."""
        return self.revolution or (self.sequences and self.revolution_sequence > 0)

    @property
    def has_no_card_effects(self) -> bool:
        """Whether there are no special effects (see `has_special_effects`), revolutions, or cards that end rounds."""
        return not (
            self.has_special_effects
            or self.has_revolution
            or self.eight_stop
            or self.eight_stop_sequences
            or self.two_clears
        )

    @property
    def has_special_effects(self) -> bool:
        """Whether plays have effects other than revolutions and ends of rounds, or turns pass in an unusual way.

        For example, suits can be locked, cards can be given away, or nines can reverse the direction of play.
        """
        return bool(
            self.eleven_back != "off"
            or self.suit_lock != "off"
            or self.nine_reverse
            or self.pass_reentry
            or self.seven_give
            or self.ten_discard
            or self.joker_spade3
            or self.five_skip
            or self.out_lead != "next-left"
        )

    @property
    def is_play_decided_by_rank(self) -> bool:
        """Whether only the rank and the number of cards decide what can be played."""
        return not (
            self.jokers
            or self.sequences
            or self.suit_lock != "off"
            or self.eleven_back == "optional"
            or self.lead_first_must_include
            or self.forbidden_finish_penalty == "illegal"
        )
