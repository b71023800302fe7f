"""Cutting and joining the formatted runs of a paragraph; adjacent runs with the same format are always merged."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.documents import Format, Paragraph, Run
from omnigym.documents.model import merge_runs

__all__ = ["cut", "format_before", "formats", "join", "lettered", "map_formats", "splice"]


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
