from __future__ import annotations

from array import array
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from Xlib import X

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.x11.clipboard import XClipboard, from_targets, to_targets
from omnigym.errors import DeviceTimeoutError

_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
_PATHS = st.lists(st.text("abc äß#%?/ ", min_size=1, max_size=10).map(lambda s: "/" + s.strip("/")), max_size=3)


@given(_TEXT)
def test_text_comes_back(text: str) -> None:
    assert from_targets(to_targets(ClipboardContent(text=text))).text == text


@given(_PATHS, st.booleans())
def test_files_come_back(paths: list[str], cut: bool) -> None:
    content = ClipboardContent(files=tuple(paths), cut=cut and bool(paths))
    assert from_targets(to_targets(content)) == content


def test_images_come_back() -> None:
    content = ClipboardContent(image=b"\x89PNG")
    assert from_targets(to_targets(content)) == content


def test_a_uri_list_alone_is_files() -> None:
    found = from_targets({"text/uri-list": b"file:///home/user/a%20b.txt\r\nhttp://x/\r\n", "STRING": b"x"})
    assert found == ClipboardContent(files=("/home/user/a b.txt",))


def test_latin_1_text_of_old_applications() -> None:
    assert from_targets({"STRING": "ü".encode("latin-1")}).text == "ü"


class _Owner:
    """A display with one other application, which owns the clipboard: it answers so many waits after each request."""

    def __init__(self, late: int, *, stamped: bool = True) -> None:
        self.late, self.stamped = late, stamped
        self.root = self.x = self
        self.id, self.now, self.waits = 7, 100, 0
        self.atoms: dict[str, int] = {}
        self.properties: dict[int, SimpleNamespace] = {}
        self.due: list[tuple[int, SimpleNamespace]] = []
        self.handlers: dict[int, Any] = {}

    def create_window(self, *_: object, **__: object) -> _Owner:
        return self

    def atom(self, name: str) -> int:
        return self.atoms.setdefault(name, 1000 + len(self.atoms))

    def on(self, kind: int, handler: Any) -> None:
        self.handlers[kind] = handler

    def sync(self) -> None:
        """Nothing is to be sent."""

    def get_selection_owner(self, _: int) -> int:
        return 99

    def change_property(self, atom: int, kind: int, size: int, value: Any) -> None:
        self.now += 1
        self.properties[atom] = SimpleNamespace(value=value, property_type=kind, format=size, bytes_after=0)
        notice = SimpleNamespace(window=self, atom=atom, state=X.PropertyNewValue, time=self.now)
        self.handlers[X.PropertyNotify](notice)

    def delete_property(self, atom: int) -> None:
        self.properties.pop(atom, None)

    def get_property(self, atom: int, *_: object) -> SimpleNamespace | None:
        return self.properties.get(atom)

    def convert_selection(self, _: int, target: int, holder: int, time: int) -> None:
        asked = SimpleNamespace(target=target, property=holder, time=time if self.stamped else X.CurrentTime)
        self.due.append((self.waits + self.late, asked))

    def wait_until(self, done: Any, _seconds: float) -> bool:
        if done():
            return True
        self.waits += 1
        while self.due and self.due[0][0] <= self.waits:
            self._answers(self.due.pop(0)[1])
            if done():
                return True
        return bool(done())

    def _answers(self, asked: SimpleNamespace) -> None:
        if asked.target == self.atom("TARGETS"):
            self.change_property(
                asked.property, self.atom("ATOM"), 32, array("I", [self.atom("UTF8_STRING")]).tobytes()
            )
        else:
            self.change_property(asked.property, asked.target, 8, b"what was copied")
        self.handlers[X.SelectionNotify](asked)


@pytest.mark.parametrize("stamped", [True, False])
def test_an_answer_in_time_is_taken(stamped: bool) -> None:
    owner = _Owner(1, stamped=stamped)
    assert XClipboard(cast("Any", owner)).read().text == "what was copied"


@pytest.mark.parametrize("stamped", [True, False])
def test_a_late_answer_is_taken_for_no_other_request(stamped: bool) -> None:
    """As it was, the second reading took the late list of formats for a new one, and then that for the text."""
    owner = _Owner(2, stamped=stamped)
    clipboard = XClipboard(cast("Any", owner))
    for _ in range(6):
        with pytest.raises(DeviceTimeoutError):
            clipboard.read()
    owner.late = 1
    owner.waits += 5
    assert clipboard.read().text == "what was copied"
