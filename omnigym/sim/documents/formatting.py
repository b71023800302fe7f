"""Formatting of the selected characters, and styles, alignment and lists of the selected paragraphs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from omnigym.documents import Alignment, Document, Format, ListKind, Paragraph
from omnigym.sim.documents.edit import Edit, current_format, formats, map_formats, replaced, selection

Toggle: TypeAlias = Literal["bold", "italic", "underline", "strike"]


def touched(edit: Edit) -> tuple[Paragraph, ...]:
    """Return the paragraphs that contain a part of the selection, or the caret."""
    (first, _), (last, _) = selection(edit)
    return edit.document.paragraphs[first : last + 1]


def _spans(edit: Edit) -> list[tuple[int, int, int]]:
    """The selection as (paragraph index, start, end), one for each paragraph."""
    (first, start), (last, end) = selection(edit)
    paragraphs = edit.document.paragraphs
    return [
        (i, start if i == first else 0, end if i == last else len(paragraphs[i].text)) for i in range(first, last + 1)
    ]


def _change_formats(edit: Edit, change: Callable[[Format], Format]) -> Edit:
    """Apply ``change`` to the formats of the selected characters, or to that of the text typed next."""
    if edit.anchor == edit.caret:
        return edit._replace(pending=change(current_format(edit)), typing=False)
    paragraphs = list(edit.document.paragraphs)
    for i, start, end in _spans(edit):
        paragraphs[i] = map_formats(paragraphs[i], start, end, change)
    return _with_paragraphs(edit, paragraphs)


def _with_paragraphs(edit: Edit, paragraphs: list[Paragraph]) -> Edit:
    document = Document(tuple(paragraphs))
    return edit if document == edit.document else replaced(edit, document, edit.anchor, edit.caret)


def set_format(edit: Edit, **fields: Any) -> Edit:
    """Set fields of `Format`, such as ``size=14.0``, on the selection."""
    return _change_formats(edit, lambda f: f._replace(**fields))


def toggle_format(edit: Edit, field: Toggle) -> Edit:
    """Turn a format off if all selected characters have it, else on."""
    if edit.anchor == edit.caret:
        return set_format(edit, **{field: not getattr(current_format(edit), field)})
    paragraphs = edit.document.paragraphs
    found = [getattr(f, field) for i, a, b in _spans(edit) for f in formats(paragraphs[i], a, b)]
    return set_format(edit, **{field: not (found and all(found))})


def clear_format(edit: Edit) -> Edit:
    """Take all formats off the selection, and the style off its paragraphs."""
    return set_style(_change_formats(edit, lambda f: Format(picture=f.picture)), "Normal")


def _change_paragraphs(edit: Edit, change: Callable[[Paragraph], Paragraph]) -> Edit:
    (first, _), (last, _) = selection(edit)
    paragraphs = list(edit.document.paragraphs)
    paragraphs[first : last + 1] = [change(p) for p in paragraphs[first : last + 1]]
    return _with_paragraphs(edit, paragraphs)


def set_style(edit: Edit, style: str) -> Edit:
    """Give the touched paragraphs a style."""
    return _change_paragraphs(edit, lambda p: p._replace(style=style))


def set_alignment(edit: Edit, alignment: Alignment) -> Edit:
    """Align the touched paragraphs, or align them to the left if all of them already have that alignment."""
    wanted: Alignment = "left" if all(p.alignment == alignment for p in touched(edit)) else alignment
    return _change_paragraphs(edit, lambda p: p._replace(alignment=wanted))


def toggle_list(edit: Edit, kind: ListKind) -> Edit:
    """Turn the touched paragraphs into items of a list, or into ordinary ones if all of them are items."""
    wanted: ListKind = "" if all(p.list == kind for p in touched(edit)) else kind
    return _change_paragraphs(edit, lambda p: p._replace(list=wanted))
