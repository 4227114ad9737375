"""Lessons 8 and 9: printed jokers, and the cards that the negative joker makes wild."""

from __future__ import annotations

from games.kit.melds import is_pure
from games.kit.steps import all_of, choose, do, equals, right, try_illegal, wrong
from games.vazhushal.lessons.goals import laid, pretends, wiped_to
from games.vazhushal.lessons.steps import draw, lesson, table
from games.vazhushal.lessons.truths import all_wild, how_many, legal, negative_from, stock_size, wild

JOKERS = lesson(
    "jokers",
    "Printed jokers",
    "A joker stands for whatever card you need, except in the pure sequence that opens for you.",
    (
        do(
            "Meet the **joker**, `*`. It is **wild**: in a meld it stands for any one card that you need. You hold "
            "`9S TS` and long for a third spade. Lay them with the joker. As `8S` or as `JS`? You decide.",
            "wild.any-needed wild.declared",
            table("9S TS * 4D KH 2C JD 8C QC 3D", melds=["4H 5H 6H 7H"], line="2D"),
            laid(pretends("*")),
            ["meld 9S TS *=JS"],
            (
                "Two neighbours and a helper make three.",
                "A joker stands for any card that makes the meld complete.",
                "`9S TS` and the `*`.",
                "Choose `9S TS *`, press Lay, and say what the joker stands for.",
            ),
            "The joker has a job now. From here on it counts as that very card.",
            tempting=("meld 9S TS *=QS",),
        ),
        choose(
            "In a meld every joker stands for exactly one card. You want to lay `7H 9H` with your `*`. The real `8H` "
            "lies over there in the line; somebody threw it away.",
            "wild.declared wild.any-needed",
            table("7H 9H * 2C 4D 5S KD AS 3C TD 6S", melds=["JC QC KC"], line="8H"),
            "Which card does the joker play?",
            legal("meld 7H 9H *={}"),
            right("`8H`", "8H", "It fills the gap. Where the real `8H` happens to be makes no difference to a joker."),
            wrong("`TH`", "TH", "Then there would still be a hole between `7H` and `9H`."),
            wrong("`8S`", "8S", "A run has one suit, and these are hearts."),
        ),
        do(
            "Jokers work well in teams. Any number of them may be in one meld, as long as they are not alone: "
            "somebody has to be real. Lay the `JS` with both of your jokers.",
            "wild.number-free meld.not-all-wild",
            table("JS * * 8C 2H 6C KH 9D TC AC 7S", melds=["3D 4D 5D"], line="QD"),
            laid(pretends("*", least=2)),
            ["meld JS *=QS *=KS"],
            (
                "One real card can carry two helpers.",
                "Any number of jokers may be in a meld, if a real card is with them.",
                "The `JS` and both `*`.",
                "Choose `JS * *`, press Lay, and say what the jokers stand for.",
            ),
            "One jack and two actors. The house allows it.",
        ),
        try_illegal(
            "Three jokers in one hand, and what a grin you have on. Could they not just play each other's "
            "neighbours, `*=9S *=TS *=JS`? Try to lay them.",
            "meld.not-all-wild wild.declared",
            table("* * * 8C 2H 6C KH 9D TC AC 7S", melds=["3D 4D 5D"], line="QD", seats=3),
            ["meld *=9S *=TS *=JS", "meld *=QC *=QD *=QH"],
            "A meld of nothing but jokers is a play without a plot. It needs one card that is what it is.",
        ),
        try_illegal(
            "One door stays shut to jokers. A printed joker is never the real thing, so no pure sequence may hold "
            "one. Nothing of yours is on the table yet. Try to open with `5D *=6D 7D`.",
            "wild.printed-never-natural first.must-be-pure",
            table("5D 7D * 9C 9S KC 2H 3S TH JC AC 4S QH 8C", line="6S"),
            ["meld 5D *=6D 7D", "meld 9C 9S *=9H"],
            "Keep the joker warm. Once you have opened it can go to work, in as many melds as you have jokers.",
            hints=(
                "Lay the two diamonds with the joker.",
                "The first meld is a run of cards that are all themselves.",
                "`5D 7D` and the `*`.",
                "Choose `5D * 7D` and press Lay; the joker can only be the `6D`.",
            ),
        ),
        choose(
            "In a set the joker stands for a suit. You are about to lay `9C 9D 9H` with your `*`, all four in one set.",
            "wild.declared meld.no-duplicate-card set.max-four",
            table("9C 9D 9H * 2C 4D 5S KD AS 3C TD", melds=["JC QC KC"], line="8H"),
            "Which card does the joker play?",
            legal("meld 9C 9D 9H *={}"),
            right("`9S`", "9S", "The one suit that is missing. With it the set is full."),
            wrong("`9H`", "9H", "That card is in the set already, and once is enough."),
            wrong("`TH`", "TH", "A set has one rank only. The joker has to be a nine."),
        ),
        do(
            "Somebody has thrown a joker away. It is allowed: any card may be discarded, though few are missed as "
            "much. You have opened, so wipe it into a new meld with your `5H 6H`.",
            "wipe.any-kind-once-opened discard.any-hand-card wild.any-needed",
            draw("5H 6H 2C 9S TD 3D 8D 4S KH", melds=["JC QC KC AC"], line="*"),
            wiped_to("*"),
            ["wipe 1 5H 6H *=7H"],
            (
                "The joker is the newest card of the line, so treat it like one.",
                "The card that you wipe may be wild, as long as it goes into a new meld.",
                "The `*` from the line, and `5H 6H` from your hand.",
                "Press Wipe, choose `*` in the line, add `5H 6H`, confirm, and say what the joker is.",
            ),
            "One player's rubbish. You know the rest.",
            tempting=("wipe 1 *",),
        ),
        choose(
            "Every pack comes with two printed jokers, and they all play. Three of you are at the table, so two "
            "packs are shuffled together.",
            "setup.printed-jokers setup.packs",
            draw("4C 5C 6C TD QD KH 2H 2S 7S 9S JC * 8H", line="7D", seats=3),
            "How many jokers are in this game?",
            equals(how_many(0)),
            right("Four", "4", "Two for each of the two packs. One of them is smiling at you already."),
            wrong("Two", "2", "That would be one pack. Three players use two."),
            wrong("Six", "6", "It is two for each pack, not two for each player."),
            needs={"packs": "auto", "extra-jokers": 0},
        ),
    ),
)

BLACK_EIGHT = draw("8H 8C 9H 3D 5D JC QC 2S 6S KD TH 4C AH", line="7D", negative="8S")

NEGATIVE = lesson(
    "negative",
    "The negative joker",
    "Which cards are wild besides the jokers, and what tells you so.",
    (
        choose(
            "Look under the stock: one card lies there crosswise and face up, the **negative joker**. In this hand "
            "it is the `8S`. Every card of its rank in the other colour is wild. Eights of its own colour stay "
            "ordinary cards, and so does the second `8S` where two packs are used.",
            "neg.revealed neg.makes-wild neg.same-colour-plain",
            BLACK_EIGHT,
            "Which of these cards is wild?",
            wild,
            right("`8H`", "8H", "An eight, and red. It may stand for anything."),
            wrong("`8C`", "8C", "An eight, but black like the `8S`. It stays a plain eight of clubs."),
            wrong("`9H`", "9H", "Red, but a nine. Only the eights are touched."),
            needs={"wild-rule": "opposite-colour"},
            point_at=("negative", "8S"),
        ),
        choose(
            "Look under the stock: one card lies there crosswise and face up, the **negative joker**. In this hand "
            "it is the `8S`. At your table every card of its rank is wild, black and red alike.",
            "neg.revealed neg.makes-wild wild.set",
            BLACK_EIGHT,
            "Which of these cards is wild?",
            wild,
            right("`8C`", "8C", "By your house rule every eight is wild, whatever its colour."),
            wrong("`9H`", "9H", "A nine stays a nine. Only the eights are touched."),
            wrong("`4C`", "4C", "Half an eight is not enough."),
            needs={"wild-rule": "same-rank"},
        ),
        do(
            "So the wild cards of a hand are the printed jokers and the ranked cards that the negative joker points "
            "out. Under the `8S` your `8D` is one of them. Lay it with `QC KC`, in the place of a club.",
            "wild.set neg.makes-wild",
            table("8D QC KC 3H 5S 2D JH 9C 7S TD AD", melds=["4C 5C 6C"], line="6S", negative="8S"),
            laid(pretends("8D", "8H")),
            ["meld QC KC 8D=AC"],
            (
                "An eight of diamonds can be a club today.",
                "A ranked wild card stands for any card that makes the meld complete.",
                "`QC KC`, and the `8D` as `JC` or `AC`.",
                "Choose `QC KC 8D`, press Lay, and say what the `8D` stands for.",
            ),
            "Tomorrow another card lies under the stock, and the `8D` is only an eight again.",
            tempting=("meld QC KC 8D=TC",),
        ),
        try_illegal(
            "Here the `8C` would love to help `QD KD`, as the `AD` or the `JD`. But it is black, like the negative "
            "joker. Try it.",
            "neg.same-colour-plain meld.kinds",
            table("8C QD KD 3H 9S 2C JH TC 7S AC 2H", melds=["4D 5D 6D"], line="6S", negative="8S"),
            ["meld QD KD 8C=AD", "meld QD KD 8C=JD", "meld QD KD 8C"],
            "Same colour, plain card. The easiest way to remember: it is the *negative* joker, so think of the "
            "opposite.",
            needs={"wild-rule": "opposite-colour"},
            hints=(
                "Lay the diamonds with the eight.",
                "Only the eights of the other colour are wild.",
                "`QD KD` and the `8C`.",
                "Choose `QD KD 8C`, then press Lay.",
            ),
        ),
        choose(
            "Now the finest point of all. A ranked wild card may also stand for itself, and then it is as real as "
            "any other card. Printed jokers cannot do that. You have not opened yet, and `8S` lies under the stock.",
            "wild.self-is-natural wild.printed-never-natural meld.pure-def",
            table("8H 9H TH 7C 8D 9C QS KS * 3D 5C JD 2H AC", line="6S", negative="8S"),
            "Which run opens for you?",
            legal("meld {}"),
            right("`8H 9H TH`", "8H 9H TH", "The `8H` is wild, but here it is just the eight of hearts. Pure."),
            wrong("`7C 8D=8C 9C`", "7C 8D=8C 9C", "The `8D` plays the `8C`. That is acting, not being."),
            wrong("`QS KS *=AS`", "QS KS *=AS", "A printed joker is never the real thing."),
        ),
        do(
            "This time the `JC` lies under the stock, so your `JH` and `JD` are wild. One of them opens for you as "
            "itself; the other then helps `4S 5S` as an actor. Lay both melds.",
            "wild.self-is-natural wild.any-needed first.more-same-turn",
            table("JH QH KH JD 4S 5S 2C 9C 7D 6D AS 3C TC 8S", line="9H", negative="JC"),
            all_of(laid(is_pure), laid(pretends("JH", "JD"))),
            ["meld JH QH KH", "meld 4S 5S JD=6S"],
            (
                "Which jack sits beside a queen and a king of its own suit?",
                "A wild card that stands for itself is natural, so the run with it is pure.",
                "`JH QH KH` is pure, and the `JD` may be the `3S` or the `6S`.",
                "Lay `JH QH KH`. Then lay `4S 5S JD` and say what the `JD` stands for.",
            ),
            "One jack played himself, the other played a spade. A good evening's theatre.",
            tempting=("meld 4S 5S JD=6S", "meld QH KH JD=AH"),
        ),
        try_illegal(
            "One card at least of every meld has to be what it is. Under the `6S`, both of your red sixes are wild, "
            "and there is a joker as well. A run, you think: `6H=7S 6D=8S *=9S`, all three of them pretending. Try "
            "it.",
            "meld.not-all-wild wild.number-free",
            table("6H 6D * 3C 5D 9C KD QS", melds=["3H 4H 5H"], line="TS", negative="6S"),
            ["meld 6H=7S 6D=8S *=9S"],
            "Put one plain card among them, and nobody objects. A cast needs somebody to play to.",
        ),
        do(
            "By the book one card of every meld has to be what it is. At your table only printed jokers must not be "
            "alone: ranked wild cards may all pretend at once. Under the `6S`, your red sixes are wild. Lay them "
            "with the joker as a run.",
            "meld.not-all-wild wild.number-free",
            table("6H 6D * 3C 5D 9C KD QS", melds=["3H 4H 5H"], line="TS", negative="6S"),
            laid(pretends("6H", "6D", "*", least=3)),
            ["meld 6H=7S 6D=8S *=9S"],
            (
                "None of the three needs to be itself.",
                "A meld needs just one card that is no printed joker, and even that one may pretend.",
                "`6H 6D *`, as any run you like.",
                "Choose `6H 6D *`, press Lay, and say which run they are, `7S 8S 9S` for instance.",
            ),
            "Three actors and no audience. Elsewhere they would be sent home.",
            needs={"all-wild-melds": "no-printed-only"},
        ),
        choose(
            "How it gets there: after the deal, the player on the dealer's right cuts, and the card at the cut goes "
            "under the stock. It is turned up, and then the top card of the stock begins the line. The negative "
            "joker is out of play: nobody draws it, lays it or counts it. With one pack and two jokers you began "
            "with 54 cards.",
            "deal.cut deal.sequence neg.not-in-play",
            BLACK_EIGHT,
            "Two hands of thirteen are dealt. How many cards are in the stock?",
            equals(stock_size),
            right("26", "26", "54 less 26 in your hands, less the negative joker, less the first card of the line."),
            wrong("27", "27", "You have counted the negative joker, and it is not part of the stock."),
            wrong("28", "28", "Two cards are face up already: the negative joker and the first card of the line."),
            needs={"neg-drawable": False},
        ),
        choose(
            "And what if the card under the stock is itself a printed joker? Then no rank is pointed at, and nothing "
            "is added. Here it has happened.",
            "neg.is-printed wild.set",
            draw("8H 8C 9H 3D 5D JC QC 2S 6S KD TH 4C AH", line="7D", negative="*"),
            "What is wild in this hand?",
            all_wild,
            right(
                "Printed jokers only",
                "*",
                "A quiet hand: one joker lies under the stock, and only the others are wild.",
            ),
            wrong("All aces", "* AC AD AH AS", "Some tables play that. By the book, no ranked card is wild."),
            wrong("Nothing at all", "", "The printed jokers that are left are wild, as always."),
            needs={"neg-printed": "none"},
        ),
        choose(
            "And what if the card under the stock is itself a printed joker? Here it has happened, and your table "
            "has a rule for it: then the aces are wild.",
            "neg.is-printed wild.set",
            draw("8H 8C 9H 3D 5D JC QC 2S 6S KD TH 4C AH", line="7D", negative="*"),
            "What is wild in this hand?",
            all_wild,
            right("Printed jokers and all aces", "* AC AD AH AS", "Your `AH` has just been promoted."),
            wrong("Printed jokers only", "*", "That is the book. At your table the aces join in."),
            needs={"neg-printed": "aces"},
        ),
        choose(
            "And what if the card at the bottom is a printed joker? At your table it does not count: it stays there "
            "to be drawn last of all, and the card above it becomes the negative joker. Suppose the stock ends with "
            "`5D JH *`.",
            "neg.is-printed",
            draw("8H 8C 9H 3D 5D JC QC 2S 6S KD TH 4C AH", line="7D", negative="JH"),
            "Which card is the negative joker?",
            equals(negative_from("5D", "JH", "*")),
            right("`JH`", "JH", "The joker is passed over, and the next card up is turned."),
            wrong("The joker", "*", "By your house rule a printed joker is never the negative joker."),
            wrong("`5D`", "5D", "Only jokers are passed over. The `JH` will do."),
            needs={"neg-printed": "redraw"},
        ),
        choose(
            "By the book a card is turned up under the stock, and it makes other cards wild. At your table there is "
            "none: no negative joker, no ranked wild cards. That keeps things simple.",
            "wild.set",
            draw("8H 8C * 3D 5D JC QC 2S 6S KD TH 4C AH", line="7D"),
            "Which of these cards is wild?",
            wild,
            right("The joker", "*", "Printed jokers are wild, and no other card ever is."),
            wrong("`8H`", "8H", "An eight of hearts, and never anything else."),
            wrong("`AH`", "AH", "Worth ten points, but it stands only for itself."),
            needs={"wild-rule": "printed-only"},
        ),
        do(
            "So there is not much to keep in mind at your table. Whatever has a rank is the real thing, and only the "
            "`*` pretends. Open with a pure sequence, and then put the joker to work in a second meld.",
            "wild.set wild.printed-never-natural first.more-same-turn",
            table("8H 9H TH 4S 5S * 2C 9C 7D 6D AS 3C TC JD", line="QH"),
            all_of(laid(is_pure), laid(pretends("*"))),
            ["meld 8H 9H TH", "meld 4S 5S *=6S"],
            (
                "First the run without the joker.",
                "A printed joker is never natural, so it has to wait until you have opened.",
                "`8H 9H TH` opens, and `4S 5S` are waiting for help.",
                "Lay `8H 9H TH`. Then lay `4S 5S *` and say what the joker stands for.",
            ),
            "Open, and the joker is in business.",
            tempting=("meld 4S 5S *=6S",),
            needs={"wild-rule": "printed-only"},
        ),
    ),
)
