"""Puzzles about a table: whose turn it is, who leads, who has which title, and how many cards each gets."""

from __future__ import annotations

from random import Random

from games.cards import PACK, format_cards
from games.daifugo.playing import TITLES, get_title
from games.daifugo.plays import sort_cards
from games.daifugo.puzzles.common import PLAIN, POSING, build_seat_options
from games.daifugo.rules import RULES
from games.daifugo.state import DaifugoState
from games.daifugo.verbs import PASS
from games.engine.calculations import explain_sum
from games.engine.move import Move
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.engine.state import DEALER
from games.kit.puzzle_tools import draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, join_words, spell_count

# -- whose turn ---------------------------------------------------------------------------------------------

TURNS = (
    *("turn.next", "pass.out-for-round", "round.end", "round.owner-leads"),
    *("round.owner-out", "round.owner-out-lead"),
)


def _make_next_turn_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        seats = rng.randrange(4, 7)
        others = rng.sample(range(1, seats), seats - 1)
        owner, out = others[0], others[1 : 1 + rng.randrange(seats - 3)]
        passed = [seat for seat in others[1:] if seat not in out and rng.random() < rng.choice((0.5, 1.0))]
        cards = rng.sample([card for card in PLAIN if card.rank in (4, 6, 12, 13)], 1 + 2 * seats)
        low, high = sort_cards(cards[:2])
        if low.rank == high.rank:
            return None
        gone = rng.random() < 0.4 and len(out) + 2 < seats
        hands = [format_cards([high, *cards[2:3]]) if seat == 0 else "? ?" for seat in range(seats)]
        for seat in (*out, *([owner] if gone else [])):
            hands[seat] = ""
        position = {
            "seats": seats,
            "plays": [f"{owner} {low.code}"],
            "passed": sorted(passed),
            "placed": [*out, *([owner] if gone else [])],
            "hands": hands,
        }
        setup = {"position": position, "move": rng.choice(("pass", f"play {high.code}"))}
        _build_next_turn_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup)


def _build_next_turn_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    (move,) = POSING.parse_moves([setup["move"]])
    owner, seats = state.pile[-1].seat, state.seats
    gone, seats_with_cards = not state.hands[owner], [seat for seat in range(seats) if state.hands[seat]]
    if RULES.find_violation(state, 0, move):
        raise VoidPuzzle("Under these house rules, the move in this question isn’t legal.")
    after = state.copy()
    RULES.apply_move(after, 0, move)
    if after.phase != "play":
        raise VoidPuzzle("Under these house rules, a different decision comes before the next turn.")
    ended = not after.pile
    over = "has passed or is out" if after.passed or ended else "is out"
    if ended:
        clauses = ("round.end", "round.owner-out-lead" if gone and move == PASS.bare_move else "round.owner-leads")
        why = f"The round is over, and {_describe_seat_action(after.turn, seats, 'lead')}."
    else:
        clauses = ("turn.next", "round.owner-out" if gone else "pass.out-for-round")
        why = f"The turn passes to {describe_seat(after.turn, seats)}, skipping any player who {over}."
    cards = f"`{format_cards(state.pile[-1].cards)}`{', the last card' if gone else ''}"
    sentences = [f"{capitalize_first(describe_seat(owner, seats))} played {cards}."]
    for seats_listed, verb in (
        (state.passed, "passed"),
        ([seat for seat in state.placed if seat != owner], "gone out before"),
    ):
        if seats_listed:
            have = "have" if len(seats_listed) > 1 else "has"
            sentences.append(
                f"{capitalize_first(join_words([describe_seat(seat, seats) for seat in seats_listed]))} {have} {verb}."
            )
    done = "You pass." if move.verb == "pass" else f"You play `{format_cards(move.cards)}`."
    return Puzzle(
        "one",
        f"{' '.join(sentences)} {done} Who plays next?",
        POSING.build_visible_position(state),
        f"s{after.turn}",
        clauses,
        why,
        build_seat_options(seats_with_cards, seats),
        reasons={
            f"s{seat}": why if seat == after.turn else _explain_seat_not_next(after, seat) for seat in seats_with_cards
        },
        clauses_by_option={
            **{f"s{seat}": "pass.out-for-round" for seat in after.passed},
            f"s{after.turn}": clauses[1] if ended else clauses[0],
        },
        hints=(
            "Who can still play in this round?",
            POSING.build_rule_hint(clauses[0], options),
            f"Skip any player who {over}, and the player who made the play to beat.",
            "The round is over." if ended else "The round isn’t over.",
        ),
        rating=1000 + 200 * ended + 200 * gone,
    )


def _describe_seat_action(seat: int, seats: int, verb: str) -> str:
    """Return words, as told to seat 0, for a player and what the player does.

    Examples for the `verb` “lead” are “you lead” and “the player on your left leads”.
    """
    return f"{describe_seat(seat, seats)} {verb if seat == 0 else f'{verb}s'}"


def _explain_seat_not_next(after: DaifugoState, seat: int) -> str:
    if seat in after.passed:
        until = "someone plays" if after.options.pass_reentry else "the next round"
        return f"A player who has passed is out until {until}."
    return "Someone else comes first in the order of play." if after.pile else "Someone else leads now."


# -- titles -------------------------------------------------------------------------------------------------


FEW, SEVERAL = (3, 4, 5), (6, 7, 8)
"""Numbers of players. Few players have few possible orders, so puzzles seldom ask about them."""


def _draw_finishing_order(rng: Random) -> list[int]:
    """Return the seats of a random number of players, in a random order in which they went out."""
    seats = rng.choice(FEW[1:] if rng.random() < 0.15 else SEVERAL)
    return rng.sample(range(seats), seats)


def _make_titles_setup(rng: Random, options: Options) -> Setup:
    return {"order": rng.sample(range(3), 3) if rng.random() < 0.02 else _draw_finishing_order(rng)}


def _make_titles_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    seats = next((seats for seats in FEW if _OF[seats] == clause), rng.choice(SEVERAL))
    return {"order": rng.sample(range(seats), seats)}


_OF = {3: "titles.three", 4: "titles.four", 5: "titles.five"}


def _build_titles_puzzle(setup: Setup, options: Options) -> Puzzle:
    places = setup["order"]
    seats = len(places)
    clause = _OF.get(seats, "titles.six-plus")
    key = {f"s{seat}": get_title(place, seats) for place, seat in enumerate(places)}
    order = join_words([describe_seat(seat, seats) for seat in places])
    return Puzzle(
        "match",
        f"The players finish in this order: {order}. Who gets which title?",
        {},
        key,
        ("titles.order", clause),
        f"With {spell_count(seats, 'player')}, the titles are "
        f"{', '.join(get_title(place, seats) for place in range(seats))}.",
        build_seat_options(range(seats), seats),
        tuple((title, title) for title in TITLES),
        reasons={
            f"s{seat}": f"Number {place + 1} of {seats} is {get_title(place, seats)}."
            for place, seat in enumerate(places)
        },
        clauses_by_option={f"s{seat}": clause for seat in places},
        hints=(
            "Start with the first and the last player.",
            POSING.build_rule_hint(clause, options),
            "The first is Daifugo, and the last is Destitute.",
            f"The second is {get_title(1, seats)}.",
        ),
        rating=850 + 40 * seats,
    )


# -- who deals, who leads -----------------------------------------------------------------------------------


def _make_next_hand_setup(rng: Random, options: Options) -> Setup:
    return {"titles": _draw_finishing_order(rng)}


def _describe_titles(titles: list[int]) -> str:
    """Return which player has which title, in words."""
    seats = len(titles)
    return join_words(
        [
            f"{describe_seat(seat, seats)} {'are' if seat == 0 else 'is'} {get_title(place, seats)}"
            for place, seat in enumerate(titles)
        ]
    )


def _get_next_dealer(titles: list[int], options: Options) -> int:
    """Return who deals after a hand that ended with these titles."""
    state = POSING.load_state({"seats": len(titles), "phase": "between", "titles": titles}, options)
    assert state.match.dealer is not None
    return state.match.dealer


def _build_next_hand_puzzle(setup: Setup, options: Options) -> Puzzle:
    titles = setup["titles"]
    seats = len(titles)
    dealer = _get_next_dealer(titles, options)
    leader = titles[0] if POSING.cast_options(options).lead_later == "daifugo" else titles[-1]
    return Puzzle(
        "match",
        f"After the last hand, {_describe_titles(titles)}. Who deals the next hand, and who leads?",
        {},
        {"deals": f"s{dealer}", "leads": f"s{leader}"},
        ("next.destitute-deals", "hand.later-leader"),
        f"{capitalize_first(_describe_seat_action(titles[-1], seats, 'deal'))}, and "
        f"{_describe_seat_action(leader, seats, 'lead')}.",
        (AnswerOption("deals", "Deals"), AnswerOption("leads", "Leads")),
        tuple((f"s{seat}", capitalize_first(describe_seat(seat, seats))) for seat in range(seats)),
        reasons={"deals": "The Destitute deals.", "leads": "The title decides who leads, not the deal."},
        clauses_by_option={"deals": "next.destitute-deals", "leads": "hand.later-leader"},
        hints=(
            "The Destitute does the work.",
            POSING.build_rule_hint("hand.later-leader", options),
            "Find the Daifugo and the Destitute.",
            f"The Destitute is {describe_seat(titles[-1], seats)}.",
        ),
        rating=900,
    )


# -- how many cards -----------------------------------------------------------------------------------------


def _make_card_count_setup(rng: Random, options: Options) -> Setup:
    """Return a setup: a table, and the seat for which the question asks the number of cards.

    The dealer is either given or follows from the titles of the last hand.
    """
    if rng.random() < 0.1:
        seats = rng.choice((5, 6, 7, 8))
        return {"seats": seats, "dealer": rng.randrange(seats), "owner": rng.randrange(seats)}
    titles = _draw_finishing_order(rng)
    return {"seats": len(titles), "titles": titles, "owner": rng.choice(titles)}


def _describe_extra_cards(players: int, owner: str, gets: bool) -> str:
    """Return how many players get one more card, and whether `owner` is one of them, in words."""
    are = "are" if owner == "you" else "is"
    if players == 0:
        return "Nobody gets one more."
    if players == 1:
        return f"One player gets one more, and it’s {'' if gets else 'not '}{owner}."
    return (
        f"{capitalize_first(spell_count(players, 'player'))} get one more, and {owner} {are} "
        f"{'one' if gets else 'none'} of them."
    )


def _build_card_count_puzzle(setup: Setup, options: Options) -> Puzzle:
    seats, owner, titles = setup["seats"], setup.get("owner", 0), setup.get("titles")
    rules = POSING.cast_options(options)
    state = RULES.start_match(options, seats)
    dealer = setup["dealer"] if titles is None else _get_next_dealer(titles, options)
    RULES.apply_move(state, DEALER, Move("dealer", dealer))
    hand_size, deck = state.count_dealt_cards(owner), len(PACK) + rules.jokers
    aside = (
        f" {capitalize_first(spell_count(state.set_aside_count, 'card'))} "
        f"{'is' if state.set_aside_count == 1 else 'are'} set aside."
        if state.set_aside_count
        else ""
    )
    deals, who = capitalize_first(_describe_seat_action(dealer, seats, "deal")), describe_seat(owner, seats)
    situation = f"{deals}." if titles is None else f"After the last hand, {_describe_titles(titles)}."
    question = f"How many cards {'do' if owner == 0 else 'does'} {who} get?"
    each = (deck - state.set_aside_count) // seats
    return Puzzle(
        "number",
        f"{spell_count(seats, 'player').capitalize()} play with a deck of {deck} cards. {situation} {question}",
        {},
        hand_size,
        ("deal.all", "deal.extra-cards"),
        f"{deals}. Everyone gets at least {each}.{aside} "
        f"{_describe_extra_cards((deck - state.set_aside_count) % seats, who, hand_size > each)}",
        hints=(
            "How many cards does everyone get for sure?",
            POSING.build_rule_hint("deal.extra-cards", options),
            f"Everyone gets at least {each}.",
            "The first players after the dealer get one more, until the cards run out."
            if rules.deal_remainder != "set-aside"
            else "Leftover cards are set aside.",
        ),
        working=str(explain_sum(("for each", each), ("one more", hand_size - each))),
        rating=950,
    )


THEMES = (
    PuzzleTheme("whose-turn", "Whose turn?", "Who plays next?", TURNS, _make_next_turn_setup, _build_next_turn_puzzle),
    PuzzleTheme(
        "the-titles",
        "The titles",
        "Give every player the right title.",
        split_clause_ids("titles.order titles.three titles.four titles.five titles.six-plus"),
        _make_titles_setup,
        _build_titles_puzzle,
        aim=_make_titles_setup_for_clause,
    ),
    PuzzleTheme(
        "who-deals-who-leads",
        "Who deals, who leads?",
        "How does the next hand start?",
        split_clause_ids("next.destitute-deals hand.later-leader"),
        _make_next_hand_setup,
        _build_next_hand_puzzle,
    ),
    PuzzleTheme(
        "how-many-cards",
        "How many cards?",
        "How many cards are you dealt?",
        split_clause_ids("deal.all deal.extra-cards"),
        _make_card_count_setup,
        _build_card_count_puzzle,
    ),
)
