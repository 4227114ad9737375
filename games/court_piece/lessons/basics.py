"""Lessons 1 to 3: partners, tricks, trumps."""

from __future__ import annotations

from games.court_piece.lessons.goals import led, played, took_trick
from games.court_piece.lessons.steps import lesson, table
from games.court_piece.lessons.truths import after, follows, hand_size, partner, plays_last, taker, takes_it, to_play
from games.kit.steps import all_of, choose, do, equals, predict, right, try_illegal, wrong

ENFORCED = {"revoke-mode": "enforced"}
CLAIMABLE = {"revoke-mode": "claimable"}
RAVI_DEALS = {"dealer": 2}

PARTNERS = lesson(
    "partners",
    "The friend across the table",
    "Four players, two sides, and a friend who sits opposite.",
    (
        do(
            "Come in, there is a chair for you, and it is your turn already. Three hearts lie on the table: `9H 4H "
            "KH`. You play the last card, and the highest heart takes all four. In this game the ace ranks above the "
            "king. Which card do you play?",
            "setup.rank trick.led-suit-wins",
            table("AH 6H 8D 3D JC", "9H 4H KH", match=RAVI_DEALS),
            took_trick(),
            ["play AH"],
            (
                "One of your two hearts beats the king.",
                "Every suit ranks from the ace at the top, over king, queen and jack, down to the two.",
                "The ace of hearts.",
                "Choose `AH`, then press Play.",
            ),
            "Four cards, one from each player: that is a **trick**, and you have taken it. The whole game is made of "
            "tricks.",
            point_at=("AH 6H",),
        ),
        do(
            "Once more: `7C 3C TC`, all clubs. Below the ace come king, queen, jack, ten and so on down to the two. "
            "Win this one as well, but do not pay too much: take it with the lowest card that will do.",
            "setup.rank",
            table("QC JC 2C AS 5D", "7C 3C TC", match=RAVI_DEALS, trump="H"),
            all_of(took_trick(), played("JC")),
            ["play JC"],
            (
                "Which of your clubs beat the ten?",
                "The jack ranks right above the ten, and the queen right above the jack.",
                "The jack is enough.",
                "Choose `JC`, then press Play.",
            ),
            "By a whisker, and your queen is still there for another day.",
            point_at=("QC JC 2C",),
        ),
        do(
            "You are not alone. Ravi, who sits opposite, is your **partner**; Mira and Leela are the other side. The "
            "`AH` is his, and nothing beats it. What he takes counts for both of you. So let him have the trick, and "
            "save your king.",
            "setup.players setup.seats",
            table("KH 2H 9S TD 4C", "5H AH 8H", match=RAVI_DEALS),
            all_of(took_trick((2,)), played("2H")),
            ["play 2H"],
            (
                "The trick is yours already, in a way.",
                "Partners sit opposite each other and win together, so a high card on top of his is wasted.",
                "Your lowest heart.",
                "Choose `2H`, then press Play.",
            ),
            "That is teamwork: Ravi has the trick, you have the king, and nobody had to say a word.",
            point_at=("KH 2H",),
        ),
        predict(
            "Cards go round {way}, from each player to the one on the {side}. And because partners sit opposite each "
            "other, the turn changes between the two sides with every card. You begin this trick with the `QD`.",
            "setup.direction setup.seats",
            table("QD 7C 3S 9H", match=RAVI_DEALS),
            "Who plays the next card?",
            after(to_play, "play QD"),
            ["play QD"],
            right(
                "{next}, on your {side}", "{next}", "First {next}, then Ravi, then {last}. {next} has to answer you."
            ),
            wrong("Ravi", "Ravi", "Ravi comes second after you. The player between you goes first."),
            wrong("{last}, on your {other}", "{last}", "{last} comes last this time: cards go round {way}."),
        ),
        choose(
            "Before the first deal you agree who plays with whom, or let the cards decide. Then partners take chairs "
            "opposite each other. This evening it fell out like this: you and Ravi against Mira and Leela.",
            "setup.partners setup.players",
            table("QD 7C 3S 9H", match=RAVI_DEALS),
            "Mira takes a trick. Whose tricks is it counted with?",
            equals(partner("Mira")),
            right("Leela’s", "Leela", "Mira and Leela sit opposite each other and are one side."),
            wrong("Ravi’s", "Ravi", "Ravi sits beside Mira. He belongs to you."),
            wrong("Nobody’s, she plays for herself", "", "Nobody plays alone: two against two, always."),
        ),
        choose(
            "You play with a full pack: four suits from the ace to the two, without jokers. In each hand all 52 cards "
            "are dealt out to the four of you, and everybody gets the same number. Here is yours, before the first "
            "trick.",
            "setup.deck setup.players",
            table("AS JS 8S 3S KH TH 4H QD 9D 5D AC 7C 2C", match=RAVI_DEALS),
            "How many cards does everybody hold?",
            equals(hand_size),
            right("13", "13", "52 cards for four players: thirteen each, and so thirteen tricks in a hand."),
            wrong("12", "12", "Count again: four times twelve are only 48."),
            wrong("26", "26", "That is what a side holds: you and Ravi together."),
        ),
    ),
    zones=("trick", "hand-0"),
)

TRICKS = lesson(
    "tricks",
    "How a trick goes",
    "Somebody leads, the others follow suit, and the winner leads again.",
    (
        do(
            "You took the last trick, so the next one is yours to begin: whoever wins a trick **leads** to the next. "
            "A leader may put down any card at all. Go ahead.",
            "trick.winner-leads",
            table("QD 7C 3C 9H", tricks=["1", "0", "1", "0", "1", "0", "1", "0", "0 AH 3H 8H 5H"], match=RAVI_DEALS),
            led(),
            ["play QD"],
            (
                "There is no wrong card here.",
                "The winner of a trick leads to the next one, with any card.",
                "The `QD`, for instance.",
                "Choose any card, then press Play.",
            ),
            "Your card sets the suit. Now the other three add one card each, in turn.",
        ),
        choose(
            "Ravi has won a trick and is about to lead. Everybody plays one card, in turn, {way}. So the next after "
            "Ravi is {last}, who sits between him and you.",
            "trick.order trick.winner-leads",
            table(
                "QD 7C 3C 9H",
                tricks=["1", "0", "1", "0", "1", "0", "1", "2", "2 AH 3H 8H 5H"],
                turn=2,
                match=RAVI_DEALS,
            ),
            "Who plays the last card of Ravi’s trick?",
            equals(plays_last),
            right("{next}", "{next}", "Ravi, {last}, you, {next}. The last one has seen all the other cards."),
            wrong("You", "You", "You are third. One more player comes after you."),
            wrong("Ravi", "Ravi", "He leads, so he is first. Everybody plays once."),
        ),
        do(
            "Diamonds were led: `KD 8D 5D`. The first duty of a player is to **follow suit**: if you have a card of "
            "the led suit, you play one. You hold two diamonds. Neither can win, so it hardly matters which.",
            "trick.follow-suit",
            table("9D 3D QC AC", "KD 8D 5D", match=RAVI_DEALS),
            played("9D 3D"),
            ["play 3D"],
            (
                "Which suit lies on the table?",
                "Whoever has the led suit must play it.",
                "One of your two diamonds; the lower one is the cheaper gift.",
                "Choose `3D`, then press Play.",
            ),
            "Following suit comes first, winning second. Your clubs must wait.",
        ),
        try_illegal(
            "Same trick, and what a pity about the beautiful `AC`. An ace is an ace, surely? Try to play a club "
            "although you hold diamonds.",
            "trick.follow-suit",
            table("9D 3D QC AC", "KD 8D 5D", match=RAVI_DEALS),
            ["play AC", "play QC"],
            "As long as you hold a diamond, a diamond it is.",
            needs=ENFORCED,
            hints=(
                "Any club will be refused.",
                "Diamonds were led, and you have some.",
                "The ace of clubs.",
                "Choose `AC`, then press Play.",
            ),
        ),
        choose(
            "Same trick again. At your table nothing stops you from putting down a club, but it is a foul all the "
            "same, and it may cost your side the hand. More on that in a later lesson.",
            "trick.follow-suit",
            table("9D 3D QC AC", "KD 8D 5D", match=RAVI_DEALS),
            "Which card is a proper one here?",
            follows,
            right("`9D`", "9D", "Diamonds were led and you hold diamonds, so one of them has to go."),
            wrong("`AC`", "AC", "A club, while you hold two diamonds. That is the foul."),
            wrong("`QC`", "QC", "High or low makes no difference: it is not a diamond."),
            needs=CLAIMABLE,
        ),
        predict(
            "{next} led `7H`. Ravi has run out of hearts and threw the `AC`. {last} played `9H`, and your only heart "
            "is `8H`. The highest card **of the led suit** takes the trick.",
            "trick.led-suit-wins trick.follow-suit",
            table("8H KD 4C", "7H AC 9H", match=RAVI_DEALS),
            "Whose trick will it be?",
            after(taker, "play 8H"),
            ["play 8H"],
            right("{last}’s", "{last}", "Hearts were led, and `9H` is the highest of them."),
            wrong("Ravi’s", "Ravi", "His ace is a club. In a trick of hearts it counts for nothing."),
            wrong("Yours", "You", "Your `8H` beats the `7H`, but not the `9H`."),
        ),
        do(
            "Now both beats in one go. Take this trick of diamonds; then the lead is yours, so begin the next one "
            "with whatever you like.",
            "trick.winner-leads trick.led-suit-wins trick.follow-suit",
            table("AD 2D 9C JH", "TD 6D KD", match=RAVI_DEALS),
            all_of(took_trick(), led()),
            ["play AD", "play JH"],
            (
                "Win first, then lead.",
                "The highest diamond takes the trick, and its owner leads to the next.",
                "The ace of diamonds; after it any of your other cards.",
                "Choose `AD` and press Play. Then choose another card and press Play again.",
            ),
            "Win, lead, win, lead: that is how a strong hand stays in command.",
        ),
    ),
    zones=("trick", "hand-0"),
)

TRUMPS = lesson(
    "trumps",
    "Trumps and discards",
    "One suit beats all the others, once you have nothing left to follow with.",
    (
        do(
            "In each hand one suit is **trumps** and beats the three others. Here it is spades. Diamonds were led: "
            "`AD 7D KD`. You have no diamond, and whoever cannot follow may play any card, a trump too. Take the "
            "trick.",
            "trick.trump-wins trick.void-any",
            table("2S QH 9H 5C", "AD 7D KD"),
            took_trick(),
            ["play 2S"],
            (
                "The ace of diamonds is high, but it is no trump.",
                "The highest trump takes a trick in which trumps were played.",
                "Your only spade.",
                "Choose `2S`, then press Play.",
            ),
            "The smallest trump has beaten an ace and a king. Feels good, does it not?",
            point_at=("2S",),
        ),
        predict(
            "Spades are trumps. {next} led `9D`, Ravi trumped it with `4S`, and {last} went higher with `JS`. You have "
            "neither diamonds nor spades, and throw your `AH`: a **discard**.",
            "trick.trump-wins trick.discard-loses",
            table("AH 3C 8C", "9D 4S JS"),
            "Whose trick is it?",
            after(taker, "play AH"),
            ["play AH"],
            right("{last}’s", "{last}", "Two trumps were played, and the higher one wins."),
            wrong("Ravi’s", "Ravi", "He was winning until {last} played a higher trump."),
            wrong("Yours", "You", "A card that is neither trump nor of the led suit cannot win, not even an ace."),
        ),
        choose(
            "Spades are trumps. Clubs were led: `KC 6C 3S`, so somebody has trumped already. You hold no clubs and "
            "may play what you like.",
            "trick.trump-wins trick.discard-loses trick.void-any",
            table("AH 7S 2S QD", "KC 6C 3S"),
            "Which of your cards takes the trick?",
            takes_it,
            right("`7S`", "7S", "A higher trump than the `3S`. That is called overtrumping."),
            wrong("`2S`", "2S", "A trump, but the `3S` is higher."),
            wrong("`AH`", "AH", "A heart is neither trump nor a club. It would be a discard."),
        ),
        do(
            "You may trump; you need not. Nobody has to beat a trick either. Ravi’s `AD` is winning this one, and you "
            "play last, without a diamond. Spades are trumps. Leave him his trick, and keep your trumps.",
            "trick.no-duty-to-trump trick.void-any",
            table("KS 2S 4C TH", "8D AD 5D"),
            took_trick((2,)),
            ["play 4C"],
            (
                "Who is winning at the moment?",
                "A player who cannot follow may trump or discard, as they please.",
                "Throw something you will not miss, such as the `4C`.",
                "Choose `4C`, then press Play.",
            ),
            "A discard well spent, and both of your trumps are still there.",
        ),
        try_illegal(
            "Hearts were led: `QH 6H AH`. Your `4H` is worthless, and two fine spades, trumps, stand beside it. Try "
            "to trump all the same.",
            "trick.follow-suit",
            table("4H 9S KS 7C", "QH 6H AH"),
            ["play 9S", "play KS"],
            "Trumping is for those who have run out of the led suit. You still have a heart.",
            needs=ENFORCED,
            hints=(
                "Either spade will be refused.",
                "One heart in your hand is enough to bind you.",
                "The nine or the king of spades.",
                "Choose `9S`, then press Play.",
            ),
        ),
        choose(
            "Hearts were led: `QH 6H AH`. Your `4H` is worthless, and two fine spades, trumps, stand beside it. Your "
            "table would let you trump, but the rule is the same everywhere.",
            "trick.follow-suit",
            table("4H 9S KS 7C", "QH 6H AH"),
            "Which card does the rule ask for?",
            follows,
            right("`4H`", "4H", "Your only heart, and so your only proper card."),
            wrong("`9S`", "9S", "Trumping is for those who have run out of hearts."),
            wrong("`7C`", "7C", "A discard is for those who have run out of hearts."),
            needs=CLAIMABLE,
        ),
        do(
            "It is your lead, and spades are trumps. In some games trumps may not be led at first. Here any card may "
            "be led at any time. Lead a trump, and make the others part with theirs.",
            "trick.lead-any",
            table("AS KS 5H 8D", tricks=["1", "0", "1", "0", "1", "0", "1", "0", "0 AC 3C 8C 5C"]),
            all_of(led(), played("AS KS")),
            ["play AS"],
            (
                "The panel beside the trick says which suit is trumps.",
                "A leader may lead any card, trumps included.",
                "The ace or the king of spades.",
                "Choose `AS`, then press Play.",
            ),
            "That is called drawing trumps. When the others have none left, your high cards are safe.",
        ),
    ),
)
