"""A simulated Ubuntu to use apps on, by the keys of their controls and the names in their menus."""

from __future__ import annotations

import pytest

from omnigym.a11y import Node, Role
from omnigym.actions import Click, Drag, Press, Type
from omnigym.devices.sim.device import SimDevice


class User:
    """A person at a simulated Ubuntu."""

    def __init__(self, device: SimDevice) -> None:
        self.device = device

    def node(self, key: str) -> Node:
        found = self.device.tree().find(key=key)
        assert found is not None, f"{key} is not among {sorted({n.key for n in self.device.tree() if n.key})}"
        return found

    def _place(self, node: Node) -> tuple[float, float]:
        x, y = node.center
        return (x + 0.5) / self.device.size[0], (y + 0.5) / self.device.size[1]

    def click(self, *keys: str, count: int = 1, button: str = "left") -> None:
        for key in keys:
            self.device.act(Click(self._place(self.node(key)), button, count))  # type: ignore[arg-type]

    def menu(self, *names: str) -> None:
        """Entries of menus, one below the other."""
        for name in names:
            entry = self.device.tree().find(role=Role.MENU_ITEM, name=name)
            assert entry is not None, f"There is no entry {name!r}."
            self.device.act(Click(self._place(entry)))

    def drag(self, key: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        """From one place to another, in pixels of a node."""
        left, top, _, _ = self.node(key).bounds
        w, h = self.device.size
        a, b = [((left + x + 0.5) / w, (top + y + 0.5) / h) for x, y in (start, end)]
        self.device.act(Drag(a, b))

    def press(self, key: str, *hold: str, count: int = 1) -> None:
        self.device.act(Press(key, hold, count))  # type: ignore[arg-type]

    def type(self, text: str) -> None:
        self.device.act(Type(text))

    def name_file(self, path: str) -> None:
        """The file dialog answered with a path."""
        self.press("a", "ctrl")
        self.type(f"{path}\n")

    def save_as(self, path: str) -> bytes:
        self.press("s", "ctrl", "shift")
        self.name_file(f"/home/user/{path}")
        return self.device.read_file(path)

    def title(self) -> str:
        return next(w.title for w in self.device.windows() if w.active)


@pytest.fixture(scope="module")
def ubuntu() -> SimDevice:
    return SimDevice((1280, 800), platform="linux")


@pytest.fixture
def user(ubuntu: SimDevice) -> User:
    ubuntu.reset(0)
    return User(ubuntu)
