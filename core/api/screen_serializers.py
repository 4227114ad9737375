"""Serializers of a table's screen, and of the actions of a seat."""

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
    label = drf.CharField(help_text="What to ask a person for.")
    zones = build_text_list_field(help_text="The ids of the zones to pick from.")
    low = drf.IntegerField(help_text="How many at least; with 0 the field may be left out, unless it is an amount.")
    high = drf.IntegerField(help_text="How many at most.")
    values = drf.ListField(child=build_text_list_field(), help_text="With `choice`: pairs of a value and its name.")
    join = drf.CharField(help_text="What to write before the value, such as `after`.")
    wild = drf.BooleanField(help_text="Whether a wild card is sent as `X=?`, for the rules to find what it stands for.")
    step = drf.IntegerField(help_text="With `amount`: how far one amount is from the next.")
    faces = build_text_list_field(help_text="With `choice`, where the values are suits or ranks: the letter of each.")
    split = drf.ListField(
        child=drf.ListField(),
        help_text="With `cards` that are used in several ways: for each part, in the order in which you write it, "
        "the number of cards, what to write before them, and a word for them.",
    )


class ScreenActionSerializer(EngineSerializer):
    verb = drf.CharField()
    label = drf.CharField()
    sentence = drf.CharField()
    fields = build_list_serializer(ActionFieldSerializer)
    cards = build_text_list_field(help_text="A picture of what it means: codes, or ranks alone for any suit.")
    at = drf.CharField(
        help_text="The id of the zone that stands for it, or empty: the stock to draw, where a card goes."
    )
    fits = drf.ListField(
        child=build_text_list_field(),
        help_text="Where one card begins a move: pairs of a card that may, and the number of its target, or empty.",
    )
    takes = drf.ListField(
        child=build_text_list_field(),
        help_text="Where it takes partners along: pairs of such a card and their codes, or empty if it goes alone.",
    )


class LegalActionSerializer(ScreenActionSerializer):
    clause = drf.CharField(help_text="The clause to read first.")
    moves = build_text_list_field(help_text="Legal moves, ready to be sent.")
    complete = drf.BooleanField(
        help_text="Whether these are all; else they are examples, at least one if any was found in time."
    )


class ViolationSerializer(EngineSerializer):
    id = drf.CharField()
    text = drf.CharField()
    others = build_list_serializer(ClauseRef)


class ZoneSerializer(drf.Serializer):
    id = drf.CharField()
    layout = drf.ChoiceField(choices=list(LAYOUTS))
    label = drf.CharField()
    cards = build_text_list_field(help_text="From bottom, left or oldest; `?` is a card that your seat does not know.")
    owner = drf.IntegerField(allow_null=True, help_text="The seat whose zone it is.")
    number = drf.IntegerField(allow_null=True, help_text="Which of its owner's melds it is, from 1.")
    note = drf.CharField()
    marked = build_text_list_field()
    seats = build_seat_list_field(help_text="Who played each card, where that matters.")
    fresh = drf.ListField(child=drf.IntegerField(), help_text="Places of the cards that its owner got this turn.")
    sort = drf.ChoiceField(choices=["suit", "rank"], help_text="How a hand is drawn.")
    ranks = drf.CharField(help_text="The ranks in the order in which a hand is drawn.")
    trumps = drf.CharField(help_text="The suits that are drawn first.")
    words = build_text_list_field(help_text="A word for each card, or “”; or none at all.")
    places = build_text_list_field(
        help_text="The cards that belong to a row, from left to right, whether they lie there or not."
    )
    coming = build_text_list_field(help_text="Those of them that may be laid next.")


class SignSerializer(drf.Serializer):
    kind = drf.ChoiceField(choices=list(SIGNS))
    label = drf.CharField()
    words = drf.CharField()
    number = drf.IntegerField()
    of = drf.IntegerField()
    suit = drf.CharField()
    cards = build_text_list_field(help_text="Codes, or a rank alone for any suit, or `-` for any card.")
    groups = drf.ListField(child=drf.IntegerField(), help_text="Sizes of groups of cards.")


class SeatStatusSerializer(drf.Serializer):
    seat = drf.IntegerField()
    note = drf.CharField()
    to_move = drf.BooleanField()
    dealer = drf.BooleanField()
    score = drf.CharField()
    side = drf.IntegerField(allow_null=True, help_text="The side that the seat plays for, where there are sides.")
    signs = build_list_serializer(SignSerializer)


class ScreenSerializer(EngineSerializer):
    seat = drf.IntegerField(allow_null=True)
    zones = build_list_serializer(ZoneSerializer)
    seats = build_list_serializer(SeatStatusSerializer)
    prompt = drf.CharField()
    actions = build_list_serializer(ScreenActionSerializer)
    facts = drf.ListField(child=build_text_list_field(), help_text="Pairs of a name and a value.")
    signs = build_list_serializer(SignSerializer, help_text="What is known besides and can be drawn.")
