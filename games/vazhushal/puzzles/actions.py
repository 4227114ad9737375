"""Prepared actions for puzzles about rules. An action is one or more moves that break or rely on a clause.

The prepared cards are replaced by cards that fit the position of the puzzle. The engine decides whether an action is
refused, and by which clause of the rulebook.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.cards import JOKER, RED, SUITS, Card, format_cards, get_card, parse_card, parse_cards
from games.engine.move import Move
from games.engine.options import Options
from games.kit.melds import list_physical_cards
from games.vazhushal.meld_checks import is_meld
from games.vazhushal.puzzles.common import POSING, pick_seat_count
from games.vazhushal.puzzles.prepared_positions import CardOutOfReach, Scene, play_turns_to_scene

OWN_MELD = "6C 7C 8C"
_CARD = re.compile(r"\*|[A2-9TJQK][CDHS]")

# -- situations ----------------------------------------------------------------------------------

SITUATIONS = {
    "closed draw": "You haven’t opened, and it’s your turn to draw.",
    "open draw": "You’ve opened, and it’s your turn to draw.",
    "closed starter": "You haven’t opened, and it’s your turn to draw.",
    "open starter": "You’ve opened, and it’s your turn to draw.",
    "closed table": "You haven’t opened, and you’ve drawn from the stock.",
    "open table": "You’ve opened, and you’ve drawn from the stock.",
    "few cards": "You’ve opened, and you’ve drawn from the stock.",
    "closed end": "The stock has run out. You haven’t opened.",
    "open end": "The stock has run out. You have melds on the table.",
}
"""The situations in which actions are tried, and the description of each in a question."""
CLOSED_DRAW, OPEN_DRAW = ("closed draw",), ("open draw",)
CLOSED_STARTER, OPEN_STARTER = ("closed starter",), ("open starter",)
CLOSED_TABLE, OPEN_TABLE, FEW = ("closed table",), ("open table",), ("few cards",)
CLOSED_END, OPEN_END = ("closed end",), ("open end",)
STARTER, END = CLOSED_STARTER + OPEN_STARTER, CLOSED_END + OPEN_END
DRAW = CLOSED_DRAW + OPEN_DRAW + STARTER


def build_scene(rng: Random, options: Options, name: str) -> Scene:
    """Return a scene (a state of a random deal) in which seat 0 is in the situation `name`, a key of `SITUATIONS`.

    Raises CardOutOfReach if the deal doesn't fit.
    """
    closed = name.startswith("closed")
    packs = 2 if rng.random() < 0.5 and pick_seat_count(rng, options, packs=2) else None
    scene = play_turns_to_scene(rng, options, pick_seat_count(rng, options, packs=packs), rng.randint(4, 9), closed)
    state = scene.state
    if len(state.line) < 3 or (closed and state.has_opened(0)):
        raise CardOutOfReach
    scene.shorten_line(rng.randint(4, 6) if len(state.line) > 3 else 3)
    if not closed:
        low, suit = rng.randint(2, 9), rng.choice(SUITS)
        own = tuple(get_card(rank, suit) for rank in range(low, low + 3))
        scene.require_cards_not_wild(own)
        scene.clear_table()
        scene.lay_meld(own)
        scene.set_hand_size(10)
    if name.endswith("starter"):
        scene.shorten_line(rng.randint(2, 4))
        scene.set_oldest_line_card(scene.pick_wild_card(), dealt=True)
    elif name.endswith("end"):
        state.phase = "final"
    elif not name.endswith("draw"):
        scene.draw_from_stock()
    if name == "few cards":
        fitting = [get_card(low + 3, other) for other in SUITS if other == suit or (other in RED) != (suit in RED)]
        scene.require_cards_not_wild(fitting)
        scene.give_cards(fitting)
        scene.set_hand_size(len(fitting))
    return scene


# -- actions in a scene --------------------------------------------------------------------------


@dataclass(frozen=True)
class PreparedAction:
    """Moves that break or rely on a clause of the rulebook (`clause`), and the `situations` in which they can be tried.

    A situation is a key of `SITUATIONS`, such as “few cards”. The moves are written for a table where `JC` is the
    negative joker and where seat 0, if it has opened, owns the meld `6C 7C 8C`. There `*` is any wild card. In the
    situation “few cards”, seat 0 holds `9C 9D 9H`. In any other situation, seat 0 has to hold the cards in `hand`, and
    all cards of the moves that are neither in its melds nor in `line`.

    The cards in `line` have to be next to each other in the discard line, and be its oldest cards if `is_oldest`.
    `meld` is a second meld of seat 0, and `theirs` is the first meld of seat 1. With `is_joker_negative`, the negative
    joker has to be a printed joker.
    """

    clause: str
    situations: tuple[str, ...]
    moves: str
    line: str = ""
    hand: str = ""
    meld: str = ""
    theirs: str = ""
    is_oldest: bool = False
    is_joker_negative: bool = False

    def list_moves(self, exchange_cards: Callable[[str], str] = str) -> list[Move]:
        """Return the moves of this action, if necessary with other cards.

        `exchange_cards` is called with the text of each move, and returns the text of the move to use instead.
        """
        return POSING.parse_moves(exchange_cards(text) for text in self.moves.split("; "))

    def split_cards_by_place(self) -> tuple[Counter[Card], set[Card]]:
        """Return the cards that seat 0 needs in its hand, and the cards of the moves that are only in its melds."""
        melded = list_physical_cards(parse_cards(f"{OWN_MELD} {self.meld}"))
        lying = Counter([*melded, *parse_cards(self.line)])
        held = Counter(parse_cards(self.hand))
        used = [Counter(list_physical_cards(move.all_cards)) for move in self.list_moves()]
        for cards in used:
            held |= cards - lying
        return held, {card for cards in used for card in cards if card in melded and card not in held}


def build_moves(scene: Scene, action: PreparedAction) -> list[Move]:
    """Return the moves of an action with cards that fit the scene, after moving these cards to where they're needed.

    Raises CardOutOfReach if a card can't be moved there.
    """
    state = scene.state
    if action.meld and len(state.melds[0]) > 1:
        raise CardOutOfReach
    if action.is_joker_negative and state.negative is not JOKER:
        scene.make_joker_negative()
    exchange_cards = _build_card_exchange(scene, action)
    line = parse_cards(exchange_cards(action.line))
    newer = _put_cards_in_line(scene, line, action.is_oldest) if line else 0
    for seat, text in enumerate((action.meld, action.theirs)):
        meld = parse_cards(exchange_cards(text))
        if meld and not is_meld(state, meld):
            raise CardOutOfReach
        if meld:
            scene.lay_meld(meld, seat)
    if action.theirs:
        state.melds[1].insert(0, state.melds[1].pop())
    held, from_table = action.split_cards_by_place()
    hand = Counter(parse_cards(exchange_cards(format_cards(held.elements()))))
    scene.give_cards((hand - scene.kept).elements())
    scene.remove_cards(parse_cards(exchange_cards(format_cards(from_table))))
    moves = action.list_moves(exchange_cards)
    return [move._replace(number=newer + (move.number or 0)) if move.verb == "wipe" else move for move in moves]


def _put_cards_in_line(scene: Scene, cards: Sequence[Card], is_oldest: bool) -> int:
    """Put these cards in the line, as its oldest ones if `is_oldest`, and return how many cards are newer."""
    state = scene.state
    most = len(state.line) - len(cards) - (state.starter and not is_oldest)
    if most < 0:
        raise CardOutOfReach
    newer = most if is_oldest else scene.rng.randint(0, most)
    for depth, card in enumerate(reversed(cards), newer + 1):
        scene.set_line_card(depth, card)
    if is_oldest:
        scene.set_oldest_line_card(cards[0], dealt=bool(state.starter))
    return newer


def _build_card_exchange(scene: Scene, action: PreparedAction) -> Callable[[str], str]:
    """Return a function that replaces suits and ranks of the cards in a string, so that an action fits the scene.

    The replacement is random as far as possible: two suits of a color stay together, and aces stay aces.
    """
    rng, state = scene.rng, scene.state
    texts = [action.moves, action.line, action.hand, action.meld, action.theirs]
    cards = [parse_card(code) for code in set(_CARD.findall(" ".join(texts))) if code != "*"]
    ranks = [card.rank for card in cards]
    clubs, shift = rng.choice(SUITS), rng.randint(1 - min(ranks, default=1), 14 - max(ranks, default=1))
    if 1 in ranks:
        shift = 0
    elif 11 in ranks:
        if state.negative is None or state.negative is JOKER:
            raise CardOutOfReach
        clubs, shift = state.negative.suit, state.negative.rank - 11
    elif state.melds[0] and any(card.suit == "C" for card in cards):
        own = state.melds[0][0][0]
        clubs, shift = own.suit, own.rank - 6
    others = rng.sample([suit for suit in SUITS if suit != clubs], 3)
    others.sort(key=lambda suit: (suit in RED) == (clubs in RED))
    suits = dict(zip(SUITS, [clubs, *others], strict=True))
    exchanged = {card.code: get_card((card.rank + shift - 1) % 13 + 1, suits[card.suit]) for card in cards}
    if 11 not in ranks:
        scene.require_cards_not_wild(exchanged.values())
    wilds = [scene.pick_wild_card().code for _ in range(max(text.count("*") for text in texts))]

    def exchange_cards(text: str) -> str:
        wild = iter(wilds)
        return _CARD.sub(lambda found: next(wild) if found[0] == "*" else exchanged[found[0]].code, text)

    return exchange_cards


# -- the table of actions ------------------------------------------------------------------------

ACTIONS = (
    PreparedAction("draw.stock", DRAW, "stock"),
    PreparedAction("turn.phases", DRAW, "discard 2H"),
    PreparedAction("turn.no-predraw", DRAW, "meld 7H 8H 9H"),
    PreparedAction("turn.draw-once", DRAW, "stock; wipe 1 7H 8H 9H", line="8H"),
    PreparedAction("turn.draw-once", DRAW, "wipe 1 7H 8H 9H; stock", line="7H"),
    PreparedAction("turn.keep-a-discard", FEW, "meld 9C 9D 9H"),
    PreparedAction("meld.optional", CLOSED_TABLE, "discard 5D", hand="7H 8H 9H"),
    PreparedAction("meld.optional", FEW, "discard 9D", hand="9C"),
    PreparedAction("meld.optional", END, "done", hand="7H 8H 9H"),
    PreparedAction("discard.one", CLOSED_TABLE + OPEN_TABLE, "discard 2H 9S"),
    PreparedAction("discard.any-hand-card", CLOSED_TABLE + OPEN_TABLE, "discard *"),
    PreparedAction("discard.any-hand-card", FEW, "discard 9C"),
    PreparedAction("meld.kinds", OPEN_TABLE, "meld 7H 8H 9D"),
    PreparedAction("meld.kinds", OPEN_TABLE, "meld 7H 8H 9S"),
    PreparedAction("meld.min-three", OPEN_TABLE, "meld 7H 8H"),
    PreparedAction("meld.min-three", OPEN_TABLE, "meld 7H 7D"),
    PreparedAction("run.suited-consecutive", OPEN_TABLE, "meld 6H 7H 9H"),
    PreparedAction("run.suited-consecutive", OPEN_TABLE, "meld 6H 8H 9H"),
    PreparedAction("run.ace-either-end", OPEN_TABLE + OPEN_END, "meld AH 2H 3H"),
    PreparedAction("run.ace-either-end", OPEN_TABLE + OPEN_END, "meld QH KH AH"),
    PreparedAction("run.no-wrap", OPEN_TABLE, "meld KH AH 2H"),
    PreparedAction("set.same-rank", OPEN_TABLE + OPEN_END, "meld 4D 4H 4S"),
    PreparedAction("set.max-four", OPEN_TABLE, "layoff 2 *=4C", meld="4C 4D 4H 4S"),
    PreparedAction("meld.no-duplicate-card", OPEN_TABLE, "meld 4D 4H 4D"),
    PreparedAction("meld.no-duplicate-card", OPEN_TABLE, "meld 4D 4H *=4D"),
    PreparedAction("meld.any-number", OPEN_TABLE + OPEN_END, "meld 7H 8H 9H; meld 4D 4H 4S"),
    PreparedAction("meld.pure-always", OPEN_TABLE, "layoff 1 *=5C"),
    PreparedAction("meld.pure-always", OPEN_TABLE, "layoff 1 *=9C"),
    PreparedAction("meld.no-twin-melds", OPEN_TABLE, "meld 6C 7C 8C", hand="6C 7C 8C"),
    PreparedAction("meld.no-twin-melds", OPEN_TABLE, "meld 6C *=7C 8C", hand="6C 8C"),
    PreparedAction("meld.twin-own-only", OPEN_TABLE, "meld 2H 3H 4H", theirs="2H 3H 4H"),
    PreparedAction("meld.twin-own-only", OPEN_TABLE, "meld 2H 3H 4H 5H", theirs="2H 3H 4H 5H"),
    PreparedAction("meld.owner-only", OPEN_TABLE, "layoff 101 5H", theirs="2H 3H 4H"),
    PreparedAction("meld.stays-on-table", OPEN_TABLE, "discard 6C"),
    PreparedAction("meld.stays-on-table", OPEN_TABLE, "discard 8C"),
    PreparedAction("wild.set", OPEN_TABLE, "meld 7H 8H 5D=9H"),
    PreparedAction("neg.same-colour-plain", OPEN_TABLE, "meld 7H 8H JS=9H"),
    PreparedAction("neg.same-colour-plain", OPEN_TABLE, "meld 7D JC=8D 9D"),
    PreparedAction("neg.is-printed", OPEN_TABLE, "meld 7H 5S=8H 9H", is_joker_negative=True),
    PreparedAction("meld.not-all-wild", OPEN_TABLE, "meld *=7H *=8H *=9H"),
    PreparedAction("wild.number-free", OPEN_TABLE, "meld 7H *=8H *=9H"),
    PreparedAction("wild.any-needed", OPEN_TABLE, "meld 7H 8H *=9H", line="9H"),
    PreparedAction("wild.any-needed", OPEN_TABLE, "meld *=7H 8H 9H", line="7H"),
    PreparedAction("wild.self-is-natural", CLOSED_TABLE + CLOSED_END, "meld JH QH KH"),
    PreparedAction("wild.self-is-natural", CLOSED_TABLE + CLOSED_END, "meld TH JH QH"),
    PreparedAction("wild.self-is-natural", CLOSED_TABLE + CLOSED_END, "meld 9H TH JH"),
    PreparedAction("first.must-be-pure", CLOSED_TABLE, "meld 4D 4H 4S"),
    PreparedAction("first.must-be-pure", CLOSED_TABLE, "meld 7H 8H *=9H"),
    PreparedAction("first.any-turn", CLOSED_DRAW + CLOSED_STARTER, "stock; meld 7H 8H 9H"),
    PreparedAction("first.more-same-turn", CLOSED_TABLE + CLOSED_END, "meld 7H 8H 9H; meld 4D 4H 4S"),
    PreparedAction("layoff.same-turn-ok", CLOSED_TABLE + CLOSED_END, "meld 7H 8H 9H; layoff 1 TH"),
    PreparedAction("layoff.same-turn-ok", CLOSED_TABLE + CLOSED_END, "meld 7H 8H 9H; layoff 1 6H"),
    PreparedAction("layoff.own-only", CLOSED_TABLE, "layoff 1 2H"),
    PreparedAction("first.wipe-completes-pure", CLOSED_DRAW, "wipe 1 7H 8H 9H", line="8H"),
    PreparedAction("first.wipe-completes-pure", CLOSED_DRAW, "wipe 1 7H 8H 9H", line="9H"),
    PreparedAction("first.meld-then-wipe", CLOSED_DRAW + OPEN_DRAW, "wipe 1 4D 4H 4S after 7H 8H 9H", line="4D"),
    PreparedAction("first.wipe-depth-limit", CLOSED_DRAW, "wipe 2 7H 8H 9H", line="5S 9H"),
    PreparedAction("first.wipe-depth-limit", CLOSED_DRAW, "wipe 3 7H 8H 9H", line="5S 6D 8H"),
    PreparedAction("first.routes-disjoint", CLOSED_DRAW, "wipe 2 4D 4H 4S after 7H 8H 9H", line="4D 9H"),
    PreparedAction("first.predraw-commits", CLOSED_DRAW, "stock after 7H 8H 9H"),
    PreparedAction("wipe.suffix-only", DRAW, "wipe 1 7H 8H 9H", line="7H 8H"),
    PreparedAction("wipe.suffix-only", DRAW, "wipe 2 7H 8H 9H", line="7H 9H 5S"),
    PreparedAction("wipe.deepest-card-must-meld", OPEN_DRAW, "wipe 2 7H 8H 9H", line="5S 9H"),
    PreparedAction("wipe.deepest-card-must-meld", OPEN_DRAW, "wipe 3 7H 8H 9H", line="5S 6D 8H"),
    PreparedAction("wipe.single-card-too", DRAW, "wipe 1"),
    PreparedAction("wipe.meld-first", DRAW, "wipe 2", line="2H 9S"),
    PreparedAction("wipe.not-a-layoff", OPEN_DRAW, "wipe 1 5C 6C 7C 8C", line="5C"),
    PreparedAction("wipe.not-a-layoff", OPEN_DRAW, "wipe 1 6C 7C 8C 9C", line="9C"),
    PreparedAction("wipe.new-meld-material", OPEN_DRAW, "wipe 1 6C 6D 6H", line="6D"),
    PreparedAction("wipe.new-meld-material", OPEN_DRAW, "wipe 1 8C 8D 8S", line="8S"),
    PreparedAction("wipe.any-kind-once-opened", OPEN_DRAW, "wipe 1 4D 4H 4S", line="4D"),
    PreparedAction("wipe.rest-to-hand", OPEN_DRAW, "wipe 2 7H 8H 9H; discard 5S", line="9H 5S"),
    PreparedAction("wipe.merge-after", OPEN_DRAW, "wipe 1 3C 4C 5C; rearrange 3C 4C 5C 6C 7C 8C", line="5C"),
    PreparedAction("starter.case", CLOSED_DRAW, "take after 7H 8H 9H"),
    PreparedAction("starter.case", OPEN_DRAW, "take"),
    PreparedAction("starter.dealt-card-only", CLOSED_DRAW, "take after 7H 8H 9H", line="*", is_oldest=True),
    PreparedAction("starter.dealt-card-only", OPEN_DRAW, "take", line="*", is_oldest=True),
    PreparedAction("starter.take-with-pure", CLOSED_STARTER, "take after 7H 8H 9H"),
    PreparedAction("starter.take-with-pure", STARTER, "take"),
    PreparedAction("starter.no-meld-needed", CLOSED_STARTER, "take after 7H 8H 9H; discard 5S"),
    PreparedAction("starter.no-meld-needed", OPEN_STARTER, "take; discard 2S"),
    PreparedAction("starter.not-after-stock", CLOSED_STARTER, "stock; meld 7H 8H 9H; take"),
    PreparedAction("starter.not-after-stock", OPEN_STARTER, "stock; take"),
    PreparedAction("starter.not-with-line-made-pure", CLOSED_STARTER, "take after 7H 8H 9H", line="8H"),
    PreparedAction("starter.partial-ordinary", OPEN_STARTER, "wipe 1", line="2S"),
    PreparedAction("starter.as-itself", CLOSED_STARTER, "wipe 1 TH JH QH", line="JH", is_oldest=True),
    PreparedAction("starter.as-itself", CLOSED_STARTER, "wipe 1 JH QH KH", line="JH", is_oldest=True),
    PreparedAction("layoff.wild-ok", OPEN_TABLE + OPEN_END, "layoff 2 *=5H", meld="2H 3H 4H"),
    PreparedAction("layoff.own-only", OPEN_TABLE + OPEN_END, "layoff 1 5C"),
    PreparedAction("layoff.own-only", OPEN_TABLE + OPEN_END + FEW, "layoff 1 9C"),
    PreparedAction("rearr.free", OPEN_TABLE, "rearrange 6C 7C 8C 9C / 9D 9H 9S", meld="9C 9D 9H 9S"),
    PreparedAction("rearr.free", OPEN_TABLE, "rearrange 5C 6C 7C 8C / 5D 5H 5S", meld="5C 5D 5H 5S"),
    PreparedAction("rearr.wild-moves", OPEN_TABLE, "rearrange 6C 7C 8C / 2H 3H 4H / TD TS *=TH", meld="2H *=3H 4H"),
    PreparedAction("rearr.end-state", OPEN_TABLE, "rearrange 6C 7C 8C / 2H 3H 4H *=5H", meld="2H 3H *=4H"),
    PreparedAction("rearr.not-before-draw", OPEN_DRAW, "rearrange 5C 6C 7C 8C"),
    PreparedAction("rearr.not-before-draw", OPEN_DRAW, "rearrange 6C 7C 8C 9C"),
    PreparedAction("exhaust.trigger", END, "stock"),
    PreparedAction("exhaust.final-melds", END, "wipe 1 7H 8H 9H", line="7H"),
    PreparedAction("exhaust.final-melds", END, "meld 7H 8H 9H"),
    PreparedAction("exhaust.no-discard", END, "discard 2H"),
    PreparedAction("exhaust.first-still-pure", CLOSED_END, "meld 4D 4H 4S"),
)

NOTES = {
    "draw.stock": "You can always draw from the stock, whatever is in the line.",
    "meld.optional": "You don’t have to meld, even if you could.",
    "discard.any-hand-card": "You can discard any card from your hand, even a wild card.",
    "run.ace-either-end": "An ace can be below the two or above the king.",
    "set.same-rank": "Cards of one rank in different suits make a set.",
    "meld.any-number": "You can make any number of melds in one turn.",
    "meld.twin-own-only": "Only your own melds are compared. Another player’s melds don’t matter.",
    "wild.number-free": "A meld can have any number of wild cards if one card stands for itself.",
    "wild.any-needed": "A wild card can stand for a card even if you can see a real one.",
    "wild.self-is-natural": "A wild card that stands for itself is natural, so this is a pure sequence.",
    "first.any-turn": "You can open on any turn, even after a draw from the stock.",
    "first.more-same-turn": "After the pure sequence, you can make more melds.",
    "layoff.same-turn-ok": "You can lay off cards from the turn in which you open.",
    "first.wipe-completes-pure": "The deepest wiped card is in the pure sequence that you open with.",
    "first.meld-then-wipe": "You can meld a pure sequence from your hand alone before a wipe.",
    "wipe.any-kind-once-opened": "Once you’ve opened, you can wipe for any new meld, even a set.",
    "wipe.rest-to-hand": "Wiped cards that you don’t meld join your hand. You can use or discard them right away.",
    "wipe.merge-after": "After a wipe, you can join its new meld with another.",
    "starter.take-with-pure": "With a pure sequence of your own, you can take the whole line.",
    "starter.no-meld-needed": "You don’t have to meld the starter or any other card from the line.",
    "starter.as-itself": "You can wipe a ranked wild starter as itself into a pure sequence.",
    "layoff.wild-ok": "You can lay off a wild card as any card that fits.",
    "layoff.own-only": "You can lay off cards on your own melds.",
    "rearr.free": "You can rearrange your melds and add cards from your hand.",
    "rearr.wild-moves": "A wild card can move to another of your melds.",
    "rearr.end-state": "Only the result counts. The real card takes the wild card’s place, and the wild card changes.",
    "exhaust.final-melds": "After the stock has run out, everyone can still meld.",
}
"""For each clause that can allow an action, why the action is allowed."""
