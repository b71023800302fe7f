"""What the documentation site says: a page for each function and class of the library, for each version.

Records: ``pages/<version>/<name>.md``, the signature in the first line and then the text of the page
(`omnigym.devices.sim.sites.prose`); it takes the place of the page that ships.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.sites._docs_shipped import ADDED, PAGES, SIGNATURES, VERSIONS
from omnigym.devices.sim.sites.records import folder_of
from omnigym.devices.sim.tables.folder import files_in
from omnigym.devices.sim.vfs import Vfs

__all__ = ["EXAMPLES", "HOST", "Manual", "Topic", "manual", "matching", "page_text"]

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


_MANUALS: Derived[Manual] = Derived(8)


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
    for name, text in sorted(texts.items()):
        signature, _, rest = text.partition("\n")
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
