"""Puzzles about the end of a hand: courts, the tally of hands in a row, and who deals next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.cards import PACK
from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import (
    OUR,
    RULES,
    acts,
    clamp,
    count,
    listed,
    rule_hint,
    rules_of,
    seated,
    take_trick,
    unique,
    until_found,
    upper,
    we,
    who,
)
from games.court_piece.puzzles.proofs import with_tricks
from games.court_piece.puzzles.statements import theme
from games.court_piece.scoring import Forfeit, finish
from games.court_piece.state import SEATS, SWEEP, TRICKS, CourtPieceState, Trick
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Void
from games.engine.state import DEALER

# -- court or not? -------------------------------------------------------------------------------

MORE, ASKED, PLAIN, COURT = "more", "asked", "plain", "court"
_NEXT = (
    Option(MORE, "The next trick is played, and nobody is asked anything"),
    Option(ASKED, "A side has the first seven tricks and is asked whether to play on"),
    Option(PLAIN, "The hand is over, and nobody scores a court for it"),
    Option(COURT, "The hand is over, and courts are scored for it"),
)


def _make_court(rng: Random, options: Options) -> Setup:
    """A hand told trick by trick, as far as it gets or to somewhere on the way."""

    def draw() -> Setup | None:
        kind = rng.choice(("sweep", "sweep", "near", "near", "on", "on", "thirteen", "late", "close"))
        setup = {
            "dealer": rng.randrange(SEATS),
            "winners": _winners(rng, kind, rng.randrange(2)),
            "said": [rng.random() < (0.15 if kind in ("sweep", "near") else 0.9) for _ in range(2)],
            "ask": rng.choice(("next", "result")),
        }
        found = _played(setup, options)
        return setup if setup["ask"] == "next" or found.result is not None else None

    return until_found(draw)


def _winners(rng: Random, kind: str, side: int) -> list[int]:
    """Who takes the tricks of a hand, one after the other, for `side` mostly."""

    def of(side: int) -> int:
        return rng.choice((side, side + 2))

    if kind == "sweep":
        return [of(side) for _ in range(SWEEP)]
    if kind == "thirteen":
        return [of(side) for _ in range(TRICKS)]
    if kind == "on":
        return [*(of(side) for _ in range(rng.randint(SWEEP, TRICKS - 1))), of(1 - side)]
    if kind == "near":
        lost = rng.randrange(SWEEP)
        return [of(1 - side if number == lost else side) for number in range(rng.choice((SWEEP, SWEEP, TRICKS)))]
    if kind == "late":
        return [of(1 - side), *(of(side) for _ in range(TRICKS - 1))]
    sides = [side] * 7 + [1 - side] * 6
    rng.shuffle(sides)
    return [of(one) for one in sides]


@dataclass(frozen=True)
class _Played:
    """A hand as far as it was told: what comes next, and what it came to if it is over: the winners and courts."""

    state: CourtPieceState
    next: str
    result: tuple[int, int] | None
    asked: tuple[tuple[int, bool], ...]
    """Who was asked to play on, and said yes or no."""


def _played(setup: Setup, options: Options) -> _Played:
    """The hand as the rules play it. Raises Void where it would have been over before, or nobody was asked."""
    house = rules_of(options)
    state = seated(
        {"trump": "S", "turn": (setup["dealer"] + house.step) % SEATS, "match": {"dealer": setup["dealer"]}}, house
    )
    said, asked = list(setup["said"]), []
    for number, winner in enumerate(setup["winners"], 1):
        if state.phase != "play":
            raise Void("By these house rules the hand would have been over before.")
        take_trick(state, winner)
        while state.phase == "playon" and said and number < len(setup["winners"]) + (setup["ask"] == "result"):
            asked.append((state.turn, said[0]))
            RULES.apply(state, state.turn, Move("go-on" if said.pop(0) else "stop"))
    while state.phase == "confirm":
        RULES.apply(state, state.waiting[0], Move("confirm"))
    if state.phase in ("play", "playon"):
        return _Played(state, MORE if state.phase == "play" else ASKED, None, tuple(asked))
    result = state.match.results[-1]
    assert result.scores is not None
    side = result.winners[0] % 2
    courts = result.scores[side]
    return _Played(state, COURT if courts else PLAIN, (side, courts), tuple(asked))


def _told(setup: Setup, found: _Played) -> str:
    """The hand in words, the tricks in groups of the same side."""
    caller = (setup["dealer"] + found.state.options.step) % SEATS
    parts, winners, start = [], setup["winners"], 0
    while start < len(winners):
        end = start
        while end < len(winners) and winners[end] % 2 == winners[start] % 2:
            end += 1
        if start < SWEEP < end and found.asked:
            end = SWEEP
        tricks = f"trick {end}" if end == start + 1 else f"tricks {start + 1} to {end}"
        parts.append(f"{we(winners[start] % 2)} took {tricks}")
        if end == SWEEP and found.asked:
            parts += [f"{who(seat)} said {'yes' if yes else 'no'} to playing on" for seat, yes in found.asked]
        start = end
    return f"{upper(who(caller))} called trumps. {upper(listed(parts))}."


def _pose_court(setup: Setup, options: Options) -> Puzzle:
    found = _played(setup, options)
    ours = len([winner for winner in setup["winners"] if winner % 2 == OUR])
    theirs = len(setup["winners"]) - ours
    clauses = _court_clauses(setup, found)
    if setup["ask"] == "next":
        key, asked = found.next, "What happens now?"
        choices: tuple[Option, ...] = _NEXT
        reasons = {option.id: _why_next(found, option.id) for option in choices}
    else:
        if found.result is None:
            raise Void("By these house rules the hand is not over yet.")
        key, choices, reasons = _results(found)
        asked = "The hand is over. What has come of it?"
    return Puzzle(
        theme="court-or-not",
        form="one",
        question=f"{_told(setup, found)} {asked}",
        position={},
        key=key,
        clauses=clauses,
        why=_why_court(found, ours, theirs),
        options=choices,
        reasons=reasons,
        hints=(
            "Look at the first seven tricks: did one side take them all?",
            rule_hint(clauses[0]),
            f"Of the first {min(SWEEP, len(setup['winners']))} tricks your side has "
            f"{sum(winner % 2 == OUR for winner in setup['winners'][:SWEEP])}.",
            f"In all it is {ours} to {theirs}.",
        ),
        rating=clamp(
            850
            + 120 * len(found.asked)
            + 90 * (setup["ask"] == "result")
            + 20 * max(0, len(setup["winners"]) - SWEEP)
            + 60 * len(clauses)
        ),
    )


def _results(found: _Played) -> tuple[str, tuple[Option, ...], dict[str, str]]:
    """The key, the outcomes to choose from, and why each is right or wrong."""
    assert found.result is not None
    side, courts = found.result
    house = found.state.options
    thirteen = max(found.state.taken()) == TRICKS
    amounts = sorted({0, 1, courts, house.playon_value, *([house.playon_value + 1] if thirteen else [])})
    outcomes = [(one, amount) for one in (side, 1 - side) for amount in amounts]
    outcomes = [one for one in outcomes if one[0] == side or one[1] in (0, courts)]
    choices = tuple(
        Option(f"{one}-{amount}", f"{upper(we(one))} win the hand and score {count(amount, 'court')}")
        for one, amount in sorted(outcomes)
    )
    said = f"{upper(we(side))} win the hand, and it is worth {count(courts, 'court')}."
    reasons = {
        f"{one}-{amount}": said if (one, amount) == found.result or one != side else _why_not(found, amount)
        for one, amount in outcomes
    }
    return f"{side}-{courts}", choices, reasons


def _why_not(found: _Played, amount: int) -> str:
    assert found.result is not None
    courts = found.result[1]
    if found.state.sweeper() is None:
        return "Without all of the first seven tricks there is no court for the tricks of a hand."
    if max(found.state.taken()) < TRICKS:
        return f"The first seven tricks are worth {count(courts, 'court')} here, and the thirteen were not made."
    place = "on top" if found.state.options.playon_adds else "in the place"
    return f"All thirteen tricks count {place} of what the first seven are worth: that is {count(courts, 'court')}."


def _why_next(found: _Played, chosen: str) -> str:
    if chosen == found.next:
        return "So it is."
    swept, taken = found.state.sweeper() is not None, len(found.state.tricks)
    if chosen in (ASKED, COURT) and not swept:
        return "No side has taken all of the first seven tricks."
    if found.next == ASKED:
        return "A side with the first seven tricks is asked before anything else happens."
    if chosen == MORE:
        return "No trick follows on this one."
    if chosen == ASKED:
        return "Nobody is asked at this point."
    return f"After {taken} tricks the hand is not over yet." if found.next == MORE else "The first seven tricks count."


def _why_court(found: _Played, ours: int, theirs: int) -> str:
    sweeper, score = found.state.sweeper(), f"{max(ours, theirs)} tricks to {min(ours, theirs)}"
    if found.next == ASKED:
        assert sweeper is not None
        return f"{upper(we(sweeper))} have all of the first seven tricks: a court. They are asked whether to play on."
    if found.next == MORE and sweeper is None:
        return "The first seven tricks are shared, so there is no court, and all thirteen tricks are played."
    if found.next == MORE:
        return "The hand was played on, and it is not over yet."
    assert found.result is not None
    side, courts = found.result
    if sweeper is None:
        return f"{upper(we(side))} win the hand by {score}, and without all of the first seven there is no court."
    thirteen = max(ours, theirs) == TRICKS
    foreign = "" if thirteen or courts == 1 else ", since they did not call trumps"
    what = "all thirteen tricks" if thirteen else "the first seven tricks"
    return f"{upper(we(side))} have {what}: {count(courts, 'court')}{foreign}."


def _court_clauses(setup: Setup, found: _Played) -> tuple[str, ...]:
    state, winners = found.state, setup["winners"]
    caller = (setup["dealer"] + state.options.step) % SEATS
    sweeper = state.sweeper()
    if sweeper is None:
        return unique(["hand.split-plays-out", "court.first-seven", *(["hand.majority"] if found.result else [])])
    ids = ["court.first-seven"]
    if max(state.taken()) == TRICKS:
        ids = ["playon.fifty-two", "playon.replaces", *ids]
    elif len(winners) > SWEEP:
        ids = ["playon.no-penalty", "playon.stop-on-loss", *ids]
    elif found.next != ASKED:
        ids.append("playon.default-stop")
    if found.result is not None:
        ids.append("hand.sweep-is-win")
    return unique([*ids, *(["court.first-seven-either-side"] if caller % 2 != sweeper else [])])


# -- keep the tally ------------------------------------------------------------------------------

TRICKWISE, SEVEN, ALL, REVOKE = "tricks", "sweep", "all", "revoke"


def _kinds(house: CourtPieceOptions) -> list[str]:
    """How a hand can be won by these house rules, the usual ways more often."""
    rare = [*([ALL] if house.playon_allowed else []), *([REVOKE] * 2 if house.claimable else [])]
    return [*[TRICKWISE] * 5, *[SEVEN] * 2, *rare]


def _make_tally(rng: Random, options: Options) -> Setup:
    """Some hands in a row, one side often near the number that makes a court."""
    house = rules_of(options)

    def draw() -> Setup:
        side = rng.randrange(2)
        most = house.tally_target
        tally = max(0, most - rng.randint(1, 3)) if rng.random() < 0.7 else rng.randint(0, min(2, most - 1))
        winners = [side if rng.random() < 0.7 else 1 - side for _ in range(rng.randint(3, 5))]
        setup = {
            "holder": side if tally else None,
            "tally": tally,
            "dealer": rng.randrange(SEATS),
            "hands": [{"winner": winner, "kind": rng.choice(_kinds(house))} for winner in winners],
        }
        courts = [sum(hand.courts[side] for hand in _kept(setup, options)) for side in (0, 1)]
        if any(courts) and rng.random() < 0.35:
            return {**setup, "ask": "courts", "side": 0 if courts[0] > courts[1] else 1}
        return {**setup, "ask": "tally"}

    return until_found(draw)


@dataclass(frozen=True)
class _Kept:
    """A hand of a match: how it was won, by whom, who had called, and holder, tally and courts before and after."""

    kind: str
    winner: int
    called: int
    before: tuple[int | None, int]
    after: tuple[int | None, int]
    courts: tuple[int, int]
    full: bool
    """Whether it filled the tally."""


def _kept(setup: Setup, options: Options) -> list[_Kept]:
    """The hands as the rules write them down. Raises Void where they cannot be, or the match ends on the way."""
    house = rules_of(options)
    if setup["tally"] >= house.tally_target:
        raise Void("By these house rules nobody can have won so many hands in a row without a court for it.")
    state = with_tricks(house)
    state.match.dealer, state.holder, state.tally = setup["dealer"], setup["holder"], setup["tally"]
    found = []
    for hand in setup["hands"]:
        if state.match.over:
            raise Void("By these house rules the match would be over before that.")
        before, called = (state.holder, state.tally), state.caller % 2
        end_hand(state, hand["kind"], hand["winner"])
        scores = state.match.results[-1].scores
        assert scores is not None
        winner, counts = hand["winner"], hand["kind"] == TRICKWISE or house.tally_after_hand_court == "count"
        full = counts and before == (winner, house.tally_target - 1)
        after = (state.holder, state.tally)
        found.append(_Kept(hand["kind"], winner, called, before, after, (scores[0], scores[1]), full))
    return found


def end_hand(state: CourtPieceState, kind: str, winner: int, by: int | None = None) -> None:
    """Have a hand end in this way, and write it down. Raises Void where it cannot by these house rules."""
    house = state.options
    if (kind == ALL and not house.playon_allowed) or (kind == REVOKE and not house.claimable):
        raise Void("By these house rules no hand ends like that.")
    sides = {SEVEN: [winner] * SWEEP, ALL: [winner] * TRICKS, REVOKE: [winner, 1 - winner, winner]}
    taken = sides.get(kind, [winner, 1 - winner] * 6 + [winner])
    state.tricks = [Trick(side, (), side) for side in taken]
    finish(state, Forfeit(1 - winner if by is None else by % 2, 2) if kind == REVOKE else None)


def _how(hand: _Kept | None, kind: str, winner: int, house: CourtPieceOptions) -> str:
    """How a hand ended, in words."""
    said = {
        TRICKWISE: f"{we(winner)} win it on tricks, with some of the first seven on each side",
        SEVEN: f"{we(winner)} take the first seven tricks, and the hand stops",
        ALL: f"{we(winner)} take all thirteen tricks",
        REVOKE: f"{we(winner)} win it, since {we(1 - winner)} are caught for a revoke",
    }[kind]
    if hand is not None and kind in (SEVEN, ALL) and house.court_goon > 1:
        return f"{we(hand.called)} had called trumps; {said}"
    return said


def _standing(after: tuple[int | None, int]) -> str:
    holder, tally = after
    return "none" if holder is None else f"{holder}-{tally}"


def _standing_words(standing: str) -> str:
    side, _, tally = standing.partition("-")
    return f"{upper(we(int(side)))}: {tally} in a row" if tally else "Nobody holds a tally"


def _why_tally(hand: _Kept, target: int) -> str:
    again = hand.before[0] == hand.winner
    courts = hand.courts[hand.winner]
    scored = f"{count(courts, 'court')} scored"
    if hand.after[0] is not None:
        said = f"{upper(we(hand.winner))} "
        said += f"win again: {hand.after[1]} in a row" if again else "are the ones with a win now: 1 in a row"
        return f"{said}{f', with {scored}' if courts else ''}."
    if hand.full:
        return f"It is win number {target} in a row: {scored} in all, and the tally begins anew."
    return f"The court of this hand clears the tally: {scored}."


def _pose_tally(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    hands = _kept(setup, options)
    target = house.tally_target
    begun = "Nobody holds a tally yet."
    if setup["tally"]:
        begun = f"So far {we(setup['holder'])} have won {count(setup['tally'], 'hand')} in a row."
    ids = [f"h{number}" for number in range(1, len(hands) + 1)]
    told = [f"Hand {place}: {_how(hand, hand.kind, hand.winner, house)}." for place, hand in enumerate(hands, 1)]
    reasons = {id: _why_tally(hand, target) for id, hand in zip(ids, hands, strict=True)}
    key = {id: _standing(hand.after) for id, hand in zip(ids, hands, strict=True)}
    side = setup.get("side", OUR)
    clauses = _tally_clauses(hands, house)
    number = setup["ask"] == "courts"
    asked = f"{begun} {' '.join(told)} How many courts do {we(side)} score in these hands?"
    return Puzzle(
        theme="keep-the-tally",
        form="number" if number else "match",
        question=asked if number else f"{begun} Keep the tally: how does it stand after each of these hands?",
        position={},
        key=sum(hand.courts[side] for hand in hands) if number else key,
        clauses=clauses,
        why=" ".join(f"Hand {place}: {reasons[id][:1].lower()}{reasons[id][1:]}" for place, id in enumerate(ids, 1)),
        options=() if number else tuple(Option(id, text) for id, text in zip(ids, told, strict=True)),
        labels=() if number else _labels(hands),
        reasons={} if number else reasons,
        hints=(
            "A side that wins again goes up by one; the other side’s win makes it begin again from one.",
            rule_hint(clauses[0]),
            f"A court is due at {target} in a row."
            if house.tally_after_hand_court == "count"
            else f"A court is due at {target} in a row, and a court made in one hand clears the tally.",
            f"After hand 1: {reasons['h1'][:1].lower()}{reasons['h1'][1:]}",
        ),
        rating=clamp(
            800
            + 60 * len(hands)
            + 90 * sum(hand.kind != TRICKWISE for hand in hands)
            + 110 * ("court.add-up" in clauses)
            + 70 * ("court.seven-in-a-row" in clauses)
        ),
    )


def _labels(hands: list[_Kept]) -> tuple[tuple[str, str], ...]:
    """What the tally may be after a hand: as it is in one of them, or what somebody may take it for."""
    found = {_standing(hand.after) for hand in hands} | {"none"}
    for hand in hands:
        found.add(f"{hand.winner}-{hand.before[1] + 1 if hand.before[0] == hand.winner else 1}")
    return tuple((one, _standing_words(one)) for one in sorted(found, key=lambda one: (one != "none", one)))


def _tally_clauses(hands: list[_Kept], house: CourtPieceOptions) -> tuple[str, ...]:
    ids = []
    for hand in hands:
        again = hand.before[0] == hand.winner
        counts = hand.kind == TRICKWISE or house.tally_after_hand_court == "count"
        if hand.kind != TRICKWISE:
            ids.append("tally.every-hand-counts")
        if hand.full:
            ids += ["court.seven-in-a-row", "tally.reset-seven", *(["court.add-up"] if hand.kind != TRICKWISE else [])]
        elif counts:
            first = "tally.first" if hand.before[0] is None else "tally.same-side" if again else "tally.break"
            ids.append(first)
    return unique(sorted(ids, key=lambda id: (not id.startswith("court"), "every" not in id)))


# -- who deals next, who calls? ------------------------------------------------------------------


_CASES = {
    "deal.dealer-side-won": (True, (TRICKWISE,)),
    "deal.dealer-side-lost": (False, (TRICKWISE,)),
    "deal.dealer-side-court": (True, (SEVEN, ALL)),
    "deal.dealer-side-lost-court": (False, (SEVEN, ALL)),
    "deal.revoke-by-dealer-side": (False, (REVOKE,)),
    "deal.revoke-by-other-side": (True, (REVOKE,)),
}
"""For a clause whether the dealer's side has won the hand, and how."""


def _make_deal(rng: Random, options: Options) -> Setup:
    if rng.random() < 0.15:
        return {"dealer": rng.randrange(SEATS), "ask": "begin"}
    return _after_a_hand(rng, options, _kinds(rules_of(options)), (True, False))


def _aim_deal(rng: Random, options: Options, clause: str) -> Setup:
    if clause in _CASES:
        wins, kinds = _CASES[clause]
        if REVOKE in kinds and not rules_of(options).claimable:
            raise Void("By these house rules nobody can revoke.")
        return _after_a_hand(rng, options, kinds, (wins,))
    return _make_deal(rng, options) if clause in _ANY else {"dealer": rng.randrange(SEATS), "ask": "begin"}


_ANY = ("deal.loser-deals", "trump.caller")


def _after_a_hand(rng: Random, options: Options, kinds: Sequence[str], wins: Sequence[bool]) -> Setup:
    """A hand that has ended in one of these ways; `wins` says whether it may be the dealer's side that has won."""

    def draw() -> Setup:
        kind, dealer = rng.choice(kinds), rng.randrange(SEATS)
        winner = dealer % 2 if rng.choice(wins) else 1 - dealer % 2
        setup = {
            "dealer": dealer,
            "kind": kind,
            "winner": winner,
            "full": kind == TRICKWISE and len(wins) > 1 and rng.random() < 0.35,
            "by": rng.choice((1 - winner, 3 - winner)) if kind == REVOKE else None,
            "ask": "after",
        }
        _pose_deal(setup, options)
        return setup

    return until_found(draw)


def _pose_deal(setup: Setup, options: Options) -> Puzzle:
    return _pose_begin(setup, options) if setup["ask"] == "begin" else _pose_after(setup, options)


_LABELS = tuple((f"s{seat}", upper(who(seat))) for seat in range(SEATS))


def _pose_begin(setup: Setup, options: Options) -> Puzzle:
    """The beginning of a hand, as it is dealt, called and led to."""
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
    way = "clockwise, to the left" if state.options.step == 1 else "counter-clockwise, to the right"
    dealer, lead = setup["dealer"], "lead" if caller == 0 else "leads"
    return Puzzle(
        theme="who-deals",
        form="match",
        question=f"{acts(dealer, 'deal', start=True)} this hand. Who does what?",
        position={},
        key={id: f"s{seat}" for id, _, seat, _ in rows},
        clauses=unique([*(clause for *_, clause in rows), "setup.direction"]),
        why=f"Deal and play go {way}. {acts(caller, 'call', start=True)} trumps and {lead} to the first trick.",
        options=tuple(Option(id, text) for id, text, _, _ in rows),
        labels=_LABELS,
        reasons={id: f"That is {who(seat)}: the deal goes {way}." for id, _, seat, _ in rows},
        hints=(
            "Begin with the dealer and go round the table.",
            rule_hint("trump.caller"),
            f"Deal and play go {way}.",
            f"{acts(caller, 'call', start=True)} trumps.",
        ),
        rating=clamp(850 + 60 * (dealer != 0) + 80 * (state.options.step == -1)),
    )


def _pose_after(setup: Setup, options: Options) -> Puzzle:
    """After a hand, as the rules write it down."""
    house = rules_of(options)
    kind, winner, dealer, by = setup["kind"], setup["winner"], setup["dealer"], setup["by"]
    state = with_tricks(house)
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
    how = f"{acts(by, 'are')} caught for a revoke, so {we(winner)} win it" if by is not None else ""
    how = how or _how(None, kind, winner, house)
    if setup["full"]:
        how += f", and it is win number {house.tally_target} in a row"
    clause = _deal_clause(kind, winner == dealer % 2, court)
    loses = deals % 2 != winner
    why = f"{_why_deals(dealer, deals, kind, winner, court)} {acts(calls, 'call', start=True)} trumps."
    return Puzzle(
        theme="who-deals",
        form="match",
        question=f"{acts(dealer, 'have', start=True)} dealt this hand: {how}. Who deals next, and who calls trumps?",
        position={},
        key={"deals": f"s{deals}", "calls": f"s{calls}"},
        clauses=unique([clause, *(["deal.loser-deals"] if loses else []), "trump.caller"]),
        why=why,
        options=(Option("deals", "Deals the next hand"), Option("calls", "Calls trumps in it")),
        labels=_LABELS,
        reasons={
            "deals": _why_deals(dealer, deals, kind, winner, court),
            "calls": f"The first player after the dealer in the order of the deal calls: that is {who(calls)}.",
        },
        hints=(
            "Ask who has lost the hand, and whether a court was scored in it.",
            rule_hint(clause),
            f"{'A court was' if court else 'No court was'} scored, and {we(1 - winner)} have lost the hand.",
            f"The next dealer is {'of your side' if deals % 2 == OUR else 'one of your opponents'}.",
        ),
        rating=clamp(
            900
            + 140 * court
            + 120 * (kind == REVOKE)
            + 90 * bool(setup["full"])
            + 60 * (dealer % 2 == winner)
            + 40 * (not loses)
        ),
    )


def _deal_clause(kind: str, dealers: bool, court: bool) -> str:
    """The clause that says who deals next; `dealers` if the dealer's own side has won."""
    if kind == REVOKE:
        return "deal.revoke-by-other-side" if dealers else "deal.revoke-by-dealer-side"
    if dealers:
        return "deal.dealer-side-court" if court else "deal.dealer-side-won"
    return "deal.dealer-side-lost-court" if court else "deal.dealer-side-lost"


def _why_deals(dealer: int, deals: int, kind: str, winner: int, court: bool) -> str:
    side = "The dealer’s side has won" if dealer % 2 == winner else "The dealer’s side has lost"
    scored = " a hand with a court" if court else " a hand without a court"
    end = {0: "the same player deals again", 2: "the dealer’s partner deals"}.get(
        (deals - dealer) % SEATS, "the deal passes on"
    )
    return f"{side}{scored}{' by a revoke' if kind == REVOKE else ''}, so {end}: {acts(deals, 'deal')}."


THEMES = (
    theme(
        slug="court-or-not",
        title="Court or not?",
        sentence="Follow a hand trick by trick: does it stop, who has won, and is there a court?",
        clauses="court.first-seven court.first-seven-either-side playon.default-stop playon.fifty-two playon.replaces "
        "playon.no-penalty playon.stop-on-loss hand.split-plays-out hand.majority hand.sweep-is-win",
        make=_make_court,
        pose=_pose_court,
    ),
    theme(
        slug="keep-the-tally",
        title="Keep the tally",
        sentence="Hand after hand: who has won how many in a row, and when is that a court?",
        clauses="tally.first tally.same-side tally.break court.seven-in-a-row tally.reset-seven "
        "tally.every-hand-counts court.add-up",
        make=_make_tally,
        pose=_pose_tally,
    ),
    theme(
        slug="who-deals",
        title="Who deals next, who calls?",
        sentence="The hand is over: find the next dealer, and who names trumps.",
        clauses="deal.loser-deals deal.dealer-side-won deal.dealer-side-lost deal.dealer-side-lost-court "
        "deal.dealer-side-court deal.revoke-by-dealer-side deal.revoke-by-other-side trump.caller deal.first-five "
        "trick.first-lead trick.order setup.direction",
        make=_make_deal,
        pose=_pose_deal,
        aim=_aim_deal,
    ),
)
