"""Files of the user in a browser: documents, pages, pictures, texts, and what cannot be shown."""

from __future__ import annotations

import pytest

from omnigym.documents.pdf import pdf_of_text
from omnigym.pictures import scene_file
from omnigym.sim.sites.address import parse
from omnigym.sim.sites.browsing import page_of
from omnigym.sim.sites.site import Visit
from omnigym.sim.ui.nodes import Component, Element, Node
from omnigym.sim.vfs import HOME, Vfs

_HTML = b"""<title>Bookmarks</title><style>h1 { color: red }</style><h1>My pages</h1>
<p>Hello <b>you</b> there<p><a href="https://shop.northwind.com/">Shop</a> <a href="javascript:x()">no</a>
<script>1</script>"""
_FILES = {
    "plan b.pdf": pdf_of_text("One line\nanother\fThe second page"),
    "bad.pdf": b"no PDF",
    "marks.html": _HTML,
    "notes.txt": b"Some words",
    "boats.jpg": scene_file("harbour", "a.jpg"),
    "data.bin": b"\0\1",
}


def texts(element: Element) -> list[str]:
    """What is to be read on a page, and what its links lead to."""
    node: Node = element.view(*element.args) if isinstance(element, Component) else element
    own = [node.text, node.name, *[str(msg[1]) for event, msg in node.on if event == "click"]]
    return [t for t in own if t] + [t for child in node.children for t in texts(child)]


def shown(url: str) -> tuple[str, list[str]]:
    vfs = Vfs()
    for name, content in _FILES.items():
        vfs = vfs.write(f"{HOME}/Documents/{name}", content, 0)
    address = parse(url)
    assert address is not None
    page = page_of(Visit(address), vfs)
    return page.title, texts(page.body)


@pytest.mark.parametrize(
    ("url", "title", "said"),
    [
        (f"{HOME}/Documents/plan b.pdf", "plan b.pdf", "Page 1|One line|another|Page 2|The second page"),
        ("C:\\Users\\user\\Documents\\plan b.pdf", "plan b.pdf", "Page 1|One line|another|Page 2|The second page"),
        (f"file:///{HOME}/Documents/plan%20b.pdf", "plan b.pdf", "Page 1|One line|another|Page 2|The second page"),
        (f"{HOME}/Documents/bad.pdf", "bad.pdf", "We can't open this file"),
        (f"{HOME}/Documents/marks.html", "Bookmarks", "My pages|Hello you there|Shop|https://shop.northwind.com/|no"),
        (f"{HOME}/Documents/boats.jpg", "boats.jpg", "Boats"),
        (f"{HOME}/Documents/data.bin", "data.bin", "data.bin|Files of this kind can't be shown here."),
        (f"{HOME}/Documents/gone.pdf", "gone.pdf", "Your file couldn't be accessed"),
        ("file:///home/nobody/x.pdf", "x.pdf", "Your file couldn't be accessed"),
        ("file:///", "File", "Your file couldn't be accessed"),
        (f"file:///{HOME}/../..//..", "..", "Your file couldn't be accessed"),
    ],
)
def test_what_is_shown_of_a_file(url: str, title: str, said: str) -> None:
    found, words = shown(url)
    assert found == title
    assert "|".join(words).startswith(said)
