"""What a person's hands do on a page: choose cards, make a move, do what a step of a lesson asks for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from core.learn.course import LessonStep
from games.cards import Card
from games.engine.game import Game
from games.engine.move import Move
from tests.pages.taps import CORNER, to_arrange


def make(page: Page, game: Game[Any], text: str) -> None:
    """Make a move as a person does, and say what is meant if that is asked."""
    button = build(page, game, text)
    meant = page.locator(f'.notice.hint button[value="{text}"]')
    after = page.locator("[data-order]")  # another verb may be for now
    expect(meant.or_(page.locator("#go-on")).or_(button).or_(after).first).to_be_visible()
    if meant.count():
        meant.click()


def build(page: Page, game: Game[Any], text: str) -> Locator:
    """Press a move's button, then give what it asks for, one thing after the other."""
    move = game.parse_move(text)
    actions = {action["verb"]: action for action in json.loads(page.locator("#actions").inner_text())}
    action = actions.get(text) or actions[move.verb]  # where only one amount is allowed, the button says it all
    fields = action["fields"]
    button = page.locator(f'[data-verb="{action["verb"]}"], button[name=move][value="{action["verb"]}"]')
    if [field["kind"] for field in fields] == ["cards"] and move.cards:
        choose(page, move.all_cards)
        button.click()
    else:
        button.click()
        _answer(page, move, action)
    return button


def _answer(page: Page, move: Move, action: dict[str, Any]) -> None:
    fields = action["fields"]
    words = [*([] if move.number is None else [str(move.number)]), *move.word.split()]
    groups = [*move.groups, *(group for _, group in move.named)]
    for at, field in enumerate(fields):
        if field["kind"] == "choice":
            label = dict(map(tuple, field["values"]))[words.pop(0)]
            page.locator(".ask").get_by_role("button", name=label, exact=True).click()
        elif field["kind"] == "tail":
            page.locator(f'[data-zone-id="{field["zones"][0]}"] button.card').nth(-int(words.pop(0))).click()
        elif field["kind"] == "place":
            page.locator(f'[data-zone-id="{field["zones"][0]}"] [data-index="{int(words.pop(0)) - 1}"]').click()
        elif field["kind"] == "amount":
            page.locator("[data-amount]").fill(words.pop(0))
        elif field["kind"] == "target":
            here = page.locator(f'[data-number="{words.pop(0)}"] [data-place]')
            if here.is_visible():  # where there is one meld only, it is not asked for
                here.click()
        elif field["kind"] == "partners":
            ways = [codes for card, codes in action["takes"] if card == move.cards[0].code]
            own = groups.pop(0) if groups else ()
            if own and len(ways) > 1:  # the only ones come along by themselves
                choose(page, own[:1])
        elif field["kind"] == "groups":
            _arrange(page, groups)
        elif groups:
            if not field["low"]:
                page.locator(f'[data-field="{at}"]').click()
            choose(page, groups.pop(0))
            asked_next = page.get_by_role("button", name="Next", exact=True)
            if (
                any(other["low"] for other in fields[at + 1 :]) and asked_next.count()
            ):  # none where no more can be chosen
                asked_next.click()
    confirm = page.locator("[data-confirm]")
    if confirm.count():
        confirm.click()


def _arrange(page: Page, groups: Sequence[Sequence[Card]]) -> None:
    for group in groups:
        for card in group:
            to_arrange(page, card).click()
        page.get_by_role("button", name="New meld").click()


def choose(page: Page, cards: Sequence[Card]) -> None:
    """Choose cards that are not chosen yet: those of the hand first."""
    pressed = page.locator('.table button.card[aria-pressed="true"]').evaluate_all(
        "all => all.map(one => one.dataset.code)"
    )
    chosen = Counter(code.partition("=")[0] for code in pressed)
    for code in (Counter(card.base.code for card in cards) - chosen).elements():
        loose = page.locator('button.card[aria-pressed="false"]').and_(
            page.locator(f'[data-code="{code}"], [data-code^="{code}="]')
        )
        held = page.locator(".dock").locator(loose)
        (held if held.count() else page.locator(".table").locator(loose)).first.click(position=CORNER)


def solve(page: Page, game: Game[Any], place: LessonStep) -> None:
    """Do what a step asks for, by clicking."""
    step = place.step
    if step.kind == "try-illegal":
        page.get_by_role("group", name="Moves to try").get_by_role("button").first.click()
        expect(page.get_by_text("Illegal move").first).to_be_visible()
    elif step.kind in ("choose", "predict"):
        right = next(number for number, answer in enumerate(place.answers) if answer.right)
        page.locator(f'button.answer[value="{right}"]').click()
    elif step.kind == "do":
        for number, move in enumerate(step.solution, 1):
            make(page, game, move)
            if number < len(step.solution):
                expect(page.locator("[data-busy]")).to_have_count(0)
    expect(page.locator("#go-on")).to_be_focused()


def go_on(page: Page) -> None:
    """To the next step, and wait until it is there."""
    page.locator("#go-on").click()
    expect(page.locator("#go-on")).to_have_count(0)
