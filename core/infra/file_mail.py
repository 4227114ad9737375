"""Mail without a mail server: each message is a file in the data folder, for whoever looks after the site."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import structlog
from django.core.mail import EmailMessage
from django.core.mail.backends import filebased

logger = structlog.get_logger(__name__)


class Letterbox(filebased.EmailBackend):
    """Mails hold links that open an account, so that they have no place in the log, which says only where they lie."""

    _fname: str | None

    def _get_filename(self) -> str:
        if self._fname is None:
            Path(self.file_path).chmod(0o700)
            self._fname = super()._get_filename().removesuffix(".log") + ".txt"  # type: ignore[misc]
        return self._fname

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        number: int = super().send_messages(email_messages) or 0
        logger.warning("mail_not_sent_but_kept", file=os.path.relpath(self._get_filename()), mails=number)
        return number
