"""Puzzles about revokes (not following suit when you could): finding one in a record, and correcting a new one.

They exist only where house rules let players claim revokes.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from games.cards import SUIT_NAMES, Card, format_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.playing import get_trick_cards, has_revoked
from games.court_piece.puzzles.common import (
    POSING,
    format_seat_with_verb,
    list_unseen_cards,
    name_seat,
    play_card,
    play_random_hand,
)
from games.court_piece.rules import RULES
from games.court_piece.state import SEATS, TRICKS, CourtPieceState
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.engine.view import Position
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.trick_puzzles import sort_by_suit
from games.kit.tricks import get_suit_name
from games.words import capitalize_first, join_words, quote_cards, spell_how_many, spell_number


def _require_claimable_revokes(options: Options) -> CourtPieceOptions:
    """Return the house rules as options of this game. Raises VoidPuzzle if nobody can revoke under these rules."""
    house = POSING.cast_options(options)
    if not house.can_claim_revokes:
        raise VoidPuzzle("Under these house rules, nobody can revoke.")
    return house


def _play_trick_with_revoke(state: CourtPieceState, place: int, rng: Random) -> None:
    """Play to a new trick by rule of thumb, up to a revoke by the player at the position `place`, from 0.

    Raises VoidPuzzle if that player can't revoke.
    """
    for _ in range(place):
        play_card(state)
    hand = state.hands[state.turn]
    revokes = [card for card in hand if card.suit != state.trick[0].suit]
    if not 0 < len(revokes) < len(hand):
        raise VoidPuzzle("In this position, that player can’t revoke.")
    play_card(state, rng.choice(revokes))


# -- spot the revoke -----------------------------------------------------------------------------


def _make_spot_revoke_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: a record of a hand's last tricks with exactly one revoke to find.

    In 15% of the setups, the record has all tricks of the hand.
    """
    house = _require_claimable_revokes(options)

    def draw_setup() -> Setup | None:
        first = TRICKS - (TRICKS if rng.random() < 0.15 else rng.randint(5, 7))
        state = play_random_hand(rng, house, first)
        if state is None:
            return None
        revoked = rng.randrange(first, TRICKS - 1)
        while state.phase == "play":
            if len(state.tricks) == revoked and not state.trick:
                _play_trick_with_revoke(state, rng.randint(1, 3), rng)
            else:
                play_card(state)
        setup = {"trump": state.trump, "first": first + 1, "tricks": [str(trick) for trick in state.tricks[first:]]}
        _build_spot_revoke_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _load_finished_hand(setup: Setup, house: CourtPieceOptions) -> CourtPieceState:
    """Return the state at the end of the hand that a setup records.

    Raises VoidPuzzle if the record isn't one of a whole hand under these house rules.
    """
    first = setup["first"]
    before = [setup["tricks"][0].split()[0]] * (first - 1)
    position = {"phase": "between", "trump": setup["trump"], "tricks": [*before, *setup["tricks"]]}
    state = POSING.load_state(position, house)
    if len(state.tricks) != TRICKS:
        raise VoidPuzzle("The record in this question doesn’t have all 13 tricks of the hand.")
    if any(trick.winner != then.leader for trick, then in pairwise(state.tricks[first - 1 :])):
        raise VoidPuzzle("Under these house rules, different players would have won the recorded tricks.")
    return state


def _build_spot_revoke_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, first = _load_finished_hand(setup, _require_claimable_revokes(options)), setup["first"]
    rows = [row for number in range(first, TRICKS + 1) for row in _build_record_rows(state, number)]
    suspects = [row for row in rows if row.clause]
    guilty = [row for row in suspects if row.is_right]
    if len(guilty) != 1:
        raise VoidPuzzle(f"This question needs exactly one revoke, not {len(guilty)}.")
    number, seat = map(int, guilty[0].id[1:].split("s"))
    cards, place = get_trick_cards(state, seat, number)
    led, (later, proof) = get_suit_name(cards[0]), _get_revoke_proof(state, seat, number)
    start = "This is the whole hand" if first == 1 else f"These are the tricks from trick {first} on"
    return Puzzle(
        question=f"{start}, with cards in the order they were played. "
        f"{capitalize_first(SUIT_NAMES[state.trump])} were trump. Who revoked, and in which trick?",
        position={},
        clauses=POSING.select_game_clauses(["revoke.definition", "revoke.discovered"]),
        why=f"{format_seat_with_verb(seat, 'play', start=True)} `{cards[place].code}` on {led} in trick {number}, but "
        f"`{proof.code}` comes from the same hand in trick {later}.",
        hints=(
            "Who doesn’t follow suit, but plays that suit later?",
            POSING.build_rule_hint("revoke.definition", options),
            f"Watch the {led}.",
            f"`{proof.code}` in trick {later} gives it away.",
        ),
        rating=clamp_rating(
            900 + 45 * len(suspects) + 35 * (later - number) + 15 * len(setup["tricks"]) - 60 * (number == first)
        ),
        **build_answer_fields("one", rows),
    )


def _build_record_rows(state: CourtPieceState, number: int) -> list[AnswerRow]:
    """Return the answer choices for a trick: each card that didn't follow suit or, if all did, the whole trick.

    `number` is the trick's number, from 1. The last trick is always a single choice, since nobody can revoke in it.
    """
    trick = state.tricks[number - 1]
    cards, led = format_cards(trick.cards), trick.cards[0]
    rows, head = [], f"Trick {number}, led by {name_seat(trick.leader)}:"
    if number == TRICKS:  # nobody can revoke in the last trick
        reason = "With one card left, nobody had a choice."
        return [AnswerRow(f"t{number}", f"{head} the last cards", reason=reason, cards=cards)]
    for seat, card in zip(state.list_trick_players(number - 1), trick.cards, strict=True):
        if card.suit == led.suit:
            continue
        shows = f"{format_seat_with_verb(seat, 'show', start=True)} no {get_suit_name(led)} afterwards"
        is_revoke, reason, clause = False, f"{shows}, so it wasn’t a revoke.", "revoke.discovered"
        if has_revoked(state, seat, number):
            later, proof = _get_revoke_proof(state, seat, number)
            shows = f"shows that {format_seat_with_verb(seat, 'have')} had {get_suit_name(led)} all along"
            is_revoke, clause = True, "revoke.definition"
            reason = f"It was a revoke. `{proof.code}` in trick {later} {shows}."
        text = f"{head} {format_seat_with_verb(seat, 'play')} `{card.code}`"
        rows.append(AnswerRow(f"t{number}s{seat}", text, is_revoke, reason, clause, cards))
    reason = "Everyone followed suit in this trick."
    return rows or [AnswerRow(f"t{number}", f"{head} everyone follows suit", reason=reason, cards=cards)]


def _get_revoke_proof(state: CourtPieceState, seat: int, number: int) -> tuple[int, Card]:
    """Return the proof of a revoke: the number of a later trick, and a card of the suit that is shown in it.

    `number` is the number of the trick with the revoke. Raises VoidPuzzle if the player never shows the suit.
    """
    led = state.tricks[number - 1].cards[0].suit
    for later in range(number + 1, TRICKS + 1):
        cards, place = get_trick_cards(state, seat, later)
        if cards[place].suit == led:
            return later, cards[place]
    raise VoidPuzzle("No later card of that player proves the revoke.")


# -- put it right --------------------------------------------------------------------------------

MINE, CHANGE, WHO = "mine", "change", "who"


def _make_correction_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about a new revoke by seat 0 or by another player.

    The revoke can be corrected now or, if the question is whether seat 0 changes its own card, has just been corrected.
    """
    house = _require_claimable_revokes(options)
    ask = rng.choice((MINE, MINE, CHANGE, CHANGE, WHO))

    def draw_setup() -> Setup | None:
        state, place = play_random_hand(rng, house, rng.randint(3, 8)), rng.choice((1, 2, 2, 3)) if ask == MINE else 1
        if state is None or (state.get_place_in_trick(0) == place) != (ask == MINE):
            return None
        revoker = state.get_seat_after(state.leader, place)
        _play_trick_with_revoke(state, place, rng)
        for _ in range(rng.choice((0, 0, 1, 2)) if ask == MINE else 1):
            if state.trick:
                play_card(state)
        if ask == CHANGE:
            cards = [card for card in state.hands[revoker] if card.suit == state.trick[0].suit]
            RULES.play_move(state, revoker, _build_card_move("correct", rng.choice(cards)))
        if state.phase not in ("play", "change", "playon"):
            return None
        setup = {"position": _build_setup_position(state), "ask": ask} | ({"revoker": revoker} if ask == WHO else {})
        _build_correction_puzzle(setup, house)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_card_move(verb: str, card: Card) -> Move:
    return Move(verb, groups=((card,),))


def _build_setup_position(state: CourtPieceState) -> Position:
    """Return the position that seat 0 sees. Of the tricks, it has the cards of the current one only.

    Between tricks, it has the cards of the last trick instead.
    """
    position = POSING.build_setup_position(state)
    down = len(state.tricks) - (not state.trick)
    position["tricks"] = [*(str(trick.winner) for trick in state.tricks[:down]), *position["tricks"][down:]]
    return position


def _build_correction_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], _require_claimable_revokes(options))
    if setup["ask"] == WHO:
        return _build_who_changes_puzzle(state, setup["revoker"])
    return _build_own_revoke_puzzle(state) if setup["ask"] == MINE else _build_card_change_puzzle(state)


def _build_card_rows(state: CourtPieceState, verb: str, clause: str, reason: str) -> list[AnswerRow]:
    """Return each card of seat 0 as an answer choice: whether it can replace the seat's card in the trick, and why.

    `verb` is the name of the verb that replaces the card. `clause` and `reason` are those of a card that can replace
    it.
    """
    rows = []
    for card in sort_by_suit(state.hands[0]):
        refusal = RULES.find_violation(state, 0, _build_card_move(verb, card))
        why, decisive = (refusal.sentence, refusal.clause.id) if refusal else (reason, clause)
        rows.append(AnswerRow(card.code, f"The {card.name}", refusal is None, why, decisive, card.code))
    return rows


def _build_own_revoke_puzzle(state: CourtPieceState) -> Puzzle:
    """Build a puzzle about seat 0's own revoke: which cards can replace the card, if any?"""
    number = len(state.tricks) + bool(state.trick)
    if not number or not has_revoked(state, 0, number):
        raise VoidPuzzle("In this position, you haven’t revoked.")
    cards, place = get_trick_cards(state, 0, number)
    led, mine, is_complete = get_suit_name(cards[0]), cards[place].code, not state.trick
    rows = _build_card_rows(state, "correct", "revoke.self-correct", f"It follows suit with {led}.")
    in_time = any(row.is_right for row in rows)
    clauses = ["revoke.self-correct", "revoke.window", "revoke.no-penalty-if-corrected"]
    played = f"{spell_how_many(len(cards), 'the four cards of this trick', 'has')} been played."
    return Puzzle(
        question=f"{capitalize_first(led)} were led, and you played `{mine}`. Now you notice that you have {led}. "
        "Which cards can you play instead? If it’s too late, select none.",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses(clauses if in_time else ["revoke.window", "revoke.established"]),
        why=f"You can still take back `{mine}` and follow suit. It costs nothing." if in_time else rows[0].reason,
        hints=(
            "Is there still time to correct a revoke in this trick?",
            POSING.build_rule_hint("revoke.window", state.options),
            "All four cards of this trick have been played." if is_complete else played,
            f"You have to play one of your {led}." if in_time else "It’s too late.",
        ),
        rating=clamp_rating(950 + 180 * is_complete + 40 * (len(cards) - place) + 20 * len(state.hands[0])),
        **build_answer_fields("tick", rows),
    )


def _build_card_change_puzzle(state: CourtPieceState) -> Puzzle:
    """Build a puzzle after another player's correction of a revoke: what can seat 0 do with its own card?"""
    if state.phase != "change" or state.turn != 0:
        raise VoidPuzzle("In this position, you can’t change a card.")
    revoker = next((seat for seat in range(1, SEATS) if state.known[seat]), 0)
    mine, led = state.trick[state.get_place_in_trick(0)], get_suit_name(state.trick[0])
    follows = any(card.suit == state.trick[0].suit for card in [*state.hands[0], mine])
    clause, leave = "revoke.followers-may-change", "You don’t have to change your card."
    rows = [AnswerRow("keep", f"Keep `{mine.code}`", True, leave, clause)]
    rows += _build_card_rows(state, "change", clause, "You can play it instead of your card.")
    right = sum(row.is_right for row in rows)
    duty = (
        f"You can follow suit with {led}, so you have to" if follows else f"You have no {led}, so you can play any card"
    )
    return Puzzle(
        question=f"{name_seat(revoker, start=True)} took back {quote_cards(state.known[revoker])} "
        f"and followed suit. You had already played `{mine.code}`. What can you do now?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses([clause, "revoke.no-penalty-if-corrected"]),
        why=f"You played after the revoke, so you can change your card or keep it. {duty}.",
        hints=(
            "Did you play before or after the revoke?",
            POSING.build_rule_hint(clause, state.options),
            f"You still have to follow suit with {led}." if follows else f"You have no {led}.",
            f"{spell_how_many(right, f'these {spell_number(len(rows))} answers', 'is')} right.",
        ),
        rating=clamp_rating(1030 + 20 * len(rows) + 120 * (right == 1) + 90 * (not follows)),
        **build_answer_fields("tick", rows),
    )


def _build_who_changes_puzzle(state: CourtPieceState, revoker: int) -> Puzzle:
    """Build a puzzle about another player's correction of a revoke: which players can then change their card?"""
    place = state.get_place_in_trick(revoker)
    if not 0 < place < len(state.trick) or state.trick[place].suit == state.trick[0].suit:
        raise VoidPuzzle("In this position, the player hasn’t revoked.")
    old, led = state.trick[place], get_suit_name(state.trick[0])
    changing = _list_seats_asked_to_change(state, revoker)
    clause, rows = "revoke.followers-may-change", []
    for seat in (seat for seat in range(SEATS) if seat != revoker):
        own, decisive = state.get_place_in_trick(seat), clause
        reason = f"{format_seat_with_verb(seat, 'have', start=True)}n’t played to this trick yet."
        if own < place:
            reason = f"`{state.trick[own].code}` was played before the revoke, so it stays."
            decisive = "revoke.earlier-cards-stay"
        elif own < len(state.trick):
            reason = f"`{state.trick[own].code}` was played after the revoke, so it can be changed."
        rows.append(AnswerRow(f"s{seat}", name_seat(seat, start=True), seat in changing, reason, decisive))
    return Puzzle(
        question=f"{capitalize_first(led)} were led. {name_seat(revoker, start=True)} played "
        f"`{old.code}`, and now takes it back and plays {led}. Who else can change a card now?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses([clause, "revoke.earlier-cards-stay", "revoke.self-correct"]),
        why=f"Players who played after `{old.code}` can change their cards. Here that’s "
        f"{join_words([name_seat(seat) for seat in changing])}. Earlier cards stay.",
        hints=(
            "Who saw the wrong card before choosing their own?",
            POSING.build_rule_hint(clause, state.options),
            f"{name_seat(state.leader, start=True)} led, and `{old.code}` was card {place + 1} of the trick.",
            f"{spell_how_many(len(changing), 'the three', 'can')}.",
        ),
        rating=clamp_rating(950 + 80 * place + 60 * len(changing) + 60 * (state.options.seat_step == -1)),
        **build_answer_fields("tick", rows),
    )


def _list_seats_asked_to_change(state: CourtPieceState, revoker: int) -> tuple[int, ...]:
    """Return the seats that can change a card after the player `revoker` corrects a revoke in this trick.

    Raises VoidPuzzle if the revoke can't be corrected.
    """
    after = state.copy()
    unseen = [card for card in list_unseen_cards(state) if card.suit == state.trick[0].suit]
    if not unseen:
        raise VoidPuzzle("In this position, the player can’t have a card of the led suit.")
    after.hands[revoker][0] = unseen[0]
    correction = _build_card_move("correct", unseen[0])
    if RULES.find_violation(after, revoker, correction) is not None:
        raise VoidPuzzle("In this position, the revoke can’t be corrected.")
    RULES.apply_move(after, revoker, correction)
    return (after.turn, *after.changing) if after.phase == "change" else ()


THEMES = (
    PuzzleTheme(
        slug="spot-the-revoke",
        title="Spot the revoke",
        sentence="Someone revoked. Find the trick and the player.",
        clauses=split_clause_ids("revoke.definition revoke.discovered"),
        make=_make_spot_revoke_setup,
        pose=_build_spot_revoke_puzzle,
    ),
    PuzzleTheme(
        slug="put-it-right",
        title="Correct the revoke",
        sentence="Someone revoked in this trick. Who can change a card, and to what?",
        clauses=split_clause_ids(
            "revoke.self-correct revoke.window revoke.established revoke.followers-may-change "
            "revoke.earlier-cards-stay revoke.no-penalty-if-corrected"
        ),
        make=_make_correction_setup,
        pose=_build_correction_puzzle,
    ),
)
