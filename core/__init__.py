"""The Django project. It imports the Celery app, so that tasks can find it."""

from core.celery import app as celery_app

__all__ = ["celery_app"]
