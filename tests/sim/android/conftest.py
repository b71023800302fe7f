"""A simulated phone, used by the keys of its nodes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.a11y import Node
from omnigym.actions import Click, Drag, OpenApp, Point, Press, Type, Wait
from omnigym.devices.sim.device import SimDevice


class Phone:
    """A device, and what a finger does on it."""

    def __init__(self, size: tuple[int, int] = (540, 1200), scale: float = 1.5) -> None:
        self.device = SimDevice(size, platform="android", scale=scale)

    def find(self, key: str) -> Node | None:
        """The node of a key, where it is on the screen."""
        return self.device.tree().find(key=key)

    def node(self, key: str) -> Node:
        """The node of a key, which must be there."""
        found = self.find(key)
        assert found is not None, f"no node {key} among {[n.key for n in self.device.tree() if n.key]}"
        return found

    def at(self, key: str) -> Point:
        """Its middle."""
        (x, y), (w, h) = self.node(key).center, self.device.size
        return (x + 0.5) / w, (y + 0.5) / h

    def tap(self, *keys: str) -> None:
        """Touch nodes, one after another."""
        for key in keys:
            self.device.act(Click(self.at(key)))

    def hold(self, key: str) -> None:
        """A long press."""
        self.device.act(Click(self.at(key), duration=0.8))

    def swipe(self, start: Point, end: Point) -> None:
        """From one point to another."""
        self.device.act(Drag(start, end))

    def press(self, *keys: str) -> None:
        """Keys, one after another."""
        for key in keys:
            self.device.act(Press(key))

    def type(self, text: str) -> None:
        """Text, as a keyboard that is plugged in gives it."""
        self.device.act(Type(text))

    def open(self, app: str) -> None:
        """An app in front."""
        self.device.act(OpenApp(app))

    @property
    def front(self) -> str:
        """The app that has the keyboard, or "" on the home screen."""
        return next((w.app for w in self.device.windows() if w.active), "")

    def heard(self, seconds: float) -> np.ndarray:
        """What sounds in so many seconds from now on, int16 (S,); of a device that was told to `listen`."""
        self.device.next_interval()
        self.device.act(Wait(seconds))
        return self.device.audio(seconds)

    def rows(self, uri: str) -> Any:
        """The rows of a content provider."""
        return self.device.query_content(uri)


@pytest.fixture
def phone() -> Phone:
    return Phone()
