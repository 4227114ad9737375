"""House rules of Daifugo (options), and their named presets."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

DEAL, PLAY, CARDS, EXCHANGE = "Deal and lead", "Playing", "Cards that do more", "Exchange"
FINISH, SESSION = "Going out", "Session"


def _build_forbidden_finish_flag(what: str) -> Flag:
    return Flag(
        False,
        f"No finish with {what}",
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
            "counterclockwise": "Cards are dealt and played counter-clockwise.",
        },
        group=DEAL,
    )
    deal_remainder = Choice(
        "deal-out",
        "Odd cards",
        {
            "deal-out": "All cards are dealt, so some players may hold one card more.",
            "set-aside": "Everybody gets equally many cards, and what is left over lies face down.",
        },
        group=DEAL,
    )
    lead_first = Choice(
        "dealer-left",
        "The first lead",
        {
            "dealer-left": "In the first hand the player after the dealer leads.",
            "holder-3D": "In the first hand the holder of the three of diamonds leads.",
            "holder-3S": "In the first hand the holder of the three of spades leads.",
            "random": "In the first hand a lot decides who leads.",
        },
        group=DEAL,
    )
    lead_first_must_include = Flag(
        False,
        "The card that leads",
        on="The card that gives the first lead belongs to the first play.",
        off="Whoever has the first lead may play anything.",
        group=DEAL,
    )
    lead_later = Choice(
        "daifugo",
        "Later leads",
        {
            "daifugo": "In later hands the Daifugo leads.",
            "destitute": "In later hands the Destitute leads.",
        },
        group=DEAL,
    )
    seating = Choice(
        "stay",
        "Seats",
        {
            "stay": "Everybody keeps the seat.",
            "by-title": "After each hand turns go by title: Daifugo first, Destitute last.",
        },
        group=DEAL,
    )
    pass_reentry = Flag(
        False,
        "Back after passing",
        on="Whoever has passed may play again when the turn comes round.",
        off="Whoever has passed waits for the next round.",
        group=PLAY,
    )
    equal_allowed = Flag(
        False,
        "Equal ranks",
        on="An answer of the same rank is allowed.",
        off="An answer has to be of a higher rank.",
        group=PLAY,
    )
    out_lead = Choice(
        "next-left",
        "The lead after somebody is out",
        {
            "next-left": "The others may still beat the last cards; if nobody does, the next player leads.",
            "clear-at-once": "The round ends as soon as somebody is out, and the next player leads.",
            "last-unpassed": "Who alone has not passed leads at once, without having to beat the last cards.",
        },
        group=PLAY,
    )
    sequences = Flag(
        False,
        "Sequences",
        on="Three cards or more of one suit in a row can be played.",
        off="Only cards of one rank are played together.",
        group=PLAY,
    )
    suit_lock = Choice(
        "off",
        "Suit lock",
        {
            "off": "Suits never matter in a round.",
            "suit": "When an answer has the suits of the play before, the round goes on in these suits.",
            "suit-and-step": "The same, and after an answer just one step higher each must be one step higher.",
        },
        group=PLAY,
    )
    jokers = Choice(
        0,
        "Jokers",
        {
            0: "There are no jokers in the pack.",
            1: "One joker is added to the pack.",
            2: "Two jokers are added to the pack.",
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
        on="Four equal cards turn the order of ranks over for the rest of the hand.",
        off="Four equal cards do not turn the order of ranks over.",
        group=CARDS,
    )
    revolution_sequence = Choice(
        0,
        "Revolution by sequence",
        {
            0: "A sequence makes no revolution.",
            4: "A sequence of four cards or more turns the order of ranks over for the rest of the hand.",
            5: "A sequence of five cards or more turns the order of ranks over for the rest of the hand.",
        },
        group=CARDS,
    )
    eleven_back = Choice(
        "off",
        "Eleven back",
        {
            "off": "A jack does nothing more.",
            "forced": "A jack turns the order over until the round ends.",
            "optional": "A jack turns the order over until the round ends, if its player wants that.",
        },
        group=CARDS,
    )
    eight_stop = Flag(
        False,
        "Eight stop",
        on="Eights end the round at once.",
        off="Eights are cards like the others.",
        group=CARDS,
    )
    eight_stop_sequences = Flag(
        False,
        "Eights in sequences",
        on="A sequence with an eight ends the round too.",
        off="An eight in a sequence ends nothing.",
        group=CARDS,
    )
    two_clears = Flag(
        False,
        "Two clears",
        on="The highest rank ends the round at once.",
        off="The highest rank does not end the round by itself.",
        group=CARDS,
    )
    five_skip = Flag(
        False,
        "Five skip",
        on="Each five skips a player.",
        off="Fives skip nobody.",
        group=CARDS,
    )
    seven_give = Flag(
        False,
        "Seven give",
        on="For each seven a card is given to the next player.",
        off="Sevens give nothing away.",
        group=CARDS,
    )
    nine_reverse = Flag(
        False,
        "Nine reverse",
        on="One nine, or three, turns the direction of play round.",
        off="Nines do not change the direction.",
        group=CARDS,
    )
    ten_discard = Flag(
        False,
        "Ten discard",
        on="For each ten a card may be thrown away.",
        off="Tens throw nothing away.",
        group=CARDS,
    )
    exchange_top = Number(
        2,
        "Cards of the Destitute",
        low=0,
        high=3,
        text="With four players or more the Destitute gives the Daifugo {value} cards.",
        special={
            0: "With four players or more the Destitute gives nothing.",
            1: "With four players or more the Destitute gives the Daifugo one card.",
        },
        group=EXCHANGE,
    )
    exchange_top_three_players = Number(
        2,
        "The same with three players",
        low=0,
        high=3,
        text="With three players the Destitute gives the Daifugo {value} cards.",
        special={
            0: "With three players the Destitute gives nothing.",
            1: "With three players the Destitute gives the Daifugo one card.",
        },
        group=EXCHANGE,
    )
    exchange_second = Number(
        0,
        "Cards of the Poor",
        low=0,
        high=2,
        text="The Poor gives the Millionaire {value} cards.",
        special={0: "The Poor gives nothing.", 1: "The Poor gives the Millionaire one card."},
        group=EXCHANGE,
    )
    exchange_return = Choice(
        "any",
        "What comes back",
        {
            "any": "Who takes cards gives back any others.",
            "lowest": "Who takes cards gives back the lowest.",
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
        "The forbidden two turns",
        on="While the order is turned over, the three is forbidden instead of the two.",
        off="The two stays forbidden while the order is turned over.",
        group=FINISH,
    )
    forbidden_finish_penalty = Choice(
        "last-place",
        "The price of a foul",
        {
            "last-place": "A forbidden finish costs the lowest title that is free.",
            "illegal": "A forbidden finish is not allowed.",
        },
        group=FINISH,
    )
    capital_fall = Flag(
        False,
        "Fall of the capital",
        on="A Daifugo who is not first again falls to the lowest title that is free.",
        off="A Daifugo who is not first again just plays on.",
        group=FINISH,
    )
    session_end = Choice(
        "hands",
        "Length of the session",
        {
            "hands": "The session is a number of hands.",
            "open": "After each hand its Destitute says whether there is time for another.",
        },
        group=SESSION,
    )
    session_hands = Number(
        5,
        "Hands of the session",
        low=1,
        high=50,
        text="A session by hands has {value} of them.",
        special={1: "A session by hands is a single one."},
        group=SESSION,
    )
    session_winner = Choice(
        "final-daifugo",
        "Who wins the session",
        {
            "final-daifugo": "The Daifugo of the last hand wins the session.",
            "points": "Each place of each hand brings points, and most points win.",
        },
        group=SESSION,
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "friendly",
            "Friendly evening",
            "One joker, revolutions, eights that stop the round, and a card from the Poor to the Millionaire.",
            {"exchange-second": 1, "eight-stop": True, "revolution": True, "jokers": 1},
        ),
        Preset(
            "japan-common",
            "As often played in Japan",
            "Jokers, revolutions, sequences, suit lock, eight stop, forbidden finishes and the fall of the capital.",
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
            "Equal ranks may be played, twos clear the table, and the Poor gives the Millionaire a card.",
            {"two-clears": True, "equal-allowed": True, "exchange-second": 1},
        ),
    )

    @property
    def direction_step(self) -> int:
        """The step from a seat to the next in the order of play: 1 clockwise, -1 the other way.

        Rulebook: setup.direction.
        """
        return 1 if self.direction == "clockwise" else -1

    @property
    def opening_card(self) -> str:
        """The code of the card whose holder leads first, or "". Rulebook: hand.first-leader."""
        return self.lead_first.removeprefix("holder-") if self.lead_first.startswith("holder-") else ""

    def get_tribute_sizes(self, seats: int) -> tuple[int, int]:
        """Return how many cards the last and the second to last player give.

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
        """Whether only rank and number count, so that the fast simulation can be used.

        There is one joker at most, and cards do no more than end rounds or reverse the order of ranks.
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
        """Whether no card has any special effect, not even to end a round, and suits never matter."""
        return not (
            self.has_special_effects
            or self.has_revolution
            or self.eight_stop
            or self.eight_stop_sequences
            or self.two_clears
        )

    @property
    def has_special_effects(self) -> bool:
        """Whether ranks do more than end a round, suits matter, or turns pass in an unusual way."""
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
        """Whether rank and number alone decide what can be played, so that any cards of a higher rank will do."""
        return not (
            self.jokers
            or self.sequences
            or self.suit_lock != "off"
            or self.eleven_back == "optional"
            or self.lead_first_must_include
            or self.forbidden_finish_penalty == "illegal"
        )
