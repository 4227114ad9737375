"""The rules of Contract Rummy: what may be done, and what is seen of it.

Legality has one source, `judging`: `moves` lists examples of what it lets through. Sources: rulebook.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, product
from math import prod
from random import Random
from typing import ClassVar

from games.cards import UNKNOWN, Card
from games.contract_rummy.contracts import CONTRACTS, DEALT, dealt, in_words
from games.contract_rummy.covering import cover, coverings
from games.contract_rummy.judging import JUDGES, PARTS, allowed_verbs, asking_faults, is_legal, verb_faults
from games.contract_rummy.laying import layoffs, new_melds, swaps
from games.contract_rummy.melds import Law, Meld, as_meld, bases, collide, is_run, natural_count, read_group
from games.contract_rummy.options import MOST, RESHUFFLES, TURNS, ContractRummyOptions
from games.contract_rummy.planning import find_contract, plan
from games.contract_rummy.playing import apply, meld_at
from games.contract_rummy.scoring import hand_value
from games.contract_rummy.screen import draw
from games.contract_rummy.state import (
    PASSES,
    QUIET,
    WANTS,
    ContractRummyState,
    full_deck,
    imagine,
)
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import Game, incomplete
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.view import Screen, View
from games.engine.work import Work, first, spend, up_to
from games.words import in_word

STOCK, UPCARD, LISTEN = Move("stock"), Move("upcard"), Move("listen")
ANSWERS = {verb: Move(verb) for verb in (WANTS, PASSES, QUIET)}
READ, READINGS = 400, 40
"""So many ways to read an open move are tried, and so many legal ones found."""
LISTED = 250_000
"""The steps that there are to list the moves of a verb, or to read an open move."""


class ContractRummy(Game[ContractRummyState]):
    """A contract for each hand, laid all at once, and “May I?” for the cards of others."""

    slug = "contract-rummy"
    title = "Contract Rummy"
    family = "Rummy"
    tagline = "A harder contract every hand, and “May I?” when somebody leaves the card you want."
    minutes = "60–90 minutes"
    shelf = 40
    showcase = ("row", "8C 8D 8H JD *")
    low_wins = True
    shows = ("may-i", "window")
    seats = range(3, MOST + 1)
    options: ClassVar[type[Options]] = ContractRummyOptions
    verbs: ClassVar[Mapping[str, str]] = {
        "stock": "draw from the stock",
        "upcard": "take the upcard",
        WANTS: "ask “May I?”",
        PASSES: "leave the upcard",
        QUIET: "pass for the rest of this hand",
        "listen": "be asked again",
        "contract": "lay the contract",
        "lay-all": "lay the whole hand",
        "meld": "lay a new meld",
        "layoff": "add to a meld",
        "swap": "swap a joker",
        "discard": "discard",
        "dealer": "draw the first dealer",
        "deal": "deal",
        "reshuffle": "make a new stock",
    }
    version = 3
    parts = PARTS
    clause_of: ClassVar[Mapping[str, str]] = {
        "stock": "draw.choice",
        "upcard": "draw.upcard-free",
        WANTS: "mayi.cost",
        PASSES: "mayi.closes",
        QUIET: "mayi.closes",
        "listen": "mayi.who",
        "contract": "contract.all-at-once",
        "lay-all": "h7.three-runs",
        "meld": "further.melds",
        "layoff": "layoff.any-meld",
        "swap": "joker.swap-run",
        "discard": "turn.discard",
    }
    state = ContractRummyState
    usual_seats = 4

    # -- a match ---------------------------------------------------------------------------------

    def chance(self, state: ContractRummyState, rng: Random) -> Move:
        if state.phase == "dealer":
            return Move("dealer", rng.randrange(state.seats))
        reshuffling = state.phase == "reshuffle"
        cards = state.pile[:-1] if reshuffling else full_deck(state.options, state.seats)
        rng.shuffle(cards)
        return Move("reshuffle" if reshuffling else "deal", groups=(tuple(cards),))

    def apply(self, state: ContractRummyState, seat: int, move: Move) -> list[Event]:
        return apply(state, seat, move)

    def numbers(self, options: Options) -> Mapping[str, int | str]:
        """The contracts, what is dealt for them, what asking costs, and how long a hand can last."""
        assert isinstance(options, ContractRummyOptions)
        contracts = CONTRACTS[options.contracts]
        return {
            "hands": in_word(len(contracts)),
            "contracts-in-words": " ".join(f"**{at}** {in_words(one)}." for at, one in enumerate(contracts, 1)),
            "early-hands": in_word(len(DEALT[options.deal_sizes]) - 1),
            "early-deal": dealt(options, 1),
            "late-deal": dealt(options, len(contracts)),
            "last-cards": dealt(options, len(contracts)) + 1,
            "penalty": in_word(options.mayi_penalty),
            "growth": in_word(1 + options.mayi_penalty),
            "reshuffles": in_word(RESHUFFLES),
            "turns": TURNS,
        }

    # -- legality --------------------------------------------------------------------------------

    def allowed_verbs(self, state: ContractRummyState, seat: int) -> Sequence[str]:
        return allowed_verbs(state, seat)

    def why_not_verb(self, state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
        return verb_faults(state, seat, move)

    def why_not_seat(self, state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
        return asking_faults(state, seat, move)

    def judge(self, state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
        return JUDGES[move.verb](state, seat, move)

    def moves(self, state: ContractRummyState, seat: int) -> list[Move]:
        """The contract, new melds and swaps by examples; lay-offs card by card; all discards."""
        if seat == DEALER:
            return [self.chance(state, Random(0))]
        found = (up_to(LISTED, self.listed(state, seat, verb)) for verb in allowed_verbs(state, seat))
        return list(dict.fromkeys(chain.from_iterable(found)))

    def listed(self, state: ContractRummyState, seat: int, verb: str) -> Iterator[Move]:
        """Legal moves of a verb that the seat may try now, some of them by examples only. Raises TooMuch."""
        hand, law = state.hands[seat], state.law
        if verb == "discard":
            yield from [_discard(card) for card in dict.fromkeys(hand)]
        elif verb == "contract":
            yield from self._legal(state, seat, _laid(verb, find_contract(hand, state.contract, law)))
        elif verb == "lay-all":
            spare = 1 if state.options.hand7 == "all-then-discard" else 0
            yield from _laid(verb, cover(hand, state.contract, law, spare))
        elif verb == "meld":
            found = (Move(verb, groups=(meld,)) for meld in new_melds(law, hand, state.owed))
            yield from self._legal(state, seat, found)
        elif verb == "layoff":
            fitting = (Move(verb, number, (added,)) for number, added in layoffs(state, seat))
            yield from self._legal(state, seat, fitting)
        elif verb == "swap":
            yield from self._legal(state, seat, swaps(state, seat))
        else:
            yield Move(verb)

    def _legal(self, state: ContractRummyState, seat: int, moves: Iterable[Move]) -> Iterator[Move]:
        return (move for move in moves if is_legal(state, seat, move))

    def random_move(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        """Asks now and then, lays what is there now and then: cheaper than listing, and every verb occurs."""
        phase, roll = state.phase, rng.random()
        if phase == "window":
            return ANSWERS[PASSES if roll < 0.8 else WANTS if roll < 0.95 else QUIET]
        if seat in state.quiet and roll < 0.05:
            return LISTEN
        if phase == "draw":
            return UPCARD if roll < 0.3 and "upcard" in allowed_verbs(state, seat) else STOCK
        if phase != "table":
            return rng.choice(self.moves(state, seat))
        if roll > 0.25 and not state.owed:
            return _discard(rng.choice(state.hands[seat]))
        return self._random_lay(state, seat, rng)

    def _random_lay(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        """Something that can be laid, or else a discard."""
        verbs = [verb for verb in allowed_verbs(state, seat) if verb not in ("discard", "listen")]
        while verbs:
            verb = verbs.pop(rng.randrange(len(verbs)))
            if verb == "lay-all" and plan(state.hands[seat], state.contract, state.law, below=2).lack > 1:
                continue
            found = first(LISTED, self.listed(state, seat, verb))
            if found is not None:
                return found
        return _discard(rng.choice(state.hands[seat]))

    def is_open(self, move: Move) -> bool:
        """Wild cards that stand for `?`, and a contract in one heap."""
        return move.open or _in_a_heap(move)

    def readings(self, state: ContractRummyState, seat: int, move: Move) -> list[Move]:
        """The legal moves an open move can mean, those with the most natural cards first."""
        if not self.is_open(move):
            return [move]
        read = up_to(LISTED, self._read(state, seat, move))
        found = islice((one for one in dict.fromkeys(read) if self.allows(state, seat, one)), READINGS)
        return sorted(found, key=_preference)

    def _read(self, state: ContractRummyState, seat: int, move: Move) -> Iterator[Move]:
        """What an open move can mean, legal or not."""
        if _in_a_heap(move):
            return self._sorted_out(state, move)
        base: Meld = ()
        if move.verb == "layoff" and 0 <= seat < state.seats:
            where = meld_at(state, seat, move.number)
            base = state.melds[where[0]][where[1]] if where else ()
        choices = [read_group(state.law, group, base) for group in move.groups]
        if prod(map(len, choices)) > READ:
            return (move._replace(groups=groups) for groups in islice(_apart(state, choices), READ))
        return (move._replace(groups=groups) for groups in product(*choices))

    def _sorted_out(self, state: ContractRummyState, move: Move) -> Iterator[Move]:
        """A heap of cards as the melds of the contract; a wild card that has been named keeps its name."""
        named = Counter(card for card in move.cards if card.face is not UNKNOWN and not card.natural)
        for melds in islice(coverings(bases(move.cards), state.contract, state.law), READ):
            if named <= Counter(chain(*melds)):
                yield move._replace(groups=tuple(melds))

    def why_not(self, state: ContractRummyState, seat: int, move: Move) -> Violation | None:
        """An open move that has no legal reading is refused for what is wrong with its best one."""
        if not self.is_open(move) or move.after:
            return super().why_not(state, seat, move)
        with Work(LISTED) as work:
            found = self.readings(state, seat, move)
        if found:
            return super().why_not(state, seat, move)
        if work.cut and state.may_move(seat) and move.verb in allowed_verbs(state, seat):
            return incomplete(move, "the melds with “/” between them: there are too many ways to sort these cards")
        nearest = min(up_to(LISTED, self._read(state, seat, move)), key=_preference, default=move)
        return super().why_not(state, seat, nearest)

    def count(self, state: ContractRummyState) -> list[int | None] | None:
        if state.phase in ("dealer", "deal"):
            return None
        return [None if UNKNOWN in hand else hand_value(state.options, hand) for hand in state.hands]

    # -- what is seen ----------------------------------------------------------------------------

    def imagine(self, view: View, rng: Random) -> ContractRummyState:
        return imagine(self.load(view.position), rng)

    def screen(self, view: View) -> Screen:
        return draw(self.load(view.position), view.seat)


def _apart(state: ContractRummyState, choices: Sequence[Sequence[Meld]]) -> Iterator[tuple[Meld, ...]]:
    """One reading for each group: the melds of a contract, not too many of a kind, and none collides with another."""
    law, contract = state.law, state.contract
    melds = [[(group, as_meld(law, group)) for group in read] for read in choices]
    good = [[(group, meld) for group, meld in read if meld and _natural_enough(law, meld)] for read in melds]

    def placed(at: int, runs: list[Meld]) -> Iterator[tuple[Meld, ...]]:
        if at == len(good):
            yield ()
            return
        for group, meld in good[at]:
            spend()
            if is_run(meld):
                if len(runs) == len(contract.runs) or any(collide(law, meld, other) for other in runs):
                    continue
            elif at - len(runs) == len(contract.sets):
                continue
            for rest in placed(at + 1, [*runs, meld] if is_run(meld) else runs):
                yield (group, *rest)

    return placed(0, [])


def _natural_enough(law: Law, meld: Meld) -> bool:
    return len(meld) - natural_count(law, meld) <= law.most_wild(len(meld))


def _in_a_heap(move: Move) -> bool:
    """Whether these are the cards of a contract, not yet sorted: no contract is a single meld."""
    return move.verb == "contract" and len(move.groups) == 1


def _laid(verb: str, melds: list[Meld] | None) -> list[Move]:
    return [Move(verb, groups=tuple(melds))] if melds else []


@cache
def _discard(card: Card) -> Move:
    return Move("discard", groups=((card,),))


def _preference(move: Move) -> tuple[int, int]:
    cards = [card for group in move.groups for card in group]
    return -sum(card.natural for card in cards), -sum(card.rank for card in cards)


RULES = ContractRummy()
