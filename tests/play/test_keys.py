from __future__ import annotations

import pytest

from omnigym.actions import KEYS, Action, Press, Type
from omnigym.play.keys import action_of_key


@pytest.mark.parametrize(
    ("key", "code", "held", "action"),
    [
        ("a", "KeyA", (), Type("a")),
        ("ß", "Minus", (), Type("ß")),
        ("@", "KeyQ", (), Type("@")),
        (" ", "Space", (), Type(" ")),
        ("Enter", "NumpadEnter", (), Press("enter")),
        ("Tab", "Tab", ("shift",), Press("tab", ("shift",))),
        ("PageUp", "PageUp", (), Press("pageup")),
        ("F2", "F2", (), Press("f2")),
        ("ContextMenu", "ContextMenu", (), Press("menu")),
        ("c", "KeyC", ("ctrl",), Press("c", ("ctrl",))),
        (" ", "Space", ("ctrl",), Press("space", ("ctrl",))),
        ("!", "Digit1", ("ctrl", "shift"), Press("1", ("ctrl", "shift"))),
        ("å", "KeyA", ("alt",), Press("a", ("alt",))),
        ("{", "BracketLeft", ("ctrl", "shift"), Press("[", ("ctrl", "shift"))),
    ],
)
def test_a_key_is_what_a_person_means_by_it(key: str, code: str, held: tuple[str, ...], action: Action) -> None:
    assert action_of_key(key, code, held) == action


@pytest.mark.parametrize("key", ["Control", "Shift", "Alt", "Meta", "CapsLock", "Dead", "AudioVolumeUp", "F24", "€uro"])
def test_a_key_that_does_nothing_by_itself_is_no_action(key: str) -> None:
    assert action_of_key(key, key, ()) is None


def test_every_plain_key_of_a_shortcut_is_known() -> None:
    for key in KEYS:
        if len(key) == 1:
            assert action_of_key(key, "", ("ctrl",)) == Press(key, ("ctrl",))
