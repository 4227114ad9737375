"""House rules of Court Piece, and their named presets."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

DEALING, PLAY, COURTS, REVOKING, MATCH = "Deal and trumps", "Tricks", "Courts and tally", "Revokes", "Match"


class CourtPieceOptions(Options):
    direction = Choice(
        "clockwise",
        "Direction",
        {
            "clockwise": "Deal and play go clockwise, so the player on the dealer's left calls trumps.",
            "counterclockwise": "Deal and play go counter-clockwise, so the player on the dealer's right calls trumps.",
        },
        group=DEALING,
    )
    deal_packets = Choice(
        "5-4-4",
        "Packets of the deal",
        {
            "5-4-4": "After the call the cards are dealt in two packets of four.",
            "5-8": "After the call everybody gets the other eight cards in one packet.",
            "5-singles": "After the call the cards are dealt one at a time.",
        },
        group=DEALING,
    )
    trump_redeal = Choice(
        "never",
        "A hopeless five",
        {
            "never": "The caller names a trump suit whatever the first five cards are.",
            "no-court-card": "A caller whose five hold no ace, king, queen or jack may have the cards dealt anew.",
            "all-below-ten": "A caller whose five are all below the ten may have the cards dealt anew.",
        },
        group=DEALING,
    )
    trump_others_look = Flag(
        False,
        "Looking before the call",
        on="Everybody looks at the first five cards at once.",
        off="The other three leave their five cards face down until trumps are called.",
        group=DEALING,
    )
    hand_stop_at_seven = Flag(
        False,
        "Stopping at seven tricks",
        on="A hand stops as soon as a side has seven tricks.",
        off="A hand in which both sides have taken a trick is played to the end.",
        group=PLAY,
    )
    playon_allowed = Flag(
        True,
        "Playing on for thirteen",
        on="A side with the first seven tricks may play on for all thirteen.",
        off="A hand always ends when a side has taken the first seven tricks.",
        group=PLAY,
    )
    playon_decider = Choice(
        "trick7-winner",
        "Who decides to play on",
        {
            "trick7-winner": "The player who won the seventh trick decides alone.",
            "either": "It is enough if one of the two partners wants to play on.",
            "both": "Both partners must want to play on.",
        },
        group=PLAY,
    )
    playon_stop_on_loss = Flag(
        True,
        "Losing a trick of the play-on",
        on="The hand stops as soon as the other side takes a trick.",
        off="All thirteen tricks are played, even when the 52 are gone.",
        group=PLAY,
    )
    court_goon = Number(
        1,
        "First seven against the callers",
        low=1,
        high=3,
        text="The side that did not call trumps scores {value} courts for the first seven tricks.",
        special={1: "The first seven tricks are one court, whichever side called trumps."},
        group=COURTS,
    )
    playon_value = Number(
        52,
        "All thirteen tricks",
        low=1,
        high=52,
        text="All thirteen tricks are worth {value} courts.",
        special={1: "All thirteen tricks are worth one court."},
        group=COURTS,
    )
    playon_adds = Flag(
        False,
        "Thirteen and the first seven",
        on="The court for the first seven tricks is scored on top of the courts for all thirteen.",
        off="The courts for all thirteen tricks take the place of the one for the first seven.",
        group=COURTS,
    )
    tally_target = Number(
        7,
        "Hands in a row",
        low=2,
        high=13,
        text="A side that wins {value} hands in a row scores a court.",
        group=COURTS,
    )
    tally_after_hand_court = Choice(
        "count",
        "The tally after a court in one hand",
        {
            "count": "A hand won with a court is one more hand in a row.",
            "reset": "A court scored in one hand clears the tally, and that hand does not count in it.",
        },
        group=COURTS,
    )
    revoke_mode = Choice(
        "enforced",
        "Following suit",
        {
            "enforced": "Whoever has the led suit has to play it: another card is refused.",
            "claimable": "Any card can be played, and who fails to follow suit may be caught.",
        },
        group=REVOKING,
    )
    revoke_correct_until = Choice(
        "fourth-card",
        "Putting a revoke right",
        {
            "fourth-card": "A revoke can be put right until the fourth card of the trick is played.",
            "next-lead": "A revoke can be put right until somebody leads to the next trick.",
        },
        group=REVOKING,
    )
    revoke_claim_until = Choice(
        "result-confirmed",
        "The last moment to claim a revoke",
        {
            "result-confirmed": "A revoke can be claimed until all four have confirmed the result.",
            "last-card": "A revoke can be claimed until the last card of the hand is played.",
        },
        group=REVOKING,
    )
    revoke_keeps_first_seven = Flag(
        False,
        "A late revoke and the first seven",
        on="A side keeps the court for its first seven tricks if it revoked only after them.",
        off="A side that revoked scores nothing in that hand, not even for the first seven tricks.",
        group=REVOKING,
    )
    revoke_false_claim = Choice(
        "none",
        "A wrong claim",
        {
            "none": "A wrong claim costs nothing.",
            "forfeit": "A wrong claim is punished like a revoke.",
        },
        group=REVOKING,
    )
    deal_after_court = Choice(
        "losers",
        "The deal after a court",
        {
            "losers": "The losers of the hand deal next, also when the dealer's own side has scored a court.",
            "partner-always": "After a court won by play the dealer's partner deals, whoever scored it.",
        },
        group=MATCH,
    )
    match_end = Choice(
        "hands",
        "Length of the match",
        {
            "hands": "The match is a number of hands.",
            "courts": "The match goes to the first side with a number of courts.",
            "open": "After each hand the next dealer says whether another one is dealt.",
        },
        group=MATCH,
    )
    match_hands = Number(
        20,
        "Hands of the match",
        low=1,
        high=200,
        text="A match by hands has {value} of them.",
        special={1: "A match by hands is a single one."},
        group=MATCH,
    )
    match_courts = Number(
        3,
        "Courts for the match",
        low=1,
        high=100,
        text="A match by courts goes to the first side with {value} of them.",
        special={1: "A match by courts goes to the first side that scores one."},
        group=MATCH,
    )
    match_tie = Choice(
        "draw",
        "Level at the end",
        {
            "draw": "A match that ends with level courts is a draw.",
            "play-on": "With level courts hand after hand is added until they differ.",
        },
        group=MATCH,
    )

    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "three-courts",
            "Three courts, to the right",
            "Played counter-clockwise until a side has three courts; every court clears the tally.",
            {
                "direction": "counterclockwise",
                "hand-stop-at-seven": True,
                "tally-after-hand-court": "reset",
                "match-end": "courts",
            },
        ),
        Preset(
            "watch-out",
            "Revokes can be claimed",
            "Nobody stops you from failing to follow suit, but your opponents may catch you.",
            {"revoke-mode": "claimable"},
        ),
        Preset(
            "goon",
            "Goon courts",
            "Three courts for sweeping the callers, and a hopeless five can be dealt anew.",
            {"court-goon": 3, "trump-redeal": "all-below-ten", "match-hands": 10, "playon-decider": "both"},
        ),
    )

    @property
    def seat_step(self) -> int:
        """The step to the next seat in order of play: 1 clockwise, -1 counterclockwise. Rulebook: setup.direction."""
        return 1 if self.direction == "clockwise" else -1

    @property
    def can_claim_revokes(self) -> bool:
        """Whether players can revoke, and opponents claim it. Rulebook: revoke.mode."""
        return self.revoke_mode == "claimable"

    @property
    def has_result_confirmation(self) -> bool:
        """Whether all four players confirm the result of a hand. Rulebook: revoke.confirm."""
        return self.can_claim_revokes and self.revoke_claim_until == "result-confirmed"

    def has_phase(self, phase: str) -> bool:
        """Return whether play can ever reach this phase under these options."""
        depends = {
            "change": self.can_claim_revokes,
            "playon": self.playon_allowed,
            "confirm": self.has_result_confirmation,
            "agree": self.match_end == "open",
        }
        return depends.get(phase, True)
