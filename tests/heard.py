"""Print what a screen reader says during a match played by bots: `python -m tests.heard court-piece --seed 3`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import games
from core.rendering.narration import LoggedMove, group_moves_into_turns, list_turns_since_own, spell_out_cards
from core.rendering.table_context import fill_in_names, list_event_lines
from games.engine.narration import CLOSES
from games.engine.state import DEALER
from games.engine.table import Table

NAMES = ("Anna", "Bruno", "Odile", "Tomas", "Ines", "Ravi")


def heard(slug: str, seed: int, deals: int | None = None, seat: int = 0) -> Iterator[str]:
    """Yield the spoken lines for a seat: its own moves at once, others' after their turn, and then the prompt."""
    game, rng = games.get(slug), Random(seed)
    table = Table(game, game.options(), 3 if 3 in game.list_seat_counts(game.options()) else game.seats[0])
    made: list[LoggedMove] = []
    said = 0
    bot = game.bots.get("steady")
    while not table.is_over and (deals is None or table.state.match.deals < deals):
        mover = table.state.waiting[0]
        if mover == DEALER:
            move = game.draw_dealer_move(table.state, rng)
        else:
            move = bot.choose_move(table.build_view(mover), rng).move if bot else table.list_moves(mover)[0]
        events = table.play_move(mover, move)
        lines = list_event_lines(game, events, seat, NAMES)
        made.append(LoggedMove(len(made) + 1, mover, lines, any(event.kind in CLOSES for event in events)))
        if mover == seat:
            yield from (f"  > {spell_out_cards(turn.text)}" for turn in group_moves_into_turns(made[-1:], (seat,)))
        for turn in list_turns_since_own(group_moves_into_turns(made[-40:], table.state.waiting), seat):
            if turn.over and turn.number > said:
                yield spell_out_cards(turn.text)
                said = turn.number
        if seat in table.state.waiting:
            yield f"    [{spell_out_cards(fill_in_names(table.build_screen(seat).prompt, NAMES, seat))}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, help="no more than so many deals")
    asked = parser.parse_args()
    for line in heard(asked.game, asked.seed, asked.deals):
        print(line)


if __name__ == "__main__":
    main()
