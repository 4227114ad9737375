"""The verbs (kinds of moves) of Commune: call, don't call, declare each kind of hand, and deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from games.cards import RANKS, SUITS
from games.commune import legality, playing
from games.commune.ladder import (
    KINDS,
    PLURAL,
    SINGLE,
    SIZES,
    SUIT_OF,
    TOPPED,
    Declaration,
    Ladder,
    list_declaration_card_codes,
    name_kind_with_article,
    parse_declaration,
)
from games.commune.state import CommuneState
from games.engine.move import Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field, Rung
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb
from games.words import capitalize_first

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
"""The label of the button for each kind of hand."""


PICTURES = {
    **{kind: list_declaration_card_codes(Declaration(kind, (9,))) for kind in SIZES},
    "two-pair": ("K", "K", "6", "6"),
    "straight": ("5", "6", "7", "8", "9"),
    "flush": ("QS", "TS", "8S", "5S", "3S"),
    "full-house": ("8", "8", "8", "3", "3"),
    "straight-flush": ("5S", "6S", "7S", "8S", "9S"),
}
"""The cards of an example for each kind of hand."""


# -- declaring -------------------------------------------------------------------------------------------


def build_declare_verb(kind: str) -> Verb[CommuneState]:
    """Return the verb that declares a hand of this kind."""
    return Verb(
        *(kind, f"declare {name_kind_with_article(kind)}", playing.declare, ("declare",)),
        when=lambda state, seat: legality.can_declare(state, kind),
        clause=f"ladder.{kind}",
        parts=("number", "groups", "word"),
        judge=legality.check_declaration,
        not_now=legality.check_declaration_timing,
        moves=lambda state, seat: list_higher_declarations(state, kind),
        label=LABELS[kind],
        button=lambda state, seat: _build_hand_kind_button(state, kind)[0],
        cards=lambda state, seat: _build_hand_kind_button(state, kind)[1],
        fields=lambda state, seat: _build_declaration_fields(state, kind),
        said=_describe_declaration,
    )


def build_ladder_rungs(state: CommuneState) -> Iterator[Rung]:
    """Yield the ladder as the screen shows it: a rung for each kind of hand, from low to high.

    A rung shows the last declaration of its kind, or example cards if there is none.
    """
    declared = {declaration.hand.kind: declaration for declaration in state.declared}
    for kind in state.ladder.kinds:
        last = declared.get(kind)
        cards = list_declaration_card_codes(last.hand) if last else PICTURES[kind]
        yield Rung(LABELS[kind], cards, legality.can_declare(state, kind), last.seat if last else None)


def _build_hand_kind_button(state: CommuneState, kind: str) -> tuple[str, tuple[str, ...]]:
    """Return the text and the cards of the button for a kind of hand.

    If only one hand of the kind is left, the button shows that hand, since pressing the button declares it.
    """
    left = list_higher_declarations(state, kind)
    hand = parse_declaration(str(left[0])) if len(left) == 1 else None
    return (
        (capitalize_first(hand.spoken_name), list_declaration_card_codes(hand))
        if hand
        else (LABELS[kind], PICTURES[kind])
    )


def _describe_declaration(move: Move) -> str:
    hand = parse_declaration(str(move))
    return f"Declare {hand.spoken_name}" if hand else ""


def build_declaration_move(hand: Declaration) -> Move:
    """Return the move that declares a hand."""
    return Move(hand.kind, word=hand.rank_and_suit_words)


def list_higher_declarations(state: CommuneState, kind: str) -> Sequence[Move]:
    """Return the declarations of a kind that can be made now, from low to high."""
    ladder = state.ladder
    listed, starts = list_declaration_moves(ladder, state.options.is_flush_suit_declared)
    low = 0 if state.options.illegal_costs else state.last_declared_place + 1
    return listed[starts[max(ladder.first[kind], low)] : starts[ladder.end[kind]]]


@lru_cache(maxsize=32)
def list_declaration_moves(ladder: Ladder, suits: bool) -> tuple[list[Move], list[int]]:
    """Return all declarations as moves, in the order of the ladder, and the index of the first move for each place.

    The second list has such an index for each place on the ladder and, as its last item, the number of moves. `suits`
    says whether a flush is declared with its suit: then its place has four moves, while every other place has one.
    """
    listed: list[Move] = []
    starts = []
    for step in ladder.steps:
        starts.append(len(listed))
        named = [step._replace(suit=suit) for suit in SUITS] if suits and step.kind == "flush" else [step]
        listed += map(build_declaration_move, named)
    return listed, [*starts, len(listed)]


def _build_declaration_fields(state: CommuneState, kind: str) -> tuple[Field, ...]:
    """Return the form fields for declaring a kind of hand.

    They offer only ranks of hands that can still be declared.
    """
    last = -1 if state.options.illegal_costs else state.last_declared_place
    first, end = state.ladder.first[kind], state.ladder.end[kind]
    steps = state.ladder.steps[max(first, last + 1) : end]
    if kind == "two-pair":
        return _build_rank_field("high", "Higher pair", steps, 0, PLURAL), _build_rank_field(
            "low", "Lower pair", steps, 1, PLURAL
        )
    if kind == "full-house":
        return _build_rank_field("three", "Three of a kind", steps, 0, PLURAL), _build_rank_field(
            "two", "Pair", steps, 1, PLURAL
        )
    label = "Top card" if kind in TOPPED else "Which rank?"
    rank = _build_rank_field("rank", label, steps, 0, SINGLE if kind in (*TOPPED, "high") else PLURAL)
    if kind == "flush" and state.options.is_flush_suit_declared:
        values = tuple((name, name.capitalize()) for name in SUIT_OF)
        return rank, Field("choice", "suit", "Which suit?", values=values, faces=tuple(SUIT_OF.values()))
    return (rank,)


def _build_rank_field(name: str, label: str, steps: Iterable[Declaration], place: int, names: tuple[str, ...]) -> Field:
    """Return a form field that offers one of the ranks by which these declarations are named, from low to high.

    `place` says which rank of a declaration the field is for: 0 for the first, 1 for the second. `names` are the names
    of the ranks, from the two to the ace.
    """
    ranks = sorted({step.ranks[place] for step in steps})
    values = tuple((names[rank - 2], names[rank - 2].capitalize()) for rank in ranks)
    return Field("choice", name, label, values=values, faces=tuple(RANKS[(rank - 1) % len(RANKS)] for rank in ranks))


# -- all verbs -------------------------------------------------------------------------------------------

CALL = Verb[CommuneState](
    *("call", "call the latest declaration", playing.call_declaration, ("declare", "ask")),
    when=lambda state, seat: state.phase == "ask" or legality.can_call(state),
    clause="call.target",
    parts=("word",),
    judge=legality.check_call,
    not_now=legality.check_call_timing,
    label="Call",
    sentence="Call. All cards are shown.",
    said=lambda move: "Call",
)
LET_PASS = Verb[CommuneState](
    *("let-pass", "decline to call", playing.let_declaration_pass, ("ask",)),
    clause="call.who",
    not_now=legality.check_pass_timing,
    label="Don’t call",
    sentence="Don’t call the declaration.",
    said=lambda move: "Don’t call",
)
DEAL = build_deal_verb(playing.deal, wanted="all cards of the deck in order, each of them once")
VERBS = Verbs(CALL, LET_PASS, *map(build_declare_verb, KINDS), FIRST_DEALER, DEAL)
