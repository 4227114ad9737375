"""Lessons 12 and 13: a wild card at the start of the line, and the end of the stock."""

from __future__ import annotations

from games.kit.melds import is_set
from games.kit.steps import all_of, choose, do, equals, predict, right, try_illegal, wrong
from games.vazhushal.lessons.goals import emptied_hand, laid, out, pretends, took_line, wiped_to
from games.vazhushal.lessons.steps import draw, lesson, table
from games.vazhushal.lessons.truths import after, joker_starter, melds_worth, stock_size, total, what_follows

PRIZE = draw("2C 5H TS QD JH 8S 4S AD 6H 3D", melds=["5C 6C 7C"], line="* 9D 3S KC", starter=True)
HEARTS = "5H 6H 7H 2C 5C 8C JC 3D 9D QD 4S TS KS"
PRIVILEGE = {"starter-take": "pure-first"}
NOBODY = draw("5H 7H TH 2C 5C 8C JC 3D 9D QD 4S 6S KS", line="*", starter=True)
NOBODY_TEXT = (
    "The dealer has turned a joker, but not one of the hands dealt holds a pure sequence, so nobody can take it yet. "
)

STARTER = lesson(
    "starter",
    "When a wild card starts the line",
    "What becomes of a wild card that the dealer turns up to begin the line.",
    (
        do(
            "The line begins with a card that the dealer turns up. If that **starter** is wild, it is a prize for as "
            "long as it is the oldest card there: whoever owns a pure sequence may take the whole line with it, and "
            "need not meld any of it. You own one. Help yourself.",
            "starter.case starter.take-with-pure starter.no-meld-needed",
            PRIZE,
            took_line(),
            ["take"],
            (
                "You may have everything, for nothing.",
                "With a pure sequence on the table you may take the whole line with its wild starter.",
                "All four cards: `* 9D 3S KC`.",
                "Press Take the line.",
            ),
            "Four cards and no duty attached. That was your draw, so now lay what you like and discard.",
            needs=PRIVILEGE,
            point_at=("*",),
        ),
        try_illegal(
            "The offer is all or nothing. Would you rather leave the joker and have just `9D 3S KC`? Then the "
            "ordinary rules are back, and the deepest card has to go into a new meld. Try to take the three without "
            "one.",
            "starter.partial-ordinary wipe.meld-first",
            PRIZE,
            ["wipe 3", "wipe 1"],
            "The privilege is for the whole line. For less, pay as usual.",
            needs=PRIVILEGE,
            hints=(
                "Wipe without laying a meld.",
                "Taking less than the whole line is an ordinary wipe.",
                "The three newest cards.",
                "A wipe asks for its meld at once, so use one of the moves that this step offers.",
            ),
        ),
        do(
            "It even works as an opening. If your hand alone holds a pure sequence, lay it before the draw and take "
            "the whole line with its starter. No second meld is needed. Go and get the joker.",
            "starter.take-with-pure starter.no-meld-needed first.meld-then-wipe",
            draw(HEARTS, line="* 7S 6D", starter=True),
            took_line(),
            ["take after 5H 6H 7H"],
            (
                "What do you have to show first?",
                "A pure sequence from your hand, laid before the draw, entitles you to the line with its starter.",
                "`5H 6H 7H`, and then the line `* 7S 6D`.",
                "Press Take the line and choose `5H 6H 7H`, and confirm.",
            ),
            "Open, and a joker in your hand. Some turns are like that.",
            tempting=("take",),
            needs=PRIVILEGE,
        ),
        try_illegal(
            "Now your `7D 8D` need the `9D`, and that one lies in the line. A pure sequence made with the line's own "
            "help does not open the starter in the same turn. Try to take everything with `7D 8D 9D`.",
            "starter.not-with-line-made-pure",
            draw("7D 8D 5H 2C 4S KS QC AH JS TC 2H QH 6C", line="* 9D 3S", starter=True),
            ["take after 7D 8D 9D"],
            "You may wipe down to the `9D` and open with it. The joker has to wait for your next turn, and hope.",
            needs=PRIVILEGE,
        ),
        try_illegal(
            "You drew from the stock, it was the `7H`, and now `5H 6H 7H` would open for you. The joker is winking "
            "from the line. But a turn has one draw. Try to take the line as well.",
            "starter.not-after-stock turn.draw-once",
            table(f"{HEARTS} AH", line="* 9C", starter=True, drawn="stock"),
            ["take after 5H 6H 7H", "take"],
            "Stock or line, never both. Open now, and if the joker is still there next turn, it is yours.",
            needs=PRIVILEGE,
        ),
        do(
            "A starter may also be a ranked wild card. The `8S` lies under the stock, so the `8H` at the beginning "
            "of this line is wild. In its own place it is natural all the same. Wipe it the ordinary way, into the "
            "run that opens for you.",
            "starter.as-itself wild.self-is-natural",
            draw("9H TH 2C 4S KD QC AH JS 5C 2S QH 6C 7D", line="8H 3C QD", starter=True, negative="8S"),
            wiped_to("8H"),
            ["wipe 3 8H 9H TH"],
            (
                "Forget for a moment that it is wild.",
                "A ranked wild starter may be taken as itself, by the ordinary rules.",
                "The `8H` with your `9H TH`.",
                "Press Wipe, choose `8H` in the line, add `9H TH`, confirm, and let the `8H` be itself.",
            ),
            "It played itself, and it opened. A wild card with manners.",
            tempting=("take",),
        ),
        try_illegal(
            "The same picture, it seems: a joker at the beginning of the line, and `5H 6H 7H` in your hand. But this "
            "joker was discarded by Mira; the cards before it are long gone. Only the dealer's card is a prize. Try "
            "to take it.",
            "starter.dealt-card-only",
            draw(HEARTS, line="* 7S"),
            ["take after 5H 6H 7H"],
            "Mira's joker is an ordinary card of the line. Whoever wants it has to meld it at once.",
            needs=PRIVILEGE,
        ),
        choose(
            NOBODY_TEXT + "Some tables have a special rule for that.",
            "starter.nobody-pure starter.case",
            NOBODY,
            "What happens by the rules in force?",
            equals(joker_starter),
            right(
                "Nothing: it lies there until somebody can take it",
                "stays",
                "The hand begins as always, with a joker waiting in the line.",
            ),
            wrong("It goes back into the stock", "back", "That is a house rule elsewhere. Here the joker stays."),
            wrong("Whoever begins must take it", "taken", "That is a house rule elsewhere. Here nobody has to."),
            needs={"starter-nobody-pure": "leave"},
        ),
        choose(
            NOBODY_TEXT + "Your table has a special rule for that.",
            "starter.nobody-pure",
            NOBODY,
            "What happens by the rules in force?",
            equals(joker_starter),
            right(
                "It is shuffled back, and another card is turned",
                "back",
                "As often as it takes, until a starter lies there that suits the table.",
            ),
            wrong(
                "Nothing: it lies there until somebody can take it",
                "stays",
                "That is the book. At your table it goes back.",
            ),
            wrong("Whoever begins must take it", "taken", "Other tables do that. At yours it goes back."),
            needs={"starter-nobody-pure": "back-into-deck"},
        ),
        choose(
            NOBODY_TEXT + "Your table has a special rule for that.",
            "starter.nobody-pure",
            NOBODY,
            "What happens by the rules in force?",
            equals(joker_starter),
            right(
                "Whoever begins takes it and discards",
                "taken",
                "That is the whole of the first turn: take it, lay nothing, discard one card.",
            ),
            wrong(
                "Nothing: it lies there until somebody can take it",
                "stays",
                "That is the book. At your table somebody has to take it.",
            ),
            wrong("It goes back into the stock", "back", "Other tables do that. At yours the first player gets it."),
            needs={"starter-nobody-pure": "first-player-takes"},
        ),
        try_illegal(
            "The line begins with a card that the dealer turns up, and here it is a joker. By the book it would be a "
            "prize for whoever owns a pure sequence. At your table a wild starter is wiped like any other card. Try "
            "to take the line for nothing.",
            "starter.case wipe.deepest-card-must-meld",
            PRIZE,
            ["take"],
            "The deepest card goes into a new meld, starter or not.",
            needs={"starter-take": "must-meld"},
        ),
        do(
            "So pay for it. Wipe the whole line, joker included, and give the joker a place in a new meld at once.",
            "starter.case wipe.deepest-card-must-meld wild.any-needed",
            draw("2C 5H TD QD JH 8S 4S AD 6H 3D", melds=["5C 6C 7C"], line="* 9D 3S KC", starter=True),
            all_of(wiped_to("*"), laid(pretends("*"))),
            ["wipe 4 9D TD *=JD"],
            (
                "Where could a joker help you right now?",
                "The deepest card you take, here the joker, goes straight into a new meld.",
                "The `*` with `9D` from the line and your `TD`, or with two cards from your hand.",
                "Press Wipe, choose `*` in the line, add `9D TD`, confirm, and say what the joker is.",
            ),
            "The joker is laid, and `3S KC` are in your hand.",
            tempting=("wipe 4",),
            needs={"starter-take": "must-meld"},
        ),
    ),
)

LAST_CARD = draw("QC QS 9D 2C 7C JD KS 8H AD 3S", melds=["4H 5H 6H"], line="QH", stock="?")

END = lesson(
    "end",
    "When the stock runs out",
    "Nobody out, and no cards left: then melds are counted against hands.",
    (
        predict(
            "The stock does not last for ever. This is its last card, and it is your turn. You draw it and cannot go "
            "out. You finish your turn as usual: the `KS` is your discard.",
            "exhaust.trigger exhaust.final-melds",
            LAST_CARD,
            "What comes next?",
            after(what_follows, "stock", "discard KS"),
            ["stock", "discard KS"],
            right(
                "Play stops, and everybody may lay cards once more",
                "final",
                "No more turns, and no more wipes: just a last chance to lay.",
            ),
            wrong("Mira has her turn", "turn 1", "Without a stock nobody draws. She may not even wipe your `KS`."),
            wrong(
                "The cards are counted as they lie",
                "counted",
                "Not quite yet. First everybody may lay what still fits.",
            ),
            needs={"final-melds": ("all", "melds-only")},
        ),
        predict(
            "The stock does not last for ever. This is its last card, and it is your turn. You draw it and cannot go "
            "out. You finish your turn as usual: the `KS` is your discard.",
            "exhaust.trigger exhaust.final-melds",
            LAST_CARD,
            "What comes next?",
            after(
                lambda state: (
                    "counted" if state.match.results and state.match.results[-1].scores else what_follows(state)
                ),
                "stock",
                "discard KS",
            ),
            ["stock", "discard KS"],
            right(
                "The cards are counted as they lie",
                "counted",
                "At your table nothing is laid any more. What you hold, you pay for.",
            ),
            wrong("Mira has her turn", "turn 1", "Without a stock nobody draws. She may not even wipe your `KS`."),
            wrong(
                "Everybody may lay cards once more", "final", "By the book, yes. At your table the count comes at once."
            ),
            needs={"final-melds": "none"},
        ),
        predict(
            "Same table, but you have seen the `QH` in the line, and two queens in your hand. You wipe it and lay "
            "three queens, and you discard the `KS`. The last card of the stock stays where it is.",
            "exhaust.wipes-dont-trigger",
            LAST_CARD,
            "And now?",
            after(lambda state: f"{what_follows(state)} {stock_size(state)}", "wipe 1 QH QC QS", "discard KS"),
            ["wipe 1 QH QC QS", "discard KS"],
            right("Mira has her turn", "turn 1 1", "Only drawing the last card ends the play, and you left it to her."),
            wrong(
                "Play stops", "final 1", "A wipe takes nothing from the stock. While one card is there, play goes on."
            ),
        ),
        do(
            "You have just drawn the last card of the stock, and it was the `4H`. Play will stop after this turn, "
            "unless you go out now: that is an ordinary win, and nothing will be counted. Do it.",
            "exhaust.out-first out.definition",
            table("9C 9D 9S 4H", melds=["TC JC QC KC", "5D 6D 7D", "AH 2H 3H"], line="8C", stock=""),
            out(),
            ["meld 9C 9D 9S", "discard 4H"],
            (
                "Three and one: you know how this goes.",
                "Whoever goes out in the turn with the last stock card wins as always.",
                "The nines make a set, and the `4H` is left.",
                "Lay `9C 9D 9S`, then discard `4H`.",
            ),
            "At the last moment, and as good as any other win.",
        ),
        do(
            "The stock is gone and the last turn is over. Now everybody may use the table once more, just as in a "
            "turn. Only nobody discards any longer, so a hand may vanish completely. Make yours vanish.",
            "exhaust.final-melds exhaust.no-discard",
            table("3C 3D 3S *", melds=["4H 5H 6H", "JC QC KC", "8D 9D TD"], line="2D", phase="final", stock=""),
            emptied_hand(),
            ["meld 3C 3D 3S", "layoff 1 *=7H"],
            (
                "Every card of yours can find a place.",
                "After the last turn you may lay even the last card of your hand.",
                "The threes make a set, and the `*` fits on any of your runs.",
                "Lay `3C 3D 3S`. Then press Add, choose a run, and add the `*`.",
            ),
            "Nothing left to pay for. An empty hand costs nobody anything.",
            needs={"final-melds": "all"},
        ),
        do(
            "The stock is gone and the last turn is over. At your table everybody may now lay new melds, and nothing "
            "else. Nobody discards any longer, so a hand may vanish completely. Make yours vanish.",
            "exhaust.final-melds exhaust.no-discard",
            table("3C 3D 3S *", melds=["4H 5H 6H", "JC QC KC", "8D 9D TD"], line="2D", phase="final", stock=""),
            all_of(emptied_hand(), laid(is_set)),
            ["meld 3C 3D 3S *=3H"],
            (
                "All four in one go.",
                "New melds may be laid, and no card has to be kept for a discard.",
                "The three threes, and the `*` as the fourth.",
                "Choose `3C 3D 3S *`, then press Lay.",
            ),
            "Nothing left to pay for.",
            tempting=("layoff 1 *=7H",),
            needs={"final-melds": "melds-only"},
        ),
        try_illegal(
            "Another hand, and a sad one: the stock is gone and you never opened. Even now the first meld has to be "
            "a pure sequence. Try to save at least your three nines.",
            "exhaust.first-still-pure",
            table("9C 9D 9S 2H 4S KD 6C JH QS 7D AC 5H TC", mira=["AS 2S 3S"], line="2D", phase="final", stock=""),
            ["meld 9C 9D 9S"],
            "No key, no melds. All thirteen cards will count against you.",
            needs={"final-melds": ("all", "melds-only")},
            hints=(
                "Lay the set.",
                "The first meld is a pure sequence, to the very end.",
                "The three nines.",
                "Choose `9C 9D 9S`, then press Lay.",
            ),
        ),
        choose(
            "Now the count. An ace, king, queen or jack is worth ten, every other card its number. A wild card on "
            "the table is worth as much as the card that it stands for. You own `4H 5H 6H` and `QS KS *=AS`.",
            "score.ace-face score.pip score.wild-in-meld",
            table("7C", melds=["4H 5H 6H", "QS KS *=AS"], line="2D", phase="final", stock=""),
            "What are your melds worth?",
            equals(melds_worth),
            right("45", "45", "4 + 5 + 6 are 15, and three times ten are 30."),
            wrong("36", "36", "The ace counts ten, not one, high or low."),
            wrong("35", "35", "The joker is not worthless: it plays the ace, so it counts ten."),
        ),
        choose(
            "Then comes the sting: the cards in your hand are taken off. A printed joker costs 20 points there, a "
            "ranked wild card its own number. Under the stock lies the `9S`. Your melds are worth 39, and you still "
            "hold `* 9H 5D`.",
            "exhaust.score score.joker-in-hand score.ranked-wild-in-hand",
            table("* 9H 5D", melds=["TC JC QC", "2S 3S 4S"], line="2D", phase="final", stock="", negative="9S"),
            "What is your score?",
            equals(total),
            right("5", "5", "39, less 20 for the joker, 9 for the `9H`, 5 for the `5D`."),
            wrong("14", "14", "The `9H` is wild, but in your hand it costs its nine all the same."),
            wrong("39", "39", "That is what lies on the table. The hand still has to be paid for."),
            needs={"joker-hand-value": 20, "ranked-wild-hand-value": "own"},
        ),
        choose(
            "Then comes the sting: the cards in your hand are taken off. At your table a printed joker costs 10 "
            "points there, and a ranked wild card its own number. Under the stock lies the `9S`. Your melds are "
            "worth 39, and you still hold `* 9H 5D`.",
            "exhaust.score score.joker-in-hand score.ranked-wild-in-hand",
            table("* 9H 5D", melds=["TC JC QC", "2S 3S 4S"], line="2D", phase="final", stock="", negative="9S"),
            "What is your score?",
            equals(total),
            right("15", "15", "39, less 10 for the joker, 9 for the `9H`, 5 for the `5D`."),
            wrong("24", "24", "The `9H` is wild, but in your hand it costs its nine all the same."),
            wrong("39", "39", "That is what lies on the table. The hand still has to be paid for."),
            needs={"joker-hand-value": 10, "ranked-wild-hand-value": "own"},
        ),
        predict(
            "The best score wins the hand, and if two share it, each is credited. You and Mira have 24 points each. "
            "The points are forgotten at once; only hands won are kept. Before this hand it was two all, and three "
            "wins the match.",
            "exhaust.winner match.tie match.hands-won match.target",
            table(
                "KC 5D 6S",
                melds=["4H 5H 6H", "QC QD QS"],
                line="2D",
                phase="final",
                stock="",
                mira=["8S 9S TS"],
                hands=["KC 5D 6S", "3C"],
                known=["", "3C"],
                done=[1],
                match={"scores": [2, 2], "deals": 4},
            ),
            "You finish. Who wins the match?",
            after(lambda state: " ".join(map(str, state.match.scores)) + (" over" if state.match.over else ""), "done"),
            ["done"],
            right(
                "Nobody yet: three all, so another hand is dealt",
                "3 3",
                "You are level at the top. Hands are dealt until one of you leads alone.",
            ),
            wrong(
                "You, since you finished your turn last",
                "3 2 over",
                "Equal is equal. Each of you is credited with the hand.",
            ),
            wrong("Nobody, and the score stays two all", "2 2", "Both of you get this hand, so it is three all."),
            needs={"match-mode": "first-to", "match-target": 3, "tie-exhaust": "shared"},
        ),
    ),
)
