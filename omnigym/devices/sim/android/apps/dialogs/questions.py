"""The dialogs that apps of the phone share: a question, a choice, a line of text, a permission, a time of the day.

They are opened by `OpenDialog` with these arguments, and reply with:

* ``ask``, (title, text, yes, no): True or False;
* ``choose``, (title, ((value, label), ...), value): the value chosen, or None;
* ``prompt``, (title, label, text, yes): the text, or None;
* ``permission``, (title, image) and maybe other ((value, label), ...): "granted", "once" or "denied";
* ``pick_time``, (title, hour, minute): "HH:MM", or None.

"no" may be "" where there is nothing but to agree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.kit import dialog_card, phone_app
from omnigym.devices.sim.app import Close, Context, Effect, Focus
from omnigym.devices.sim.ui.nodes import FILL, Element, Msg, Node, column, row
from omnigym.devices.sim.ui.widgets import button, field, icon, radio, scroll, spacer, text, toggle

__all__ = ["APPS"]

_Result = tuple[Any, tuple[Effect, ...]]
#: A row of a choice, and how many of them are seen at once.
_ROW, _MOST = 50, 9


def _buttons(app: str, yes: str, no: str) -> Node:
    away = button(f"{app}.no", no, style="text", cancel=True, click=("away",)) if no else None
    return row(spacer(), away, button(f"{app}.yes", yes, style="text", default=True, click=("yes",)), gap=4)


class _Ask(NamedTuple):
    """A question."""

    title: str
    text: str
    yes: str
    no: str


def _ask_view(state: _Ask, _ctx: Context) -> Node:
    return dialog_card("ask", state.title, text(state.text, style="muted", w=FILL, wrap=True),
                       _buttons("ask", state.yes, state.no))  # fmt: skip


def _ask_update(state: _Ask, msg: Msg, _ctx: Context) -> _Result:
    return state, (Close(msg == ("yes",)),) if msg[0] in ("yes", "away", "back") else ()


class _Choose(NamedTuple):
    """A choice of one of several."""

    title: str
    options: tuple[tuple[str, str], ...]
    value: str


def _choose_view(state: _Choose, _ctx: Context) -> Node:
    rows: list[Element] = [
        radio(f"choose.{value}", label, checked=value == state.value, click=("pick", value))._replace(w=FILL, h=_ROW)
        for value, label in state.options
    ]
    height = _ROW * min(len(rows), _MOST)
    return dialog_card("choose", state.title, scroll("choose.list", column(*rows), h=height),
                       row(spacer(), button("choose.no", "Cancel", style="text", click=("away",))))  # fmt: skip


def _choose_update(state: _Choose, msg: Msg, _ctx: Context) -> _Result:
    match msg:
        case ("pick", str(value)):
            return state, (Close(value),)
        case ("away",) | ("back",):
            return state, (Close(),)
        case _:
            return state, ()


class _Prompt(NamedTuple):
    """A line of text."""

    title: str
    label: str
    text: str
    yes: str = "OK"


def _prompt_view(state: _Prompt, _ctx: Context) -> Node:
    line = field("prompt.text", state.text, name=state.label, placeholder=state.label, change=("text",),
                 submit=("submit",))  # fmt: skip
    return dialog_card("prompt", state.title, line, _buttons("prompt", state.yes, "Cancel"))


def _prompt_update(state: _Prompt, msg: Msg, _ctx: Context) -> _Result:
    match msg:
        case ("text", str(typed)):
            return state._replace(text=typed), ()
        case ("submit", str(typed)):
            return state, (Close(typed),)
        case ("yes",):
            return state, (Close(state.text),)
        case ("away",) | ("back",):
            return state, (Close(),)
        case _:
            return state, ()


class _Permission(NamedTuple):
    """Something that an app wants to be allowed."""

    title: str
    image: str
    grants: tuple[tuple[str, str], ...] = (
        ("granted", "While using the app"),
        ("once", "Only this time"),
        ("denied", "Don’t allow"),
    )


def _permission_view(state: _Permission, _ctx: Context) -> Node:
    buttons = [
        button(f"permission.{v}", label, style="tonal", w=FILL, h=52, click=("grant", v)) for v, label in state.grants
    ]
    return dialog_card(
        "permission", "", row(icon(f"m/{state.image}", size=28, style="accent"), justify="center"),
        text(state.title, style="title", w=FILL, wrap=True, role=Role.HEADING), column(*buttons, gap=6), away=None,
    )  # fmt: skip


def _permission_update(state: _Permission, msg: Msg, _ctx: Context) -> _Result:
    match msg:
        case ("grant", str(value)):
            return state, (Close(value),)
        case ("back",):
            return state, (Close("denied"),)
        case _:
            return state, ()


class _Time(NamedTuple):
    """A time of the day, as it is typed."""

    title: str
    hour: str
    minute: str
    evening: bool
    wrong: bool = False


def _time_init(args: tuple[str, int, int], ctx: Context) -> _Result:
    title, hour, minute = args
    whole = ctx.settings.get("system/time_12_24") == "24"
    shown = f"{hour:02}" if whole else str(hour % 12 or 12)
    return _Time(title, shown, f"{minute:02}", hour >= 12), (Focus("pick_time.hour", 0, -1),)


def _time_view(state: _Time, ctx: Context) -> Node:
    def part(key: str, name: str, value: str) -> Node:
        return field(f"pick_time.{key}", value, name=name, style="", w=84, h=64, change=(key,), submit=("done",))

    whole = ctx.settings.get("system/time_12_24") == "24"
    halves = column(*[toggle(f"pick_time.{half.lower()}", half, style="chip", checked=state.evening == (half == "PM"),
                             w=60, click=("half", half == "PM")) for half in ("AM", "PM")], gap=4, w=60)  # fmt: skip
    return dialog_card(
        "pick_time", state.title,
        row(part("hour", "Hour", state.hour), text(":", style="page_title"), part("minute", "Minute", state.minute),
            None if whole else halves, gap=10),
        text("There is no such time", style="error") if state.wrong else None,
        _buttons("pick_time", "OK", "Cancel"),
    )  # fmt: skip


def _time_of(state: _Time, ctx: Context) -> str:
    """The time that is typed, or "" for none."""
    if not (state.hour.isdecimal() and state.minute.isdecimal()) or int(state.minute) > 59:
        return ""
    hour = int(state.hour)
    if ctx.settings.get("system/time_12_24") != "24":
        hour = hour % 12 + 12 * state.evening if 1 <= hour <= 12 else 24
    return f"{hour:02}:{int(state.minute):02}" if hour < 24 else ""


def _time_update(state: _Time, msg: Msg, ctx: Context) -> _Result:
    match msg:
        case ("hour", str(typed)):
            return state._replace(hour=typed, wrong=False), ()
        case ("minute", str(typed)):
            return state._replace(minute=typed, wrong=False), ()
        case ("half", bool(evening)):
            return state._replace(evening=evening), ()
        case ("yes",) | ("done", _):
            found = _time_of(state, ctx)
            return (state, (Close(found),)) if found else (state._replace(wrong=True), ())
        case ("away",) | ("back",):
            return state, (Close(),)
        case _:
            return state, ()


def _dialog(name: str, init: Any, view: Any, update: Any, focus: str = "", sees: tuple[str, ...] = ()) -> Any:
    return phone_app(name=name, title="", icon="", init=init, view=view, update=update, dialog=True, focus=focus,
                     caption=lambda state: state.title, sees=sees, close=("back",))  # fmt: skip


APPS = (
    _dialog("ask", lambda args, _: (_Ask(*args), ()), _ask_view, _ask_update),
    _dialog("choose", lambda args, _: (_Choose(*args), ()), _choose_view, _choose_update),
    _dialog("prompt", lambda args, _: (_Prompt(*args), (Focus("prompt.text", 0, -1),)), _prompt_view, _prompt_update),
    _dialog("permission", lambda args, _: (_Permission(*args), ()), _permission_view, _permission_update),
    _dialog("pick_time", _time_init, _time_view, _time_update, sees=("settings",)),
)
