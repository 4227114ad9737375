"""Puzzles about revokes, where they can be claimed: finding one in a record, and correcting a new one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from games.cards import PACK, SUIT_NAMES, Card, format_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.playing import find_trick_cards, has_revoked
from games.court_piece.puzzles.common import (
    deal_random_hand,
    format_seat_with_verb,
    hidden,
    name_seat,
    play_until_tricks_complete,
    rule_hint,
    rules_of,
    seated,
    shown,
    unique,
)
from games.court_piece.rules import RULES
from games.court_piece.state import SEATS, TRICKS, CourtPieceState
from games.court_piece.strategy import choose_card
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.kit.puzzle_tools import DRAWING, build_card_options, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.trick_puzzles import sort_by_suit
from games.kit.tricks import make_play_move, suit_name
from games.words import capitalize_first, join_words, quote_cards, spell_how_many_do, spell_number


def _require_claimable_revokes(options: Options) -> CourtPieceOptions:
    """Return the house rules as options of this game. Raises Void if nobody can revoke under these rules."""
    house = rules_of(options)
    if not house.can_claim_revokes:
        raise Void("By these house rules nobody can revoke.")
    return house


# -- spot the revoke -----------------------------------------------------------------------------


def _make_spot_revoke_setup(rng: Random, options: Options) -> Setup:
    """Make a record of the last tricks of a hand, or now and then of all of them, with exactly one revoke."""
    house = _require_claimable_revokes(options)

    def draw_setup() -> Setup | None:
        shown_tricks = TRICKS if rng.random() < 0.15 else rng.randint(5, 7)
        state = deal_random_hand(rng, house, rng.randrange(SEATS))
        play_until_tricks_complete(state, TRICKS - shown_tricks)
        if state.phase != "play" or len(state.tricks) != TRICKS - shown_tricks:
            return None
        first, when = len(state.tricks), rng.randrange(len(state.tricks), TRICKS - 1)
        if not _play_with_revoke(state, when, rng.randint(1, 3), rng):
            return None
        told = [f"{trick.leader} {format_cards(trick.cards)}" for trick in state.tricks[first:]]
        setup = {"trump": state.trump, "first": first + 1, "tricks": told}
        _pose_spot_revoke_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _play_with_revoke(state: CourtPieceState, when: int, place: int, rng: Random) -> bool:
    """Play to the end with a revoke at `place` in trick `when` (both from 0); return False if it can't happen there."""
    while len(state.tricks) < TRICKS:
        seat = state.turn
        if len(state.tricks) == when and len(state.trick) == place:
            led = state.trick[0].suit
            others = [card for card in state.hands[seat] if card.suit != led]
            if not others or len(others) == len(state.hands[seat]):
                return False
            RULES.apply_move(state, seat, make_play_move(rng.choice(others)))
        elif state.phase == "play":
            RULES.apply_move(state, seat, make_play_move(choose_card(state, seat)))
        else:
            return False
    return True


@dataclass(frozen=True)
class _SuspectCard:
    """A card in the record that didn't follow suit: its trick, its player, and whether it was a revoke."""

    trick: int
    seat: int
    card: Card
    guilty: bool


def _load_record(setup: Setup, house: CourtPieceOptions) -> tuple[CourtPieceState, int]:
    """Return the hand at its end, and the number (from 1) of the first trick in the record."""
    first = setup["first"]
    before = [setup["tricks"][0].split()[0]] * (first - 1)
    position = {"phase": "between", "trump": setup["trump"], "tricks": [*before, *setup["tricks"]]}
    state = seated(position, house)
    if len(state.tricks) != TRICKS:
        raise Void("The record does not reach the end of the hand.")
    for earlier, later in zip(state.tricks[first - 1 :], state.tricks[first:], strict=False):
        if earlier.winner != later.leader:
            raise Void("By these house rules the tricks would have gone to others.")
    return state, first


def _list_suspects(state: CourtPieceState, first: int) -> list[_SuspectCard]:
    """Return the cards that didn't follow suit, without the last trick, which can't have a revoke."""
    found = []
    for number in range(first, len(state.tricks)):
        trick = state.tricks[number - 1]
        for place, card in enumerate(trick.cards):
            if card.suit != trick.cards[0].suit:
                seat = state.find_seat_after(trick.leader, place)
                found.append(_SuspectCard(number, seat, card, has_revoked(state, seat, number)))
    return found


def _pose_spot_revoke_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, first = _load_record(setup, _require_claimable_revokes(options))
    suspects = _list_suspects(state, first)
    guilty = [one for one in suspects if one.guilty]
    if len(guilty) != 1:
        raise Void(f"There are {len(guilty)} revokes here, not one.")
    one = guilty[0]
    led = suit_name(state.tricks[one.trick - 1].cards[0])
    later, shown_card = _find_proof(state, one)
    said = f"{format_seat_with_verb(one.seat, 'play')} `{one.card.code}` to {led} in trick {one.trick}"
    return Puzzle(
        theme="spot-the-revoke",
        form="one",
        question=f"{'This was the hand' if first == 1 else f'These were the tricks from trick {first} on'}, with "
        f"{SUIT_NAMES[state.trump]} as trumps and the cards in the order in which they were played. Somebody failed to "
        "follow suit though they could: where was that?",
        position={},
        key=_build_suspect_id(one),
        clauses=unique(["revoke.definition", "revoke.discovered"]),
        why=f"{capitalize_first(said)}, and in trick {later} `{shown_card.code}` comes from the same hand.",
        options=tuple(_list_record_options(state, first, suspects)),
        reasons={_build_suspect_id(other): _explain_suspect(state, other) for other in suspects}
        | {
            f"t{number}": "Everybody followed suit in this trick."
            for number in _list_tricks_following_suit(state, first, suspects)
        }
        | {f"t{len(state.tricks)}": "With their last cards nobody had a choice."},
        clauses_by_option={
            _build_suspect_id(other): "revoke.discovered" if other is not one else "revoke.definition"
            for other in suspects
        },
        hints=(
            "Note who does not follow suit, and to which suit. Then see whether that player shows that suit later.",
            rule_hint("revoke.definition", options),
            f"Look out for {led}.",
            f"`{shown_card.code}` in trick {later} gives it away.",
        ),
        rating=clamp_rating(
            900 + 45 * len(suspects) + 35 * (later - one.trick) + 15 * len(setup["tricks"]) - 60 * (one.trick == first)
        ),
    )


def _build_suspect_id(one: _SuspectCard) -> str:
    return f"t{one.trick}s{one.seat}"


def _list_tricks_following_suit(state: CourtPieceState, first: int, suspects: list[_SuspectCard]) -> list[int]:
    """Return the tricks in which everyone followed suit, except the last."""
    failing = {one.trick for one in suspects}
    return [number for number in range(first, len(state.tricks)) if number not in failing]


def _list_record_options(state: CourtPieceState, first: int, suspects: list[_SuspectCard]) -> list[AnswerOption]:
    """Return the record as options: one for each trick, or one for each card in it that didn't follow suit."""
    found = []
    for number in range(first, len(state.tricks) + 1):
        trick = state.tricks[number - 1]
        cards = format_cards(trick.cards)
        head = f"Trick {number}, led by {name_seat(trick.leader)}"
        failing = [one for one in suspects if one.trick == number]
        if not failing:
            said = "the last cards" if number == len(state.tricks) else "everybody follows suit"
            found.append(AnswerOption(f"t{number}", f"{head}: {said}", cards))
        found += [
            AnswerOption(
                _build_suspect_id(one), f"{head}: {format_seat_with_verb(one.seat, 'play')} `{one.card.code}`", cards
            )
            for one in failing
        ]
    return found


def _find_proof(state: CourtPieceState, one: _SuspectCard) -> tuple[int, Card]:
    """Return the later trick in which a player who revoked shows the suit, and the card. Raises Void without one."""
    led = state.tricks[one.trick - 1].cards[0].suit
    for number in range(one.trick + 1, len(state.tricks) + 1):
        trick = state.tricks[number - 1]
        card = trick.cards[state.find_place_in_trick(one.seat, trick.leader)]
        if card.suit == led:
            return number, card
    raise Void("Nothing gives the revoke away.")


def _explain_suspect(state: CourtPieceState, one: _SuspectCard) -> str:
    led = suit_name(state.tricks[one.trick - 1].cards[0])
    if one.guilty:
        later, card = _find_proof(state, one)
        return (
            f"A revoke: `{card.code}` in trick {later} shows that {format_seat_with_verb(one.seat, 'have')} held {led} "
            "all along."
        )
    return f"{format_seat_with_verb(one.seat, 'show', start=True)} no {led} afterwards, so that was no revoke."


# -- put it right --------------------------------------------------------------------------------

MINE, CHANGE, WHO = "mine", "change", "who"


def _make_correction_setup(rng: Random, options: Options) -> Setup:
    """Make a trick with a new revoke: by seat 0, by a player before seat 0, or by any other player."""
    house = _require_claimable_revokes(options)
    ask = rng.choice((MINE, MINE, CHANGE, CHANGE, WHO))

    def draw_setup() -> Setup | None:
        state = deal_random_hand(rng, house, rng.randrange(SEATS))
        play_until_tricks_complete(state, rng.randint(3, 8))
        if state.phase != "play" or state.trick:
            return None
        place = rng.choice((1, 2, 2, 3)) if ask == MINE else rng.choice((1, 1, 2))
        if not _play_trick_with_revoke(state, place, rng):
            return None
        revoker = state.find_seat_after(state.leader if state.trick else state.tricks[-1].leader, place)
        return _build_correction_setup(state, ask, place, revoker, rng)

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _play_trick_with_revoke(state: CourtPieceState, place: int, rng: Random) -> bool:
    """Play to `place` in a trick (from 0) and revoke there; return False if that player can't revoke."""
    for _ in range(place):
        RULES.apply_move(state, state.turn, make_play_move(choose_card(state, state.turn)))
    led = state.trick[0].suit
    hand = state.hands[state.turn]
    others = [card for card in hand if card.suit != led]
    if not others or len(others) == len(hand):
        return False
    RULES.apply_move(state, state.turn, make_play_move(rng.choice(others)))
    return True


def _build_correction_setup(state: CourtPieceState, ask: str, place: int, revoker: int, rng: Random) -> Setup | None:
    """Return the setup as seat 0 sees it after some more cards, or None if the position doesn't fit the question."""
    if ask == MINE:
        if revoker != 0:
            return None
        for _ in range(rng.choice((0, 0, 1, 2)) if state.trick else 0):
            if state.trick:
                RULES.apply_move(state, state.turn, make_play_move(choose_card(state, state.turn)))
        if state.phase not in ("play", "playon"):
            return None
        return {"position": _build_visible_position(state), "ask": MINE}
    for _ in range(rng.randint(1, 3 - place)):
        RULES.apply_move(state, state.turn, make_play_move(choose_card(state, state.turn)))
    if ask == WHO:
        fits = state.phase == "play" and state.trick and revoker != 0
        return {"position": _build_visible_position(state), "ask": WHO, "revoker": revoker} if fits else None
    good = [card for card in state.hands[revoker] if state.trick and card.suit == state.trick[0].suit]
    if not good or state.phase != "play":
        return None
    RULES.play_move(state, revoker, Move("correct", groups=((rng.choice(good),),)))
    while state.phase == "change" and state.turn != 0:
        RULES.apply_move(state, state.turn, Move("keep"))
    return {"position": _build_visible_position(state), "ask": CHANGE} if state.phase == "change" else None


def _build_visible_position(state: CourtPieceState) -> dict[str, Any]:
    """Return the position that seat 0 sees, without the cards of tricks before the last one."""
    position = hidden(state)
    down = len(state.tricks) - (not state.trick)
    position["tricks"] = [*(str(trick.winner) for trick in state.tricks[:down]), *position["tricks"][down:]]
    return position


def _pose_correction_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], _require_claimable_revokes(options))
    return {MINE: _pose_own_revoke_puzzle, CHANGE: _pose_card_change_puzzle, WHO: _pose_who_changes_puzzle}[
        setup["ask"]
    ](setup, state)


def _list_card_options(state: CourtPieceState) -> tuple[AnswerOption, ...]:
    return build_card_options(sort_by_suit(state.hands[0]))


def _pose_own_revoke_puzzle(setup: Setup, state: CourtPieceState) -> Puzzle:
    """Build a question on seat 0's own revoke: which cards can replace it, if it can still be corrected?"""
    number = len(state.tricks) + bool(state.trick)
    if not number or not has_revoked(state, 0, number):
        raise Void("You have not failed to follow suit here.")
    cards, place = find_trick_cards(state, 0, number)
    led, mine = suit_name(cards[0]), cards[place].code
    refused = {card.code: RULES.find_violation(state, 0, Move("correct", groups=((card,),))) for card in state.hands[0]}
    key = sorted(code for code, violation in refused.items() if violation is None)
    late = "" if key else next(one.sentence for one in refused.values() if one is not None)
    complete = not state.trick
    return Puzzle(
        theme="put-it-right",
        form="tick",
        question=f"{capitalize_first(led)} were led, and you have played `{mine}`. Now you notice that you hold "
        f"{led}. Which "
        "cards may you put in its place? Tick none if it is too late.",
        position=shown(state),
        key=key,
        clauses=unique(
            ["revoke.self-correct", "revoke.window", "revoke.no-penalty-if-corrected"]
            if key
            else ["revoke.window", "revoke.established"]
        ),
        why=f"You may still take `{mine}` back and follow suit, and that costs nothing." if key else late,
        options=_list_card_options(state),
        reasons={
            code: late or (f"It follows suit with {led}." if violation is None else violation.sentence)
            for code, violation in refused.items()
        },
        clauses_by_option={
            code: violation.clause.id if violation else "revoke.self-correct" for code, violation in refused.items()
        },
        hints=(
            "A revoke can be put right as long as its trick is open.",
            rule_hint("revoke.window", state.options),
            "All four cards of this trick are played, and so it is complete."
            if complete
            else f"{spell_how_many_do(len(cards), 'the four cards of this trick', 'is')} played.",
            f"Only {led} will do." if key else "It is too late.",
        ),
        rating=clamp_rating(950 + 180 * complete + 40 * (len(cards) - place) + 20 * len(state.hands[0])),
    )


def _pose_card_change_puzzle(setup: Setup, state: CourtPieceState) -> Puzzle:
    """Build a question after an earlier player's correction: what can seat 0 do with its card?"""
    if state.phase != "change" or state.turn != 0:
        raise Void("Nothing can be changed here.")
    revoker = next((seat for seat in range(1, SEATS) if state.known[seat]), 0)
    mine, led = state.trick[state.find_place_in_trick(0)], suit_name(state.trick[0])
    refused = {card.code: RULES.find_violation(state, 0, Move("change", groups=((card,),))) for card in state.hands[0]}
    right = [code for code, violation in refused.items() if violation is None]
    follows = any(card.suit == state.trick[0].suit for card in [*state.hands[0], mine])
    back = quote_cards(state.known[revoker])
    return Puzzle(
        theme="put-it-right",
        form="tick",
        question=f"{format_seat_with_verb(revoker, 'have', start=True)} taken {back} back and followed suit. You "
        "had played "
        f"`{mine.code}` after that. What may you do now?",
        position=shown(state),
        key=sorted(["keep", *right]),
        clauses=unique(["revoke.followers-may-change", "revoke.no-penalty-if-corrected"]),
        why="Whoever has played after the revoke may change their card, or leave it. "
        f"{f'You can follow suit with {led}, so you must' if follows else f'You have no {led}, so any card will do'}.",
        options=(AnswerOption("keep", f"Leave `{mine.code}` where it is"), *_list_card_options(state)),
        reasons={"keep": "You may change your card, but you need not."}
        | {
            code: "It may take the place of your card." if violation is None else violation.sentence
            for code, violation in refused.items()
        },
        clauses_by_option={"keep": "revoke.followers-may-change"}
        | {
            code: violation.clause.id if violation else "revoke.followers-may-change"
            for code, violation in refused.items()
        },
        hints=(
            "You had chosen your card before the trick looked like this.",
            rule_hint("revoke.followers-may-change", state.options),
            f"You have to follow suit with {led} all the same." if follows else f"You hold no {led}.",
            f"{spell_how_many_do(len(right) + 1, f'these {spell_number(len(refused) + 1)} answers', 'is')} right.",
        ),
        rating=clamp_rating(1050 + 20 * len(refused) + 120 * (not right) + 90 * (not follows)),
    )


def _pose_who_changes_puzzle(setup: Setup, state: CourtPieceState) -> Puzzle:
    """Build a question on another player's correction: who can change a card after it?"""
    revoker = setup["revoker"]
    place = state.find_place_in_trick(revoker)
    if not 0 < place < len(state.trick) or state.trick[place].suit == state.trick[0].suit:
        raise Void("That player has not failed to follow suit here.")
    old, led = state.trick[place], suit_name(state.trick[0])
    may = _list_seats_asked_to_change(state, revoker)
    others = [seat for seat in (0, 1, 2, 3) if seat != revoker]
    reasons = {f"s{seat}": _explain_seat_can_change(state, seat, place) for seat in others}
    return Puzzle(
        theme="put-it-right",
        form="tick",
        question=f"{capitalize_first(led)} were led. {format_seat_with_verb(revoker, 'have', start=True)} played "
        f"`{old.code}`, now finds some "
        f"{led} and puts it right. Who else may now take a card back and play another?",
        position=shown(state),
        key=sorted(f"s{seat}" for seat in may),
        clauses=unique(["revoke.followers-may-change", "revoke.earlier-cards-stay", "revoke.self-correct"]),
        why=f"Those who have played after `{old.code}` may change: that is "
        f"{join_words([name_seat(seat) for seat in may])}. What "
        "was played before it stays.",
        options=tuple(AnswerOption(f"s{seat}", capitalize_first(name_seat(seat))) for seat in others),
        reasons=reasons,
        clauses_by_option={
            f"s{seat}": "revoke.earlier-cards-stay"
            if state.find_place_in_trick(seat) < place
            else "revoke.followers-may-change"
            for seat in others
        },
        hints=(
            "Who could know of the revoked card when they chose their own?",
            rule_hint("revoke.followers-may-change", state.options),
            f"{format_seat_with_verb(state.leader, 'have', start=True)} led, and `{old.code}` was card "
            f"{place + 1} of the "
            "trick.",
            f"{spell_how_many_do(len(may), 'the three', 'may')}.",
        ),
        rating=clamp_rating(950 + 80 * place + 60 * len(may) + 60 * (state.options.seat_step == -1)),
    )


def _list_seats_asked_to_change(state: CourtPieceState, revoker: int) -> list[int]:
    """Return the seats that the rules ask to change a card when this player corrects a revoke."""
    after = state.copy()
    led = after.trick[0].suit
    seen = {*after.trick, *after.hands[0], *(card for trick in after.tricks for card in trick.cards)}
    card = next((card for card in PACK if card.suit == led and card not in seen), None)
    if card is None:
        raise Void("That player cannot hold the suit.")
    after.hands[revoker][0] = card
    move = Move("correct", groups=((card,),))
    if RULES.find_violation(after, revoker, move) is not None:
        raise Void("It cannot be put right here.")
    RULES.apply_move(after, revoker, move)
    found = []
    while after.phase == "change":
        found.append(after.turn)
        RULES.apply_move(after, after.turn, Move("keep"))
    return found


def _explain_seat_can_change(state: CourtPieceState, seat: int, place: int) -> str:
    own = state.find_place_in_trick(seat)
    if own >= len(state.trick):
        return f"{format_seat_with_verb(seat, 'have', start=True)} not played to this trick yet."
    if own < place:
        return f"`{state.trick[own].code}` was played before the revoke, so it stays."
    return f"`{state.trick[own].code}` was played after the revoke, so it may be changed."


THEMES = (
    PuzzleTheme(
        slug="spot-the-revoke",
        title="Spot the revoke",
        sentence="Somebody has failed to follow suit: find the trick and the player in the record of a hand.",
        clauses=split_clause_ids("revoke.definition revoke.discovered"),
        make=_make_spot_revoke_setup,
        pose=_pose_spot_revoke_puzzle,
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
        pose=_pose_correction_puzzle,
    ),
)
