"""The clauses of Daifugo, as its rulebook names them."""

from games.engine.rulebook import clauses_of

CLAUSES = clauses_of("daifugo")
broken = CLAUSES.broken
