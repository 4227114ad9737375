"""Tables, seats, moves, and shuffles. For a match, only the house rules and the moves are stored."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from copy import copy
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

import games
from core.http.time_zone import format_utc
from core.people.models import Person, generate_random_code
from core.people.signals import person_merged
from core.play import board_cache
from core.play.errors import UnplayableMatch
from core.play.player_names import make_names_unique
from core.rendering.table_context import FREE, GONE
from games.engine.bot import ITSELF
from games.engine.game import Game
from games.engine.options import Options
from games.engine.record import Record
from games.engine.state import DEALER
from games.engine.table import Table as Board
from games.errors import RulesError

logger = structlog.get_logger(__name__)

UNDO_PAUSE = timedelta(seconds=2)
"""The time that a bot waits after a move that can be undone: enough to see what it did, and to reach for Undo."""
OVERDUE = timedelta(seconds=5)
"""After this time, the turn of a bot that hasn't moved is queued again.

The strongest bot is faster than this even on a slow machine. Together with the interval of the task that queues it, it
takes less than ten seconds.
"""
AWAY = timedelta(minutes=2)


def new_code() -> str:
    """Return a random code for a table's URL, too long to guess."""
    return generate_random_code(10)


def new_invite() -> str:
    """Return a random code for the link to a table's free seats, or for the link for spectators."""
    return generate_random_code(16)


def new_salt() -> str:
    return secrets.token_hex(16)


class TableQuerySet(models.QuerySet["Table"]):
    def with_seated_person(self, person: Person | None) -> TableQuerySet:
        """Return the tables where this person has a seat."""
        return self.filter(places__person=person) if person else self.none()

    def visible_to(self, person: Person | None) -> TableQuerySet:
        """Return the tables that this person can see: where they have a seat or left one, and those that they own."""
        if not person:
            return self.none()
        return self.filter(Q(places__person=person) | Q(places__left=person) | Q(owner=person)).distinct()

    def with_spectator_code(self, *links: str) -> TableQuerySet:
        """Return the tables that spectators can watch with one of these codes, the ends of spectator links."""
        return self.filter(watch__in=links, closed=False)

    def joinable_by_link(self) -> TableQuerySet:
        """Return the tables that have a free seat for anyone with the link."""
        return self.unfinished().filter(places__person=None, places__bot="", by_link=True).distinct()

    def unfinished(self) -> TableQuerySet:
        """Return the tables whose match isn't over."""
        return self.exclude(status=Table.Status.OVER)

    def abandoned(self, before: datetime) -> TableQuerySet:
        """Return the tables that can be deleted and haven't changed since `before`.

        These are tables whose match isn't over, and tables that nobody can open anymore. A finished match can be opened
        by the table's owner, and by people who sit or sat there.
        """
        known = Seat.objects.filter(table=OuterRef("pk")).exclude(person=None, left=None)
        return self.filter(~Q(status=Table.Status.OVER) | (Q(owner=None) & ~Exists(known)), changed__lt=before)

    def waiting_for_bots(self) -> TableQuerySet:
        """Return the tables where it's a bot's turn."""
        return self.filter(status=Table.Status.PLAYING, bot_due__isnull=False)

    def with_overdue_bot(self, patience: timedelta = OVERDUE) -> TableQuerySet:
        """Return the tables whose bot should have moved at least `patience` ago.

        A bot also counts as overdue if its move is due too far in the future, which happens after the clock was set
        back.
        """
        now = timezone.now()
        return self.waiting_for_bots().filter(Q(bot_due__lt=now - patience) | Q(bot_due__gt=now + OVERDUE))

    def reset_future_change_times(self) -> int:
        """Set `changed` to now for each match in progress if it's in the future. Return the number of these matches.

        Such times exist after the clock was set back.
        """
        now = timezone.now()
        return self.filter(status=Table.Status.PLAYING, changed__gt=now).update(changed=now)

    def past_wait_deadline(self) -> TableQuerySet:
        """Return the tables that have waited for a person longer than the table's `patience`."""
        now = timezone.now()
        late = Q(pk__in=[])
        for seconds in filter(None, Table.Patience.values):
            late |= Q(patience=seconds, changed__lt=now - timedelta(seconds=seconds))
        return self.filter(late, status=Table.Status.PLAYING, bot_due=None)


class Table(models.Model):
    """A match at a table. `version` increases with every change. A move's number is the version that it created.

    - `waits_for` are the seats whose turn it is. `bot_due` is when a bot among them should move, or None.
    - `rules` is the digest (a hash) of the house rules. `salt` seeds the bots' random choices.
    - `after` is the table of the previous match if this one is a rematch.
    - `turning` is the autoplay mode. It matters only in a game in which players make no decisions.
    - `back` is the seat that can undo the last move, or None. If a move was undone, `rewound` is the version that this
      created, and `rewound_by` is the seat that did it. The move itself is deleted.
    - `closed` says that the match was ended early.
    - `watch` is the code in the link for spectators, or None if they can't watch.
    - `trouble` is the error that a background task had at this version, without details about cards, or "".
    """

    class Status(models.TextChoices):
        OPEN = "open", "waiting for players"
        PLAYING = "playing", "in progress"
        OVER = "over", "over"

    class Pace(models.TextChoices):
        AT_ONCE = "at-once", "Bots play right away."
        BRISK = "brisk", "Bots take half a second per move."
        CALM = "calm", "Bots take one second per move."

    class Patience(models.IntegerChoices):
        EVER = 0, "Wait as long as it takes."
        MINUTES = 120, "A bot plays for an absent player after two minutes."
        SECONDS = 30, "A bot plays for an absent player after 30 seconds."

    class AutoplayMode(models.TextChoices):
        SEATS = "seats", "Bots’ cards flip automatically."
        CARD = "card", "Flip one card at a time."
        PILE = "pile", "Flip a whole pile at a time."
        END = "end", "Play the whole game."
        HELD = "held", "Players flip their own cards."

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    invite = models.CharField(max_length=20, unique=True, default=new_invite, editable=False)
    owner = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="tables")
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    rules = models.CharField("rule set", max_length=16)
    seats = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    closed = models.BooleanField("closed before its end", default=False, db_default=False)
    watch = models.CharField(
        "the end of the link for spectators", max_length=20, unique=True, null=True, blank=True, editable=False
    )
    pace = models.CharField(max_length=8, choices=Pace.choices, default=Pace.BRISK)
    patience = models.PositiveSmallIntegerField(choices=Patience.choices, default=Patience.EVER)
    forced_moves = models.BooleanField("forced moves are played automatically", default=False)
    coached = models.BooleanField("a coach watches the first hand", default=False, db_default=False)
    turning = models.CharField(
        "what flips automatically",
        max_length=8,
        choices=AutoplayMode.choices,
        default=AutoplayMode.SEATS,
        db_default="seats",
    )
    by_link = models.BooleanField("open seats are taken by link", default=True)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    waits_for = models.JSONField(default=list, blank=True)
    bot_due = models.DateTimeField(null=True, blank=True, db_index=True)
    back = models.SmallIntegerField("who can undo the last move", null=True, blank=True, editable=False)
    rewound = models.PositiveIntegerField("when a move was undone", default=0, db_default=0, editable=False)
    rewound_by = models.SmallIntegerField("who undid it", null=True, blank=True, editable=False)
    trouble = models.CharField("what went wrong", max_length=200, blank=True, default="", db_default="")
    after = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="again")
    created = models.DateTimeField(default=timezone.now, editable=False)
    changed = models.DateTimeField(default=timezone.now, editable=False)

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["-changed"]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("play:table", args=[self.code])

    @property
    def live_url(self) -> str:
        """The URL of the live stream that reports each new version."""
        return f"/live/table/{self.code}/"

    # -- the match ----------------------------------------------------------------------------------------------------

    @property
    def engine_game(self) -> Game[Any]:
        """The engine's object for the table's game."""
        return games.get(self.game)

    @property
    def house_rules(self) -> Options:
        return self.engine_game.options.load_saved_options(self.options)

    @property
    def board(self) -> Board:
        """The engine's table object at this version. It's cached and mustn't be changed. Raises UnplayableMatch."""
        known = board_cache.find_board(self.code, self.version, self.rewound)
        if known and known[0] == self.version:
            return known[1]
        try:
            since, board = known or (0, board_cache.create_board(self.game, self.house_rules, self.seats))
            board = board_cache.play_moves_on_copy(board, self.list_moves(since))
        except RulesError as error:
            logger.error("table_unreadable", table=self.code, kind=type(error).__name__)
            raise UnplayableMatch(self.code) from error
        board_cache.store_board(self.code, self.version, board)
        return board

    def list_moves(self, since: int = 0) -> list[tuple[int, str]]:
        """Return the moves after version `since`, up to this version, as pairs of a seat and the move's text."""
        found = self.moves.filter(number__gt=since, number__lte=self.version).order_by("number")
        return list(found.values_list("seat", "text"))

    def build_record(self) -> Record:
        """Build the record of the match so far: the house rules and all moves. It reveals all cards."""
        return Record(self.game, self.house_rules, self.seats, self.list_moves())

    def at_version(self, version: int) -> Table:
        """Return a read-only copy of this table at an earlier version of the same match."""
        then = copy(self)
        then.version = version
        then.status, then.bot_due = Table.Status.PLAYING, self.changed
        then.waits_for = [seat for seat in then.board.state.waiting if seat != DEALER]
        return then

    def replay_first_moves(self, moves: int) -> Board:
        """Return the engine's table object after the first moves of the match. `moves` says how many."""
        return Board.replay_record(self.build_record(), moves)

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER

    @property
    def is_between_deals(self) -> bool:
        """Whether a deal is over and a person has to start the next one."""
        return self.status == self.Status.PLAYING and self.board.state.is_between_deals

    @property
    def is_on_autoplay(self) -> bool:
        """Whether a player has turned on autoplay, so that the table makes everyone's moves automatically."""
        return self.turning in (self.AutoplayMode.CARD, self.AutoplayMode.PILE, self.AutoplayMode.END)

    @property
    def bot_pause(self) -> timedelta:
        """The time that a bot waits before it moves after another bot."""
        return timedelta(seconds={"at-once": 0.0, "brisk": 0.5, "calm": 1.0}[self.pace])

    @property
    def undo_pause(self) -> timedelta:
        """The time that a bot waits after a move that can be undone, so that a player can notice a mistake."""
        return UNDO_PAUSE if self.bot_pause else timedelta()

    def get_wait_deadline(self, places: Sequence[Seat]) -> datetime | None:
        """Return the time when a bot moves for an absent player or the next hand is dealt, or None if there is none.

        A table that waits only for empty seats has no such deadline. `places` are the table's seats.
        """
        waits = self.patience and self.status == self.Status.PLAYING and not self.bot_due
        somebody = any(place.person_id for place in places if place.number in self.waits_for)
        return (
            self.changed + timedelta(seconds=self.patience) if waits and (somebody or self.is_between_deals) else None
        )

    def find_next_shuffle(self) -> Shuffle | None:
        """Return the stored shuffle for the dealer's next turn, or None if it isn't the dealer's turn."""
        return self.shuffles.filter(number=None).first()

    @property
    def revealed_deal_count(self) -> int:
        """The number of finished deals whose cards everyone can see.

        In a game in which players can put cards away without showing them, it's 0 until the match is over.
        """
        return self.board.state.match.deals if self.is_over or not self.engine_game.mucks else 0

    def list_revealed_deals(self) -> list[Shuffle]:
        """Return the shuffles of the finished deals whose cards everyone can see, oldest first."""
        return list(self.shuffles.filter(number__isnull=False, deal__lt=self.revealed_deal_count).order_by("number"))

    # -- players ------------------------------------------------------------------------------------------------------

    def list_seats(self) -> list[Seat]:
        """Return the table's seats in order, with the people in them already loaded."""
        return list(self.places.select_related("person").order_by("number"))

    def find_seat(self, person: Person | None) -> Seat | None:
        """Return the seat of this person at the table, or None."""
        return self.places.filter(person=person).first() if person else None

    def list_player_names(self, places: Sequence[Seat] | None = None) -> list[str]:
        """Return the players' names by seat. Equal names get numbers.

        `places` are the table's seats, or None to load them from the database.
        """
        return make_names_unique(place.display_name for place in (self.list_seats() if places is None else places))

    def is_waiting_for(self, seat: int | None) -> bool:
        """Return whether it's this seat's turn. It never is for a spectator (None)."""
        return self.status == self.Status.PLAYING and seat in self.waits_for

    def is_player_away(self, place: Seat) -> bool:
        """Return whether it has been this player's turn for more than two minutes."""
        waited = self.is_waiting_for(place.number)
        return bool(place.person_id and waited and timezone.now() - self.changed > AWAY)


class Seat(models.Model):
    """A seat at a table, with a person, a bot of some level, or nobody.

    `left` is the person who left the seat and can come back. `stood_in` says that a bot made the last move for the
    person in this seat. `forecasts` are this person's forecasts: each has the name of the question, the number of moves
    before it, and the seat in the answer.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    bot = models.CharField("level of the bot", max_length=20, blank=True)
    name = models.CharField("name of the bot", max_length=40, blank=True)
    left = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats_left")
    forecasts = models.JSONField("what was forecast here", default=list, blank=True, editable=False)
    stood_in = models.BooleanField("a bot made its last move", default=False, db_default=False)

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_is_there_once"),
            models.UniqueConstraint(fields=["table", "person"], name="person_sits_once_at_a_table"),
            models.CheckConstraint(condition=Q(bot="") | Q(person=None), name="seat_holds_a_person_or_a_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.display_name} (seat {self.number + 1})"

    @property
    def is_free(self) -> bool:
        return not self.person_id and not self.bot

    @property
    def bot_kind(self) -> str:
        """The kind of bot in this seat in words, such as “steady bot”."""
        return "flips automatically" if self.bot == ITSELF else f"{self.bot} bot"

    @property
    def display_name(self) -> str:
        """The name of the player in this seat, or “Free seat”."""
        if self.person:
            return self.person.display_name
        return self.name if self.bot else FREE


class FormerPlayer(models.Model):
    """A former player of a seat: a person, a bot, or nobody. The log uses their name in older moves.

    `until` is the first version of the table at which they no longer had the seat. Current players have only a `Seat`.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="former_players")
    number = models.PositiveSmallIntegerField()
    until = models.PositiveIntegerField()
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats_before")
    name = models.CharField("name of the bot", max_length=40, blank=True)

    class Meta:
        ordering = ["table", "until"]
        constraints = [models.UniqueConstraint(fields=["table", "number", "until"], name="seat_is_left_once_at_a_time")]

    def __str__(self) -> str:
        return f"{self.display_name} (seat {self.number + 1} until version {self.until})"

    @property
    def display_name(self) -> str:
        """The name of the former player of the seat."""
        return self.person.display_name if self.person else self.name or GONE


class Move(models.Model):
    """A move in a match: its number, the seat that made it, and its text, which the engine can parse.

    `by` says who or what made it, such as a person or the dealer, and `reason` is a bot's reason. A match consists only
    of the table's house rules and the moves.
    """

    class MoverKind(models.TextChoices):
        PERSON = "person", "a person"
        BOT = "bot", "a bot"
        STAND_IN = "stand-in", "a bot, for an absent player"
        DEALER = "dealer", "the dealer"
        ITSELF = "itself", "automatic (only legal move)"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    text = models.TextField()
    by = models.CharField(max_length=8, choices=MoverKind.choices, default=MoverKind.PERSON)
    reason = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["table", "number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="move_number_is_used_once")]

    def __str__(self) -> str:
        return f"Move {self.number} of seat {self.seat + 1}" if self.seat >= 0 else f"Move {self.number} of the dealer"


class Shuffle(models.Model):
    """The dealer's random moves until a player's turn, such as those that deal the cards.

    They're drawn in advance. Players first see only their hash (`digest`). Once everyone can see the deal's cards,
    players also see `salt` and `text`, and can check the hash. `number` is the number of the first of these moves, or
    None if they haven't been made yet. `deal` is the number of deals finished before.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shuffles")
    number = models.PositiveIntegerField(null=True, blank=True)
    deal = models.PositiveIntegerField()
    salt = models.CharField(max_length=32)
    text = models.TextField()
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="shuffle_is_played_once"),
            models.UniqueConstraint(fields=["table"], condition=Q(number=None), name="one_deal_to_come_at_a_table"),
        ]

    def __str__(self) -> str:
        return f"Deal {self.deal + 1}, sealed as {self.digest[:12]}"


@receiver(person_merged)
def merge_seats(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the tables and seats of `source` to `target`, when a visitor is merged into a person with an account.

    At a table where both have a seat, the source's seat becomes free.
    """
    Table.objects.filter(owner=source).update(owner=target)
    taken = Seat.objects.filter(person=target).values_list("table_id", flat=True)
    Seat.objects.filter(person=source).exclude(table__in=list(taken)).update(person=target)
    Seat.objects.filter(left=source).update(left=target)
    FormerPlayer.objects.filter(person=source).update(person=target)


def export_person_tables(person: Person) -> list[dict[str, Any]]:
    """Return the tables where a person sits or sat, with the moves that they made there, as JSON."""
    rows: list[FormerPlayer | Seat] = [*FormerPlayer.objects.filter(person=person).select_related("table")]
    rows += Seat.objects.filter(person=person).select_related("table")
    places = {(row.table_id, row.number): row for row in rows}
    ordered = sorted(places.values(), key=lambda row: (row.table.created, row.table_id, row.number))
    return [_export_seat(row, person) for row in ordered]


def _export_seat(row: FormerPlayer | Seat, person: Person) -> dict[str, Any]:
    table, is_seated = row.table, isinstance(row, Seat)
    former = list(table.former_players.filter(number=row.number).order_by("until").values_list("until", "person"))
    last = person.pk if is_seated else None
    moves = (
        table.moves.filter(seat=row.number, by=Move.MoverKind.PERSON).order_by("number").values_list("number", "text")
    )
    return {
        "table": table.code,
        "game": table.game,
        "options": table.options,
        "seat": row.number,
        "status": table.status,
        "begun": format_utc(table.created),
        "left": not is_seated,
        "moves": [text for at, text in moves if next((who for until, who in former if at < until), last) == person.pk],
    }
