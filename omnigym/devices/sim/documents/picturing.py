"""Pictures in a document that is edited: put in, chosen, made larger, and told apart from letters by where they are."""

from __future__ import annotations

from omnigym.devices.sim.documents.edit import (
    Edit,
    Position,
    current_format,
    delete_selection,
    replaced,
    selection,
)
from omnigym.devices.sim.documents.layout import Place, TextLayout, pictures_in
from omnigym.devices.sim.documents.runs import cut, splice
from omnigym.documents import PICTURE, Document, Format, Paragraph, Picture, Run

__all__ = ["captioned", "chosen_picture", "insert_picture", "picture_under", "resized"]

#: The smallest a picture gets, in points.
_LEAST = 8.0


def insert_picture(edit: Edit, picture: Picture) -> Edit:
    """``edit`` with a picture in the place of the selection, and the caret behind it."""
    held = delete_selection(edit)
    index, offset = held.caret
    paragraphs = held.document.paragraphs
    look = current_format(held)._replace(picture=picture)
    new = splice(paragraphs[index], offset, offset, (Run(PICTURE, look),))
    document = Document((*paragraphs[:index], new, *paragraphs[index + 1 :]))
    return replaced(edit, document, (index, offset + 1), (index, offset + 1))


def _picture_at(edit: Edit, at: Position) -> Picture | None:
    paragraph = edit.document.paragraphs[at[0]]
    runs = cut(paragraph.runs, at[1], at[1] + 1)
    return runs[0].format.picture if runs else None


def chosen_picture(edit: Edit) -> Picture | None:
    """The picture that is selected, None where anything else is, too, or nothing."""
    (first, start), (last, end) = selection(edit)
    return _picture_at(edit, (first, start)) if first == last and end == start + 1 else None


def resized(edit: Edit, w: float) -> Edit:
    """``edit`` with the selected picture ``w`` points wide, and as high as its proportions want it."""
    picture = chosen_picture(edit)
    if picture is None:
        return edit
    w = max(_LEAST, round(w, 1))
    changed = picture._replace(w=w, h=max(1.0, round(w * picture.h / picture.w, 1)))
    if changed == picture:
        return edit
    (index, start), (_, end) = selection(edit)
    paragraphs = edit.document.paragraphs
    look = cut(paragraphs[index].runs, start, end)[0].format._replace(picture=changed)
    new = splice(paragraphs[index], start, end, (Run(PICTURE, look),))
    document = Document((*paragraphs[:index], new, *paragraphs[index + 1 :]))
    return replaced(edit, document, edit.anchor, edit.caret, typing=True)


def captioned(edit: Edit, words: str) -> Edit:
    """``edit`` with a caption below the paragraph of the selected picture, numbered after those that are there."""
    if chosen_picture(edit) is None:
        return edit
    index = edit.caret[0]
    paragraphs = edit.document.paragraphs
    number = 1 + sum([p.style == "Caption" for p in paragraphs[: index + 1]])
    text = f"Figure {number}: {words}" if words else f"Figure {number}"
    new = Paragraph((Run(text, Format(italic=True)),), "Caption", paragraphs[index].alignment)
    document = Document((*paragraphs[: index + 1], new, *paragraphs[index + 1 :]))
    end = (index + 1, len(text))
    return replaced(edit, document, end, end)


def picture_under(layout: TextLayout, x: int, y: int) -> Place | None:
    """The picture of a paragraph that is at a point, in pixels of the paragraph; None where there is none."""
    return next((p for p in pictures_in(layout) if p.x <= x < p.x + p.w and p.y <= y < p.y + p.h), None)
