"""House rules of Vazhushal, and their named presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset


class VazhushalOptions(Options):
    packs = Choice(
        "auto",
        "Decks",
        {
            "auto": "Two players use one deck. Three or more use two decks.",
            "1": "Two or three players share one deck, so there’s one of each card.",
            "2": "You use two decks, even with two players.",
        },
        group="Cards and deal",
    )
    extra_jokers = Number(
        0,
        "Extra jokers",
        low=0,
        high=4,
        text="Besides the two in each deck, you add {value} printed jokers in all.",
        special={
            0: "Each deck has two printed jokers.",
            1: "Besides the two in each deck, you add one printed joker in all.",
        },
        group="Cards and deal",
    )
    first_player = Choice(
        "left-of-dealer",
        "Who starts",
        {"left-of-dealer": "The player to the dealer’s left starts.", "dealer": "The dealer starts."},
        group="Cards and deal",
    )
    redeal_doubles = Number(
        3,
        "Doubles needed for a redeal",
        low=0,
        high=6,
        text="If any hand has {value} or more doubles, all hands are redealt.",
        special={0: "There are no redeals for doubles.", 1: "If any hand has a double, all hands are redealt."},
        group="Cards and deal",
    )
    redeal_mode = Choice(
        "mandatory",
        "Who decides on a redeal",
        {
            "mandatory": "A redeal is mandatory if any hand has enough doubles.",
            "holder-may": "Players with enough doubles decide in turn. The first yes means a redeal.",
        },
        group="Cards and deal",
    )
    redeal_jokers_count = Flag(
        False,
        "Jokers as doubles",
        on="Every two printed jokers in a hand make a double.",
        off="Printed jokers never make a double.",
        group="Cards and deal",
    )
    wild_rule = Choice(
        "opposite-colour",
        "Ranked wild cards",
        {
            "opposite-colour": "Cards of the negative joker’s rank in the other color are wild.",
            "printed-only": "There’s no negative joker. Only printed jokers are wild.",
            "same-rank": "Every card of the negative joker’s rank is wild.",
        },
        group="Wild cards",
    )
    neg_printed = Choice(
        "none",
        "If the negative joker is a printed joker",
        {
            "none": "If the negative joker is a printed joker, no ranked card is wild.",
            "redraw": "A printed joker stays at the bottom of the stock. The card above it becomes the negative joker.",
            "aces": "If the negative joker is a printed joker, all aces are wild.",
        },
        group="Wild cards",
    )
    neg_drawable = Flag(
        False,
        "Drawing the negative joker",
        on="You can draw the negative joker as the last card of the stock.",
        off="The negative joker only shows what’s wild. Nobody draws it.",
        group="Wild cards",
    )
    line_limit = Number(
        0,
        "Longest line",
        low=0,
        high=20,
        text="The line has at most {value} cards. Any extra card goes under the stock.",
        special={
            0: "The line can be any length.",
            1: "The line has at most one card. Any extra card goes under the stock.",
        },
        group="The line",
    )
    line_overflow = Choice(
        "oldest",
        "Which card leaves a full line",
        {
            "oldest": "If the line gets too long, its oldest card goes under the stock.",
            "newest": "If the line gets too long, the new discard goes under the stock.",
        },
        group="The line",
    )
    starter_take = Choice(
        "pure-first",
        "Taking a wild starter",
        {
            "pure-first": "With a pure sequence, you can take the whole line without melding the starter.",
            "must-meld": "You take a wild starter like any other card, straight into a new meld.",
        },
        group="The line",
    )
    starter_nobody_pure = Choice(
        "leave",
        "Wild starter if no pure sequence is dealt",
        {
            "leave": "If nobody was dealt a pure sequence, a wild starter stays in the line.",
            "back-into-deck": "If nobody was dealt a pure sequence, a wild starter is shuffled back and replaced.",
            "first-player-takes": "If nobody was dealt a pure sequence, the first player just takes it and discards.",
        },
        group="The line",
    )
    starter_nobody_scope = Choice(
        "printed",
        "Which wild starters",
        {
            "printed": "The rule for when nobody was dealt a pure sequence covers only printed jokers.",
            "any-wild": "The rule for when nobody was dealt a pure sequence also covers ranked wild cards.",
        },
        group="The line",
    )
    wipe_before_first = Flag(
        True,
        "Wiping before the first meld",
        on="You can wipe before you’ve opened.",
        off="Until you’ve opened, you can only draw from the stock.",
        group="The line",
    )
    wipe_table_cards = Flag(
        False,
        "Using melded cards in a wipe",
        on="A wipe’s new meld can use cards from your melds if every meld stays legal.",
        off="A wipe’s new meld can use only wiped cards and cards from your hand.",
        group="The line",
    )
    layoff_own = Flag(
        True,
        "Laying off",
        on="You can lay off cards on your own melds.",
        off="You can’t lay off. Melds grow only in rearrangements that make a new meld.",
        group="Melds",
    )
    rearrange = Flag(
        True,
        "Rearranging",
        on="You can rearrange your melds if every meld is legal in the end.",
        off="You can’t rearrange your melds.",
        group="Melds",
    )
    all_wild_melds = Choice(
        "one-natural",
        "Natural cards in a meld",
        {
            "one-natural": "At least one card of every meld stands for itself.",
            "no-printed-only": "At least one card of every meld isn’t a printed joker.",
            "one-nonwild": "At least one card of every meld isn’t wild.",
        },
        group="Melds",
    )
    twin_scope = Choice(
        "all",
        "Identical melds",
        {
            "all": "You can’t have two identical melds.",
            "runs": "You can’t have two identical runs, but you can have identical sets.",
            "off": "You can have identical melds.",
        },
        group="Melds",
    )
    twin_compare = Choice(
        "represented",
        "What counts as identical",
        {
            "represented": "Melds are identical if their cards stand for the same cards.",
            "physical": "Melds are identical if they’re made of the same cards, whatever wild cards stand for.",
        },
        group="Melds",
    )
    out_discard = Flag(
        True,
        "Final discard",
        on="You go out with a discard.",
        off="You can go out by melding all your cards.",
        group="Ending and score",
    )
    final_melds = Choice(
        "all",
        "When the stock runs out",
        {
            "all": "Everyone can meld, lay off, and rearrange once more before hands are scored.",
            "melds-only": "Everyone can make new melds, and nothing else, before hands are scored.",
            "none": "Hands are scored right away.",
        },
        group="Ending and score",
    )
    joker_hand_value = Number(
        20,
        "Printed joker in hand",
        low=0,
        high=50,
        step=5,
        text="A printed joker left in hand costs {value} points.",
        group="Ending and score",
    )
    ranked_wild_hand_value = Choice(
        "own",
        "Ranked wild card in hand",
        {
            "own": "A ranked wild card left in hand costs what its rank is worth.",
            "joker": "A ranked wild card left in hand costs as much as a printed joker.",
        },
        group="Ending and score",
    )
    tie_exhaust = Choice(
        "shared",
        "Tied best score",
        {
            "shared": "Everyone who ties for the best score wins the hand.",
            "void": "If players tie for the best score, nobody wins the hand.",
            "fewest-cards": "The fewest cards in hand breaks a tie. If it’s still tied, they all win.",
        },
        group="Ending and score",
    )
    match_mode = Choice(
        "first-to",
        "Match length",
        {
            "first-to": "The first player to win the agreed number of hands wins the match.",
            "fixed-hands": "After the agreed number of hands, the player who won the most wins.",
            "open": "The match lasts until the players stop.",
        },
        group="Match",
    )
    match_target = Number(
        3,
        "Agreed number of hands",
        low=1,
        high=25,
        text="You agree on {value} hands.",
        special={1: "You agree on one hand."},
        group="Match",
    )

    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "denexa",
            "Single hand, identical sets allowed",
            "The match is one hand. You must meld a wild starter, and identical sets are fine. "
            "After the last turn, you can only make new melds.",
            {
                "starter-take": "must-meld",
                "twin-scope": "runs",
                "joker-hand-value": 10,
                "final-melds": "melds-only",
                "match-mode": "fixed-hands",
                "match-target": 1,
            },
        ),
        Preset(
            "rulebook",
            "All-wild melds allowed",
            "A meld can be all wild cards, but not all printed jokers.",
            {"all-wild-melds": "no-printed-only"},
        ),
        Preset(
            "duel-plain",
            "No negative joker",
            "Only printed jokers are wild.",
            {"wild-rule": "printed-only"},
        ),
        Preset(
            "three-one-pack",
            "Three players, one deck",
            "Three players use one deck. The line has at most 10 cards.",
            {"packs": "1", "line-limit": 10},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if self.wild_rule == "printed-only" and self.neg_drawable:
            yield BadOption(
                "neg-drawable",
                "There’s no negative joker to draw. Change “Ranked wild cards” or “Drawing the negative joker.”",
            )
        if self.wild_rule == "printed-only" and self.neg_printed != "none":
            yield BadOption("neg-printed", "There’s no negative joker, so it can’t be a printed joker.")
        if self.packs == "1" and seats is not None and seats > 3:
            yield BadOption("packs", f"One deck is enough for two or three players, not for {seats}.")

    @property
    def can_ask_holders_of_doubles(self) -> bool:
        """Whether players with enough doubles (pairs of identical cards) are asked if they want a redeal.

        Rulebook: redeal.three-doubles.
        """
        can_be = self.redeal_doubles > 0 and (self.packs != "1" or self.redeal_jokers_count)
        return can_be and self.redeal_mode == "holder-may"

    def get_deck_count(self, seats: int) -> int:
        """Return how many decks `seats` players use."""
        return (1 if seats == 2 else 2) if self.packs == "auto" else int(self.packs)
