"""The protocol of a game: what eleven games have in common and everything else asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, cast

from games.cards import codes
from games.engine import plain
from games.engine.asking import Fact, Goal, Moves, facts_of_all, goals_of_all, named
from games.engine.asking import Value as Asked
from games.engine.bot import ADVISER, ITSELF, Bot
from games.engine.clause import OVER, TABLE_CLAUSES, TURN, VERB, Clause, Clauses, IllegalMove, Violation
from games.engine.course import read_course
from games.engine.custom_questions import Built, built_of
from games.engine.event import Event
from games.engine.forecast import Forecast
from games.engine.hint import Hint
from games.engine.lesson import Lesson
from games.engine.move import LONGEST, Move, parse_move
from games.engine.narration import Sheet, Telling, summed_up, told
from games.engine.options import BadOption, Options, Value
from games.engine.parts import refused, whole
from games.engine.puzzle import Theme
from games.engine.questions import themes_of_all
from games.engine.rulebook import Rulebook, read_source
from games.engine.state import DEALER, Result, State, no_other_keys
from games.engine.verb import Verb, Verbs
from games.engine.view import Position, Screen, View
from games.engine.work import untimed
from games.errors import BadPosition, BadText
from games.words import capital, listed

S = TypeVar("S", bound=State)
COMPANY = 3
"""Players at a new table of a game that does not say how many are usual."""
MEANWHILE = {
    "dealer": "The first dealer is being drawn.",
    "deal": "The cards are being dealt.",
    "between": "The hand is over.",
    "over": "The match is over.",
}
"""What is said in phases in which nobody plays."""


class Game(Generic[S]):
    """A card game. It holds no state of its own; one object serves every table.

    A game's folder gives its `GAME`, an instance of a subclass. `moves` and `why_not` come from the same rules: a move
    is refused exactly when `why_not` names a clause.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    family: ClassVar[str]
    tagline: ClassVar[str]
    minutes: ClassVar[str]
    seats: ClassVar[range]
    shelf: ClassVar[int] = 100
    """Where the game stands among the others: low numbers come first, equal ones by title."""
    version: ClassVar[int] = 1
    """Raised when a change of the rules' code may change an answer; stored puzzles are then proven again."""
    showcase: ClassVar[tuple[str, str] | None] = None
    """A picture of its table: a layout of `Zone`, and some cards."""
    low_wins: ClassVar[bool] = False
    """Whether few points are good, in a deal and in the match."""
    deals_differ: ClassVar[bool] = False
    """Whether a later deal of a match asks for something else than the first, so that bots are compared by matches."""
    mucks: ClassVar[bool] = False
    """Whether cards are put away that nobody is to see: then no deal is opened before the match is over."""
    first_hands: ClassVar[int] = 1
    """In so many hands of a match a coach looks on: in more than one where little is decided in each."""
    decides: ClassVar[bool] = True
    """Whether players decide anything. Where nobody does, there is one move at any time, so there are neither hints nor
    bots: seats and tables turn by themselves."""
    seating: ClassVar[str] = ""
    """A sentence on who sits where, for whoever sets up a table."""
    options: ClassVar[type[Options]] = Options
    verbs: ClassVar[Verbs[Any]] = Verbs()
    """What can be done in the game, by the players and by the dealer."""
    state: ClassVar[type[State]] = State
    """What there is on its table."""
    short: ClassVar[Mapping[str, Value]] = {}
    """House rules, by public name, by which a match does not take long."""
    constants: ClassVar[Mapping[str, str]] = {}
    """Numbers that the rulebook writes out although house rules decide something beside them, and what they count; the
    others come from slots (`numbers`)."""
    usual_seats: ClassVar[int] = 0
    """The usual number of players, at a new table (`usual_seats_for`) and where a position doesn't say it. If it's 0, a
    position has the fewest players, and a new table three."""

    forecasts: ClassVar[Mapping[str, Forecast]] = {}
    """What a table asks of those who only watch what happens, by name."""

    telling: ClassVar[Mapping[str, Telling]] = {}
    """How each kind of event is told, "result" too: the end of a deal."""

    sheet: ClassVar[Sheet | None] = None
    """The count of a deal as a table."""

    shows: ClassVar[Sequence[str]] = ()
    """The kinds of events with which cards that lay hidden come to light, or into hands, by the rules."""

    facts: ClassVar[Mapping[str, Fact]] = {}
    """What can be asked of a position of this game, beyond what any game is asked."""

    goals: ClassVar[Mapping[str, Goal]] = {}
    """What moves of this game can reach, beyond what those of any game can."""

    puzzles: ClassVar[Sequence[Theme]] = ()
    """The kinds of puzzle for which the game finds positions by itself."""

    def __str__(self) -> str:
        return self.slug

    @property
    def players(self) -> str:
        """How many can play, in figures: "4" or "2 to 6"."""
        first, last = self.seats[0], self.seats[-1]
        return str(first) if first == last else f"{first} to {last}"

    @property
    def bots(self) -> Mapping[str, Bot]:
        """A bot for each level: learner, steady, strong. Those of a game that has none of its own make any move."""
        return {level: plain.AnyMove(self) for level in ("learner", ADVISER)} if self.decides else {}

    @property
    def by_themselves(self) -> tuple[str, ...]:
        """What can have a seat beside people: the levels of its bots or, where nobody decides, the seat itself."""
        return tuple(self.bots) if self.decides else (ITSELF,)

    # -- a match ---------------------------------------------------------------------------------

    def start(self, options: Options, seats: int) -> S:
        """A match about to begin, waiting for the DEALER. Raises BadOption if so many cannot play by these rules."""
        self.check_seats(options, seats)
        return cast(S, self.state(options, seats))

    def schedule(self, options: Options) -> Sequence[str]:
        """Return what each deal of a match is called, where a match has a plan; the others have none."""
        return ()

    @property
    def seats_unsaid(self) -> int:
        """How many play where nothing says it."""
        return self.usual_seats or self.seats[0]

    def seats_for(self, options: Options) -> list[int]:
        """Return every number of players that these house rules allow."""
        return [seats for seats in self.seats if not list(options.conflicts(seats))]

    def usual_seats_for(self, options: Options) -> int:
        """Return how many sit down by these house rules unless somebody says otherwise. Raises BadOption if nobody can.

        As many as usual, or the nearest number that can play. Where nobody decides anything, the fewest are enough.
        """
        usual = self.usual_seats or (COMPANY if self.decides else self.seats[0])
        allowed = self.seats_for(options)
        if not allowed:
            self.check_seats(options, self.seats[0])
        return min(allowed, key=lambda seats: abs(seats - usual))

    def check_seats(self, options: Options, seats: int) -> None:
        """Raises BadOption if these house rules cannot be played by so many."""
        if seats not in self.seats:
            raise BadOption("seats", f"{self.title} is for {self.players} players, not {seats}.")
        for problem in options.conflicts(seats):
            raise problem

    def chance(self, state: S, rng: Random) -> Move:
        """The DEALER's next move, drawn with `rng`."""
        verb = self.verbs.now(state, DEALER)[0]
        assert verb.chance is not None
        return verb.chance(state, rng)

    def apply(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a legal move, changing `state`. Legality is not checked; what comes of an illegal move is undefined."""
        return self.verbs[move.verb].apply(state, seat, move)

    # -- legality --------------------------------------------------------------------------------

    def moves(self, state: S, seat: int) -> list[Move]:
        """Legal moves of a seat that may move now: never none if the table waits for it.

        Verbs whose moves are built from many cards may be listed by examples: at least one of each that has any.
        """
        return self.verbs.moves(state, seat)

    def why_not(self, state: S, seat: int, move: Move) -> Violation | None:
        """Return why this move is refused, or None if it is legal. Changes nothing."""
        broken = self._violations(state, seat, move)
        first = next(broken, None)
        if first is None:
            return None
        rest = {violation.clause.id: violation for violation in broken if violation.clause is not first.clause}
        return Violation(first.clause, first.sentence, first.slots, tuple(rest.values())) if rest else first

    def allows(self, state: S, seat: int, move: Move) -> bool:
        """Return whether a move that leaves nothing open is legal: what `why_not` says, without all the reasons."""
        return next(self._violations(state, seat, move), None) is None

    def _violations(self, state: S, seat: int, move: Move) -> Iterator[Violation]:
        if not state.waiting:
            return iter([OVER.broken()])
        verb = self.verbs.get(move.verb)
        if verb and verb.now(state, seat):
            return verb.faults(state, seat, move)
        why = verb.not_now(state, seat, move) if verb and 0 <= seat < state.seats else iter(())
        return chain(why, self._at_another_time(state, seat, verb, move.verb))

    def _at_another_time(self, state: S, seat: int, verb: Verb[S] | None, name: str) -> Iterator[Violation]:
        """Yield that a verb isn’t for now, or not for this seat, and the verbs that are."""
        if seat not in state.waiting:
            yield TURN.broken(waited=self.waited_for(state))
            return
        allowed = [legal.words for legal in self.verbs.now(state, seat) if legal.has_moves(state, seat)]
        what = f"You can’t {verb.words} now" if verb else f"“{name[:40]}” isn’t a move in {self.title}"
        yield VERB.broken(what=what, allowed=listed(allowed, "or"))

    def permitting_clause(self, state: S, seat: int, move: Move) -> str:
        """Return the id of the clause by which a legal move is legal here: the one to read first about it."""
        return self.verbs[move.verb].clause

    def waited_for(self, state: S) -> str:
        """The seats that may move, in words."""
        if state.waiting == (DEALER,):
            return "the dealer"
        return listed([f"seat {seat}" for seat in state.waiting])

    def is_open(self, move: Move) -> bool:
        """Return whether a move leaves it to the rules to find all that it says: `readings` are what it can mean."""
        return move.open

    def readings(self, state: S, seat: int, move: Move) -> list[Move]:
        """The legal moves that an open move can mean: none without wild cards. Any other is its own reading.

        A move is open, too, if it doesn't say what a wild card stands for and is illegal with the card as itself.
        """
        return [] if self.is_open(move) else [move]

    def leaves_open(self, state: S, seat: int, move: Move) -> bool:
        """Return whether the rules have to find all that a move says, at this table."""
        return self.readings(state, seat, move) != [move]

    def play(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a move if it is legal. Raises IllegalMove, with `state` unchanged."""
        refused = self.why_not(state, seat, move)
        if refused is not None:
            raise IllegalMove(refused)
        return self.apply(state, seat, move)

    def random_move(self, state: S, seat: int, rng: Random) -> Move:
        """Any legal move, drawn with `rng`: for random games."""
        return rng.choice(self.moves(state, seat))

    def parse_move(self, text: str) -> Move:
        """The move of a text. Raises BadText."""
        return parse_move(text)

    def in_words(self, move: Move) -> str:
        """A move as a list says it, with card codes for the cards: "Discard: KC"."""
        verb = self.verbs.get(move.verb)
        if verb and verb.said and (whole := verb.said(move)):
            return whole
        said = verb.words if verb else move.verb
        number = "" if move.number is None else f" {move.number}"
        cards = " and ".join(codes(group) for group in move.groups)
        named = "".join(f", {name} {codes(group)}" for name, group in move.named)
        more = "".join(f": {part}" for part in (cards + named, move.word) if part)
        return capital(said) + number + more

    def word_told(self, word: str) -> str:
        """A word that a fact has for its value, or takes, as readers know it."""
        return word.replace("-", " ")

    def count(self, state: S) -> list[int | None] | None:
        """What each seat would score if the deal were counted now; None for a seat whose cards are not all known.

        None for all if this game, or this moment of it, has nothing to count.
        """
        return None

    def forecast(self, view: View) -> str:
        """The name of what is to be asked now of `forecasts`; "" where there is nothing worth asking."""
        return ""

    def told(self, event: Event) -> str:
        """An event in a sentence, with `{0}` for the name of seat 0; "" if there is nothing to tell of it."""
        return told(self.telling, event)

    def summed_up(self, result: Result) -> str:
        """Return how a deal ended, in a sentence with `{0}` for the name of seat 0."""
        return summed_up(self.telling, result)

    # -- what is seen ----------------------------------------------------------------------------

    @cached_property
    def position_schema(self) -> dict[str, Any]:
        """Positions as JSON Schema. Any key may be left out; which values go together only `load` knows."""
        first, last = self.seats[0], self.seats[-1]
        head = {
            "game": {"type": "string", "enum": [self.slug], "description": "the slug of the game"},
            "options": {**self.options.schema(), "description": "the house rules that differ from the book"},
            "seats": {
                "type": "integer",
                "minimum": first,
                "maximum": last,
                "description": f"how many play, {self.players}; seats count from 0, clockwise",
            },
        }
        parts = {key: part.schema() for key, part in self.state.keys.items()}
        return {"type": "object", "additionalProperties": False, "properties": head | parts}

    @cached_property
    def position_keys(self) -> dict[str, str]:
        """The keys of a position, and what each holds."""
        return {key: schema["description"] for key, schema in self.position_schema["properties"].items()}

    @cached_property
    def move_schema(self) -> dict[str, Any]:
        """The texts of moves as JSON Schema; which of them are legal only `why_not` knows."""
        patterns = "|".join(verb.pattern for verb in self.verbs.values())
        said = "; ".join(f"`{verb.name}`: {verb.words}" for verb in self.verbs.values())
        return {"type": "string", "maxLength": LONGEST, "pattern": f"^({patterns})$", "description": f"{said}."}

    def position(self, state: S, seat: int | None = None, whole: bool = True) -> Position:
        """The position as JSON: the whole of it, or (`whole=False`) what `seat` may know. The inverse of `load`."""
        head = {"game": self.slug, "options": state.options.changed(), "seats": state.seats}
        return head | state.position(seat, whole)

    def load(self, position: Mapping[str, Any]) -> S:
        """The state of a position, whole or with `?` for unknown cards. Raises BadText, BadPosition, BadOption."""
        if not isinstance(position, Mapping):
            raise BadText("not a position", position, "a JSON object")
        no_other_keys(position, self.position_keys)
        if position.get("game", self.slug) != self.slug:
            raise refused("game", position["game"], self.slug)
        options = self.options.read(position.get("options"))
        seats = whole("seats", position.get("seats", self.seats_unsaid), self.seats[0], self.seats[-1])
        self.check_seats(options, seats)
        state = cast(S, self.state.read(options, seats, position))
        if state.waiting == (DEALER,) and not self.verbs.now(state, DEALER):
            raise BadPosition(f"There is nothing to deal in the phase “{state.phase}”.")
        return state

    def view(self, state: S, seat: int | None) -> View:
        """Return what this seat (None: a bystander) may know."""
        return View(self.slug, seat, self.position(state, seat, whole=False))

    def seen(self, view: View) -> tuple[S, int]:
        """The state that a view shows, and the seat that looks."""
        assert view.seat is not None
        return self.load(view.position), view.seat

    def imagine(self, view: View, rng: Random) -> S:
        """A whole state that looks like this from the seat, with the cards it cannot see dealt by `rng`."""
        state = self.load(view.position)
        state.fill(rng)
        return state

    def screen(self, view: View) -> Screen:
        """What to draw for this view, with who is to move and who deals, a prompt, and the verbs that are for now."""
        state = self.load(view.position)
        drawn, seat, waiting, dealer = self.draw(state, view.seat), view.seat, state.waiting, state.match.dealer
        return replace(
            drawn,
            seats=tuple(replace(one, to_move=one.seat in waiting, dealer=one.seat == dealer) for one in drawn.seats),
            prompt=self._meanwhile(state) or self.prompt(state, seat),
            actions=() if seat is None else tuple(verb.action(state, seat) for verb in self.verbs.now(state, seat)),
        )

    def _meanwhile(self, state: S) -> str:
        """What is said while nobody plays: how the last deal ended, or what comes next; "" while a deal is played."""
        ended = state.phase in ("between", "over") and state.match.results
        return self.summed_up(state.match.results[-1]) if ended else MEANWHILE.get(state.phase, "")

    def draw(self, state: S, seat: int | None) -> Screen:
        """The table as one seat (None: a bystander) knows it, without what `screen` adds."""
        return plain.drawn(state, seat)

    def prompt(self, state: S, seat: int | None) -> str:
        """Return what is said to one seat (None: a bystander) while a deal is played: what to do, or who is to move."""
        return plain.prompt(self, state, seat)

    # -- what teaches it -------------------------------------------------------------------------

    @cached_property
    def lessons(self) -> Sequence[Lesson]:
        """The course, in teaching order."""
        return read_course(self)

    @cached_property
    def themes(self) -> Sequence[Theme]:
        """All kinds of puzzle: the game's own, and those that every game has."""
        with untimed():
            return (*self.puzzles, *themes_of_all(self))

    @cached_property
    def built(self) -> Mapping[str, Built]:
        """The kinds of questions that people can put together, by slug."""
        return built_of(self)

    @cached_property
    def known_facts(self) -> Mapping[str, Fact]:
        """All that can be asked of a position, by name."""
        return {**facts_of_all(self), **self.facts}

    @cached_property
    def known_goals(self) -> Mapping[str, Goal]:
        """All that can be reached, by name."""
        return {**goals_of_all(self), **self.goals}

    def ask(self, state: S, seat: int, text: str) -> Asked:
        """The value of a fact for this seat, by its name and the words that it takes: “held 2”. Raises BadText."""
        name, *words = text.split() or [""]
        fact: Fact = named("fact", name, self.known_facts)
        return fact.of(state, seat, words)

    def reached(self, text: str, start: S, moves: Moves, now: S) -> bool:
        """Whether moves of seat 0 have reached a goal, by its name and the words that it takes. Raises BadText."""
        name, *words = text.split() or [""]
        goal: Goal = named("goal", name, self.known_goals)
        return goal.of(start, moves, now, words)

    def lost(self, text: str, start: S, moves: Moves, now: S) -> str:
        """Why a goal, by its name and words, is out of reach for these moves of seat 0; "" while it may be reached."""
        name, *words = text.split() or [""]
        goal: Goal = named("goal", name, self.known_goals)
        return goal.lost(start, moves, now, words)

    def completed(self, position: Position) -> Position:
        """The position of a lesson or an example with what its writer need not say, such as tricks played before."""
        return position

    def mirrored(self, position: Position) -> Position:
        """The position where seats follow each other the other way round; seat 0 stays where it is."""
        raise TypeError(f"{self.slug} is played one way round.")

    def takes_for_granted(self, position: Position) -> Mapping[str, tuple[Value, ...]]:
        """The values of options without which a lesson does not begin with such a position."""
        return {}

    @property
    def clauses(self) -> Clauses:
        """Every clause of the game by id, in the order of the rulebook."""
        return self.rulebook.clauses

    def clause(self, id: str) -> Clause:
        """A clause of the game or of the table. Raises KeyError."""
        return self.clauses.get(id) or TABLE_CLAUSES[id]

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules for a reader, a heading per clause."""
        return Rulebook(read_source(self.slug), self.options, self.numbers)

    def numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return what follows from house rules and the rulebook says, by name: a number, in figures or in words."""
        return {}

    def hint(self, view: View) -> Hint:
        """What a friend would say to the seat of this view, step by step. Raises TypeError where nobody decides."""
        if not self.decides:
            raise TypeError(f"{self.slug} gives no hints.")
        return plain.hint(self, view)
