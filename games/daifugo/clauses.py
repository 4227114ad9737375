"""The clauses of Daifugo's rulebook, and the function that makes a violation of one."""

from games.engine.rulebook import load_clauses

CLAUSES = load_clauses("daifugo")
broken = CLAUSES.build_violation
