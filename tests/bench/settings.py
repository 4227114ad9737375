"""The settings of the site, with one page more."""

from core.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
