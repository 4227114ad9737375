"""High Card: a game small enough to show that one folder is all a game needs."""

from games.engine import game, options
from games.engine.calculations import explain_hand_count
from games.engine.event import Event
from games.engine.facts_and_goals import fact
from games.engine.state import DealResult, Match, MatchPart, State
from games.engine.state_parts import Cards, Hands, NumberBySeat, Phase, Seat, hide_cards
from games.engine.verb import Verbs
from games.kit.dealer_verbs import build_deal_verb, deal_one_by_one
from games.kit.single_card_verbs import build_card_verb


class HighCardOptions(options.Options):
    cards = options.Number(3, "Cards", low=2, high=8, text="Each player gets {value} cards.")
    deals = options.Number(2, "Deals", low=1, high=9, text="You play {value} deals.", special={1: "You play one deal."})
    aces = options.Flag(False, "Aces", on="You can play aces.", off="You can’t play aces.")


class HighCardState(State):
    match = MatchPart(fresh=lambda state: Match(state.seats, dealer=0))
    phase, turn = Phase({"play": ""}, usual="play", fresh="deal"), Seat("the seat whose turn it is")
    hands, stock = Hands("one string of cards per seat"), Cards("all other cards", see=hide_cards)
    laid, gone = Cards("the cards of this round, seat 0’s first", ordered=True), Cards("the cards of earlier rounds")
    taken = NumberBySeat("the rounds that each seat has won in this deal")

    def list_contradictions(self):
        sizes = {len(hand) + (seat < len(self.laid)) for seat, hand in enumerate(self.hands)}
        if self.phase == "play" and (len(sizes) > 1 or sizes == {0} or self.turn != len(self.laid)):
            yield "Hand sizes don’t fit the cards played in this round."


@fact("number", "How many cards?", "You have {value}.", "deal.cards", working=lambda s, i: explain_hand_count(s, i, i))
def held(state, seat):
    return len(state.hands[seat])


def faults(state, seat, card):
    if card.rank == 1 and not state.options.aces and any(other.rank > 1 for other in state.hands[seat]):
        yield GAME.clauses.build_violation("play.no-ace")


def deal(state, seat, move):
    state.clear()
    state.hands, state.stock = deal_one_by_one(move.cards, state.seats, state.options.cards)
    state.wait_for("play", 0)
    return [Event("deal")]


def play(state, seat, move):
    match, told = state.match, [Event("play", seat, move.cards)]
    state.hands[seat].remove(move.cards[0])
    state.laid += move.cards
    if len(ranks := [card.rank for card in state.laid]) == state.seats:
        state.taken = [taken + (rank == max(ranks)) for taken, rank in zip(state.taken, ranks, strict=True)]
        state.gone, state.laid = state.gone + state.laid, []
    state.wait_for("play", len(state.laid))
    if not any(state.hands):
        match.scores = [sum(both) for both in zip(match.scores, state.taken, strict=True)]
        winners = tuple(one for one in range(state.seats) if state.taken[one] == max(state.taken))
        told.append(match.finish_deal(DealResult("deal.highest", winners, tuple(state.taken))))
        state.end_match(match.leading_seats) if match.deals == state.options.deals else state.end_deal()
    return told


class HighCard(game.Game):
    slug, title, family, tagline, minutes = "high-card", "High Card", "Tiny", "Play the highest card.", "2 minutes"
    seats, options, state = range(2, 5), HighCardOptions, HighCardState
    verbs = Verbs(build_card_verb("play", "play a card", play, faults, clause="play.one"), build_deal_verb(deal))
    facts, narration = {"held": held}, {"play": "{seat} plays {cards}."}


GAME = HighCard()
