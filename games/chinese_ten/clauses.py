"""The clauses of Chinese Ten: its rulebook's headings, and a sentence for each clause that a move can break."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("chinese-ten")
broken = CLAUSES.build_violation
