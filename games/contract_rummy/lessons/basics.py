"""Lessons 1 to 3: sets and runs, how a turn goes, and the first contract."""

from __future__ import annotations

from games.contract_rummy.lessons.goals import ended_turn, laid, laid_contract, on_table
from games.contract_rummy.lessons.steps import draw, table
from games.contract_rummy.lessons.truths import (
    after,
    can_play,
    copies,
    dealt,
    first_turn,
    next_dealer,
    next_turn,
    yes_if_legal,
)
from games.engine.lesson import Lesson
from games.kit.steps import all_of, choose, do, equals, predict, right, try_illegal, wrong
from games.kit.truths import made

OWN = ("2D 2H 2S", "KC KD KH")
MORE = {"further-melds": True}

MELDS = Lesson(
    "melds",
    "Sets and runs",
    "Cards that belong together are a meld: three of a rank, or four in a row.",
    (
        do(
            "Welcome, pull up a chair. Nine cards are yours, and four of them belong together: `5S 6S 7S 8S` are of "
            "one suit and stand in a row. Pick those four and lay them on the table. Nothing can break.",
            "run.four-plus meld.kinds",
            table("5S 6S 7S 8S 9C 9D 9H JD 3C", melds=OWN),
            on_table("5S 6S 7S 8S"),
            ["meld 5S 6S 7S 8S"],
            (
                "Look for neighbours of one suit.",
                "A run is four or more cards of one suit without a gap.",
                "Five, six, seven and eight of spades.",
                "Choose `5S 6S 7S 8S`, then press Lay a meld.",
            ),
            "That is a **run**: one suit, rank after rank, four cards at least.",
            point_at=("5S 6S 7S 8S",),
            needs=MORE,
        ),
        do(
            "There is another kind of meld, and it is shorter: three or more cards of one rank are a **set**. Your "
            "nines are one. Lay them.",
            "set.three-plus",
            table("9C 9D 9H JD 3C 4H", melds=(*OWN, "5S 6S 7S 8S")),
            on_table("9C 9D 9H"),
            ["meld 9C 9D 9H"],
            (
                "Look for cards of one rank.",
                "A set takes three cards, or more.",
                "Nine of clubs, of diamonds, of hearts.",
                "Choose `9C 9D 9H`, then press Lay a meld.",
            ),
            "Sets from three cards, runs from four. There is no third kind of meld.",
            needs=MORE,
        ),
        try_illegal(
            "Now for some fakes. `4C 5D 6C 7C` climbs nicely, but in two suits. `JH QH KH` is a row of one suit, but "
            "only of three cards. `TC TD` is a pair and no more. Try to lay one of them.",
            "meld.kinds run.four-plus set.three-plus",
            table("4C 5D 6C 7C JH QH KH TC TD", melds=OWN),
            ["meld 4C 5D 6C 7C", "meld JH QH KH", "meld TC TD"],
            "Every refusal tells its reason. Trying costs nothing here.",
            needs=MORE,
        ),
        do(
            "Two packs are shuffled together, so a card may come twice. In a set that does no harm: suits do not "
            "matter there. `8C 8C 8H` is a fine set, and with `8S` it is a bigger one. Lay at least three eights.",
            "set.suits-free",
            table("8C 8C 8H 8S JD 3C 4H", melds=OWN),
            laid(),
            ["meld 8C 8C 8H 8S"],
            (
                "Count your eights.",
                "A set is any cards of one rank, as many as you like.",
                "All four of them are eights.",
                "Choose `8C 8C 8H 8S`, then press Lay a meld.",
            ),
            "Twins are welcome in a set, and a set has no upper end.",
            needs=MORE,
        ),
        do(
            "The ace can stand at either end of a suit: below the two, or above the king. Here it could do both. Lay "
            "one run with an ace, whichever you like.",
            "run.ace",
            table("AC 2C 3C 4C JH QH KH AH 9S", melds=OWN),
            laid(),
            ["meld AC 2C 3C 4C"],
            (
                "There are two aces, and each has a row to join.",
                "An ace is low before the two, or high after the king.",
                "The clubs begin with an ace, the hearts end with one.",
                "Choose `AC 2C 3C 4C` or `JH QH KH AH`, then press Lay a meld.",
            ),
            "Low or high, both are right.",
            needs=MORE,
        ),
        try_illegal(
            "What the ace never does is stand in the middle and join both ends of a suit. Try `QC KC AC 2C`.",
            "run.no-wrap",
            table("QC KC AC 2C 9S 4H", melds=OWN),
            ["meld QC KC AC 2C"],
            "A run stops at an ace, whichever end it is.",
            needs=MORE,
        ),
        do(
            "Welcome, pull up a chair. Look for cards that belong together: `5S 6S 7S 8S` are of one suit and stand in "
            "a row, and `9C 9D 9H` are of one rank. A row and a rank are just what this hand asks for. Lay both.",
            "run.four-plus set.three-plus meld.kinds",
            table("5S 6S 7S 8S 9C 9D 9H JD 3C TH QH", contract=2),
            laid_contract(),
            ["contract 9C 9D 9H / 5S 6S 7S 8S"],
            (
                "Neighbours of one suit, and cards of one rank.",
                "A run is four or more in a row, a set three or more of a rank.",
                "Four spades, three nines.",
                "Choose `9C 9D 9H` and `5S 6S 7S 8S`, then press Lay the contract.",
            ),
            "That is a **set** and a **run**, and there is no third kind of meld.",
            needs={"further-melds": False},
        ),
        try_illegal(
            "Now for some fakes beside three good nines. `4C 5D 6C 7C` climbs nicely, but in two suits, and `JH QH KH` "
            "is a row of only three. Try to lay one of them with the nines.",
            "meld.kinds run.four-plus",
            table("9C 9D 9H 4C 5D 6C 7C JH QH KH TD", contract=2),
            ["contract 9C 9D 9H / 4C 5D 6C 7C", "contract 9C 9D 9H / JH QH KH"],
            "Every refusal tells its reason. Trying costs nothing here.",
            needs={"further-melds": False},
        ),
        do(
            "Two packs are shuffled together, so a card may come twice. In a set that does no harm: suits do not "
            "matter there. This hand asks for two sets. Lay three eights, twins and all, and the jacks.",
            "set.suits-free",
            table("8C 8C 8H JD JH JS 3C 4H KD QS 6D"),
            laid_contract(),
            ["contract 8C 8C 8H / JD JH JS"],
            (
                "Count your eights.",
                "A set is any three cards of one rank.",
                "All three of them are eights.",
                "Choose `8C 8C 8H` and `JD JH JS`, then press Lay the contract.",
            ),
            "Twins are welcome in a set.",
            needs={"further-melds": False},
        ),
        do(
            "The ace can stand at either end of a suit: below the two, or above the king. Here it could do both. Lay "
            "one run with an ace, whichever you like, and the nines.",
            "run.ace",
            table("9C 9D 9H AC 2C 3C 4C JH QH KH AH", contract=2),
            laid_contract(),
            ["contract 9C 9D 9H / JH QH KH AH"],
            (
                "There are two aces, and each has a row to join.",
                "An ace is low before the two, or high after the king.",
                "The clubs begin with an ace, the hearts end with one.",
                "Choose `9C 9D 9H` and `JH QH KH AH`, then press Lay the contract.",
            ),
            "Low or high, both are right.",
            needs={"further-melds": False},
        ),
        try_illegal(
            "What the ace never does is stand in the middle and join both ends of a suit. Try `QC KC AC 2C`.",
            "run.no-wrap",
            table("9C 9D 9H QC KC AC 2C 4H 5H 7S TS", contract=2),
            ["contract 9C 9D 9H / QC KC AC 2C"],
            "A run stops at an ace, whichever end it is.",
            needs={"further-melds": False},
        ),
        choose(
            "So how long can a run grow? With two packs there are two aces of each suit, and this run has every card "
            "from the low ace to the king. You hold the second `AH`.",
            "run.max-14",
            table("AH 5C 6D", melds=("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", *OWN[:1])),
            "Does it fit at the other end?",
            yes_if_legal("layoff 1 AH"),
            right("Yes: an ace at each end, 14 cards", "yes", "That is the longest run there is. It cannot go on."),
            wrong("No: one ace is enough", "no", "The low ace and the high ace are two places, and each takes a card."),
            needs={"run-max": 14},
        ),
        choose(
            "So how long can a run grow? This one has every card from the low ace to the king. You hold another `AH`.",
            "run.max-14",
            table("AH 5C 6D", melds=("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", *OWN[:1])),
            "Does it fit at the other end?",
            yes_if_legal("layoff 1 AH"),
            right("No: thirteen cards are the limit here", "no", "At your table a run has an ace at one end only."),
            wrong("Yes: an ace at each end", "yes", "Other tables allow that, and yours does not."),
            needs={"run-max": 13},
        ),
    ),
    zones=("hand-0", "meld-0"),
)

DEALT = "4C 5C 9D 9H JS QD KH 2S 7S AC"

TURN = Lesson(
    "turn",
    "Draw, lay, discard",
    "Every turn has the same beat: draw one card, lay what you may, throw one away.",
    (
        do(
            "A real hand: ten cards. Your turn begins with the draw. In the middle lie two piles: the **stock**, face "
            "down, and the discard pile, whose top card is the **upcard**. You may have either. Draw from the stock.",
            "draw.choice turn.phases",
            draw(DEALT, pile="6H 3D"),
            made("stock"),
            ["stock"],
            (
                "Begin your turn.",
                "A turn begins with one card, from the stock or from the pile.",
                "The stock lies face down.",
                "Press Draw.",
            ),
            "One card more. Next comes the table, and last the discard.",
        ),
        do(
            "You have drawn and there is nothing to lay yet. Third beat: end the turn with one **discard**, face up on "
            "the pile. Keep the pair of nines.",
            "turn.discard turn.phases",
            table(f"{DEALT} 3S", pile="6H 3D"),
            ended_turn(keeping="9D 9H"),
            ["discard KH"],
            (
                "Part with a card that has no friends.",
                "One card from your hand ends the turn.",
                "The king is alone, and it costs ten points if it stays.",
                "Choose `KH`, then press Discard.",
            ),
            "Now it is Mira’s turn. Play goes round clockwise.",
        ),
        do(
            "Another round, and look at the upcard: a third nine! This time take it. Nobody makes you lay it; an "
            "upcard may simply join your hand.",
            "draw.upcard-free draw.upcard-no-window",
            draw(DEALT, pile="6H 9S"),
            made("upcard"),
            ["upcard"],
            (
                "Which of the two piles shows you what you get?",
                "The upcard may be drawn like a card from the stock, and kept.",
                "It is the nine of spades.",
                "Press Take the upcard.",
            ),
            "When you take the upcard, nobody else is asked about the one beneath it. Remember that for later.",
        ),
        try_illegal(
            "One draw, and that was it. Try to take a second card, just to be sure.",
            "draw.choice",
            table(f"{DEALT} 3S", pile="6H 3D"),
            ["stock", "upcard"],
            "One draw, one discard: your hand keeps its size until you lay something.",
        ),
        choose(
            "Three to five can play, each alone. Two packs are shuffled together. Today Mira, Ravi and Leela play with "
            "you.",
            "setup.players setup.packs",
            draw(DEALT, pile="3D"),
            "How many kings are in this game?",
            equals(copies(13)),
            right("Eight", "8", "Two packs, four kings in each."),
            wrong("Four", "4", "That would be one pack."),
            wrong("Twelve", "12", "Three packs come out for six players or more, where that is played."),
            needs={"large-table": False},
        ),
        choose(
            "At your table up to eight can play. Up to five of them take two packs, more take three. Today you are "
            "four.",
            "setup.players setup.packs",
            draw(DEALT, pile="3D"),
            "How few and how many can play?",
            can_play,
            right("Three to eight", "3 8", "With more than five, a third pack joins the other two."),
            wrong("Three to five", "3 5", "That is by the book. Yours is the large table."),
            needs={"large-table": True},
        ),
        choose(
            "Who deals first is left to chance. Today it is Leela, on your right. She gives out the cards one at a "
            "time, clockwise, beginning on her left, and that player also has the first turn.",
            "setup.first-dealer deal.direction turn.first-player",
            draw(DEALT, pile="3D", match={"dealer": 3}),
            "So who begins?",
            equals(first_turn),
            right("You", "0", "You sit on the dealer’s left: first card, first turn."),
            wrong("Mira", "1", "Mira sits on your left and comes after you."),
            wrong("Leela, who dealt", "3", "The dealer is the last to come round."),
        ),
        choose(
            "Ten cards are dealt to each in the first hands. Then the next card is turned up and begins the discard "
            "pile. After the hand the deal moves one seat to the left. Leela has dealt this one.",
            "deal.hand-size deal.upcard deal.rotation",
            table("KH", melds=("9C 9D 9H", "4C 4D 4H"), pile="3D", match={"dealer": 3}),
            "Who deals the next hand?",
            equals(next_dealer),
            right("You", "0", "From Leela the deal goes to her left, and that is you."),
            wrong("Leela again", "3", "Nobody deals twice running."),
            wrong("Whoever went out", "1", "The deal just goes round, whoever won."),
            needs={"deal-sizes": ("10x3-12x4", "10x4-12x3"), "upcard-at-deal": True},
        ),
        choose(
            "At your table everybody is dealt eleven cards in every hand. After the hand the deal moves one seat to "
            "the left.",
            "deal.hand-size deal.rotation",
            table("KH", melds=("9C 9D 9H", "4C 4D 4H"), pile="3D", match={"dealer": 3}),
            "How many cards are dealt in the first hand?",
            equals(dealt(1)),
            right("Eleven", "11", "And eleven again in all that follow."),
            wrong("Ten", "10", "That is by the book; yours deals one more."),
            needs={"deal-sizes": "all-11"},
        ),
    ),
)

FIRST = "8C 8D 8H 8S JD JH JS 2C 4D 6S KH"

CONTRACT = Lesson(
    "contract",
    "The first contract",
    "Your first melds of a hand are the whole contract, laid in one go.",
    (
        do(
            "Every hand has a **contract**. In the first hand it is two sets of three, and before it lies on the table "
            "you may lay nothing else. Good news: you hold it. Lay three eights and three jacks.",
            "contract.all-at-once contract.table",
            table(FIRST),
            laid_contract(),
            ["contract 8C 8D 8H / JD JH JS"],
            (
                "You have two ranks with three cards or more.",
                "The contract is two sets of three, both at once.",
                "Three of your eights, and all the jacks.",
                "Choose `8C 8D 8H` and `JD JH JS`, then press Lay the contract.",
            ),
            "You are **down**. That is the word for a player whose contract lies there.",
        ),
        try_illegal(
            "Same cards again. Could one not begin with the eights, and add the jacks next time? Try to lay the eights "
            "alone, as half a contract.",
            "contract.all-at-once",
            table(FIRST),
            ["contract 8C 8D 8H"],
            "All of it or none of it. Half a contract stays in your hand.",
        ),
        try_illegal(
            "You have four eights. Surely a bigger set is better? Try to lay all four in the contract.",
            "contract.exact",
            table(FIRST),
            ["contract 8C 8D 8H 8S / JD JH JS"],
            "No more and no less than the contract asks for. The fourth eight waits for a later turn.",
            needs={"contract-longer": False},
        ),
        do(
            "At your table the melds of a contract may be longer than it asks for. Lay all four eights with the jacks.",
            "contract.exact",
            table(FIRST),
            all_of(laid_contract(), on_table("8C 8D 8H 8S")),
            ["contract 8C 8D 8H 8S / JD JH JS"],
            (
                "The contract may be bigger here.",
                "As many melds as it asks for, each of them as long as you like.",
                "Four eights and three jacks.",
                "Choose `8C 8D 8H 8S` and `JD JH JS`, then press Lay the contract.",
            ),
            "Seven cards gone in one go.",
            needs={"contract-longer": True},
        ),
        try_illegal(
            "This hand has a lovely run, `2C 3C 4C 5C`, and three eights. But the contract is two sets, and you are "
            "not down. Try to lay the run.",
            "turn.table-not-down",
            table("8C 8D 8H 9S 2C 3C 4C 5C 6D KD KH"),
            ["meld 2C 3C 4C 5C", "meld 8C 8D 8H"],
            "Before the contract there is nothing but the contract.",
            needs={"joker-swap": ("new-meld", "any-meld", "keep", "off")},
        ),
        try_illegal(
            "Mira is down with `8H 8S 8C`, and you hold two eights. Could you borrow one of hers for your contract? "
            "Try it.",
            "contract.own-hand",
            table("8C 8D JD JH JS 2C 4D 6S KH 3H 5H", mira=("8H 8S 8C", "4C 4H 4S")),
            ["contract 8C 8D 8H / JD JH JS"],
            "A contract comes from your own hand, to the last card.",
        ),
        try_illegal(
            "Your contract has just been laid, in this very turn. There is an eighth card that would fit: the `8S`. "
            "Try to add it.",
            "turn.contract-turn",
            table("8S 2C 4D 6S KH", melds=("8C 8D 8H", "JD JH JS"), laid=True),
            ["layoff 1 8S"],
            "In the turn of your contract you discard, and that is all. From the next turn on you are free.",
            needs={"layoff-same-turn": False},
        ),
        do(
            "At your table you may add cards in the very turn of your contract. It has just been laid, and the `8S` "
            "fits. Add it.",
            "turn.contract-turn",
            table("8S 2C 4D 6S KH", melds=("8C 8D 8H", "JD JH JS"), laid=True),
            on_table("8S"),
            ["layoff 1 8S"],
            (
                "One of your cards fits one of your sets.",
                "Adding is allowed at once here; new melds wait.",
                "The eight of spades goes to the eights.",
                "Press Add, choose the eights, then choose `8S`.",
            ),
            "New melds still wait for a later turn.",
            needs={"layoff-same-turn": True},
        ),
        predict(
            "The contract lies there. Now you end your turn as always, with a discard: the `KH`.",
            "turn.first-player turn.contract-turn",
            table("2C 4D 6S KH", melds=("8C 8D 8H", "JD JH JS"), laid=True, pile="3H"),
            "You discard. Whose turn is it then?",
            after(next_turn, "discard KH"),
            ["discard KH"],
            right("Mira’s", "1", "She sits on your left. It goes round clockwise."),
            wrong("Leela’s", "3", "Leela sits on your right and is the last of the others."),
            wrong("Yours: you may lay more", "0", "Not in the turn of your contract. The discard ends it."),
        ),
    ),
)
