"""Scripts as calls: nothing is lost, nothing is run, and whatever is no script is one typed error with its line."""

from __future__ import annotations

import contextlib
import math
import time
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import BUTTONS
from omnigym.codecs.pyautogui_script import (
    MAX_CALLS,
    MAX_SCRIPT,
    RELATIVE,
    Call,
    read_script,
    write_script,
)
from omnigym.errors import ActionError, ScriptError

NAN = math.nan


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("pyautogui.click(120.5, 33.0)", [Call("click", (120.5, 33.0))]),
        ("pyautogui.click(-5, 9000)", [Call("click", (-5.0, 9000.0))]),
        ("pyautogui.click((1, 2))", [Call("click", (1.0, 2.0))]),
        ("pyautogui.click(x=[1, 2], clicks=3, button='right')", [Call("click", (1.0, 2.0), times=3, button="right")]),
        ("pyautogui.moveTo(5, 6)\npyautogui.click()", [Call("moveTo", (5.0, 6.0)), Call("click", line=2)]),
        ("Pyautogui.hotKey('command', 'c')", [Call("hotkey", keys=("command", "c"))]),
        ("pyautogui.hotkey(['option', 'A'], interval=0.1)", [Call("hotkey", keys=("option", "A"))]),
        ("pyautogui.press('fn')", [Call("press", keys=("fn",))]),
        ("pyautogui.press(['tab', 'a'], presses=2)", [Call("press", keys=("tab", "a"), times=2)]),
        ("pyautogui.dragTo(7, 8, 'left')", [Call("dragTo", (7.0, 8.0))]),
        ("pyautogui.dragTo(7, 8, mouseDownUp=True)", [Call("dragTo", (7.0, 8.0))]),
        ("import pyautogui; pyautogui.FAILSAFE = False; pyautogui.press('a')", [Call("press", keys=("a",))]),
        ('pyautogui.dragTo(7, 8, "right")', [Call("dragTo", (7.0, 8.0), button="right")]),
        ("pyautogui.dragTo(7, 8, 2, button='middle')", [Call("dragTo", (7.0, 8.0), button="middle", duration=2.0)]),
        ("pyautogui.dragTo(7, 8, 2, pyautogui.easeInQuad)", [Call("dragTo", (7.0, 8.0), duration=2.0)]),
        ("pyautogui.dragRel(3)", [Call("drag", (3.0, 0.0))]),
        ("pyautogui.move(None, -3)", [Call("move", (0.0, -3.0))]),
        ("pyautogui.scroll(-300)", [Call("scroll", amount=-300.0)]),
        ("pyautogui.vscroll(200, 4, 5)", [Call("scroll", (4.0, 5.0), amount=200.0)]),
        ("pyautogui.hscroll(-200, x=4, y=5)", [Call("hscroll", (4.0, 5.0), amount=-200.0)]),
        ("pyautogui.typewrite('a', interval=0.1)", [Call("write", text="a")]),
        ("pyautogui.write(['a', 'enter'])", [Call("write", keys=("a", "enter"))]),
        ("import time\ntime.sleep(2)", [Call("sleep", amount=2.0, line=2)]),
        (
            "with pyautogui.hold(['ctrl', 'shift']):\n  pyautogui.press('a')",
            [
                Call("keyDown", keys=("ctrl",)),
                Call("keyDown", keys=("shift",)),
                Call("press", keys=("a",), line=2),
                Call("keyUp", keys=("shift",)),
                Call("keyUp", keys=("ctrl",)),
            ],
        ),
        ("", []),
        ("# nothing", []),
        ("pyautogui.write('(' * 1)", None),
        ("pyautogui.write('" + "(" * 99 + "')  # [[[[", [Call("write", text="(" * 99)]),
    ],
)
def test_read(script: str, expected: list[Call] | None) -> None:
    if expected is None:
        with pytest.raises(ScriptError, match="Line 1: Arguments are numbers and texts"):
            read_script(script)
    else:
        assert read_script(script) == tuple(expected)


def test_a_point_may_say_one_direction_only() -> None:
    (moved,) = read_script("pyautogui.moveTo(None, 500)")
    assert moved.point is not None
    assert math.isnan(moved.point[0]) and moved.point[1] == 500.0
    assert write_script([moved]) == "pyautogui.moveTo(y=500.0)"


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        ("Task: Click on it\nOutput Script:\npyautogui.click(1, 2)\n", [3]),
        ("Task: Click on it\npyautogui.click(1, 2)\n", [2]),
        ("\noutput script: pyautogui.click(1, 2)\npyautogui.press('a')", [2, 3]),
        ("Task: nothing", []),
        ("Sure! Here it is (the script:\n```python\npyautogui.click(1, 2)\n```\nThat's it.", [3]),
        ("First:\n```\npip install x\n```\nthen\n```python\n  pyautogui.click(1, 2)", [7]),
        ("```\npyautogui.press('a')\n```\nNo, rather:\n```\npyautogui.click(1, 2)\n```\n```\nbye\n```", [6]),
        ("```python\nOutput Script:\npyautogui.click(1, 2)\n```", [3]),
        ("\ufeff   pyautogui.click(1, 2)", [1]),
        (
            "1. Do:\n   ```\n   pyautogui.click(1, 2)\n   with pyautogui.hold('a'):\n     pyautogui.click()\n   ```",
            [3, 4, 5, 4],
        ),
        ("pyautogui.click(1, 2)\r\npyautogui.click(1, 2)\r\n", [1, 2]),
    ],
)
def test_headings_and_fences_are_passed_over(answer: str, lines: list[int]) -> None:
    assert [found.line for found in read_script(answer)] == lines


@pytest.mark.parametrize("action", ["error", "always", "ignore"])
def test_filters_of_warnings_change_nothing(action: Any, recwarn: pytest.WarningsRecorder) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter(action)
        (typed,) = read_script(r"pyautogui.write('C:\dir')")
    assert typed.text == r"C:\dir"
    assert not recwarn.list


@pytest.mark.parametrize(
    ("script", "line", "why"),
    [
        ("pyautogui.press('a')\nfor i in range(n):\n  pyautogui.click()", 2, "written out, got 'n'"),
        ("for i in range(51): pyautogui.click()", 1, "at most 50 times, got 51"),
        ("pyautogui.press('a')\npyperclip.copy('b')", 2, "nothing pastes it"),
        ("x = 1 / 0\npyautogui.click(x, 5)", 1, "Sums are of"),
        ("x = 'a' * 3\npyautogui.write(x)", 1, "Sums are of"),
        ("while True: pyautogui.click()", 1, "While"),
        ("\nimport os", 2, "can be imported, got 'os'"),
        ("from os import system", 1, "can be imported"),
        ("import pyautogui, os", 1, "'os'"),
        ("x, y = 5\npyautogui.click(x, 5)", 1, "variable of a literal value"),
        ("WAIT", 1, "Expected a call"),
        ("pyautogui.click(x, 5)", 1, "written out, got 'x'"),
        ("pyautogui.FAILSAFE = open('x', 'w')", 1, "Expected a call"),
        ("pyautogui.click = 5", 1, "Expected a call"),
        ("pyautogui.dragTo(7, 8, mouseDownUp=False)", 1, "is no drag"),
        ("pyautogui.click(1, 2).y()", 1, "Only functions of pyautogui"),
        ("pyautogui.click.__globals__['x']()", 1, "Only functions of pyautogui"),
        ("pyautogui.click(open('x', 'w'))", 1, "written out"),
        ("pyautogui.click(*[1, 2])", 1, "written out"),
        ("pyautogui.click(**{'x': 1})", 1, "no argument"),
        ("pyautogui.click(1, x=2)", 1, "x twice"),
        ("pyautogui.click('button.png')", 1, "x must be a finite number"),
        ("pyautogui.click(True, 1)", 1, "x must be a finite number"),
        ("pyautogui.click(1e999, 1)", 1, "x must be a finite number"),
        (f"pyautogui.click(1{'0' * 400}, 1)", 1, "x must be a finite number"),
        ("pyautogui.press('a', presses=1_000_000_000)", 1, r"in \[1, 1000\]"),
        ("pyautogui.press('a', presses=1.5)", 1, "whole number"),
        ("pyautogui.press([])", 1, "keys must be"),
        ("pyautogui.press(5)", 1, "keys must be"),
        ("pyautogui.write(b'a')", 1, "message must be"),
        ("pyautogui.write('a', 'b', 'c')", 1, "at most 2"),
        ("pyautogui.dragTo(1, 2, 'up')", 1, "button must be one of"),
        ("pyautogui.scroll()", 1, "scroll needs clicks"),
        ("pyautogui.hotkey()", 1, "hotkey needs keys"),
        ("pyautogui.screenshot()", 1, "pyautogui.screenshot is no action"),
        ("pyautogui.click(\n", 1, "no Python"),
        ("I would click on the button.", 1, "no Python"),
        ("with open('x'): pass", 1, "Only functions of pyautogui"),
        ("pyautogui.write('\0')", 0, "null bytes"),
        ("pyautogui.write('\ud800')", 0, "surrogates"),
        ("pyautogui.click" + "(" * 21 + ")" * 21, 1, "nested at most 20"),
        ("x" * (MAX_SCRIPT + 1), 0, "100,000 characters, got 100,001"),
        ("pyautogui.click()\n" * (MAX_CALLS + 1), MAX_CALLS + 1, "1,000 calls"),
    ],
)
def test_what_is_no_script_says_its_line_and_why(script: str, line: int, why: str) -> None:
    with pytest.raises(ScriptError, match=why) as caught:
        read_script(script)
    assert caught.value.line == line
    assert len(str(caught.value)) < 500
    assert isinstance(caught.value, ActionError)


@pytest.mark.parametrize(
    "unit", ["-", "not ", "(", "a.", "lambda:", "2**", "1+", "1<", '"', '"""', '\\"', "```\n", "Task:\n", "{", "`", "#"]
)
@pytest.mark.parametrize("before", ["", "pyautogui.click(", '"""', "'"])
def test_no_script_takes_long(before: str, unit: str) -> None:
    script = (before + unit * MAX_SCRIPT)[:MAX_SCRIPT]
    start = time.process_time()
    with contextlib.suppress(ScriptError):
        read_script(script)
    assert time.process_time() - start < 5.0  # what is quadratic takes a minute


numbers = st.floats(-1e6, 1e6) | st.integers(-9999, 9999).map(float)
points = st.none() | st.tuples(numbers, numbers)
texts = st.text(alphabet=st.characters())  # halves of surrogate pairs, too
keys = st.text(alphabet=st.characters(), min_size=1)
buttons = st.sampled_from(BUTTONS)
durations = st.floats(0, 100)
times = st.integers(1, 9)
some_keys = st.lists(keys, min_size=1, max_size=3).map(tuple)


def call(functions: tuple[str, ...], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Call]:
    given = st.fixed_dictionaries(fields)
    return st.tuples(st.sampled_from(functions), given).map(lambda drawn: Call(drawn[0], **drawn[1]))


calls = st.one_of(
    call(("click",), point=points, button=buttons, times=times, duration=durations),
    call(("doubleClick", "tripleClick", "rightClick", "middleClick", "leftClick"), point=points, button=buttons),
    call(
        ("moveTo", "dragTo", "mouseDown", "mouseUp", *sorted(RELATIVE)),
        point=points,
        button=buttons,
        duration=durations,
    ),
    call(("scroll", "hscroll"), point=points, amount=numbers),
    call(("write",), text=texts),
    call(("write", "hotkey"), keys=some_keys),
    call(("press",), keys=some_keys, times=times),
    call(("keyDown", "keyUp"), keys=st.tuples(keys)),
    call(("sleep",), amount=durations),
)


@given(st.lists(calls, max_size=5))
def test_what_is_written_is_read_again(wanted: list[Call]) -> None:
    numbered = tuple(one._replace(line=number) for number, one in enumerate(wanted, 1))
    script = write_script(numbered)
    assert read_script(script) == numbered
    assert read_script(f"Task: x\nOutput Script:\n{script}") == tuple(c._replace(line=c.line + 2) for c in numbered)
    assert write_script(read_script(script)) == script


@given(st.text())
def test_any_text_is_calls_or_a_typed_error(script: str) -> None:
    with contextlib.suppress(ScriptError):
        assert all(isinstance(found, Call) for found in read_script(script))


@pytest.mark.parametrize("wrong", [Call("os.system"), Call("write"), Call("press"), Call("scroll", (1.0, 2.0))])
def test_what_cannot_be_written(wrong: Call) -> None:
    with pytest.raises(ScriptError):
        write_script([wrong])
