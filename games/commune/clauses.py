"""The clauses of Commune's rulebook, and the function that makes a violation of one."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("commune")
broken = CLAUSES.build_violation
