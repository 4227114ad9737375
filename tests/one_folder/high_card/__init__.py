"""High Card: a game small enough to show that one folder is all a game needs."""

from itertools import chain

from games.cards import PACK, UNKNOWN, codes, missing, parse_cards
from games.engine.bot import Choice
from games.engine.event import Event
from games.engine.game import Game
from games.engine.hint import Hint
from games.engine.lesson import Answer, Lesson, Step
from games.engine.move import Move
from games.engine.options import Flag, Number, Options, Preset
from games.engine.position import Reader
from games.engine.puzzle import Option, Puzzle, Theme
from games.engine.state import DEALER, Match, Result, State
from games.engine.verb import Verb, Verbs, incomplete, not_held
from games.engine.view import Screen, SeatNote, Zone
from games.errors import BadPosition
from games.kit.dealer import shuffle
from games.kit.zones import one_card

IDS = ("deal.cards", "play.one", "play.no-ace-first", "round.highest", "round.tie", "match.hands")


class HighCardOptions(Options):
    cards = Number(5, "Cards", low=2, high=8, text="Each player gets {value} cards.")
    hands = Number(2, "Hands", low=1, high=9, text="The match is {value} hands long.")
    ace_high = Flag(True, "Aces", on="Aces are high.", off="Aces are low.")
    ace_first = Flag(False, "Early aces", on="Any card at first.", off="No ace at first.")
    presets = (Preset("classic", "By the book", "As the book has it.", {}),)


class HighCardState(State):
    def __init__(self, options, seats):
        self.options, self.seats, self.match, self.phase = options, seats, Match(seats, dealer=seats - 1), "deal"
        self.waiting, self.between, self.round = (DEALER,), False, 1
        self.hands, self.laid, self.stock = [[] for _ in range(seats)], [None] * seats, []

    def copy(self):
        new = HighCardState(self.options, self.seats)
        new.between, new.match, new.phase, new.waiting, new.round = (
            self.between,
            self.match.copy(),
            self.phase,
            self.waiting,
            self.round,
        )
        new.hands, new.laid, new.stock = [hand[:] for hand in self.hands], self.laid[:], self.stock
        return new


HAND = {"hands": ["AC 3C", "4C 5C"]}
LESSONS = (
    Lesson(
        "first",
        "A card",
        "Lay one.",
        (
            Step(
                "do", "Lay a card.", IDS[:2], HAND, hints=("a", "b", "c", "Press Lay"), done="Done.",
                goal=lambda start, moves, now: bool(moves), solution=("play 3C",),
            ),
            Step("try-illegal", "Try `AC`.", IDS[2:3], HAND, tempting=("play AC",), done="No."),
            Step(
                "choose", "Look.", IDS[3:], HAND, question="How many cards?",
                answers=(Answer("Two", True, "Yes.", "2"), Answer("Three", False, "No.", "3")),
                truth=lambda state, value: len(state.hands[0]) == int(value),
            ),
        ),
    ),
)  # fmt: skip


def make(rng, options):
    return {"cards": codes(rng.sample(PACK[1:13], 3))}


def pose(setup, options):
    cards = parse_cards(setup["cards"])
    rows = tuple(Option(card.code, card.name, card.code) for card in cards)
    best = max(cards, key=lambda card: card.rank).code
    return Puzzle("highest", "one", "Which takes it?", {}, best, IDS[3:4], "It is the highest.", rows, hints=("?",))


class AnyCard:
    def choose(self, view, rng):
        return Choice(GAME.random_move(GAME.load(view.position), view.seat, rng), "It is as good as any.", "play.one")


def free(state, seat):
    plain = [card for card in state.hands[seat] if card.rank > 1]
    return plain if plain and state.round == 1 and not state.options.ace_first else state.hands[seat]


def judge(state, seat, move):
    if len(move.cards) != 1 or len(move.groups) != 1:
        yield incomplete(move, "a card")
    elif missing(move.cards, state.hands[seat]):
        yield not_held(move.cards)
    elif move.cards[0] not in free(state, seat):
        yield GAME.clauses.broken("play.no-ace-first")


def deal(state, seat, move):
    each = state.options.cards
    state.hands = [list(move.cards[n * each : (n + 1) * each]) for n in range(state.seats)]
    state.stock = list(move.cards[state.seats * each :])
    state.phase, state.waiting, state.between, state.round = "play", tuple(range(state.seats)), False, 1
    return [Event("deal", "The cards are dealt.")]


def play(state, seat, move):
    (card,) = move.cards
    state.hands[seat].remove(card)
    state.laid[seat] = card
    state.waiting = tuple(other for other in state.waiting if other != seat)
    told = [Event("play", f"{{{seat}}} lays a card.", seat, (card,), (seat,), f"{{{seat}}} lays {card.code}.")]
    return told if state.waiting else told + turned(state)


def turned(state):
    height = [14 if card.rank == 1 and state.options.ace_high else card.rank for card in state.laid]
    best = [seat for seat in range(state.seats) if height[seat] == max(height)]
    shown = ", ".join(f"{{{seat}}} {card.code}" for seat, card in enumerate(state.laid))
    if len(best) == 1:
        state.match.scores[best[0]] += 1
    state.stock = [*state.stock, *state.laid]
    state.laid, state.round, state.waiting = [None] * state.seats, state.round + 1, tuple(range(state.seats))
    if not state.hands[0]:
        match, scores = state.match, state.match.scores
        leading = tuple(seat for seat in range(state.seats) if scores[seat] == max(scores))
        match.deals += 1
        match.results.append(Result("The cards are gone.", "match.hands", leading, tuple(scores)))
        match.over = match.deals >= state.options.hands
        match.winners, state.between = leading if match.over else (), not match.over
        state.phase, state.waiting = ("over", ()) if match.over else ("between", (DEALER,))
    return [Event("round", f"Turned over: {shown}.")]


VERBS = Verbs(
    Verb(
        *("play", "lay a card", play, ("play",)),
        clause="play.one",
        parts=("groups",),
        judge=judge,
        moves=lambda state, seat: [Move("play", groups=((card,),)) for card in free(state, seat)],
        label="Lay",
        fields=one_card("The card"),
    ),
    shuffle("deal", "deal", deal, ("deal", "between"), lambda state: PACK),
)


class HighCard(Game):
    slug, title, family, tagline, minutes = "high-card", "High Card", "Tiny", "Lay the highest card.", "2 minutes"
    seats, options, verbs = range(2, 5), HighCardOptions, VERBS
    position_keys = dict.fromkeys(("game", "options", "seats", "phase", "round", "hands", "laid", "stock", "match"), "")
    shows = ("round",)
    lessons, bots = LESSONS, {"learner": AnyCard(), "steady": AnyCard()}
    themes = (Theme("highest", "The highest", "Find it.", IDS, make, pose),)

    def start(self, options, seats):
        self.check_seats(options, seats)
        return HighCardState(options, seats)

    def position(self, state, seat=None, whole=True):
        own = lambda owner, cards: codes(cards if whole or owner == seat else [UNKNOWN] * len(cards))  # noqa: E731
        laid = [own(owner, [card] if card else []) for owner, card in enumerate(state.laid)]
        hands = [own(owner, hand) for owner, hand in enumerate(state.hands)]
        stock = codes(state.stock if whole else [UNKNOWN] * len(state.stock))
        more = {"hands": hands, "laid": laid, "stock": stock, "match": state.match.to_json(), "round": state.round}
        whose = {"game": self.slug, "options": state.options.changed(), "seats": state.seats, "phase": state.phase}
        return whose | more

    def load(self, position):
        read = Reader(position, list(self.position_keys))
        state = HighCardState(HighCardOptions(position.get("options")), read.number("seats", 2, 2, 4))
        state.phase = read.one_of("phase", "play", ("deal", "play", "between", "over"))
        state.round = read.number("round", 1, 1, 9)
        hands, laid = (read.texts(key, state.seats, "") or [""] * state.seats for key in ("hands", "laid"))
        state.hands = [list(parse_cards(text)) for text in hands]
        state.laid = [next(iter(parse_cards(text)), None) for text in laid]
        state.stock = list(parse_cards(read.text("stock", "")))
        read.match(state.match, state.seats)
        cards = [card for card in [*chain(*state.hands), *state.laid, *state.stock] if card and card is not UNKNOWN]
        if len(set(cards)) < len(cards) or not set(cards) <= set(PACK):
            raise BadPosition("A card is there twice, or is none of the pack.")
        state.between = state.phase == "between"
        state.waiting = {"deal": (DEALER,), "between": (DEALER,), "over": ()}.get(
            state.phase, tuple(seat for seat in range(state.seats) if not state.laid[seat])
        )
        return state

    def imagine(self, view, rng):
        state = self.load(view.position)
        seen = {*chain(*state.hands), *state.laid, *state.stock}
        unseen = iter(rng.sample([card for card in PACK if card not in seen], 52 - len(seen - {UNKNOWN, None})))
        state.laid = [next(unseen) if card is UNKNOWN else card for card in state.laid]
        state.stock = [next(unseen) if card is UNKNOWN else card for card in state.stock]
        state.hands = [[next(unseen) if card is UNKNOWN else card for card in hand] for hand in state.hands]
        return state

    def draw(self, state, seat):
        zones = [
            Zone(f"{kind}-{seat}", "fan" if kind == "hand" else "row", kind, tuple(card.code for card in cards), seat)
            for kind, owned in (("hand", state.hands), ("laid", [[card] if card else [] for card in state.laid]))
            for seat, cards in enumerate(owned)
        ]
        notes = [SeatNote(s, "", s in state.waiting, False, f"{state.match.scores[s]}") for s in range(state.seats)]
        return Screen(seat, tuple(zones), tuple(notes), "Lay a card." if seat in state.waiting else "Wait.")

    def hint(self, view):
        move = self.moves(self.load(view.position), view.seat)[0]
        return Hint("Lay one.", "play.one", "Any.", move)


GAME = HighCard()
