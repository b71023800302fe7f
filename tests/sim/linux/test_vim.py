"""The editor in the terminal does what vim's keys do."""

from __future__ import annotations

import pytest

from omnigym.sim.linux.apps.terminal.vim import Vim, opened, press, type_into

TEXT = b"one two three\nsecond line\nthird\n"


def after(*keys: str) -> Vim:
    vim = opened("a.txt", TEXT)
    for key in keys:
        vim = (
            press(vim, key)
            if key in ("escape", "enter", "backspace", "left", "up", "down", "ctrl+r", "delete")
            else type_into(vim, key)
        )
    return vim


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        (("iX", "escape"), "Xone two three|second line|third"),
        (("A!", "escape"), "one two three!|second line|third"),
        (("oNew", "escape"), "one two three|New|second line|third"),
        (("jOAbove", "escape"), "one two three|Above|second line|third"),
        (("dd",), "second line|third"),
        (("2dd",), "third"),
        (("ddp",), "second line|one two three|third"),
        (("yyGp",), "one two three|second line|third|one two three"),
        (("x",), "ne two three|second line|third"),
        (("3x",), " two three|second line|third"),
        (("dw",), "two three|second line|third"),
        (("wcwTWO", "escape"), "one TWO three|second line|third"),
        (("wD",), "one |second line|third"),
        (("J",), "one two three second line|third"),
        (("rO",), "One two three|second line|third"),
        (("ddu",), "one two three|second line|third"),
        (("ddu", "ctrl+r"), "second line|third"),
        (("i1", "enter", "2", "escape"), "1|2one two three|second line|third"),
        (("jI", "backspace", "escape"), "one two threesecond line|third"),
        ((":%s/e/E/g", "enter"), "onE two thrEE|sEcond linE|third"),
        (("/third", "enter", "dd"), "one two three|second line"),
        (("Gdgg",), "one two three|second line|third"),
        (("dj",), "third"),
        (("", "down", "delete"), "one two three|econd line|third"),
    ],
)
def test_keys(keys: tuple[str, ...], lines: str) -> None:
    assert "|".join(after(*keys).lines) == lines


def test_leaving_with_changes_has_to_be_meant() -> None:
    assert after("dd", ":q", "enter").message.startswith("E37")
    assert after("dd", ":q!", "enter").asks == "quit"
    assert after(":q", "enter").asks == "quit"
    assert (after(":w b.txt", "enter").asks, after(":w b.txt", "enter").target) == ("write", "b.txt")
    assert after("ZZ").asks == "write quit"
    assert after(":nonsense", "enter").message == "E492: Not an editor command: nonsense"
