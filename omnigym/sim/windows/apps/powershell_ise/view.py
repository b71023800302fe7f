"""What Windows PowerShell ISE looks like: tool bar, scripts in tabs, console, and beside them all commands by name."""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR, Commands
from omnigym.sim.common.text_editor.state import TEXT, find_bar
from omnigym.sim.kinds.code.colours import coloured, language_of
from omnigym.sim.kinds.code.console import Console
from omnigym.sim.kinds.code.files import Files
from omnigym.sim.kinds.code.state import State, is_saved
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, stack
from omnigym.sim.ui.widgets import area, button, field, scroll, spacer, text
from omnigym.sim.ui.widgets import tab as tab_node
from omnigym.sim.windows.apps.powershell_ise.art import console_colours
from omnigym.sim.windows.powershell.cmdlets import CMDLETS
from omnigym.sim.windows.powershell.console import Pane

# -- what the window of the ISE has besides its scripts ---------------------------------------------------------------

#: Where the script pane is: above the console, beside it, or alone.
LAYOUTS = ("top", "right", "maximized")


class Ise(NamedTuple):
    """What there is besides.

    Attributes:
        console: The console pane.
        layout: One of `LAYOUTS`.
        script: Whether the script pane is there.
        commands: Whether the pane of commands is there.
        query: What is searched for among them.
        chosen: The command that is chosen there, or "".
        parameter: The value of its first parameter while it is typed.
    """

    console: Console = Console()
    layout: str = "top"
    script: bool = True
    commands: bool = True
    query: str = ""
    chosen: str = ""
    parameter: str = ""


def ise_of(state: State) -> Ise:
    """What a window has besides."""
    return state.more if isinstance(state.more, Ise) else Ise()


def with_ise(state: State, **values: Any) -> State:
    """A window with other values of that."""
    return state._replace(more=ise_of(state)._replace(**values))


# -- the view ---------------------------------------------------------------------------------------------------------

CONSOLE = "ise.console"
#: Logical pixels.
_MENU_H, _BAR_H, _TAB_H, _FOOT_H, _SIDE_W, _TAB_W, _LEAST_SCRIPT = 26, 36, 28, 24, 216, 150, 120
MENUS = (("file", "File"), ("edit", "Edit"), ("view", "View"), ("debug", "Debug"))


def _widths(state: State, ctx: Context) -> tuple[int, int, int]:
    """The room of script and console: widths of both, and the height of both together."""
    ise = ise_of(state)
    w = ctx.w - (_SIDE_W if ise.commands else 0)
    h = ctx.h - _MENU_H - _BAR_H - _FOOT_H - 1
    half = w // 2 if ise.layout == "right" and ise.script else w
    return w - half, half, h


def _console_room(state: State, ctx: Context) -> tuple[int, int]:
    ise, (_, w, h) = ise_of(state), _widths(state, ctx)
    above = ise.script and ise.layout == "top"
    return w, h - max(_LEAST_SCRIPT, h * 55 // 100) if above else h


PANE = Pane(
    CONSOLE,
    lambda state: ise_of(state).console,
    lambda state, console: with_ise(state, console=console),
    _console_room,
    lambda _ctx: console_colours(),
)


def _menus(commands: Commands, state: State) -> Node:
    entries = [
        button(f"ise.menu.{place}", name, style="ise_menu", menu=commands.items(place, state)) for place, name in MENUS
    ]
    found = [entry._replace(role=Role.MENU_ITEM, data=None) for entry in entries]
    return row(*found, spacer(), style="ise_bar", h=_MENU_H, pad=(4, 2), role=Role.MENUBAR, name="Main menu")


def _tools(commands: Commands, state: State) -> Node:
    return row(
        *commands.buttons(BAR, state, style="ise_tool"),
        spacer(),
        style="ise_bar",
        h=_BAR_H,
        pad=(6, 4),
        gap=2,
        role=Role.TOOLBAR,
        name="Tool bar",
    )


def _tabs(tabs: tuple[tuple[str, bool], ...], at: int, room: int) -> Node:
    count = max(1, min(len(tabs), room // _TAB_W))
    first = min(max(0, at - count + 1), len(tabs) - count)
    shown: list[Element] = []
    for i in range(first, first + count):
        name, saved = tabs[i]
        said = name if saved else f"{name}*"
        face = tab_node(f"ise.tab.{i}", said, selected=i == at, style="ise", name=said, click=("tab", i))
        close = button(
            f"ise.close_tab.{i}", icon="close", name=f"Close {name}", style="tab_close", click=("close_tab", i)
        )
        over = row(spacer(), close, pad=(0, 0, 2, 0), h=_TAB_H)
        shown.append(stack(face._replace(w=_TAB_W, h=_TAB_H), over, w=_TAB_W, h=_TAB_H))
    return row(*shown, spacer(), style="ise_bar", h=_TAB_H, role=Role.TAB_LIST, name="Scripts")


def _script(files: Files, state: State, ctx: Context, w: int) -> Node:
    tab = state.tab
    if tab is None:
        hint = text("No script is open. Ctrl+N makes a new one.", style="ise_faint")
        return column(row(hint, justify="center", w=FILL), style="ise_pane", pad=(0, 30), h=FILL)
    names = [files.name_of(state, i) for i in range(len(state.tabs))]
    tabs = tuple([(name, is_saved(t)) for name, t in zip(names, state.tabs, strict=True)])
    edit = coloured(tab.edit, language_of(names[state.at]), ctx.settings.get("theme") == "dark")
    body = area(TEXT, edit, name="Script pane", style="ise", change=("edit",), zoom=tab.zoom, numbers=True)
    bar = panel(find_bar, tab.find) if tab.find.shown else None
    return column(panel(_tabs, tabs, state.at, w), bar, body, h=FILL)


# -- all commands by name ---------------------------------------------------------------------------------------------


def found_commands(query: str) -> list[str]:
    """The names of cmdlets that have what is searched for."""
    wanted = query.strip().casefold()
    return sorted([c.name for c in CMDLETS.values() if wanted in c.name.casefold()], key=str.casefold)


def _command(name: str, chosen: bool) -> Node:
    return row(
        text(name, style="ise", role=None),
        key=f"ise.command.{name}",
        role=Role.LIST_ITEM,
        name=name,
        style="ise_line_chosen" if chosen else "ise_line",
        h=22,
        pad=(10, 0),
        click=("choose", name),
    )


def _all_commands(query: str, chosen: str, parameter: str) -> Node:
    lines = [memo(_command, name, name == chosen, w=FILL, h=22) for name in found_commands(query)]
    first = next((p.name for p in CMDLETS[chosen.lower()].parameters if p.place == 0 or p.rest), "") if chosen else ""
    form: Element | None = None
    if chosen:
        value = field(
            "ise.parameter",
            parameter,
            name=f"Value of {first}" if first else "No value",
            placeholder=first.capitalize(),
            style="ise",
            disabled=not first,
            change=("parameter",),
        )
        form = column(
            text(f"Parameters for “{chosen}”:", style="ise_head"),
            value,
            row(
                button("ise.command_run", "Run", style="ise_push", click=("command_run",)),
                button("ise.command_insert", "Insert", style="ise_push", click=("command_insert",)),
                button("ise.command_copy", "Copy", style="ise_push", click=("command_copy",)),
                gap=6,
            ),
            pad=(10, 8),
            gap=6,
        )
    return column(
        row(text("Commands", style="ise_head", role=Role.HEADING), spacer(), h=28, pad=(10, 0)),
        row(
            field("ise.query", query, name="Name", placeholder="Name", style="ise", change=("query",)),
            pad=(10, 0, 10, 6),
        ),
        scroll("ise.commands", column(*lines, role=Role.LIST, name="Commands"), style="ise"),
        form,
        style="ise_bar",
        w=_SIDE_W,
        h=FILL,
        role=Role.PANE,
        name="Commands add-on",
    )


# -- the window -------------------------------------------------------------------------------------------------------


def _foot(said: str, place: str, zoom: int) -> Node:
    return row(
        text(said, style="ise_faint", key="ise.status"),
        spacer(),
        text(place, style="ise_faint", key="ise.position") if place else None,
        text(f"{zoom}%", style="ise_faint", key="ise.zoom") if place else None,
        style="ise_bar",
        h=_FOOT_H,
        pad=(10, 0),
        gap=24,
        role=Role.STATUSBAR,
        name="Status bar",
    )


def window(files: Files, commands: Commands, state: State, ctx: Context) -> Node:
    """The content of a window."""
    ise, tab = ise_of(state), state.tab
    script_w, console_w, h = _widths(state, ctx)
    console = row(PANE.node(state, ctx, "Console pane"), w=console_w, h=_console_room(state, ctx)[1])
    script = _script(files, state, ctx, script_w or console_w) if ise.script else None
    panes: Element
    if script is None:
        panes = console
    elif ise.layout == "maximized":
        panes = script
    elif ise.layout == "right":
        panes = row(console, script, align="stretch", h=h)
    else:
        panes = column(script, console, h=FILL)
    side = panel(_all_commands, ise.query, ise.chosen, ise.parameter, w=_SIDE_W, h=FILL) if ise.commands else None
    line, at = tab.edit.caret if tab is not None else (0, 0)
    place = f"Ln {line + 1}  Col {at + 1}" if tab is not None else ""
    said = "Completed" if ise.console.shown else "Ready"
    return column(
        _menus(commands, state),
        _tools(commands, state),
        row(style="ise_edge", h=1, w=FILL),
        row(panes, side, h=FILL, align="stretch"),
        panel(_foot, said, place, tab.zoom if tab is not None else 100),
        h=FILL,
    )
