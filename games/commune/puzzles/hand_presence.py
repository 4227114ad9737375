"""Puzzles about the cards on the table: is a hand there, which is highest, and which card would help?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from games.cards import JOKER, Card, format_cards
from games.commune.hand_presence import CardCounts, find_highest_declaration, is_hand_present, is_wild
from games.commune.ladder import KINDS, get_rank_value, name_kind_with_article
from games.commune.puzzles.common import (
    PRESENT_OF,
    TAKES,
    TRIES,
    build_cards_setup,
    draw_cards_near_hand,
    draw_random_declaration,
    explain_hand_presence,
    get_rules_ladder,
    list_presence_clauses,
    list_remaining_cards,
    parse_deck_cards,
    parse_hand,
    rule_hint,
    rules_of,
)
from games.engine.calculations import explain_subtraction
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, filter_clauses
from games.words import capitalize_first, join_words, quote_cards, spell_count

PRESENT = (
    *("present.n-of-kind", "present.two-pair", "present.full-house", "present.straight", "present.flush"),
    *("present.straight-flush", "present.wild-any", "present.two-is-wild", "present.one-use", "present.contained"),
    *("present.few-cards", "deck.wilds"),
)
BEST = (
    *("call.not-best", "present.contained", "present.n-of-kind", "present.two-pair", "present.full-house"),
    *("present.straight", "present.flush", "present.straight-flush"),
)
HELPS = (
    *("present.n-of-kind", "present.two-pair", "present.full-house", "present.straight", "present.flush"),
    *("present.straight-flush", "present.wild-any", "present.two-is-wild", "deck.wilds"),
)
_KINDS_OF = {clause: [kind for kind in KINDS if PRESENT_OF[kind] == clause] for clause in set(PRESENT_OF.values())}


# -- is the hand there? ----------------------------------------------------------------------------------


def _make_presence_setup(rng: Random, options: Options) -> Setup:
    return _make_presence_setup_for_clause(rng, options, "")


def _make_presence_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    ask, few = rng.choice(("there", "there", "missing")), clause == "present.few-cards"
    wanted = rng.randrange(4)

    def draw_setup() -> Setup:
        hand = draw_random_declaration(rng, options, _KINDS_OF.get(clause, ()))
        size = rng.randint(2, max(2, TAKES[hand.kind] - 1)) if few else rng.randint(4, 8)
        cards = draw_cards_near_hand(rng, hand, options, size)
        return build_cards_setup(cards[:size] if few else cards, hand=str(hand), ask=ask)

    def draw_wanted_setup() -> Setup | None:
        setup = draw_setup()
        puzzle = _build_presence_puzzle(setup, options)
        answers = [option.id for option in puzzle.options]
        return setup if not answers or answers.index(puzzle.key) == wanted else None

    with suppress(VoidPuzzle):
        return draw_fitting_setup(draw_wanted_setup, TRIES)
    return draw_fitting_setup(draw_setup, TRIES)


def _build_presence_puzzle(setup: Setup, options: Options) -> Puzzle:
    hand, cards = parse_hand(setup["hand"], options), parse_deck_cards(setup["cards"], options)
    house = rules_of(options)
    tally = CardCounts(cards, house)
    missing, why = tally.count_missing_cards(hand), explain_hand_presence(hand, cards, options)
    wild = [card for card in cards if is_wild(card, house)]
    on_table = f"The cards on the table are {quote_cards(cards)}."
    wilds = bool(house.jokers or house.twos_wild)
    hints = (
        "How many cards is the hand missing, and how many wild cards are there?"
        if wilds
        else "Which cards in the hand can you find?",
        rule_hint(PRESENT_OF[hand.kind], options),
        f"{'The wild cards are ' + quote_cards(wild) if wild else 'No card here is wild'}.",
        f"Without wild cards, {spell_count(missing, 'card')} {'is' if missing == 1 else 'are'} missing.",
    )
    rating = clamp_rating(900 + 60 * len(cards) + 120 * missing + 150 * (TAKES[hand.kind] > 4))
    clauses = filter_clauses(list_presence_clauses(hand, cards, options), PRESENT)
    if setup["ask"] == "missing":
        before = ", not counting wild cards" * wilds
        asked = f"{on_table} How many cards are missing for {hand.spoken_name}{before}?"
        near_hint = (
            *hints[:3],
            f"The hand takes {spell_count(TAKES[hand.kind], 'card')}. Which ones are there?",
        )
        takes = TAKES[hand.kind]
        working = str(explain_subtraction(("cards of that hand", takes), ("of them there", takes - missing)))
        return Puzzle(
            *("number", asked, {}, missing, clauses, why),
            hints=near_hint,
            rating=rating,
            working=working,
        )
    truth = (True, missing) if missing <= tally.wilds else (False, missing - tally.wilds)
    answers = {
        f"{'there' if there else 'not'}-{number}": (there, number)
        for there, number in _list_presence_options(tally, missing, wilds)
    }
    key = next(id for id, answer in answers.items() if answer == truth)
    return Puzzle(
        "one",
        f"{on_table} Someone declared {hand.spoken_name}. Is it there, and what does it need?",
        {},
        key,
        clauses,
        why,
        tuple(AnswerOption(id, _format_presence_option(*answer, wilds)) for id, answer in answers.items()),
        reasons={id: why if id == key else _explain_wrong_option(*answer, truth) for id, answer in answers.items()},
        clauses_by_option={key: PRESENT_OF[hand.kind]},
        hints=hints,
        rating=rating,
    )


def _list_presence_options(tally: CardCounts, missing: int, wilds: bool) -> list[tuple[bool, int]]:
    """Return the answers to offer, each as a pair: whether the hand is there, and a number.

    The number says how many wild cards a hand that's there needs, or how many cards a hand that isn't there lacks.
    `tally` counts the cards on the table, `missing` is the number of natural cards missing, and `wilds` says whether to
    offer different numbers of wild cards. Whatever the right answer is, both kinds of answers are offered.
    """
    needs, lacks = max(1, min(tally.wilds, missing + 1)), max(2 if wilds else 3, missing - tally.wilds)
    there, short = ((needs - 1, needs), (lacks - 1, lacks)) if wilds else ((0,), (lacks - 2, lacks - 1, lacks))
    return [*((True, number) for number in there), *((False, number) for number in short)]


def _format_presence_option(there: bool, number: int, wilds: bool) -> str:
    if there:
        return f"It’s there, and it needs {spell_count(number, 'wild card')}" if wilds else "It’s there"
    return (
        f"It isn’t there. {'Even with the wild cards, it' if wilds else 'It'}’s missing {spell_count(number, 'card')}"
    )


def _explain_wrong_option(there: bool, number: int, truth: tuple[bool, int]) -> str:
    """Return a sentence that explains why an answer is wrong.

    The answer says whether the hand is there (`there`) and how many wild cards it needs or cards it lacks (`number`).
    `truth` is the right pair of these values.
    """
    if there and not truth[0]:
        return "At least one card is missing."
    if there:
        return f"It needs {'more' if truth[1] > number else 'fewer'} wild cards than that."
    if truth[0]:
        return "The wild cards replace all missing cards." if truth[1] else "All of its cards are there."
    return f"It’s missing {'more' if truth[1] > number else 'fewer'} cards than that."


# -- the highest hand ------------------------------------------------------------------------------------


def _make_highest_hand_setup(rng: Random, options: Options) -> Setup:
    return _make_highest_setup_for_clause(rng, options, "")


def _make_highest_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    house, ladder = rules_of(options), get_rules_ladder(options)

    def draw_setup() -> Setup | None:
        hand = draw_random_declaration(rng, options, _KINDS_OF.get(clause, ()))
        cards = draw_cards_near_hand(rng, hand, options, rng.randint(4, 7))
        best = find_highest_declaration(cards, house, ladder)
        kind = ladder.steps[best].kind if best >= 0 else ""
        if best < 3 or best > ladder.top_place - 3 or (clause in _KINDS_OF and PRESENT_OF[kind] != clause):
            return None
        above = [
            place for place in range(best + 1, ladder.top_place + 1) if _has_all_ranks(ladder.steps[place].ranks, cards)
        ]
        tally = CardCounts(cards, house)
        below = [place for place in range(best) if tally.can_make_hand(ladder.steps[place])]
        if len(above) >= 2 and below:
            places = [best, *rng.sample(above[:40], min(2, len(above[:40]))), rng.choice(below[-12:])]
            rng.shuffle(places)
            return build_cards_setup(cards, hands=[str(ladder.steps[place]) for place in places])
        return None

    return draw_fitting_setup(draw_setup, TRIES, "We couldn’t find cards for this question.")


def _has_all_ranks(ranks: tuple[int, ...], cards: Sequence[Card]) -> bool:
    """Return whether all ranks of a hand are among these cards."""
    return set(ranks) <= {get_rank_value(card) for card in cards}


def _build_highest_hand_puzzle(setup: Setup, options: Options) -> Puzzle:
    house, ladder = rules_of(options), get_rules_ladder(options)
    cards = parse_deck_cards(setup["cards"], options)
    hands = [parse_hand(_add_flush_suit(text, options), options) for text in setup["hands"]]
    best = max((hand for hand in hands if is_hand_present(hand, cards, house)), key=ladder.index, default=None)
    if best is None:
        raise VoidPuzzle("Under these house rules, none of the hands is in these cards.")
    reasons = {}
    for number, hand in enumerate(hands):
        presence = explain_hand_presence(hand, cards, options)
        lower = is_hand_present(hand, cards, house) and hand is not best
        reasons[str(number)] = f"{presence} But one of the other hands is higher and also there." if lower else presence
    why = f"{explain_hand_presence(best, cards, options)} No higher hand in this list is there."
    return Puzzle(
        "one",
        f"The cards on the table are {quote_cards(cards)}. Which is the highest of these hands that’s there?",
        {},
        str(hands.index(best)),
        filter_clauses([PRESENT_OF[best.kind], "present.contained", "call.not-best"], BEST),
        why,
        tuple(AnswerOption(str(number), capitalize_first(hand.spoken_name)) for number, hand in enumerate(hands)),
        reasons=reasons,
        clauses_by_option={
            str(number): "call.not-best"
            if hand is not best and is_hand_present(hand, cards, house)
            else PRESENT_OF[hand.kind]
            for number, hand in enumerate(hands)
        },
        hints=(
            "Is the highest of the four there? If not, is the next one?",
            rule_hint("present.contained", options),
            f"The table has {spell_count(CardCounts(cards, house).wilds, 'wild card')}.",
            f"It’s {name_kind_with_article(best.kind)}.",
        ),
        rating=clamp_rating(1050 + 60 * len(cards) + 120 * CardCounts(cards, house).wilds),
    )


def _add_flush_suit(text: str, options: Options) -> str:
    """Return the hand `text`, with “spades” added if it's a flush that needs a suit. Here any suit will do."""
    suited = rules_of(options).is_flush_suit_declared and text.startswith("flush") and len(text.split()) == 2
    return f"{text} spades" if suited else text


# -- which card would help? ------------------------------------------------------------------------------


def _make_helping_cards_setup(rng: Random, options: Options) -> Setup:
    return _make_helping_setup_for_clause(rng, options, "")


def _make_helping_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    house = rules_of(options)

    def draw_setup() -> Setup | None:
        hand = draw_random_declaration(rng, options, _KINDS_OF.get(clause, ()))
        cards = draw_cards_near_hand(rng, hand, options, rng.randint(4, 6))
        if is_hand_present(hand, cards, house):
            return None
        spare = [*list_remaining_cards(cards), *[JOKER] * (house.jokers - cards.count(JOKER))]
        help_ = [card for card in spare if is_hand_present(hand, [*cards, card], house)]
        rest = [card for card in spare if card not in help_]
        alike = [card for card in rest if card.rank in {1 if rank == 14 else rank for rank in hand.ranks}]
        if help_ and rest:
            chosen = rng.sample(help_, min(len(help_), rng.choice((1, 2, 3))))
            twos = [card for card in spare if card.rank == 2 and card not in chosen]
            chosen += [card for card in dict.fromkeys([*alike[:1], *twos[:1]]) if card not in chosen]
            chosen += rng.sample([card for card in rest if card not in chosen], max(0, 6 - len(chosen)))
            chosen = list(dict.fromkeys(chosen))
            rng.shuffle(chosen)
            return build_cards_setup(cards, hand=str(hand), extra=format_cards(chosen))
        return None

    return draw_fitting_setup(draw_setup, TRIES, "We couldn’t find cards for this question.")


def _build_helping_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    hand, cards = parse_hand(setup["hand"], options), parse_deck_cards(setup["cards"], options)
    extra = parse_deck_cards(f"{setup['cards']} {setup['extra']}", options)[len(cards) :]
    if is_hand_present(hand, cards, house):
        raise VoidPuzzle("Under these house rules, the hand is there even without another card.")
    helping = [card for card in extra if is_hand_present(hand, [*cards, card], house)]
    reasons = {
        card.code: f"You add {quote_cards([card])}. {explain_hand_presence(hand, [*cards, card], options)}"
        for card in extra
    }
    answer = f"{join_words([quote_cards([card]) for card in helping])} would" if helping else "None of them would"
    clauses = list_presence_clauses(hand, [*cards, *helping[:1]], options)
    if any(is_wild(card, house) for card in helping):
        clauses += ["present.wild-any", "deck.wilds"]
    if any(card.rank == 2 for card in extra):
        clauses.append("present.two-is-wild")
    return Puzzle(
        "tick",
        f"The cards on the table are {quote_cards(cards)}, and {hand.spoken_name} isn’t there. Which of these "
        "cards would complete it?",
        {},
        sorted(card.code for card in helping),
        filter_clauses(clauses, HELPS),
        f"{capitalize_first(answer)} complete it. {explain_hand_presence(hand, cards, options)}",
        tuple(AnswerOption(card.code, capitalize_first(card.name), card.code) for card in extra),
        reasons=reasons,
        clauses_by_option={
            card.code: PRESENT_OF[hand.kind]
            if not is_wild(card, house)
            else "present.two-is-wild"
            if card.rank == 2
            else "present.wild-any"
            for card in extra
        },
        hints=(
            "How many cards are missing from the hand?",
            rule_hint(PRESENT_OF[hand.kind], options),
            explain_hand_presence(hand, cards, options),
            f"{capitalize_first(spell_count(len(helping), 'card'))} of these "
            f"{'helps' if len(helping) == 1 else 'help'}.",
        ),
        rating=clamp_rating(1100 + 50 * len(cards) + 120 * (TAKES[hand.kind] > 4)),
    )


THEMES = (
    PuzzleTheme(
        "present-or-not",
        "Is it there?",
        "All cards are face up. Count the missing cards and the wild cards.",
        PRESENT,
        _make_presence_setup,
        _build_presence_puzzle,
        aim=_make_presence_setup_for_clause,
    ),
    PuzzleTheme(
        "highest-there",
        "The highest hand there",
        "Four hands: find the highest one that the cards on the table make.",
        BEST,
        _make_highest_hand_setup,
        _build_highest_hand_puzzle,
        aim=_make_highest_setup_for_clause,
    ),
    PuzzleTheme(
        "which-card",
        "One more card",
        "Find the cards that would make a declaration true.",
        HELPS,
        _make_helping_cards_setup,
        _build_helping_cards_puzzle,
        aim=_make_helping_setup_for_clause,
    ),
)
