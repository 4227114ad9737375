"""The screen of an Anaconda table: card zones, notes on seats, facts, badges (signs), and the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.anaconda import hand_stages
from games.anaconda.hand_stages import KEPT, SECRET, SHOWN
from games.anaconda.state import PLAYED, AnacondaState
from games.cards import ACE_HIGH
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import build_hand_zone
from games.kit.betting import FIXED, build_chips_sign, describe_raises, list_pot_signs
from games.words import capitalize_first, format_count, spell_count, spell_number

STEPS = {"pass": "choosing cards", "declare": "choosing", "final": "choosing cards"}
READY = "ready"
GOES = {"high": "going high", "low": "going low", "both": "going both ways", SECRET: READY}


def draw_table(state: AnacondaState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    zones = [zone for owner in range(state.seats) for zone in _build_hand_zones(state, owner, seat)]
    notes = tuple(_build_seat_note(state, owner) for owner in range(state.seats))
    facts = tuple(_list_table_facts(state, seat))
    return Screen(
        seat, tuple(zones), notes, facts=facts, signs=(*_list_pass_signs(state, seat), *list_pot_signs(state))
    )


# -- cards -------------------------------------------------------------------------------------------------


def _build_hand_zones(state: AnacondaState, owner: int, seat: int | None) -> Iterator[Zone]:
    """Yield the zone for one player's hand, or no zone for the hand of another player who has folded.

    Before cards are shown, the owner sees the cards and others see their backs. Afterward, others see the shown cards
    beside the hidden one.
    """
    hand = state.hands[owner]
    if owner in state.folded and owner != seat:
        return
    if owner != seat and state.phase in PLAYED and state.shown_card_count and len(hand) == KEPT:
        codes = tuple(card.code for card in hand)
        yield Zone(f"hand-{owner}", "row", "Cards", codes, owner)
        return
    laid = state.laid[owner] if owner == seat else []
    zone = build_hand_zone(owner, laid if state.phase == "final" and laid else hand, seat, sort="rank", ranks=ACE_HIGH)
    yield replace(zone, words=_label_cards(state, owner)) if owner == seat and owner not in state.folded else zone


def _label_cards(state: AnacondaState, owner: int) -> tuple[str, ...]:
    """Return a label for each card in the owner's hand, or an empty tuple if no card has one.

    A card's label says in which direction it's passed, or that it stays face down. Other cards have an empty label.
    """
    laid, hand = state.laid[owner], state.hands[owner]
    if state.phase == "pass" and laid:
        active = len(state.active_seats)
        going = [
            hand_stages.describe_direction_briefly(active, steps) or "passed"
            for number, steps in state.next_pass
            for _ in range(number)
        ]
        passed = dict(zip(laid, going, strict=True))
        return tuple(passed.get(card, "") for card in hand)
    five = laid if state.phase == "final" else hand if state.has_everyone_chosen_five and state.phase in PLAYED else []
    return ("",) * SHOWN + ("hidden",) if len(five) == KEPT and not state.revealed else ()


# -- players -----------------------------------------------------------------------------------------------


def _build_seat_note(state: AnacondaState, owner: int) -> SeatNote:
    chips = state.match.scores[owner]
    signs = [Sign("tokens", "Chips", format_count(chips, "chip"), number=chips)]
    if state.bets[owner]:
        signs.append(build_chips_sign("Bet", state.bets[owner]))
    status = " · ".join(_list_status_words(state, owner))
    out = owner in state.folded or not (chips or state.paid[owner])
    return SeatNote(owner, status, score=format_count(chips, "chip"), signs=tuple(signs), out=out)


def _list_status_words(state: AnacondaState, owner: int) -> Iterator[str]:
    playing = state.phase in PLAYED
    aloud = state.phase == "declare" and state.options.declare_mode == "spoken"
    if playing and owner in state.folded:
        yield "folded"
    elif not state.match.scores[owner]:
        yield "all in" if playing and state.paid[owner] else "out"
    elif state.phase == "bet" and owner in state.acted and not any(state.bets):
        yield "checked"
    if playing and state.phase in STEPS and not aloud and owner in state.active_seats and owner not in state.waiting:
        yield READY
    elif state.declared[owner] and owner not in state.folded and (aloud or state.phase != "declare"):
        yield GOES[state.declared[owner]]


# -- the table ---------------------------------------------------------------------------------------------


def _list_pass_signs(state: AnacondaState, seat: int | None) -> Iterator[Sign]:
    """Yield a badge (a `Sign`) for each player who gets cards from this seat, with a place for each card.

    The badge points to the player. If all cards go to one player, the cards that the seat chooses fill the places.
    Outside of a pass, nothing is yielded.
    """
    if seat is not None and state.phase == "pass" and seat in state.active_seats:
        receivers = state.count_cards_by_receiver(seat)
        for receiver, number in receivers.items():
            label = capitalize_first(spell_count(number, "card"))
            sign = Sign("places", label, f"To {{{receiver}}}", groups=(number,), seat=receiver)
            yield replace(sign, names=("Pass",), alike=("",), verb="give") if len(receivers) == 1 else sign


def _list_table_facts(state: AnacondaState, seat: int | None) -> Iterator[tuple[str, str]]:
    options = state.options
    yield "Hand", f"{state.deal_number} of {options.hands}"
    if state.phase == "bet":
        yield "Betting", f"round {state.round} of {hand_stages.count_betting_rounds(options)}"
        yield from describe_raises(state)
    if state.flavour:
        yield "Flavor", f"{format_count(state.flavour, 'chip')} from earlier hands, in the main pot"


def build_prompt(state: AnacondaState, seat: int | None) -> str:
    """Return the sentence that tells the seat what to do, or says whose turn it is or what players are doing.

    For a spectator, the seat is None.
    """
    if seat is None or seat not in state.waiting:
        return _build_waiting_prompt(state, seat)
    return {
        "bet": _build_bet_prompt,
        "pass": build_pass_prompt,
        "declare": _build_declare_prompt,
        "final": _build_keep_prompt,
    }[state.phase](state, seat)


def _build_waiting_prompt(state: AnacondaState, seat: int | None) -> str:
    if len(state.waiting) == 1:
        what = {"bet": "bet", "pass": "pass cards", "declare": "declare", "final": "choose five cards"}[state.phase]
        return f"{{{state.waiting[0]}}}’s turn to {what}."
    return {
        "pass": "Everyone is choosing cards to pass.",
        "declare": "Everyone is declaring in secret.",
        "final": "Everyone is choosing five cards.",
    }[state.phase]


def _build_bet_prompt(state: AnacondaState, seat: int) -> str:
    due, span = state.count_chips_to_call(seat), state.find_bet_range(seat)
    price = spell_count(min(due, state.match.scores[seat]), "chip")
    ways = "Call, raise, or fold" if span else "Call or fold"
    prompt = f"It costs {price} to stay in. {ways}." if due else "No bets yet. Check or bet."
    if max(state.bets) and not due:
        prompt = "Check or raise."
    if span is None or state.limits.structure == FIXED:
        return prompt
    low, high = span
    word = "raise to" if max(state.bets) else "bet"
    return f"{prompt} You can {word} {f'anything from {low} to {high}' if low < high else low}."


def build_pass_prompt(state: AnacondaState, seat: int, link: str = " and ", end: str = ".") -> str:
    """Return the sentence that tells a seat how many cards to pass to whom, such as “Pass three cards to {1}.”

    `{1}` stands for the name of seat 1. If several players get cards, they come in the order in which the seat chooses
    the cards, with `link` between them. `end` is the end of the sentence.
    """
    cards = state.count_cards_by_receiver(seat)
    parts = [f"{spell_count(number, 'card')} to {{{receiver}}}" for receiver, number in cards.items()]
    return f"Pass {link.join(parts)}{end}"


def _build_declare_prompt(state: AnacondaState, seat: int) -> str:
    if state.options.declare_mode == "spoken":
        return "Declare high or low."
    both = "" if state.options.declare_both == "off" else ", and two chips mean both"
    return f"Declare: a chip in your fist means high, an empty fist means low{both}. Everyone reveals together."


def _build_keep_prompt(state: AnacondaState, seat: int) -> str:
    shown = "one at a time, in this order" if state.options.reveal == "roll" else "together"
    return f"Keep five cards: pick the {spell_number(SHOWN)} to show {shown}, then one to keep face down."
