"""The interface of this app for other apps: which house rules apply, and saving house rules.

Use `get_rules_in_force(request, game)` for a page, `get_options_by_digest(digest)` for a digest, and `save_rules(...)`
to store a set. Apps whose responses depend on the rules receive `signals.rules_changed`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest

import games
from games.engine.game import Game
from games.engine.options import BadOption, Options
from games.errors import RulesError
from variants.consequences import Consequence, list_consequences, record_rules_in_use
from variants.models import NAME_LENGTH, Owner, RuleSet, RuleSetChoice
from variants.not_found import ExplainedNotFound, list_links_to_other_rules
from variants.rules_by_digest import NoSuchRules, get_options_by_digest, get_rules_by_digest, get_rules_from_loaded_sets
from variants.titles import OptionDifference, build_title, list_changes_from_standard

__all__ = [
    "Consequence",
    "NoSuchRules",
    "RuleListFull",
    "RulesInForce",
    "get_options_by_digest",
    "get_person_rules",
    "get_rules_by_digest",
    "get_rules_in_force",
    "list_consequences",
    "override_rules_in_force",
    "record_rules_in_use",
    "save_rules",
]

KEY = "rules"
"""The session key for rules from links, by game."""

ONCE = "once"
"""The query parameter that makes a link's rules apply to one page only."""

MOST_KEPT = 60
"""The maximum number of sets per game in a person's list."""


class RuleListFull(RulesError):
    """Raised if a person's list has no room for another rule set for a game."""

    def __init__(self) -> None:
        super().__init__(f"You’ve already saved {MOST_KEPT} rule sets for this game. Remove one first.")


@dataclass(frozen=True)
class RulesInForce:
    """The house rules that currently apply for a reader of a game, and where they come from.

    `source` is `link`, `own` (the reader's own choice), `site` (the site's default), or `book` (the standard rules, if
    none of these exists). It's `given` if an assignment or another page sets the rules.
    """

    game: Game[Any]
    options: Options
    rule_set: RuleSet | None
    source: str

    @property
    def digest(self) -> str:
        return self.options.digest()

    @property
    def title(self) -> str:
        """The name of these rules, or else a title that describes them."""
        return (self.rule_set.name if self.rule_set and self.differences else "") or build_title(self.options)

    @cached_property
    def differences(self) -> list[OptionDifference]:
        """The options that differ from the standard rules."""
        return list_changes_from_standard(self.options)

    @property
    def is_standard(self) -> bool:
        return not self.differences


# -- in force --------------------------------------------------------------------------------------


def get_rules_in_force(request: HttpRequest, game: Game[Any]) -> RulesInForce:
    """Return the house rules for a game that apply to this request.

    They're a link's rules, or else the reader's own, or else the site's, or else the standard rules. A link has
    `?rules=<digest>` on any page. Its rules are stored in the session and apply to the game until
    `stop_using_link_rules`. With `&once`, they apply only to one page. A link to the current rules changes nothing.
    Raises Http404 if there are no rules with this digest.
    """
    found: dict[str, RulesInForce] = request.__dict__.setdefault("_rules_in_force", {})
    if game.slug not in found:
        usual = build_rules_in_force(game, _load_rule_sets(request).holding)
        found[game.slug] = _find_link_rules(request, game, usual) or usual
    return found[game.slug]


def override_rules_in_force(request: HttpRequest, game: Game[Any], options: Options) -> RulesInForce:
    """Make these house rules apply to the rest of this request, instead of a link's or the reader's. Return them.

    If this function was already called for the game in this request, the earlier rules stay and are returned.
    """
    found: dict[str, RulesInForce] = request.__dict__.setdefault("_rules_in_force", {})
    if game.slug not in found or found[game.slug].source != "given":
        found[game.slug] = RulesInForce(game, options, None, "given")
    return found[game.slug]


@dataclass(frozen=True)
class _LoadedRuleSets:
    """The rule sets from which a request finds the rules that apply. They're loaded once for all games.

    `holding` are those that the person has chosen, and then the site's defaults. `linked` are those whose digest is in
    a link.
    """

    holding: list[RuleSet]
    linked: list[RuleSet]


def _load_rule_sets(request: HttpRequest) -> _LoadedRuleSets:
    found: _LoadedRuleSets | None = request.__dict__.get("_rule_sets")
    if found is None:
        asked = request.GET.get("rules")
        digests = [*_get_link_rules(request).values(), *([asked] if asked else [])]
        linked = list(RuleSet.objects.with_digest(*digests)) if digests else []
        found = _LoadedRuleSets(RuleSet.list_chosen_and_default(_get_person(request)), linked)
        request.__dict__["_rule_sets"] = found
    return found


def _find_link_rules(request: HttpRequest, game: Game[Any], usual: RulesInForce) -> RulesInForce | None:
    """Return the house rules of the link that opened this page, or of an earlier link.

    `usual` are the rules that apply without a link. Returns None if there's no link or if it changes nothing. The rules
    of a new link without `&once` are stored in the session and recorded as in use.
    """
    asked, kept = request.GET.get("rules"), _get_link_rules(request).get(game.slug)
    if not asked and not kept:
        return None
    try:
        options, rule_set = get_rules_from_loaded_sets(
            _load_rule_sets(request).linked, game, asked or kept or "", _get_person(request)
        )
    except NoSuchRules as missing:
        if asked:
            raise ExplainedNotFound(str(missing), *list_links_to_other_rules(game)) from missing
        return None
    if options == usual.options:
        if ONCE not in request.GET:
            _forget_link_rules(request, game)
        return None
    if asked and ONCE not in request.GET and options.digest() != kept and hasattr(request, "session"):
        _store_link_rules(request, {**_get_link_rules(request), game.slug: options.digest()})
        record_rules_in_use(game, options)
    return RulesInForce(game, options, rule_set, "link")


def get_person_rules(person: Any, game: Game[Any]) -> RulesInForce:
    """Return the house rules that a person uses for a game, ignoring rules that came with a link.

    If `person` is None, returns the site's rules.
    """
    return build_rules_in_force(game, RuleSet.list_chosen_and_default(person))


def get_listed_rules_title(person: Any, game: Game[Any], options: Options) -> str:
    """Return the name under which house rules are saved in the site's or the person's list.

    If they aren't, have no name, or are the standard rules, returns a title from `build_title`. If `person` is None,
    only the site's list is searched.
    """
    if not options.list_nonstandard_values():
        return build_title(options)
    listed = RuleSet.objects.of_site_or_person(person).of_game(game).with_digest(options.digest())
    return listed.exclude(name="").values_list("name", flat=True).first() or build_title(options)


def build_rules_in_force(game: Game[Any], sets: Iterable[RuleSet]) -> RulesInForce:
    """Return the house rules of a game from the first of these rule sets that belongs to it and can still be played.

    A set can't be played if it has values that the game no longer has. If no set is left, returns the standard rules.
    """
    for rule_set in sets:
        if rule_set.game != game.slug:
            continue
        try:
            options = rule_set.house_rules
        except BadOption:
            continue
        return RulesInForce(game, options, rule_set, "site" if rule_set.site_default else "own")
    return RulesInForce(game, game.options.load_cached_options({}), None, "book")


def _get_person(request: HttpRequest) -> Any:
    return getattr(request, "person", None) or None


def _get_link_rules(request: HttpRequest) -> dict[str, str]:
    kept = getattr(request, "session", {}).get(KEY)
    return kept if isinstance(kept, dict) else {}


def _store_link_rules(request: HttpRequest, kept: dict[str, str]) -> None:
    if kept:
        request.session[KEY] = kept
    else:
        request.session.pop(KEY, None)


def _forget_link_rules(request: HttpRequest, game: Game[Any]) -> None:
    if game.slug in _get_link_rules(request):
        _store_link_rules(
            request, {slug: digest for slug, digest in _get_link_rules(request).items() if slug != game.slug}
        )


def stop_using_link_rules(request: HttpRequest, game: Game[Any]) -> None:
    """Forget the house rules that came with a link (`?rules=`).

    The person's own rules for the game apply again, or else the site's.
    """
    _forget_link_rules(request, game)
    for name in ("_rules_in_force", "_rule_sets"):
        request.__dict__.pop(name, None)


def reset_to_site_rules(request: HttpRequest, game: Game[Any]) -> None:
    """Use the site's house rules for a game again.

    The rules that came with a link, and the person's own choice, are forgotten.
    """
    stop_using_link_rules(request, game)
    if person := _get_person(request):
        RuleSetChoice.objects.filter(person=person, game=game.slug).delete()


def get_site_rules(game: Game[Any]) -> RulesInForce:
    """Return the house rules of a game for everyone who hasn't chosen others."""
    return get_person_rules(None, game)


# -- keeping ---------------------------------------------------------------------------------------


def save_rules(game: Game[Any], options: Options, name: str = "", person: Any = None, site: bool = False) -> RuleSet:
    """Save house rules as a rule set in a person's list, in the site's list, or in no list. Return the rule set.

    Rules in no list can be found only by their digest. A list has the same rules only once: saving them again with a
    name renames the set. Raises RuleListFull if the person's list has no room for another set.
    """
    owner = Owner.SITE if site else Owner.PERSON if person else Owner.NOBODY
    mine = {"game": game.slug, "digest": options.digest(), "owner": owner, "person": None if site else person}
    name = " ".join(name.split())[:NAME_LENGTH]
    rule_set = RuleSet.objects.filter(**mine).order_by("pk").first()
    if rule_set is None:
        if owner == Owner.PERSON and RuleSet.objects.of_game(game).of_person(person).count() >= MOST_KEPT:
            raise RuleListFull
        try:
            with transaction.atomic():
                rule_set = RuleSet.objects.create(**mine, name=name, values=options.dump_values_to_store())
        except IntegrityError:  # a double click: the other request was first
            rule_set = RuleSet.objects.get(**mine)
    if name and rule_set.name != name and owner != Owner.NOBODY:
        rule_set.name = name
        rule_set.save(update_fields=["name"])
    return rule_set


def save_preferred_rules(person: Any, rule_set: RuleSet) -> None:
    """Make the rules of a saved set a person's own choice for its game, and record them as in use."""
    RuleSetChoice.objects.update_or_create(person=person, game=rule_set.game, defaults={"rule_set": rule_set})
    record_rules_in_use(games.get(rule_set.game), rule_set.house_rules)


def set_site_default_rules(game: Game[Any], rule_set: RuleSet | None) -> None:
    """Set the house rules for everyone who hasn't chosen any for this game.

    `rule_set` is a set in the site's list, or None for the standard rules.
    """
    with transaction.atomic():
        # Lock all rows: if two people set a default at the same time, the second must see the first one.
        list(RuleSet.objects.of_game(game).of_site().select_for_update().order_by("pk").values_list("pk"))
        RuleSet.objects.of_game(game).filter(site_default=True).update(site_default=False)
        if rule_set is not None:
            RuleSet.objects.of_site().filter(pk=rule_set.pk).update(site_default=True)
            rule_set.site_default = True
    record_rules_in_use(game, rule_set.house_rules if rule_set else game.options())


def remove_rule_set_from_list(rule_set: RuleSet) -> None:
    """Remove a rule set from its owner's list, and delete its name and everyone's choice of it.

    Its digest stays valid in URLs.
    """
    RuleSetChoice.objects.filter(rule_set=rule_set).delete()
    RuleSet.objects.filter(pk=rule_set.pk).update(owner=Owner.NOBODY, person=None, name="", site_default=False)


# -- people ----------------------------------------------------------------------------------------


def transfer_rules(old: Any, new: Any) -> None:
    """Move one person's rule sets and choices to another person.

    A set isn't moved if the other person has a set with the same rules. A choice isn't moved if the other person has
    chosen rules for the same game.
    """
    mine = set(RuleSet.objects.of_person(new).values_list("game", "digest"))
    for rule_set in RuleSet.objects.of_person(old):
        if (rule_set.game, rule_set.digest) not in mine:
            RuleSet.objects.filter(pk=rule_set.pk).update(person=new)
    chosen = RuleSetChoice.objects.filter(person=new).values_list("game", flat=True)
    RuleSetChoice.objects.filter(person=old).exclude(game__in=list(chosen)).update(person=new)


def export_rules(person: Any) -> list[dict[str, Any]]:
    """Return the rule sets in a person's list as JSON, with whether the person uses them."""
    chosen = set(RuleSetChoice.objects.filter(person=person).values_list("rule_set", flat=True))
    return [
        {"game": one.game, "name": one.name, "values": one.values, "digest": one.digest, "in_use": one.pk in chosen}
        for one in RuleSet.objects.of_person(person)
    ]


def detach_rules_from_person(person: Any) -> None:
    """Remove a person's rule sets from their list. Their digests stay valid in URLs, and their names are deleted."""
    RuleSet.objects.of_person(person).update(owner=Owner.NOBODY, person=None, name="")
