"""`manage.py tournament`: lets bots of adjacent levels play against each other, and prints how often each wins."""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import pairwise
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import games
from games.engine.options import BadOption
from games.engine.tournament import play_duel
from games.errors import RulesError


class Command(BaseCommand):
    help = "Let bots of neighboring levels play the same deals with seats swapped, and print how often each wins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", help="slugs of games (default: all games)")
        parser.add_argument(
            "--deals",
            type=int,
            default=300,
            help="number of deals for each pair (matches, in games where deals differ)",
        )
        parser.add_argument(
            "--seed", type=int, default=1, help="seed for the deals (a different seed gives different deals)"
        )
        parser.add_argument("--preset", default="", help="preset whose house rules apply (default: the standard rules)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["deals"] < 2:
            raise CommandError("Use at least two deals, so that each bot can play from each seat.")
        try:
            chosen = [games.get(slug) for slug in options["games"]] or list(games.all_games().values())
            rules = [
                game.options.load_preset(options["preset"]) if options["preset"] else game.options() for game in chosen
            ]
        except (BadOption, RulesError) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{'game':16} {'bots':22} {'deals':>6} {'share':>7} {'95 % interval':>17} {'s/move':>8}")
        for game, by in zip(chosen, rules, strict=True):
            for (weaker, one), (stronger, other) in pairwise(game.bots.items()):
                begun = perf_counter()
                for score in play_duel(game, by, [other, one], options["deals"], options["seed"]):
                    last = score
                low, high = last.confidence_interval
                each = (perf_counter() - begun) / last.moves
                names = f"{stronger} – {weaker}"
                span = f"{low:.3f} – {high:.3f}"
                self.stdout.write(
                    f"{game.slug:16} {names:22} {last.deals:6} {last.share_of_points:7.3f} {span:>17} {each:8.4f}"
                )
