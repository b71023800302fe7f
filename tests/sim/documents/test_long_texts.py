"""A text has an end: what is pasted behind itself again and again fills it, and no step takes long."""

from __future__ import annotations

import time

import pytest

from omnigym.actions import Action, Press, Type
from omnigym.devices.config import build_device
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.config import SimConfig
from omnigym.devices.sim.device import SimDevice
from omnigym.documents import Document
from omnigym.sim.documents.edit import (
    LONGEST,
    LONGEST_LINE,
    MOST_LINES,
    fitting,
    insert,
    room,
    select_all,
    start_editing,
    start_lines,
    typed,
)
from omnigym.sim.documents.search import replace_all

pytestmark = pytest.mark.usefixtures("no_collection")

#: CPU seconds of a step. A step needs 0.03 to 0.3; a quadratic one takes minutes, so a loaded machine has room.
_LONGEST_STEP = 3.0

_LINES = (Type("some words\nand some more\n"),)
_LINE = (Type("some words and some more "),)
#: App and what is done until some text is in the one that has the focus.
CASES: dict[str, tuple[str, tuple[Action, ...]]] = {
    "Notepad, lines": ("text_editor", _LINES),
    "Notepad, one line": ("text_editor", _LINE),
    "Notepad, blank lines": ("text_editor", (Press("enter"), Press("enter"))),
    "Word": ("word", _LINES),
    "a sticky note": ("sticky_notes", (Press("n", ("ctrl",)), *_LINES)),
    "a mail": ("mail", (Press("n", ("ctrl",)), Type("a\tb\tsome words\nand some more\n"))),
    "a cell": ("excel", _LINE),
}


def _cpu(device: SimDevice, action: Action) -> float:
    began = time.process_time()
    device.act(action)
    device.tree()
    device.screenshot()
    return time.process_time() - began


@pytest.mark.parametrize("case", CASES)
def test_a_text_that_is_doubled_again_and_again_is_full_at_some_time(case: str) -> None:
    app, begin = CASES[case]
    device = build_device(SimConfig())
    assert isinstance(device, SimDevice)
    device.reset(0)
    device.launch(app)
    for action in begin:
        device.act(action)
    device.screenshot()  # which paints the wallpaper, for all screens of the process
    longest, copied = 0.0, list[str]()
    doubled = (*[Press(key, ("ctrl",)) for key in ("a", "c", "end")], Press("down"), *[Press("v", ("ctrl",))] * 2)
    for _ in range(16):
        longest = max(longest, *[_cpu(device, action) for action in doubled])
        copied.append(device.clipboard().text)
    assert longest < _LONGEST_STEP
    assert copied[-1] == copied[-2]
    assert 10_000 <= len(copied[-1]) <= LONGEST


_TEN = "123456789\n"


@pytest.mark.parametrize(
    ("begin", "text", "fits"),
    [
        ("", "x" * (LONGEST_LINE + 5), LONGEST_LINE),
        ("ab", "x" * LONGEST_LINE, LONGEST_LINE - 2),
        ("", "\n" * (MOST_LINES + 5), MOST_LINES - 1),
        ("ab\n", "x\n" * MOST_LINES, 2 * (MOST_LINES - 2) + 1),
        ("", (_TEN * 11)[:-1] * (LONGEST // 100), LONGEST),
        ("", f"{'x' * (LONGEST_LINE + 1)}\ny", LONGEST_LINE),
        ("", f"y\n{'x' * (LONGEST_LINE + 1)}\nz", LONGEST_LINE + 2),
    ],
)
def test_what_there_is_no_room_for_is_not_put_in(begin: str, text: str, fits: int) -> None:
    edit = insert(start_editing(Document()), begin)
    full = insert(edit, text)
    assert fitting(edit, text) == text[:fits]
    assert full.document.text == begin + text[:fits]
    assert insert(full, text) is full or len(full.document.text) < LONGEST
    assert text.count("\n") > 100 or typed(edit, text).document.text == full.document.text
    assert insert(select_all(full), "y\nz").document.text == "y\nz"


def test_a_file_is_shown_as_long_as_it_is() -> None:
    longer = start_lines("x" * LONGEST * 2)
    assert (len(longer.document.text), room(longer)) == (2 * LONGEST, 0)
    assert insert(longer, "y") is longer


@pytest.mark.parametrize("app", ["text_editor", "word", "sticky_notes"])
def test_one_is_told_that_a_text_is_full(app: str) -> None:
    device = SimDevice()
    device.reset(0)
    device.launch(app)
    if app == "sticky_notes":
        device.act(Press("n", ("ctrl",)))
    device.set_clipboard(ClipboardContent(text="x" * LONGEST_LINE))
    device.act(Press("v", ("ctrl",)))
    windows = len(device.windows())
    device.act(Type("y"))
    assert len(device.windows()) == windows + 1
    assert any("not enough memory" in node.name for node in device.tree())
    device.act(Press("enter"))
    assert len(device.windows()) == windows
    device.act(Press("backspace"))
    device.act(Type("y"))
    assert len(device.windows()) == windows


def test_lines_that_are_typed_into_a_long_text_cost_their_own() -> None:
    device = SimDevice()
    device.reset(0)
    device.launch("text_editor")
    device.set_clipboard(ClipboardContent(text="some words\n" * 30_000))
    device.act(Press("v", ("ctrl",)))
    assert _cpu(device, Type("a\n" * 4000)) < 2 * _LONGEST_STEP
    assert [n.name for n in device.tree() if n.key == "notepad.characters"] == ["338,000 characters"]


def test_nothing_is_replaced_where_there_is_no_room_for_all() -> None:
    edit = start_lines("\n".join(["x" * 999] * (LONGEST // 2000)))
    assert replace_all(edit, "x", "yyy") == (edit, 0)
    began = time.process_time()
    longer, count = replace_all(edit, "x", "yy")
    assert time.process_time() - began < _LONGEST_STEP
    assert (longer.document.text.count("y"), count) == (2 * 999 * (LONGEST // 2000), 999 * (LONGEST // 2000))
    line = start_lines("x" * (LONGEST_LINE // 2))
    assert replace_all(line, "x", "yyy") == (line, 0)
