"""The rules of Commune: what may be done, and what is seen of it.

Legality has one source, `judging`: `moves` lists what it lets through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from games.cards import SUITS
from games.commune.judging import JUDGES, PARTS, allowed_verbs, may_call, verb_faults
from games.commune.ladder import KINDS, Ladder
from games.commune.options import CommuneOptions
from games.commune.playing import apply
from games.commune.presence import is_wild
from games.commune.screen import draw
from games.commune.state import MOST_SEATS, CommuneState, full_deck, imagine
from games.commune.words import canonical, move_of
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Move, parse_move
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.view import Screen, View
from games.errors import BadText
from games.words import in_word

CALLS = [Move("call")]
ANSWERS = [Move("call"), Move("let-pass")]
RANDOM_CALL, RANDOM_MISTAKE, RANDOM_STEP = 0.1, 0.02, 40
"""How often random play calls and misspeaks, and how far up the ladder it goes at most."""


class Commune(Game[CommuneState]):
    """Commune: hands of poker declared higher and higher, from everybody's cards together. Source: rulebook.md."""

    slug = "commune"
    title = "Commune"
    family = "Bluffing"
    tagline = "Name ever higher poker hands from everybody's cards together, until somebody calls."
    minutes = "15–40 minutes"
    shelf = 30
    showcase = ("row", "KS ? ? KD ?")
    seats = range(2, MOST_SEATS + 1)
    options = CommuneOptions
    verbs = {
        "call": "call the latest declaration",
        "let-pass": "let it pass",
        **{kind: f"declare {name}" for kind, name in KINDS.items()},
        "dealer": "draw the first dealer",
        "deal": "deal",
    }
    parts = PARTS
    clause_of = {
        "call": "call.target",
        "let-pass": "call.who",
        **{kind: f"ladder.{kind}" for kind in KINDS},
    }
    state = CommuneState

    # -- a match ---------------------------------------------------------------------------------

    def chance(self, state: CommuneState, rng: Random) -> Move:
        if state.phase == "dealer":
            return Move("dealer", rng.randrange(state.seats))
        cards = full_deck(state.options)
        rng.shuffle(cards)
        return Move("deal", groups=(tuple(cards),))

    def apply(self, state: CommuneState, seat: int, move: Move) -> list[Event]:
        return apply(state, seat, move)

    def numbers(self, options: Options) -> Mapping[str, int | str]:
        """The cards of the deck, those of them that are not jokers, and how many are wild."""
        assert isinstance(options, CommuneOptions)
        deck = full_deck(options)
        wilds = sum(is_wild(card, options) for card in deck)
        return {"deck": len(deck), "pack": sum(card.natural for card in deck), "wilds": in_word(wilds)}

    # -- legality --------------------------------------------------------------------------------

    def allowed_verbs(self, state: CommuneState, seat: int) -> Sequence[str]:
        return allowed_verbs(state, seat)

    def why_not_verb(self, state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
        return verb_faults(state, seat, move)

    def judge(self, state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
        return JUDGES[move.verb](state, seat, move)

    def moves(self, state: CommuneState, seat: int) -> list[Move]:
        if seat == DEALER:
            return [self.chance(state, Random(0))]
        if state.phase == "ask":
            return ANSWERS[:]
        listed, starts = declarations(state.ladder, state.options.names_suits)
        above = 0 if state.options.illegal_costs else starts[state.last + 1]
        return [*(CALLS if may_call(state) else ()), *listed[above:]]

    def random_move(self, state: CommuneState, seat: int, rng: Random) -> Move:
        """Any legal move, small steps up the ladder more often than large ones and a call now and then."""
        if state.phase == "ask":
            return ANSWERS[rng.random() > RANDOM_CALL / 2]
        last, ladder = state.last, state.ladder
        if last == ladder.top or (rng.random() < RANDOM_CALL and may_call(state)):
            return CALLS[0]
        listed, starts = declarations(ladder, state.options.names_suits)
        if last >= 0 and state.options.illegal_costs and rng.random() < RANDOM_MISTAKE:
            return listed[int(rng.random() * starts[last + 1])]
        low = starts[last + 1]
        high = min(len(listed), low + RANDOM_STEP) if rng.random() < 0.8 else len(listed)
        return listed[low + int(rng.random() * (high - low))]

    def parse_move(self, text: str) -> Move:
        """The move of a text; `declare pair K` is read as `pair kings`. Raises BadText."""
        if not isinstance(text, str):
            raise BadText("no move", text, "a verb and words, such as “pair kings” or “call”")
        return parse_move(canonical(text) if len(text) < 100 else text)

    # -- what is seen ----------------------------------------------------------------------------

    def imagine(self, view: View, rng: Random) -> CommuneState:
        return imagine(self.load(view.position), rng)

    def screen(self, view: View) -> Screen:
        return draw(self.load(view.position), view.seat)


@lru_cache(maxsize=32)
def declarations(ladder: Ladder, suits: bool) -> tuple[list[Move], list[int]]:
    """All declarations as moves, in order, and for each place of the ladder where its moves begin."""
    listed: list[Move] = []
    starts = []
    for step in ladder.steps:
        starts.append(len(listed))
        named = [step._replace(suit=suit) for suit in SUITS] if suits and step.kind == "flush" else [step]
        listed += map(move_of, named)
    return listed, [*starts, len(listed)]


RULES = Commune()
