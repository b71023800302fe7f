"""What reaches the applications, and what is seen of it."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, Click, Drag, KeyDown, KeyUp, MouseDown, MouseUp, OpenApp, Press, Scroll, Type, Wait
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.x11.device import X11Device
from omnigym.errors import UnknownNameError
from tests.devices.x11.programs import signal_program

pytestmark = pytest.mark.x11


@pytest.fixture(scope="module")
def shared() -> Iterator[X11Device]:
    device = X11Device()
    yield device
    device.close()


@pytest.fixture
def device(shared: X11Device) -> X11Device:
    shared.reset()
    return shared


@pytest.fixture
def editor(device: X11Device) -> X11Device:
    device.launch("text_editor")
    return device


def _text(device: X11Device) -> str:
    node = device.tree().find(Role.TEXT_AREA)
    assert node is not None
    return node.value


def _at(device: X11Device, node: Node | None) -> tuple[float, float]:
    assert node is not None
    return (node.center[0] + 0.5) / device.size[0], (node.center[1] + 0.5) / device.size[1]


@pytest.mark.parametrize(
    "text",
    [
        "<>|<<>>",
        "".join(map(chr, range(0x20, 0x7F))),
        "".join(map(chr, range(0xA1, 0x100))).replace("\xad", ""),
        "Ω≈ç√∫ 日本語 Привет €",
        "tab\tand\nlines\n\nend",
        "".join(map(chr, range(0x410, 0x450))) * 2 + "".join(map(chr, range(0x3B1, 0x3C9))),
    ],
)
def test_what_is_typed_arrives(editor: X11Device, text: str) -> None:
    editor.act(Type(text))
    assert _text(editor) == text


def test_caps_lock_does_not_change_what_is_typed(editor: X11Device) -> None:
    editor.act(Press("capslock"))
    editor.act(Type("Mixed Case"))
    editor.act(Press("a"))
    assert _text(editor) == "Mixed CaseA"


def test_held_keys_do_not_repeat(editor: X11Device) -> None:
    editor.act(KeyDown("a"))
    editor.act(Wait(0.8))
    editor.act(KeyUp("a"))
    assert _text(editor) == "a"


def test_mouse_selects_words_and_ranges(editor: X11Device) -> None:
    editor.act(Type("one two three"))
    area = editor.tree().find(Role.TEXT_AREA)
    assert area is not None
    x, y = area.bounds[0] + 10, area.bounds[1] + 8
    first = ((x + 0.5) / 1024, (y + 0.5) / 768)
    editor.act(Click(first, count=2))
    editor.act(Type("1"))
    assert _text(editor) == "1 two three"
    editor.act(Drag((area.bounds[0] / 1024 + 0.001, first[1]), ((x + 300) / 1024, first[1])))
    editor.act(Press("delete"))
    assert _text(editor) == ""


def test_mouse_down_and_up_are_a_click(editor: X11Device) -> None:
    editor.act(Type("one two"))
    area = editor.tree().find(Role.TEXT_AREA)
    assert area is not None
    start = (area.bounds[0] + 0.5) / editor.size[0], (area.bounds[1] + 8.5) / editor.size[1]
    editor.act(MouseDown(start))
    editor.act(MouseUp(start))
    editor.act(Type("zero "))
    assert _text(editor) == "zero one two"


def test_menus_lie_in_front_and_can_be_clicked(editor: X11Device) -> None:
    editor.act(Type("x"))
    editor.act(Click(_at(editor, editor.tree().find(Role.MENU_ITEM, "Edit"))))
    entry = editor.tree().find(Role.MENU_ITEM, "Select All")
    assert entry is not None
    assert entry.layer == 0
    hit = editor.tree().hit(*entry.center)
    assert hit is not None
    assert hit.name == "Select All"
    editor.act(Click(_at(editor, entry)))
    editor.act(Press("delete"))
    assert _text(editor) == ""


def test_the_wheel_scrolls(editor: X11Device) -> None:
    editor.act(Type("\n".join(f"line {n}" for n in range(60))))
    before = editor.screenshot()
    editor.act(Scroll((0.5, 0.5), dy=-10))
    assert (editor.screenshot() != before).any()
    editor.act(Scroll((0.5, 0.5), dy=10))
    np.testing.assert_array_equal(editor.screenshot(), before)


def test_title_bar_buttons_and_restoring(editor: X11Device) -> None:
    title = editor.tree().find(Role.TITLEBAR)
    assert title is not None
    editor.act(Click(_at(editor, editor.tree().find(key="window.maximize"))))
    window = editor.windows()[0]
    assert window.bounds[2] >= 1024
    editor.act(Click(_at(editor, editor.tree().find(key="window.minimize"))))
    assert editor.windows()[0].minimised
    assert editor.tree().find(Role.TEXT_AREA) is None
    editor.act(OpenApp("text_editor"))
    assert editor.windows()[0].active
    assert not editor.windows()[0].minimised
    editor.act(Click(_at(editor, editor.tree().find(key="window.close"))))
    editor.act(Wait(0.2))
    assert editor.windows() == ()


def test_windows_are_layered_as_they_are_stacked(device: X11Device) -> None:
    device.write_file("Documents/a.txt", b"content")
    device.launch("file_manager", "Documents")
    device.launch("text_editor", "Documents/a.txt")
    front, back = device.windows()
    assert (front.app, front.document) == ("text_editor", "/home/user/Documents/a.txt")
    assert (back.app, back.document) == ("file_manager", "/home/user/Documents")
    tree = device.tree()
    hit = tree.hit(*_middle(front.bounds))
    assert hit is not None
    assert hit.role is Role.TEXT_AREA
    device.act(OpenApp("file_manager"))
    tree = device.tree()
    assert device.windows()[0].app == "file_manager"
    assert tree.nodes[0].states & State.ACTIVE
    assert tree.nodes[0].name.endswith("Thunar")


def _middle(rect: tuple[int, int, int, int]) -> tuple[int, int]:
    return rect[0] + rect[2] // 2, rect[1] + rect[3] // 2


def test_drag_moves_a_window(editor: X11Device) -> None:
    _drag_the_window(editor)


def test_drag_moves_a_window_however_late_the_window_manager_is(editor: X11Device) -> None:
    signal_program(editor, "openbox", signal.SIGSTOP)
    later = threading.Timer(0.3, signal_program, (editor, "openbox", signal.SIGCONT))
    later.start()
    try:
        _drag_the_window(editor)
    finally:
        later.join()


def _drag_the_window(editor: X11Device) -> None:
    x, y, _, _ = editor.windows()[0].bounds
    title = editor.tree().find(Role.TITLEBAR)
    assert title is not None
    start = _at(editor, title)
    editor.act(Drag(start, (start[0] - 0.1, start[1] + 0.1)))
    moved = editor.windows()[0].bounds
    assert moved[0] < x - 50
    assert moved[1] > y + 40


def _changes(device: X11Device, *actions: Action) -> bool:
    """Whether actions change what is seen of the window, beside the first one's effect."""
    device.act(actions[0])
    before = device.screenshot()
    for action in actions[1:]:
        device.act(action)
    return bool((device.screenshot() != before).any())


def test_clicks_of_two_actions_are_no_double_click(editor: X11Device) -> None:
    editor.act(Type("words " * 40))
    text = editor.tree().find(Role.TEXT_AREA)
    assert text is not None
    at = ((text.bounds[0] + 60) / editor.size[0], (text.bounds[1] + 12) / editor.size[1])
    assert not _changes(editor, Click(at), Click(at), Click(at))
    assert _changes(editor, Click(at), Click(at, count=2))
    assert _changes(editor, Click(at, count=2), Click(at))
    before = editor.windows()[0].bounds
    title = _at(editor, editor.tree().find(Role.TITLEBAR))
    for _ in range(2):
        editor.act(Click(title))
    assert editor.windows()[0].bounds == before
    editor.act(Click(title, count=2))
    assert editor.windows()[0].bounds != before


@pytest.mark.skipif(shutil.which("xfce4-appearance-settings") is None, reason="xfce4-settings is not installed")
def test_what_keeps_settings_keeps_double_clicks_short(device: X11Device) -> None:
    device.launch("settings")
    device.launch("file_manager", "")
    folder = _at(device, device.tree().find(Role.CELL, name="Documents"))
    for _ in range(2):
        device.act(Click(folder))
    assert device.windows()[0].document == "/home/user"
    device.act(Click(folder, count=2))
    assert device.windows()[0].document == "/home/user/Documents"


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")
def test_a_browser_has_a_longer_double_click_of_its_own(device: X11Device) -> None:
    page = "<body onclick='out.value += 1' ondblclick='out.value += 2'><p>Click</p><textarea id='out'></textarea>"
    device.write_file("page.html", page.encode())
    device.launch("browser", "page.html")
    at = _at(device, device.tree().find(text="Click"))
    for count in (1, 1, 2, 1):
        device.act(Click(at, count=count))
    device.act(Wait(0.5))
    out = device.tree().find(Role.TEXT_AREA)
    assert out is not None
    assert out.value == "111121"


def test_files_are_pasted_from_the_clipboard(device: X11Device) -> None:
    device.write_file("Documents/ä b.txt", b"1")
    device.launch("file_manager", "Music")
    device.set_clipboard(ClipboardContent(files=("/home/user/Documents/ä b.txt",)))
    device.act(Press("v", ("ctrl",)))
    device.act(Wait(0.3))
    assert device.read_file("Music/ä b.txt") == b"1"
    assert device.stat("Documents/ä b.txt") is not None


def test_large_texts_pass_the_clipboard(editor: X11Device) -> None:
    text = "0123456789abcdef" * 8192 * 4
    editor.set_clipboard(ClipboardContent(text=text))
    editor.act(Press("v", ("ctrl",)))
    editor.act(Press("a", ("ctrl",)))
    editor.act(Press("c", ("ctrl",)))
    assert editor.clipboard().text == text


def test_unknown_apps(device: X11Device) -> None:
    device.act(OpenApp("no such app"))
    assert device.windows() == ()
    with pytest.raises(UnknownNameError, match="text_editor"):
        device.launch("text_editr")
    with pytest.raises(UnknownNameError, match="dialog"):
        device.locate("text_editor", "dialg")


def test_screenshot_and_tree_are_of_one_moment(editor: X11Device) -> None:
    for n in range(5):
        editor.act(Type(f"{n}"))
        editor.screenshot()
        assert _text(editor).endswith(f"{n}")


def test_frames_are_not_early(editor: X11Device) -> None:
    for action in [Type("ab"), Press("enter"), Press("f", ("alt",)), Press("escape"), Press("backspace")] * 3:
        editor.act(action)
        frame = editor.screenshot()
        editor._desktop._display.wait_until(lambda: False, 0.3)  # type: ignore[union-attr]
        np.testing.assert_array_equal(editor.screenshot(), frame, err_msg=str(action))
