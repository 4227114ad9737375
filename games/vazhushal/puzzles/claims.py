"""Statements about the game, and the facts behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from games.cards import JOKER, PACK, Card, card_of, codes, parse_card, parse_cards, without
from games.engine.event import Event
from games.engine.move import Move
from games.engine.options import BadOption
from games.engine.puzzle import Void
from games.engine.state import DEALER
from games.errors import HouseError
from games.kit.claims import Claim, Context, Value, near, one_of
from games.kit.melds import pure_runs
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.playing import doubles
from games.vazhushal.puzzles.common import RULES
from games.vazhushal.puzzles.scenes import random_run, seats_for
from games.vazhushal.state import HAND, VazhushalState, full_deck
from games.words import capital, many, quoted

# -- tables to look at ---------------------------------------------------------------------------


def seated_for(options: VazhushalOptions, wanted: Sequence[int]) -> int:
    """The first of these numbers of players that may sit down. Raises Void."""
    for seats in wanted:
        if not any(options.conflicts(seats)):
            return seats
    raise Void("So many cannot play by these house rules.")


def at_table(options: VazhushalOptions, seats: int, **position: Any) -> VazhushalState:
    """A table with these cards on it. Raises Void if there can be none."""
    try:
        return RULES.load({"options": options.changed(), "seats": seats, **position})
    except HouseError as refused:
        raise Void(str(refused)) from None


@lru_cache(maxsize=128)
def quiet_order(options: VazhushalOptions, seats: int, starter: Card | None = None) -> tuple[Card, ...]:
    """Cards in an order that makes nobody throw the hands in, with no joker at the bottom.

    With a `starter` it begins the line, and nobody is dealt a pure sequence.
    """
    rng = Random(seats)
    for _ in range(4000):
        order = full_deck(options, seats)
        rng.shuffle(order)
        _exchange(order, -1, next(place for place, card in enumerate(order) if card not in (JOKER, starter)))
        if starter is not None:
            _exchange(order, HAND * seats, next(place for place, card in enumerate(order[:-1]) if card is starter))
        hands = [order[seat : HAND * seats : seats] for seat in range(seats)]
        told_apart = len(set(order[: 2 * seats])) == 2 * seats and (starter or order[HAND * seats] is not JOKER)
        quiet = all(_doubles(options, hand) < (options.redeal_doubles or HAND) for hand in hands)
        if told_apart and quiet and not (starter and any(any(pure_runs(hand)) for hand in hands)):
            return tuple(order)
    raise Void("No such deal came up.")


def _exchange(order: list[Card], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]


def _doubles(options: VazhushalOptions, hand: Sequence[Card]) -> int:
    return doubles(RULES.load({"options": options.changed(), "seats": 3, "hands": [codes(hand)]}), 0)


def dealt(
    options: VazhushalOptions, seats: int, order: Sequence[Card], dealer: int
) -> tuple[VazhushalState, list[Event]]:
    """The table after this deal, and what was seen of it."""
    try:
        state = RULES.start(options, seats)
    except BadOption as refused:
        raise Void(str(refused)) from None
    RULES.apply(state, DEALER, Move("dealer", dealer))
    events = RULES.apply(state, DEALER, Move("deal", groups=(tuple(order),)))
    return state, events


def thrown_in(options: VazhushalOptions, seats: int, dealer: int) -> tuple[VazhushalState, list[Event]]:
    """A deal that gives the dealer's left six doubles. Raises Void where that means nothing."""
    if options.pack_count(seats) < 2 or not options.redeal_doubles:
        raise Void("Nothing is thrown in for doubles here.")
    hand = [card for card in PACK[:12:2] for _ in range(2)] + [PACK[20]]
    rest = without(full_deck(options, seats), hand)
    Random(seats).shuffle(rest)
    order: list[Card] = []
    for card in hand:
        order += [card, *rest[: seats - 1]]
        del rest[: seats - 1]
    return dealt(options, seats, [*order, *rest], dealer)


def finished(options: VazhushalOptions, seats: int, winner: int, **match: Any) -> tuple[VazhushalState, list[Event]]:
    """A table at which this seat has just discarded its last card."""
    melds: list[list[str]] = [[] for _ in range(seats)]
    melds[winner] = ["3S 4S 5S"]
    hands = ["? ? ?"] * seats
    hands[winner] = "KD"
    state = at_table(
        options,
        seats,
        phase="table",
        turn=winner,
        drawn="stock",
        hands=hands,
        melds=melds,
        line="9C",
        negative=_aside(options),
        match=match,
    )
    return state, RULES.apply(state, winner, Move("discard", groups=(parse_cards("KD"),)))


def _aside(options: VazhushalOptions) -> str:
    return "" if options.wild_rule == "printed-only" else "6H"


def last_card(options: VazhushalOptions, hand: str, line: str = "9C", stock: str = "2C") -> VazhushalState:
    """A table with one card in the stock, seat 0 about to draw."""
    seats = seated_for(options, (2, 3))
    hands = [hand, *["? ? ?"] * (seats - 1)]
    return at_table(
        options, seats, hands=hands, melds=[["3S 4S 5S"]], line=line, stock=stock, negative=_aside(options), seen=0
    )


# -- set-up and deal -----------------------------------------------------------------------------


def _players(options: VazhushalOptions, context: Context) -> Value:
    try:
        RULES.check_seats(options, context["seats"])
    except BadOption:
        return "no"
    return "yes"


def _packs(options: VazhushalOptions, context: Context) -> Value:
    return _deck(options, context)[PACK[0]]


def _jokers(options: VazhushalOptions, context: Context) -> Value:
    return _deck(options, context)[JOKER]


def _deck(options: VazhushalOptions, context: Context) -> Counter[Card]:
    try:
        return Counter(RULES.start(options, context["seats"]).deck())
    except BadOption as refused:
        raise Void(str(refused)) from None


def _first_dealer(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (4, 3, 2))
    state = RULES.start(options, seats)
    may = [seat for seat in range(seats) if RULES.why_not(state, DEALER, Move("dealer", seat)) is None]
    return "chance" if len(may) == seats else "host"


def _order(options: VazhushalOptions) -> Value:
    seats, dealer = seated_for(options, (4, 3)), 1
    order = quiet_order(options, seats)
    state, _ = dealt(options, seats, order, dealer)
    first = next(seat for seat in range(seats) if state.hands[seat][0] is order[0])
    return {(dealer + 1) % seats: "left", dealer: "dealer", (dealer - 1) % seats: "right"}[first]


def _packets(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (4, 3))
    order = quiet_order(options, seats)
    state, _ = dealt(options, seats, order, 0)
    return "one" if state.hands[2][0] is order[1] else "packet"


def _hand_size(options: VazhushalOptions, context: Context) -> Value:
    seats = seated_for(options, (3, 2))
    return len(dealt(options, seats, quiet_order(options, seats), 0)[0].hands[1])


def _cut(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (3, 2))
    order = quiet_order(options, seats)
    state, _ = dealt(options, seats, order, 0)
    if state.negative is None:
        return "none"
    return "bottom" if state.negative is order[-1] else "top"


STAGES = {
    "deal": "dealing the hands",
    "throw-in": "throwing in a hand full of doubles",
    "negative": "turning the negative joker",
    "starter": "turning the first card of the line",
}


def _sequence(options: VazhushalOptions, context: Context) -> Value:
    """Which of two stages comes first; a throw-in comes before all that it keeps from happening."""
    seats = seated_for(options, (3, 2))
    stages = [event.kind for event in dealt(options, seats, quiet_order(options, seats), 0)[1]]
    if "throw-in" in (context["one"], context["other"]):
        state, events = thrown_in(options, seats, 0)
        stages = [event.kind for event in events]
        stages += ["throw-in"] if state.phase == "redeal" else []
        stages += [stage for stage in ("negative", "starter") if stage not in stages]
    if context["one"] not in stages or context["other"] not in stages:
        raise Void("That does not happen here.")
    return "before" if stages.index(context["one"]) < stages.index(context["other"]) else "after"


def _two_stages(rng: Random, options: VazhushalOptions) -> Context:
    one, other = rng.sample(sorted(STAGES), 2)
    return {"one": one, "other": other}


def _say_sequence(context: Context, value: Value) -> str:
    one, other = STAGES[context["one"]], STAGES[context["other"]]
    return f"{capital(one)} comes {value} {other}."


def _next_dealer(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (4, 3))
    state, _ = finished(options, seats, 2, dealer=0, scores=[0] * seats)
    if state.match.over:
        raise Void("One hand is the whole match.")
    return {0: "same", 1: "left", 2: "winner"}[state.match.dealer or 0]


def _redeal_dealer(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (4, 3, 2))
    state, _ = thrown_in(options, seats, 2 % seats)
    if state.phase == "redeal":
        RULES.apply(state, state.turn, Move("throw-in"))
    return "same" if state.match.dealer == 2 % seats else "left"


def _before_reveal(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (4, 3, 2))
    state, events = thrown_in(options, seats, 0)
    known = state.negative is not None or any(event.kind == "negative" for event in events)
    return "known" if known else "unknown"


def _revealed(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (3, 2))
    state, _ = dealt(options, seats, quiet_order(options, seats), 0)
    if state.negative is None:
        raise Void("There is no negative joker.")
    seen = [RULES.view(state, seat).position["negative"] == state.negative.code for seat in range(seats)]
    return "all" if all(seen) else "dealer"


def _in_play(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (3, 2))
    state, _ = dealt(options, seats, quiet_order(options, seats), 0)
    if state.negative is None:
        raise Void("There is no negative joker.")
    everywhere = Counter([*state.stock, *state.line, *(card for hand in state.hands for card in hand)])
    return "drawn" if everywhere == Counter(state.deck()) else "aside"


# -- turns and the line --------------------------------------------------------------------------


def _first_player(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (4, 3))
    state, _ = dealt(options, seats, quiet_order(options, seats), 1)
    return {2: "left", 1: "dealer", 0: "right"}[state.turn]


def _visible(options: VazhushalOptions) -> Value:
    state = last_card(options, "8D 2H 4C", line="9C KD 3H JS", stock="2C 2D")
    seen = [RULES.view(state, seat).position["line"] == codes(state.line) for seat in range(state.seats)]
    return "all" if all(seen) else "newest"


def _stock_secret(options: VazhushalOptions) -> Value:
    state = last_card(options, "8D 2H 4C", stock="2C 2D")
    events = RULES.apply(state, 0, Move("stock"))
    return "secret" if not any(event.for_seat(1).cards for event in events) else "open"


LONG_LINE = "2C 4C 6C 8C TC QC 2D 4D 6D 8D TD QD 2H 4H 8H TH QH 2S 6S 8S TS"


def _limit(options: VazhushalOptions, context: Context) -> Value:
    """How many cards the line holds when it would grow past its limit; 0 if it grows on."""
    line = LONG_LINE.split()[: options.line_limit or 21]
    state = _about_to_discard(options, line)
    RULES.apply(state, 0, Move("discard", groups=(parse_cards("KD"),)))
    return 0 if len(state.line) > len(line) else len(state.line)


def _about_to_discard(options: VazhushalOptions, line: Sequence[str], stock: str = "AC AD") -> VazhushalState:
    seats = seated_for(options, (3, 2))
    return at_table(
        options,
        seats,
        phase="table",
        drawn="stock",
        hands=["KD JC", *["? ? ?"] * (seats - 1)],
        melds=[["3S 4S 5S"]],
        line=" ".join(line),
        stock=stock,
        negative=_aside(options),
        seen=0,
    )


def _overflow(options: VazhushalOptions) -> Value:
    line = LONG_LINE.split()[: options.line_limit or 12]
    state = _about_to_discard(options, line)
    RULES.apply(state, 0, Move("discard", groups=(parse_cards("KD"),)))
    if len(state.line) > len(line):
        return "none"
    return "oldest" if state.line[0] is not parse_card(line[0]) else "newest"


def _after_overflow(options: VazhushalOptions) -> Value:
    if not options.line_limit:
        raise Void("The line has no limit.")
    state = _about_to_discard(options, LONG_LINE.split()[: options.line_limit], stock="")
    RULES.apply(state, 0, Move("discard", groups=(parse_cards("KD"),)))
    return "on" if state.phase == "draw" else "over"


def _empty_line(options: VazhushalOptions) -> Value:
    state = last_card(options, "8D 2H 4C", line="", stock="2C 2D")
    return "stock" if [move.verb for move in RULES.moves(state, 0)] == ["stock"] else "pass"


def _some_wipe(rng: Random, options: VazhushalOptions) -> Context:
    """A wipe in the middle of a line: older cards, the deepest card and some newer ones."""
    run = [card for card in random_run(rng, 3) if card.rank != 6]
    if len(run) < 3 or "S" in {card.suit for card in run}:
        run = [card_of(rank, "D") for rank in (9, 10, 11)]
    rest = [card for card in PACK if card.suit not in (run[0].suit, "S") and card.rank != 6]
    others = rng.sample(rest, rng.randint(4, 6))
    older, newer = others[: rng.randint(2, 3)], others[-rng.randint(1, 2) :]
    return {"older": codes(older), "run": codes(run), "newer": codes(newer)}


def _wiped(options: VazhushalOptions, context: Context) -> VazhushalState:
    run = context["run"].split()
    line = f"{context['older']} {run[0]} {context['newer']}"
    state = last_card(options, f"{run[1]} {run[2]} KS", line=line, stock="AS 2S")
    depth = 1 + len(context["newer"].split())
    RULES.apply(state, 0, Move("wipe", depth, (parse_cards(context["run"]),)))
    return state


def _older_stay(options: VazhushalOptions, context: Context) -> Value:
    state = _wiped(options, context)
    return "stay" if codes(state.line) == context["older"] else "go"


def _rest_to_hand(options: VazhushalOptions, context: Context) -> Value:
    hand = _wiped(options, context).hands[0]
    return "hand" if all(card in hand for card in parse_cards(context["newer"])) else "line"


def _say_wipe(ending: dict[Value, str], part: str) -> Callable[[Context, Value], str]:
    def say(context: Context, value: Value) -> str:
        run, newer = context["run"].split(), context["newer"].split()
        line = quoted(parse_cards(f"{context['older']} {run[0]} {context['newer']}"))
        laid = quoted(parse_cards(context["run"]))
        taken = f"The line is {line}. An opened player wipes {1 + len(newer)} cards and lays {laid}"
        return f"{taken}: {quoted(parse_cards(context[part]))} {ending[value]}."

    return say


STAY: dict[Value, str] = {"stay": "stay in the line", "go": "leave the line too"}
REST: dict[Value, str] = {"hand": "go into the hand", "line": "go back into the line"}


# -- starters ------------------------------------------------------------------------------------


def _nobody_pure(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (2, 3))
    state, _ = dealt(options, seats, quiet_order(options, seats, JOKER), 0)
    if state.phase == "reshuffle":
        return "back"
    return "takes" if state.forced else "stays"


# -- going out -----------------------------------------------------------------------------------


def _goes_out(options: VazhushalOptions) -> Value:
    state, _ = finished(options, seated_for(options, (3, 2)), 0)
    return "wins" if state.match.results and state.match.results[-1].winners == (0,) else "on"


def _face_down(options: VazhushalOptions) -> Value:
    _, events = finished(options, seated_for(options, (3, 2)), 0)
    return "down" if not any(event.cards for event in events if event.kind == "discard") else "up"


def _at_once(options: VazhushalOptions) -> Value:
    state, _ = finished(options, seated_for(options, (3, 2)), 0)
    scored = state.match.results[-1].scores is not None
    return "points" if scored else "once" if not any(seat >= 0 for seat in state.waiting) else "round"


def _melds_out(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (3, 2))
    state = at_table(
        options,
        seats,
        phase="table",
        drawn="stock",
        hands=["9C 9D 9H", *["? ? ?"] * (seats - 1)],
        melds=[["3S 4S 5S"]],
        line="KC",
        negative=_aside(options),
    )
    return "no" if RULES.why_not(state, 0, Move("meld", groups=(parse_cards("9C 9D 9H"),))) else "yes"


# -- the end of the stock and the match ----------------------------------------------------------


def _trigger(options: VazhushalOptions) -> Value:
    state = last_card(options, "8D 2H 4C")
    RULES.apply(state, 0, Move("stock"))
    finishes = state.phase == "table" and state.turn == 0
    RULES.apply(state, 0, Move("discard", groups=(parse_cards("8D"),)))
    return ("finishes" if finishes else "stops") if state.phase != "draw" else "line"


def _out_first(options: VazhushalOptions) -> Value:
    state = last_card(options, "9D", stock="9S")
    RULES.apply(state, 0, Move("stock"))
    state.hands[0] = list(parse_cards("9S"))  # the other card has been laid
    RULES.apply(state, 0, Move("discard", groups=(parse_cards("9S"),)))
    result = state.match.results[-1] if state.match.results else None
    return "win" if result is not None and result.clause == "out.definition" else "count"


def _wipe_at_last(options: VazhushalOptions) -> Value:
    state = last_card(options, "9D 9H 2D KC")
    move = Move("wipe", 1, (parse_cards("9C 9D 9H"),))
    if RULES.why_not(state, 0, move) is not None:
        raise Void("That is no wipe here.")
    RULES.apply(state, 0, move)
    RULES.apply(state, 0, Move("discard", groups=(parse_cards("KC"),)))
    return "on" if state.phase == "draw" else "over"


def _hands_won(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (3, 2))
    hands = ["KD", "9C 9D", "8C 8D"][:seats]
    melds = [["3S 4S 5S", "TH JH QH"], *[[] for _ in range(seats - 1)]]
    state = at_table(
        options, seats, phase="final", hands=hands, melds=melds, line="2C", stock="", negative=_aside(options)
    )
    for seat in range(seats):
        RULES.apply(state, seat, Move("done"))
    return "one" if state.match.scores[0] == 1 else "points"


def _target(options: VazhushalOptions, context: Context) -> Value:
    """The least number of hands whose winner has won the match, if one player wins them all; 0 if there is none."""
    seats = seated_for(options, (3, 2))
    for number in range(1, 26):
        scores = [number - 1, *[0] * (seats - 1)]
        state, _ = finished(options, seats, 0, deals=number - 1, scores=scores)
        if state.match.over:
            return number
    return 0


def _say_target(context: Context, value: Value) -> str:
    if not value:
        return "No number of hands won ends the match."
    return f"Whoever wins every hand from the start has won the match after {many(int(value), 'hand')}, and not before."


def _tie(options: VazhushalOptions) -> Value:
    seats = seated_for(options, (3, 2))
    target = options.match_target
    if options.match_mode == "fixed-hands" and target > 1:
        scores = [1, 0, *[0] * (seats - 2)]
        state, _ = finished(options, seats, 1, deals=target - 1, scores=scores)
    elif options.match_mode != "open" and options.tie_exhaust == "shared":
        scores = [target - 1, target - 1, *[0] * (seats - 2)]
        hands = ["KD", "KC", "QC QD QS"][:seats]
        state = at_table(
            options,
            seats,
            phase="final",
            hands=hands,
            line="2C",
            stock="",
            negative=_aside(options),
            match={"deals": target - 1, "scores": scores},
        )
        for seat in range(seats):
            RULES.apply(state, seat, Move("done"))
    else:
        raise Void("Nobody can be level at the end here.")
    return "over" if state.match.over else "more"


# -- all of them ---------------------------------------------------------------------------------


def _seats(low: int, high: int) -> Callable[[Random, VazhushalOptions], Context]:
    def draw(rng: Random, options: VazhushalOptions) -> Context:
        return {"seats": seats_for(rng, options, low, high) or 2}

    return draw


def _stock(clause: str, one_pack: bool) -> Claim[VazhushalOptions]:
    """How large the stock of three players is, where they share one pack, or where they have more."""

    def ask(options: VazhushalOptions, context: Context) -> Value:
        if (options.pack_count(3) == 1) != one_pack:
            raise Void("That is another number of packs.")
        state, _ = dealt(options, context["seats"], quiet_order(options, context["seats"]), 0)
        return len(state.stock)

    def say(context: Context, value: Value) -> str:
        return f"With {context['seats']} players the stock has {value} cards at the first turn."

    return Claim(clause, ask, say, near(-1, 1, 13), _seats(3, 3))


CLAIMS: dict[str, Claim[VazhushalOptions]] = {
    "players": Claim(
        "setup.players",
        _players,
        lambda context, value: f"{context['seats']} players {'can' if value == 'yes' else 'cannot'} sit at one table.",
        lambda house, context, value: ["no" if value == "yes" else "yes"],
        lambda rng, options: {"seats": rng.choice((2, 3, 5, 6, 6, 7, 8))},
    ),
    "packs": Claim(
        "setup.packs",
        _packs,
        lambda context, value: f"{context['seats']} players use {many(int(value), 'pack')} of cards.",
        lambda house, context, value: [1 if value == 2 else 2],
        _seats(2, 6),
    ),
    "jokers": Claim(
        "setup.printed-jokers",
        _jokers,
        lambda context, value: f"The cards for {context['seats']} players include {many(int(value), 'printed joker')}.",
        near(-1, 1, 2),
        _seats(2, 6),
    ),
    "first dealer": one_of(
        "setup.first-dealer",
        _first_dealer,
        {"chance": "Chance decides who deals first.", "host": "Whoever sat down first deals first."},
    ),
    "order": one_of(
        "deal.order",
        _order,
        {
            "left": "The first card of a deal goes to the player on the dealer’s left.",
            "dealer": "The first card of a deal goes to the dealer.",
            "right": "The first card of a deal goes to the player on the dealer’s right.",
        },
    ),
    "packets": one_of(
        "deal.order",
        _packets,
        {"one": "Cards are dealt one at a time.", "packet": "Each player gets all the cards of a hand at once."},
    ),
    "hand size": Claim(
        "deal.hand-size",
        _hand_size,
        lambda context, value: f"Everybody is dealt {value} cards.",
        near(-3, -1, 1),
    ),
    "cut": one_of(
        "deal.cut",
        _cut,
        {
            "bottom": "The bottom card of those left over from the deal becomes the negative joker.",
            "top": "The top card of those left over from the deal becomes the negative joker.",
            "none": "No card is set aside as a negative joker.",
        },
    ),
    "sequence": Claim(
        "deal.sequence",
        _sequence,
        _say_sequence,
        lambda house, context, value: ["after" if value == "before" else "before"],
        _two_stages,
    ),
    "next dealer": one_of(
        "deal.next-dealer",
        _next_dealer,
        {
            "left": "After a finished hand the player on the dealer’s left deals.",
            "winner": "After a finished hand its winner deals.",
            "same": "After a finished hand the same player deals again.",
        },
    ),
    "redeal dealer": one_of(
        "redeal.same-dealer",
        _redeal_dealer,
        {
            "same": "When a hand is thrown in for its doubles, the same player deals again.",
            "left": "When a hand is thrown in for its doubles, the deal moves on to the left.",
        },
    ),
    "before reveal": one_of(
        "redeal.before-reveal",
        _before_reveal,
        {
            "unknown": "Hands are checked for doubles before anybody knows what is wild.",
            "known": "Hands are checked for doubles when it is known what is wild.",
        },
    ),
    "stock": _stock("onepack.deck", one_pack=True),
    "stock of more packs": _stock("setup.packs", one_pack=False),
    "revealed": one_of(
        "neg.revealed",
        _revealed,
        {
            "all": "The negative joker lies open for everybody.",
            "dealer": "Only the dealer knows which card is the negative joker.",
        },
    ),
    "in play": one_of(
        "neg.not-in-play",
        _in_play,
        {
            "aside": "Nobody ever draws the negative joker.",
            "drawn": "The negative joker is drawn as the last card of the stock.",
        },
    ),
    "first player": one_of(
        "turn.first-player",
        _first_player,
        {
            "left": "The player on the dealer’s left has the first turn.",
            "dealer": "The dealer has the first turn.",
            "right": "The player on the dealer’s right has the first turn.",
        },
    ),
    "visible": one_of(
        "line.visible",
        _visible,
        {"all": "Every card of the line can be seen.", "newest": "Only the newest card of the line can be seen."},
    ),
    "stock secret": one_of(
        "draw.stock",
        _stock_secret,
        {
            "secret": "A card drawn from the stock is not shown to the others.",
            "open": "A card drawn from the stock is shown.",
        },
    ),
    "limit": Claim(
        "line.limit",
        _limit,
        lambda context, value: (
            f"A line never holds more than {many(int(value), 'card')} after a discard."
            if value
            else "A line may grow to any length."
        ),
        lambda house, context, value: [0, int(value) + 2] if value else [10, 12],
    ),
    "overflow": one_of(
        "line.overflow",
        _overflow,
        {
            "oldest": "When the line grows too long, its oldest card goes under the stock.",
            "newest": "When the line grows too long, the card just discarded goes under the stock.",
            "none": "A long line keeps all its cards.",
        },
    ),
    "after overflow": one_of(
        "exhaust.after-overflow",
        _after_overflow,
        {
            "on": "If the last card of the stock is drawn and then a card of the line goes under it, play goes on.",
            "over": "If the last card of the stock is drawn and then a card of the line goes under it, play stops.",
        },
    ),
    "empty line": one_of(
        "wipe.no-empty-line",
        _empty_line,
        {
            "stock": "If the line were empty, the stock would be the only place to draw from.",
            "pass": "If the line were empty, one could discard without drawing.",
        },
    ),
    "older stay": Claim(
        "wipe.older-stay",
        _older_stay,
        _say_wipe(STAY, "older"),
        lambda house, context, value: ["go" if value == "stay" else "stay"],
        _some_wipe,
    ),
    "rest to hand": Claim(
        "wipe.rest-to-hand",
        _rest_to_hand,
        _say_wipe(REST, "newer"),
        lambda house, context, value: ["line" if value == "hand" else "hand"],
        _some_wipe,
    ),
    "nobody pure": one_of(
        "starter.nobody-pure",
        _nobody_pure,
        {
            "stays": "If nobody is dealt a pure sequence, a joker that begins the line simply stays there.",
            "back": "If nobody is dealt a pure sequence, a joker that begins the line is shuffled back into the stock.",
            "takes": "If nobody is dealt a pure sequence, the first player has to take a joker that begins the line.",
        },
    ),
    "goes out": one_of(
        "out.definition",
        _goes_out,
        {
            "wins": "Whoever discards the last card of the hand wins the hand.",
            "on": "Whoever discards the last card of the hand goes on with new cards.",
        },
    ),
    "face down": one_of(
        "out.face-down",
        _face_down,
        {
            "down": "The card with which a player goes out is laid face down.",
            "up": "The card with which a player goes out is laid face up for all to see.",
        },
    ),
    "at once": one_of(
        "out.ends-at-once",
        _at_once,
        {
            "once": "When a player is out, the hand ends at once and no card points are counted.",
            "round": "When a player is out, the others finish the round.",
            "points": "When a player is out, the others count the points in their hands.",
        },
    ),
    "melds out": one_of(
        "out.discard-required",
        _melds_out,
        {
            "no": "Nobody goes out by laying the last three cards as a meld.",
            "yes": "One may go out by laying the last three cards as a meld.",
        },
    ),
    "trigger": one_of(
        "exhaust.trigger",
        _trigger,
        {
            "finishes": "Whoever draws the last card of the stock finishes that turn, and then play stops.",
            "stops": "Play stops the moment the last card of the stock is drawn.",
            "line": "When the stock is used up, play goes on with the line alone.",
        },
    ),
    "out first": one_of(
        "exhaust.out-first",
        _out_first,
        {
            "win": "Whoever draws the last card of the stock can still go out and win the hand by that.",
            "count": "Once the last card of the stock is drawn, points decide the hand even if that player goes out.",
        },
    ),
    "wipe at last": one_of(
        "exhaust.wipes-dont-trigger",
        _wipe_at_last,
        {
            "on": "With one card in the stock, a player who wipes does not end the hand.",
            "over": "With one card in the stock, a player who wipes ends the hand by that.",
        },
    ),
    "hands won": one_of(
        "match.hands-won",
        _hands_won,
        {
            "one": "A hand won counts as one for the match, however many points it was won by.",
            "points": "The points of a hand that was counted are added up for the match.",
        },
    ),
    "target": Claim("match.target", _target, _say_target, near(-1, 1, 2)),
    "tie": one_of(
        "match.tie",
        _tie,
        {
            "more": "If two players lead level when the match should end, another hand is dealt.",
            "over": "If two players lead level when the match should end, both have won it.",
        },
    ),
}
