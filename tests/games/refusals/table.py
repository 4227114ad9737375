"""Readings of the refusals that all games share."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.refusals.reading import Case, Check, Readings, base, listed, seat

READINGS = Readings()


def shape(readings: Readings, *wanted: str, use: str = "It needs ") -> Callable[[Check], Check]:
    """Say how it is checked that a move, of a verb that is for now, lacks what is wanted."""

    def keep(check: Check) -> Check:
        def lacks(case: Case, move: str, **values: object) -> bool:
            return case.for_now and move in str(case.move) and check(case, **values)

        sentences = (f"“{{move:text}}” isn’t a valid move. {use}{text}." for text in wanted)
        readings.of("table.shape", *sentences)(lacks)
        return check

    return keep


@READINGS.of("table.turn", "It isn’t your turn. The table is waiting for {who:text}.")
def another_is_waited_for(case: Case, who: str) -> bool:
    return sorted(seat(case, name) for name in listed(who)) == sorted(case.waiting) and not case.mine


@READINGS.of("table.over", "The match is over, so you can’t move.")
def over(case: Case) -> bool:
    return case.phase == "over" and not case.waiting


@READINGS.of("table.verb", "You can’t {verb:text} now. It’s time to {allowed:text}.")
def of_another_moment(case: Case, verb: str, allowed: str) -> bool:
    """Check the verb, and that the verbs it is time for are those that the seat can try, all legal ones included."""
    known = case.game.verbs.get(case.move.verb)
    return known is not None and verb == known.words and not case.can(known.name) and is_time_to(case, allowed)


@READINGS.of("table.verb", "“{verb:text}” isn’t a move in {title:text}. It’s time to {allowed:text}.")
def of_no_game(case: Case, verb: str, title: str, allowed: str) -> bool:
    unknown = case.move.verb not in case.game.verbs and title == case.game.title
    return unknown and verb == case.move.verb[:40] and is_time_to(case, allowed)


def is_time_to(case: Case, allowed: str) -> bool:
    """Verbs in words: each that has a legal move, and none that has surely none."""
    verbs = case.game.verbs.list_possible_verbs(case.state, case.seat)
    verbs_now = [verb for verb in verbs if case.can(verb.name) or verb.by_example or verb.chance]
    words = [verb.words for verb in verbs_now]
    return case.mine and (allowed == comma_or(words) or _repeat_verbs(allowed, words) == sorted(words))


def comma_or(words: list[str]) -> str:
    return " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])}, or {words[-1]}"


def _repeat_verbs(allowed: str, words: list[str]) -> list[str]:
    """“Call, or declare a straight or a flush”, with “declare” before “a flush” too."""
    verb, actions = "", list[str]()
    for part in listed(allowed):
        verb = verb if part not in words and f"{verb} {part}" in words else part.partition(" ")[0]
        actions.append(part if part in words else f"{verb} {part}")
    return sorted(actions)


@READINGS.of("table.held", "You don’t hold {cards:cards}.")
def not_held(case: Case, cards: list[str]) -> bool:
    return all(card not in case.hand and card in map(base, case.laid) for card in cards)


@READINGS.of("table.held", "You hold only {number:number} {card:card}.")
def too_few(case: Case, number: int, card: str) -> bool:
    return 0 < number == case.hand.count(card) < [base(other) for other in case.laid].count(card)


@shape(READINGS, "Cards can’t stand for other cards here", use="")
def as_themselves(case: Case) -> bool:
    return any("=" in card for card in case.laid)


@shape(READINGS, "{what:text}", use="Leave out ")
def without_these_parts(case: Case, what: str) -> bool:
    """“The number and the cards”: all parts that no move of the verb has, and none that some have."""
    move, taken = case.move, case.game.verbs[case.move.verb].parts
    what, half, _ = what.partition(" or put cards after it")
    if half and move.word not in taken:
        return False
    cards = "the card" if sum(map(len, move.groups)) == 1 else "the cards"
    own = {"the number": "number", cards: "groups", f"“{move.word[:40]}”": "word"}
    present = [move.number is not None, bool(move.groups), bool(move.word)]
    extra = [
        text for (text, part), has_part in zip(own.items(), present, strict=True) if has_part and part not in taken
    ]
    named = [
        f"“{' '.join([name, *(card.code for card in group)])[:40]}”"
        for name, group in move.named
        if name not in taken or name in own.values()
    ]
    return sorted(listed(what)) == sorted([*extra, *named])


@shape(READINGS, "one card from your hand")
def one_card(case: Case) -> bool:
    return len(case.groups) != 1 or len(case.first) != 1


@shape(READINGS, "the cards of one meld")
def one_meld(case: Case) -> bool:
    return len(case.groups) != 1


@shape(
    READINGS, "the seat of the first dealer, from 0 to {last:number}", "the seat that leads, from 0 to {last:number}"
)
def some_seat(case: Case, last: int) -> bool:
    return last == case.seats - 1 and (case.move.number is None or not 0 <= case.move.number <= last)


@shape(
    READINGS,
    "all {number:number} cards in order, each of them once",
    "all {number:number} cards, each of them twice",
    "all {number:number} cards, with as many copies of each as the deck has",
)
def all_cards(case: Case, number: int) -> bool:
    pack = case.cards("pile") if case.move.verb == "mix" else [card.code for card in case.state.deck]
    return number == len(pack) and (len(case.groups) != 1 or sorted(case.first) != sorted(pack))


@shape(READINGS, "the {number:number} cards below the upcard")
def below_the_upcard(case: Case, number: int) -> bool:
    below = case.cards("pile")[:-1]
    return number == len(below) and (len(case.groups) != 1 or sorted(case.first) != sorted(below))
