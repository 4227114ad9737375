"""The house rules of Lórum, as options with their possible values, and presets: named sets of house rules."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

MATCH, CHIPS, AVOIDING, APE = "Match", "Chips", "Hearts, queens, and tricks", "Hairy Ape"
TRAIN, QUART, DOMINO = "Train", "Quart", "Domino"


class LorumOptions(Options):
    direction = Choice(
        "clockwise",
        "Direction",
        {
            "clockwise": "Cards are dealt and played clockwise. The player to the dealer’s left starts.",
            "counterclockwise": "Cards are dealt and played counterclockwise. The player to the dealer’s right starts.",
        },
        group=MATCH,
    )
    schedule = Choice(
        "dealer-block",
        "Order of the hands",
        {
            "dealer-block": "One player deals all seven hands. Then the next player deals seven.",
            "contract-block": "You play each kind of hand four times before the next. The dealer changes every hand.",
        },
        group=MATCH,
    )
    chips_start = Number(
        100,
        "Chips",
        low=0,
        high=1000,
        text="Everyone starts with {value} chips.",
        special={0: "Everyone starts with no chips.", 1: "Everyone starts with one chip."},
        group=CHIPS,
    )
    chips_debt = Flag(
        True,
        "Running out of chips",
        on="If you run out of chips, you owe the rest, so you can go below zero.",
        off="If you have too few chips, you pay what you have and owe nothing more.",
        group=CHIPS,
    )
    no_hearts_ban = Choice(
        "first-trick",
        "When hearts can be led",
        {
            "none": "You can lead hearts to any trick, even the first.",
            "first-trick": "You can’t lead hearts to the first trick.",
            "until-broken": "You can’t lead hearts until a heart has been played to an earlier trick.",
        },
        group=AVOIDING,
    )
    no_hearts_only_hearts = Choice(
        "may-lead",
        "If you’re dealt eight hearts",
        {
            "may-lead": "If you have only hearts, you can lead one.",
            "redeal": "If the player who leads first is dealt only hearts, all hands are redealt.",
        },
        group=AVOIDING,
    )
    queens_scale = Choice(
        "graded",
        "Cost of each queen",
        {
            "graded": "The queens of hearts, diamonds, spades, and clubs cost 4, 3, 2, and 1.",
            "flat": "Every queen costs 2.",
        },
        group=AVOIDING,
    )
    sweep_reward = Flag(
        True,
        "Taking everything",
        on="If you take everything, the other three pay you.",
        off="If you take everything, you pay the full cost into the pot.",
        group=AVOIDING,
    )
    avoid_forced_dump = Flag(
        False,
        "Discarding penalty cards",
        on="If you can’t follow suit, you have to play a penalty card if you have one.",
        off="If you can’t follow suit, you can play any card.",
        group=AVOIDING,
    )
    avoid_early_end = Flag(
        False,
        "Stopping early",
        on="No Hearts and Queens end as soon as the last penalty card is taken.",
        off="No Hearts and Queens are played to the last trick.",
        group=AVOIDING,
    )
    ape_mode = Choice(
        "blind",
        "Playing the Ape",
        {
            "blind": "You play the Ape blind: you see every hand except your own.",
            "serious": "You see your own cards in the Ape, as in the other hands with tricks.",
        },
        group=APE,
    )
    ape_unfollowed_lead = Choice(
        "same-leader",
        "Next lead if nobody follows suit",
        {
            "same-leader": "If nobody follows suit, the same player leads again.",
            "left-of-leader": "If nobody follows suit, the next player leads.",
        },
        group=APE,
    )
    ape_amount = Number(4, "Cost of the Ape", low=1, high=20, text="The king of hearts costs {value}.", group=APE)
    ape_stop_early = Flag(
        True,
        "When the Ape is caught",
        on="The hand ends as soon as a player takes the king of hearts.",
        off="All eight tricks are played, even after the king of hearts is taken.",
        group=APE,
    )
    train_ten_value = Choice(
        1,
        "The ten in the Train",
        {1: "A ten is worth 1 in the Train.", 10: "A ten is worth 10 in the Train."},
        group=TRAIN,
    )
    train_stop_when_settled = Flag(
        True,
        "End of the Train",
        on="The Train stops as soon as nobody can reach another mark.",
        off="The Train continues to the last card.",
        group=TRAIN,
    )
    quart_wrap = Flag(
        True,
        "After an ace in Quart",
        on="In Quart, the seven follows the ace.",
        off="In Quart, a sequence ends with the ace.",
        group=QUART,
    )
    quart_length = Number(
        4, "Length of a sequence", low=2, high=8, text="A sequence in Quart has {value} cards.", group=QUART
    )
    domino_must_play = Flag(
        True,
        "Passing in Domino",
        on="In Domino, you have to play if you can.",
        off="In Domino, you can pass even if you could play, until three players pass in succession.",
        group=DOMINO,
    )
    domino_wrap = Flag(
        False,
        "Wraparound in Domino",
        on="In Domino, the seven and the ace are next to each other.",
        off="In Domino, a row stops at the seven and at the ace.",
        group=DOMINO,
    )
    domino_pass_fee = Number(
        0,
        "Cost of a pass",
        low=0,
        high=5,
        text="If you pass, you pay {value} chips into the pot.",
        special={0: "A pass costs nothing.", 1: "If you pass, you pay 1 chip into the pot."},
        group=DOMINO,
    )
    presets = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
        Preset(
            "open-eyes",
            "Seeing your own Ape cards",
            "You see your cards in the Ape. If you can’t follow suit, you have to play a penalty card.",
            {"ape-mode": "serious", "avoid-forced-dump": True, "avoid-early-end": True},
        ),
        Preset(
            "old-counting",
            "Tens worth 10",
            "A ten is worth 10 in the Train, all queens cost the same, and the deal passes after every hand.",
            {"train-ten-value": 10, "queens-scale": "flat", "schedule": "contract-block"},
        ),
        Preset(
            "tight-purse",
            "Few chips",
            "You start with 30 chips and can’t owe any. Taking everything isn’t rewarded, and a pass costs 1 chip.",
            {"chips-start": 30, "chips-debt": False, "sweep-reward": False, "domino-pass-fee": 1},
        ),
    )
