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
"""Limits of a hand: reshuffles of the stock, and turns before the hand is called off. Rulebook: stock.dead."""
GUARD = f"After {TURNS} turns a hand ends in any case."


class ContractRummyOptions(Options):
    large_table = Flag(
        False,
        "Large table",
        on="Up to eight can play; from six players on, three packs are shuffled together.",
        off="Three to five play with two packs.",
        group=CARDS,
    )
    jokers = Choice(
        "players-1",
        "Jokers",
        {
            "players-1": "There is one joker fewer than players, and never more than two to a pack.",
            "one": "There is one joker for two packs, and there are two for three packs.",
            "full": "Every pack brings both its jokers.",
        },
        group=CARDS,
    )
    deal_sizes = Choice(
        "10x3-12x4",
        "Cards dealt",
        {
            "10x3-12x4": "Ten cards are dealt in the first three hands, and twelve from the fourth hand on.",
            "10x4-12x3": "Ten cards are dealt in the first four hands, and twelve from the fifth hand on.",
            "all-11": "Eleven cards are dealt in every hand.",
        },
        group=CARDS,
    )
    upcard_at_deal = Flag(
        True,
        "The first upcard",
        on="The dealer turns the next card up after the deal, to begin the discard pile.",
        off="No card is turned up after the deal, so the first player has to draw from the stock.",
        group=CARDS,
    )
    stock_end = Choice(
        "reshuffle",
        "When the stock runs out",
        {
            "reshuffle": "When the stock runs out, the discard pile below the upcard becomes the new stock, "
            f"{spell_number(RESHUFFLES)} times in a hand at most. {GUARD}",
            "once": f"The discard pile becomes a new stock once in a hand and no more. {GUARD}",
            "end": f"When the stock runs out, it stays empty. {GUARD}",
        },
        group=CARDS,
    )
    mayi_timing = Choice(
        "after-draw",
        "When it is asked",
        {
            "after-draw": "The others are asked once the player whose turn it is has drawn from the stock.",
            "before-draw": "The others are asked as soon as the upcard is declined, before the card from the stock.",
        },
        group=ASKING,
    )
    mayi_priority = Choice(
        "seat",
        "Who gets it",
        {
            "seat": "Of all who ask, the one sitting next in turn gets the card.",
            "first-call": "The first who asks gets the card.",
        },
        group=ASKING,
    )
    mayi_penalty = Number(
        1,
        "Cards to pay with",
        low=1,
        high=2,
        text="Whoever takes the upcard out of turn also draws {value} cards from the stock.",
        special={1: "Whoever takes the upcard out of turn also draws one card from the stock."},
        group=ASKING,
    )
    mayi_limit = Number(
        0,
        "How often in a hand",
        low=0,
        high=10,
        text="Nobody takes the upcard out of turn more than {value} times in a hand.",
        special={
            0: "You may take the upcard out of turn as often as you like.",
            1: "Nobody takes the upcard out of turn more than once in a hand.",
        },
        group=ASKING,
    )
    mayi_chain = Flag(
        True,
        "One card after another",
        on="The card under a taken upcard may be asked for too, and so on down the pile.",
        off="One card is taken out of turn, and no more until the next discard.",
        group=ASKING,
    )
    mayi_after_contract = Flag(
        True,
        "Asking after the contract",
        on="Players who have laid their contract may still ask.",
        off="Players who have laid their contract do not ask any more.",
        group=ASKING,
    )
    down_may_take_discard = Flag(
        True,
        "The upcard after the contract",
        on="Players who have laid their contract may still draw the upcard in their turn.",
        off="Players who have laid their contract draw from the stock only.",
        group=ASKING,
    )
    mayi_hand7 = Flag(
        True,
        "Asking in the all-or-nothing hand",
        on="May I is played in the last, all-or-nothing hand as well.",
        off="Nobody may ask in the last, all-or-nothing hand.",
        group=ASKING,
    )
    contracts = Choice(
        "classic7",
        "The contracts",
        {
            "classic7": "There are seven hands, the last of them three runs with the whole hand.",
            "shanghai10": "There are ten hands, with long runs in some of them.",
            "six": "There are six hands, the last of them one set and two runs with the whole hand.",
        },
        group=CONTRACTS,
    )
    contract_longer = Flag(
        False,
        "Longer melds in the contract",
        on="The melds of a contract may be longer than it asks for.",
        off="The melds of a contract have exactly the length it asks for.",
        group=CONTRACTS,
    )
    same_suit_runs = Choice(
        "not-continuous",
        "Contract runs of one suit",
        {
            "not-continuous": "Two contract runs of one suit may not join into one longer run.",
            "gap-2": "Between two contract runs of one suit at least two ranks are missing.",
            "free": "Two contract runs of one suit may lie as they like.",
        },
        group=CONTRACTS,
    )
    run_max = Number(
        14,
        "The longest run",
        low=13,
        high=14,
        text="A run has {value} cards at most, with an ace at one end only.",
        special={14: "A run may have 14 cards, with an ace at each end."},
        group=CONTRACTS,
    )
    wild_cap = Choice(
        "one-natural",
        "Wild cards in a contract meld",
        {
            "one-natural": "One natural card is enough for any meld.",
            "no-majority": "A contract meld has no more wild cards than natural ones.",
            "shanghai": "A contract meld has one wild card if it is of three or four cards, two if of five, and so on.",
        },
        group=CONTRACTS,
    )
    twos_wild = Flag(
        False,
        "Wild twos",
        on="Twos are wild, and cost 15 points in hand.",
        off="Only jokers are wild.",
        group=CONTRACTS,
    )
    layoff_same_turn = Flag(
        False,
        "Laying off at once",
        on="You may lay cards off in the turn in which you lay your contract.",
        off="In the turn of your contract you lay nothing else.",
        group=LATER,
    )
    further_melds = Flag(
        True,
        "New melds after the contract",
        on="After your contract you may lay any new melds in later turns.",
        off="After your contract you lay off, and lay no new melds.",
        group=LATER,
    )
    joker_swap = Choice(
        "new-meld",
        "Swapping a joker",
        {
            "new-meld": "A joker swapped out of a run goes into a new meld at once.",
            "any-meld": "A joker swapped out of a run is laid again in the same turn, in a new meld or in an old one.",
            "keep": "A joker swapped out of a run may stay in your hand.",
            "before-down": "Only players who have not laid their contract swap jokers, and they may keep them.",
            "off": "Jokers on the table stay where they are.",
        },
        group=LATER,
    )
    out_discard = Flag(
        False,
        "The last discard",
        on="To go out you must have a card left to discard, except in an all-or-nothing hand.",
        off="You may go out without a discard.",
        group=LATER,
    )
    hand7 = Choice(
        "all-no-discard",
        "The last hand",
        {
            "all-no-discard": "In the last hand all your cards are laid at once, without a discard.",
            "all-then-discard": "In the last hand all your cards are laid at once, and one may be discarded.",
            "normal": "The last hand is played like the others.",
        },
        group=LATER,
    )
    joker_value = Choice(
        15,
        "A joker in hand",
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
        "Number cards in hand",
        {
            "pip": "A card from two to ten costs its number.",
            "fives": "Every card from two to ten costs five points.",
        },
        group=SCORE,
    )
    blind_out_bonus = Flag(
        False,
        "Out in one turn",
        on="Going out in the turn of your contract takes 25 points off your score, or 50 without a joker.",
        off="Going out in the turn of your contract is worth no more than at any other time.",
        group=SCORE,
    )
    tie = Choice(
        "shared",
        "A tie at the end",
        {
            "shared": "Players with the same lowest total share the win.",
            "fewest-hands-lost": "Of players with the same lowest total, the one who won more hands wins.",
            "replay-7": "With a tie for the lowest total, all play the last hand again.",
        },
        group=SCORE,
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "liverpool",
            "Liverpool",
            "Ten cards in four hands, and all the jokers.",
            {"deal-sizes": "10x4-12x3", "jokers": "full"},
        ),
        Preset(
            "may-i",
            "May I?",
            "Six hands of eleven cards with wild twos; who has laid the contract takes no more discards.",
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
            "Ten hands of eleven cards with long runs, and three May I in a hand.",
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
            "large-table", "Large table", "Up to eight players, with three packs from six on.", {"large-table": True}
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if seats is not None and seats > 5 and not self.large_table:
            yield BadOption("large-table", f"Two packs are for 3 to 5 players, not {seats}: set a large table.")

    def get_deck_count(self, seats: int) -> int:
        """Return how many decks `seats` players use. Rulebook: setup.packs."""
        return 3 if seats > 5 else 2

    def get_joker_count(self, seats: int) -> int:
        """Return how many jokers `seats` players use. Rulebook: setup.jokers."""
        packs = self.get_deck_count(seats)
        return {"players-1": min(seats - 1, 2 * packs), "one": packs - 1, "full": 2 * packs}[self.jokers]

    @property
    def has_all_or_nothing(self) -> bool:
        """Whether a player has to lay the whole last hand at once. Rulebook: h7.all-or-nothing."""
        return self.contracts != "shanghai10" and self.hand7 != "normal"

    @property
    def spare_card_limit(self) -> int:
        """The number of cards that can be left over when a whole hand is laid. Rulebook: h7.three-runs."""
        return 1 if self.hand7 == "all-then-discard" else 0

    @property
    def reshuffle_limit(self) -> int:
        """The number of times that the stock can be reshuffled in a hand. Rulebook: stock.reshuffle."""
        return {"reshuffle": RESHUFFLES, "once": 1, "end": 0}[self.stock_end]

    @property
    def can_keep_joker(self) -> bool:
        """Whether a swapped joker goes into the player's hand. Rulebook: joker.must-remeld."""
        return self.joker_swap_rule in ("keep", "before-down")

    @property
    def joker_swap_rule(self) -> str:
        """The rule for swapping jokers, as a value of `joker_swap`. Rulebook: joker.must-remeld.

        The rule is “off” if a swapped joker would have to go into a new meld while players can't lay new melds.
        """
        return "off" if self.joker_swap == "new-meld" and not self.further_melds else self.joker_swap
