"""Checks of CRAB's sub-tasks of a desktop: right states that pass, and such as look like them and must not."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pptx as presentations
import pytest
from PIL import Image, ImageEnhance

from omnigym.devices.fake import FakeDevice
from omnigym.devices.protocol import ClipboardContent, WindowInfo
from omnigym.evaluation.checks.links import served_at
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.pictures import draw_scene, write_picture

A, B, OUT = "Pictures/a.png", "Pictures/b.png", "out"
HARBOUR, FOREST = draw_scene("harbour"), draw_scene("forest")
URL = "https://cdn.contoso.com/art/poster.png"


@pytest.fixture
def device() -> FakeDevice:
    fake = FakeDevice()
    for path, picture in ((A, HARBOUR), (B, FOREST)):
        fake.write_file(path, write_picture(picture, path))
    return fake


def ask(device: FakeDevice, name: str, **args: Any) -> bool:
    return bool(get_check(name).function(Probe(device), **args))


@pytest.mark.parametrize(
    ("check", "args", "text", "passes"),
    [
        ("clipboard_link", {"kind": "image"}, "https://x.com/a/b.PNG", True),
        ("clipboard_link", {"kind": "image"}, " https://x.com/b.jpg?w=200 ", True),
        ("clipboard_link", {"kind": "image"}, "https://x.com/gallery?name=b.jpg", False),
        ("clipboard_link", {"kind": "image"}, "see https://x.com/b.jpg", False),
        ("clipboard_link", {"kind": "image"}, "b.jpg", False),
        ("clipboard_link", {"kind": "map"}, "https://maps.app.goo.gl/x7Yz", True),
        ("clipboard_link", {"kind": "map"}, "https://www.google.com/maps/place/Oxford", True),
        ("clipboard_link", {"kind": "map"}, "https://maps.fabrikam.com/place/rose-garden", True),
        ("clipboard_link", {"kind": "map"}, "https://www.google.com/search?q=maps", False),
        ("clipboard_link", {"kind": "map"}, "https://maps.fabrikam.com/", False),
        ("clipboard_repository", {"keyword": "tide tables"}, "https://github.com/coast/Tide-Tables.git", True),
        ("clipboard_repository", {"keyword": "tides", "known": ["a/b"]}, "https://github.com/a/b", True),
        ("clipboard_repository", {"keyword": "tide tables"}, "https://github.com/coast/tide", False),
        ("clipboard_repository", {"keyword": "tides"}, "https://github.com/search/tides/x", False),
        ("clipboard_repository", {"keyword": "tides"}, "https://evil.com/a/tides", False),
        ("clipboard_code", {"text": "a = 1\nb = 2"}, ">>> a = 1\n>>> b = 2\n", True),
        ("clipboard_code", {"text": "a = 1\nb = 2"}, "a = 1\n\nb = 2  ", True),
        ("clipboard_code", {"text": "a = 1\nb = 2"}, "a = 1", False),
        ("clipboard_code", {"text": "a = 1\nb = 2"}, "b = 2\na = 1", False),
    ],
)
def test_what_the_clipboard_has(device: FakeDevice, check: str, args: dict[str, Any], text: str, passes: bool) -> None:
    device.set_clipboard(ClipboardContent(text=text))
    assert ask(device, check, **args) is passes


class Front(FakeDevice):
    """A desktop with one window."""

    def __init__(self, title: str, app: str = "", document: str = "", active: bool = True) -> None:
        super().__init__()
        self._front = WindowInfo("1", app, title, (0, 0, 9, 9), active, not active, document)

    def windows(self) -> tuple[WindowInfo, ...]:
        return (self._front,)


@pytest.mark.parametrize(
    ("front", "passes"),
    [
        (Front("cat.py - Visual Studio Code"), True),
        (Front("Visual Studio Code"), True),
        (Front("● cat.py — home — Visual Studio Code [Trusted]"), True),
        (Front("Visual Studio Code.txt - Text Editor"), False),
        (Front("Visual Studio Code"[:-1]), False),
        (Front("Download Visual Studio Code — Firefox"), False),
        (Front("cat.py - Visual Studio Code", active=False), False),
    ],
    ids=lambda value: getattr(value, "_front", value) and "",
)
def test_the_application_of_the_window_in_front(front: Front, passes: bool) -> None:
    assert ask(front, "window_in_front", title="Visual Studio Code") is passes
    assert not ask(front, "window_in_front", title="")


@pytest.mark.parametrize(
    ("title", "document", "passes"),
    [
        ("GitHub — Firefox", "", True),  # a real browser does not tell the address
        ("coast/tides", "https://github.com/coast/tides", True),
        ("coast/tides", "https://www.github.com:443/coast/tides?x=1", True),
        ("coast/tides", "GitHub.com", True),
        ("GitHub - Contoso Search", "https://search.contoso.com/?q=GitHub", False),
        ("GitHub", "https://github.com.evil.org/", False),
        ("GitHub", "https://github.community/", False),
        ("GitHub", "https://evil.org/github.com", False),
        ("GitHub", "https://github.com@evil.org/", False),
        ("GitHub", "https://[github.com/", False),
        ("GitHub.html", "/home/user/github.com", False),
        ("News — Firefox", "", False),
    ],
)
def test_the_page_in_front(title: str, document: str, passes: bool) -> None:
    assert ask(Front(title, "browser", document), "browsing", title="GitHub", host="github.com") is passes
    assert not ask(Front(title, "terminal", document), "browsing", title="GitHub", host="github.com")
    assert not ask(Front(title, "browser", document, active=False), "browsing", title="GitHub", host="github.com")
    assert not ask(Front("any page", "browser"), "browsing", title="")


@pytest.mark.parametrize(
    ("document", "passes"),
    [("https://maps.fabrikam.com/a", True), ("mapsofold.com", False), ("http://a.maps.b", False)],
)
def test_a_host_that_begins_so(document: str, passes: bool) -> None:
    assert ask(Front("Places", "browser", document), "browsing", title="Maps", host="maps.") is passes


@pytest.mark.parametrize(
    ("made", "darker", "passes"),
    [
        (lambda p: ImageEnhance.Brightness(p).enhance(1.4), False, True),
        (lambda p: ImageEnhance.Brightness(p).enhance(0.6), True, True),
        (lambda p: ImageEnhance.Brightness(p).enhance(1.4).resize((p.width // 2, p.height // 2)), False, True),
        (lambda p: p, False, False),
        (lambda p: ImageEnhance.Brightness(p).enhance(1.4), True, False),
        (lambda p: Image.new("RGB", p.size, "white"), False, False),
        (lambda p: Image.new("RGB", p.size, "black"), True, False),
        (lambda _: ImageEnhance.Brightness(FOREST).enhance(2.5), False, False),
    ],
    ids=["brighter", "darker", "smaller", "same", "brighter not darker", "white", "black", "another"],
)
def test_a_picture_is_brighter_only_if_it_is_the_same_one(
    device: FakeDevice, made: Callable[[Image.Image], Image.Image], darker: bool, passes: bool
) -> None:
    device.write_file("out.png", write_picture(made(HARBOUR), "out.png"))
    assert ask(device, "picture_brightness", path="out.png", than=A, darker=darker) is passes
    assert not ask(device, "picture_brightness", path="none.png", than=A, darker=darker)


_XMLNS = " ".join(
    [
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (("office", "office"), ("text", "text"), ("draw", "drawing"), ("svg", "svg-compatible"))
    ]
)


def odf(body: str) -> bytes:
    """An OpenDocument file with the pictures a.png and b.png."""
    buffer = io.BytesIO()
    root = f'<office:document-content {_XMLNS} xmlns:xlink="http://www.w3.org/1999/xlink"><office:body>{body}'
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr("content.xml", f"{root}</office:body></office:document-content>")
        for name, picture in (("a", HARBOUR), ("b", FOREST)):
            package.writestr(f"Pictures/{name}.png", write_picture(picture, "x.png"))
    return buffer.getvalue()


def frame(name: str, place: str = "") -> str:
    return f'<draw:frame {place}><draw:image xlink:href="Pictures/{name}.png"/></draw:frame>'


def at(x: float, y: float) -> str:
    return f'svg:x="{x}cm" svg:y="{y}cm"'


def pptx(*places: tuple[bytes, float, float]) -> bytes:
    deck = presentations.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for content, x, y in places:
        slide.shapes.add_picture(io.BytesIO(content), int(x * 360_000), int(y * 360_000))
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


_PNG_A, _PNG_B = (write_picture(p, "x.png") for p in (HARBOUR, FOREST))
_SLIDE = "<office:presentation><draw:page>{}</draw:page></office:presentation>"


@pytest.mark.parametrize(
    ("content", "sides"),
    [
        (
            lambda: odf(f"<office:text><text:p>{frame('a')}</text:p><text:p>{frame('b')}</text:p></office:text>"),
            "above",
        ),
        (
            lambda: odf(f"<office:text><text:p>{frame('b')}</text:p><text:p>{frame('a')}</text:p></office:text>"),
            "below",
        ),
        (lambda: odf(f"<office:text><text:p>{frame('a')}{frame('b')}</text:p></office:text>"), "left"),
        (lambda: odf(_SLIDE.format(frame("a", at(15, 2)) + frame("b", at(1, 3)))), "right"),
        (lambda: odf(_SLIDE.format(frame("a", at(1, 2)) + frame("b", at(2, 9)))), "above"),
        (lambda: odf(_SLIDE.format(frame("a", at(1, 2)) + "</draw:page><draw:page>" + frame("b", at(9, 2)))), ""),
        (lambda: odf(_SLIDE.format(frame("a", at(1, 2)) + frame("a", at(9, 2)))), ""),
        (lambda: pptx((_PNG_A, 12, 1), (_PNG_B, 1, 2)), "right"),
        (lambda: pptx((_PNG_A, 12, 1)), ""),
    ],
    ids=["lines", "lines turned", "one line", "slide", "slide down", "two slides", "one twice", "pptx", "one alone"],
)
def test_where_two_pictures_are(device: FakeDevice, content: Callable[[], bytes], sides: str) -> None:
    device.write_file(OUT, content())
    for side in ("left", "right", "above", "below"):
        assert ask(device, "pictures_placed", path=OUT, first=A, second=B, side=side) is (side == sides), side


def test_a_download_is_what_the_address_leads_to(device: FakeDevice) -> None:
    device.write_file(served_at(URL), b"poster")
    for content, passes in ((b"poster", True), (b"Poster", False), (b"", False)):
        device.write_file("got", content)
        device.set_clipboard(ClipboardContent(text=URL))
        assert ask(device, "download_matches", url=URL, path="got") is passes
        assert ask(device, "clipboard_download", path="got") is passes
    device.set_clipboard(ClipboardContent(text="no address"))
    device.write_file("got", b"poster")
    assert not ask(device, "clipboard_download", path="got")
    assert served_at("https://x.com/../../etc/passwd") == ""


@pytest.mark.parametrize(
    ("copied", "passes"),
    [
        ({"a.txt": b"1", "b.TXT": b"2"}, True),
        ({"a.txt": b"1"}, False),
        ({"a.txt": b"1", "b.TXT": b"other"}, False),
    ],
    ids=["all", "one", "another content"],
)
def test_all_files_of_a_kind_are_copied(device: FakeDevice, copied: Mapping[str, bytes], passes: bool) -> None:
    for name, content in {"a.txt": b"1", "b.TXT": b"2", "c.md": b"3"}.items():
        device.write_file(f"src/{name}", content)
    for name, content in copied.items():
        device.write_file(f"dst/{name}", content)
    assert ask(device, "kind_copied", source="src", target="dst", extension=".txt") is passes


@pytest.mark.parametrize(
    ("rows", "passes"),
    [
        ("Norway,Oslo,5475240", True),
        ('Country,Capital,Population\nnorway,oslo,"5,475,240",more', True),
        ("Norway,5475240", False),
        ("Norway,Oslo,54752400", False),
        ("Norway,5475240,Oslo", False),
        ("Norway\nOslo\n5475240", False),
        (",Norway,Oslo,5475240", False),
    ],
)
def test_a_sheet_states_facts(device: FakeDevice, rows: str, passes: bool) -> None:
    device.write_file("c.csv", rows.encode())
    assert ask(device, "sheet_states", path="c.csv", values=["Norway", "Oslo", "5475240"]) is passes


def test_a_file_holds_what_was_copied(device: FakeDevice) -> None:
    device.set_clipboard(ClipboardContent(text="One\r\nTwo "))
    for content, passes in ((b"One\nTwo\n", True), (b"One", False), (b"One\nTwo\nThree", False)):
        device.write_file("f", content)
        assert ask(device, "file_holds_clipboard", path="f") is passes
