"""Puzzles about “May I?”: who gets the card, and whether it's worth its price."""

from __future__ import annotations

from random import Random

from games.cards import format_cards
from games.contract_rummy.contract_plans import find_plan
from games.contract_rummy.contracts import describe_contract, get_contract, get_deal_size
from games.contract_rummy.melds import get_meld_rules
from games.contract_rummy.puzzles.common import (
    NAMES,
    SEATS,
    TRIES,
    Deck,
    draw_random_set,
    filter_active_clauses,
    format_hand,
    format_sentence,
    format_unknown_cards,
    pick_hand_number,
    rule_hint,
    rules_of,
    seated,
    shown,
)
from games.contract_rummy.puzzles.contracts import deal_hand_near_contract
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import PASSES, WANTS, ContractRummyState
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, join_words, quote_cards, spell_count, spell_number

# -- who gets the card? ----------------------------------------------------------------------------------------

GETS = split_clause_ids(
    "mayi.opens mayi.who mayi.priority mayi.cost mayi.chain mayi.no-two-running mayi.unlimited mayi.closes "
    "mayi.penalty-available draw.upcard-no-window"
)
NOBODY = "nobody"


def _make_upcard_taker_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    number = pick_hand_number(rng, house)
    pack = Deck(rng, house)
    hand = pack.take_random_cards(get_deal_size(house, number))
    pile = pack.take_random_cards(rng.randint(2, 4))
    turn = rng.randrange(SEATS)
    others = [(turn + step) % SEATS for step in range(1, SEATS)]
    wants = [sorted(rng.sample(others, rng.choice((0, 1, 2, 2, 3)))) for _ in range(2)]
    position = {
        "seats": SEATS,
        "contract": number,
        "phase": "draw",
        "turn": turn,
        "hands": [format_hand(hand)],
        "pile": format_cards(pile),
    }
    if rng.random() < 0.3:
        asker = rng.choice(others)
        sets = [draw_random_set(rng) for _ in range(2)]
        if all(pack.take_cards(cards) for cards in sets):
            position["melds"] = [
                [format_cards(cards) for cards in sets] if seat == asker else [] for seat in range(SEATS)
            ]
    if house.mayi_limit and rng.random() < 0.6:
        position["buys"] = [rng.choice(others)] * house.mayi_limit
    rest = 0 if rng.random() < 0.15 else 30
    position["stock"] = (
        f"{format_cards(pack.take_random_cards(1)) if turn == 0 else '?'} {format_unknown_cards(rest)}".strip()
    )
    order = rng.sample(others, len(others))
    draws = "upcard" if rng.random() < 0.12 else "stock"
    return {"position": position, "wants": wants, "order": order, "draws": draws, "card": rng.choice((0, 0, 0, 1))}


def _play_upcard_offer(state: ContractRummyState, wants: list[int], order: list[int]) -> int | None:
    """Let the seats answer about one card, and return the seat that takes it, or None."""
    before = len(state.buys)
    for seat in order:
        if state.phase == "window" and len(state.buys) == before and seat in state.waiting:
            RULES.apply_move(state, seat, Move(WANTS if seat in wants else PASSES))
    return state.buys[before] if len(state.buys) > before else None


def _pose_upcard_taker_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    house, turn, wanted = rules_of(options), state.turn, setup["card"]
    wants, order, pile = setup["wants"], setup["order"], list(state.pile)
    if setup["draws"] == "upcard" and house.mayi_timing == "before-draw":
        raise Void("Whoever takes the upcard asks nobody.")
    if RULES.find_violation(state, turn, Move(setup["draws"])) is not None:
        raise Void("That card cannot be drawn here.")
    RULES.apply_move(state, turn, Move(setup["draws"]))
    if state.phase in ("reshuffle", "between"):
        raise Void("There is no stock to draw from.")
    now = state.copy()
    first = _play_upcard_offer(now, wants[0], order)
    if wanted and (first is None or not house.mayi_chain or now.phase != "window"):
        wanted = 0
    taker = _play_upcard_offer(now, wants[1], order) if wanted else first
    card = pile[-1 - wanted]
    asking = wants[wanted]
    drew = "takes the upcard" if setup["draws"] == "upcard" else "leaves the upcard and wants a card from the stock"
    told = f"It is the turn of {NAMES[turn]}" if turn else "It is your turn"
    told += (
        f", who {drew}."
        if turn
        else ", and you take the upcard."
        if setup["draws"] == "upcard"
        else ", and you draw from the stock."
    )
    if wanted:
        had = "have" if first == 0 else "has"
        said = f"{_name_seats(wants[0])} asked for {quote_cards(pile[-1:])}, and {NAMES[first or 0]} {had} it"
        told += f" {format_sentence(said)}"
    elif setup["draws"] == "upcard":
        card = pile[-2]
    told += (
        f" Now {_name_seats(asking)} would like {quote_cards([card])}."
        if asking
        else f" Nobody wants {quote_cards([card])}."
    )
    if house.mayi_priority == "first-call" and len(asking) > 1:
        told += f" They speak in this order: {join_words([NAMES[seat] for seat in order if seat in asking])}."
    why, clauses = _explain_taker(state, now, setup, taker, first if wanted else None)
    key = NOBODY if taker is None else str(taker)
    return Puzzle(
        theme="who-gets-it",
        form="one",
        question=f"{told} Who gets it?",
        position={**shown(state), "pile": format_cards(pile[:-1])} if wanted else shown(state),
        key=key,
        clauses=filter_active_clauses([*clauses, "mayi.opens"], options, GETS),
        why=why,
        options=(
            *(AnswerOption(str(seat), capitalize_first(NAMES[seat])) for seat in range(SEATS)),
            AnswerOption(NOBODY, "Nobody"),
        ),
        reasons=_explain_seats_without_upcard(asking, key, first if wanted else None),
        clauses_by_option={key: clauses[0]},
        hints=(
            "Go round from the player whose turn it is.",
            rule_hint(clauses[0], options),
            f"Those who would like it: {_name_seats(asking)}." if asking else "Nobody has said a word.",
            "Not everybody who would like it may ask."
            if key == NOBODY and asking
            else "One look at the seats is enough.",
        ),
        rating=clamp_rating(900 + 150 * wanted + 100 * len(asking)),
        zones=("pile", "stock"),
    )


def _explain_seats_without_upcard(asking: list[int], key: str, first: int | None) -> dict[str, str]:
    """Return why some seats don't get the upcard, by seat id, for the seats where the reason is obvious."""
    reasons = {
        str(seat): f"{capitalize_first(NAMES[seat])} did not ask for it." for seat in range(SEATS) if seat not in asking
    }
    if first in asking:
        reasons[str(first)] = f"{capitalize_first(NAMES[first])} took the last one and may not take the very next."
    return {id: reason for id, reason in reasons.items() if id != key}


def _name_seats(seats: list[int]) -> str:
    return join_words([NAMES[seat] for seat in seats]) or "nobody"


def _explain_taker(
    opened: ContractRummyState,
    now: ContractRummyState,
    setup: Setup,
    taker: int | None,
    first: int | None,
) -> tuple[str, list[str]]:
    """Return why a seat, or none, takes the upcard, and the clauses behind it, most important first."""
    options = opened.options
    if setup["draws"] == "upcard":
        return "Nobody is asked when the upcard was drawn.", ["draw.upcard-no-window"]
    asking = setup["wants"][1 if first is not None else 0]
    if opened.phase != "window":
        return "Nobody can be asked here: nobody may, or the stock has nothing to pay with.", [
            "mayi.penalty-available",
            "mayi.closes",
            "mayi.who",
        ]
    if not asking:
        return "Nobody asks, so it stays where it lies.", ["mayi.closes"]
    barred = [seat for seat in asking if first == seat]
    late = [seat for seat in asking if options.mayi_limit and now.buys.count(seat) >= options.mayi_limit]
    down = [seat for seat in asking if opened.is_down(seat) and not options.mayi_after_contract]
    clauses = ["mayi.priority", "mayi.cost"]
    clauses += ["mayi.chain", "mayi.no-two-running"] if first is not None else []
    clauses += ["mayi.unlimited"] if options.mayi_limit else []
    clauses += ["mayi.who"] if down or any(opened.is_down(seat) for seat in asking) else []
    if taker is None:
        return "Those who would like it may not have it now, so nobody gets it.", ["mayi.who", *clauses]
    notes = []
    if barred and first is not None:
        notes.append(f"{NAMES[first]} took the last one and may not take the very next")
    if late and taker not in late:
        notes.append(f"{_name_seats(late)} took as many as this hand allows")
    if down and taker not in down:
        notes.append(f"{_name_seats(down)} laid the contract and cannot ask any more")
    by = (
        "asked first"
        if options.mayi_priority == "first-call"
        else "sit next in turn"
        if taker == 0
        else "sits next in turn"
    )
    notes.append(f"of those who may, {NAMES[taker]} {by}")
    return " ".join(format_sentence(note) for note in notes), clauses


# -- buy or pass? ----------------------------------------------------------------------------------------------

ASK, LEAVE = "ask", "leave"
BUY = split_clause_ids("mayi.cost mayi.no-play mayi.closes mayi.opens contract.table")


def _make_upcard_purchase_setup(rng: Random, options: Options) -> Setup:
    house, good, wanted = rules_of(options), rng.random() < 0.5, rng.choice((1, 2, 2, 3, 3))

    def draw_setup() -> Setup | None:
        number = pick_hand_number(rng, house)
        hand = deal_hand_near_contract(
            rng, options, number, get_deal_size(house, number), wanted + rng.choice((0, 0, 1))
        )
        contract, law = get_contract(house, number), get_meld_rules(house)
        before = find_plan(hand, contract, law).lack if hand else 0
        if not hand or before != wanted:
            return None
        pack = Deck(rng, house)
        pack.take_cards(hand)
        cards = pack.take_random_cards(30)
        friends = [card for card in cards if any(card.rank == one.rank or card.suit == one.suit for one in hand)]
        fitting = [card for card in friends if (find_plan([*hand, card], contract, law).lack < before) == good]
        if not fitting:
            return None
        card = fitting[0]
        turn = rng.randint(1, SEATS - 1)
        answers = ["asked" if seat == 0 else "" for seat in range(SEATS)]
        position = {
            "seats": SEATS,
            "contract": number,
            "phase": "window",
            "turn": turn,
            "hands": [format_hand(hand)],
            "pile": format_cards([card]),
            "answers": answers,
        }
        return {"position": position}

    return draw_fitting_setup(draw_setup, TRIES, "No hand came up.")


def _pose_upcard_purchase_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if state.is_all_or_nothing or state.turn == 0:
        raise Void("In an all-or-nothing hand this is another question.")
    hand, card = state.hands[0], state.pile[-1]
    before = find_plan(hand, state.contract, state.law).lack
    after = find_plan([*hand, card], state.contract, state.law).lack
    words = describe_contract(state.contract)
    price = state.options.mayi_penalty
    if not before:
        raise Void("The contract is in the hand already.")
    fills = after < before
    if fills:
        why = f"Without it you lack {spell_count(before, 'card')} for {words}, with it {spell_count(after, 'card')}. "
        why += f"That can be worth {spell_count(price, 'card')} more in hand."
    else:
        why = f"You lack {spell_count(before, 'card')} for {words}, with it or without it, "
        why += f"and {spell_count(price, 'card')} more would come with it."
    other = before + (Random(format_hand(hand)).choice((-1, 1)) if before > 1 else 1)
    answers = {
        f"{ASK if asks else LEAVE}-{lack}": (asks, lack) for lack in sorted((before, other)) for asks in (True, False)
    }
    key = f"{ASK if fills else LEAVE}-{before}"
    amiss = "There is a hole that it fills." if fills else "It fills no hole of the contract."
    reasons = {
        id: amiss if lack == before else f"You lack {'more' if lack < before else 'fewer'} cards than that."
        for id, (_, lack) in answers.items()
    }
    return Puzzle(
        theme="buy-or-pass",
        form="one",
        question=f"The contract is {words}. How many cards do you lack for it, and would {quote_cards([card])} "
        "bring you nearer, so that asking makes sense?",
        position=shown(state),
        key=key,
        clauses=filter_active_clauses(
            ["mayi.cost", "mayi.no-play", "mayi.closes", "mayi.opens", "contract.table"], options, BUY
        ),
        why=why,
        options=tuple(AnswerOption(id, _describe_purchase_answer(*answer)) for id, answer in answers.items()),
        reasons=reasons | {key: why},
        clauses_by_option={key: "mayi.cost"},
        hints=(
            "Count what you lack now, and what you would lack with this card.",
            rule_hint("mayi.cost", options),
            f"Without it you lack {spell_count(before, 'card')}.",
            "A card that only looks friendly is not worth its price.",
        ),
        rating=clamp_rating(950 + 100 * state.number),
        zones=("hand-0", "pile"),
    )


def _describe_purchase_answer(asks: bool, lack: int) -> str:
    if asks:
        return (
            f"Ask: you lack {spell_count(lack, 'card')}, and {spell_number(lack - 1) if lack > 1 else 'none'} with it"
        )
    return f"Leave it: you lack {spell_count(lack, 'card')}, with it or without it"


THEMES = (
    PuzzleTheme(
        "who-gets-it",
        "Who gets it?",
        "Several ask for a card, and one of them has it.",
        GETS,
        _make_upcard_taker_setup,
        _pose_upcard_taker_puzzle,
    ),
    PuzzleTheme(
        "buy-or-pass",
        "Ask or leave it?",
        "A card is offered to you, at a price.",
        BUY,
        _make_upcard_purchase_setup,
        _pose_upcard_purchase_puzzle,
    ),
)
