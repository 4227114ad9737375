"""The queue of background work. Its settings are those of core/settings.py that start with CELERY_."""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "core.settings")
warnings.simplefilter("ignore", SecurityWarning)  # in a container the worker may well be root; messages are JSON alone
TRANSPORT_ALIASES["embedded"] = "core.broker:Transport"

app = Celery("house")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
