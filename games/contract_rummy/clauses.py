"""The clauses of Contract Rummy's rulebook: their headings, and the sentences for moves that break a clause."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("contract-rummy")
broken = CLAUSES.build_violation
