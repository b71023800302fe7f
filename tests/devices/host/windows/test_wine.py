"""The device in a real Windows Python on Wine, as a guest: Wine is no Windows, but SendInput, UIA and jobs are real."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PIL import Image

from omnigym.a11y import Role, State
from omnigym.actions import Click, Drag, KeyDown, KeyUp, Press, Scroll, Type
from omnigym.devices.config import build_device
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.protocol import ClipboardContent, Device
from omnigym.devices.testing import DeviceContract
from omnigym.errors import ConfigError, DeviceLostError

native_wine = pytest.importorskip("omnigym.devices.vm.native_wine", reason="needs omnigym's Wine machine")

pytestmark = [pytest.mark.x11, pytest.mark.slow]

_SERVES = ("a11y", "apps", "clipboard", "file_types", "files", "pointer", "processes", "shell", "user_data")
_PYTHON = "P:\\python.exe"


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    if why := native_wine.why_no_wine():
        pytest.skip(why)
    running = native_wine.NativeWine(native_wine.native_system(), tmp_path_factory.mktemp("wine"))
    yield running
    running.close()


def _device(machine: Any) -> Any:
    return build_device(
        GuestConfig(platform="windows", url=machine.url, token=machine.token, serves=_SERVES, timeout=60)
    )


class TestWine(DeviceContract):
    text_app = "text_editor"
    _machine: Any

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def started(cls, machine: Any) -> None:
        cls._machine = machine

    def make_device(self) -> Device:
        device: Device = _device(self._machine)
        return device


@pytest.fixture
def editor(machine: Any) -> Iterator[Any]:
    device = _device(machine)
    device.reset()
    device.launch("text_editor")
    yield device
    device.close()


def _text(device: Any) -> str:
    node = device.tree().find(Role.TEXT_AREA)
    assert node is not None
    return str(node.value)


_TEXTS = ("<b>&\"'\\ {}[]~^`|", "äöüß€é Ω 漢字 😀👍🏽", "tab\there\nline two", "x" * 200)


@pytest.mark.parametrize("text", _TEXTS, ids=["ascii", "emoji", "keys", "long"])
def test_typed_text_is_exact(editor: Any, text: str) -> None:
    editor.act(Type(text))
    assert _text(editor) == text


def test_every_character_has_its_key(editor: Any) -> None:
    keys = "abcxyz0189/-;=',.`[]\\"
    for key in keys:
        editor.act(Press(key))
    editor.act(KeyDown("shift"))
    editor.act(Press("x"))
    editor.act(KeyUp("shift"))
    editor.act(Press("x"))
    assert _text(editor) == keys + "Xx"


def test_the_mouse_selects_and_scrolls(editor: Any) -> None:
    editor.act(Type("\n".join(f"line {n}" for n in range(60))))
    area = editor.tree().find(Role.TEXT_AREA)
    x, y, _, _ = area.bounds
    before = editor.screenshot()
    editor.act(Scroll((area.center[0] / 1024, area.center[1] / 768), dy=-20))
    assert (editor.screenshot() != before).any()
    # Within the first letter: at its edge Wine's Notepad selects nothing.
    start, end = ((x + 4) / 1024, (y + 8) / 768), ((x + 200) / 1024, (y + 8) / 768)
    editor.act(Click(start, count=2))
    editor.act(Press("c", ("ctrl",)))
    assert editor.clipboard().text == "line "
    editor.act(Drag(start, end))
    editor.act(Press("c", ("ctrl",)))
    assert editor.clipboard().text == "line 0"


def test_two_clicks_are_no_double_click(editor: Any) -> None:
    editor.act(Type("words and words"))
    x, y, _, _ = editor.tree().find(Role.TEXT_AREA).bounds
    for _ in range(2):
        editor.act(Click(((x + 10) / 1024, (y + 8) / 768)))
    editor.set_clipboard(ClipboardContent(text="nothing"))
    editor.act(Press("c", ("ctrl",)))
    assert editor.clipboard().text == "nothing"


def test_the_clipboard_carries_files_and_pictures(editor: Any) -> None:
    paths = (editor.native_path("Documents/a.txt"), "C:\\ü😀.txt")
    for cut in (False, True):
        editor.set_clipboard(ClipboardContent(files=paths, cut=cut))
        assert editor.clipboard() == ClipboardContent(files=paths, cut=cut)
    out = io.BytesIO()
    Image.new("RGB", (20, 10), (255, 0, 0)).save(out, "PNG")
    editor.set_clipboard(ClipboardContent(text="a red one", image=out.getvalue()))
    held = editor.clipboard()
    assert held.text == "a red one"
    assert (np.asarray(Image.open(io.BytesIO(held.image)).convert("RGB")) == (255, 0, 0)).all()


@pytest.mark.parametrize("path", ["a.txt:stream", "Documents/nul", "../outside.txt", "C:\\windows\\win.ini", "a. "])
def test_paths_that_lead_elsewhere(editor: Any, path: str) -> None:
    with pytest.raises(ConfigError):
        editor.write_file(path, b"x")
    assert editor.stat(path) is None
    with pytest.raises(FileNotFoundError):
        editor.read_file(path)


def test_other_windows_show_their_controls(editor: Any) -> None:
    editor.launch("registry_editor")
    tree = editor.tree()
    assert tree.find(Role.TREE) is not None and tree.find(Role.STATUSBAR) is not None
    titles = [w.title for w in editor.windows()]
    assert titles[0] == "Registry Editor" and titles[1].endswith("Notepad")
    behind = [n for n in tree if n.role is Role.WINDOW]
    assert behind[0].states & State.ACTIVE and not behind[1].states & State.ACTIVE


def test_a_reset_ends_what_was_started_and_releases_keys(editor: Any) -> None:
    editor.act(Type("not saved"))
    editor.act(KeyDown("shift"))
    editor.reset()
    assert not {"notepad.exe"} & {p.name for p in editor.processes()}
    assert editor.windows() == ()
    editor.launch("text_editor")
    editor.act(Press("x"))
    assert _text(editor) == "x"


# The last one: it is stopped for good.
def test_a_person_stops_it_by_a_corner(editor: Any) -> None:
    editor.act(Click((0.0, 0.0)))  # no click of the device's does
    editor.act(Press("escape"))
    editor.act(Click((0.5, 0.5)))
    code, _, _ = editor.run([_PYTHON, "-c", "import ctypes; ctypes.windll.user32.SetCursorPos(1023, 767)"])
    assert code == 0
    with pytest.raises(DeviceLostError, match="pushed the pointer"):
        editor.act(Press("a"))
    with pytest.raises(DeviceLostError, match="pushed the pointer"):
        editor.reset()
