"""Lesson 11: what other tables do. Its steps bring their own house rules along."""

from __future__ import annotations

from games.commune.lessons.steps import shown, table
from games.commune.lessons.truths import after, first_after_deal, is_there, loser, wild_in_pack
from games.engine.lesson import Lesson
from games.kit.steps import choose, do, equals, play_on, predict, right, try_illegal, wrong
from games.kit.truths import made

HOUSE_RULES = Lesson(
    "house-rules",
    "Other houses, other rules",
    "No two tables play quite alike, and there is a switch for each difference.",
    (
        do(
            "At this table everybody is asked after each declaration whether they call, and the answers stay hidden "
            "until all that matter are in. Leela says: a pair of kings. You hold a nine and are the first on her "
            "left: your answer comes before all others. Call.",
            "call.who",
            table("9H", "KD", "4C", "7S", said=["3 pair kings"], phase="ask"),
            made("call"),
            "call",
            (
                "Who is first among those who call?",
                "If several call, the first clockwise from the one who declared is the caller.",
                "You sit on her left, so nobody comes before you.",
                "Press Call.",
            ),
            "Since nobody comes before you, the matter was settled at once.",
            options={"who-may-call": "anyone"},
        ),
        predict(
            "The next table is strict. Whoever names a hand that is not higher loses a token on the spot, and no "
            "cards are shown. Mira said: a pair of nines. You were not listening and say the same.",
            "declare.must-be-higher call.ends-hand",
            table("9H", "?", said=["1 pair nines"]),
            "Who loses a token?",
            after(loser, "pair nines"),
            "pair nines",
            right("You", "0", "It was not higher. At most tables you could just say something else."),
            wrong("Mira", "1", "Nobody asks whether her pair is there."),
            wrong("Nobody", "None", "At this table such a slip costs a token."),
            options={"illegal-costs": True},
        ),
        choose(
            "Here a flush is named with its suit. “A flush to the ace in spades” was said.",
            "declare.no-suits present.flush",
            shown("AH", "QH", "9H", "7H", "4H", said="4 flush ace spades", loser=4),
            "Is it there?",
            is_there("flush ace spades"),
            right("No", "no", "The five cards are hearts, and spades were named."),
            wrong("Yes", "yes", "There is a flush to the ace, but not in the suit that was named."),
            options={"flush-naming": "top-and-suit"},
        ),
        try_illegal(
            "Many people never name a two. At such a table the lowest rank is the three, and straights begin at the "
            "seven. Try to name a pair of twos.",
            "declare.all-ranks",
            table("2H", "?"),
            ["pair twos"],
            "The twos are wild, and that is all they are.",
            options={"declare-twos": False},
        ),
        choose(
            "And some play with a plain pack: no jokers, and twos that are twos.",
            "deck.wilds deck.54",
            table("2H", "?"),
            "How many wild cards are there?",
            equals(wild_in_pack),
            right("None", "0", "Every card is what it shows, and the hands that are there are lower."),
            wrong("Four", "4", "Here the twos are not wild."),
            wrong("Six", "6", "By the book. Here there are no jokers, and twos are twos."),
            options={"jokers": 0, "twos-wild": False, "five-of-a-kind": False},
        ),
        choose(
            "At the last table whoever lost the last token speaks first. Mira has just lost one, and the next deal is "
            "yours.",
            "declare.first",
            shown("9H", "4C", "KD", said="1 pair kings", loser=1, match={"dealer": 0, "scores": [3, 2, 3]}),
            "Who will speak first?",
            equals(first_after_deal),
            right("Mira", "1", "She lost the last token, and she still has others."),
            wrong("You", "0", "The dealer speaks first nowhere, unless the dealer has lost."),
            wrong("Ravi", "2", "He has lost nothing."),
            options={"first-declarer": "last-loser"},
        ),
        play_on(
            "There are switches for more: jokers, tokens, five of a kind, flushes. Whatever you switch, rulebook, "
            "lessons, puzzles and bots follow. Now play a hand against Mira, by the rules of your own table.",
            "declare.options declare.turn-order",
            table("TS", "?"),
            2,
            "That was the course. The table is set: find some company, or let the bots have it.",
        ),
    ),
)
