"""Lock, sleep, restart and shut down."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Click, OpenApp
from omnigym.sim.input.messages import carry_out
from omnigym.sim.system import Power


def power(hands: Any, how: str) -> None:
    hands.click("Start")
    hands.click("Power")
    hands.click(key=f"start.power.{how}")


def test_lock_covers_everything_until_one_signs_in(hands: Any) -> None:
    hands.device.launch("word")
    power(hands, "lock")
    keys = {n.key for n in hands.device.tree()}
    assert "lock.time" in keys
    assert hands.node(key="lock.time").name == "9:00"
    for combo in (("tab", "alt"), ("meta",), ("f4", "alt"), ("d", "meta"), ("e", "meta")):
        hands.press(*combo)
    hands.device.act(OpenApp("file_manager"))
    assert hands.node(key="lock.time") is not None
    assert hands.apps() == [("word", False, False)]
    hands.device.act(Click((0.9, 0.1)))
    assert hands.node(key="lock.time") is None
    hands.click("Sign in")
    assert hands.node(key="lock") is None
    assert hands.apps() == [("word", True, False)]


def test_sleep_is_dark_and_keys_alone_lead_back(hands: Any) -> None:
    hands.device.launch("word")
    power(hands, "sleep")
    assert not hands.device.screenshot().any()
    hands.press("enter")
    assert hands.node(key="lock.time") is not None
    hands.press("space")
    hands.press("enter")
    assert hands.apps() == [("word", True, False)]


@pytest.mark.parametrize(("how", "dark"), [("restart", False), ("shut_down", True)])
def test_restart_and_shut_down_close_all_windows(hands: Any, how: str, dark: bool) -> None:
    for app in ("word", "file_manager"):
        hands.device.launch(app)
    power(hands, how)
    assert hands.apps() == []
    assert hands.device.screenshot().any() == (not dark)


def test_work_that_is_not_saved_stops_a_restart(hands: Any) -> None:
    hands.device.launch("text_editor")
    hands.type("not saved")
    power(hands, "restart")
    assert hands.node(key="lock") is None
    assert [app for app, _, _ in hands.apps()] == ["message_box", "text_editor"]
    hands.press("escape")
    assert [app for app, _, _ in hands.apps()] == ["text_editor"]


def test_sign_out_from_the_account(hands: Any) -> None:
    hands.device.launch("word")
    hands.click("Start")
    hands.click("Alex Morgan account")
    hands.click("Sign out")
    assert hands.apps() == []
    assert hands.node(key="lock") is not None


def test_locking_twice_is_locking_once(hands: Any) -> None:
    for _ in range(2):
        carry_out(hands.device._desk, "desktop", (Power("lock"),))
    assert hands.node(key="lock.time") is not None


def test_a_locked_desktop_survives_a_snapshot(hands: Any) -> None:
    power(hands, "lock")
    snapshot = hands.device.snapshot()
    tree = hands.device.tree().to_json()
    hands.press("enter")
    hands.press("enter")
    hands.device.restore(snapshot)
    assert hands.device.tree().to_json() == tree
