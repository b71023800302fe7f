"""A document being edited: caret, selection, inserting, deleting, undo.

An `Edit` is an immutable value; every function takes one and returns one. The invariant: if nothing changes, the same
object is returned, and unchanged paragraphs stay the same objects, so that callers and caches can compare by identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from omnigym.documents import Document, Format, Paragraph, Run
from omnigym.documents.model import merge_runs
from omnigym.foreign.limits import EDITED_LINE, EDITED_LINES
from omnigym.sim.documents.difference import Tally, with_paragraphs

# -- runs -------------------------------------------------------------------------------------------------------------

# Cutting and joining the formatted runs of a paragraph; adjacent runs with the same format are always merged.


def cut(runs: tuple[Run, ...], start: int, end: int) -> tuple[Run, ...]:
    """The runs of the characters from ``start`` to before ``end``."""
    out, position = [], 0
    for run in runs:
        length = len(run.text)
        a, b = max(start - position, 0), min(end - position, length)
        if a < b:
            out.append(run if b - a == length else Run(run.text[a:b], run.format))
        position += length
    return tuple(out)


def splice(paragraph: Paragraph, start: int, end: int, new: tuple[Run, ...]) -> Paragraph:
    """``paragraph`` with the characters from ``start`` to before ``end`` replaced by ``new``."""
    runs = paragraph.runs
    return paragraph._replace(runs=merge_runs((*cut(runs, 0, start), *new, *cut(runs, end, len(paragraph.text)))))


def join(first: Paragraph, second: Paragraph) -> Paragraph:
    """Two paragraphs joined to one, with style and alignment of the first one, or of the second if that is empty."""
    keep = first if first.runs else second
    return keep._replace(runs=merge_runs((*first.runs, *second.runs)))


def format_before(paragraph: Paragraph, offset: int) -> Format:
    """The format that text typed at ``offset`` gets: that of the character before it, or of the first one."""
    position = 0
    for run in paragraph.runs:
        position += len(run.text)
        if position >= offset:
            return lettered(run.format)
    return Format()


def lettered(format_: Format) -> Format:
    """The format that letters have beside characters of a format: what a picture is like they are, but for itself."""
    return format_ if format_.picture is None else format_._replace(picture=None)


def formats(paragraph: Paragraph, start: int, end: int) -> tuple[Format, ...]:
    """The formats of the characters from ``start`` to before ``end``, one for each run."""
    return tuple([run.format for run in cut(paragraph.runs, start, end)])


def map_formats(paragraph: Paragraph, start: int, end: int, change: Callable[[Format], Format]) -> Paragraph:
    """``paragraph`` with ``change`` applied to the formats of the characters from ``start`` to before ``end``."""
    changed = tuple([Run(run.text, change(run.format)) for run in cut(paragraph.runs, start, end)])
    return splice(paragraph, start, end, changed)


# -- edit -------------------------------------------------------------------------------------------------------------

#: (index of the paragraph, offset in its text).
Position: TypeAlias = tuple[int, int]

#: Characters and ends of lines that a text holds, its lines, and the characters of one. A text that can be written can
#: be opened again. As an edit control does, it takes of what is put into it what there is room for: pasting a text
#: behind itself doubles it, and without an end a few steps later one takes seconds.
LONGEST = 500_000
MOST_LINES = EDITED_LINES
LONGEST_LINE = EDITED_LINE
#: Versions that can be undone; older ones are dropped.
_MAX_UNDO = 100
#: What typed text is taken apart into.
_PIECES = re.compile(r"[^\n\t\r]+|[\n\t]")


class Version(NamedTuple):
    """A version of the document, with its caret, that undo or redo can restore."""

    document: Document
    anchor: Position
    caret: Position


class Edit(NamedTuple):
    """A document with caret, selection and history.

    Attributes:
        document: The content.
        anchor, caret: The two ends of the selection; equal if nothing is selected.
        pending: The format of the text typed next, if a format was toggled without a selection.
        undos, redos: Versions to restore, the newest last.
        typing: Whether the last change was typing; further typing joins its step of undo.
    """

    document: Document = Document()
    anchor: Position = (0, 0)
    caret: Position = (0, 0)
    pending: Format | None = None
    undos: tuple[Version, ...] = ()
    redos: tuple[Version, ...] = ()
    typing: bool = False


def start_editing(document: Document) -> Edit:
    """``document`` with the caret at its start and nothing to undo."""
    return Edit(document)


def start_lines(text: str) -> Edit:
    """Plain text to be edited: a paragraph a line, close to each other."""
    lines = text.split("\n")
    return Edit(Document(tuple([Paragraph((Run(line),) if line else (), style="No Spacing") for line in lines])))


def selection(edit: Edit) -> tuple[Position, Position]:
    """The start and the end of the selection, in the document's order."""
    return (edit.anchor, edit.caret) if edit.anchor <= edit.caret else (edit.caret, edit.anchor)


def selected_text(edit: Edit) -> str:
    """The selected characters, one line for each paragraph."""
    (first, start), (last, end) = selection(edit)
    paragraphs = edit.document.paragraphs
    if first == last:
        return paragraphs[first].text[start:end]
    between = [p.text for p in paragraphs[first + 1 : last]]
    return "\n".join([paragraphs[first].text[start:], *between, paragraphs[last].text[:end]])


def current_format(edit: Edit) -> Format:
    """The format that the ribbon shows: that of the selection's first character, or that of the text typed next."""
    if edit.pending is not None:
        return edit.pending
    (index, offset), end = selection(edit)
    paragraph = edit.document.paragraphs[index]
    if len(paragraph.runs) == 1:
        return lettered(paragraph.runs[0].format)
    return format_before(paragraph, offset + 1 if (index, offset) != end else offset)


def select(edit: Edit, caret: Position, anchor: Position | None = None) -> Edit:
    """``edit`` with the caret moved and everything between ``anchor`` and it selected; without ``anchor``, nothing."""
    anchor = caret if anchor is None else anchor
    if caret == edit.caret and anchor == edit.anchor:
        return edit
    return edit._replace(caret=caret, anchor=anchor, pending=None, typing=False)


def select_all(edit: Edit) -> Edit:
    """``edit`` with the whole document selected."""
    last = len(edit.document.paragraphs) - 1
    return select(edit, (last, len(edit.document.paragraphs[last].text)), (0, 0))


def replaced(edit: Edit, document: Document, anchor: Position, caret: Position, typing: bool = False) -> Edit:
    """``edit`` with a changed document, as a new step of undo.

    Args:
        edit: The edit before the change.
        document: The changed document.
        anchor, caret: The selection afterwards.
        typing: Whether the change was typing; it joins the step of undo of typing directly before it.
    """
    undos = edit.undos
    if not (typing and edit.typing):  # else the last version is that before the typing began
        undos = (*undos[1 - _MAX_UNDO :], Version(edit.document, edit.anchor, edit.caret))
    return Edit(document, anchor, caret, None, undos, (), typing)


def undo(edit: Edit) -> Edit:
    """``edit`` with its last step undone, if there is any."""
    if not edit.undos:
        return edit
    version = edit.undos[-1]
    redos = (*edit.redos, Version(edit.document, edit.anchor, edit.caret))
    return Edit(version.document, version.anchor, version.caret, None, edit.undos[:-1], redos)


def redo(edit: Edit) -> Edit:
    """``edit`` with the last undone step done again, if there is any."""
    if not edit.redos:
        return edit
    version = edit.redos[-1]
    undos = (*edit.undos, Version(edit.document, edit.anchor, edit.caret))
    return Edit(version.document, version.anchor, version.caret, None, undos, edit.redos[:-1])


def _without(document: Document, start: Position, end: Position) -> Document:
    (first, a), (last, b) = start, end
    paragraphs = document.paragraphs
    if first == last:
        whole = splice(paragraphs[first], a, b, ())
    else:
        head = paragraphs[first]._replace(runs=cut(paragraphs[first].runs, 0, a))
        tail = paragraphs[last]._replace(runs=cut(paragraphs[last].runs, b, len(paragraphs[last].text)))
        whole = join(head, tail)
    return with_paragraphs(document, first, last + 1, (whole,))


def delete_selection(edit: Edit) -> Edit:
    """``edit`` without the selected characters."""
    start, end = selection(edit)
    return edit if start == end else replaced(edit, _without(edit.document, start, end), start, start)


#: The characters of paragraphs.
_LETTERS = Tally(lambda paragraph: sum([len(run.text) for run in paragraph.runs]))


def length_of(document: Document) -> int:
    """How many characters a text has, ends of lines included."""
    return _LETTERS(document.paragraphs) + len(document.paragraphs) - 1


def room(edit: Edit) -> int:
    """How many characters more the text holds, beside those that are not selected."""
    chosen = len(selected_text(edit)) if edit.anchor != edit.caret else 0
    return max(0, LONGEST - length_of(edit.document) + chosen)


def fitting(edit: Edit, text: str) -> str:
    """As much of a text as there is room for in the place of the selection."""
    text = text[: room(edit)]
    (first, start), (last, end) = selection(edit)
    paragraphs = edit.document.paragraphs
    head, tail = start, len(paragraphs[last].text) - end
    more = max(0, MOST_LINES - len(paragraphs) + last - first)
    if head + len(text) + tail <= LONGEST_LINE and text.count("\n") <= more:
        return text
    lines = text.split("\n")[: more + 1]
    long = next((i for i, line in enumerate(lines) if len(line) > LONGEST_LINE - (0 if i else head)), len(lines) - 1)
    del lines[long + 1 :]
    lines[long] = lines[long][: max(0, LONGEST_LINE - (0 if long else head) - tail)]
    return "\n".join(lines)


def typed(edit: Edit, text: str) -> Edit:
    """``edit`` after typing: as `insert` of each end of a line, each tab, and what lies between them.

    That is done to the paragraphs of the selection alone, so that many lines cost no more than in proportion to them.
    """
    (first, start), (last, end) = selection(edit)
    whole = edit.document
    alone = Document(whole.paragraphs[first : last + 1])
    part = Edit(alone, (0, start), (last - first, end), edit.pending, typing=edit.typing)
    for piece in _PIECES.findall(fitting(edit, text.replace("\r", ""))):
        part = _put(part, piece)
    if part.document is alone:
        return edit

    def placed(document: Document) -> Document:
        return whole if document is alone else with_paragraphs(whole, first, last + 1, document.paragraphs)

    def moved(place: Position) -> Position:
        return place[0] + first, place[1]

    new = [Version(placed(v.document), moved(v.anchor), moved(v.caret)) for v in part.undos]
    if new:  # it was made of the selection the right way round
        new[0] = new[0]._replace(anchor=edit.anchor, caret=edit.caret)
    undos = (*edit.undos, *new)[-_MAX_UNDO:] if new else edit.undos
    return Edit(placed(part.document), moved(part.anchor), moved(part.caret), part.pending, undos, (), part.typing)


def insert(edit: Edit, text: str) -> Edit:
    """``edit`` with the selection replaced by ``text``, or by as much of it as there is room for.

    Each newline starts a new paragraph.
    """
    return _put(edit, fitting(edit, text.replace("\r\n", "\n").replace("\r", "\n")))


def _put(edit: Edit, text: str) -> Edit:
    """``edit`` with the selection replaced by text for which there is room."""
    lines = text.split("\n")
    if lines == [""]:
        return edit
    if len(lines) == 1 and edit.anchor == edit.caret and edit.pending is None:
        after = _typed(edit, text)
        if after is not None:
            return after
    start, end = selection(edit)
    format_ = current_format(edit)
    document = edit.document if start == end else _without(edit.document, start, end)
    index, offset = start
    paragraph = document.paragraphs[index]
    new: tuple[Paragraph, ...]
    if lines == ["", ""] and paragraph.list and not paragraph.runs:  # Enter on an empty item ends the list
        new, caret = (paragraph._replace(list=""),), start
    elif len(lines) == 1:
        new = (splice(paragraph, offset, offset, (Run(text, format_),)),)
        caret = (index, offset + len(text))
    else:
        new = _split(paragraph, offset, lines, format_)
        caret = (index + len(lines) - 1, len(lines[-1]))
    document = with_paragraphs(document, index, index + 1, new)
    after = replaced(edit, document, caret, caret, typing=start == end)
    # A toggled format stays pending after Enter, because the new paragraph has no character that carries it yet.
    return after._replace(pending=format_) if not new[-1].runs and format_ != Format() else after


def _typed(edit: Edit, text: str) -> Edit | None:
    """``text`` inserted at the caret of a paragraph with one run; None in any other case.

    This is the fast path of `insert` for typing, and must give the same result.
    """
    index, offset = edit.caret
    paragraph = edit.document.paragraphs[index]
    if len(paragraph.runs) != 1:
        return None
    before, format_ = paragraph.runs[0]
    if format_.picture is not None:
        return None
    run = Run(before[:offset] + text + before[offset:], format_)
    new = Paragraph((run,), paragraph.style, paragraph.alignment, paragraph.list)
    caret = (index, offset + len(text))
    document = with_paragraphs(edit.document, index, index + 1, (new,))
    return replaced(edit, document, caret, caret, typing=True)


def _split(paragraph: Paragraph, offset: int, lines: list[str], format_: Format) -> tuple[Paragraph, ...]:
    """The paragraphs that replace ``paragraph`` when ``lines`` (two or more) are inserted at ``offset``."""
    length = len(paragraph.text)
    head = splice(paragraph, offset, length, (Run(lines[0], format_),))
    # As in Word, Enter at the end of a heading starts a paragraph of ordinary text.
    heads = offset == length and paragraph.style not in ("Normal", "No Spacing")
    following = paragraph._replace(style="Normal") if heads else paragraph
    middle = [following._replace(runs=(Run(line, format_),) if line else ()) for line in lines[1:-1]]
    tail = following._replace(runs=cut(paragraph.runs, offset, length))
    return head, *middle, splice(tail, 0, 0, (Run(lines[-1], format_),))


def erase(edit: Edit, target: Position) -> Edit:
    """``edit`` without the selection or, if nothing is selected, without the text between the caret and ``target``."""
    if edit.anchor != edit.caret:
        return delete_selection(edit)
    start, end = sorted((edit.caret, target))
    return edit if start == end else replaced(edit, _without(edit.document, start, end), start, start)
