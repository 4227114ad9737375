"""Two puzzle themes for every trick-taking game: which cards you can play, and who wins a trick.

    THEMES = (*TrickPuzzles(PuzzleToolkit(RULES, WhistOptions)).build_themes(), …)

The clauses have their usual ids unless the game sets different ones. Clauses that the game doesn't have are left out.
The game's own rules decide which cards can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.cards import SUIT_NAMES, SUITS, Card, format_cards, parse_cards
from games.engine.clause import Violation
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle, explain_refusal
from games.engine.state import DEALER
from games.kit.puzzle_tools import (
    DRAWING,
    PuzzleToolkit,
    build_card_options,
    clamp_rating,
    draw_fitting_setup,
    filter_clauses,
)
from games.kit.tricks import HIGHEST_ACE, TrickState, build_play_move, check_revoke, get_suit_name, get_winning_index
from games.words import capitalize_first, quote_cards, spell_how_many, spell_number

Names = Callable[[int, int], str]
"""A function that returns how to call a seat from seat 0's point of view, given the seat and the number of seats."""


def sort_by_suit(cards: Iterable[Card], height: Mapping[Card, int] = HIGHEST_ACE) -> list[Card]:
    """Return the cards sorted by suit, the highest first within each suit.

    `height` maps each card to its rank within the suit. By default, aces are high.
    """
    return sorted(cards, key=lambda card: (SUITS.index(card.suit), -height[card]))


def quote_cards_by_suit(cards: Iterable[Card], height: Mapping[Card, int] = HIGHEST_ACE) -> str:
    """Return the cards sorted by suit, in backticks, so that a page draws them as cards.

    Within each suit, the highest card comes first. `height` maps each card to its rank within the suit. By default,
    aces are high.
    """
    ordered = sort_by_suit(cards, height)
    return " ".join(quote_cards(own) for suit in SUITS if (own := [card for card in ordered if card.suit == suit]))


@dataclass(frozen=True)
class TrickPuzzles:
    """Builds a game's two puzzle themes about tricks, from the facts about the game that they need.

    `midway(rng, options)` returns a state in which it's seat 0's turn, or None if the attempt failed. Without `midway`,
    a hand is dealt and played at random. With `partners`, partners sit opposite each other.
    """

    posing: PuzzleToolkit[Any, Any]
    midway: Callable[[Random, Options], TrickState | None] | None = None
    names: Names = describe_seat
    trumps: bool = True
    partners: bool = False
    bans: tuple[str, ...] = ()
    """Clauses that forbid a card for a reason other than its suit, such as that hearts can't be led yet.

    If they depend on earlier tricks, the state needs a part of its own for that, because earlier tricks are face down.
    """
    follow: str = "trick.follow-suit"
    void: str = "trick.void-any"
    ruff: str = "trick.no-duty-to-trump"
    lead: str = "trick.lead-any"
    trump_wins: str = "trick.trump-wins"
    led_wins: str = "trick.led-suit-wins"
    discard_loses: str = "trick.discard-loses"
    rank: str = "setup.rank"
    leads: str = "trick.winner-leads"

    def build_themes(self) -> tuple[PuzzleTheme, PuzzleTheme]:
        of_winner = (self.trump_wins, self.led_wins, self.discard_loses, self.rank, self.leads)
        which = PuzzleTheme(
            slug="which-cards",
            title="Which cards can you play?",
            sentence="Select all the cards you can play to this trick.",
            clauses=self._playable_card_clauses,
            make=self._make_playable_cards_setup,
            pose=self._build_playable_cards_puzzle,
            aim=self._make_playable_cards_setup if self.bans else None,
        )
        number = capitalize_first(spell_number(self._start_match(self.posing.options()).player_count))
        who = PuzzleTheme(
            slug="who-wins",
            title="Who wins this trick?",
            sentence=f"{number} cards{' and a trump suit' if self.trumps else ''}. Who wins the trick?",
            clauses=self.posing.select_game_clauses(of_winner),
            make=self._make_trick_winner_setup,
            pose=self._build_trick_winner_puzzle,
        )
        return which, who

    def _start_match(self, options: Options, seats: int = 0) -> TrickState:
        rules = self.posing.rules
        state: TrickState = rules.start_match(options, seats or rules.get_usual_seat_count(options))
        return state

    @property
    def _playable_card_clauses(self) -> tuple[str, ...]:
        """The clauses that decide which cards can be played."""
        return self.posing.select_game_clauses((self.follow, self.void, self.ruff, self.lead, *self.bans))

    def _select_known_clauses(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the given clause ids that this game has. Raises VoidPuzzle if it has none of them."""
        if not (known := self.posing.select_game_clauses(ids)):
            raise VoidPuzzle("No rule of this game decides this question.")
        return known

    def _format_seat_with_verb(self, seat: int, seats: int, verb: str, others: str) -> str:
        return f"{self.names(seat, seats)} {verb if seat == 0 else others}"

    # -- which cards may you play?

    def _make_playable_cards_setup(self, rng: Random, options: Options, clause: str = "") -> Setup:
        """Make a setup in the middle of a hand on seat 0's turn, about `clause` if it's given.

        In more than a third of the setups, seat 0 can't follow suit.
        """
        void = rng.random() < 0.4

        def draw_setup() -> Setup | None:
            state = self.midway(rng, options) if self.midway else self._play_until_turn(rng, options)
            if state is None or (not state.trick and not clause and rng.random() < 0.9):
                return None
            led = state.trick[0].suit if state.trick else ""
            follows = sum(card.suit == led for card in state.hands[0])
            fitting = len(state.hands[0]) > 2 and follows < len(state.hands[0]) and void != bool(led and follows)
            setup = {"position": self._hide_earlier_tricks(state)}
            if not fitting:
                return None
            posed = self._build_playable_cards_puzzle(setup, options)
            allowed = sorted(card.code for card in state.hands[0] if self._find_violation(state, card) is None)
            return setup if posed.key == allowed and (not clause or clause in posed.clauses) else None

        return draw_fitting_setup(draw_setup, steps=DRAWING)

    def _play_until_turn(self, rng: Random, options: Options) -> TrickState | None:
        """Deal a hand and play at random until a turn of seat 0. Return None if the deal ends before that."""
        rules, state = self.posing.rules, self._start_match(options)
        wait = rng.randint(0, 3 * state.seats)
        while state.waiting and not state.is_between_deals:
            seat = state.waiting[0]
            if seat == 0 and state.phase == "play" and wait <= 0:
                return state
            wait -= state.phase == "play"
            rules.apply_move(
                state,
                seat,
                rules.draw_dealer_move(state, rng) if seat == DEALER else rules.draw_random_move(state, seat, rng),
            )
        return None

    def _hide_earlier_tricks(self, state: TrickState) -> dict[str, object]:
        """Return the position as seat 0 sees it, with only the winner of each earlier trick, and without `leader`."""
        position = self.posing.build_setup_position(state) | {"tricks": [str(trick.winner) for trick in state.tricks]}
        del position["leader"]
        return position

    def _build_playable_cards_puzzle(self, setup: Setup, options: Options) -> Puzzle:
        state: TrickState = self.posing.load_state(setup["position"], options)
        if state.phase != "play" or state.turn != 0:
            raise VoidPuzzle("In this position, it isn’t your turn.")
        hand = sort_by_suit(state.hands[0], state.height)
        refused = {card: self._find_violation(state, card) for card in hand}
        key = [card for card in hand if refused[card] is None]
        if not key:
            raise VoidPuzzle("In this position, you can’t play any of your cards.")
        led = SUIT_NAMES[state.trick[0].suit] if state.trick else ""
        why, ids = self._explain_playable_cards(state, key, refused)
        clauses = self._select_known_clauses(filter_clauses(ids, self._playable_card_clauses))
        asked = "can you play" if state.must_follow else "could you play without revoking"
        trumps = f"{capitalize_first(SUIT_NAMES[state.trump])} are trump, and it’s" if state.trump else "It’s"
        leads = self._format_seat_with_verb(state.leader, state.seats, "led", "led")
        ruffed = any(card.suit == state.trump != state.trick[0].suit for card in state.trick)
        return Puzzle(
            form="tick",
            question=f"{trumps} your turn. Which of your cards {asked}?",
            position=self.posing.build_visible_position(state),
            key=sorted(card.code for card in key),
            clauses=clauses,
            why=why,
            options=build_card_options(hand),
            on="hand-0",
            reasons={
                card.code: _explain_card_legality(state, card, violation, key) for card, violation in refused.items()
            },
            clauses_by_option=self._drop_unknown_clauses(
                {card.code: self._get_deciding_clause(state, card, violation) for card, violation in refused.items()}
            ),
            hints=(
                f"{capitalize_first(leads)} `{state.trick[0].code}` to this trick."
                if led
                else "Nobody has played to this trick yet, so you lead.",
                self.posing.build_rule_hint(clauses[0], options),
                f"Look for {led} in your hand." if led else "If you lead, there’s no suit to follow.",
                f"{spell_how_many(len(key), f'your {spell_number(len(hand))} cards', 'can')} be played.",
            ),
            rating=clamp_rating(800 + 25 * len(hand) + (220 if not led or len(key) == len(hand) else 0) + 80 * ruffed),
        )

    def _get_deciding_clause(self, state: TrickState, card: Card, refused: Violation | None) -> str:
        """Return the id of the clause that allows a card here or forbids it."""
        if refused:
            return refused.clause.id
        if not state.trick:
            return self.lead
        if card.suit == state.trick[0].suit:
            return self.follow
        return self.ruff if card.suit == state.trump else self.void

    def _drop_unknown_clauses(self, clauses_by_option: Mapping[str, str]) -> dict[str, str]:
        """Return this mapping of option ids to clauses, without the clauses that the game doesn't have."""
        known = set(self.posing.select_game_clauses(clauses_by_option.values()))
        return {id: clause for id, clause in clauses_by_option.items() if clause in known}

    def _find_violation(self, state: TrickState, card: Card) -> Violation | None:
        """Return the violation if seat 0 can't play this card, or None if it can.

        A revoke (not following suit when possible) also counts as a violation if the game doesn't forbid it.
        """
        refused = self.posing.rules.find_violation(state, 0, build_play_move(card))
        if refused or state.must_follow or not state.trick:
            return refused
        return next(check_revoke(self.posing.rules.clauses, self.follow, state.trick[0], state.hands[0], card), None)

    def _explain_playable_cards(
        self, state: TrickState, key: Sequence[Card], refused: Mapping[Card, Violation | None]
    ) -> tuple[str, list[str]]:
        """Return an explanation of which cards can be played, and the ids of the clauses that decide it.

        `key` are the cards that can be played. `refused` has the violation for each card of the hand, or None if the
        card can be played.
        """
        led = state.trick[0] if state.trick else None
        broken = [violation for violation in refused.values() if violation is not None]
        broken.sort(key=lambda violation: violation.clause.id == self.follow)
        ids = list(dict.fromkeys(violation.clause.id for violation in broken))
        if led and (ids == [self.follow] or (not ids and key[0].suit == led.suit)):
            suit = capitalize_first(get_suit_name(led))
            return f"{suit} were led, so you have to follow suit. You have {quote_cards(key)}.", [self.follow]
        if broken:
            return f"You can play {quote_cards(key)}. {broken[0].summary}", ids
        if not led:
            return f"You’re leading, so you can play any card{', even a trump' if state.trump else ''}.", [self.lead]
        more = [self.ruff] if any(card.suit == state.trump for card in key) else []
        text = "You don’t have to trump or beat the trick." if more else "It can’t win the trick."
        return f"You have no {get_suit_name(led)}, so you can play any card. {text}", [self.void, *more]

    # -- who takes this trick?

    def _make_trick_winner_setup(self, rng: Random, options: Options) -> Setup:
        """Make a setup with the cards of one random trick. About half of the tricks have a trump.

        In many tricks, a high card of a different suit is discarded. This is the only difficulty if no trump is in the
        trick. Tricks that the highest card wins are usually replaced by a new trick, and often those that the first
        card wins.
        """
        state = self._start_match(options)

        def draw_setup() -> Setup | None:
            trump, cards = self._draw_random_trick(rng, state)
            best, highest = (
                cards[get_winning_index(cards, trump, state.height)],
                max(cards, key=state.height.__getitem__),
            )
            if state.height[best] == state.height[highest] and rng.random() < 0.75:
                return None
            if best is cards[0] and rng.random() < 0.4:
                return None
            return {"trump": trump, "leader": rng.randrange(state.seats), "cards": format_cards(cards)}

        return draw_fitting_setup(draw_setup)

    def _draw_random_trick(self, rng: Random, state: TrickState) -> tuple[str, list[Card]]:
        """Return a trump suit ("" if there are no trumps) and random cards of a trick."""
        trump, led = rng.choice(SUITS) if self.trumps else "", rng.choice(SUITS)
        others = [suit for suit in SUITS if suit not in (trump, led)]
        cards: list[Card] = []
        ruffs = 0 if rng.random() < 0.45 or not trump else rng.choice((1, 1, 2))
        after = state.player_count - 1
        thrown_off = rng.choice((0, 1) if trump else (0, 1, 1, 2))
        suits = ([trump] * ruffs + [rng.choice(others)] * thrown_off + [led] * after)[:after]
        for suit in [led, *rng.sample(suits, after)]:
            thrown = suit not in (led, trump)
            pool = [card for card in state.deck if card.suit == suit and card not in cards]
            high = [card for card in pool if state.height[card] > 11]
            low = [card for card in pool if state.height[card] < 9]
            pool = (
                high if thrown and rng.random() < 0.6 else low if suit == trump and rng.random() < 0.6 else pool
            ) or pool
            cards.append(rng.choice(pool))
        return trump, cards

    def _build_trick_winner_puzzle(self, setup: Setup, options: Options) -> Puzzle:
        cards, trump, leader = parse_cards(setup["cards"]), setup["trump"], setup["leader"]
        state = self._start_match(options, len(cards))
        order, height = state.list_seats_from(leader), state.height
        best = cards[get_winning_index(cards, trump, height)]
        winner = order[cards.index(best)]
        clauses = self._list_winner_clauses(cards, best, trump)
        trumps = [card for card in cards if card.suit == trump]
        trump_text = f"{capitalize_first(SUIT_NAMES[trump])} are trump. " if trump else ""
        leads = self._format_seat_with_verb(leader, state.seats, "led", "led")
        return Puzzle(
            form="one",
            question=f"{trump_text}These {spell_number(len(cards))} cards are in the order they were played, "
            f"and {leads}. Who wins this trick and leads the next one?",
            position={},
            key=f"s{winner}",
            clauses=clauses,
            why=f"{capitalize_first(self._format_seat_with_verb(winner, state.seats, 'win', 'wins'))} the trick with "
            f"{quote_cards([best])}: {_explain_winning_card(cards, best, trump)}",
            options=tuple(
                AnswerOption(f"s{seat}", capitalize_first(self.names(seat, state.seats)), card.code)
                for seat, card in zip(order, cards, strict=True)
            ),
            reasons={
                f"s{seat}": _explain_seat_outcome(cards, card, best, trump)
                for seat, card in zip(order, cards, strict=True)
            },
            clauses_by_option=self._drop_unknown_clauses(
                {
                    f"s{seat}": self._get_card_outcome_clause(cards, card, best, trump)
                    for seat, card in zip(order, cards, strict=True)
                }
            ),
            hints=(
                "First check for trumps. If there are none, look at the suit that was led."
                if trump
                else "Only the suit that was led can win.",
                self.posing.build_rule_hint(clauses[0], options),
                f"The {'only trump is' if len(trumps) == 1 else 'trumps are'} {quote_cards_by_suit(trumps, height)}."
                if trumps
                else f"No trump was played, so only {get_suit_name(cards[0])} count."
                if trump
                else f"Of the {get_suit_name(cards[0])} there {_describe_led_suit_cards(cards, height)}.",
                self._build_winner_hint(winner),
            ),
            rating=clamp_rating(
                800
                + 150 * (cards[0].suit != trump and len(trumps) > 0)
                + 120 * (len(trumps) > 1)
                + 110 * sum(card.suit not in (trump, cards[0].suit) and height[card] > 10 for card in cards)
                + 60 * (height[best] < max(height[card] for card in cards))
            ),
        )

    def _get_card_outcome_clause(self, cards: Sequence[Card], card: Card, best: Card, trump: str) -> str:
        """Return the id of the clause because of which a card wins or loses the trick.

        `cards` are the cards of the trick in order, and `best` is the one that wins.
        """
        if card is best:
            return self.trump_wins if best.suit == trump else self.led_wins
        if card.suit not in (trump, cards[0].suit):
            return self.discard_loses
        return self.rank if card.suit == best.suit else self.trump_wins

    def _build_winner_hint(self, winner: int) -> str:
        if self.partners:
            return "It’s your team’s trick." if winner % 2 == 0 else "It’s your opponents’ trick."
        return "It’s your trick." if winner == 0 else "It isn’t your trick."

    def _list_winner_clauses(self, cards: Sequence[Card], best: Card, trump: str) -> tuple[str, ...]:
        thrown = any(card.suit not in (trump, cards[0].suit) for card in cards)
        ranked = sum(card.suit == best.suit for card in cards) > 1
        ids = [
            self.trump_wins if best.suit == trump else self.led_wins,
            *([self.discard_loses] if thrown else []),
            *([self.rank] if ranked else []),
            self.leads,
        ]
        return self._select_known_clauses(ids)


def _describe_led_suit_cards(cards: Sequence[Card], height: Mapping[Card, int]) -> str:
    led = [card for card in cards if card.suit == cards[0].suit]
    return f"{'is' if len(led) == 1 else 'are'} {quote_cards_by_suit(led, height)}"


def _explain_card_legality(state: TrickState, card: Card, refused: Violation | None, key: Sequence[Card]) -> str:
    """Return a sentence that says why a card can be played, or the error message that says why it can't.

    `refused` is the violation if the card can't be played. `key` are the cards that can be played; the error message is
    shortened so that it doesn't name them. Raises VoidPuzzle if even its first sentence names one of them.
    """
    if refused:
        return explain_refusal(refused, lambda said: any(other.code in said or other.name in said for other in key))
    led, hand = state.trick[0] if state.trick else None, state.hands[0]
    if led and card.suit == led.suit:
        return "It follows suit."
    if led and any(other.suit == led.suit for other in hand):
        return "You can play it."
    why, free = f"You have no {get_suit_name(led)}" if led else "You lead", len(key) == len(hand)
    if led and card.suit == state.trump:
        return f"{why}, so you can trump."
    return f"{why}, so you can play {'any card' if free else 'it'}."


def _explain_winning_card(cards: Sequence[Card], best: Card, trump: str) -> str:
    if best.suit == trump:
        alone = sum(card.suit == trump for card in cards) == 1
        return f"it’s the {'only' if alone else 'highest'} trump."
    nobody = "nobody trumped, and " if trump else ""
    return f"{nobody}it’s the highest of the {get_suit_name(cards[0])}, the suit that was led."


def _explain_seat_outcome(cards: Sequence[Card], card: Card, best: Card, trump: str) -> str:
    if card is best:
        return capitalize_first(_explain_winning_card(cards, best, trump))
    if card.suit not in (trump, cards[0].suit):
        what = "neither a trump nor of the suit that was led" if trump else "not of the suit that was led"
        return f"{quote_cards([card])} is {what}, so it can’t win."
    if card.suit != best.suit:
        return f"A trump was played, and {quote_cards([card])} isn’t a trump."
    return f"A higher {'trump' if card.suit == trump else get_suit_name(card).removesuffix('s')} was played."
