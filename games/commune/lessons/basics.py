"""Lessons 1 to 4: one pool of cards, the ladder, naming a hand, and climbing."""

from __future__ import annotations

from games.commune.lessons.steps import shown, table
from games.commune.lessons.truths import (
    aside,
    cards_of,
    first_speaker,
    highest_of,
    in_play,
    is_there,
    most_players,
    raised,
    reshuffled,
    said,
)
from games.engine.lesson import Lesson
from games.kit.steps import choose, do, equals, predict, right, try_illegal, wrong
from games.kit.truths import made

POOL = Lesson(
    "pool",
    "One pool of cards",
    "Everybody holds a card or two in secret, and what counts is all of them together.",
    (
        do(
            "You hold one card, `KS`. Mira, on your left, holds one too, and you have not seen it. You speak first. "
            "What you say is about both cards together, and one thing you know for sure: there is a king. Say so.",
            "ladder.high declare.first",
            table("KS", "?"),
            said("high king"),
            "high king",
            (
                "What can you promise when you know only your own card?",
                "A high card says: at least one card of that rank is there.",
                "Your `KS` makes it true all by itself.",
                "Press High card, then choose King.",
            ),
            "“King high”, and it cannot be wrong. Now Mira has to go higher, or call you.",
        ),
        do(
            "Another hand. You hold `9H`, and two others hold a card each. Ravi has just said: a pair of kings. Your "
            "nine is no help, so both of the other cards would have to fit. Say that you do not believe him: call.",
            "call.ends-hand deal.face-down",
            table("9H", "4C", "7D", said=["2 pair kings"]),
            made("call"),
            "call",
            (
                "How likely are two kings among two cards?",
                "A call ends the declaring, and all cards are shown.",
                "Your nine is no king, so both of the others would have to help.",
                "Press Call.",
            ),
            "Nobody has seen another's cards until now. A nine, a four, a seven: no pair of kings anywhere.",
        ),
        choose(
            "After a call everybody's cards lie open, and all of them together are the commune. Here four players held "
            "one card each. The rest of the pack lies aside, unseen, and is no part of it.",
            "call.ends-hand deal.stub-unused",
            shown("9H", "4C", "7D", "7S", said="3 pair sevens", loser=0),
            "How many cards are in this commune?",
            equals(in_play),
            right("Four", "4", "One from each player. Those two sevens do make the pair."),
            wrong("One", "1", "Your own card is only a part of it: all hands are put together."),
            wrong("The whole pack", "54", "What was not dealt does not count, whatever it is."),
        ),
        choose(
            "The pack has 54 cards, the usual 52 and two jokers. At this table for two, one card is dealt to each.",
            "deck.54 deal.stub-unused",
            table("KS", "?"),
            "How many cards lie aside?",
            equals(aside),
            right("52", "52", "54 less the two that were dealt. Nobody looks at them."),
            wrong("50", "50", "You have forgotten the jokers: 54 less two."),
            wrong("None", "0", "One card each is all that was dealt."),
            needs={"jokers": 2},
        ),
        choose(
            "Everybody begins with three tokens, and a lost hand costs one. With three tokens you get one card, and "
            "one card more for each token lost. You have three here, Mira two, and Ravi is down to his last.",
            "tokens.start deal.hand-size",
            table("KS", "? ?", "? ? ?"),
            "How many cards does Ravi hold?",
            equals(cards_of(2)),
            right("Three", "3", "One token left means two lost: one card and two more."),
            wrong("One", "1", "It is the other way round: fewer tokens, more cards."),
            wrong("Two", "2", "That is Mira, who has lost one token."),
            needs={"start-tokens": 3},
        ),
        choose(
            "Nobody needs partners, and the table may be large. The more cards there are together, the higher the "
            "hands that are really there.",
            "players.count",
            table("KS", "?", "?", "?"),
            "How many can play?",
            equals(most_players),
            right("Up to ten", "10", "From two to ten, each for themselves."),
            wrong("Up to six", "6", "There are cards enough for more."),
            wrong("Up to four", "4", "Four is pleasant, but it can be ten."),
        ),
        choose(
            "A hand is over, and a token is lost. Before the next one all cards are gathered, those that lay aside as "
            "well, and shuffled.",
            "deal.reshuffle",
            shown("9H", "4C", "7D", said="2 pair kings", loser=2),
            "From how many cards is the next hand dealt?",
            equals(reshuffled),
            right("54", "54", "From the whole pack. What you saw in the last hand tells you nothing now."),
            wrong("51", "51", "The three that were shown are shuffled in again."),
            wrong("3", "3", "All the others come back too."),
            needs={"jokers": 2},
        ),
    ),
)

LADDER = Lesson(
    "ladder",
    "The ladder",
    "Every hand of poker has its place, and you only ever go up.",
    (
        do(
            "Ravi says: a pair of aces. No pair is higher than that, but two pair is, any two pair at all. It need not "
            "be true. Name one.",
            "ladder.pair ladder.two-pair",
            table("KS", "?", "?", said=["2 pair aces"]),
            lambda start, moves, now: any(move.verb == "two-pair" for move in moves),
            "two-pair kings sixes",
            (
                "Above the pairs another kind of hand begins.",
                "Two pairs of different ranks stand above every single pair.",
                "Your king is as good a start as any.",
                "Press Two pair, then choose the higher pair and the lower one.",
            ),
            "And now it is Mira who has to think.",
        ),
        choose(
            "High card, pair, two pair, three of a kind, straight: that is how the ladder begins. A kind further up "
            "beats any hand of a kind below it, whatever the ranks.",
            "ladder.high ladder.trips ladder.straight",
            table("KS", "?"),
            "Which of these stands highest?",
            highest_of("two-pair aces kings", "trips fours", "straight seven"),
            right("A straight to the seven", "straight seven", "The lowest straights stand above all threes."),
            wrong("Two pair, aces and kings", "two-pair aces kings", "The best two pair is below any three of a kind."),
            wrong("Three fours", "trips fours", "Above two pair, but below every straight."),
        ),
        choose(
            "Then come the flush, the full house and four of a kind.",
            "ladder.flush ladder.full-house ladder.quads",
            table("KS", "?"),
            "Which of these stands highest?",
            highest_of("flush ace", "full-house threes fours", "straight ace"),
            right("Threes full of fours", "full-house threes fours", "A full house is above every flush."),
            wrong("A flush to the ace", "flush ace", "The best flush, but any full house is higher."),
            wrong("A straight to the ace", "straight ace", "The best straight, but any flush is higher."),
        ),
        choose(
            "At the very top stand straight flushes and, above them, five of a kind, which only wild cards make "
            "possible.",
            "ladder.quads ladder.straight-flush ladder.five",
            table("KS", "?"),
            "Which of these stands highest?",
            highest_of("quads aces", "straight-flush ace", "five threes"),
            right("Five threes", "five threes", "Five of a kind stands above everything else."),
            wrong("Four aces", "quads aces", "Any straight flush is above it."),
            wrong("A straight flush to the ace", "straight-flush ace", "High, but any five of a kind is higher."),
        ),
        choose(
            "Within a kind the ranks decide. Of two pair, look at the higher pair first, and at the lower one only if "
            "those are equal.",
            "ladder.two-pair",
            table("KS", "?"),
            "Which of these stands highest?",
            highest_of("two-pair kings fives", "two-pair kings sixes", "two-pair queens jacks"),
            right("Kings and sixes", "two-pair kings sixes", "Kings both times, and sixes beat fives."),
            wrong("Kings and fives", "two-pair kings fives", "The same kings, but the lower pair is lower."),
            wrong("Queens and jacks", "two-pair queens jacks", "Its higher pair is queens, and kings beat them."),
        ),
        choose(
            "A full house is named with its three first. The three decide, and the pair only between equal threes.",
            "ladder.full-house",
            table("KS", "?"),
            "Which of these stands highest?",
            highest_of("full-house sevens aces", "full-house eights threes", "full-house eights fours"),
            right("Eights full of fours", "full-house eights fours", "Eights both times, and fours beat threes."),
            wrong("Eights full of threes", "full-house eights threes", "The same eights with a lower pair."),
            wrong("Sevens full of aces", "full-house sevens aces", "Three sevens are below three eights."),
        ),
        try_illegal(
            "A straight is named by its top card. The lowest one has the ace at the bottom and goes to the five. Try "
            "to name one that goes to the four: it would have to run round the corner.",
            "ladder.straight",
            table("KS", "?"),
            ["straight four"],
            "An ace may stand below the two or above the king, and no straight runs on past it.",
            needs={"declare-twos": True},
        ),
    ),
)

NAMING = Lesson(
    "naming",
    "What to name, and what to leave out",
    "The ranks that make the hand, and not a word more.",
    (
        do(
            "Say this one: a full house, three eights and a pair of threes. First comes the three, then the pair.",
            "declare.ranks-named ladder.full-house",
            table("8S", "?", "?", said=["2 pair nines"]),
            said("full-house eights threes"),
            "full-house eights threes",
            (
                "A full house has two ranks, and they are not the same thing.",
                "All ranks that matter are named, the three before the pair.",
                "Eights first, threes second.",
                "Press Full house, then choose Eights, then Threes.",
            ),
            "“Eights full of threes.” The other way round it would be quite another hand.",
        ),
        try_illegal(
            "Two pair has two ranks as well. Try to name the kings alone and leave the other pair open.",
            "declare.ranks-named",
            table("KS", "?"),
            ["two-pair kings"],
            "Both pairs have to be named. With one left open, nobody could say what is higher.",
        ),
        try_illegal(
            "In poker the cards beside a pair can decide. Here they do not count. Try to name an ace beside your pair "
            "of kings.",
            "declare.no-kickers",
            table("KS", "?"),
            ["pair kings aces"],
            "A pair of kings is a pair of kings, whatever lies beside it.",
        ),
        try_illegal(
            "A flush is five cards of one suit, and it is named by its top card. Try to say which suit.",
            "declare.no-suits",
            table("KS", "?"),
            ["flush king spades"],
            "Any suit will do. Say “a flush to the king”, and four suits are on your side.",
            needs={"flush-naming": "top", "flushes": True},
        ),
        do(
            "Any rank may be named, and twos are no exception. Mira says: ace high. The next step up is the lowest of "
            "all pairs. Name it.",
            "declare.all-ranks ladder.pair",
            table("KS", "?", said=["1 high ace"]),
            said("pair twos"),
            "pair twos",
            (
                "What is the lowest rank?",
                "Every rank can be named, from two up to ace.",
                "The lowest pair is a pair of twos.",
                "Press Pair, then choose Twos.",
            ),
            "A very small step. Small steps leave the hard part to the next player.",
        ),
        choose(
            "“King high” promises one king at least. It does not say that nothing higher is there.",
            "ladder.high declare.no-kickers call.not-best",
            shown("KS", "AD", "9C", said="2 high king", loser=0),
            "Is “king high” there, with an ace on the table?",
            is_there("high king"),
            right("Yes", "yes", "There is a king, and that is all that was said."),
            wrong("No, it is ace high", "no", "An ace spoils nothing: only the king was named."),
        ),
    ),
)

CLIMBING = Lesson(
    "climbing",
    "Climbing",
    "One speaks after the other, always higher, until somebody has had enough.",
    (
        do(
            "Ravi says: a pair of nines. It is your turn. Name something higher, as near or as far as you like.",
            "declare.must-be-higher declare.any-jump",
            table("KS", "?", "?", said=["2 pair nines"]),
            raised(),
            "pair tens",
            (
                "What stands above a pair of nines?",
                "You may leave out as many steps as you like.",
                "A pair of kings is close to what you hold.",
                "Press Pair and choose Tens or more.",
            ),
            "Higher is all that it has to be.",
        ),
        try_illegal(
            "The same table, and again a pair of nines was said. Try to say the same, or something lower.",
            "declare.must-be-higher",
            table("9S", "?", "?", said=["2 pair nines"]),
            ["pair nines", "pair eights"],
            "It must be higher. Saying the same is not enough, even if you hold a nine yourself.",
        ),
        try_illegal(
            "Perhaps you would rather say nothing at all. Try to let it pass.",
            "declare.options",
            table("9S", "?", "?", said=["2 pair nines"]),
            ["let-pass"],
            "When it is your turn you have to speak.",
        ),
        try_illegal(
            "Now you are the first to speak in a new hand. Try to call.",
            "declare.first",
            table("9S", "?", "?"),
            ["call"],
            "There is nothing to call yet. Whoever begins has to name a hand.",
        ),
        choose(
            "Who deals first is left to chance. Today it was Ravi, and he sits on your right. The player on the "
            "dealer's left speaks first.",
            "deal.first-dealer declare.first",
            table("9S", "?", "?", match={"dealer": 2}),
            "Who speaks first?",
            equals(first_speaker),
            right("You", "0", "You sit on Ravi's left."),
            wrong("Mira", "1", "She sits on your left, so she comes after you."),
            wrong("Ravi", "2", "The dealer speaks last in the first round."),
            needs={"first-declarer": "left-of-dealer"},
        ),
        predict(
            "It goes round clockwise. Mira has no tokens left and is out. You say: king high.",
            "declare.turn-order token.out",
            table("KS", "", "?", "?", match={"scores": [3, 0, 3, 3], "dealer": 3}),
            "Who is next?",
            lambda state, value: value == str(state.after(0)),
            "high king",
            right("Ravi", "2", "Mira is passed over: she is out, and Ravi is next on your left."),
            wrong("Mira", "1", "She has no token, so she has no say."),
            wrong("Leela", "3", "It goes to the left, and Ravi comes first."),
        ),
        do(
            "Three cards are in play, one for each of you, and Ravi says: four nines. A straight flush takes five "
            "cards, so it cannot possibly be there. You may say it all the same, if you think that nobody dares to "
            "call. Name one.",
            "declare.free ladder.straight-flush",
            table("4C", "?", "?", said=["2 quads nines"]),
            lambda start, moves, now: any(move.verb == "straight-flush" for move in moves),
            "straight-flush nine",
            (
                "Nobody asks whether you believe it.",
                "You may declare any hand of the ladder, even one that takes more cards than were dealt.",
                "Choose any top card.",
                "Press Straight flush and choose its top card.",
            ),
            "Legal, and foolish: the next player only has to count to three. But it was your right.",
        ),
        do(
            "Mira says: five aces. That is the last step of the ladder. What is left for you?",
            "declare.top-forces-call ladder.five",
            table("4C", "?", said=["1 five aces"]),
            made("call"),
            "call",
            (
                "Is there anything higher?",
                "Above five aces there is nothing, so the next player has to call.",
                "You need no cards for this.",
                "Press Call.",
            ),
            "Two cards and five aces: that was a gift.",
        ),
    ),
)
