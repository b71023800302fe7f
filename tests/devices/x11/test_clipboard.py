from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.x11.clipboard import from_targets, to_targets

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
