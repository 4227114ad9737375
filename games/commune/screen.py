"""What a page shows of a table of Commune."""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import codes
from games.commune.judging import allowed_verbs
from games.commune.ladder import KINDS, PLURAL, SINGLE, TOPPED, Declaration
from games.commune.presence import is_wild
from games.commune.state import CommuneState, full_deck
from games.commune.words import suits
from games.engine.view import Action, Field, Screen, SeatNote, Zone
from games.kit.zones import hand_zone
from games.words import capital, figure, many

_PROMPTS = {
    "dealer": "The first dealer is being drawn.",
    "deal": "The cards are being dealt.",
    "between": "The hand is over.",
    "over": "The match is over.",
}
LABELS = {
    "high": "High card",
    "pair": "Pair",
    "two-pair": "Two pair",
    "trips": "Three",
    "straight": "Straight",
    "flush": "Flush",
    "full-house": "Full house",
    "quads": "Four",
    "straight-flush": "Straight flush",
    "five": "Five",
}
"""The buttons of the kinds of hand."""


def draw(state: CommuneState, seat: int | None) -> Screen:
    """The screen of a state as one seat (None: a bystander) knows it."""
    wild = _wild_codes(state)
    zones = [hand_zone(owner, state.hands[owner], seat, wild) for owner in range(state.seats)]
    if state.shown:
        zones.insert(0, _commune(state, wild))
    verbs = allowed_verbs(state, seat) if seat is not None else []
    return Screen(
        seat,
        tuple(zones),
        tuple(_note(state, owner) for owner in range(state.seats)),
        _prompt(state, seat),
        tuple(_action(state, verb) for verb in verbs),
        _facts(state),
    )


def _wild_codes(state: CommuneState) -> tuple[str, ...]:
    return tuple(sorted({card.code for card in full_deck(state.options) if is_wild(card, state.options)}))


def _commune(state: CommuneState, wild: tuple[str, ...]) -> Zone:
    """All cards together, once they are shown: wild ones last."""
    cards = sorted(state.commune(), key=lambda card: (is_wild(card, state.options), (card.rank - 2) % 13, card.index))
    shown = tuple(card.code for card in cards)
    return Zone("commune", "row", "All cards together", shown, marked=wild)


def _note(state: CommuneState, owner: int) -> SeatNote:
    tokens, number = state.match.scores[owner], len(state.hands[owner])
    notes = [figure(number, "card")] if number else []
    said = next((one.hand.spoken for one in reversed(state.declared) if one.seat == owner), "")
    if said:
        notes.append(f"said {said}")
    if owner in state.answers:
        notes.append("has answered")
    dealer = owner == state.match.dealer and state.phase != "dealer"
    return SeatNote(
        owner, " · ".join(notes), owner in state.waiting, dealer, many(tokens, "token") if tokens else "out"
    )


def _facts(state: CommuneState) -> tuple[tuple[str, str], ...]:
    held = sum(map(len, state.hands))
    facts = [("Hand", str(state.deal_number))]
    if held:
        facts.append(("Cards in play", str(held)))
    if state.shown:
        held_by = "; ".join(f"{{{seat}}} {codes(hand)}" for seat, hand in enumerate(state.hands) if hand)
        facts.append(("Shown", held_by))
    if state.declared:
        last = state.declared[-1]
        facts.insert(0, ("Declared", f"{capital(last.hand.spoken)}, by {{{last.seat}}}"))
        earlier = [f"{{{said.seat}}} {said.hand.spoken}" for said in state.declared[-4:-1]]
        if earlier:
            facts.insert(1, ("Before", "; ".join(earlier)))
    return tuple(facts)


def _prompt(state: CommuneState, seat: int | None) -> str:
    phase = state.phase
    if phase in ("between", "over") and state.match.results:
        return state.match.results[-1].sentence
    if phase in _PROMPTS:
        return _PROMPTS[phase]
    mine = seat in state.waiting
    if phase == "ask":
        said = state.declared[-1]
        asked = f"{{{said.seat}}} says: {said.hand.spoken}."
        return f"{asked} Do you call?" if mine else f"{asked} The others are asked whether they call."
    if not mine:
        return f"{{{state.turn}}} is to speak."
    if not state.declared:
        return "You speak first. Name any hand, true or not."
    if state.last == state.ladder.top and not state.options.illegal_costs:
        return "Nothing higher can be named. You have to call."
    higher = f"higher than {state.declared[-1].hand.spoken}"
    return f"Name a hand {higher}." if state.options.asks_all else f"Name a hand {higher}, or call."


def _action(state: CommuneState, verb: str) -> Action:
    if verb in KINDS:
        return Action(verb, LABELS[verb], f"Declare {KINDS[verb]}.", _fields(state, verb))
    return Action(verb, *_WORDS[verb])


_WORDS = {
    "call": ("Call", "You do not believe it: all cards are shown."),
    "let-pass": ("Let it pass", "You do not call."),
}


def _fields(state: CommuneState, kind: str) -> tuple[Field, ...]:
    """What is asked for with a kind of hand: only what can still be higher is offered."""
    last = -1 if state.options.illegal_costs else state.last
    first, end = state.ladder.first[kind], state.ladder.end[kind]
    steps = state.ladder.steps[max(first, last + 1) : end]
    if kind == "two-pair":
        return (
            Field("choice", "high", "The higher pair", values=_ranks(steps, 0, PLURAL)),
            Field("choice", "low", "The lower pair", values=_ranks(steps, 1, PLURAL)),
        )
    if kind == "full-house":
        return (
            Field("choice", "three", "Three of which rank", values=_ranks(steps, 0, PLURAL)),
            Field("choice", "two", "And a pair of which", values=_ranks(steps, 1, PLURAL)),
        )
    label = "Its top card" if kind in TOPPED else "Of which rank"
    rank = Field("choice", "rank", label, values=_ranks(steps, 0, SINGLE if kind in (*TOPPED, "high") else PLURAL))
    if kind == "flush" and state.options.names_suits:
        return rank, Field("choice", "suit", "In which suit", values=suits())
    return (rank,)


def _ranks(steps: Iterable[Declaration], place: int, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The ranks that stand in one place of some declarations, low to high, each with its label."""
    ranks = sorted({step.ranks[place] for step in steps})
    return tuple((names[rank - 2], names[rank - 2].capitalize()) for rank in ranks)
