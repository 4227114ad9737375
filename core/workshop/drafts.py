"""What is worked on in the builder: a position, something to ask of it, and words; each change makes a new one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import games
from core.practice.asking import sampled
from games.cards import UNKNOWN
from games.engine.asking import moves_of
from games.engine.building import BACK, Building, Place, sparse, typed_cards
from games.engine.built import MOST_CHOICES, MOST_MOVES, Built
from games.engine.clause import Violation, drawn
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.parts import Flag, Number, NumberBySeat, SeatOrNone, Seats, Word, Words
from games.engine.puzzle import Puzzle, Setup, Theme, Unproven, Void
from games.engine.questions import tempting
from games.engine.state import MatchPart, State
from games.engine.view import Position
from games.engine.work import TooMuch, Work
from games.errors import BadText, HouseError

LONGEST = 500
"""No text of a draft has more characters."""
LONGEST_DRAFT = 40_000
"""No draft takes more characters as JSON."""
HINTS = 3
STEP = "step:"
"""Before the id of a step of the course, where it stands beside kinds of puzzles."""
PROPOSED = 40
LISTING = 200_000
"""The steps that there are to find moves to ask about."""
Sent = Mapping[str, str]


class BadChange(HouseError):
    """A change that cannot be made."""


@dataclass(frozen=True)
class Proposal:
    """A move that can be asked about: what it is called, and which rule forbids it, if one does."""

    text: str
    words: str
    refused: Violation | None


def blank(game: Game[Any], options: Options, seats: int) -> dict[str, Any]:
    """A draft with nothing in it."""
    return {
        "game": game.slug,
        "options": options.changed(),
        "seats": seats,
        "said": {},
        "place": "hands.0",
        "kind": "own-allowed",
        "one": False,
        "moves": [],
        "move": "",
        "fact": "",
        "after": [],
        "goal": "",
        "solution": [],
        "choices": [],
        "extra": {},
        "question": "",
        "why": "",
        "hints": [""] * HINTS,
        "comments": {},
        "clauses": [],
    }


class Draft:
    """A draft, and what follows from it. `content` is JSON; it is never changed, but `changed` makes another of it."""

    def __init__(self, content: Mapping[str, Any], code: str = "") -> None:
        self.content = dict(content)
        self.code = code

    def __getitem__(self, key: str) -> Any:
        return self.content[key]

    @cached_property
    def game(self) -> Game[Any]:
        return games.get(self["game"])

    @cached_property
    def options(self) -> Options:
        """The house rules that it is about."""
        return self.game.options(self["options"])

    @cached_property
    def building(self) -> Building:
        """Its position, as it is being built."""
        return Building(self.game, self.options, self["seats"], self["said"])

    @cached_property
    def place(self) -> Place:
        """Where cards go that are chosen."""
        places = self.building.places()
        return next((place for place in places if place.id == self["place"]), places[-1])

    @property
    def state(self) -> State | None:
        return self.building.state

    @cached_property
    def kinds(self) -> dict[str, Built | Theme]:
        """The kinds of questions: those of any game, then the game's own that need nothing but a position."""
        own = {theme.slug: theme for theme in self.game.puzzles if self.asks_of_position(theme)}
        return {**self.game.built, **own}

    def asks_of_position(self, theme: Theme) -> bool:
        """Whether a kind of puzzle of the game needs nothing but a position, as one of them by the book shows."""
        made = sampled(theme, self.game.options())
        return made is not None and set(made[0]) == {"position"}

    @property
    def theme(self) -> Theme:
        kind = self.game.built.get(self["kind"])
        if kind:
            return kind.theme()
        return next(theme for theme in self.game.puzzles if theme.slug == self["kind"])

    @cached_property
    def setup(self) -> Setup:
        """What the engine poses. Raises Void while there can be no such table."""
        if self.state is None:
            raise Void(f"This cannot happen. {self.building.problem}")
        whole = {key: value for key, value in self.game.position(self.state).items() if key != "options"}
        if self["kind"] not in self.game.built:
            return {**self["extra"], "position": self._seen(self.state)}
        keys = ("moves", "move", "fact", "after", "goal", "solution", "choices", "one", "clauses", "question")
        setup = {"position": whole, "before": [], **{key: self[key] for key in keys}}
        return {**setup, "moves": self._shuffled(self["moves"]), "luck": 1}

    def _shuffled(self, lines: list[str]) -> list[str]:
        """In an order that tells nothing and stays the same."""
        return sorted(lines, key=lambda line: hashlib.sha256(f"{self.code} {line}".encode()).digest())

    def _plain(self, setup: Setup) -> Puzzle:
        """The question without the maker's words. Raises Void, Unproven or another HouseError."""
        try:
            posed = self.theme.pose(setup, self.options)
        except HouseError:
            raise
        except Exception as unfit:  # the game's own kinds take for granted what their makers see to
            raise Void("This question needs another table than this one.") from unfit
        ids = [option.id for option in posed.options]
        if len(set(ids)) < len(ids) or BACK in ids:
            raise Void("For this question every card of your hand must be known.")
        return posed

    def key_at(self, state: State) -> Any:
        """The right answer if the table lay like this; None if there were none. Raises Unproven."""
        kind = self.game.built.get(self["kind"])
        try:
            if kind:
                return kind.posed(state, self.setup, self.options).key
            return self._plain({**self["extra"], "position": self._seen(state)}).key
        except Unproven:
            raise
        except HouseError:
            return None

    def _seen(self, state: State) -> Position:
        """What the solver sees, without the house rules."""
        return {key: value for key, value in self.game.view(state, 0).position.items() if key != "options"}

    @cached_property
    def posed(self) -> Puzzle:
        """The question with its answer, in the maker's words. Raises Void, Unproven or another HouseError."""
        posed = self._plain(self.setup)
        hints = tuple(own or usual for own, usual in zip(self["hints"], [*posed.hints, *[""] * HINTS], strict=False))
        reasons = {**posed.reasons, **{id: text for id, text in self._comments(posed) if text}}
        return replace(
            posed,
            question=self["question"] or posed.question,
            why=self["why"] or posed.why,
            hints=tuple(hint for hint in (*hints, *posed.hints[HINTS:]) if hint),
            reasons=reasons,
            clauses=tuple(self["clauses"]) or posed.clauses,
        )

    @cached_property
    def proposed_hints(self) -> tuple[str, ...]:
        """The hints that it has where its maker writes none."""
        try:
            return self._plain(self.setup).hints[:HINTS]
        except HouseError:
            return ()

    def _comments(self, posed: Puzzle) -> Iterator[tuple[str, str]]:
        for option in posed.options:
            yield option.id, self["comments"].get(self.comment_key(option.id), "")

    def comment_key(self, option: str) -> str:
        """What an option's comment is kept under: a move by its text, since its place may change."""
        if self["kind"] == "own-allowed" and option.startswith("m"):
            return str(self.setup["moves"][int(option[1:]) - 1])
        return option

    # -- moves to ask about ----------------------------------------------------------------------

    @cached_property
    def proposals(self) -> list[Proposal]:
        """Moves that can be asked about: those that were chosen, legal ones, and others that look much like them."""
        state = self.state
        if state is None:
            return []
        found: dict[str, Proposal] = {}
        with suppress(TooMuch), Work(LISTING):
            for move in self._moves(state):
                if len(found) < PROPOSED and UNKNOWN not in move.cards:
                    text = str(move)
                    found.setdefault(text, Proposal(text, drawn(self.game.in_words(move)), self._refused(state, move)))
        return list(found.values())

    def _refused(self, state: State, move: Move) -> Violation | None:
        return self.game.why_not(state, 0, move)

    def _moves(self, state: State) -> Iterator[Move]:
        for text in self["moves"]:
            with suppress(HouseError):
                yield from moves_of(self.game, [text])
        if 0 not in state.waiting:
            return
        legal = self.game.moves(state, 0)
        yield from legal[: PROPOSED // 2]
        with suppress(HouseError):
            yield from self._by_hand(state)
        yield from tempting(self.game, state, legal[:8], Random(1), 6)

    def _by_hand(self, state: State) -> Iterator[Move]:
        """The moves that one touch makes: each card that could be played, allowed or not."""
        screen = self.game.screen(self.game.view(state, 0))
        for action in screen.actions:
            if len(action.fields) != 1 or action.fields[0].kind != "cards" or action.fields[0].low > 1:
                continue
            [field] = action.fields
            for zone in screen.zones:
                if zone.id in field.zones:
                    for card in dict.fromkeys(zone.cards):
                        if card != BACK:
                            yield self.game.parse_move(f"{action.verb} {field.join}{card}")

    # -- changes ---------------------------------------------------------------------------------

    def changed(self, sent: Sent) -> Draft:
        """The draft after a change. Raises HouseError if it cannot be made."""
        change = CHANGES.get(sent.get("do", ""))
        if change is None:
            raise BadChange("There is no such change.")
        content = json.loads(json.dumps(self.content))
        other = Draft(content, self.code)
        change(other, sent)
        if len(json.dumps(other.content)) > LONGEST_DRAFT:
            raise BadChange("That is more than one puzzle can hold.")
        return Draft(other.content, self.code)

    def _built(self, do: Callable[[Building], None]) -> None:
        building = self.building
        do(building)
        self.content["said"] = building.said


# -- what can be done to a draft -------------------------------------------------------------------


def _text(sent: Sent, name: str, longest: int = LONGEST) -> str:
    text = " ".join(sent.get(name, "").split())
    if len(text) > longest:
        raise BadChange(f"That is too long: {longest} characters are enough for anybody to read.")
    return text


def _lines(sent: Sent, name: str, most: int = 20) -> list[str]:
    found = [" ".join(line.split()) for line in sent.get(name, "")[: 20 * LONGEST].splitlines() if line.strip()]
    if len(found) > most or any(len(line) > LONGEST for line in found):
        raise BadChange(f"At most {most} lines, please.")
    return found


def _whole(sent: Sent, name: str) -> int:
    try:
        return int(sent.get(name, ""))
    except ValueError:
        raise BadText("not a whole number", sent.get(name, ""), "a whole number") from None


def _put(draft: Draft, sent: Sent) -> None:
    """Cards, where they go now; without any, the next place is to be filled."""
    cards = typed_cards(sent.get("card", ""))
    if cards:
        draft._built(lambda building: building.put(draft.place.id, cards))
    else:
        _next(draft, sent)


def _take(draft: Draft, sent: Sent) -> None:
    place = sent.get("place", "")
    draft._built(lambda building: building.take(place, _whole(sent, "at")))
    draft.content["place"] = place


def _back(draft: Draft, sent: Sent) -> None:
    """The last card that was laid where cards go now."""
    place = draft.place
    known = [at for at, card in enumerate(place.cards) if card != BACK]
    if not known:
        raise BadChange("There is no card to take back here.")
    draft._built(lambda building: building.take(place.id, known[-1]))


def _clear(draft: Draft, sent: Sent) -> None:
    draft._built(lambda building: building.clear(sent.get("place", "")))


def _meld(draft: Draft, sent: Sent) -> None:
    draft._built(lambda building: building.new_meld(sent.get("place", "")))
    draft.content["place"] = sent.get("place", "")


def _fill(draft: Draft, sent: Sent) -> None:
    draft.content["place"] = draft.building.place(sent.get("place", "")).id


def _next(draft: Draft, sent: Sent) -> None:
    """The next place: of those before the solver first, unless another's is being filled."""
    far = bool(draft.place.seat) or draft.place.rest
    ids = [place.id for place in draft.building.places() if far or not (place.seat or place.rest)]
    draft.content["place"] = ids[(ids.index(draft.place.id) + 1) % len(ids)]


def _say(draft: Draft, sent: Sent) -> None:
    key = sent.get("key", "")
    part = draft.game.state.keys.get(key)
    if part is None:
        raise BadText("not a key of a position", key, ", ".join(draft.game.state.keys))
    draft._built(lambda building: building.say(key, _said(draft, part, sent)))


def _said(draft: Draft, part: Any, sent: Sent) -> Any:
    """What a form says of a part of the position, as positions have it. Raises BadText."""
    seats, text = range(draft["seats"]), sent.get("value", "").strip()
    if isinstance(part, MatchPart):
        scores = [_whole(sent, f"value.{seat}") for seat in seats]
        return {**draft.building.lies.get(part.key, {}), "dealer": _whole(sent, "dealer"), "scores": scores}
    if isinstance(part, SeatOrNone):
        return int(text) if text.isdecimal() else None
    if isinstance(part, Number):
        return _whole(sent, "value")
    if isinstance(part, Word):
        return text
    if isinstance(part, Flag):
        return text == "on"
    if isinstance(part, Seats):
        return [seat for seat in seats if sent.get(f"value.{seat}") == "on"]
    if isinstance(part, Words):
        return [sent.get(f"value.{seat}", "") for seat in seats]
    if isinstance(part, NumberBySeat):
        return [_whole(sent, f"value.{seat}") for seat in seats]
    return _json(text, draft.building.lies.get(part.key))


def _json(text: str, now: Any) -> Any:
    """A value of a form of its own: lines where it is a list of texts, JSON otherwise."""
    if isinstance(now, list) and all(isinstance(one, str) for one in now) and not text.startswith("["):
        return [line.strip() for line in text.splitlines()]
    if isinstance(now, str):
        return text
    try:
        return json.loads(text or "null")
    except json.JSONDecodeError:
        raise BadText("not JSON", text[:40], "JSON such as [[0, 1]]") from None


def _seats(draft: Draft, sent: Sent) -> None:
    seats = _whole(sent, "seats")
    draft.game.check_seats(draft.options, seats)
    draft.content |= {"seats": seats, "said": {key: draft["said"][key] for key in draft["said"] if key != "match"}}
    for key, value in draft["said"].items():
        if isinstance(value, list):
            draft["said"][key] = value[:seats]


def _options(draft: Draft, sent: Sent) -> None:
    try:
        values = json.loads(sent.get("options", ""))
    except json.JSONDecodeError:
        raise BadText("no house rules", sent.get("options", "")[:40], "one of the sets") from None
    options = draft.game.options(values)
    draft.game.check_seats(options, draft["seats"])
    draft.content["options"] = options.changed()


def _kind(draft: Draft, sent: Sent) -> None:
    kind = sent.get("kind", "")
    if kind not in draft.kinds and kind != draft["kind"]:
        raise BadChange("There is no such question here.")
    draft.content |= {"kind": kind, "question": "", "extra": {}}


def _one(draft: Draft, sent: Sent) -> None:
    draft.content["one"] = sent.get("one") == "on"


def _move(draft: Draft, sent: Sent) -> None:
    text, moves = _text(sent, "move"), draft["moves"]
    [move] = moves_of(draft.game, [text])
    line = str(move)
    if draft["kind"] == "own-rule":
        draft.content["move"] = line
    elif line in moves:
        moves.remove(line)
    elif len(moves) >= MOST_MOVES:
        raise BadChange(f"{MOST_MOVES} moves are the most that one question asks about.")
    else:
        moves.append(line)


def _some_moves(draft: Draft, sent: Sent) -> None:
    """Five moves to ask about, some of them allowed and some not, if there are both."""
    refused = [one.text for one in draft.proposals if one.refused]
    legal = [one.text for one in draft.proposals if not one.refused]
    luck = Random(len(draft["moves"]) + draft.building.left.total())
    number = min(len(legal), max(2, 5 - len(refused)))
    chosen = luck.sample(legal, number) + luck.sample(refused, min(len(refused), 5 - number))
    if not chosen:
        raise BadChange("There is no move to be made here.")
    draft.content["moves"] = chosen


def _temptation(draft: Draft, sent: Sent) -> None:
    """One move more that is refused."""
    refused = [one.text for one in draft.proposals if one.refused and one.text not in draft["moves"]]
    if not refused:
        raise BadChange("No move like these is refused. Write one yourself.")
    draft["moves"].append(refused[0])


def _fact(draft: Draft, sent: Sent) -> None:
    draft.content |= {"fact": _text(sent, "fact"), "after": _lines(sent, "after")}


def _goal(draft: Draft, sent: Sent) -> None:
    draft.content |= {"goal": _text(sent, "goal"), "solution": _lines(sent, "solution")}


def _choices(draft: Draft, sent: Sent) -> None:
    choices = []
    for at in range(MOST_CHOICES):
        text, check = _text(sent, f"text.{at}"), _text(sent, f"check.{at}")
        if text:
            choices.append({"text": text, "right": sent.get(f"right.{at}") == "on", "check": check})
    draft.content |= {"choices": choices, "question": _text(sent, "question")}


def _mark(draft: Draft, sent: Sent) -> None:
    at = _whole(sent, "at")
    if not 0 <= at < len(draft["choices"]):
        raise BadChange("There is no such answer.")
    draft["choices"][at]["right"] = sent.get("right") == "on"


def _words(draft: Draft, sent: Sent) -> None:
    if "question" in sent:
        draft.content["question"] = _text(sent, "question")
    if "why" in sent:
        draft.content["why"] = _text(sent, "why")
    draft.content["hints"] = [
        _text(sent, f"hint.{at}") if f"hint.{at}" in sent else draft["hints"][at] for at in range(HINTS)
    ]
    for name in sent:
        if name.startswith("comment."):
            draft["comments"][name.removeprefix("comment.")] = _text(sent, name)


def _clauses(draft: Draft, sent: Sent) -> None:
    wanted = sent.get("clauses", "").split()
    draft.content["clauses"] = [id for id in dict.fromkeys(wanted) if id in draft.game.clauses]


def _start(draft: Draft, sent: Sent) -> None:
    """Begin with a position that somebody pasted. Raises HouseError."""
    text = sent.get("text", "").strip()
    try:
        position = json.loads(text)
    except json.JSONDecodeError:
        raise BadText("not a position", text[:40], "a position as JSON, as the API and records have it") from None
    take_position(draft, position)


def _another(draft: Draft, sent: Sent) -> None:
    """Begin with a position that a maker of the game finds."""
    slug = sent.get("theme", "")
    if slug.startswith(STEP):
        _step(draft, slug.removeprefix(STEP))
        return
    theme = next((one for one in draft.game.themes if one.slug == slug), None)
    if theme is None:
        raise BadChange("There is no such kind of puzzle.")
    try:
        setup = theme.make(Random(), draft.options)
        position = theme.pose(setup, draft.options).position
    except (Void, Unproven) as nothing:
        raise BadChange(f"By these rules nothing came up. {nothing}") from None
    if not position:
        raise BadChange("That kind of puzzle has no table to begin with.")
    take_position(draft, {**position, "options": draft["options"]})
    if draft.asks_of_position(theme):
        draft.content["kind"] = slug


def _step(draft: Draft, id: str) -> None:
    """Begin with the table of a step of the game's course."""
    for lesson in draft.game.lessons:
        for step in lesson.steps:
            if step.id == id:
                if not step.true_under(draft.options):
                    raise BadChange("That step of the course needs other house rules than these.")
                take_position(draft, draft.game.position(step.load(draft.game, draft.options)))
                return
    raise BadChange("There is no such step in the course.")


def take_position(draft: Draft, position: Any) -> None:
    """Let the draft lie like this. Raises HouseError."""
    if not isinstance(position, Mapping):
        raise BadText("not a position", str(position)[:40], "a position as JSON")
    state = draft.game.load(position)
    draft.content |= {"options": state.options.changed(), "seats": state.seats, "moves": [], "move": "", "solution": []}
    draft.content["said"] = sparse(draft.game, state.options, state.seats, draft.game.position(state))


def _fill_up(draft: Draft, sent: Sent) -> None:
    """Deal the open cards of the solver's hand so that the answer stays the same."""
    wanted = draft.posed.key
    state = draft.state
    assert state is not None
    for luck in range(FILLS):
        whole = draft.game.imagine(draft.game.view(state, 0), Random(luck))
        hand = draft.game.position(whole)["hands"][0]
        content = json.loads(json.dumps(draft.content))
        rows = content["said"].get("hands", [])
        content["said"]["hands"] = [hand, *rows[1:]]
        other = Draft(content, draft.code)
        with suppress(HouseError):
            if other.posed.key == wanted:
                draft.content["said"] = content["said"]
                return
    raise BadChange("Whatever was dealt there changed the answer, so nothing was filled in.")


FILLS = 40
CHANGES: dict[str, Callable[[Draft, Sent], None]] = {
    "put": _put,
    "take": _take,
    "back": _back,
    "clear": _clear,
    "meld": _meld,
    "fill": _fill,
    "next": _next,
    "say": _say,
    "seats": _seats,
    "options": _options,
    "kind": _kind,
    "one": _one,
    "move": _move,
    "some": _some_moves,
    "tempt": _temptation,
    "fact": _fact,
    "goal": _goal,
    "choices": _choices,
    "mark": _mark,
    "words": _words,
    "clauses": _clauses,
    "start": _start,
    "another": _another,
    "fill-up": _fill_up,
}
