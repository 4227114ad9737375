"""Lessons 10 and 13: all thirteen tricks, and the match."""

from __future__ import annotations

from typing import Any

from games.court_piece.lessons.counting import losing, row, sweeping, winning
from games.court_piece.lessons.goals import plays_on, won_match
from games.court_piece.lessons.steps import SIX, SWEPT, call, lesson, table
from games.court_piece.lessons.truths import (
    OTHERS,
    OURS,
    THEIRS,
    after,
    asked,
    courts,
    courts_so_far,
    how_it_goes_on,
    match_ends,
)
from games.kit.steps import choose, do, equals, play_on, predict, right, try_illegal, wrong
from games.kit.truths import made

ALLOWED = {"playon-allowed": True}
FIFTY_TWO = {**ALLOWED, "playon-value": 52}
LAST_OF_ALL = table("", tricks=[*SWEPT, "2", "2", "0", "0", "0"], playing_on=True, hands=["AS", "2D", "5H", "9C"])
NINTH = table(
    "",
    tricks=[*SWEPT, "0"],
    playing_on=True,
    hands=["5D QH 8H 7C 5S", "KD ? ? ? ?", "4D ? ? ? ?", "9D ? ? ? ?"],
)
SEVENTH = table("", tricks=SIX, hands=["AS QH 8H 7C 3C 6S 5D", "2S ? ? ? ? ? ?", "3S ? ? ? ? ? ?", "4S ? ? ? ? ? ?"])

THIRTEEN = lesson(
    "thirteen",
    "All thirteen",
    "After seven tricks out of seven there may be more to win.",
    (
        do(
            "Seven tricks, all yours: the court is safe. You took the last of them, so now you are asked. Instead of "
            "stopping you may play on and try for **all thirteen**. With these cards, who could resist? Play on.",
            "playon.option",
            table("AS KS QS AD AH KH", tricks=SWEPT, phase="playon"),
            made("go-on"),
            ["go-on"],
            (
                "Look at your hand: where would you lose a trick?",
                "A side that has the first seven tricks may play on for all thirteen.",
                "No card yet; first say that you want to.",
                "Press Play on.",
            ),
            "Bravely said. What you have won is safe, so there is nothing to fear in the other six tricks.",
            needs=ALLOWED,
        ),
        predict(
            "Twelve tricks, all yours, and the `AS` for the last one; hardly one hand in five hundred comes to this. "
            "All thirteen are worth **52 courts**, and the first seven among them alone are worth one.",
            "playon.replaces playon.fifty-two",
            LAST_OF_ALL,
            "How many courts is the hand worth in all?",
            after(courts, "play AS", OTHERS),
            ["play AS"],
            right("52", "52 0", "The 52 take the place of the one for the first seven."),
            wrong("53", "53 0", "Some tables add the one. At yours the 52 take its place."),
            wrong("1", "1 0", "That is what you would have had if you had stopped."),
            needs={**FIFTY_TWO, "playon-adds": False},
        ),
        predict(
            "Twelve tricks, all yours, and the `AS` for the last one; hardly one hand in five hundred comes to this. "
            "All thirteen are worth **52 courts**, the first seven among them one, and at your table nothing is lost.",
            "playon.replaces playon.fifty-two",
            LAST_OF_ALL,
            "How many courts is the hand worth in all?",
            after(courts, "play AS", OTHERS),
            ["play AS"],
            right("53", "53 0", "The 52 come on top of the one for the first seven."),
            wrong("52", "52 0", "That is the book. Your table adds the one as well."),
            wrong("1", "1 0", "That is what you would have had if you had stopped."),
            needs={**FIFTY_TWO, "playon-adds": True},
        ),
        predict(
            "You have played on, and trick eight was yours as well. But now your aces are gone. You lead the `5D`, "
            "and {next} beats it with the `KD`. What does the attempt cost?",
            "playon.no-penalty playon.stop-on-loss",
            NINTH,
            "What happens when they take this trick?",
            after(courts_so_far, "play 5D", OTHERS),
            ["play 5D"],
            right(
                "The hand is over, and you keep your court",
                "over 1 0",
                "Trying is free: the court for the first seven stands.",
            ),
            wrong(
                "The hand is over, and the court is gone", "over 0 0", "What you have won stays won. Trying is free."
            ),
            wrong(
                "You keep your court and play on", "play 1 0", "There is nothing left to win, so the hand stops here."
            ),
            needs={**ALLOWED, "playon-stop-on-loss": True},
        ),
        predict(
            "You have played on, and trick eight was yours as well. But now your aces are gone, and the `5D` that you "
            "lead is beaten by a `KD`. What does the attempt cost?",
            "playon.no-penalty playon.stop-on-loss",
            NINTH,
            "What happens when they take this trick?",
            after(courts_so_far, "play 5D", OTHERS),
            ["play 5D"],
            right(
                "You keep your court, and the rest is played",
                "play 1 0",
                "Trying is free, and at your table all thirteen tricks are played, for the exercise.",
            ),
            wrong(
                "The hand is over, and you keep your court", "over 1 0", "Elsewhere it stops here. You play to the end."
            ),
            wrong("The court is gone, and the rest is played", "play 0 0", "What you have won stays won."),
            needs={**ALLOWED, "playon-stop-on-loss": False},
        ),
        predict(
            "Six tricks out of six are yours, and the `AS` will bring home the seventh. At many tables you might then "
            "play on for all thirteen. Not at yours.",
            "playon.default-stop court.first-seven",
            SEVENTH,
            "What happens after this trick?",
            after(courts_so_far, "play AS", OTHERS),
            ["play AS"],
            right(
                "You score a court, and the hand is over",
                "over 1 0",
                "Seven out of seven always end the hand at your table.",
            ),
            wrong("You go on, the other six might be yours too", "play 1 0", "Nobody is asked at your table."),
            wrong(
                "The hand is over, and nothing is scored",
                "over 0 0",
                "The first seven tricks are a court at any table.",
            ),
            needs={"playon-allowed": False},
        ),
        try_illegal(
            "Seven tricks have been played: six for you, and one, the very first, for Mira and Leela. All the other "
            "six might still be yours. Try to announce it.",
            "playon.option",
            table("AS KS QS AD AH KH", tricks=["3", *SIX]),
            ["go-on"],
            "The question is only put to a side that has all of the first seven. Here you simply play on anyway.",
            hints=(
                "Say that you play on.",
                "Only a side with the first seven tricks can play on for thirteen.",
                "No card is needed.",
                "There is no button for it here, so use the move that this step offers.",
            ),
            needs=ALLOWED,
        ),
        choose(
            "Seven out of seven again, but this time it was Ravi who took the last of them. You would love to play on, "
            "and you fear that he would rather stop.",
            "playon.who-decides",
            table("AS KS QS AD AH KH", tricks=[*SIX, "2"], phase="playon", turn=2),
            "Who decides?",
            equals(asked),
            right("Ravi alone", "Ravi", "He took the seventh trick and is about to lead, so it is his choice."),
            wrong(
                "You two together", "You and Ravi", "Some tables ask both. At yours the winner of trick seven decides."
            ),
            wrong("You", "You", "Whoever takes the seventh trick is asked, and that was Ravi."),
            needs={**ALLOWED, "playon-decider": "trick7-winner"},
        ),
        predict(
            "Ravi took the seventh trick, was asked first, and wants to play on. At your table both partners must want "
            "it, so now it is your turn to speak. You shake your head.",
            "playon.who-decides",
            table("9S 3S QD 5D 8H 2H", tricks=[*SIX, "2"], phase="playon", leader=2, asked=[2]),
            "What happens?",
            after(how_it_goes_on, "stop"),
            ["stop"],
            right("The hand is over", "over", "One no is enough at your table. The court is safe anyway."),
            wrong("Ravi plays on all the same", "play", "He would need you for that: both must want it."),
            needs={**ALLOWED, "playon-decider": "both"},
        ),
        do(
            "At another table one of the two is enough. Ravi took the seventh trick and was asked first; he would "
            "rather stop. Now they ask you, and your hand is splendid. Overrule him.",
            "playon.who-decides playon.option",
            table("AS KS QS AD AH KH", tricks=[*SIX, "2"], phase="playon", leader=2, asked=[2]),
            plays_on(),
            ["go-on"],
            (
                "Do not be shy.",
                "At that table one yes of the two partners is enough.",
                "No card yet.",
                "Press Play on.",
            ),
            "On it goes. Ravi leads all the same, because he took the last trick.",
            options={"playon-decider": "either"},
        ),
        play_on(
            "And now all the way. Seven tricks are yours, and you hold the six highest trumps. Say that you play on, "
            "then lead them one by one, and enjoy yourself.",
            "playon.fifty-two playon.option",
            table("AS KS QS JS TS 9S", tricks=SWEPT, phase="playon"),
            7,
            "Nobody could do a thing about it. That is how it looks when all thirteen come home.",
            needs={**ALLOWED, "playon-decider": ("trick7-winner", "either")},
        ),
    ),
)

HANDS_20 = {"match-end": "hands", "match-hands": 20}
HANDS_10 = {"match-end": "hands", "match-hands": 10}
TO_THREE = {"match-end": "courts", "match-courts": 3}


def score(ours: int, theirs: int, deals: int) -> dict[str, Any]:
    """So many courts for each side after so many hands."""
    return {"match": {"scores": [ours, theirs, ours, theirs], "deals": deals, "dealer": 0}}


WIN_THE_LAST = (
    ["play AS"],
    (
        "It is the last trick of the last hand.",
        "The side with more courts wins the match.",
        "The ace of trumps.",
        "Choose `AS`, then press Play.",
    ),
    "The match is over, and it is yours, by two courts to one. Shake hands, and ask for a return match.",
)
LAST_HAND = (
    "Courts are all that counts in the end: after {} hands the side with more of them wins the **match**. This is the "
    "last one. You have two courts, Mira and Leela have one. Finish it in style."
)

MATCH = lesson(
    "match",
    "The match",
    "Hands make tallies, tallies make courts, and courts win the match.",
    (
        do(
            LAST_HAND.format("twenty"),
            "match.winner match.end",
            winning(**score(2, 1, 19)),
            won_match(),
            *WIN_THE_LAST,
            needs=HANDS_20,
        ),
        do(
            LAST_HAND.format("ten"),
            "match.winner match.end",
            winning(**score(2, 1, 9)),
            won_match(),
            *WIN_THE_LAST,
            needs=HANDS_10,
        ),
        do(
            "Courts are all that counts in the end: whoever has three of them first wins the **match** at once. You "
            "have two, and the first seven tricks of this hand are yours. That makes three: be content, and stop.",
            "match.end match.winner court.first-seven",
            sweeping(**score(2, 1, 30)),
            won_match(),
            ["stop"],
            (
                "The court is safe, so there is no more to wish for.",
                "The first side with three courts wins the match.",
                "No card is needed.",
                "Press Stop.",
            ),
            "The third court, and the match. Shake hands, and ask for a return match.",
            needs={**TO_THREE, "playon-decider": ("trick7-winner", "both"), **ALLOWED},
        ),
        predict(
            "A match by the book has twenty hands, and this is the last of them. Two courts for you, one for the "
            "others; but they have won more hands, and they win this one too, with seven tricks to six.",
            "match.winner match.end",
            losing(**score(2, 1, 19)),
            "Who wins the match?",
            after(match_ends, "play 5D"),
            ["play 5D"],
            right("You and Ravi", OURS, "Courts decide, and nothing else. Hands that made no court are forgotten."),
            wrong("Mira and Leela", THEIRS, "More hands, but fewer courts. Only courts are counted."),
            wrong("Nobody yet", "goes on", "Twenty hands were agreed, and twenty have been played."),
            options={},
        ),
        predict(
            "The twentieth of twenty hands again, by the book. Courts are rare, and this evening there has not been "
            "a single one: nothing to nothing. You win the last hand by seven tricks to six.",
            "match.tie match.end",
            winning(**score(0, 0, 19)),
            "How does the match end?",
            after(match_ends, "play AS"),
            ["play AS"],
            right("In a draw", "draw", "Level courts are a draw, even if there are none at all."),
            wrong("You win it, with the last hand", OURS, "A hand alone brings no court, and so no match."),
            wrong("It goes on until somebody has a court", "goes on", "Some tables do that. By the book it ends here."),
            options={},
        ),
        predict(
            "Another table cannot bear a draw. Twenty hands are played, and it stands one court to one. You win the "
            "last hand, without a court.",
            "match.tie",
            winning(**score(1, 1, 19)),
            "What do they do there?",
            after(match_ends, "play AS"),
            ["play AS"],
            right("They deal another hand", "goes on", "Hand after hand is added, until the courts differ."),
            wrong("They call it a draw", "draw", "By the book, yes. That table plays on."),
            wrong("They give it to you", OURS, "A won hand is no court. It is still one to one."),
            options={"match-tie": "play-on"},
        ),
        predict(
            "Then there are tables where nobody counts hands: at this one the first side with five courts wins, at "
            "once. You have three, the others four. But you have won six hands in a row, and in this one you have "
            "taken the first seven tricks.",
            "match.end match.winner court.add-up",
            sweeping(**score(3, 4, 57), **row(6, 0)),
            "You stop here. What then?",
            after(match_ends, "stop"),
            ["stop"],
            right(
                "You and Ravi win the match",
                OURS,
                "One court for the seven tricks, one for the seventh hand: five to four.",
            ),
            wrong(
                "The match goes on at four to four",
                "goes on",
                "The seventh hand in a row brings a court as well. That makes five.",
            ),
            wrong("Mira and Leela win, they have more", THEIRS, "They were ahead until you scored two at one stroke."),
            options={"match-end": "courts", "match-courts": 5},
        ),
        do(
            "The friendliest table of all agrees on no length. After each hand the next dealer says whether another "
            "one is dealt. Tonight that is you: deal on, or end the match while you are ahead.",
            "match.end",
            table("", phase="agree", **score(1, 0, 12)),
            lambda start, moves, now: bool(moves),
            ["finish"],
            (
                "How late is it?",
                "With no length agreed, the next dealer decides after each hand.",
                "No card is needed, only a word.",
                "Press End the match, or press Deal.",
            ),
            "As you wish. That is the privilege of the next dealer.",
            options={"match-end": "open"},
        ),
        play_on(
            "You know this game now. Here is a whole hand, by the rules of your own table: call your trumps, and play "
            "all of it with Ravi against Mira and Leela. Seven tricks, and if luck is with you, the first seven.",
            "trump.five-card-call hand.majority court.first-seven",
            call("AH QH TH AC 6D"),
            14,
            "That was the course. The table is set: find some company, or let the bots have it.",
        ),
    ),
)
