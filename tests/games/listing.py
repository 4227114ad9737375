"""Whether each verb that has a legal move is listed: `python -m tests.games.listing [--minutes 10] [slug…]`.

On tables with few cards everything that the fields of an action can say is tried, each wild card left open and named,
for the verbs of which no move is listed. The tables come of random play by any house rules, in which hands are dealt
anew from cards that are close to one another, so that much can be laid.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from random import Random
from time import process_time
from typing import Any, NamedTuple

import games
from games.cards import (
    JOKER,
    PACK,
    UNKNOWN,
    Card,
    format_cards,
    list_missing_cards,
    parse_card,
    parse_cards,
    sort_cards,
)
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import DEALER, State
from games.engine.view import Action, Field, Screen, View
from games.errors import RulesError
from tests.games.wandering import every_value, some_rules

MOST = 1500
"""So many moves of one verb are tried in one position at most, drawn at random if there are more."""
NAMED = 2
"""Where fewer cards are wild, each is named too, as anything near."""
AGAIN = 0.1
"""How often a verb that is listed is tried all the same."""


class Found(NamedTuple):
    """What was looked at: positions, moves tried in them, and legal ones of verbs that were listed or were not."""

    positions: int = 0
    tried: int = 0
    listed: int = 0
    unlisted: tuple[str, ...] = ()


def look(game: Game[Any], options: Options, seats: int, rng: Random, positions: int, most: int = MOST) -> Found:
    """Looks for unlisted verbs in so many small positions, and tries so many moves of each at most.

    Now and then a verb that is listed is tried too, to see that this search finds what there is.
    """
    tried, confirmed, unlisted = 0, 0, []
    for state, seat in islice(small_tables(game, options, seats, rng), positions):
        listed = {move.verb for move in game.list_moves(state, seat)}
        screen = game.build_screen(game.build_view(state, seat))
        for action in screen.actions:
            if action.verb in listed and rng.random() > AGAIN:
                continue
            for text in islice(sayings(action, screen, rng), most):
                tried += 1
                if allowed(game, state, seat, game.parse_move(text)):
                    if action.verb in listed:
                        confirmed += 1
                    else:
                        unlisted.append(f"{text!r} by seat {seat} of {game.build_position(state)}")
                    break
    return Found(positions, tried, confirmed, tuple(unlisted))


def disagreement(game: Game[Any], state: State, seat: int, rng: Random) -> str:
    """Return where what is listed and what is allowed differ, or "" if they agree in full.

    Everything that a seat's actions offer is tried: each card, place and value. What is legal of it is listed, or does
    what one that is listed does; what is listed is offered and legal. Verbs that are listed by example are left out:
    `look` tries those.
    """
    screen = game.build_screen(game.build_view(state, seat))
    for action in screen.actions:
        verb = game.verbs[action.verb]
        if verb.by_example:
            continue
        listed = set(verb.list_moves(state, seat))
        offered = (game.parse_move(text) for text in sayings(action, screen, rng))
        legal = {move for move in offered if game.find_violation(state, seat, move) is None}
        if listed - legal:
            return f"“{(listed - legal).pop()}” is listed and not offered as a legal move"
        outcomes = {_outcome(game, state, seat, move) for move in listed} if legal - listed else set()
        for move in legal - listed:
            if _outcome(game, state, seat, move) not in outcomes:
                return f"“{move}” is legal and not listed"
    return ""


def _outcome(game: Game[Any], state: State, seat: int, move: Move) -> str:
    after = state.copy()
    game.apply_move(after, seat, move)
    return json.dumps(game.build_position(after), sort_keys=True)


def allowed(game: Game[Any], state: State, seat: int, move: Move) -> bool:
    """Return whether a move is legal and changes anything, or one that it can mean."""
    legal = (
        meant for meant in game.list_move_readings(state, seat, move) if game.find_violation(state, seat, meant) is None
    )
    return any(_changes(game, state, seat, meant) for meant in legal)


def _changes(game: Game[Any], state: State, seat: int, move: Move) -> bool:
    """Return whether a legal move changes more than the order in which melds lie."""
    after = state.copy()
    game.apply_move(after, seat, move)
    now, then = game.build_position(state), game.build_position(after)
    melds = [[sorted(own) for own in position.get("melds", [])] for position in (now, then)]
    return melds[0] != melds[1] or now | {"melds": []} != then | {"melds": []}


# -- small tables ----------------------------------------------------------------------------------


def small_tables(game: Game[Any], options: Options, seats: int, rng: Random) -> Iterator[tuple[State, int]]:
    """States of random play with few cards in the hand of the seat that may move."""
    while True:
        state = game.start_match(options, seats)
        while state.waiting:
            seat = rng.choice((*state.waiting, *state.interrupting_seats))
            if seat == DEALER:
                game.apply_move(state, seat, game.draw_dealer_move(state, rng))
                continue
            if rng.random() < 0.4:
                state = dealt_anew(game, state, seat, rng, rng.randrange(8, 15))
            yield dealt_anew(game, state, seat, rng, rng.randrange(3, 9)), seat
            listed = game.list_moves(state, seat)
            if not listed:
                continue
            verb = rng.choice(sorted({move.verb for move in listed}))
            game.apply_move(state, seat, rng.choice([move for move in listed if move.verb == verb]))


def dealt_anew(game: Game[Any], state: State, seat: int, rng: Random, size: int) -> State:
    """The same table with so many cards in this hand, close to one another or to what lies open, if that can be."""
    position = game.build_position(state)
    if "stock" not in position:
        return state
    hands = [parse_cards(hand) for hand in position["hands"]]
    pool = [card for hand in hands for card in hand] + list(parse_cards(position["stock"]))
    texts = [" ".join("?" * len(hand)) for hand in hands]
    texts[seat] = format_cards(close(pool, _open_cards(position), rng, size))
    left_out = ("stock", "seen", "known")
    try:
        smaller = game.load_position(
            {key: value for key, value in position.items() if key not in left_out} | {"hands": texts}
        )
        whole = game.sample_possible_state(View(game.slug, seat, game.build_position(smaller)), rng)
    except RulesError:
        return state
    return whole if whole.can_move(seat) else state


def _open_cards(position: dict[str, Any]) -> list[Card]:
    melded = [card.base for own in position.get("melds", ()) for meld in own for card in parse_cards(meld)]
    newest = parse_cards(position.get("line", "") or position.get("pile", ""))[-3:]
    return [*melded, *newest]


def close(pool: list[Card], near: list[Card], rng: Random, size: int) -> list[Card]:
    """So many cards of the pool around two of those that are `near`, or any two; some wild, some not close at all."""
    known = [card for card in (*near, *pool) if card.rank]
    centres = [rng.choice(known) for _ in range(2)]
    odd = rng.choice((0.02, 0.1, 0.3))

    def distance(card: Card) -> float:
        if not card.rank or rng.random() < odd:
            return rng.random() * 8
        ranks = [abs(card.rank - centre.rank) for centre in centres]
        apart = [min(gap, 13 - gap) + 2 * (card.suit != one.suit) for gap, one in zip(ranks, centres, strict=True)]
        return min(apart) + rng.random()

    return sorted([card for card in pool if card is not UNKNOWN], key=distance)[:size]


# -- everything that can be said -------------------------------------------------------------------


def sayings(action: Action, screen: Screen, rng: Random) -> Iterator[str]:
    """Moves of an action in any order: each choice of what its fields offer, as text."""
    values = [list(_values(field, screen, rng)) for field in action.fields]
    number = 1
    for offered in values:
        rng.shuffle(offered)
        number *= len(offered)
    if number <= 20 * MOST:
        chosen: Iterable[Sequence[str]] = rng.sample(list(product(*values)), number)
    else:
        chosen = ([rng.choice(offered) for offered in values] for _ in range(MOST))
    for pieces in chosen:
        said = [f"{field.join} {piece}" if piece else "" for field, piece in zip(action.fields, pieces, strict=True)]
        yield " ".join(" ".join((action.verb, *said)).split())


def _values(field: Field, screen: Screen, rng: Random) -> Iterator[str]:
    """Yield what one field can hold, as text; "" if it may be left empty."""
    zones = [screen.get_zone(id) for id in field.zones]
    cards = [card for zone in zones for card in parse_cards(" ".join(zone.cards)) if card is not UNKNOWN]
    if field.kind == "amount":
        amounts = range(field.low, field.high + 1, field.step)
        yield from map(str, amounts if len(amounts) <= 40 else {*amounts[:9], *amounts[-9:], *rng.sample(amounts, 9)})
        return
    if not field.low:
        yield ""
    if field.kind == "choice":
        yield from (value for value, _ in field.values)
    elif field.kind == "target":
        yield from (str(zone.number) for zone in zones)
    elif field.kind == "tail":
        yield from (str(depth + 1) for depth in range(len(cards)))
    elif field.kind == "place":
        yield from (str(place + 1) for zone in zones for place in range(len(zone.cards)))
    elif field.kind == "groups":
        table = [card.base for zone in zones if zone.layout != "fan" for card in parse_cards(" ".join(zone.cards))]
        hand = list_missing_cards([card.base for card in cards], table)
        wild = _wild(screen)
        for laid in islice(_groupings(table, hand, wild, rng), MOST):
            yield from (" / ".join(said) for said in product(*(list(_named(group, wild, ())) for group in laid)))
    elif field.high == 1:
        yield from dict.fromkeys(card.code for card in cards)
    else:
        wild = _wild(screen) if field.wild else frozenset()
        for chosen in _choices([card.base for card in cards], field, wild):
            yield from _named(chosen, wild, PACK)


def _wild(screen: Screen) -> frozenset[Card]:
    return frozenset([JOKER, *(parse_card(code) for zone in screen.zones for code in zone.marked)])


def _choices(cards: Sequence[Card], field: Field, wild: frozenset[Card]) -> Iterator[tuple[Card, ...]]:
    """Every choice of cards that a field takes; where fewer than a contract are asked for, of one suit or rank.

    Where exactly so many are asked for, they need not be alike: cards that are given away, say.
    """
    sizes = range(max(field.low, 1), min(field.high, len(cards)) + 1)
    for size in sizes:
        for chosen in dict.fromkeys(combinations(sort_cards(cards), size)):
            if field.low > 5 or field.low == field.high or _alike(chosen, wild):
                yield chosen


@lru_cache(maxsize=200_000)
def _alike(cards: tuple[Card, ...], wild: frozenset[Card]) -> bool:
    """Whether the cards that are not wild are of one rank, or of one suit and no further apart than a run allows."""
    plain = [card for card in cards if card not in wild]
    ranks = {card.rank for card in plain}
    if len(ranks) < 2:
        return True
    if len({card.suit for card in plain}) > 1 or len(ranks) < len(plain):
        return False
    spans = (ranks, {rank if rank > 1 else 14 for rank in ranks})
    return min(max(span) - min(span) for span in spans) < max(len(cards), 3)


def _named(cards: Sequence[Card], wild: frozenset[Card], faces: Sequence[Card]) -> Iterator[str]:
    """Some cards as they are, with every wild one left open, and with a few wild ones standing for any of the faces."""
    yield format_cards(cards)
    if any(card in wild for card in cards):
        yield " ".join(f"{card.code}=?" if card in wild else card.code for card in cards)
        if sum(card in wild for card in cards) < NAMED:
            near = [face for face in faces if _alike((*cards, face), wild)]
            meanings = [[card.substitute_for(face) for face in near] if card in wild else [card] for card in cards]
            yield from (format_cards(meant) for meant in product(*meanings))


def _groupings(
    table: list[Card], hand: list[Card], wild: frozenset[Card], rng: Random
) -> Iterator[list[tuple[Card, ...]]]:
    """Ways to lay all these table cards, and any of the hand, in groups that are alike; at random and without end."""
    for _ in range(4 * MOST):
        left, spare, laid = rng.sample(table, len(table)), rng.sample(hand, rng.randrange(len(hand) + 1)), []
        while left or len(spare) > 2:
            first = (left or spare)[0]
            others = [card for card in list_missing_cards([*left, *spare], [first]) if _alike((first, card), wild)]
            size = rng.choice((3, 3, 3, 4, 4, 5, 6))
            group = (first, *rng.sample(others, min(size - 1, len(others))))
            if len(group) < 3 or not _alike(group, wild):
                break
            laid.append(tuple(sort_cards(group)))
            spare, left = list_missing_cards(spare, list_missing_cards(group, left)), list_missing_cards(left, group)
        if laid and not left:
            yield laid


# -- as a command ----------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="of processor time, for all games together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("slugs", nargs="*")
    asked = parser.parse_args()
    chosen = [games.get(slug) for slug in asked.slugs] or list(games.all_games().values())
    for game in chosen:
        rng, begun, sums, values = Random(asked.seed), process_time(), Counter[str](), list(every_value(game))
        while process_time() - begun < 60 * asked.minutes / len(chosen):
            rules = some_rules(game, rng, dict([rng.choice(values)]))
            found = look(game, *rules, rng, 40) if rules else Found()
            sums.update(positions=found.positions, tried=found.tried, listed=found.listed, missed=len(found.unlisted))
            print(*found.unlisted[:3], sep="\n", end="\n" * bool(found.unlisted))
        print(
            "{:16}{positions:9} positions, {tried:9} moves tried, {listed:7} verbs confirmed, ".format(
                game.slug, **sums
            )
        )
        print(f"{'':16}{sums['missed']:9} verbs not listed", flush=True)


if __name__ == "__main__":
    main()
