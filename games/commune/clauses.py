"""The clauses of Commune, in the order of the rulebook. Those that a move can break have a sentence for it."""

from __future__ import annotations

from games.engine.clause import Clause, Violation

_ORDER = [
    "players.count",
    "deck.54",
    "deck.wilds",
    "tokens.start",
    "deal.hand-size",
    "deal.face-down",
    "deal.stub-unused",
    "deal.reshuffle",
    "deal.first-dealer",
    "deal.rotate",
    "declare.first",
    "declare.turn-order",
    "declare.options",
    "declare.must-be-higher",
    "declare.any-jump",
    "declare.free",
    "declare.ranks-named",
    "declare.no-kickers",
    "declare.no-suits",
    "declare.all-ranks",
    "declare.top-forces-call",
    "ladder.high",
    "ladder.pair",
    "ladder.two-pair",
    "ladder.trips",
    "ladder.straight",
    "ladder.flush",
    "ladder.full-house",
    "ladder.quads",
    "ladder.straight-flush",
    "ladder.five",
    "call.who",
    "call.target",
    "call.ends-hand",
    "call.caller-loses",
    "call.declarer-loses",
    "call.not-best",
    "present.wild-any",
    "present.two-is-wild",
    "present.one-use",
    "present.contained",
    "present.n-of-kind",
    "present.two-pair",
    "present.full-house",
    "present.straight",
    "present.flush",
    "present.straight-flush",
    "present.few-cards",
    "token.one-per-hand",
    "token.out",
    "match.last-standing",
    "match.length",
]

_REFUSALS = {
    "declare.first": "You speak first in this hand, so there is nothing to call yet: name a hand.",
    "declare.options": "{why}.",
    "declare.must-be-higher": "{said} is not higher than {last}.",
    "declare.ranks-named": "{kind} is not complete yet. Name {wanted}.",
    "declare.no-kickers": "Side cards are never named. For {kind} name {wanted}.",
    "declare.no-suits": "{why}.",
    "declare.all-ranks": "Twos may help as wild cards, but at this table nobody names them: the lowest rank is three.",
    "declare.top-forces-call": "Nothing stands above {last}, so all you can do is call.",
    "ladder.two-pair": "Two pair means two different pairs; the {rank} were named twice.",
    "ladder.straight": "A straight is named by its top card, and the lowest one goes to the {lowest}.",
    "ladder.flush": "{why}.",
    "ladder.full-house": "A full house takes three of one rank and two of another; the {rank} cannot be both.",
    "ladder.straight-flush": "{why}.",
    "ladder.five": "Five of a kind is not on the ladder of this table.",
    "call.who": "Everybody has let it pass, so {last} can no longer be called: name a higher hand.",
    "call.target": "Only the latest declaration can be called, and that is {last}. Just say that you call.",
}

CLAUSES = {id: Clause(id, _REFUSALS.get(id, "")) for id in _ORDER}
"""Every clause by id, in the order of the rulebook."""


def broken(id: str, **slots: object) -> Violation:
    """A violation of the clause of this id, its sentence filled in."""
    return CLAUSES[id].broken(**slots)
