"""What a page shows of a table of Vazhushal."""

from __future__ import annotations

from games.engine.view import Action, Field, Screen, SeatNote, Zone
from games.kit.zones import hand_zone
from games.vazhushal.judging import OTHERS, allowed_verbs
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.state import VazhushalState
from games.words import figure

_PROMPTS = {
    "dealer": "The first dealer is being drawn.",
    "deal": "The cards are being dealt.",
    "reshuffle": "The starter goes back into the stock.",
    "between": "The hand is over.",
    "over": "The match is over.",
}


def draw(state: VazhushalState, seat: int | None) -> Screen:
    """The screen of a state as one seat (None: a bystander) knows it."""
    zones = [_line(state), _stock(state)]
    if state.negative is not None:
        zones.append(_negative(state))
    wild = _wild_codes(state)
    for owner in range(state.seats):
        zones.append(hand_zone(owner, state.hands[owner], seat, wild))
        zones += _melds(state, owner, seat or 0)
    to_move = seat is not None and seat in state.waiting
    return Screen(
        seat,
        tuple(zones),
        tuple(_note(state, owner) for owner in range(state.seats)),
        _prompt(state, seat, to_move),
        _actions(state, seat) if to_move and seat is not None else (),
        _facts(state),
    )


def _wild_codes(state: VazhushalState) -> tuple[str, ...]:
    return tuple(sorted(card.code for card in state.wilds))


def _line(state: VazhushalState) -> Zone:
    note = "The oldest card is the dealer's wild starter." if state.starter else ""
    cards = tuple(card.code for card in state.line)
    return Zone("line", "line", "Line, oldest to newest", cards, note=note, marked=_wild_codes(state))


def _stock(state: VazhushalState) -> Zone:
    return Zone("stock", "pile", "Stock", ("?",) * len(state.stock))


def _negative(state: VazhushalState) -> Zone:
    assert state.negative is not None
    ranked = [card for card in _wild_codes(state) if card != "*"]
    note = f"Wild: {' '.join(ranked)} and jokers" if ranked else "Only jokers are wild"
    return Zone("negative", "row", "Negative joker", (state.negative.code,), note=note)


def _melds(state: VazhushalState, owner: int, seat: int) -> list[Zone]:
    distance = (owner - seat) % state.seats
    return [
        Zone(
            f"meld-{owner}-{number}",
            "melds",
            f"Meld {number}",
            tuple(card.code for card in meld),
            owner,
            distance * OTHERS + number,
        )
        for number, meld in enumerate(state.melds[owner], 1)
    ]


def _note(state: VazhushalState, owner: int) -> SeatNote:
    number = len(state.hands[owner])
    won = state.match.scores[owner]
    return SeatNote(
        owner,
        figure(number, "card"),
        owner in state.waiting,
        owner == state.match.dealer,
        f"{figure(won, 'hand')} won",
    )


def _facts(state: VazhushalState) -> tuple[tuple[str, str], ...]:
    options = state.options
    target = {
        "first-to": f"first to {options.match_target}",
        "fixed-hands": f"{options.match_target} in all",
        "open": "as long as you like",
    }[options.match_mode]
    return (
        ("Hand", str(state.deal_number)),
        ("Hands to play", target),
    )


def _prompt(state: VazhushalState, seat: int | None, to_move: bool) -> str:
    if state.phase in _PROMPTS:
        if state.match.results and state.phase in ("between", "over"):
            return state.match.results[-1].sentence
        return _PROMPTS[state.phase]
    if state.phase == "final":
        return (
            "The stock has run out. Lay what you can, then finish."
            if to_move
            else "The others are laying their last melds."
        )
    if not to_move:
        return f"{{{state.turn}}} is to move."
    if state.phase == "redeal":
        return "You hold enough doubles to have the cards dealt anew."
    if state.phase == "draw":
        return "Take the wild starter." if state.forced else "Draw: from the stock, or wipe the line."
    return "Discard a card." if state.forced else "Lay what you like, then discard one card."


def _actions(state: VazhushalState, seat: int) -> tuple[Action, ...]:
    verbs = allowed_verbs(state, seat)
    return tuple(_action(state, seat, verb) for verb in verbs)


def _action(state: VazhushalState, seat: int, verb: str) -> Action:
    hand, own = f"hand-{seat}", tuple(f"meld-{seat}-{number}" for number in range(1, len(state.melds[seat]) + 1))
    everyone = tuple(
        f"meld-{owner}-{number}" for owner in range(state.seats) for number in range(1, len(state.melds[owner]) + 1)
    )
    before = () if state.opened(seat) else (_before(hand),)
    if verb == "stock":
        return Action(verb, "Draw", "Take the top card of the stock.")
    if verb == "wipe":
        fields = (
            Field("tail", "depth", "The deepest card that you take", ("line",)),
            Field("cards", "meld", "The new meld, with that card in it", _material(state, hand, own), 1, 14, wild=True),
            *before,
        )
        return Action(verb, "Wipe", "Take the newest cards of the line, the deepest straight into a new meld.", fields)
    if verb == "take":
        sentence = "Take the whole line with its wild starter."
        return Action(
            verb, "Take the line", sentence, () if state.forced else tuple(_needed(field) for field in before)
        )
    if verb == "meld":
        return Action(
            verb,
            "Lay",
            "Lay a run or a set.",
            (Field("cards", "meld", "The cards of the meld", (hand,), 1, 14, wild=True),),
        )
    if verb == "layoff":
        fields = (
            Field("target", "number", "The meld to add to", everyone),
            Field("cards", "cards", "The cards to add", (hand,), 1, 13, wild=True),
        )
        return Action(verb, "Add", "Add cards to a meld.", fields)
    if verb == "rearrange":
        groups = Field("groups", "groups", "Your melds as they shall lie", (*own, hand), wild=True)
        return Action(verb, "Rearrange", "Take your melds apart and put them together anew.", (groups,))
    if verb == "discard":
        return Action(
            verb,
            "Discard",
            "End your turn with one card.",
            (Field("cards", "card", "The card to discard", (hand,), 1, 1),),
        )
    return Action(verb, *_WORDS[verb])


def _material(state: VazhushalState, hand: str, own: tuple[str, ...]) -> tuple[str, ...]:
    options: VazhushalOptions = state.options
    return ("line", hand, *own) if options.wipe_table_cards else ("line", hand)


def _before(hand: str) -> Field:
    return Field(
        "cards", "after", "A pure sequence from your hand to lay first, if you have one", (hand,), 0, 13, join="after "
    )


def _needed(field: Field) -> Field:
    return Field(
        field.kind, field.name, "A pure sequence from your hand to lay first", field.zones, 3, 13, join=field.join
    )


_WORDS = {
    "done": ("Finish", "You have laid all that you want to lay."),
    "keep": ("Play on", "Keep your hand and play."),
    "throw-in": ("New deal", "Have all cards thrown in and dealt anew."),
}
