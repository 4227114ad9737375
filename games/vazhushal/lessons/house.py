"""Lesson 14: what other tables do. Its steps bring their own house rules along."""

from __future__ import annotations

from games.kit.steps import choose, do, equals, play_on, predict, right, try_illegal, wrong
from games.vazhushal.lessons.goals import out, wiped_to
from games.vazhushal.lessons.steps import draw, lesson, table
from games.vazhushal.lessons.truths import after, stock_size, what_follows, wild_only_here

ONE_PACK = {"packs": "1", "line-limit": 10}
FULL_LINE = "2C 9D KH 4S JC 7D AS TH 5C QD"

LAST_HAND = "3S 4S 6S TD JD KC 9C 9H 2H 7H * 5C AD"
LAST_WORD = (
    "There are switches for more: the starter, doubles, twins, adding, scores, ties, the length of a match. Whatever "
    "you switch, rulebook, lessons, puzzles and bots follow. Now play eight turns against Mira, by the rules of your "
    "own table."
)
FAREWELL = "That was the course. The table is set: find some company, or let the bots have it."

HOUSE_RULES = lesson(
    "house-rules",
    "Other houses, other rules",
    "Every family plays it a little differently, and a switch for each difference is waiting for you.",
    (
        do(
            "You know the book now. But no two tables play alike, so this tour visits some others. At the first one "
            "nobody needs a discard to go out: a hand may be emptied by laying alone. By the book these three kings "
            "would be stuck. Here, lay them and win.",
            "out.definition",
            table("KC KD KH", melds=["7D 8D 9D TD", "2C 3C 4C 5C", "9S TS JS"], line="9C 5D"),
            out(),
            ["meld KC KD KH"],
            (
                "You need not keep anything back at this table.",
                "When your hand is empty you are out, with or without a discard.",
                "All three kings.",
                "Choose `KC KD KH`, then press Lay.",
            ),
            "One switch, and the end of every hand feels different.",
            options={"out-discard": False},
        ),
        choose(
            "At the next table three people play with a single pack, for want of a second. One pack and two jokers "
            "are 54 cards. Thirteen go to each, one becomes the negative joker, and one begins the line.",
            "onepack.deck setup.packs",
            draw("4C 5C 6C TD QD KH 2H 2S 7S 9S JC AD 8H", line="7D", seats=3, negative="8S"),
            "How many cards are left for the stock?",
            equals(stock_size),
            right("13", "13", "54 - 39 - 1 - 1. That is four rounds, and soon over."),
            wrong("15", "15", "You have forgotten the two cards that lie face up."),
            wrong("67", "67", "That would be the stock with two packs."),
            options=ONE_PACK,
        ),
        predict(
            "So that the stock lasts longer, this table keeps its line short: ten cards at most. When a discard "
            "makes it longer, the oldest card goes face down under the stock. The line is full, and you discard the "
            "`KS`.",
            "line.limit line.overflow",
            table("KS 6H 3D 8C 9S QH 2H 7C TS 4D JD 6S 3C 8H", line=FULL_LINE, seats=3, negative="8S"),
            "Which card goes under the stock?",
            after(lambda state: state.stock[0].code, "discard KS"),
            ["discard KS"],
            right("`2C`", "2C", "The oldest. The line is a window that moves along."),
            wrong("`KS`", "KS", "The newest card would go at yet another table. Here it is the oldest."),
            wrong("`QD`", "QD", "It was the newest, and now it is the second newest. It stays."),
            options=ONE_PACK,
        ),
        predict(
            "Same table, later on. The line is full, the stock has a single card left, and you draw it. Then you "
            "discard the `KS`. Whether the stock has run out is asked only after the line has given up its oldest "
            "card.",
            "exhaust.after-overflow line.overflow",
            draw("KS 6H 3D 8C 9S QH 2H 7C TS 4D JD 6S 3C", line=FULL_LINE, seats=3, negative="8S", stock="?"),
            "Is it over?",
            after(lambda state: f"{what_follows(state)} {stock_size(state)}", "stock", "discard KS"),
            ["stock", "discard KS"],
            right("No, Mira goes on", "turn 1 1", "The `2C` has slipped under the stock, so there is one card again."),
            wrong("Yes, the stock was empty", "final 0", "It was, for a moment. Then the `2C` came to its rescue."),
            options=ONE_PACK,
        ),
        choose(
            "Wild cards are where tables differ most. Some use printed jokers only. Others say: every card of the "
            "negative joker's rank is wild, black and red alike. At this one the `8S` lies under the stock, and they "
            "do the latter.",
            "neg.makes-wild wild.set",
            draw("8H 8C 9H 3D 5D JC QC 2S 6S KD TH 4C AH", line="7D", negative="8S"),
            "Which card is wild here that would be plain by the book?",
            wild_only_here,
            right("`8C`", "8C", "Black like the `8S`. By the book plain, at this table wild."),
            wrong("`8H`", "8H", "Wild here, but wild by the book as well."),
            wrong("`9H`", "9H", "Nowhere: it has the wrong rank."),
            options={"wild-rule": "same-rank"},
        ),
        do(
            "Here the new meld of a wipe may borrow cards from your own melds, if what is left of them still holds "
            "together. You want the `4S` for your `4H`, and your `4D` sits in the middle of a long run. Wipe, and "
            "let the run fall into two.",
            "wipe.new-meld-material rearr.end-state",
            draw("4H JC KS 9H TS 2C", melds=["AD 2D 3D 4D 5D 6D 7D"], line="9C 4S"),
            wiped_to("4S"),
            ["wipe 1 4S 4H 4D / AD 2D 3D / 5D 6D 7D"],
            (
                "What would be left of the run without its four?",
                "Table cards may move into the new meld, if every group that stays is a proper meld.",
                "`4S 4H 4D` is the new meld; `AD 2D 3D` and `5D 6D 7D` stay.",
                "Wipe the `4S` into `4S 4H 4D`; the rest of the run falls into two by itself.",
            ),
            "One long run has become two short ones, and everybody has a place.",
            tempting=("wipe 1 4S 4H 4D / AD 2D 3D 5D 6D 7D",),
            options={"wipe-table-cards": True},
        ),
        try_illegal(
            "At a table for beginners nobody touches the line before the first meld lies there. Your `5D` would go "
            "so well with `6D 7D`. Try to open with them.",
            "first.wipe-completes-pure",
            draw("5D 9H QS KC 3C TC JD 2D 8C AS 4H 6S QH", line="4C JH 8S 6D 7D AH 2S"),
            ["wipe 4 5D 6D 7D"],
            "A gentler game, and a slower one. Some never go back, some never stay.",
            options={"wipe-before-first": False},
        ),
        play_on(
            f"{LAST_WORD} The `9S` lies under the stock, so mind the nines. You know this game.",
            "out.definition turn.phases",
            draw(LAST_HAND, line="QH", negative="9S"),
            8,
            FAREWELL,
        ),
        play_on(
            f"{LAST_WORD} At yours nothing but the printed jokers is wild. You know this game.",
            "out.definition turn.phases",
            draw(LAST_HAND, line="QH"),
            8,
            FAREWELL,
            needs={"wild-rule": "printed-only"},
        ),
    ),
)
