"""What every game is made of: options, clauses, moves, states, views, records, tables, and what teaches them."""
