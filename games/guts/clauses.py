"""The clauses of Guts: the headings of its rulebook, and a sentence for each clause that a move can break."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("guts")
