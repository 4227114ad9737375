"""Statements about the deal, the stock and the match: true or not, at one's own table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games.cards import codes
from games.contract_rummy.contracts import contract_of, dealt, hands_of, in_words
from games.contract_rummy.options import ContractRummyOptions
from games.contract_rummy.playing import penalty_available
from games.contract_rummy.puzzles.common import POSING, RULES, holds
from games.contract_rummy.state import ContractRummyState, full_deck
from games.engine.move import Move
from games.engine.puzzle import Void
from games.engine.state import DEALER
from games.errors import HouseError
from games.kit.claims import Claim, Context, Statements, Value, among, near, one_of
from games.words import many


def _table(options: ContractRummyOptions, **position: Any) -> ContractRummyState:
    try:
        return RULES.load({"options": options.changed(), "seats": 4, **position})
    except HouseError as refused:
        raise Void(str(refused)) from None


def _dealt(options: ContractRummyOptions) -> ContractRummyState:
    """The table after a first deal by seat 3."""
    state = RULES.start(options, 4)
    RULES.apply(state, DEALER, Move("dealer", 3))
    RULES.apply(state, DEALER, RULES.chance(state, Random(1)))
    return state


def _after(options: ContractRummyOptions, moves: Sequence[str], **position: Any) -> ContractRummyState:
    state = _table(options, **position)
    for text in moves:
        seat, _, said_so = text.rpartition(": ")
        move = RULES.parse_move(said_so)
        if RULES.why_not(state, int(seat or 0), move) is not None:
            raise Void("That cannot be done by these house rules.")
        RULES.apply(state, int(seat or 0), move)
    return state


def _fewest(options: ContractRummyOptions) -> int:
    return max(seats for seats in RULES.seats if not list(options.conflicts(seats)))


def _packs(options: ContractRummyOptions) -> int:
    return full_deck(options, 5).count(full_deck(options, 5)[0])


def _starter(options: ContractRummyOptions) -> str:
    return (codes(_dealt(options).pile) and "up") or "none"


def _rotation(options: ContractRummyOptions) -> str:
    now = _after(options, ["discard 9D"], hands=["9D"], melds=[["8C 8D 8H", "JD JH JS"]], match={"dealer": 1})
    return {2: "left", 1: "same", 0: "right"}[now.match.dealer or 0]


def _upcard_window(options: ContractRummyOptions) -> str:
    now = _after(options, ["upcard"], phase="draw", pile="4H QD", hands=["2C 3C"])
    return "asked" if now.phase == "window" else "nobody"


def _limit(options: ContractRummyOptions) -> int:
    return options.mayi_limit


def _price(options: ContractRummyOptions) -> int:
    state = _table(options, phase="window", turn=3, pile="QD", answers=["asked", "", "", ""], hands=["2C 3C"])
    RULES.apply(state, 0, Move("may-i"))
    return len(state.hands[0]) - 2


def _needed(options: ContractRummyOptions) -> int:
    """How few cards of an empty stock's pile let somebody ask; 0 if none do."""
    for size in range(1, 8):
        pile = ["3C", "8D", "KH", "QS", "4D", "5D", "6D"][:size]
        state = _table(options, phase="draw", pile=" ".join(pile), stock="")
        if penalty_available(state):
            return size
    return 0


def _pile_of(size: int) -> Callable[[ContractRummyOptions], Value]:
    def ask(options: ContractRummyOptions) -> Value:
        now = _after(
            options,
            ["stock"],
            phase="draw",
            pile="3C 8D KH QS"[: 3 * size - 1],
            stock="",
            hands=["2C", "4C", "5C", "6C"],
            quiet=[1, 2, 3],
        )
        return "ends" if now.phase in ("between", "over") else "shuffled"

    return ask


def _pays_when_dead(options: ContractRummyOptions) -> str:
    now = _after(
        options,
        ["stock"],
        phase="draw",
        pile="QS",
        stock="",
        hands=["9C", "4C", "5C", "6C"],
        melds=[["8C 8D 8H", "JD JH JS"]],
        quiet=[1, 2, 3],
    )
    scores = now.match.results[-1].scores or ()
    return "all" if scores[0] else "others"


def _goes_on(options: ContractRummyOptions) -> str:
    now = _after(options, ["discard 9D"], hands=["9D"], melds=[["8C 8D 8H", "JD JH JS"]])
    return "once" if now.phase in ("between", "over") else "round"


def _lowest(options: ContractRummyOptions) -> str:
    match = {"dealer": 0, "deals": hands_of(options) - 1, "scores": [10, 50, 60, 70]}
    now = _after(options, ["discard 9D"], hands=["9D", "KC", "KD", "KH"], melds=[["8C 8D 8H", "JD JH JS"]], match=match)
    return "lowest" if now.match.winners == (0,) else "other"


def _tied(options: ContractRummyOptions) -> str:
    match = {"dealer": 0, "deals": hands_of(options) - 1, "scores": [60, 50, 90, 90]}
    now = _after(options, ["discard 9D"], hands=["9D", "KC", "KD", "KH"], melds=[["8C 8D 8H", "JD JH JS"]], match=match)
    return {0: "again", 1: "hands", 2: "share"}[len(now.match.winners)]


def _joined(options: ContractRummyOptions) -> str:
    now = _after(options, ["layoff 1 7D"], contract=3, hands=["7D 2C 3C"], melds=[["3D 4D 5D 6D", "8D 9D TD JD"]])
    return "two" if len(now.melds[0]) == 2 else "one"


def _whole_size(options: ContractRummyOptions) -> int:
    if not options.all_or_nothing:
        raise Void("There is no all-or-nothing hand.")
    return dealt(options, hands_of(options)) + 1


def _score_out(options: ContractRummyOptions) -> str:
    now = _after(options, ["discard 9D"], hands=["9D", "KC", "KD", "KH"], melds=[["8C 8D 8H", "JD JH JS"]])
    return "nothing" if (now.match.results[-1].scores or (1,))[0] == 0 else "something"


def _told(
    clause: str,
    ask: Callable[[ContractRummyOptions], Value],
    say: Callable[[Value], str],
    lures: Callable[[Any, Context, Value], Sequence[Value]],
) -> Claim[ContractRummyOptions]:
    """A claim that needs no context."""
    return Claim(clause, lambda house, context: ask(house), lambda context, value: say(value), lures)


def _where_it_holds(claim: Claim[ContractRummyOptions]) -> Claim[ContractRummyOptions]:
    """The claim, which says nothing where its clause does not hold."""

    def ask(house: ContractRummyOptions, context: Context) -> Value:
        if not holds(claim.clause, house):
            raise Void("That rule does not hold here.")
        return claim.ask(house, context)

    return replace(claim, ask=ask)


_CLAIMS: tuple[Claim[ContractRummyOptions], ...] = (
    _told("setup.players", _fewest, lambda v: f"At most {v} players can play.", near(-1, 1, 2)),
    _told("setup.packs", _packs, lambda v: f"With five players every card is there {v} times.", near(-1, 1)),
    _told(
        "setup.jokers",
        lambda options: options.joker_count(5),
        lambda v: f"With five players the jokers number {v}.",
        near(-1, 1, 2),
    ),
    one_of(
        "setup.first-dealer",
        lambda options: "chance" if RULES.start(options, 4).waiting == (DEALER,) else "oldest",
        {"chance": "Who deals first is left to chance.", "oldest": "The oldest player deals first."},
    ),
    one_of(
        "deal.direction",
        lambda options: "left" if _dealt(options).turn == 0 else "dealer",
        {
            "left": "The player on the dealer’s left gets the first card.",
            "dealer": "The dealer gets the first card.",
        },
    ),
    _told(
        "deal.hand-size",
        lambda options: dealt(options, 4),
        lambda v: f"In the fourth hand everybody is dealt {v} cards.",
        among(10, 11, 12, 13),
    ),
    one_of(
        "deal.upcard",
        _starter,
        {
            "up": "A card is turned up after the deal.",
            "none": "No card is turned up after the deal, and the first discard begins the pile.",
        },
    ),
    one_of(
        "deal.rotation",
        _rotation,
        {
            "left": "After a hand the deal moves to the left.",
            "same": "The winner of a hand deals the next one.",
            "right": "After a hand the deal moves to the right.",
        },
    ),
    one_of(
        "turn.first-player",
        lambda options: "left" if _dealt(options).turn == 0 else "dealer",
        {
            "left": "The player on the dealer’s left has the first turn.",
            "dealer": "The dealer has the first turn.",
        },
    ),
    one_of(
        "draw.upcard-no-window",
        _upcard_window,
        {
            "nobody": "When somebody draws the upcard, nobody is asked about the card beneath it.",
            "asked": "When somebody draws the upcard, the card beneath it is offered to the others.",
        },
    ),
    _told(
        "mayi.cost", _price, lambda v: f"An upcard taken out of turn makes the hand longer by {v} cards.", near(-1, 1)
    ),
    _told(
        "mayi.unlimited",
        _limit,
        lambda v: (
            f"In one hand you may take {many(int(v), 'upcard')} out of turn and no more."
            if v
            else "You may take as many upcards out of turn as you like."
        ),
        among(0, 2, 3, 4),
    ),
    _told(
        "mayi.penalty-available",
        _needed,
        lambda v: (
            f"With an empty stock you may ask once the pile has {v} cards, and not with fewer."
            if v
            else "With an empty stock nobody may ask for the upcard."
        ),
        among(0, 2, 3, 4, 5),
    ),
    one_of(
        "stock.reshuffle",
        _pile_of(4),
        {
            "shuffled": "With an empty stock the pile below the upcard is shuffled into a new one.",
            "ends": "With an empty stock and four cards in the pile, a draw from the stock ends the hand.",
        },
    ),
    one_of(
        "stock.dead",
        _pile_of(1),
        {
            "ends": "With an empty stock and only the upcard left, a draw from the stock ends the hand.",
            "shuffled": "With an empty stock and only the upcard left, the upcard becomes the new stock.",
        },
    ),
    one_of(
        "stock.dead-all-score",
        _pays_when_dead,
        {
            "all": "If no stock can be made, players who are down score their cards too.",
            "others": "If no stock can be made, only players who are not down score.",
        },
    ),
    one_of(
        "out.empty-hand",
        _goes_on,
        {
            "once": "The hand ends at once when somebody has no cards left.",
            "round": "When somebody has no cards left, the round is played to its end.",
        },
    ),
    one_of(
        "score.who",
        _score_out,
        {
            "nothing": "Whoever goes out with a discard, turns after the contract, scores nothing.",
            "something": "Whoever goes out scores the cards that the others hold.",
        },
    ),
    one_of(
        "match.total",
        _lowest,
        {
            "lowest": "After the last hand the lowest total wins.",
            "other": "After the last hand the highest total wins.",
        },
    ),
    one_of(
        "match.tie",
        _tied,
        {
            "share": "Two players who share the lowest total share the win.",
            "hands": "Of two players with the lowest total, the one with more hands won wins.",
            "again": "With two players on the lowest total the last hand is played again.",
        },
    ),
    one_of(
        "contract.later-join-ok",
        _joined,
        {
            "two": "Two contract runs that come to touch later remain two melds.",
            "one": "Two contract runs that come to touch later become one meld.",
        },
    ),
    _told(
        "contract.table",
        lambda options: in_words(contract_of(options, 5)),
        lambda v: f"The contract of the fifth hand is {v}.",
        lambda options, context, v: [in_words(contract_of(options, n)) for n in (3, 4, 6)],
    ),
    _told(
        "h7.count",
        _whole_size,
        lambda v: f"In the all-or-nothing hand you lay {v} cards if nobody took any out of turn.",
        near(-1, 1, 2),
    ),
)
CLAIMS = {claim.clause: _where_it_holds(claim) for claim in _CLAIMS}
THEMES = (
    Statements(POSING, CLAIMS).theme(
        "true-or-not", "True or not?", "Statements about the deal, the stock and the match, at your own table."
    ),
)
