"""The shapes of what is sent and answered. Questions are checked by them; answers are documented by them.

A question refuses keys that it does not know, and takes nothing for something else: `"1"` is no number.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers as drf

from core.authoring.collections.editing import MOST_ENTRIES
from core.authoring.puzzles.models import LONGEST_TITLE, Proof, Visibility
from core.classes.enrolment import NAMESAKES
from core.classes.models import LONGEST_NAME, MOST_PIECES, MOST_PUPILS
from core.classes.roster import read_line, tidy
from core.http.strict_toml import LONGEST as LONGEST_FILE
from core.play.models import Table
from core.play.replay import VIEW
from core.play.turns import STEP
from games.engine.asking import KINDS as VALUE_KINDS
from games.engine.puzzle import FORMS
from games.engine.record import FORMAT
from games.engine.view import FIELD_KINDS, LAYOUTS, SIGNS
from games.words import listed

PACES = Table.Pace.values
TURNING = Table.Turning.values
PATIENCE = sorted(Table.Patience.values)
BIGGEST = 2**63 - 1
"""No id is larger than this."""


class Text(drf.CharField):
    """Text, and nothing that only could be written as one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 200, "trim_whitespace": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Whole(drf.IntegerField):
    """A whole number, written as one."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class OneOf(drf.ChoiceField):
    """One of a few values, written as it is; the refusal lists them."""

    def to_internal_value(self, data: Any) -> Any:
        if not any(type(data) is type(one) and data == one for one in self.choices):
            raise drf.ValidationError(f"One of {listed([str(one) for one in self.choices], 'or')} is wanted.")
        return data


class Many(drf.ListField):
    """A list. One that's too long is refused as a whole, before anything in it is looked at."""

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.most = max_length

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list) and len(data) > self.most:
            self.fail("max_length", max_length=self.most)
        return list(super().to_internal_value(data))


class Yes(drf.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Thing(drf.JSONField):
    """An object with keys of its own, such as a position."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise drf.ValidationError("An object is wanted.")
        return data


@extend_schema_field({"$ref": "#/components/schemas/Position"})
class Seen(drf.DictField):
    """A position in an answer, of the type of its game: see `schema.positions`."""


class Question(drf.Serializer):
    """What is sent."""

    default_error_messages = {"invalid": "An object is wanted."}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                raise drf.ValidationError({name[:60]: ["There is no such key."] for name in unknown[:10]})
        return super().to_internal_value(data)


def some(shape: type[drf.Serializer], **kwargs: Any) -> drf.Serializer:
    """A list of these."""
    return shape(many=True, **kwargs)


def texts(**kwargs: Any) -> drf.ListField:
    return drf.ListField(child=drf.CharField(), **kwargs)


def seats_list(**kwargs: Any) -> drf.ListField:
    return drf.ListField(child=drf.IntegerField(), **kwargs)


# -- games -------------------------------------------------------------------------------------------------------------


class LinksShape(drf.Serializer):
    games = drf.CharField()
    schema = drf.CharField()
    docs = drf.CharField()


class ClauseRef(drf.Serializer):
    id = drf.CharField()
    text = drf.CharField()


class ThemeShape(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    sentence = drf.CharField()
    clauses = texts(help_text="What its puzzles may be about.")


class FactShape(drf.Serializer):
    name = drf.CharField()
    kind = drf.ChoiceField(choices=list(VALUE_KINDS))
    question = drf.CharField(help_text="With the words that it takes in braces.")
    takes = texts(help_text="The words after its name.")
    clauses = texts()


class GameRowShape(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    family = drf.CharField()
    tagline = drf.CharField()
    minutes = drf.CharField()
    seats = seats_list()
    usual_seats = drf.IntegerField(help_text="How many players a new table seats by default under the standard rules.")
    version = drf.IntegerField()
    clauses = drf.IntegerField()


class GameShape(GameRowShape):
    verbs = drf.DictField(child=drf.CharField(), help_text="The verbs of its moves.")
    position = drf.DictField(child=drf.CharField(), help_text="The keys of a position, and what each holds.")
    decides = drf.BooleanField(
        help_text="Whether players decide anything; where nobody does, seats turn by themselves."
    )
    bots = drf.DictField(child=drf.CharField(), help_text="The levels of its bots; none where nobody decides.")
    themes = some(ThemeShape, help_text="Its kinds of puzzle.")
    facts = some(FactShape, help_text="What can be asked of a position.")
    lessons = drf.IntegerField()


class ClauseShape(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    section = drf.CharField()
    text = drf.CharField(help_text="Markdown, as worded under the rule set; empty where the clause does not hold.")
    refusal = drf.CharField(help_text="What is said when a move breaks it, with slots in braces; empty if none can.")
    holds = drf.BooleanField()
    changed = drf.BooleanField(help_text="Whether the wording differs from the book's.")


class ValueShape(drf.Serializer):
    value = drf.JSONField()
    sentence = drf.CharField()


class OptionShape(drf.Serializer):
    name = drf.CharField()
    label = drf.CharField()
    group = drf.CharField()
    default = drf.JSONField()
    clauses = texts()
    values = some(ValueShape, help_text="Of a long range of numbers only some; `schema` says how far it goes.")


class PresetShape(drf.Serializer):
    name = drf.CharField()
    title = drf.CharField()
    sentence = drf.CharField()
    values = drf.DictField()
    digest = drf.CharField()


class OptionsShape(drf.Serializer):
    game = drf.CharField()
    schema = drf.DictField(help_text="JSON Schema of an options object.")
    options = some(OptionShape)
    presets = some(PresetShape)


class ElsewhereShape(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    value = drf.JSONField()
    sentence = drf.CharField()


class ClauseAnswerShape(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    says = drf.CharField(help_text="The rule in a sentence or two, as Markdown.")
    holds = drf.BooleanField(help_text="Whether it holds at this table; if not, this is what another one says.")
    elsewhere = some(ElsewhereShape, help_text="What other house rules would make of it.")


class OptionAnswerShape(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    says = drf.CharField()
    elsewhere = some(ElsewhereShape)


class LessonAnswerShape(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    says = drf.CharField()


class CardsAnswerShape(drf.Serializer):
    words = drf.CharField(help_text="The cards as a move.")
    allowed = drf.BooleanField()
    says = drf.CharField(help_text="Why it is refused; empty if it is allowed.")
    clauses = texts(help_text="The clauses that it breaks, or the one to read.")


class AnswersShape(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    question = drf.CharField()
    cards = some(CardsAnswerShape, help_text="What the rules say of several cards, laid together.")
    clauses = some(ClauseAnswerShape)
    options = some(OptionAnswerShape)
    lessons = some(LessonAnswerShape)


class DifferenceShape(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    before = drf.CharField()
    after = drf.CharField()


class RulesShape(drf.Serializer):
    game = drf.CharField()
    digest = drf.CharField(help_text="The hash of the content: the rule set's permanent address.")
    name = drf.CharField()
    title = drf.CharField()
    options = drf.DictField(help_text="The values that differ from the book.")
    differences = some(DifferenceShape)
    seats = seats_list()
    page = drf.CharField()


class EntryShape(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    text = drf.CharField()
    book = drf.CharField(allow_null=True, help_text="The book's wording where it differs.")
    holds = drf.BooleanField()


class SectionShape(drf.Serializer):
    title = drf.CharField()
    clauses = some(EntryShape)


class RulebookShape(drf.Serializer):
    game = drf.CharField()
    title = drf.CharField()
    rules = RulesShape()
    intro = drf.CharField()
    sections = some(SectionShape)
    sources = drf.CharField()


# -- the oracle --------------------------------------------------------------------------------------------------------


class RulesQuestion(Question):
    options = Thing(required=False, help_text="House rules: the values that differ from the book.")
    rules = Text(required=False, help_text="Instead of options, the hash of a rule set, or `book`.")


class PositionQuestion(RulesQuestion):
    position = Thing(help_text="A position, whole or with `?` for cards that are not known. What is left out is usual.")


class LegalQuestion(PositionQuestion):
    seat = Whole(min_value=-1, max_value=20, help_text="From 0; the dealer is -1.")


class MoveQuestion(LegalQuestion):
    move = Text(max_length=800, help_text="A move's text; `X=?` leaves it to the rules what a wild card stands for.")


class AskQuestion(LegalQuestion):
    fact = Text(max_length=200, help_text="The name of a fact, and the words that it takes: `legal discard KS`.")


class ApplyQuestion(MoveQuestion):
    whole = Yes(required=False, help_text="Answer with the whole position that was sent, not only what the seat sees.")


class FieldShape(drf.Serializer):
    kind = drf.ChoiceField(
        choices=list(FIELD_KINDS), help_text=" ".join(f"`{kind}`: {said}" for kind, said in FIELD_KINDS.items())
    )
    name = drf.CharField()
    label = drf.CharField(help_text="What to ask a person for.")
    zones = texts(help_text="The ids of the zones to pick from.")
    low = drf.IntegerField(help_text="How many at least; with 0 the field may be left out, unless it is an amount.")
    high = drf.IntegerField(help_text="How many at most.")
    values = drf.ListField(child=texts(), help_text="With `choice`: pairs of a value and its name.")
    join = drf.CharField(help_text="What to write before the value, such as `after`.")
    wild = drf.BooleanField(help_text="Whether a wild card is sent as `X=?`, for the rules to find what it stands for.")
    step = drf.IntegerField(help_text="With `amount`: how far one amount is from the next.")
    faces = texts(help_text="With `choice`, where the values are suits or ranks: the letter of each.")
    split = drf.ListField(
        child=drf.ListField(),
        help_text="With `cards` that are used in several ways: for each part, in the order in which you write it, "
        "the number of cards, what to write before them, and a word for them.",
    )


class ScreenActionShape(drf.Serializer):
    verb = drf.CharField()
    label = drf.CharField()
    sentence = drf.CharField()
    fields = some(FieldShape)
    cards = texts(help_text="A picture of what it means: codes, or ranks alone for any suit.")
    at = drf.CharField(
        help_text="The id of the zone that stands for it, or empty: the stock to draw, where a card goes."
    )
    fits = drf.ListField(
        child=texts(),
        help_text="Where one card begins a move: pairs of a card that may, and the number of its target, or empty.",
    )
    takes = drf.ListField(
        child=texts(),
        help_text="Where it takes partners along: pairs of such a card and their codes, or empty if it goes alone.",
    )


class ActionShape(ScreenActionShape):
    clause = drf.CharField(help_text="The clause to read first.")
    moves = texts(help_text="Legal moves, ready to be sent.")
    complete = drf.BooleanField(
        help_text="Whether these are all; else they are examples, at least one if any was found in time."
    )


class ViolationShape(drf.Serializer):
    id = drf.CharField()
    text = drf.CharField()
    others = some(ClauseRef)


class LegalShape(drf.Serializer):
    seat = drf.IntegerField()
    waiting = seats_list()
    actions = some(ActionShape)
    violation = ViolationShape(allow_null=True)


class CheckShape(drf.Serializer):
    legal = drf.BooleanField()
    violation = ViolationShape(allow_null=True)
    readings = texts(help_text="For a move that leaves something open, such as `=?`, the legal moves that it can mean.")


class AskShape(drf.Serializer):
    kind = drf.ChoiceField(
        choices=list(VALUE_KINDS), help_text=" ".join(f"`{k}`: {v}." for k, v in VALUE_KINDS.items())
    )
    value = drf.JSONField(help_text="null: there is nothing to say, or the cards are not known.")
    clauses = texts(help_text="The clauses that decide it.")


class EventShape(drf.Serializer):
    kind = drf.CharField()
    seat = drf.IntegerField(allow_null=True)
    cards = drf.CharField()
    facts = drf.DictField(help_text="What else there is to say of it, in the game's own names.")
    text = drf.CharField(help_text="The same as a sentence, with seat numbers as {0}, {1} where names belong.")


class ApplyShape(drf.Serializer):
    move = drf.CharField()
    position = Seen()
    events = some(EventShape)


class InvolvedShape(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    text = drf.CharField()
    broken = drf.BooleanField()
    refusal = drf.CharField(help_text="Why the move is refused by it; empty if it is not broken.")


class ExplainShape(drf.Serializer):
    move = drf.CharField()
    legal = drf.BooleanField()
    sentence = drf.CharField()
    clauses = some(InvolvedShape)
    readings = texts()


class SeatScore(drf.Serializer):
    seat = drf.IntegerField()
    score = drf.IntegerField(allow_null=True, help_text="null if not all its cards are known.")


class ScoreShape(drf.Serializer):
    counts = drf.BooleanField(help_text="Whether there is anything to count at this moment.")
    scores = some(SeatScore)


# -- house rules -------------------------------------------------------------------------------------------------------


class KeepRulesQuestion(Question):
    game = Text(max_length=40)
    options = Thing(help_text="The values that differ from the book.")
    name = Text(required=False, allow_blank=True, max_length=60)


# -- tables ------------------------------------------------------------------------------------------------------------


class TableQuestion(RulesQuestion):
    game = Text(max_length=40)
    seating = Many(
        child=Text(max_length=20),
        min_length=1,
        max_length=20,
        help_text="Who takes each seat: `me`, `link` (whoever has the invitation), or a level of bot; `itself` for a "
        "seat that turns by itself, where nobody decides anything.",
    )
    pace = OneOf(choices=PACES, required=False)
    patience = OneOf(
        choices=PATIENCE, required=False, help_text="Seconds until a bot moves for whoever is away; 0 for never."
    )
    forced_moves = Yes(required=False)
    by_link = Yes(required=False)


class JoinQuestion(Question):
    invite = Text(max_length=20)
    seat = Whole(required=False, min_value=0, max_value=20)


class VersionQuestion(Question):
    version = Whole(min_value=0, max_value=2_000_000_000, help_text="The table's version that you saw.")


class TurningQuestion(VersionQuestion):
    how = OneOf(
        choices=[*TURNING, STEP],
        help_text="What turns by itself from now on; `step` turns one card, and then nothing does.",
    )


class PlayQuestion(VersionQuestion):
    move = Text(max_length=800)


class BotQuestion(Question):
    level = Text(max_length=20, help_text="A level of bot; `itself` where nobody decides anything.")


class SeatShape(drf.Serializer):
    number = drf.IntegerField()
    name = drf.CharField()
    kind = drf.ChoiceField(choices=["person", "bot", "free"])
    level = drf.CharField(help_text="The level of a bot, or empty.")
    you = drf.BooleanField()
    to_move = drf.BooleanField()
    away = drf.BooleanField()
    stood_in = drf.BooleanField(help_text="A bot made the last move, for a person who was away.")
    score = drf.IntegerField()
    won = drf.BooleanField()


class TableRowShape(drf.Serializer):
    code = drf.CharField()
    game = drf.CharField()
    rules = drf.CharField()
    status = drf.ChoiceField(choices=["open", "playing", "over"])
    closed = drf.BooleanField(help_text="Those who look after the house closed it before its end.")
    version = drf.IntegerField()
    seats = some(SeatShape)
    seat = drf.IntegerField(allow_null=True)
    your_turn = drf.BooleanField()
    changed = drf.CharField()


class SealShape(drf.Serializer):
    digest = drf.CharField()
    salt = drf.CharField()
    text = drf.CharField()


class ResultShape(drf.Serializer):
    clause = drf.CharField(help_text="The id of the clause that ended the deal.")
    winners = seats_list()
    scores = drf.ListField(child=drf.IntegerField(), allow_null=True, help_text="By seat.")
    facts = drf.DictField(help_text="What else the count came to, in the game's own names.")
    sentence = drf.CharField()
    heads = texts()
    rows = drf.ListField(child=texts())


class ZoneShape(drf.Serializer):
    id = drf.CharField()
    layout = drf.ChoiceField(choices=list(LAYOUTS))
    label = drf.CharField()
    cards = texts(help_text="From bottom, left or oldest; `?` is a card that your seat does not know.")
    owner = drf.IntegerField(allow_null=True, help_text="The seat whose zone it is.")
    number = drf.IntegerField(allow_null=True, help_text="Which of its owner's melds it is, from 1.")
    note = drf.CharField()
    marked = texts()
    seats = seats_list(help_text="Who played each card, where that matters.")
    fresh = drf.ListField(child=drf.IntegerField(), help_text="Places of the cards that its owner got this turn.")
    sort = drf.ChoiceField(choices=["suit", "rank"], help_text="How a hand is drawn.")
    ranks = drf.CharField(help_text="The ranks in the order in which a hand is drawn.")
    trumps = drf.CharField(help_text="The suits that are drawn first.")
    words = texts(help_text="A word for each card, or “”; or none at all.")
    places = texts(help_text="The cards that belong to a row, from left to right, whether they lie there or not.")
    coming = texts(help_text="Those of them that may be laid next.")


class SignShape(drf.Serializer):
    kind = drf.ChoiceField(choices=list(SIGNS))
    label = drf.CharField()
    words = drf.CharField()
    number = drf.IntegerField()
    of = drf.IntegerField()
    suit = drf.CharField()
    cards = texts(help_text="Codes, or a rank alone for any suit, or `-` for any card.")
    groups = drf.ListField(child=drf.IntegerField(), help_text="Sizes of groups of cards.")


class SeatNoteShape(drf.Serializer):
    seat = drf.IntegerField()
    note = drf.CharField()
    to_move = drf.BooleanField()
    dealer = drf.BooleanField()
    score = drf.CharField()
    side = drf.IntegerField(allow_null=True, help_text="The side that the seat plays for, where there are sides.")
    signs = some(SignShape)


class ScreenShape(drf.Serializer):
    seat = drf.IntegerField(allow_null=True)
    zones = some(ZoneShape)
    seats = some(SeatNoteShape)
    prompt = drf.CharField()
    actions = some(ScreenActionShape)
    facts = drf.ListField(child=texts(), help_text="Pairs of a name and a value.")
    signs = some(SignShape, help_text="What is known besides and can be drawn.")


class TableShape(TableRowShape):
    options = drf.DictField()
    pace = drf.ChoiceField(choices=PACES)
    patience = drf.ChoiceField(choices=PATIENCE)
    forced_moves = drf.BooleanField()
    turning = drf.ChoiceField(choices=TURNING, help_text="What turns by itself, where nobody decides anything.")
    deadline = drf.CharField(allow_null=True, help_text="When a bot moves for whoever is waited for, if they are away.")
    owner = drf.BooleanField()
    invite = drf.CharField(allow_null=True, help_text="What an invitation ends in, for those who sit or own.")
    watch = drf.CharField(allow_null=True, help_text="What a link to look on ends in, if others may: `/play/watch/…/`.")
    waiting = seats_list()
    may_take_back = drf.BooleanField(help_text="Your last move can be taken back.")
    between = drf.BooleanField(help_text="A deal is over, and the next waits for somebody to ask for it.")
    winners = seats_list()
    position = Seen(help_text="What your seat knows, `?` for the rest.")
    screen = ScreenShape(help_text="What to draw, and what your seat may try.")
    result = ResultShape(allow_null=True)
    sealed = drf.CharField(allow_null=True, help_text="The SHA-256 of salt and text of the deal that comes next.")
    opened = some(SealShape)
    live = drf.CharField(help_text="Where to listen for new versions (Server-Sent Events), with the same header.")
    page = drf.CharField()


class MadeShape(drf.Serializer):
    number = drf.IntegerField(help_text="The version that the move made.")
    text = drf.CharField()


class PlayedShape(drf.Serializer):
    move = MadeShape()
    table = TableShape()


class ToldShape(drf.Serializer):
    number = drf.IntegerField()
    seat = drf.IntegerField(help_text="-1 is the dealer.")
    by = drf.ChoiceField(
        choices=["person", "bot", "stand-in", "dealer", "itself"],
        help_text="`stand-in` is a bot that moved for a person who was away. `itself` is a move that had no other; "
        "where players decide, only who sits there is told so.",
    )
    text = drf.CharField(allow_null=True, help_text="The move, if it is your own.")
    events = some(EventShape)
    told = texts()


class MovesShape(drf.Serializer):
    version = drf.IntegerField()
    rewound = drf.IntegerField(
        help_text="The version at which a move was last taken back, or 0. If it is after `since`, read the moves anew."
    )
    moves = some(ToldShape)
    more = drf.BooleanField()


class DealShape(drf.Serializer):
    """What a deal came to, in the game's own names."""

    clause = drf.CharField(help_text="The id of the clause that ended the deal.")
    winners = seats_list()
    scores = drf.ListField(child=drf.IntegerField(), allow_null=True, help_text="By seat.")
    facts = drf.DictField(help_text="What else the count came to.")


class RecordShape(drf.Serializer):
    """A match that is over: house rules and moves, from which all else follows, and what came of them."""

    format = drf.ChoiceField(choices=[FORMAT])
    game = drf.CharField()
    options = drf.DictField(help_text="The values that differ from the book.")
    seats = drf.IntegerField()
    moves = drf.ListField(child=drf.ListField())
    players = texts(help_text="Names by seat.")
    results = some(DealShape, help_text="What each deal came to.")
    scores = seats_list()
    winners = seats_list()
    deals = some(SealShape, help_text="The sealed deals, opened.")
    reasons = drf.DictField(child=drf.CharField(), help_text="Why the bots moved, by the place of the move, from 1.")


class SeatRecordShape(drf.Serializer):
    """A match that is not over, as a seat knows it."""

    format = drf.ChoiceField(choices=[VIEW])
    game = drf.CharField()
    seat = drf.IntegerField(allow_null=True)
    version = drf.IntegerField()
    position = Seen()
    told = texts(help_text="All that the seat was told, oldest first.")


ANY_RECORD = PolymorphicProxySerializer("TableRecord", {FORMAT: RecordShape, VIEW: SeatRecordShape}, "format")
"""What there is of a match, over or not."""


# -- puzzles -----------------------------------------------------------------------------------------------------------


class PuzzleQuestion(RulesQuestion):
    game = Text(max_length=40)
    theme = Text(required=False, allow_blank=True, max_length=60)
    clause = Text(required=False, allow_blank=True, max_length=80)


class AnswerQuestion(Question):
    answer = drf.JSONField(
        help_text="By form: `tick` ids, `one` an id, `number` a number, `match` ids to labels, `play` moves."
    )


class ChoiceShape(drf.Serializer):
    id = drf.CharField()
    text = drf.CharField()
    cards = drf.CharField()


class LabelShape(drf.Serializer):
    value = drf.CharField()
    text = drf.CharField()


class AttemptShape(drf.Serializer):
    puzzle = drf.CharField()
    theme = drf.CharField()
    game = drf.CharField()
    tries = drf.IntegerField()
    hints = drf.IntegerField()
    right_at_once = drf.BooleanField(allow_null=True)
    solved = drf.BooleanField()
    rated = drf.BooleanField()
    gain = drf.IntegerField()


class PuzzleShape(drf.Serializer):
    code = drf.CharField()
    game = drf.CharField()
    theme = drf.CharField()
    title = drf.CharField()
    form = drf.ChoiceField(choices=FORMS)
    question = drf.CharField()
    position = Seen(allow_null=True)
    zones = texts()
    options = some(ChoiceShape)
    labels = some(LabelShape)
    rules = drf.CharField()
    rating = drf.IntegerField()
    hints = drf.IntegerField(help_text="How many hints there are.")
    page = drf.CharField()


class VerdictShape(drf.Serializer):
    right = drf.BooleanField()
    sentence = drf.CharField()
    refutation = drf.CharField()
    reasons = drf.DictField(child=drf.CharField())
    key = drf.JSONField(help_text="A right answer.")
    clauses = some(ClauseRef)
    attempt = AttemptShape()


class HintsShape(drf.Serializer):
    hints = texts()
    more = drf.BooleanField()


# -- the course --------------------------------------------------------------------------------------------------------


class LessonRowShape(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = texts(help_text="The ids of its steps, in order.")
    clauses = texts()


class CourseShape(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    lessons = some(LessonRowShape)


class ReplyShape(drf.Serializer):
    text = drf.CharField()
    value = drf.JSONField(help_text="What the fact would have to be, or what goes into its open place.")
    right = drf.BooleanField()
    why = drf.CharField()


class StepShape(drf.Serializer):
    id = drf.CharField()
    kind = drf.ChoiceField(choices=["show", "do", "choose", "predict", "try-illegal", "play-on"])
    text = drf.CharField()
    clauses = texts()
    position = Seen(help_text="What seat 0, the reader's, knows.")
    point_at = texts()
    question = drf.CharField()
    fact = drf.CharField(help_text="What is asked, by its name; `{}` is the place of an answer's value.")
    after = texts(help_text="Moves after which it is asked.")
    answers = some(ReplyShape)
    tempting = texts(help_text="Moves that the rules refuse here.")
    goals = texts(help_text="What has to be reached, by name.")
    solution = texts()
    done = drf.CharField()
    turns = drf.IntegerField()
    hints = texts()


class LessonShape(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    slug = drf.CharField()
    title = drf.CharField()
    idea = drf.CharField()
    steps = some(StepShape)


class StepDoneQuestion(Question):
    game = Text(max_length=40)
    step = Text(max_length=80)
    unaided = Yes(required=False)


class StepStateShape(drf.Serializer):
    id = drf.CharField()
    done = drf.BooleanField()
    unaided = drf.BooleanField(allow_null=True)


class LessonStateShape(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    steps = some(StepStateShape)


class ProgressShape(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    done = drf.IntegerField()
    of = drf.IntegerField()
    lessons = some(LessonStateShape)


# -- oneself -----------------------------------------------------------------------------------------------------------


class TokenShape(drf.Serializer):
    code = drf.CharField()
    name = drf.CharField()
    scopes = texts()
    read_only = drf.BooleanField()
    made = drf.CharField()
    expires = drf.CharField(allow_null=True)


class RatingShape(drf.Serializer):
    game = drf.CharField()
    rating = drf.IntegerField()
    deviation = drf.IntegerField()


class MeShape(drf.Serializer):
    code = drf.CharField()
    name = drf.CharField()
    username = drf.CharField()
    token = TokenShape()
    ratings = some(RatingShape)
    live = drf.CharField(help_text="Where to listen for what waits for you (Server-Sent Events), with the same header.")


# -- classes -----------------------------------------------------------------------------------------------------------


class PupilName(Text):
    """The name of a pupil, as a pasted list has it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST_NAME, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        line = read_line(" ".join(super().to_internal_value(data).split()))
        if line.refused or line.asks:
            raise drf.ValidationError(line.refused or "This does not look like a name.")
        return line.name


class ClassName(Text):
    """The name of a class."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST_NAME, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        name = tidy(super().to_internal_value(data))
        if not name:
            raise drf.ValidationError("A class needs a name.")
        return name


class Namesakes(OneOf):
    """What to do with names that are there already."""

    def __init__(self, **kwargs: Any) -> None:
        said = "What to do with names that are already in the class or the list, regardless of case: "
        super().__init__(
            **{
                "choices": NAMESAKES,
                "required": False,
                "help_text": f"{said}`refuse` them all (the default), `add` them, or `leave-out` each.",
                **kwargs,
            }
        )


class ClassQuestion(Question):
    name = ClassName()
    names = Many(child=PupilName(), max_length=MOST_PUPILS, required=False, help_text="The names of its pupils.")
    namesakes = Namesakes()


class ClassNameQuestion(Question):
    name = ClassName()


class ArchiveQuestion(Question):
    archived = Yes(help_text="With `false`, it is brought back.")


class PupilsQuestion(Question):
    names = Many(child=PupilName(), min_length=1, max_length=MOST_PUPILS)
    namesakes = Namesakes()


class SlipsQuestion(Question):
    pupils = Many(
        child=Whole(min_value=1, max_value=BIGGEST),
        max_length=MOST_PUPILS,
        required=False,
        help_text="The ids of pupils; none for all who have not joined.",
    )


class FreshPuzzles(Question):
    """Puzzles that are made for the assignment."""

    number = Whole(min_value=1, max_value=MOST_PIECES)
    clauses = Many(
        child=Text(max_length=80), max_length=MOST_PIECES, required=False, help_text="What they are about; none: all."
    )
    same = Yes(required=False, help_text="The same for everybody, if you do not say `false`.")


class AssignmentQuestion(RulesQuestion):
    game = Text(max_length=40)
    title = Text(max_length=LONGEST_NAME)
    lessons = Many(
        child=Text(max_length=80),
        max_length=MOST_PIECES,
        required=False,
        help_text="The slugs of lessons: of the course, or of the newest versions of your own.",
    )
    puzzles = Many(child=Text(max_length=20), max_length=MOST_PIECES, required=False, help_text="Their codes.")
    collections = Many(
        child=Text(max_length=20),
        max_length=MOST_PIECES,
        required=False,
        help_text="The codes of your collections: what they hold of the game is given.",
    )
    fresh = FreshPuzzles(required=False)
    opens = drf.DateTimeField(required=False, help_text="To the minute; now, if you do not say it.")
    due = drf.DateTimeField(required=False, help_text="To the minute; if you do not say it, it stays open.")
    tries = Whole(required=False, min_value=0, max_value=3, help_text="For each puzzle; 0 for any number. Usually 2.")
    tells = Yes(required=False, help_text="With `false`, pupils hear what was right when it was due.")
    hints = Yes(required=False, help_text="With `false`, no hints can be asked for.")
    pass_at = Whole(required=False, min_value=0, max_value=100, help_text="Per cent right at first; 0 for no mark.")


class ClassroomRowShape(drf.Serializer):
    code = drf.CharField()
    name = drf.CharField()
    joining = drf.CharField(help_text="The code that pupils type to join.")
    created = drf.CharField()
    archived = drf.CharField(allow_null=True, help_text="Since when it is only looked at.")
    size = drf.IntegerField(help_text="How many pupils are in it.")
    here = drf.IntegerField(help_text="How many of them have joined.")
    page = drf.CharField()


class PupilShape(drf.Serializer):
    id = drf.IntegerField()
    name = drf.CharField(help_text="What its teachers call the pupil; nobody else sees it.")
    login = drf.CharField(allow_null=True, help_text="The name to sign in with.")
    table_name = drf.CharField(help_text="What others see.")
    added = drf.CharField()
    joined = drf.CharField(allow_null=True, help_text="null: not yet.")


class ClassroomShape(ClassroomRowShape):
    pupils = some(PupilShape)


class PupilsShape(drf.Serializer):
    pupils = some(PupilShape)


class SlipShape(drf.Serializer):
    id = drf.IntegerField()
    name = drf.CharField()
    login = drf.CharField()
    code = drf.CharField(help_text="What the pupil types to choose a password, once.")


class SlipsShape(drf.Serializer):
    slips = some(SlipShape)


class PieceShape(drf.Serializer):
    place = drf.IntegerField()
    pupil = drf.IntegerField(allow_null=True, help_text="null: for everybody.")
    title = drf.CharField()
    lesson = drf.CharField(help_text="The slug of a lesson, or empty.")
    puzzle = drf.CharField(allow_null=True, help_text="The code of a puzzle.")


class AssignmentShape(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    game = drf.CharField()
    options = drf.DictField(help_text="The house rules: what differs from the book.")
    fresh = drf.IntegerField(help_text="How many puzzles are made for it.")
    clauses = texts(help_text="What those are about; none: all.")
    same = drf.BooleanField(help_text="Whether all pupils get the same ones.")
    opens = drf.CharField()
    due = drf.CharField(allow_null=True)
    tries = drf.IntegerField()
    tells = drf.BooleanField()
    hints = drf.BooleanField()
    pass_at = drf.IntegerField()
    pieces = some(PieceShape, help_text="What all have, as far as it is made.")
    page = drf.CharField()


class PlaceShape(drf.Serializer):
    number = drf.IntegerField()
    title = drf.CharField()
    lesson = drf.CharField(help_text="The slug of a lesson, or empty.")


class MarkShape(drf.Serializer):
    number = drf.IntegerField(help_text="The number of its place.")
    puzzle = drf.CharField(allow_null=True, help_text="null: a lesson, or a puzzle that is still to be made.")
    right_at_first = drf.BooleanField(allow_null=True, help_text="null: not answered yet.")
    right = drf.BooleanField(help_text="Right in the end; of a lesson: all of it done.")
    tries = drf.IntegerField()
    hints = drf.IntegerField()
    seconds = drf.IntegerField()
    last = drf.CharField(allow_null=True, help_text="When the last answer came.")
    missed = texts(help_text="The clauses that wrong answers missed, as far as the rules name any.")


class PupilMarksShape(drf.Serializer):
    id = drf.IntegerField()
    name = drf.CharField()
    passed = drf.BooleanField(allow_null=True, help_text="null: there is no mark to reach.")
    marks = some(MarkShape)


class ClauseMarksShape(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    right_at_first = drf.IntegerField(help_text="How many students had their puzzles about it right on first try.")
    right_later = drf.IntegerField(help_text="How many missed it and had the puzzle right on a later try.")
    not_right = drf.IntegerField(help_text="How many missed it and haven’t had the puzzle right.")
    not_yet = drf.IntegerField(help_text="How many have given no answer that tells.")


class AssignmentResultsShape(drf.Serializer):
    assignment = drf.CharField()
    title = drf.CharField()
    places = some(PlaceShape)
    pupils = some(PupilMarksShape)
    clauses = some(ClauseMarksShape, help_text="Most missed first.")


# -- puzzles that are built --------------------------------------------------------------------------------------------


class BuildQuestion(Question):
    title = Text(required=False, allow_blank=True, max_length=LONGEST_TITLE)
    draft = Thing(help_text="The draft of a file that the builder gives.")


class PublishQuestion(Question):
    visibility = OneOf(
        choices=Visibility.values, required=False, help_text="Who may open it; as it was, if you do not say it."
    )


class WithdrawQuestion(Question):
    withdrawn = Yes(help_text="With `false`, it is given out again.")


class BuiltRowShape(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    game = drf.CharField()
    visibility = drf.ChoiceField(choices=Visibility.values)
    changed = drf.CharField()
    withdrawn = drf.CharField(allow_null=True, help_text="Since when it is taken back.")
    puzzle = drf.CharField(allow_null=True, help_text="The code of its newest version; null: it is not published.")
    page = drf.CharField(help_text="Where you build it.")


class ProveQuestion(Question):
    wanted = Yes(help_text="With `false`, it is stopped.")


class ProofShape(drf.Serializer):
    """A proof that takes minutes."""

    state = drf.ChoiceField(choices=Proof.State.values)
    place = drf.IntegerField(allow_null=True, help_text="Its place in the queue while it waits, from 1.")
    steps = drf.IntegerField(help_text="How far it is.")
    most = drf.IntegerField(help_text="After so many steps it is given up.")


class BegunShape(drf.Serializer):
    """How a draft stands."""

    code = drf.CharField()
    page = drf.CharField(help_text="Where you build it.")
    mistakes = texts(help_text="What stands against publishing it.")
    warnings = texts(help_text="What is to be looked at.")
    proof = ProofShape(allow_null=True, help_text="The long proof that was asked for, of what the draft asks now.")


class VersionShape(drf.Serializer):
    number = drf.IntegerField()
    puzzle = drf.CharField(help_text="The code by which it is solved, and given to classes.")
    title = drf.CharField()
    proven = drf.BooleanField(help_text="Whether the rules have proven every answer.")
    at = drf.CharField()
    page = drf.CharField()


class BuiltShape(BuiltRowShape):
    draft = drf.DictField()
    mistakes = texts(help_text="What stands against publishing it.")
    warnings = texts(help_text="What is to be looked at.")
    proof = ProofShape(allow_null=True, help_text="The long proof that was asked for, of what the draft asks now.")
    versions = some(VersionShape)


# -- lessons that are written ------------------------------------------------------------------------------------------


class WriteQuestion(RulesQuestion):
    game = Text(max_length=40)
    toml = Text(
        max_length=LONGEST_FILE,
        required=False,
        help_text="The text of a lesson’s file, such as the editor gives and the site’s own lessons have.",
    )
    lesson = Text(max_length=80, required=False, help_text="Instead of a text, the slug of a lesson of the course.")


class LessonFileQuestion(RulesQuestion):
    toml = Text(max_length=LONGEST_FILE, required=False, help_text="The text of a lesson’s file.")


class PublishLessonQuestion(Question):
    visibility = OneOf(
        choices=[Visibility.LINK.value, Visibility.PUBLIC.value],
        required=False,
        help_text="Who finds it; as it was, if you do not say it.",
    )


class MistakeShape(drf.Serializer):
    """Something that stands against publishing."""

    step = drf.IntegerField(allow_null=True, help_text="In which step, from 0; null: in the lesson as a whole.")
    key = drf.CharField(help_text="Under which key of the file.")
    sentence = drf.CharField()


class WrittenRowShape(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    game = drf.CharField()
    visibility = drf.ChoiceField(choices=Visibility.values)
    changed = drf.CharField()
    withdrawn = drf.CharField(allow_null=True, help_text="Since when it is taken back.")
    slug = drf.CharField(
        allow_null=True, help_text="What its newest version is called where lessons are given; null: not published."
    )
    page = drf.CharField(help_text="Where you write it.")


class WrittenBegunShape(drf.Serializer):
    """How a draft stands."""

    code = drf.CharField()
    page = drf.CharField(help_text="Where you write it.")
    mistakes = some(MistakeShape)


class WrittenVersionShape(drf.Serializer):
    number = drf.IntegerField()
    slug = drf.CharField(help_text="What it is called where lessons are given to classes.")
    title = drf.CharField()
    at = drf.CharField()
    page = drf.CharField(help_text="Where it is taken.")


class WrittenShape(WrittenRowShape):
    draft = drf.DictField()
    toml = drf.CharField(help_text="The draft as a file.")
    mistakes = some(MistakeShape)
    versions = some(WrittenVersionShape)


# -- collections -------------------------------------------------------------------------------------------------------


class CollectionTitleQuestion(Question):
    title = Text(max_length=LONGEST_TITLE)


NAMES = "Puzzles by their codes, lessons as `game/slug`; in order."


class CollectionQuestion(CollectionTitleQuestion):
    entries = Many(child=Text(max_length=100), max_length=MOST_ENTRIES, required=False, help_text=NAMES)


class CollectedQuestion(Question):
    entries = Many(child=Text(max_length=100), min_length=1, max_length=MOST_ENTRIES, help_text=NAMES)


class CollectionOrderQuestion(Question):
    entries = Many(
        child=drf.IntegerField(), min_length=1, max_length=MOST_ENTRIES, help_text="The ids of the entries, in order."
    )


class CollectionRowShape(drf.Serializer):
    code = drf.CharField()
    title = drf.CharField()
    changed = drf.CharField()
    size = drf.IntegerField(help_text="How many entries it has.")
    page = drf.CharField(help_text="Where you put it together.")
    link = drf.CharField(help_text="Where others go through it.")


class CollectedShape(drf.Serializer):
    """A puzzle or a lesson in a collection. Of what somebody has made it is one version, whatever comes later."""

    id = drf.IntegerField()
    name = drf.CharField(help_text="The code of a puzzle, or `game/slug` of a lesson.")
    lesson = drf.BooleanField()
    title = drf.CharField()
    game = drf.CharField()
    page = drf.CharField(help_text="Where it is solved or taken.")
    newer = drf.BooleanField(help_text="Whether its maker has published a newer version.")
    left_out = drf.CharField(help_text="Why others do not get it; empty if they do.")


class CollectionShape(CollectionRowShape):
    entries = some(CollectedShape)


def page_of(shape: type[drf.Serializer]) -> type[drf.Serializer]:
    """A page of a list of these."""
    fields = {
        "count": drf.IntegerField(),
        "next_offset": drf.IntegerField(allow_null=True),
        "results": some(shape),
    }
    return type(shape.__name__.removesuffix("Shape") + "PageShape", (drf.Serializer,), fields)
