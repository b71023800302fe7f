"""A server that is restored with its machine begins a life of its own, once: no client of another one is answered."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing

import pytest

from omnigym.actions import Press
from omnigym.devices.config import build_device
from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.guest import server
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.guest.server import Guest
from omnigym.errors import DeviceError
from tests.devices.guest.test_contract import TOKEN

NEW = "a token of the next life"
REQUEST = {"token": NEW, "clock_ms": None, "entropy": "0a" * 32}


@pytest.fixture
def guest() -> Iterator[Guest]:
    device = FakeDevice()
    with closing(Guest(device, TOKEN, renewable=True)) as serving:
        yield serving
    device.close()


def asked(guest: Guest, path: str, body: object, token: str) -> tuple[int, dict[str, object]]:
    with closing(http.client.HTTPConnection("127.0.0.1", guest.port, timeout=10)) as connection:
        connection.request("POST", path, json.dumps(body), {"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def health(guest: Guest, token: str) -> dict[str, object]:
    with closing(http.client.HTTPConnection("127.0.0.1", guest.port, timeout=10)) as connection:
        connection.request("GET", "/v1/health", headers={"Authorization": f"Bearer {token}"})
        found: dict[str, object] = json.loads(connection.getresponse().read())
        return found


def test_a_renewed_server_knows_nobody_of_its_last_life(guest: Guest) -> None:
    config = GuestConfig((320, 240), url=f"http://127.0.0.1:{guest.port}", token=TOKEN, serves=())
    old = build_device(config)
    old.reset(seed=0)
    before = health(guest, TOKEN)
    code, said = asked(guest, "/v1/renew", REQUEST, TOKEN)
    assert code == 200 and said == {"generation": said["generation"], "clock": True, "fresh": True}
    assert said["generation"] != before["generation"]
    assert health(guest, NEW)["generation"] == said["generation"]
    with pytest.raises(DeviceError, match="broke"):  # its connection was cut
        old.screenshot()
    with pytest.raises(DeviceError, match="Expected the token"):
        old.reset(seed=0)
    assert asked(guest, "/v1/renew", REQUEST, NEW)[0] == 404  # once


@pytest.mark.parametrize(
    ("token", "changes", "code"),
    [
        ("wrong", {}, 401),
        (TOKEN, {"token": "short"}, 400),
        (TOKEN, {"token": "ä" * 20}, 400),
        (TOKEN, {"entropy": "0a"}, 400),
        (TOKEN, {"entropy": "xx" * 32}, 400),
        (TOKEN, {"clock_ms": "now"}, 400),
        (TOKEN, {"more": 1, "clock_ms": 1.5}, 400),
        (TOKEN, {"token": "t" * 5000}, 413),
    ],
)
def test_what_is_no_renewal_renews_nothing(guest: Guest, token: str, changes: dict[str, object], code: int) -> None:
    assert asked(guest, "/v1/renew", REQUEST | changes, token)[0] == code
    assert asked(guest, "/v1/renew", REQUEST, TOKEN)[0] == 200


def test_only_a_server_that_is_for_it_renews_itself() -> None:
    with closing(Guest(FakeDevice(), TOKEN)) as serving:
        assert asked(serving, "/v1/renew", REQUEST, TOKEN)[0] == 404
        assert "generation" in health(serving, TOKEN)


@pytest.mark.parametrize("may", [True, False])
def test_the_clock_is_set_if_it_may_be(guest: Guest, may: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(server, "set_clock", lambda ms: told.append(ms) or may)
    code, said = asked(guest, "/v1/renew", REQUEST | {"clock_ms": 1_700_000_000_000}, TOKEN)
    assert code == 200 and said["clock"] is may and told == [1_700_000_000_000]


def test_a_device_is_fresh_until_something_is_done(guest: Guest) -> None:
    device = build_device(
        GuestConfig((320, 240), url=f"http://127.0.0.1:{guest.port}", token=TOKEN, serves=("a11y", "files"))
    )
    seen = [health(guest, TOKEN)["fresh"]]
    for do in (lambda: device.reset(seed=0), device.screenshot, device.tree, lambda: device.act(Press("a"))):
        do()
        seen.append(health(guest, TOKEN)["fresh"])
    device.reset(seed=0)
    device.write_file("a.txt", b"")
    seen.append(health(guest, TOKEN)["fresh"])
    assert seen == [False, True, True, True, False, False]
    device.close()
