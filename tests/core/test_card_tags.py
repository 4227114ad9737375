"""Cards as templates draw them: what they are called, how they are marked, where they lie."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.template import Context, Template

from core.rendering.markdown import render_markdown
from core.rendering.narration import CARDS
from core.templatetags import cards as tags
from games.cards import ACE_HIGH
from games.engine.view import SIGNS, Action, Field, Rung, Screen, SeatNote, Sign, Zone
from games.errors import BadText


def drawn(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("TS", "ten of spades"),
        ("AH", "ace of hearts"),
        ("QC", "queen of clubs"),
        ("2D", "two of diamonds"),
        ("*", "joker"),
        ("*=TS", "joker standing for the ten of spades"),
        ("4D=QC", "four of diamonds standing for the queen of clubs"),
        ("*=?", "joker"),
        ("?", "face-down card"),
    ],
)
def test_every_card_has_a_spoken_name(code, name):
    assert tags.card_name(code) == name
    assert f'aria-label="{name}"' in tags.card(code)


@pytest.mark.parametrize("code", ["", "1S", "SS", "S9", "10", "9", "QQ", "*=*", "?=9S", "9S=", "<b>", "9S TS"])
def test_a_code_that_names_no_card_is_refused(code):
    with pytest.raises(BadText):
        tags.card(code)


def test_a_ten_is_written_with_two_figures_and_condensed():
    assert '<span class="card-ten">10</span>' in tags.card("TH")
    assert ">T<" not in tags.card("TH")


def test_a_wild_card_shows_what_it_stands_for_in_the_colour_of_that_card():
    html = tags.card("*=9H")
    assert "joker" in html
    assert re.search(r'class="card-for h"[^>]*>9<svg><use href="#pip-h"/>', html)


def test_a_card_in_its_own_place_is_no_wild_card():
    assert "card-for" not in tags.card("9S=9S")
    assert tags.card_name("9S=9S") == "nine of spades"


def test_a_face_down_card_tells_nothing():
    html = tags.card("?", select=True, zone="stock", index=0)
    assert "pip-" not in html
    assert 'data-code="?"' in html


def test_a_card_to_look_at_is_a_picture_and_one_to_choose_is_a_button():
    assert tags.card("7C").startswith('<span role="img"')
    button = tags.card("7C", select=True, zone="hand", index=3)
    assert button.startswith('<button type="button"')
    assert 'aria-pressed="false"' in button
    assert 'data-zone="hand"' in button
    assert 'data-index="3"' in button
    assert 'aria-pressed="true"' in tags.card("7C", select=True, pressed=True)


@pytest.mark.parametrize(("mark", "spoken"), tags.MARKS.items())
def test_a_mark_is_spoken_and_not_only_a_colour(mark, spoken):
    html = tags.card("7C", mark=mark)
    assert ("data-wild" if mark == "wild" else f'data-mark="{mark}"') in html
    assert f'aria-label="seven of clubs, {spoken}"' in html


def test_the_same_card_twice_in_a_zone_has_two_ids_that_stay():
    hand = Zone("hand", "row", "Your hand", ("7C", "*", "7C", "*=9S"), owner=0)
    ids = re.findall(r'<button[^>]* id="([^"]+)"', tags.zone(hand, select=True))
    assert ids == ["hand-7C-1", "hand-joker-1", "hand-7C-2", "hand-joker-as-9S-1"]


def test_no_card_carries_a_style_attribute_or_a_script():
    html = tags.card("*=9H", select=True, zone="m", index=0, mark="wild") + tags.cards("7D ? *")
    assert "style=" not in html
    assert "onclick" not in html


def test_hostile_zone_names_cannot_break_out_of_the_markup():
    html = tags.card("7C", zone='x" onfocus="alert(1)')
    assert 'onfocus="' not in html


def test_a_wild_card_stays_marked_as_such_beside_another_mark():
    line = Zone("line", "line", "The line", ("*", "9S"), marked=("*",))
    html = tags.zone(line, marks={"9S": "legal", "*": "legal"})
    assert 'aria-label="joker, wild, can be used now"' in html
    assert html.count("data-wild") == 1
    assert 'aria-label="nine of spades, can be used now"' in html
    assert 'data-count="2"' in html


def test_nothing_hides_the_face_of_a_pile():
    html = tags.zone(Zone("pile", "pile", "Discard pile", ("7H", "QS")))
    assert 'data-code="QS"' in html
    assert "cards-count" not in html
    assert "Discard pile, 2 cards" in html


def test_a_pile_shows_its_count_and_one_back():
    html = tags.zone(Zone("stock", "pile", "Stock", ("?",) * 26))
    assert html.count("face-down card") == 1
    assert ">26<" in html
    assert 'aria-label="Stock, 26 cards"' in html


def test_an_empty_zone_says_so():
    assert "Empty" in tags.zone(Zone("row", "row", "A row"))
    assert 'aria-label="The line, 0 cards"' in tags.zone(Zone("line", "line", "The line"))
    assert "pile-empty" in tags.zone(Zone("stock", "pile", "Stock"))


def test_cards_in_a_sentence_become_small_cards_and_the_rest_is_escaped():
    html = tags.card_text("Lay 8S 9S *=TS 7C=?, not <b>TH</b>.")
    assert html.count('class="mini') == 5
    assert "=?" not in html
    assert "&lt;b&gt;" in html
    assert 'class="mini' not in tags.card_text("The ASCII 2SX and A4SB are words, DH-3 is not one either way.")


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Meld 5H 6H 7H.", "Meld five, six, and seven of hearts."),
        ("Nothing beats his `AH`, or the `*=TS`.", "Nothing beats his ace of hearts, or the joker as ten of spades."),
        (
            "Try QH QH QS, then 7C (9D).",
            "Try queens of hearts, hearts, and spades, then seven of clubs (nine of diamonds).",
        ),
        ("Low, as in `AS 2S`; high: `KD *`!", "Low, as in ace and two of spades; high: king of diamonds and joker!"),
    ],
)
def test_cards_in_a_sentence_are_words_of_it(text, spoken):
    in_markdown = text if "`" in text else CARDS.sub(r"`\1`\2", text)
    for html in (tags.card_text(text), render_markdown(in_markdown)):
        assert "role=" not in html
        assert Spoken(html).text == spoken


def test_a_small_card_is_a_word():
    assert Spoken(f"Mira {tags.mini_card('9D')}").text == "Mira nine of diamonds"
    assert Spoken(tags.mini_card("?")).text == "face-down card"
    assert (
        Spoken(render_markdown("Three: `? ? 4S`.")).text == "Three: face-down card, face-down card, and four of spades."
    )


class Spoken(HTMLParser):
    """The text that a screen reader gets."""

    def __init__(self, html):
        super().__init__()
        self.text, self.hidden, self.depth = "", 0, 0
        self.feed(html)
        self.text = self.text.strip()

    def handle_starttag(self, tag, attrs):
        self.depth += 1
        if not self.hidden and ("aria-hidden", "true") in attrs:
            self.hidden = self.depth

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        self.hidden = 0 if self.hidden == self.depth else self.hidden
        self.depth -= 1

    def handle_data(self, text):
        self.text += "" if self.hidden else text


def test_cards_takes_a_text_or_a_list():
    assert drawn('{% cards "7D QD" %}') == drawn("{% cards listed %}", listed=["7D", "QD"])


@pytest.fixture
def screen() -> Screen:
    meld = Field("cards", "meld", "Choose", ("hand",), 3, 13)
    return Screen(
        1,
        (
            Zone("stock", "pile", "Stock", ("?",) * 3),
            Zone("line", "line", "The line", ("7D",)),
            Zone("h0", "fan", "Hand", ("?",) * 4, owner=0),
            Zone("h1", "fan", "Your hand", ("8S", "9S"), owner=1),
            Zone("h2", "fan", "Hand", ("?",), owner=2),
            Zone("m1", "melds", "Run", ("5C", "6C", "7C"), owner=1, number=1),
        ),
        (SeatNote(0), SeatNote(1, to_move=True), SeatNote(2, dealer=True)),
        "Your turn.",
        (Action("draw", "Draw", "Take a card."), Action("discard", "Discard", "Throw one.", (meld,))),
    )


def test_the_others_sit_clockwise_from_your_left(screen):
    layout = tags.table_layout(screen, ["Ann", "Ben", "Cem"])
    assert [place.name for place in layout.others] == ["Cem", "Ann"]
    assert [place.card_count for place in layout.others] == [1, 4]
    assert layout.you.name == "Ben"
    assert [zone.id for zone in layout.odd] == ["stock"]
    assert [zone.id for zone in layout.lines] == ["line"]
    assert [zone.id for zone in layout.you.melds] == ["m1"]


def test_the_number_of_cards_is_not_said_twice():
    held = (Zone("h0", "pile", "Hand", ("?",) * 4, owner=0),)
    note = SeatNote(0, "steady bot · 4 cards", dealer=True, score="1 hand won")
    (place,) = tags.table_layout(Screen(None, held, (note,), ""), ["Ann"]).others
    assert place.card_count == 4
    assert place.player_notes == ["dealer", "steady bot", "1 hand won"]


def test_a_bystander_sees_all_seats_and_names_may_be_missing(screen):
    watched = Screen(None, screen.zones, screen.seats, screen.prompt)
    layout = tags.table_layout(watched, {0: "Ann"})
    assert layout.you is None
    assert [place.name for place in layout.others] == ["Ann", "Seat 2", "Seat 3"]


def test_each_action_has_a_key_of_its_own(screen):
    assert [action["key"] for action in tags.table_actions(screen)] == ["d", "i"]


def test_the_table_part_holds_what_the_selection_control_needs(screen):
    html = drawn(
        '{% include "parts/table.html" %}', screen=screen, names=["Ann", "Ben", "Cem"], move_url="/m", version=4
    )
    data = json.loads(re.search(r'<script id="actions" type="application/json">(.*?)</script>', html, re.S)[1])
    assert data[1]["verb"] == "discard"
    assert data[1]["fields"][0]["zones"] == ["hand"]
    assert 'name="version" value="4"' in html
    assert 'value="draw"' in html
    assert "style=" not in html


def test_a_table_without_a_move_url_cannot_be_touched(screen):
    html = drawn('{% include "parts/table.html" %}', screen=screen, names=[])
    assert '<button type="button" class="card' not in html
    assert "<form" not in html
    assert "Your turn." in html


def test_a_ladder_has_a_button_for_what_can_be_said_and_tells_who_spoke():
    ladder = (Rung("High card", ("9",), open=False, seat=0), Rung("Pair", ("9", "9")), Rung("Three", ("9",) * 3))
    rank = Field("choice", "rank", "Of which rank", values=(("nines", "Nines"),))
    actions = tuple(Action(rung.label.lower(), rung.label, "Say it.", (rank,), rung.cards) for rung in ladder[1:])
    screen = Screen(1, (), (SeatNote(0), SeatNote(1)), actions=actions, ladder=ladder)
    html = drawn('{% include "parts/table.html" %}', screen=screen, names=["Ann", "Ben"], move_url="/m")
    low, pair, three = re.split(r'class="(?:button )?rung', html)[1:]
    assert "said" in low.partition(">")[0]
    assert "<small>Ann</small>" in low
    assert 'data-order="0"' in pair
    assert 'data-order="1"' in three
    assert html.count('data-verb="pair"') == 1
    assert "rung" not in drawn('{% include "parts/table.html" %}', screen=screen, names=["Ann", "Ben"])


@pytest.mark.parametrize(
    ("seats", "you", "seat", "side"),
    [
        *((4, 0, 1, "left"), (4, 0, 2, "across"), (4, 0, 3, "right"), (2, 1, 0, "across"), (3, 1, 0, "right")),
        *((7, 5, 1, "left"), (7, 5, 2, "right"), (6, 5, 1, "left"), (6, 5, 2, "across")),
    ],
)
def test_a_sign_points_to_where_a_player_sits(seats: int, you: int, seat: int, side: str):
    sign = Sign("places", "Two cards", "To Ann", groups=(2,), seat=seat)
    screen = Screen(you, (), tuple(map(SeatNote, range(seats))), signs=(sign,))
    html = drawn('{% include "parts/table.html" %}', screen=screen, names=["Ann"] * seats)
    assert re.findall(r'data-side="(\w+)"', html) == [side]
    assert re.findall(r'pointed-to[^>]*id="seat-(\d)"', html) == [str(seat)]


def test_a_button_has_a_second_line_only_where_there_is_something_to_say():
    actions = (Action("high", "High", "Go high.", note="a pair of aces"), Action("low", "Low", "Go low."))
    html = drawn(
        '{% include "parts/table.html" %}', screen=Screen(0, (), (SeatNote(0),), actions=actions), move_url="/m"
    )
    high, low = (" ".join(part.split()) for part in html.split('class="actions-buttons"')[1].split("</button>")[:2])
    assert high.endswith('>High <small><span class="visually-hidden">, </span>a pair of aces</small>')
    assert low.endswith(">Low")


def test_rows_lie_together_however_many_cards_they_have():
    rows = tuple(Zone(f"row-{number}", "rows", "Row", ("7C",) * number) for number in (0, 1, 8))
    layout = tags.table_layout(Screen(0, rows, (), ""))
    assert (layout.rows, layout.lines, layout.odd) == (list(rows), [], [])


def test_a_row_has_a_place_for_each_of_its_cards():
    html = tags.zone(Zone("r", "rows", "Hearts", ("8H",), places=("7H", "8H", "9H", "TH"), coming=("7H", "9H")))
    seven, eight, nine, ten = html.split("</li>")[:4]
    assert 'aria-label="eight of hearts"' in eight
    assert "data-spot" not in eight
    assert 'data-spot="7H"' in seven
    assert 'aria-label="place for the nine of hearts"' in nine
    assert 'aria-hidden="true"' in ten
    assert "place for" not in ten


def test_a_hand_that_is_not_seen_cannot_be_put_in_order():
    assert "data-sort" in tags.zone(Zone("h", "fan", "Hand", ("7C",) * 5, owner=0), sort=True)
    assert "data-sort" not in tags.zone(Zone("h", "fan", "Hand", ("?",) * 5, owner=0), sort=True)


@pytest.mark.parametrize(
    ("sort", "trumps", "drawn"),
    [
        ("suit", "", "3S KS 3H 9H 9H AC *"),
        ("suit", "H", "3H 9H 9H AC 3S KS *"),
        ("rank", "", "3S 3H 9H 9H KS AC *"),
    ],
)
def test_a_hand_is_drawn_sorted_and_each_card_keeps_its_place_and_id(sort: str, trumps: str, drawn: str) -> None:
    cards = ("9H", "*", "3S", "AC", "KS", "9H", "3H")
    hand = Zone("h", "fan", "Hand", cards, owner=0, sort=sort, ranks=ACE_HIGH, trumps=trumps)
    html = tags.zone(hand, select=True, sort=True)
    assert re.findall(r'data-code="([^"]+)"', html) == drawn.split()
    assert all(cards[int(place)] == code for place, code in re.findall(r'data-index="(\d)" data-code="([^"]+)"', html))
    assert html.index('id="h-9H-1"') < html.index('id="h-9H-2"')
    assert re.findall(r'data-sort="(\w+)" aria-pressed="true"', html) == [sort]
    assert html.count("new-suit") == (3 if sort == "suit" else 0)


def test_cards_that_are_no_hand_lie_as_they_came() -> None:
    for layout in ("row", "line", "grid", "melds"):
        html = tags.zone(Zone("h", layout, "Cards", ("9H", "3S", "3H")))
        assert re.findall(r'data-code="([^"]+)"', html) == ["9H", "3S", "3H"]


def test_only_a_hand_that_is_spread_lies_open():
    zones = (
        Zone("hand-1", "fan", "Hand", ("7C", "8C"), 1),
        Zone("hand-2", "pile", "Hand", ("?", "?"), 2),
        Zone("hand-3", "fan", "Hand", (), 3),
        Zone("hand-4", "fan", "Hand", ("?", "?"), 4),
    )
    assert [place.is_hand_spread for place in tags.table_layout(Screen(0, zones, (), "")).others] == [
        True,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("to_move", "shared", "word", "css"),
    [
        ((1,), False, "to play", "to-act"),
        ((1,), True, "choosing", "is-choosing"),
        ((1, 2), True, "choosing", "is-choosing"),
        ((0, 1), False, "choosing", "is-choosing"),
    ],
)
def test_players_who_choose_at_the_same_time_are_not_next(
    to_move: tuple[int, ...], shared: bool, word: str, css: str
) -> None:
    notes = tuple(SeatNote(seat, to_move=seat in to_move) for seat in range(3))
    layout = tags.table_layout(Screen(0, (), notes, ""), is_turn_shared=shared)
    html = drawn('{% include "parts/seat.html" %}', layout=layout, place=layout.others[0])
    assert f">{word}</span>" in html
    assert css in html.split()
    assert ({"to-act", "is-choosing"} - {css}).isdisjoint(html.split())


SIGNS_DRAWN = {
    "suit": (Sign("suit", "Trumps", "hearts", suit="H"), "#pip-h", 1),
    "tokens": (Sign("tokens", "Tokens", "two tokens", number=2, of=3), 'class="token', 3),
    "packets": (Sign("packets", "Tricks", "4 tricks", number=4), 'class="packet"', 4),
    "tally": (Sign("tally", "In a row", "3 of 7", number=3, of=7), 'class="step', 7),
    "places": (Sign("places", "Contract", "a set and a run", groups=(3, 4)), 'class="empty-card"', 7),
    "chips": (Sign("chips", "Pot", "33 chips", number=33), 'class="disc', 5),
    "number": (Sign("number", "Hearts", "3 hearts", number=3, suit="H"), "<b>3</b>", 1),
    "cards": (Sign("cards", "Said", "a pair of tens", cards=("T", "T")), "#pip-any", 2),
    "track": (
        Sign("track", "Total", "47. Reaching 50 costs two chips", number=47, groups=(25, 25, 25)),
        "<progress",
        3,
    ),
    "said": (Sign("said", "Ann says", "a flush to the queen", cards=("QS", "-")), "#pip-any", 1),
}


@pytest.mark.parametrize("kind", SIGNS)
def test_each_kind_of_sign_is_drawn_and_said(kind):
    sign, drawing, number = SIGNS_DRAWN[kind]
    html = drawn('{% include "parts/sign.html" %}', sign=sign)
    picture, words = html.split('<span class="sign-words">')
    assert picture.count(drawing) == number
    assert 'class="picture" aria-hidden="true"' in picture
    assert sign.words in words


def test_places_with_names_say_which_move_fills_them():
    names = {"names": ("Set of 3", "Run of 4"), "alike": ("rank", "suit"), "verb": "contract"}
    html = drawn('{% include "parts/sign.html" %}', sign=Sign("places", "Contract", "both", groups=(3, 4), **names))
    assert 'data-fills="contract" data-count="7"' in html
    groups = html.split("<span data-name=")[1:]
    assert [group.split(">")[0] for group in groups] == ['"Set of 3" data-alike="rank"', '"Run of 4" data-alike="suit"']
    assert [group.count('class="empty-card"') for group in groups] == [3, 4]


@pytest.mark.parametrize("kind", ["packets", "tokens"])
def test_the_number_of_none_stands_beside_an_empty_place(kind):
    html = drawn('{% include "parts/sign.html" %}', sign=Sign(kind, "Tricks", "no tricks"))
    assert html.count("spent") == 1
    assert '<b class="sign-number" aria-hidden="true">0</b>' in html


def test_an_amount_that_is_the_only_one_is_asked_for_no_more():
    one = Field("amount", "total", "How much?", low=8, high=8)
    several = Field("amount", "total", "How much?", low=8, high=9)
    screen = Screen(0, (), (), "", (Action("raise", "Raise to 8", "", (one,)), Action("bet", "Bet", "", (several,))))
    raising, betting = tags.table_actions(screen)
    assert (raising["verb"], raising["fields"]) == ("raise 8", ())
    assert betting["verb"] == "bet"
    assert betting["fields"]


def test_without_scripts_it_is_shown_how_a_move_is_typed():
    named = (("S", "spades"), ("H", "hearts"))
    fields = (
        Field("cards", "meld", "Which?", ("hand",), 2, 3),
        Field("cards", "after", "And then?", ("hand",), 1, 1, join="/"),
        Field("choice", "suit", "Which suit?", values=named, join="trump"),
        Field("target", "to", "Where?", ("melds",)),
        Field("amount", "bet", "How much?", low=0, high=9),
        Field("choice", "more", "More?", low=0, values=named),
    )
    screen = Screen(
        0, (Zone("hand", "fan", "Hand", ("?", "7H", "8H", "9H")),), (), "", (Action("do", "Do", "", fields),)
    )
    assert tags.typed_example(screen, *tags.table_actions(screen)) == "do 7H 8H / 9H trump S 1 0"


def test_many_tokens_are_a_stack_with_their_number():
    html = drawn('{% include "parts/sign.html" %}', sign=Sign("tokens", "Chips", "62 chips", number=62))
    assert html.count('class="token"') == tags.STACK < tags.MOST_TOKENS
    assert ">62</b>" in html


@pytest.mark.parametrize("kind", ["tokens", "chips", "number"])
@pytest.mark.parametrize("number", [-19332, 65068])
def test_a_picture_is_small_however_large_its_number(kind, number):
    """Of debts an empty place was drawn for each chip, 140,000 on one page, and browsers stood still."""
    assert len(tags.sign_picture(Sign(kind, "Chips", f"{number} chips", number=number))) < 1000


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0"), (-62, "−62"), (999_999_999_999, "999999999999"), (-346 * 10**80, "−3.46 × 10⁸²")],
)
def test_a_picture_has_room_for_any_number(number, said):
    """A pot that all match again and again has thirty digits after a hundred hands, and lay over the buttons."""
    html = drawn('{% include "parts/sign.html" %}', sign=Sign("tokens", "Chips", f"{number} chips", number=number))
    assert f">{said}</b>" in html
    assert f"{number} chips" in html


def sitting(seat: int | None) -> list[tuple[str, bool]]:
    notes = tuple(SeatNote(one, side=one % 2) for one in range(4))
    layout = tags.table_layout(Screen(seat, (Zone("t", "trick", "Trick"),), notes, ""), ["Ann", "Ben", "Cem", "Dia"])
    assert layout.around == 4
    return [(place.side, place.mine) for place in layout.others]


def test_a_partner_is_told_from_the_other_side_in_words():
    assert sitting(0) == [("other team", False), ("your partner", True), ("other team", False)]
    assert sitting(None)[1] == ("with Dia", False)


def test_who_plays_alone_has_no_side(screen):
    assert {place.side for place in tags.table_layout(screen, ["Ann", "Ben", "Cem"]).others} == {""}


def test_a_seat_is_called_by_where_it_is_where_it_has_no_name():
    assert tags.SeatLayout(1, "the player on your left", SeatNote(1), False).short_name == "On your left"
    third = tags.SeatLayout(3, "the third player on your left", SeatNote(3), False)
    assert third.short_name == "Third on your left"
    assert tags.SeatLayout(1, "ben", SeatNote(1), False).short_name == "ben"


def test_a_card_that_was_just_drawn_is_marked_and_said():
    html = tags.zone(Zone("h", "fan", "Hand", ("7C", "7C"), owner=0, fresh=(1,)))
    first, second = html.split("</li>")[:2]
    assert "just drawn" not in first
    assert 'class="fresh"' in second
    assert 'aria-label="seven of clubs, just drawn"' in second


def test_of_a_long_line_the_oldest_are_folded_and_the_newest_never():
    html = tags.zone(Zone("line", "line", "The line", ("7C",) * (tags.LINE_IN_SIGHT + 2)))
    assert "2 older</summary>" in html
    assert [">".join(html.split("<li")[at + 1 : at + 2]).startswith(' class="older"') for at in (0, 1, 2)] == [
        True,
        True,
        False,
    ]
    assert "older" not in tags.zone(Zone("line", "line", "The line", ("7C",) * tags.LINE_IN_SIGHT))


def test_colours_are_named_with_their_suits_in_words_but_not_in_markup():
    assert tags.add_suits_to_colors('<a href="/red/">the red cards</a>').count("four-colours") == 1
    assert "hearts, diamonds" in tags.card_text("Both red eights")
    assert "spades, clubs" in tags.card_text("a black one")
    for word in ("color", "Colour"):
        assert "black: spades, clubs" in tags.card_text(f"One {word} only")
    assert "four-colours" not in tags.card_text("blackjack")


def test_an_action_shows_its_picture():
    pair = Action("pair", "Pair", "Name a pair.", cards=("9", "9"))
    seen = Screen(0, (), (SeatNote(0),), "", (pair,))
    html = drawn('{% include "parts/table.html" %}', screen=seen, names=["Ann"], move_url="/m", version=1)
    assert html.count("#pip-any") == 2


def test_the_codes_of_cards_in_a_sentence():
    assert tags.card_codes("9S cannot be reached with 3; play `QD`, or *=7H.") == "9S QD *=7H"
    assert tags.card_codes("Hearts were led.") == ""


def test_each_card_of_a_trick_says_who_played_it() -> None:
    trick = Zone("trick", "trick", "Trick 9", ("9H", "4H", "KH"), seats=(1, 2, 0))
    html = tags.zone(trick, names={0: "Ann", 1: "Ben", 2: "the player on your left"}, you=0, marks={"KH": "winning"})
    assert re.findall(r'aria-label="([^"]* by [^"]*)"', html) == [
        "nine of hearts, led by Ben",
        "four of hearts, played by the player on your left",
        "king of hearts, winning the trick, played by you",
    ]
    assert html.count('class="card-by" aria-hidden="true"') == 3


@pytest.mark.parametrize("kind", ["cards", "tail", "place", "partners", "groups", "target"])
@pytest.mark.parametrize(("layout", "owner"), [("line", None), ("row", 0), ("melds", 0)])
def test_cards_are_buttons_where_some_action_asks_for_them(kind: str, layout: str, owner: int | None) -> None:
    zone = Zone("there", layout, "There", ("7C", "8C", "9C"), owner)
    for field in (Field(kind, "it", "Choose", ("there",)), Field("cards", "it", "Choose", ("hand",))):
        screen = Screen(0, (zone,), (), "", (Action("do", "Do", "Do it.", (field,)),))
        html = drawn('{% include "parts/table.html" %}', screen=screen, names=["Ann"], move_url="/m")
        assert html.count('<button type="button" class="card') == (3 if "there" in field.zones else 0)
