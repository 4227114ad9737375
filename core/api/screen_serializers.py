"""Serializers for what a seat sees of a table (the engine's `Screen`), and for the actions that it can take."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from core.api.fields import ClauseRef, build_list_serializer, build_seat_list_field, build_text_list_field
from games.engine.view import FIELD_KINDS, LAYOUTS, SIGNS


class EngineSerializer(drf.Serializer):
    # Engine objects make their JSON themselves; the fields describe it. A docstring would be in the OpenAPI document.

    def to_representation(self, instance: Any) -> Any:
        return instance.to_json()


class ActionFieldSerializer(drf.Serializer):
    kind = drf.ChoiceField(
        choices=list(FIELD_KINDS), help_text=" ".join(f"`{kind}`: {said}" for kind, said in FIELD_KINDS.items())
    )
    name = drf.CharField()
    label = drf.CharField(help_text="The prompt to show a human player.")
    zones = build_text_list_field(help_text="The ids of the zones to pick from.")
    low = drf.IntegerField(help_text="The minimum number. With 0, you can leave the field out, unless it’s an amount.")
    high = drf.IntegerField(help_text="The maximum number.")
    values = drf.ListField(child=build_text_list_field(), help_text="With `choice`: [value, name] pairs.")
    join = drf.CharField(help_text="The text before the value, such as `after`.")
    wild = drf.BooleanField(help_text="Whether to send a wild card as `X=?`, so the rules decide what it stands for.")
    step = drf.IntegerField(help_text="With `amount`: the step between amounts.")
    faces = build_text_list_field(help_text="With `choice` of suits or ranks: the letter of each.")
    split = drf.ListField(
        child=drf.ListField(),
        help_text="With `cards` in several parts: for each part, in writing order, the number of cards, "
        "the text before them, and a word for them.",
    )


class ScreenActionSerializer(EngineSerializer):
    verb = drf.CharField()
    label = drf.CharField()
    sentence = drf.CharField()
    fields = build_list_serializer(ActionFieldSerializer)
    cards = build_text_list_field(help_text="Example cards: codes, or only ranks for any suit.")
    at = drf.CharField(
        help_text="The id of the zone to tap for this action, such as the stock. Empty if there isn’t one."
    )
    fits = drf.ListField(
        child=build_text_list_field(),
        help_text="Cards that can start this move, each with its target’s number. Empty if no card can start it.",
    )
    takes = drf.ListField(
        child=build_text_list_field(),
        help_text="Such cards with the cards that go with them. Empty if a card goes alone.",
    )
    note = drf.CharField(help_text="A second line for the button. Empty if there isn’t one.")


class LegalActionSerializer(ScreenActionSerializer):
    clause = drf.CharField(help_text="The clause to read first.")
    moves = build_text_list_field(help_text="Legal moves, ready to be sent.")
    complete = drf.BooleanField(
        help_text="Whether these are all legal moves. If not, they’re examples, or none if finding them took too long."
    )


class ViolationSerializer(EngineSerializer):
    id = drf.CharField()
    text = drf.CharField()
    others = build_list_serializer(ClauseRef)


class ZoneSerializer(drf.Serializer):
    id = drf.CharField()
    layout = drf.ChoiceField(choices=list(LAYOUTS))
    label = drf.CharField()
    cards = build_text_list_field(help_text="From the bottom, left, or oldest. `?` is a card your seat doesn’t know.")
    owner = drf.IntegerField(allow_null=True, help_text="The seat that owns the zone.")
    number = drf.IntegerField(allow_null=True, help_text="The number of the meld among its owner’s melds, from 1.")
    note = drf.CharField()
    marked = build_text_list_field()
    seats = build_seat_list_field(help_text="The seat that played each card, if that matters.")
    fresh = drf.ListField(child=drf.IntegerField(), help_text="Positions of the cards its owner got this turn.")
    sort = drf.ChoiceField(choices=["suit", "rank"], help_text="How to show a hand.")
    ranks = drf.CharField(help_text="The order of ranks in which to show a hand.")
    trumps = drf.CharField(help_text="The suits shown first.")
    words = build_text_list_field(help_text="A word for each card, “” for a card without one, or nothing at all.")
    places = build_text_list_field(help_text="The cards of a row, from left to right, including cards not played yet.")
    coming = build_text_list_field(help_text="The cards of the row that can be played next.")


class SignSerializer(drf.Serializer):
    kind = drf.ChoiceField(choices=list(SIGNS))
    label = drf.CharField()
    words = drf.CharField()
    number = drf.IntegerField()
    of = drf.IntegerField()
    suit = drf.CharField()
    cards = build_text_list_field(help_text="Codes, or only a rank for any suit, or `-` for any card.")
    groups = drf.ListField(child=drf.IntegerField(), help_text="Sizes of groups of cards.")
    names = build_text_list_field(help_text="A name for each of the `groups`, if they have names.")
    alike = build_text_list_field(help_text="What the cards of each group have in common: `rank`, `suit`, or empty.")
    verb = drf.CharField(help_text="The verb whose cards fill the `groups`, or empty.")
    seat = drf.IntegerField(allow_null=True, help_text="The seat that the sign points to, if any.")


class SeatStatusSerializer(drf.Serializer):
    seat = drf.IntegerField()
    note = drf.CharField()
    to_move = drf.BooleanField()
    dealer = drf.BooleanField()
    score = drf.CharField()
    side = drf.IntegerField(allow_null=True, help_text="The seat’s team, if there are teams.")
    signs = build_list_serializer(SignSerializer)


class RungSerializer(drf.Serializer):
    label = drf.CharField()
    cards = build_text_list_field(help_text="Example cards, or those of the last declaration by `seat`.")
    open = drf.BooleanField(help_text="Whether something on the rung can still be said.")
    seat = drf.IntegerField(allow_null=True)


class ScreenSerializer(EngineSerializer):
    seat = drf.IntegerField(allow_null=True)
    zones = build_list_serializer(ZoneSerializer)
    seats = build_list_serializer(SeatStatusSerializer)
    prompt = drf.CharField()
    actions = build_list_serializer(ScreenActionSerializer)
    facts = drf.ListField(child=build_text_list_field(), help_text="[name, value] pairs.")
    signs = build_list_serializer(SignSerializer, help_text="Other known data that can be shown.")
    ladder = build_list_serializer(RungSerializer, help_text="What can be declared, from low to high.")
