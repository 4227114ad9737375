"""Puzzles about “May I?” (taking a discard out of turn): who gets the card, and whether it's worth its price."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from games.cards import UNKNOWN, format_cards
from games.contract_rummy.contract_plans import count_missing_cards
from games.contract_rummy.contracts import describe_contract, get_contract, get_hand_size
from games.contract_rummy.playing import can_draw_penalty_cards
from games.contract_rummy.puzzles.common import NAMES, POSING, SEATS, Deck, build_position, format_hand
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ASKED, PASSES, WANTS, ContractRummyState
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, repeat_until_fitting, split_clause_ids
from games.words import capitalize_first, join_words, quote_cards, spell_count, spell_number

BUY = split_clause_ids("mayi.cost mayi.no-play mayi.closes mayi.opens contract.table")


def _name_seats(seats: Sequence[int]) -> str:
    return join_words([NAMES[seat] for seat in seats])


def _format_sentences(texts: Iterable[str]) -> str:
    return " ".join(f"{capitalize_first(text)}." for text in texts)


# -- who gets the card? ----------------------------------------------------------------------------------------


@repeat_until_fitting("We couldn’t find a table for this question.")
def _make_upcard_taker_setup(rng: Random, options: Options) -> Setup:
    deck, turn = Deck(rng, options), rng.randrange(SEATS)
    opponents = [seat for seat in range(SEATS) if seat != turn]
    stock = deck.draw_cards(1, but=()) if turn == 0 else [UNKNOWN]
    more: dict[str, Any] = {
        "phase": "draw",
        "turn": turn,
        "pile": format_cards(deck.draw_cards(rng.randint(2, 4), but=())),
        "stock": format_cards(stock + [UNKNOWN] * (0 if rng.random() < 0.15 else 30)),
    }
    if rng.random() < 0.3:
        asker, sets = rng.choice(opponents), [format_cards(deck.draw_set()) for _ in range(2)]
        more["melds"] = [sets if seat == asker else [] for seat in range(SEATS)]
    if deck.options.mayi_limit and rng.random() < 0.6:
        more["buys"] = [rng.choice(opponents)] * deck.options.mayi_limit
    number = deck.pick_hand_number()
    hand = deck.draw_cards(get_hand_size(deck.options, number), but=())
    return {
        "position": build_position(number, hand, **more),
        "wants": [sorted(rng.sample(opponents, rng.choice((0, 1, 2, 2, 3)))) for _ in range(2)],
        "order": rng.sample(opponents, len(opponents)),
        "draws": "upcard" if rng.random() < 0.12 else "stock",
        "card": rng.choice((0, 0, 0, 1)),
    }


def _play_upcard_offer(state: ContractRummyState, wants: list[int], order: list[int]) -> int | None:
    """Let the seats answer about the current upcard. Return the seat that takes it, or None.

    `wants` has the seats that ask for the upcard, and `order` is the order in which the seats answer.
    """
    before = len(state.buys)
    for seat in order:
        if state.phase == "window" and len(state.buys) == before and seat in state.waiting:
            RULES.apply_move(state, seat, Move(WANTS if seat in wants else PASSES))
    return state.buys[before] if len(state.buys) > before else None


_DRAWS = {
    ("upcard", True): "it’s your turn, and you take the upcard",
    ("upcard", False): "it’s {0}’s turn, and {0} takes the upcard",
    ("stock", True): "it’s your turn, and you draw from the stock",
    ("stock", False): "it’s {0}’s turn, and {0} leaves the upcard and draws from the stock",
}
"""The first clause of the question, by the verb of the draw and whether it's seat 0's turn."""


def _build_upcard_taker_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    draw, turn, order, pile = Move(setup["draws"]), state.turn, setup["order"], list(state.pile)
    if draw.verb == "upcard" and state.options.mayi_timing == "before-draw":
        raise VoidPuzzle("Under these house rules, nobody can ask if the upcard was taken.")
    if RULES.find_violation(state, turn, draw) is not None:
        raise VoidPuzzle("In this position, the player can’t draw that card.")
    RULES.apply_move(state, turn, draw)
    if state.phase in ("reshuffle", "between"):
        raise VoidPuzzle("In this position, there’s no stock left to draw from.")
    now, first, asking = state.copy(), None, setup["wants"][0]
    taker = _play_upcard_offer(now, asking, order)
    if setup["card"] and taker is not None and state.options.mayi_chain and now.phase == "window":
        first, asking = taker, setup["wants"][1]
        taker = _play_upcard_offer(now, asking, order)
    why, clauses = _explain_taker(state, now, asking, taker, first)
    rows = [_build_seat_row(seat, taker, asking, first) for seat in range(SEATS)]
    rows.append(AnswerRow("nobody", "Nobody", taker is None))
    takes_from_pile = first is not None or draw.verb == "upcard"
    question = [_DRAWS[draw.verb, turn == 0].format(NAMES[turn])]
    if first is not None:
        have = f"{NAMES[first]} {'have' if first == 0 else 'has'} it"
        question.append(f"{_name_seats(setup['wants'][0])} asked for {quote_cards(pile[-1:])}, and {have}")
    if len(now.stock) < state.options.mayi_penalty and draw.verb != "upcard":
        question.append(f"the discard pile has {spell_count(len(pile) - (first is not None), 'card')}")
    card = quote_cards([pile[-2] if takes_from_pile else pile[-1]])
    question.append(f"now {_name_seats(asking)} would like {card}" if asking else f"nobody wants {card}")
    if state.options.mayi_priority == "first-call" and len(asking) > 1:
        question.append(f"they ask in this order: {_name_seats([seat for seat in order if seat in asking])}")
    has_no_taker = taker is None and asking
    last_hint = "Not everyone who wants it can ask." if has_no_taker else "Look at where they sit."
    position = POSING.build_visible_position(state)
    return Puzzle(
        question=f"{_format_sentences(question)} Who gets it?",
        position=position if first is None else {**position, "pile": format_cards(pile[:-1])},
        clauses=POSING.select_active_clauses([*clauses, "mayi.opens"], options),
        why=why,
        hints=(
            "Start from the player whose turn it is, and go clockwise.",
            POSING.build_rule_hint(clauses[0], options),
            f"Players who want it: {_name_seats(asking)}." if asking else "Nobody wants it.",
            last_hint,
        ),
        rating=clamp_rating(900 + 150 * (first is not None) + 100 * len(asking)),
        zones=("pile", "stock"),
        **build_answer_fields("one", rows, clauses[0]),
    )


def _build_seat_row(seat: int, taker: int | None, asking: list[int], first: int | None) -> AnswerRow:
    """Return a seat as an answer choice: whether it takes the upcard and, if the reason is obvious, why it doesn't.

    `taker` is the seat that takes the upcard, or None. `asking` has the seats that asked for it. `first` is the seat
    that took the upcard before this one, or None.
    """
    name, reason = capitalize_first(NAMES[seat]), ""
    if seat not in asking:
        reason = f"{name} didn’t ask for it."
    elif seat == first:
        reason = f"{name} took the last one and can’t take the very next one."
    return AnswerRow(str(seat), name, seat == taker, reason)


def _explain_taker(
    opened: ContractRummyState, now: ContractRummyState, asking: list[int], taker: int | None, first: int | None
) -> tuple[str, list[str]]:
    """Return a sentence on why a seat, or no seat, takes the upcard, and the rulebook's clauses behind it.

    The most important clause comes first. `opened` is the state in which the upcard is offered, and `now` the state
    after it. `asking` has the seats that asked for the upcard, and `taker` is the seat that takes it, or None. `first`
    is the seat that took the upcard before this one, or None.
    """
    options = opened.options
    if opened.drawn == "upcard":
        return "Nobody can ask if the upcard was taken.", ["draw.upcard-no-window"]
    if opened.phase != "window":
        if not can_draw_penalty_cards(opened):
            return "Nobody can ask, because the stock can’t pay for it.", ["mayi.penalty-available", "mayi.closes"]
        return "Nobody can ask, because nobody is allowed to take it.", ["mayi.who", "mayi.closes"]
    if not asking:
        return "Nobody asks, so it stays on the pile.", ["mayi.closes"]
    down = [seat for seat in asking if opened.is_down(seat)]
    clauses = ["mayi.priority", "mayi.cost"]
    clauses += ["mayi.chain", "mayi.no-two-running"] if first is not None else []
    clauses += ["mayi.unlimited"] if options.mayi_limit else []
    clauses += ["mayi.who"] if down else []
    if taker is None:
        return "The players who want it can’t have it now, so nobody gets it.", ["mayi.who", *clauses]
    late = [seat for seat in asking if options.mayi_limit and now.buys.count(seat) >= options.mayi_limit]
    excuses = (
        ([seat for seat in asking if seat == first], "took the last one and can’t take the very next one"),
        (late, "took as many as the limit allows"),
        ([] if options.mayi_after_contract else down, "melded the contract and can’t ask anymore"),
    )
    notes = [f"{_name_seats(seats)} {excuse}" for seats, excuse in excuses if seats and taker not in seats]
    by = "asked first" if options.mayi_priority == "first-call" else f"{'are' if taker == 0 else 'is'} next in turn"
    return _format_sentences([*notes, f"of the players who can ask, {NAMES[taker]} {by}"]), clauses


# -- buy or pass? ----------------------------------------------------------------------------------------------


def _make_upcard_purchase_setup(rng: Random, options: Options) -> Setup:
    house, is_helpful, lack = POSING.cast_options(options), rng.random() < 0.5, rng.choice((1, 2, 2, 3, 3))

    def draw_setup() -> Setup | None:
        deck = Deck(rng, options)
        number = deck.pick_hand_number()
        contract, law = get_contract(house, number), deck.law
        hand = deck.draw_hand_near_contract(number, get_hand_size(house, number), lack + rng.choice((0, 0, 1)))
        if count_missing_cards(hand, contract, law) != lack:
            return None
        for card in deck.draw_cards(30, but=()):
            is_related = any(card.rank == other.rank or card.suit == other.suit for other in hand)
            if is_related and (count_missing_cards([*hand, card], contract, law) < lack) == is_helpful:
                window = {"phase": "window", "turn": rng.randint(1, SEATS - 1), "answers": [ASKED, "", "", ""]}
                return {"position": build_position(number, hand, pile=card.code, **window)}
        return None

    return draw_fitting_setup(draw_setup, lacking="We couldn’t find a hand for this question.")


def _build_upcard_purchase_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.is_all_or_nothing or state.turn == 0:
        raise VoidPuzzle("This question can’t be asked on your own turn or in an all-or-nothing hand.")
    hand, card = state.hands[0], state.pile[-1]
    before, after = (count_missing_cards(cards, state.contract, state.law) for cards in (hand, [*hand, card]))
    words, price = describe_contract(state.contract), spell_count(state.options.mayi_penalty, "card")
    if not before:
        raise VoidPuzzle("In this position, your hand already has the whole contract.")
    is_helpful = after < before
    if is_helpful:
        correction = "It does fill a gap in the contract."
        why = f"Without it, you need {spell_count(before, 'more card')} for {words}. "
        why += f"With it, you need {spell_number(after)}. "
        why += f"That can be worth {price} from the stock."
    else:
        correction = "It doesn’t fill a gap in the contract."
        why = f"You need {spell_count(before, 'more card')} for {words}, with it or without it, "
        why += f"and you’d also get {price} from the stock."
    other, rows = before + (Random(format_hand(hand)).choice((-1, 1)) if before > 1 else 1), []
    for lack in sorted((before, other)):
        lacking, left = f"you need {spell_count(lack, 'more card')}", spell_number(lack - 1) if lack > 1 else "none"
        wrong = correction if lack == before else f"You need {'more' if lack < before else 'fewer'} cards than that."
        for id, text, is_asking in (
            (f"ask-{lack}", f"Ask: {lacking}, and {left} with it", True),
            (f"leave-{lack}", f"Leave it: {lacking}, with it or without it", False),
        ):
            is_right = lack == before and is_asking == is_helpful
            rows.append(AnswerRow(id, text, is_right, why if is_right else wrong))
    return Puzzle(
        question=f"The contract is {words}. How many cards do you still need, and is {quote_cards([card])} "
        "worth asking for?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_active_clauses(BUY, options),
        why=why,
        hints=(
            "Count the cards you need now, and with this card.",
            POSING.build_rule_hint("mayi.cost", options),
            f"Without it, you need {spell_count(before, 'more card')}.",
            "A card that doesn’t fill a gap isn’t worth its price.",
        ),
        rating=clamp_rating(950 + 100 * state.number),
        zones=("hand-0", "pile"),
        **build_answer_fields("one", rows, "mayi.cost"),
    )


THEMES = (
    PuzzleTheme(
        "who-gets-it",
        "Who gets it?",
        "Several players ask for a card. Who gets it?",
        split_clause_ids(
            "mayi.opens mayi.who mayi.priority mayi.cost mayi.chain mayi.no-two-running mayi.unlimited mayi.closes "
            "mayi.penalty-available draw.upcard-no-window"
        ),
        _make_upcard_taker_setup,
        _build_upcard_taker_puzzle,
    ),
    PuzzleTheme(
        "buy-or-pass",
        "Ask or leave it?",
        "Is a card worth its price?",
        BUY,
        _make_upcard_purchase_setup,
        _build_upcard_purchase_puzzle,
    ),
)
