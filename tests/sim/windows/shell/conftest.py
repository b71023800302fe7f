"""A desktop that tests click on."""

from __future__ import annotations

import pytest

from omnigym.a11y import Node, Role
from omnigym.actions import Click, Press, Type
from omnigym.devices.sim.device import SimDevice


class Hands:
    """Does to a device what a person would."""

    def __init__(self, device: SimDevice) -> None:
        self.device = device

    def node(self, name: str = "", *, key: str = "", role: Role | None = None) -> Node | None:
        """A node by name, key or role, or None."""
        return self.device.tree().find(role, name or None, key=key or None)

    def click(self, name: str = "", *, key: str = "", button: str = "left", count: int = 1) -> None:
        """Click a node's middle."""
        node = self.node(name, key=key)
        assert node is not None, (name or key, [n.name for n in self.device.tree() if n.name])
        x, y = node.center
        w, h = self.device.size
        self.device.act(Click(((x + 0.5) / w, (y + 0.5) / h), button=button, count=count))  # type: ignore[arg-type]

    def type(self, text: str) -> None:
        """Type."""
        self.device.act(Type(text))

    def press(self, key: str, *modifiers: str) -> None:
        """Press a key."""
        self.device.act(Press(key, modifiers))  # type: ignore[arg-type]

    def apps(self) -> list[tuple[str, bool, bool]]:
        """(app, active, minimised) of each window, front to back."""
        return [(w.app, w.active, w.minimised) for w in self.device.windows()]


@pytest.fixture(scope="module")
def device() -> SimDevice:
    return SimDevice()


@pytest.fixture
def hands(device: SimDevice) -> Hands:
    device.reset(0)
    return Hands(device)
