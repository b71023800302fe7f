"""A person at the browser of a simulated desktop."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.a11y import Node
from omnigym.actions import Click, OpenApp, Press, Scroll, Type
from omnigym.devices.sim.device import SimDevice

SITES = "AppData/Local/Sites"
_MOST = 20


class Surfer:
    """Opens pages and uses what is on them by key, scrolling where that is needed."""

    def __init__(self, device: SimDevice) -> None:
        self.device = device
        device.act(OpenApp("browser"))

    def go(self, url: str) -> None:
        self.press("l", "ctrl")
        self.type(f"{url}\n")

    @property
    def url(self) -> str:
        return next(w.document for w in self.device.windows() if w.active)

    def see(self, key: str) -> Node | None:
        return self.device.tree().find(key=key)

    def node(self, key: str) -> Node:
        for _ in range(_MOST):
            found = self.see(key)
            if found is not None:
                return found
            self.device.act(Scroll(self._at(self.device.tree().find(key="page")), 1))
        raise AssertionError(f"{key} is not among {sorted({n.key for n in self.device.tree() if n.key})}")

    def _at(self, node: Node | None) -> tuple[float, float]:
        assert node is not None
        x, y = node.center
        return (x + 0.5) / self.device.size[0], (y + 0.5) / self.device.size[1]

    def click(self, *keys: str) -> None:
        for key in keys:
            self.device.act(Click(self._at(self.node(key))))

    def type(self, text: str) -> None:
        self.device.act(Type(text))

    def press(self, key: str, *hold: str) -> None:
        self.device.act(Press(key, hold))  # type: ignore[arg-type]

    def text(self, key: str) -> str:
        return self.node(key).name

    def names(self, prefix: str) -> list[str]:
        return [n.name for n in self.device.tree() if n.key.startswith(prefix)]

    def record(self, path: str) -> Any:
        return json.loads(self.device.read_file(f"{SITES}/{path}.json"))

    def has(self, path: str) -> bool:
        return self.device.stat(f"{SITES}/{path}.json") is not None


@pytest.fixture
def surfer() -> Surfer:
    device = SimDevice()
    device.reset(0)
    return Surfer(device)
