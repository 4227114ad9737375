"""The clauses (rules) in Commune's rulebook, and a function that builds a violation of a clause."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("commune")
broken = CLAUSES.build_violation
