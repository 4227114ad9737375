"""Puzzles with face-up stacks: who takes the pile, who wins, where a jack helps, and what repeats forever."""

from __future__ import annotations

from random import Random

from games.beggar_my_neighbor.ahead import end_of_game, end_of_pile
from games.beggar_my_neighbor.puzzles.common import COURTS, NUMBERS, POSING, opened, stacks, who
from games.beggar_my_neighbor.state import JACK, QUEEN, BeggarState
from games.cards import codes
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.kit.posing import clause_ids, until_found
from games.words import capital, figure, in_word, many

PILE = clause_ids("penalty.all-numbers penalty.interrupted penalty.latest-counts pile.whole")
WINS = clause_ids("end.all-52 end.cannot-play pile.winner-leads")
PLACE = clause_ids("penalty.interrupted end.all-52 end.cannot-play")
ROUND = clause_ids("end.cycle-draw pile.to-bottom pile.winner-leads")
SMALLEST = 8
"""The number of turned cards at which a circular game counts as a short one.

Most circular games of few cards are that short, so puzzles about them are made less often.
"""
LONGEST = 26
"""The most cards turned in a game that has to be foreseen."""
OPEN = "Both stacks lie open, the top card on the left, and you begin."
ENDS = {
    "end.all-52": "with all the cards",
    "end.cannot-play": "since there is no card left to turn",
    "end.both-empty": "since there is no card left to turn",
}


def _end(state: BeggarState, longest: int = LONGEST) -> BeggarState:
    """Return the table at the end of the game. Raises Void if the game is too long or its end isn't known."""
    end = end_of_game(state)
    if end is None or end.turned > longest:
        raise Void("By these house rules this takes too long to foresee.")
    return end


# -- who takes the pile ----------------------------------------------------------------------------


def make_pile(rng: Random, options: Options) -> Setup:
    taker = rng.randrange(2)

    def draw() -> Setup | None:
        setup = {"hands": stacks(rng, [7, 7], 6), "luck": rng.randrange(3)}
        found = end_of_pile(opened(setup, options))
        return setup if found and found[0] == taker and found[1] > 6 else None

    return until_found(draw)


def pose_pile(setup: Setup, options: Options) -> Puzzle:
    state = opened(setup, options)
    found = end_of_pile(state)
    if found is None:
        raise Void("Nobody takes this pile.")
    taker, number = found
    least = number - setup.get("luck", 1)
    others = [(seat, size) for size in range(least, least + 3) for seat in (0, 1)]
    return Puzzle(
        theme="who-takes",
        form="one",
        question=f"{OPEN} Who takes this pile, and how many cards is it?",
        position=POSING.shown(state),
        zones=("stack-0", "stack-1"),
        key=f"s{taker}n{number}",
        clauses=PILE,
        why=f"{capital(who(taker))} with {many(number, 'card')}.",
        options=tuple(
            Option(f"s{seat}n{size}", f"{capital(who(seat))}: {size} cards") for seat, size in sorted(others)
        ),
        reasons={
            f"s{seat}n{size}": "So it goes."
            if (seat, size) == found
            else f"{capital(who(seat))} {'do' if seat == 0 else 'does'} not take it."
            if seat != taker
            else "Count once more how many cards it is."
            for seat, size in others
        },
        clauses_by_option={f"s{taker}n{number}": "penalty.interrupted"},
        hints=(
            "Put a finger on each stack, and turn the cards in your mind.",
            POSING.rule_hint("penalty.interrupted", options),
            "Stop at every penalty card, and count its price anew.",
            f"The pile has {many(number, 'card')}.",
        ),
        rating=1050 + 30 * number,
    )


# -- who wins --------------------------------------------------------------------------------------


def make_winner(rng: Random, options: Options) -> Setup:
    def draw() -> Setup | None:
        setup = {"hands": stacks(rng, [rng.randint(5, 6), rng.randint(5, 6)], rng.randint(3, 5))}
        end = _end(opened(setup, options))
        pose_winner(setup, options)
        return setup if end.piles and end.turned > 8 else None

    return until_found(draw)


def pose_winner(setup: Setup, options: Options) -> Puzzle:
    state = opened(setup, options)
    end = _end(state)
    result = end.match.results[-1]
    if not result.winners or result.clause not in ENDS:
        raise Void("Nobody wins this.")
    winner, clause = result.winners[0], result.clause
    shown = "end.all-52" if clause == "end.all-52" else "end.cannot-play"
    ways = [(seat, how) for seat in (0, 1) for how in ("end.all-52", "end.cannot-play")]
    never = Option("never", "Nobody: it goes round")
    wins = f"{capital(who(winner))} {'win' if winner == 0 else 'wins'}"
    return Puzzle(
        theme="who-wins",
        form="one",
        question=f"{OPEN} There are no other cards. Who wins, and how?",
        position=POSING.shown(state),
        zones=("stack-0", "stack-1"),
        key=_way(winner, shown),
        clauses=("pile.winner-leads", shown),
        why=f"{wins} {ENDS[clause]}, after {many(end.turned, 'card')}.",
        options=(*(Option(_way(seat, how), f"{capital(who(seat))}{_how(seat, how)}") for seat, how in ways), never),
        reasons={
            **{
                _way(seat, how): "So it goes."
                if (seat, how) == (winner, shown)
                else "That is not the winner: play it through once more."
                if seat != winner
                else "The winner is right, but look at the last cards again."
                for seat, how in ways
            },
            "never": "It does come to an end.",
        },
        clauses_by_option={_way(winner, shown): shown},
        hints=(
            "Play it through pile by pile, and write down how the stacks lie.",
            POSING.rule_hint("pile.to-bottom", options),
            f"It takes {many(end.turned, 'card')}.",
            f"{wins}.",
        ),
        rating=1250 + 20 * end.turned,
    )


def _way(seat: int, how: str) -> str:
    return f"s{seat}{'all' if how == 'end.all-52' else 'none'}"


def _how(seat: int, how: str) -> str:
    if how == "end.all-52":
        return ", with the last pile"
    return ": the other player runs out" if seat == 0 else ": you run out"


# -- where to put a jack ---------------------------------------------------------------------------


def make_place(rng: Random, options: Options) -> Setup:
    def draw() -> Setup | None:
        jack = rng.choice([card for card in COURTS if card.rank == JACK])
        hands = stacks(rng, [5, 5], rng.randint(2, 4))
        if jack.code in " ".join(hands):
            return None
        setup = {"hands": hands, "jack": jack.code}
        return setup if 1 <= len(_places(setup, options)) <= 3 else None

    return until_found(draw)


def _with_jack(setup: Setup, place: int) -> Setup:
    mine = setup["hands"][0].split()
    return {"hands": [" ".join([*mine[:place], setup["jack"], *mine[place:]]), setup["hands"][1]]}


def _places(setup: Setup, options: Options) -> list[int]:
    """Return the places in which the jack wins the game for seat 0, 0 for the top of the stack."""
    number = len(setup["hands"][0].split())
    ends = [(place, _end(opened(_with_jack(setup, place), options), 60)) for place in range(number + 1)]
    return [place for place, end in ends if end.match.results[-1].winners == (0,)]


def pose_place(setup: Setup, options: Options) -> Puzzle:
    right, state = _places(setup, options), opened(setup, options)
    mine = setup["hands"][0].split()
    if not 1 <= len(right) <= len(mine):
        raise Void("It makes no difference where the jack lies.")
    names = ["On top", *(f"After `{card}`" for card in mine)]
    return Puzzle(
        theme="place-a-jack",
        form="tick",
        question=f"{OPEN} But first `{setup['jack']}` comes into your stack. In which places does it win you the game?",
        position=POSING.shown(state),
        zones=("stack-0", "stack-1"),
        key=sorted(f"p{place}" for place in right),
        clauses=PLACE,
        why=f"You win with it in {in_word(len(right))} of {many(len(names), 'place')}.",
        options=tuple(Option(f"p{place}", name) for place, name in enumerate(names)),
        reasons={
            f"p{place}": "With it there, you win." if place in right else "With it there, you do not win."
            for place in range(len(names))
        },
        clauses_by_option={f"p{place}": "penalty.interrupted" for place in range(len(names))},
        hints=(
            "A jack is worth most where you have to pay.",
            POSING.rule_hint("penalty.interrupted", options),
            "Try it on top first, and play on.",
            f"{capital(many(len(right), 'place'))} {'wins' if len(right) == 1 else 'win'}.",
        ),
        rating=1700,
    )


# -- what goes round -------------------------------------------------------------------------------


def make_round(rng: Random, options: Options) -> Setup:
    _in_order(options)
    wanted = rng.random() < 0.5

    def draw() -> Setup | None:
        setup = {"hands": _few(rng), "luck": rng.randrange(3)}
        end = _end(opened(setup, options))
        pose_round(setup, options)
        circle = end.match.results[-1].clause == "end.cycle-draw"
        common = circle and end.turned <= SMALLEST and rng.random() > 0.3
        return setup if circle == wanted and end.turned > 6 and not common else None

    return until_found(draw, tries=1500)


def _few(rng: Random) -> list[str]:
    """Return two stacks of three or four cards each, with two or three jacks and queens among them."""
    size, courts = rng.choice((3, 3, 4)), [card for card in COURTS if JACK <= card.rank <= QUEEN]
    cards = rng.sample(courts, rng.choice((2, 2, 3)))
    cards += rng.sample(NUMBERS, 2 * size - len(cards))
    rng.shuffle(cards)
    return [codes(cards[:size]), codes(cards[size:])]


def _in_order(options: Options) -> None:
    """Raise Void if these house rules shuffle a pile that was taken, since then no game repeats itself."""
    if POSING.rules_of(options).pile_order != "as-played":
        raise Void("By these house rules nothing goes round in a circle.")


def pose_round(setup: Setup, options: Options) -> Puzzle:
    _in_order(options)
    state = opened(setup, options)
    end = _end(state)
    result, turns = end.match.results[-1], end.turned
    circle = result.clause == "end.cycle-draw"
    if not circle and not result.winners:
        raise Void("Nobody wins this.")
    key = f"n{turns}" if circle else f"s{result.winners[0]}"
    first = setup.get("luck", 1)
    near = (-5, -2, 0, 3, 4) if circle else (-5, -2, 1, 4, 6)
    rounds = [turns + more for more in near[2 - first : 5 - first]]
    ends = "goes round" if circle else "is over"
    return Puzzle(
        theme="goes-round",
        form="one",
        question=f"{OPEN} There are no other cards. Does the game end, or does it begin to go round in a circle?",
        position=POSING.shown(state),
        zones=("stack-0", "stack-1"),
        key=key,
        clauses=ROUND,
        why=f"It {ends} after {many(turns, 'card')}.",
        options=(
            Option("s0", "You win"),
            Option("s1", "The other player wins"),
            *(Option(f"n{number}", f"It lies as it did before after {figure(number, 'card')}") for number in rounds),
        ),
        reasons={
            **dict.fromkeys(("s0", "s1"), "It does not come to an end." if circle else "Somebody else wins."),
            **{f"n{number}": "It lies otherwise then." if circle else "It comes to an end." for number in rounds},
            key: "So it goes.",
        },
        clauses_by_option={key: "end.cycle-draw"},
        hints=(
            "Write down how the stacks lie at the start of each pile.",
            POSING.rule_hint("end.cycle-draw", options),
            "Number cards are all alike: a line for each is enough.",
            f"It {ends} after {many(turns, 'card')}.",
        ),
        rating=1500 + 20 * turns,
    )


THEMES = (
    Theme(
        "who-takes",
        "Who takes this pile?",
        "Turn the cards in your mind: whose is the pile?",
        PILE,
        make_pile,
        pose_pile,
    ),
    Theme("who-wins", "Who wins?", "Small stacks lie open: who wins, and how?", WINS, make_winner, pose_winner),
    Theme(
        "place-a-jack", "Where to put a jack", "In which places does one jack save you?", PLACE, make_place, pose_place
    ),
    Theme("goes-round", "For ever?", "Does this game end, or go round in a circle?", ROUND, make_round, pose_round),
)
