"""Windows+Tab: all windows, to go to or to close."""

from __future__ import annotations

from typing import Any

from omnigym.actions import OpenApp


def test_windows_are_gone_to_and_closed(hands: Any) -> None:
    for app in ("text_editor", "file_manager", "calculator", "word", "settings"):
        hands.device.act(OpenApp(app))
    hands.press("d", "meta")
    hands.press("tab", "meta")
    hands.press("right")
    hands.press("down")
    hands.press("enter")
    assert hands.apps()[0] == ("text_editor", True, False)
    hands.press("tab", "meta")
    hands.click("Close Calculator")
    hands.click("Home - File Explorer")
    assert hands.apps()[0] == ("file_manager", True, False)
    assert "calculator" not in [app for app, _, _ in hands.apps()]


def test_without_windows_and_away(hands: Any) -> None:
    hands.press("tab", "meta")
    assert hands.node("No open windows") is not None
    hands.press("escape")
    assert hands.node(key="task_view") is None
    hands.device.act(OpenApp("calculator"))
    hands.press("tab", "meta")
    hands.click("Close Calculator")
    assert hands.apps() == [] and hands.node(key="task_view") is None
