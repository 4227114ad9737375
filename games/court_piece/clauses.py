"""The clauses of Court Piece's rulebook: their headings, and the sentences for moves that break a clause."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("court-piece")
broken = CLAUSES.build_violation
