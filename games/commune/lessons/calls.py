"""Lessons 8 to 10: calling and tokens, what losing brings, and reading what others say."""

from __future__ import annotations

from games.commune.lessons.steps import table
from games.commune.lessons.truths import (
    after,
    cards_of,
    dealer,
    declared_truly,
    fewest_hands,
    in_play,
    likelier_than,
    loser,
    most_hands,
    raised,
    sensible,
    winner,
    yes_if_legal,
)
from games.engine.lesson import Lesson
from games.kit.steps import choose, do, equals, play_on, predict, right, try_illegal, wrong
from games.kit.truths import made

CALLING = Lesson(
    "calling",
    "Calling",
    "One of two players loses a token: whoever called, or whoever spoke.",
    (
        do(
            "You hold `9C`, and Mira, who has one card, says: a pair of kings. Her card alone is no pair, and your "
            "nine is no king. Call her.",
            "call.declarer-loses token.one-per-hand",
            table("9C", "5D", said=["1 pair kings"]),
            made("call"),
            "call",
            (
                "Can two kings be there, when one of the two cards is your nine?",
                "If the declared hand is not there, the player who declared it loses a token.",
                "A nine, and one card that you do not know.",
                "Press Call.",
            ),
            "No pair of kings: Mira loses a token, and nobody else does.",
        ),
        predict(
            "You hold `KS`, Mira holds one card, and she says: a pair of kings. It is `KD` that she has, but suppose "
            "you call all the same.",
            "call.caller-loses call.target",
            table("KS", "KD", said=["1 pair kings"]),
            "Who loses a token?",
            after(loser, "call"),
            "call",
            right("You", "0", "The hand is there, so it is the caller who pays."),
            wrong("Mira", "1", "She was right: your king and hers are the pair."),
        ),
        try_illegal(
            "Mira said: a pair of sixes. Ravi has raised it to a pair of sevens. You believe Ravi, but not Mira. Try "
            "to call her pair of sixes.",
            "call.target",
            table("KS", "?", "?", said=["1 pair sixes", "2 pair sevens"]),
            ["call pair sixes"],
            "Too late: only the latest declaration can be called.",
        ),
        choose(
            "Ravi said: a pair of kings, and it is your turn. Mira, on your left, looks as if she did not believe him "
            "at all.",
            "call.who",
            table("KS", "?", "?", said=["2 pair kings"]),
            "May Mira call now?",
            yes_if_legal("1: call"),
            right("No", "no", "Only the player whose turn it is may call, and that is you."),
            wrong("Yes", "yes", "She has to wait until it is her turn."),
            needs={"who-may-call": "next"},
        ),
        do(
            "Ravi said: a pair of kings. At your table all the others are asked at once whether they call, and nobody "
            "hears the answers before they are all in. It may well be there: let it pass.",
            "call.who",
            table("KS", "?", "?", said=["2 pair kings"], phase="ask"),
            made("let-pass"),
            "let-pass",
            (
                "You hold a king yourself.",
                "After every declaration all the others are asked.",
                "Your king is half of the pair.",
                "Press Let it pass.",
            ),
            "Your answer stays hidden until it is settled.",
            needs={"who-may-call": "anyone"},
        ),
        predict(
            "Ravi has dealt this hand. You call his pair of kings, and the hand is over.",
            "deal.rotate",
            table("9C", "4D", "KH", said=["2 pair kings"], match={"dealer": 2}),
            "Who deals next?",
            after(dealer, "call"),
            "call",
            right("You", "0", "The deal passes to the left, whoever has lost."),
            wrong("Mira", "1", "She comes after you."),
            wrong("Ravi, who lost the token", "2", "Losing has nothing to do with it: the deal goes round."),
        ),
        predict(
            "You are down to your last token and hold three cards: `KS 9D 4C`. Ravi says: a pair of kings. He has "
            "`KH`. If you call now …",
            "token.out call.caller-loses",
            table("KS 9D 4C", "6H", "KH", said=["2 pair kings"]),
            "How many cards do you get next time?",
            after(cards_of(0), "call"),
            "call",
            right("None", "0", "That was the last token. You are out, and the others play on."),
            wrong("Four", "4", "There is no fourth step: without a token you are out."),
            wrong("Three", "3", "With a token you would. This one is gone."),
            needs={"start-tokens": 3},
        ),
        play_on(
            "Now you: play this hand against Mira and Ravi. Nobody has spoken yet.",
            "declare.options call.ends-hand",
            table("QS", "?", "?"),
            2,
            "Whether it went well or not: now you know how a hand feels.",
        ),
    ),
)

LOSING = Lesson(
    "losing",
    "What losing brings",
    "Who loses sees more, and so the game balances itself.",
    (
        do(
            "One token left, but three cards: `KS KD 2C`. You know of three kings, since your two is wild. Ravi says: "
            "two pair, tens and nines. Name something higher that your own cards make true.",
            "deal.hand-size present.n-of-kind",
            table("KS KD 2C", "?", "?", said=["2 two-pair tens nines"]),
            declared_truly(),
            "trips kings",
            (
                "What do your three cards make by themselves?",
                "Count the kings, and add the wild card.",
                "Two kings and a two are three kings.",
                "Press Three, then choose Kings.",
            ),
            "Three cards are worth more than three tokens, some say.",
            needs={"start-tokens": 3, "twos-wild": True},
        ),
        do(
            "Here you hold a single card, `JD`, and Ravi says: nine high. Name something higher that your own card "
            "makes true.",
            "declare.must-be-higher ladder.high",
            table("JD", "?", "?", said=["2 high nine"]),
            declared_truly(),
            "high jack",
            (
                "What does your own card promise?",
                "One card makes one high card true.",
                "A jack is higher than a nine.",
                "Press High card, then choose Jack.",
            ),
            "With one card that is about all you can be sure of.",
        ),
        predict(
            "Three tokens, one card. You hold `9C`, Mira holds `KH`, and she says: king high. If you call …",
            "deal.hand-size call.caller-loses",
            table("9C", "KH", said=["1 high king"]),
            "How many cards do you get next time?",
            after(cards_of(0), "call"),
            "call",
            right("Two", "2", "Two tokens are left, so it is one card more."),
            wrong("One", "1", "You have lost a token, and that brings a card."),
            wrong("None", "0", "You still have two tokens."),
            needs={"start-tokens": 3},
        ),
        choose(
            "You have three tokens, Mira two and Ravi one.",
            "deal.hand-size",
            table("9C", "? ?", "? ? ?"),
            "How many cards are in play together?",
            equals(in_play),
            right("Six", "6", "One, two and three. The longer a match lasts, the higher the hands."),
            wrong("Three", "3", "That would be at the very start, with three tokens each."),
            wrong("Nine", "9", "Only a player with one token left holds three."),
            needs={"start-tokens": 3},
        ),
        choose(
            "Every hand costs exactly one token. Two players have three each, and the match is over when one has none.",
            "match.length token.one-per-hand",
            table("9C", "?"),
            "How many hands does it take at least?",
            equals(fewest_hands),
            right("Three", "3", "If the same player loses them all."),
            wrong("One", "1", "One hand costs one token, and there are three to lose."),
            wrong("Five", "5", "That is the longest it can take."),
            needs={"start-tokens": 3},
        ),
        choose(
            "And the longest match for two: both lose and lose, until each has one token left. Then one more hand.",
            "match.length",
            table("9C", "?"),
            "How many hands does it take at most?",
            equals(most_hands),
            right("Five", "5", "Two tokens lost by each is four, and the fifth hand decides."),
            wrong("Six", "6", "The winner keeps a token, so they are never all lost."),
            wrong("Four", "4", "After four each may still have one."),
            needs={"start-tokens": 3},
        ),
        predict(
            "Mira has one token and three cards, and she says: a pair of queens. You hold `4S`; among her cards `QH "
            "9D 5C` is a single queen. If you call …",
            "match.last-standing call.declarer-loses",
            table("4S", "QH 9D 5C", said=["1 pair queens"]),
            "Who has won the match?",
            after(winner, "call"),
            "call",
            right("You", "(0,)", "Mira has no token left. The last one in wins."),
            wrong("Mira", "(1,)", "There is one queen only, so she loses her last token."),
            wrong("Nobody yet", "()", "She is out, and you alone have tokens."),
            needs={"start-tokens": 3},
        ),
    ),
)

READING = Lesson(
    "reading",
    "Reading what they say",
    "A declaration is a word about somebody's cards, true or not.",
    (
        do(
            "You hold `QS`, and Ravi, who holds one card, says: king high. Most people begin with what they have. If "
            "he has a king, you still have a queen. A small step keeps you safe for now. Go on.",
            "declare.must-be-higher declare.free",
            table("QS", "?", "?", said=["2 high king"]),
            raised(),
            "high ace",
            (
                "Is it worth a token to doubt a king?",
                "Any higher hand will do, believed or not.",
                "Ace high is the next step.",
                "Press High card and choose Ace.",
            ),
            "A step that nobody can check is often the best one.",
        ),
        choose(
            "You hold `4C`. Two others hold a card each, and you know nothing of those. Somebody says: a pair of "
            "kings.",
            "present.n-of-kind call.target",
            table("4C", "?", "?", said=["2 pair kings"]),
            "By chance alone, is it there at least once in ten times?",
            likelier_than("pair kings", 0.1, 1.0),
            right("No, less often", "no", "Both unseen cards would have to fit."),
            wrong("Yes", "yes", "Your four is no help, so both other cards must fit."),
        ),
        choose(
            "Now you hold `KC` yourself, and two others hold a card each. Again somebody says: a pair of kings.",
            "present.n-of-kind call.target",
            table("KC", "?", "?", said=["2 pair kings"]),
            "By chance alone, is it there at least once in ten times?",
            likelier_than("pair kings", 0.1, 1.0),
            right("Yes, more often", "yes", "One more king, or a wild card if there are any, is enough."),
            wrong("No", "no", "Your king is half of it. Only one other card has to fit."),
        ),
        choose(
            "The ladder does not follow the odds. With many cards in play some hands far up are likelier than others "
            "below. Twelve unseen cards, and you hold `4C`. By chance alone, a flush to the ace is there more than "
            "two times in three.",
            "declare.any-jump ladder.flush ladder.trips",
            table("4C", "? ? ?", "? ? ?", "? ? ?", "? ? ?"),
            "Are three aces, far below it, there as often as every second time?",
            likelier_than("trips aces", 0.5, 1.0),
            right("No", "no", "Three of one given rank are rarer than five of a suit. Jump when the table is large."),
            wrong("Yes", "yes", "They stand lower on the ladder, but they are rarer."),
            needs={"start-tokens": 3, "twos-wild": True, "jokers": 2, "flush-naming": "top", "flushes": True},
        ),
        choose(
            "Mira has said: king high. Ravi raised it to a pair of kings. You hold `KC`.",
            "declare.free call.not-best",
            table("KC", "?", "?", said=["1 high king", "2 pair kings"]),
            "Which is the better thing to do?",
            equals(sensible),
            right("Go on, or name three kings", "raise", "Mira spoke of a king, and you hold one: the pair is likely."),
            wrong("Call", "call", "With your own king half of the pair is there already, and Mira may hold the rest."),
            needs={"who-may-call": "next"},
        ),
        play_on(
            "Listen to what is said, and play this hand against three others.",
            "declare.options call.ends-hand",
            table("AS", "?", "?", "?"),
            2,
            "Whoever named a rank often holds it. Often, not always.",
        ),
    ),
)
