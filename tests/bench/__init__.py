"""`make bench`: how fast we are, measured side by side with others in one run."""
