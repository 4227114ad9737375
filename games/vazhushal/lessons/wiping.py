"""Lessons 5 to 7: the line, and the three ways to wipe it."""

from __future__ import annotations

from games.kit.melds import is_pure
from games.kit.steps import all_of, choose, do, equals, play_on, predict, right, show, try_illegal, wrong
from games.vazhushal.lessons.goals import drawn, laid, wiped_to
from games.vazhushal.lessons.steps import draw, lesson
from games.vazhushal.lessons.truths import after, deepest_wipe, line

RUN_OF_CLUBS = ["8C 9C TC JC"]
SIXES = draw("6C 6S KD 3H JS 2D AH QH 9S", melds=RUN_OF_CLUBS, line="4D TS 8H KC 6H")

LINE = lesson(
    "wipe",
    "The line, and how to wipe it",
    "Discards lie open in a line, and you may sweep up its newest cards if the deepest of them can be melded at once.",
    (
        show(
            "In most games discards end in a heap. Here they lie side by side, face up, the oldest on the left and "
            "the newest on the right. This is **the line**. It is the heart of Vazhushal, because what was thrown "
            "away can be fetched back: the name means “wipe”. Have a look at this one.",
            "line.visible",
            SIXES,
            point_at=("line",),
        ),
        do(
            "Instead of drawing from the stock you may **wipe**: take the newest card of the line, if you lay it at "
            "once in a new meld. The newest is `6H`, and you hold `6C 6S`. You have opened, so a set is as good as a "
            "run. Wipe.",
            "wipe.deepest-card-must-meld wipe.any-kind-once-opened",
            SIXES,
            wiped_to("6H"),
            ["wipe 1 6H 6C 6S"],
            (
                "The newest card lies at the right end of the line. What could it make with your hand?",
                "The card that you take goes straight into a new meld, a run or a set.",
                "The `6H` from the line, and `6C 6S` from your hand.",
                "Press Wipe, choose `6H` in the line and `6C 6S` in your hand, and confirm.",
            ),
            "Drawn and laid in one sweep. Your turn goes on as usual: more melds if you like, then a discard.",
            tempting=("wipe 2 6H 6C 6S",),
            point_at=("6H", "6C", "6S"),
        ),
        try_illegal(
            "That `QH` would go so well with your `KH` one day. Take it now and keep it for later? Try to wipe it "
            "without laying anything.",
            "wipe.single-card-too wipe.meld-first",
            draw("KH 6C 6S 2D 9S 3C 5D TD 8D", melds=RUN_OF_CLUBS, line="4D 7S QH"),
            ["wipe 1", "wipe 2"],
            "The line is no larder. Whoever takes from it pays at once with a new meld, even for a single card.",
            hints=(
                "Take the newest card, and lay nothing.",
                "A wipe and its new meld are one and the same move.",
                "The `QH`.",
                "A wipe asks for its meld at once, so use one of the moves that this step offers.",
            ),
        ),
        do(
            "You can reach deeper. Choose a deepest card, and every newer one comes along, without gaps. The deepest "
            "must go into the new meld; the others join your hand, ready for use. Wipe down to the `QH` and lay "
            "three queens.",
            "wipe.suffix-only wipe.deepest-card-must-meld wipe.rest-to-hand",
            draw("QD 7H 7S 2S AC KD 4H 6C 3D", melds=RUN_OF_CLUBS, line="9D 5S QH 3C QS"),
            wiped_to("QH"),
            ["wipe 3 QH QS QD"],
            (
                "Count from the newest card: how far away is the first queen?",
                "You take the deepest card and everything newer, and the deepest goes into the meld.",
                "Three cards, `QH 3C QS`; the meld is `QH QS QD`.",
                "Press Wipe, choose `QH` in the line, then add `QS` and your `QD`, and confirm.",
            ),
            "Three queens on the table, and the `3C` came along into your hand. You could lay more right away.",
            tempting=("wipe 1 QS QH QD",),
            point_at=("QH", "QS", "QD"),
        ),
        predict(
            "Seven cards lie in the line. You hold `TC`, so you wipe down to the `8C` and lay `8C 9C TC`.",
            "wipe.older-stay wipe.rest-to-hand wipe.suffix-only",
            draw("TC 3S 3D QH AC 6S 2S 7D 9D KS", melds=["5H 6H 7H"], line="JS 4D 2H 8C 9C KH 5D"),
            "What is left of the line?",
            after(line, "wipe 4 8C 9C TC"),
            ["wipe 4 8C 9C TC"],
            right(
                "`JS 4D 2H`", "JS 4D 2H", "Older cards stay where they are. The `KH` and the `5D` went to your hand."
            ),
            wrong(
                "`JS 4D 2H KH 5D`",
                "JS 4D 2H KH 5D",
                "No picking and choosing: everything newer than the `8C` comes along.",
            ),
            wrong("Nothing", "", "You take only the `8C` and what is newer. What is older stays."),
        ),
        try_illegal(
            "The `7C` would fit your `8C 9C TC` like a glove. But a wipe has to make a new meld, and adding to one "
            "that lies there does not count. Try to wipe the `7C` onto your run anyway.",
            "wipe.not-a-layoff",
            draw("2H 5D TS AS 3D 9H 6S", melds=["8C 9C TC", "JD QD KD"], line="7C"),
            ["wipe 1 7C 8C 9C TC"],
            "Near, but no. You would need `5C 6C` or two more sevens in your hand.",
        ),
        do(
            "The new meld is made of wiped cards and cards from your hand. What lies on the table cannot help, so "
            "the `5D` is out of reach: `5D 5C` want a third five, and your `5S` is already laid. But the line alone "
            "can be enough. Find a run in it, and wipe.",
            "wipe.new-meld-material wipe.any-kind-once-opened",
            draw("5C 3D 9C TD JS 4C 7D 9D 2S", melds=["5S 6S 7S 8S"], line="5D QH 2C KH AH"),
            wiped_to("QH"),
            ["wipe 4 QH KH AH"],
            (
                "Forget your hand for a moment and read the line by suits.",
                "A new meld may consist of wiped cards only, as long as the deepest one is in it.",
                "There are three hearts in the line.",
                "Press Wipe, choose `QH` in the line, then add `KH AH`, and confirm.",
            ),
            "A whole run out of other people's rubbish. They will watch their discards now.",
            tempting=("wipe 5 5D 5C 5S",),
            needs={"wipe-table-cards": False},
        ),
        do(
            "At your table the new meld of a wipe may borrow from your own melds, if what is left of them still "
            "holds together. You want the `4S` for your `4H`, and the `4D` sits in the middle of a long run. Wipe, "
            "and let the run fall into two.",
            "wipe.new-meld-material",
            draw("4H JC KS 9H TS 2C", melds=["AD 2D 3D 4D 5D 6D 7D"], line="9C 4S"),
            wiped_to("4S"),
            ["wipe 1 4S 4H 4D / AD 2D 3D / 5D 6D 7D"],
            (
                "What would be left of the run without its four?",
                "Table cards may move into the new meld, if every group that stays is a proper meld.",
                "`4S 4H 4D` is the new meld; `AD 2D 3D` and `5D 6D 7D` stay.",
                "Wipe the `4S` into `4S 4H 4D`; the rest of the run falls into two by itself.",
            ),
            "One long run, two short ones and a set: everybody is happy.",
            tempting=("wipe 1 4S 4H 4D / AD 2D 3D 5D 6D 7D",),
            needs={"wipe-table-cards": True},
        ),
        predict(
            "A wipe may clear the line altogether: your `6C` takes both sixes at once. While the line is empty there "
            "is nothing to wipe and only the stock to draw from. But your turn still ends with a discard, and that "
            "will be the `KD`.",
            "wipe.no-empty-line discard.one",
            draw("6C KD 2H 9C JS QC AS", melds=["8H 9H TH", "2D 3D 4D"], line="6S 6D"),
            "Which cards does Mira find in the line?",
            after(line, "wipe 2 6S 6D 6C", "discard KD"),
            ["wipe 2 6S 6D 6C", "discard KD"],
            right("`KD` and no other", "KD", "Your discard starts the line anew."),
            wrong("None", "", "It was empty for a moment, and then you discarded."),
            wrong("`6S 6D KD`", "6S 6D KD", "The sixes lie in your meld now."),
        ),
    ),
)

DIAMONDS = draw("5D 9H QS KC 3C TC JD 2D 8C AS 4H 6S QH", line="4C JH 8S 6D 7D AH 2S")
GREED = draw("8H 9H 4D 4C KC 6S QS AD 7C 3S JC 5D QD", line="4S KH JH 2D TH")

TO_OPEN = lesson(
    "wipe-to-open",
    "Wiping to open",
    "When, and how deep, you may wipe while nothing of yours is on the table.",
    (
        do(
            "Nothing of yours is on the table yet. You may wipe all the same, if the deepest card lands in the pure "
            "sequence that opens for you. You hold the `5D`. Read the line, and open.",
            "first.wipe-completes-pure wipe.deepest-card-must-meld",
            DIAMONDS,
            wiped_to("6D"),
            ["wipe 4 5D 6D 7D"],
            (
                "Which two cards in the line are waiting for your five?",
                "The deepest card that you take must be in the pure sequence that you lay.",
                "`6D 7D` from the line with your `5D`; `AH 2S` come along.",
                "Press Wipe, choose `6D` in the line, then add `7D` and your `5D`, and confirm.",
            ),
            "Open! And `AH 2S` came along as a souvenir.",
            tempting=("wipe 3 5D 6D 7D", "wipe 7 5D 6D 7D"),
        ),
        choose(
            "Deeper is richer, but there is a limit. To open, you wipe no deeper than the deepest card of your pure "
            "sequence. In your hand are `8H 9H` and two fours, `4D 4C`.",
            "first.wipe-depth-limit first.wipe-completes-pure",
            GREED,
            "What is the deepest card that you can wipe down to?",
            equals(deepest_wipe),
            right("`JH`", "JH", "`9H TH JH` is pure, or even `8H 9H TH JH`. The `2D` comes along."),
            wrong("`TH`", "TH", "That works, for `8H 9H TH`. But you can go deeper."),
            wrong("`KH`", "KH", "The `QH` is missing between `JH` and `KH`."),
            wrong("`4S`", "4S", "Three fours are a set, and a set does not open."),
        ),
        try_illegal(
            "Same cards, and greed whispers: take all five! Try it with `4S 4D 4C`. Or lay `8H 9H TH` and help "
            "yourself to the whole line.",
            "first.must-be-pure first.wipe-depth-limit",
            GREED,
            ["wipe 5 4S 4D 4C", "wipe 5 8H 9H TH"],
            "The line gives as much as your key needs, and not a card more.",
            hints=(
                "Choose the oldest card of the line.",
                "The deepest card has to be in your pure sequence.",
                "The three fours will be refused, and so will the hearts.",
                "Press Wipe, choose `4S` in the line, then add `4D 4C`, and confirm.",
            ),
        ),
        do(
            "You hold a pure sequence already, `7C 8C 9C`, and you fancy the `TC`. Laying your three and adding the "
            "ten afterwards would be no new meld. But all four together are one. Wipe the `TC`.",
            "first.wipe-completes-pure wipe.not-a-layoff",
            draw("7C 8C 9C QS 2D 8H 5S JH AS TD KH 4S QD", line="TC"),
            wiped_to("TC"),
            ["wipe 1 7C 8C 9C TC"],
            (
                "Keep your clubs in your hand until the ten is there.",
                "The wiped card has to lie in a new meld, so lay everything at once.",
                "`7C 8C 9C TC`, or just `8C 9C TC`.",
                "Press Wipe, choose `TC` in the line, then add `7C 8C 9C`, and confirm.",
            ),
            "One meld, one sweep, and you are open.",
            tempting=("wipe 1 TC after 7C 8C 9C",),
        ),
        do(
            "Opening is only the start of the feast. Once your pure sequence lies there, you may go on in the same "
            "turn, and with the wiped cards, too. Open with a wipe and then lay a second meld.",
            "first.more-same-turn first.wipe-completes-pure wipe.rest-to-hand",
            draw("8S KC KH 2C 9D JC 5D TH QS AC 7D 2H JD", line="3D 6S 7S KD 4H"),
            all_of(wiped_to("6S"), laid(least=2)),
            ["wipe 4 6S 7S 8S", "meld KC KD KH"],
            (
                "First the key: which suit do you share with the line?",
                "Wiped cards that the meld does not need join your hand and may be laid at once.",
                "`6S 7S` with your `8S` open. The `KD` that came along meets two kings.",
                "Wipe down to `6S` with `6S 7S 8S`, then lay `KC KD KH`.",
            ),
            "Six cards on the table, and a moment ago there were none.",
        ),
        play_on(
            "Five turns against Mira. Keep one eye on your hand and the other on the line: each of her discards "
            "might be just what you need, and each of yours might be just what she needs.",
            "wipe.suffix-only first.any-turn",
            draw("5D 6D JH QH 3C 4C 8S 9S KS 2H 7C TD AC", line="6S"),
            5,
            "Reading the line gets quicker with every hand.",
        ),
        try_illegal(
            "At your table the line is closed to everybody who has not opened yet. The `6D` and the `7D` would make "
            "a pure sequence with your `5D`. Try to wipe them.",
            "first.wipe-completes-pure",
            DIAMONDS,
            ["wipe 4 5D 6D 7D"],
            "First open from your hand, with cards from the stock. From then on the line is yours, too.",
            needs={"wipe-before-first": False},
        ),
        do(
            "So you open from your hand. Draw from the stock, and lay your pure sequence: from your next turn on you "
            "may wipe.",
            "first.wipe-completes-pure draw.stock",
            draw("7S 8S 9S KC KH 2D 5C JD 4H TC AD 6D QS", line="KD 3C 8D"),
            all_of(drawn(), laid(is_pure)),
            ["stock", "meld 7S 8S 9S"],
            (
                "There is only one place to draw from.",
                "Before your first meld you take nothing from the line.",
                "`7S 8S 9S` is your pure sequence.",
                "Press Draw, then lay `7S 8S 9S`.",
            ),
            "Open. It is slower this way, and easier to survey.",
            tempting=("wipe 3 KD KC KH after 7S 8S 9S",),
            needs={"wipe-before-first": False},
        ),
    ),
)

KINGS = draw("7S 8S 9S KC KH 2D 5C JD 4H TC AD 6D QS", line="KD 3C 8D")

OPEN_THEN_WIPE = lesson(
    "open-then-wipe",
    "Open first, then wipe",
    "What a pure sequence in your hand is good for when the line tempts you.",
    (
        do(
            "You hold a whole pure sequence, `7S 8S 9S`. That gives you a second way in. You may lay it before you "
            "draw, the only time that anything is laid before the draw, and then wipe for a second meld, which may "
            "be a set. Lay the spades and wipe down to the `KD`.",
            "first.meld-then-wipe turn.no-predraw",
            KINGS,
            wiped_to("KD"),
            ["wipe 3 KD KC KH after 7S 8S 9S"],
            (
                "Two melds in one sweep: one from your hand, one with the `KD`.",
                "A pure sequence made of hand cards may be laid before the draw, if you then wipe for a new meld.",
                "`7S 8S 9S` opens, and the kings `KD KC KH` carry the wipe.",
                "Press Wipe and choose `KD` in the line with `KC KH`. Name `7S 8S 9S` as the pure sequence laid first.",
            ),
            "Two melds, and `3C 8D` on top. That is how hands are turned around.",
            tempting=("wipe 3 KD KC KH",),
        ),
        try_illegal(
            "Second thoughts: the line looks dull, and the stock might hold a treasure. Lay the spades before the "
            "draw, and then take a card from the stock? Try it.",
            "first.predraw-commits turn.no-predraw",
            KINGS,
            ["stock after 7S 8S 9S", "meld 7S 8S 9S"],
            "Whoever lays before the draw has to draw from the line. For the stock, draw first and lay after.",
        ),
        try_illegal(
            "The two ways in do not mix. Your `8S 9S` need the `TS` from the line. So they open by themselves, but "
            "they never pay for a second, deeper wipe. Try to lay `8S 9S TS` and take all five cards for `5H 5C 5D`.",
            "first.routes-disjoint first.wipe-depth-limit",
            draw("8S 9S 5C 5D QD 3H 7C 4S AH JD 8C 2C KH", line="5H 2D JS KC TS"),
            ["wipe 5 5H 5C 5D after 8S 9S TS"],
            "The key has to come out of your own pocket if you want to spend it on a second meld.",
        ),
        choose(
            "Look at `5S 6S 7S` and at `7D`. You could lay the spades first, you think, and then wipe the `7C` for "
            "three sevens.",
            "first.meld-then-wipe wipe.new-meld-material",
            draw("5S 6S 7S 7D 2C 4H 9D JC QH KC TD AH 3C", line="7C"),
            "Can you wipe the seven of clubs?",
            equals(deepest_wipe),
            right("No", "none", "The `7S` is needed in the run, and it cannot lie in two melds at once."),
            wrong("Yes", "7C", "With `7S` in the run there are only two sevens left: `7C 7D`."),
            needs={"wipe-table-cards": False},
        ),
        do(
            "One card is different now: you hold the `4S` as well. Suddenly the `7C` is within reach. Which three "
            "spades do you lay first?",
            "first.meld-then-wipe",
            draw("4S 5S 6S 7S 7D 2C 4H 9D JC QH KC TD AH", line="7C"),
            wiped_to("7C"),
            ["wipe 1 7C 7D 7S after 4S 5S 6S"],
            (
                "You need not lay all four spades.",
                "The pure sequence comes first, and what it leaves may go into the second meld.",
                "`4S 5S 6S` open, and `7S` is free for the sevens.",
                "Press Wipe and choose `7C` with `7D 7S`. Name `4S 5S 6S` as the pure sequence laid first.",
            ),
            "Count twice, lay once. That fourth spade made all the difference.",
            tempting=("wipe 1 7C 7D 7S after 4S 5S 6S 7S", "wipe 1 7C 7D 7S after 5S 6S 7S"),
        ),
        do(
            "Both ways in are open here. The modest one wipes the `JD` and opens with `TD JD QD`. The grand one "
            "clears the whole line. Take the grand one, and have three melds on the table before you stop.",
            "first.meld-then-wipe first.more-same-turn",
            draw("2H 3H 4H TD QD 9C 9S 6C KC 5D 8S AC 7D", line="9H 4C KS JD"),
            all_of(wiped_to("9H"), laid(least=3)),
            ["wipe 4 9H 9C 9S after 2H 3H 4H", "meld TD JD QD"],
            (
                "What could you make of the oldest card in the line?",
                "Lay a pure sequence from your hand, wipe for a second meld, and use what comes along.",
                "`2H 3H 4H` open, the nines carry the wipe, and the `JD` comes along for `TD JD QD`.",
                "Wipe down to `9H` with `9H 9C 9S`, after laying `2H 3H 4H`. Then lay `TD JD QD`.",
            ),
            "Nine cards on the table and the line swept clean. Wiped, as they say in Chennai.",
        ),
        try_illegal(
            "By the book you could lay `7S 8S 9S` before the draw and then wipe for three kings. At your table "
            "nobody takes from the line before the first meld lies there. Try it, to see the refusal.",
            "first.wipe-completes-pure turn.no-predraw",
            KINGS,
            ["wipe 3 KD KC KH after 7S 8S 9S", "meld 7S 8S 9S"],
            "Draw from the stock, lay your pure sequence, and wipe from the next turn on.",
            needs={"wipe-before-first": False},
        ),
        do(
            "Now it is a later turn, and your spades lie on the table. The line is open to you, and any new meld "
            "will do. Take the kings.",
            "wipe.any-kind-once-opened",
            draw("KC KH 2D 5C JD 4H TC AD 6D QS", melds=["7S 8S 9S"], line="KD 3C 8D"),
            wiped_to("KD"),
            ["wipe 3 KD KC KH"],
            (
                "Which card in the line goes with two of yours?",
                "Once you have opened, the new meld of a wipe may be a run or a set.",
                "The `KD` with your `KC KH`.",
                "Press Wipe, choose `KD` in the line, then add `KC KH`, and confirm.",
            ),
            "There they are, one turn later.",
            needs={"wipe-before-first": False},
        ),
    ),
)
