"""A text has an end: what is pasted behind itself again and again fills it, and no step takes long."""

from __future__ import annotations

import time

import pytest

from omnigym.actions import Action, Press, Type
from omnigym.devices.config import build_device
from omnigym.devices.sim.config import SimConfig
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.documents.edit import LONGEST, insert, room, select_all, start_editing, start_lines
from omnigym.devices.sim.documents.search import replace_all
from omnigym.documents import Document

pytestmark = pytest.mark.usefixtures("no_collection")

#: CPU seconds of a step, of which some 0.03 are needed.
_LONGEST_STEP = 0.5

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


def test_what_there_is_no_room_for_is_not_put_in() -> None:
    full = insert(start_editing(Document()), "x" * (LONGEST + 5))
    assert (len(full.document.text), room(full)) == (LONGEST, 0)
    assert insert(full, "y") is full
    assert insert(full, "\n") is full
    assert insert(select_all(full), "y\nz").document.text == "y\nz"
    assert insert(start_lines("a\n" * (LONGEST // 2 - 1)), "\n\n\n").document.text.count("\n") == LONGEST // 2 + 1
    assert len(start_lines("x" * LONGEST * 2).document.text) == 2 * LONGEST  # a file is shown as long as it is
    assert insert(start_lines("x" * LONGEST * 2), "y").document.text[0] == "x"


def test_nothing_is_replaced_where_there_is_no_room_for_all() -> None:
    edit = start_lines("x" * (LONGEST // 2))
    assert replace_all(edit, "x", "yyy") == (edit, 0)
    began = time.process_time()
    longer, count = replace_all(edit, "x", "yy")
    assert time.process_time() - began < _LONGEST_STEP
    assert (longer.document.text, count) == ("y" * LONGEST, LONGEST // 2)
