"""PyAutoGUI scripts are read, never run."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import (
    BUTTONS,
    KEYS,
    MODIFIERS,
    Action,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    Move,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
)
from omnigym.codecs import PyAutoGUICodec
from omnigym.errors import ActionError

SIZE = (100, 50)


def at(x: int, y: int) -> tuple[float, float]:
    return (x + 0.5) / 100, (y + 0.5) / 50


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("pyautogui.click(10, 20)", [Click(at(10, 20))]),
        ("pyautogui.click(x=10, y=20, clicks=2, button='right')", [Click(at(10, 20), "right", 2)]),
        ("pyautogui.click()", [Click((0.505, 0.51))]),
        ("pyautogui.doubleClick(1, 2)", [Click(at(1, 2), count=2)]),
        ("pyautogui.tripleClick(1, 2)", [Click(at(1, 2), count=3)]),
        ("pyautogui.rightClick((1, 2))", [Click(at(1, 2), "right")]),
        ("pyautogui.middleClick(1, 2)", [Click(at(1, 2), "middle")]),
        ("pyautogui.moveTo(1, 2, duration=0.5)", [Move(at(1, 2))]),
        ("pyautogui.moveTo(1, 2); pyautogui.moveRel(3, -1)", [Move(at(1, 2)), Move(at(4, 1))]),
        (
            "pyautogui.moveTo(1, 2)\npyautogui.dragTo(5, 6, 0.5)",
            [Move(at(1, 2)), Drag(at(1, 2), at(5, 6), duration=0.5)],
        ),
        ("pyautogui.mouseDown(3, 4, button='left')", [MouseDown(at(3, 4))]),
        ("pyautogui.scroll(-3, 1, 2)", [Scroll(at(1, 2), 3)]),
        ("pyautogui.hscroll(2, x=1, y=2)", [Scroll(at(1, 2), 0, 2)]),
        ("pyautogui.write('a b', interval=0.1)", [Type("a b")]),
        ("pyautogui.typewrite(['a', 'enter'])", [Press("a"), Press("enter")]),
        ("pyautogui.press('enter', presses=3)", [Press("enter", (), 3)]),
        ("pyautogui.press(['left', 'A'])", [Press("left"), Press("a", ("shift",))]),
        ("pyautogui.hotkey('ctrl', 'shift', 'esc')", [Press("escape", ("ctrl", "shift"))]),
        ("pyautogui.hotkey(['ctrl', 'c'])", [Press("c", ("ctrl",))]),
        ("pyautogui.keyDown('shift'); pyautogui.keyUp('shift')", [KeyDown("shift"), KeyUp("shift")]),
        ("import time\nimport pyautogui\ntime.sleep(2)", [Wait(2.0)]),
        ("# a comment\n'''a text'''\npyautogui.press('a')", [Press("a")]),
        ("with pyautogui.hold('ctrl'):\n    pyautogui.click(1, 2)", [KeyDown("ctrl"), Click(at(1, 2)), KeyUp("ctrl")]),
        (
            "x, y = 1, 2\nfor _ in range(2):\n    pyautogui.click(x + 1, y)\n    time.sleep(0.5)",
            [Click(at(2, 2)), Wait(0.5)] * 2,
        ),
        ("[pyautogui.press('a') or time.sleep(0.5) for _ in range(2)]", [Press("a"), Wait(0.5)] * 2),
        ("pyautogui.press('a') or pyautogui.press('b')", [Press("a"), Press("b")]),
        ("for key in ['a', 'enter']: pyautogui.press(key)", [Press("a"), Press("enter")]),
        ("name = 'Bea'\npyautogui.write(f'Dear {name}')", [Type("Dear Bea")]),
        (
            "import pyperclip\npyperclip.copy('na\u00efve')\npyautogui.click(1, 2)\npyautogui.hotkey('ctrl', 'v')",
            [Click(at(1, 2)), Type("na\u00efve")],
        ),
        ("pyperclip.copy('a')\npyautogui.write(pyperclip.paste())", [Type("a")]),
        ("pyautogui.hotkey('ctrl', 'v')", [Press("v", ("ctrl",))]),
        ("from time import sleep\nsleep(1)", [Wait(1.0)]),
        ("pyautogui.click(1, 2)\nDONE", [Click(at(1, 2)), Done()]),
        ("pyautogui.press('plus')", [Press("=", ("shift",))]),
        ("pyautogui.press('KP_Enter'); pyautogui.press('num5')", [Press("enter"), Press("5")]),
        ("WAIT", [Wait(1.0)]),
        (" DONE ", [Done()]),
        ("FAIL", [Fail()]),
    ],
)
def test_decode(script: str, expected: list[Action]) -> None:
    assert PyAutoGUICodec(SIZE).decode(script) == tuple(expected)


@pytest.mark.parametrize(
    ("platform", "amount", "notches"),
    [("windows", -120, 1), ("windows", 360, -3), ("windows", -5, 5), ("linux", -120, 120), ("", 3, -3)],
)
def test_the_wheel_counts_as_the_platform_does(platform: str, amount: int, notches: float) -> None:
    codec = PyAutoGUICodec(SIZE, platform)
    assert codec.decode(f"pyautogui.scroll({amount}, 1, 2)") == (Scroll(at(1, 2), notches),)


def test_nothing_is_ever_run(tmp_path: Path) -> None:
    target = tmp_path / "touched"
    for script in (
        f"open({str(target)!r}, 'w')",
        f"__import__('pathlib').Path({str(target)!r}).touch()",
        f"pyautogui.click(open({str(target)!r}, 'w'))",
        f"pyautogui.write(str(open({str(target)!r}, 'w')))",
        f"import os; os.system('touch {target}')",
        "pyautogui.click.__globals__['x']()",
        "exec('1')",
    ):
        (action,) = PyAutoGUICodec(SIZE).decode(script)
        assert isinstance(action, Invalid), script
    assert not target.exists()


@pytest.mark.parametrize(
    "script",
    [
        *("", "   ", "click the button", "pyautogui.click(", "pyautogui.click(x)", "x = 5", "pyautogui.clck(1, 2)"),
        *("pyautogui.click(100, 0)", "pyautogui.click(1, 2, 3, 4, 5, 6, 7, 8)", "pyautogui.click(colour=1)"),
        *("pyautogui.press('nokey')", "pyautogui.write(5)", "pyautogui.hotkey()", "pyautogui.scroll()", "time.time()"),
        *(
            "for i in range(300): pyautogui.click()",
            "pyautogui.screenshot()",
            "pyautogui.click(clicks=9)",
            "selenium.get()",
        ),
        *("pyautogui.click(0.5, 0.3)", "pyautogui.moveTo(x=1, y=0.25)", "pyperclip.copy('a')", "x = [1] * 9\nDONE"),
        *("for i in range(51): pyautogui.click()", "for i in range(n): pyautogui.click()", "x = open('f')\nDONE"),
        "x = 'a' * 9\nDONE",
        "for i in range(50):\n  for j in range(50): pyautogui.press('a')",
        *("pyautogui.press('a', presses=0)", "with open('x'): pass", "pyautogui.dragTo(button='q')", "(" * 500),
    ],
)
def test_what_cannot_be_read_is_one_invalid(script: str) -> None:
    codec = PyAutoGUICodec(SIZE)
    (action,) = codec.decode(script)
    assert isinstance(action, Invalid)
    assert action.raw == script
    assert action.reason
    assert codec.pointer == (0.5, 0.5)


def test_one_bad_line_spoils_the_script() -> None:
    codec = PyAutoGUICodec(SIZE)
    (action,) = codec.decode("pyautogui.moveTo(1, 2)\npyautogui.nothing()")
    assert isinstance(action, Invalid)
    assert codec.pointer == (0.5, 0.5), "the pointer is where it was"


@given(st.text())
def test_any_text_gives_actions(script: str) -> None:
    assert PyAutoGUICodec(SIZE).decode(script)


places = st.tuples(st.integers(0, 99), st.integers(0, 49)).map(lambda p: at(*p))
held = st.lists(st.sampled_from(MODIFIERS), unique=True).map(tuple)


@given(
    st.one_of(
        st.builds(Move, places),
        st.builds(Click, places, st.sampled_from(BUTTONS), st.integers(1, 3)),
        st.builds(MouseDown, places, st.sampled_from(BUTTONS)),
        st.builds(Scroll, places, st.integers(-9, 9).map(float)),
        st.builds(Press, st.sampled_from(KEYS), held),
        st.builds(Press, st.sampled_from(KEYS), st.just(()), st.integers(1, 9)),
        st.builds(KeyDown, st.sampled_from(KEYS)),
        st.builds(Type, st.text(alphabet=st.characters(exclude_categories=("Cs",)))),
        st.builds(Wait, st.integers(0, 9).map(float)),
        st.sampled_from([Done(), Fail()]),
    )
)
def test_encode_then_decode(action: Action) -> None:
    codec = PyAutoGUICodec(SIZE)
    assert codec.decode(codec.encode(action)) == (action,)


def test_encode_in_several_lines() -> None:
    codec = PyAutoGUICodec(SIZE)
    assert codec.decode(codec.encode(Drag(at(1, 2), at(3, 4)))) == (Move(at(1, 2)), Drag(at(1, 2), at(3, 4)))
    assert codec.decode(codec.encode(Click(at(1, 2), modifiers=("ctrl",)))) == (
        KeyDown("ctrl"),
        Click(at(1, 2)),
        KeyUp("ctrl"),
    )
    assert codec.decode(codec.encode(Scroll(at(1, 2), 2, 3))) == (Scroll(at(1, 2), 2), Scroll(at(1, 2), 0, 3))
    with pytest.raises(ActionError, match="Submit"):
        codec.encode(Submit("x"))
