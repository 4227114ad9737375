"""Puzzles about a table: call or believe, who pays and what follows, and the numbers of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.cards import codes, parse_cards
from games.commune.ladder import value_of
from games.commune.odds import Odds
from games.commune.options import CommuneOptions
from games.commune.presence import Count, is_wild, present
from games.commune.puzzles.common import (
    TRIES,
    explained,
    ladder_under,
    near,
    rule_hint,
    rules_of,
    seated,
    shown,
    some_hand,
)
from games.commune.rules import RULES
from games.commune.state import CommuneState, full_deck
from games.engine.move import Move
from games.engine.options import BadOption, Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.state import DEALER
from games.kit.posing import clamp, until_found, within
from games.words import capital, listed, many, quoted

EXACT = ("high", "pair", "two-pair", "trips", "straight", "full-house", "quads")
"""The kinds whose chance is exact."""
CHANCE = (
    "call.target",
    "call.caller-loses",
    "call.declarer-loses",
    "declare.free",
    "deal.stub-unused",
    "deal.face-down",
)
AFTER = (
    *("call.ends-hand", "call.caller-loses", "call.declarer-loses", "token.one-per-hand", "deal.hand-size"),
    *("token.out", "deal.rotate", "declare.first", "match.last-standing"),
)
PLACES = ("second", "third", "fourth", "fifth")
DOUBTFUL = (0.42, 0.58)
"""Chances that are too near one half to ask about."""


# -- call or believe? ------------------------------------------------------------------------------------


def _make_chance(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def draw() -> Setup | None:
        seats = rng.randint(2, 6)
        tokens = [rng.randint(1, house.start_tokens) for _ in range(seats)]
        own = rng.sample(full_deck(house), house.start_tokens + 1 - tokens[0])
        hand = some_hand(rng, options, EXACT)
        unseen = sum(house.start_tokens + 1 - held for held in tokens[1:])
        chance = Odds(own, unseen, house).of(hand)
        likely = rng.random() < 0.5
        if (0.6 < chance < 1 if likely else 0.01 < chance < 0.4) and set(hand.ranks) & set(map(value_of, own)):
            position = {"seats": seats, "hands": [codes(own)], "declared": [f"{seats - 1} {hand}"]}
            return {"position": {**position, "match": {"dealer": seats - 1, "scores": tokens}}}
        return None

    return until_found(draw, TRIES * 5, "No such hand came up.")


def _pose_chance(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    hand, own = state.declared[-1].hand, state.hands[0]
    if hand.kind not in EXACT:
        raise Void("The chance of this hand is not counted here.")
    unseen = sum(map(len, state.hands[1:]))
    chance = Odds(own, unseen, state.options).of(hand)
    if DOUBTFUL[0] < chance < DOUBTFUL[1]:
        raise Void("That would be too close to call.")
    percent = round(100 * chance)
    why = f"Of {many(unseen, 'unseen card')} enough fit in {percent} of 100 cases, so " + (
        "it is there more often than not." if chance > 0.5 else "it is missing more often than not."
    )
    lacking = max(0, Count(own, state.options).missing(hand) - Count(own, state.options).wilds)
    own_says = f"With {quoted(own)} alone {many(lacking, 'card')} {'is' if lacking == 1 else 'are'} missing."
    return Puzzle(
        "call-or-believe",
        "one",
        f"The others hold {many(unseen, 'card')} between them. One of them, perhaps bluffing, said: {hand.spoken}. "
        "By chance alone, which is likelier?",
        shown(state),
        "there" if chance > 0.5 else "not",
        CHANCE,
        why,
        (Option("there", "It is there, so do not call"), Option("not", "It is not there, so call")),
        reasons={"there": why, "not": why},
        hints=(
            "Begin with your own cards, then think how many you do not see.",
            rule_hint("call.target"),
            own_says,
            f"Unseen are {many(unseen, 'card')} of {len(full_deck(state.options)) - len(own)} that you do not hold.",
        ),
        rating=clamp(1500 - 900 * abs(chance - 0.5)),
        zones=("hand-0",),
    )


# -- who pays, and what follows? -------------------------------------------------------------------------

ASKS = ("loser", "cards", "dealer", "first", "winner")
_ASK_OF = {
    "call.ends-hand": "loser",
    "call.caller-loses": "loser",
    "call.declarer-loses": "loser",
    "token.one-per-hand": "loser",
    "deal.hand-size": "cards",
    "token.out": "cards",
    "deal.rotate": "dealer",
    "declare.first": "first",
    "match.last-standing": "winner",
}


def _make_after(rng: Random, options: Options) -> Setup:
    return _aim_after(rng, options, "")


def _aim_after(rng: Random, options: Options, clause: str) -> Setup:
    house = rules_of(options)
    start = house.start_tokens
    ask = _ASK_OF.get(clause) or rng.choice(ASKS[:4])
    there = {"call.caller-loses": True, "call.declarer-loses": False}.get(clause)
    for _ in range(TRIES * 3):
        seats = 2 if ask == "winner" else rng.randint(3, 5)
        tokens = [rng.randint(1, start) for _ in range(seats)]
        if clause == "token.out" or ask == "winner":
            tokens[0] = tokens[-1] = 1
        sizes = [start + 1 - held for held in tokens]
        hand = some_hand(rng, options, ("high", "pair", "two-pair", "trips"))
        cards = near(rng, hand, options, sum(sizes))
        if len(cards) != sum(sizes) or there not in (None, present(hand, cards, house)):
            continue
        hands, at = [], 0
        for size in sizes:
            hands.append(codes(cards[at : at + size]))
            at += size
        position = {
            "seats": seats,
            "hands": hands,
            "declared": [f"{seats - 1} {hand}"],
            "match": {"dealer": rng.randrange(seats), "scores": tokens},
        }
        return {"position": position, "ask": ask}
    raise Void("No such hand came up.")


def _pose_after(setup: Setup, options: Options) -> Puzzle:
    position = setup["position"]
    house = rules_of(options)
    if house.asks_all:
        position = {**position, "phase": "ask"}
    state = seated(position, options)
    hand, cards, ask = state.declared[-1].hand, state.commune(), setup["ask"]
    now = state.copy()
    RULES.apply(now, 0, Move("call"))
    assert now.loser is not None
    if ask == "winner" and not now.match.over:
        raise Void("Nobody is out after this hand.")
    if ask in ("dealer", "first") and now.match.over:
        raise Void("The match is over after this hand.")
    there = present(hand, cards, house)
    told = explained(hand, cards, options)
    pays = f"{capital(_person(now.loser, state.seats))} {'lose' if now.loser == 0 else 'loses'} a token"
    table = " ".join(_described(state, seat) for seat in range(state.seats))
    before = f"{table} {capital(_person(state.seats - 1, state.seats))} said: {hand.spoken}. You call."
    clauses, answer, asked, tail = _asked(state, now, ask, there)
    form, options_shown, reasons = "one", tuple(_people(state.seats)), {}
    if ask == "cards":
        form, options_shown = "number", ()
    else:
        reasons = {option.id: f"{told} {pays}. {tail}".strip() for option in options_shown}
    return Puzzle(
        "who-pays",
        form,
        f"{before} {asked}",
        {},
        answer,
        within(clauses, AFTER),
        f"{told} {pays}. {tail}".strip(),
        options_shown,
        reasons=reasons,
        hints=(
            "First see whether the declared hand is there.",
            rule_hint(clauses[0]),
            f"All cards together are {quoted(cards)}.",
            told,
        ),
        rating=clamp(950 + 40 * len(cards) + 120 * (ask != "loser")),
    )


def _asked(state: CommuneState, now: CommuneState, ask: str, there: bool) -> tuple[list[str], Any, str, str]:
    """The clauses, the answer, the question, and what is said of it besides."""
    verdict = "call.caller-loses" if there else "call.declarer-loses"
    loser = now.loser or 0
    if ask == "loser":
        return [verdict, "call.ends-hand", "token.one-per-hand"], str(loser), "Who loses a token?", ""
    if ask == "cards":
        left = now.match.scores[loser]
        size = state.options.start_tokens + 1 - left if left else 0
        gets = (
            f"With {many(left, 'token')} left that is {many(size, 'card')}." if left else "That was the last one: out."
        )
        return ["deal.hand-size" if left else "token.out", verdict], size, _SIZE_ASKED, gets
    if ask == "dealer":
        dealer = state.match.dealer or 0
        asked = f"{capital(_person(dealer, state.seats))} dealt this hand. Who deals next?"
        next_one = now.match.dealer or 0
        return ["deal.rotate", verdict], str(next_one), asked, f"The deal passes to {_person(next_one, state.seats)}."
    if ask == "first":
        dealer = state.match.dealer or 0
        dealt = now.copy()
        RULES.apply(dealt, DEALER, RULES.chance(dealt, Random(0)))
        asked = f"{capital(_person(dealer, state.seats))} dealt this hand. Who speaks first in the next one?"
        return (
            ["declare.first", "deal.rotate"],
            str(dealt.turn),
            asked,
            f"The first word goes to {_person(dealt.turn, state.seats)}.",
        )
    winner = now.match.winners[0]
    return ["match.last-standing", verdict], str(winner), "Who wins the match?", "Nobody else has a token left."


_SIZE_ASKED = "How many cards does whoever loses the token get next time?"


def _described(state: CommuneState, seat: int) -> str:
    held, tokens = quoted(state.hands[seat]), many(state.match.scores[seat], "token")
    if not seat:
        return f"You hold {held} and have {tokens}."
    return f"{capital(_person(seat, state.seats))} holds {held} and has {tokens}."


def _person(seat: int, seats: int) -> str:
    """A player by the place at the table, as seen from yours."""
    if not seat:
        return "you"
    if seat == 1 and seats > 2:
        return "the player on your left"
    if seat == seats - 1:
        return "the player on your right" if seats > 2 else "the other player"
    return f"the {PLACES[seat - 2]} player on your left"


def _people(seats: int) -> list[Option]:
    return [Option(str(seat), capital(_person(seat, seats))) for seat in range(seats)]


# -- numbers ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sum:
    """A question with a number for an answer. `context` draws what it is about."""

    clause: str
    context: Callable[[Random, CommuneOptions], dict[str, Any]]
    ask: Callable[[dict[str, Any]], str]
    answer: Callable[[CommuneOptions, dict[str, Any]], int]
    why: Callable[[dict[str, Any], int], str]


def _nothing(rng: Random, options: CommuneOptions) -> dict[str, Any]:
    return {}


def _players(rng: Random, options: CommuneOptions) -> dict[str, Any]:
    return {"seats": rng.randint(2, 8)}


def _tokens(rng: Random, options: CommuneOptions) -> dict[str, Any]:
    return {"tokens": [rng.randint(1, options.start_tokens) for _ in range(rng.randint(2, 5))]}


def _spoken(rng: Random, options: CommuneOptions) -> dict[str, Any]:
    seats = rng.randint(3, 5)
    out = rng.choice([*range(1, seats)]) if rng.random() < 0.5 else 0
    return {"seats": seats, "out": out, "hand": str(ladder_under(options).steps[rng.randrange(60)])}


def _dealt(options: CommuneOptions, context: dict[str, Any]) -> CommuneState:
    """A table after the deal, with these tokens."""
    tokens = context.get("tokens") or [
        0 if seat and seat == context["out"] else options.start_tokens for seat in range(context["seats"])
    ]
    if max(tokens) > options.start_tokens:
        raise Void("Nobody has so many tokens by these house rules.")
    match = {"dealer": len(tokens) - 1 if tokens[-1] else 0, "scores": tokens}
    state = seated({"seats": len(tokens), "phase": "deal", "match": match}, options)
    RULES.apply(state, DEALER, RULES.chance(state, Random(1)))
    return state


def _said(options: CommuneOptions, context: dict[str, Any]) -> CommuneState:
    """The same, after a declaration of yours."""
    state = _dealt(options, context)
    state.wait_for("declare", 0)
    move = RULES.parse_move(context["hand"])
    if RULES.why_not(state, 0, move) is not None:
        raise Void("This hand cannot be declared under these house rules.")
    RULES.apply(state, 0, move)
    return state


def _may_start(options: CommuneOptions, seats: int) -> bool:
    try:
        RULES.start(options, seats)
    except BadOption:
        return False
    return True


def _callers(options: CommuneOptions, context: dict[str, Any]) -> int:
    state = _said(options, context)
    return sum(RULES.why_not(state, seat, Move("call")) is None for seat in range(state.seats))


def _follower(options: CommuneOptions, context: dict[str, Any]) -> int:
    return _said(options, context).turn


def _seen(options: CommuneOptions, context: dict[str, Any]) -> int:
    state = _dealt(options, context)
    hands = RULES.view(state, 0).position["hands"]
    return sum(code != "?" for hand in hands for code in hand.split())


def _opened(options: CommuneOptions, context: dict[str, Any]) -> int:
    state = _said(options, {**context, "hand": str(ladder_under(options).steps[0])})
    caller = state.others(0)[0]
    state.waiting, state.phase = (caller,), "declare"
    RULES.apply(state, caller, Move("call"))
    return len(parse_cards(" ".join(RULES.view(state, None).position["hands"])))


def _who_is_out(context: dict[str, Any]) -> str:
    return f", and {_person(context['out'], context['seats'])} is out" if context["out"] else ""


def _have(context: dict[str, Any]) -> str:
    """Who has how many tokens."""
    tokens = context["tokens"]
    others = [f"{_person(seat, len(tokens))} {many(held, 'token')}" for seat, held in enumerate(tokens) if seat]
    return f"You have {many(tokens[0], 'token')}, {listed(others)}."


SUMS = {
    "players": Sum(
        "players.count",
        _nothing,
        lambda context: "How many can sit down to play at most?",
        lambda options, context: max(seats for seats in range(2, 20) if _may_start(options, seats)),
        lambda context, number: f"From two to {number} can play, each for themselves.",
    ),
    "pack": Sum(
        "deck.54",
        _nothing,
        lambda context: "How many cards has the pack, jokers included?",
        lambda options, context: len(full_deck(options)),
        lambda context, number: f"52 cards and the jokers make {number}.",
    ),
    "wild": Sum(
        "deck.wilds",
        _nothing,
        lambda context: "How many cards of the whole pack are wild?",
        lambda options, context: sum(is_wild(card, options) for card in full_deck(options)),
        lambda context, number: f"Count the jokers and the twos that are wild: {number} in all.",
    ),
    "start": Sum(
        "tokens.start",
        _players,
        lambda context: f"{capital(many(context['seats'], 'player'))} sit down. How many tokens lie there together?",
        lambda options, context: sum(RULES.start(options, context["seats"]).match.scores),
        lambda context, number: f"Everybody begins with the same number, and together that is {number}.",
    ),
    "dealt": Sum(
        "deal.hand-size",
        _tokens,
        lambda context: f"{_have(context)} How many cards are dealt in all?",
        lambda options, context: len(_dealt(options, context).commune()),
        lambda context, number: f"One card each, and one more for every token lost: {number} cards.",
    ),
    "seen": Sum(
        "deal.face-down",
        _tokens,
        lambda context: f"{_have(context)} How many cards do you see before somebody calls?",
        _seen,
        lambda context, number: f"Your own and nobody else's: {many(number, 'card')}.",
    ),
    "aside": Sum(
        "deal.stub-unused",
        _tokens,
        lambda context: f"{_have(context)} How many cards lie aside, unseen, during the hand?",
        lambda options, context: len(_dealt(options, context).stock),
        lambda context, number: f"All that were not dealt: {number} cards.",
    ),
    "fresh": Sum(
        "deal.reshuffle",
        _tokens,
        lambda context: "A hand has just ended. From how many cards is the next one dealt?",
        lambda options, context: len(RULES.chance(_dealt(options, context), Random(0)).cards),
        lambda context, number: f"All cards are gathered and shuffled, so from {number}.",
    ),
    "dealers": Sum(
        "deal.first-dealer",
        _players,
        lambda context: (
            f"{capital(many(context['seats'], 'player'))} sit down. Chance picks the first dealer: among how many?"
        ),
        lambda options, context: sum(
            RULES.why_not(RULES.start(options, context["seats"]), DEALER, Move("dealer", seat)) is None
            for seat in range(12)
        ),
        lambda context, number: f"Any of the {number} may come to deal first.",
    ),
    "follower": Sum(
        "declare.turn-order",
        _spoken,
        lambda context: (
            f"{capital(many(context['seats'], 'player'))} are at the table{_who_is_out(context)}. You have declared. "
            "How many places to your left does the next one to declare sit?"
        ),
        _follower,
        lambda context, number: f"It goes round clockwise past those who are out: {many(number, 'place')} to the left.",
    ),
    "callers": Sum(
        "call.who",
        _spoken,
        lambda context: (
            f"{capital(many(context['seats'], 'player'))} are at the table{_who_is_out(context)}. You have declared, "
            "low on the ladder. How many players may call now?"
        ),
        _callers,
        lambda context, number: f"At this table {many(number, 'player')} may call at this moment.",
    ),
    "opened": Sum(
        "call.ends-hand",
        _tokens,
        lambda context: f"{_have(context)} Somebody calls. How many cards are shown?",
        lambda options, context: _opened(options, {**context, "seats": len(context["tokens"])}),
        lambda context, number: f"Everybody who is in shows all their cards: {number} together.",
    ),
    "shortest": Sum(
        "match.length",
        _players,
        lambda context: (
            f"{capital(many(context['seats'], 'player'))} begin a match. How many hands does it take at least?"
        ),
        lambda options, context: sum(RULES.start(options, context["seats"]).match.scores) - options.start_tokens,
        lambda context, number: f"All but one lose all their tokens, one in each hand: {number} hands.",
    ),
    "longest": Sum(
        "match.length",
        _players,
        lambda context: (
            f"{capital(many(context['seats'], 'player'))} begin a match. How many hands can it take at most?"
        ),
        lambda options, context: sum(RULES.start(options, context["seats"]).match.scores) - 1,
        lambda context, number: f"Every hand costs one token, and the last one is never lost: {number} hands.",
    ),
    "lost": Sum(
        "token.one-per-hand",
        _players,
        lambda context: (
            f"{capital(many(context['seats'], 'player'))} have played their first hand. "
            "How many tokens have been lost, all players together?"
        ),
        lambda options, context: 1,
        lambda context, number: "Every hand costs exactly one player exactly one token.",
    ),
    "out": Sum(
        "token.out",
        _spoken,
        lambda context: (
            f"{capital(many(context['seats'], 'player'))} sit at the table{_who_is_out(context)}. "
            "How many of them are dealt cards?"
        ),
        lambda options, context: sum(bool(hand) for hand in _dealt(options, context).hands),
        lambda context, number: f"Whoever is out gets no cards, so {number} do.",
    ),
}
COUNTED = tuple(dict.fromkeys(one.clause for one in SUMS.values()))


def _make_sum(rng: Random, options: Options) -> Setup:
    return _aim_sum(rng, options, "")


def _aim_sum(rng: Random, options: Options, clause: str) -> Setup:
    names = [name for name, one in SUMS.items() if not clause or one.clause == clause]
    name = rng.choice(names)
    return {"sum": name, "context": SUMS[name].context(rng, rules_of(options))}


def _pose_sum(setup: Setup, options: Options) -> Puzzle:
    one, context = SUMS[setup["sum"]], setup["context"]
    number = one.answer(rules_of(options), context)
    return Puzzle(
        "table-sums",
        "number",
        one.ask(context),
        {},
        number,
        (one.clause,),
        one.why(context, number),
        hints=(
            "Think of the table as it is set up by your house rules.",
            rule_hint(one.clause),
            "There are no cards to look at: the rule alone gives the number.",
            f"It is {'an even' if number % 2 == 0 else 'an odd'} number, not above {number + 3 - number % 3}.",
        ),
        rating=clamp(900 + 100 * bool(context)),
    )


THEMES = (
    Theme(
        "call-or-believe",
        "Call or believe?",
        "Your own cards, some unseen ones, and a declaration: is it likelier there or not?",
        CHANCE,
        _make_chance,
        _pose_chance,
    ),
    Theme(
        "who-pays",
        "Who pays?",
        "All cards are known and somebody calls: say who loses the token, and what follows.",
        AFTER,
        _make_after,
        _pose_after,
        aim=_aim_after,
    ),
    Theme(
        "table-sums",
        "Numbers of the table",
        "Cards, tokens, players and hands: work the number out from the rules.",
        COUNTED,
        _make_sum,
        _pose_sum,
        aim=_aim_sum,
    ),
)
