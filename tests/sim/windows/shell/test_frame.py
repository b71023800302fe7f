"""The title bar of windows and dialogs."""

from __future__ import annotations

import pytest

from omnigym.a11y import Role
from omnigym.sim.scene.frame import TITLE_HEIGHT, frame_view
from omnigym.sim.ui.nodes import Node


def names(title_bar: Node) -> list[str]:
    buttons = title_bar.children[-1]
    assert isinstance(buttons, Node)
    return [c.name for c in buttons.children if isinstance(c, Node) and c.role is Role.BUTTON]


@pytest.mark.parametrize(
    ("mode", "resizable", "dialog", "expected"),
    [
        ("normal", True, False, ["Minimize", "Maximize", "Close"]),
        ("maximised", True, False, ["Minimize", "Restore", "Close"]),
        ("left", True, False, ["Minimize", "Maximize", "Close"]),
        ("normal", False, True, ["Close"]),
    ],
)
def test_caption_buttons(mode: str, resizable: bool, dialog: bool, expected: list[str]) -> None:
    bar = frame_view("Documents", "explorer", True, mode, resizable, dialog)
    assert names(bar) == expected
    assert (bar.role, bar.name, bar.h) == (Role.TITLEBAR, "Documents", TITLE_HEIGHT)


def test_an_inactive_title_is_grey() -> None:
    styles = {
        active: [c.style for c in frame_view("A", "word", active, "normal", True, False).children if c.kind == "text"]  # type: ignore[union-attr]
        for active in (True, False)
    }
    assert styles == {True: ["window_title"], False: ["inactive_title"]}
