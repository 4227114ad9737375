"""A backup taken while people play, and brought back: on the database that the environment names."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.house import ROOT, House
from tests.players import BOTS, Kept, Player, Visitor


@pytest.mark.processes
def test_what_was_saved_while_people_played_comes_back(open_house: Callable[..., House], tmp_path: Path) -> None:
    saved = tmp_path / "house.backup"
    house = open_house()
    visitor = Visitor(house.url)
    bots = visitor.set_up("steady", *BOTS)  # they go on while the backup is taken
    player = Player(visitor, visitor.sit_down(*BOTS))
    player.go_on(2)
    before = Kept.of(house, player.address), Kept.of(house, bots)
    house.manage("backup", str(saved))
    player.go_on(2)
    assert Kept.of(house, player.address).version > before[0].version
    assert "The site is running" in refused(house, saved)
    assert Kept.of(house, player.address).version > before[0].version
    house.stop()
    house.manage("restore", "--noinput", str(saved))
    for kept, address in zip(before, (player.address, bots), strict=True):
        now = Kept.of(house, address)
        now.check()
        assert now.rows[: kept.version] == kept.rows
    del player.sent[2:]
    house.start()
    player.seen = 0
    player.go_on(2)
    Kept.of(house, player.address).check(player)
    assert saved.stat().st_mode & 0o077 == 0


def test_a_backup_never_writes_over_a_file(db: None, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("yesterday’s")
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", kept)
    with pytest.raises(CommandError, match=r"The folder .* doesn’t exist"):
        call_command("backup", tmp_path / "nowhere" / "file")
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
    assert kept.read_text() == "yesterday’s"


@pytest.mark.parametrize("content", [None, "", "not a database", "SQLite format 3\0 and nothing more"])
def test_what_is_no_backup_changes_nothing(db: None, tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_text(content)
    with pytest.raises(CommandError, match=r"Nothing was changed"):
        call_command("restore", "--noinput", str(file))
    assert "django_migrations" in connection.introspection.table_names()


@pytest.mark.processes
def test_a_site_that_nobody_has_visited_yet_is_not_restored_under_its_feet(
    open_house: Callable[..., House], tmp_path: Path
) -> None:
    house = open_house()
    house.manage("backup", str(tmp_path / "house.backup"))
    assert "The site is running" in refused(house, tmp_path / "house.backup")
    house.wait_for("/")


def refused(house: House, file: Path) -> str:
    """Return what is said by a restore that changes nothing, in one line."""
    command = [sys.executable, "manage.py", "restore", "--noinput", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=house.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Nothing was changed" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("answer", ["no", "", "YES"])
def test_restoring_asks_whether_it_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr("builtins.input", lambda said: answer)
    with pytest.raises(CommandError, match="so nothing was changed"):
        call_command("restore", str(tmp_path / "file"))


@pytest.mark.slow
def test_without_a_terminal_restoring_says_how_to_do_without_a_question(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "restore", str(tmp_path / "file")]
    environment = {**os.environ, "HOUSE_DATA": str(tmp_path)}
    for answer in (None, b"no\n"):
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL if answer is None else None,
            input=answer,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1
        assert b"Traceback" not in done.stderr
        assert b"othing was changed" in done.stderr
        assert (b"--noinput" in done.stderr) is (answer is None)
