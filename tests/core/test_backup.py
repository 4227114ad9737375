"""A backup taken while people play, and brought back: on the database that the environment names."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.house import House
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
    kept.write_text("yesterday's")
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", kept)
    with pytest.raises(CommandError, match="no folder"):
        call_command("backup", tmp_path / "nowhere" / "file")
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
    assert kept.read_text() == "yesterday's"


@pytest.mark.parametrize("content", [None, "", "not a database", "SQLite format 3\0 and nothing more"])
def test_what_is_no_backup_changes_nothing(db: None, tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_text(content)
    with pytest.raises(CommandError, match=r"Nothing was changed"):
        call_command("restore", "--noinput", str(file))
    assert "django_migrations" in connection.introspection.table_names()


def test_restoring_asks_whether_it_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda said: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", str(tmp_path / "file"))
