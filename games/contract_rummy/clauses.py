"""The clauses of Contract Rummy: headings from its rulebook, and sentences for clauses that a move can break."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("contract-rummy")
broken = CLAUSES.build_violation
