"""Puzzles about certain tricks: a card sure to take the trick, and a hand sure to take all remaining tricks."""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from random import Random

from games.cards import PACK, SUIT_NAMES, SUITS, Card, parse_card
from games.court_piece.puzzles.common import (
    POSING,
    build_hand_start,
    describe_unseen_trumps,
    describe_voids,
    list_unseen_cards,
    name_seat,
    play_card,
    play_random_hand,
    split_into_hands,
)
from games.court_piece.puzzles.holdings import CertainTricks, Threat, find_certain_tricks, find_threat
from games.court_piece.state import HAND, SEATS, CourtPieceState
from games.court_piece.strategy import is_unbeatable
from games.engine.calculations import explain_card_count
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.trick_puzzles import quote_cards_by_suit, sort_by_suit
from games.kit.tricks import HIGHEST_ACE
from games.words import capitalize_first, quote_cards, spell_count, spell_how_many, spell_number


def _describe_remembered_cards(state: CourtPieceState, are_unseen: bool) -> str:
    """Return sentences with the cards that a player should remember, and the suits that other players lack.

    If `are_unseen` is True, these are the cards in the other hands, otherwise the cards of the earlier tricks. If house
    rules let players claim revokes, the sentences also say that nobody revokes.
    """
    played = quote_cards_by_suit(card for trick in state.tricks for card in trick.cards)
    unseen = f"The other three hands still have {quote_cards_by_suit(list_unseen_cards(state))}."
    trust = "Nobody has revoked, and nobody will." if state.options.can_claim_revokes else ""
    sentences = (unseen if are_unseen else f"The earlier tricks had {played}.", describe_voids(state), trust)
    return " ".join(sentence for sentence in sentences if sentence)


def _list_unbeatable_cards(state: CourtPieceState) -> list[Card]:
    """Return the cards of seat 0 that no unseen card can beat in their suit."""
    return [card for card in state.hands[0] if is_unbeatable(state, 0, card)]


# -- safe winner? --------------------------------------------------------------------------------


def _make_certain_card_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle late in a hand, on seat 0's turn, about which cards are certain to win the trick.

    In 80% of the setups, some of the cards that can be played are certain, but not all. In these setups, two or more
    are certain, or a high card isn't.
    """
    is_plain = rng.random() < 0.2

    def draw_setup() -> Setup | None:
        state = play_random_hand(rng, options, rng.randint(5, 10), until=0)
        if state is None or state.playing_on or not 2 <= len(state.list_playable_cards(0)) <= 7:
            return None
        threats = {card: find_threat(state, card) for card in state.list_playable_cards(0)}
        safe = [*threats.values()].count(None)
        is_tempting = any(
            threat and threat.card not in state.trick and HIGHEST_ACE[card] > 10 for card, threat in threats.items()
        )
        if not is_plain and not (0 < safe < len(threats) and (is_tempting or safe > 1)):
            return None
        return {"position": POSING.build_setup_position(state), "told": rng.choice(("out", "out", "gone"))}

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_certain_card_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, are_unseen = POSING.load_state(setup["position"], options), setup["told"] == "out"
    if state.phase != "play" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn.")
    threats = {card: find_threat(state, card) for card in sort_by_suit(state.list_playable_cards(0))}
    held = [threat for threat in threats.values() if threat and threat.card not in state.trick]
    players_after = SEATS - 1 - len(state.trick)
    rows = [_build_card_row(state, card, threat) for card, threat in threats.items()]
    safe = [card for card, threat in threats.items() if threat is None]
    why = f"Nothing can beat {quote_cards(safe)}." if safe else ""
    if len(safe) < len(rows):
        uncertain = max((row for row in rows if not row.is_right), key=lambda row: HIGHEST_ACE[parse_card(row.id)])
        why += f" `{uncertain.id}` isn’t certain. {uncertain.reason}"
    else:
        why += " You can’t go wrong."
    rating = 900 + 50 * len(rows) + 60 * len(held) + 40 * sum(threat.is_ruff for threat in held)
    return Puzzle(
        question=f"{capitalize_first(SUIT_NAMES[state.trump])} are trump. "
        f"{_describe_remembered_cards(state, are_unseen)} Which of these cards is certain to win this trick?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses(
            [*(row.clause for row in rows if row.clause == "trick.trump-wins"), "trick.led-suit-wins", "setup.rank"]
        ),
        why=why.strip(),
        on="hand-0",
        hints=(
            "You play last, so only the cards on the table count."
            if not players_after
            else "Could a player after you have a higher card, or a trump and none of the suit?",
            POSING.build_rule_hint("trick.trump-wins", options),
            describe_unseen_trumps(state),
            f"{spell_how_many(len(safe), f'these {spell_number(len(rows))} cards', 'is')} certain.",
        ),
        rating=clamp_rating(rating + 60 * players_after + 250 * (not are_unseen) + 12 * len(state.hands[0])),
        **build_answer_fields("tick", rows),
    )


def _build_card_row(state: CourtPieceState, card: Card, threat: Threat | None) -> AnswerRow:
    """Return a card as an answer choice: whether it's certain to take the trick, why, and the clause that decides it.

    `threat` is a card that might beat it, or None if none can.
    """
    led = state.trick[0].suit if state.trick else card.suit
    if threat is None:
        is_last = len(state.trick) == SEATS - 1
        last, other = "You play last, and it beats every card on the table.", "Nobody after you can beat it."
        reason = last if is_last else other
    elif threat.card in state.trick:
        reason = f"It doesn’t beat `{threat.card.code}` on the table."
    else:
        holds = f"have no {SUIT_NAMES[led]} and trump with" if threat.is_ruff else "have"
        reason = f"{name_seat(threat.seat, start=True)} might {holds} `{threat.card.code}`."
    if state.trump in (card.suit, threat and threat.card.suit):
        clause = "trick.trump-wins"
    else:
        clause = "setup.rank" if card.suit == led and threat else "trick.led-suit-wins"
    return AnswerRow(card.code, f"The {card.name}", threat is None, reason, clause, card.code)


# -- play on for 52? -----------------------------------------------------------------------------

CERTAIN = (6, 6, 5, 4, 3, 2)
"""The numbers of certain tricks that a puzzle can have. One is drawn for each puzzle, so six is twice as likely."""
PLAIN = 0.2
"""The chance to accept a plain position, in which only cards that are highest in their suit are certain."""
ENDINGS = 300
"""After this many tries for one number of certain tricks, any number in CERTAIN is accepted."""


def _make_play_on_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: seat 0's team has taken seven tricks, and seat 0 decides whether to play on.

    Seat 0 has some strong cards left. Raises VoidPuzzle if house rules don't let players play on.
    """
    if not POSING.cast_options(options).playon_allowed:
        raise VoidPuzzle("Under these house rules, nobody can play on after seven tricks.")
    certain = rng.choice(CERTAIN)
    with suppress(VoidPuzzle):
        return draw_fitting_setup(lambda: _make_strong_ending(rng, options, (certain,)), tries=ENDINGS, steps=DRAWING)
    return draw_fitting_setup(lambda: _make_strong_ending(rng, options, CERTAIN), steps=DRAWING)


def _make_strong_ending(rng: Random, options: Options, certain: Container[int]) -> Setup | None:
    """Return the setup of a puzzle after the first seven tricks of a strong hand, or None if it isn't suitable.

    To be suitable, the number of tricks that seat 0 is certain to take next has to be in `certain`. Seat 0 has led its
    winners in random order.
    """
    state = _deal_strong_hand(rng, options)
    while state.phase == "play" and len({trick.winner % 2 for trick in state.tricks}) < 2:
        winners = _list_unbeatable_cards(state) if state.turn == 0 and not state.trick else []
        play_card(state, rng.choice(winners) if winners else None)
    if state.phase != "playon" or state.turn != 0 or len({card.suit for card in state.hands[0]}) == 1:
        return None
    tricks = find_certain_tricks(state)
    is_plain = len(_list_unbeatable_cards(state)) == len(tricks.order) and not tricks.is_whole_hand_certain
    is_suitable = len(tricks.order) in certain and (not is_plain or rng.random() < PLAIN)
    return {"position": POSING.build_setup_position(state)} if is_suitable else None


def _deal_strong_hand(rng: Random, options: Options) -> CourtPieceState:
    """Return a random deal in which seat 0 tends to have trumps and high cards, and its partner the next best cards."""
    trump, dealer = rng.choice(SUITS), rng.randrange(SEATS)
    weights = {card: 1 + 3 * (card.suit == trump) + 3 * max(0, HIGHEST_ACE[card] - 10) for card in PACK}
    order = sorted(PACK, key=lambda card: float(rng.random() ** (1 / weights[card])), reverse=True)
    mine, rest = order[:HAND], order[HAND:]
    rest.sort(key=lambda card: rng.random() * (1 + (HIGHEST_ACE[card] > 11)), reverse=True)
    cards = [*mine, *rest[HAND : 2 * HAND], *rest[:HAND], *rest[2 * HAND :]]
    return build_hand_start(options, dealer, hands=split_into_hands(cards), trump=trump)


def _build_play_on_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "playon" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t up to you whether to play on.")
    tricks = find_certain_tricks(state)
    clauses = ["playon.option", "playon.fifty-two"] + ["playon.no-penalty"] * (not tricks.is_whole_hand_certain)
    trumps = min(4, sum(card.suit == state.trump for card in list_unseen_cards(state)))
    suits, unbeatable = len({card.suit for card in state.hands[0]}), _list_unbeatable_cards(state)
    last_hint = f"What if {name_seat(tricks.seat)} has {quote_cards(sort_by_suit(tricks.hand))}?"
    return Puzzle(
        form="number",
        question="Your team has the first seven tricks, and you’d lead to trick 8. "
        f"{capitalize_first(SUIT_NAMES[state.trump])} are trump. {_describe_remembered_cards(state, True)} "
        "How many tricks in a row are you sure to win with your own cards?",
        position=POSING.build_visible_position(state),
        key=len(tricks.order),
        clauses=POSING.select_game_clauses(clauses),
        why=_explain_play_on(state, tricks),
        working=str(explain_card_count(tricks.order)),
        hints=(
            "Can you draw the other trumps first? What could beat your other cards then?",
            POSING.build_rule_hint("playon.fifty-two", options),
            describe_unseen_trumps(state),
            f"Start with `{tricks.order[0].code}`." if tricks.is_whole_hand_certain else last_hint,
        ),
        # It's harder if certain cards aren't the highest of their suits, or if highest cards aren't certain.
        rating=clamp_rating(1000 + 60 * trumps + 60 * suits + 120 * abs(len(unbeatable) - len(tricks.order))),
        zones=("hand-0",),
    )


def _explain_play_on(state: CourtPieceState, tricks: CertainTricks) -> str:
    cards = quote_cards(tricks.order)
    if tricks.is_whole_hand_certain:
        worth = f"Winning all 13 tricks scores {spell_count(state.options.playon_value, 'court')}."
        return f"If you lead {cards} in this order, nobody can beat any of them. {worth}"
    certain = f"Nothing beats {cards}{', led in this order' * (len(tricks.order) > 1)}. " if tricks.order else ""
    return (
        f"{certain}But {name_seat(tricks.seat)} might have {quote_cards(sort_by_suit(tricks.hand))}, and then no order "
        f"of leads wins {'more tricks' if tricks.order else 'a trick'}. Playing on would still cost nothing."
    )


THEMES = (
    PuzzleTheme(
        slug="safe-winner",
        title="Safe winner?",
        sentence="Which of your cards is certain to win the trick?",
        clauses=split_clause_ids("trick.trump-wins trick.led-suit-wins setup.rank"),
        make=_make_certain_card_setup,
        pose=_build_certain_card_puzzle,
    ),
    PuzzleTheme(
        slug="play-on",
        title="Play on for 52?",
        sentence="You’ve won seven tricks. How many more are you sure to win?",
        clauses=split_clause_ids("playon.option playon.fifty-two playon.no-penalty"),
        make=_make_play_on_setup,
        pose=_build_play_on_puzzle,
    ),
)
