"""How long the rules take for an answer: the legal wipes of a long line, and why a move is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import games
from games.cards import JOKER, PACK, Card, build_deck, format_cards, get_card, subtract_cards
from games.engine.move import Move
from games.engine.state import DEALER, State
from games.vazhushal.wipe_search import list_legal_wipes
from tests.bench.measuring import Effort, Row, ms, percentile, say, timed

LINE = 20
HANDS = (13, 20)
SEATS = 4
MOST_WILDS = 4
WIPES_GOAL, WHY_GOAL = 2e-3, 1e-3
GAME: Any = games.get("vazhushal")


def measure(effort: Effort) -> Iterator[Row]:
    yield from _wipes(effort)
    yield _why_not(effort)


# -- wipes ---------------------------------------------------------------------------------------


def _wipes(effort: Effort) -> Iterator[Row]:
    """What a player about to draw may do, each depth by one example; then every single meld that a wipe can lay."""
    listed, every, moves = [], [], 0
    for opened in (True, False):
        for size in HANDS:
            some, all_of = [], []
            for number in range(effort(200, 50)):
                rng = Random(f"{opened}/{size}/{number}")
                state = _about_to_draw(rng, size, number % (MOST_WILDS + 1), opened)
                some.append(timed(partial(GAME.list_moves, state, 0)))
                all_of.append(timed(partial(_every_wipe, state)))
                moves += len(_every_wipe(state))
            kind = "opened" if opened else "not opened"
            say(
                f"  line of {LINE}, hand of {size}, {kind}: a wipe for each depth p50 {ms(percentile(some, 0.5))}, "
                f"p95 {ms(percentile(some, 0.95))}; every meld p50 {ms(percentile(all_of, 0.5))}, "
                f"p95 {ms(percentile(all_of, 0.95))}"
            )
            listed += some
            every += all_of
    late = percentile(listed, 0.95)
    yield Row(f"Legal wipes of a line of {LINE} (p95)", ms(late), "", "", ms(WIPES_GOAL), late <= WIPES_GOAL)
    yield Row(f"   with every meld, {moves / len(every):.0f} on average (p95)", ms(percentile(every, 0.95)))


def _every_wipe(state: State) -> list[Move]:
    return [move for depth in range(1, LINE + 1) for move in list_legal_wipes(state, 0, depth)]  # type: ignore[arg-type]


def _about_to_draw(rng: Random, size: int, wilds: int, opened: bool) -> State:
    """A line and a hand at random with so many wild cards among them; who has opened owns a run and a set."""
    negative = rng.choice(PACK)
    wild = [card for card in _ranked(negative) for _ in range(2)] + [JOKER] * 4
    plain = [card for card in subtract_cards(build_deck(2), [negative]) if card not in wild]
    melds = _run_and_set(rng, plain) if opened else []
    plain = subtract_cards(plain, [card for meld in melds for card in meld])
    cards = [*rng.sample(wild, wilds), *rng.sample(plain, LINE + size - wilds)]
    rng.shuffle(cards)
    position = {
        "seats": SEATS,
        "hands": [format_cards(cards[:size]), *["? " * 13] * (SEATS - 1)],
        "line": format_cards(cards[size:]),
        "melds": [[format_cards(meld) for meld in melds], *[[]] * (SEATS - 1)],
        "negative": negative.code,
    }
    state: State = GAME.load_position(position)
    return state


def _ranked(negative: Card) -> list[Card]:
    """The cards that this negative joker makes wild: those of its rank and the other colour."""
    return [
        get_card(negative.rank, suit) for suit in "CDHS" if get_card(negative.rank, suit).is_red is not negative.is_red
    ]


def _run_and_set(rng: Random, plain: list[Card]) -> list[list[Card]]:
    left = Counter(plain)
    while True:
        low, suit, rank = rng.randint(1, 11), rng.choice("CDHS"), rng.randint(1, 13)
        melds = [
            [get_card(low + step, suit) for step in range(3)],
            [get_card(rank, one) for one in rng.sample("CDHS", 3)],
        ]
        if not Counter([card for meld in melds for card in meld]) - left:
            return melds


# -- refusals ------------------------------------------------------------------------------------


def _why_not(effort: Effort) -> Row:
    """Moves of every verb, legal and not, asked about in the middle of random games."""
    rng, took = Random(5), list[float]()
    refused: Counter[str] = Counter()
    while len(took) < effort(12_000, 3_000):
        for state in _moments(rng):
            move = _any_move(rng, state)
            seat = rng.choice(state.waiting) if rng.random() < 0.95 else rng.randrange(state.seats)
            took.append(timed(partial(GAME.find_violation, state, seat, move)))
            violation = GAME.find_violation(state, seat, move)
            refused[violation.clause.id if violation else ""] += 1
    late = percentile(took, 0.95)
    say(
        f"  why not: {len(took)} moves, {refused.pop('', 0)} legal, the others refused by {len(refused)} clauses; "
        f"p50 {ms(percentile(took, 0.5))}, p95 {ms(late)}, worst {ms(max(took))}"
    )
    return Row("Why a move is refused (p95)", ms(late), "", "", ms(WHY_GOAL), late <= WHY_GOAL)


def _moments(rng: Random) -> Iterator[State]:
    """The positions of a random match in which a player is to move."""
    state = GAME.start_match(GAME.options(), rng.choice((2, 3, 4)))
    while state.waiting:
        seat = state.waiting[0]
        if seat == DEALER:
            GAME.apply_move(state, seat, GAME.draw_dealer_move(state, rng))
        else:
            yield state
            GAME.apply_move(state, seat, GAME.draw_random_move(state, seat, rng))


def _any_move(rng: Random, state: State) -> Move:
    """Return what somebody might try: a legal move, one with other cards, or anything at all."""
    seat = state.waiting[0]
    roll = rng.random()
    if roll < 0.3:
        move: Move = GAME.draw_random_move(state, seat, rng)
        return move
    near = [*state.hands[seat], *state.line[-6:]]  # type: ignore[attr-defined]
    pool = near if roll < 0.8 and near else build_deck(1, 2)
    groups = tuple(_cards(rng, pool, rng.randint(1, 5)) for _ in range(rng.choice((0, 1, 1, 1, 2, 3))))
    named = (("after", _cards(rng, pool, 3)),) if rng.random() < 0.2 else ()
    number = rng.choice((None, 1, 2, 3, 5, 101))
    return Move(rng.choice(list(GAME.verbs)), number, groups, named)


def _cards(rng: Random, pool: list[Card], size: int) -> tuple[Card, ...]:
    return tuple(_card(rng, pool) for _ in range(size))


def _card(rng: Random, pool: list[Card]) -> Card:
    card = rng.choice(pool)
    return card.substitute_for(rng.choice(PACK)) if card is JOKER or rng.random() < 0.1 else card
