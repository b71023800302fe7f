"""Files of the user in a browser, at addresses such as ``file:///C:/Users/user/Documents/plan.pdf``.

PDF files are shown as sheets with their text, HTML files as headings, paragraphs and links, pictures and texts as they
are on the web.
"""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser

from omnigym.a11y import Role
from omnigym.documents.pdf import LETTER, pdf_pages
from omnigym.errors import UnreadableError
from omnigym.foreign import sound_text
from omnigym.sim.files.kinds import extension
from omnigym.sim.sites.address import Address
from omnigym.sim.sites.kit import heading, link, paragraph
from omnigym.sim.sites.raw import shown_file
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, stack
from omnigym.sim.ui.widgets import icon, text
from omnigym.sim.vfs import File, Vfs, base_name, canonical

#: Width of a sheet, its margin, and how many sheets and blocks are shown.
_SHEET, _MARGIN, _MOST = 700, 56, 200
#: Bytes of an HTML file that are read.
_READ = 200_000
_HEADINGS = ("h1", "h2", "h3", "h4")
_BLOCKS = frozenset({*_HEADINGS, "p", "li", "dt", "dd", "div", "br", "tr", "blockquote", "title"})


class _Reader(HTMLParser):
    """What is to be read in an HTML file: ("h1", words, ""), ("p", words, ""), ("a", words, where it leads)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self._kind, self._link, self._words, self._hidden = "p", "", "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block or a link begins."""
        if tag in ("script", "style"):
            self._hidden = tag
        elif tag == "a":
            self.done()
            self._kind, self._link = "a", sound_text(dict(attrs).get("href") or "")
        elif tag in _BLOCKS:
            self.done()
            self._kind = tag if tag in (*_HEADINGS, "title") else "p"

    def handle_endtag(self, tag: str) -> None:
        """It ends."""
        if tag == self._hidden:
            self._hidden = ""
        elif tag in _BLOCKS or tag == "a":
            self.done()

    def handle_data(self, data: str) -> None:
        """Words of it."""
        self._words += "" if self._hidden else data

    def done(self) -> None:
        """The words so far are a block."""
        words = " ".join(sound_text(self._words).split())
        if words and len(self.found) < _MOST:
            self.found.append((self._kind, words, self._link))
        self._kind, self._link, self._words = "p", "", ""


@lru_cache(maxsize=16)
def _blocks(content: bytes) -> tuple[tuple[str, str, str], ...]:
    reader = _Reader()
    reader.feed(content[:_READ].decode("utf-8", "replace"))
    reader.close()
    reader.done()
    return tuple(reader.found)


def _block(kind: str, words: str, url: str, number: int) -> Node:
    if kind == "a" and url.startswith(("https://", "http://")):
        return link(f"page.link.{number}", words, url)
    return heading(words, "title" if kind == "h1" else "heading") if kind in _HEADINGS else paragraph(words)


def _html(blocks: tuple[tuple[str, str, str], ...]) -> Node:
    parts = [_block(*block, number) for number, block in enumerate(blocks) if block[0] != "title"]
    return column(*parts, pad=(28, 22), gap=8)


def _sheet(words: str, number: int, w: int) -> Node:
    lines = [
        text(line, style="site_sheet", role=Role.PARAGRAPH, w=w - 2 * _MARGIN, wrap=True) for line in words.split("\n")
    ]
    words_on_it = column(*lines, w=w, pad=_MARGIN, gap=4)
    paper = stack(row(w=w, h=w * LETTER[1] // LETTER[0]), words_on_it, style="site_sheet", w=w)
    return row(paper._replace(role=Role.GROUP, name=f"Page {number}"), justify="center")


def _pdf(pages: tuple[str, ...], w: int) -> Node:
    sheets = [memo(_sheet, words, number, min(_SHEET, w - 32), w=FILL) for number, words in enumerate(pages[:_MOST], 1)]
    return column(*sheets, style="canvas", pad=(0, 16), gap=14)


def _told(title: str, words: str) -> Node:
    return column(icon("document", size=64, style="muted"), heading(title, "title"), paragraph(words), pad=60, gap=14)


def _load(vfs: Vfs, address: Address) -> bytes | None:
    entry = vfs.get(canonical("/".join(address.parts)))
    return entry.content if type(entry) is File else None


def _page(visit: Visit, content: bytes | None) -> Page:
    path = "/".join(visit.address.parts)
    name = base_name(path)
    if content is None:
        return Page(
            name or "File", panel(_told, "Your file couldn't be accessed", f"{path} was moved, edited or deleted.")
        )
    if extension(path) == "pdf":
        return Page(name, _pdf_body(content, visit.w))
    if extension(path) in ("htm", "html"):
        found = _blocks(content)
        return Page(next((words for kind, words, _ in found if kind == "title"), name), panel(_html, found))
    shown = shown_file(name, content, visit.address.url, visit.w)
    return shown or Page(name, panel(_told, name, "Files of this kind can't be shown here."))


def _pdf_body(content: bytes, w: int) -> Element:
    try:
        return panel(_pdf, pdf_pages(content), w)
    except UnreadableError:
        return panel(_told, "We can't open this file", "Something went wrong: it is no PDF document, or it is damaged.")


def _update(_ask: Ask, _msg: Msg) -> Outcome:
    return Outcome()


SITES = (Site("file", "File", "browser-page", "", _load, _page, _update, lambda _vfs: ()),)
