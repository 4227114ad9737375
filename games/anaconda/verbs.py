"""The verbs (kinds of moves) of Anaconda: bet, pass cards, declare, keep five cards, and deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter

from games.anaconda import legality, playing
from games.anaconda.clauses import CLAUSES
from games.anaconda.hand_stages import BOTH, DEALT, HIGH, KEPT, LOW, SHOWN, Pass, describe_direction_briefly
from games.anaconda.scoring import name_best_hand
from games.anaconda.screen import build_pass_prompt
from games.anaconda.state import AnacondaState
from games.cards import Card
from games.engine.move import Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.betting import build_betting_verbs
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb

Own = Verb[AnacondaState]
SAME_FIVE = "with the same five cards"
"""The note for going both ways. The best high hand and the best low hand can need different cards."""


@cache
def list_position_choices(number: int) -> tuple[tuple[int, ...], ...]:
    """Return all combinations of `number` positions among the seven cards of a hand."""
    return tuple(combinations(range(DEALT), number))


@cache
def list_card_pickers(number: int) -> tuple[Callable[[Sequence[Card]], tuple[Card, ...]], ...]:
    """Return functions that pick `number` cards of a hand, one for each choice of positions in the hand.

    Each function takes a hand and returns the cards at its positions.
    """
    if number == 1:
        return tuple([lambda hand, place=place: (hand[place],) for place in range(DEALT)])
    return tuple([itemgetter(*places) for places in list_position_choices(number)])


def build_give_move(cards: tuple[Card, ...], sizes: tuple[int, ...]) -> Move:
    """Return the move that passes these cards in groups, one for each receiver. `sizes` has the size of each group."""
    if len(sizes) == 1:
        return Move("give", None, (cards,))
    return Move("give", None, (cards[: sizes[0]], cards[sizes[0] :]))


@cache
def list_pass_sizes(going: Pass) -> tuple[int, ...]:
    """Return how many cards go to each receiver, in order, in the pass `going`."""
    return tuple([number for number, _ in going])


def _list_give_moves(state: AnacondaState, seat: int) -> Iterator[Move]:
    sizes, hand = list_pass_sizes(state.next_pass), state.hands[seat]
    return (build_give_move(cards, sizes) for cards in combinations(hand, sum(sizes)))


def build_keep_move(cards: tuple[Card, ...] | list[Card]) -> Move:
    """Return the move that keeps these five cards and hides the last of them."""
    return Move("keep", None, (tuple(cards[:SHOWN]),), (("hide", (cards[SHOWN],)),))


def _list_keep_moves(state: AnacondaState, seat: int) -> Iterator[Move]:
    for five in combinations(state.hands[seat], KEPT):
        for hidden in range(KEPT):
            yield build_keep_move([*five[:hidden], *five[hidden + 1 :], five[hidden]])


def _build_pass_form_fields(state: AnacondaState, seat: int) -> tuple[Field, ...]:
    """Return the fields of the form for passing cards: a tuple with one field, for choosing the cards.

    If several players get cards, the field has a part for each of them.
    """
    number = sum(list_pass_sizes(state.next_pass))
    active = len(state.active_seats)
    parts = [
        (cards, "/" if place else "", describe_direction_briefly(active, steps))
        for place, (cards, steps) in enumerate(state.next_pass)
    ]
    split = tuple(parts) if len(parts) > 1 else ()
    label = build_pass_prompt(state, seat, link=", and then ", end="")
    return (Field("cards", "cards", label, (f"hand-{seat}",), number, number, split=split),)


def _build_keep_form_fields(state: AnacondaState, seat: int) -> tuple[Field, ...]:
    order = " in the order you’ll reveal them" if state.options.reveal == "roll" else ""
    label = f"Pick five cards to keep{order}. The last one stays face down"
    split = ((SHOWN, "", ""), (KEPT - SHOWN, "hide", "hidden"))
    return (Field("cards", "cards", label, (f"hand-{seat}",), KEPT, KEPT, split=split),)


def _build_declaration_describer(chips: str, goal: str) -> Callable[[AnacondaState, int], str]:
    """Return a function that says in words what a declaration means.

    `goal` says what the player goes for, such as “the best hand”. `chips` says what the player holds in a closed fist
    to declare this. It's left out of the words if declarations are spoken.
    """

    def describe_declaration(state: AnacondaState, seat: int) -> str:
        return f"You go for {goal}." if state.options.declare_mode == "spoken" else f"{chips}: you go for {goal}."

    return describe_declaration


def _describe_both_ways(state: AnacondaState, seat: int) -> str:
    win = "win" if state.options.declare_both == "must-win-both" else "win or tie"
    return _build_declaration_describer(
        "Two chips in your fist", f"the best hand and the lowest, and have to {win} both"
    )(state, seat)


def _build_declaration_verb(name: str, words: str, label: str, sentence: Callable[[AnacondaState, int], str]) -> Own:
    return Own(
        *(name, words, playing.declare, ("declare",)),
        when=legality.can_declare_both_ways if name == BOTH else None,
        clause="declare.one-way",
        not_now=legality.check_declaration_timing,
        label=label,
        note=lambda state, seat: SAME_FIVE if name == BOTH else name_best_hand(state.hands[seat], name, state.options),
        sentence=sentence,
    )


GIVE = Own(
    *("give", "pass cards", playing.pass_cards, ("pass",)),
    clause="pass.choose-three",
    parts=("groups",),
    judge=legality.check_passed_cards,
    not_now=legality.check_pass_timing,
    moves=_list_give_moves,
    by_example=True,
    label="Pass cards",
    sentence=build_pass_prompt,
    fields=_build_pass_form_fields,
)
GO_HIGH = _build_declaration_verb(
    HIGH, "declare high", "High", _build_declaration_describer("A chip in your fist", "the best hand")
)
GO_LOW = _build_declaration_verb(
    LOW, "declare low", "Low", _build_declaration_describer("An empty fist", "the lowest hand")
)
GO_BOTH = _build_declaration_verb(BOTH, "declare both ways", "Both", _describe_both_ways)
KEEP = Own(
    *("keep", "keep five cards", playing.keep_five_cards, ("final",)),
    clause="final.show-four",
    parts=("groups", "hide"),
    judge=legality.check_kept_cards,
    not_now=legality.check_keep_timing,
    moves=_list_keep_moves,
    by_example=True,
    label="Keep",
    sentence="Keep five cards. The last one you choose stays face down.",
    fields=_build_keep_form_fields,
)
FOLD, CHECK, CALL, BET, RAISE = BETTING = build_betting_verbs(CLAUSES, playing.continue_betting)
DEAL = build_deal_verb(playing.deal, "deal the cards")
VERBS: Verbs[AnacondaState] = Verbs(*BETTING, GIVE, GO_HIGH, GO_LOW, GO_BOTH, KEEP, FIRST_DEALER, DEAL)
