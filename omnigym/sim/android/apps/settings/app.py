"""Settings of the phone: pages with switches, sliders and choices, and a search over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.a11y.android_packages import package_of
from omnigym.sim.android.apps.settings.pages import (
    PAGES,
    Choice,
    Go,
    Info,
    Level,
    Line,
    Name,
    Switch,
)
from omnigym.sim.android.catalogue import program, programs
from omnigym.sim.android.kit import app_bar, item, left, phone_app, screen
from omnigym.sim.app import Context, Effect, Handler, Launch, OpenDialog, ScrollTo, SetSetting
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.system import Stop
from omnigym.sim.ui.controls import Span, slider, switch
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, field, icon, scroll, text

__all__ = ["APPS"]

#: What a page about one app is called: this and the app's name.
_APP = "app:"
_LIST = "settings.list"


class _State(NamedTuple):
    """Where one is.

    Attributes:
        trail: The pages, from the first to the one that is shown.
        query: What is searched for, on the first page.
    """

    trail: tuple[str, ...] = ("",)
    query: str = ""


_Result = tuple[_State, tuple[Effect, ...]]


def _init(path: str, _ctx: Context) -> _Result:
    known = bool(path) and (path in PAGES or path.startswith(_APP))
    return _State(("", path) if known else ("",)), ()


def _toggle(line: Switch, value: str) -> Node:
    on = value == line.on
    key = f"settings.{line.setting}"
    knob = switch(
        f"{key}.switch", name=line.label, checked=on, click=("set", line.setting, line.off if on else line.on)
    )
    return item(
        f"{key}.row", line.label, line.note, trail=knob, click=("set", line.setting, line.off if on else line.on)
    )


def _level(line: Level, value: str) -> Node:
    span = Span(int(value) if value.isdecimal() and int(value) <= line.most else 0, 0, line.most)
    return column(
        text(line.label, style="body", role=None),
        row(
            icon(f"m/{line.icon}", size=22),
            slider(f"settings.{line.setting}", span, name=line.label, w=FILL, change=("level", line.setting)),
            gap=12,
        ),
        h=88,
        pad=(18, 12, 22, 0),
        gap=2,
    )


def _line(line: Line, value: str) -> Node:
    match line:
        case Go(page, note):
            return item(f"settings.go.{page}", PAGES[page].title, note, image=PAGES[page].icon, click=("go", page))
        case Switch():
            return _toggle(line, value)
        case Level():
            return _level(line, value)
        case Choice(setting, label, options):
            return item(f"settings.{setting}", label, dict(options).get(value, value), click=("choose", setting))
        case Name(setting, label):
            return item(f"settings.{setting}", label, value, click=("name", setting, label))
        case Info(label, note):
            return item("", label, note)


def _setting_of(line: Line) -> str:
    return line.setting if isinstance(line, Switch | Level | Choice | Name) else ""


def _lines(page: str, values: tuple[str, ...]) -> Node:
    rows: list[Element] = [
        memo(_line, line, value, w=FILL) for line, value in zip(PAGES[page].lines, values, strict=True)
    ]
    if page == "apps":
        rows += [
            item(f"settings.app.{p.app}", p.title, lead=icon(p.icon, size=40), click=("go", f"{_APP}{p.app}"), h=64)
            for p in programs()
        ]
    return column(*rows, role=Role.LIST, name=PAGES[page].title, pad=(0, 0, 0, 16))


def _about(app: str, quiet: bool) -> Node:
    known = program(app)
    title, image = (known.title, known.icon) if known is not None else (app, "m/android")
    setting = f"notifications.{app}"
    return column(
        row(icon(image, size=64), text(title, style="title"), h=96, gap=18, pad=(18, 0)),
        row(
            button("settings.app_open", "Open", icon="m/open_in_new", style="tonal", w=FILL, click=("open", app)),
            button(
                "settings.app_stop", "Force stop", icon="m/warning_amber", style="tonal", w=FILL, click=("stop", app)
            ),
            gap=8,
            pad=(18, 0),
        ),
        _toggle(Switch(setting, "Notifications", "", "on", "off"), "off" if quiet else "on"),
        item("", "Package", package_of(app).name),
        gap=8,
    )


def _hits(query: str) -> tuple[tuple[str, str], ...]:
    """(page, label) of lines that fit."""
    wanted = query.strip().casefold()
    lines = [(page, line.label) for page, p in PAGES.items() for line in p.lines if not isinstance(line, Go)]
    pages = [(page, p.title) for page, p in PAGES.items() if page]
    return tuple([(page, label) for page, label in (*pages, *lines) if wanted in label.casefold()])


def _found(query: str) -> Node:
    hits = _hits(query)
    rows = [
        item(f"settings.hit.{n}", label, PAGES[page].title, click=("go", page)) for n, (page, label) in enumerate(hits)
    ]
    return (
        column(*rows, role=Role.LIST, name="Search results")
        if rows
        else row(text("No results", style="muted"), h=80, justify="center")
    )


def _values(page: str, settings: Mapping[str, str]) -> tuple[str, ...]:
    return tuple([settings.get(_setting_of(line), "") for line in PAGES[page].lines])


def _view(state: _State, ctx: Context) -> Node:
    page, up = state.trail[-1], "settings.up" if len(state.trail) > 1 else ""
    if page.startswith(_APP):
        app = page.removeprefix(_APP)
        quiet = ctx.settings.get(f"notifications.{app}") == "off"
        return screen("settings", "App info", app_bar("App info", back=up), panel(_about, app, quiet))
    if page:
        body = panel(_lines, page, _values(page, ctx.settings))
        return screen(
            "settings",
            PAGES[page].title,
            app_bar(PAGES[page].title, back=up),
            scroll(_LIST, body, name=PAGES[page].title),
        )
    search = field(
        "settings.search",
        state.query,
        name="Search settings",
        placeholder="Search settings",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    body = panel(_found, state.query) if state.query.strip() else panel(_lines, "", _values("", ctx.settings))
    title = row(text("Settings", style="page_title", role=Role.HEADING), h=76, pad=(20, 16, 0, 0))
    return screen("settings", "Settings", title, row(search, pad=(16, 4, 16, 10)), scroll(_LIST, body, name="Settings"))


def _choose(setting: str, ctx: Context) -> tuple[Effect, ...]:
    for page in PAGES.values():
        for line in page.lines:
            if isinstance(line, Choice) and line.setting == setting:
                args = (line.label, line.options, ctx.settings.get(setting, ""))
                return (OpenDialog("choose", args, ("chosen", setting)),)
    return ()


def _go(state: _State, _ctx: Context, page: str) -> _Result:
    return (state, ()) if page in state.trail else (_State((*state.trail, page)), (ScrollTo(_LIST),))


def _opened(_state: _State, ctx: Context, path: str) -> _Result:
    return _init(path, ctx)


def _query(state: _State, _ctx: Context, query: str) -> _Result:
    return state._replace(query=query), ()


def _set(state: _State, _ctx: Context, setting: str, value: str | None) -> _Result:
    """A setting's new value; None from a dialog that was left without one."""
    return state, (SetSetting(setting, value),) if value is not None else ()


def _named(state: _State, _ctx: Context, setting: str, value: str | None) -> _Result:
    return state, (SetSetting(setting, value.strip()),) if value is not None and value.strip() else ()


def _on_level(state: _State, _ctx: Context, setting: str, value: int) -> _Result:
    return state, (SetSetting(setting, str(value)),)


def _on_choose(state: _State, ctx: Context, setting: str) -> _Result:
    return state, _choose(setting, ctx)


def _name(state: _State, ctx: Context, setting: str, label: str) -> _Result:
    return state, (OpenDialog("prompt", (label, label, ctx.settings.get(setting, "")), ("named", setting)),)


def _open(state: _State, _ctx: Context, app: str) -> _Result:
    return state, (Launch(app),)


def _stop(state: _State, _ctx: Context, app: str) -> _Result:
    return state, (Stop(app),)


def _back(state: _State, _ctx: Context) -> _Result:
    if len(state.trail) > 1:
        return state._replace(trail=state.trail[:-1]), ()
    return (_State(), ()) if state.query else left(state)


_ON: Mapping[str, Handler] = {
    "go": _go,
    "opened": _opened,
    "query": _query,
    "set": _set,
    "chosen": _set,
    "named": _named,
    "level": _on_level,
    "choose": _on_choose,
    "name": _name,
    "open": _open,
    "stop": _stop,
    "back": _back,
}


APPS = (
    phone_app(
        name="settings",
        title="Settings",
        icon="app/settings",
        art={"app/settings": sign_icon(0x5F6368, "settings", 0xE8EAED, 0.64)},
        program=Program(category="System Management", pinned=6),
        init=_init,
        view=_view,
        on=_ON,
    ),
)
