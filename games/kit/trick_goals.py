"""Goals for every trick-taking game. A goal is about the trick on the table or, if there is none, the next one."""

from __future__ import annotations

from games.cards import parse_cards
from games.engine.facts_and_goals import Moves, Seat, goal
from games.kit.tricks import Trick, TrickState, get_suit_name
from games.words import quote_cards


def _find_goal_trick(start: TrickState, now: TrickState) -> Trick | None:
    """Return the trick that was on the table in the state `start` or, if there was none, the next one.

    Returns None if that trick isn't finished in the state `now`.
    """
    return now.tricks[len(start.tricks)] if len(now.tricks) > len(start.tricks) else None


def _explain_winning_card(start: TrickState, moves: Moves, now: TrickState, seat: Seat) -> str:
    """Return a sentence that says which card won the trick, to explain why `seat` didn't win it.

    Returns "" if the trick isn't finished, if its cards aren't known, or if seat 0 didn't play to it.
    """
    trick = _find_goal_trick(start, now)
    if trick is None or not trick.cards:
        return ""
    played = dict(zip(now.list_trick_players(len(start.tricks)), trick.cards, strict=True))
    if 0 not in played:
        return ""
    best, mine = played[trick.winner], played[0]
    if trick.winner == 0:
        other = played[seat]
        return f"Your {quote_cards([mine])} beats {{{seat}}}’s {quote_cards([other])}, so you win the trick."
    if mine.suit not in (trick.cards[0].suit, now.trump):
        led = get_suit_name(trick.cards[0])
        return (
            f"You didn’t follow {led}, so {{{trick.winner}}}’s {quote_cards([best])} beats your {quote_cards([mine])}."
        )
    return f"{{{trick.winner}}}’s {quote_cards([best])} beats your {quote_cards([mine])}."


@goal("{seat} has taken the trick.", _explain_winning_card)
def takes(start: TrickState, moves: Moves, now: TrickState, seat: Seat) -> bool:
    trick = _find_goal_trick(start, now)
    return trick is not None and trick.winner == seat


def _suggest_other_card(start: TrickState, moves: Moves, now: TrickState, *cards: str) -> str:
    first = next((move for move in moves if move.verb == "play"), None)
    return f"You played {quote_cards(first.cards)}. A different card would be better." if first else ""


@goal("You have played one of {cards}.", _suggest_other_card)
def played(start: TrickState, moves: Moves, now: TrickState, *cards: str) -> bool:
    first = next((move for move in moves if move.verb == "play"), None)
    return first is not None and first.cards[0] in parse_cards(" ".join(cards))


@goal("You have led to a trick.")
def led(start: TrickState, moves: Moves, now: TrickState) -> bool:
    return bool(moves) and bool(now.trick) and now.leader == 0
