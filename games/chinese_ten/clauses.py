"""The clauses of Chinese Ten: the rules in its rulebook, with error messages for moves that break them."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("chinese-ten")
broken = CLAUSES.build_violation
