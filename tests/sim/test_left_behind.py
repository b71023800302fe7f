"""What is typed and taken back leaves nothing behind: accents behind a letter, the mark of a page break."""

from __future__ import annotations

import pytest

from omnigym.actions import OpenApp, Press, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import audit
from omnigym.sim.paint.text import run_on
from omnigym.sim.style.fonts import Font, stands_alone, text_width

FONT = Font("ui", 14)


@pytest.mark.parametrize(("app", "key"), [("file_manager", "l"), ("todo", "n"), ("text_editor", "")])
def test_what_is_typed_and_deleted_leaves_nothing(app: str, key: str) -> None:
    device = SimDevice()
    device.reset(0)
    device.act(OpenApp(app))
    if key:
        device.act(Press(key, ("ctrl",)))
    device.screenshot()
    keys = [Type("e"), *[Type("\u0301")] * 3, Press("home"), Type("\u0301"), Press("end"), *[Press("backspace")] * 5]
    for action in keys:
        device.act(action)
        audit(device)
    device.close()


@pytest.mark.parametrize(("platform", "app"), [("linux", "writer"), ("windows", "word")])
def test_the_mark_of_a_page_break_comes_and_goes(platform: str, app: str) -> None:
    device = SimDevice(platform=platform)
    device.reset(0)
    device.act(OpenApp(app))
    device.act(Type("\n" * 20 + "two words"))  # the new page is below what is seen
    device.screenshot()
    for action in (Press("enter", ("ctrl",)), Press("z", ("ctrl",)), Press("y", ("ctrl",)), Press("backspace")):
        device.act(action)
        audit(device)
    device.close()


@pytest.mark.parametrize("letter", ["\u0301", "\u0308", "\u20dd"])
def test_its_ink_is_where_it_advances(letter: str) -> None:
    assert stands_alone(letter) and not stands_alone("é")
    run = run_on(letter, FONT, 0, 0xFFFFFF)
    assert run.dx == 0 and run.width == text_width(letter, FONT) > 0
