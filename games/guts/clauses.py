"""The clauses of Guts, with which refusals are made."""

from games.engine.rulebook import clauses_of

CLAUSES = clauses_of("guts")
