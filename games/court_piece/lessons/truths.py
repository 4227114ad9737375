"""Proof by the rules that an answer is right: each function makes a truth, which is asked about an answer's value.

Players are named as in the texts: You, Mira, Ravi, Leela.
"""

from __future__ import annotations

from collections.abc import Callable

from games.cards import PACK, parse_card
from games.court_piece.judging import playable
from games.court_piece.playing import revoked
from games.court_piece.rules import CourtPiece
from games.court_piece.state import FIRST, SEATS, TRICKS, CourtPieceState, Trick, blind
from games.engine.lesson import COMPANY
from games.engine.move import Move
from games.engine.state import DEALER
from games.kit.truths import Truths

RULES = CourtPiece()
OTHERS = "the others play"
OURS, THEIRS, NOBODY = "You and Ravi", "Mira and Leela", "nobody"

Probe = Callable[[CourtPieceState], object]
"""What is read off a state; an answer is right if its value is the same as text."""


class _Truths(Truths[CourtPieceState]):
    """OTHERS stands for the cards that are still missing from the trick, each player’s first as dealt."""

    def played(self, state: CourtPieceState, *moves: str) -> CourtPieceState | None:
        now: CourtPieceState | None = state
        for text in moves:
            if now is not None:
                now = self._filled(now) if text == OTHERS else super().played(now, text)
        return now

    def _filled(self, state: CourtPieceState) -> CourtPieceState | None:
        now: CourtPieceState | None = state
        while now is not None and now.phase == "play" and now.trick:
            now = super().played(now, f"{now.turn}: play {now.hands[now.turn][0].code}")
        return now


TRUTHS = _Truths(RULES)
yes_if_legal = TRUTHS.yes_if_legal
after = TRUTHS.after


def takes_it(state: CourtPieceState, value: str) -> bool:
    """Whether you take the trick with this card."""
    now = TRUTHS.played(state, f"play {value}")
    return now is not None and taker(now) == COMPANY[0]


def follows(state: CourtPieceState, value: str) -> bool:
    """Whether this card follows suit as it should."""
    return parse_card(value) in playable(state, 0)


# -- probes: the table ---------------------------------------------------------------------------------------


def taker(state: CourtPieceState) -> str:
    """Who has taken the last trick."""
    return COMPANY[state.tricks[-1].winner]


def to_play(state: CourtPieceState) -> str:
    """Whose turn it is."""
    return COMPANY[state.turn]


def asked(state: CourtPieceState) -> str:
    """Who is waited for, and who will be asked after that."""
    return " and ".join(COMPANY[seat] for seat in (*state.waiting, *state.changing))


def plays_last(state: CourtPieceState) -> str:
    """Who plays the fourth card of the trick."""
    return COMPANY[state.after(state.leader, SEATS - 1)]


def partner(name: str) -> Probe:
    """Whose tricks count together with those of this player."""

    def probe(state: CourtPieceState) -> str:
        seat = COMPANY.index(name)
        before = state.copy()
        before.tricks = [Trick(seat, (), seat)]
        alike = []
        for other in range(SEATS):
            before.tricks.append(Trick(other, (), other))
            alike += [other] if other != seat and max(before.taken()) == 2 else []
            before.tricks.pop()
        return " and ".join(COMPANY[other] for other in alike)

    return probe


def hand_size(state: CourtPieceState) -> int:
    """How many cards you hold."""
    return len(state.hands[0])


def our_tricks(state: CourtPieceState) -> int:
    """How many tricks you and Ravi have."""
    return state.taken()[0]


def can_be_level(state: CourtPieceState) -> str:
    """Whether the two sides can have the same number of tricks once all of them are played: yes or no."""
    splits = []
    for ours in range(TRICKS + 1):
        now = state.copy()
        now.tricks = [Trick(side, (), side) for side in [0] * ours + [1] * (TRICKS - ours)]
        splits.append(now.taken())
    return "yes" if any(ours == theirs for ours, theirs in splits) else "no"


def caller(state: CourtPieceState) -> str:
    """Who names trumps."""
    return COMPANY[state.caller]


def first_packet(state: CourtPieceState) -> str:
    """Who gets the first five cards of a deal, and then names trumps; both are the same player."""
    now = state.copy()
    RULES.apply(now, DEALER, Move("deal", groups=(PACK,)))
    owners = [seat for seat in range(SEATS) if set(now.hands[seat]) == set(PACK[:FIRST])]
    return COMPANY[owners[0]] if owners == [now.turn] else NOBODY


def who_looks(state: CourtPieceState) -> str:
    """Who may look at the first five cards now."""
    return " and ".join(COMPANY[seat] for seat in range(SEATS) if not blind(state, seat))


def you_can_help(state: CourtPieceState) -> str:
    """Whether there is anything that you may do or say now: yes or no."""
    return "yes" if state.may_move(0) else "no"


def taker_and_revokes(state: CourtPieceState) -> str:
    """Who has taken the last trick, and how many revokes there were in it."""
    return f"{taker(state)} {sum(revoked(state, seat, len(state.tricks)) for seat in range(SEATS))}"


def how_it_goes_on(state: CourtPieceState) -> str:
    """Whether the hand is over: play, or over."""
    return "play" if state.phase == "play" else "over"


# -- probes: the end of a hand -------------------------------------------------------------------------------


def ended(state: CourtPieceState) -> CourtPieceState:
    """The same hand where nobody plays on and everybody has confirmed."""
    now = state.copy()
    while now.phase in ("playon", "confirm"):
        RULES.apply(now, now.waiting[0], Move("stop" if now.phase == "playon" else "confirm"))
    return now


def hand_winners(state: CourtPieceState) -> str:
    """The side that has won the hand."""
    results = ended(state).match.results
    return (OURS if 0 in results[-1].winners else THEIRS) if results else NOBODY


def courts(state: CourtPieceState) -> str:
    """The courts of the hand: yours, then theirs; "" while it is not over."""
    results = ended(state).match.results
    scores = results[-1].scores if results else None
    return f"{scores[0]} {scores[1]}" if scores else ""


def tally(state: CourtPieceState) -> str:
    """The tally after the hand: its holder and how many hands in a row."""
    now = ended(state)
    return f"{NOBODY if now.holder is None else (OURS, THEIRS)[now.holder]} {now.tally}"


def courts_and_tally(state: CourtPieceState) -> str:
    """The courts of the hand, and the tally after it."""
    return f"{courts(state)}, {tally(state)}"


def deals_next(state: CourtPieceState) -> str:
    """Who deals the next hand."""
    dealer = ended(state).match.dealer
    return NOBODY if dealer is None else COMPANY[dealer]


def calls_next(state: CourtPieceState) -> str:
    """Who names trumps in the next hand."""
    return COMPANY[ended(state).caller]


def courts_so_far(state: CourtPieceState) -> str:
    """How it goes on, and what the hand would come to without another trick."""
    then = state.copy()
    then.wait_for("playon", state.turn)
    return f"{how_it_goes_on(state)} {courts(then if state.phase == 'play' else state)}"


def match_ends(state: CourtPieceState) -> str:
    """What has become of the match: goes on, draw, or the winners."""
    match = ended(state).match
    if not match.over:
        return "goes on"
    return "draw" if not match.winners else OURS if 0 in match.winners else THEIRS
