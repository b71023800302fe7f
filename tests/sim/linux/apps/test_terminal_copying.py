"""Text is copied out of the terminal, with the mouse and with keys."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import Click
from omnigym.sim.ui.terminal import Letters, Screen, chosen_text, word_around

SCREEN = Screen(tuple([(Letters(t, 0),) for t in ("ab cd", "full row", "fe", "")]), None, 0, columns=8)


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [
        ((0, 0), (0, 2), "ab"),
        ((0, 3), (1, 4), "cd\nfull"),
        ((1, 5), (2, 2), "rowfe"),  # a full row goes on in the next one
        ((0, 0), (9, 9), "ab cd\nfull rowfe\n"),
        ((2, 1), (2, 1), ""),
    ],
)
def test_what_is_between_two_cells(first: tuple[int, int], last: tuple[int, int], text: str) -> None:
    assert chosen_text(SCREEN, first, last) == text


def test_the_word_at_a_cell() -> None:
    assert word_around(SCREEN, (0, 4)) == ((0, 3), (0, 5))
    assert word_around(SCREEN, (0, 2)) == ((0, 2), (0, 2))
    assert word_around(SCREEN, (7, 0)) == ((7, 0), (7, 0))


@pytest.fixture
def shell(user: Any) -> Any:
    """A terminal that has printed something in its second row."""
    user.device.launch("terminal")
    user.type("clear; echo red green blue\n")
    return user


def cell(user: Any, row: int, column: int) -> tuple[int, int]:
    """The middle of a place between letters, in pixels of the terminal."""
    return 8 + 8 * column, 8 + 17 * row + 8


def test_a_drag_selects_and_keys_copy(shell: Any) -> None:
    shell.drag("terminal.screen", cell(shell, 0, 4), cell(shell, 0, 9))
    shell.press("c", "ctrl", "shift")
    assert shell.device.clipboard().text == "green"
    shell.press("v", "ctrl", "shift")
    assert shell.node("terminal.screen").value.endswith("$ green"), "and it is pasted, with nothing selected any more"
    shell.press("c", "ctrl", "shift")
    assert shell.device.clipboard().text == "green"


def test_clicks_select_words_lines_and_nothing(shell: Any) -> None:
    left, top, _, _ = shell.node("terminal.screen").bounds
    w, h = shell.device.size
    x, y = cell(shell, 0, 6)
    place = ((left + x + 0.5) / w, (top + y + 0.5) / h)
    for count, text in ((2, "green"), (3, "red green blue")):
        shell.device.act(Click(place, "left", count))
        shell.device.act(Click(place, "right"))
        shell.click("terminal.menu.copy")
        assert shell.device.clipboard().text == text
    shell.device.act(Click(place))
    shell.press("c", "ctrl", "shift")
    assert shell.device.clipboard().text == "red green blue", "nothing is selected, so the clipboard stays"


def test_all_of_the_screen_is_selected(shell: Any) -> None:
    shell.press("a", "ctrl", "shift")
    shell.press("c", "ctrl", "shift")
    assert shell.device.clipboard().text.splitlines()[0] == "red green blue"
    shell.type("x")
    shell.press("c", "ctrl")
    assert "^C" in shell.node("terminal.screen").value, "Ctrl+C without Shift still interrupts"
