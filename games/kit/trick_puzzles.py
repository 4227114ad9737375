"""Two themes of puzzles for every game with tricks: which cards you can play, and who wins a trick.

    THEMES = (*TrickPuzzles(Posing(RULES, WhistOptions)).themes(), …)

The clauses have their usual ids unless the game sets others; clauses that the game doesn't have are left out. Which
cards can be played, and why others can't, comes from the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.cards import SUIT_NAMES, SUITS, Card, codes, parse_cards
from games.engine.clause import Violation
from games.engine.options import Options
from games.engine.phrasing import sits
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void, why_refused
from games.engine.state import DEALER
from games.kit.posing import DRAWING, Posing, card_options, clamp, until_found, within
from games.kit.tricks import HIGHEST_ACE, TrickState, best_place, play, revoke, suit_name
from games.words import capital, in_word, quoted, so_many

Names = Callable[[int, int], str]
"""A function that names a seat from seat 0's point of view, given the seat and the number of seats."""


def in_order(cards: Iterable[Card], height: Mapping[Card, int] = HIGHEST_ACE) -> list[Card]:
    """Return the cards sorted by suit, the highest first within each suit."""
    return sorted(cards, key=lambda card: (SUITS.index(card.suit), -height[card]))


def rows_of(cards: Iterable[Card], height: Mapping[Card, int] = HIGHEST_ACE) -> str:
    """Return the cards suit by suit, as code text that a page draws as cards."""
    ordered = in_order(cards, height)
    return " ".join(quoted(own) for suit in SUITS if (own := [card for card in ordered if card.suit == suit]))


@dataclass(frozen=True)
class TrickPuzzles:
    """The facts of a game that its two themes of trick puzzles need.

    `midway(rng, options)` returns a state in which it's seat 0's turn, or None if it couldn't make one; without
    `midway`, a hand is dealt and played at random. With `partners`, partners sit opposite each other.
    """

    posing: Posing[Any, Any]
    midway: Callable[[Random, Options], TrickState | None] | None = None
    names: Names = sits
    trumps: bool = True
    partners: bool = False
    bans: tuple[str, ...] = ()
    """Clauses that forbid a card for a reason other than its suit, such as that no heart has been led yet.

    If they depend on earlier tricks, the state needs a part of its own for that, since earlier tricks are face down.
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

    def themes(self) -> tuple[Theme, Theme]:
        of_winner = (self.trump_wins, self.led_wins, self.discard_loses, self.rank, self.leads)
        which = Theme(
            slug="which-cards",
            title="Which cards may you play?",
            sentence="Tick the cards of your hand that may be played to the trick on the table.",
            clauses=self._of_cards,
            make=self._make_cards,
            pose=self._pose_cards,
            aim=self._make_cards if self.bans else None,
        )
        number = capital(in_word(self._start(self.posing.options()).playing))
        who = Theme(
            slug="who-wins",
            title="Who wins this trick?",
            sentence=f"{number} cards{' and a trump suit' if self.trumps else ''}: whose trick is it?",
            clauses=self.posing.unique(of_winner),
            make=self._make_winner,
            pose=self._pose_winner,
        )
        return which, who

    def _start(self, options: Options, seats: int = 0) -> TrickState:
        rules = self.posing.rules
        state: TrickState = rules.start(options, seats or rules.seats_unsaid)
        return state

    @property
    def _of_cards(self) -> tuple[str, ...]:
        """The clauses that decide which cards can be played."""
        return self.posing.unique((self.follow, self.void, self.ruff, self.lead, *self.bans))

    def _known(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the clauses that the game has, of these ids. Raises Void if it has none of them."""
        if not (known := self.posing.unique(ids)):
            raise Void("No rule of this game decides it.")
        return known

    def _acts(self, seat: int, seats: int, verb: str, others: str) -> str:
        return f"{self.names(seat, seats)} {verb if seat == 0 else others}"

    # -- which cards may you play?

    def _make_cards(self, rng: Random, options: Options, clause: str = "") -> Setup:
        """Make a setup in the middle of a hand on seat 0's turn, about a `clause` if one is given.

        In more than a third of the setups seat 0 can't follow suit.
        """
        void = rng.random() < 0.4

        def draw() -> Setup | None:
            state = self.midway(rng, options) if self.midway else self._played(rng, options)
            if state is None or (not state.trick and not clause and rng.random() < 0.9):
                return None
            led = state.trick[0].suit if state.trick else ""
            follows = sum(card.suit == led for card in state.hands[0])
            fitting = len(state.hands[0]) > 2 and follows < len(state.hands[0]) and void != bool(led and follows)
            setup = {"position": self._forgotten(state)}
            if not fitting:
                return None
            posed = self._pose_cards(setup, options)
            allowed = sorted(card.code for card in state.hands[0] if self._refused(state, card) is None)
            return setup if posed.key == allowed and (not clause or clause in posed.clauses) else None

        return until_found(draw, steps=DRAWING)

    def _played(self, rng: Random, options: Options) -> TrickState | None:
        """Return a hand dealt and played at random up to one of seat 0's turns; None if there is none."""
        rules, state = self.posing.rules, self._start(options)
        wait = rng.randint(0, 3 * state.seats)
        while state.waiting and not state.between:
            seat = state.waiting[0]
            if seat == 0 and state.phase == "play" and wait <= 0:
                return state
            wait -= state.phase == "play"
            rules.apply(
                state, seat, rules.chance(state, rng) if seat == DEALER else rules.random_move(state, seat, rng)
            )
        return None

    def _forgotten(self, state: TrickState) -> dict[str, object]:
        """Return seat 0's view of the table, with earlier tricks face down and without the leader."""
        position = self.posing.hidden(state) | {"tricks": [str(trick.winner) for trick in state.tricks]}
        del position["leader"]
        return position

    def _pose_cards(self, setup: Setup, options: Options) -> Puzzle:
        state: TrickState = self.posing.seated(setup["position"], options)
        if state.phase != "play" or state.turn != 0:
            raise Void("It is not your turn here.")
        hand = in_order(state.hands[0], state.height)
        refused = {card: self._refused(state, card) for card in hand}
        key = [card for card in hand if refused[card] is None]
        if not key:
            raise Void("None of your cards can be played here.")
        led = SUIT_NAMES[state.trick[0].suit] if state.trick else ""
        why, ids = self._why_cards(state, key, refused)
        clauses = self._known(within(ids, self._of_cards))
        asked = "may you play" if state.must_follow else "could you play without failing to follow suit"
        trumps = f"{capital(SUIT_NAMES[state.trump])} are trumps, and it" if state.trump else "It"
        leads = self._acts(state.leader, state.seats, "have", "has")
        ruffed = any(card.suit == state.trump != state.trick[0].suit for card in state.trick)
        return Puzzle(
            theme="which-cards",
            form="tick",
            question=f"{trumps} is your turn. Which of your cards {asked}?",
            position=self.posing.shown(state),
            key=sorted(card.code for card in key),
            clauses=clauses,
            why=why,
            options=card_options(hand),
            on="hand-0",
            reasons={card.code: _why_card(state, card, violation, key) for card, violation in refused.items()},
            clauses_by_option=self._known_of(
                {card.code: self._deciding(state, card, violation) for card, violation in refused.items()}
            ),
            hints=(
                f"{capital(leads)} led `{state.trick[0].code}` to this trick."
                if led
                else "Nobody has played to this trick yet: you lead.",
                self.posing.rule_hint(clauses[0], options),
                f"Look for {led} in your hand." if led else "A leader has no suit to follow.",
                f"{so_many(len(key), f'your {in_word(len(hand))} cards', 'can')} be played.",
            ),
            rating=clamp(800 + 25 * len(hand) + (220 if not led or len(key) == len(hand) else 0) + 80 * ruffed),
        )

    def _deciding(self, state: TrickState, card: Card, refused: Violation | None) -> str:
        """Return the id of the clause that lets a card be played here or forbids it."""
        if refused:
            return refused.clause.id
        if not state.trick:
            return self.lead
        if card.suit == state.trick[0].suit:
            return self.follow
        return self.ruff if card.suit == state.trump else self.void

    def _known_of(self, clauses_by_option: Mapping[str, str]) -> dict[str, str]:
        """Return the options whose clause the game has, with that clause."""
        known = set(self.posing.unique(clauses_by_option.values()))
        return {id: clause for id, clause in clauses_by_option.items() if clause in known}

    def _refused(self, state: TrickState, card: Card) -> Violation | None:
        """Return why seat 0 can't play a card; None if it can.

        If the rules don't forbid a revoke, a card that would be one counts as refused too.
        """
        refused = self.posing.rules.why_not(state, 0, play(card))
        if refused or state.must_follow or not state.trick:
            return refused
        return next(revoke(self.posing.rules.clauses, self.follow, state.trick[0], state.hands[0], card), None)

    def _why_cards(
        self, state: TrickState, key: Sequence[Card], refused: Mapping[Card, Violation | None]
    ) -> tuple[str, list[str]]:
        """Return a sentence that explains the whole answer, and the clauses that decide it."""
        led = state.trick[0] if state.trick else None
        broken = [violation for violation in refused.values() if violation is not None]
        broken.sort(key=lambda violation: violation.clause.id == self.follow)
        ids = list(dict.fromkeys(violation.clause.id for violation in broken))
        if led and (ids == [self.follow] or (not ids and key[0].suit == led.suit)):
            text = f"{capital(suit_name(led))} were led and you hold {quoted(key)}, so one of them has to be played."
            return text, [self.follow]
        if broken:
            return f"You can play {quoted(key)}. {broken[0].fact}", ids
        if not led:
            return f"You lead, and a leader may lead any card{', trumps included' if state.trump else ''}.", [self.lead]
        more = [self.ruff] if any(card.suit == state.trump for card in key) else []
        text = "You need not trump, and nobody has to beat the trick." if more else "It will be a discard."
        return f"You hold no {suit_name(led)}, so any card will do. {text}", [self.void, *more]

    # -- who takes this trick?

    def _make_winner(self, rng: Random, options: Options) -> Setup:
        """Make a setup of the cards of one trick, with trumps among them about half of the time.

        Often a high card of another suit is discarded, which is the only difficulty without trumps. A trick that the
        highest card wins is mostly drawn again, and one that the first card wins is often drawn again.
        """
        state = self._start(options)

        def draw() -> Setup | None:
            trump, cards = self._trick(rng, state)
            best, highest = cards[best_place(cards, trump, state.height)], max(cards, key=state.height.__getitem__)
            if state.height[best] == state.height[highest] and rng.random() < 0.75:
                return None
            if best is cards[0] and rng.random() < 0.4:
                return None
            return {"trump": trump, "leader": rng.randrange(state.seats), "cards": codes(cards)}

        return until_found(draw)

    def _trick(self, rng: Random, state: TrickState) -> tuple[str, list[Card]]:
        """Return a trump suit, or "" without trumps, and random cards of a trick."""
        trump, led = rng.choice(SUITS) if self.trumps else "", rng.choice(SUITS)
        others = [suit for suit in SUITS if suit not in (trump, led)]
        cards: list[Card] = []
        ruffs = 0 if rng.random() < 0.45 or not trump else rng.choice((1, 1, 2))
        after = state.playing - 1
        thrown_off = rng.choice((0, 1) if trump else (0, 1, 1, 2))
        suits = ([trump] * ruffs + [rng.choice(others)] * thrown_off + [led] * after)[:after]
        for suit in [led, *rng.sample(suits, after)]:
            thrown = suit not in (led, trump)
            pool = [card for card in state.pack if card.suit == suit and card not in cards]
            high = [card for card in pool if state.height[card] > 11]
            low = [card for card in pool if state.height[card] < 9]
            pool = (
                high if thrown and rng.random() < 0.6 else low if suit == trump and rng.random() < 0.6 else pool
            ) or pool
            cards.append(rng.choice(pool))
        return trump, cards

    def _pose_winner(self, setup: Setup, options: Options) -> Puzzle:
        cards, trump, leader = parse_cards(setup["cards"]), setup["trump"], setup["leader"]
        state = self._start(options, len(cards))
        order, height = state.round_from(leader), state.height
        best = cards[best_place(cards, trump, height)]
        winner = order[cards.index(best)]
        clauses = self._winner_clauses(cards, best, trump)
        trumps = [card for card in cards if card.suit == trump]
        said = f"{capital(SUIT_NAMES[trump])} are trumps. " if trump else ""
        leads = self._acts(leader, state.seats, "have", "has")
        return Puzzle(
            theme="who-wins",
            form="one",
            question=f"{said}The {in_word(len(cards))} cards are listed in the order in which they were played; "
            f"{leads} led. Who takes this trick, and so leads to the next one?",
            position={},
            key=f"s{winner}",
            clauses=clauses,
            why=f"{capital(self._acts(winner, state.seats, 'take', 'takes'))} the trick with {quoted([best])}: "
            f"{_why_best(cards, best, trump)}",
            options=tuple(
                Option(f"s{seat}", capital(self.names(seat, state.seats)), card.code)
                for seat, card in zip(order, cards, strict=True)
            ),
            reasons={f"s{seat}": _why_seat(cards, card, best, trump) for seat, card in zip(order, cards, strict=True)},
            clauses_by_option=self._known_of(
                {f"s{seat}": self._beaten_by(cards, card, best, trump) for seat, card in zip(order, cards, strict=True)}
            ),
            hints=(
                "First ask whether a trump was played; only if not, look at the suit that was led."
                if trump
                else "Only the suit that was led counts.",
                self.posing.rule_hint(clauses[0], options),
                f"Of the trumps there {'is' if len(trumps) == 1 else 'are'} {rows_of(trumps, height)}."
                if trumps
                else f"No trump was played, so only {suit_name(cards[0])} count."
                if trump
                else f"Of the {suit_name(cards[0])} there {_are(cards, height)}.",
                self._nearly(winner),
            ),
            rating=clamp(
                800
                + 150 * (cards[0].suit != trump and len(trumps) > 0)
                + 120 * (len(trumps) > 1)
                + 110 * sum(card.suit not in (trump, cards[0].suit) and height[card] > 10 for card in cards)
                + 60 * (height[best] < max(height[card] for card in cards))
            ),
        )

    def _beaten_by(self, cards: Sequence[Card], card: Card, best: Card, trump: str) -> str:
        """Return the clause by which a card loses the trick or wins it."""
        if card is best:
            return self.trump_wins if best.suit == trump else self.led_wins
        if card.suit not in (trump, cards[0].suit):
            return self.discard_loses
        return self.rank if card.suit == best.suit else self.trump_wins

    def _nearly(self, winner: int) -> str:
        if self.partners:
            return "It is your side’s trick." if winner % 2 == 0 else "It is your opponents’ trick."
        return "It is your trick." if winner == 0 else "It is not your trick."

    def _winner_clauses(self, cards: Sequence[Card], best: Card, trump: str) -> tuple[str, ...]:
        thrown = any(card.suit not in (trump, cards[0].suit) for card in cards)
        ranked = sum(card.suit == best.suit for card in cards) > 1
        ids = [
            self.trump_wins if best.suit == trump else self.led_wins,
            *([self.discard_loses] if thrown else []),
            *([self.rank] if ranked else []),
            self.leads,
        ]
        return self._known(ids)


def _are(cards: Sequence[Card], height: Mapping[Card, int]) -> str:
    led = [card for card in cards if card.suit == cards[0].suit]
    return f"{'is' if len(led) == 1 else 'are'} {rows_of(led, height)}"


def _why_card(state: TrickState, card: Card, refused: Violation | None, key: Sequence[Card]) -> str:
    """Return why a card can be played or, in the words of its refusal, why it can't."""
    if refused:
        return why_refused(refused, lambda said: any(other.code in said or other.name in said for other in key))
    led, hand = state.trick[0] if state.trick else None, state.hands[0]
    if led and card.suit == led.suit:
        return "It follows suit."
    if led and any(other.suit == led.suit for other in hand):
        return "You can play it."
    why, free = f"You have no {suit_name(led)}" if led else "You lead", len(key) == len(hand)
    if led and card.suit == state.trump:
        return f"{why}, so you can trump."
    return f"{why}, so you can play {'any card' if free else 'it'}."


def _why_best(cards: Sequence[Card], best: Card, trump: str) -> str:
    if best.suit == trump:
        alone = sum(card.suit == trump for card in cards) == 1
        return f"it is the {'only' if alone else 'highest'} trump."
    nobody = "nobody trumped, and " if trump else ""
    return f"{nobody}it is the highest of the {suit_name(cards[0])}, the suit that was led."


def _why_seat(cards: Sequence[Card], card: Card, best: Card, trump: str) -> str:
    if card is best:
        return capital(_why_best(cards, best, trump))
    if card.suit not in (trump, cards[0].suit):
        what = "neither a trump nor of the suit that was led" if trump else "not of the suit that was led"
        return f"{quoted([card])} is {what}: a discard never wins."
    if card.suit != best.suit:
        return f"A trump was played, and {quoted([card])} is none."
    return f"A higher {'trump' if card.suit == trump else suit_name(card).removesuffix('s')} was played."
