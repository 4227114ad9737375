"""The embedded queue."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection, Queue
from kombu.transport import TRANSPORT_ALIASES

from core.celery import app
from core.infra import file_broker

MANY = 300


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Connection]:
    with _connection(tmp_path) as connection:
        yield connection


def _connection(folder: Path) -> Connection:
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(folder / "control")}
    return Connection("embedded://", transport_options={**options, "polling_interval": 0.01})


@pytest.fixture(autouse=True)
def _forget_other_folders() -> None:
    """kombu remembers for the whole process what it has bound, whatever the folder."""
    file_broker.Transport.global_state.clear()


@pytest.mark.services
def test_celery_uses_it_unless_there_is_redis() -> None:
    assert TRANSPORT_ALIASES["embedded"] == "core.infra.file_broker:Transport"
    assert app.connection_for_write().transport_cls in {"embedded", "redis"}


def test_messages_come_in_the_order_they_went(queue: Connection) -> None:
    simple = queue.SimpleQueue("turns")
    for number in range(5):
        simple.put({"table": number})
    assert [simple.get(timeout=1).payload["table"] for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(Empty):
        simple.get(block=False)


def test_nothing_is_left_behind(queue: Connection, tmp_path: Path) -> None:
    simple = queue.SimpleQueue("turns")
    simple.put("once")
    simple.get(timeout=1).ack()
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".exchange"] == []


def test_a_reader_never_sees_half_a_message(queue: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The original writes into the file that is being read; whoever reads at that moment dies of it."""
    seen: list[list[str]] = []
    write = file_broker._write_json

    def watched(file: Path, content: object) -> None:
        file.write_text("{")  # half of it
        seen.append([path.name for path in tmp_path.glob("*.msg")])
        write(file, content)

    monkeypatch.setattr(file_broker, "_write_json", watched)
    queue.SimpleQueue("turns").put("whole")
    assert seen
    assert not any(seen)
    (message,) = tmp_path.glob("*.msg")
    json.loads(message.read_text())


def test_two_readers_share_without_loss_or_double(tmp_path: Path) -> None:
    got: list[int] = []
    done = threading.Event()

    def write() -> None:
        with _connection(tmp_path) as connection:
            simple = connection.SimpleQueue("turns")
            for number in range(MANY):
                simple.put(number)

    def read() -> None:
        with _connection(tmp_path) as connection:
            channel = connection.channel()
            Queue("turns", channel=channel).declare()
            while not done.is_set():
                try:
                    payload = channel._get("turns")
                except Empty:
                    continue
                got.append(int(channel.message_to_python(payload).payload))
                if len(got) == MANY:
                    done.set()

    threads = [threading.Thread(target=write), *(threading.Thread(target=read) for _ in range(2))]
    for thread in threads:
        thread.start()
    assert done.wait(30)
    for thread in threads:
        thread.join(5)
    assert sorted(got) == list(range(MANY))


def test_processes_that_start_at_once_agree_on_the_queues(tmp_path: Path) -> None:
    names = [f"queue-{number}" for number in range(8)]
    start = threading.Barrier(len(names))
    errors: list[Exception] = []

    def declare(name: str) -> None:
        try:
            with _connection(tmp_path) as connection:
                channel = connection.channel()
                start.wait(5)
                channel._queue_bind("shared", name, "", name)
                channel.get_table("shared")
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=declare, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert not errors
    with _connection(tmp_path) as connection:
        assert sorted(entry.queue for entry in connection.channel().get_table("shared")) == names
