"""The content of a text document as plain values: paragraphs of formatted runs.

`normalise` gives every document one spelling (no empty runs, equal neighbours joined), so that two documents
with the same content are equal, and a paragraph is a good key for a cache.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from omnigym.foreign import within
from omnigym.foreign.limits import EDITED_BYTES, EDITED_LINE, EDITED_LINES

__all__ = [
    "ALIGNMENTS",
    "PICTURE",
    "STYLES",
    "Alignment",
    "Document",
    "Format",
    "ListKind",
    "Paragraph",
    "Picture",
    "Run",
    "check_text",
    "normalise",
    "plain",
    "read_plain",
]

Alignment: TypeAlias = Literal["left", "center", "right", "justify"]
ListKind: TypeAlias = Literal["", "bullet", "number"]

ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)

#: The paragraph styles that are written with a definition of their own, by the name a person sees.
STYLES: tuple[str, ...] = (
    "Normal",
    "No Spacing",
    "Heading 1",
    "Heading 2",
    "Heading 3",
    "Title",
    "Subtitle",
    "Caption",
)


#: The character in whose place a picture stands (Unicode's object replacement character).
PICTURE = "\ufffc"


class Picture(NamedTuple):
    """A picture that occupies a line like a letter: the bytes of its file (PNG or JPEG), and its size in points."""

    content: bytes
    w: float
    h: float


class Format(NamedTuple):
    """The format of characters; default values follow the paragraph's style.

    Attributes:
        bold, italic, underline, strike: Set on the characters themselves.
        font: Family, or "" for the style's.
        size: Points, or 0 for the style's.
        color: Text colour as six hexadecimal digits, or "".
        highlight: Word's name of the highlight colour ("yellow", "green"...), or "".
        picture: What is shown in the place of the character `PICTURE`, or None. No other character has it.
    """

    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    font: str = ""
    size: float = 0.0
    color: str = ""
    highlight: str = ""
    picture: Picture | None = None


class Run(NamedTuple):
    """Characters of one format, including a tab, a line break and a page break (a form feed) in the paragraph."""

    text: str
    format: Format = Format()


class Paragraph(NamedTuple):
    """A paragraph.

    Attributes:
        runs: Its text.
        style: The name of its style, as a person sees it.
        alignment: Of its lines.
        list: The kind of list that it is an item of, or "".
    """

    runs: tuple[Run, ...] = ()
    style: str = "Normal"
    alignment: Alignment = "left"
    list: ListKind = ""

    @property
    def text(self) -> str:
        """The characters without their format."""
        return "".join([run.text for run in self.runs])


#: A document of fewer paragraphs is small.
SMALL: Final = 64


class Document(NamedTuple):
    """A document, with at least one paragraph once normalised."""

    paragraphs: tuple[Paragraph, ...] = (Paragraph(),)

    def __hash__(self) -> int:
        """Of its value where that is small; else of its identity: a step does not walk through all of a large document.

        Two large ones that are equal have hashes of their own, so a cache misses where it could have hit.
        """
        return tuple.__hash__(self) if len(self.paragraphs) < SMALL else id(self)

    @property
    def text(self) -> str:
        """The paragraphs' text, one per line."""
        return "\n".join([p.text for p in self.paragraphs])

    @property
    def words(self) -> str:
        """The text without pictures, as a file of plain text contains it."""
        return self.text.replace(PICTURE, "")


def merge_runs(runs: Iterable[Run]) -> tuple[Run, ...]:
    """``runs`` without empty ones, and with neighbours of one format joined."""
    out: list[Run] = []
    for look, group in groupby([run for run in runs if run.text], lambda run: run.format):
        first, *rest = group
        out.append(Run("".join([run.text for run in (first, *rest)]), look) if rest else first)
    return tuple(out)


def normalise(document: Document) -> Document:
    """Return the same content in its normal form.

    >>> split = Document((Paragraph((Run("a"), Run(""), Run("b"))),))
    >>> normalise(split).paragraphs[0] == Paragraph((Run("ab"),))
    True
    """
    paragraphs = tuple([p._replace(runs=merge_runs(p.runs)) for p in document.paragraphs])
    return Document(paragraphs or (Paragraph(),))


def read_plain(content: bytes) -> Document:
    """Return the document of a plain text file.

    Raises:
        TooLargeError: It has more than `EDITED_BYTES` or `EDITED_LINES`, or a line more than `EDITED_LINE`.
    """
    check_text(content)
    return plain(content.decode("utf-8", "replace"))


def check_text(content: bytes) -> None:
    """Check that a text is within the limits of an editor.

    Raises:
        TooLargeError: It has more than `EDITED_BYTES` or `EDITED_LINES`, or a line more than `EDITED_LINE`.
    """
    within(len(content), EDITED_BYTES, "bytes in a text")
    lines = content.splitlines()
    within(len(lines), EDITED_LINES, "lines in a text")
    within(max(map(len, lines), default=0), EDITED_LINE, "bytes in a line of a text")


def plain(text: str) -> Document:
    """Return a document of unformatted paragraphs, one for each line of ``text``."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Document(tuple([Paragraph((Run(line),) if line else ()) for line in lines]))
