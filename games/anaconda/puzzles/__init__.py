"""The puzzle themes (types of puzzles) of Anaconda: on hands, chips, passed cards, and betting limits."""

from games.anaconda.puzzles.betting import LEGAL_BET
from games.anaconda.puzzles.chips import SIDE_POT, WHERE_TO, WHO_GETS_WHAT
from games.anaconda.puzzles.hands import BEHIND_FOUR, BEST_FIVE, WHICH_TO_HIDE, WHICH_WAY

THEMES = (BEST_FIVE, WHO_GETS_WHAT, SIDE_POT, WHERE_TO, WHICH_WAY, WHICH_TO_HIDE, BEHIND_FOUR, LEGAL_BET)
