"""The clauses (rules) in Daifugo's rulebook, and a function that builds a violation of a clause."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("daifugo")
broken = CLAUSES.build_violation
