"""The clauses of Anaconda: the headings of its rulebook, and a sentence for each clause that a move can break."""

from games.engine.rulebook import clauses_of

CLAUSES = clauses_of("anaconda")
broken = CLAUSES.broken
