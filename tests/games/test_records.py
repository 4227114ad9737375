"""The cards are dealt as `record.md` of each game says: dealt here once more, from its words and the moves alone.

Nothing of a game's own code is used, only what stands in a record: options, seats, moves, results. What lies on the
table after the deal is then compared with a position of the engine. Cards are texts, a hand is a list of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.state import DEALER
from games.engine.table import Table
from tests.games.wandering import move_of, some_rules

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
DEALS = 12
"""So many deals of each match are looked at."""


@dataclass
class Stranger:
    """Somebody who knows a match by its record alone, up to a deal."""

    rules: dict[str, Any]
    seats: int
    dealer: int
    results: list[dict[str, Any]]
    """Those of the deals before."""
    moves: list[tuple[int, str]]
    """All moves up to the deal, which is the last."""
    table: dict[str, Any] = field(default_factory=dict)
    """What lies there now, by the keys of a position."""

    @property
    def cards(self) -> list[str]:
        return self.moves[-1][1].split()[1:]

    @property
    def before(self) -> str:
        """The verb of the move before the deal."""
        return self.moves[-2][1].split()[0]

    def from_left(self, step: int = 1) -> list[int]:
        """The seats from the one after the dealer, the dealer last."""
        return [(self.dealer + step * place) % self.seats for place in range(1, self.seats + 1)]

    def round_and_round(self, order: Sequence[int], each: int) -> list[str]:
        """One card at a time to each of these seats, so many rounds; the cards that are left."""
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        cards = iter(self.cards)
        for _ in range(each):
            for seat in order:
                hands[seat].append(next(cards))
        self.table["hands"] = hands
        return list(cards)


# -- a game each, by its own words ------------------------------------------------------------------


def anaconda(one: Stranger) -> None:
    chips = one.results[-1]["facts"]["chips"] if one.results else [one.rules["stack"]] * one.seats
    one.table["stock"] = one.round_and_round([seat for seat in one.from_left() if chips[seat]], 7)
    assert sorted(one.cards) == sorted(PACK)


def beggar_my_neighbor(one: Stranger) -> None:
    order, cards = one.from_left(), one.cards
    stacks: list[list[str]] = [[] for _ in range(one.seats)]
    if one.seats == 2 and one.rules["deal-style"] == "halves":
        stacks[order[0]], stacks[order[1]] = cards[:26], cards[26:]
    else:
        for number, card in enumerate(cards):
            stacks[order[number % one.seats]].insert(0, card)
    one.table |= {"hands": stacks, "turn": order[0]}
    assert sorted(cards) == sorted(PACK)


def chinese_ten(one: Stranger) -> None:
    order = one.from_left(1 if one.rules["direction"] == "cw" else -1)
    rest = one.round_and_round(order, {2: 12, 3: 8, 4: 6, 5: 5}[one.seats])
    layout, stock = rest[:4], rest[4:]
    one.table |= {"layout": layout, "stock": stock, "piles": [[] for _ in range(one.seats)]}
    if len({card[0] for card in layout}) == 1 and layout[0][0] in "5TJQK":
        one.table["piles"][one.dealer], one.table["layout"] = layout, []
    assert sorted(one.cards) == sorted(PACK + ["*", "*"] * (one.seats == 5))


def commune(one: Stranger) -> None:
    whole = one.rules["start-tokens"]
    tokens = one.results[-1]["facts"]["tokens"] if one.results else [whole] * one.seats
    hands: list[list[str]] = [[] for _ in range(one.seats)]
    wanted = [1 + whole - left if left else 0 for left in tokens]
    cards = one.cards
    while any(len(hand) < number for hand, number in zip(hands, wanted, strict=True)):
        for seat in one.from_left():
            if len(hands[seat]) < wanted[seat]:
                hands[seat].append(cards.pop(0))
    one.table |= {"hands": hands, "stock": cards}
    assert sorted(one.cards) == sorted(PACK + ["*"] * one.rules["jokers"])


def contract_rummy(one: Stranger) -> None:
    sizes = {"10x3-12x4": [10] * 3 + [12] * 9, "10x4-12x3": [10] * 4 + [12] * 9, "all-11": [11] * 12}
    last = {"classic7": 7, "six": 6, "shanghai10": 10}[one.rules["contracts"]] - 1
    rest = one.round_and_round(one.from_left(), sizes[one.rules["deal-sizes"]][min(len(one.results), last)])
    turned = 1 if one.rules["upcard-at-deal"] else 0
    one.table |= {"pile": rest[:turned], "stock": rest[turned:], "turn": one.from_left()[0]}


def court_piece(one: Stranger) -> None:
    order = one.from_left(1 if one.rules["direction"] == "clockwise" else -1)
    hands: list[list[str]] = [[] for _ in range(4)]
    for place, seat in enumerate(order):
        hands[seat] = one.cards[5 * place : 5 * place + 5]
    one.table |= {"hands": hands, "stock": one.cards[20:], "turn": order[0]}
    assert sorted(one.cards) == sorted(PACK)


def daifugo(one: Stranger) -> None:
    order = one.from_left(1 if one.rules["direction"] == "clockwise" else -1)
    if one.results and one.rules["seating"] == "by-title":
        places = one.results[-1]["facts"]["places"]
        order = sorted(range(one.seats), key=lambda seat: places[seat])
    pack = PACK + ["*"] * one.rules["jokers"]
    aside = len(pack) % one.seats if one.rules["deal-remainder"] == "set-aside" else 0
    hands: list[list[str]] = [[] for _ in range(one.seats)]
    for number, card in enumerate(one.cards[: len(pack) - aside]):
        hands[order[number % one.seats]].append(card)
    one.table["stock"] = one.cards[len(pack) - aside :]
    assert sorted(one.cards) == sorted(pack)
    assert "*" not in one.table["stock"]
    tribute = one.rules["exchange-top-three-players"] if one.seats == 3 else one.rules["exchange-top"]
    second = one.rules["exchange-second"] if one.seats > 3 else 0
    if not one.results or not (tribute or second):
        one.table["hands"] = hands
        return
    titled = sorted(range(one.seats), key=lambda seat: one.results[-1]["facts"]["places"][seat])
    for taker, giver, number in ((titled[0], titled[-1], tribute), (titled[1], titled[-2], second)):
        best = sorted(hands[giver], key=lambda card: ("3456789TJQKA2*".index(card[0]), -"CDHS".find(card[-1])))
        given = best[len(best) - number :]
        for card in given:
            hands[giver].remove(card)
        low = sorted(hands[taker] + given, key=lambda card: ("3456789TJQKA2*".index(card[0]), "CDHS".find(card[-1])))
        back = low[:number] if one.rules["exchange-return"] == "lowest" else []
        hands[giver] += back
        hands[taker] = low[len(back) :]
    one.table["hands"] = hands


def guts(one: Stranger) -> None:
    said = one.results[-1]["facts"]["said"] if one.results else ["in"] * one.seats
    there = [seat for seat in one.from_left() if said[seat] is not None]
    if one.rules["short-stack"] == "table-stakes" and one.results and ante_due(one):
        there = [seat for seat in there if one.results[-1]["facts"]["chips"][seat] >= one.rules["ante"]]
    one.table["stock"] = one.round_and_round(there, one.rules["cards"])
    assert sorted(one.cards) == sorted(PACK)


def ante_due(one: Stranger) -> bool:
    """Rulebook: ante.when. By the book no money is at stake if nobody has paid and somebody has won."""
    last, rule = one.results[-1], one.rules["ante-rule"]
    if rule == "every-hand" or (one.rules["all-out"] == "re-ante" and last["clause"] == "pot.all-out"):
        return True
    if rule == "pot-empty":
        return not last["facts"]["next"]
    live = not last["winners"] or sum(last["facts"]["paid"]) or last["facts"]["next"] > len(last["winners"]) - 1
    return not live


def lorum(one: Stranger) -> None:
    order = one.from_left(1 if one.rules["direction"] == "clockwise" else -1)
    assert not one.round_and_round(order, 8)
    one.table["turn"] = order[0]
    assert sorted(one.cards) == sorted(card for card in PACK if card[0] in "789TJQKA")


def mille(one: Stranger) -> None:
    rest = one.round_and_round(one.from_left(), 15)
    one.table |= {"pile": rest[:1], "stock": rest[1:], "turn": one.from_left()[0]}
    assert sorted(one.cards) == sorted(PACK * 2)


def vazhushal(one: Stranger) -> None:
    rest = one.round_and_round(one.from_left(), 13)
    packs = {"auto": 1 if one.seats == 2 else 2, "1": 1, "2": 2}[one.rules["packs"]]
    assert sorted(one.cards) == sorted(PACK * packs + ["*"] * (2 * packs + one.rules["extra-jokers"]))
    if one.rules["wild-rule"] != "printed-only":
        at = len(rest) - 1
        while one.rules["neg-printed"] == "redraw" and rest[at] == "*":
            at -= 1
        negative = rest.pop(at)
        one.table["negative"] = negative
        if one.rules["neg-drawable"]:
            rest.append(negative)
    one.table |= {"line": rest[:1], "stock": rest[1:]}


DEALT: dict[str, Callable[[Stranger], None]] = {
    "anaconda": anaconda,
    "beggar-my-neighbor": beggar_my_neighbor,
    "chinese-ten": chinese_ten,
    "commune": commune,
    "contract-rummy": contract_rummy,
    "court-piece": court_piece,
    "daifugo": daifugo,
    "guts": guts,
    "lorum": lorum,
    "mille": mille,
    "vazhushal": vazhushal,
}


# -- who deals next, by the same words -----------------------------------------------------------------


def next_seat(rules: dict[str, Any], seats: int, dealer: int, result: dict[str, Any]) -> int:
    return (dealer + 1) % seats


def next_in_direction(rules: dict[str, Any], seats: int, dealer: int, result: dict[str, Any]) -> int:
    return (dealer + (1 if rules["direction"] == "cw" else -1)) % seats


def next_with(fact: str) -> Callable[[dict[str, Any], int, int, dict[str, Any]], int]:
    """The next seat clockwise that has any of what a fact counts."""
    return lambda rules, seats, dealer, result: next(
        seat for by in range(1, seats + 1) if result["facts"][fact][seat := (dealer + by) % seats]
    )


NEXT: dict[str, Callable[[dict[str, Any], int, int, dict[str, Any]], int]] = {
    "anaconda": next_with("chips"),
    "beggar-my-neighbor": next_seat,
    "chinese-ten": next_in_direction,
    "commune": next_with("tokens"),
    "contract-rummy": next_seat,
    "daifugo": lambda rules, seats, dealer, result: int(result["facts"]["destitute"]),
    "mille": next_seat,
    "vazhushal": next_seat,
}


def who_deals(slug: str, one: Stranger) -> int:
    """Return who deals, by the lot and the results."""
    dealer = next(int(text.split()[1]) for _, text in one.moves if text.startswith("dealer "))
    if slug == "lorum":
        step = 1 if one.rules["direction"] == "clockwise" else -1
        number = len(one.results)
        return (dealer + step * (number // 7 if one.rules["schedule"] == "dealer-block" else number % 4)) % 4
    for result in one.results:
        dealer = NEXT[slug](one.rules, one.seats, dealer, result)
    return dealer


# -- the engine's table, and the stranger's ----------------------------------------------------------


def as_lists(position: dict[str, Any]) -> dict[str, Any]:
    """A position with cards as lists."""
    found = dict(position)
    for key, value in position.items():
        if key in ("stock", "pile", "layout", "line"):
            found[key] = value.split()
        elif key == "hands" or (key == "piles" and isinstance(value, list)):
            found[key] = [hand.split() for hand in value]
    return found


def tables(game: Game[Any]) -> Iterator[Table]:
    """Matches by the book, by each preset and by house rules drawn at random, of the fewest and of the most."""
    rng = Random(7)
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        allowed = game.list_seat_counts(options)
        for seats in sorted({allowed[0], allowed[-1]}):
            yield Table(game, options, seats)
    for _ in range(8):
        if drawn := some_rules(game, rng):
            yield Table(game, *drawn)


def dealt(game: Game[Any], table: Table, rng: Random) -> Iterator[Stranger]:
    """The deals of a match that went through, each as a stranger knows it, while the table lies as it was dealt."""
    rules = {option.name: table.state.options.get_option_value(option.name) for option in game.options.list_options()}
    while not table.is_over and table.state.match.deals < DEALS:
        seat = rng.choice(table.state.waiting)
        dealer = table.state.match.dealer
        table.play_move(seat, move_of(game, table.state, seat, rng))
        verb = table.record.moves[-1][1].split()[0]
        if seat == DEALER and verb == "deal" and table.state.waiting != (DEALER,):
            results = [one.to_json() for one in table.state.match.results]
            assert dealer is not None
            yield Stranger(rules, table.state.seats, dealer, results, table.record.moves[:])


@pytest.mark.slow
@pytest.mark.parametrize("slug", DEALT)
def test_the_cards_are_dealt_as_the_record_is_explained(slug: str) -> None:
    game, rng, number = games.get(slug), Random(3), 0
    for table in tables(game):
        for one in dealt(game, table, rng):
            if slug in (*NEXT, "lorum"):
                assert who_deals(slug, one) == one.dealer
            DEALT[slug](one)
            lies = as_lists(game.build_position(table.state))
            if slug == "vazhushal" and lies["phase"] == "redeal":
                continue
            for key, value in one.table.items():
                if key == "hands" and slug in SORTED:
                    lies[key], value = [sorted(hand) for hand in lies[key]], [sorted(hand) for hand in value]
                assert lies[key] == value, (key, one.rules, one.seats)
            number += 1
    assert number >= 20


SORTED = ("daifugo",)
"""Games whose hands lie by rank."""


# -- what else is shuffled or dealt --------------------------------------------------------------------


def replayed(
    slug: str, verb: str, enough: int = 20, **rules: Any
) -> Iterator[tuple[dict[str, Any], list[str], dict[str, Any]]]:
    """Each move of a verb in some random matches: the table before it, the words of the move, the table after it.

    In half of them nobody lays anything as long as they can draw and discard, so that stocks run out.
    """
    game, found = games.get(slug), 0
    for seed in range(60):
        rng, options = Random(seed), game.options(rules)
        table = Table(game, options, rng.choice(game.list_seat_counts(options)))
        while found < enough and not table.is_over and table.state.match.deals < DEALS:
            seat, before = rng.choice(table.state.waiting), None
            listed = [move for move in game.list_moves(table.state, seat) if move.verb in ("stock", "discard")]
            move = rng.choice(listed) if listed and seed % 2 else move_of(game, table.state, seat, rng)
            if move.verb == verb:
                before = as_lists(game.build_position(table.state))
            table.play_move(seat, move)
            if before:
                found += 1
                yield before, str(move).split()[1:], as_lists(game.build_position(table.state))
        if found >= enough:
            return
    assert found, verb


@pytest.mark.parametrize("slug", ["contract-rummy", "mille"])
def test_a_new_stock_is_as_it_was_shuffled(slug: str) -> None:
    for before, cards, after in replayed(slug, "reshuffle"):
        assert sorted(cards) == sorted(before["pile"][:-1])
        assert not before["stock"]
        assert after["pile"] == before["pile"][-1:]
        drawing, number = before["due"][0] if "due" in before else (before["turn"], 1)
        if number <= len(cards) and len(after["stock"]) == len(cards) - number:
            assert after["stock"] == cards[number:]
            assert sorted(after["hands"][drawing]) == sorted(before["hands"][drawing] + cards[:number])


def test_a_starter_goes_back_as_it_was_shuffled() -> None:
    game, rng, found = games.get("vazhushal"), Random(1), 0
    options = game.options(
        {"starter-nobody-pure": "back-into-deck", "extra-jokers": 4, "neg-printed": "redraw", "neg-drawable": True}
    )
    while found < 5:
        state = game.start_match(options, 2)
        while state.waiting == (DEALER,):
            before, move = as_lists(game.build_position(state)), game.draw_dealer_move(state, rng)
            game.play_move(state, DEALER, move)
            if move.verb != "reshuffle":
                continue
            cards, after = str(move).split()[1:], as_lists(game.build_position(state))
            above = len(cards) - 1
            assert sorted(cards) == sorted([*before["line"], *before["stock"][:above]])
            assert after["line"] == cards[:1]
            assert after["stock"] == [*cards[1:], *before["stock"][above:]]
            found += 1


def test_the_other_eight_are_dealt_when_trumps_are_called() -> None:
    for packets, sizes in (("5-4-4", (4, 4)), ("5-8", (8,)), ("5-singles", (1,) * 8)):
        for direction, step in (("clockwise", 1), ("counterclockwise", -1)):
            rules = {"deal-packets": packets, "direction": direction}
            for before, _, after in replayed("court-piece", "trump", **rules):
                hands, rest = before["hands"], before["stock"]
                for size in sizes:
                    for place in range(4):
                        hands[(before["turn"] + step * place) % 4] += rest[:size]
                        rest = rest[size:]
                assert (after["hands"], after["stock"], rest) == (hands, [], [])


def test_a_pile_goes_under_the_stack_as_it_was_shuffled() -> None:
    for before, cards, after in replayed("beggar-my-neighbor", "mix", **{"pile-order": "shuffled"}):
        owner = before["owner"]
        assert sorted(cards) == sorted(before["pile"])
        assert after["hands"][owner] == [*before["hands"][owner], *cards]


def test_stacks_are_shuffled_one_after_the_other() -> None:
    game, hands = games.get("beggar-my-neighbor"), [PACK[:20], [], PACK[20:]]
    position = {
        "seats": 3,
        "options": {"endless": "shuffle", "more-players": True},
        "phase": "stir",
        "hands": [" ".join(one) for one in hands],
    }
    state = game.load_position(position)
    text = str(game.draw_dealer_move(state, Random(1)))
    game.play_move(state, DEALER, game.parse_move(text))
    stacks = [stack.split() for stack in text.removeprefix("stir ").split(" / ")]
    assert as_lists(game.build_position(state))["hands"] == [stacks[0], [], stacks[1]]


def test_the_ghost_takes_the_next_cards() -> None:
    for verb in ("in", "out"):
        for before, _, after in replayed("guts", verb, ghost="always", cards=3):
            if after["ghost"]:
                assert after["ghost"].split() == before["stock"][:3]
