"""docker/compose.yml as `docker/test-image` reads it. To build the image would take too long here."""

from tests.image import STARTERS, read_base_image, read_services, sort_services


def test_every_part_can_be_started_and_none_is_forgotten() -> None:
    services = read_services()
    assert {name for name, service in services.items() if "build" not in service} == set(STARTERS)


def test_the_database_is_prepared_before_the_site_starts() -> None:
    names = sort_services(read_services())
    assert names.index("postgres") < names.index("prepare") < names.index("web") < names.index("proxy")


def test_the_base_image_can_be_built_from_debian() -> None:
    name, version, suite = read_base_image()
    assert name == f"python:{version}-slim-{suite}"
