"""Lessons 7 to 9: hands in a row, and who deals next."""

from __future__ import annotations

from typing import Any

from games.court_piece.lessons.goals import scored, won_hand
from games.court_piece.lessons.steps import SWEPT, THEIR_SIX, lesson, table
from games.court_piece.lessons.truths import (
    NOBODY,
    OURS,
    THEIRS,
    after,
    calls_next,
    courts_and_tally,
    deals_next,
    tally,
)
from games.engine.view import Position
from games.kit.steps import do, predict, right, show, wrong

ALLOWED = {"playon-allowed": True}
COUNT = {**ALLOWED, "tally-after-hand-court": "count"}
RESET = {**ALLOWED, "tally-after-hand-court": "reset"}
SEVEN = {"tally-target": 7}
LOSERS = {**ALLOWED, "deal-after-court": "losers"}
YOU, NEXT, RAVI, LAST = 0, 1, 2, 3
"""Who deals, at a table where cards go round clockwise."""


def row(number: int, holder: int) -> dict[str, Any]:
    """So many hands in a row, won by this side: 0 is yours."""
    return {"tally": number, "holder": holder}


def winning(**more: Any) -> Position:
    """The last trick of a hand that stands six to six; you will take it."""
    return table("AS", "9S 4S KS", **more)


def losing(**more: Any) -> Position:
    """The last trick of a hand that stands six to six; one of the others will take it."""
    return table("5D", "9D 4D KD", **more)


def sweeping(**more: Any) -> Position:
    """The first seven tricks are yours, and you are asked whether to play on."""
    return table("AH KH 8H 7C QS 5S", tricks=SWEPT, phase="playon", **more)


def swept_away(**more: Any) -> Position:
    """The seventh trick after six that were theirs; they will take it too."""
    return table("5D 3D KH 8H 7C QS 5S", "9D 4D KD", tricks=THEIR_SIX, **more)


TALLY = lesson(
    "tally",
    "Hands in a row",
    "The patient way to a court: win hand after hand.",
    (
        do(
            "A match begins with a clean slate: no courts, and nobody has won a hand yet. The **tally** counts how "
            "many hands in a row a side has won, and the first win makes it one. The last trick is waiting: win the "
            "hand.",
            "setup.tally-zero tally.what tally.first",
            winning(),
            won_hand(),
            ["play AS"],
            (
                "Six tricks each; this one decides.",
                "A side that wins a hand while nobody has a tally begins one.",
                "The ace of trumps.",
                "Choose `AS`, then press Play.",
            ),
            "One hand in a row. It sounds modest, but so does every beginning.",
        ),
        predict(
            "Three hands have gone to you and Ravi, one after the other: your tally is three. Now you are about to win "
            "the next one, by seven tricks to six.",
            "tally.same-side tally.what",
            winning(**row(3, 0)),
            "What does the tally say then?",
            after(tally, "play AS"),
            ["play AS"],
            right("Four for you and Ravi", f"{OURS} 4", "Won again, one more. By how much you win does not matter."),
            wrong("Three for you and Ravi", f"{OURS} 3", "It goes up with every hand that you win."),
            wrong("One for you and Ravi", f"{OURS} 1", "It begins anew only when the other side wins."),
            needs={"tally-target": tuple(range(5, 14))},
        ),
        predict(
            "Mira and Leela have won five hands in a row, and they are getting loud. But this hand is going to be "
            "yours.",
            "tally.break tally.what",
            winning(**row(5, 1)),
            "What does the tally say then?",
            after(tally, "play AS"),
            ["play AS"],
            right("One for you and Ravi", f"{OURS} 1", "Their row is broken, and yours begins at one."),
            wrong("Four for Mira and Leela", f"{THEIRS} 4", "Nothing is taken off. The row is over, all of it."),
            wrong("Six for you and Ravi", f"{OURS} 6", "Their five do not become yours. You begin at one."),
            needs={"tally-target": tuple(range(6, 14))},
        ),
        do(
            "Six hands in a row for you and Ravi, and at seven the row scores a court. The last trick lies there, and "
            "in your hand lies the answer.",
            "court.seven-in-a-row",
            winning(**row(6, 0)),
            scored(1),
            ["play AS"],
            (
                "Nothing special is asked for: just win the hand.",
                "A side that wins seven hands in a row scores a court.",
                "The ace of trumps.",
                "Choose `AS`, then press Play.",
            ),
            "Seven in a row: a court, earned one hand at a time.",
            needs=SEVEN,
        ),
        predict(
            "Look at that again, and mind the tally this time. You have six in a row, and win the seventh.",
            "tally.reset-seven court.seven-in-a-row",
            winning(**row(6, 0)),
            "A court, and what does the tally say?",
            after(courts_and_tally, "play AS"),
            ["play AS"],
            right(
                "Nothing: it is back at zero",
                f"1 0, {NOBODY} 0",
                "The court is written down, and the counting starts anew.",
            ),
            wrong("Seven", f"1 0, {OURS} 7", "The seven have been turned into a court."),
            wrong("One", f"1 0, {OURS} 1", "Not yet: the next hand will be the first of a new row."),
            needs=SEVEN,
        ),
        predict(
            "Another way to win a hand: you have taken the first seven tricks, a court in one hand, and now you stop. "
            "Two hands in a row were yours before.",
            "tally.every-hand-counts tally.same-side",
            sweeping(**row(2, 0)),
            "What does the tally say then?",
            after(tally, "stop"),
            ["stop"],
            right("Three for you and Ravi", f"{OURS} 3", "A hand won with a court is a hand won, one more in the row."),
            wrong("Two for you and Ravi", f"{OURS} 2", "Every hand counts, also one that has scored a court."),
            wrong(
                "Nothing, the court has cleared it", f"{NOBODY} 0", "Some tables do that. At yours every hand counts."
            ),
            needs={**COUNT, "tally-target": tuple(range(4, 14))},
        ),
        predict(
            "Another way to win a hand: you have taken the first seven tricks, a court in one hand, and now you stop. "
            "Two hands in a row were yours before. At your table every court clears the tally.",
            "tally.every-hand-counts",
            sweeping(**row(2, 0)),
            "What does the tally say then?",
            after(tally, "stop"),
            ["stop"],
            right(
                "Nothing, it is back at zero",
                f"{NOBODY} 0",
                "The court wipes the slate: such a hand does not feed the row.",
            ),
            wrong("Three for you and Ravi", f"{OURS} 3", "By the book it would. At your table the court clears it."),
            wrong("One for you and Ravi", f"{OURS} 1", "The hand with the court is not the first of a new row either."),
            needs={**RESET, "tally-target": tuple(range(3, 14))},
        ),
        predict(
            "The dream: six hands in a row, and in this one you have taken the first seven tricks as well. One feat "
            "is a court, and so is the other. You stop and count.",
            "court.add-up court.seven-in-a-row tally.every-hand-counts",
            sweeping(**row(6, 0)),
            "How many courts is this hand worth?",
            after(courts_and_tally, "stop"),
            ["stop"],
            right("Two", f"2 0, {NOBODY} 0", "One for the first seven tricks, one for the seventh hand. They add up."),
            wrong("One", f"1 0, {NOBODY} 0", "Each feat is paid for: courts from one hand are added."),
            wrong("Fourteen", f"14 0, {NOBODY} 0", "A nice idea, but seven and seven make two here."),
            needs={**COUNT, **SEVEN},
        ),
        predict(
            "Six hands in a row, and in this one you have taken the first seven tricks. You stop. But at your table a "
            "court of one hand clears the tally, and that hand does not feed it.",
            "tally.every-hand-counts court.first-seven",
            sweeping(**row(6, 0)),
            "How many courts is this hand worth?",
            after(courts_and_tally, "stop"),
            ["stop"],
            right("One", f"1 0, {NOBODY} 0", "For the first seven tricks. The row of six is gone, a little sadly."),
            wrong("Two", f"2 0, {NOBODY} 0", "By the book, yes. At your table the seventh hand does not count here."),
            wrong("None", f"0 0, {NOBODY} 0", "The first seven tricks are a court at any table."),
            needs={**RESET, **SEVEN},
        ),
        predict(
            "How long a row must be is a matter of taste. At another table four hands in a row are enough for a court, "
            "and three of them are yours already.",
            "court.seven-in-a-row tally.reset-seven",
            winning(**row(3, 0)),
            "You win this hand too. What comes of it?",
            after(courts_and_tally, "play AS"),
            ["play AS"],
            right(
                "A court, and the tally is at zero",
                f"1 0, {NOBODY} 0",
                "Four in a row are as good there as seven by the book.",
            ),
            wrong("A tally of four", f"0 0, {OURS} 4", "That table scores a court for four and begins anew."),
            wrong("A court, and a tally of four", f"1 0, {OURS} 4", "After the court the counting starts again."),
            options={"tally-target": 4},
        ),
    ),
)

DEALERS = lesson(
    "dealers",
    "Losers deal, winners call",
    "Dealing is a punishment here: the call of trumps goes to the other side.",
    (
        do(
            "{last} has dealt this hand, so you have called trumps. The last trick decides. Win it, and see beside "
            "whose name the word “dealer” stands after that.",
            "deal.dealer-side-lost deal.loser-deals",
            winning(),
            won_hand(),
            ["play AS"],
            (
                "As always: win the hand.",
                "The dealer comes from the side that lost the hand.",
                "The ace of trumps.",
                "Choose `AS`, then press Play.",
            ),
            "{last}’s side has lost, and so {last} deals again. Some people deal all evening.",
        ),
        predict(
            "{last} has dealt, and your side is winning this hand as well, without any court. The losers go on "
            "dealing, and the winners get the better job.",
            "deal.loser-deals trump.caller",
            winning(),
            "Who calls trumps in the next hand?",
            after(calls_next, "play AS"),
            ["play AS"],
            right("You", "You", "{last} deals again, and you come after {last}. As long as you win, you call."),
            wrong("Ravi", "Ravi", "The call does not wander while you keep winning: {last} deals again."),
            wrong("{next}", "{next}", "{next}’s side has lost. Losers deal, winners call."),
        ),
        predict(
            "This time Ravi has dealt, and {last}, who comes after him, has called trumps. All the same your side wins "
            "the hand. The deal now moves on by one seat, {way}.",
            "deal.dealer-side-won deal.loser-deals",
            winning(match={"dealer": RAVI}),
            "Who deals the next hand?",
            after(deals_next, "play AS"),
            ["play AS"],
            right("{last}", "{last}", "One seat on from Ravi sits {last}, of the side that lost."),
            wrong("Ravi again", "Ravi", "The dealer deals again only when the dealer’s side has lost."),
            wrong("You", "You", "You have won, and without a court it is the losers who deal."),
        ),
        predict(
            "Your own deal, and your side is losing: {last} takes this last trick, and no court is scored.",
            "deal.dealer-side-lost",
            losing(match={"dealer": YOU}),
            "Who deals the next hand?",
            after(deals_next, "play 5D"),
            ["play 5D"],
            right("You again", "You", "The dealer’s side has lost, so the same player deals once more."),
            wrong("Ravi", "Ravi", "It passes to the partner only after a court. There was none."),
            wrong("{next}", "{next}", "{next} has won this hand, and the losers deal."),
        ),
        predict(
            "{next} has dealt, so Ravi has called trumps. It did not help: {last} takes this last trick, and Mira and "
            "Leela win the hand.",
            "deal.dealer-side-won deal.loser-deals",
            losing(match={"dealer": NEXT}),
            "Who calls trumps in the next hand?",
            after(calls_next, "play 5D"),
            ["play 5D"],
            right("{last}", "{last}", "The deal passes from {next} to Ravi, and {last} comes after him."),
            wrong("Ravi again", "Ravi", "He has lost, and now he deals. The call is gone."),
            wrong("You", "You", "You have lost this hand. The call goes to the winners."),
        ),
    ),
)

AFTER_COURT = lesson(
    "after-court",
    "The deal after a court",
    "When a court is scored against the dealer, the partner takes over the pack.",
    (
        predict(
            "{last} has dealt, and you have taken the first seven tricks: a court, and you stop. Without it {last} "
            "would simply deal again. But when a court is scored against the dealer’s side, the job passes to the "
            "dealer’s **partner**.",
            "deal.dealer-side-lost-court",
            sweeping(),
            "Who deals the next hand?",
            after(deals_next, "stop"),
            ["stop"],
            right("{next}", "{next}", "{last}’s partner. The losers still deal, only with other hands."),
            wrong("{last} again", "{last}", "That is how it goes without a court."),
            wrong("You", "You", "You are one of the winners, and the losers deal."),
            needs=ALLOWED,
        ),
        predict(
            "The same hand: {last} has dealt, and the court is yours. So {next} is going to deal.",
            "deal.dealer-side-lost-court trump.caller",
            sweeping(),
            "Who calls trumps then?",
            after(calls_next, "stop"),
            ["stop"],
            right("Ravi", "Ravi", "He comes after {next}. Your side keeps the call, it just moves to your partner."),
            wrong("You again", "You", "You come after {last}. But after {next} comes Ravi."),
            wrong("{last}", "{last}", "That side has lost. It deals, and does not call."),
            needs=ALLOWED,
        ),
        predict(
            "No sweep this time, but six hands in a row for you and Ravi, and {last} has dealt. You win this hand by "
            "seven tricks to six: the seventh in a row.",
            "deal.dealer-side-lost-court court.seven-in-a-row",
            winning(**row(6, 0)),
            "Who deals the next hand?",
            after(deals_next, "play AS"),
            ["play AS"],
            right("{next}", "{next}", "A court is a court, however it was scored, so {last}’s partner deals."),
            wrong("{last} again", "{last}", "The row of seven has just scored a court."),
            wrong("You", "You", "You have won this hand, and the losers deal."),
            needs=SEVEN,
        ),
        predict(
            "It works the other way round, too. You have dealt, and it is a disaster: Mira and Leela take the first "
            "seven tricks.",
            "deal.dealer-side-lost-court",
            swept_away(match={"dealer": YOU}),
            "Who deals the next hand?",
            after(deals_next, "play 5D"),
            ["play 5D"],
            right("Ravi", "Ravi", "A court against the dealer’s side: your partner takes over."),
            wrong("You again", "You", "Without the court, yes. Now it is Ravi’s turn."),
            wrong("{next}", "{next}", "{next} belongs to the winners, and the losers deal."),
        ),
        predict(
            "Ravi has dealt, and now it is your own side, the dealer’s side, that has taken the first seven tricks. "
            "You stop. The rule about the partner is meant for losers.",
            "deal.dealer-side-court deal.loser-deals",
            sweeping(match={"dealer": RAVI}),
            "Who deals the next hand?",
            after(deals_next, "stop"),
            ["stop"],
            right("{last}", "{last}", "Your side has won, so the deal moves on one seat, as after any hand it wins."),
            wrong("You, Ravi’s partner", "You", "Some tables do it so. At yours only losers deal."),
            wrong("Ravi again", "Ravi", "He deals again only if his side loses without a court."),
            needs=LOSERS,
        ),
        show(
            "All of it at a glance. {last} has dealt, so the call was yours. You win without a court: {last} deals "
            "again, and you call again. You win with a court: {next} deals, and Ravi calls. Mira and Leela win, with "
            "a court or without: you deal, and {next} calls.",
            "deal.dealer-side-lost deal.dealer-side-lost-court deal.dealer-side-won deal.dealer-side-court",
            winning(),
            needs={"deal-after-court": "losers"},
        ),
        predict(
            "Another table, where they read the rule otherwise: after **any** court won by play the dealer’s partner "
            "deals, whoever scored it. Ravi has dealt, and you have taken the first seven tricks.",
            "deal.dealer-side-court deal.loser-deals",
            sweeping(match={"dealer": RAVI}),
            "Who deals next at that table?",
            after(deals_next, "stop"),
            ["stop"],
            right("You", "You", "You are Ravi’s partner. A strange reward for a court."),
            wrong("Leela", "Leela", "By the book. Here the winners deal, just this once."),
            wrong("Ravi again", "Ravi", "It passes to the partner, and that is you."),
            options={"deal-after-court": "partner-always"},
        ),
    ),
)
