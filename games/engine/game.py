"""The base class of all games: the interface that the engine and the site use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any, ClassVar, Generic, TypeVar, cast

from games.cards import format_cards
from games.engine import defaults
from games.engine.bot import ADVISER, ITSELF, Bot
from games.engine.clause import OVER, TABLE_CLAUSES, TURN, VERB, Clause, Clauses, IllegalMove, Violation
from games.engine.common_puzzles import build_common_themes
from games.engine.course import read_course
from games.engine.custom_questions import QuestionKind, build_question_kinds
from games.engine.event import Event
from games.engine.facts_and_goals import Fact, Goal, Moves, build_common_facts, build_common_goals, get_fact_or_goal
from games.engine.facts_and_goals import Value as Asked
from games.engine.forecast import Forecast
from games.engine.hint import Hint
from games.engine.lesson import Lesson
from games.engine.move import LONGEST, Move, parse_move
from games.engine.narration import DealScoreSheet, EventText, narrate_event, summarize_result
from games.engine.options import BadOption, Options, Value
from games.engine.puzzle import PuzzleTheme
from games.engine.rulebook import Rulebook, read_rulebook_source
from games.engine.state import DEALER, DealResult, State, check_position_keys
from games.engine.state_parts import build_bad_value_error, parse_whole_number
from games.engine.verb import Verb, Verbs
from games.engine.view import Position, Screen, View
from games.engine.work_limits import suspend_deadline
from games.engine.written_answers import WrittenAnswers, read_answer_sources
from games.errors import BadPosition, BadText
from games.words import capitalize_first, join_actions, join_words

S = TypeVar("S", bound=State)
COMPANY = 3
"""The number of players at a new table, for games without `usual_seats`."""
MEANWHILE = {
    "dealer": "The first dealer is being picked at random.",
    "deal": "The cards are being dealt.",
    "between": "The hand is over.",
    "over": "The match is over.",
}
"""The prompts for phases in which nobody plays."""


class Game(Generic[S]):
    """A card game. It has no state of its own: one object serves every table.

    The package of each game has `GAME`, an instance of a subclass. `list_moves` and `find_violation` apply the same
    rules: a move is illegal exactly when `find_violation` returns a violation.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    family: ClassVar[str]
    tagline: ClassVar[str]
    minutes: ClassVar[str]
    seats: ClassVar[range]
    shelf: ClassVar[int] = 100
    """The game's sort key in lists. Low numbers come first, and games with equal numbers are sorted by title."""
    version: ClassVar[int] = 1
    """A number to increase when a code change can change an answer. Stored puzzles are then verified again."""
    showcase: ClassVar[tuple[str, str] | None] = None
    """A picture of the table: a layout of a `Zone`, and some cards."""
    lays_melds: ClassVar[bool] = False
    """Whether players put melds on the table. If so, their places on the page have room for melds from the start."""
    lays_backs: ClassVar[bool] = False
    """Whether hands are so small that a page draws the back of each card at its player's place."""
    large_hands: ClassVar[Collection[int]] = ()
    """The numbers of players with which a hand can have more than ten cards, which takes two rows on a phone.

    If so, its place on the page has room for both rows from the start.
    """
    has_small_hands: ClassVar[bool] = False
    """Whether a hand of one or two cards keeps its size, so that its player's plate can be beside it on a phone."""
    low_wins: ClassVar[bool] = False
    """Whether a low score wins, in a deal and in the match."""
    deals_differ: ClassVar[bool] = False
    """Whether later deals of a match have a different aim than the first deal.

    If so, bots are compared over whole matches.
    """
    mucks: ClassVar[bool] = False
    """Whether players can put cards away without showing them. If so, no deal is revealed before the match is over."""
    first_hands: ClassVar[int] = 1
    """The number of deals at the start of a match that a coach comments on.

    It's higher for games with few decisions per deal.
    """
    decides: ClassVar[bool] = True
    """Whether players make decisions. If not, there is only one legal move at any time.

    Such a game has no hints and no bots: seats and tables play automatically.
    """
    seating: ClassVar[str] = ""
    """A sentence that tells the person creating a table who sits where."""
    options: ClassVar[type[Options]] = Options
    verbs: ClassVar[Verbs[Any]] = Verbs()
    """The verbs of the game: the kinds of moves that the players and the dealer can make."""
    state: ClassVar[type[State]] = State
    """The class of the game's states. It declares everything on the table."""
    short: ClassVar[Mapping[str, Value]] = {}
    """House rules that make a match short, by public name."""
    constants: ClassVar[Mapping[str, str]] = {}
    """Numbers that are written out in rulebook passages with slots or conditions, each with what it counts.

    Numbers that depend on house rules come from slots instead (`get_rulebook_numbers`).
    """
    usual_seats: ClassVar[int] = 0
    """The usual number of players, for a new table (`get_usual_seat_count`) and for a position without `seats`.

    If it's 0, a position without `seats` has the minimum number of players, and a new table has three.
    """

    forecasts: ClassVar[Mapping[str, Forecast]] = {}
    """Questions about what will happen next, by name. They're asked in games where players make no decisions."""

    narration: ClassVar[Mapping[str, EventText]] = {}
    """The sentence for each kind of event. "result" is the end of a deal."""

    sheet: ClassVar[DealScoreSheet | None] = None
    """The layout of a deal's score table, or None if the game has no such table."""

    shows: ClassVar[Sequence[str]] = ()
    """The kinds of events in which face-down cards are revealed or come into a hand."""

    facts: ClassVar[Mapping[str, Fact]] = {}
    """The facts that only this game has."""

    goals: ClassVar[Mapping[str, Goal]] = {}
    """The goals that only this game has."""

    puzzles: ClassVar[Sequence[PuzzleTheme]] = ()
    """The puzzle themes that only this game has, with its own search for positions."""

    def __str__(self) -> str:
        return self.slug

    @property
    def player_counts_text(self) -> str:
        """The possible numbers of players, in digits: "4" or "2 to 6"."""
        first, last = self.seats[0], self.seats[-1]
        return str(first) if first == last else f"{first} to {last}"

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The bots by level: learner, steady, strong. A game without decisions has none.

        By default, the learner and the steady bot make random legal moves.
        """
        return {level: defaults.RandomBot(self) for level in ("learner", ADVISER)} if self.decides else {}

    @property
    def automatic_player_levels(self) -> tuple[str, ...]:
        """The levels of the automatic players that can take a person's seat.

        In a game in which players make decisions, these are the levels of its bots. In any other game, the only level
        is “itself”.
        """
        return tuple(self.bots) if self.decides else (ITSELF,)

    # -- a match ---------------------------------------------------------------------------------

    def start_match(self, options: Options, seats: int) -> S:
        """Return the state of a new match, waiting for the DEALER.

        Raises BadOption if the game can't be played with this number of seats.
        """
        self.check_seat_count(options, seats)
        return cast(S, self.state(options, seats))

    def list_deal_names(self, options: Options) -> Sequence[str]:
        """Return the name of each deal in a match, or () if the game has no fixed plan of deals."""
        return ()

    @property
    def default_seat_count(self) -> int:
        """The number of players in a position without `seats`."""
        return self.usual_seats or self.seats[0]

    def get_position_seat_count(self, position: Mapping[str, Any]) -> Any:
        """Return the number of players that a position states, or by default `default_seat_count`.

        The value isn't checked, so it might not be a number.
        """
        return position.get("seats", self.default_seat_count)

    def list_seat_counts(self, options: Options) -> list[int]:
        """Return the numbers of players that these house rules allow."""
        return [seats for seats in self.seats if not list(options.list_conflicts(seats))]

    def get_usual_seat_count(self, options: Options) -> int:
        """Return the number of seats at a new table under these house rules. Raises BadOption if no number is possible.

        This is the possible number closest to `usual_seats`. If `usual_seats` is 0, it's the number closest to three,
        or the smallest one in a game without decisions.
        """
        usual = self.usual_seats or (COMPANY if self.decides else self.seats[0])
        allowed = self.list_seat_counts(options)
        if not allowed:
            self.check_seat_count(options, self.seats[0])
        return min(allowed, key=lambda seats: abs(seats - usual))

    def check_seat_count(self, options: Options, seats: int) -> None:
        """Raise BadOption if these house rules can't be played with this number of seats."""
        if seats not in self.seats:
            raise BadOption("seats", f"{self.title} is for {self.player_counts_text} players, not {seats}.")
        for problem in options.list_conflicts(seats):
            raise problem

    def draw_dealer_move(self, state: S, rng: Random) -> Move:
        """Draw the dealer's next move at random with `rng`."""
        verb = self.verbs.list_possible_verbs(state, DEALER)[0]
        assert verb.chance is not None
        return verb.chance(state, rng)

    def apply_move(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a legal move, changing `state`, and return its events.

        Doesn't check whether the move is legal: for an illegal move, the result is undefined.
        """
        return self.verbs[move.verb].apply(state, seat, move)

    # -- legality --------------------------------------------------------------------------------

    def list_moves(self, state: S, seat: int) -> list[Move]:
        """List legal moves of a seat that can move now. There's at least one if it's the seat's turn.

        For verbs with too many card combinations, only some moves are listed as examples, but at least one if there is
        any.
        """
        return self.verbs.list_moves(state, seat)

    def find_violation(self, state: S, seat: int, move: Move) -> Violation | None:
        """Return the violation if the move is illegal, or None if it's legal. Doesn't change the state."""
        broken = self._list_violations(state, seat, move)
        first = next(broken, None)
        if first is None:
            return None
        rest = {violation.clause.id: violation for violation in broken if violation.clause is not first.clause}
        return Violation(first.clause, first.sentence, first.slots, tuple(rest.values())) if rest else first

    def is_legal(self, state: S, seat: int, move: Move) -> bool:
        """Return whether a move is legal. The move must be complete (see `has_open_detail`).

        Agrees with `find_violation` but is faster, because it stops at the first violation.
        """
        return next(self._list_violations(state, seat, move), None) is None

    def _list_violations(self, state: S, seat: int, move: Move) -> Iterator[Violation]:
        if not state.waiting:
            return iter([OVER.build_violation()])
        verb = self.verbs.get(move.verb)
        if verb and verb.is_possible(state, seat):
            return verb.list_violations(state, seat, move)
        why = verb.not_now(state, seat, move) if verb and 0 <= seat < state.seats else iter(())
        return chain(why, self._list_timing_violations(state, seat, verb, move.verb))

    def _list_timing_violations(self, state: S, seat: int, verb: Verb[S] | None, name: str) -> Iterator[Violation]:
        """Yield the violations that keep the seat from using a verb now.

        It isn't the seat's turn, it's time for other verbs, or `verb` is None because the game has no verb `name`.
        """
        if seat not in state.waiting:
            yield TURN.build_violation(waited=self.describe_awaited_seats(state))
            return
        allowed = [legal.words for legal in self.verbs.list_possible_verbs(state, seat) if legal.has_moves(state, seat)]
        what = f"You can’t {verb.words} now" if verb else f"“{name[:40]}” isn’t a move in {self.title}"
        yield VERB.build_violation(what=what, allowed=join_actions(allowed))

    def get_permitting_clause(self, state: S, seat: int, move: Move) -> str:
        """Return the id of the clause (rule) that best explains why a legal move is allowed.

        By default, it's the clause of the move's verb.
        """
        return self.verbs[move.verb].clause

    def describe_awaited_seats(self, state: S) -> str:
        """Return the seats whose turn it is, in words."""
        if state.waiting == (DEALER,):
            return "the dealer"
        return join_words([f"seat {seat}" for seat in state.waiting])

    def has_open_detail(self, move: Move) -> bool:
        """Return whether a move is incomplete, for example because it doesn't say what a wild card stands for.

        `list_move_readings` lists the complete moves that it can mean.
        """
        return move.has_open_wild_card

    def list_move_readings(self, state: S, seat: int, move: Move) -> list[Move]:
        """List the complete moves that a move can mean.

        For a complete move, returns just the move itself. For an incomplete one, returns the legal moves with its
        details filled in, or none in games without wild cards. A move is incomplete if `has_open_detail` is True for
        it. It's also incomplete if it doesn't say what a wild card stands for, and is illegal with the card as itself.
        """
        return [] if self.has_open_detail(move) else [move]

    def needs_details_filled_in(self, state: S, seat: int, move: Move) -> bool:
        """Return whether the engine has to fill in details of a move in this state.

        It has to if the move is incomplete, for example because it doesn't say what a wild card stands for.
        """
        return self.list_move_readings(state, seat, move) != [move]

    def play_move(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a move and return its events. Raises IllegalMove, leaving `state` unchanged."""
        refused = self.find_violation(state, seat, move)
        if refused is not None:
            raise IllegalMove(refused)
        return self.apply_move(state, seat, move)

    def draw_random_move(self, state: S, seat: int, rng: Random) -> Move:
        """Choose a legal move at random with `rng`. It's used in random play."""
        return rng.choice(self.list_moves(state, seat))

    def parse_move(self, text: str) -> Move:
        """Parse the text of a move. Raises BadText."""
        return parse_move(text)

    def describe_move(self, move: Move) -> str:
        """Return a move as lists show it, with card codes for the cards: "Discard: KC"."""
        verb = self.verbs.get(move.verb)
        if verb and verb.said and (whole := verb.said(move)):
            return whole
        said = verb.words if verb else move.verb
        number = "" if move.number is None else f" {move.number}"
        cards = " and ".join(format_cards(group) for group in move.groups)
        named = "".join(f", {name} {format_cards(group)}" for name, group in move.named)
        more = "".join(f": {part}" for part in (cards + named, move.word) if part)
        return capitalize_first(said) + number + more

    def format_fact_word(self, word: str) -> str:
        """Return a value or an argument of a fact as readers see it, such as “no trump” for `no-trump`.

        By default, hyphens are replaced by spaces.
        """
        return word.replace("-", " ")

    def count_scores_so_far(self, state: S) -> list[int | None] | None:
        """Return a list with the points that each seat would score if the deal ended now.

        The entry of a seat with unknown cards is None. By default, and in phases in which there's nothing to count,
        returns None instead of a list.
        """
        return None

    def find_forecast_to_ask(self, view: View) -> str:
        """Return the name of a `Forecast` (a question about what will happen next) that is worth asking now.

        Returns "" if there is none, which is the default.
        """
        return ""

    def describe_event(self, event: Event) -> str:
        """Describe an event in a sentence, with `{0}` for the name of seat 0. Returns "" if there's nothing to say."""
        return narrate_event(self.narration, event)

    def describe_result(self, result: DealResult) -> str:
        """Describe how a deal ended in a sentence, with `{0}` for the name of seat 0."""
        return summarize_result(self.narration, result)

    # -- positions, views, and screens -----------------------------------------------------------

    @cached_property
    def position_schema(self) -> dict[str, Any]:
        """The JSON Schema of positions.

        All keys are optional. Only `load_position` checks which values fit together.
        """
        first, last = self.seats[0], self.seats[-1]
        head = {
            "game": {"type": "string", "enum": [self.slug], "description": "the slug of the game"},
            "options": {
                **self.options.build_schema(),
                "description": "the house rules that differ from the standard rules",
            },
            "seats": {
                "type": "integer",
                "minimum": first,
                "maximum": last,
                "description": f"the number of players, {self.player_counts_text}; seats count from 0, clockwise",
            },
        }
        parts = {key: part.build_schema() for key, part in self.state.keys.items()}
        return {"type": "object", "additionalProperties": False, "properties": head | parts}

    @cached_property
    def position_keys(self) -> dict[str, str]:
        """The keys of a position, each with a description of its value."""
        return {key: schema["description"] for key, schema in self.position_schema["properties"].items()}

    @cached_property
    def move_schema(self) -> dict[str, Any]:
        """The JSON Schema of moves as text. Only `find_violation` checks which moves are legal."""
        patterns = "|".join(verb.text_pattern for verb in self.verbs.values())
        said = "; ".join(f"`{verb.name}`: {verb.words}" for verb in self.verbs.values())
        return {"type": "string", "maxLength": LONGEST, "pattern": f"^({patterns})$", "description": f"{said}."}

    def build_position(self, state: S, seat: int | None = None, whole: bool = True) -> Position:
        """Convert a state to its position (JSON): all of it, or with `whole=False` only what `seat` can know.

        This is the inverse of `load_position`.
        """
        head = {"game": self.slug, "options": state.options.list_nonstandard_values(), "seats": state.seats}
        return head | state.position(seat, whole)

    def load_position(self, position: Mapping[str, Any]) -> S:
        """Build the state from a position. Unknown cards are `?`. Raises BadText, BadPosition, or BadOption."""
        if not isinstance(position, Mapping):
            raise BadText("not a position", position, "a JSON object")
        check_position_keys(position, self.position_keys)
        if position.get("game", self.slug) != self.slug:
            raise build_bad_value_error("game", position["game"], self.slug)
        options = self.options.load_cached_options(position.get("options"))
        seats = parse_whole_number("seats", self.get_position_seat_count(position), self.seats[0], self.seats[-1])
        self.check_seat_count(options, seats)
        state = cast(S, self.state.from_position(options, seats, position))
        if state.waiting == (DEALER,) and not self.verbs.list_possible_verbs(state, DEALER):
            raise BadPosition(f"There’s nothing to deal in the phase “{state.phase}”.")
        return state

    def build_view(self, state: S, seat: int | None) -> View:
        """Build the view of what this seat can know. The seat of a spectator is None."""
        return View(self.slug, seat, self.build_position(state, seat, whole=False))

    def load_view(self, view: View) -> tuple[S, int]:
        """Load the state that a view describes. Return the state and the view's seat."""
        assert view.seat is not None
        return self.load_position(view.position), view.seat

    def sample_possible_state(self, view: View, rng: Random) -> S:
        """Build a complete state that fits a view. The cards that the seat can't see are dealt at random with `rng`."""
        state = self.load_position(view.position)
        state.fill_unknown_cards(rng)
        return state

    def build_screen(self, view: View) -> Screen:
        """Build the screen to draw for a view.

        This is the screen of `draw_table`, plus whose turn it is, the dealer, a prompt, and the possible actions.
        """
        state = self.load_position(view.position)
        drawn, seat, waiting, dealer = self.draw_table(state, view.seat), view.seat, state.waiting, state.match.dealer
        return replace(
            drawn,
            seats=tuple(replace(one, to_move=one.seat in waiting, dealer=one.seat == dealer) for one in drawn.seats),
            prompt=self._build_idle_prompt(state) or self.build_prompt(state, seat),
            actions=()
            if seat is None
            else tuple(verb.build_action(state, seat) for verb in self.verbs.list_possible_verbs(state, seat)),
        )

    def _build_idle_prompt(self, state: S) -> str:
        """Return the prompt while nobody can play: how the last deal ended, or what comes next.

        Returns "" during a deal.
        """
        ended = state.phase in ("between", "over") and state.match.results
        return self.describe_result(state.match.results[-1]) if ended else MEANWHILE.get(state.phase, "")

    def draw_table(self, state: S, seat: int | None) -> Screen:
        """Build the screen as a seat sees it, without the parts that are the same in all games.

        `build_screen` adds those: whose turn it is, the dealer, a prompt, and the possible actions. The seat of a
        spectator is None.
        """
        return defaults.build_default_screen(state, seat)

    def build_prompt(self, state: S, seat: int | None) -> str:
        """Return a seat's prompt during a deal: what to do, or whose turn it is. The seat of a spectator is None."""
        return defaults.build_default_prompt(self, state, seat)

    # -- lessons, puzzles, facts, and the rulebook -----------------------------------------------

    @cached_property
    def lessons(self) -> Sequence[Lesson]:
        """The lessons of the game's course, in teaching order."""
        return read_course(self)

    @cached_property
    def puzzle_themes(self) -> Sequence[PuzzleTheme]:
        """All puzzle themes: first the game's own, then those that every game has."""
        with suspend_deadline():
            return (*self.puzzles, *build_common_themes(self))

    @cached_property
    def question_kinds(self) -> Mapping[str, QuestionKind]:
        """The kinds of questions that users can build, by slug."""
        return build_question_kinds(self)

    @cached_property
    def all_facts(self) -> Mapping[str, Fact]:
        """All facts by name: first those that every game has, then the game's own."""
        return {**build_common_facts(self), **self.facts}

    @cached_property
    def all_goals(self) -> Mapping[str, Goal]:
        """All goals by name: first those that every game has, then the game's own."""
        return {**build_common_goals(self), **self.goals}

    def evaluate_fact(self, state: S, seat: int, text: str) -> Asked:
        """Return the value of a fact for this seat. Raises BadText.

        `text` is the fact's name and arguments, such as “held 2”.
        """
        name, *words = text.split() or [""]
        fact: Fact = get_fact_or_goal("fact", name, self.all_facts)
        return fact.evaluate(state, seat, words)

    def is_goal_reached(self, text: str, start: S, moves: Moves, now: S) -> bool:
        """Return whether seat 0's moves reached a goal. `text` is its name and arguments. Raises BadText."""
        name, *words = text.split() or [""]
        goal: Goal = get_fact_or_goal("goal", name, self.all_goals)
        return goal.is_reached(start, moves, now, words)

    def explain_lost_goal(self, text: str, start: S, moves: Moves, now: S) -> str:
        """Return why seat 0 can't reach a goal anymore after these moves, or "" while it still can.

        `text` is the goal's name and arguments. Raises BadText.
        """
        name, *words = text.split() or [""]
        goal: Goal = get_fact_or_goal("goal", name, self.all_goals)
        return goal.explain_unreachable(start, moves, now, words)

    def complete_position(self, position: Position) -> Position:
        """Return the position of a lesson or example with keys added that its author left out.

        For example, a game can add the tricks that were played before. By default, the position is returned unchanged.
        """
        return position

    def mirror_position(self, position: Position) -> Position:
        """Return the position with the order of the seats reversed, except for seat 0.

        Raises TypeError if the game has only one direction of play.
        """
        raise TypeError(f"{self.slug} has only one direction of play, so its positions can’t be mirrored.")

    def get_implied_options(self, position: Position) -> Mapping[str, tuple[Value, ...]]:
        """Return the house rules that a position needs: the possible values of each option, by option name.

        For example, a position with many cards in one place is possible only if an option for a limit is high enough. A
        reader whose house rules have a different value doesn't see lesson steps with this position, unless the step has
        `options` of its own. Options that don't matter for the position are left out. By default, returns {}.
        """
        return {}

    @property
    def clauses(self) -> Clauses:
        """All clauses of the game by id, in rulebook order."""
        return self.rulebook.clauses

    def get_clause(self, id: str) -> Clause:
        """Return the clause with this id, of this game or shared by all games. Raises KeyError."""
        return self.clauses.get(id) or TABLE_CLAUSES[id]

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook that readers see, with a heading for each clause."""
        return Rulebook(read_rulebook_source(self.slug), self.options, self.get_rulebook_numbers)

    @cached_property
    def written_answers(self) -> WrittenAnswers:
        """The written answers to beginners' questions."""
        return WrittenAnswers(
            read_answer_sources(self.slug),
            self.rulebook,
            self.options,
            self.get_rulebook_numbers,
            self.list_seat_counts,
        )

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the numbers and words that the game calculates from its house rules, by slot name.

        They're filled into the rulebook's slots with these names. By default, returns {}.
        """
        return {}

    def build_hint(self, view: View) -> Hint:
        """Build a hint with four levels for the view's seat. Raises TypeError in a game without decisions."""
        if not self.decides:
            raise TypeError(f"{self.slug} has no hints, because players make no decisions.")
        return defaults.build_default_hint(self, view)
