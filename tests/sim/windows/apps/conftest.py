"""A desktop to use apps on, by the keys of their controls."""

from __future__ import annotations

import pytest

from omnigym.a11y import Node, State
from omnigym.actions import Click, Drag, OpenApp, Press, Type
from omnigym.devices.sim.device import SimDevice


class Hands:
    """A person at a simulated desktop."""

    def __init__(self, device: SimDevice) -> None:
        self.device = device

    def see(self, key: str) -> Node | None:
        return self.device.tree().find(key=key)

    def node(self, key: str) -> Node:
        found = self.see(key)
        assert found is not None, f"{key} is not among {sorted({n.key for n in self.device.tree() if n.key})}"
        return found

    def at(self, key: str) -> tuple[float, float]:
        x, y = self.node(key).center
        return (x + 0.5) / self.device.size[0], (y + 0.5) / self.device.size[1]

    def open(self, app: str) -> None:
        self.device.act(OpenApp(app))

    def click(self, *keys: str, count: int = 1, button: str = "left", hold: tuple[str, ...] = ()) -> None:
        for key in keys:
            self.device.act(Click(self.at(key), button, count, hold))  # type: ignore[arg-type]

    def drag(self, key: str, onto: str, hold: tuple[str, ...] = ()) -> None:
        self.device.act(Drag(self.at(key), self.at(onto), modifiers=hold))  # type: ignore[arg-type]

    def press(self, key: str, *hold: str) -> None:
        self.device.act(Press(key, hold))  # type: ignore[arg-type]

    def type(self, text: str) -> None:
        self.device.act(Type(text))

    def title(self) -> str:
        return next(w.title for w in self.device.windows() if w.active)

    def has(self, key: str, state: State) -> bool:
        return self.node(key).has(state)

    def names(self, path: str) -> list[str]:
        return [f.path.rpartition("/")[2] for f in self.device.list_dir(path)]


@pytest.fixture
def hands() -> Hands:
    device = SimDevice()
    device.reset(0)
    return Hands(device)
