"""The clauses of Vazhushal, in the order of the rulebook. Those that a move can break have a sentence for it."""

from __future__ import annotations

from games.engine.clause import Clause, Violation

_ORDER = """
setup.players setup.packs setup.printed-jokers setup.first-dealer
deal.order deal.hand-size deal.cut deal.sequence deal.next-dealer
redeal.double-def redeal.three-doubles redeal.same-dealer redeal.before-reveal redeal.jokers-dont-count
neg.revealed neg.makes-wild neg.same-colour-plain neg.not-in-play neg.is-printed
wild.set wild.any-needed wild.self-is-natural wild.printed-never-natural wild.declared wild.number-free
meld.kinds meld.min-three run.suited-consecutive run.ace-either-end run.no-wrap run.max-13 set.same-rank set.max-four
meld.no-duplicate-card meld.not-all-wild meld.pure-def meld.pure-always meld.no-twin-melds meld.twin-own-only meld.owner-only
meld.stays-on-table meld.optional meld.any-number
turn.first-player turn.phases turn.draw-once turn.no-predraw turn.keep-a-discard draw.stock
line.visible line.limit line.overflow
wipe.suffix-only wipe.deepest-card-must-meld wipe.single-card-too wipe.not-a-layoff wipe.new-meld-material wipe.meld-first
wipe.any-kind-once-opened wipe.rest-to-hand wipe.older-stay wipe.no-empty-line wipe.merge-after
first.must-be-pure first.any-turn first.more-same-turn first.wipe-completes-pure first.wipe-depth-limit first.meld-then-wipe
first.predraw-commits first.routes-disjoint
starter.case starter.as-itself starter.take-with-pure starter.no-meld-needed starter.not-after-stock starter.not-with-line-made-pure
starter.partial-ordinary starter.dealt-card-only starter.nobody-pure
layoff.own-only layoff.same-turn-ok layoff.wild-ok rearr.free rearr.end-state rearr.wild-moves rearr.not-before-draw
discard.one discard.any-hand-card out.definition out.discard-required out.face-down out.ends-at-once
exhaust.trigger exhaust.out-first exhaust.wipes-dont-trigger exhaust.final-melds exhaust.first-still-pure exhaust.no-discard
exhaust.score exhaust.winner exhaust.after-overflow
score.ace-face score.pip score.wild-in-meld score.joker-in-hand score.ranked-wild-in-hand
match.hands-won match.target match.tie onepack.deck
""".split()

_REFUSALS = {
    "redeal.three-doubles": "Only a hand with the doubles that call for a new deal is asked about one.",
    "neg.same-colour-plain": "The {card} has the colour of the negative joker, so it is an ordinary card and stands for itself.",
    "neg.is-printed": "The negative joker is a printed joker, so no ranked card is wild and the {card} stands for itself.",
    "wild.set": "The {card} is not wild in this hand, so it stands only for itself.",
    "wild.declared": "Say which card the {card} stands for.",
    "meld.kinds": "{cards} is neither a run nor a set.",
    "meld.min-three": "A meld has three cards or more; {cards} is only {count}.",
    "run.suited-consecutive": "{cards} are of one suit, but they do not follow one another.",
    "run.no-wrap": "{cards} goes round the corner: an ace ends a run, it never stands in the middle.",
    "run.max-13": "A run has thirteen cards at most.",
    "set.max-four": "A set has four cards at most, one of each suit.",
    "meld.no-duplicate-card": "{cards} has the {card} twice; a meld holds every card once.",
    "meld.not-all-wild": "{cards} has no card that stands for itself, and every meld needs one.",
    "meld.pure-always": "Then you would have no pure sequence left on the table.",
    "meld.no-twin-melds": "You would own {cards} twice; two of your melds may not be the same.",
    "meld.owner-only": "That meld is not yours, and melds belong to whoever laid them.",
    "meld.stays-on-table": "{cards} would leave the table, and a card once melded stays there.",
    "turn.phases": "First the draw, then the table, then one discard: now is the time to {now}.",
    "turn.draw-once": "You have drawn already; there is one draw in a turn.",
    "turn.no-predraw": "Draw first: nothing is laid before the draw.",
    "turn.keep-a-discard": "That would empty your hand, and you need a card to discard.",
    "wipe.suffix-only": "A wipe takes the newest cards of the line without gaps; {cards} cannot be reached with {number}.",
    "wipe.deepest-card-must-meld": "The deepest card that you take, the {card}, must go straight into a new meld.",
    "wipe.single-card-too": "Even a single card is wiped only into a new meld, never just to be kept.",
    "wipe.not-a-layoff": "Adding the {card} to a meld that lies there already is not a new meld.",
    "wipe.new-meld-material": "{cards} lies on the table; the new meld of a wipe is made of wiped cards and hand cards.",
    "wipe.meld-first": "A wipe comes with its new meld: say which cards go into it.",
    "wipe.no-empty-line": "The line is empty, so the stock is the only place to draw from.",
    "first.must-be-pure": "{cards} is not a pure sequence, and your first meld must be one.",
    "first.wipe-completes-pure": "Before your first meld you may not take anything from the line here.",
    "first.wipe-depth-limit": "To open, you may wipe only as deep as the deepest card of your pure sequence.",
    "first.predraw-commits": "Whoever lays a meld before drawing must draw from the line.",
    "first.routes-disjoint": "The pure sequence laid before the wipe must come from your hand alone; {cards} is in the line.",
    "first.meld-then-wipe": "Only a player with nothing on the table lays a pure sequence before drawing.",
    "starter.case": "The whole line can be taken like this only while a wild card turned up by the dealer lies at its bottom.",
    "starter.take-with-pure": "To take the line with its wild starter you need a pure sequence on the table, or one from your hand now.",
    "starter.not-after-stock": "You drew from the stock; the wild starter waits for a later turn.",
    "starter.not-with-line-made-pure": "A pure sequence that needs the line does not open the starter in the same turn; {cards} is in the line.",
    "starter.partial-ordinary": "Without a new meld only the whole line comes with its wild starter, not a part of it.",
    "starter.dealt-card-only": "The {card} was discarded by a player, so it is an ordinary card of the line.",
    "starter.nobody-pure": "Nobody was dealt a pure sequence, so this turn you take the wild starter and discard, and nothing else.",
    "layoff.own-only": "{why}, so there is nothing to add to.",
    "rearr.free": "Melds are not rearranged under these house rules.",
    "rearr.end-state": "In the end every group must be a proper meld.",
    "rearr.not-before-draw": "Draw first: melds are not rearranged before the draw.",
    "discard.one": "Exactly one card is discarded.",
    "out.discard-required": "You cannot go out by melding your last cards; the last one is discarded.",
    "exhaust.trigger": "The stock is empty.",
    "exhaust.final-melds": "The stock has run out: {allowed}, and nothing comes from the line.",
    "exhaust.first-still-pure": "Now too, a player with nothing on the table begins with a pure sequence.",
    "exhaust.no-discard": "The stock has run out, and nobody discards any more.",
}

CLAUSES = {id: Clause(id, _REFUSALS.get(id, "")) for id in _ORDER}


def broken(id: str, **slots: object) -> Violation:
    """The refusal of a clause, its sentence filled in."""
    return CLAUSES[id].broken(**slots)
