"""Lessons 4 to 7: laying off, going out, runs in contracts, and jokers."""

from __future__ import annotations

from games.contract_rummy.lessons.goals import ended_turn, laid, laid_contract, on_table, out
from games.contract_rummy.lessons.steps import table
from games.contract_rummy.lessons.truths import after, ended, lacks, points, worth, yes_if_legal
from games.engine.lesson import Lesson
from games.kit.steps import all_of, choose, do, equals, play_on, predict, right, show, try_illegal, wrong

DOWN = ("8C 8D 8H", "JD JH JS")
MIRA = ("5S 6S 7S 8S", "KC KD KH")
RAVI = ("4C 4H 4S", "QC QD QH")

LAYOFF = Lesson(
    "layoff",
    "Down, and getting rid of the rest",
    "Once your contract lies there, every meld on the table is open to your cards.",
    (
        do(
            "Your contract was laid a turn ago, so now the table is yours. The `8S` in your hand fits your own eights. "
            "Add it to them.",
            "layoff.any-meld turn.table-down",
            table("8S 9S 4D 2H", melds=DOWN, mira=MIRA),
            on_table("8S"),
            ["layoff 1 8S"],
            (
                "One of your cards belongs to a meld of yours.",
                "Once you are down, you may add cards to any meld.",
                "The eight of spades and your set of eights.",
                "Press Add, choose your eights, then choose `8S`.",
            ),
            "That is **laying off**: one card less in your hand.",
        ),
        do(
            "Better still: the melds of the others are open to you as well. Mira’s run of spades ends with the eight, "
            "and you hold the nine. Put it there.",
            "layoff.any-meld layoff.valid",
            table("9S 4D 2H", melds=DOWN, mira=MIRA),
            on_table("9S"),
            ["layoff 101 9S"],
            (
                "Look at what Mira has laid.",
                "You may add to another player’s meld just as to your own.",
                "The nine of spades goes on at the end of her run.",
                "Press Add, choose Mira’s `5S 6S 7S 8S`, then choose `9S`.",
            ),
            "It does not help Mira at all, by the way. It only helps you.",
        ),
        do(
            "As many as you like, in one turn. Two of these three cards find a place on the table. Lay them both off, "
            "then discard the third.",
            "layoff.many turn.discard",
            table("KS 4D 2H", melds=DOWN, mira=MIRA, ravi=RAVI),
            all_of(on_table("KS 4D"), ended_turn()),
            ["layoff 102 KS", "layoff 201 4D", "discard 2H"],
            (
                "Go from meld to meld and compare.",
                "Any number of cards may be added in one turn.",
                "Mira has kings, and Ravi has fours.",
                "Press Add for `KS` on Mira’s kings, Add for `4D` on Ravi’s fours; then choose `2H` and press Discard.",
            ),
            "Three cards gone, and that was the last of them.",
        ),
        try_illegal(
            "The meld has to stay a meld. `TS` leaves a gap behind the eight, and a king has no place among eights. "
            "Try one of them.",
            "layoff.valid",
            table("TS KS 2H", melds=DOWN, mira=MIRA),
            ["layoff 101 TS", "layoff 1 KS"],
            "First the nine, then the ten. Without the nine it waits.",
        ),
        do(
            "And you may lay new melds, whatever the contract was. In this hand it asked for sets; now a run will do "
            "just as well. Lay it.",
            "further.melds turn.table-down",
            table("4C 5C 6C 7C 2H", melds=DOWN, mira=MIRA),
            laid(),
            ["meld 4C 5C 6C 7C"],
            (
                "Look for four in a row.",
                "After the contract any set or run may be laid.",
                "Four, five, six and seven of clubs.",
                "Choose `4C 5C 6C 7C`, then press Lay a meld.",
            ),
            "The contract only rules over your first melds.",
            needs={"further-melds": True},
        ),
        try_illegal(
            "At your table there are no new melds after the contract: you only add. Try to lay your run.",
            "further.melds",
            table("4C 5C 6C 7C 2H", melds=DOWN, mira=MIRA),
            ["meld 4C 5C 6C 7C"],
            "So choose your contract with care, and keep an eye on everybody’s melds.",
            needs={"further-melds": False},
        ),
        try_illegal(
            "What lies there stays together. You hold `9C TC`, and with the `8C` of your own set that would be three "
            "of a run … Try to take it back, or to throw it on the pile.",
            "meld.no-rearrange",
            table("9C TC JC 2H", melds=("8D 8H 8S 8C", "JD JH JS"), mira=MIRA),
            ["meld 8C 9C TC JC", "discard 8C"],
            "Melds only grow. Nothing goes back into a hand.",
            needs={"further-melds": True},
        ),
        show(
            "One thing more, for those who like it tidy: if two runs come to touch because of a card that was added, "
            "they remain two melds. `3D 4D 5D 6D 7D` and `8D 9D TD JD` lie here side by side, and both are fine.",
            "contract.later-join-ok",
            table("KS 2H", melds=("3D 4D 5D 6D 7D", "8D 9D TD JD"), contract=3),
        ),
    ),
)

OUT = Lesson(
    "out",
    "Going out, and what the others pay",
    "Whoever has no cards left ends the hand, and everybody else pays for theirs.",
    (
        do(
            "The end is near: one card in your hand, and it is your turn to discard. Throw it.",
            "out.empty-hand",
            table("9D", melds=DOWN, mira=MIRA),
            out(),
            ["discard 9D"],
            (
                "Just end your turn.",
                "With an empty hand you are out, and the hand is over.",
                "Your only card.",
                "Choose `9D`, then press Discard.",
            ),
            "Out! The hand ends at once, whoever’s turn would be next.",
        ),
        do(
            "A discard is not even needed. Two cards, and both fit Mira’s melds. Lay them both off.",
            "out.no-discard-needed out.empty-hand",
            table("9S KS", melds=DOWN, mira=MIRA),
            out(),
            ["layoff 101 9S", "layoff 102 KS"],
            (
                "Both of your cards have a home.",
                "You may go out by adding your last card.",
                "Mira has spades in a row, and kings.",
                "Press Add for `9S` on her run, then Add for `KS` on her kings.",
            ),
            "Empty is empty, however it came about.",
            needs={"out-discard": False},
        ),
        try_illegal(
            "At your table the last card has to be a discard. You hold two cards, and both fit Mira’s melds. Try to "
            "add them both.",
            "out.no-discard-needed",
            table("9S TS", melds=DOWN, mira=MIRA),
            ["layoff 101 9S TS"],
            "Add one, then discard the other: that is the way out here.",
            needs={"out-discard": True},
        ),
        choose(
            "Now the others pay. A king, queen or jack costs 10, an ace 15, a joker 15, and every card from two to ten "
            "its number. Say you were caught with `* AC KD 9H 2S`.",
            "score.who score.joker-ace score.face score.pip",
            table("* AC KD 9H 2S", mira=MIRA),
            "What would that cost you?",
            equals(worth),
            right("51", "51", "15 and 15 for joker and ace, 10 for the king, 9 and 2."),
            wrong("37", "37", "The ace costs fifteen, not one."),
            wrong("36", "36", "The joker costs something too: fifteen."),
            needs={"joker-value": 15, "number-values": "pip", "twos-wild": False},
        ),
        choose(
            "Now the others pay. A king, queen or jack costs 10, an ace 15, a joker 15, and at your table every "
            "card from "
            "two to ten just 5. Say you were caught with `* AC KD 9H 2S`.",
            "score.who score.joker-ace score.face score.pip",
            table("* AC KD 9H 2S", mira=MIRA),
            "What would that cost you?",
            equals(worth),
            right("50", "50", "15 and 15 for joker and ace, 10 for the king, 5 and 5."),
            wrong("51", "51", "That would be by the numbers on the cards. Yours cost five each."),
            wrong("35", "35", "The joker costs something too: fifteen."),
            needs={"joker-value": 15, "number-values": "fives", "twos-wild": False},
        ),
        choose(
            "Now the others pay. A king, queen or jack costs 10 and an ace 15. At your table other cards have "
            "prices of "
            "their own: look at the rulebook if you like. Say you were caught with `AC KD JS`.",
            "score.who score.joker-ace score.face",
            table("AC KD JS", mira=MIRA),
            "What would that cost you?",
            equals(worth),
            right("35", "35", "15 for the ace, 10 and 10."),
            wrong("21", "21", "The ace costs fifteen, not one."),
            needs={"twos-wild": True},
        ),
        predict(
            "You go out with the `9D`. Mira still holds `KD 4S`, Ravi `5C`, and Leela, who never got down, holds "
            "`AC QC QD`.",
            "score.who",
            table(
                "9D",
                melds=DOWN,
                mira=MIRA,
                hands=["9D", "KD 4S", "5C", "AC QC QD"],
                known=["", "KD 4S", "5C", "AC QC QD"],
            ),
            "What do the four of you score?",
            after(points, "discard 9D"),
            ["discard 9D"],
            right(
                "You 0, Mira 14, Ravi 5, Leela 35", "0 14 5 35", "Nothing for you, and for the others what they hold."
            ),
            wrong("You 54, the others 0", "54 0 0 0", "Points are bad here. Everybody keeps their own."),
            wrong("You 0, Mira 0, Ravi 5, Leela 35", "0 0 5 35", "Being down does not save Mira from paying."),
            needs={"number-values": "pip", "twos-wild": False},
        ),
        predict(
            "You go out with the `9D`. Mira still holds `KD 4S`, Ravi `5C`, and Leela, who never got down, holds "
            "`AC QC QD`. Cards from two to ten cost five each.",
            "score.who score.pip",
            table(
                "9D",
                melds=DOWN,
                mira=MIRA,
                hands=["9D", "KD 4S", "5C", "AC QC QD"],
                known=["", "KD 4S", "5C", "AC QC QD"],
            ),
            "What do the four of you score?",
            after(points, "discard 9D"),
            ["discard 9D"],
            right(
                "You 0, Mira 15, Ravi 5, Leela 35", "0 15 5 35", "Nothing for you, and for the others what they hold."
            ),
            wrong("You 55, the others 0", "55 0 0 0", "Points are bad here. Everybody keeps their own."),
            wrong("You 0, Mira 0, Ravi 5, Leela 35", "0 0 5 35", "Being down does not save Mira from paying."),
            needs={"number-values": "fives", "twos-wild": False},
        ),
        predict(
            "Careful with the other way round: you hold two cards, `9D` and `2H`, and nothing fits. You discard the "
            "nine.",
            "out.empty-hand turn.discard",
            table("9D 2H", melds=DOWN, mira=MIRA, pile="3H"),
            "Is the hand over?",
            after(ended, "discard 9D"),
            ["discard 9D"],
            right("No, it goes on", "on", "One card is left in your hand. Next turn you draw and try again."),
            wrong("Yes, I have discarded", "over", "Only an empty hand ends it."),
        ),
    ),
)

RUNS = Lesson(
    "runs",
    "Hands two and three: runs",
    "The second contract is a set and a run, the third two runs, and runs of one suit may not join.",
    (
        do(
            "Second hand: one set of three and one run of four. You have drawn, and it is all there. Lay it.",
            "contract.table contract.all-at-once",
            table("9C 9D 9H 4S 5S 6S 7S 2C KD KH JD", contract=2),
            laid_contract(),
            ["contract 9C 9D 9H / 4S 5S 6S 7S"],
            (
                "One rank three times, and four spades in a row.",
                "A set and a run, both in the same turn.",
                "The nines, and four to seven of spades.",
                "Choose `9C 9D 9H` and `4S 5S 6S 7S`, then press Lay the contract.",
            ),
            "Seven cards. Each contract is a little bigger than the last.",
        ),
        try_illegal(
            "Third hand: two runs of four. Here are eight clubs in a row, `3C` to `TC`. Cut in the middle that makes "
            "two runs, does it not? Try it.",
            "contract.no-continuous-runs",
            table("3C 4C 5C 6C 7C 8C 9C TC 2D KD KH", contract=3),
            ["contract 3C 4C 5C 6C / 7C 8C 9C TC"],
            "End to end they are one long run, and one run is not two.",
            needs={"same-suit-runs": ("not-continuous", "gap-2")},
        ),
        do(
            "Leave a gap and all is well. One club fewer between them, and these are two runs. Lay them.",
            "contract.no-continuous-runs",
            table("3C 4C 5C 6C 8C 9C TC JC 2D KD KH", contract=3),
            laid_contract(),
            ["contract 3C 4C 5C 6C / 8C 9C TC JC"],
            (
                "Where is the gap in your clubs?",
                "Two runs of one suit are fine as long as they do not join.",
                "The seven is missing between them.",
                "Choose `3C 4C 5C 6C` and `8C 9C TC JC`, then press Lay the contract.",
            ),
            "One missing rank is enough.",
            needs={"same-suit-runs": ("not-continuous", "free")},
        ),
        do(
            "At your table two ranks have to be missing between two runs of one suit. Here they are. Lay the runs.",
            "contract.no-continuous-runs",
            table("3C 4C 5C 6C 9C TC JC QC 2D KD KH", contract=3),
            laid_contract(),
            ["contract 3C 4C 5C 6C / 9C TC JC QC"],
            (
                "Where is the gap in your clubs?",
                "Two missing ranks, then the next run may begin.",
                "The seven and the eight are missing.",
                "Choose `3C 4C 5C 6C` and `9C TC JC QC`, then press Lay the contract.",
            ),
            "Seven and eight are missing, so they are two runs.",
            needs={"same-suit-runs": "gap-2"},
        ),
        choose(
            "And if they overlap? With two packs you may hold a card twice: `3C 4C 5C 6C` and `5C 6C 7C 8C`.",
            "contract.overlap-ok",
            table("3C 4C 5C 6C 5C 6C 7C 8C 2D KD KH", contract=3),
            "Is that a contract?",
            yes_if_legal("contract 3C 4C 5C 6C / 5C 6C 7C 8C"),
            right("Yes, two runs", "yes", "They share two ranks, but they do not join into a longer run."),
            wrong("No, too close together", "no", "Only end to end is forbidden."),
            needs={"same-suit-runs": ("not-continuous", "free")},
        ),
        choose(
            "Now with aces: `TC JC QC KC` and `AC 2C 3C 4C`. King and ace are neighbours, or are they?",
            "contract.no-continuous-runs run.ace run.no-wrap",
            table("TC JC QC KC AC 2C 3C 4C 2D KD KH", contract=3),
            "Is that a contract?",
            yes_if_legal("contract TC JC QC KC / AC 2C 3C 4C"),
            right("Yes, two runs", "yes", "The ace is low here, so nothing joins it to the king."),
            wrong("No, they join at the ace", "no", "A run never goes round the corner, so they cannot join there."),
        ),
        choose(
            "How far away are you? In hand three, with `3C 4C 5C 9H TH JH 2D KD KH 7S`, you have three clubs and three "
            "hearts in a row.",
            "contract.exact contract.table",
            table("3C 4C 5C 9H TH JH 2D KD KH 7S 7D", contract=3),
            "How many cards do you lack for the contract?",
            equals(lacks),
            right("Two", "2", "One club and one heart, at either end of each row."),
            wrong("One", "1", "Each of the two runs lacks a card."),
            wrong("Three", "3", "Three in a row lack only one for a run of four."),
            needs={"twos-wild": False},
        ),
    ),
)

JOKERS = Lesson(
    "jokers",
    "Jokers",
    "A joker stands for the card you need, as long as a natural card is with it.",
    (
        do(
            "A joker, `*`, may stand for any card, in the contract too. Your contract is a set and a run. The "
            "nines are "
            "there, and the run of spades has a hole: the seven. Let the joker fill it.",
            "wild.joker contract.all-at-once",
            table("9C 9D 9H 5S 6S 8S * 2C KD KH JD", contract=2),
            laid_contract(),
            ["contract 9C 9D 9H / 5S 6S *=7S 8S"],
            (
                "Your spades lack one card.",
                "A joker stands for any card that you need.",
                "Five, six, joker, eight of spades, and the nines.",
                "Choose `9C 9D 9H` and `5S 6S * 8S`, then press Lay the contract.",
            ),
            "The joker is the seven of spades now.",
            tempting=("contract 9C 9D 9H / 5S 6S 2C=7S 8S",),
            needs={"twos-wild": False},
        ),
        do(
            "At your table twos are wild as well as jokers. The nines are there, and the run of spades has a hole: the "
            "seven. Let a two fill it.",
            "wild.joker contract.all-at-once",
            table("9C 9D 9H 5S 6S 8S 2C 4D KD KH JD", contract=2),
            laid_contract(),
            ["contract 9C 9D 9H / 5S 6S 2C=7S 8S"],
            (
                "Your spades lack one card.",
                "A two may stand for any card, or be just a two.",
                "Five, six, two, eight of spades, and the nines.",
                "Choose `9C 9D 9H` and `5S 6S 2C 8S`, then press Lay the contract.",
            ),
            "The two is the seven of spades now.",
            needs={"twos-wild": True},
        ),
        do(
            "How many jokers may a meld have? As many as you like, as long as one natural card is with them. A "
            "nine and "
            "two jokers are a set. Lay the contract.",
            "wild.one-natural",
            table("9D * * 4S 5S 6S 7S 2C KD KH JD", contract=2),
            laid_contract(),
            ["contract 9D * * / 4S 5S 6S 7S"],
            (
                "Your run is there. What about a set?",
                "One natural card is enough, the rest may be jokers.",
                "The nine, or a king, with both jokers.",
                "Choose `9D * *` and `4S 5S 6S 7S`, then press Lay the contract.",
            ),
            "In a set the joker needs no suit. It is just one more of the rank.",
            needs={"wild-cap": "one-natural", "jokers": ("players-1", "full")},
        ),
        try_illegal(
            "Your table is stricter: a contract meld of three may have one wild card only. Try a nine with two jokers.",
            "wild.one-natural",
            table("9D * * 4S 5S 6S 7S 3C KD KH JD", contract=2),
            ["contract 9D * * / 4S 5S 6S 7S"],
            "One joker with two kings would have been fine. And once you are down, one natural card is enough.",
            needs={"wild-cap": ("no-majority", "shanghai"), "jokers": ("players-1", "full")},
        ),
        try_illegal(
            "And no natural card at all? You are down, and three jokers have come your way. Try to lay them alone.",
            "wild.one-natural",
            table("* * * KD 4H", melds=DOWN),
            ["meld * * *"],
            "A meld needs one card that is what it says.",
            needs={"further-melds": True, "jokers": ("players-1", "full")},
        ),
        try_illegal(
            "In a run the joker has a place, and so a name. Mira’s run is `5S 6S *=7S 8S`. You hold the real `7S`. Try "
            "to add it to her run.",
            "wild.fixed layoff.valid",
            table("7S 9S 4D 2H", melds=DOWN, mira=("5S 6S *=7S 8S", "KC KD KH")),
            ["layoff 101 7S"],
            "The seven is there already, played by the joker. It stays the seven.",
        ),
        do(
            "A joker may be laid off too, at either end of a run or on any set. You are down, and a joker in "
            "hand costs "
            "dear. Get rid of it.",
            "layoff.valid wild.joker",
            table("* 4D", melds=DOWN, mira=MIRA),
            on_table("*"),
            ["layoff 1 *"],
            (
                "Any meld will take it.",
                "A wild card may be added like any other card.",
                "Your own set of eights has room.",
                "Press Add, choose your eights, then choose `*`.",
            ),
            "Nobody can take it out of a set again, as you will see.",
        ),
        choose(
            "Look what a joker can do against you: `3C 4C 5C *` and `7C 8C 9C TC` as two runs of hand three. You may "
            "choose what the joker is.",
            "wild.fixed contract.no-continuous-runs",
            table("3C 4C 5C * 7C 8C 9C TC 2D KD KH", contract=3),
            "As which card does it make a contract?",
            lambda state, value: yes_if_legal(f"contract {value} / 7C 8C 9C TC")(state, "yes"),
            right("As the two", "*=2C 3C 4C 5C", "`2C` to `5C`, and the six is missing before the seven."),
            wrong("As the six", "3C 4C 5C *=6C", "Then the runs join at six and seven."),
            needs={"same-suit-runs": "not-continuous"},
        ),
        play_on(
            "You know enough for a first hand. Play four turns with Mira, Ravi and Leela. They are good teachers, and "
            "not too kind. When you are asked about a card out of turn, just leave it for now.",
            "contract.all-at-once turn.phases",
            table("8C 8D JD JH 2C 4D 6S KH 3H 5H 9S", phase="table", pile="QC"),
            4,
            "That is how it goes: towards the contract first, then away with the rest.",
        ),
    ),
)
