"""Backs up the database to one file while the site is running, and restores it.

The secret key isn't part of the backup. Without the same key, visitors without an account aren't recognized.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

from django.db import connection

MARK = "django_migrations"
PATIENCE = 3.0
"""The number of seconds that a restore waits for short background tasks to end."""
RUNNING = "The site is running, or another program is using its database. Stop it first."


class BackupError(Exception):
    """Raised if a backup can't be saved or restored. In that case, nothing has changed."""


def save_backup(file: Path) -> None:
    """Write the database to a new file that only the site's user can read. Raises BackupError."""
    if file.exists():
        raise BackupError(f"{file} already exists. Choose a different name.")
    if not file.parent.is_dir():
        raise BackupError(f"The folder {file.parent} doesn’t exist.")
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    fresh.touch(mode=0o600)
    try:
        _save_sqlite(fresh) if connection.vendor == "sqlite" else _run_postgres_program(
            "pg_dump", "--format=custom", f"--file={fresh}"
        )
        fresh.rename(file)
    finally:
        fresh.unlink(missing_ok=True)


def restore_backup(file: Path) -> None:
    """Replace the whole database with a backup. Raises BackupError.

    If another process uses the database, that's an error too, because the data in its memory would be outdated.
    """
    if not file.is_file():
        raise BackupError(f"The file {file} doesn’t exist.")
    if connection.vendor == "sqlite":
        _restore_sqlite(file)
    else:
        _restore_postgres(file)


def _save_sqlite(file: Path) -> None:
    with closing(_open_read_only(_get_database_path())) as site, closing(sqlite3.connect(file)) as copy:
        site.backup(copy)  # in one step: others can write meanwhile, and no transaction is copied in part
        copy.execute("PRAGMA journal_mode=DELETE")
        _check_backup(copy, file)


def _restore_sqlite(file: Path) -> None:
    with closing(_open_read_only(file)) as copy:
        _check_backup(copy, file)
        connection.close()
        with closing(sqlite3.connect(_get_database_path(), timeout=PATIENCE, isolation_level=None)) as site:
            _lock_out_other_connections(site)
            copy.backup(site)


def _lock_out_other_connections(site: sqlite3.Connection) -> None:
    """Lock the SQLite file for this connection only. Raises BackupError if another connection is open."""
    site.execute("PRAGMA locking_mode=EXCLUSIVE")
    try:
        site.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise BackupError(RUNNING) from error
    site.execute("COMMIT")


def _get_database_path() -> Path:
    return Path(connection.settings_dict["NAME"])


def _open_read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=30)


def _check_backup(copy: sqlite3.Connection, file: Path) -> None:
    try:
        found = [row[0] for row in copy.execute("PRAGMA quick_check(1)")]
        ours = copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (MARK,)).fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file} isn’t a backup of this kind of database: {error}.") from error
    if found != ["ok"] or not ours:
        raise BackupError(f"{file} is damaged, or isn’t a backup of this site.")


def _restore_postgres(file: Path) -> None:
    """Replace all tables in one transaction, including those that a newer version has added. Raises BackupError."""
    _check_database_unused()
    tables = ", ".join(f'"{name}"' for name in connection.introspection.table_names())
    with tempfile.TemporaryDirectory() as folder:
        clear, fill = Path(folder, "clear.sql"), Path(folder, "fill.sql")
        clear.write_text(f"DROP TABLE {tables} CASCADE;" if tables else "")
        _run_postgres_program(
            "pg_restore", "--no-owner", "--no-privileges", f"--file={fill}", str(file), with_database=False
        )
        if MARK not in fill.read_text():
            raise BackupError(f"{file} isn’t a backup of this site.")
        strict = ("--single-transaction", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
        _run_postgres_program("psql", *strict, f"--file={clear}", f"--file={fill}")


def _check_database_unused() -> None:
    """Check that this user has no other open session in the PostgreSQL database. Raises BackupError."""
    others = "datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM pg_stat_activity WHERE {others} AND backend_type = 'client backend'")
        if cursor.fetchone():
            raise BackupError(RUNNING)


def _run_postgres_program(program: str, *arguments: str, with_database: bool = True) -> None:
    """Run one of PostgreSQL's programs, such as `pg_restore`. Raises BackupError if it fails.

    With `with_database`, the program gets arguments to connect to the site's database. The password is passed in the
    environment, where other users can't see it.
    """
    place, secrets = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    command = [program, *(place[1:] if with_database else ()), *arguments]
    try:
        done = subprocess.run(
            command, env={**os.environ, **(secrets or {})}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as missing:
        raise BackupError(f"{program} isn’t installed. Run “apt-get install postgresql-client” first.") from missing
    if done.returncode:
        raise BackupError(f"{program}: {done.stderr.strip()}")
