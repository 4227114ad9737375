"""The clauses of Court Piece: headings from its rulebook, and sentences for clauses that a move can break."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("court-piece")
broken = CLAUSES.build_violation
