"""The only code that saves moves. It parses a move, checks the rules, and saves it as the table's next version.

The rules are checked before the database is locked. Then one statement, `UPDATE … WHERE version = …`, decides which of
several writers wins. The others have changed nothing. They read the table again, and raise StaleVersion if there was
another move.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.play import shuffles
from core.play.errors import AmbiguousMove, NotPlaying, StaleVersion, TooLateToUndo, VersionAhead
from core.play.models import Move, Seat, Shuffle, Table
from core.play.signals import table_changed
from games.engine.move import Move as Play
from games.engine.state import DEALER
from games.engine.table import Table as Board
from games.errors import RulesError

TRIES = 5


def play_move(
    table: Table, seat: int, text: str, version: int | None = None, *, by: Any = Move.MoverKind.PERSON, reason: str = ""
) -> Move:
    """Make a move for a seat and save it, along with all moves that follow automatically.

    `version` is the version of the table that the player saw (None for the current one). If others have moved since
    then and the player would see other cards or choices now, raises StaleVersion. If a person's move is sent twice,
    it's made only once, and both calls return the same move. `reason` is a bot's reason. `by` says whether it's the
    move of a person, of the seat's bot, or of a stand-in.

    The caller has to check who can move for the seat. Raises IllegalMove, BadText, AmbiguousMove, StaleVersion, or
    NotPlaying, without changing anything.
    """
    for tried in range(TRIES):
        if tried or version != table.version:  # other changes are detected when the move is saved
            table.refresh_from_db()
        try:
            _check_version_is_current(table, version, seat)
        except StaleVersion:
            made = _find_repeated_move(table, version, seat, text) if by == Move.MoverKind.PERSON else None
            if made is None:
                raise
            return made
        step = TableUpdate(table)
        move = step.add_player_move(seat, text, by, reason)
        if step.save_update():
            return move
    raise StaleVersion(table.version)


def undo_move(table: Table, seat: int, version: int | None = None) -> None:
    """Undo the last move of the match, as a new version of the table.

    The player in a seat can undo their own latest moves, one by one, as long as

    - nobody else has moved since: no other seat and not the dealer. A bot waits for `undo_pause` after such a move;
      once it has moved, it's too late;
    - the move has shown its player nothing that was hidden from the player. Others might have seen the cards that were
      played, and keep that knowledge;
    - the deal isn't over: at the end, hands are counted and the shuffle is shown.

    If the request is sent twice, the second request finds the move gone and does nothing. Raises TooLateToUndo,
    StaleVersion, NotPlaying.
    """
    for _ in range(TRIES):
        table.refresh_from_db()
        if version is not None and 0 <= version < table.rewound:
            return
        _check_version_is_current(table, version)
        if table.back != seat:
            raise TooLateToUndo("You can’t undo this move, because it revealed new cards or someone has moved since.")
        step = TableUpdate(table)
        step.remove_last_move()
        if step.save_update():
            return
    raise StaleVersion(table.version)


def begin_next_deal(table: Table, version: int | None = None) -> None:
    """Start the next deal with the shuffle stored for it. Do nothing if the deal has already started since `version`.

    Raises StaleVersion, and NotPlaying if the current deal isn't over.
    """
    for _ in range(TRIES):
        table.refresh_from_db()
        try:
            _check_version_is_current(table, version)
        except StaleVersion:
            if not _has_next_deal_begun(table, version):
                raise
            return
        if not table.is_between_deals:
            raise NotPlaying("The current hand isn’t over yet.")
        step = TableUpdate(table)
        step.add_dealer_moves()
        if step.save_update():
            return
    raise StaleVersion(table.version)


def begin_match(table: Table) -> None:
    """Start the match at a table. All seats have to be filled."""
    step = TableUpdate(table)
    step.add_dealer_moves()
    step.save_update()


def update_awaited_seats(table: Table) -> None:
    """Update whose turn it is after a person sat down or left during the match."""
    step = TableUpdate(table)
    step.save_update()


def save_next_shuffle(table: Table, board: Board) -> None:
    """Draw and save the dealer's next random moves if it's the dealer's turn and none are saved.

    They're drawn before they're made, so that players can see their hash in advance.
    """
    if board.state.waiting == (DEALER,) and not table.find_next_shuffle():
        _build_shuffle(table, board).save()


def _build_shuffle(table: Table, board: Board) -> Shuffle:
    drawn = shuffles.draw_dealer_moves(board)
    deals = board.state.match.deals
    return Shuffle(table=table, deal=deals, salt=drawn.salt, text=drawn.text, digest=drawn.digest)


def _check_version_is_current(table: Table, version: int | None, seat: int | None = None) -> None:
    if table.status == Table.Status.OPEN:
        raise NotPlaying("This table is still waiting for players.")
    if table.closed:
        raise NotPlaying("This table was closed, so nobody can play at it anymore.")
    if version is None or version == table.version:
        return
    if version > table.version:
        raise VersionAhead(table.version)
    if version < table.rewound:
        raise StaleVersion(table.version)
    if table.moves.filter(number__gt=version).exists() and not _is_view_unchanged(table, version, seat):
        raise StaleVersion(table.version)


def _is_view_unchanged(table: Table, version: int, seat: int | None) -> bool:
    """Return whether a seat still sees the same cards and choices as at `version`, although others have moved since."""
    if seat is None or seat not in table.waits_for:
        return False
    then, now = _replay_to_version(table, version), table.board
    if seat not in then.state.waiting:
        return False
    return replace(then.build_screen(seat), seats=()) == replace(now.build_screen(seat), seats=())


def _find_repeated_move(table: Table, version: int | None, seat: int, text: str) -> Move | None:
    """Return the move that a seat made after `version` if this request just sends it again, or None otherwise.

    `text` is the move in the request.
    """
    if version is None or version < 0:
        return None
    found = table.moves.filter(seat=seat, number__gt=version).order_by("number").first()
    then = _replay_to_version(table, version)
    if found is None or found.by != Move.MoverKind.PERSON or not then.state.can_move(seat):
        return None
    try:
        return found if found.text in map(str, then.list_move_readings(seat, text)) else None
    except RulesError:
        return None


def _has_next_deal_begun(table: Table, version: int | None) -> bool:
    """Return whether a deal was over at `version` and the next one has started since."""
    return version is not None and version > 0 and _replay_to_version(table, version).state.is_between_deals


def _replay_to_version(table: Table, version: int) -> Board:
    return table.replay_first_moves(table.moves.filter(number__lte=version).count())


class TableUpdate:
    """One change of a match, prepared on a copy of the board and then saved in one step.

    The change is either one or more moves, along with those that follow automatically, or the removal of the last move.
    `save_update` saves it, unless another process has changed the table first.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.board = table.board.copy()
        self.places: list[Seat] = table.list_seats()
        self.moves: list[Move] = []
        self.shuffles: list[tuple[Shuffle, int]] = []
        self.gone: Move | None = None
        self.back: int | None = None

    def add_player_move(self, seat: int, text: str, by: Any = Move.MoverKind.PERSON, reason: str = "") -> Move:
        """Make a player's move on the copy of the board, and return it.

        `by` says who makes it: the person, the seat's bot, or a stand-in. `reason` is a bot's reason. Raises
        IllegalMove or BadText, and AmbiguousMove if the text can mean several moves.
        """
        readings = self.board.list_move_readings(seat, text)
        if len(readings) > 1:
            raise AmbiguousMove(readings)
        return self._add_move(seat, readings[0], by, reason=reason)

    def add_dealer_moves(self) -> None:
        """Make all of the dealer's moves: the stored shuffle before a deal, or newly drawn moves during a deal."""
        state = self.board.state
        sealed = self.table.find_next_shuffle() if state.is_between_deals or not self.board.record.moves else None
        shuffle = sealed or _build_shuffle(self.table, self.board)
        self.shuffles.append((shuffle, len(self.moves)))
        for text in shuffle.text.splitlines():
            self._add_move(DEALER, text, Move.MoverKind.DEALER)

    def play_automatic_move(self) -> Move | None:
        """Make the next move of a game without decisions, including the dealer's moves.

        Returns None if a person has to start the next deal, or if the match is over.
        """
        if self._is_dealer_next():
            self.add_dealer_moves()
            return self.moves[-1]
        seat = next(iter(self.board.state.waiting), DEALER)
        if seat == DEALER:
            return None
        return self._add_move(seat, self.board.list_moves(seat)[0], Move.MoverKind.ITSELF)

    def remove_last_move(self) -> None:
        """Remove the last move from the copy of the match.

        Afterward, the player can also undo the move before it, if that was their own.
        """
        self.gone, *before = self.table.moves.order_by("-number")[:2]
        self.board = self.table.replay_first_moves(len(self.board.record.moves) - 1 - len(before))
        for move in before:
            self._apply_move(move.seat, move.text, move.by)

    def save_update(self) -> bool:
        """Make the moves that follow without a decision, save everything, and return True.

        These are the dealer's moves, and forced moves. Returns False without any change if another process saved a
        change first.
        """
        self._play_dealer_and_forced_moves()
        try:
            with transaction.atomic():
                if not self._claim_version():
                    return False
                self._save_moves_and_shuffles()
        except IntegrityError:
            return False
        table_changed.send(sender=Table, table=self.table, engine_table=self.board, seats=self.places)
        return True

    def _add_move(self, seat: int, move: Play | str, by: Any, **more: str) -> Move:
        self._apply_move(seat, move, by)
        made = Move(table=self.table, seat=seat, text=self.board.record.moves[-1][1], by=by, **more)
        self.moves.append(made)
        return made

    def _apply_move(self, seat: int, move: Play | str, by: Any) -> None:
        self.back = seat if by == Move.MoverKind.PERSON and self.board.can_move_be_undone(seat, move) else None
        self.board.play_move(seat, move)

    def _play_dealer_and_forced_moves(self) -> None:
        """Make the moves that need no decision: the dealer's moves and, if the table has this setting, forced moves.

        A forced move is a person's only legal move.
        """
        while True:
            if self._is_dealer_next():
                self.add_dealer_moves()
                continue
            forced = self._find_forced_move() if self.table.forced_moves and self.board.game.decides else None
            if forced is None:
                return
            self._add_move(*forced, Move.MoverKind.ITSELF)

    def _is_dealer_next(self) -> bool:
        """Return whether it's the dealer's turn. Between deals, the dealer waits for a person to start the next one."""
        state = self.board.state
        people = any(place.person_id for place in self.places)
        return state.waiting == (DEALER,) and not (state.is_between_deals and people)

    def _find_forced_move(self) -> tuple[int, Play] | None:
        """Return a pair of seat and move if it's a person's turn and they have only one legal move, otherwise None.

        If the player can rearrange melds on the table, returns None, because lists of legal moves don't include
        rearrangements.
        """
        state, game = self.board.state, self.board.game
        seat = state.waiting[0] if len(state.waiting) == 1 else DEALER
        if seat == DEALER or not self.places[seat].person_id:
            return None
        kinds = [field.kind for action in self.board.build_screen(seat).actions for field in action.fields]
        moves = [] if "groups" in kinds else game.list_moves(state, seat)
        return (seat, moves[0]) if len(moves) == 1 else None

    def _claim_version(self) -> bool:
        """Save the table's fields with the next version, unless another process has saved a change first.

        Returns whether they were saved. If they weren't, nothing is changed.
        """
        now = {"version": self.table.version + len(self.moves), "back": self.back, **self._collect_table_fields()}
        if self.gone:
            now["version"] += 1
            now |= {"rewound": now["version"], "rewound_by": self.gone.seat}
        won = Table.objects.filter(pk=self.table.pk, version=self.table.version).update(**now)
        if not won:
            return False
        self.before = self.table.version
        for name, value in now.items():
            setattr(self.table, name, value)
        return True

    def _collect_table_fields(self) -> dict[str, Any]:
        state, now = self.board.state, timezone.now()
        seats = [seat for seat in state.waiting if seat != DEALER]
        bots = self._list_seats_played_automatically(seats)
        return {
            "status": Table.Status.PLAYING if state.waiting else Table.Status.OVER,
            "waits_for": seats,
            "bot_due": now + self._get_bot_pause(bots) if bots else None,
            "turning": self.table.turning,
            "changed": now,
            "trouble": "",
        }

    def _list_seats_played_automatically(self, seats: list[int]) -> list[int]:
        """Return the seats for which a background task makes the next move.

        `seats` are those whose turn it is.
        """
        if self.table.turning == Table.AutoplayMode.HELD:
            return []
        return seats if self.table.is_on_autoplay else [seat for seat in seats if self.places[seat].bot]

    def _get_bot_pause(self, bots: list[int]) -> timedelta:
        """Return how long the next bot waits before it moves. `bots` are the seats that a background task moves for.

        In a game without decisions, it's the table's bot pause, or no time if autoplay plays the whole game. In other
        games, a bot doesn't wait if players choose at the same time and it could already move when the last move was
        made. Otherwise, it waits for `undo_pause` after a move that can be undone, and for `bot_pause` after another
        bot's move. After all other moves, it moves right away.
        """
        if not self.board.game.decides:
            return timedelta() if self.table.turning == Table.AutoplayMode.END else self.table.bot_pause
        last = self.moves[-1] if self.moves else None
        together = any(seat in self.table.waits_for and last and seat != last.seat for seat in bots)
        if together:
            return timedelta()
        if self.back is not None:
            return self.table.undo_pause
        after_bot = last is not None and last.by in (Move.MoverKind.BOT, Move.MoverKind.STAND_IN)
        return self.table.bot_pause if after_bot else timedelta()

    def _save_moves_and_shuffles(self) -> None:
        if self.gone:
            self.gone.delete()
        for number, move in enumerate(self.moves, self.before + 1 + bool(self.gone)):
            move.number = number
        for shuffle, place in self.shuffles:
            shuffle.number = self.moves[place].number
            shuffle.save()
        Move.objects.bulk_create(self.moves)
        self._save_stand_in_bot_flags()
        save_next_shuffle(self.table, self.board)

    def _save_stand_in_bot_flags(self) -> None:
        """Save for each person's seat whether the last move there was made by a bot, because the person was absent."""
        last = {
            move.seat: move.by for move in self.moves if move.by in (Move.MoverKind.PERSON, Move.MoverKind.STAND_IN)
        }
        for place in self.places:
            stood_in = last.get(place.number) == Move.MoverKind.STAND_IN
            if place.number in last and place.stood_in != stood_in:
                place.stood_in = stood_in
                place.save(update_fields=["stood_in"])
