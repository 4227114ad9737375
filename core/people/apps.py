from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "core.people"
    label = "people"

    def ready(self) -> None:
        from core import people
        from core.people import signals  # noqa: F401  connects its receiver
        from variants import services as rules

        rules.people_are_made_by(people.ensure_person)
        people.on_merge(rules.hand_over)
        people.on_export("house rules", rules.export)
        people.on_count("rule set of your own", "rule sets of your own", lambda person: person.rule_sets.count())
