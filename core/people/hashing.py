"""Password hashing with Argon2id, with OWASP's minimum parameters, so that a whole class can sign in at once.

See the OWASP Password Storage Cheat Sheet: 19 MiB of memory, two passes, one lane.
"""

from __future__ import annotations

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = BoundedSemaphore(4)
"""A limit on the number of hashes computed at the same time. More wouldn't be faster, and each needs memory."""


class Argon2(Argon2PasswordHasher):
    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with AT_ONCE:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with AT_ONCE:
            return super().verify(password, encoded)
