"""Lessons 3 and 4: the first meld, and how a hand is won."""

from __future__ import annotations

from games.kit.melds import is_pure, is_set
from games.kit.steps import all_of, choose, do, play_on, predict, right, try_illegal, wrong
from games.vazhushal.lessons.goals import ended_turn, laid, out
from games.vazhushal.lessons.steps import draw, lesson, table
from games.vazhushal.lessons.truths import after, legal, next_dealer, what_follows

LOCKED = table("9C 9D 9H 4S 5S 6S KD 2C 8H JD QC 3D 7C AS", line="TD")

FIRST_MELD = lesson(
    "first-meld",
    "The key to the table",
    "Your first meld of a hand is a run in which every card is the real thing.",
    (
        try_illegal(
            "Your first meld of a hand is special. It opens the door, and only one key fits: a **pure sequence**, "
            "which is a run made of real cards. Three nines are a fine set, but they are no key. Try to start with "
            "them.",
            "first.must-be-pure meld.pure-def",
            LOCKED,
            ["meld 9C 9D 9H"],
            "Locked. It is the same for everybody, and in every hand anew: first the key, then the rest.",
            hints=(
                "Lay the set that you see.",
                "The first meld has to be a run.",
                "The three nines.",
                "Choose `9C 9D 9H`, then press Lay.",
            ),
        ),
        do(
            "Somewhere in this hand lies your key. Find the pure sequence and lay it. That **opens** for you, and "
            "then the nines may follow in the same turn. Lay both.",
            "first.must-be-pure first.more-same-turn",
            LOCKED,
            all_of(laid(is_pure), laid(is_set)),
            ["meld 4S 5S 6S", "meld 9C 9D 9H"],
            (
                "First things first: which of your cards make a run?",
                "The first meld is a pure sequence; after it, any meld may follow at once.",
                "There are three spades in a row.",
                "Lay `4S 5S 6S`, then lay `9C 9D 9H`.",
            ),
            "The door is open and stays open until this hand is over.",
            tempting=("meld 9C 9D 9H",),
        ),
        choose(
            "Four ideas for a first meld. One warning: the `*` is a joker. It can stand in for a card that you lack, "
            "and you will get to know it soon. But a stand-in is not the real thing, and the key wants real things "
            "only.",
            "meld.pure-def first.must-be-pure",
            table("JD QD KD 7C 7D 7H 3H 4H * TS JS KS 2C 5S", line="9H"),
            "Which of them opens?",
            legal("meld {}"),
            right("`JD QD KD`", "JD QD KD", "Three diamonds in a row, each of them itself. The door swings open."),
            wrong("`7C 7D 7H`", "7C 7D 7H", "A set. Lovely later, but it does not open."),
            wrong("`3H 4H *=5H`", "3H 4H *=5H", "A run, but the joker only plays the `5H`. So it is not pure."),
            wrong("`TS JS KS`", "TS JS KS", "No run at all: the `QS` is missing."),
        ),
        do(
            "No key today? No hurry. You may open in any later turn of yours. Until then, keep what might grow into "
            "a run: `6H 7H`, `TC JC`, `4C 5C`, `QS KS`. End your turn by discarding a card that is none of these.",
            "first.any-turn discard.one",
            table("6H 7H TC JC 2S 9D KD 4C QS 8S AH 3D 5C KS", line="2H"),
            ended_turn(keeping="6H 7H TC JC 4C 5C QS KS"),
            ["discard 9D"],
            (
                "Which cards stand all alone?",
                "You may open in any turn; this one is for tidying up.",
                "`2S 9D KD 8S AH 3D` have no neighbour in their suit.",
                "Choose `9D`, then press Discard.",
            ),
            "Good housekeeping. Two neighbours of one suit are worth more to you now than any pair.",
        ),
        choose(
            "Mira has opened with `JD QD KD`. You have not laid anything yet, and you hold three eights, three "
            "hearts in a row, and the `TD` that would fit her run so well.",
            "first.must-be-pure meld.owner-only",
            table("2H 3H 4H 8C 8D 8S TD KC 5S 9C 7H AS 6C JH", mira=["JD QD KD"], line="4D"),
            "What can you lay first?",
            legal("{}"),
            right("`2H 3H 4H`", "meld 2H 3H 4H", "Pure, and yours. Now you are open too."),
            wrong("`8C 8D 8S`", "meld 8C 8D 8S", "Mira's key opens Mira's door. You need one of your own."),
            wrong("`TD`, beside Mira's run", "layoff 101 TD", "Her run is hers. And you have not opened yet."),
        ),
        play_on(
            "Your turn, for real: four turns against Mira. Collect, open when you can, and after that lay what you "
            "like. Leave the Wipe button alone for now; it gets a lesson of its own.",
            "first.any-turn turn.phases",
            draw("6H 7H TC JC 2S 9D KD 4C QS 8S AH 5C KS", line="3D"),
            4,
            "Opened or not, you have played your first turns. The cards will come.",
        ),
    ),
)

SCORES = {"scores": [2, 1], "deals": 3}
TWO_MELDS = ["7D 8D 9D TD", "2C 3C 4C"]

OUT = lesson(
    "out",
    "Going out",
    "Lay everything but one card, discard that one, and the hand is yours.",
    (
        do(
            "The hand goes to whoever gets rid of all cards first. Like this: lay everything but one card, and then "
            "discard that one. Here are your last four. Finish it.",
            "out.definition out.face-down",
            table("JC QC KC 4H", melds=[*TWO_MELDS, "QS KS AS"], line="5D"),
            out(),
            ["meld JC QC KC", "discard 4H"],
            (
                "Three of the four belong together.",
                "You are out when you discard your last card.",
                "A run of clubs, and one heart that is left over.",
                "Lay `JC QC KC`, then discard `4H`.",
            ),
            "You are out! The last discard goes face down, with a little flourish if you like: nobody needs it any "
            "more.",
        ),
        try_illegal(
            "Three kings left, a perfect set, and victory in sight. Too perfect, alas. Going out always ends with a "
            "discard, so one card has to stay in your hand to be thrown. Try to lay all three kings anyway.",
            "turn.keep-a-discard out.discard-required",
            table("KC KD KH", melds=["7D 8D 9D TD", "2C 3C 4C 5C", "9S TS JS"], line="5D"),
            ["meld KC KD KH"],
            "So you part with a king this turn and hope for the next. The moral: plan your last discard before you "
            "need it.",
            hints=(
                "Lay everything you have.",
                "After laying, one card must remain for the discard.",
                "All three kings.",
                "Choose `KC KD KH`, then press Lay.",
            ),
        ),
        do(
            "Three kings left, a perfect set, and nothing to throw afterwards. By the book you would be stuck. At "
            "your table a hand may be emptied by laying alone. So go ahead.",
            "out.definition",
            table("KC KD KH", melds=["7D 8D 9D TD", "2C 3C 4C 5C", "9S TS JS"], line="5D"),
            out(),
            ["meld KC KD KH"],
            (
                "You need not keep anything back.",
                "When your hand is empty you are out, with or without a discard.",
                "All three kings.",
                "Choose `KC KD KH`, then press Lay.",
            ),
            "Out, and without a discard. Not every table allows that; yours does.",
            needs={"out-discard": False},
        ),
        do(
            "Four spades in a row, and no odd card to throw away. Are you stuck again? Look closely: a run of three "
            "is a run, too. Go out.",
            "turn.keep-a-discard out.definition",
            table("5S 6S 7S 8S", melds=[*TWO_MELDS, "QH KH AH"], line="5D"),
            out(),
            ["meld 5S 6S 7S", "discard 8S"],
            (
                "You need not lay all of them.",
                "One card must remain in your hand for the discard.",
                "Either end of the run can be spared.",
                "Lay `5S 6S 7S`, then discard `8S`.",
            ),
            "Sometimes you win by laying one card less.",
            tempting=("meld 5S 6S 7S 8S",),
        ),
        do(
            "Once in a blue moon the cards fall like this. Nothing of yours is on the table, there are fourteen "
            "cards in your hand, and you can go out in a single turn. Mind the order: first the key.",
            "first.more-same-turn out.definition meld.any-number",
            table("3H 4H 5H 6H 9C TC JC QD QS QH 2S 2D 2C 8H", line="KS"),
            out(),
            ["meld 3H 4H 5H 6H", "meld 9C TC JC", "meld QD QS QH", "meld 2S 2D 2C", "discard 8H"],
            (
                "Sort first: two runs and two sets, and one card too many.",
                "The first meld is a pure sequence, the others may be anything, and the last card is discarded.",
                "Hearts and clubs make the runs, queens and twos the sets; the `8H` is left.",
                "Lay `3H 4H 5H 6H`, `9C TC JC`, `QD QS QH` and `2S 2D 2C`, then discard `8H`.",
            ),
            "Fourteen cards in one turn. You will tell your grandchildren.",
            tempting=("meld QD QS QH",),
        ),
        predict(
            "You are about to lay your three nines and discard the `3D`. Mira sits there with thirteen cards and the "
            "best of plans.",
            "out.ends-at-once match.hands-won",
            table("9C 9H 9S 3D", melds=["4C 5C 6C 7C", "TD JD QD", "2H 3H 4H"], line="8H"),
            "What happens to Mira's cards?",
            after(
                lambda state: "over" if what_follows(state) in ("hand", "match") else what_follows(state),
                "meld 9C 9H 9S",
                "discard 3D",
            ),
            ["meld 9C 9H 9S", "discard 3D"],
            right(
                "Nothing: the hand is over on the spot",
                "over",
                "Nobody plays on and nobody counts. One hand won for you, and that is all that is written down.",
            ),
            wrong("She gets one last turn", "turn 1", "No mercy: the hand ends with your discard."),
            wrong("They are counted against her", "counted", "When somebody goes out, no cards are counted at all."),
        ),
        predict(
            "Nobody keeps count of points in this game. A match goes to the first player who has won three hands. "
            "You have two of them, Mira has one, and these are your last four cards.",
            "match.target match.hands-won",
            table("2D 3D 4D TC", melds=["4S 5S 6S 7S", "JH QH KH", "8C 8D 8H"], line="3H", match=SCORES),
            "You lay the diamonds and discard the ten. What have you won?",
            after(what_follows, "meld 2D 3D 4D", "discard TC"),
            ["meld 2D 3D 4D", "discard TC"],
            right(
                "The match", "match", "Three hands to one. The match is yours, and the next round of tea is on Mira."
            ),
            wrong("Only this hand", "hand", "It is your third hand, and three were agreed."),
            wrong("Nothing before the points are counted", "counted", "No points: only hands won are written down."),
            needs={"match-mode": "first-to", "match-target": 3},
        ),
        predict(
            "After each hand the deal moves on one seat to the left, so that everybody gets to begin some time. "
            "Mira, on your left, has dealt this hand. Ravi sits on your right. You go out.",
            "deal.next-dealer",
            table(
                "2D 3D 4D TC", melds=["4S 5S 6S 7S", "JH QH KH", "8C 8D 8H"], line="3H", seats=3, match={"dealer": 1}
            ),
            "Who deals the next hand?",
            after(next_dealer, "meld 2D 3D 4D", "discard TC"),
            ["meld 2D 3D 4D", "discard TC"],
            right("Ravi", "2", "Left of you sits Mira, and left of Mira sits Ravi. Round it goes."),
            wrong("You, since you won", "0", "Winning does not change the order. The deal just moves on."),
            wrong("Mira again", "1", "She has done her share for now."),
        ),
        play_on(
            "You are close to home, with seven cards on the table and six in hand. Four turns against Mira: can you "
            "go out?",
            "out.definition turn.phases",
            draw("JS QS 6H 7H 9C 9S", melds=TWO_MELDS, line="5D"),
            4,
            "Whether it worked or not: you know now how a hand is won.",
        ),
    ),
)
