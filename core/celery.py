"""The queue of background work. Its settings are those of core/settings.py that start with CELERY_."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "core.settings")
TRANSPORT_ALIASES["embedded"] = "core.broker:Transport"

app = Celery("house")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
