"""What the ribbon and the Navigation pane do to a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.documents import Format
from omnigym.documents.printing import pages_of, pdf_of
from omnigym.sim.app import App, Close, Context, Effect, Focus, Handler, OpenDialog, SetFiles
from omnigym.sim.common.documents import SIZES, edited, formatting, searching
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.documents import formatting as fm
from omnigym.sim.documents.edit import current_format, insert, selected_text
from omnigym.sim.style.fonts import Font, line_height
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, checkbox, combo, picture, spacer, text
from omnigym.sim.vfs import HOME, VfsError, parent_of
from omnigym.sim.windows.apps.word.state import Print, State, copies_of, name_of, pages_chosen
from omnigym.sim.windows.apps.word.view import COLORS, FONTS, PAGE, WHICH, shown_of
from omnigym.sim.windows.printing import TO_PDF, Job, printed

# -- font dialog ------------------------------------------------------------------------------------------------------

# Word's dialog Font; the reply is what was changed, as fields of a format with their values, or None.

_STYLES = (
    ("Regular", (False, False)),
    ("Italic", (False, True)),
    ("Bold", (True, False)),
    ("Bold Italic", (True, True)),
)
_UNDERLINES = (("(none)", False), ("Words and spaces", True))
_COLUMN = 150
#: The preview, in logical pixels.
_SAMPLE_W, _SAMPLE_H = 428, 68


class FontQuestion(NamedTuple):
    """What is asked, and the state of the dialog.

    Attributes:
        before: How the text looks, its font and size named.
        sample: Some of it.
        format: How it shall look.
    """

    before: Format
    sample: str = ""
    format: Format = Format()


_Result = tuple[FontQuestion, tuple[Effect, ...]]


def _init(args: object, _ctx: Context) -> _Result:
    question = args if isinstance(args, FontQuestion) else FontQuestion(Format())
    return question._replace(format=question.before), ()


def _choice(key: str, label: str, value: str, options: tuple[str, ...], w: int = _COLUMN) -> Node:
    return column(
        text(f"{label}:", role=None),
        combo(f"word_font.{key}", value, options, name=label, w=w, change=(key,)),
        w=w,
        gap=4,
    )


def _preview(sample: str, look: Format) -> Node:
    font = Font(look.font or "ui", round((look.size or 11) * 96 / 72), look.bold, look.italic)
    ink = int(look.color, 16) if look.color else 0x000000
    top = max(0, (_SAMPLE_H - line_height(font)) // 2)
    ops = (("rect", 0, 0, _SAMPLE_W, _SAMPLE_H, 0xFFFFFF), ("text", 12, top, sample, font, ink, 0xFFFFFF))
    return picture(ops, w=_SAMPLE_W, h=_SAMPLE_H, role=Role.IMAGE, name="Preview", key="word_font.preview")


def _view(state: FontQuestion, _ctx: Context) -> Node:
    look = state.format
    underlines = tuple([name for name, _ in _UNDERLINES])
    style = next(name for name, marks in _STYLES if marks == (look.bold, look.italic))
    color = next((name for name, value in COLORS if value == look.color), "More Colors")
    return column(
        column(
            row(
                _choice("font", "Font", look.font, FONTS, 170),
                _choice("style", "Font style", style, tuple([name for name, _ in _STYLES])),
                _choice("size", "Size", f"{look.size:g}", SIZES, 86),
                gap=12,
            ),
            row(
                _choice("color", "Font color", color, tuple([name for name, _ in COLORS]), 170),
                _choice("underline", "Underline style", underlines[look.underline], underlines),
                gap=12,
            ),
            text("Effects", style="strong"),
            checkbox("word_font.strike", "Strikethrough", checked=look.strike, click=("strike",)),
            text("Preview", style="strong"),
            row(_preview(state.sample or "Sample", look), style="card", pad=1),
            h=FILL,
            pad=(20, 14),
            gap=10,
        ),
        row(
            spacer(),
            button("word_font.ok", "OK", style="accent", default=True, click=("ok",), w=92),
            button("word_font.cancel", "Cancel", cancel=True, click=("cancel",), w=92),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


def _looking(change: Callable[[Format, str], Format]) -> Handler:
    """A handler that changes the format to what was chosen."""
    return lambda state, _, chosen="": (state._replace(format=change(state.format, chosen)), ())


def _styled(look: Format, name: str) -> Format:
    bold, italic = dict(_STYLES)[name]
    return look._replace(bold=bold, italic=italic)


def _ok(state: FontQuestion, _ctx: Context) -> _Result:
    pairs = zip(Format._fields, state.before, state.format, strict=True)
    return state, (Close(tuple([(name, new) for name, old, new in pairs if new != old])),)


_ON: Mapping[str, Handler] = {
    "cancel": lambda state, _: (state, (Close(None),)),
    "color": _looking(lambda look, name: look._replace(color=dict(COLORS)[name])),
    "font": _looking(lambda look, name: look._replace(font=name)),
    "ok": _ok,
    "size": _looking(lambda look, size: look._replace(size=float(size))),
    "strike": _looking(lambda look, _: look._replace(strike=not look.strike)),
    "style": _looking(_styled),
    "underline": _looking(lambda look, name: look._replace(underline=dict(_UNDERLINES)[name])),
}


APPS = (
    App(
        name="word_font",
        title="Font",
        icon="word",
        init=_init,
        view=_view,
        on=_ON,
        caption=lambda state: "Font",
        size=(470, 400),
        dialog=True,
    ),
)

# -- commands ---------------------------------------------------------------------------------------------------------

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

# -- printing a document ----------------------------------------------------------------------------------------------

# Into the queue of a printer, or to a PDF file.

_PDF = (("PDF Document (*.pdf)", "pdf"),)


def _opened(state: State, _ctx: Context) -> Result:
    return state._replace(backstage="print", print=state.print._replace(shown=0)), (Focus("word.print.ok"),)


def _with(change: Callable[..., Print]) -> Callable[..., Result]:
    """A handler that changes the settings."""
    return lambda state, _, value: (state._replace(print=change(state.print, value)), ())


def _show(state: State, _ctx: Context, step: int) -> Result:
    last = len(pages_of(state.edit.document)) - 1
    shown = min(max(0, min(state.print.shown, last) + step), last)
    return state._replace(print=state.print._replace(shown=shown)), ()


def _print_now(state: State, ctx: Context) -> Result:
    if not copies_of(state) or not pages_chosen(state):
        return state, ()
    if state.print.printer != TO_PDF:
        return _sent(state, ctx, "")
    folder = parent_of(state.path) if state.path else f"{HOME}/Documents"
    name = f"{name_of(state).removesuffix('.docx')}.pdf"
    return state, (OpenDialog("file_dialog", FileDialog(True, folder, name, _PDF), ("print_to",)),)


def _print_to(state: State, ctx: Context, path: str | None) -> Result:
    return _sent(state, ctx, path) if path is not None else (state, ())


def _sent(state: State, ctx: Context, path: str) -> Result:
    """Into the queue, and into the file at ``path`` where there is one; then back to the page."""
    pages = pages_chosen(state)
    numbers = ",".join([str(n) for n in pages])
    job = Job(0, name_of(state), state.print.printer, numbers, copies_of(state), path)
    try:
        vfs = ctx.vfs
        if path:
            vfs = vfs.write(path, pdf_of(state.edit.document, name_of(state), pages), ctx.clock_ms)
        vfs = printed(vfs, job, ctx.clock_ms)
    except VfsError as e:
        return state, (tell("Microsoft Word", str(e)),)
    return state._replace(backstage=""), (SetFiles(vfs), Focus(PAGE))


#: Messages to handlers.
PRINTING: Mapping[str, Callable[..., Result]] = {
    "print": _opened,
    "print_copies": _with(lambda p, typed: p._replace(copies=typed)),
    "print_now": _print_now,
    "print_pages": _with(lambda p, typed: p._replace(pages=typed, custom=bool(typed.strip()))),
    "print_show": _show,
    "print_to": _print_to,
    "print_which": _with(lambda p, name: p._replace(custom=name == WHICH[True])),
    "printer": _with(lambda p, name: p._replace(printer=name)),
}
