"""The parts of every game: options, clauses, moves, states, views, records, tables, and what teaches them."""
