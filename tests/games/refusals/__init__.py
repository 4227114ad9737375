"""Refusals as claims: each sentence is read a second time, against the position as JSON, by other code than that which
wrote it. See `walk`."""
