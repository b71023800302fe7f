"""Checks of the contents of text documents.

A .docx or .odt file is read as paragraphs of formatted runs, any other file as UTF-8 text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from omnigym.documents import Document, Format, Paragraph, plain, read_docx
from omnigym.documents.odt import read_odt
from omnigym.evaluation.checks._effects import changes, makes
from omnigym.evaluation.checks._initial_content import as_it_was, before, clipboard_before
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import written
from omnigym.foreign import within
from omnigym.foreign.limits import UNPACKED_BYTES

__all__ = [
    "clipboard_holds_document",
    "document_contains",
    "document_format",
    "document_holds_clipboard",
    "document_lacks",
    "document_paragraphs",
    "document_reader",
    "document_text",
    "read_document",
    "same_document",
]


def _read_text(content: bytes) -> Document:
    within(len(content), UNPACKED_BYTES, "bytes in a text")
    return plain(content.decode("utf-8", errors="replace").removesuffix("\n"))


_READERS: Mapping[str, Callable[[bytes], Document]] = {"docx": read_docx, "odt": read_odt}
_FORMATS = Format._fields
_PARAGRAPH_FIELDS = ("style", "alignment", "list")
#: The styles of plain text; they differ in the room below a paragraph alone.
_PLAIN = ("Normal", "No Spacing")


def read_document(probe: Probe, path: str) -> Document | None:
    """The document at ``path``, or None if there is no file.

    Raises:
        UnreadableError: It is not a document of its kind.
        TooLargeError: It is larger than the limits.
    """
    return probe.read(path, document_reader(path))


def document_reader(path: str) -> Callable[[bytes], Document]:
    """What reads a document of that name; raises as `read_document`."""
    return _READERS.get(path.lower().rpartition(".")[2], _read_text)


def _missing(path: str) -> Verdict:
    return not_yet(f"There is no document {path!r}.")


@check("document_contains", effects=lambda path, **_: (*makes(path), *changes(path, "text/*")))
def document_contains(probe: Probe, path: str, text: str) -> Verdict:
    """The document at ``path`` contains ``text`` within its lines, letter case included."""
    document = read_document(probe, path)
    if document is None:
        return _missing(path)
    return passed() if text in document.text else not_yet(f"{path!r} does not contain {text!r}.")


@check("document_lacks", effects=lambda path, **_: changes(path, "text/*"))
def document_lacks(probe: Probe, path: str, text: str) -> Verdict:
    """There is a document at ``path`` and it does not contain ``text``, letter case ignored."""
    document = read_document(probe, path)
    if document is None:
        return _missing(path)
    found = text.casefold() in document.text.casefold()
    return not_yet(f"{path!r} still contains {text!r}.") if found else passed()


@check("document_text", effects=lambda path, **_: (*makes(path), *changes(path, "text/*")))
def document_text(probe: Probe, path: str, text: str) -> Verdict:
    """The whole text of the document at ``path`` is ``text``, but for blank lines and the ends of lines."""
    document = read_document(probe, path)
    if document is None:
        return _missing(path)
    same = _without_blanks(document.text) == _without_blanks(text)
    return passed() if same else not_yet(f"The text of {path!r} is not what was asked for.")


def _without_blanks(text: str) -> list[str]:
    return [line for line in written(text).split("\n") if line]


@check("document_format", effects=lambda path, field, **_: changes(path, f"look/{field}/*"))
def document_format(
    probe: Probe, path: str, field: str, value: bool | int | float | str = True, text: str = ""
) -> Verdict:
    """All characters of the document at ``path`` have a format.

    Args:
        probe: Reads the device.
        path: A .docx or .odt file.
        field: A field of `omnigym.documents.Format`: "bold", "size", "color"...
        value: The value that it must have.
        text: If given, only the characters of its occurrences count; there must be at least one.
    """
    if field not in _FORMATS:
        return not_yet(f"Unknown format {field!r}: expected one of {', '.join(_FORMATS)}.")
    document = read_document(probe, path)
    if document is None:
        return _missing(path)
    found = [f for p in document.paragraphs for f in _formats_of(p, text)]
    if not found:
        return not_yet(f"{path!r} has no text {text!r}." if text else f"{path!r} is empty.")
    share = sum(getattr(f, field) == value for f in found) / len(found)
    if share != 1.0:
        return not_yet(f"{field} is {value!r} for {share:.0%} of the characters.")
    earlier = before(probe, path, document_reader(path)) if text else ()
    if earlier and not any(_rest(was, field, text) == _rest(document, field, text) for was in earlier):
        return not_yet(f"{field} was changed for other characters than {text!r} too.")
    return passed()


def _rest(document: Document, field: str, text: str) -> list[object]:
    """The values of a format outside the occurrences of a text."""
    return [
        getattr(f, field)
        for p in document.paragraphs
        for (c, f), in_it in zip(_characters(p), _occurrences(p.text, text), strict=True)
        if not in_it and not c.isspace()
    ]


def _characters(paragraph: Paragraph) -> list[tuple[str, Format]]:
    return [(c, run.format) for run in paragraph.runs for c in run.text]


def _occurrences(whole: str, text: str) -> list[bool]:
    """For each character, whether it is in an occurrence of ``text``."""
    found, at = [False] * len(whole), whole.find(text)
    while at >= 0:
        found[at : at + len(text)] = [True] * len(text)
        at = whole.find(text, at + len(text))
    return found


def _formats_of(paragraph: Paragraph, text: str) -> list[Format]:
    """The format of each character that is no space, or of each character of the occurrences of ``text``."""
    characters = _characters(paragraph)
    if not text:
        return [f for c, f in characters if not c.isspace()]
    return [f for (_, f), in_it in zip(characters, _occurrences(paragraph.text, text), strict=True) if in_it]


@check("document_paragraphs", effects=lambda path, field, **_: changes(path, f"paragraph/{field}/*"))
def document_paragraphs(
    probe: Probe, path: str, field: str, value: str, which: str = "all", texts: Sequence[str] = ()
) -> Verdict:
    """Paragraphs of the document at ``path`` have a property, and the others have what they had.

    Args:
        probe: Reads the device.
        path: A .docx or .odt file.
        field: "style" ("Heading 1"...), "alignment" ("center"...) or "list" ("bullet", "number").
        value: The value that it must have. "Normal" stands for "No Spacing", too.
        which: "all" paragraphs with text, the "first" of them, or the "rest", which is all others.
        texts: If given, the texts of the paragraphs to check instead; each must be in the document.
    """
    if field not in _PARAGRAPH_FIELDS:
        return not_yet(f"Unknown property {field!r}: expected one of {', '.join(_PARAGRAPH_FIELDS)}.")
    document = read_document(probe, path)
    if document is None:
        return _missing(path)
    filled = [p for p in document.paragraphs if p.text.strip()]
    if texts:
        missing = [t for t in texts if t.strip() not in {p.text.strip() for p in filled}]
        if missing:
            return not_yet(f"{path!r} has no paragraph {missing[0]!r}.")
        chosen = [p for p in filled if p.text.strip() in {t.strip() for t in texts}]
    else:
        chosen = {"first": filled[:1], "rest": filled[1:]}.get(which, filled)
    wanted = _PLAIN if (field, value) == ("style", "Normal") else (value,)
    wrong = [p for p in chosen if getattr(p, field) not in wanted]
    if wrong:
        return not_yet(f"The {field} of {wrong[0].text[:40]!r} is {getattr(wrong[0], field)!r}, not {value!r}.")
    if not chosen:
        return not_yet(f"{path!r} has no such paragraph.")
    others = [(p.text.strip(), getattr(p, field)) for p in filled if not any(p is c for c in chosen)]
    earlier = before(probe, path, document_reader(path))
    if earlier and not any(_had(was, field, others) for was in earlier):
        return not_yet(f"The {field} of other paragraphs of {path!r} was changed too.")
    return passed()


def _had(was: Document, field: str, others: Sequence[tuple[str, object]]) -> bool:
    """Whether paragraphs, as far as they were there before, had these values."""
    known: dict[str, set[object]] = {}
    for p in was.paragraphs:
        known.setdefault(p.text.strip(), set()).add(getattr(p, field))
    return all(value in known.get(text, {value}) for text, value in others)


@check("same_document", effects=lambda path, **_: makes(path))
def same_document(probe: Probe, path: str, other: str) -> Verdict:
    """A document has the text that another one had, and its words look as they did there."""
    copy, originals = read_document(probe, path), as_it_was(probe, other, document_reader(other))
    if copy is None or not originals:
        return _missing(path if copy is None else other)
    if any(written(copy.text) == written(was.text) and _looks(copy) == _looks(was) for was in originals):
        return passed()
    return not_yet(f"{path!r} is not the same as {other!r} was.")


def _looks(document: Document) -> list[object]:
    """What a copy by any program keeps; fonts and sizes some fill in."""
    return [
        (c, f.bold, f.italic, f.underline, f.strike, f.color, f.highlight, p.style, p.alignment, p.list)
        for p in document.paragraphs
        for c, f in _characters(p)
        if not c.isspace()
    ]


@check("clipboard_holds_document")
def clipboard_holds_document(probe: Probe, path: str) -> Verdict:
    """The text on the clipboard is the whole text that the document at ``path`` had."""
    documents = as_it_was(probe, path, document_reader(path))
    if not documents:
        return _missing(path)
    copied = written(probe.clipboard().text)
    if copied and any(copied == written(was.text) for was in documents):
        return passed()
    return not_yet(f"The clipboard does not hold the text of {path!r}.")


@check("document_holds_clipboard", effects=makes)
def document_holds_clipboard(probe: Probe, path: str) -> Verdict:
    """The text of the document at ``path`` is the one that was on the clipboard."""
    document = read_document(probe, path)
    if document is None:
        return _missing(path)
    texts = [written(text) for text in clipboard_before(probe)]
    if any(text and text == written(document.text) for text in texts):
        return passed()
    return not_yet(f"{path!r} does not hold the text that was on the clipboard.")
