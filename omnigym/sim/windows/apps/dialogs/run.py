"""The Run dialog, which Windows+R opens: it starts what is typed by its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import App, Close, Context, Effect, Handler, Launch, OpenDialog
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.handlers import sets
from omnigym.sim.sites.address import parse
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, field, icon, spacer, text
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.apps.explorer.commands import location
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.file_kinds import opening

# -- running ----------------------------------------------------------------------------------------------------------

# What the Run dialog makes of what is typed into it: a program, a folder, a document, a page of the web.

#: Variables of the environment, as they stand between two per cent signs.
_VARIABLES = {
    "appdata": f"{HOME}/AppData/Roaming",
    "homedrive": "C:",
    "localappdata": f"{HOME}/AppData/Local",
    "programfiles": "C:/Program Files",
    "systemdrive": "C:",
    "systemroot": "C:/Windows",
    "userprofile": HOME,
    "windir": "C:/Windows",
}
_SETTINGS = "ms-settings:"


def running(typed: str, vfs: Vfs, settings: Mapping[str, str]) -> tuple[Effect, ...]:
    """The effects of starting what was typed; none where Windows cannot find it."""
    typed = re.sub(r"%(\w+)%", lambda m: _VARIABLES.get(m[1].casefold(), m[0]), typed.strip())
    whole = typed.strip('"')
    if whole.casefold().startswith(_SETTINGS):
        return (Launch("settings", whole[len(_SETTINGS) :]),)
    name, _, rest = whole.partition(" ")
    app = _program(name, settings)
    if app:
        return (Launch(app, rest.strip().strip('"')),)
    found = location(whole, vfs)
    if found:
        return (Launch("file_manager", found),)
    if vfs.is_file(whole):
        return opening(vfs, vfs.real_path(whole), settings)
    address = parse(whole) if whole.casefold().startswith(("http:", "https:", "www.")) else None
    return (Launch("browser", address.url),) if address is not None else ()


def _program(name: str, settings: Mapping[str, str]) -> str:
    """The installed app that a command starts, or ""."""
    missing = CATALOGUE.missing(settings)
    wanted = name.casefold().removesuffix(".exe")
    return next(
        (app.name for app in CATALOGUE.programs if wanted in app.program.commands and app.name not in missing), ""
    )


# -- run --------------------------------------------------------------------------------------------------------------

_FIELD = "run.open"
#: Logical pixels of its content, from the edges of the screen, and of what is below it: its title bar and the taskbar.
_W, _H, _GAP, _BARS = 420, 168, 12, 80


class _State(NamedTuple):
    """What is typed."""

    typed: str = ""


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]

_WHAT = "Type the name of a program, folder, document, or Internet resource, and Windows will open it for you."


def _view(state: _State, _ctx: Context) -> Node:
    return column(
        column(
            row(
                icon("window-play", style="large"),
                text(_WHAT, wrap=True, w=FILL, role=Role.TEXT),
                gap=16,
                align="center",
            ),
            row(
                text("Open:", w=44, role=None),
                field(_FIELD, state.typed, name="Open", w=FILL, change=("typed",), submit=("run",)),
                gap=8,
            ),
            h=FILL,
            pad=(20, 14),
            gap=14,
        ),
        row(
            spacer(),
            button(
                "run.ok", "OK", style="accent", default=True, disabled=not state.typed.strip(), click=("ok",), w=104
            ),
            button("run.cancel", "Cancel", cancel=True, click=("cancel",), w=96),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


def _run(state: _State, ctx: Context, typed: str) -> _Result:
    if not typed.strip():
        return state, ()
    effects = running(typed, ctx.vfs, ctx.settings)
    if effects:
        return state, (Close(), *effects)
    what = f"Windows cannot find '{typed.strip()}'. Make sure you typed the name correctly, and then try again."
    return state, (OpenDialog("message_box", MessageBox(typed.strip(), what, kind="error"), ()),)


_ON: Mapping[str, Handler] = {
    "cancel": lambda s, _: (s, (Close(),)),
    "ok": lambda s, ctx: _run(s, ctx, s.typed),
    "run": _run,
    "typed": sets("typed"),
}


APPS = (
    App(
        name="run",
        title="Run",
        icon="window-play",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "Run",
        size=(_W, _H),
        dialog=True,
        focus=_FIELD,
        place=lambda _w, h: (_GAP, h - _H - _BARS - _GAP, _W, _H),
    ),
)
