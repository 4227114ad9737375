"""Kill Redis and PostgreSQL servers that are just for this test while people play: a small `python -m tests.chaos`."""

import pytest

from tests.chaos import chaos
from tests.conftest import needs_program
from tests.services import missing

pytestmark = pytest.mark.processes


def test_people_notice_little_of_a_server_that_dies() -> None:
    for package in missing():
        needs_program(package)
    with chaos(players=2) as (site, queue, database):
        stories = [site.torment("Redis", queue, 2, 1.5), site.torment("PostgreSQL", database, 1, 1.5)]
        moves, _ = site.end()
        assert moves
        assert not [fault for story in stories for fault in story.faults]
        assert "Traceback" not in site.house.log.read_text()
