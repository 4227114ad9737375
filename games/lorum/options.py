"""House rules of Lórum (options), and their named presets."""

from __future__ import annotations

from games.engine.options import Choice, Flag, Number, Options, Preset

MATCH, CHIPS, AVOIDING, APE = "The match", "Chips", "Hearts, queens and tricks", "The Hairy Ape"
TRAIN, QUART, DOMINO = "The Train", "Quart", "Domino"


class LorumOptions(Options):
    direction = Choice(
        "clockwise",
        "Direction",
        {
            "clockwise": "Deal and play go clockwise, so the player on the dealer's left begins.",
            "counterclockwise": "Deal and play go counter-clockwise, so the player on the dealer's right begins.",
        },
        group=MATCH,
    )
    schedule = Choice(
        "dealer-block",
        "Order of the hands",
        {
            "dealer-block": "One player deals all seven hands, then the next player does.",
            "contract-block": "Each kind of hand is played four times in a row, and the deal moves on every time.",
        },
        group=MATCH,
    )
    chips_start = Number(
        100,
        "Chips",
        low=0,
        high=1000,
        text="Everybody begins with {value} chips.",
        special={0: "Everybody begins without chips.", 1: "Everybody begins with one chip."},
        group=CHIPS,
    )
    chips_debt = Flag(
        True,
        "Debts",
        on="Who has no chips left goes on owing: an account may fall below nothing.",
        off="Who has too few chips pays what there is, and owes nothing more.",
        group=CHIPS,
    )
    no_hearts_ban = Choice(
        "first-trick",
        "When hearts may be led",
        {
            "none": "Hearts may be led to any trick, the first included.",
            "first-trick": "Hearts may not be led to the first trick.",
            "until-broken": "Hearts may not be led until a heart has been played to an earlier trick.",
        },
        group=AVOIDING,
    )
    no_hearts_only_hearts = Choice(
        "may-lead",
        "Eight hearts dealt",
        {
            "may-lead": "Who has nothing but hearts may lead one.",
            "redeal": "If the first leader is dealt nothing but hearts, the hand is dealt anew.",
        },
        group=AVOIDING,
    )
    queens_scale = Choice(
        "graded",
        "What queens cost",
        {
            "graded": "The queens cost 4, 3, 2 and 1: hearts, diamonds, spades and clubs.",
            "flat": "Every queen costs 2.",
        },
        group=AVOIDING,
    )
    sweep_reward = Flag(
        True,
        "Taking everything",
        on="Who takes everything is paid by the three others.",
        off="Who takes everything pays all of it into the pot.",
        group=AVOIDING,
    )
    avoid_forced_dump = Flag(
        False,
        "Throwing what costs",
        on="Who cannot follow suit must throw a card that costs, if there is one in hand.",
        off="Who cannot follow suit throws any card.",
        group=AVOIDING,
    )
    avoid_early_end = Flag(
        False,
        "Stopping early",
        on="Hearts and Queens end as soon as the last card that costs has been taken.",
        off="Hearts and Queens are played to the last trick.",
        group=AVOIDING,
    )
    ape_mode = Choice(
        "blind",
        "How the Ape is played",
        {
            "blind": "The Ape is played blind: you see all hands but your own.",
            "serious": "The Ape is played with open eyes, like the other hands with tricks.",
        },
        group=APE,
    )
    ape_unfollowed_lead = Choice(
        "same-leader",
        "After a trick that nobody followed",
        {
            "same-leader": "After a trick that nobody followed, whoever led leads again.",
            "left-of-leader": "After a trick that nobody followed, the next player leads.",
        },
        group=APE,
    )
    ape_amount = Number(4, "The price of the Ape", low=1, high=20, text="The king of hearts costs {value}.", group=APE)
    ape_stop_early = Flag(
        True,
        "When the Ape is caught",
        on="The hand ends when the king of hearts is taken.",
        off="All eight tricks are played, though the king of hearts is taken.",
        group=APE,
    )
    train_ten_value = Choice(
        1,
        "The ten in the Train",
        {1: "A ten counts 1 in the Train.", 10: "A ten counts 10 in the Train."},
        group=TRAIN,
    )
    train_stop_when_settled = Flag(
        True,
        "The end of the Train",
        on="The Train stops as soon as no mark can be reached any more.",
        off="The Train goes on to the last card.",
        group=TRAIN,
    )
    quart_wrap = Flag(
        True,
        "After an ace in Quart",
        on="In Quart the seven follows the ace.",
        off="In Quart a sequence ends with the ace.",
        group=QUART,
    )
    quart_length = Number(
        4, "Length of a sequence", low=2, high=8, text="A sequence of Quart has {value} cards.", group=QUART
    )
    domino_must_play = Flag(
        True,
        "Holding back in Domino",
        on="Who can play in Domino has to.",
        off="In Domino one may pass though a card fits, until three in a row have passed.",
        group=DOMINO,
    )
    domino_wrap = Flag(
        False,
        "Around the corner in Domino",
        on="In Domino the seven lies next to the ace, and a row goes around the corner.",
        off="In Domino a row stops at the seven and at the ace.",
        group=DOMINO,
    )
    domino_pass_fee = Number(
        0,
        "The price of a pass",
        low=0,
        high=5,
        text="A pass costs {value}, which goes into the pot.",
        special={0: "A pass costs nothing.", 1: "A pass costs 1 chip, which goes into the pot."},
        group=DOMINO,
    )
    presets = (
        Preset("classic", "By the book", "Every rule as the book has it.", {}),
        Preset(
            "open-eyes",
            "With open eyes",
            "The Ape is played like the other tricks, and whoever is void has to throw what costs.",
            {"ape-mode": "serious", "avoid-forced-dump": True, "avoid-early-end": True},
        ),
        Preset(
            "old-counting",
            "Tens for ten",
            "A ten counts ten in the Train, all queens cost the same, and the deal moves on after every hand.",
            {"train-ten-value": 10, "queens-scale": "flat", "schedule": "contract-block"},
        ),
        Preset(
            "tight-purse",
            "A tight purse",
            "Thirty chips each and no debts, no reward for taking everything, and a pass costs a chip.",
            {"chips-start": 30, "chips-debt": False, "sweep-reward": False, "domino-pass-fee": 1},
        ),
    )
