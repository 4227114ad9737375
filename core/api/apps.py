from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "core.api"
    label = "api"
    verbose_name = "Programs"

    def ready(self) -> None:
        from core import people
        from core.api import auth, tokens

        people.on_authorization(auth.person_of_authorization)
        people.on_export("tokens", tokens.export_tokens)
