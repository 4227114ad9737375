"""Serializers for games, their rules, and their rulebooks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import CountField, build_list_serializer, build_seat_list_field, build_text_list_field
from core.practice.themes import list_available_themes
from games.engine.bot import LEVELS
from games.engine.facts_and_goals import KINDS as VALUE_KINDS


class ApiIndexSerializer(drf.Serializer):
    games = drf.CharField()
    schema = drf.CharField()
    docs = drf.CharField()


class ThemeListSerializer(drf.ListSerializer[Any]):
    """A list serializer for puzzle themes.

    It leaves out themes that aren't possible under the house rules `options` in the context.
    """

    def to_representation(self, data: Any) -> list[Any]:
        return super().to_representation(list_available_themes(data, self.context["options"]))


class PuzzleThemeSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    sentence = drf.CharField()
    clauses = build_text_list_field(help_text="The clauses its puzzles can be about.")

    class Meta:
        list_serializer_class = ThemeListSerializer


class AttributeField(drf.CharField):
    """A field that shows an object in responses as the text of one of its attributes."""

    def __init__(self, attribute: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.attribute = attribute

    def to_representation(self, value: Any) -> str:
        return str(getattr(value, self.attribute))


class FactListSerializer(drf.ListSerializer[Any]):
    """A list serializer that gets a game's facts (questions that the engine can answer) as a dict by name."""

    def to_representation(self, data: Any) -> list[Any]:
        return super().to_representation(data.values())


class FactSerializer(drf.Serializer):
    name = drf.CharField()
    kind = drf.ChoiceField(choices=list(VALUE_KINDS))
    question = drf.CharField(help_text="With its arguments in braces.")
    takes = drf.ListField(child=AttributeField("name"), help_text="The words after its name.")
    clauses = build_text_list_field()

    class Meta:
        list_serializer_class = FactListSerializer


class BotLevelsField(drf.DictField):
    """A field that gets a game's bots by level, and shows a description of each level."""

    def to_representation(self, value: Any) -> dict[str, str]:
        return {level: LEVELS.get(level, "") for level in value}


class UsualSeatCountField(drf.IntegerField):
    """A field for a game's usual number of players under its standard rules."""

    def to_representation(self, value: Any) -> int:
        return int(value.get_usual_seat_count(value.options()))


class GameRowSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    family = drf.CharField()
    tagline = drf.CharField()
    minutes = drf.CharField()
    seats = build_seat_list_field()
    usual_seats = UsualSeatCountField(source="*", help_text="The default number of players under the standard rules.")
    version = drf.IntegerField()
    clauses = CountField()


class GameSerializer(GameRowSerializer):
    verbs = drf.DictField(child=AttributeField("words"), help_text="The verbs of its moves.")
    position = drf.DictField(
        source="position_keys", child=drf.CharField(), help_text="The keys of a position and their contents."
    )
    decides = drf.BooleanField(help_text="Whether players decide anything. If not, cards flip automatically.")
    bots = BotLevelsField(child=drf.CharField(), help_text="The levels of its bots. Empty if nobody decides anything.")
    themes = build_list_serializer(PuzzleThemeSerializer, source="*", help_text="Its puzzle types.")
    facts = build_list_serializer(
        FactSerializer, source="all_facts", help_text="The facts you can ask about a position."
    )
    lessons = CountField()


class ClauseSerializer(drf.Serializer):
    id = drf.CharField(source="clause.id")
    title = drf.CharField(source="entry.title")
    section = drf.CharField(source="section.title")
    text = drf.CharField(
        source="entry.text", help_text="Markdown, as worded under the rule set. Empty if the clause isn’t in use."
    )
    refusal = drf.CharField(
        source="clause.refusal",
        help_text="The message for a move that breaks it, with slots in braces. Empty if no move can break it.",
    )
    holds = drf.BooleanField(source="entry.is_in_force")
    changed = drf.BooleanField(
        source="entry.is_changed", help_text="Whether the wording differs from the standard rules."
    )


class OptionValueListSerializer(drf.ListSerializer[Any]):
    """A list serializer that gets an option and shows its values. Of a long range, it shows only some."""

    def to_representation(self, data: Any) -> list[Any]:
        return super().to_representation(
            [{"value": value, "sentence": data.describe_value(value)} for value in data.list_values_to_try()]
        )


class OptionValueSerializer(drf.Serializer):
    value = drf.JSONField()
    sentence = drf.CharField()

    class Meta:
        list_serializer_class = OptionValueListSerializer


class ChangedClausesField(drf.ListField):
    """A field that gets the name of an option, and shows the ids of the clauses that the option changes."""

    def to_representation(self, value: Any) -> list[Any]:
        return super().to_representation(self.context["game"].rulebook.list_changed_clauses(value))


class OptionSerializer(drf.Serializer):
    name = drf.CharField()
    label = drf.CharField()
    group = drf.CharField()
    default = drf.JSONField()
    clauses = ChangedClausesField(source="name", child=drf.CharField())
    values = build_list_serializer(
        OptionValueSerializer,
        source="*",
        help_text="Only some values of a long range. `schema` has the limits.",
    )


class DigestField(drf.CharField):
    """A field that gets option values, and shows the digest (a hash) of the rule set with these values.

    The serializer's context has the `game`.
    """

    def to_representation(self, value: Any) -> str:
        return str(self.context["game"].options(value).digest())


class PresetSerializer(drf.Serializer):
    name = drf.CharField()
    title = drf.CharField()
    sentence = drf.CharField()
    values = drf.DictField()
    digest = DigestField(source="values")


class OptionsSerializer(drf.Serializer):
    game = drf.CharField(source="slug")
    schema = drf.DictField(source="options.build_schema", help_text="JSON Schema of an options object.")
    options = build_list_serializer(OptionSerializer, source="options.list_options")
    presets = build_list_serializer(PresetSerializer, source="options.presets")


class OtherRulesAnswerSerializer(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    value = drf.JSONField()
    sentence = drf.CharField()


class ClauseAnswerSerializer(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    says = drf.CharField(help_text="The rule in a sentence or two, as Markdown.")
    holds = drf.BooleanField(
        help_text="Whether it’s in use at this table. If not, this is its text at a different table."
    )
    elsewhere = build_list_serializer(OtherRulesAnswerSerializer, help_text="The answers under other house rules.")


class OptionAnswerSerializer(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    says = drf.CharField()
    elsewhere = build_list_serializer(OtherRulesAnswerSerializer)


class LessonAnswerSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    says = drf.CharField()


class WrittenAnswerSerializer(drf.Serializer):
    id = drf.CharField()
    question = drf.CharField(help_text="The common question this answers.")
    says = drf.CharField(
        source="text", help_text="The answer under the rule set, as Markdown. The first sentence is the short answer."
    )
    clauses = build_text_list_field(help_text="The clauses behind the answer.")


class CardsAnswerSerializer(drf.Serializer):
    words = drf.CharField(help_text="The cards as a move.")
    allowed = drf.BooleanField(source="is_allowed")
    says = drf.CharField(help_text="Why it’s illegal. Empty if it’s legal.")
    clauses = build_text_list_field(help_text="The clauses it breaks, or the one to read.")


class AnswersSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    question = drf.CharField(source="answers.question")
    written = WrittenAnswerSerializer(
        source="answers.written", allow_null=True, help_text="The answer to a common question, or null."
    )
    sure = drf.BooleanField(
        source="answers.is_sure", help_text="Whether `written` answers this question. If not, ask the person."
    )
    cards = build_list_serializer(
        CardsAnswerSerializer, source="answers.cards", help_text="What the rules say about these cards as a meld."
    )
    clauses = build_list_serializer(ClauseAnswerSerializer, source="answers.clauses")
    options = build_list_serializer(OptionAnswerSerializer, source="answers.options")
    lessons = build_list_serializer(LessonAnswerSerializer, source="answers.lessons")


class OptionDifferenceSerializer(drf.Serializer):
    option = drf.CharField(source="option.name")
    label = drf.CharField(source="option.label")
    before = drf.CharField()
    after = drf.CharField()


class RulesSerializer(drf.Serializer):
    game = drf.CharField()
    digest = drf.CharField(help_text="The hash of the content: the rule set’s permanent address.")
    name = drf.CharField()
    title = drf.CharField()
    options = drf.DictField(
        source="house_rules.list_nonstandard_values", help_text="The values that differ from the standard rules."
    )
    differences = build_list_serializer(OptionDifferenceSerializer, source="list_changes_from_standard")
    seats = build_seat_list_field(source="list_seat_counts")
    page = drf.CharField(source="get_absolute_url")


class BookWordingField(drf.CharField):
    """A field for a clause's text under the standard rules.

    It's null if the clause has the same text under the requested rules.
    """

    def to_representation(self, value: Any) -> Any:
        return value.book if value.is_changed else None


class RulebookEntrySerializer(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    text = drf.CharField()
    book = BookWordingField(source="*", allow_null=True, help_text="The standard wording, if it differs.")
    holds = drf.BooleanField(source="is_in_force")


class RulebookSectionSerializer(drf.Serializer):
    title = drf.CharField()
    clauses = build_list_serializer(RulebookEntrySerializer, source="entries")


class RulebookSerializer(drf.Serializer):
    game = drf.CharField(source="game.slug")
    title = drf.CharField(source="game.rulebook.title")
    rules = RulesSerializer()
    intro = drf.CharField(source="game.rulebook.intro")
    sections = build_list_serializer(RulebookSectionSerializer)
    sources = drf.CharField(source="game.rulebook.sources")
