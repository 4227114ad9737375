"""The template context of the panel “This table”: players, scores, rules, and what can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from core.people.requests import HttpRequest
from core.play import board_cache
from core.play.coach_advice import can_coach_seat
from core.play.models import Shuffle, Table
from core.rendering.table_context import ScoreSheet, build_score_sheet
from games.engine.state import DEALER
from games.engine.table import Table as Board
from variants.services import get_listed_rules_title

if TYPE_CHECKING:
    from core.play.table_context import TableViewer

SEALS = 4


@dataclass(frozen=True)
class PlayerRow:
    """A row in a table's list of players: the seat's number, and the player's name, score, and state.

    `free` says that the seat is free, `away` that the player has kept the table waiting for more than two minutes, and
    `stood_in` that a bot made their last move.
    """

    number: int
    name: str
    you: bool
    free: bool
    bot: str
    kind: str
    score: int
    won: bool
    to_move: bool
    away: bool
    stood_in: bool


def build_table_info_context(request: HttpRequest, look: TableViewer) -> dict[str, Any]:
    """Build the template context of the panel “This table”, and of the bar that opens it, for this viewer (`look`)."""
    table, board, seat = look.table, look.table.board, look.seat
    return {
        "code": table.code,
        "slug": board.game.slug,
        "title": board.game.title,
        "decides": board.game.decides,
        "mucks": board.game.mucks,
        "levels": board.game.automatic_player_levels,
        "rules": table.rules,
        "rules_title": get_listed_rules_title(request.person, board.game, board.state.options),
        "status": str(table.status),
        "over": table.is_over,
        "closed": table.closed,
        "by_link": table.by_link,
        "patience": table.get_patience_display() if table.patience else "",
        "coached": table.coached,
        "may_coach": not table.is_over and can_coach_seat(table, look.places, seat),
        "owner": look.is_owner,
        "mine": look.is_participant,
        "sits": look.own_seat is not None,
        "may_return": look.former_seat is not None and not table.is_over,
        "players": list_players(look),
        "sheet": _get_score_sheet(board, look.player_names, seat),
        **_build_share_links(request, look),
        **_build_shuffle_context(table),
    }


def list_players(look: TableViewer) -> tuple[PlayerRow, ...]:
    """Return the rows of the list of players, one for each seat of the table that `look` is viewing."""
    match = look.table.board.state.match
    return tuple(
        PlayerRow(
            number=place.number,
            name=name,
            you=place.number == look.seat,
            free=place.is_free,
            bot=place.bot,
            kind=place.bot_kind,
            score=match.scores[place.number],
            won=place.number in match.winners,
            to_move=look.table.is_waiting_for(place.number),
            away=look.table.is_player_away(place),
            stood_in=place.stood_in,
        )
        for place, name in zip(look.places, look.player_names, strict=True)
    )


@lru_cache(maxsize=board_cache.ROOM)
def _get_score_sheet(board: Board, names: Sequence[str], seat: int | None) -> ScoreSheet | None:
    return build_score_sheet(board.game, board.state, names, seat)


def _build_share_links(request: HttpRequest, look: TableViewer) -> dict[str, str]:
    """Return the links that the viewer can share: `invite_url` to a free seat, and `watch_url` for spectators.

    Both are "" for a viewer who neither has a seat at the table nor owns it.
    """
    invite = look.invite if any(place.is_free for place in look.places) else None
    return {
        "invite_url": request.build_absolute_uri(reverse("play:join", args=[invite])) if invite else "",
        "watch_url": request.build_absolute_uri(reverse("play:watch", args=[look.watch])) if look.watch else "",
    }


def _build_shuffle_context(table: Table) -> dict[str, Any]:
    """Return the template variables for the dealer's newest shuffles, which players can verify by their hashes.

    `coming` is the hash of the shuffle stored for the dealer's next turn, and `sealed` the hash of the last shuffle
    that was played. Each is "" if there is none. `opened` are the last shuffles whose cards everyone can see.
    """
    state = table.board.state
    deals, dealt = state.match.deals, [seat for seat, _ in table.board.record.moves].count(DEALER)
    last = _load_last_shuffles(table.code, deals, dealt, state.waiting == (DEALER,))
    played, opened = [one for one in last if one.number is not None], table.revealed_deal_count
    return {
        "coming": next((one.digest for one in last if one.number is None), ""),
        "sealed": played[0].digest if played else "",
        "opened": [one for one in played if one.deal < opened],
    }


@lru_cache(maxsize=board_cache.ROOM)
def _load_last_shuffles(code: str, deals: int, dealt: int, waits: bool) -> tuple[Shuffle, ...]:
    """Return the newest shuffles of the table with this code.

    The other arguments are only for the cache: the number of finished deals (`deals`), the number of the dealer's moves
    (`dealt`), and whether it's the dealer's turn (`waits`).
    """
    return tuple(Shuffle.objects.filter(table__code=code).order_by("-pk")[:SEALS])
