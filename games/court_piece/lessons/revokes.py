"""Lessons 11 and 12: revokes put right, and revokes found out. They visit a table where revokes can happen."""

from __future__ import annotations

from games.court_piece.lessons.basics import CLAIMABLE, ENFORCED
from games.court_piece.lessons.goals import in_trick, scored
from games.court_piece.lessons.steps import lesson, table, taken_in_turn
from games.court_piece.lessons.truths import (
    OTHERS,
    after,
    asked,
    courts,
    deals_next,
    how_it_goes_on,
    taker_and_revokes,
    yes_if_legal,
)
from games.kit.steps import all_of, choose, do, predict, right, try_illegal, wrong
from games.kit.truths import made

UNTIL_LEAD = {**CLAIMABLE, "revoke-correct-until": "next-lead"}
SLIP = table("9D QC 4H", "7D 5C", tricks=taken_in_turn(9, last=3), turn=1)
"""Leela has led a diamond, and you have played a club."""

PUT_RIGHT = lesson(
    "put-right",
    "A slip, put right in time",
    "Not following suit though you could is a revoke, and for a moment it can be undone.",
    (
        do(
            "We visit a table where nothing stops you from playing a wrong card. Cards go round clockwise. Leela led "
            "`7D`, and you absently threw the `5C` although you hold the `9D`: that is a **revoke**. Mira and Ravi "
            "have yet to play, so there is time. Take it back.",
            "revoke.definition revoke.self-correct",
            SLIP,
            all_of(made("correct"), in_trick("9D")),
            ["correct 9D"],
            (
                "Own up; nobody minds.",
                "You may take the wrong card back and play one that follows suit.",
                "Your only diamond.",
                "Choose `9D`, then press Take back.",
            ),
            "As if nothing had happened. Only now everybody knows where the `5C` is.",
            tempting=("correct 4H",),
            options=CLAIMABLE,
        ),
        try_illegal(
            "You have led the `AS`, and now you remember that hearts were led in the trick before. Was that a revoke? "
            "No: a revoke is not following suit, and a leader has nothing to follow. Try to take the ace back.",
            "revoke.definition",
            table("KH 9D 3C", "AS", tricks=taken_in_turn(9), turn=1),
            ["correct KH"],
            "Led is led. Taking back is for revokes only.",
            options=CLAIMABLE,
            hints=(
                "Say that you take it back.",
                "Whoever leads cannot revoke.",
                "The `KH`, in place of the ace.",
                "Choose `KH`, then press Take back.",
            ),
        ),
        do(
            "Ravi led `7D`, Leela threw `5C`, and you spent your `KD` on the trick. Then Leela noticed, took the club "
            "back and played the `AD`. That is not fair on you, so whoever played after her may change their card "
            "too. Save your king.",
            "revoke.followers-may-change",
            table(
                "3D 2S 8H",
                "7D AD KD",
                tricks=taken_in_turn(9, last=2),
                phase="change",
                leader=2,
                hands=["3D 2S 8H", "", "", "5C ? ?"],
                known=["", "", "", "5C"],
            ),
            in_trick("3D"),
            ["change 3D"],
            (
                "The king cannot win any more.",
                "Whoever has played after the revoke may change their card, but still has to follow suit.",
                "The three of diamonds.",
                "Choose `3D`, then press Change.",
            ),
            "A small card in place of a big one. And a trump, the `2S`, would not have been allowed: you hold "
            "diamonds.",
            tempting=("change 2S",),
            options=CLAIMABLE,
        ),
        predict(
            "Leela led `7D`, you threw `5C` by mistake, and Mira followed with `TD`. Now you put it right with your "
            "`KD`. Some cards may be changed after that, and some have to stay.",
            "revoke.followers-may-change revoke.earlier-cards-stay",
            table("KD QC 4H", "7D 5C TD", tricks=taken_in_turn(9, last=3), turn=2),
            "Who may change a card?",
            after(asked, "correct KD"),
            ["correct KD"],
            right("Only Mira", "Mira", "She played after you, and could not know of your king."),
            wrong("Mira and Leela", "Mira and Leela", "Leela played before you. Earlier cards stay where they are."),
            wrong("Nobody", "Ravi", "It would be Ravi’s turn then. But Mira is asked first."),
            options=CLAIMABLE,
        ),
        try_illegal(
            "This time you were the last to play, and threw `5C` on a trick of diamonds although you hold the `AD`. "
            "With your card the trick was complete. Try to take it back all the same.",
            "revoke.window revoke.established",
            table("AD QC", tricks=[*taken_in_turn(10, last=1), "1 KD 8D 2D 5C"], turn=1),
            ["correct AD"],
            "The fourth card closes a trick, and whoever plays last has no time to think again.",
            options=CLAIMABLE,
            hints=(
                "Say that you take it back.",
                "A revoke can be put right until the fourth card of the trick is played.",
                "The ace of diamonds.",
                "There is no button for it any more, so use the move that this step offers.",
            ),
        ),
        do(
            "Another table is more patient: there a revoke can be put right until somebody leads to the next trick. "
            "The same slip, the same `5C`. Mira, who took the trick, has not led yet. Take the club back.",
            "revoke.window revoke.self-correct",
            table("AD QC", tricks=[*taken_in_turn(10, last=1), "1 KD 8D 2D 5C"], turn=1),
            all_of(made("correct"), in_trick("AD")),
            ["correct AD"],
            (
                "There is still time at that table.",
                "Until the next lead you may take the card back and follow suit.",
                "The ace of diamonds.",
                "Choose `AD`, then press Take back.",
            ),
            "And look: your ace beats the king, so now the trick is yours.",
            options=UNTIL_LEAD,
        ),
        predict(
            "Back at the first table. Leela led `7D`, you threw `5C`, noticed it, and now you take it back for your "
            "`KD`. Mira will follow with `4D` and Ravi with `3D`.",
            "revoke.no-penalty-if-corrected",
            table(
                "",
                "7D 5C",
                tricks=taken_in_turn(10, last=3),
                turn=1,
                hands=["KD QC", "4D 6H TC", "3D 8H 2C", "JH 9C"],
            ),
            "What has your slip cost you?",
            after(taker_and_revokes, "correct KD", OTHERS),
            ["correct KD"],
            right("Nothing: the trick is yours", "You 0", "Put right in time, a revoke is no revoke. Your king wins."),
            wrong("The trick, which goes to Leela", "Leela 0", "The trick goes to its best card, as always."),
            wrong("You get the trick, but it can be claimed", "You 1", "What was put right cannot be claimed later."),
            options=CLAIMABLE,
        ),
        try_illegal(
            "Back to your own table. `7D` was led, and you hold the `9D`. Try to play the `5C`, or to complain about "
            "a revoke of Mira’s.",
            "revoke.mode trick.follow-suit",
            table("9D QC 5C", "7D", tricks=taken_in_turn(10, last=3)),
            ["play 5C", "claim 1 left"],
            "A wrong card is refused here before it touches the table, so there is nothing to put right or to claim.",
            needs=ENFORCED,
        ),
        choose(
            "Back to your own table. A diamond was led, and you hold the `9D`, but your hand goes to the `5C`. Will "
            "anything stop it?",
            "revoke.mode",
            table("9D QC 5C", "7D", tricks=taken_in_turn(10, last=3)),
            "Can you put the club down?",
            yes_if_legal("play 5C"),
            right("Yes", "yes", "Your table lets you. It is up to you to notice, and up to the others to catch you."),
            wrong(
                "No, it is refused", "no", "Elsewhere it would be. Your table trusts its players, and punishes them."
            ),
            needs=CLAIMABLE,
        ),
    ),
)

EARLIER = ["1", "0", "3", "1", "2", "0"]
CAUGHT = [*EARLIER, "0 KH 4C 7H 2H", "0 QD 3D 5D AD", "3 9H AH JH 6H"]
"""Trick 7: you led a heart, and Mira threw a club. In trick 9 she has a heart all the same."""
RAVI_CAUGHT = [*EARLIER, "0 KH 4H 5C 2H", "0 QD 3D 5D AD", "3 9H AH TH JH"]
"""Trick 7: you led a heart, and Ravi threw a club. In trick 9 he has a heart all the same."""
SUSPECTED = [*EARLIER, "0 KH 4H 7H 5C", "0 AD 3D 5D QD", "0 AH 9H 6H 3C"]
"""Leela has thrown a club on both of your hearts."""
LEFT = "TC 8S 5S QH"

FOUND_OUT = lesson(
    "found-out",
    "A revoke found out",
    "Cards remember: whoever failed to follow suit may be caught until the very end.",
    (
        do(
            "The same table as before, where any card can be played. Think back: in trick 7 you led the `KH`, and Mira "
            "threw the `4C`. Two tricks later, look, she plays the `JH`. She had it all along! Claim it: trick 7, "
            "Mira.",
            "revoke.discovered revoke.claim revoke.forfeit revoke.court",
            table(LEFT, tricks=CAUGHT),
            all_of(made("claim"), scored(1)),
            ["claim 7 left"],
            (
                "You need not wait for anything.",
                "An opponent of the one who revoked names the trick and the player.",
                "Trick 7, and Mira, who sits on your left.",
                "Press Claim a revoke with Trick 7 and Mira chosen.",
            ),
            "Caught. Mira and Leela forfeit the hand, which is over at once, and you score a court.",
            options=CLAIMABLE,
        ),
        try_illegal(
            "Now Leela has led `7H`, you played `9H`, and Mira, in this very moment, drops the `5C`. Suspicious! But "
            "Ravi has yet to play, and until then she may put it right. Try to claim it at once.",
            "revoke.established",
            table("QH TC 8S", "7H 9H 5C", tricks=taken_in_turn(9, last=3), turn=2),
            ["claim 10 left"],
            "Patience. When the trick is complete the revoke is established, if it is one.",
            options=CLAIMABLE,
            hints=(
                "Claim it anyway.",
                "As long as a revoke can be put right, it cannot be claimed.",
                "Trick 10, and Mira.",
                "Trick 10 is not on the list yet, so use the move that this step offers.",
            ),
        ),
        predict(
            "Mira and Leela have taken the first seven tricks, and look very pleased. But Mira threw a diamond on "
            "Leela’s `AC` in trick 4, and in trick 6 she had the `JC`. You saw that, and claim it.",
            "revoke.cancels revoke.forfeit revoke.court",
            table(
                "KH QH 8S 5S 9D 2D",
                tricks=["1", "3", "3", "3 AC 5C 4D 9C", "3", "3 QC 6C JC TC", "1"],
                phase="playon",
                turn=1,
            ),
            "What does the hand bring?",
            after(courts, "claim 4 left"),
            ["claim 4 left"],
            right(
                "One court for you, none for them", "1 0", "Whoever revokes scores nothing, not even for seven tricks."
            ),
            wrong("One court for each side", "1 1", "Their seven tricks are gone with the rest of the hand."),
            wrong("One court for them, none for you", "0 1", "They have forfeited the hand, seven tricks or not."),
            options=CLAIMABLE,
        ),
        predict(
            "Back to Mira’s club on your `KH`. Leela has dealt this hand, so the revoke was made by the dealer’s side. "
            "You claim it, and you are right.",
            "deal.revoke-by-dealer-side",
            table(LEFT, tricks=CAUGHT),
            "Who deals the next hand?",
            after(deals_next, "claim 7 left"),
            ["claim 7 left"],
            right("Mira", "Mira", "A court against the dealer’s side: the dealer’s partner takes over."),
            wrong("Leela again", "Leela", "A court was scored, so it passes to her partner."),
            wrong("You", "You", "You belong to the winners, and they do not deal."),
            options=CLAIMABLE,
        ),
        predict(
            "The same revoke, but now Ravi has dealt, so Mira is an opponent of the dealer. You claim it, and you are "
            "right. Cards go round clockwise here.",
            "deal.revoke-by-other-side",
            table(LEFT, tricks=CAUGHT, match={"dealer": 2}),
            "Who deals the next hand?",
            after(deals_next, "claim 7 left"),
            ["claim 7 left"],
            right("Leela", "Leela", "The dealer’s side has won, so the deal moves on to the left of Ravi."),
            wrong("You, Ravi’s partner", "You", "You have won. The losers deal."),
            wrong("Mira, who revoked", "Mira", "It does not matter who it was. From Ravi the deal moves on to Leela."),
            options=CLAIMABLE,
        ),
        choose(
            "Oh dear. In trick 7 it was Ravi who threw a club on your `KH`, and in trick 9 he had the `JH`. You are an "
            "honest soul.",
            "revoke.claim",
            table(LEFT, tricks=RAVI_CAUGHT),
            "May you claim the revoke of your own partner?",
            yes_if_legal("claim 7 partner"),
            right("No", "no", "Only opponents claim. And if Mira and Leela have not seen it, that is their affair."),
            wrong("Yes", "yes", "A claim is made against the other side, never within your own."),
            options=CLAIMABLE,
        ),
        predict(
            "In trick 7 and again in trick 9 Leela threw a club on your heart. She looks guilty to you, and you claim "
            "a revoke in trick 7. But she has no hearts at all.",
            "revoke.false-claim",
            table(LEFT, tricks=SUSPECTED, hands=[LEFT, "", "", "7C 9C 3S 6D"]),
            "What does your wrong claim cost?",
            after(how_it_goes_on, "claim 7 right"),
            ["claim 7 right"],
            right(
                "Nothing, play goes on",
                "play",
                "All you learn is that she had none. Some tables punish it like a revoke.",
            ),
            wrong("The hand", "over", "At some tables it does. Here a wrong claim has no effect."),
            options=CLAIMABLE,
        ),
        do(
            "All thirteen tricks are played, seven of them yours. In trick 7 Ravi revoked, and nobody has said a word. "
            "A result stands when all four have **confirmed** it; until then claims are heard. Three have confirmed. "
            "You are the last.",
            "revoke.confirm revoke.unclaimed",
            table(
                "",
                tricks=[*RAVI_CAUGHT, "0", "3", "1", "0"],
                phase="confirm",
                confirmed=[1, 2, 3],
            ),
            made("confirm"),
            ["confirm"],
            (
                "What would you gain by waiting?",
                "A revoke that nobody claims before the result is confirmed has no effect.",
                "There are no cards left.",
                "Press Confirm.",
            ),
            "Signed and sealed. The hand is yours, and trick 7 is a story for another evening.",
            options=CLAIMABLE,
        ),
    ),
)
