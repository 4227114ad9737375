"""Puzzles about certain tricks: a card sure to take the trick, and a hand sure to take all remaining tricks."""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from random import Random

from games.cards import PACK, SUIT_NAMES, SUITS, Card
from games.court_piece.puzzles.common import (
    deal_in_order,
    deal_random_hand,
    describe_following_suit,
    describe_voids,
    hidden,
    list_unbeatable_cards,
    list_unseen_cards,
    name_seat,
    play_until_tricks_complete,
    rule_hint,
    rules_of,
    seated,
    shown,
    unique,
)
from games.court_piece.puzzles.holdings import CertainTricks, Threat, find_certain_tricks, find_threat
from games.court_piece.rules import RULES
from games.court_piece.state import HAND, SEATS, CourtPieceState
from games.court_piece.strategy import choose_card
from games.engine.calculations import explain_card_count
from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, Void
from games.kit.puzzle_tools import DRAWING, build_card_options, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.trick_puzzles import quote_cards_by_suit, sort_by_suit
from games.kit.tricks import HIGHEST_ACE, make_play_move
from games.words import capitalize_first, quote_cards, spell_count, spell_how_many_do, spell_number

# -- safe winner? --------------------------------------------------------------------------------


def _make_certain_card_setup(rng: Random, options: Options) -> Setup:
    """Make a position late in a hand, on seat 0's turn, with one or two cards that look like winners."""
    plain = rng.random() < 0.2

    def draw_setup() -> Setup | None:
        state = deal_random_hand(rng, options, rng.randrange(SEATS))
        play_until_tricks_complete(state, rng.randint(5, 10), until=0)
        if state.phase != "play" or state.playing_on:
            return None
        cards = state.list_playable_cards(0)
        if not 2 <= len(cards) <= 7:
            return None
        threats = [find_threat(state, card) for card in cards]
        safe = threats.count(None)
        tempting = any(
            threat is not None and threat.card not in state.trick and HIGHEST_ACE[card] > 10
            for card, threat in zip(cards, threats, strict=True)
        )
        if not plain and not (0 < safe < len(cards) and (tempting or safe > 1)):
            return None
        return {"position": hidden(state), "told": rng.choice(("out", "out", "gone"))}

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _pose_certain_card_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if state.phase != "play" or state.turn != 0:
        raise Void("It is not your turn here.")
    cards = sort_by_suit(state.list_playable_cards(0))
    threats = {card: find_threat(state, card) for card in cards}
    safe = [card for card in cards if threats[card] is None]
    trumps = [card for card in list_unseen_cards(state) if card.suit == state.trump]
    last = len(state.trick) == SEATS - 1
    clauses = ["trick.trump-wins" if any(_is_about_trump(state, card, threats[card]) for card in cards) else ""]
    return Puzzle(
        theme="safe-winner",
        form="tick",
        question=f"{capitalize_first(SUIT_NAMES[state.trump])} are trumps. "
        f"{_describe_remembered_cards(state, setup['told'])}{describe_following_suit(options)} Which "
        "of these cards is certain to take this trick, whatever the others hold?",
        position=shown(state),
        key=sorted(card.code for card in safe),
        clauses=unique([*clauses, "trick.led-suit-wins", "setup.rank"]),
        why=f"{quote_cards(safe)} cannot be beaten. " * bool(safe)
        + (_explain_uncertain_card(state, cards, threats) if len(safe) < len(cards) else "It cannot go wrong."),
        options=build_card_options(cards),
        on="hand-0",
        reasons={card.code: _explain_threat(state, card, threats[card], last) for card in cards},
        clauses_by_option={card.code: _find_deciding_clause(state, card, threats[card]) for card in cards},
        hints=(
            "You play last: only the cards on the table count."
            if last
            else "Who plays after you, and could one of them hold a higher card, or be out of the suit with a trump?",
            rule_hint("trick.trump-wins", options),
            f"Of the trumps {quote_cards_by_suit(trumps)} {'is' if len(trumps) == 1 else 'are'} still out."
            if trumps
            else "No trump is out any more.",
            f"{spell_how_many_do(len(safe), f'these {spell_number(len(cards))} cards', 'is')} certain.",
        ),
        rating=_rate_certain_card_puzzle(state, threats, setup["told"]),
    )


def _describe_remembered_cards(state: CourtPieceState, told: str) -> str:
    """Return what a player remembers of the hand, in words.

    If `told` is “out”, the text lists the cards that the other players still hold, otherwise the cards of earlier
    tricks.
    """
    if told == "out":
        unseen = quote_cards_by_suit(list_unseen_cards(state))
        return f"Still out in the three other hands: {unseen}. {describe_voids(state)}".strip()
    gone = [card for trick in state.tricks for card in trick.cards]
    return f"In the earlier tricks went {quote_cards_by_suit(gone)}. {describe_voids(state)}".strip()


def _is_about_trump(state: CourtPieceState, card: Card, threat: Threat | None) -> bool:
    return card.suit == state.trump or (threat is not None and threat.card.suit == state.trump)


def _find_deciding_clause(state: CourtPieceState, card: Card, threat: Threat | None) -> str:
    """Return the clause that decides whether a card is certain to take the trick."""
    if card.suit == state.trump or (threat is not None and threat.card.suit == state.trump):
        return "trick.trump-wins"
    led = state.trick[0].suit if state.trick else card.suit
    return "setup.rank" if card.suit == led and threat is not None else "trick.led-suit-wins"


def _explain_threat(state: CourtPieceState, card: Card, threat: Threat | None, last: bool) -> str:
    if threat is None and last:
        return "You play last, and it beats every card on the table."
    if threat is None:
        return "Nobody after you can hold a card that beats it and may be played."
    if threat.card in state.trick:
        return f"It does not beat `{threat.card.code}` on the table."
    led = SUIT_NAMES[state.trick[0].suit if state.trick else card.suit]
    if threat.ruffs:
        return f"{capitalize_first(name_seat(threat.seat))} may be out of {led} and trump with `{threat.card.code}`."
    return f"{capitalize_first(name_seat(threat.seat))} may hold `{threat.card.code}`."


def _explain_uncertain_card(state: CourtPieceState, cards: list[Card], threats: dict[Card, Threat | None]) -> str:
    """Return why the highest card that isn't certain to take the trick can be beaten."""
    card = max((card for card in cards if threats[card] is not None), key=HIGHEST_ACE.__getitem__)
    reason = _explain_threat(state, card, threats[card], False)
    return f"`{card.code}` is not certain: {reason[:1].lower()}{reason[1:]}"


def _rate_certain_card_puzzle(state: CourtPieceState, threats: dict[Card, Threat | None], told: str) -> int:
    held = sum(threat is not None and threat.card not in state.trick for threat in threats.values())
    ruffs = sum(threat is not None and threat.ruffs for threat in threats.values())
    return clamp_rating(
        900
        + 50 * len(threats)
        + 60 * held
        + 40 * ruffs
        + 60 * (SEATS - 1 - len(state.trick))
        + (250 if told == "gone" else 0)
        + 12 * len(state.hands[0])
    )


# -- play on for 52? -----------------------------------------------------------------------------

CERTAIN = (6, 6, 5, 4, 3, 2)
"""The possible numbers of certain tricks, one of which is drawn for each puzzle; all six are twice as likely."""
PLAIN = 0.2
"""The share of plain positions to accept: those where only cards that are highest in their suit are certain."""
ENDINGS = 300
"""The number of hands that the maker plays before it accepts any number of certain tricks."""


def _make_play_on_setup(rng: Random, options: Options) -> Setup:
    """Make a position with seven tricks taken by seat 0's side and some strong cards left."""
    if not rules_of(options).playon_allowed:
        raise Void("By these house rules nobody plays on.")
    certain = rng.choice(CERTAIN)
    with suppress(Void):
        return draw_fitting_setup(lambda: _make_strong_ending(rng, options, (certain,)), tries=ENDINGS, steps=DRAWING)
    return draw_fitting_setup(lambda: _make_strong_ending(rng, options, CERTAIN), steps=DRAWING)


def _make_strong_ending(rng: Random, options: Options, certain: Container[int]) -> Setup | None:
    """Return a position after the first seven tricks of a strong hand, or None if the position isn't suitable.

    A position is suitable if the number of certain tricks is in `certain`. Seat 0 has led its winners in random order.
    """
    state = _deal_strong_hand(rng, options)
    while state.phase == "play" and len({trick.winner % 2 for trick in state.tricks}) < 2:
        winners = list_unbeatable_cards(state) if state.turn == 0 and not state.trick else []
        card = rng.choice(winners) if winners else choose_card(state, state.turn)
        RULES.apply_move(state, state.turn, make_play_move(card))
    if state.phase != "playon" or state.turn != 0 or len({card.suit for card in state.hands[0]}) == 1:
        return None
    found = find_certain_tricks(state)
    plain = len(list_unbeatable_cards(state)) == len(found.order) and not found.is_whole_hand_certain
    fine = len(found.order) in certain and (not plain or rng.random() < PLAIN)
    return {"position": hidden(state)} if fine else None


def _deal_strong_hand(rng: Random, options: Options) -> CourtPieceState:
    """Return a deal that favors seat 0 with trumps and high cards, and its partner with those that remain."""
    trump, dealer = rng.choice(SUITS), rng.randrange(SEATS)

    def draw_card_weight(card: Card) -> float:
        likely = 1 + 3 * (card.suit == trump) + 3 * max(0, HIGHEST_ACE[card] - 10)
        return float(rng.random() ** (1 / likely))

    order = sorted(PACK, key=draw_card_weight, reverse=True)
    mine, rest = order[:HAND], order[HAND:]
    rest.sort(key=lambda card: rng.random() * (1 + (HIGHEST_ACE[card] > 11)), reverse=True)
    return deal_in_order([*mine, *rest[HAND : 2 * HAND], *rest[:HAND], *rest[2 * HAND :]], options, dealer, trump)


def _pose_play_on_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if not state.options.playon_allowed:
        raise Void("By these house rules nobody plays on.")
    if state.phase != "playon" or state.turn != 0:
        raise Void("You are not asked to play on here.")
    found = find_certain_tricks(state)
    trumps = [card for card in list_unseen_cards(state) if card.suit == state.trump]
    return Puzzle(
        theme="play-on",
        form="number",
        question="Your side has the first seven tricks, and you would lead to trick 8. "
        f"{capitalize_first(SUIT_NAMES[state.trump])} are trumps. How many tricks in a row can you make sure of "
        "with your own cards, whatever the others hold? "
        f"{_describe_remembered_cards(state, 'out')}{describe_following_suit(options)}",
        position=shown(state),
        key=len(found.order),
        clauses=unique(
            ["playon.option", "playon.fifty-two", *([] if found.is_whole_hand_certain else ["playon.no-penalty"])]
        ),
        why=_explain_play_on(state, found),
        working=str(explain_card_count(found.order)),
        hints=(
            "Draw the trumps that are out first, if you can; then see whether anything beats your other cards.",
            rule_hint("playon.fifty-two", options),
            f"Of the trumps {quote_cards_by_suit(trumps)} {'is' if len(trumps) == 1 else 'are'} still out."
            if trumps
            else "No trump is out any more.",
            f"Begin with `{found.order[0].code}`."
            if found.is_whole_hand_certain
            else f"What if {name_seat(found.seat)} holds {quote_cards(sort_by_suit(found.hand))}?",
        ),
        rating=_rate_play_on_puzzle(state, found),
        zones=("hand-0",),
    )


def _explain_play_on(state: CourtPieceState, found: CertainTricks) -> str:
    if found.is_whole_hand_certain:
        worth = f"All thirteen tricks are worth {spell_count(state.options.playon_value, 'court')}."
        return (
            f"Lead {quote_cards(found.order)} in this order, and nobody can hold a card that beats one of them. {worth}"
        )
    so = ", led in this order" * (len(found.order) > 1)
    led = f"{quote_cards(found.order)} cannot be beaten{so}. " if found.order else ""
    return (
        f"{led}{capitalize_first(name_seat(found.seat))} may hold {quote_cards(sort_by_suit(found.hand))}, and "
        "against that no order of leads "
        f"takes {'more tricks' if found.order else 'a trick'}. Playing on would still cost nothing."
    )


def _rate_play_on_puzzle(state: CourtPieceState, found: CertainTricks) -> int:
    """Rate a puzzle on playing on.

    The puzzle is harder if a card that is certain to win isn't the highest of its suit, or if the highest card of a
    suit can be trumped.
    """
    trumps = min(4, sum(card.suit == state.trump for card in list_unseen_cards(state)))
    strange = abs(len(list_unbeatable_cards(state)) - len(found.order))
    return clamp_rating(1000 + 60 * trumps + 60 * len({card.suit for card in state.hands[0]}) + 120 * strange)


THEMES = (
    PuzzleTheme(
        slug="safe-winner",
        title="Safe winner?",
        sentence="Count what is out: which of your cards is certain to take the trick?",
        clauses=split_clause_ids("trick.trump-wins trick.led-suit-wins setup.rank"),
        make=_make_certain_card_setup,
        pose=_pose_certain_card_puzzle,
    ),
    PuzzleTheme(
        slug="play-on",
        title="Play on for 52?",
        sentence="Seven tricks are yours: how many more are certain, whatever the others hold?",
        clauses=split_clause_ids("playon.option playon.fifty-two playon.no-penalty"),
        make=_make_play_on_setup,
        pose=_pose_play_on_puzzle,
    ),
)
