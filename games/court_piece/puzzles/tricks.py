"""Puzzles about a single trick: which cards may be played to it, and who takes it."""

from __future__ import annotations

from random import Random

from games.cards import PACK, SUIT_NAMES, SUITS, Card, codes
from games.court_piece.playing import revoked
from games.court_piece.puzzles.common import (
    OUR,
    acts,
    cards_of,
    deal,
    hidden,
    in_order,
    play,
    play_sensibly,
    rows_of,
    rule_hint,
    rules_of,
    seated,
    shown,
    suit_name,
    unique,
    until_found,
    who,
)
from games.court_piece.rules import RULES
from games.court_piece.state import HIGHEST_ACE, SEATS, CourtPieceState, winner_of
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.kit.posing import clamp, clause_ids
from games.words import capital, quoted

# -- which cards may you play? -------------------------------------------------------------------


def _make_cards(rng: Random, options: Options) -> Setup:
    """Your turn in the middle of a hand: about a third of the time you cannot follow suit."""
    void = rng.random() < 0.4

    def draw() -> Setup | None:
        state = deal(rng, options, rng.randrange(SEATS))
        play_sensibly(state, rng.randint(2, 8), until=0)
        if state.phase != "play" or (not state.trick and rng.random() < 0.9):
            return None
        led = state.trick[0].suit if state.trick else ""
        follows = sum(card.suit == led for card in state.hands[0])
        fitting = len(state.hands[0]) > 2 and follows < len(state.hands[0]) and void != bool(led and follows)
        return {"position": _forgotten(state)} if fitting else None

    return until_found(draw)


def _forgotten(state: CourtPieceState) -> dict[str, object]:
    """What seat 0 sees of the table now, the earlier tricks turned down and who leads left to the seats."""
    position = hidden(state) | {"tricks": [str(trick.winner) for trick in state.tricks]}
    del position["leader"]
    return position


def _fits(state: CourtPieceState, card: Card) -> bool:
    """Whether a card may be played without breaking a rule, revokes among them."""
    if RULES.why_not(state, 0, play(card)) is not None:
        return False
    after = state.copy()
    number = len(after.tricks) + 1
    RULES.apply(after, 0, play(card))
    return not revoked(after, 0, number)


def _pose_cards(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if state.phase != "play" or state.turn != 0:
        raise Void("It is not your turn here.")
    hand = in_order(state.hands[0])
    key = [card for card in hand if _fits(state, card)]
    led = SUIT_NAMES[state.trick[0].suit] if state.trick else ""
    why, clauses = _why_cards(state, key, led)
    asked = "could you play without failing to follow suit" if state.options.claimable else "may you play"
    return Puzzle(
        theme="which-cards",
        form="tick",
        question=f"{capital(SUIT_NAMES[state.trump])} are trumps, and it is your turn. Which of your cards {asked}?",
        position=shown(state),
        key=sorted(card.code for card in key),
        clauses=unique(clauses),
        why=why,
        options=tuple(Option(card.code, f"The {card.name}", card.code) for card in hand),
        reasons={card.code: _why_card(state, card, card in key, led) for card in hand},
        hints=(
            f"{acts(state.leader, 'have', start=True)} led `{state.trick[0].code}` to this trick."
            if led
            else "Nobody has played to this trick yet: you lead.",
            rule_hint(clauses[0]),
            f"Look for {led} in your hand." if led else "A leader has no suit to follow.",
            f"{len(key)} of your {len(hand)} cards can be played.",
        ),
        rating=clamp(
            800 + 25 * len(hand) + (220 if not led or len(key) == len(hand) else 0) + 80 * _ruffed(state.trick, state)
        ),
    )


def _ruffed(cards: list[Card], state: CourtPieceState) -> bool:
    return bool(cards) and any(card.suit == state.trump != cards[0].suit for card in cards)


def _why_cards(state: CourtPieceState, key: list[Card], led: str) -> tuple[str, list[str]]:
    if not led:
        return "You lead, and a leader may lead any card, trumps included.", ["trick.lead-any"]
    if len(key) < len(state.hands[0]) or key[0].suit == state.trick[0].suit:
        return (
            f"{led.capitalize()} were led and you hold {quoted(key)}, so one of them has to be played.",
            ["trick.follow-suit"],
        )
    more = ["trick.no-duty-to-trump"] if any(card.suit == state.trump for card in key) else []
    said = "You need not trump, and nobody has to beat the trick." if more else "It will be a discard."
    return f"You hold no {led}, so any card will do. {said}", ["trick.void-any", *more]


def _why_card(state: CourtPieceState, card: Card, right: bool, led: str) -> str:
    if not right:
        return f"You still hold {led}, and {led} were led."
    if not led:
        return "You lead: any card will do."
    if card.suit == state.trick[0].suit:
        return "It follows suit."
    if card.suit == state.trump:
        return f"You have no {led}, so you may trump."
    return f"You have no {led}, so you may throw any card."


# -- who wins this trick? ------------------------------------------------------------------------


def _make_winner(rng: Random, options: Options) -> Setup:
    """Four cards, about half the time with trumps among them, and often with an ace thrown on another suit."""
    trump, led = rng.choice(SUITS), rng.choice(SUITS)
    others = [suit for suit in SUITS if suit not in (trump, led)]
    cards: list[Card] = []
    ruffs = 0 if rng.random() < 0.45 else rng.choice((1, 1, 2))
    suits = [trump] * ruffs + [rng.choice(others)] * rng.choice((0, 1)) + [led] * 3
    suits = [led, *rng.sample(suits[:3], 3)]
    for suit in suits:
        thrown = suit not in (led, trump)
        pool = [card for card in PACK if card.suit == suit and card not in cards]
        high = [card for card in pool if HIGHEST_ACE[card] > 11]
        low = [card for card in pool if HIGHEST_ACE[card] < 9]
        pool = (
            high if thrown and rng.random() < 0.6 else low if suit == trump and rng.random() < 0.6 else pool
        ) or pool
        cards.append(rng.choice(pool))
    return {"trump": trump, "leader": rng.randrange(SEATS), "cards": codes(cards)}


def _pose_winner(setup: Setup, options: Options) -> Puzzle:
    step = rules_of(options).step
    cards, trump, leader = cards_of(setup["cards"]), setup["trump"], setup["leader"]
    order = [(leader + step * place) % SEATS for place in range(SEATS)]
    winner = winner_of(leader, cards, trump, step)
    best = cards[order.index(winner)]
    ids = [f"s{seat}" for seat in order]
    reasons = {id: _why_seat(cards, card, best, trump) for id, card in zip(ids, cards, strict=True)}
    clauses = _winner_clauses(cards, best, trump)
    led = suit_name(cards[0])
    trumps = [card for card in cards if card.suit == trump]
    return Puzzle(
        theme="who-wins",
        form="one",
        question=f"{SUIT_NAMES[trump].capitalize()} are trumps. The four cards are listed in the order in which they "
        f"were played; {acts(leader, 'have')} led. Who takes this trick, and so leads to the next one?",
        position={},
        key=f"s{winner}",
        clauses=clauses,
        why=f"{acts(winner, 'take', start=True)} the trick with {quoted([best])}: {_why_best(cards, best, trump)}",
        options=tuple(
            Option(f"s{seat}", who(seat, start=True), card.code) for seat, card in zip(order, cards, strict=True)
        ),
        reasons=reasons,
        hints=(
            "First ask whether a trump was played; only if not, look at the suit that was led.",
            rule_hint(clauses[0]),
            f"Of the trumps there {'is' if len(trumps) == 1 else 'are'} {rows_of(trumps)}."
            if trumps
            else f"No trump was played, so only {led} count.",
            "It is your side’s trick." if winner % 2 == OUR else "It is your opponents’ trick.",
        ),
        rating=clamp(
            800
            + 150 * (cards[0].suit != trump and len(trumps) > 0)
            + 120 * (len(trumps) > 1)
            + 110 * sum(card.suit not in (trump, cards[0].suit) and HIGHEST_ACE[card] > 10 for card in cards)
            + 60 * (HIGHEST_ACE[best] < max(HIGHEST_ACE[card] for card in cards))
        ),
    )


def _winner_clauses(cards: list[Card], best: Card, trump: str) -> tuple[str, ...]:
    thrown = any(card.suit not in (trump, cards[0].suit) for card in cards)
    ranked = sum(card.suit == best.suit for card in cards) > 1
    return unique(
        [
            "trick.trump-wins" if best.suit == trump else "trick.led-suit-wins",
            *(["trick.discard-loses"] if thrown else []),
            *(["setup.rank"] if ranked else []),
            "trick.winner-leads",
        ]
    )


def _why_best(cards: list[Card], best: Card, trump: str) -> str:
    if best.suit == trump:
        alone = sum(card.suit == trump for card in cards) == 1
        return f"it is the {'only' if alone else 'highest'} trump."
    return f"nobody trumped, and it is the highest of the {suit_name(cards[0])}, the suit that was led."


def _why_seat(cards: list[Card], card: Card, best: Card, trump: str) -> str:
    if card is best:
        return capital(_why_best(cards, best, trump))
    if card.suit not in (trump, cards[0].suit):
        return f"{quoted([card])} is neither a trump nor of the suit that was led: a discard never wins."
    if card.suit != best.suit:
        return f"{quoted([best])} is a trump and beats every {suit_name(card).removesuffix('s')}."
    return f"{quoted([best])} is higher."


THEMES = (
    Theme(
        slug="which-cards",
        title="Which cards may you play?",
        sentence="Tick the cards of your hand that may be played to the trick on the table.",
        clauses=clause_ids("trick.follow-suit trick.void-any trick.no-duty-to-trump trick.lead-any"),
        make=_make_cards,
        pose=_pose_cards,
    ),
    Theme(
        slug="who-wins",
        title="Who wins this trick?",
        sentence="Four cards and a trump suit: whose trick is it?",
        clauses=clause_ids("trick.trump-wins trick.led-suit-wins trick.discard-loses setup.rank trick.winner-leads"),
        make=_make_winner,
        pose=_pose_winner,
    ),
)
