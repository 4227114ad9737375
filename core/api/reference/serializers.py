"""Serializers of games, their rules, and their rulebooks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import CountField, build_list_serializer, build_seat_list_field, build_text_list_field
from games.engine.facts_and_goals import KINDS as VALUE_KINDS


class ApiIndexSerializer(drf.Serializer):
    games = drf.CharField()
    schema = drf.CharField()
    docs = drf.CharField()


class PuzzleThemeSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    sentence = drf.CharField()
    clauses = build_text_list_field(help_text="What its puzzles may be about.")


class FactSerializer(drf.Serializer):
    name = drf.CharField()
    kind = drf.ChoiceField(choices=list(VALUE_KINDS))
    question = drf.CharField(help_text="With the words that it takes in braces.")
    takes = build_text_list_field(help_text="The words after its name.")
    clauses = build_text_list_field()


class UsualSeatCountField(drf.IntegerField):
    """A field for the number of players that a game seats by default under its standard rules."""

    def to_representation(self, value: Any) -> int:
        return int(value.get_usual_seat_count(value.options()))


class GameRowSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    family = drf.CharField()
    tagline = drf.CharField()
    minutes = drf.CharField()
    seats = build_seat_list_field()
    usual_seats = UsualSeatCountField(
        source="*", help_text="How many players a new table seats by default under the standard rules."
    )
    version = drf.IntegerField()
    clauses = CountField()


class GameSerializer(GameRowSerializer):
    verbs = drf.DictField(child=drf.CharField(), help_text="The verbs of its moves.")
    position = drf.DictField(child=drf.CharField(), help_text="The keys of a position, and what each holds.")
    decides = drf.BooleanField(
        help_text="Whether players decide anything; where nobody does, seats turn by themselves."
    )
    bots = drf.DictField(child=drf.CharField(), help_text="The levels of its bots; none where nobody decides.")
    themes = build_list_serializer(PuzzleThemeSerializer, help_text="Its kinds of puzzle.")
    facts = build_list_serializer(FactSerializer, help_text="What can be asked of a position.")
    lessons = drf.IntegerField()


class ClauseSerializer(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    section = drf.CharField()
    text = drf.CharField(help_text="Markdown, as worded under the rule set; empty where the clause does not hold.")
    refusal = drf.CharField(help_text="What is said when a move breaks it, with slots in braces; empty if none can.")
    holds = drf.BooleanField()
    changed = drf.BooleanField(help_text="Whether the wording differs from the book's.")


class OptionValueSerializer(drf.Serializer):
    value = drf.JSONField()
    sentence = drf.CharField()


class OptionSerializer(drf.Serializer):
    name = drf.CharField()
    label = drf.CharField()
    group = drf.CharField()
    default = drf.JSONField()
    clauses = build_text_list_field()
    values = build_list_serializer(
        OptionValueSerializer, help_text="Of a long range of numbers only some; `schema` says how far it goes."
    )


class PresetSerializer(drf.Serializer):
    name = drf.CharField()
    title = drf.CharField()
    sentence = drf.CharField()
    values = drf.DictField()
    digest = drf.CharField()


class OptionsSerializer(drf.Serializer):
    game = drf.CharField()
    schema = drf.DictField(help_text="JSON Schema of an options object.")
    options = build_list_serializer(OptionSerializer)
    presets = build_list_serializer(PresetSerializer)


class OtherRulesAnswerSerializer(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    value = drf.JSONField()
    sentence = drf.CharField()


class ClauseAnswerSerializer(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    says = drf.CharField(help_text="The rule in a sentence or two, as Markdown.")
    holds = drf.BooleanField(help_text="Whether it holds at this table; if not, this is what another one says.")
    elsewhere = build_list_serializer(OtherRulesAnswerSerializer, help_text="What other house rules would make of it.")


class OptionAnswerSerializer(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    says = drf.CharField()
    elsewhere = build_list_serializer(OtherRulesAnswerSerializer)


class LessonAnswerSerializer(drf.Serializer):
    slug = drf.CharField()
    title = drf.CharField()
    says = drf.CharField()


class CardsAnswerSerializer(drf.Serializer):
    words = drf.CharField(help_text="The cards as a move.")
    allowed = drf.BooleanField()
    says = drf.CharField(help_text="Why it is refused; empty if it is allowed.")
    clauses = build_text_list_field(help_text="The clauses that it breaks, or the one to read.")


class AnswersSerializer(drf.Serializer):
    game = drf.CharField()
    rules = drf.CharField()
    question = drf.CharField()
    cards = build_list_serializer(
        CardsAnswerSerializer, help_text="What the rules say of several cards, laid together."
    )
    clauses = build_list_serializer(ClauseAnswerSerializer)
    options = build_list_serializer(OptionAnswerSerializer)
    lessons = build_list_serializer(LessonAnswerSerializer)


class OptionDifferenceSerializer(drf.Serializer):
    option = drf.CharField()
    label = drf.CharField()
    before = drf.CharField()
    after = drf.CharField()


class RulesSerializer(drf.Serializer):
    game = drf.CharField()
    digest = drf.CharField(help_text="The hash of the content: the rule set's permanent address.")
    name = drf.CharField()
    title = drf.CharField()
    options = drf.DictField(help_text="The values that differ from the book.")
    differences = build_list_serializer(OptionDifferenceSerializer)
    seats = build_seat_list_field()
    page = drf.CharField()


class RulebookEntrySerializer(drf.Serializer):
    id = drf.CharField()
    title = drf.CharField()
    text = drf.CharField()
    book = drf.CharField(allow_null=True, help_text="The book's wording where it differs.")
    holds = drf.BooleanField()


class RulebookSectionSerializer(drf.Serializer):
    title = drf.CharField()
    clauses = build_list_serializer(RulebookEntrySerializer)


class RulebookSerializer(drf.Serializer):
    game = drf.CharField()
    title = drf.CharField()
    rules = RulesSerializer()
    intro = drf.CharField()
    sections = build_list_serializer(RulebookSectionSerializer)
    sources = drf.CharField()
