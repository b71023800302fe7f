"""Events for SendInput, as bytes: no Windows is needed."""

from __future__ import annotations

import ctypes

import pytest

from omnigym.actions import KEYS as EVERY
from omnigym.devices.host.windows.keys import (
    KEYS,
    KeyInput,
    VirtualKey,
    absolute,
    button_event,
    key_event,
    move_event,
    text_events,
    wheel_event,
)


def test_an_event_is_as_long_as_windows_has_it() -> None:
    assert ctypes.sizeof(KeyInput) == 40
    assert KeyInput.of.offset == 8


def test_every_key_that_a_computer_has_is_known() -> None:
    named = {key for key in EVERY if len(key) > 1}
    assert named - set(KEYS) == {"recents", "power"}
    assert set(KEYS) <= named
    codes = [key.code for key in KEYS.values()]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("key", "down", "flags"),
    [
        (VirtualKey(0x0D), True, 0),
        (VirtualKey(0x0D), False, 2),
        (VirtualKey(0x25, True), True, 1),
        (VirtualKey(0x25, True), False, 3),
    ],
)
def test_a_key_goes_down_and_up(key: VirtualKey, down: bool, flags: int) -> None:
    event = key_event(key, 0x1C, down)
    assert (event.kind, event.of.key.code, event.of.key.scan, event.of.key.flags) == (1, key.code, 0x1C, flags)


def test_typed_text_is_utf_16() -> None:
    events = list(text_events("ä😀"))
    units = [0xE4, 0xE4, 0xD83D, 0xD83D, 0xDE00, 0xDE00]
    assert [(e.of.key.code, e.of.key.scan) for e in events] == [(0, unit) for unit in units]
    assert [e.of.key.flags for e in events] == [4, 6] * 3


@pytest.mark.parametrize("size", [(1024, 768), (1366, 768), (1920, 1080), (3840, 2160)])
def test_each_pixel_is_met(size: tuple[int, int]) -> None:
    for axis in (0, 1):
        for n in range(size[axis]):
            at = absolute(*((n, 0) if axis == 0 else (0, n)), size)[axis]
            assert at * size[axis] // 65536 == n and at <= 65535


def test_the_mouse() -> None:
    moved = move_event(512, 384, (1024, 768)).of.mouse
    assert (moved.x, moved.y, moved.flags) == (32768, 32768, 0x8001)
    assert [button_event("right", down).of.mouse.flags for down in (True, False)] == [8, 16]
    up, right = wheel_event(1, horizontal=False).of.mouse, wheel_event(-2, horizontal=True).of.mouse
    assert (up.data, up.flags) == (120, 0x800)
    assert (ctypes.c_int32(right.data).value, right.flags) == (-240, 0x1000)
