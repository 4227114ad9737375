"""The clauses of Commune's rulebook, and the function that makes a violation of one."""

from games.engine.rulebook import clauses_of

CLAUSES = clauses_of("commune")
broken = CLAUSES.broken
