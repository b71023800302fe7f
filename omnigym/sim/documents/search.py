"""Find and replace in a document that is edited."""

from __future__ import annotations

from omnigym.documents import Document, Paragraph, Run
from omnigym.documents.model import merge_runs
from omnigym.sim.documents.edit import (
    LONGEST_LINE,
    Edit,
    Position,
    cut,
    format_before,
    replaced,
    room,
    select,
    selected_text,
    selection,
)
from omnigym.sim.work_budget import charge

__all__ = ["find_next", "find_previous", "occurrences", "replace_all", "replace_next"]

#: Units of work of a paragraph that is searched, of a place that is found, of one that is replaced; letters that are
#: searched in one.
_SEARCHED, _PLACE, _REPLACED, _LETTERS = 6, 2, 12, 4


def _places(text: str, wanted: str, match_case: bool) -> list[int]:
    """The offsets of ``wanted`` in ``text``, from left to right, without overlaps."""
    if not match_case:
        text, wanted = _lower(text), _lower(wanted)
    places, start = [], text.find(wanted) if wanted else -1
    while start >= 0:
        places.append(start)
        start = text.find(wanted, start + len(wanted))
    return places


def _lower(text: str) -> str:
    """``text`` in lower case with the same length: characters whose lower case is longer stay, so offsets are valid."""
    if text.isascii():
        return text.lower()
    return "".join([low if len(low := c.lower()) == 1 else c for c in text])


def occurrences(document: Document, wanted: str, match_case: bool = False) -> tuple[Position, ...]:
    """The positions of ``wanted``, in order; it is searched within single paragraphs."""
    return tuple([(i, at) for i, (_, places) in enumerate(_found(document, wanted, match_case)) for at in places])


def _found(document: Document, wanted: str, match_case: bool) -> list[tuple[Paragraph, list[int]]]:
    """The paragraphs, and where ``wanted`` is in each."""
    texts = [paragraph.text for paragraph in document.paragraphs]
    charge(_SEARCHED * len(texts) + sum(map(len, texts)) // _LETTERS)
    if not match_case:
        wanted, texts = _lower(wanted), [_lower(text) for text in texts]
    found = [(p, _places(t, wanted, True)) for p, t in zip(document.paragraphs, texts, strict=True)]
    charge(_PLACE * sum([len(places) for _, places in found]))
    return found


def find_next(edit: Edit, wanted: str, match_case: bool = False, wrap: bool = True) -> Edit:
    """``edit`` with the next occurrence after the selection selected; after the last one the first, if it may wrap."""
    places, after = occurrences(edit.document, wanted, match_case), selection(edit)[1]
    found = [p for p in places if p >= after] or (list(places) if wrap else [])
    return _chosen(edit, found[0], wanted) if found else edit


def find_previous(edit: Edit, wanted: str, match_case: bool = False, wrap: bool = True) -> Edit:
    """``edit`` with the last occurrence before the selection selected; before the first the last, if it may wrap."""
    places, before = occurrences(edit.document, wanted, match_case), selection(edit)[0]
    found = [(i, at) for i, at in places if (i, at + len(wanted)) <= before] or (list(places) if wrap else [])
    return _chosen(edit, found[-1], wanted) if found else edit


def _chosen(edit: Edit, place: Position, wanted: str) -> Edit:
    index, offset = place
    return select(edit, (index, offset + len(wanted)), (index, offset))


def _replace_in(paragraph: Paragraph, places: list[int], length: int, new: str) -> Paragraph:
    if not places:
        return paragraph
    runs, start = list[Run](), 0
    for at in places:
        runs += (*cut(paragraph.runs, start, at), Run(new, format_before(paragraph, at + 1)))
        start = at + length
    return paragraph._replace(runs=merge_runs((*runs, *cut(paragraph.runs, start, len(paragraph.text)))))


def replace_next(edit: Edit, wanted: str, new: str, match_case: bool = False, wrap: bool = True) -> Edit:
    """Replace the selection if it is an occurrence, then select the next one."""
    (index, start), (_, end) = selection(edit)
    if _places(selected_text(edit), wanted, match_case) == [0] and end - start == len(wanted):
        paragraphs = list(edit.document.paragraphs)
        paragraphs[index] = _replace_in(paragraphs[index], [start], len(wanted), new)
        caret = (index, start + len(new))
        edit = replaced(edit, Document(tuple(paragraphs)), caret, caret)
    return find_next(edit, wanted, match_case, wrap)


def replace_all(edit: Edit, wanted: str, new: str, match_case: bool = False) -> tuple[Edit, int]:
    """Replace every occurrence, as one step of undo; returns the edit and the number of replacements.

    None is replaced where the text has no room for all.
    """
    found = _found(edit.document, wanted, match_case)
    count = sum([len(places) for _, places in found])
    if not count or count * (len(new) - len(wanted)) > room(select(edit, edit.caret)):
        return edit, 0
    charge(_REPLACED * count)
    paragraphs = tuple([_replace_in(p, places, len(wanted), new) for p, places in found])
    if max([len(p.text) for p in paragraphs]) > max(LONGEST_LINE, *[len(p.text) for p, _ in found]):
        return edit, 0
    return replaced(edit, Document(paragraphs), (0, 0), (0, 0)), count
