"""The state of a Vazhushal match: the cards of each seat, melds, the line, and the stock.

A position can omit parts. By default hands are 13 unknown cards, all other cards are unknown cards of the stock, and
seat 0 has to draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from games.cards import JOKER, PACK, RED, UNKNOWN, Card, build_deck, format_cards
from games.engine.state import MatchPart
from games.engine.state_parts import (
    Cards,
    CardsThisTurn,
    DerivedPart,
    Flag,
    Hands,
    KnownHandCards,
    Melds,
    Number,
    OneCard,
    Phase,
    Seat,
    Seats,
    Word,
)
from games.kit.meld_arrangement import AllWild, MeldRules, TwinCompare, TwinScope
from games.kit.melds import Meld, is_run, is_set
from games.kit.rummy import RummyState
from games.vazhushal.options import VazhushalOptions

HAND = 13


# -- defaults and visibility ----------------------------------------------------------------------------


def get_default_stock(state: VazhushalState) -> str:
    """Return the stock of a position that doesn't name one: all cards that are in no other place.

    The cards are unknown, except a negative joker at the bottom that can still be drawn.
    """
    left = len(state.deck) - len(state.list_cards(but="stock")) if state.is_dealt else 0
    last = state.negative if state.options.neg_drawable and not state.negative_drawn else None
    return f"{'? ' * (left - 1)}{last.code}" if last is not None and left > 0 else "? " * left


def hide_stock(state: VazhushalState, seat: int | None, stock: list[Card]) -> list[Card]:
    """Return the stock as every player knows it. Only cards at the bottom that players have seen are known.

    `stock` is the complete stock. The result doesn't depend on `seat`.
    """
    return [*stock[: state.seen], *[UNKNOWN] * (len(stock) - state.seen)]


def hide_face_down_card(state: VazhushalState, seat: int | None, line: list[Card]) -> list[Card]:
    """Return the line as a seat sees it: a face-down card is known only to the seat that discarded it."""
    return [*line[:-1], UNKNOWN] if state.covered and seat != state.turn else line


def count_seen_stock_cards(state: VazhushalState) -> int:
    """Return how many cards of the stock players have seen, for a position that doesn't say.

    These are the known cards below the lowest unknown card. If no card of the stock is unknown, the number is 0.
    """
    return next((number for number, card in enumerate(state.stock) if card is UNKNOWN), 0)


def build_meld_rules(state: VazhushalState) -> MeldRules:
    """Return the rules for melds with the wild cards of this deal."""
    options = state.options
    return MeldRules(
        state.wilds,
        all_wild=cast(AllWild, options.all_wild_melds),
        twin_scope=cast(TwinScope, options.twin_scope),
        twin_compare=cast(TwinCompare, options.twin_compare),
    )


def list_wild_cards(options: VazhushalOptions, negative: Card | None) -> frozenset[Card]:
    """Return the cards that are wild with this negative joker. Rulebook: wild.set, neg.makes-wild, neg.is-printed."""
    if negative is None or negative is UNKNOWN or options.wild_rule == "printed-only":
        return frozenset([JOKER])
    if negative is JOKER:
        aces = [card for card in PACK if card.rank == 1] if options.neg_printed == "aces" else []
        return frozenset([JOKER, *aces])
    ranked = [card for card in PACK if card.rank == negative.rank]
    if options.wild_rule == "opposite-colour":
        ranked = [card for card in ranked if (card.suit in RED) != (negative.suit in RED)]
    return frozenset([JOKER, *ranked])


class VazhushalState(RummyState):
    """A match of Vazhushal. The last card in `stock` is its top, and the last card in `line` is the newest.

    `law` has the rules for melds with the wild cards of this deal.
    """

    options: VazhushalOptions
    phase = Phase(
        {
            "redeal": "a player is asked",
            "reshuffle": "the starter goes back",
            "draw": "",
            "table": "",
            "final": "the stock has run out",
        },
        usual="draw",
        stages={"draw": "you haven’t drawn yet", "table": "you’ve drawn"},
    )
    turn = Seat("the seat whose turn it is", lasting=True)
    drawn = Word(
        "how this turn’s card was drawn: “” (not yet), stock, wipe, or starter",
        ("", "stock", "wipe", "starter"),
        usual=lambda state: "stock" if state.phase == "table" else "",
    )
    came = CardsThisTurn()
    hands = Hands(
        "one string of cards per seat", holds=lambda state, seat: HAND if state.is_dealt else 0, known="known"
    )
    melds = Melds("a list of strings for each seat")
    line = Cards("the line, oldest card first", see=hide_face_down_card, ordered=True)
    stock = Cards("the stock, top card first", usual=get_default_stock, see=hide_stock, reverse=True, ordered=True)
    negative = OneCard("the negative joker, or “”", lying=False)
    negative_drawn = Flag("whether it was drawn as the last card of the stock")
    starter = Flag("whether the dealer’s wild card is still the oldest card in the line")
    forced = Flag("whether it must be taken now")
    covered = Flag("whether the newest card in the line is face down, because its owner went out with it")
    done = Seats("the seats that have finished their last melds")
    asked = Seats("the seats that were asked about a redeal; in phase deal, the seat whose doubles called for it")
    turns = Number("how many turns were played in this deal", usual=1)
    known = KnownHandCards()
    seen = Number(
        "how many cards at the bottom of the stock everyone has seen",
        high=lambda state: len(state.stock),
        usual=count_seen_stock_cards,
    )
    match = MatchPart()
    wilds = DerivedPart(lambda state: list_wild_cards(state.options, state.negative))
    law = DerivedPart(build_meld_rules)

    def set_negative_joker(self, card: Card | None) -> None:
        """Set the negative joker, and update the wild cards that result from it. Rulebook: neg.makes-wild."""
        self.negative = card
        self.wilds = list_wild_cards(self.options, card)
        self.law = build_meld_rules(self)

    def has_opened(self, seat: int) -> bool:
        """Return whether the seat has a meld on the table."""
        return bool(self.melds[seat])

    def start_turn(self, seat: int) -> None:
        """Begin this seat's turn with the draw."""
        self.phase, self.turn, self.waiting, self.drawn = "draw", seat, (seat,), ""

    @property
    def deck(self) -> Sequence[Card]:
        return build_full_deck(self.options, self.seats)

    def list_cards(self, but: str = "") -> list[Card]:
        """Return all cards of the state, except those in the part named `but`, such as “stock”.

        The negative joker is among the cards even if it's kept out of play.
        """
        aside = [self.negative] if self.negative and not self.options.neg_drawable else []
        return [*super().list_cards(but), *aside]

    @property
    def is_turn_shared(self) -> bool:
        return self.phase == "final"

    def list_awaited_seats(self) -> Sequence[int]:
        if self.is_turn_shared:
            return [seat for seat in range(self.seats) if seat not in self.done]
        return super().list_awaited_seats()

    @property
    def can_ask_for_redeal(self) -> bool:
        """Whether house rules ask players about a redeal, and any player could have enough doubles for it.

        A double is a pair of identical cards. Rulebook: redeal.three-doubles, redeal.double-def.
        """
        options, needed = self.options, self.options.redeal_doubles
        of_jokers = self.deck.count(JOKER) // 2 if options.redeal_jokers_count else 0
        possible = options.get_deck_count(self.seats) > 1 or of_jokers >= needed
        return options.redeal_mode == "holder-may" and needed > 0 and possible

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no deal could lead to this state, or why play couldn't continue."""
        phase, line = self.phase, self.line
        if phase == "draw" and not self.stock and not self.forced:
            yield "The stock is empty, so nobody can draw."
        if phase == "table" and not self.hands[self.turn]:
            yield "The player whose turn it is needs a card to discard."
        if phase == "final" and self.options.final_melds == "none":
            yield "Under these house rules, there are no last melds."
        if phase == "final" and not self.waiting:
            yield "Everyone is “done”, so the hand is over."
        if phase == "redeal" and len(self.stock) < 2:
            yield "The stock must hold the negative joker and the starter."
        if phase == "redeal" and (self.line or any(self.melds) or not self.can_ask_for_redeal):
            yield "Nobody can be asked about a redeal under these house rules, or once cards are on the table."
        if phase == "reshuffle" and not line:
            yield "There’s no starter to shuffle back."
        if self.starter and not (line and line[0] in (*self.wilds, UNKNOWN)):
            yield "“starter” is set, but the oldest card in the line isn’t wild."
        if self.forced and phase == "draw" and not self.starter:
            yield "“forced” is set, but there’s no wild starter to take."
        if self.covered and not (line and phase in ("between", "over")):
            yield "“covered” is set, but nobody has just gone out with a card in the line."
        for meld in (meld for melds in self.melds for meld in melds):
            if not _can_meld_be_on_table(self, meld):
                yield f"“{format_cards(meld)}” isn’t a meld under these house rules."


def build_full_deck(options: VazhushalOptions, seats: int) -> list[Card]:
    """Return all cards that `seats` players use. Rulebook: setup.packs, setup.printed-jokers."""
    packs = options.get_deck_count(seats)
    return build_deck(packs, 2 * packs + options.extra_jokers)


# -- impossible positions ---------------------------------------------------------------------------------


def _can_meld_be_on_table(state: VazhushalState, meld: Meld) -> bool:
    """Return whether a meld can be on the table. Rulebook: meld.kinds, wild.set, meld.not-all-wild."""
    faithful = all(card.natural or card.base in state.wilds for card in meld)
    return faithful and (is_run(meld) or is_set(meld)) and state.law.is_not_all_wild(meld)
