"""The theme “Who deals next, who calls?”, with questions on how a hand begins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import PACK
from games.court_piece.puzzles.common import (
    OUR,
    build_hand_with_taken_tricks,
    format_seat_with_verb,
    name_seat,
    name_side,
    rule_hint,
    rules_of,
    unique,
)
from games.court_piece.puzzles.endings import (
    ALL,
    REVOKE,
    SEVEN,
    TRICKWISE,
    describe_hand_ending,
    end_and_score_hand,
    list_hand_endings,
)
from games.court_piece.rules import RULES
from games.court_piece.state import SEATS
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.engine.state import DEALER
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
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


def _make_next_dealer_setup(rng: Random, options: Options) -> Setup:
    """Make a question on the next dealer, mostly after two or three hands, since one hand allows few questions."""
    roll = rng.random()
    if roll < 0.03:
        return {"dealer": rng.randrange(SEATS), "ask": "begin"}
    kinds = list_hand_endings(rules_of(options))
    return _make_after_hand_setup(rng, options, kinds, (True, False), 0 if roll < 0.08 else rng.choice((1, 2, 2, 2, 2)))


def _make_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    if clause in _CASES:
        wins, kinds = _CASES[clause]
        if REVOKE in kinds and not rules_of(options).can_claim_revokes:
            raise Void("By these house rules nobody can revoke.")
        return _make_after_hand_setup(rng, options, kinds, (wins,))
    return _make_next_dealer_setup(rng, options) if clause in _ANY else {"dealer": rng.randrange(SEATS), "ask": "begin"}


_ANY = ("deal.loser-deals", "trump.caller")


def _make_after_hand_setup(
    rng: Random, options: Options, kinds: Sequence[str], wins: Sequence[bool], more: int = 0
) -> Setup:
    """Make a setup in which a hand has ended in one of these ways, followed by `more` random hands.

    `wins` holds the allowed results: True if the dealer's side won the first hand.
    """

    def pick_revoking_seat(kind: str, winner: int) -> int | None:
        return rng.choice((1 - winner, 3 - winner)) if kind == REVOKE else None

    def draw_further_hand() -> Setup:
        kind, winner = rng.choice([*dict.fromkeys(kinds)]), rng.randrange(2)
        return {"kind": kind, "winner": winner, "by": pick_revoking_seat(kind, winner)}

    def draw_setup() -> Setup:
        kind, dealer = rng.choice(kinds), rng.randrange(SEATS)
        winner = dealer % 2 if rng.choice(wins) else 1 - dealer % 2
        setup = {
            "dealer": dealer,
            "kind": kind,
            "winner": winner,
            "full": kind == TRICKWISE and len(wins) > 1 and not more and rng.random() < 0.35,
            "by": pick_revoking_seat(kind, winner),
            "ask": "after",
            **({"then": [draw_further_hand() for _ in range(more)]} if more else {}),
        }
        _pose_next_dealer_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _pose_next_dealer_puzzle(setup: Setup, options: Options) -> Puzzle:
    if setup["ask"] == "begin":
        return _pose_hand_start_puzzle(setup, options)
    return (
        _pose_after_several_hands_puzzle(setup, options) if "then" in setup else _pose_after_hand_puzzle(setup, options)
    )


_LABELS = tuple((f"s{seat}", capitalize_first(name_seat(seat))) for seat in range(SEATS))


def _pose_hand_start_puzzle(setup: Setup, options: Options) -> Puzzle:
    """Build a question on the beginning of a hand: the deal, the call, and the first cards."""
    state = RULES.start_match(options, SEATS)
    RULES.apply_move(state, DEALER, Move("dealer", setup["dealer"]))
    RULES.apply_move(state, DEALER, Move("deal", groups=(PACK,)))
    served = next(seat for seat in range(SEATS) if PACK[0] in state.hands[seat])
    caller = state.turn
    RULES.apply_move(state, caller, Move("trump", word="spades"))
    leader = state.turn
    RULES.apply_move(state, leader, Move("play", groups=((state.hands[leader][0],),)))
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
        question=f"{format_seat_with_verb(dealer, 'deal', start=True)} this hand. Who does what?",
        position={},
        key={id: f"s{seat}" for id, _, seat, _ in rows},
        clauses=unique([*(clause for *_, clause in rows), "setup.direction"]),
        why=f"Deal and play go {way}. {format_seat_with_verb(caller, 'call', start=True)} trumps and {lead} to "
        "the first trick.",
        options=tuple(AnswerOption(id, text) for id, text, _, _ in rows),
        labels=_LABELS,
        reasons={id: f"That is {name_seat(seat)}: the deal goes {way}." for id, _, seat, _ in rows},
        clauses_by_option={id: clause for id, _, _, clause in rows},
        hints=(
            "Begin with the dealer and go round the table.",
            rule_hint("trump.caller", options),
            f"Deal and play go {way}.",
            f"{format_seat_with_verb(caller, 'call', start=True)} trumps.",
        ),
        rating=clamp_rating(850 + 60 * (dealer != 0) + 80 * (state.options.seat_step == -1)),
    )


def _pose_after_hand_puzzle(setup: Setup, options: Options) -> Puzzle:
    """Build a question on the dealer and caller after one hand, as the rules score it."""
    house = rules_of(options)
    kind, winner, dealer, by = setup["kind"], setup["winner"], setup["dealer"], setup.get("by")
    state = build_hand_with_taken_tricks(house)
    state.match.dealer = dealer
    if setup["full"]:
        state.holder, state.tally = winner, house.tally_target - 1
    end_and_score_hand(state, kind, winner, by)
    if state.match.over:
        raise Void("By these house rules the match is over then.")
    scores = state.match.results[-1].scores
    assert scores is not None
    assert state.match.dealer is not None
    court = max(scores) > 0
    deals, calls = state.match.dealer, state.caller
    how = (
        f"{format_seat_with_verb(by, 'are')} caught for a revoke, so {name_side(winner)} win it"
        if by is not None
        else ""
    )
    how = how or describe_hand_ending(kind, winner)
    if setup["full"]:
        how += f", and it is win number {house.tally_target} in a row"
    clause = _find_next_dealer_clause(kind, winner == dealer % 2, court)
    loses = deals % 2 != winner
    why = (
        f"{_explain_next_dealer(dealer, deals, kind, winner, court)} "
        f"{format_seat_with_verb(calls, 'call', start=True)} trumps."
    )
    return Puzzle(
        theme="who-deals",
        form="match",
        question=f"{format_seat_with_verb(dealer, 'have', start=True)} dealt this hand: {how}. Who deals next, and who "
        "calls trumps?",
        position={},
        key={"deals": f"s{deals}", "calls": f"s{calls}"},
        clauses=unique([clause, *(["deal.loser-deals"] if loses else []), "trump.caller"]),
        why=why,
        options=(AnswerOption("deals", "Deals the next hand"), AnswerOption("calls", "Calls trumps in it")),
        labels=_LABELS,
        reasons={
            "deals": _explain_next_dealer(dealer, deals, kind, winner, court),
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


def _pose_after_several_hands_puzzle(setup: Setup, options: Options) -> Puzzle:
    """Build a question on the dealer and caller after several hands, as the rules score them."""
    state, hands = build_hand_with_taken_tricks(rules_of(options)), [setup, *setup["then"]]
    state.match.dealer = dealer = setup["dealer"]
    told, why, clauses = [], [], []
    for hand, name in zip(hands, ("", "second", "third"), strict=False):
        kind, winner, by = hand["kind"], hand["winner"], hand.get("by")
        end_and_score_hand(state, kind, winner, by)
        if state.match.over:
            raise Void("By these house rules the match is over then.")
        scores, deals = state.match.results[-1].scores, state.match.dealer
        assert scores is not None
        assert deals is not None
        how = (
            f"{format_seat_with_verb(by, 'are')} caught for a revoke, so {name_side(winner)} win it"
            if by is not None
            else ""
        )
        how = how or describe_hand_ending(kind, winner)
        told.append(f"In the {name}, {how}." if name else f"{how}.")
        why.append(_explain_next_dealer(dealer, deals, kind, winner, max(scores) > 0))
        clauses.append(_find_next_dealer_clause(kind, winner == dealer % 2, max(scores) > 0))
        last, dealer = dealer, deals
    calls, first = state.caller, format_seat_with_verb(setup["dealer"], "have", start=True)
    return Puzzle(
        theme="who-deals",
        form="match",
        question=f"{first} dealt the first of {spell_number(len(hands))} hands: {' '.join(told)} "
        "Who deals next, and who calls trumps?",
        position={},
        key={"deals": f"s{dealer}", "calls": f"s{calls}"},
        clauses=unique([*clauses, "trump.caller"]),
        why=f"{' '.join(why)} {format_seat_with_verb(calls, 'call', start=True)} trumps.",
        options=(AnswerOption("deals", "Deals the next hand"), AnswerOption("calls", "Calls trumps in it")),
        labels=_LABELS,
        reasons={
            "deals": why[-1],
            "calls": f"The first player after the dealer in the order of the deal calls: that is {name_seat(calls)}.",
        },
        clauses_by_option={"deals": clauses[-1], "calls": "trump.caller"},
        hints=(
            "Go hand by hand: who has dealt it, who has lost it, and was a court scored?",
            rule_hint(clauses[-1], options),
            f"{format_seat_with_verb(last, 'deal', start=True)} the last of them.",
            f"The next dealer is {'of your side' if dealer % 2 == OUR else 'one of your opponents'}.",
        ),
        rating=clamp_rating(950 + 120 * len(setup["then"]) + 60 * sum(hand["kind"] != TRICKWISE for hand in hands)),
    )


def _find_next_dealer_clause(kind: str, dealers: bool, court: bool) -> str:
    """Return the clause that decides who deals next; `dealers` tells whether the dealer's side won."""
    if kind == REVOKE:
        return "deal.revoke-by-other-side" if dealers else "deal.revoke-by-dealer-side"
    if dealers:
        return "deal.dealer-side-court" if court else "deal.dealer-side-won"
    return "deal.dealer-side-lost-court" if court else "deal.dealer-side-lost"


def _explain_next_dealer(dealer: int, deals: int, kind: str, winner: int, court: bool) -> str:
    side = "The dealer’s side has won" if dealer % 2 == winner else "The dealer’s side has lost"
    scored = " a hand with a court" if court else " a hand without a court"
    end = {0: "the same player deals again", 2: "the dealer’s partner deals"}.get(
        (deals - dealer) % SEATS, "the deal passes on"
    )
    return (
        f"{side}{scored}{' by a revoke' if kind == REVOKE else ''}, so {end}: {format_seat_with_verb(deals, 'deal')}."
    )


THEMES = (
    PuzzleTheme(
        slug="who-deals",
        title="Who deals next, who calls?",
        sentence="The hand is over: find the next dealer, and who names trumps.",
        clauses=split_clause_ids(
            "deal.loser-deals deal.dealer-side-won deal.dealer-side-lost deal.dealer-side-lost-court "
            "deal.dealer-side-court deal.revoke-by-dealer-side deal.revoke-by-other-side trump.caller deal.first-five "
            "trick.first-lead trick.order setup.direction"
        ),
        make=_make_next_dealer_setup,
        pose=_pose_next_dealer_puzzle,
        aim=_make_setup_for_clause,
    ),
)
