"""House rules of Contract Rummy, and their named presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset
from games.words import spell_number

CARDS, ASKING, CONTRACTS, LATER, SCORE = (
    *("Cards and deal", "May I?", "Contracts and melds"),
    *("After the contract", "Score and match"),
)
MOST = 8
"""The number of players at the largest table."""
RESHUFFLES, TURNS = 5, 500
"""Limits in a hand: reshuffles of the stock, and turns after which the hand is ended. Rulebook: stock.dead."""
GUARD = f"A hand ends after {TURNS} turns at the latest."


class ContractRummyOptions(Options):
    large_table = Flag(
        False,
        "Large table",
        on="Up to eight people can play. Six or more players use three decks.",
        off="Three to five people can play, with two decks.",
        group=CARDS,
    )
    jokers = Choice(
        "players-1",
        "Jokers",
        {
            "players-1": "The number of jokers is one less than the number of players, but at most two per deck.",
            "one": "Two decks have one joker in all, and three decks have two.",
            "full": "There are two jokers per deck.",
        },
        group=CARDS,
    )
    deal_sizes = Choice(
        "10x3-12x4",
        "Cards dealt",
        {
            "10x3-12x4": "Everyone gets 10 cards in the first three hands, and 12 in later hands.",
            "10x4-12x3": "Everyone gets 10 cards in the first four hands, and 12 in later hands.",
            "all-11": "Everyone gets 11 cards in every hand.",
        },
        group=CARDS,
    )
    upcard_at_deal = Flag(
        True,
        "The first upcard",
        on="After the deal, the dealer turns up a card to start the discard pile.",
        off="No card is turned up, so the first player has to draw from the stock.",
        group=CARDS,
    )
    stock_end = Choice(
        "reshuffle",
        "When the stock runs out",
        {
            "reshuffle": "When the stock runs out, the discard pile below the upcard is shuffled into a new stock, "
            f"at most {spell_number(RESHUFFLES)} times in a hand. {GUARD}",
            "once": f"The discard pile is shuffled into a new stock only once in a hand. {GUARD}",
            "end": f"When the stock runs out, no new stock is made. {GUARD}",
        },
        group=CARDS,
    )
    mayi_timing = Choice(
        "after-draw",
        "When you can ask",
        {
            "after-draw": "You can ask after the player whose turn it is draws from the stock.",
            "before-draw": "You can ask before the player who left the upcard draws from the stock.",
        },
        group=ASKING,
    )
    mayi_priority = Choice(
        "seat",
        "Who gets the upcard",
        {
            "seat": "If several players ask, the one who’s next in turn gets it.",
            "first-call": "The first player to ask gets the upcard.",
        },
        group=ASKING,
    )
    mayi_penalty = Number(
        1,
        "Price of an upcard",
        low=1,
        high=2,
        text="If you take the upcard out of turn, you also draw {value} cards.",
        special={1: "If you take the upcard out of turn, you also draw one card."},
        group=ASKING,
    )
    mayi_limit = Number(
        0,
        "“May I?” limit per hand",
        low=0,
        high=10,
        text="You can take the upcard out of turn at most {value} times in a hand.",
        special={
            0: "You can take the upcard out of turn as often as you like.",
            1: "You can take the upcard out of turn only once in a hand.",
        },
        group=ASKING,
    )
    mayi_chain = Flag(
        True,
        "Asking for the next card down",
        on="When a player takes the upcard out of turn, the others can ask for the card below it, and so on.",
        off="Only one card can be taken out of turn until the next discard.",
        group=ASKING,
    )
    mayi_after_contract = Flag(
        True,
        "May I? after the contract",
        on="You can still ask “May I?” after you meld your contract.",
        off="You can’t ask “May I?” after you meld your contract.",
        group=ASKING,
    )
    down_may_take_discard = Flag(
        True,
        "The upcard after the contract",
        on="After you meld your contract, you can still draw the upcard.",
        off="After you meld your contract, you can only draw from the stock.",
        group=ASKING,
    )
    mayi_hand7 = Flag(
        True,
        "May I? in the last hand",
        on="You can also ask “May I?” in the last, all-or-nothing hand.",
        off="You can’t ask “May I?” in the last, all-or-nothing hand.",
        group=ASKING,
    )
    contracts = Choice(
        "classic7",
        "The contracts",
        {
            "classic7": "There are seven hands. In the last, you meld your whole hand as three runs.",
            "shanghai10": "There are 10 hands, and some contracts have long runs.",
            "six": "There are six hands. In the last, you meld your hand as one set and two runs.",
        },
        group=CONTRACTS,
    )
    contract_longer = Flag(
        False,
        "Longer melds in the contract",
        on="The melds of your contract can be longer than it says.",
        off="The melds of your contract have to be exactly as long as it says.",
        group=CONTRACTS,
    )
    same_suit_runs = Choice(
        "not-continuous",
        "Contract runs of the same suit",
        {
            "not-continuous": "Two contract runs of the same suit can’t join into one longer run.",
            "gap-2": "Two contract runs of the same suit need a gap of at least two ranks between them.",
            "free": "Two contract runs of the same suit can even join end to end.",
        },
        group=CONTRACTS,
    )
    run_max = Number(
        14,
        "The longest run",
        low=13,
        high=14,
        text="A run can have at most {value} cards, with an ace at one end only.",
        special={14: "A run can have up to 14 cards, with an ace at each end."},
        group=CONTRACTS,
    )
    wild_cap = Choice(
        "one-natural",
        "Wild cards in a contract meld",
        {
            "one-natural": "Every meld needs at least one natural card.",
            "no-majority": "A contract meld can’t have more wild cards than natural cards.",
            "shanghai": "Contract melds of up to four cards can have one wild card, up to six can have two, and so on.",
        },
        group=CONTRACTS,
    )
    twos_wild = Flag(
        False,
        "Wild twos",
        on="Twos are wild and cost 15 points if they’re left in your hand.",
        off="Only jokers are wild.",
        group=CONTRACTS,
    )
    layoff_same_turn = Flag(
        False,
        "Laying off on your contract turn",
        on="You can lay off on the turn you meld your contract.",
        off="On the turn you meld your contract, you can’t lay off.",
        group=LATER,
    )
    further_melds = Flag(
        True,
        "New melds after the contract",
        on="After your contract, you can make new melds on later turns.",
        off="After your contract, you can lay off but can’t make new melds.",
        group=LATER,
    )
    joker_swap = Choice(
        "new-meld",
        "Swapping a joker",
        {
            "new-meld": "A joker you swap from a run has to go into a new meld at once.",
            "any-meld": "A joker you swap from a run has to go into a new or old meld at once.",
            "keep": "You can keep a joker you swap from a run.",
            "before-down": "You can swap jokers, and keep them, only until you meld your contract.",
            "off": "Nobody can swap a joker on the table.",
        },
        group=LATER,
    )
    out_discard = Flag(
        False,
        "The last discard",
        on="You have to go out with a discard, except in an all-or-nothing hand.",
        off="You can go out without a discard.",
        group=LATER,
    )
    hand7 = Choice(
        "all-no-discard",
        "The last hand",
        {
            "all-no-discard": "In the last hand, you meld all your cards at once, without a discard.",
            "all-then-discard": "In the last hand, you meld all your cards at once, but you can discard one of them.",
            "normal": "You play the last hand like any other.",
        },
        group=LATER,
    )
    joker_value = Choice(
        15,
        "Cost of a joker",
        {
            15: "A joker left in hand costs 15 points.",
            20: "A joker left in hand costs 20 points.",
            25: "A joker left in hand costs 25 points.",
            50: "A joker left in hand costs 50 points.",
        },
        group=SCORE,
    )
    number_values = Choice(
        "pip",
        "Cost of number cards",
        {
            "pip": "A card from two to ten costs its number.",
            "fives": "Every card from two to ten costs 5 points.",
        },
        group=SCORE,
    )
    blind_out_bonus = Flag(
        False,
        "Bonus for going out in one turn",
        on="Going out on your contract turn scores −25, or −50 without a joker.",
        off="You get no bonus for going out on your contract turn.",
        group=SCORE,
    )
    tie = Choice(
        "shared",
        "A tie at the end",
        {
            "shared": "Players who tie for the lowest total share the win.",
            "fewest-hands-lost": "If players tie for the lowest total, the one who won more hands wins.",
            "replay-7": "If players tie for the lowest total, everyone plays the last hand again.",
        },
        group=SCORE,
    )

    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "liverpool",
            "Liverpool",
            "Everyone gets 10 cards in the first four hands, and every deck has its two jokers.",
            {"deal-sizes": "10x4-12x3", "jokers": "full"},
        ),
        Preset(
            "may-i",
            "May I?",
            "Six hands of 11 cards with wild twos. Once you’re down, you can’t take discards.",
            {
                "contracts": "six",
                "deal-sizes": "all-11",
                "jokers": "full",
                "mayi-after-contract": False,
                "down-may-take-discard": False,
                "mayi-chain": False,
                "further-melds": False,
                "same-suit-runs": "gap-2",
                "wild-cap": "no-majority",
                "joker-swap": "before-down",
                "joker-value": 50,
                "twos-wild": True,
            },
        ),
        Preset(
            "shanghai",
            "Shanghai",
            "Ten hands of 11 cards with long runs. You can take three upcards out of turn per hand.",
            {
                "contracts": "shanghai10",
                "deal-sizes": "all-11",
                "mayi-limit": 3,
                "wild-cap": "shanghai",
                "number-values": "fives",
                "blind-out-bonus": True,
            },
        ),
        Preset(
            "large-table",
            "Large table",
            "Up to eight players, with three decks for six or more.",
            {"large-table": True},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if seats is not None and seats > 5 and not self.large_table:
            yield BadOption("large-table", f"Two decks are for 3 to 5 players, not {seats}. Turn on “Large table.”")

    def get_deck_count(self, seats: int) -> int:
        """Return how many decks `seats` players use. Rulebook: setup.packs."""
        return 3 if seats > 5 else 2

    def get_joker_count(self, seats: int) -> int:
        """Return how many jokers `seats` players use. Rulebook: setup.jokers."""
        decks = self.get_deck_count(seats)
        return {"players-1": min(seats - 1, 2 * decks), "one": decks - 1, "full": 2 * decks}[self.jokers]

    @property
    def has_all_or_nothing(self) -> bool:
        """Whether a player has to meld the whole last hand at once. Rulebook: h7.all-or-nothing."""
        return self.contracts != "shanghai10" and self.hand7 != "normal"

    @property
    def spare_card_limit(self) -> int:
        """The number of cards that can be left over when a player melds a whole hand at once.

        Rulebook: h7.three-runs.
        """
        return 1 if self.hand7 == "all-then-discard" else 0

    @property
    def reshuffle_limit(self) -> int:
        """The number of times that the stock can be reshuffled in a hand. Rulebook: stock.reshuffle."""
        return {"reshuffle": RESHUFFLES, "once": 1, "end": 0}[self.stock_end]

    @property
    def can_keep_joker(self) -> bool:
        """Whether a joker that a player takes in a swap goes into the player's hand, and can be kept there.

        Rulebook: joker.must-remeld.
        """
        return self.joker_swap_rule in ("keep", "before-down")

    @property
    def joker_swap_rule(self) -> str:
        """The house rule for taking melded jokers in a swap, as a value of the option `joker_swap`.

        The rule is “off” if a joker would have to go into a new meld while players can't make new melds. Rulebook:
        joker.must-remeld.
        """
        return "off" if self.joker_swap == "new-meld" and not self.further_melds else self.joker_swap
