"""The clauses of Court Piece: headings from its rulebook, and sentences for clauses that a move can break."""

from games.engine.rulebook import clauses_of

CLAUSES = clauses_of("court-piece")
broken = CLAUSES.broken
