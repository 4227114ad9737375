"""The clauses of Chinese Ten: its rulebook's headings, and a sentence for each clause that a move can break."""

from games.engine.rulebook import clauses_of

CLAUSES = clauses_of("chinese-ten")
broken = CLAUSES.broken
