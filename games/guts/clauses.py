"""The clauses of Guts, which refusals of moves refer to."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("guts")
