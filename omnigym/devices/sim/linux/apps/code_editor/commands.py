"""What can be done in the code editor: in its menus, by its shortcuts, and in its command palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from omnigym.devices.sim.app import Context, Focus, RequestClose, ShowCaret
from omnigym.devices.sim.commands import LINE, Command, Commands
from omnigym.devices.sim.common.text_editor.finding import FINDING
from omnigym.devices.sim.common.text_editor.state import TEXT, edited
from omnigym.devices.sim.documents.edit import redo, select_all, undo
from omnigym.devices.sim.linux.apps.code_editor import files, lines
from omnigym.devices.sim.linux.apps.code_editor.state import Quick, Result, State, Tab, on_tab

__all__ = ["COMMANDS", "PALETTE", "QUICK", "asked"]

#: The key of the quick input, and the place of commands that its palette offers.
QUICK, PALETTE = "code.quick", "palette"
_ZOOM_STEP, _LEAST_ZOOM, _MOST_ZOOM = 20, 40, 300


def asked(kind: str, text: str = "") -> Callable[..., Result]:
    """The handler that shows the quick input."""
    return lambda state, _ctx: (state._replace(quick=Quick(kind, text)), (Focus(QUICK),))


def _zoomed(step: int) -> Callable[[Tab, Context], Any]:
    def run(tab: Tab, _ctx: Context) -> Any:
        zoom = min(max(tab.zoom + step * _ZOOM_STEP, _LEAST_ZOOM), _MOST_ZOOM) if step else 100
        return tab._replace(zoom=zoom), (Focus(TEXT),)

    return run


def _turned(step: int) -> Callable[..., Result]:
    return lambda s, _: files.shown(s, (s.at + step) % max(1, len(s.tabs)))


def _edit(name: str, label: str, run: Callable[..., Any], shortcut: str = "", *places: str) -> Command:
    """A command that is done to the tab that is shown."""

    def handler(state: State, ctx: Context, *rest: Any) -> Result:
        after, effects = on_tab(run)(state, ctx, *rest)
        return after, effects or (Focus(TEXT), ShowCaret(TEXT))

    return Command(name, label, run=handler, shortcut=shortcut, places=(*places, PALETTE), enabled=lambda s: s.tabs)


def _file(name: str, label: str, run: Callable[..., Any], shortcut: str = "", place: str = "file") -> Command:
    return Command(name, label, run=run, shortcut=shortcut, places=(place, PALETTE) if place else (PALETTE,))


def _tab_file(*given: Any) -> Command:
    return _file(*given)._replace(enabled=lambda s: s.tabs)


_FOUND = [_edit(c.name, str(c.label), c.run, c.shortcut, "edit") for c in FINDING if c.run is not None]
COMMANDS = Commands(
    "code",
    _file("new", "New Text File", files.new, "ctrl+n"),
    _file("new_file", "New File...", asked("new_file"))._replace(enabled=lambda s: s.folder),
    _file("new_folder", "New Folder...", asked("new_folder"))._replace(enabled=lambda s: s.folder),
    LINE,
    _file("open", "Open File...", files.open_some, "ctrl+o"),
    _file("open_folder", "Open Folder...", lambda s, ctx: asked("folder", files.suggested(s))(s, ctx)),
    LINE,
    _tab_file("save", "Save", files.save, "ctrl+s"),
    _tab_file("save_as", "Save As...", files.save_as, "ctrl+shift+s"),
    LINE,
    _tab_file("close_tab", "Close Editor", files.close_tab, "ctrl+w"),
    _file("exit", "Exit", lambda s, _: (s, (RequestClose(),)), "ctrl+q"),
    _edit("undo", "Undo", lambda t, _: (edited(t, undo(t.edit)), ()), "ctrl+z", "edit"),
    _edit("redo", "Redo", lambda t, _: (edited(t, redo(t.edit)), ()), "ctrl+y", "edit"),
    LINE,
    *_FOUND,
    LINE,
    _edit("comment", "Toggle Line Comment", lines.comment, "ctrl+/", "edit"),
    _edit("select_all", "Select All", lambda t, _: (t._replace(edit=select_all(t.edit)), ()), "ctrl+a", "edit"),
    _edit("copy_line", "Copy Line Down", lines.copied, "ctrl+shift+d"),
    _edit("delete_line", "Delete Line", lines.deleted, "ctrl+shift+k"),
    _edit("sort_lines", "Sort Lines Ascending", lines.sorted_lines),
    _edit("upper", "Transform to Uppercase", lines.in_case(str.upper)),
    _edit("lower", "Transform to Lowercase", lines.in_case(str.lower)),
    _file("palette", "Command Palette...", asked("go", ">"), "ctrl+shift+p", "view"),
    _file("side", "Toggle Side Bar", lambda s, _: (s._replace(side=not s.side), ()), "ctrl+b", "view"),
    LINE,
    _edit("zoom_in", "Zoom In", _zoomed(1), "ctrl+=", "view"),
    _edit("zoom_out", "Zoom Out", _zoomed(-1), "ctrl+-", "view"),
    _edit("zoom_usual", "Reset Zoom", _zoomed(0), "ctrl+0", "view"),
    _file("quick", "Go to File...", asked("go"), "ctrl+p", "go"),
    _tab_file("line", "Go to Line...", asked("go", ":"), "ctrl+g", "go"),
    _file("next", "Next Editor", _turned(1), "ctrl+pagedown", "go"),
    _file("previous", "Previous Editor", _turned(-1), "ctrl+pageup", "go"),
)
