"""The kinds of puzzle of Anaconda."""

THEMES = ()
