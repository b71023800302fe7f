"""Word processors: the rules that every one has, whatever its window looks like.

The state of a window is a record of the program's own that has the fields of `_Written`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

from omnigym.counts import count_of
from omnigym.documents import ALIGNMENTS, PICTURE, Document, Paragraph
from omnigym.sim.app import Context, Effect, Focus, ShowCaret
from omnigym.sim.documents import formatting as fm
from omnigym.sim.documents.difference import Tally, common_start, difference
from omnigym.sim.documents.edit import (
    Edit,
    Position,
    current_format,
    insert,
    redo,
    select_all,
    selected_text,
    undo,
)
from omnigym.sim.documents.layout import PAGE_BREAK, STYLE_LOOKS
from omnigym.sim.documents.search import find_next, occurrences, replace_all, replace_next


class Find(NamedTuple):
    """What is looked for in a document.

    Attributes:
        wanted, new: What is looked for, and what it is replaced with.
        replacing: Whether the program offers to replace.
        note: What came of the last search.
    """

    wanted: str = ""
    new: str = ""
    replacing: bool = False
    note: str = ""


class _Written(Protocol):
    """The fields that the state of every word processor's window has.

    Attributes:
        edit: The document, caret, selection and history.
        words: How many words it has.
        breaks: Where its page breaks are.
        find: What is looked for, or None.
    """

    @property
    def edit(self) -> Edit: ...
    @property
    def words(self) -> int: ...
    @property
    def breaks(self) -> tuple[Position, ...]: ...
    @property
    def find(self) -> Find | None: ...


S = TypeVar("S", bound=_Written)


def _with(state: S, **changes: object) -> S:
    """A record with other values of some fields."""
    return state._replace(**changes)  # type: ignore[attr-defined, no-any-return]


# -- counting ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _words_in(paragraph: Paragraph) -> int:
    return len(paragraph.text.replace(PICTURE, " ").split())


_WORDS = Tally(_words_in)


def count_words(document: Document) -> int:
    """The number of words, parted by white space."""
    return _WORDS(document.paragraphs)


def breaks_in(document: Document) -> tuple[Position, ...]:
    """Where the page breaks are."""
    return occurrences(document, PAGE_BREAK, True)


def _more_words(before: str, after: str) -> int:
    """How many more words a text has, counted from the last space before the first difference."""
    before, after = before.replace(PICTURE, " "), after.replace(PICTURE, " ")
    start = before.rfind(" ", 0, common_start(before, after)) + 1
    return len(after[start:].split()) - len(before[start:].split())


def edited(state: S, edit: Edit) -> S:
    """``state`` with another `Edit`; only paragraphs that are new to it are counted again."""
    old, new = state.edit.document.paragraphs, edit.document.paragraphs
    if old is new:
        return _with(state, edit=edit)
    start, old_end, new_end = difference(old, new)
    if old_end == new_end == start + 1:
        words = state.words + _more_words(old[start].text, new[start].text)
    else:
        words = count_words(edit.document)
    return _with(state, edit=edit, words=words, breaks=_breaks_after(state.breaks, new, (start, old_end, new_end)))


def _breaks_after(
    breaks: tuple[Position, ...], paragraphs: tuple[Paragraph, ...], changed: tuple[int, int, int]
) -> tuple[Position, ...]:
    """The page breaks of a text, of which all are known but those in the paragraphs that changed."""
    start, old_end, new_end = changed
    before = [place for place in breaks if place[0] < start]
    within = occurrences(Document(paragraphs[start:new_end]), PAGE_BREAK, True)
    behind = [(index + new_end - old_end, at) for index, at in breaks if index >= old_end]
    return (*before, *[(start + index, at) for index, at in within], *behind)


# -- formatting -------------------------------------------------------------------------------------------------------

#: The sizes that programs offer, in points.
SIZES = ("8", "9", "10", "11", "12", "14", "16", "18", "20", "24", "28", "36", "48", "72")


def _resized(edit: Edit, step: int) -> Edit:
    """The next larger (1) or smaller (-1) of the usual sizes."""
    style = fm.touched(edit)[0].style
    size = current_format(edit).size or STYLE_LOOKS.get(style, STYLE_LOOKS["Normal"]).size
    sizes = [float(s) for s in SIZES]
    wanted = [s for s in sizes if s > size][:1] if step > 0 else [s for s in sizes if s < size][-1:]
    return fm.set_format(edit, size=wanted[0]) if wanted else edit


def _sized(edit: Edit, text: str) -> Edit:
    return fm.set_format(edit, size=float(text)) if text in SIZES else edit


#: What is done to a document, by the message that asks for it; some are told what to insert or set.
EDITS: Mapping[str, Callable[..., Edit]] = {
    **{name: lambda e, n=name: fm.toggle_format(e, n) for name in ("bold", "italic", "underline", "strike")},
    **{f"align_{a}": lambda e, a=a: fm.set_alignment(e, a) for a in ALIGNMENTS},
    "bullets": lambda e: fm.toggle_list(e, "bullet"),
    "clear": fm.clear_format,
    "color": lambda e, color: fm.set_format(e, color=color),
    "font": lambda e, name: fm.set_format(e, font=name),
    "grow": lambda e: _resized(e, 1),
    "highlight": lambda e, name: fm.set_format(e, highlight=name),
    "insert": insert,
    "numbering": lambda e: fm.toggle_list(e, "number"),
    "page_break": lambda e: insert(e, f"{PAGE_BREAK}\n"),
    "redo": redo,
    "select_all": select_all,
    "shrink": lambda e: _resized(e, -1),
    "size": _sized,
    "style": fm.set_style,
    "undo": undo,
}

Result = tuple[S, tuple[Effect, ...]]


def formatting(page: str) -> Mapping[str, Callable[..., Any]]:
    """Handlers for all `EDITS`, after which the page has the keyboard again.

    Args:
        page: The key of the document.
    """

    def handler(change: Callable[..., Edit]) -> Callable[..., Any]:
        return lambda state, _ctx, *args: (edited(state, change(state.edit, *args)), (Focus(page),))

    return {name: handler(change) for name, change in EDITS.items()}


# -- searching --------------------------------------------------------------------------------------------------------


def searching(page: str, wanted: str) -> Mapping[str, Callable[..., Any]]:
    """Handlers of looking for something and replacing it.

    Args:
        page: The key of the document.
        wanted: That of the field for what is looked for.
    """

    def opened(state: S, replacing: bool) -> Result[S]:
        chosen = selected_text(state.edit)
        find = state.find or Find()
        if chosen and "\n" not in chosen:
            find = find._replace(wanted=chosen)
        return _with(state, find=find._replace(replacing=replacing, note="")), (Focus(wanted, 0, -1),)

    return {
        "find": lambda s, _: opened(s, False),
        "find_close": lambda s, _: (_with(s, find=None), (Focus(page),)),
        "find_next": lambda s, ctx, *_: _find_next(s, ctx, page),
        "find_text": _find_text,
        "find_with": _find_with,
        "replace": lambda s, _: opened(s, True),
        "replace_all": _replace_all,
        "replace_one": lambda s, ctx: _replace_one(s, ctx, page),
    }


def _find_text(state: S, _ctx: Context, text: str) -> Result[S]:
    if state.find is None:
        return state, ()
    count = len(occurrences(state.edit.document, text))
    note = "" if not text else "No matches" if not count else count_of(count, "result")
    return _with(state, find=state.find._replace(wanted=text, note=note)), ()


def _find_with(state: S, _ctx: Context, text: str) -> Result[S]:
    return (_with(state, find=state.find._replace(new=text)) if state.find is not None else state), ()


def _find_next(state: S, _ctx: Context, page: str) -> Result[S]:
    if state.find is None:
        return state, ()
    return edited(state, find_next(state.edit, state.find.wanted)), (ShowCaret(page),)


def _replace_one(state: S, _ctx: Context, page: str) -> Result[S]:
    if state.find is None:
        return state, ()
    return edited(state, replace_next(state.edit, state.find.wanted, state.find.new)), (ShowCaret(page),)


def _replace_all(state: S, _ctx: Context, *_: str) -> Result[S]:
    if state.find is None or not state.find.wanted:
        return state, ()
    edit, count = replace_all(state.edit, state.find.wanted, state.find.new)
    note = f"All done. We made {count_of(count, 'replacement')}."
    return _with(edited(state, edit), find=state.find._replace(note=note)), ()
