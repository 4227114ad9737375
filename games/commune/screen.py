"""The screen of a Commune table: card zones, notes on seats, facts, badges (signs), and the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import ACE_HIGH, format_cards
from games.commune.hand_presence import is_wild
from games.commune.ladder import list_declaration_card_codes
from games.commune.legality import can_call
from games.commune.state import CommuneState, build_full_deck
from games.commune.verbs import build_ladder_rungs
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import build_hand_zone
from games.words import capitalize_first, format_count, spell_count


def draw_table(state: CommuneState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    wild = _list_wild_codes(state)
    zones = [build_hand_zone(owner, state.hands[owner], seat, wild, ranks=ACE_HIGH) for owner in range(state.seats)]
    if state.shown:
        zones.insert(0, _build_commune_zone(state, wild))
    return Screen(
        seat,
        tuple(zones),
        tuple(_build_seat_note(state, owner) for owner in range(state.seats)),
        facts=_list_table_facts(state),
        signs=_build_declaration_signs(state),
        ladder=tuple(build_ladder_rungs(state)) if state.phase in ("declare", "ask") else (),
    )


def _list_wild_codes(state: CommuneState) -> tuple[str, ...]:
    return tuple(sorted({card.code for card in build_full_deck(state.options) if is_wild(card, state.options)}))


def _build_commune_zone(state: CommuneState, wild: tuple[str, ...]) -> Zone:
    """Return the zone that shows all players' cards together after a call, with wild cards last.

    `wild` has the codes of all wild cards of the deck, which the zone marks.
    """
    cards = sorted(
        state.list_cards_of_all_hands(),
        key=lambda card: (is_wild(card, state.options), (card.rank - 2) % 13, card.index),
    )
    shown = tuple(card.code for card in cards)
    return Zone("commune", "row", "All cards", shown, marked=wild)


def _build_seat_note(state: CommuneState, owner: int) -> SeatNote:
    tokens, number = state.match.scores[owner], len(state.hands[owner])
    notes = [format_count(number, "card")] if number else []
    if owner in state.answers:
        notes.append("answered")
    score = spell_count(tokens, "token") if tokens else "out"
    return SeatNote(owner, " · ".join(notes), score=score, signs=tuple(_build_seat_signs(state, owner)))


def _list_table_facts(state: CommuneState) -> tuple[tuple[str, str], ...]:
    held = sum(map(len, state.hands))
    facts = [("Hand", str(state.deal_number))]
    if held:
        facts.append(("Cards in play", str(held)))
    if state.shown:
        held_by = "; ".join(f"{{{seat}}} {format_cards(hand)}" for seat, hand in enumerate(state.hands) if hand)
        facts.append(("Shown", held_by))
    return tuple(facts)


def _build_declaration_signs(state: CommuneState) -> tuple[Sign, ...]:
    """Return a tuple with the badge that shows the latest declaration, or an empty tuple if there is none.

    A badge (`Sign`) is a small picture with a short text. This one has the name of the declared hand, who declared it,
    and pictures of cards that illustrate it.
    """
    if not state.declared:
        return ()
    last = state.declared[-1]
    return (
        Sign(
            "said",
            f"{{{last.seat}}} declared",
            capitalize_first(last.hand.spoken_name),
            cards=list_declaration_card_codes(last.hand),
        ),
    )


def _build_seat_signs(state: CommuneState, owner: int) -> Iterator[Sign]:
    """Yield the badges beside a player's seat: the tokens left, and the last hand that the player declared.

    A badge (`Sign`) is a short text on the table, with tokens or pictures of cards. A player without tokens, or without
    a declaration in this hand, has no badge for it.
    """
    tokens = state.match.scores[owner]
    if tokens:
        yield Sign("tokens", "Tokens", spell_count(tokens, "token"), number=tokens, of=state.options.start_tokens)
    hand = next((declared.hand for declared in reversed(state.declared) if declared.seat == owner), None)
    if hand:
        yield Sign("cards", "Declared", hand.spoken_name, cards=list_declaration_card_codes(hand))


def build_prompt(state: CommuneState, seat: int | None) -> str:
    """Return the sentence that tells the seat what it can do, or says whose turn it is.

    For a spectator, the seat is None.
    """
    mine = seat in state.waiting
    if state.phase == "ask":
        last = state.declared[-1]
        declared = f"{{{last.seat}}} declared {last.hand.spoken_name}."
        return f"{declared} Call?" if mine else f"{declared} Waiting for calls."
    if not mine:
        return f"It’s {{{state.turn}}}’s turn to declare."
    if not state.declared:
        return "You go first. Declare any hand, true or not."
    if state.last_declared_place == state.ladder.top_place:
        must = "You can call, or pay to declare." if state.options.illegal_costs else "You have to call."
        return f"No hand is higher. {must}"
    higher = f"higher than {state.declared[-1].hand.spoken_name}"
    return f"Declare a hand {higher}, or call." if can_call(state) else f"Declare a hand {higher}."
