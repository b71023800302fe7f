"""Word's dialog Font; the reply is what was changed, as fields of a format with their values, or None."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Close, Context, Effect, Handler
from omnigym.devices.sim.style.fonts import Font, line_height
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, checkbox, combo, picture, spacer, text
from omnigym.devices.sim.windows.apps.word.ribbon import COLORS, FONTS, SIZES
from omnigym.documents import Format

__all__ = ["APPS", "FontQuestion"]

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
