"""The theme “Who deals next, who calls?”, with questions on how a hand begins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import PACK
from games.court_piece.puzzles.common import (
    OUR,
    build_taken_tricks,
    describe_act,
    name_seat,
    name_side,
    rule_hint,
    rules_of,
    unique,
)
from games.court_piece.puzzles.endings import ALL, REVOKE, SEVEN, TRICKWISE, describe_ending, end_hand, list_endings
from games.court_piece.rules import RULES
from games.court_piece.state import SEATS
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.state import DEALER
from games.kit.posing import DRAWING, clamp_rating, draw_until_found, split_clause_ids
from games.words import capitalize_first, spell_number

_CASES = {
    "deal.dealer-side-won": (True, (TRICKWISE,)),
    "deal.dealer-side-lost": (False, (TRICKWISE,)),
    "deal.dealer-side-court": (True, (SEVEN, ALL)),
    "deal.dealer-side-lost-court": (False, (SEVEN, ALL)),
    "deal.revoke-by-dealer-side": (False, (REVOKE,)),
    "deal.revoke-by-other-side": (True, (REVOKE,)),
}
"""For each clause: whether the dealer's side won the hand, and the ways in which the hand can have ended."""


def _make_deal(rng: Random, options: Options) -> Setup:
    """Make a question on the next dealer, mostly after two or three hands, since one hand allows few questions."""
    roll = rng.random()
    if roll < 0.03:
        return {"dealer": rng.randrange(SEATS), "ask": "begin"}
    kinds = list_endings(rules_of(options))
    return _make_after_hand(rng, options, kinds, (True, False), 0 if roll < 0.08 else rng.choice((1, 2, 2, 2, 2)))


def _make_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    if clause in _CASES:
        wins, kinds = _CASES[clause]
        if REVOKE in kinds and not rules_of(options).can_claim_revokes:
            raise Void("By these house rules nobody can revoke.")
        return _make_after_hand(rng, options, kinds, (wins,))
    return _make_deal(rng, options) if clause in _ANY else {"dealer": rng.randrange(SEATS), "ask": "begin"}


_ANY = ("deal.loser-deals", "trump.caller")


def _make_after_hand(rng: Random, options: Options, kinds: Sequence[str], wins: Sequence[bool], more: int = 0) -> Setup:
    """Make a setup in which a hand has ended in one of these ways, followed by `more` random hands.

    `wins` holds the allowed results: True if the dealer's side won the first hand.
    """

    def revoked(kind: str, winner: int) -> int | None:
        return rng.choice((1 - winner, 3 - winner)) if kind == REVOKE else None

    def another() -> Setup:
        kind, winner = rng.choice([*dict.fromkeys(kinds)]), rng.randrange(2)
        return {"kind": kind, "winner": winner, "by": revoked(kind, winner)}

    def draw() -> Setup:
        kind, dealer = rng.choice(kinds), rng.randrange(SEATS)
        winner = dealer % 2 if rng.choice(wins) else 1 - dealer % 2
        setup = {
            "dealer": dealer,
            "kind": kind,
            "winner": winner,
            "full": kind == TRICKWISE and len(wins) > 1 and not more and rng.random() < 0.35,
            "by": revoked(kind, winner),
            "ask": "after",
            **({"then": [another() for _ in range(more)]} if more else {}),
        }
        _pose_deal(setup, options)
        return setup

    return draw_until_found(draw, steps=DRAWING)


def _pose_deal(setup: Setup, options: Options) -> Puzzle:
    if setup["ask"] == "begin":
        return _pose_hand_start(setup, options)
    return _pose_after_hands(setup, options) if "then" in setup else _pose_after_hand(setup, options)


_LABELS = tuple((f"s{seat}", capitalize_first(name_seat(seat))) for seat in range(SEATS))


def _pose_hand_start(setup: Setup, options: Options) -> Puzzle:
    """Build a question on the beginning of a hand: the deal, the call, and the first cards."""
    state = RULES.start(options, SEATS)
    RULES.apply(state, DEALER, Move("dealer", setup["dealer"]))
    RULES.apply(state, DEALER, Move("deal", groups=(PACK,)))
    served = next(seat for seat in range(SEATS) if PACK[0] in state.hands[seat])
    caller = state.turn
    RULES.apply(state, caller, Move("trump", word="spades"))
    leader = state.turn
    RULES.apply(state, leader, Move("play", groups=((state.hands[leader][0],),)))
    second = state.turn
    rows = (
        ("first", "Is dealt five cards first", served, "deal.first-five"),
        ("calls", "Calls trumps", caller, "trump.caller"),
        ("leads", "Leads to the first trick", leader, "trick.first-lead"),
        ("second", "Plays the second card to it", second, "trick.order"),
    )
    way = "clockwise, to the left" if state.options.seat_step == 1 else "counter-clockwise, to the right"
    dealer, lead = setup["dealer"], "lead" if caller == 0 else "leads"
    return Puzzle(
        theme="who-deals",
        form="match",
        question=f"{describe_act(dealer, 'deal', start=True)} this hand. Who does what?",
        position={},
        key={id: f"s{seat}" for id, _, seat, _ in rows},
        clauses=unique([*(clause for *_, clause in rows), "setup.direction"]),
        why=f"Deal and play go {way}. {describe_act(caller, 'call', start=True)} trumps and {lead} to the first trick.",
        options=tuple(Option(id, text) for id, text, _, _ in rows),
        labels=_LABELS,
        reasons={id: f"That is {name_seat(seat)}: the deal goes {way}." for id, _, seat, _ in rows},
        clauses_by_option={id: clause for id, _, _, clause in rows},
        hints=(
            "Begin with the dealer and go round the table.",
            rule_hint("trump.caller", options),
            f"Deal and play go {way}.",
            f"{describe_act(caller, 'call', start=True)} trumps.",
        ),
        rating=clamp_rating(850 + 60 * (dealer != 0) + 80 * (state.options.seat_step == -1)),
    )


def _pose_after_hand(setup: Setup, options: Options) -> Puzzle:
    """Build a question on the dealer and caller after one hand, as the rules score it."""
    house = rules_of(options)
    kind, winner, dealer, by = setup["kind"], setup["winner"], setup["dealer"], setup.get("by")
    state = build_taken_tricks(house)
    state.match.dealer = dealer
    if setup["full"]:
        state.holder, state.tally = winner, house.tally_target - 1
    end_hand(state, kind, winner, by)
    if state.match.over:
        raise Void("By these house rules the match is over then.")
    scores = state.match.results[-1].scores
    assert scores is not None
    assert state.match.dealer is not None
    court = max(scores) > 0
    deals, calls = state.match.dealer, state.caller
    how = f"{describe_act(by, 'are')} caught for a revoke, so {name_side(winner)} win it" if by is not None else ""
    how = how or describe_ending(kind, winner)
    if setup["full"]:
        how += f", and it is win number {house.tally_target} in a row"
    clause = _find_deal_clause(kind, winner == dealer % 2, court)
    loses = deals % 2 != winner
    why = f"{_explain_dealer(dealer, deals, kind, winner, court)} {describe_act(calls, 'call', start=True)} trumps."
    return Puzzle(
        theme="who-deals",
        form="match",
        question=f"{describe_act(dealer, 'have', start=True)} dealt this hand: {how}. Who deals next, and who "
        "calls trumps?",
        position={},
        key={"deals": f"s{deals}", "calls": f"s{calls}"},
        clauses=unique([clause, *(["deal.loser-deals"] if loses else []), "trump.caller"]),
        why=why,
        options=(Option("deals", "Deals the next hand"), Option("calls", "Calls trumps in it")),
        labels=_LABELS,
        reasons={
            "deals": _explain_dealer(dealer, deals, kind, winner, court),
            "calls": f"The first player after the dealer in the order of the deal calls: that is {name_seat(calls)}.",
        },
        clauses_by_option={"deals": clause, "calls": "trump.caller"},
        hints=(
            "Ask who has lost the hand, and whether a court was scored in it.",
            rule_hint(clause, options),
            f"{'A court was' if court else 'No court was'} scored, and {name_side(1 - winner)} have lost the hand.",
            f"The next dealer is {'of your side' if deals % 2 == OUR else 'one of your opponents'}.",
        ),
        rating=clamp_rating(
            900
            + 140 * court
            + 120 * (kind == REVOKE)
            + 90 * bool(setup["full"])
            + 60 * (dealer % 2 == winner)
            + 40 * (not loses)
        ),
    )


def _pose_after_hands(setup: Setup, options: Options) -> Puzzle:
    """Build a question on the dealer and caller after several hands, as the rules score them."""
    state, hands = build_taken_tricks(rules_of(options)), [setup, *setup["then"]]
    state.match.dealer = dealer = setup["dealer"]
    told, why, clauses = [], [], []
    for hand, name in zip(hands, ("", "second", "third"), strict=False):
        kind, winner, by = hand["kind"], hand["winner"], hand.get("by")
        end_hand(state, kind, winner, by)
        if state.match.over:
            raise Void("By these house rules the match is over then.")
        scores, deals = state.match.results[-1].scores, state.match.dealer
        assert scores is not None
        assert deals is not None
        how = f"{describe_act(by, 'are')} caught for a revoke, so {name_side(winner)} win it" if by is not None else ""
        how = how or describe_ending(kind, winner)
        told.append(f"In the {name}, {how}." if name else f"{how}.")
        why.append(_explain_dealer(dealer, deals, kind, winner, max(scores) > 0))
        clauses.append(_find_deal_clause(kind, winner == dealer % 2, max(scores) > 0))
        last, dealer = dealer, deals
    calls, first = state.caller, describe_act(setup["dealer"], "have", start=True)
    return Puzzle(
        theme="who-deals",
        form="match",
        question=f"{first} dealt the first of {spell_number(len(hands))} hands: {' '.join(told)} "
        "Who deals next, and who calls trumps?",
        position={},
        key={"deals": f"s{dealer}", "calls": f"s{calls}"},
        clauses=unique([*clauses, "trump.caller"]),
        why=f"{' '.join(why)} {describe_act(calls, 'call', start=True)} trumps.",
        options=(Option("deals", "Deals the next hand"), Option("calls", "Calls trumps in it")),
        labels=_LABELS,
        reasons={
            "deals": why[-1],
            "calls": f"The first player after the dealer in the order of the deal calls: that is {name_seat(calls)}.",
        },
        clauses_by_option={"deals": clauses[-1], "calls": "trump.caller"},
        hints=(
            "Go hand by hand: who has dealt it, who has lost it, and was a court scored?",
            rule_hint(clauses[-1], options),
            f"{describe_act(last, 'deal', start=True)} the last of them.",
            f"The next dealer is {'of your side' if dealer % 2 == OUR else 'one of your opponents'}.",
        ),
        rating=clamp_rating(950 + 120 * len(setup["then"]) + 60 * sum(hand["kind"] != TRICKWISE for hand in hands)),
    )


def _find_deal_clause(kind: str, dealers: bool, court: bool) -> str:
    """Return the clause that decides who deals next; `dealers` tells whether the dealer's side won."""
    if kind == REVOKE:
        return "deal.revoke-by-other-side" if dealers else "deal.revoke-by-dealer-side"
    if dealers:
        return "deal.dealer-side-court" if court else "deal.dealer-side-won"
    return "deal.dealer-side-lost-court" if court else "deal.dealer-side-lost"


def _explain_dealer(dealer: int, deals: int, kind: str, winner: int, court: bool) -> str:
    side = "The dealer’s side has won" if dealer % 2 == winner else "The dealer’s side has lost"
    scored = " a hand with a court" if court else " a hand without a court"
    end = {0: "the same player deals again", 2: "the dealer’s partner deals"}.get(
        (deals - dealer) % SEATS, "the deal passes on"
    )
    return f"{side}{scored}{' by a revoke' if kind == REVOKE else ''}, so {end}: {describe_act(deals, 'deal')}."


THEMES = (
    Theme(
        slug="who-deals",
        title="Who deals next, who calls?",
        sentence="The hand is over: find the next dealer, and who names trumps.",
        clauses=split_clause_ids(
            "deal.loser-deals deal.dealer-side-won deal.dealer-side-lost deal.dealer-side-lost-court "
            "deal.dealer-side-court deal.revoke-by-dealer-side deal.revoke-by-other-side trump.caller deal.first-five "
            "trick.first-lead trick.order setup.direction"
        ),
        make=_make_deal,
        pose=_pose_deal,
        aim=_make_for_clause,
    ),
)
