"""House rules of Court Piece, and their named presets."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

DEALING, PLAY, COURTS, REVOKING, MATCH = "Deal and trump", "Tricks", "Courts and streaks", "Revokes", "Match"


class CourtPieceOptions(Options):
    direction = Choice(
        "clockwise",
        "Direction",
        {
            "clockwise": "Deal and play go clockwise. The player to the dealer’s left chooses trump.",
            "counterclockwise": "Deal and play go counterclockwise. The player to the dealer’s right chooses trump.",
        },
        group=DEALING,
    )
    deal_packets = Choice(
        "5-4-4",
        "Cards dealt at a time",
        {
            "5-4-4": "After trump is chosen, everyone gets four cards at a time, twice.",
            "5-8": "After trump is chosen, everyone gets the other eight cards at once.",
            "5-singles": "After trump is chosen, the other cards are dealt one at a time.",
        },
        group=DEALING,
    )
    trump_redeal = Choice(
        "never",
        "Redeal for weak cards",
        {
            "never": "You have to choose trump, even with five weak cards.",
            "no-court-card": "With no ace, king, queen, or jack, you can ask for a redeal.",
            "all-below-ten": "With five cards below the ten, you can ask for a redeal.",
        },
        group=DEALING,
    )
    trump_others_look = Flag(
        False,
        "Looking at your cards before trump is chosen",
        on="Everyone looks at their first five cards right away.",
        off="The other three leave their five cards face down until trump is chosen.",
        group=DEALING,
    )
    hand_stop_at_seven = Flag(
        False,
        "Stopping at seven tricks",
        on="A hand stops as soon as a team has seven tricks.",
        off="If both teams take at least one of the first seven tricks, all 13 are played.",
        group=PLAY,
    )
    playon_allowed = Flag(
        True,
        "Playing on for thirteen",
        on="If your team takes the first seven tricks, it can play on for all 13.",
        off="A hand always ends when a team takes the first seven tricks.",
        group=PLAY,
    )
    playon_decider = Choice(
        "trick7-winner",
        "Who decides to play on",
        {
            "trick7-winner": "The player who won the seventh trick decides alone.",
            "either": "The team plays on if either partner wants to.",
            "both": "The team plays on only if both partners want to.",
        },
        group=PLAY,
    )
    playon_stop_on_loss = Flag(
        True,
        "Losing a trick when playing on",
        on="If your team plays on and loses a trick, the hand stops.",
        off="If your team plays on, all 13 tricks are played, even after a lost trick.",
        group=PLAY,
    )
    court_goon = Number(
        1,
        "First seven tricks against the trump team",
        low=1,
        high=3,
        text="The team that didn’t choose trump scores {value} courts for the first seven tricks.",
        special={1: "The first seven tricks score one court, no matter which team chose trump."},
        group=COURTS,
    )
    playon_value = Number(
        52,
        "All thirteen tricks",
        low=1,
        high=52,
        text="Winning all 13 tricks scores {value} courts.",
        special={1: "Winning all 13 tricks scores one court."},
        group=COURTS,
    )
    playon_adds = Flag(
        False,
        "Thirteen tricks and the first-seven court",
        on="Winning all 13 tricks scores on top of the court for the first seven.",
        off="Winning all 13 tricks scores instead of the court for the first seven.",
        group=COURTS,
    )
    tally_target = Number(
        7,
        "Wins in a row for a court",
        low=2,
        high=13,
        text="A team that wins {value} hands in a row scores a court.",
        group=COURTS,
    )
    tally_after_hand_court = Choice(
        "count",
        "Streak after a court in one hand",
        {
            "count": "A hand that scores a court adds one to the streak.",
            "reset": "A court scored in one hand ends every streak, and that hand doesn’t count.",
        },
        group=COURTS,
    )
    revoke_mode = Choice(
        "enforced",
        "Following suit",
        {
            "enforced": "You have to follow suit if you can. You can’t play any other card.",
            "claimable": "You can play any card, but your opponents can claim a revoke.",
        },
        group=REVOKING,
    )
    revoke_correct_until = Choice(
        "fourth-card",
        "Correcting a revoke",
        {
            "fourth-card": "You can correct a revoke until the fourth card of the trick is played.",
            "next-lead": "You can correct a revoke until someone leads to the next trick.",
        },
        group=REVOKING,
    )
    revoke_claim_until = Choice(
        "result-confirmed",
        "Deadline to claim a revoke",
        {
            "result-confirmed": "You can claim a revoke until all four players have confirmed the result.",
            "last-card": "You can claim a revoke until the last card of the hand is played.",
        },
        group=REVOKING,
    )
    revoke_keeps_first_seven = Flag(
        False,
        "First seven tricks after a late revoke",
        on="A team keeps the court for its first seven tricks if it revoked later.",
        off="A team that revoked scores nothing, not even for the first seven tricks.",
        group=REVOKING,
    )
    revoke_false_claim = Choice(
        "none",
        "A wrong claim",
        {
            "none": "A wrong claim costs nothing.",
            "forfeit": "If your claim is wrong, your team pays the same as for a revoke.",
        },
        group=REVOKING,
    )
    deal_after_court = Choice(
        "losers",
        "Who deals after a court",
        {
            "losers": "A player on the losing team always deals next, even after a court.",
            "partner-always": "After a court without a forfeit, the dealer’s partner deals, no matter who scored.",
        },
        group=MATCH,
    )
    match_end = Choice(
        "hands",
        "Match length",
        {
            "hands": "The match ends after a set number of hands.",
            "courts": "The first team to reach a set number of courts wins the match.",
            "open": "After each hand, the next dealer decides whether to play another.",
        },
        group=MATCH,
    )
    match_hands = Number(
        20,
        "Hands per match",
        low=1,
        high=200,
        text="If the match has a set number of hands, it’s {value} hands.",
        special={1: "If the match has a set number of hands, it’s one hand."},
        group=MATCH,
    )
    match_courts = Number(
        3,
        "Courts for the match",
        low=1,
        high=100,
        text="If the match is played to a set number of courts, the first team with {value} wins.",
        special={1: "If the match is played to a set number of courts, the first team to score one wins."},
        group=MATCH,
    )
    match_tie = Choice(
        "draw",
        "Tie at the end",
        {
            "draw": "If the courts are tied at the end, the match is a draw.",
            "play-on": "If the courts are tied at the end, you play more hands until one team leads.",
        },
        group=MATCH,
    )

    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "three-courts",
            "Three courts, to the right",
            "Play goes counterclockwise until a team has three courts. A court in one hand ends every streak.",
            {
                "direction": "counterclockwise",
                "hand-stop-at-seven": True,
                "tally-after-hand-court": "reset",
                "match-end": "courts",
            },
        ),
        Preset(
            "watch-out",
            "Claimable revokes",
            "You can play any card, but if you revoke, your opponents can claim it.",
            {"revoke-mode": "claimable"},
        ),
        Preset(
            "goon",
            "Goon courts",
            "The first seven tricks against the trump team score three courts. Weak cards can be redealt.",
            {"court-goon": 3, "trump-redeal": "all-below-ten", "match-hands": 10, "playon-decider": "both"},
        ),
    )

    @property
    def seat_step(self) -> int:
        """1 if play is clockwise, or -1 if it's counterclockwise: what to add to a seat for the next one.

        Rulebook: setup.direction.
        """
        return 1 if self.direction == "clockwise" else -1

    @property
    def can_claim_revokes(self) -> bool:
        """Whether players can revoke (break the rule to follow suit), and opponents can claim that they did.

        Rulebook: revoke.mode.
        """
        return self.revoke_mode == "claimable"

    @property
    def has_result_confirmation(self) -> bool:
        """Whether all four players have to confirm the result of a hand before it counts. Rulebook: revoke.confirm."""
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
