"""What the ribbon and the Navigation pane do to a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ShowCaret
from omnigym.devices.sim.documents import formatting as fm
from omnigym.devices.sim.documents.edit import (
    Edit,
    current_format,
    insert,
    redo,
    select_all,
    selected_text,
    undo,
)
from omnigym.devices.sim.documents.layout import PAGE_BREAK, STYLE_LOOKS
from omnigym.devices.sim.documents.search import find_next, occurrences, replace_all, replace_next
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.word.font_dialog import FontQuestion
from omnigym.devices.sim.windows.apps.word.ribbon import SIZES, shown_of
from omnigym.devices.sim.windows.apps.word.state import Find, State, edited
from omnigym.devices.sim.windows.apps.word.view import PAGE
from omnigym.documents import ALIGNMENTS

__all__ = ["COMMANDS", "Result"]

Result = tuple[State, tuple[Effect, ...]]
_BACK_TO_PAGE = (Focus(PAGE),)
_TO_CARET = (ShowCaret(PAGE),)
_ZOOMS = (50, 75, 90, 100, 110, 125, 150, 200)


def _formatted(change: Callable[..., Edit]) -> Callable[..., Result]:
    """A handler that changes the document and gives it the focus again."""

    def handle(state: State, _ctx: Context, *args: str) -> Result:
        return edited(state, change(state.edit, *args)), _BACK_TO_PAGE

    return handle


def _resize(edit: Edit, step: int) -> Edit:
    """The next larger (1) or smaller (-1) of the usual sizes."""
    style = fm.touched(edit)[0].style
    size = current_format(edit).size or STYLE_LOOKS.get(style, STYLE_LOOKS["Normal"]).size
    sizes = [float(s) for s in SIZES]
    wanted = [s for s in sizes if s > size][:1] if step > 0 else [s for s in sizes if s < size][-1:]
    return fm.set_format(edit, size=wanted[0]) if wanted else edit


def _font_dialog(state: State, _ctx: Context) -> Result:
    shown, sample = shown_of(state.edit), selected_text(state.edit).split("\n")[0][:40]
    look = current_format(state.edit)._replace(font=shown.font, size=float(shown.size))
    return state, (OpenDialog("word_font", FontQuestion(look, sample), ("fonted",)),)


def _fonted(state: State, _ctx: Context, changes: tuple[tuple[str, object], ...] | None) -> Result:
    return (edited(state, fm.set_format(state.edit, **dict(changes))) if changes else state), _BACK_TO_PAGE


def _set_size(edit: Edit, text: str) -> Edit:
    return fm.set_format(edit, size=float(text)) if text in SIZES else edit


def _date(state: State, ctx: Context) -> Result:
    now = datetime.fromtimestamp(ctx.clock_ms // 1000, UTC)
    return edited(state, insert(state.edit, f"{now.month}/{now.day}/{now.year}")), _BACK_TO_PAGE


def _word_count(state: State, _ctx: Context) -> Result:
    text = state.edit.document.text
    paragraphs = sum([bool(p.runs) for p in state.edit.document.paragraphs])
    letters = len(text.replace("\n", ""))
    statistics = f"Words: {state.words}\nCharacters (with spaces): {letters}\nParagraphs: {paragraphs}"
    return state, (tell("Word Count", statistics, "info"),)


def _zoom(state: State, step: int) -> Result:
    at = min(range(len(_ZOOMS)), key=lambda i: abs(_ZOOMS[i] - state.zoom))
    return state._replace(zoom=_ZOOMS[min(max(at + step, 0), len(_ZOOMS) - 1)]), _BACK_TO_PAGE


# -- the Navigation pane --------------------------------------------------------------------------------------


def _open_find(state: State, replacing: bool) -> Result:
    wanted = selected_text(state.edit)
    find = state.find or Find()
    if wanted and "\n" not in wanted:
        find = find._replace(wanted=wanted)
    return state._replace(find=find._replace(replacing=replacing, note="")), (Focus("word.find.text", 0, -1),)


def _find_text(state: State, _ctx: Context, text: str) -> Result:
    if state.find is None:
        return state, ()
    count = len(occurrences(state.edit.document, text))
    note = "" if not text else "No matches" if not count else f"{count} result{'s' * (count != 1)}"
    return state._replace(find=state.find._replace(wanted=text, note=note)), ()


def _find_with(state: State, _ctx: Context, text: str) -> Result:
    return (state._replace(find=state.find._replace(new=text)) if state.find is not None else state), ()


def _find_next(state: State, _ctx: Context, *_: str) -> Result:
    if state.find is None:
        return state, ()
    return edited(state, find_next(state.edit, state.find.wanted)), _TO_CARET


def _replace_one(state: State, _ctx: Context) -> Result:
    if state.find is None:
        return state, ()
    return edited(state, replace_next(state.edit, state.find.wanted, state.find.new)), _TO_CARET


def _replace_all(state: State, _ctx: Context, *_: str) -> Result:
    if state.find is None or not state.find.wanted:
        return state, ()
    edit, count = replace_all(state.edit, state.find.wanted, state.find.new)
    note = f"All done. We made {count} replacement{'s' * (count != 1)}."
    return edited(state, edit)._replace(find=state.find._replace(note=note)), ()


def _close_find(state: State, _ctx: Context) -> Result:
    return state._replace(find=None), _BACK_TO_PAGE


COMMANDS: Mapping[str, Callable[..., Result]] = {
    **{
        name: _formatted(lambda e, n=name: fm.toggle_format(e, n)) for name in ("bold", "italic", "underline", "strike")
    },
    **{f"align_{a}": _formatted(lambda e, a=a: fm.set_alignment(e, a)) for a in ALIGNMENTS},
    "bullets": _formatted(lambda e: fm.toggle_list(e, "bullet")),
    "clear": _formatted(fm.clear_format),
    "color": _formatted(lambda e, color: fm.set_format(e, color=color)),
    "date": _date,
    "find": lambda s, _: _open_find(s, False),
    "find_close": _close_find,
    "find_next": _find_next,
    "find_text": _find_text,
    "find_with": _find_with,
    "font": _formatted(lambda e, name: fm.set_format(e, font=name)),
    "font_dialog": _font_dialog,
    "fonted": _fonted,
    "grow": _formatted(lambda e: _resize(e, 1)),
    "highlight": _formatted(lambda e, name: fm.set_format(e, highlight=name)),
    "insert": _formatted(insert),
    "margin": lambda s, _, name: (s._replace(margin=name), _BACK_TO_PAGE),
    "numbering": _formatted(lambda e: fm.toggle_list(e, "number")),
    "page_break": _formatted(lambda e: insert(e, f"{PAGE_BREAK}\n")),
    "redo": _formatted(redo),
    "replace": lambda s, _: _open_find(s, True),
    "replace_all": _replace_all,
    "replace_one": _replace_one,
    "select_all": _formatted(select_all),
    "shrink": _formatted(lambda e: _resize(e, -1)),
    "size": _formatted(_set_size),
    "style": _formatted(fm.set_style),
    "undo": _formatted(undo),
    "word_count": _word_count,
    "zoom_100": lambda s, _: (s._replace(zoom=100), _BACK_TO_PAGE),
    "zoom_in": lambda s, _: _zoom(s, 1),
    "zoom_out": lambda s, _: _zoom(s, -1),
}
