"""Lessons 8 and 9: “May I?”, what it costs, who gets the card, and how it goes on."""

from __future__ import annotations

from games.contract_rummy.lessons.steps import draw, window
from games.contract_rummy.lessons.truths import after, asked, cards_in, lacks, takers, upcard
from games.engine.lesson import Lesson
from games.kit.steps import choose, do, predict, right, try_illegal, wrong
from games.kit.truths import made

HAND = "8C 8D JD JH 2C 4D 6S KH 3H 5S"
OPEN = {"mayi-timing": "after-draw"}
ONE = {"mayi-penalty": 1}
SEATED = {"mayi-priority": "seat"}

MAY_I = Lesson(
    "may-i",
    "May I?",
    "A card that somebody leaves can be yours out of turn, if you pay with a card from the stock.",
    (
        do(
            "It is Leela’s turn, and she wants a card from the stock. The upcard that she leaves is `8S`, and "
            "you hold two "
            "eights. Now the others may ask for it: **May I?** You want it, so ask.",
            "mayi.opens mayi.cost",
            window(HAND, pile="QC 8S", asked=(0,)),
            made("may-i"),
            ["may-i"],
            (
                "That eight would make a set.",
                "Whoever is not on turn may ask for the card that was left.",
                "The eight of spades.",
                "Press May I?.",
            ),
            "The eight is yours, and you paid for it with a card from the stock.",
        ),
        predict(
            "The same again, and count this time. You hold ten cards and take the upcard. The price is one card from "
            "the stock, as well.",
            "mayi.cost",
            window(HAND, pile="QC 8S", asked=(0,)),
            "How many cards do you hold then?",
            after(cards_in(0), "may-i"),
            ["may-i"],
            right("Twelve", "12", "The eight and the card you paid with. Both stay in your hand."),
            wrong("Eleven", "11", "The card from the stock comes on top."),
            wrong("Ten", "10", "You do not give a card away for it. You get two more."),
            needs={**ONE, "deal-sizes": ("10x3-12x4", "10x4-12x3")},
        ),
        predict(
            "The same again, and count this time. You hold ten cards and take the upcard. At your table the price is "
            "two cards from the stock.",
            "mayi.cost",
            window(HAND, pile="QC 8S", asked=(0,)),
            "How many cards do you hold then?",
            after(cards_in(0), "may-i"),
            ["may-i"],
            right("Thirteen", "13", "The eight and the two cards you paid with."),
            wrong("Twelve", "12", "One card more: the price is two here."),
            needs={"mayi-penalty": 2},
        ),
        do(
            "Ravi has left the `KS`, and you have no king. Every card that you take has to be got rid of again. Say "
            "that you leave it.",
            "mayi.closes mayi.cost",
            window("8C 8D JD JH 2C 4D 6S 9H 3H 5S", pile="QC KS", turn=2, asked=(0,)),
            made("pass"),
            ["pass"],
            (
                "Does the king help your contract?",
                "When nobody asks, the player whose turn it is goes on.",
                "You hold no other king.",
                "Press Leave it.",
            ),
            "Nobody wanted it, so Ravi goes on with his turn.",
        ),
        try_illegal(
            "Asking is not a turn. With the `8S` you would have two sets, and the contract is two sets. Try to lay it "
            "from here.",
            "mayi.no-play",
            window("8C 8D JD JH JS 2C 4D 6S KH 3H", pile="QC 8S", asked=(0,)),
            ["contract 8C 8D 8S / JD JH JS", "discard KH"],
            "Ask now, lay later. Your own turn comes when it comes, with a draw as usual.",
        ),
        try_illegal(
            "And in your own turn there is nothing to ask: you may draw the upcard anyway, for nothing. Try to ask.",
            "mayi.who",
            draw(HAND, pile="QC 8S"),
            ["may-i"],
            "“May I?” is for the others.",
        ),
        predict(
            "Leela’s turn again. Everybody else may ask, and everybody answers unseen. You ask, Ravi asks, Mira does "
            "not. The one who sits next after Leela gets the card: first you, then Mira, then Ravi.",
            "mayi.priority mayi.who",
            window(HAND, pile="QC 8S"),
            "Who gets it?",
            after(takers, "2: may-i", "may-i"),
            ["may-i"],
            right("You", "0", "You sit on Leela’s left. Nobody has a better seat in her turn."),
            wrong("Ravi", "2", "He would have to wait for you and for Mira to leave it."),
            wrong("Nobody, when two ask", "nobody", "One of you gets it, by the seats."),
            needs=SEATED,
        ),
        predict(
            "At your table the first who asks gets the card, wherever they sit. Leela has left the `8S`, and Ravi was "
            "quicker than you.",
            "mayi.priority mayi.who",
            window(HAND, pile="QC 8S", asked=(2,)),
            "Who gets it?",
            after(takers, "2: may-i"),
            [],
            right("Ravi", "2", "First to ask, first to have."),
            wrong("You, by your seat", "0", "Seats do not matter at your table."),
            needs={"mayi-priority": "first-call"},
        ),
        choose(
            "How often may you do that? As often as you like. But think of the price each time: here the `3S` brings "
            "you no nearer.",
            "mayi.unlimited mayi.cost",
            window("8C 8D JD JH JS 2C 4D 6S KH 9H", pile="QC 3S", asked=(0,)),
            "How many cards do you lack for two sets of three?",
            lambda state, value: str(lacks(state)) == value,
            right("One, an eight", "1", "And the three is none. Leave it."),
            wrong("Two", "2", "The jacks are complete."),
            needs={"mayi-limit": 0, "twos-wild": False},
        ),
        choose(
            "How often may you do that? At your table there is a limit in each hand. Think twice: here the `3S` brings "
            "you no nearer.",
            "mayi.unlimited mayi.cost",
            window("8C 8D JD JH JS 2C 4D 6S KH 9H", pile="QC 3S", asked=(0,)),
            "How many cards do you lack for two sets of three?",
            lambda state, value: str(lacks(state)) == value,
            right("One, an eight", "1", "And the three is none. Leave it."),
            wrong("Two", "2", "The jacks are complete."),
            needs={"mayi-limit": tuple(range(1, 11)), "twos-wild": False},
        ),
    ),
)

CHAINS = Lesson(
    "chains",
    "One card after another",
    "When a card has been taken, the one beneath it is offered too.",
    (
        predict(
            "The pile is `4H QD KD`, and Leela has left the king. Mira takes it. Now the queen lies on top, and it is "
            "offered in the same way.",
            "mayi.chain",
            window(HAND, pile="4H QD KD"),
            "Who is asked about the queen?",
            after(asked, "pass", "1: may-i"),
            ["pass"],
            right("You and Ravi", "0 2", "Everybody but Leela, whose turn it is, and Mira, who took the last card."),
            wrong("All of you", "0 1 2", "Mira has just taken one, so the very next is not for her."),
            wrong(
                "Nobody: one card and it is over", "nobody", "At this table it goes on for as long as somebody asks."
            ),
            needs={"mayi-chain": True, **SEATED},
        ),
        predict(
            "Now watch the next one down. Mira took the king, you take the queen. The `4H` lies on top.",
            "mayi.no-two-running mayi.chain",
            window("8C 8D JD JH 2C 4D 6S QH QS 5S", pile="4H QD", asked=(0, 2), taker=1, buys=[1]),
            "Who is asked about the four?",
            after(asked, "may-i"),
            ["may-i"],
            right("Mira and Ravi", "1 2", "You took the last one, so Mira may ask again."),
            wrong("Only Ravi", "2", "Mira took one before, but not the last one."),
            wrong("You and Ravi", "0 2", "Never twice in a row, not even you."),
            needs={"mayi-chain": True, "mayi-limit": (0, *range(2, 11)), **SEATED},
        ),
        do(
            "So it is: you took the last upcard and cannot have the next one, but Mira took one in between. The `8S` "
            "has come to the top, and you are asked again. Take it.",
            "mayi.no-two-running",
            window(HAND, pile="4H 8S", asked=(0,), taker=1, buys=[0, 1]),
            made("may-i"),
            ["may-i"],
            (
                "You hold two eights.",
                "Once somebody else has taken one in between, you may take one again.",
                "The eight of spades.",
                "Press May I?.",
            ),
            "Two cards down the pile, and a set for you.",
            needs={"mayi-chain": True},
        ),
        predict(
            "At your table it stops after one card. The pile is `4H QD KD`, Leela has left the king, and Mira takes "
            "it.",
            "mayi.chain",
            window(HAND, pile="4H QD KD"),
            "Who is asked about the queen?",
            after(asked, "pass", "1: may-i"),
            ["pass"],
            right("Nobody", "nobody", "One card, and the window is closed."),
            wrong("You and Ravi", "0 2", "That would be by the book."),
            needs={"mayi-chain": False, **SEATED},
        ),
        predict(
            "You leave the `3S`, and so do Mira and Ravi.",
            "mayi.closes",
            window(HAND, pile="4H 3S"),
            "What lies on top of the pile then?",
            after(upcard, "pass", "1: pass", "2: pass"),
            ["pass"],
            right("Still the three", "3S", "Nobody asked. Leela goes on with her turn, and discards on top of it."),
            wrong("The four", "4H", "The three stays: nobody took it."),
        ),
        choose(
            "One thing can keep you from asking: an empty stock. Somebody has to be able to pay. The stock has "
            "run out, "
            "and the pile is `8D 8S`: with the eight taken, one card would stay as upcard, and nothing is left.",
            "mayi.penalty-available",
            draw("2C 4D 6S KH 3H 5S 9C JD JH JC", pile="8D 8S", stock="7C", quiet=[]),
            "You draw the last card. Who is asked about the eight?",
            after(asked, "stock"),
            right("Nobody", "nobody", "There is nothing to pay with, so nobody may ask."),
            wrong("Mira, Ravi and Leela", "1 2 3", "They could not pay for it."),
            needs=OPEN,
        ),
        choose(
            "With a longer pile it is different. Stock empty after your draw, pile `3C 8D KH QS`: with the queen "
            "taken, "
            "the king stays, and the other two can be made into a new stock.",
            "mayi.penalty-available stock.reshuffle",
            draw("2C 4D 6S 9H 3H 5S 9C JD JH JC", pile="3C 8D KH QS", stock="7C", quiet=[]),
            "You draw the last card. Who is asked about the queen?",
            after(asked, "stock"),
            right("Mira, Ravi and Leela", "1 2 3", "Two cards would be left to pay with."),
            wrong("Nobody", "nobody", "The pile below the upcard can become a stock."),
            needs={**OPEN, "stock-end": ("reshuffle", "once")},
        ),
        do(
            "If you know that you want nothing more in this hand, say so once, and you are not asked again. In a "
            "turn of "
            "your own you can take it back. Say it now.",
            "mayi.who mayi.closes",
            window("8C 8D 8H JD JH JS 2C 4D 6S KH", pile="QC 3S", asked=(0,)),
            made("pass-hand"),
            ["pass-hand"],
            (
                "You hold both your sets already.",
                "Who wants nothing more can say so for the whole hand.",
                "There is a button of its own for it.",
                "Press Pass this hand.",
            ),
            "Peace and quiet. Ask me again brings you back.",
        ),
    ),
)
