"""Email without a mail server: each message is written to a file in the data folder, for the site's operator."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import structlog
from django.core.mail import EmailMessage
from django.core.mail.backends import filebased

logger = structlog.get_logger(__name__)


class FileEmailBackend(filebased.EmailBackend):
    """An email backend that writes messages to files. The log has only the file's name.

    A message isn't logged, because a link in it can give access to an account.
    """

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
