"""Forms for the house rules of any game, built from the game's options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, cast

from django import forms
from django.utils.html import format_html

from games.engine.game import Game
from games.engine.options import BadOption, Number, Option, Options, Value
from variants.models import NAME_LENGTH, RuleSet
from variants.titles import explain_seat_limits, format_option_value

PREFIX = "rule-"


def get_option_field_name(option: str) -> str:
    """Return the name of the form field for the option with this name."""
    return PREFIX + option


def build_option_field(option: Option[Any]) -> forms.Field:
    """Build the form field for an option of the house rules: a number, or a choice with a sentence for each value.

    If the field is missing from the data, the option gets its standard value.
    """
    if isinstance(option, Number):
        return OptionNumberField(option)
    values = {format_option_value(value): value for value in option.list_values()}
    return forms.TypedChoiceField(
        label=option.label,
        choices=[(text, option.describe_value(value)) for text, value in values.items()],
        coerce=values.__getitem__,
        empty_value=option.default,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the options."},
    )


class OptionNumberField(forms.IntegerField):
    """A form field for an option whose value is a whole number in a range.

    If the field is missing from the data, the option gets its standard value. An empty field is an error.
    """

    def __init__(self, option: Number) -> None:
        self.option = option
        steps = f" in steps of {option.step}" if option.step > 1 else ""
        self.range = f"from {option.low} to {option.high}{steps}"
        super().__init__(
            label=option.label,
            min_value=option.low,
            max_value=option.high,
            step_size=option.step,
            required=False,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            help_text=" ".join([f"{self.range.capitalize()}.", *_list_special_value_sentences(option)]),
        )

    def clean(self, value: Any) -> int:
        if value is None:
            return self.option.default
        try:
            return self.option.check_value(self.to_python(value))
        except (forms.ValidationError, BadOption):
            raise forms.ValidationError(f"Enter a whole number {self.range}.", code="invalid") from None


def _list_special_value_sentences(option: Number) -> list[str]:
    return [f"{value}: {sentence}" for value, sentence in option.special.items()]


@dataclass(frozen=True)
class OptionRow:
    """An option in a form for house rules: its field, and a sentence that says what its value means.

    `note` says which numbers of players the value excludes, if any. `applies` says whether the option has an effect
    under the chosen rules.
    """

    option: Option[Any]
    field: forms.BoundField
    says: str
    changed: bool
    note: str
    applies: bool

    @property
    def is_number(self) -> bool:
        return isinstance(self.option, Number)

    @property
    def standard_value(self) -> str:
        """The option's standard value as the form writes it."""
        return format_option_value(self.option.default)


class OptionFieldsMixin(forms.BaseForm):
    """A mixin for forms with the options of a game's house rules. The class attribute `game` says which game.

    Once the form is valid, `options` has the chosen house rules.
    """

    game: ClassVar[Game[Any]]
    options: Options | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in self.data:
            if name.startswith(PREFIX) and name not in self.fields:
                self.add_error(None, f"There’s no option “{name.removeprefix(PREFIX)[:60]}”.")
        chosen = self._get_chosen_values(cleaned)
        if len(chosen) == len(self.game.options.list_options()):
            self._check_options(chosen)
        return cleaned

    def _get_chosen_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        names = [option.name for option in self.game.options.list_options()]
        return {name: values[get_option_field_name(name)] for name in names if get_option_field_name(name) in values}

    def _check_options(self, chosen: dict[str, Any]) -> None:
        problems = self.game.options.list_option_problems(chosen)
        if not problems and all(self.game.options.list_option_problems(chosen, seats) for seats in self.game.seats):
            problems = self.game.options.list_option_problems(chosen, self.game.seats[0])
        for problem in problems:
            self.add_error(get_option_field_name(problem.option), str(problem))
        if not problems:
            self.options = self.game.options(chosen)

    def list_option_groups(self) -> Iterator[tuple[str, list[OptionRow]]]:
        """Yield the options in groups, as pairs of the group's heading and its rows."""
        values = self._get_current_values()
        notes = explain_seat_limits(self.game, self.options) if self.options else {}
        for title, options in self.game.options.group_options().items():
            yield title, [self._build_option_row(option, values, notes) for option in options]

    def _get_current_values(self) -> dict[str, Any]:
        if self.options:
            return {option.name: self.options.get_option_value(option.name) for option in self.options.list_options()}
        return self._get_chosen_values(getattr(self, "cleaned_data", {}))

    def _build_option_row(self, option: Option[Any], values: Mapping[str, Any], notes: Mapping[str, str]) -> OptionRow:
        known = option.name in values
        return OptionRow(
            option=option,
            field=self[get_option_field_name(option.name)],
            says=option.describe_value(values[option.name]) if known else "",
            changed=known and values[option.name] != option.default,
            note=notes.get(option.name, ""),
            applies=self.options is None or self.game.rulebook.is_option_relevant(option.name, self.options),
        )


def get_initial_values(options: Options) -> dict[str, Any]:
    """Return the initial values of the form fields for these house rules, by field name."""
    return {
        get_option_field_name(option.name): _format_initial_value(option, options.get_option_value(option.name))
        for option in options.list_options()
    }


def _format_initial_value(option: Option[Any], value: Value) -> Value:
    return value if isinstance(option, Number) else format_option_value(value)


def build_form_class_attributes(game: Game[Any]) -> dict[str, Any]:
    """Return the attributes of a form class for a game's house rules: the game, and a field for each option."""
    return {"game": game} | {
        get_option_field_name(option.name): build_option_field(option) for option in game.options.list_options()
    }


class BaseRulesForm(OptionFieldsMixin, forms.Form):
    """The base class of forms for house rules and a name for them. Subclasses have the options of one game."""

    name = forms.CharField(
        label="Name these rules",
        max_length=NAME_LENGTH,
        required=False,
        help_text="For example, “Grandma’s table.” Anyone with the link can see it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@cache
def get_rules_form_class(game: Game[Any]) -> type[BaseRulesForm]:
    """Return the form class for a game's house rules. It's built once and then cached."""
    return type("RulesForm", (BaseRulesForm,), build_form_class_attributes(game))


def build_rules_form(game: Game[Any], options: Options, name: str = "") -> BaseRulesForm:
    """Build a form for a game's house rules that is filled in with these rules and this name."""
    form = get_rules_form_class(game)(initial={**get_initial_values(options), "name": name})
    form.options = options
    return form


class BaseRuleSetAdminForm(OptionFieldsMixin, forms.ModelForm):  # type: ignore[type-arg]
    """The base class of the admin forms for rule sets. Subclasses have the options of one game."""

    class Meta:
        model = RuleSet
        fields = ["name", "site_default"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial: dict[str, Any] = {**get_initial_values(self._get_initial_options()), **self.initial}
        for option in self.game.options.list_options():
            self._mark_standard_value(option, self[get_option_field_name(option.name)])

    def _mark_standard_value(self, option: Option[Any], bound: forms.BoundField) -> None:
        """Mark the standard value of an option in its form field (`bound`).

        If the form has a different value, the help text says that it's a house rule, and shows the standard value.
        """
        field, book = bound.field, format_option_value(option.default)
        if isinstance(field, forms.ChoiceField):
            field.widget.attrs["class"] = "radiolist"  # Django admin's class; wide enough for a sentence
            choices = cast("Iterable[tuple[str, str]]", field.choices)
            field.choices = [(text, f"{said} (Standard.)" if text == book else said) for text, said in choices]
        if bound.value() not in (None, "") and str(bound.value()) != book:
            says = option.describe_value(option.default)
            differs = format_html("<strong>House rule.</strong> Standard: {}", says)
            bound.help_text = format_html("{} {}", differs, field.help_text)

    def _get_initial_options(self) -> Options:
        try:
            return self.instance.house_rules if self.instance.pk else self.game.options()
        except BadOption:
            return self.game.options()


@cache
def get_admin_form_class(game: Game[Any]) -> type[BaseRuleSetAdminForm]:
    """Return the admin form class for a game's rule sets. It's built once and then cached."""
    return type("RuleSetForm", (BaseRuleSetAdminForm,), build_form_class_attributes(game))
