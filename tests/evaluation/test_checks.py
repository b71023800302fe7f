"""The checks, each passing and not, on the fake device."""

from __future__ import annotations

import hashlib
import importlib
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from omnigym.a11y import Role
from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import MissingDependencyError, TaskFileError
from omnigym.evaluation.bound_check import bind
from omnigym.evaluation.checks import screen
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.events import ClickEvent, DragEvent, Event, KeyEvent, ScrollEvent, TextEvent
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check, check_names, get_check
from omnigym.perception import texts as ocr

APIS = (
    *("check_mouse_clicks", "check_keyboard_types", "check_file_exists", "check_text_exists_via_ocr"),
    *("check_text_exists_via_control", "check_text_exists", "clipboard_contains_text", "clipboard_contains_image"),
    *("clipboard_contains_file", "get_clipboard_text", "get_clipboard_file_name"),
)


@pytest.fixture
def device() -> FakeDevice:
    fake = FakeDevice()
    fake.reset()
    fake.make_dir("Box")
    fake.write_file("Box/a.txt", b"\xef\xbb\xbfone\r\ntwo\r\n")
    fake.write_file("Box/b.txt", b"one\ntwo")
    fake.write_file("c.txt", b"one\ntwo")
    return fake


def test_the_eleven_apis_are_registered() -> None:
    assert set(APIS) <= set(check_names())


SHA = hashlib.sha256(b"one\ntwo").hexdigest()


@pytest.mark.parametrize(
    ("name", "args", "passes"),
    [
        ("check_file_exists", {"file_path": "Box"}, True),
        ("check_file_exists", {"file_path": "/home/user/Box/a.txt"}, True),
        ("check_file_exists", {"file_path": "Box/x"}, False),
        ("file_exists", {"path": "Box/a.txt"}, True),
        ("file_exists", {"path": "Box"}, False),
        ("file_exists", {"path": "x"}, False),
        ("folder_exists", {"path": "Box"}, True),
        ("folder_exists", {"path": "Box/a.txt"}, False),
        ("folder_exists", {"path": "x"}, False),
        ("path_absent", {"path": "x"}, True),
        ("path_absent", {"path": "Box"}, False),
        ("file_absent", {"path": "Box"}, True),
        ("file_absent", {"path": "c.txt"}, False),
        ("file_content_equals", {"path": "Box/a.txt", "text": "one\ntwo"}, True),
        ("file_content_equals", {"path": "Box/a.txt", "text": "one"}, False),
        ("file_content_equals", {"path": "x", "text": ""}, False),
        ("file_content_contains", {"path": "Box/a.txt", "text": "e\nt"}, True),
        ("file_content_contains", {"path": "Box/a.txt", "text": "three"}, False),
        ("file_content_contains", {"path": "x", "text": ""}, False),
        ("file_hash", {"path": "c.txt", "sha256": SHA.upper()}, True),
        ("file_hash", {"path": "Box/a.txt", "sha256": SHA}, False),
        ("file_hash", {"path": "x", "sha256": SHA}, False),
        ("same_content", {"path": "c.txt", "other": "Box/b.txt"}, True),
        ("same_content", {"path": "c.txt", "other": "Box/a.txt"}, False),
        ("same_content", {"path": "x", "other": "y"}, False),
        ("file_moved", {"path": "x", "to": "c.txt"}, True),
        ("file_moved", {"path": "Box/b.txt", "to": "c.txt"}, False),
        ("file_moved", {"path": "c.txt", "to": "x"}, False),
        ("folder_lists", {"path": "Box", "names": ["A.TXT"]}, True),
        ("folder_lists", {"path": "Box", "names": ["a.txt"], "exactly": True}, False),
        ("folder_lists", {"path": "Box", "names": ["a.txt", "b.txt"], "exactly": True}, True),
        ("folder_lists", {"path": "Box", "names": ["x"]}, False),
        ("folder_lists", {"path": "x", "names": []}, False),
        ("app_open", {"app": "text_editor"}, False),
        ("app_closed", {"app": "text_editor"}, True),
        ("setting_equals", {"key": "theme", "value": "light"}, True),
        ("setting_equals", {"key": "theme", "value": "dark"}, False),
        ("check_text_exists_via_control", {"text": "open text editor"}, True),
        ("check_text_exists_via_control", {"text": "Save"}, False),
        ("check_text_exists", {"text": "Open Text Edit"}, True),
        ("check_text_exists", {"text": "nowhere to be read"}, False),
        ("control_exists", {"role": "icon", "states": "clickable enabled"}, True),
        ("control_exists", {"name": "Open Text Editor", "value": "x"}, False),
        ("never", {"why": "No scanner."}, False),
        ("answer_equals", {"text": "x"}, False),
        ("answer_contains", {"text": "x"}, False),
    ],
)
def test_checks_of_state(device: FakeDevice, name: str, args: dict[str, Any], passes: bool) -> None:
    fold = bind(Condition(name, args))
    verdict = fold.step(fold.initial, (), Probe(device)).verdict
    assert bool(verdict) is passes
    assert verdict.status != "cannot_tell"
    assert passes or verdict.message


def test_checks_of_windows(device: FakeDevice) -> None:
    device.launch("text_editor", "c.txt")
    probe = Probe(device)
    for name, args, passes in [
        ("app_open", {"app": "text_editor"}, True),
        ("app_closed", {"app": "text_editor"}, False),
        ("app_active", {"app": "text_editor"}, True),
        ("app_active", {"app": "word"}, False),
        ("window_titled", {"title": "c.txt"}, True),
        ("window_titled", {"title": "d.txt"}, False),
        ("document_open", {"path": "c.txt"}, True),
        ("document_open", {"path": "c.txt", "app": "word"}, False),
        ("document_open", {"path": "Box/a.txt"}, False),
    ]:
        assert bool(get_check(name).function(probe, **args)) is passes, name


@pytest.mark.parametrize(
    ("content", "name", "args", "passes"),
    [
        (ClipboardContent(text="Hello\r\nworld\r\n"), "get_clipboard_text", {"equals": "Hello\nworld"}, True),
        (ClipboardContent(text="Hello"), "get_clipboard_text", {"equals": "hello"}, False),
        (ClipboardContent(text="Hello world"), "clipboard_contains_text", {"text": "WORLD"}, True),
        (ClipboardContent(text="Hello world"), "clipboard_contains_text", {}, True),
        (ClipboardContent(text="Hello world"), "clipboard_contains_text", {"text": "moon"}, False),
        (ClipboardContent(), "clipboard_contains_text", {}, False),
        (ClipboardContent(image=b"png"), "clipboard_contains_image", {}, True),
        (ClipboardContent(text="x"), "clipboard_contains_image", {}, False),
        (ClipboardContent(files=("C:\\a\\B.txt",)), "clipboard_contains_file", {"file_name": "b.txt"}, True),
        (ClipboardContent(files=("/a/b.txt",)), "clipboard_contains_file", {"file_name": "c.txt"}, False),
        (ClipboardContent(files=("/a/b.txt",)), "clipboard_contains_file", {"cut": True}, False),
        (ClipboardContent(files=("/a/b.txt",), cut=True), "clipboard_contains_file", {"cut": True}, True),
        (ClipboardContent(), "clipboard_contains_file", {}, False),
        (ClipboardContent(files=("/a/b.txt", "/a/c.txt")), "get_clipboard_file_name", {"equals": "B.TXT"}, True),
        (ClipboardContent(), "get_clipboard_file_name", {"equals": "b.txt"}, False),
    ],
)
def test_checks_of_the_clipboard(
    device: FakeDevice, content: ClipboardContent, name: str, args: dict[str, Any], passes: bool
) -> None:
    device.set_clipboard(content)
    verdict = get_check(name).function(Probe(device), **args)
    assert bool(verdict) is passes
    assert passes or verdict.message


def clicked(text: str, button: str = "left", clicks: int = 1) -> ClickEvent:
    return ClickEvent(text, Role.BUTTON, "", button, clicks)


_LISTS = ["Files", "Log"]


def turned(panes: list[str], than: str, turn: str) -> dict[str, object]:
    return {"panes": panes, "than": than, "turn": turn}


@pytest.mark.parametrize(
    ("event", "name", "args", "passes"),
    [
        (clicked("Save As..."), "check_mouse_clicks", {"text": "save as"}, True),
        (clicked("Save As..."), "check_mouse_clicks", {"text": "Save"}, False),
        (clicked("More actlons"), "check_mouse_clicks", {"text": "More actions"}, True),
        (clicked("Chapter 12 notes"), "check_mouse_clicks", {"text": "Chapter 13 notes"}, False),
        (clicked("a", "right"), "check_mouse_clicks", {"text": "a", "button": "left"}, False),
        (clicked("a", "right"), "check_mouse_clicks", {"text": "a"}, True),
        (clicked("a"), "check_mouse_clicks", {"text": "a", "clicks": 2}, False),
        (clicked("a", clicks=2), "check_mouse_clicks", {"text": "a", "clicks": 2}, True),
        (TextEvent("a"), "check_mouse_clicks", {"text": "a"}, False),
        (TextEvent("say Hello, World!"), "check_keyboard_types", {"text": "hello, world!"}, True),
        (TextEvent("Hello, Wor"), "check_keyboard_types", {"text": "Hello, World!"}, False),
        (TextEvent(""), "check_keyboard_types", {"text": ""}, False),
        (clicked("Hello"), "check_keyboard_types", {"text": "Hello"}, False),
        (KeyEvent("s", ("shift", "ctrl")), "keys_pressed", {"keys": "Ctrl+Shift+S"}, True),
        (KeyEvent("s", ("ctrl",)), "keys_pressed", {"keys": "s"}, False),
        (ScrollEvent("", 3, 0), "mouse_scrolls", {"direction": "down"}, True),
        (ScrollEvent("", 3, 0), "mouse_scrolls", {"direction": "up"}, False),
        (TextEvent("x"), "mouse_scrolls", {"direction": "up"}, False),
        (DragEvent("a.txt", "Bin"), "drags", {"text": "a.txt", "onto": "bin"}, True),
        (DragEvent("a.txt", "Box"), "drags", {"text": "a.txt", "onto": "bin"}, False),
        (clicked("File"), "another_clicked", {"texts": ["File", "Edit"], "than": "Edit"}, True),
        (clicked("Edit"), "another_clicked", {"texts": ["File", "Edit"], "than": "Edit"}, False),
        (clicked("View"), "another_clicked", {"texts": ["File", "Edit"], "than": "Edit"}, False),
        (clicked("File Explorer pinned"), "another_clicked", {"texts": ["File", "Edit"], "than": "Edit"}, False),
        (clicked("Ordered List"), "another_clicked", {"texts": ["Ordered List"], "than": "Unordered List"}, True),
        (clicked("Excel pinned"), "another_clicked", {"texts": ["Excel"], "than": "Word", "longer": True}, True),
        (clicked("Word pinned"), "another_clicked", {"texts": ["Word"], "than": "Word", "longer": True}, False),
        (ScrollEvent("Ann", -3, 0, "People"), "another_scrolled", turned(["People"], "People", "up"), False),
        (ScrollEvent("Ann", 3, 0, "People"), "another_scrolled", turned(["People"], "People", "up"), True),
        (ScrollEvent("", 3, 0, "Files"), "another_scrolled", turned(_LISTS, "Log", "down"), True),
        (ScrollEvent("", 3, 0, "Log"), "another_scrolled", turned(_LISTS, "Log", "down"), False),
        (ScrollEvent("", 3, 0, "Page"), "another_scrolled", turned(_LISTS, "Log", "up"), False),
        (ScrollEvent("", 0, 3, "Log"), "another_scrolled", turned(_LISTS, "Log", "up"), False),
        (TextEvent("Log"), "another_scrolled", turned(_LISTS, "Log", "up"), False),
        (TextEvent("File"), "another_clicked", {"texts": ["File", "Edit"], "than": "Edit"}, False),
    ],
)
def test_checks_of_events(event: Event, name: str, args: dict[str, Any], passes: bool) -> None:
    assert get_check(name).subject == "event"
    assert get_check(name).function(event, **args) is passes


@pytest.mark.parametrize("query", ["names", "exactly"])
def test_arguments_are_not_converted(query: str) -> None:
    args = {"path": "Box", "names": ["a"], "exactly": False, query: "yes"}
    with pytest.raises(TaskFileError, match=query):
        bind(Condition("folder_lists", args))


def test_a_name_is_taken_once() -> None:
    with pytest.raises(ValueError, match="already"):

        @check("file_exists")
        def other(probe: Probe) -> None:
            del probe


# -- text on a screenshot ---------------------------------------------------------------------------------------------


class _Shown(FakeDevice):
    """Shows a text as pixels."""

    def screenshot(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        image = Image.new("RGB", (480, 120), "white")
        ImageDraw.Draw(image).text((20, 40), "Project Files 9:00 AM", "black", ImageFont.load_default(28))
        return np.asarray(image).copy()


def test_ocr_reads_the_screenshot() -> None:
    pytest.importorskip("rapidocr", reason="the extra [ocr] is not installed")
    fold = bind(Condition("check_text_exists_via_ocr", {"text": "project files"}))
    assert fold.step(None, (), Probe(_Shown())).verdict
    assert not bind(Condition("check_text_exists_via_ocr", {"text": "Holiday"})).step(None, (), Probe(_Shown())).verdict


def test_without_ocr_a_task_with_it_is_refused_when_it_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingDependencyError("rapidocr", "Reading text off a screenshot", "pip install 'omnigym[ocr]'")

    spec = get_check("check_text_exists_via_ocr")
    assert spec.prepare is ocr.load_engine
    monkeypatch.setattr("omnigym.evaluation.bound_check.get_check", lambda _: _with(spec, missing))
    with pytest.raises(MissingDependencyError, match=r"omnigym\[ocr\]"):
        bind(Condition("check_text_exists_via_ocr", {"text": "x"}))


def _with(spec: Any, prepare: Any) -> Any:
    from dataclasses import replace

    return replace(spec, prepare=prepare)


def test_without_a_tree_text_is_read_by_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen.ocr, "read_lines", lambda _: ("Hello there",))
    monkeypatch.setattr(Probe, "can", lambda *_: False)
    assert screen.text_exists(Probe(_Shown()), "hello there")


def test_the_readers_that_the_probe_lists_are_there() -> None:
    """A stranger finds them in one place (`Probe.read`)."""
    listed = re.findall(r"`(omnigym[\w.]+)`", Probe.read.__doc__ or "")
    assert len(listed) > 12
    for name in listed:
        module, _, reader = name.rpartition(".")
        assert callable(getattr(importlib.import_module(module), reader))
