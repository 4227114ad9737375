"""Statements about the game, by the theme that they belong to."""

from __future__ import annotations

from collections.abc import Callable

from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles import proofs
from games.court_piece.puzzles.proofs import Rules
from games.kit.claims import Claim, one_of

Claims = dict[str, Claim[CourtPieceOptions]]


def _made() -> dict[str, Claims]:
    found: dict[str, Claims] = {}

    def say(theme: str, clause: str, ask: Callable[[Rules], str], more: str = "", **texts: str) -> None:
        found.setdefault(theme, {})[clause + more] = one_of(clause, ask, texts)

    _about_seats(say)
    _about_calling(say)
    _about_dealing(say)
    _about_playing(say)
    _about_courts(say)
    _about_the_match(say)
    _about_revokes(say)
    return found


Say = Callable[..., None]


def _about_seats(say: Say) -> None:
    say(
        "who-wins",
        "setup.players",
        proofs.players,
        **{"4": "Four play, no more and no fewer.", "2 4": "Two or four can play."},
    )
    say(
        "who-wins",
        "setup.seats",
        proofs.partner,
        across="Your partner sits opposite you.",
        beside="Your partner sits beside you.",
    )
    say(
        *("who-wins", "setup.partners", proofs.partners_stay),
        stay="Who plays with whom is drawn or agreed before the match, and the same two stay partners to its end.",
        change="After each hand the partners change.",
    )
    say(
        *("who-wins", "setup.deck", proofs.deck),
        **{"52": "All 52 cards of the pack are dealt, and there are no jokers.", "32": "Only 32 cards are used."},
    )
    say(
        *("who-wins", "setup.rank", proofs.highest),
        A="In every suit the ace is the highest card.",
        K="In every suit the king is the highest card, and the ace the lowest.",
    )
    say(
        *("who-wins", "setup.direction", proofs.direction),
        left="After you it is the turn of the player on your left.",
        right="After you it is the turn of the player on your right.",
    )
    say(
        *("who-wins", "trick.order", proofs.sides_alternate),
        alternate="Everybody adds one card to a trick in turn, so that an opponent always plays right after you.",
        together="Partners play to a trick right after each other.",
    )
    say(
        *("who-wins", "trick.side-pile", proofs.pile),
        side="A trick that your partner takes counts as much for you as one of your own.",
        own="Everybody counts only the tricks that they took themselves.",
    )
    say(
        *("who-wins", "trick.countable", proofs.countable),
        open="Everybody can see at any time how many tricks each side has.",
        secret="How many tricks a side has is kept secret until the hand is over.",
    )
    say(
        *("who-wins", "trick.winner-leads", proofs.next_lead),
        winner="Whoever takes a trick leads to the next one.",
        round="The lead goes round the table, whoever takes the tricks.",
    )


def _about_calling(say: Say) -> None:
    say(
        "name-the-trump",
        "deal.first-five",
        proofs.first_packet,
        **{"5": "First everybody is dealt five cards.", "4": "First everybody is dealt four cards."},
    )
    say(
        *("name-the-trump", "deal.first-five", proofs.first_served, " to whom"),
        left="The player on the dealer’s left is dealt the first five cards.",
        right="The player on the dealer’s right is dealt the first five cards.",
        dealer="The dealer takes the first five cards.",
    )
    say(
        *("name-the-trump", "deal.rest", proofs.packets),
        **{
            "4": "After the call the rest is dealt in two packets of four.",
            "8": "After the call everybody gets the other eight cards in one packet.",
            "1": "After the call the rest is dealt card by card.",
        },
    )
    say(
        *("name-the-trump", "trump.caller", proofs.caller),
        left="The player on the dealer’s left calls trumps.",
        right="The player on the dealer’s right calls trumps.",
        dealer="The dealer calls trumps.",
        across="The dealer’s partner calls trumps.",
    )
    say(
        *("name-the-trump", "trump.five-card-call", proofs.seen_by_caller),
        **{
            "5": "The caller has seen five cards, and no more, when naming trumps.",
            "13": "The caller looks at all thirteen cards before naming trumps.",
        },
    )
    say(
        *("name-the-trump", "trump.alone", proofs.alone),
        alone="The caller names trumps alone, without a word from the partner.",
        asks="The caller may leave the choice of trumps to the partner.",
    )
    say(
        *("name-the-trump", "trump.any-suit", proofs.any_suit),
        any="The caller may name a suit without holding a card of it.",
        held="The caller may only name a suit of which they hold a card.",
    )
    for five in ("2C 4D 5H 7S 9C", "2C 4D 5H 7S TC", "3D 4D 6H JS 9S"):
        say(
            *("name-the-trump", "trump.compulsory", proofs.redeal(five), f" {five}"),
            must=f"A caller who is dealt `{five}` has to name a trump suit all the same.",
            anew=f"A caller who is dealt `{five}` may have the cards dealt anew.",
        )
    say(
        *("name-the-trump", "trump.open", proofs.open_trumps),
        open="Everybody is told the trump suit at once.",
        secret="The trump suit stays the caller’s secret until somebody cannot follow suit.",
    )
    say(
        *("name-the-trump", "trump.others-blind", proofs.blind),
        blind="The other three leave their five cards face down until trumps are named.",
        look="Everybody looks at their first five cards while the caller thinks.",
    )


def _about_dealing(say: Say) -> None:
    say(
        *("who-deals", "setup.first-dealer", proofs.first_dealers),
        chance="Chance decides who deals the first hand of a match.",
        fixed="The first hand of a match is always dealt by the same player.",
    )
    say(
        *("who-deals", "deal.loser-deals", proofs.losers),
        losers="The next dealer always belongs to the side that has lost the hand.",
        winners="It happens that a side that has won a hand has to deal the next one.",
    )
    say(
        *("who-deals", "deal.dealer-side-lost", proofs.again),
        again="If the dealer’s side loses a hand in which no court was scored, the same player deals again.",
        on="After every hand another player deals.",
    )


def _about_playing(say: Say) -> None:
    say(
        *("which-cards", "trick.first-lead", proofs.first_lead),
        caller="The player who called trumps leads to the first trick.",
        dealer="The dealer leads to the first trick.",
    )
    say(
        *("which-cards", "trick.lead-any", proofs.trump_lead),
        any="A trump may be led at any time, also if none has been played before.",
        broken="No trump may be led before one was played on another suit.",
    )
    say(
        *("which-cards", "trick.no-duty-to-trump", proofs.no_duty),
        free="If you cannot follow suit you may keep your trumps and throw another card.",
        must="If you cannot follow suit you have to play a trump, as long as you hold one.",
    )
    say(
        *("which-cards", "revoke.mode", proofs.mode),
        refused="If you play another suit while you hold the one that was led, the card is refused at once.",
        stays="If you play another suit while you hold the one that was led, the card stays, but you may be caught.",
    )


def _about_courts(say: Say) -> None:
    say(
        *("court-or-not", "hand.split-plays-out", proofs.split_end),
        out="A hand in which both sides have taken a trick early is played for all thirteen tricks.",
        stops="A hand in which both sides have taken a trick early stops once a side has seven.",
    )
    say(
        *("court-or-not", "hand.no-tie", proofs.tie),
        never="Thirteen is odd, so that no hand can end level.",
        level="A hand in which both sides take equally many tricks is drawn.",
    )
    say(
        *("court-or-not", "hand.sweep-is-win", proofs.sweep_wins),
        won="A side with the first seven tricks has won the hand as well.",
        **{"not": "A side with the first seven tricks scores a court, but still has to win the hand."},
    )
    say(
        *("court-or-not", "court.first-seven-either-side", proofs.either_side),
        either="The first seven tricks score also for a side that did not call trumps.",
        callers="Only the side that called trumps can score with the first seven tricks.",
    )
    say(
        *("court-or-not", "playon.default-stop", proofs.after_seven),
        asked="When a side has the first seven tricks, the hand stops unless that side wants to play on.",
        over="When a side has the first seven tricks, the hand is over whatever anybody wants.",
    )
    say(
        *("play-on", "playon.option", proofs.after_seven),
        asked="A side with the first seven tricks may choose to play on for all thirteen.",
        over="Nobody may play on after the first seven tricks.",
    )
    say(
        *("play-on", "playon.who-decides", proofs.decider),
        winner="The player who took trick 7 decides alone whether to play on.",
        either="It is enough if one of the two partners wants to play on.",
        both="The partners play on only if both want to.",
    )
    say(
        *("play-on", "playon.no-penalty", proofs.failing),
        free="Who plays on and then loses a trick keeps the score for the first seven.",
        lost="Who plays on and then loses a trick loses the score for the first seven too.",
    )
    say(
        *("play-on", "playon.stop-on-loss", proofs.stop_on_loss),
        stops="A hand that was played on stops when the other side takes a trick.",
        out="A hand that was played on goes to trick 13, even when the other side takes one before.",
    )
    say(
        *("play-on", "playon.replaces", proofs.replaces),
        replaces="What is scored for all thirteen tricks takes the place of what the first seven were worth.",
        adds="What is scored for all thirteen tricks comes on top of what the first seven were worth.",
    )


def _about_the_match(say: Say) -> None:
    say(
        *("keep-the-tally", "tally.what", proofs.row),
        row="The tally counts the hands that a side has won in a row.",
        all="The tally counts all hands that a side has won, in a row or not.",
    )
    say(
        *("keep-the-tally", "tally.every-hand-counts", proofs.sweep_counts),
        counts="A hand won by the first seven tricks is one more win in a row.",
        clears="The court for the first seven tricks clears the tally, and that hand does not count in it.",
    )
    say(
        *("keep-the-tally", "setup.tally-zero", proofs.at_start),
        nothing="A match begins with no courts, and nobody holds a tally.",
        something="A match begins with a tally of one for the side that calls first.",
    )
    say(
        *("keep-the-tally", "match.winner", proofs.match_winner),
        courts="The match goes to the side with more courts.",
        hands="The match goes to the side that has won more hands.",
    )
    say(
        *("keep-the-tally", "match.end", proofs.length),
        hands="The match is over after the number of hands that was agreed.",
        courts="The match is over as soon as a side has the number of courts that was agreed.",
        open="After each hand it is asked whether the match goes on.",
    )
    say(
        *("keep-the-tally", "match.tie", proofs.level),
        draw="A match that ends with equally many courts is a draw.",
        on="A match does not end with equally many courts: another hand is dealt until they differ.",
    )


def _about_revokes(say: Say) -> None:
    say(
        *("spot-the-revoke", "revoke.definition", proofs.leader),
        cannot="The leader of a trick cannot revoke.",
        can="A leader who holds the suit of the trick before and leads another one has revoked.",
    )
    say(
        *("spot-the-revoke", "revoke.established", proofs.established),
        complete="A revoke can be claimed as soon as its trick is complete.",
        lead="A revoke can be claimed only after somebody has led to the next trick.",
    )
    say(
        *("spot-the-revoke", "revoke.discovered", proofs.discovered),
        later="A revoke in the first trick can still be punished in the fifth.",
        soon="A revoke in the first trick goes free once the second is complete.",
    )
    say(
        *("spot-the-revoke", "revoke.claim", proofs.who_claims),
        opponents="A revoke is claimed by an opponent of the player who made it.",
        anyone="A revoke may be claimed by anybody, also by the partner of the player who made it.",
    )
    say(
        *("spot-the-revoke", "revoke.confirm", proofs.confirmed),
        four="Until all four players have confirmed the result of a hand a revoke can be claimed.",
        last="With the last card of a hand it is too late to claim a revoke.",
    )
    say(
        *("spot-the-revoke", "revoke.unclaimed", proofs.unclaimed),
        nothing="A revoke that nobody claims in time has no effect.",
        later="A revoke that nobody claims in time loses the hand all the same.",
    )
    say(
        *("spot-the-revoke", "revoke.false-claim", proofs.wrong_claim),
        none="A wrong claim costs nothing.",
        forfeit="A wrong claim loses the hand, just as a revoke does.",
    )
    say(
        *("spot-the-revoke", "revoke.forfeit", proofs.forfeited),
        over="When a revoke is claimed rightly, the hand is over at once and the side that revoked has lost it.",
        trick="When a revoke is claimed rightly, the trick changes hands and the hand is played on.",
    )
    say(
        *("spot-the-revoke", "revoke.court", proofs.revoke_court),
        court="A revoke that is claimed rightly is a court for the other side.",
        hand="A revoke that is claimed rightly gives the other side the hand, but no court.",
    )
    for trick in (4, 9):
        say(
            *("spot-the-revoke", "revoke.cancels", proofs.cancelled(trick), f" {trick}"),
            lost=f"A side caught for a revoke in trick {trick} loses what it scored for the first seven tricks.",
            kept=f"A side caught for a revoke in trick {trick} keeps what it scored for the first seven tricks.",
        )
    say(
        *("put-it-right", "revoke.self-correct", proofs.in_time),
        may="Who notices their own revoke before the trick is complete may take the card back and follow suit.",
        never="A card on the table is never taken back, not even if it was a revoke.",
    )
    say(
        *("put-it-right", "revoke.window", proofs.fourth),
        fourth="If the fourth player of the first trick revokes, it is too late to put that right.",
        lead="If the fourth player of the first trick revokes, that can be put right until somebody leads again.",
    )
    say(
        *("put-it-right", "revoke.followers-may-change", proofs.followers),
        may="When a revoke is put right, those who have played after it may change their cards.",
        **{"not": "When a revoke is put right, those who have played after it have to leave their cards."},
    )
    say(
        *("put-it-right", "revoke.earlier-cards-stay", proofs.earlier),
        stay="When a revoke is put right, the cards that were played before it stay.",
        all="When a revoke is put right, everybody takes their card back and the trick begins anew.",
    )
    say(
        *("put-it-right", "revoke.no-penalty-if-corrected", proofs.corrected_costs),
        free="A revoke that was put right in time costs nothing.",
        trick="A revoke that was put right in time still costs its side the trick.",
    )


BY_THEME = _made()
"""The claims of each theme by name."""
CLAIMS = {name: claim for claims in BY_THEME.values() for name, claim in claims.items()}
