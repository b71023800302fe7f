"""An episode that begins in the same page is the one that would begin in a fresh page: nothing of the last is left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from omnigym.actions import CONTROL, Action, Drag, Invalid, KeyDown, MouseDown, OpenApp, Press, Type, Wait
from omnigym.benchmarks.miniwob import MiniWob
from omnigym.benchmarks.miniwob.suite import _LOADED_ANEW
from omnigym.devices.chromium.device import ChromiumDevice
from omnigym.devices.chromium.sites.miniwob import page_names
from omnigym.spaces.action import action_space, decode_action

pytestmark = pytest.mark.chromium

#: One of each kind: SVG, tables, jQuery UI's widgets, fields, lists, an editor; all of them in the slow test.
QUICK = ("ascending-numbers", "book-flight", "choose-date", "click-dialog", "click-menu", "drag-box", "enter-text")


def meddle(browser: ChromiumDevice, run: Any, actions: int = 12) -> None:
    """Do random actions that leave the page where it is, until it ends the episode."""
    space = action_space()
    space.seed(7)
    for _ in range(actions):
        action: Action = decode_action(space.sample())
        if isinstance(action, (*CONTROL, Invalid, OpenApp, MouseDown, KeyDown)):
            continue
        if isinstance(action, Press) and (action.modifiers or action.key == "f5"):
            continue
        if isinstance(action, Wait | Drag):
            action = replace(action, duration=0.4)
        browser.act(Type("abc") if isinstance(action, Type) else action)
        if run.judge(None).done:
            return


def check(browser: ChromiumDevice, name: str) -> None:
    host = MiniWob(name)

    def begin(seed: int) -> tuple[str, np.ndarray, str]:
        instruction = host.begin(browser, seed).instruction
        return instruction, browser.screenshot(), browser.tree().to_json()

    browser.reset(0)
    fresh = begin(5)
    meddle(browser, host.begin(browser, 6))
    again = begin(5)
    assert fresh[0] == again[0]
    np.testing.assert_array_equal(fresh[1], again[1])
    assert fresh[2] == again[2]


@pytest.mark.parametrize("name", QUICK)
def test_nothing_is_left(browser: ChromiumDevice, name: str) -> None:
    check(browser, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in page_names() if n not in QUICK])
def test_nothing_is_left_on_any_page(browser: ChromiumDevice, name: str) -> None:
    check(browser, name)


def test_few_pages_are_loaded_anew() -> None:
    assert set(_LOADED_ANEW) <= set(page_names())
    assert len(_LOADED_ANEW) <= 12
