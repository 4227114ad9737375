"""The form for creating a table, built from a game's options, seats, and bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from core.play.coach_advice import is_coachable_game
from core.play.models import Table
from core.play.seating import LINK, ME, get_default_seating
from games.engine.bot import ITSELF, LEVELS, list_typical_mistakes
from games.engine.game import Game
from games.engine.options import BadOption, Options
from games.words import spell_number
from variants.services import RulesInForce

IN_FORCE = "in-force"


class NewTableForm(forms.Form):
    """The form for the seats, house rules, and pace of a new table.

    Once the form is valid, `seating` has the chosen player for each seat, and `options` has the chosen house rules.
    """

    pace = forms.ChoiceField(label="Speed", choices=Table.Pace.choices, widget=forms.RadioSelect)
    patience = forms.TypedChoiceField(
        label="When a player is away",
        choices=Table.Patience.choices,
        coerce=int,
        empty_value=Table.Patience.EVER,  # type: ignore[arg-type]  # `coerce` returns a number
        required=False,
        widget=forms.RadioSelect,
    )
    forced_moves = forms.BooleanField(
        label="Play forced moves for me",
        required=False,
        help_text="If there’s only one legal move, it’s played right away.",
    )

    coached = forms.BooleanField(label="Coach me", required=False)

    def __init__(self, game: Game[Any], rules: RulesInForce, data: Any = None, new: bool = False) -> None:
        usual = {"pace": Table.Pace.BRISK, "patience": Table.Patience.EVER, "rules": IN_FORCE, "coached": new}
        super().__init__(data, initial=usual)
        if not is_coachable_game(game):
            del self.fields["coached"]
        else:
            hands = f"{spell_number(game.first_hands)} hands" if game.first_hands > 1 else "hand"
            text = f"In the first {hands}, the coach tells you what you could have done better."
            self.fields["coached"].help_text = f"{text} Only in games against bots."
        self.game, self.in_force = game, rules
        usual_seats = get_default_seating(game, rules.options)
        for number in range(game.seats[-1]):
            self.fields[f"seat-{number + 1}"] = forms.ChoiceField(
                label=f"Seat {number + 1}",
                choices=_list_seat_choices(game.automatic_player_levels),
                required=False,
                initial=usual_seats[number] if number < len(usual_seats) else "",
            )
        if not game.decides:
            del self.fields["forced_moves"]
        self.fields["rules"] = forms.ChoiceField(
            label="House rules", choices=_list_rules_choices(game, rules), widget=forms.RadioSelect
        )

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        """The form fields for choosing a player for each seat."""
        return [self[name] for name in self.fields if name.startswith("seat-")]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        self.seating = [cleaned[place.name] for place in self.seat_fields if cleaned[place.name]]
        if self.seating.count(ME) > 1:
            self.add_error(None, "You can take only one seat.")
        try:
            self.options: Options = self._get_chosen_options(cleaned["rules"])
            self.game.check_seat_count(self.options, len(self.seating))
        except BadOption as problem:
            self.add_error(None, str(problem))
        return cleaned

    def _get_chosen_options(self, name: str) -> Options:
        return self.in_force.options if name == IN_FORCE else self.game.options.load_preset(name)


def _list_seat_choices(levels: Sequence[str]) -> list[tuple[str, str]]:
    bots = [(level, "An automatic seat" if level == ITSELF else f"A {level} bot") for level in levels]
    return [("", "Nobody"), (ME, "Me"), *bots, (LINK, "Anyone with the link")]


def _list_rules_choices(game: Game[Any], rules: RulesInForce) -> list[tuple[str, str]]:
    presets = [preset for preset in game.options.presets if game.options(preset.values) != rules.options]
    return [(IN_FORCE, f"Active now: {rules.title}."), *((p.name, f"{p.title}. {p.sentence}") for p in presets)]


def list_bot_descriptions(game: Game[Any]) -> list[tuple[str, str]]:
    """Return pairs of level and description for a game's bots. A description includes the bot's typical mistakes."""
    return [
        (level, " ".join([LEVELS.get(level, ""), *list_typical_mistakes(bot)]).strip())
        for level, bot in game.bots.items()
    ]
