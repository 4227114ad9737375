"""The parts that all games are built from: options, clauses, moves, states, views, records, lessons, and puzzles."""
