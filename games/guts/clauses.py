"""The clauses of Guts, which refusals of moves refer to."""

from games.engine.rulebook import clauses_of

CLAUSES = clauses_of("guts")
