"""High Card: a game small enough to show that one folder is all a game needs."""

from games.cards import missing
from games.engine import parts
from games.engine.asking import fact
from games.engine.bot import Choice
from games.engine.event import Event
from games.engine.game import Game
from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.options import Flag, Number, Options, Preset
from games.engine.state import Match, MatchPart, Result, State
from games.engine.verb import Verb, Verbs, incomplete, not_held
from games.engine.view import Screen, SeatNote, Zone
from games.kit.dealer import dealing
from games.kit.zones import hand_zone, one_card


class HighCardOptions(Options):
    cards = Number(5, "Cards", low=2, high=8, text="Each player gets {value} cards.")
    hands = Number(2, "Hands", low=1, high=9, text="The match is {value} hands long.", special={1: "One hand is all."})
    ace_first = Flag(False, "Early aces", on="Any card at first.", off="No ace at first.")
    presets = (Preset("classic", "By the book", "As the book has it.", {}),)


class HighCardState(State):
    phase = parts.Phase({"play": ""}, usual="play", fresh="deal")
    hands, laid = parts.Hands("the cards of each seat"), parts.Hands("the card that each has laid")
    stock = parts.Cards("all other cards", see=parts.nobody)
    round = parts.Number("which round of the hand it is", 1, 9, fresh=1)
    match = MatchPart(fresh=lambda state: Match(state.seats, dealer=state.seats - 1))

    def awaited(self):
        return [s for s in range(self.seats) if not self.laid[s]] if self.phase == "play" else super().awaited()

    def impossible(self):
        sizes = {len(hand) + len(laid) for hand, laid in zip(self.hands, self.laid, strict=True)}
        if any(len(laid) > (self.phase == "play") for laid in self.laid):
            yield "One card is laid at a time."
        if self.phase == "play" and (len(sizes) > 1 or sizes == {0} or all(self.laid)):
            yield "All hold as many cards, and somebody has yet to lay one."
        if self.phase == "play" and max(sizes) + self.round > self.options.cards + 1:
            yield "So many cards are not left in this round."


@fact("number", "How many cards do you hold?", "You hold {value}.", "deal.cards")
def held(state, seat):
    return len(state.hands[seat])


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
    state.phase, state.waiting, state.round = "play", tuple(range(state.seats)), 1
    return [Event("deal")]


def play(state, seat, move):
    (card,) = move.cards
    state.hands[seat].remove(card)
    state.laid[seat] = [card]
    state.wait_no_more_for(seat)
    return [Event("play", seat, (card,), seen_by=(seat,)), *(() if state.waiting else turned(state))]


def turned(state):
    laid, match = [card for [card] in state.laid], state.match
    best = max(card.rank for card in laid)
    if [card.rank for card in laid].count(best) == 1:
        match.scores[[card.rank for card in laid].index(best)] += 1
    state.stock += laid
    state.laid, state.round, state.waiting = [[] for _ in laid], state.round + 1, tuple(range(state.seats))
    if not state.hands[0]:
        match.ended(Result("match.most", match.leading, tuple(match.scores)))
        if match.deals < state.options.hands:
            state.pause()
        else:
            state.end(match.leading)
    return [Event("round", facts={"shown": [card.code for card in laid]})]


TELLING = {
    "deal": "The cards are dealt.",
    "play": lambda event: "{seat} lays {cards}." if event.cards else "{seat} lays a card.",
    "round": "Turned over: {shown:groups}.",
    "result": "The cards are gone.",
}
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
    dealing(deal),
)


class HighCard(Game):
    slug, title, family, tagline, minutes = "high-card", "High Card", "Tiny", "Lay the highest card.", "2 minutes"
    seats, options, verbs, state = range(2, 5), HighCardOptions, VERBS, HighCardState
    shows, telling = ("round",), TELLING
    facts, bots = {"held": held}, {"learner": AnyCard(), "steady": AnyCard()}

    def draw(self, state, seat):
        zones = [hand_zone(owner, cards, seat) for owner, cards in enumerate(state.hands)]
        zones += [Zone(f"laid-{s}", "row", "Laid", tuple(c.code for c in own), s) for s, own in enumerate(state.laid)]
        notes = [SeatNote(owner, score=f"{score}") for owner, score in enumerate(state.match.scores)]
        return Screen(seat, tuple(zones), tuple(notes))

    def prompt(self, state, seat):
        return "Lay a card." if seat in state.waiting else "Wait."

    def hint(self, view):
        return Hint("Lay one.", "play.one", "Any.", self.moves(self.load(view.position), view.seat)[0])


GAME = HighCard()
