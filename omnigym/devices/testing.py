"""The contract of a device, as tests: a backend is done when its subclass of `DeviceContract` passes.

A backend's test file says how to make a device, and nothing else has to be written::

    class TestFake(DeviceContract):
        def make_device(self) -> Device:
            return FakeDevice()

Each capability that the device has is tested; tests of those it lacks are skipped and say so.
"""

# A test's name says what it does, and its assertions are read with the values that pytest prints.
# ruff: noqa: D102, PT018

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from omnigym.a11y import Role, State, Tree
from omnigym.actions import Click, Move, Press, Scroll, Type, Wait
from omnigym.devices._contract_state import StateContract
from omnigym.devices.protocol import (
    ClipboardContent,
    Device,
    HasAccessibilityTree,
    HasApps,
    HasClipboard,
)

__all__ = ["DeviceContract"]

#: Looks at whether a text has been pasted.
_PASTED = 20


class DeviceContract(StateContract):
    """Tests to subclass with `make_device` overridden; the class attributes state what the backend's tests may rely on.

    Attributes:
        text_app: The app in which typed text arrives once it is launched; found among `HasApps.apps` if empty.
        setting: A setting and two of its values, for devices with settings.
        shared_device: Whether the tests share one device, reset before each (for devices that are slow to build).
    """

    shared_device: bool = True
    _kept: Device | None = None

    def make_device(self) -> Device:
        """Return a new device."""
        raise NotImplementedError("Override make_device() to return a new device of the backend.")

    @classmethod
    def teardown_class(cls) -> None:
        """Close the shared device."""
        if cls._kept is not None:
            cls._kept.close()
            cls._kept = None

    @pytest.fixture
    def device(self) -> Iterator[Device]:
        """Yield a device that was just reset."""
        cls = type(self)
        if self.shared_device and cls._kept is not None:
            device = cls._kept
        else:
            device = self.make_device()
        if self.shared_device:
            cls._kept = device
        device.reset(seed=0)
        yield device
        if not self.shared_device:
            device.close()

    # -- every device ------------------------------------------------------------------------------------------------

    def test_is_a_device(self, device: Device) -> None:
        assert isinstance(device, Device)
        assert device.name and device.platform in ("windows", "linux", "android", "web", "macos")
        width, height = device.size
        assert width > 0 and height > 0

    def test_screenshot_has_the_stated_shape_and_dtype(self, device: Device) -> None:
        frame = device.screenshot()
        assert frame.dtype == np.uint8
        assert frame.shape == (device.size[1], device.size[0], 3)

    def test_screenshot_is_kept_as_it_was(self, device: Device) -> None:
        first = device.screenshot()
        kept = first.copy()
        if first.flags.writeable:  # else nobody can spoil the next one
            first[:] = 7
        second = device.screenshot()
        assert not np.shares_memory(first, second)
        np.testing.assert_array_equal(second, kept)
        second = device.screenshot()
        device.act(Press("meta"))
        device.screenshot()
        np.testing.assert_array_equal(second, kept)

    def test_input_of_every_kind_is_taken(self, device: Device) -> None:
        for action in (Move((0.5, 0.5)), Click((1.0, 1.0)), Scroll((0.5, 0.5), dy=3), Press("escape"), Wait(0.1)):
            device.act(action)
        assert device.screenshot().shape == (device.size[1], device.size[0], 3)

    def test_reset_is_repeatable(self, device: Device) -> None:
        device.reset(seed=1)
        names = _names(device)
        device.reset(seed=1)
        assert _names(device) == names

    def test_close_twice(self) -> None:
        device = self.make_device()
        device.close()
        device.close()

    # -- accessibility -----------------------------------------------------------------------------------------------

    def test_tree_lies_within_the_screen(self, device: Device) -> None:
        self.need(device, HasAccessibilityTree)
        if isinstance(device, HasApps) and device.apps():
            self.open_text_app(device)
        tree = _tree(device)
        width, height = device.size
        assert len(tree) > 0 and tree.size == device.size
        for node in tree:
            x, y, w, h = node.bounds
            assert x >= 0 and y >= 0 and x + w <= width and y + h <= height and w >= 0 and h >= 0, node
            assert -1 <= node.parent < node.index, node
        layers = [b.layer for b in tree.blocks]
        assert layers == sorted(layers), "blocks must come front to back"

    def test_tree_is_a_snapshot(self, device: Device) -> None:
        self.need(device, HasAccessibilityTree)
        self.open_text_app(device)
        before = _tree(device)
        text = before.to_json()
        device.act(Type("later"))
        assert before.to_json() == text
        assert _tree(device).to_json() != text

    # -- text --------------------------------------------------------------------------------------------------------

    @pytest.mark.parametrize("text", ["hello world", "Grüße, 100 % (a_b-c)", "UPPER lower #1; 'x' = \"y\""])
    def test_typed_text_arrives(self, device: Device, text: str) -> None:
        self.need(device, HasAccessibilityTree)
        self.open_text_app(device)
        device.act(Type(text))
        assert _tree(device).find(text=text) is not None, [n.text for n in _tree(device)]

    def test_backspace_deletes(self, device: Device) -> None:
        self.need(device, HasAccessibilityTree)
        self.open_text_app(device)
        device.act(Type("abcde"))
        device.act(Press("backspace"))
        assert _tree(device).find(text="abcde") is None
        assert _tree(device).find(text="abcd") is not None

    def test_copy_and_paste_by_keys(self, device: Device) -> None:
        clipboard = self.need(device, HasClipboard)
        self.open_text_app(device)
        device.act(Type("carry me"))
        device.act(Press("a", ("ctrl",)))
        device.act(Press("c", ("ctrl",)))
        assert clipboard.clipboard().text.strip() == "carry me"
        clipboard.set_clipboard(ClipboardContent(text="other"))
        device.act(Press("v", ("ctrl",)))
        for _ in range(_PASTED):
            if _tree(device).find(text="other") is not None:
                break
            device.act(Wait(0.25))  # an application asks the one that has copied
        assert _tree(device).find(text="other") is not None

    def test_click_reaches_the_node(self, device: Device) -> None:
        """A click in the middle of a clickable node at the front does not fail and is taken by the device."""
        self.need(device, HasAccessibilityTree)
        self.open_text_app(device)
        width, height = device.size
        tree = _tree(device)
        editable = [n for n in tree if n.has(State.EDITABLE) and n.role is not Role.UNKNOWN and n.bounds[2] > 0]
        assert editable, "the text app shows no editable node"
        x, y = editable[0].center
        device.act(Click((x / width, y / height)))
        device.act(Type("clicked in"))
        assert _tree(device).find(text="clicked in") is not None


def _tree(device: Device) -> Tree:
    assert isinstance(device, HasAccessibilityTree)
    tree = device.tree()
    assert isinstance(tree, Tree)
    return tree


def _names(device: Device) -> list[str] | None:
    if not isinstance(device, HasAccessibilityTree):
        return None
    return [n.text for n in device.tree()]
