"""Lessons 10 to 13: swapping jokers, the later hands, all or nothing, and the end of it all."""

from __future__ import annotations

from games.contract_rummy.lessons.goals import laid_contract as goes_down
from games.contract_rummy.lessons.goals import out
from games.contract_rummy.lessons.steps import draw, table
from games.contract_rummy.lessons.truths import (
    after,
    asked,
    cards_in,
    contract_words,
    dealt,
    ended,
    jokers,
    lacks,
    points,
    whole_hand,
    winners,
    yes_if_legal,
)
from games.engine.lesson import Lesson
from games.kit.steps import choose, do, equals, play_on, predict, right, try_illegal, wrong
from games.kit.truths import made

DOWN = ("JD JC JS", "9C 9D 9H")
JOKER_RUN = ("5S 6S *=7S 8S", "4C 4S 4H")
NEW = {"joker-swap": "new-meld", "further-melds": True}

SWAP = Lesson(
    "swap",
    "Swapping a joker",
    "The real card frees the joker from a run, and the joker has to go to work at once.",
    (
        do(
            "Mira’s run is `5S 6S *=7S 8S`, and you hold the real `7S`. Put it in the joker’s place, and the joker is "
            "yours: for a new meld, at once. Your kings would love it.",
            "joker.swap-run joker.swap-anyone joker.must-remeld",
            table("7S KC KD 2H", melds=DOWN, mira=JOKER_RUN),
            made("swap"),
            ["swap 101 7S / KC KD *"],
            (
                "Which card does Mira’s joker stand for?",
                "The very card frees the joker, and the joker goes into a new meld.",
                "The seven of spades, then both kings with the joker.",
                "Press Swap a joker, choose Mira’s run, then `7S`, then `KC KD` and the joker of the run.",
            ),
            "Three cards gone at once, and all thanks to Mira’s joker.",
            needs=NEW,
        ),
        try_illegal(
            "This time you have no pair to go with it. A freed joker has to be laid in a new meld in the same "
            "turn. Try "
            "to take it all the same.",
            "joker.must-remeld",
            table("7S KC 4D 2H", melds=DOWN, mira=JOKER_RUN),
            ["swap 101 7S"],
            "Without a new meld there is no swap. The seven has to wait.",
            needs=NEW,
        ),
        do(
            "At your table only players who are not down may swap, and the joker goes into the hand. Mira’s run is "
            "`5S 6S *=7S 8S`. Take her joker.",
            "joker.swap-run joker.swap-anyone joker.must-remeld",
            table("7S KC KD 2H 3H 3C 5D 9S JH QD AC", mira=JOKER_RUN),
            made("swap"),
            ["swap 101 7S"],
            (
                "Which card does Mira’s joker stand for?",
                "The very card frees the joker, and you may keep it.",
                "The seven of spades.",
                "Press Swap a joker, choose Mira’s run, then `7S`.",
            ),
            "A joker for a seven: a fine trade before your contract.",
            needs={"joker-swap": "before-down"},
        ),
        try_illegal(
            "Once you are down, that is over: the jokers of others are safe from you. Mira’s run is the same, and you "
            "hold the seven. Try to take her joker.",
            "joker.swap-run",
            table("7S KC KD 2H", melds=DOWN, mira=JOKER_RUN),
            ["swap 101 7S"],
            "Only players who are not down swap jokers here. So look around before you lay your contract.",
            needs={"joker-swap": "before-down"},
        ),
        try_illegal(
            "In a set a joker is safe from everybody. Mira’s nines are `9S 9D *`, and you hold a nine. Try to take the "
            "joker for it.",
            "joker.set-locked",
            table("9H KC KD 3H 3C 5D 8S JH QD AC 4C", mira=("9S 9D *", "5S 6S *=7S 8S")),
            ["swap 101 9H"],
            "The joker in the run is another matter, if only you had the seven.",
            needs={"joker-swap": "before-down", "jokers": ("players-1", "full")},
        ),
        do(
            "A joker that you take may go straight into your contract: you lack one king for two sets. Take Mira’s "
            "joker, then lay the contract with it.",
            "joker.must-remeld turn.table-not-down",
            table("7S KC KD 3H 3C 3D 5D 9S JH QD AC", mira=JOKER_RUN),
            goes_down(),
            ["swap 101 7S", "contract 3H 3C 3D / KC KD *"],
            (
                "What would make a set of your kings?",
                "A freed joker goes into your hand, and you may lay it at once.",
                "First the seven for the joker, then threes, and kings with the joker.",
                "Press Swap a joker for `7S`; then Lay the contract: `3H 3C 3D` and `KC KD *`.",
            ),
            "That is what swapping is for at your table.",
            needs={"joker-swap": "before-down"},
        ),
        do(
            "At your table a freed joker may stay in your hand. Mira’s run is `5S 6S *=7S 8S`. Take her joker.",
            "joker.swap-run joker.swap-anyone joker.must-remeld",
            table("7S KC 4D 2H", melds=DOWN, mira=JOKER_RUN),
            made("swap"),
            ["swap 101 7S"],
            (
                "Which card does Mira’s joker stand for?",
                "The very card frees the joker, and you may keep it.",
                "The seven of spades.",
                "Press Swap a joker, choose Mira’s run, then `7S`.",
            ),
            "Keep it or lay it, as you like. But in hand it costs dear.",
            needs={"joker-swap": "keep"},
        ),
        try_illegal(
            "In a set a joker is safe. Mira’s nines are `9S 9D *`, and you hold a nine. Try to take the joker for it.",
            "joker.set-locked",
            table("9H KC KD 2H", melds=("JD JC JS", "5C 5D 5H"), mira=("9S 9D *", "5S 6S *=7S 8S")),
            ["swap 101 9H / KC KD *"],
            "Your nine may join the set, but the joker stays. Put jokers into sets if you fear for them.",
            needs={**NEW, "jokers": ("players-1", "full")},
        ),
        choose(
            "Two runs with jokers, `5S 6S *=7S 8S` and `TH JH *=QH KH`, and you hold `7S QH 4C 9D`. One joker makes no "
            "meld with the four. But two of them?",
            "joker.must-remeld",
            table("7S QH 4C 9D", melds=("JD JC JS", "9C 9S 9H"), mira=("5S 6S *=7S 8S", "TH JH *=QH KH")),
            "May you free both, for a set with the four?",
            yes_if_legal("swap 7S QH / 4C * *"),
            right("Yes, for one and the same new meld", "yes", "And then the nine is your discard: out!"),
            wrong("No, one at a time", "no", "Several may be freed together."),
            needs={**NEW, "jokers": ("players-1", "full")},
        ),
        choose(
            "And whose run may it be? Ravi’s has a joker for the `4D`, which you hold, with a pair of kings.",
            "joker.swap-anyone",
            table("4D KC KD 2H", melds=DOWN, ravi=("3D *=4D 5D 6D", "8C 8S 8H")),
            "May you swap there?",
            yes_if_legal("swap 201 4D / KC KD *"),
            right("Yes, from anybody’s run", "yes", "Your own, Mira’s, Ravi’s: it makes no difference."),
            wrong("No, only from my own", "no", "All runs on the table are open to you."),
            needs=NEW,
        ),
        try_illegal(
            "In the turn of your contract all that has to wait. It was laid just now, and you hold the `7S` with two "
            "kings. Try to swap.",
            "turn.contract-turn",
            table("7S KC KD 2H", melds=DOWN, mira=JOKER_RUN, laid=True),
            ["swap 101 7S / KC KD *"],
            "Next turn, if the joker is still there.",
            needs=NEW,
        ),
    ),
)

LATER = Lesson(
    "later-hands",
    "Hands four to six",
    "More cards are dealt, and the contracts grow.",
    (
        choose(
            "Two sets; a set and a run; two runs: you know the first three contracts. After them it begins anew with "
            "one meld more.",
            "contract.table",
            table("8C 8D 8H JD JH JS 2C 2D 2H 4D 6S KH AC", contract=4),
            "What is the contract of hand four?",
            equals(contract_words(4)),
            right("Three sets of three", "three sets of three", "Nine cards, all at once."),
            wrong("Two sets and a run", "two sets of three and one run of four", "That is the fifth."),
            wrong("Three runs", "three runs of four", "Not yet!"),
        ),
        do(
            "Here is hand four, and you hold all of it. Lay the contract.",
            "contract.all-at-once contract.table",
            table("8C 8D 8H JD JH JS 2C 2D 2H 4D 6S KH AC", contract=4),
            goes_down(),
            ["contract 8C 8D 8H / JD JH JS / 2C 2D 2H"],
            (
                "Three ranks, three cards each.",
                "Three sets of three, all in one turn.",
                "Eights, jacks and twos.",
                "Choose `8C 8D 8H`, `JD JH JS`, `2C 2D 2H`, then press Lay the contract.",
            ),
            "Nine cards on the table, and four to get rid of.",
        ),
        choose(
            "Such contracts need more cards. In the first three hands ten are dealt to each.",
            "deal.hand-size",
            table("8C 8D 8H JD JH JS 2C 2D 2H 4D 6S KH AC", contract=4),
            "And from hand four on?",
            equals(dealt(4)),
            right("Twelve", "12", "Twelve, and the thirteenth is your first draw."),
            wrong("Ten as before", "10", "Nine for the contract and one discard: that would be tight."),
            wrong("Thirteen", "13", "With the card you draw, yes. But twelve are dealt."),
            needs={"deal-sizes": "10x3-12x4"},
        ),
        choose(
            "Such contracts need more cards. At your table ten are dealt in the first four hands.",
            "deal.hand-size",
            table("8C 8D 8H JD JH JS 2C 2D 2H 4D 6S KH AC", contract=5),
            "And from hand five on?",
            equals(dealt(5)),
            right("Twelve", "12", "Twelve, and the thirteenth is your first draw."),
            wrong("Ten as before", "10", "Ten cards for a contract of ten? That would be tight."),
            needs={"deal-sizes": "10x4-12x3"},
        ),
        do(
            "Hand five: two sets of three and one run of four. Ten cards, and here they are.",
            "contract.table contract.exact",
            table("8C 8D 8H JD JH JS 2C 3C 4C 5C 6C 9D KD", contract=5),
            goes_down(),
            ["contract 8C 8D 8H / JD JH JS / 2C 3C 4C 5C"],
            (
                "Two ranks and four clubs in a row.",
                "Two sets and a run, in one turn.",
                "Eights, jacks, and clubs from the two or the three on.",
                "Choose `8C 8D 8H`, `JD JH JS`, `2C 3C 4C 5C`, then press Lay the contract.",
            ),
            "The fifth club waits, as you know.",
            needs={"contracts": ("classic7", "six")},
        ),
        choose(
            "Thirteen cards, ten in the contract, one discarded: two are left.",
            "contract.exact turn.contract-turn",
            table("8C 8D 8H JD JH JS 2C 3C 4C 5C 6C 9D KD", contract=5),
            "Could you go out in the turn of your contract?",
            lambda state, value: value == ("no" if len(state.hands[0]) - state.contract.cards > 1 else "yes"),
            right("No", "no", "Two cards too many, and nothing else may be laid in that turn."),
            wrong("Yes, with luck", "yes", "The contract takes ten cards, and the discard one."),
            needs={"contracts": ("classic7", "six"), "contract-longer": False, "layoff-same-turn": False},
        ),
        choose(
            "The sixth hand is the last for which you know all the rules.",
            "contract.table",
            table("8C 8D 8H JD QD KD TD 2C 3C 4C 5C 9D KH", contract=6),
            "What is its contract?",
            equals(contract_words(6)),
            right("One set and two runs", "one set of three and two runs of four", "Eleven cards."),
            wrong("Three sets", "three sets of three", "That was the fourth."),
            wrong("Three runs", "three runs of four", "That one is a hand of its own, and comes next."),
            needs={"contracts": ("classic7", "six")},
        ),
        choose(
            "Your match goes on longer than most, and its later contracts have long runs.",
            "contract.table",
            table("8C 8D 8H 2C 3C 4C 5C 6C 7C 8S 9D KD", contract=5),
            "What is the contract of hand five?",
            equals(contract_words(5)),
            right("A set, and a run of seven", "one set of three and one run of seven", "Ten cards, seven in a row."),
            wrong("Two sets and a run of four", "two sets of three and one run of four", "Other tables have that."),
            needs={"contracts": "shanghai10"},
        ),
        do(
            "Here it is, a set and seven clubs in a row. Lay the contract.",
            "contract.table contract.exact",
            table("8C 8D 8H 3C 4C 5C 6C 7C 8C 9C 9D KD", contract=5),
            goes_down(),
            ["contract 8C 8D 8H / 3C 4C 5C 6C 7C 8C 9C"],
            (
                "One rank, and one long row.",
                "A set of three and a run of seven, in one turn.",
                "Eights, and the clubs from three to nine. You have two eights of clubs.",
                "Choose `8C 8D 8H` and `3C 4C 5C 6C 7C 8C 9C`, then press Lay the contract.",
            ),
            "Ten cards in one go.",
            needs={"contracts": "shanghai10"},
        ),
        choose(
            "Do you still know how far away you are? Hand six, and you hold `8C 8D 8H 4C 5C 6C TD JD QD` and four "
            "loose cards.",
            "contract.table contract.exact",
            table("8C 8D 8H 4C 5C 6C TD JD QD 2S KH AS 9S", contract=6),
            "How many cards do you lack?",
            equals(lacks),
            right("Two", "2", "One for each run."),
            wrong("One", "1", "Both runs lack a card."),
            wrong("None", "0", "Three in a row are not a run."),
            needs={"contracts": ("classic7", "six"), "twos-wild": False},
        ),
    ),
)


SEVEN = {"contracts": "classic7", "hand7": "all-no-discard"}
WHOLE = "3C 4C 5C 6C 8H 9H TH JH QH AS 2S 3S 4S"

LAST = Lesson(
    "all-or-nothing",
    "Hand seven: all or nothing",
    "In the last hand the whole hand goes down at once, as three runs, or nothing does.",
    (
        do(
            "The seventh hand is unlike the others: nobody lays a thing until somebody can lay **everything**, "
            "as three "
            "runs. You have drawn, and look: clubs, hearts, spades, thirteen cards. Lay them all.",
            "h7.three-runs h7.all-or-nothing",
            table(WHOLE, contract=7),
            out(),
            ["lay-all 3C 4C 5C 6C / 8H 9H TH JH QH / AS 2S 3S 4S"],
            (
                "Sort by suit: three rows.",
                "Every card in three runs of four or more, and you are out without a discard.",
                "Four clubs, five hearts, four spades.",
                "Press Lay all. Choose `3C 4C 5C 6C`, press New group; "
                "do the same with `8H 9H TH JH QH` and `AS 2S 3S 4S`; then Lay all.",
            ),
            "Out, in one single move of the whole hand.",
            needs=SEVEN,
        ),
        try_illegal(
            "So close: three runs of four, and one card left over, the `9D`. Try to lay the runs all the same.",
            "h7.three-runs",
            table("3C 4C 5C 6C 8H 9H TH JH AS 2S 3S 4S 9D", contract=7),
            ["lay-all 3C 4C 5C 6C / 8H 9H TH JH / AS 2S 3S 4S"],
            "Every card, and no discard. One is too many.",
            needs=SEVEN,
        ),
        try_illegal(
            "And laying just the contract, to finish later? Or a single run? Try it.",
            "h7.all-or-nothing",
            table("3C 4C 5C 6C 8H 9H TH JH AS 2S 3S 4S 9D", contract=7),
            ["contract 3C 4C 5C 6C / 8H 9H TH JH / AS 2S 3S 4S", "meld 3C 4C 5C 6C"],
            "Nothing lies on the table in this hand, until everything does.",
            needs=SEVEN,
        ),
        do(
            "So you go on as usual: discard a card that fits none of your runs.",
            "h7.else-discard",
            table("3C 4C 5C 6C 8H 9H TH JH AS 2S 3S KD 9D", contract=7),
            lambda start, moves, now: any(move.verb == "discard" and move.cards[0].suit == "D" for move in moves),
            ["discard KD"],
            (
                "Two of your cards have no row.",
                "Whoever cannot lay it all discards one card.",
                "The diamonds are alone, and the king costs more.",
                "Choose `KD`, then press Discard.",
            ),
            "One spade is what you lack now.",
            needs=SEVEN,
        ),
        choose(
            "Twelve cards dealt and one drawn are thirteen: four, four and five. Now say you have taken one card "
            "by May "
            "I. That brought two cards, so you have fifteen.",
            "h7.count",
            table("3C 4C 5C 6C 7C 8H 9H TH JH QH AS 2S 3S 4S 5S", contract=7),
            "Which of these lets you go out with fifteen?",
            lambda state, value: (
                value == "5 5 5"
                and yes_if_legal("lay-all 3C 4C 5C 6C 7C / 8H 9H TH JH QH / AS 2S 3S 4S 5S")(state, "yes")
            ),
            right("Three runs of five", "5 5 5", "Or any other three runs that use all fifteen."),
            wrong("Four runs", "4 4 4 3", "Three runs, never four, and a run has four cards or more."),
            wrong("Three runs of four, the rest stays", "4 4 4", "Every card has to go."),
            needs={**SEVEN, "deal-sizes": ("10x3-12x4", "10x4-12x3"), "mayi-penalty": 1, "mayi-hand7": True},
        ),
        try_illegal(
            "The rule about runs of one suit holds here as well. Clubs from the three to the jack, cut in two: try it.",
            "h7.same-suit contract.no-continuous-runs",
            table("3C 4C 5C 6C 7C 8C 9C TC JC AS 2S 3S 4S", contract=7),
            ["lay-all 3C 4C 5C 6C / 7C 8C 9C TC JC / AS 2S 3S 4S"],
            "Nine clubs in a row are one run. With only two runs you are not out.",
            needs={**SEVEN, "same-suit-runs": "not-continuous"},
        ),
        choose(
            "A joker helps, and it must help with all of it. Clubs `3C 4C 5C *`, hearts from the eight to the queen, "
            "spades from the ace to the four.",
            "h7.three-runs wild.joker",
            table("3C 4C 5C * 8H 9H TH JH QH AS 2S 3S 4S", contract=7),
            "Can you lay it all?",
            yes_if_legal("lay-all 3C 4C 5C *=6C / 8H 9H TH JH QH / AS 2S 3S 4S"),
            right("Yes", "yes", "The joker is the six of clubs, and it is done."),
            wrong("No, a joker is not allowed here", "no", "Jokers stand for any card in this hand too."),
            needs=SEVEN,
        ),
        do(
            "At your table the last hand is the sixth: one set and two runs, with the whole hand. Here it is. Lay it.",
            "h7.three-runs h7.all-or-nothing",
            table("QC QH QS 2D 3D 4D 5D 6H 7H 8H 9H TH JH", contract=6),
            out(),
            ["lay-all QC QH QS / 2D 3D 4D 5D / 6H 7H 8H 9H TH JH"],
            (
                "One rank and two rows.",
                "Every card in one set and two runs.",
                "Queens, diamonds, hearts.",
                "Press Lay all. Choose `QC QH QS`, press New group; "
                "do the same with `2D 3D 4D 5D` and `6H 7H 8H 9H TH JH`; then Lay all.",
            ),
            "Out, in one single move.",
            needs={"contracts": "six", "hand7": "all-no-discard"},
        ),
        try_illegal(
            "And with one card left over, the `AC`? Try it.",
            "h7.three-runs",
            table("QC QH QS 2D 3D 4D 5D 6H 7H 8H 9H TH AC", contract=6),
            ["lay-all QC QH QS / 2D 3D 4D 5D / 6H 7H 8H 9H TH"],
            "Every card, and no discard.",
            needs={"contracts": "six", "hand7": "all-no-discard"},
        ),
        do(
            "So you go on as usual: discard the card that fits neither your queens nor your rows.",
            "h7.else-discard",
            table("QC QH QS 2D 3D 4D 5D 6H 7H 8H 9H TH AC", contract=6),
            lambda start, moves, now: any(move.verb == "discard" and move.cards[0].rank == 1 for move in moves),
            ["discard AC"],
            (
                "One of your cards has no friends.",
                "Whoever cannot lay it all discards one card.",
                "The ace is alone, and dear.",
                "Choose `AC`, then press Discard.",
            ),
            "One more heart, diamond or queen, and you are out.",
            needs={"contracts": "six", "hand7": "all-no-discard"},
        ),
        choose(
            "How many cards is that? Every card you were dealt, and the one you drew.",
            "h7.count",
            table("QC QH QS 2D 3D 4D 5D 6H 7H 8H 9H AC", contract=6),
            "Eleven are dealt at your table. How many do you lay, without any May I?",
            equals(whole_hand),
            right("Twelve", "12", "Say four, four and four, or a set of three and longer runs."),
            wrong("Eleven", "11", "The card you draw has to go too."),
            wrong("As many as fit", "any", "All of them, or nothing."),
            needs={"contracts": "six", "hand7": "all-no-discard", "deal-sizes": "all-11"},
        ),
        try_illegal(
            "And laying just the contract, or a single meld, to finish later? Try it.",
            "h7.all-or-nothing",
            table("QC QH QS 2D 3D 4D 5D 6H 7H 8H 9H TH AC", contract=6),
            ["contract QC QH QS / 2D 3D 4D 5D / 6H 7H 8H 9H", "meld QC QH QS"],
            "Nothing lies on the table in this hand, until everything does.",
            needs={"contracts": "six", "hand7": "all-no-discard"},
        ),
    ),
)

HOUSE = Lesson(
    "house",
    "The end, and other houses",
    "When the stock runs out, who wins the match, and what other tables do.",
    (
        predict(
            "The stock is empty, and you would like to draw from it. The upcard stays where it is, the rest of "
            "the pile "
            "is shuffled, and that is the new stock. The pile has nine cards.",
            "stock.reshuffle",
            draw("2C 4D 6S 9H", melds=DOWN, pile="2S 3S 4S 5S 6D 7S 8S QS KD", stock=""),
            "How many cards are in your hand after the draw?",
            after(cards_in(0), "stock", "dealer"),
            ["stock"],
            right("Five", "5", "Eight cards made a new stock, and one of them is yours now."),
            wrong("Four: there is nothing to draw", "4", "The pile below the upcard can be drawn from again."),
            needs={"stock-end": ("reshuffle", "once")},
        ),
        predict(
            "Now the pile has just the one card. You hold `2C`, and insist on a card from the stock.",
            "stock.dead stock.dead-all-score",
            draw("2C", melds=DOWN, pile="KD", stock="", hands=["2C", "3C", "4C", "5C"], known=["", "3C", "4C", "5C"]),
            "What happens?",
            after(ended, "stock"),
            ["stock"],
            right("The hand is over", "over", "No stock can be made. Everybody counts, players who are down too."),
            wrong(
                "You go on without a card", "on", "A turn begins with a draw. Take the upcard, and the hand goes on."
            ),
            needs={"number-values": "pip", "twos-wild": False},
        ),
        predict(
            "Points add up over all the hands, and the lowest total wins the match. It is the last hand. Before it you "
            "had 80 points, Mira 60, Ravi 90, Leela 75. You lay it all. Mira is left with `KD 4D`, Ravi with `5C`, "
            "Leela with `9S`.",
            "match.total",
            table(
                WHOLE,
                contract=7,
                hands=[WHOLE, "KD 4D", "5D", "9S"],
                known=["", "KD 4D", "5D", "9S"],
                match={"dealer": 0, "deals": 6, "scores": [80, 60, 90, 75]},
            ),
            "Who wins the match?",
            after(winners, "lay-all 3C 4C 5C 6C / 8H 9H TH JH QH / AS 2S 3S 4S"),
            ["lay-all 3C 4C 5C 6C / 8H 9H TH JH QH / AS 2S 3S 4S"],
            right("Mira", "1", "60 and 14 are 74, and that is fewer than your 80."),
            wrong("You, who won the hand", "0", "The hand is yours, but the lowest total is not."),
            wrong("Leela", "3", "75 and 9 are 84."),
            options={},
        ),
        predict(
            "And with a tie? This time you and Mira both end with 80 points, and nobody has fewer.",
            "match.tie match.total",
            table(
                WHOLE,
                contract=7,
                hands=[WHOLE, "KD 4D", "5D", "9S"],
                known=["", "KD 4D", "5D", "9S"],
                match={"dealer": 0, "deals": 6, "scores": [80, 66, 90, 75]},
            ),
            "Who wins?",
            after(winners, "lay-all 3C 4C 5C 6C / 8H 9H TH JH QH / AS 2S 3S 4S"),
            ["lay-all 3C 4C 5C 6C / 8H 9H TH JH QH / AS 2S 3S 4S"],
            right("You and Mira share it", "0 1", "By the book a shared lowest total is a shared win."),
            wrong("Nobody", "nobody", "By the book the two of you share it."),
            wrong("You, who won the last hand", "0", "Some tables count hands won. By the book you share."),
            options={},
        ),
        choose(
            "How many jokers are there? By the book, one fewer than players: three for the four of you. At the "
            "Liverpool "
            "table they all stay in.",
            "setup.jokers setup.packs",
            table("8C 8D JD JH 2C 4D 6S KH 3H 5S 9S"),
            "How many is that with two packs?",
            equals(jokers),
            right("Four", "4", "Two jokers come with every pack."),
            wrong("Three", "3", "That is by the book, for four players."),
            wrong("Two", "2", "Two packs, two jokers in each."),
            options={"jokers": "full", "deal-sizes": "10x4-12x3"},
        ),
        predict(
            "Some tables ask before the draw: as soon as you leave the upcard, the others may have it, and only "
            "then do "
            "you draw. You leave the `QD`.",
            "mayi.opens turn.phases",
            draw("8C 8D JD JH 2C 4D 6S KH 3H 5S", pile="4H QD", quiet=[]),
            "Who is asked, before you have drawn?",
            after(asked, "stock"),
            ["stock"],
            right("Mira, Ravi and Leela", "1 2 3", "And you may not have what lies beneath: you draw from the stock."),
            wrong("Nobody yet", "nobody", "That would be by the book, where you draw first."),
            options={"mayi-timing": "before-draw"},
        ),
        predict(
            "At one table it pays to wait: who goes out in the very turn of the contract has 25 points taken off, or "
            "50 without a joker. You lay this in hand seven.",
            "score.who",
            table(WHOLE, contract=7, hands=[WHOLE, "KD", "5D", "9S"], known=["", "KD", "5D", "9S"]),
            "What do the four of you score?",
            after(points, "lay-all 3C 4C 5C 6C / 8H 9H TH JH QH / AS 2S 3S 4S"),
            ["lay-all 3C 4C 5C 6C / 8H 9H TH JH QH / AS 2S 3S 4S"],
            right("You -50, the others 10, 5, 9", "-50 10 5 9", "No joker in your runs, so it is fifty."),
            wrong("You -25, the others 10, 5, 9", "-25 10 5 9", "That would be with a joker in them."),
            wrong("You 0, the others 10, 5, 9", "0 10 5 9", "That is by the book."),
            options={"blind-out-bonus": True},
        ),
        play_on(
            "That was the course. There are switches for more, and whatever you switch, rulebook, lessons, puzzles and "
            "bots follow. Now play eight turns by the rules of your own table, with May I and all.",
            "turn.phases mayi.opens contract.all-at-once",
            table("8C 8D JD JH 2C 4D 6S KH 3H 5S 9S", pile="QC"),
            8,
            "The table is set: find some company, or let the bots have it.",
        ),
    ),
)
