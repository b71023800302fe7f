"""Alt and a letter."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State


def test_a_menu_by_its_first_letter(bench: Any) -> None:
    bench.press("alt+m", "down", "enter")
    assert bench.log == (("one",),)


def test_a_letter_that_stands_for_nothing(bench: Any) -> None:
    bench.press("alt+q", "alt+1", "alt")
    assert bench.log == ()


@pytest.mark.parametrize(("combo", "key"), [("alt+n", "word.tab.insert"), ("alt+w", "word.tab.view")])
def test_a_tab_of_a_ribbon_by_its_key_tip(bench: Any, combo: str, key: str) -> None:
    bench.device.launch("word")
    bench.press(combo)
    assert bench.node(key).has(State.SELECTED)
    bench.press("alt+h")
    assert not bench.node(key).has(State.SELECTED)


def test_notepads_menus(bench: Any) -> None:
    bench.device.launch("text_editor")
    bench.press("alt+f")
    assert {"Save", "Save as"} <= {n.name for n in bench.device.tree()}
