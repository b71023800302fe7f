"""The clipboard history, which Windows+V opens: what is chosen is pasted where one was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.sim.app import App, Context, Effect, Handler, OpenShell, ScrollTo, SetClipboard, SetSetting
from omnigym.sim.desktop import Desktop
from omnigym.sim.system import Forget, Keystroke
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import button, icon, scroll, spacer, text
from omnigym.values import ClipboardContent

# -- what was on the clipboard lately, kept while a setting says so ---------------------------------------------------

SETTING = "clipboard.history"
#: As many as Windows keeps.
_MOST = 25


def keep_clip(desk: Desktop, _action: Action) -> None:
    """After an action: take what it put on the clipboard into the history, the latest first; files are not."""
    regs = desk.regs
    clip = regs.clipboard
    if regs.clips[:1] == (clip,) or regs.settings.get(SETTING) != "on" or not (clip.text or clip.image):
        return
    regs.clips = (clip, *[c for c in regs.clips if c != clip])[:_MOST]


# -- clipboard --------------------------------------------------------------------------------------------------------

#: Logical pixels, and characters of a text that are shown.
_WIDTH, _HEIGHT, _BAR, _GAP, _SHOWN = 360, 420, 48, 12, 160


class _State(NamedTuple):
    """What was on the clipboard, the latest first, and which of it the arrow keys are at."""

    clips: tuple[ClipboardContent, ...] = ()
    at: int = 0


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]


def _key(index: int) -> str:
    return f"clipboard.item.{index}"


def _clip(index: int, clip: ClipboardContent, chosen: bool) -> Node:
    said = " ".join(clip.text[:_SHOWN].split()) if clip.text else "Image"
    return row(
        None if clip.text else icon("image", size=24),
        text(said, wrap=True, w=FILL, role=None),
        button(f"{_key(index)}.delete", icon="delete", name=f"Delete {said}", style="tool", click=("delete", index)),
        style="best_match" if chosen else "note",
        flags=state_flags(selected=chosen),
        key=_key(index),
        role=Role.LIST_ITEM,
        name=said,
        w=FILL,
        pad=(14, 10, 8, 10),
        gap=10,
        align="start",
        click=("paste", index),
    )


def _clips(clips: tuple[ClipboardContent, ...], at: int) -> Node:
    found = [memo(_clip, index, clip, index == at, w=FILL) for index, clip in enumerate(clips)]
    return column(*found, role=Role.LIST, name="Clipboard history", gap=6, pad=(10, 0, 14, 10))


def _head(clearable: bool) -> Node:
    return row(
        text("Clipboard", style="strong", role=Role.HEADING),
        spacer(),
        button("clipboard.clear", "Clear all", style="chip", click=("clear",)) if clearable else None,
        h=48,
        pad=(16, 0, 10, 0),
    )


def _said(title: str, lines: tuple[str, ...], turn_on: bool) -> Node:
    """What there is in the place of a list."""
    on = button("clipboard.turn_on", "Turn on", style="accent", click=("turn_on",)) if turn_on else None
    return column(
        spacer(h=40),
        row(icon("clipboard", size=40), justify="center"),
        text(title, style="empty", w=FILL),
        column(*[text(line, style="center", w=FILL) for line in lines]),
        row(on, justify="center") if on is not None else None,
        h=FILL,
        pad=(24, 0),
        gap=14,
    )


def _view(state: _State, ctx: Context) -> Node:
    body: Element
    if ctx.settings.get(SETTING) != "on":
        lines: tuple[str, ...] = ("Turn on clipboard history to copy", "and view multiple items.")
        body = panel(_said, "Can't show history", lines, True, h=FILL)
    elif state.clips:
        body = scroll("clipboard.list", panel(_clips, state.clips, state.at))
    else:
        lines = ("You'll see your clipboard history", "here once you've copied something.")
        body = panel(_said, "Nothing here", lines, False, h=FILL)
    return column(
        panel(_head, bool(state.clips), h=48),
        body,
        style="start",
        role=Role.WINDOW,
        name="Clipboard",
        key="clipboard",
        h=FILL,
        pad=1,
    )


def _paste(state: _State, _ctx: Context, index: int) -> _Result:
    if index >= len(state.clips):
        return state, ()
    return state, (OpenShell(""), SetClipboard(state.clips[index]), Keystroke("ctrl+v"))


def _delete(state: _State, ctx: Context, index: int) -> _Result:
    gone = state.clips[index]
    kept = tuple([c for c in state.clips if c != gone])
    empties = (SetClipboard(ClipboardContent()),) if ctx.clipboard == gone else ()
    return _State(kept), (Forget((gone,)), *empties)


def _step(state: _State, _ctx: Context, by: int) -> _Result:
    at = min(max(state.at + by, 0), len(state.clips) - 1)
    return (state._replace(at=at), (ScrollTo("clipboard.list", _key(at)),)) if state.clips else (state, ())


_ON: Mapping[str, Handler] = {
    "clear": lambda s, _: (_State(), (Forget(s.clips), SetClipboard(ClipboardContent()))),
    "choose": lambda s, ctx: _paste(s, ctx, s.at),
    "delete": _delete,
    "paste": _paste,
    "step": _step,
    "turn_on": lambda s, _: (s, (SetSetting(SETTING, "on"),)),
}


def _place(w: int, h: int) -> tuple[int, int, int, int]:
    height = min(_HEIGHT, h - _BAR - 2 * _GAP)
    return w - _WIDTH - _GAP, h - _BAR - _GAP - height, _WIDTH, height


APPS = (
    App(
        name="clipboard",
        title="Clipboard",
        icon="clipboard",
        init=lambda args, _ctx: (_State(tuple(args)), ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "Clipboard",
        keys=(("down", ("step", 1)), ("up", ("step", -1)), ("enter", ("choose",))),
        layer="popup",
        place=_place,
    ),
)
