"""What every game must keep: run for each game that is found, by every preset and for several numbers of players."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest

import games
from games.cards import JOKER, SUIT_NAMES, format_cards
from games.engine.coverage import collect_proven_fact_values
from games.engine.event import Event
from games.engine.examples import get_examples_folder, read_examples
from games.engine.game import Game
from games.engine.lesson import Lesson
from games.engine.move import Move, parse_move
from games.engine.options import Options
from games.engine.record import Record, parse_record
from games.engine.record_legend import list_legend_gaps, load_legend
from games.engine.state import DEALER, DealResult, State
from games.engine.table import Table
from games.engine.view import Screen
from games.errors import BadText, RulesError
from games.kit.tricks import SeatsOut, TrickState
from tests.games.english import reads_well
from tests.games.listing import disagreement, look, small_tables
from tests.games.positions import ask_everything, ask_on_the_way, disturbed, mix_and_play, of_example
from tests.games.positions import tables as every_table
from tests.games.wandering import every_value, move_of, mutated, roam, some_rules, wander

GAMES = list(games.all_games().values())


def tables() -> Iterator[tuple[Game[Any], str, int]]:
    """Every preset of every game, with the fewest, the most and a middling number of players it allows."""
    for game in GAMES:
        for preset in game.options.presets:
            options = game.options.load_preset(preset.name)
            allowed = game.list_seat_counts(options)
            for seats in sorted({allowed[0], allowed[len(allowed) // 2], allowed[-1]}):
                yield game, preset.name, seats


TABLES = list(tables())
each_table = pytest.mark.parametrize(
    ("game", "preset", "seats"),
    [
        pytest.param(
            *(game, preset, seats),
            marks=[pytest.mark.slow] if preset != "classic" else [],
            id=f"{game.slug}-{preset}-{seats}",
        )
        for game, preset, seats in TABLES
    ],
)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def some(values: Iterator[Any], every: int) -> Iterator[Any]:
    """Every so many of some values."""
    return islice(values, 0, None, every)


def played(game: Game[Any], options: Options, seats: int, seed: int, deals: int = 2) -> Table:
    """A table after some random deals."""
    rng = Random(seed)
    table = Table(game, options, seats)
    while not table.is_over and table.state.match.deals < deals:
        seat = rng.choice(table.state.waiting)
        table.play_move(seat, move_of(game, table.state, seat, rng))
    return table


def snapshot(game: Game[Any], state: State) -> str:
    return json.dumps(game.build_position(state), sort_keys=True)


# -- play ------------------------------------------------------------------------------------------


@each_table
def test_random_matches_end(game: Game[Any], preset: str, seats: int) -> None:
    options, shared = game.options.load_preset(preset), set[str]()
    for seed in range(2):
        for state, seat in wander(game, options, seats, Random(seed)):
            last = state
            if seat == DEALER:
                assert_chance_is_told(game, state)
        assert last.match.over
        shared |= {"winners"} if len(last.match.winners) > 1 else set()
        shared |= {"credited"} if any(len(result.winners) > 1 for result in last.match.results) else set()
        assert last.match.winners or len(set(last.match.scores)) == 1, "only a draw has no winner"
        assert last.match.deals == len(last.match.results)
        assert last.waiting == ()
    said = [one.setting.get("then", {}) for one in read_examples(game)]
    unsaid = {name for name in shared if all(len(then.get(name, ())) < 2 for then in said)}
    assert not unsaid, "several have won together: an example owes who they are, in its “then”"


@each_table
def test_a_note_on_a_seat_reads_well_after_you(game: Game[Any], preset: str, seats: int) -> None:
    """It stands behind the names of the others and behind “You”, which has no “has”."""
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(4)), 3):
        for note in game.build_screen(game.build_view(state, max(seat, 0))).seats:
            assert not re.search(r"\b(has|is|does)\b", note.note), note


@each_table
def test_every_listed_move_is_legal_and_so_is_a_random_one(game: Game[Any], preset: str, seats: int) -> None:
    rng = Random(3)
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(1), deals=3), 5):
        listed = game.list_moves(state, seat)
        assert listed
        assert len(set(listed)) == len(listed)
        for move in [*listed, move_of(game, state, seat, rng)]:
            assert game.find_violation(state, seat, move) is None, (str(move), game.build_position(state))
            assert game.verbs[move.verb].is_possible(state, seat)


@each_table
def test_a_legal_move_can_be_made_and_a_refused_one_changes_nothing(game: Game[Any], preset: str, seats: int) -> None:
    rng = Random(4)
    refused = 0
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(2), deals=2), 4):
        before = snapshot(game, state)
        tried = mutated(game, state, rng.choice(game.list_moves(state, seat)), rng)
        violation = game.find_violation(state, seat, tried)
        assert snapshot(game, state) == before
        if violation is None:
            after = state.copy()
            game.play_move(after, seat, tried)
            game.load_position(game.build_position(after))
        else:
            refused += 1
            with pytest.raises(RulesError):
                game.play_move(state, seat, tried)
        assert snapshot(game, state) == before
    assert refused


@each_table
def test_a_refusal_has_a_sentence_and_a_clause_that_holds(game: Game[Any], preset: str, seats: int) -> None:
    rng, options = Random(5), game.options.load_preset(preset)
    for state, seat in some(wander(game, options, seats, Random(3), deals=2), 2):
        violation = game.find_violation(
            state, seat, mutated(game, state, rng.choice(game.list_moves(state, seat)), rng)
        )
        broken_here = (violation, *violation.others) if violation else ()
        assert len({broken.clause.id for broken in broken_here}) == len(broken_here)
        for broken in broken_here:
            assert broken.sentence.endswith((".", "?"))
            assert "{" not in broken.sentence
            assert game.get_clause(broken.clause.id) is broken.clause
            entry = game.rulebook.find_clause_entry(broken.clause.id, options)
            assert entry is None or entry.is_in_force, broken.clause.id


@each_game
def test_what_a_verb_has_no_use_for_is_refused(game: Game[Any]) -> None:
    more = {"number": 1, "groups": ((JOKER,),), "named": (("word", (JOKER,)),), "word": "loudly"}
    for state, seat in some(wander(game, game.options(), game.seats[0], Random(21), deals=2), 3):
        for move in game.list_moves(state, seat):
            taken = game.verbs[move.verb].parts
            assert set(move.part_names) <= set(taken)
            for part in set(more) - set(taken):
                violation = game.find_violation(state, seat, move._replace(**{part: more[part]}))
                assert violation is not None
                assert violation.clause.id == "table.shape"
            assert game.find_violation(state, seat, move._replace(word="loudly")), "no verb knows this word"


@pytest.mark.repeated
@each_game
def test_a_word_with_which_no_move_is_listed_is_refused(game: Game[Any]) -> None:
    """A word that only the judge knows would have to stand somewhere in the code of the game."""
    words, rng = sorted(_words_in_code(game)), Random(23)
    worded = {name for name, verb in game.verbs.items() if "word" in verb.parts and not verb.by_example}
    for state in (state for start in every_table(game, rng, more=1) for state in roam(game, start, rng, 30)):
        for seat in {*state.waiting, *state.interrupting_seats} - {DEALER} if worded and not rng.randrange(4) else ():
            moves = [move for move in game.list_moves(state, seat) if move.verb in worded]
            listed = {str(move) for move in moves}
            for move in rng.sample(moves, min(len(moves), 1)):
                for word in words:
                    with suppress(BadText):
                        said = game.parse_move(str(move._replace(word=word)))
                        assert str(said) in listed or game.find_violation(state, seat, said), f"{said} is not listed"


def _words_in_code(game: Game[Any]) -> set[str]:
    """The words that stand as a text, or in one, in the modules of the game's folder."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in get_examples_folder(game).parent.glob("*.py"))
    texts = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {word for text in texts if isinstance(text, str) for word in re.findall(r"[a-z][a-z-]*", text)}


@each_table
def test_who_is_not_waited_for_cannot_move(game: Game[Any], preset: str, seats: int) -> None:
    rng = Random(6)
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(4), deals=1), 7):
        move = move_of(game, state, seat, rng)
        for other in {-1, *range(seats + 1)} - {*state.waiting, *state.interrupting_seats}:
            violation = game.find_violation(state, other, move)
            assert violation is not None
            assert [one.clause.id for one in (violation, *violation.others)][-1] == "table.turn"


@each_table
def test_copies_are_independent(game: Game[Any], preset: str, seats: int) -> None:
    rng = Random(7)
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(5), deals=2), 6):
        before, copied = snapshot(game, state), state.copy()
        assert snapshot(game, copied) == before
        for _ in range(12):
            if copied.waiting:
                mover = rng.choice(copied.waiting)
                game.apply_move(copied, mover, move_of(game, copied, mover, rng))
        assert snapshot(game, state) == before
        move = move_of(game, state, seat, Random(8))
        one, other = state.copy(), state.copy()
        assert game.apply_move(one, seat, move) == game.apply_move(other, seat, move)
        assert snapshot(game, one) == snapshot(game, other)


@pytest.mark.repeated
@each_game
def test_every_value_of_every_option_can_be_played(game: Game[Any]) -> None:
    for name, value in every_value(game):
        problems = {seats: game.options.list_option_problems({name: value}, seats) for seats in game.seats}
        allowed = [seats for seats in game.seats if not problems[seats]]
        if allowed:
            options = game.options({name: value})
            for state, seat in wander(game, options, allowed[len(allowed) // 2], Random(9), deals=1):
                assert seat in state.waiting
                if seat == DEALER:
                    assert_chance_is_told(game, state)


@pytest.mark.slow
@each_game
def test_a_verb_with_a_legal_move_is_listed(game: Game[Any]) -> None:
    """Under each value of each option, amid others at random; `python -m tests.games.listing` looks further."""
    rng, listed = Random(13), 0
    for name, value in every_value(game):
        rules = some_rules(game, rng, {name: value})
        if rules:
            found = look(game, *rules, rng, positions=8, most=150)
            assert not found.unlisted, found.unlisted[0]
            listed += found.listed
    assert listed, "the search finds the moves that are listed"


@each_table
def test_what_is_listed_is_what_is_allowed(game: Game[Any], preset: str, seats: int) -> None:
    rng = Random(22)
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(20), deals=2), 6):
        for mover in (seat, *state.interrupting_seats) if seat != DEALER else ():
            found = disagreement(game, state, mover, rng)
            assert not found, (found, game.build_position(state))
        if seat != DEALER:
            every = [
                move for verb in game.verbs.list_possible_verbs(state, seat) for move in verb.list_moves(state, seat)
            ]
            assert game.list_moves(state, seat) == every, "a game that lists for itself lists what its verbs do"


@pytest.mark.slow
@each_game
def test_what_is_listed_is_what_is_allowed_by_any_house_rules(game: Game[Any]) -> None:
    rng = Random(23)
    for name, value in every_value(game):
        rules = some_rules(game, rng, {name: value})
        if rules:
            for state, seat in islice(small_tables(game, *rules, rng), 6):
                found = disagreement(game, state, seat, rng)
                assert not found, (found, game.build_position(state))


@each_game
def test_so_many_players_as_cannot_play_are_refused(game: Game[Any]) -> None:
    for seats in (game.seats[0] - 1, game.seats[-1] + 1, 0, -1, 99):
        with pytest.raises(RulesError, match="players"):
            game.start_match(game.options(), seats)


# -- text and JSON ---------------------------------------------------------------------------------


@each_table
def test_moves_are_their_text(game: Game[Any], preset: str, seats: int) -> None:
    """And it is as programs are told: `game.move_schema`."""
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(6), deals=2), 3):
        for move in game.list_moves(state, seat):
            assert game.parse_move(str(move)) == move
            assert re.search(game.move_schema["pattern"], str(move))
    assert not re.search(game.move_schema["pattern"], f"{next(iter(game.verbs))}ed 7D")


@each_table
def test_positions_are_whole_and_are_json(game: Game[Any], preset: str, seats: int) -> None:
    kept = []
    for state, seat in some(wander(game, game.options.load_preset(preset), seats, Random(7), deals=3), 4):
        position = game.build_position(state)
        kept.append((position, json.dumps(position)))
        again = game.load_position(json.loads(json.dumps(position)))
        assert game.build_position(again) == position
        assert (again.waiting, again.is_between_deals, again.phase) == (
            state.waiting,
            state.is_between_deals,
            state.phase,
        )
        assert (
            sorted(map(str, game.list_moves(again, seat))) == sorted(map(str, game.list_moves(state, seat)))
            or seat == DEALER
        )
    assert all(json.dumps(position) == text for position, text in kept), "a position stays while play goes on"


@each_table
def test_a_card_that_lies_there_once_too_often_is_refused(game: Game[Any], preset: str, seats: int) -> None:
    rng = Random(28)
    for state, _ in some(wander(game, game.options.load_preset(preset), seats, Random(7), deals=2), 9):
        position = game.build_position(state)
        lying = json.dumps({key: position[key] for key, part in game.state.keys.items() if part.lying})
        known = [*re.finditer(r"(?<![\w=])[A2-9TJQK][CDHS](?![\w=])", lying)]
        one, other = rng.sample(known, 2) if len(known) > 1 else (None, None)
        if one and other and one[0] != other[0]:
            twice = json.loads(lying[: other.start()] + one[0] + lying[other.end() :])
            with pytest.raises(RulesError):
                game.load_position({**position, **twice})


@each_table
def test_records_are_json_and_replay(game: Game[Any], preset: str, seats: int) -> None:
    table = played(game, game.options.load_preset(preset), seats, seed=8)
    written = json.dumps(table.record.to_json())
    record = parse_record(json.loads(written))
    assert record == table.record
    replayed = Table.replay_record(record)
    assert snapshot(game, replayed.state) == snapshot(game, table.state)
    assert replayed.events == table.events
    halfway = Table.replay_record(record, moves=len(record.moves) // 2)
    for seat, text in record.moves[len(record.moves) // 2 :]:
        halfway.play_move(seat, text)
    assert snapshot(game, halfway.state) == snapshot(game, table.state)


@each_game
def test_a_record_that_cheats_is_refused(game: Game[Any]) -> None:
    table = played(game, game.options(), game.seats[0], seed=9, deals=1)
    for place in range(2, len(table.record.moves), 7):
        moves = table.record.moves[:]
        waiting = Table.replay_record(table.record, moves=place).state.waiting
        other = next((seat for seat in range(game.seats[0]) if seat not in waiting), game.seats[-1])
        moves[place] = (other, moves[place][1])
        with pytest.raises(RulesError):
            Table.replay_record(Record(game.slug, table.record.options, table.record.seats, moves[: place + 1]))


# -- every question, everywhere --------------------------------------------------------------------


@pytest.mark.slow
@each_game
def test_whatever_play_reaches_stands_every_question(game: Game[Any]) -> None:
    """Under every value of every option. `python -m tests.games.soak --positions 1000` asks more."""
    rng = Random(16)
    assert sum(ask_on_the_way(game, start, rng, moves=80, every=9) for start in every_table(game, rng, more=3))


@pytest.mark.slow
@each_game
def test_whatever_the_examples_lead_to_stands_every_question(game: Game[Any]) -> None:
    """They begin where random play seldom comes, and by other house rules than those they were written for too."""
    rng, examples = Random(17), read_examples(game)
    starts = [of_example(game, example, rng) for example in rng.sample(examples, min(30, len(examples)))]
    assert sum(ask_on_the_way(game, start, rng, moves=4, every=3) for start in starts)


@pytest.mark.slow
@each_game
def test_what_cannot_be_is_refused_or_stands_every_question(game: Game[Any]) -> None:
    """Positions of play in which cards, hands, seats or the phase were exchanged."""
    rng, refused, taken = Random(26), 0, 0
    for start in every_table(game, rng, more=3):
        for state in some(roam(game, start, rng, 60), 4):
            position = disturbed(game, state, rng)
            try:
                loaded = game.load_position(position)
            except RulesError as said:
                refused += bool(str(said))
                continue
            taken += 1
            try:
                ask_everything(game, loaded, rng, ["hint", "learner"])
            except Exception as broken:
                raise AssertionError(f"{broken!r} in {position}") from broken
    assert refused
    assert taken


@pytest.mark.repeated
@each_game
def test_what_is_put_together_from_two_positions_is_refused_or_can_be_played(game: Game[Any]) -> None:
    """A phase, hands or scores of another moment of the match. `python -m tests.games.soak --mixed 1000` tries more."""
    rng = Random(27)
    found = [mix_and_play(game, start, rng, positions=20) for start in every_table(game, rng, more=3)]
    assert all(map(sum, zip(*found, strict=True)))


# -- what is hidden --------------------------------------------------------------------------------


@pytest.mark.slow
@each_table
def test_no_seat_can_tell_hidden_cards_apart(game: Game[Any], preset: str, seats: int) -> None:
    """The cards that a seat cannot see are dealt anew, and nothing that it sees or may do has changed."""
    rng = Random(10)
    for state, _ in some(wander(game, game.options.load_preset(preset), seats, Random(8), deals=3), 6):
        for seat in rng.sample((None, *range(seats)), 2):
            view = game.build_view(state, seat)
            other = game.sample_possible_state(view, rng)
            again = game.build_view(other, seat)
            assert again == view
            assert json.dumps(game.build_screen(view).to_json()) == json.dumps(game.build_screen(again).to_json())
            assert other.waiting == state.waiting
            if seat in state.waiting:
                assert game.list_moves(other, seat) == game.list_moves(state, seat)


@each_table
def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_see(game: Game[Any], preset: str, seats: int) -> None:
    rng, legal, compared = Random(11), 0, 0
    for state, mover in some(wander(game, game.options.load_preset(preset), seats, Random(9), deals=3), 2):
        if mover == DEALER:
            continue
        onlooker = rng.choice([None, *(seat for seat in range(seats) if seat != mover)])
        other = game.sample_possible_state(game.build_view(state, onlooker), rng)
        move = move_of(game, state, mover, rng)
        if game.find_violation(other, mover, move) is None:
            legal += 1
            real, imagined = state.copy(), other.copy()
            events = game.apply_move(real, mover, move)
            others = game.apply_move(imagined, mover, move)
            shown = any(event.kind in game.shows for event in (*events, *others))
            if not shown and not (real.match.deals > state.match.deals and real.match.results[-1].scores):
                told = [event.for_seat(onlooker) for event in events]
                assert told == [event.for_seat(onlooker) for event in others]
                assert game.build_view(real, onlooker) == game.build_view(imagined, onlooker)
                compared += 1
    assert compared > 5 or legal < 20 or not game.decides, "a small game has few moves legal in an imagined deal too"


@each_table
def test_nobody_is_told_a_card_that_stays_hidden(game: Game[Any], preset: str, seats: int) -> None:
    """Of no move, the dealer's included: a card that is told is not `?` to whoever was told of it. And each move is
    told of whoever has made it.

    But for cards that come to light by the rules, with an event of `Game.shows`, and go out of sight again.
    """
    for state, mover in wander(game, game.options.load_preset(preset), seats, Random(24), deals=2):
        after = state.copy()
        move = move_of(game, after, mover, Random(25))
        events = game.apply_move(after, mover, move)
        assert_told_of_its_mover(state, mover, move, events)
        for event in events:
            if event.kind == "trick" and isinstance(after, TrickState) and after.tricks:
                assert event.seat == after.tricks[-1].winner, "whoever is told to take a trick has it"
        shown = {code for event in events if event.kind in game.shows for code in cards_told(event)}
        hidden = named_in(game.build_position(after)) - shown
        for seat in (None, *range(seats)):
            heard = [event.for_seat(seat) for event in events]
            if any(cards_told(told) & hidden for told in heard):  # else there is nothing that the seat need see
                seen = named_in(game.build_view(after, seat).position)
                for told in heard:
                    leaked = cards_told(told) & (hidden - seen)
                    assert not leaked, (seat, told, leaked)
            for told in heard:
                assert_sentence(game.describe_event(told))


@each_table
def test_whoever_comes_to_see_a_card_holds_it_or_was_told_of_it(game: Game[Any], preset: str, seats: int) -> None:
    """A view that shows too much is no riddle to the game, which then takes the card for one that is seen."""
    onlookers = cycle((None, *range(seats)))
    for state, mover in wander(game, game.options.load_preset(preset), seats, Random(24), deals=2):
        after, seat = state.copy(), next(onlookers)
        events = game.apply_move(after, mover, move_of(game, after, mover, Random(25)))
        told = {code for event in events for code in cards_told(event.for_seat(seat))}
        held = set() if seat is None else named_in(game.build_position(after).get("hands", [""] * seats)[seat])
        new = named_in(game.build_view(after, seat).position) - named_in(game.build_view(state, seat).position)
        assert new <= told | held, (seat, new - told - held)


def assert_told_of_its_mover(state: State, mover: int, move: Move, events: Sequence[Event]) -> None:
    """What is told of a player's move is told of that player, of a lot of whom it fell on, of a deal of the dealer."""
    lot = move.number is not None
    if mover != DEALER:
        right, told = {mover}, [event for event in events if event.kind == move.verb]
    elif lot or state.phase in ("deal", "between"):
        right, told = {move.number, state.match.dealer}, [event for event in events if lot or event.kind == move.verb]
    else:
        return
    seats = {event.seat for event in told} - {None}
    assert seats <= right, f"“{move.verb}” is told of {seats} and not of {right}"


def assert_chance_is_told(game: Game[Any], state: State) -> None:
    """What the dealer does is told of the right player."""
    move = game.draw_dealer_move(state, Random(9))
    assert_told_of_its_mover(state, DEALER, move, game.apply_move(state.copy(), DEALER, move))


def assert_sentence(text: str) -> None:
    """Nothing is told, or a whole sentence in which nothing is missing but names."""
    assert not text or text.endswith((".", "?", "!")), text
    assert not re.search(r"\{[^0-9]|\bNone\b|  ", text), text


@each_table
def test_the_end_of_every_deal_is_summed_up(game: Game[Any], preset: str, seats: int) -> None:
    """By the game's own sentence, also of a result that was read back, and with a line of numbers for each head."""
    *_, (state, _) = wander(game, game.options.load_preset(preset), seats, Random(26), deals=4)
    for result in state.match.results:
        assert DealResult.from_json(json.loads(json.dumps(result.to_json()))) == result
        assert game.describe_result(result) == game.describe_event(result.event)
        assert_sentence(game.describe_result(result))
        for row in game.sheet.list_sheet_rows(result) if game.sheet else []:
            assert len(row) == len(game.sheet.list_column_headings())
        assert_sentence(game.describe_result(replace(result, facts={})))


def cards_told(event: Event) -> set[str]:
    """The cards that an event names, among its facts or beside them."""
    return {*named_in(dict(event.facts)), *(card.base.code for card in event.cards)}


def named_in(said: Any) -> set[str]:
    """The cards that are named somewhere in a position, but for its match, or in a text: not those that a wild card
    stands for, nor jokers, which look all alike.
    """
    plain = {key: value for key, value in said.items() if key != "match"} if isinstance(said, dict) else said
    return set(re.findall(r"(?<!=)\b[A2-9TJQK][CDHS]\b", json.dumps(plain)))


@each_table
def test_imagined_cards_are_those_of_the_deck(game: Game[Any], preset: str, seats: int) -> None:
    rng = Random(12)
    for state, _ in some(wander(game, game.options.load_preset(preset), seats, Random(10), deals=1), 9):
        for seat in (None, *range(seats)):
            other = game.sample_possible_state(game.build_view(state, seat), rng)
            assert "?" not in json.dumps(game.build_position(other)).replace("{", "")
            assert cards_of(game, other) == cards_of(game, state)


def cards_of(game: Game[Any], state: State) -> list[str]:
    """All cards of a position, wherever they lie; a card standing for another is what it really is."""
    position = game.build_position(state)
    written = json.dumps([position[key] for key, part in game.state.keys.items() if part.lying])
    tokens = written.translate(str.maketrans('[]",', "    ")).split()
    return sorted(token.split("=")[0] for token in tokens if not token.isdigit() and token not in ("true", "false"))


@each_table
def test_a_table_can_be_drawn_for_everybody(game: Game[Any], preset: str, seats: int) -> None:
    for state, _ in some(wander(game, game.options.load_preset(preset), seats, Random(11), deals=2), 5):
        for seat in (None, *range(seats)):
            screen = game.build_screen(game.build_view(state, seat))
            assert screen.prompt
            assert len(screen.seats) == seats
            assert [note.to_move for note in screen.seats] == [one in state.waiting for one in range(seats)]
            assert len({zone.id for zone in screen.zones}) == len(screen.zones)
            verbs = [action.verb for action in screen.actions]
            may_move = seat is not None and state.can_move(seat)
            assert verbs == ([verb.name for verb in game.verbs.list_possible_verbs(state, seat)] if may_move else [])
            zones = {zone.id for zone in screen.zones}
            assert all(set(field.zones) <= zones for action in screen.actions for field in action.fields)
            agrees_with_itself(screen)
            for part in (part for part in game.state.parts.values() if isinstance(part, SeatsOut)):
                assert all(screen.seats[one].out for one in getattr(state, part.name)), "they play no more"


def agrees_with_itself(screen: Screen) -> None:
    """Assert that what is said beside a player is what lies there, a suit is called what is drawn, and it is the turn
    of whoever is said to be to play."""
    zones = {zone.id: zone for zone in screen.zones}
    for sign in (*screen.signs, *(sign for note in screen.seats for sign in note.signs)):
        assert sign.kind != "suit" or SUIT_NAMES[sign.suit] in sign.words.lower(), sign
        assert not sign.names or len(sign.names) == len(sign.alike) == len(sign.groups), sign
    for note in screen.seats:
        held, said = zones.get(f"hand-{note.seat}"), re.match(r"(\d+) cards?\b", note.note)
        assert held is None or said is None or int(said[1]) == held.card_count, note
    for seat in re.findall(r"\{(\d+)\} is to\b", screen.prompt):
        assert screen.seats[int(seat)].to_move, screen.prompt


# -- what teaches ----------------------------------------------------------------------------------


@pytest.mark.slow
@each_table
def test_bots_choose_legal_moves_from_what_they_see(game: Game[Any], preset: str, seats: int) -> None:
    """And from nothing else: at a table with other hidden cards, the last that the rules were asked about, no other."""
    options, rng = game.options.load_preset(preset), Random(27)
    for level, bot in game.bots.items():
        every, most = (40, 3) if level == "strong" else (9, 30)
        for state, seat in islice(some(wander(game, options, seats, Random(12), deals=2), every), most):
            if seat != DEALER:
                choice = bot.choose_move(game.build_view(state, seat), Random(1))
                assert game.find_violation(state, seat, choice.move) is None, (
                    level,
                    str(choice.move),
                    game.build_position(state),
                )
                assert choice.reason
                reads_well(choice.reason)
                assert not choice.clause or choice.clause in game.clauses
                elsewhere = game.sample_possible_state(game.build_view(state, seat), rng)
                game.apply_move(elsewhere.copy(), seat, choice.move)
                assert bot.choose_move(game.build_view(elsewhere, seat), Random(1)) == choice, (
                    level,
                    game.build_position(state),
                )


@each_table
def test_hints_are_legal_moves_with_a_clause(game: Game[Any], preset: str, seats: int) -> None:
    """Where nobody decides anything there are none, and no bots either."""
    options = game.options.load_preset(preset)
    for state, seat in islice(some(wander(game, options, seats, Random(13), deals=2), 6), 40):
        if seat != DEALER:
            if not game.decides:
                assert not game.bots
                assert len(game.list_moves(state, seat)) == 1
                with pytest.raises(TypeError):
                    game.build_hint(game.build_view(state, seat))
                continue
            hint = game.build_hint(game.build_view(state, seat))
            assert game.find_violation(state, seat, hint.move) is None
            assert hint.clause in game.clauses
            assert all(hint.list_levels())
            for text in (hint.idea, hint.cards, hint.why):
                reads_well(text)


LESSONS = [(game, lesson) for game in GAMES for lesson in game.lessons]


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[f"{game.slug}-{lesson.slug}" for game, lesson in LESSONS])
def test_every_step_holds_under_every_preset_it_is_shown_under(game: Game[Any], lesson: Lesson) -> None:
    assert lesson.list_valid_steps(game, game.options())
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        for step in lesson.list_valid_steps(game, options):
            assert step.list_step_faults(game, options) == [], (step.id, preset.name)


@each_game
def test_lessons_teach_clauses_that_there_are(game: Game[Any]) -> None:
    assert {clause for lesson in game.lessons for clause in lesson.list_taught_clauses()} <= set(game.clauses)


@each_game
def test_what_a_game_says_of_itself(game: Game[Any]) -> None:
    assert games.get(game.slug) is game
    assert all((game.title, game.family, game.tagline, game.minutes))
    assert {verb.clause for verb in game.verbs.values()} - {""} <= set(game.clauses)
    assert next(preset.name for preset in game.options.presets) == "classic"
    assert game.options.load_preset("classic") == game.options()


@pytest.mark.repeated
@each_game
def test_every_option_changes_a_clause_and_has_a_sentence_for_each_value(game: Game[Any]) -> None:
    for option in game.options.list_options():
        assert game.rulebook.list_changed_clauses(option.name), option.name
        sentences = [option.describe_value(value) for value in option.list_values()]
        assert len(set(sentences)) == len(sentences)
        assert all(sentence.endswith(".") for sentence in sentences)
        for sentence in sentences:
            reads_well(sentence)


@each_game
def test_an_open_wild_card_is_read_as_legal_moves_only(game: Game[Any]) -> None:
    for state, seat in some(wander(game, game.options(), game.seats[0], Random(15), deals=4), 3):
        for move in game.list_moves(state, seat) if seat != DEALER else ():
            asked = _opened(move)
            readings = game.list_move_readings(state, seat, asked)
            assert all(game.find_violation(state, seat, reading) is None for reading in readings)
            assert not any(reading.has_open_wild_card for reading in readings)
            assert bool(readings) or not asked.has_open_wild_card or move.named


def _opened(move: Move) -> Move:
    """The move with every wild card's meaning left open."""
    groups = (
        " ".join(card.code if card.base is card else f"{card.base.code}=?" for card in group) for group in move.groups
    )
    number = "" if move.number is None else f"{move.number} "
    named = "".join(f" {name} {format_cards(group)}" for name, group in move.named)
    return parse_move(f"{move.verb} {number}{' / '.join(groups)}{named} {move.word}")


# -- records ---------------------------------------------------------------------------------------

OF_RECORDS = ("moves", "winners", "scores", "facts", "clause", "results")
"""Keys of a record that its legend may speak of."""


@pytest.mark.repeated
@each_game
def test_every_verb_and_every_fact_of_a_record_is_explained(game: Game[Any]) -> None:
    """And every clause that ends a deal is shown to."""
    facts: set[str] = set()
    verbs: set[str] = set()
    endings: set[str] = set()
    for preset, seats in [(preset, seats) for one, preset, seats in TABLES if one is game]:
        table = played(game, game.options.load_preset(preset), seats, seed=1, deals=100)
        verbs |= {text.split()[0] for _, text in table.record.moves}
        facts |= {name for result in table.state.match.results for name in result.facts}
        endings |= {result.clause for result in table.state.match.results}
    assert not list(list_legend_gaps(game))
    assert endings <= collect_proven_fact_values(game)["ended-by"]
    assert verbs <= set(load_legend(game).verbs)
    assert facts == set(load_legend(game).facts)


@each_game
def test_what_a_legend_names_is_there(game: Game[Any]) -> None:
    """Words in the type of code are moves, cards, house rules with a value, clauses, facts, or keys of a record."""
    legend = load_legend(game)
    options = {option.name: option.list_values() for option in game.options.list_options()}
    own = {*game.verbs, *legend.facts, *game.clauses, *options, *OF_RECORDS}
    for text in (legend.match, legend.results, *legend.verbs.values(), *legend.facts.values()):
        for said in re.findall(r"`([^`]+)`", text):
            name, _, value = said.partition(" = ")
            if value:
                assert _read_value(value) in options[name], said
            elif said not in own:
                assert_move(game, said)


def _read_value(text: str) -> Any:
    return json.loads(text) if text in ("true", "false") or text.isdigit() else text


def assert_move(game: Game[Any], said: str) -> None:
    move = game.parse_move(said)
    assert move.verb in game.verbs, said
    assert set(move.part_names) <= set(game.verbs[move.verb].parts), said
    assert str(move) == said


@each_game
def test_a_verb_with_more_than_a_word_is_explained_by_an_example(game: Game[Any]) -> None:
    written = load_legend(game).verbs
    for name, verb in game.verbs.items():
        if verb.parts and not verb.chance:
            assert f"`{name} " in written[name] or "The word alone" in written[name], name
