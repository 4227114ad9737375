"""Puzzles about revokes, where they can be claimed: finding one in a record, and correcting a new one."""

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
        raise VoidPuzzle("By these house rules nobody can revoke.")
    return house


def _play_trick_with_revoke(state: CourtPieceState, place: int, rng: Random) -> None:
    """Play to a trick up to a revoke at `place` (from 0). Raises VoidPuzzle if that player can't revoke."""
    for _ in range(place):
        play_card(state)
    hand = state.hands[state.turn]
    revokes = [card for card in hand if card.suit != state.trick[0].suit]
    if not 0 < len(revokes) < len(hand):
        raise VoidPuzzle("That player cannot revoke.")
    play_card(state, rng.choice(revokes))


# -- spot the revoke -----------------------------------------------------------------------------


def _make_spot_revoke_setup(rng: Random, options: Options) -> Setup:
    """Make a record of the last tricks of a hand, or now and then of all of them, with exactly one revoke."""
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
    """Return the hand at its end. Raises VoidPuzzle if the record isn't one of a whole hand under these rules."""
    first = setup["first"]
    before = [setup["tricks"][0].split()[0]] * (first - 1)
    position = {"phase": "between", "trump": setup["trump"], "tricks": [*before, *setup["tricks"]]}
    state = POSING.load_state(position, house)
    if len(state.tricks) != TRICKS:
        raise VoidPuzzle("The record does not reach the end of the hand.")
    if any(trick.winner != then.leader for trick, then in pairwise(state.tricks[first - 1 :])):
        raise VoidPuzzle("By these house rules the tricks would have gone to others.")
    return state


def _build_spot_revoke_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, first = _load_finished_hand(setup, _require_claimable_revokes(options)), setup["first"]
    rows = [row for number in range(first, TRICKS + 1) for row in _build_record_rows(state, number)]
    suspects = [row for row in rows if row.clause]
    guilty = [row for row in suspects if row.is_right]
    if len(guilty) != 1:
        raise VoidPuzzle(f"There are {len(guilty)} revokes here, not one.")
    number, seat = map(int, guilty[0].id[1:].split("s"))
    cards, place = get_trick_cards(state, seat, number)
    led, (later, proof) = get_suit_name(cards[0]), _get_revoke_proof(state, seat, number)
    begun = "This was the hand" if first == 1 else f"These were the tricks from trick {first} on"
    return Puzzle(
        question=f"{begun}, with {SUIT_NAMES[state.trump]} as trumps and the cards in the order in which they were "
        "played. Somebody failed to follow suit though they could: where was that?",
        position={},
        clauses=POSING.select_game_clauses(["revoke.definition", "revoke.discovered"]),
        why=f"{format_seat_with_verb(seat, 'play', start=True)} `{cards[place].code}` to {led} in trick {number}, and "
        f"in trick {later} `{proof.code}` comes from the same hand.",
        hints=(
            "Note who does not follow suit, and to which suit. Then see whether that player shows that suit later.",
            POSING.build_rule_hint("revoke.definition", options),
            f"Look out for {led}.",
            f"`{proof.code}` in trick {later} gives it away.",
        ),
        rating=clamp_rating(
            900 + 45 * len(suspects) + 35 * (later - number) + 15 * len(setup["tricks"]) - 60 * (number == first)
        ),
        **build_answer_fields("one", rows),
    )


def _build_record_rows(state: CourtPieceState, number: int) -> list[AnswerRow]:
    """Return the rows of a trick: one for each card that didn't follow suit, or one for the whole trick."""
    trick = state.tricks[number - 1]
    cards, led = format_cards(trick.cards), trick.cards[0]
    rows, head = [], f"Trick {number}, led by {name_seat(trick.leader)}:"
    if number == TRICKS:  # nobody can revoke in the last trick
        reason = "With their last cards nobody had a choice."
        return [AnswerRow(f"t{number}", f"{head} the last cards", reason=reason, cards=cards)]
    for seat, card in zip(state.list_trick_players(number - 1), trick.cards, strict=True):
        if card.suit == led.suit:
            continue
        shows = f"{format_seat_with_verb(seat, 'show', start=True)} no {get_suit_name(led)} afterwards"
        is_revoke, reason, clause = False, f"{shows}, so that was no revoke.", "revoke.discovered"
        if has_revoked(state, seat, number):
            later, proof = _get_revoke_proof(state, seat, number)
            shows = f"shows that {format_seat_with_verb(seat, 'have')} held {get_suit_name(led)} all along"
            is_revoke, clause = True, "revoke.definition"
            reason = f"A revoke: `{proof.code}` in trick {later} {shows}."
        text = f"{head} {format_seat_with_verb(seat, 'play')} `{card.code}`"
        rows.append(AnswerRow(f"t{number}s{seat}", text, is_revoke, reason, clause, cards))
    reason = "Everybody followed suit in this trick."
    return rows or [AnswerRow(f"t{number}", f"{head} everybody follows suit", reason=reason, cards=cards)]


def _get_revoke_proof(state: CourtPieceState, seat: int, number: int) -> tuple[int, Card]:
    """Return the trick in which a player who revoked in trick `number` shows the suit, and the card.

    Raises VoidPuzzle.
    """
    led = state.tricks[number - 1].cards[0].suit
    for later in range(number + 1, TRICKS + 1):
        cards, place = get_trick_cards(state, seat, later)
        if cards[place].suit == led:
            return later, cards[place]
    raise VoidPuzzle("Nothing gives the revoke away.")


# -- put it right --------------------------------------------------------------------------------

MINE, CHANGE, WHO = "mine", "change", "who"


def _make_correction_setup(rng: Random, options: Options) -> Setup:
    """Make a trick with a new revoke: by seat 0, by a player before seat 0, or by any other player."""
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
    """Return the position that seat 0 sees, without the cards of tricks before the last one."""
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
    """Return a row for each card of seat 0: whether it may replace the card in the trick, and why.

    `clause` and `reason` are those of a card that may.
    """
    rows = []
    for card in sort_by_suit(state.hands[0]):
        refusal = RULES.find_violation(state, 0, _build_card_move(verb, card))
        why, decisive = (refusal.sentence, refusal.clause.id) if refusal else (reason, clause)
        rows.append(AnswerRow(card.code, f"The {card.name}", refusal is None, why, decisive, card.code))
    return rows


def _build_own_revoke_puzzle(state: CourtPieceState) -> Puzzle:
    """Build a question on seat 0's own revoke: which cards can replace it, if it can still be corrected?"""
    number = len(state.tricks) + bool(state.trick)
    if not number or not has_revoked(state, 0, number):
        raise VoidPuzzle("You have not failed to follow suit here.")
    cards, place = get_trick_cards(state, 0, number)
    led, mine, is_complete = get_suit_name(cards[0]), cards[place].code, not state.trick
    rows = _build_card_rows(state, "correct", "revoke.self-correct", f"It follows suit with {led}.")
    in_time = any(row.is_right for row in rows)
    clauses = ["revoke.self-correct", "revoke.window", "revoke.no-penalty-if-corrected"]
    played = f"{spell_how_many(len(cards), 'the four cards of this trick', 'is')} played."
    return Puzzle(
        question=f"{capitalize_first(led)} were led, and you have played `{mine}`. Now you notice that you hold {led}. "
        "Which cards may you put in its place? Tick none if it is too late.",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses(clauses if in_time else ["revoke.window", "revoke.established"]),
        why=f"You may still take `{mine}` back and follow suit, and that costs nothing." if in_time else rows[0].reason,
        hints=(
            "A revoke can be put right as long as its trick is open.",
            POSING.build_rule_hint("revoke.window", state.options),
            "All four cards of this trick are played, and so it is complete." if is_complete else played,
            f"Only {led} will do." if in_time else "It is too late.",
        ),
        rating=clamp_rating(950 + 180 * is_complete + 40 * (len(cards) - place) + 20 * len(state.hands[0])),
        **build_answer_fields("tick", rows),
    )


def _build_card_change_puzzle(state: CourtPieceState) -> Puzzle:
    """Build a question after an earlier player's correction: what can seat 0 do with its card?"""
    if state.phase != "change" or state.turn != 0:
        raise VoidPuzzle("Nothing can be changed here.")
    revoker = next((seat for seat in range(1, SEATS) if state.known[seat]), 0)
    mine, led = state.trick[state.get_place_in_trick(0)], get_suit_name(state.trick[0])
    follows = any(card.suit == state.trick[0].suit for card in [*state.hands[0], mine])
    clause, leave = "revoke.followers-may-change", "You may change your card, but you need not."
    rows = [AnswerRow("keep", f"Leave `{mine.code}` where it is", True, leave, clause)]
    rows += _build_card_rows(state, "change", clause, "It may take the place of your card.")
    right = sum(row.is_right for row in rows)
    duty = f"You can follow suit with {led}, so you must" if follows else f"You have no {led}, so any card will do"
    return Puzzle(
        question=f"{format_seat_with_verb(revoker, 'have', start=True)} taken {quote_cards(state.known[revoker])} back "
        f"and followed suit. You had played `{mine.code}` after that. What may you do now?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses([clause, "revoke.no-penalty-if-corrected"]),
        why=f"Whoever has played after the revoke may change their card, or leave it. {duty}.",
        hints=(
            "You had chosen your card before the trick looked like this.",
            POSING.build_rule_hint(clause, state.options),
            f"You have to follow suit with {led} all the same." if follows else f"You hold no {led}.",
            f"{spell_how_many(right, f'these {spell_number(len(rows))} answers', 'is')} right.",
        ),
        rating=clamp_rating(1030 + 20 * len(rows) + 120 * (right == 1) + 90 * (not follows)),
        **build_answer_fields("tick", rows),
    )


def _build_who_changes_puzzle(state: CourtPieceState, revoker: int) -> Puzzle:
    """Build a question on another player's correction: who can change a card after it?"""
    place = state.get_place_in_trick(revoker)
    if not 0 < place < len(state.trick) or state.trick[place].suit == state.trick[0].suit:
        raise VoidPuzzle("That player has not failed to follow suit here.")
    old, led = state.trick[place], get_suit_name(state.trick[0])
    changing = _list_seats_asked_to_change(state, revoker)
    clause, rows = "revoke.followers-may-change", []
    for seat in (seat for seat in range(SEATS) if seat != revoker):
        own, decisive = state.get_place_in_trick(seat), clause
        reason = f"{format_seat_with_verb(seat, 'have', start=True)} not played to this trick yet."
        if own < place:
            reason = f"`{state.trick[own].code}` was played before the revoke, so it stays."
            decisive = "revoke.earlier-cards-stay"
        elif own < len(state.trick):
            reason = f"`{state.trick[own].code}` was played after the revoke, so it may be changed."
        rows.append(AnswerRow(f"s{seat}", name_seat(seat, start=True), seat in changing, reason, decisive))
    return Puzzle(
        question=f"{capitalize_first(led)} were led. {format_seat_with_verb(revoker, 'have', start=True)} played "
        f"`{old.code}`, now finds some {led} and puts it right. Who else may now take a card back and play another?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses([clause, "revoke.earlier-cards-stay", "revoke.self-correct"]),
        why=f"Those who have played after `{old.code}` may change: that is "
        f"{join_words([name_seat(seat) for seat in changing])}. What was played before it stays.",
        hints=(
            "Who could know of the revoked card when they chose their own?",
            POSING.build_rule_hint(clause, state.options),
            f"{format_seat_with_verb(state.leader, 'have', start=True)} led, and `{old.code}` was card {place + 1} of "
            "the trick.",
            f"{spell_how_many(len(changing), 'the three', 'may')}.",
        ),
        rating=clamp_rating(950 + 80 * place + 60 * len(changing) + 60 * (state.options.seat_step == -1)),
        **build_answer_fields("tick", rows),
    )


def _list_seats_asked_to_change(state: CourtPieceState, revoker: int) -> tuple[int, ...]:
    """Return the seats that the rules ask to change a card when this player corrects a revoke."""
    after = state.copy()
    unseen = [card for card in list_unseen_cards(state) if card.suit == state.trick[0].suit]
    if not unseen:
        raise VoidPuzzle("That player cannot hold the suit.")
    after.hands[revoker][0] = unseen[0]
    correction = _build_card_move("correct", unseen[0])
    if RULES.find_violation(after, revoker, correction) is not None:
        raise VoidPuzzle("It cannot be put right here.")
    RULES.apply_move(after, revoker, correction)
    return (after.turn, *after.changing) if after.phase == "change" else ()


THEMES = (
    PuzzleTheme(
        slug="spot-the-revoke",
        title="Spot the revoke",
        sentence="Somebody has failed to follow suit: find the trick and the player in the record of a hand.",
        clauses=split_clause_ids("revoke.definition revoke.discovered"),
        make=_make_spot_revoke_setup,
        pose=_build_spot_revoke_puzzle,
    ),
    PuzzleTheme(
        slug="put-it-right",
        title="Put it right",
        sentence="A revoke is noticed in its trick: who may change a card, and to what?",
        clauses=split_clause_ids(
            "revoke.self-correct revoke.window revoke.established revoke.followers-may-change "
            "revoke.earlier-cards-stay revoke.no-penalty-if-corrected"
        ),
        make=_make_correction_setup,
        pose=_build_correction_puzzle,
    ),
)
