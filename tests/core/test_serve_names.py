"""What the command that serves tells others to open."""

import pytest

from core.management.commands import serve

LOCAL = ["localhost", "127.0.0.1", "[::1]"]


@pytest.mark.parametrize(
    ("host", "allowed", "names"),
    [
        ("127.0.0.1", LOCAL, ["127.0.0.1"]),
        ("192.0.2.20", LOCAL, ["192.0.2.20"]),
        ("2001:db8::20", LOCAL, ["[2001:db8::20]"]),
        ("0.0.0.0", LOCAL, ["192.0.2.20"]),
        ("::", LOCAL, ["192.0.2.20"]),
        ("0.0.0.0", ["cards.home", *LOCAL], ["cards.home"]),
        ("0.0.0.0", [".home", "*", *LOCAL], ["192.0.2.20"]),
    ],
)
def test_names_for_others(host: str, allowed: list[str], names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "list_own_ip_addresses", lambda: ["192.0.2.20"])
    assert serve.list_public_hosts(host, allowed) == names


def test_a_machine_knows_its_addresses_or_has_none() -> None:
    assert not {"127.0.0.1", "[::1]", "0.0.0.0"} & set(serve.list_own_ip_addresses())
