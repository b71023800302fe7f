"""The documentation site, Tailspin Docs, which stands for PyTorch's: pages with signatures, versions, search."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.memo import IdentityCache
from omnigym.sim.sites._docs_shipped import ADDED, PAGES, SIGNATURES, VERSIONS
from omnigym.sim.sites.address import Address, query_url
from omnigym.sim.sites.kit import centred, heading, link, masthead, not_found, paragraph
from omnigym.sim.sites.prose import prose
from omnigym.sim.sites.site import Ask, Outcome, Page, Site, Visit, folder_of
from omnigym.sim.tables.table import files_in
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.widgets import button, combo, separator, spacer, text
from omnigym.sim.vfs import Vfs

# -- docs text --------------------------------------------------------------------------------------------------------

# What the documentation site says: a page for each function and class of the library, for each version.
#
# Records: ``pages/<version>/<name>.md``, the signature in the first line and then the text of the page
# (`omnigym.sim.sites.prose`); it takes the place of the page that ships.

HOST = "docs.tailspintoys.com"
#: The example of torch.matmul, by version.
EXAMPLES = {
    "2.0": (
        "# batched matrix x broadcasted vector\ntensor1 = torch.randn(10, 3, 4)\ntensor2 = torch.randn(4)\n"
        "torch.matmul(tensor1, tensor2).size()\n"
    ),
    "1.13": (
        "# vector x vector\ntensor1 = torch.randn(3)\ntensor2 = torch.randn(3)\ntorch.matmul(tensor1, tensor2).size()\n"
    ),
    "1.12": (
        "# matrix x vector\ntensor1 = torch.randn(3, 4)\n"
        "tensor2 = torch.randn(4)\ntorch.matmul(tensor1, tensor2).size()\n"
    ),
}


class Topic(NamedTuple):
    """A page: what it is about, how that is called, and the text."""

    name: str
    signature: str
    text: str


class Manual(NamedTuple):
    """The pages of a version, by name; none where there is no such version."""

    version: str
    topics: tuple[Topic, ...] = ()

    def topic(self, name: str) -> Topic | None:
        """The page about a name; letter case matters, as it does in the language."""
        return next((t for t in self.topics if t.name == name), None)


_MANUALS: IdentityCache[Manual] = IdentityCache(8)


def page_text(name: str, version: str, example: str) -> str:
    """The text of the record of a page that ships, with another example where it has a place for one."""
    signature, text = PAGES[name]
    return f"{SIGNATURES.get((version, name), signature)}\n\n{text.replace('{example}', example)}"


def manual(vfs: Vfs, version: str) -> Manual:
    """All pages of a version."""
    folder = folder_of(HOST, f"pages/{version}")
    return _MANUALS.get(version, vfs.get(folder), lambda: _read(vfs, version, folder))


def _read(vfs: Vfs, version: str, folder: str) -> Manual:
    if version not in VERSIONS:
        return Manual(version)
    texts = {
        name: page_text(name, version, EXAMPLES[version])
        for name in PAGES
        if VERSIONS.index(ADDED.get(name, VERSIONS[-1])) >= VERSIONS.index(version)
    }
    texts |= {name: content.decode("utf-8", "replace") for name, content in files_in(vfs, folder)}
    topics = []
    for name, content in sorted(texts.items()):
        signature, _, rest = content.partition("\n")
        topics.append(Topic(name, signature, rest.strip("\n") + "\n"))
    return Manual(version, tuple(topics))


def matching(pages: Manual, query: str) -> tuple[Topic, ...]:
    """The pages that have every word of a query, those with more of them in their names first."""
    words = query.casefold().split()
    found = [
        (-sum([word in t.name.casefold() for word in words]), t.name, t)
        for t in pages.topics
        if words and all(word in f"{t.name} {t.signature} {t.text}".casefold() for word in words)
    ]
    return tuple([t for _, _, t in sorted(found)])


# -- docs -------------------------------------------------------------------------------------------------------------

_TITLE, _LIBRARY, _KIND = "Tailspin Docs", "PyTorch", "pytorch"
_WIDE, _MOST, _SIDE, _BEGINNING = 660, 1020, 190, 150


def _url(version: str, name: str = "") -> str:
    return f"/{_KIND}/{version}/{name}".rstrip("/")


def _head(search: str, version: str, w: int) -> Node:
    return masthead(_TITLE, "site-docs", "brown", search, f"Search {_LIBRARY} {version}", w=w)


def _beside(names: tuple[str, ...], version: str, shown: str) -> Node:
    versions = combo("page.version", version, VERSIONS, name="Version", w=_SIDE - 20, change=("page", "version", shown))
    lines: list[Element] = []
    section = ""
    for name in names:
        if name.rpartition(".")[0] != section:
            section = name.rpartition(".")[0]
            lines.append(text(section, style="strong"))
        lines.append(link(f"page.topic.{name}", name, _url(version, name), style="list", w=FILL))
    return column(text("Version", style="caption", role=None), versions, *lines, w=_SIDE, gap=2, pad=(0, 0, 0, 10))


def _topic(topic: Topic, version: str) -> Node:
    return column(
        wrapped(
            link("page.library", f"{_LIBRARY} {version}", _url(version)),
            text(">", style="muted", role=None),
            text(topic.name, style="muted"),
            gap=8,
        ),
        heading(topic.name, "page_title"),
        row(
            text(topic.signature, style="page_signature", key="page.signature", w=FILL, wrap=True),
            button(
                "page.copy_signature",
                icon="copy",
                style="tool",
                name="Copy the signature",
                click=("page", "copy_code", topic.signature),
            ),
            style="code_block",
            pad=(12, 8, 6, 8),
            align="start",
            gap=8,
        ),
        prose(topic.text),
        gap=12,
    )


def _line(topic: Topic, version: str) -> Node:
    begins = next((line for line in topic.text.split("\n") if line), "")
    return column(
        link(f"page.result.{topic.name}", topic.name, _url(version, topic.name), style="link_large"),
        text(begins[:_BEGINNING], style="muted", w=FILL),
        pad=(0, 5),
        gap=1,
    )


def _list(title: str, about: str, topics: tuple[Topic, ...], version: str) -> Node:
    return column(
        heading(title, "page_title"),
        text(about, style="muted", key="page.count"),
        separator(),
        *[memo(_line, topic, version, w=FILL) for topic in topics],
        None if topics else paragraph("Nothing was found."),
        gap=5,
    )


def _framed(main: Element, names: tuple[str, ...], version: str, shown: str, w: int) -> Node:
    beside = panel(_beside, names, version, shown, w=_SIDE)
    inside = row(beside, main, gap=26, align="start") if w >= _WIDE else column(main, separator(), beside, gap=14)
    return centred(column(inside, pad=(16, 18, 16, 28)), w, _MOST)


def _home(w: int) -> Node:
    lines = [
        row(link(f"page.version.{v}", f"{_LIBRARY} {v}", _url(v), style="link_large", image="site-docs"), spacer())
        for v in VERSIONS
    ]
    inside = column(
        heading("Documentation of libraries", "page_title"),
        paragraph("Choose a version. Each has a page for every function and class."),
        column(*lines, style="card", pad=12, gap=6, role=Role.LIST, name="Versions"),
        pad=(16, 18),
        gap=12,
    )
    return centred(inside, w, 760)


def _page(visit: Visit, pages: Manual) -> Page:
    version, query = pages.version, visit.address.argument("q")
    top = panel(_head, visit.typed("search", query), version, visit.w)
    parts = visit.address.parts
    if not parts:
        return Page(_TITLE, panel(_home, visit.w), top)
    if parts[0] != _KIND or len(parts) > 3 or not pages.topics:
        return not_found(_TITLE, top)
    names = tuple(sorted([t.name for t in pages.topics], key=lambda n: (n.rpartition(".")[0], n)))
    name = parts[2].removesuffix(".html") if len(parts) == 3 else ""
    topic = pages.topic(name)
    whole = f"{_LIBRARY} {version} documentation"
    if topic is not None:
        shown, title = panel(_topic, topic, version), f"{name} — {whole}"
    elif name == "search":
        found = matching(pages, query)
        about = f"{count_of(len(found), 'page')} of {_LIBRARY} {version}"
        shown, title = panel(_list, f"Results for “{query}”", about, found, version), f"Search — {whole}"
    elif not name:
        about = f"{count_of(len(names), 'function or class', 'functions and classes')}"
        shown, title = panel(_list, whole, about, pages.topics, version), whole
    else:
        return not_found(_TITLE, top)
    return Page(title, panel(_framed, shown, names, version, name, visit.w), top)


def _load(vfs: Vfs, address: Address) -> Manual:
    asked = (*address.parts, "", "")[1]
    return manual(vfs, VERSIONS[0] if asked in ("", "stable") else asked)


def _update(ask: Ask, msg: Msg) -> Outcome:
    pages: Manual = ask.data
    if msg[0] == "copy_code":
        return Outcome(copy=msg[1])
    if msg[0] == "version":
        name, version = msg[1], msg[2]
        there = manual(ask.vfs, version).topic(name) is not None
        return Outcome(go=_url(version, name if there else ""))
    if msg[0] == "search":
        typed = ask.visit.typed("search", ask.visit.address.argument("q")).strip()
        return Outcome(go=query_url(_url(pages.version, "search"), q=typed) if typed else _url(pages.version))
    return Outcome()


def _entries(vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    found = [(_TITLE, f"https://{HOST}/", f"Documentation of {_LIBRARY} in versions {', '.join(VERSIONS)}.")]
    for version in VERSIONS:
        for topic in manual(vfs, version).topics:
            title = f"{topic.name} — {_LIBRARY} {version} documentation"
            found.append((title, f"https://{HOST}{_url(version, topic.name)}", topic.text))
    return tuple(found)


SITES = (Site(HOST, _TITLE, "site-docs", "Documentation of libraries", _load, _page, _update, _entries),)
