"""Seating: creating tables, joining by link, leaving, coming back, and replacing players with bots.

Each change locks the table's row and creates a new version, so that a move in progress has to read the table again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from core.people.models import Person
from core.play import board_cache, live_topics, moves
from core.play.errors import BadSeats, Forbidden, SeatTaken, TooManyTables, UnplayableMatch
from core.play.models import FormerPlayer, Seat, Table, new_invite
from core.play.player_names import pick_bot_names
from games.engine.game import Game
from games.engine.options import Options
from games.words import join_words
from variants import services as rule_sets

ME, LINK = "me", "link"
FAVOURITE = "steady"
MOST_TABLES = 40
"""The maximum number of unfinished tables per owner."""


def get_default_seating(game: Game[Any], options: Options, wished: str = FAVOURITE) -> list[str]:
    """Return a list of the players of a new table by default, one for each seat. Raises BadOption.

    The first seat is the owner's (`ME`). All others get `wished`: a bot's level, or `LINK` for anyone with the link. If
    the game doesn't have this level, they get bots of the level `FAVOURITE` or, failing that, of the game's first one.
    """
    levels = game.automatic_player_levels
    company = next((who for who in (wished, FAVOURITE, *levels) if who in (*levels, LINK)), LINK)
    return [ME] + [company] * (game.get_usual_seat_count(options) - 1)


@transaction.atomic
def create_table(
    owner: Person | None, game: Game[Any], options: Options, seating: Sequence[str], **settings: Any
) -> Table:
    """Create a table, and start the match if all seats are filled.

    `seating` has the player for each seat: "me" (the owner), "link" (anyone with the link), or a bot's level.
    `settings` are fields of `Table`: `pace`, `patience`, `forced_moves`, `coached`, `by_link`, and `after`. Raises
    BadSeats, or BadOption if the rules don't allow this number of players.
    """
    game.check_seat_count(options, len(seating))
    check_seating(game, seating, owner)
    save_house_rules(game, options)
    rules = {"options": options.dump_values_to_store(), "rules": options.digest()}
    table = Table.objects.create(owner=owner, game=game.slug, seats=len(seating), **rules, **settings)
    names = iter(pick_bot_names([who for who in seating if who not in (ME, LINK)]))
    places = [Seat(table=table, number=number) for number in range(len(seating))]
    for place, who in zip(places, seating, strict=True):
        if who == ME:
            place.person = owner
        elif who != LINK:
            place.bot, place.name = who, next(names)
    Seat.objects.bulk_create(places)
    moves.save_next_shuffle(table, board_cache.create_board(game.slug, options, len(seating)))
    _begin_match_if_full(table)
    return table


def check_table_limit(owner: Person) -> None:
    """Raise TooManyTables if a person has too many unfinished tables to create another one."""
    if Table.objects.unfinished().filter(owner=owner).count() >= MOST_TABLES:
        raise TooManyTables(f"You have {MOST_TABLES} unfinished tables. Finish one first.")


def save_house_rules(game: Game[Any], options: Options) -> None:
    """Save a table's house rules under a permanent URL, and queue a check of lessons and puzzles under these rules.

    Standard rules need no URL. The check is queued only when the rules are used for the first time.
    """
    if options.list_nonstandard_values():
        rule_sets.save_rules(game, options)
    rule_sets.record_rules_in_use(game, options)


def check_seating(game: Game[Any], seating: Sequence[str], owner: Person | None) -> None:
    """Raise BadSeats if an entry of `seating` isn't possible in this game, or if a person would get two seats."""
    known = [ME, LINK, *game.automatic_player_levels]
    for who in seating:
        if who not in known:
            raise BadSeats(f"“{who[:20]}” can’t take a seat. Use {join_words(known, 'or')}.")
    if seating.count(ME) > 1 or (ME in seating and owner is None):
        raise BadSeats("You can take only one seat at a table.")


@transaction.atomic
def sit_down(table: Table, person: Person, number: int | None = None) -> Seat:
    """Give a person the free seat `number` (None for the first free seat), and return it.

    A person who already sits at the table keeps their seat. A person who has left a seat can get only that seat back,
    even from a bot, because they know its cards. The caller has to check the invitation. Raises SeatTaken or Forbidden.
    """
    _lock_table(table)
    places = table.list_seats()
    own = next((place for place in places if place.person_id == person.pk), None)
    if own:
        return own
    former = next((place for place in places if place.left_id == person.pk), None)
    if not (former or table.by_link or _is_invited(table, person)):
        raise Forbidden("You can’t join this table by link.")
    place = _find_open_seat(places, former or _find_earlier_seat(table, places, person), number)
    if place is None or table.is_over:
        raise SeatTaken("There’s no open seat for you at this table.")
    _change_player(table, place, person=person)
    return place


def _find_earlier_seat(table: Table, places: Sequence[Seat], person: Person) -> Seat | None:
    """Return the seat that a person has had at the table before, or None. It can have had other players since.

    `places` are the table's seats.
    """
    sat = table.former_players.filter(person=person).first()
    return places[sat.number] if sat else None


def _is_invited(table: Table, person: Person) -> bool:
    """Return whether the person owns the table or, if the match is a rematch, has a seat in the previous match."""
    return table.owner_id == person.pk or bool(table.after and table.after.find_seat(person))


def _find_open_seat(places: Sequence[Seat], former: Seat | None, number: int | None) -> Seat | None:
    if former:
        return former if not former.person_id and number in (None, former.number) else None
    return next((place for place in places if place.is_free and number in (None, place.number)), None)


@transaction.atomic
def leave_table(table: Table, person: Person) -> None:
    """Free the person's seat at a table. It's free until they come back, or until another person or a bot takes it.

    Raises Forbidden.
    """
    _lock_table(table)
    place = table.find_seat(person)
    if place is None:
        raise Forbidden("You don’t have a seat at this table.")
    _change_player(table, place, left=person)


@transaction.atomic
def seat_bot(table: Table, person: Person | None, number: int, level: str) -> Seat:
    """Give a seat to a bot if it's free or its player keeps the table waiting. Only the table's owner can do this.

    Raises Forbidden, SeatTaken, or BadSeats.
    """
    _lock_table(table)
    if person is None or table.owner_id != person.pk:
        raise Forbidden("Only the table’s owner can give seats to bots.")
    check_seating(table.engine_game, [level], None)
    if level == LINK:
        raise BadSeats("Choose the bot’s level.")
    places = table.list_seats()
    place = next((place for place in places if place.number == number), None)
    if place is None or table.is_over or not (place.is_free or place.bot or table.is_player_away(place)):
        raise SeatTaken("Someone is playing in that seat.")
    name = pick_bot_names([level], [other.name for other in places])[0]
    _change_player(table, place, bot=level, name=name, left=place.person or place.left)
    return place


@transaction.atomic
def play_again(table: Table, person: Person) -> Table:
    """Create a table with the same rules and seats for a rematch, and return it.

    Bots are already in their seats, and seats are reserved for the other players. The second person who asks for a
    rematch joins the same table. Raises Forbidden or TooManyTables.
    """
    _lock_table(table)
    places = table.list_seats()
    own = next((place for place in places if place.person_id == person.pk), None)
    if own is None and table.owner_id != person.pk:
        raise Forbidden("You don’t have a seat at this table.")
    following = Table.objects.filter(after=table).first()
    if following is None:
        check_table_limit(person)
        seating = [ME if place == own else place.bot or LINK for place in places]
        settings = {name: getattr(table, name) for name in ("pace", "patience", "forced_moves", "by_link")}
        following = create_table(person, table.engine_game, table.house_rules, seating, after=table, **settings)
        live_topics.announce_table_change(following, places)
        return following
    if own and not following.is_over:
        sit_down(following, person, own.number)
    return following


def set_spectator_link(table: Table, person: Person | None, wished: bool) -> None:
    """Create a link with which anyone can watch the table if `wished` is true. Otherwise, delete the link.

    If it's created again, it has a different code. Raises Forbidden for anyone but the table's owner.
    """
    if person is None or table.owner_id != person.pk:
        raise Forbidden("Only the table’s owner can let people watch.")
    if bool(table.watch) != wished:
        live_topics.announce_deleted_spectator_link(table.watch)
        watch = new_invite() if wished else None
        Table.objects.filter(pk=table.pk, closed=False).update(watch=watch)


@transaction.atomic
def close_table(table: Table) -> None:
    """End a match early. Nobody can move anymore, and its record becomes visible."""
    _lock_table(table)
    if table.is_over:
        return
    table.status, table.closed, table.waits_for, table.bot_due = Table.Status.OVER, True, [], None
    table.changed = timezone.now()
    live_topics.announce_deleted_spectator_link(table.watch)
    table.watch = None
    table.save()
    live_topics.announce_table_change(table, table.list_seats())


@transaction.atomic
def leave_all_tables(person: Person) -> None:
    """Remove a person from all tables before the person is deleted.

    A match without other people ends. Other matches continue, and a table that the person owned goes to the first
    person with a seat there.
    """
    for table in Table.objects.unfinished().filter(Q(places__person=person) | Q(owner=person)).distinct():
        heirs = [place.person for place in table.list_seats() if place.person and place.person != person]
        if not heirs:
            close_table(table)
            continue
        if table.owner_id == person.pk:
            Table.objects.filter(pk=table.pk).update(owner=heirs[0])
        if table.find_seat(person):
            leave_table(table, person)


def _lock_table(table: Table) -> None:
    """Lock the table's row until the transaction ends, and increase its version."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
    table.refresh_from_db()


def _change_player(table: Table, place: Seat, **who: Any) -> None:
    """Give the seat `place` to another player, or to nobody. `who` has the new values of the seat's fields.

    The seat's person, bot, name, and forecasts are cleared, unless `who` has new values for them. Once the match has
    started, the former player is stored for the log.
    """
    if table.status != Table.Status.OPEN:
        FormerPlayer.objects.create(
            table=table, number=place.number, until=table.version, person=place.person, name=place.name
        )
    for name, value in {"person": None, "bot": "", "name": "", "stood_in": False, "forecasts": [], **who}.items():
        setattr(place, name, value)
    place.save()
    _continue_after_seat_change(table)


def _continue_after_seat_change(table: Table) -> None:
    if table.status == Table.Status.OPEN:
        _begin_match_if_full(table)
    elif not table.is_over:
        try:
            moves.update_awaited_seats(table)
        except UnplayableMatch:  # this match can't go on
            close_table(table)
    live_topics.announce_table_change(table, table.list_seats())


def _begin_match_if_full(table: Table) -> None:
    if any(place.is_free for place in table.places.all()):
        Table.objects.filter(pk=table.pk).update(changed=timezone.now())
    else:
        moves.begin_match(table)
