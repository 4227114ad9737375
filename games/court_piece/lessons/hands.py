"""Lessons 4 to 6: the pile of a side, the call, and the court of a hand."""

from __future__ import annotations

from games.court_piece.lessons.goals import called, led, won_hand
from games.court_piece.lessons.steps import SIX, SWEPT, between_hands, call, lesson, table
from games.court_piece.lessons.truths import (
    OTHERS,
    OURS,
    THEIRS,
    after,
    can_be_level,
    courts,
    courts_so_far,
    first_packet,
    hand_size,
    hand_winners,
    how_it_goes_on,
    our_tricks,
    who_looks,
    yes_if_legal,
    you_can_help,
)
from games.engine.lesson import Step
from games.kit.steps import all_of, choose, do, equals, play_on, predict, right, try_illegal, wrong
from games.kit.truths import made

PLAYED_OUT = {"hand-stop-at-seven": False}
CUT_SHORT = {"hand-stop-at-seven": True}

PILE = lesson(
    "pile",
    "Seven tricks win the hand",
    "What you and your partner take goes on one pile, and the bigger pile wins.",
    (
        do(
            "The last trick of a hand, and it could not be closer: your side has six tricks, and so have Mira and "
            "Leela. Spades are trumps. Whoever has more of the thirteen wins the **hand**. It is up to you.",
            "hand.majority",
            table("AS", "9S 4S KS"),
            won_hand(),
            ["play AS"],
            (
                "There is only one card to play, and it is a beauty.",
                "The side with more than half of the thirteen tricks wins the hand: seven are enough.",
                "The ace of trumps.",
                "Choose `AS`, then press Play.",
            ),
            "Seven to six: the hand is yours and Ravi’s. A hand won by one trick is as good as any other.",
        ),
        choose(
            "Five tricks have been played in this hand. You took the first and the fourth, Ravi the second; Mira took "
            "the third, Leela the fifth. Partners keep their tricks on one pile, one across the other, so that "
            "everybody can count them.",
            "trick.side-pile trick.countable",
            table("AH 9H KC 8C 3C QD JS 4S", tricks=["0", "2", "1", "0", "3"], turn=3),
            "How many tricks lie on your side’s pile?",
            equals(our_tricks),
            right("Three", "3", "Two of yours and one of Ravi’s: one pile, three tricks."),
            wrong("Two", "2", "Those are your own. Ravi’s trick lies on the same pile."),
            wrong("Five", "5", "That is all of them. Two lie with Mira and Leela."),
        ),
        choose(
            "A hand has thirteen tricks, one for each card in your hand, and every trick goes to one side or the "
            "other. Here it stands six to six again, and one trick is still to come.",
            "hand.no-tie hand.majority",
            table("5D", "9D QD 2D", trump="H"),
            "Can a hand end with both sides level?",
            equals(can_be_level),
            right("No", "no", "Thirteen is an odd number. One side always has more."),
            wrong("Yes", "yes", "Level would be six and a half each, and nobody wins half a trick."),
        ),
        predict(
            "The thirteenth trick decides. Spades are trumps, and {last} has just played one. You have only the `5D` "
            "left.",
            "hand.majority trick.side-pile",
            table("5D", "9D QD 2S"),
            "Who wins the hand?",
            after(hand_winners, "play 5D"),
            ["play 5D"],
            right("Mira and Leela", THEIRS, "The `2S` is a trump and takes the trick: seven for them, six for you."),
            wrong("You and Ravi", OURS, "Ravi’s `QD` would have won, but a trump beats every diamond."),
            wrong("Nobody", "nobody", "Somebody always does: there are thirteen tricks, so one side has seven."),
        ),
        play_on(
            "Three tricks are left, and it stands five to five. Hearts are trumps; you have the lead. Two of the "
            "three will win the hand. Play it out with Ravi against Mira and Leela.",
            "hand.majority trick.winner-leads trick.countable",
            table("AH KH 7C", tricks=["1", "0", "1", "0", "1", "0", "1", "0", "1", "0"], trump="H"),
            4,
            "A hand played to its end. The result stands above your cards.",
        ),
    ),
)

FIVE = "AS KS 9S 7D 3H"
HOPELESS = "2D 3D 4C 5H 7S"
RAVI_CALLS = call("", turn=2, match={"dealer": 1})
EVERYBODY = "You and Mira and Ravi and Leela"

CALL = lesson(
    "call",
    "Trumps on five cards",
    "One player names the trump suit, with five cards in hand and eight still to come.",
    (
        do(
            "A new hand begins. So far everybody has five cards, and {last} has dealt. The player after the dealer "
            "names the trump suit, and that is you. Five cards are all you get to see. Name one of the four suits.",
            "trump.caller trump.five-card-call",
            call(FIVE),
            called(),
            ["trump spades"],
            (
                "Which suit do you hold most of?",
                "Length counts most in trumps, then high cards.",
                "Three spades with ace and king.",
                "Press Call trumps with Spades chosen.",
            ),
            "Called is called. A long suit with high cards is a good one; you have eight more cards to come.",
        ),
        predict(
            "You say “spades”, aloud and for all to hear. From now on spades are trumps for the whole hand. Then the "
            "dealer gives out the rest of the pack, to everybody in turn.",
            "trump.open deal.rest",
            call(FIVE),
            "How many cards will you hold then?",
            after(hand_size, "trump spades"),
            ["trump spades"],
            right("13", "13", "Five and eight more. The eight are a surprise for everybody, the caller included."),
            wrong("8", "8", "Eight more, on top of the five you have."),
            wrong("10", "10", "It is not five and five: the whole pack is dealt out."),
        ),
        do(
            "The caller also has the first lead. Do both now: name your trumps, and then lead to the first trick. A "
            "side ace is often a good beginning.",
            "trick.first-lead trump.five-card-call",
            call("QC TC 9C AD 4S"),
            all_of(called(), led()),
            ["trump clubs", "play AD"],
            (
                "First the suit, then a card.",
                "Whoever has called trumps leads to the first trick.",
                "Clubs are your longest suit, and the `AD` is a sure card while nobody can trump it.",
                "Press Call trumps with Clubs chosen. Then choose `AD` and press Play.",
            ),
            "Off it goes. The caller’s side has the lead and the suit of its choice: a real advantage.",
        ),
        choose(
            "Five cards, and not a single club among them. Still you dream of clubs, because eight more cards are on "
            "their way.",
            "trump.any-suit",
            call("AH KH 7H 3D 2S"),
            "May you call clubs?",
            yes_if_legal("trump clubs"),
            right("Yes", "yes", "Any of the four suits may be named. Hearts would be wiser, but nobody can stop you."),
            wrong("No, you hold none", "no", "Nobody asks what you hold. All four suits are open to you."),
        ),
        try_illegal(
            "A hand to weep over: nothing higher than a seven. Surely you may have these cards dealt again? Try.",
            "trump.compulsory",
            call(HOPELESS),
            ["redeal"],
            "Name a suit, and hope for the other eight. Your partner is still there.",
            needs={"trump-redeal": "never"},
            hints=(
                "Ask for a new deal.",
                "The caller has to name a suit, whatever the five cards are.",
                "It is not about a card this time.",
                "There is no button for it at your table, so use the move that this step offers.",
            ),
        ),
        do(
            "A hand to weep over: nothing higher than a seven. At your table a caller whose five cards are all below "
            "the ten may show them and have the cards dealt anew, twice in a row at most. Do it.",
            "trump.compulsory",
            call(HOPELESS),
            made("redeal"),
            ["redeal"],
            (
                "Nobody will blame you.",
                "With five cards below the ten the caller may ask for a new deal.",
                "All five of them.",
                "Press New deal.",
            ),
            "Shuffle, and better luck. The same dealer deals again.",
            needs={"trump-redeal": "all-below-ten"},
        ),
        do(
            "A hand to weep over: not one picture in it. At your table a caller without an ace, king, queen or jack "
            "may show the five cards and have all cards dealt anew, twice in a row at most. Do it.",
            "trump.compulsory",
            call("2D TD 4C 5H 7S"),
            made("redeal"),
            ["redeal"],
            (
                "Nobody will blame you.",
                "With no ace, king, queen or jack the caller may ask for a new deal.",
                "All five of them.",
                "Press New deal.",
            ),
            "Shuffle, and better luck. The same dealer deals again.",
            needs={"trump-redeal": "no-court-card"},
        ),
        choose(
            "This time {next} has dealt, so Ravi is the caller. Each of you has five cards, and before the call nobody "
            "should know more than they must.",
            "trump.others-blind trump.five-card-call",
            RAVI_CALLS,
            "Who may look at their cards now?",
            equals(who_looks),
            right("Only Ravi", "Ravi", "The other three leave their five face down until trumps are called."),
            wrong("You and Ravi", "You and Ravi", "Being partners does not help here. Yours stay face down as well."),
            wrong("All four", EVERYBODY, "Some tables do that. At yours only the caller looks."),
            needs={"trump-others-look": False},
        ),
        choose(
            "By the book only the caller looks at the first five cards, and the other three leave theirs face down. At "
            "your table curiosity is allowed. Once more you are the caller.",
            "trump.others-blind trump.five-card-call",
            call(FIVE),
            "Who may look at their cards now?",
            equals(who_looks),
            right("All four", EVERYBODY, "Everybody looks at once. Only what you see you keep to yourself."),
            wrong("Only you", "You", "That is the book. Your table lets everybody look."),
            needs={"trump-others-look": True},
        ),
        choose(
            "{next} has dealt, and Ravi is the caller. He hesitates. You would like to help: a word, a cough, a "
            "friendly foot under the table?",
            "trump.alone",
            RAVI_CALLS,
            "May you help him?",
            equals(you_can_help),
            right("No", "no", "The caller decides alone. A good partner looks at the ceiling."),
            wrong("Yes, partners play together", "yes", "With their cards, yes. The call is made by one player alone."),
        ),
        choose(
            "How did it all begin? The first dealer is drawn by lot, and today it is Ravi. He shuffles and gives each "
            "player five cards, in turn, beginning with the player on his {side} as he sits. That player also names "
            "the trumps.",
            "setup.first-dealer deal.first-five trump.caller",
            between_hands("deal", match={"dealer": 2}),
            "Who gets the first five cards, and calls?",
            equals(first_packet),
            right("{last}", "{last}", "Seen from Ravi, {last} sits on the {side}: first cards, and the call."),
            wrong("Ravi himself", "Ravi", "The dealer comes last in every round."),
            wrong("You, his partner", "You", "{last} sits between him and you, and comes first."),
        ),
    ),
)

SWEPT_CALLERS = table("AH KH 8H 7C QS 5S", tricks=SWEPT, phase="playon", match={"dealer": 0})
"""The first seven tricks are yours, and an opponent called trumps."""


def goon_court(number: int, word: str) -> Step:
    """The first seven tricks against the callers, where that is worth so many courts."""
    return predict(
        "This time the others called trumps, and all the same the first seven tricks went to you and Ravi. You stop. "
        "Does it matter who called?",
        "court.first-seven-either-side court.first-seven",
        SWEPT_CALLERS,
        "How many courts does that score?",
        after(courts, "stop"),
        ["stop"],
        right(word, f"{number} 0", "Against the callers it is worth more at your table: a goon court."),
        wrong("One", "1 0", "One is what the callers themselves would have scored."),
        wrong("None", "0 0", "The court goes to whoever takes the tricks, and it is even bigger this way round."),
        needs={"court-goon": number, "playon-allowed": True},
    )


COURT = lesson(
    "court",
    "A court in one hand",
    "Seven tricks from the very start, without a gap, score a court.",
    (
        play_on(
            "Winning hands is nice, but the score is kept in **courts**, and here is one within reach. Your side has "
            "taken every trick so far, six out of six, and you lead. Nothing can beat the ace of trumps: take the "
            "seventh trick with your `AS`, and stop there.",
            "court.first-seven",
            table("AS 3D KH 8H 7C QC 5S", tricks=SIX),
            2,
            "Seven out of seven, if you led the ace: that is a court, and there is hardly a better feeling at a card "
            "table.",
            point_at=("AS",),
        ),
        do(
            "With the first seven tricks in hand your side has its court, and normally the hand stops right there. "
            "Mira and Leela have nothing left to win. You are asked, so be content for now and stop.",
            "playon.default-stop court.first-seven",
            table("AH KH 8H 7C QS 5S", tricks=SWEPT, phase="playon"),
            made("stop"),
            ["stop"],
            (
                "Take the money, as they say.",
                "After seven tricks out of seven the hand normally ends.",
                "No card is needed.",
                "Press Stop.",
            ),
            "A bird in the hand. What else you might have said comes in a lesson of its own.",
            needs={"playon-allowed": True, "playon-decider": ("trick7-winner", "both")},
        ),
        predict(
            "This time {next} called trumps, and all the same the first seven tricks went to you and Ravi. You stop. "
            "Does it matter who called?",
            "court.first-seven-either-side court.first-seven",
            SWEPT_CALLERS,
            "How many courts does that score?",
            after(courts, "stop"),
            ["stop"],
            right("One", "1 0", "The first seven tricks are a court for whichever side takes them."),
            wrong("None", "0 0", "The right to call is theirs, the court is for whoever takes the tricks."),
            wrong("Three", "3 0", "Some tables pay that for sweeping the callers. Yours does not."),
            needs={"court-goon": 1, "playon-allowed": True},
        ),
        *(goon_court(number, word) for number, word in ((2, "Two"), (3, "Three"))),
        predict(
            "Six out of six, and you lead to the seventh trick. Nothing in your hand is a sure winner any more. You "
            "try the `5D`, and {next} beats it with the `KD`.",
            "hand.split-plays-out court.first-seven",
            table(
                "",
                tricks=SIX,
                hands=["5D QH 8H 7C 3C 6S 5S", "KD ? ? ? ? ? ?", "4D ? ? ? ? ? ?", "9D ? ? ? ? ? ?"],
            ),
            "What now?",
            after(courts_so_far, "play 5D", OTHERS),
            ["play 5D"],
            right(
                "No court, and the hand goes on",
                "play 0 0",
                "One trick for the others is enough: no court, but you may still win the hand.",
            ),
            wrong("A court all the same, for six", "play 1 0", "All seven, without a gap. Six and a miss are nothing."),
            wrong("The hand is over", "over 0 0", "Both sides have taken a trick now, so the hand goes on."),
        ),
        predict(
            "What a pity: Mira and Leela took the very first trick, and your side everything since. When both sides "
            "have a trick, all thirteen are played, and you have kept the `AS` for the last. That makes twelve.",
            "court.first-seven hand.split-plays-out hand.majority",
            table("", tricks=["3", *SWEPT, "2", "2", "0", "0"], hands=["AS", "2D", "5H", "9C"]),
            "How many courts do twelve tricks score?",
            after(courts, "play AS", OTHERS),
            ["play AS"],
            right("None", "0 0", "You win the hand, no more. A court takes the first seven without a gap."),
            wrong("One", "1 0", "Seven in a row, yes, but not the first seven of the hand."),
            wrong("Two", "2 0", "The number of tricks does not matter here. The first one is missing."),
            needs=PLAYED_OUT,
        ),
        predict(
            "Your side has six tricks, Mira and Leela have two, and you are about to take this one. At your table "
            "nobody plays on for the fun of it: with seven tricks a hand is won.",
            "hand.split-plays-out hand.majority",
            table("AD 3D KH 8H 7C", "9D 4D KD", tricks=["3", *SIX, "1"]),
            "What happens after this trick?",
            after(how_it_goes_on, "play AD"),
            ["play AD"],
            right("The hand is over", "over", "Seven tricks, more than half of all. The rest stays unplayed."),
            wrong("Four more tricks are played", "play", "Elsewhere they would be. At your table seven are enough."),
            needs=CUT_SHORT,
        ),
        choose(
            "Your side has just taken the first seven tricks: a court. And the hand itself, as it was not played to "
            "its end?",
            "hand.sweep-is-win",
            table("AH KH 8H 7C QS 5S", tricks=SWEPT, phase="playon"),
            "If you stop here, who has won the hand?",
            equals(hand_winners),
            right("You and Ravi", OURS, "Seven of thirteen tricks are more than half already."),
            wrong("Nobody, it was broken off", "nobody", "Every hand has a winner, this one too."),
            wrong("That is not known yet", THEIRS, "Even with all the rest, Mira and Leela would have six tricks."),
            needs={"playon-allowed": True},
        ),
    ),
)
