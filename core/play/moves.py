"""The only code that writes moves: parses a move, asks the rules, and saves it as the table's next version.

The rules are asked before the database is locked. Then one statement, `UPDATE … WHERE version = …`, decides which of
several writers wins. The others have changed nothing: they read the table again, and get Stale if it has moved on.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from core.play import shuffles
from core.play.errors import Ahead, NotPlaying, Stale, TooLate, Unclear
from core.play.models import Move, Seat, Shuffle, Table
from core.play.signals import table_changed
from games.engine.move import Move as Play
from games.engine.state import DEALER
from games.engine.table import Table as Board
from games.errors import HouseError

TRIES = 5


def play(
    table: Table, seat: int, text: str, version: int | None = None, *, by: Any = Move.By.PERSON, reason: str = ""
) -> Move:
    """Make a move for a seat and save it, with all moves that follow automatically.

    `version` is the table that the player saw (None: the current one); a change of seats since then does no harm,
    another move does. A person's move that is sent twice is made only once, and both calls return it. `reason` is a
    bot's; `by` says whether the bot has the seat or stands in.

    Doesn't check who can move for the seat. Raises IllegalMove, BadText, Unclear, Stale, NotPlaying; then nothing has
    changed.
    """
    for tried in range(TRIES):
        if tried or version != table.version:  # other changes are detected when the move is saved
            table.refresh_from_db()
        try:
            _check_fresh(table, version, seat)
        except Stale:
            made = _made_before(table, version, seat, text) if by == Move.By.PERSON else None
            if made is None:
                raise
            return made
        step = TableUpdate(table)
        move = step.play(seat, text, by, reason)
        if step.store():
            return move
    raise Stale(table.version)


def take_back(table: Table, seat: int, version: int | None = None) -> None:
    """Remove the last move of the match from its record, as a new version of the table.

    A seat can take back the last moves of its own person, one after the other, as long as

    - nobody else has moved since: no other seat and not the dealer. A bot waits after such a move, as the table's pace
      says; then it's too late;
    - the move has shown its player nothing that was hidden from them: it was `foreseen`. Others might have seen the
      cards that they played, and keep that knowledge;
    - the deal isn't over: then hands are counted and the sealed deal is opened.

    If the request is sent twice, the second one finds the move gone and does nothing. Raises TooLate, Stale,
    NotPlaying.
    """
    for _ in range(TRIES):
        table.refresh_from_db()
        if version is not None and 0 <= version < table.rewound:
            return
        _check_fresh(table, version)
        if table.back != seat:
            raise TooLate("The last move stands: it has shown something new, or somebody has moved since.")
        step = TableUpdate(table)
        step.take_back()
        if step.store():
            return
    raise Stale(table.version)


def deal(table: Table, version: int | None = None) -> None:
    """Begin the next deal with the cards that were sealed for it; do nothing if it has begun since `version`.

    Raises NotPlaying if the current deal isn't over, Stale.
    """
    for _ in range(TRIES):
        table.refresh_from_db()
        try:
            _check_fresh(table, version)
        except Stale:
            if not _dealt_since(table, version):
                raise
            return
        if not table.between:
            raise NotPlaying("The hand that is being played is not over yet.")
        step = TableUpdate(table)
        step.deal()
        if step.store():
            return
    raise Stale(table.version)


def begin(table: Table) -> None:
    """Begin the match when all seats are filled."""
    step = TableUpdate(table)
    step.deal()
    step.store()


def look_again(table: Table) -> None:
    """Update whom the table waits for after a person sat down or left during the match."""
    step = TableUpdate(table)
    step.store()


def seal_next(table: Table, board: Board) -> None:
    """If it's the dealer's turn, draw and seal the deal, so that its digest can be shown before it's played."""
    if board.state.waiting == (DEALER,) and not table.coming():
        _sealed(table, board).save()


def _sealed(table: Table, board: Board) -> Shuffle:
    drawn = shuffles.draw(board)
    deals = board.state.match.deals
    return Shuffle(table=table, deal=deals, salt=drawn.salt, text=drawn.text, digest=drawn.digest)


def _check_fresh(table: Table, version: int | None, seat: int | None = None) -> None:
    if table.status == Table.Status.OPEN:
        raise NotPlaying("This table still waits for players.")
    if table.closed:
        raise NotPlaying("This table was closed; nobody can play on.")
    if version is None or version == table.version:
        return
    if version > table.version:
        raise Ahead(table.version)
    if version < table.rewound:
        raise Stale(table.version)
    if table.moves.filter(number__gt=version).exists() and not _looks_the_same(table, version, seat):
        raise Stale(table.version)


def _looks_the_same(table: Table, version: int, seat: int | None) -> bool:
    """Return whether a seat sees the same cards and choices as at `version`, though other seats have answered."""
    if seat is None or seat not in table.waits_for:
        return False
    then, now = _as_it_stood(table, version), table.board
    if seat not in then.state.waiting:
        return False
    return replace(then.screen(seat), seats=()) == replace(now.screen(seat), seats=())


def _made_before(table: Table, version: int | None, seat: int, text: str) -> Move | None:
    """Return the move that a seat made after `version` if it's the same move, sent twice; else None."""
    if version is None or version < 0:
        return None
    found = table.moves.filter(seat=seat, number__gt=version).order_by("number").first()
    then = _as_it_stood(table, version)
    if found is None or found.by != Move.By.PERSON or not then.state.may_move(seat):
        return None
    try:
        return found if found.text in map(str, then.read(seat, text)) else None
    except HouseError:
        return None


def _dealt_since(table: Table, version: int | None) -> bool:
    """Return whether a deal was over at `version`, and the next one has begun since."""
    return version is not None and version > 0 and _as_it_stood(table, version).state.between


def _as_it_stood(table: Table, version: int) -> Board:
    return table.replayed(table.moves.filter(number__lte=version).count())


class TableUpdate:
    """One write to a match: moves with all that follows automatically, or the removal of the last move."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.board = table.board.copy()
        self.places: list[Seat] = table.sitting()
        self.moves: list[Move] = []
        self.shuffles: list[tuple[Shuffle, int]] = []
        self.gone: Move | None = None
        self.back: int | None = None

    def play(self, seat: int, text: str, by: Any = Move.By.PERSON, reason: str = "") -> Move:
        """Make a player's move on the copy of the board. Raises IllegalMove, BadText, Unclear."""
        readings = self.board.read(seat, text)
        if len(readings) > 1:
            raise Unclear(readings)
        return self._make(seat, readings[0], by, reason=reason)

    def deal(self) -> None:
        """Make all of the dealer's moves: those that were sealed or, in the middle of a deal, newly drawn ones."""
        state = self.board.state
        sealed = self.table.coming() if state.between or not self.board.record.moves else None
        shuffle = sealed or _sealed(self.table, self.board)
        self.shuffles.append((shuffle, len(self.moves)))
        for text in shuffle.text.splitlines():
            self._make(DEALER, text, Move.By.DEALER)

    def by_itself(self) -> Move | None:
        """Make the next move of a game without decisions, the dealer's moves included.

        Return None if the table waits for a person to ask for the next deal, or if the match is over.
        """
        if self._dealer_goes_on():
            self.deal()
            return self.moves[-1]
        seat = next(iter(self.board.state.waiting), DEALER)
        if seat == DEALER:
            return None
        return self._make(seat, self.board.moves(seat)[0], Move.By.ITSELF)

    def take_back(self) -> None:
        """Take away the last move; the player can then take back the move before it if it was their own."""
        self.gone, *before = self.table.moves.order_by("-number")[:2]
        self.board = self.table.replayed(len(self.board.record.moves) - 1 - len(before))
        for move in before:
            self._play(move.seat, move.text, move.by)

    def store(self) -> bool:
        """Save everything. Return False if another writer was faster; then nothing has changed."""
        self._follow()
        try:
            with transaction.atomic():
                if not self._claim():
                    return False
                self._write()
        except IntegrityError:
            return False
        table_changed.send(sender=Table, table=self.table, engine_table=self.board, seats=self.places)
        return True

    def _make(self, seat: int, move: Play | str, by: Any, **more: str) -> Move:
        self._play(seat, move, by)
        made = Move(table=self.table, seat=seat, text=self.board.record.moves[-1][1], by=by, **more)
        self.moves.append(made)
        return made

    def _play(self, seat: int, move: Play | str, by: Any) -> None:
        self.back = seat if by == Move.By.PERSON and self.board.foreseen(seat, move) else None
        self.board.play(seat, move)

    def _follow(self) -> None:
        """Make the moves that need no decision: the dealer's and, if the table wants it, forced ones."""
        while True:
            if self._dealer_goes_on():
                self.deal()
                continue
            forced = self._forced() if self.table.forced_moves and self.board.game.decides else None
            if forced is None:
                return
            self._make(*forced, Move.By.ITSELF)

    def _dealer_goes_on(self) -> bool:
        """Return whether the dealer moves now; between deals, they wait for a person to ask, if there's one."""
        state = self.board.state
        people = any(place.person_id for place in self.places)
        return state.waiting == (DEALER,) and not (state.between and people)

    def _forced(self) -> tuple[int, Play] | None:
        """Return the only legal move if a person would have to make it, else None.

        Regroupings aren't listed as moves, so there's never a forced move where a player can regroup.
        """
        state, game = self.board.state, self.board.game
        seat = state.waiting[0] if len(state.waiting) == 1 else DEALER
        if seat == DEALER or not self.places[seat].person_id:
            return None
        kinds = [field.kind for action in self.board.screen(seat).actions for field in action.fields]
        moves = [] if "groups" in kinds else game.moves(state, seat)
        return (seat, moves[0]) if len(moves) == 1 else None

    def _claim(self) -> bool:
        """Move the table from its version to the next: of several writers, only one succeeds."""
        now = {"version": self.table.version + len(self.moves), "back": self.back, **self._as_it_stands()}
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

    def _as_it_stands(self) -> dict[str, Any]:
        state, now = self.board.state, timezone.now()
        seats = [seat for seat in state.waiting if seat != DEALER]
        bots = self._without_people(seats)
        return {
            "status": Table.Status.PLAYING if state.waiting else Table.Status.OVER,
            "waits_for": seats,
            "bot_due": now + self._pause(bots) if bots else None,
            "turning": self.table.turning,
            "changed": now,
            "trouble": "",
        }

    def _without_people(self, seats: list[int]) -> list[int]:
        """Return the seats whose turn it is and whose moves are made in the background."""
        if self.table.turning == Table.Turning.HELD:
            return []
        return seats if self.table.turns_itself else [seat for seat in seats if self.places[seat].bot]

    def _pause(self, bots: list[int]) -> timedelta:
        """Return how long the next bot waits before its move.

        It's the table's pace after another bot's move, or after one that can be taken back, unless both seats were
        asked together.
        """
        if not self.board.game.decides:
            return timedelta() if self.table.turning == Table.Turning.END else self.table.think
        last = self.moves[-1] if self.moves else None
        together = any(seat in self.table.waits_for and last and seat != last.seat for seat in bots)
        waits = self.back is not None or (last is not None and last.by in (Move.By.BOT, Move.By.STAND_IN))
        return self.table.think if waits and not together else timedelta()

    def _write(self) -> None:
        if self.gone:
            self.gone.delete()
        for number, move in enumerate(self.moves, self.before + 1 + bool(self.gone)):
            move.number = number
        for shuffle, place in self.shuffles:
            shuffle.number = self.moves[place].number
            shuffle.save()
        Move.objects.bulk_create(self.moves)
        self._note_stand_ins()
        seal_next(self.table, self.board)

    def _note_stand_ins(self) -> None:
        """Save for each seat of a person whether a bot made its last move."""
        last = {move.seat: move.by for move in self.moves if move.by in (Move.By.PERSON, Move.By.STAND_IN)}
        for place in self.places:
            stood_in = last.get(place.number) == Move.By.STAND_IN
            if place.number in last and place.stood_in != stood_in:
                place.stood_in = stood_in
                place.save(update_fields=["stood_in"])
