"""Lessons 1 and 2: what belongs together, and how a turn goes."""

from __future__ import annotations

from games.kit.melds import is_run, is_set
from games.kit.steps import all_of, choose, do, equals, right, try_illegal, wrong
from games.vazhushal.lessons.goals import drawn, ended_turn, holds, laid
from games.vazhushal.lessons.steps import draw, lesson, table
from games.vazhushal.lessons.truths import first_card, first_turn, how_many, longest_run

ACES = table("QS KS AS 2S 3S 7D")

MELDS = lesson(
    "melds",
    "Cards that belong together",
    "Three or more cards that belong together are a meld: a run or a set.",
    (
        do(
            "Welcome, pull up a chair. Here are six cards, all yours. Three of them are hearts and stand in a row: "
            "`5H 6H 7H`. Pick those three and lay them on the table. Nothing can break.",
            "run.suited-consecutive meld.kinds",
            table("5H 6H 7H KC 2D 9S"),
            laid(is_run),
            ["meld 5H 6H 7H"],
            (
                "Look for three neighbours of one suit.",
                "A run is three or more cards of one suit without a gap between their ranks.",
                "It is the five, the six and the seven of hearts.",
                "Choose `5H 6H 7H`, then press Lay.",
            ),
            "That is a **run**: one suit, rank after rank. Whatever you lay in front of you like this is called a "
            "**meld**.",
            point_at=("5H 6H 7H",),
        ),
        try_illegal(
            "Now for some fakes. `4C 5D 6C` climbs nicely, but in two suits. `7S 8S TS` has a hole where the nine "
            "should be. And `7S 8S` is too short: a meld has three cards at least. Try to lay one of them and see "
            "what the table says.",
            "meld.kinds run.suited-consecutive meld.min-three",
            table("4C 5D 6C 7S 8S TS"),
            ["meld 4C 5D 6C", "meld 7S 8S TS", "meld 7S 8S"],
            "Every refusal here comes with its reason. You cannot do harm by trying, so try things.",
            hints=(
                "Any of the three fakes will do.",
                "A run wants one suit, no gap, three cards.",
                "Take the four, five and six, whose suits do not match.",
                "Choose `4C 5D 6C`, then press Lay.",
            ),
        ),
        do(
            "There is a second kind of family. Your run lies on the table, and in your hand the nines hold a "
            "reunion: same rank, every suit different. That is a **set**. Three cards or four, and never more, "
            "because there is no fifth suit. Lay yours.",
            "set.same-rank set.max-four",
            table("9C 9D 9H 9S KC 2D", melds=["5H 6H 7H"]),
            laid(is_set),
            ["meld 9C 9D 9H 9S"],
            (
                "Look for cards of one rank.",
                "A set is three or four cards of one rank, each in a suit of its own.",
                "You hold nines, and more than enough of them.",
                "Choose `9C 9D 9H 9S`, or any three of them, then press Lay.",
            ),
            "Runs and sets: those are the two kinds of meld, and there is no third.",
            tempting=("meld 9C 9D KC",),
        ),
        try_illegal(
            "With three players, two packs are shuffled together, and a card may come twice. Look: two `QH` in one "
            "hand, and a `QS`. Three queens, so surely a set? Try to lay `QH QH QS`.",
            "meld.no-duplicate-card set.same-rank",
            table("QH QH QS 4D 8C 2C", melds=["5H 6H 7H"], seats=3),
            ["meld QH QH QS"],
            "A meld holds every card once. The second `QH` has to find a different family.",
            hints=(
                "Lay all three queens.",
                "In a set every suit is different, and these are hearts twice.",
                "Both queens of hearts and the queen of spades.",
                "Choose `QH QH QS`, then press Lay.",
            ),
        ),
        try_illegal(
            "The ace has two homes. It lives above the king, as in `QS KS AS`, and it lives below the two, as in `AS "
            "2S 3S`. What it never does is sit in the middle and join the two ends. Try `KS AS 2S`.",
            "run.no-wrap run.ace-either-end",
            ACES,
            ["meld KS AS 2S", "meld QS KS AS 2S", "meld QS KS AS 2S 3S"],
            "Never round the corner. A run stops at the ace, whichever end it is on.",
            hints=(
                "Let the ace sit between two cards.",
                "A run does not go on beyond the ace.",
                "King, ace and two of spades.",
                "Choose `KS AS 2S`, then press Lay.",
            ),
        ),
        do(
            "Same cards, and now properly. Give the ace one of its two homes; which of them is up to you.",
            "run.ace-either-end",
            ACES,
            laid(is_run, holds("AS")),
            ["meld QS KS AS"],
            (
                "There are two good ways here.",
                "The ace goes above the king or below the two.",
                "The ace goes with queen and king, or with two and three.",
                "Choose `QS KS AS`, then press Lay.",
            ),
            "High or low, both are right. Later, aces are worth ten points in either place.",
            tempting=("meld KS AS 2S",),
        ),
        choose(
            "A run may grow. Here is one from the two all the way to the king, and you hold an ace that fits. "
            "Imagine playing with two packs, so that a second `AC` turns up as well.",
            "run.max-13 meld.no-duplicate-card",
            table("AC 4H 9D", melds=["2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"]),
            "How many cards can a run have at most?",
            equals(longest_run),
            right("13", "13", "One ace, at the bottom or at the top, and the whole suit is there."),
            wrong("14, with an ace at both ends", "14", "Then `AC` would be in the run twice, and no card may be."),
            wrong("12, as it lies", "12", "There is still room for one ace, below the two or above the king."),
        ),
        do(
            "A small exam, and nobody gives marks. One run and one set are hiding among these cards. Find them and "
            "lay them both.",
            "meld.kinds run.suited-consecutive set.same-rank",
            table("3C 8D 4C 8H KD 5C 8S 2S", melds=["9H TH JH"]),
            all_of(laid(is_run), laid(is_set)),
            ["meld 3C 4C 5C", "meld 8D 8H 8S"],
            (
                "Sort the cards in your head: once by suit, once by rank.",
                "A run is one suit in a row; a set is one rank in different suits.",
                "Clubs for the run, eights for the set.",
                "Lay `3C 4C 5C`, then lay `8D 8H 8S`.",
            ),
            "Six cards gone from your hand. That is what the whole game is about: getting rid of your cards by "
            "laying them well.",
            tempting=("meld 8D 8H KD",),
        ),
    ),
    zones=("hand-0", "meld-0"),
)

DEALT = "4C 5C 6C TD QD KH 2H 2S 7S 9S JC AD 8H"

TURN = lesson(
    "turn",
    "Draw, lay, discard",
    "Every turn has the same beat: draw a card, lay what you like, throw one away.",
    (
        do(
            "Time for a real hand: thirteen cards. A turn has three beats, and the first is the draw. The pile that "
            "lies face down is the **stock**. Take its top card; only you will see it. However bad things look, this "
            "draw is always open to you.",
            "draw.stock turn.phases",
            draw(DEALT, line="7D"),
            drawn(),
            ["stock"],
            (
                "Begin your turn.",
                "A turn begins with one card, and the stock always has one for you.",
                "The top card of the stock, face down.",
                "Press Draw.",
            ),
            "That was the draw. Next comes the table, and last the discard.",
            point_at=("stock",),
        ),
        do(
            "Second beat, the table: you could lay `4C 5C 6C` now, or keep them up your sleeve. Laying is never a "
            "duty. Third beat: end your turn by **discarding** one card, face up. Any card of your hand will do.",
            "meld.optional discard.one discard.any-hand-card turn.phases",
            table(f"{DEALT} 3D", line="7D"),
            ended_turn(),
            ["discard KH"],
            (
                "Part with a card that fits nothing.",
                "The turn ends when one card from your hand lies face up beside the other discards.",
                "The `KH` has no friends in your hand.",
                "Choose `KH`, then press Discard.",
            ),
            "Your card lies there for all to see, and the next player is on. Play goes round clockwise.",
        ),
        try_illegal(
            "You have drawn, and it was a dud: the `3D`. One more, perhaps, just to make up for it? Try to draw again.",
            "turn.draw-once",
            table(f"{DEALT} 3D", line="7D"),
            ["stock"],
            "One draw, one discard. So your hand stays the same size until you lay melds.",
        ),
        try_illegal(
            "The order never changes: draw, table, discard. In this turn the draw still lies ahead. Try to lay your "
            "three nines right away, or to throw out the `KH`.",
            "turn.no-predraw turn.phases",
            draw("9D 9H 9S KH QD 2H 7S TD JC 8H", melds=["4C 5C 6C"], line="2S"),
            ["meld 9D 9H 9S", "discard KH"],
            "Draw first. Even when you know very well what you want, the new card might change your mind.",
        ),
        do(
            "Now a whole turn, all three beats. Draw a card, lay the two melds that you find in your hand, and "
            "discard. There is no limit to how many melds you lay in one turn.",
            "meld.any-number turn.phases",
            draw("9D 9H 9S TH JH QH KD 2H 7S 8C", melds=["4C 5C 6C"], line="2S"),
            all_of(laid(least=2), ended_turn()),
            ["stock", "meld 9D 9H 9S", "meld TH JH QH", "discard 7S"],
            (
                "One beat after the other: what comes first?",
                "Draw once, then lay as many melds as you like, then discard one card.",
                "Three nines make a set, and ten, jack and queen of hearts make a run.",
                "Press Draw. Lay `9D 9H 9S`, lay `TH JH QH`, then discard the `7S`.",
            ),
            "That is a turn. Everything else in this game happens inside these three beats.",
        ),
        try_illegal(
            "Mira, on your left, has laid `5H 6H 7H`. Your `8H` would look lovely beside it. Try to put it there.",
            "meld.owner-only",
            table(
                "8H 2D 4S 9C TS 3D 6C AD KH 7S 9D",
                melds=["JC QC KC"],
                mira=["5H 6H 7H"],
                line="JD",
            ),
            ["layoff 101 8H"],
            "A meld belongs to whoever laid it. Nobody adds to yours, and you add to nobody's.",
            needs={"layoff-own": True},
            hints=(
                "Give your card away.",
                "Melds have owners, and this one is not yours.",
                "The eight of hearts and Mira's run.",
                "Press Add, choose Mira's `5H 6H 7H`, then choose `8H`.",
            ),
        ),
        choose(
            "Two to six people can play, each for themselves. Two players share one pack of 52 cards. From three "
            "players on, two packs are shuffled together, or there would be too few cards to go round. Today Mira, "
            "Ravi and Leela play with you.",
            "setup.players setup.packs",
            draw("4C 5C 6C TD QD KH 2H 2S 7S 9S JC AD 8H", line="7D", seats=4),
            "How many kings are in this game?",
            equals(how_many(13)),
            right("Eight", "8", "Four players, two packs, four kings in each. Every card is there twice."),
            wrong("Four", "4", "That would be one pack. The four of you need two."),
            wrong("Sixteen", "16", "Two packs are enough, even for six players."),
            needs={"packs": "auto"},
        ),
        choose(
            "Who deals first is left to chance. Today it is Ravi, on your right. He gives out thirteen cards to "
            "each, one at a time and clockwise, and the player on his left gets the first. That same player also has "
            "the first turn.",
            "setup.first-dealer deal.order deal.hand-size turn.first-player",
            draw("4C 5C 6C TD QD KH 2H 2S 7S 9S JC AD 8H", line="7D", seats=3, match={"dealer": 2}),
            "So who begins?",
            lambda state, value: equals(first_turn)(state, value) and equals(first_card)(state, value),
            right("You", "0", "You sit on the dealer's left: first card, first turn."),
            wrong("Mira", "1", "Mira sits on your left. She comes right after you."),
            wrong("Ravi, who dealt", "2", "The dealer waits longest: the player on the left begins."),
            needs={"first-player": "left-of-dealer"},
        ),
        choose(
            "Who deals first is left to chance. Today it is Ravi, on your right. He gives out thirteen cards to "
            "each, one at a time and clockwise, and the player on his left gets the first. At your table, though, "
            "the dealer has the first turn.",
            "setup.first-dealer deal.order deal.hand-size turn.first-player",
            draw("4C 5C 6C TD QD KH 2H 2S 7S 9S JC AD 8H", line="7D", seats=3, turn=2, match={"dealer": 2}),
            "So who begins?",
            equals(first_turn),
            right("Ravi, who dealt", "2", "By your house rule the dealer begins. You come next, on his left."),
            wrong("You", "0", "You get the first card, but the dealer has the first turn."),
            wrong("Mira", "1", "She comes after you, and you come after Ravi."),
            needs={"first-player": "dealer"},
        ),
    ),
)
