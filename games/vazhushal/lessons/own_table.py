"""Lessons 10 and 11: adding and rearranging, twins and doubles."""

from __future__ import annotations

from games.kit.steps import choose, do, equals, right, try_illegal, wrong
from games.kit.truths import made
from games.vazhushal.lessons.goals import is_exactly, laid, on_table, wiped_to
from games.vazhushal.lessons.steps import draw, lesson, table
from games.vazhushal.lessons.truths import legal, thrown_in, yes_if_legal, your_doubles

JUST_OPENED = table("7H 2D KD QS 3S 8C AC 6D 9C TS 2H", melds=["4H 5H 6H"], mira=["TD JD QD"], line="8D", drawn="wipe")
SPARE_SIX = ["3S 4S 5S 6S", "TD JD QD"]
TRAPPED = table("TS KD 2C 7C QH 3D JC AD", melds=["8S 9S *=TS", "4H 5H 6H"], line="5C")

REARRANGE = lesson(
    "rearrange",
    "Adding and rearranging",
    "What may still become of your melds once they lie on the table.",
    (
        do(
            "A moment ago you opened with `4H 5H 6H`. From this very turn on you may also **add** hand cards to your "
            "melds. Your `7H` fits. (Your `KD` would please Mira's diamonds, but those are hers.) Add the seven.",
            "layoff.own-only layoff.same-turn-ok meld.owner-only",
            JUST_OPENED,
            on_table("7H"),
            ["layoff 1 7H"],
            (
                "Which card of your hand goes on where your run stops?",
                "Once you have opened you may add cards to your own melds, even in the same turn.",
                "The `7H`, at the upper end of `4H 5H 6H`.",
                "Press Add, choose `4H 5H 6H`, then choose `7H`, and confirm.",
            ),
            "One card less in your hand, and no new meld was needed.",
            tempting=("layoff 101 KD",),
        ),
        do(
            "Wild cards may be added just like others, as any card that fits. You have two pure sequences on the "
            "table, so there is room to play. Put your joker to work on one of them.",
            "layoff.wild-ok",
            table("* 3S 9H 2H AC 8D TS 4D", melds=["5C 6C 7C", "JD QD KD"], line="9C"),
            on_table("*"),
            ["layoff 1 *=8C"],
            (
                "Any end of any run will do.",
                "A wild card is added as the card that fits there.",
                "The `*`, as `8C` for instance, or as `AD`.",
                "Press Add, choose `5C 6C 7C`, then choose `*`, and confirm.",
            ),
            "That run is no longer pure, but your other one is. Good: that matters, as you are about to see.",
        ),
        try_illegal(
            "Whoever owns melds must own a pure sequence among them, after every single move. The key stays in the "
            "door. Your only one is `5C 6C 7C`. Try to add the joker to it.",
            "meld.pure-always",
            table("* 3S 2H AC 8D TS 4D KH", melds=["5C 6C 7C", "9D 9H 9S"], line="9C"),
            ["layoff 1 *=8C", "layoff 1 *=4C"],
            "Beside the nines the joker would be welcome. The last pure sequence stays pure.",
            needs={"layoff-own": True},
            hints=(
                "Add the joker to the clubs.",
                "One of your melds must remain a pure sequence.",
                "The `*`, and `5C 6C 7C`.",
                "Press Add, choose `5C 6C 7C`, then choose `*`, and confirm.",
            ),
        ),
        do(
            "Your table is not carved in stone. After the draw you may take your own melds apart and put them "
            "together anew, with hand cards among them. How you get there does not matter: in the end every group "
            "has to be a meld. You hold `6C 6H`. Who can spare a six?",
            "rearr.free rearr.end-state",
            table("6C 6H KC 2D 8H 9C AS", melds=SPARE_SIX, line="9S"),
            on_table("6C 6H"),
            ["rearrange 3S 4S 5S / TD JD QD / 6C 6H 6S"],
            (
                "A run of four can give one card away.",
                "Melds may be regrouped freely, if every group is a proper meld in the end.",
                "The `6S` leaves the spades and joins `6C 6H`.",
                "Press Rearrange: make `3S 4S 5S`, `TD JD QD` and `6C 6H 6S`, and confirm.",
            ),
            "Two cards gone that nobody saw leaving.",
            tempting=("rearrange 4S 5S 6S / TD JD QD / 6C 6H 3S",),
        ),
        do(
            "Your joker plays the `TS`, and now you hold the real `TS`. A wild card may change its part or move to "
            "another meld of yours. Get your `TS` onto the table and find the joker a new job.",
            "rearr.wild-moves rearr.end-state",
            TRAPPED,
            on_table("TS"),
            ["rearrange 8S 9S TS *=JS / 4H 5H 6H"],
            (
                "The joker need not go far. There is room at both ends of the run.",
                "A wild card may stand for something else after a rearrangement.",
                "The `TS` takes its own place, and the joker becomes `7S` or `JS`.",
                "Press Rearrange: make `8S 9S TS *` and `4H 5H 6H`, confirm, and say what the joker is.",
            ),
            "The understudy steps aside, and the star comes on.",
            tempting=("layoff 1 TS",),
        ),
        try_illegal(
            "Here is a cleverer thought. Put the real `TS` into the run and slip the joker back into your hand, for "
            "later. Try it. Or try to discard it, if you like.",
            "meld.stays-on-table",
            TRAPPED,
            ["rearrange 8S 9S TS / 4H 5H 6H", "discard *"],
            "Laid is laid. A card that lies on the table stays on the table.",
            needs={"rearrange": True},
        ),
        try_illegal(
            "Rearranging belongs to the second beat of your turn. Right now you have not even drawn. Try to bring "
            "your sixes together all the same.",
            "rearr.not-before-draw turn.no-predraw",
            draw("6C 6H KC 2D 8H 9C", melds=SPARE_SIX, line="5D"),
            ["rearrange 3S 4S 5S / TD JD QD / 6C 6H 6S"],
            "First the draw, then the table. Always.",
        ),
        do(
            "Remember that a wipe wants a new meld, never an addition? Once the new meld lies there, it is like any "
            "other. Wipe the `7C` with `5C 6C`, and then join the two runs of clubs into one.",
            "wipe.merge-after rearr.free",
            draw("5C 6C 2H JH 3D AS 9H", melds=["8C 9C TC", "JD QD KD"], line="7C"),
            laid(is_exactly("5C 6C 7C 8C 9C TC")),
            ["wipe 1 5C 6C 7C", "rearrange 5C 6C 7C 8C 9C TC / JD QD KD"],
            (
                "Two moves: a wipe, then some tidying.",
                "The meld of a wipe may be rearranged like any other in the same turn.",
                "`5C 6C 7C` first; then one run from `5C` to `TC`.",
                "Wipe `7C` with `5C 6C`. Then press Rearrange and make `5C 6C 7C 8C 9C TC` and `JD QD KD`.",
            ),
            "One long run can spare a card at either end later. Flexible, as they say.",
            tempting=("wipe 1 7C 8C 9C TC",),
        ),
        try_illegal(
            "At many tables melds may be taken apart and put together anew. Not at yours: what is laid stays as it "
            "was laid. Try to bring three sixes together.",
            "rearr.free",
            table("6C 6H KC 2D 8H 9C AS", melds=SPARE_SIX, line="9S"),
            ["rearrange 3S 4S 5S / TD JD QD / 6C 6H 6S"],
            "So think twice before you lay four cards where three would do.",
            needs={"rearrange": False},
        ),
        try_illegal(
            "By the book you could add your `7H` to the run that lies there. At your table a meld stays as it was "
            "laid. Try it.",
            "layoff.own-only",
            JUST_OPENED,
            ["layoff 1 7H"],
            "So patience pays here: lay a run when it is as long as you want it.",
            needs={"layoff-own": False},
            hints=(
                "Add a card to your own run.",
                "Under your house rules, melds do not grow by single cards.",
                "The `7H`, and `4H 5H 6H`.",
                "There is no button for it at your table, so use the move that this step offers.",
            ),
        ),
    ),
)

TWINS_AT_HAND = table("7S 8S 9S TS 2C KD 4H JC QD 5D AH", melds=["7S 8S 9S"], line="3C", seats=3)

TWINS = lesson(
    "twins",
    "Twins and doubles",
    "What it means to hold a card twice, and to lay a meld twice.",
    (
        try_illegal(
            "Three at the table means two packs, and you hold what you have already laid: a second `7S 8S 9S`. "
            "Lovely, and forbidden: nobody may own the same run twice. Try to lay the twin.",
            "meld.no-twin-melds",
            TWINS_AT_HAND,
            ["meld 7S 8S 9S"],
            "Alike means the very same cards. A single card of difference is enough, as you will see.",
            hints=(
                "Lay what you already own.",
                "You may not own the same run twice.",
                "`7S 8S 9S`.",
                "Choose `7S 8S 9S`, then press Lay.",
            ),
        ),
        do(
            "Same cards, but you are cleverer now. If one of the two runs is longer, they are twins no more, and "
            "your `TS` is all it takes. Get all four spades of your hand onto the table.",
            "meld.no-twin-melds",
            TWINS_AT_HAND,
            on_table("7S 8S 9S TS"),
            ["meld 7S 8S 9S TS"],
            (
                "One of the two runs has to be a little different.",
                "Two melds are twins only if they hold exactly the same cards.",
                "The `TS` makes a run of four.",
                "Choose `7S 8S 9S TS`, then press Lay.",
            ),
            "Sisters, not twins. The table is content.",
            tempting=("meld 7S 8S 9S",),
            needs={"twin-scope": ("all", "runs")},
        ),
        choose(
            "This time the other `7S 8S 9S` lies in front of Mira. You hold the second one, and you have opened with "
            "diamonds.",
            "meld.twin-own-only meld.no-twin-melds",
            table("7S 8S 9S 2C KH 4H JC 5D AH TH 6C", melds=["JD QD KD"], mira=["7S 8S 9S"], line="3C", seats=3),
            "May you lay yours?",
            yes_if_legal("meld 7S 8S 9S"),
            right("Yes", "yes", "Only your own melds are compared. What others own is their affair."),
            wrong("No, they would be twins", "no", "Twins live in one house. Mira's melds do not count."),
        ),
        choose(
            "Sets can be twins, too. You own `7C 7D 7H`, and more sevens keep coming: `7C 7D 7H 7S` are in your hand.",
            "meld.no-twin-melds",
            table("7C 7D 7H 7S 2C KH 4H JC", melds=["JD QD KD", "7C 7D 7H"], line="3C", seats=3),
            "Which three can you lay beside it?",
            legal("meld {}"),
            right("`7C 7D 7S`", "7C 7D 7S", "One seven differs, and that is enough."),
            wrong("`7C 7D 7H`", "7C 7D 7H", "You own exactly that set already."),
            wrong("`7D 7H 8C`", "7D 7H 8C", "An eight among the sevens makes no set. And you do not even hold one."),
            needs={"twin-scope": "all"},
        ),
        do(
            "By the book no two of your melds may be alike. At your table that goes for runs only: equal sets are "
            "fine. You own `7C 7D 7H` and hold it once more. Lay it.",
            "meld.no-twin-melds",
            table("7C 7D 7H 2C KH 4H JC 9S", melds=["JD QD KD", "7C 7D 7H"], line="3C", seats=3),
            on_table("7C 7D 7H"),
            ["meld 7C 7D 7H"],
            (
                "Do not hold back.",
                "Only equal runs are forbidden at your table.",
                "`7C 7D 7H`, once more.",
                "Choose `7C 7D 7H`, then press Lay.",
            ),
            "Six sevens in two equal sets. Elsewhere they would frown.",
            needs={"twin-scope": "runs"},
        ),
        try_illegal(
            "Twins are judged by what the cards stand for. Your joker already plays the `8S`. Now you hold the real "
            "`8S`, another joker and a wild `JH`. Try to build the same run again: `*=7S 8S JH=9S`.",
            "meld.no-twin-melds wild.declared",
            table(
                "8S * JH 4C KD QH 5C AC",
                melds=["2D 3D 4D", "7S *=8S 9S"],
                line="3C",
                negative="JC",
            ),
            ["meld *=7S 8S JH=9S"],
            "Not one card is the same, and still they are twins, because both stand for `7S 8S 9S`.",
            needs={"twin-compare": "represented"},
        ),
        choose(
            "Two packs have one more oddity. Before anything else, everybody looks for **doubles**: the very same "
            "card twice in one hand. Printed jokers do not count, for they have no rank to be the same.",
            "redeal.double-def redeal.jokers-dont-count",
            {
                "seats": 3,
                "phase": "deal",
                "hands": ["2H 2H 5C 5C * * JD 4S 9C KH 7D TS 3C", " ".join("?" * 13), " ".join("?" * 13)],
                "match": {"dealer": 2},
            },
            "How many doubles do you hold?",
            equals(your_doubles),
            right("Two", "2", "`2H 2H` and `5C 5C`. The jokers are just jokers."),
            wrong("Three", "3", "Two jokers are no double, however alike they look."),
            wrong("None", "0", "The same card twice is a double, and you have that."),
            needs={"packs": ("auto", "2")},
        ),
        choose(
            "Three doubles or more are too many. You must show them, still before the negative joker is turned, and "
            "everybody's cards are thrown in. The same dealer shuffles and deals again, as often as it takes. This "
            "time you hold `2H 2H 5C 5C JD JD`, and Ravi has dealt.",
            "redeal.three-doubles redeal.same-dealer redeal.before-reveal",
            {
                "seats": 3,
                "phase": "deal",
                "hands": ["2H 2H 5C 5C JD JD * 4S 9C KH 7D TS 3C", " ".join("?" * 13), " ".join("?" * 13)],
                "match": {"dealer": 2},
            },
            "What happens now?",
            equals(thrown_in),
            right("Ravi deals again", "again 2", "All cards go back, and Ravi has another try."),
            wrong("You deal, since it was your hand", "again 0", "The deal does not move on. Ravi repeats it."),
            wrong("You play on with what you have", "play", "Three doubles have to be shown. Nobody may keep quiet."),
            needs={"redeal-mode": "mandatory", "redeal-doubles": 3, "wild-rule": ("opposite-colour", "same-rank")},
        ),
        do(
            "At your table nobody is forced. Whoever holds enough doubles is asked, and a single yes throws all "
            "cards in. You hold `2H 2H 5C 5C JD JD`, hardly a hand to be fond of. Ask for a new deal.",
            "redeal.three-doubles redeal.same-dealer",
            {
                "seats": 3,
                "phase": "redeal",
                "hands": ["2H 2H 5C 5C JD JD * 4S 9C KH 7D TS 3C"],
                "match": {"dealer": 2},
            },
            made("throw-in"),
            ["throw-in"],
            (
                "You are asked, so answer.",
                "With enough doubles you may have the cards dealt anew; the same dealer deals.",
                "Your three doubles.",
                "Press New deal.",
            ),
            "Away with them. Ravi gathers the cards and deals again.",
            needs={"redeal-mode": "holder-may", "redeal-doubles": (1, 2, 3)},
        ),
        do(
            "A last riddle with twins. You own `7S 8S 9S`, and another `7S` lies in the line. Wiping it into `7S 8S "
            "9S` would make a twin. Look at your hand once more, and wipe it anyway.",
            "meld.no-twin-melds wipe.deepest-card-must-meld",
            draw("8S 9S TS 2C KD 4H JC QD 5D AH", melds=["7S 8S 9S"], line="7S", seats=3),
            wiped_to("7S"),
            ["wipe 1 7S 8S 9S TS"],
            (
                "Make it one card longer.",
                "The new meld must not be the same as one that you own.",
                "`7S` with your `8S 9S TS`.",
                "Press Wipe, choose `7S` in the line, then add `8S 9S TS`, and confirm.",
            ),
            "Four is not three. Neatly done.",
            tempting=("wipe 1 7S 8S 9S",),
            needs={"twin-scope": ("all", "runs"), "twin-compare": "represented"},
        ),
        choose(
            "By the book three players use two packs, and then a card can come twice. Your table plays with a single "
            "pack: every card is there once.",
            "setup.packs meld.no-duplicate-card",
            draw("4C 5C 6C TD QD KH 2H 2S 7S 9S JC * 8H", line="7D", seats=3),
            "How many kings are in this game?",
            equals(lambda state: sum(card.rank == 13 for card in state.deck())),
            right("Four", "4", "One in each suit. No hand can hold the same card twice."),
            wrong("Eight", "8", "That would be two packs. Your table uses one."),
            needs={"packs": "1"},
        ),
    ),
)
