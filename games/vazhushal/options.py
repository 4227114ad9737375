"""House rules of Vazhushal, and their named presets."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.options import BadOption, Choice, Flag, Number, Options, Preset


class VazhushalOptions(Options):
    packs = Choice(
        "auto",
        "Packs of cards",
        {
            "auto": "Two players share one pack; three or more play with two packs shuffled together.",
            "1": "One pack for two or three players: every card exists once, and only jokers can make doubles.",
            "2": "Two packs, also for two players: every card exists twice.",
        },
        group="Cards and deal",
    )
    extra_jokers = Number(
        0,
        "Extra jokers",
        low=0,
        high=4,
        text="{value} more printed jokers than the two of each pack.",
        special={0: "Two printed jokers for each pack.", 1: "One printed joker more than the two of each pack."},
        group="Cards and deal",
    )
    first_player = Choice(
        "left-of-dealer",
        "Who begins",
        {"left-of-dealer": "The player on the dealer's left begins.", "dealer": "The dealer begins."},
        group="Cards and deal",
    )
    redeal_doubles = Number(
        3,
        "Doubles for a new deal",
        low=0,
        high=6,
        text="A hand with {value} or more doubles is thrown in and dealt anew.",
        special={0: "Nothing is dealt anew for doubles.", 1: "A hand with a double is thrown in and dealt anew."},
        group="Cards and deal",
    )
    redeal_mode = Choice(
        "mandatory",
        "Who decides on a new deal",
        {
            "mandatory": "The new deal is compulsory.",
            "holder-may": "Those who hold the doubles are asked in turn, and the first yes throws everything in.",
        },
        group="Cards and deal",
    )
    redeal_jokers_count = Flag(
        False,
        "Jokers as doubles",
        on="Every two printed jokers in a hand count as a double.",
        off="Printed jokers never make a double.",
        group="Cards and deal",
    )
    wild_rule = Choice(
        "opposite-colour",
        "Ranked wild cards",
        {
            "opposite-colour": "Cards of the negative joker's rank in the other colour are wild.",
            "printed-only": "There is no negative joker: only printed jokers are wild.",
            "same-rank": "Every card of the negative joker's rank is wild.",
        },
        group="Wild cards",
    )
    neg_printed = Choice(
        "none",
        "Negative joker is a printed joker",
        {
            "none": "If the negative joker is a printed joker, no ranked card is wild.",
            "redraw": "If the negative joker would be a printed joker, the next card up takes its place "
            "and the joker is drawn last.",
            "aces": "If the negative joker is a printed joker, all aces are wild.",
        },
        group="Wild cards",
    )
    neg_drawable = Flag(
        False,
        "Negative joker is drawn last",
        on="The negative joker is the last card of the stock and may be drawn.",
        off="The negative joker only shows what is wild; nobody ever draws it.",
        group="Wild cards",
    )
    line_limit = Number(
        0,
        "Longest line",
        low=0,
        high=20,
        text="The line holds at most {value} cards; when it grows longer, one goes under the stock.",
        special={
            0: "The line of discards grows without limit.",
            1: "The line holds only one card; when it grows longer, one goes under the stock.",
        },
        group="The line",
    )
    line_overflow = Choice(
        "oldest",
        "Card that leaves a full line",
        {
            "oldest": "When the line is too long, its oldest card goes under the stock.",
            "newest": "When the line is too long, the card just discarded goes under the stock.",
        },
        group="The line",
    )
    starter_take = Choice(
        "pure-first",
        "Taking a wild starter",
        {
            "pure-first": "Whoever owns a pure sequence may take the whole line with a wild starter "
            "and need not meld it.",
            "must-meld": "A wild starter is taken like any other card: it must go straight into a new meld.",
        },
        group="The line",
    )
    starter_nobody_pure = Choice(
        "leave",
        "Wild starter and nobody dealt a pure sequence",
        {
            "leave": "If no dealt hand holds a pure sequence, a wild starter simply stays.",
            "back-into-deck": "If no dealt hand holds a pure sequence, a wild starter is shuffled back "
            "and another card turned.",
            "first-player-takes": "If no dealt hand holds a pure sequence, the first player takes the wild starter "
            "as the whole turn and discards.",
        },
        group="The line",
    )
    starter_nobody_scope = Choice(
        "printed",
        "Starters that rule is about",
        {
            "printed": "The rule for a starter that nobody can open on is for printed jokers only.",
            "any-wild": "The rule for a starter that nobody can open on is for ranked wild cards too.",
        },
        group="The line",
    )
    wipe_before_first = Flag(
        True,
        "Wiping before the first meld",
        on="A player with nothing on the table may wipe to open.",
        off="A player with nothing on the table draws from the stock only.",
        group="The line",
    )
    wipe_table_cards = Flag(
        False,
        "Table cards in a wipe",
        on="The new meld of a wipe may use cards from one's own melds, if what is left of them still fits.",
        off="The new meld of a wipe is made of wiped cards and hand cards only.",
        group="The line",
    )
    layoff_own = Flag(
        True,
        "Laying off",
        on="Cards may be added to one's own melds.",
        off="Nothing is added to a meld that lies as it is; melds grow only where a rearrangement makes a new one.",
        group="Melds",
    )
    rearrange = Flag(
        True,
        "Rearranging",
        on="Own melds may be taken apart and put together anew, as long as everything fits in the end.",
        off="Own melds are not rearranged.",
        group="Melds",
    )
    all_wild_melds = Choice(
        "one-natural",
        "Natural cards in a meld",
        {
            "one-natural": "At least one card of every meld stands for itself.",
            "no-printed-only": "Only a meld of printed jokers alone is forbidden.",
            "one-nonwild": "At least one card of every meld is not wild at all.",
        },
        group="Melds",
    )
    twin_scope = Choice(
        "all",
        "Twin melds",
        {
            "all": "Nobody owns two identical melds.",
            "runs": "Nobody owns two identical runs; identical sets are allowed.",
            "off": "Identical melds are allowed.",
        },
        group="Melds",
    )
    twin_compare = Choice(
        "represented",
        "What makes twins",
        {
            "represented": "Melds are twins if their cards stand for the same cards.",
            "physical": "Melds are twins if they are laid with the same cards, whatever the wild ones stand for.",
        },
        group="Melds",
    )
    out_discard = Flag(
        True,
        "Discard to go out",
        on="Going out takes a last card to discard.",
        off="A hand may be emptied by melding alone.",
        group="Ending and score",
    )
    final_melds = Choice(
        "all",
        "When the stock has run out",
        {
            "all": "Everybody may meld, lay off and rearrange once more before the count.",
            "melds-only": "Everybody may lay new melds before the count, and nothing else.",
            "none": "The cards are counted as they lie.",
        },
        group="Ending and score",
    )
    joker_hand_value = Number(
        20,
        "Printed joker left in hand",
        low=0,
        high=50,
        step=5,
        text="A printed joker left in hand costs {value} points.",
        group="Ending and score",
    )
    ranked_wild_hand_value = Choice(
        "own",
        "Ranked wild left in hand",
        {
            "own": "A ranked wild card left in hand costs what its rank is worth.",
            "joker": "A ranked wild card left in hand costs as much as a printed joker.",
        },
        group="Ending and score",
    )
    tie_exhaust = Choice(
        "shared",
        "Equal best scores",
        {
            "shared": "Everyone who shares the best score is credited with the hand.",
            "void": "With equal best scores nobody wins the hand.",
            "fewest-cards": "Of equal best scores the fewest cards in hand win; "
            "if those are equal too, the hand is shared.",
        },
        group="Ending and score",
    )
    match_mode = Choice(
        "first-to",
        "Length of the match",
        {
            "first-to": "The match goes to the first player with the agreed number of hands.",
            "fixed-hands": "The match is the agreed number of hands; whoever won most of them wins.",
            "open": "The match goes on until the players stop.",
        },
        group="Match",
    )
    match_target = Number(
        3,
        "Hands for the match",
        low=1,
        high=25,
        text="The agreed number of hands is {value}.",
        special={1: "The agreed number is a single hand."},
        group="Match",
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "denexa",
            "One hand, twin sets allowed",
            "A single hand; a wild starter must be melded, only runs can be twins, "
            "and at the end there are only new melds.",
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
            "Ranked wilds without limit",
            "Only melds of printed jokers alone are forbidden.",
            {"all-wild-melds": "no-printed-only"},
        ),
        Preset(
            "duel-plain",
            "Plain duel",
            "No negative joker: the printed jokers are the only wild cards.",
            {"wild-rule": "printed-only"},
        ),
        Preset(
            "three-one-pack",
            "Three players, one pack",
            "One pack for three, with a line of at most ten cards.",
            {"packs": "1", "line-limit": 10},
        ),
    )

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        if self.wild_rule == "printed-only" and self.neg_drawable:
            yield BadOption("neg-drawable", "Without a negative joker there is none to draw: choose one or the other.")
        if self.wild_rule == "printed-only" and self.neg_printed != "none":
            yield BadOption("neg-printed", "Without a negative joker it cannot turn out to be a printed joker.")
        if self.packs == "1" and seats is not None and seats > 3:
            yield BadOption("packs", f"One pack is enough for two or three players, not for {seats}.")

    @property
    def can_ask_holders_of_doubles(self) -> bool:
        """Whether players can be asked about a redeal. Rulebook: redeal.three-doubles."""
        can_be = self.redeal_doubles > 0 and (self.packs != "1" or self.redeal_jokers_count)
        return can_be and self.redeal_mode == "holder-may"

    def get_deck_count(self, seats: int) -> int:
        """Return how many decks `seats` players use."""
        return (1 if seats == 2 else 2) if self.packs == "auto" else int(self.packs)
