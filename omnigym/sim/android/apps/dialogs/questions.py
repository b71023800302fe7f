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

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.kit import dialog_card, phone_dialog
from omnigym.sim.app import Close, Context, Effect, Focus, Handler, dismissed
from omnigym.sim.handlers import sets
from omnigym.sim.ui.nodes import FILL, Element, Node, column, row
from omnigym.sim.ui.widgets import button, field, icon, radio, scroll, spacer, text, toggle

_Result = tuple[object, tuple[Effect, ...]]
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
    return dialog_card(
        "ask", state.title, text(state.text, style="muted", w=FILL, wrap=True), _buttons("ask", state.yes, state.no)
    )


def _ask_yes(state: _Ask, _ctx: Context) -> _Result:
    return state, (Close(True),)


def _ask_away(state: _Ask, _ctx: Context) -> _Result:
    return state, (Close(False),)


_ASK_ON: Mapping[str, Handler] = {"yes": _ask_yes, "away": _ask_away, "back": _ask_away}


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
    return dialog_card(
        "choose",
        state.title,
        scroll("choose.list", column(*rows), h=height),
        row(spacer(), button("choose.no", "Cancel", style="text", click=("away",))),
    )


def _choose_pick(state: _Choose, _ctx: Context, value: str) -> _Result:
    return state, (Close(value),)


_CHOOSE_ON: Mapping[str, Handler] = {
    "pick": _choose_pick,
    "away": dismissed,
    "back": dismissed,
}


class _Prompt(NamedTuple):
    """A line of text."""

    title: str
    label: str
    text: str
    yes: str = "OK"


def _prompt_view(state: _Prompt, _ctx: Context) -> Node:
    line = field(
        "prompt.text", state.text, name=state.label, placeholder=state.label, change=("text",), submit=("submit",)
    )
    return dialog_card("prompt", state.title, line, _buttons("prompt", state.yes, "Cancel"))


def _prompt_submit(state: _Prompt, _ctx: Context, typed: str) -> _Result:
    return state, (Close(typed),)


def _prompt_yes(state: _Prompt, _ctx: Context) -> _Result:
    return state, (Close(state.text),)


_PROMPT_ON: Mapping[str, Handler] = {
    "text": sets("text"),
    "submit": _prompt_submit,
    "yes": _prompt_yes,
    "away": dismissed,
    "back": dismissed,
}


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
        "permission",
        "",
        row(icon(f"m/{state.image}", size=28, style="accent"), justify="center"),
        text(state.title, style="title", w=FILL, wrap=True, role=Role.HEADING),
        column(*buttons, gap=6),
        away=None,
    )


def _permission_grant(state: _Permission, _ctx: Context, value: str) -> _Result:
    return state, (Close(value),)


def _permission_back(state: _Permission, _ctx: Context) -> _Result:
    return state, (Close("denied"),)


_PERMISSION_ON: Mapping[str, Handler] = {
    "grant": _permission_grant,
    "back": _permission_back,
}


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
    halves = column(
        *[
            toggle(
                f"pick_time.{half.lower()}",
                half,
                style="chip",
                checked=state.evening == (half == "PM"),
                w=60,
                click=("half", half == "PM"),
            )
            for half in ("AM", "PM")
        ],
        gap=4,
        w=60,
    )
    return dialog_card(
        "pick_time",
        state.title,
        row(
            part("hour", "Hour", state.hour),
            text(":", style="page_title"),
            part("minute", "Minute", state.minute),
            None if whole else halves,
            gap=10,
        ),
        text("There is no such time", style="error") if state.wrong else None,
        _buttons("pick_time", "OK", "Cancel"),
    )


def _time_of(state: _Time, ctx: Context) -> str:
    """The time that is typed, or "" for none."""
    if not (state.hour.isdecimal() and state.minute.isdecimal()) or int(state.minute) > 59:
        return ""
    hour = int(state.hour)
    if ctx.settings.get("system/time_12_24") != "24":
        hour = hour % 12 + 12 * state.evening if 1 <= hour <= 12 else 24
    return f"{hour:02}:{int(state.minute):02}" if hour < 24 else ""


def _time_hour(state: _Time, _ctx: Context, typed: str) -> _Result:
    return state._replace(hour=typed, wrong=False), ()


def _time_minute(state: _Time, _ctx: Context, typed: str) -> _Result:
    return state._replace(minute=typed, wrong=False), ()


def _time_yes(state: _Time, ctx: Context) -> _Result:
    found = _time_of(state, ctx)
    return (state, (Close(found),)) if found else (state._replace(wrong=True), ())


def _time_done(state: _Time, ctx: Context, _value: object) -> _Result:
    found = _time_of(state, ctx)
    return (state, (Close(found),)) if found else (state._replace(wrong=True), ())


_TIME_ON: Mapping[str, Handler] = {
    "hour": _time_hour,
    "minute": _time_minute,
    "half": sets("evening"),
    "yes": _time_yes,
    "done": _time_done,
    "away": dismissed,
    "back": dismissed,
}


APPS = (
    phone_dialog("ask", lambda args, _: (_Ask(*args), ()), _ask_view, _ASK_ON),
    phone_dialog("choose", lambda args, _: (_Choose(*args), ()), _choose_view, _CHOOSE_ON),
    phone_dialog("prompt", lambda args, _: (_Prompt(*args), (Focus("prompt.text", 0, -1),)), _prompt_view, _PROMPT_ON),
    phone_dialog("permission", lambda args, _: (_Permission(*args), ()), _permission_view, _PERMISSION_ON),
    phone_dialog("pick_time", _time_init, _time_view, _TIME_ON),
)
