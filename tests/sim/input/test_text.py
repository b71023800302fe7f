"""Text editing against a naive model: a string, two positions, and a list of what was."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omnigym.a11y import Role
from omnigym.actions import Click, Scroll
from omnigym.devices.protocol import ClipboardContent

KEYS = [
    "left",
    "right",
    "shift+left",
    "shift+right",
    "ctrl+home",
    "ctrl+end",
    "ctrl+shift+home",
    "ctrl+shift+end",
    "backspace",
    "delete",
    "ctrl+a",
    "ctrl+c",
    "ctrl+x",
    "ctrl+v",
    "enter",
]
STEPS = st.lists(st.one_of(st.sampled_from(KEYS), st.sampled_from(["~a", "~b c", "~Z"])), max_size=30)


class Naive:
    """A text with caret, anchor and clipboard; "~x" types x."""

    def __init__(self, text: str) -> None:
        self.text, self.caret, self.anchor, self.clip = text, 0, 0, ""

    def replace(self, new: str) -> None:
        a, b = sorted((self.caret, self.anchor))
        self.text = self.text[:a] + new + self.text[b:]
        self.caret = self.anchor = a + len(new)

    def step(self, key: str) -> None:
        a, b = sorted((self.caret, self.anchor))
        if key[0] == "~":
            self.replace(key[1:])
        elif key == "enter":
            self.replace("\n")
        elif key in ("backspace", "delete"):
            if a == b:
                self.anchor = max(0, a - 1) if key == "backspace" else min(len(self.text), a + 1)
            self.replace("")
        elif key == "ctrl+a":
            self.anchor, self.caret = 0, len(self.text)
        elif key in ("ctrl+c", "ctrl+x"):
            self.clip = self.text[a:b] or self.clip
            if key == "ctrl+x":
                self.replace("")
        elif key == "ctrl+v":
            if self.clip:
                self.replace(self.clip)
        else:
            self.move(key, a, b)

    def move(self, key: str, a: int, b: int) -> None:
        extend, plain = "shift+" in key, key.replace("shift+", "")
        if plain == "ctrl+home":
            self.caret = 0
        elif plain == "ctrl+end":
            self.caret = len(self.text)
        elif a != b and not extend:
            self.caret = a if plain == "left" else b
        else:
            self.caret = max(0, self.caret - 1) if plain == "left" else min(len(self.text), self.caret + 1)
        if not extend:
            self.anchor = self.caret


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_an_area_edits_like_a_string(make_bench: Callable[..., object], steps: list[str]) -> None:
    bench = make_bench("one two\nthree")
    bench.click("toy.area")
    bench.press("ctrl+home")
    naive = Naive("one two\nthree")
    for step in steps:
        naive.step(step)
        bench.type(step[1:]) if step[0] == "~" else bench.press(step)
        edit = bench.state.edit
        assert edit.document.text == naive.text
        assert _flat(edit.document.text, edit.caret) == naive.caret
        assert _flat(edit.document.text, edit.anchor) == naive.anchor


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS.map(lambda steps: [s for s in steps if s != "enter"]))
def test_a_field_edits_like_a_string(make_bench: Callable[..., object], steps: list[str]) -> None:
    bench = make_bench("")
    bench.click("toy.name")
    bench.press("ctrl+home")
    naive = Naive("name")
    for step in steps:
        naive.step(step)
        bench.type(step[1:]) if step[0] == "~" else bench.press(step)
        assert bench.state.name == naive.text
        assert bench.node("toy.name").value == naive.text


def _flat(text: str, position: tuple[int, int]) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: position[0]]) + position[1]


def test_undo_takes_back_a_run_of_typing_and_redo_brings_it_again(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.area")
    bench.press("ctrl+end")
    for letter in "!?":
        bench.type(letter)
    assert bench.state.edit.document.text.endswith("line!?")
    bench.press("ctrl+z")
    assert bench.state.edit.document.text.endswith("line")
    bench.press("ctrl+y")
    assert bench.state.edit.document.text.endswith("line!?")


def test_a_double_click_selects_the_word_and_a_drag_what_it_passes(bench) -> None:  # type: ignore[no-untyped-def]
    x, y, _, _ = bench.node("toy.area.0").bounds
    point = bench.point(x + 4, y + 8)
    bench.device._desk.tick(1000)
    bench.device.act(Click(point, count=2))
    bench.press("ctrl+c")
    assert bench.device.clipboard() == ClipboardContent(text="hello")
    bench.drag(bench.point(x, y + 8), bench.point(x + 300, y + 8))
    bench.press("ctrl+c")
    assert bench.device.clipboard().text == "hello world"


def test_words_lines_and_pages(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.area")
    bench.press("ctrl+home", "ctrl+right")
    assert bench.state.edit.caret == (0, 6)
    bench.press("end")
    assert bench.state.edit.caret == (0, 11)
    bench.press("down", "home")
    assert bench.state.edit.caret == (1, 0)
    bench.press("up")
    assert bench.state.edit.caret == (0, 0)
    bench.press("ctrl+end", "ctrl+backspace")
    assert bench.state.edit.document.text == "hello world\nsecond "


def test_typing_beyond_the_bottom_scrolls_and_the_wheel_scrolls_back(bench) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.area")
    bench.press("ctrl+end")
    for i in range(60):
        bench.type(f"\nline {i}")
    tree = bench.device.tree()
    assert tree.find(Role.PARAGRAPH, "line 59") is not None and tree.find(Role.PARAGRAPH, "hello world") is None
    bench.device.act(Scroll(bench.at("toy.area"), dy=-100))
    assert bench.device.tree().find(Role.PARAGRAPH, "hello world") is not None


@pytest.mark.parametrize(
    ("combo", "char"), [("shift+a", "A"), ("shift+1", "!"), ("shift+/", "?"), ("7", "7"), ("space", " ")]
)
def test_printable_keys_type(bench, combo: str, char: str) -> None:  # type: ignore[no-untyped-def]
    bench.click("toy.area")
    bench.press("ctrl+a", combo)
    assert bench.state.edit.document.text == char
