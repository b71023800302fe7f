"""What the ribbon and the Navigation pane do to a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog
from omnigym.devices.sim.common.documents import edited, formatting, searching
from omnigym.devices.sim.documents import formatting as fm
from omnigym.devices.sim.documents.edit import current_format, insert, selected_text
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.word.font_dialog import FontQuestion
from omnigym.devices.sim.windows.apps.word.ribbon import shown_of
from omnigym.devices.sim.windows.apps.word.state import State
from omnigym.devices.sim.windows.apps.word.view import PAGE

__all__ = ["COMMANDS", "Result"]

Result = tuple[State, tuple[Effect, ...]]
_BACK_TO_PAGE = (Focus(PAGE),)
_ZOOMS = (50, 75, 90, 100, 110, 125, 150, 200)


def _font_dialog(state: State, _ctx: Context) -> Result:
    shown, sample = shown_of(state.edit), selected_text(state.edit).split("\n")[0][:40]
    look = current_format(state.edit)._replace(font=shown.font, size=float(shown.size))
    return state, (OpenDialog("word_font", FontQuestion(look, sample), ("fonted",)),)


def _fonted(state: State, _ctx: Context, changes: tuple[tuple[str, object], ...] | None) -> Result:
    return (edited(state, fm.set_format(state.edit, **dict(changes))) if changes else state), _BACK_TO_PAGE


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


COMMANDS: Mapping[str, Callable[..., Result]] = {
    **formatting(PAGE),
    **searching(PAGE, "word.find.text"),
    "date": _date,
    "font_dialog": _font_dialog,
    "fonted": _fonted,
    "margin": lambda s, _, name: (s._replace(margin=name), _BACK_TO_PAGE),
    "word_count": _word_count,
    "zoom_100": lambda s, _: (s._replace(zoom=100), _BACK_TO_PAGE),
    "zoom_in": lambda s, _: _zoom(s, 1),
    "zoom_out": lambda s, _: _zoom(s, -1),
}
