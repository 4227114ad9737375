"""How many touches each move takes, on a phone, without its button where there is another way.

    python -m tests.pages.taps --url URL [--game G]

Each verb is made in the shortest step of the course that is done with it, as somebody does who knows how: a card and
then the place for it, the stock itself, and the gold button where there is no place to touch.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import django
from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.pages.chromium import launched

PHONE = {"width": 360, "height": 800}
CORNER = {"x": 9.0, "y": 12.0}
"""Where a card is touched that others lie upon."""


def to_arrange(page: Page, card: Any) -> Locator:
    """Where a card is touched that goes into a group: in the hand, since its like may lie in a group already; one that
    stands for another, if it is there, as that.
    """
    copies = page.locator(f'.arrange button.card[data-code="{card.code}"][aria-pressed="false"]')
    held = page.locator(f'.dock button.card[data-code="{card.base.code}"]:not(.dim)')
    own = card.natural and held.count()
    return (held if own or not copies.count() else copies).first


class Hand:
    """A finger on a table, and how often it touched."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def touch(self, node: Locator) -> None:
        node.tap(position=CORNER)
        self.taps += 1

    def card(self, code: str, zones: list[str]) -> None:
        """Touch a card that is not chosen, if it may be and is not yet: the hand's, rather than its like elsewhere."""
        for zone in sorted(zones, key=lambda zone: not zone.startswith("hand")):
            found = self.page.locator(f'[data-zone="{zone}"][data-code="{code}"][aria-pressed="false"]')
            if found.count():
                self.touch(found.first)
                return

    def make(self, action: dict[str, Any], move: Any) -> None:
        """Make a move by touching what it is made of."""
        if any(field["kind"] == "groups" for field in action["fields"]):
            self._arrange(action, move)
            return
        if action["verb"] != move.verb:  # the button says it all
            self.touch(self.page.locator(f'[data-order="{action["order"]}"]'))
            return
        fields = {field["kind"]: field for field in action["fields"]}
        place = f'[data-place="{action["at"]}"]'
        if "target" in fields:
            place = f'[data-number="{move.number}"] > [data-place]'
        if "tail" in fields:
            line = self.page.locator(f'[data-zone="{fields["tail"]["zones"][0]}"]')
            self.touch(line.nth(line.count() - move.number))
        zones = [zone for field in action["fields"] if field["kind"] == "cards" for zone in field["zones"]]
        tail = self.page.locator(".in-tail > .card").evaluate_all("all => all.map(one => one.dataset.code)")
        taken = Counter(tail[:1])
        split = any(field["split"] for field in action["fields"])
        for group in [move.all_cards] if split else move.groups:
            for card in group:
                if taken[card.base.code]:
                    taken[card.base.code] -= 1
                elif not ("target" in fields and not card.natural and card not in move.cards):  # the joker comes along
                    self.card(card.base.code, zones)
        if "place" in fields:
            held = self.page.locator(f'[data-zone="{fields["place"]["zones"][0]}"]')
            self.touch(held.nth(move.number - 1))
        asked = [zone for field in action["fields"] if field["kind"] == "partners" for zone in field["zones"]]
        if asked and move.named:
            self.card(move.named[0][1][0].code, asked)
            return
        alone = move.number is not None and not {"target", "tail", "place"} & set(fields)
        words = [str(move.number)] if alone else []
        words += move.word.split()
        for word in words:
            self._say(action, word)
        if move.named and not split:
            self._name(action, move)
        elif self.page.locator(place).is_visible():  # an empty trick of a lesson is not drawn
            self.touch(self.page.locator(place))
        elif not words:
            own = self.page.locator(f'[data-order="{action["order"]}"]')
            self.touch(own if own.count() else self.page.locator("[data-confirm]").first)

    def _name(self, action: dict[str, Any], move: Any) -> None:
        """Choose the cards that have a field of their own; one that need not be filled has to be opened."""
        self.touch(self.page.locator(f'[data-order="{action["order"]}"]'))
        fields = list(enumerate(action["fields"]))
        named = [(at, field) for at, field in fields if field["kind"] == "cards" and (at or not field["low"])]
        called = {name for name, _ in move.named}
        named = [one for one in named if one[1]["join"].strip() in called] or named
        for (at, field), (_, group) in zip(named, move.named, strict=False):
            if not field["low"]:
                self.touch(self.page.locator(f'[data-field="{at}"]'))
            for card in group:
                self.card(card.base.code, action["fields"][at]["zones"])
        if not all(field["low"] and field["high"] == 1 for _, field in named):  # the last card asked for is the move
            self.touch(self.page.locator("[data-confirm]"))

    def _arrange(self, action: dict[str, Any], move: Any) -> None:
        self.touch(self.page.locator(f'[data-order="{action["order"]}"]'))
        for group in [*move.groups, *(group for _, group in move.named)]:
            for card in group:
                self.touch(to_arrange(self.page, card))
            self.touch(self.page.locator('[data-put="new"]'))
        self.touch(self.page.locator("[data-confirm]"))

    def _say(self, action: dict[str, Any], word: str) -> None:
        if not self.page.locator(".ask [data-value]").count():
            self.touch(self.page.locator(f'[data-order="{action["order"]}"]'))
        if self.page.locator(".ask [data-value]").count():  # one choice only is no question
            self.touch(self.page.locator(f'.ask [data-value="{word}"]'))


def counted(page: Page, slug: str) -> Iterator[tuple[str, int, str]]:
    """Each verb of a game that a step of its course is about, with the touches that it took, and the move."""
    import games
    from core.learn.course import get_course

    game = games.get(slug)
    places = [
        place for places in get_course(game, game.options()).values() for place in places if place.step.kind == "do"
    ]
    done = set()
    for place in sorted(places, key=lambda place: len(place.step.solution)):
        move = game.parse_move(place.step.solution[0])
        if move.verb in done:
            continue
        page.goto(f"/games/{slug}/course/{place.lesson.slug}/{place.id}/")
        listed = json.loads(page.locator("#actions").inner_text())
        meant = (move.verb, str(move))
        action = next({**one, "order": order} for order, one in enumerate(listed) if one["verb"] in meant)
        if any(field["kind"] == "groups" for field in action["fields"]):
            continue
        done.add(move.verb)
        hand = Hand(page)
        hand.make(action, move)
        made = page.locator("#go-on, #back, #take-back, .notice.hint").first
        expect(made).to_be_visible()
        yield move.verb, hand.taps, str(move)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "core.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    django.setup()
    import games

    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--url", required=True)
    words.add_argument("--game", choices=list(games.all_games()))
    asked = words.parse_args()
    with sync_playwright() as play:
        browser = play.chromium.launch(**launched())
        page = browser.new_page(base_url=asked.url, viewport=PHONE, has_touch=True, reduced_motion="reduce")
        for slug in [asked.game] if asked.game else games.all_games():
            for verb, taps, move in counted(page, slug):
                print(f"{slug:15} {verb:15} {taps}   {move}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
