"""What can be done in an editor of code: in its menus, by its shortcuts, and in its command palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from omnigym.documents import Document, Paragraph, Run
from omnigym.sim.app import Context, Focus, RequestClose, ShowCaret
from omnigym.sim.commands import LINE, Command
from omnigym.sim.common.text_editor.state import FINDING, TEXT, edited
from omnigym.sim.common.text_editor.state import Result as TabResult
from omnigym.sim.documents.edit import (
    Edit,
    insert,
    redo,
    replaced,
    room,
    select,
    select_all,
    selected_text,
    selection,
    undo,
)
from omnigym.sim.kinds.code.colours import language_of
from omnigym.sim.kinds.code.files import Files, shown
from omnigym.sim.kinds.code.state import EXPLORER, Quick, Result, State, Tab, on_tab

# -- what an editor of code does to whole lines and to what is selected -----------------------------------------------


def on_lines(edit: Edit, change: Callable[[list[str]], Sequence[str]]) -> Edit:
    """``edit`` with the lines of the selection replaced by what ``change`` makes of them, if there is room for it."""
    (first, _), (last, _) = selection(edit)
    paragraphs = edit.document.paragraphs
    old = [p.text for p in paragraphs[first : last + 1]]
    lines = list(change(old))
    if lines == old or sum(map(len, lines)) + len(lines) - sum(map(len, old)) - len(old) > room(
        select(edit, edit.caret)
    ):
        return edit
    made = [Paragraph((Run(line),) if line else (), "No Spacing") for line in lines]
    document = Document((*paragraphs[:first], *made, *paragraphs[last + 1 :]) or (Paragraph(),))
    row = min(max(first, first + len(made) - 1), len(document.paragraphs) - 1)
    caret = (row, min(edit.caret[1], len(document.paragraphs[row].text)))
    return replaced(edit, document, caret, caret)


def _commented(sign: str, lines: list[str]) -> list[str]:
    filled = [line for line in lines if line.strip()]
    if filled and all(line.lstrip().startswith(sign) for line in filled):
        return [_bare(sign, line) for line in lines]
    depth = min([len(line) - len(line.lstrip()) for line in filled], default=0)
    return [f"{line[:depth]}{sign} {line[depth:]}" if line.strip() else line for line in lines]


def _bare(sign: str, line: str) -> str:
    before, found, after = line.partition(sign)
    return before + after.removeprefix(" ") if found else line


def comment(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines made comments, or comments no more."""
    sign = language_of(tab.path).comment
    return (edited(tab, on_lines(tab.edit, partial(_commented, sign))) if sign else tab), ()


def deleted(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines taken away."""
    return edited(tab, on_lines(tab.edit, lambda _: [])), ()


def copied(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines once more below."""
    return edited(tab, on_lines(tab.edit, lambda lines: [*lines, *lines])), ()


def sorted_lines(tab: Tab, _ctx: object) -> TabResult:
    """The selected lines in order."""
    return edited(tab, on_lines(tab.edit, sorted)), ()


def in_case(change: Callable[[str], str]) -> Callable[[Tab, object], TabResult]:
    """What writes the selection in another case."""

    def run(tab: Tab, _ctx: object) -> TabResult:
        chosen = selected_text(tab.edit)
        return (edited(tab, insert(tab.edit, change(chosen))) if chosen else tab), ()

    return run


# -- commands ---------------------------------------------------------------------------------------------------------

#: The key of the quick input, and the place of commands that its palette offers.
QUICK, PALETTE = "code.quick", "palette"
_ZOOM_STEP, _LEAST_ZOOM, _MOST_ZOOM = 20, 40, 300


def asked(kind: str, text: str = "") -> Callable[..., Result]:
    """The handler that shows the quick input."""
    return lambda state, _ctx: (state._replace(quick=Quick(kind, text)), (Focus(QUICK),))


def turned_to(page: str) -> Callable[..., Result]:
    """The handler that shows a page of the side bar; where it is shown already, the bar goes away."""
    return lambda state, _ctx: (state._replace(page=page, side=not (state.side and state.page == page)), ())


def _zoomed(step: int) -> Callable[[Tab, Context], Any]:
    def run(tab: Tab, _ctx: Context) -> Any:
        zoom = min(max(tab.zoom + step * _ZOOM_STEP, _LEAST_ZOOM), _MOST_ZOOM) if step else 100
        return tab._replace(zoom=zoom), (Focus(TEXT),)

    return run


def _turned(step: int) -> Callable[..., Result]:
    return lambda s, _: shown(s, (s.at + step) % max(1, len(s.tabs)))


def tab_command(name: str, label: str, run: Callable[..., Any], shortcut: str = "", *places: str) -> Command:
    """A command that is done to the tab that is shown."""

    def handler(state: State, ctx: Context, *rest: Any) -> Result:
        after, effects = on_tab(run)(state, ctx, *rest)
        return after, effects or (Focus(TEXT), ShowCaret(TEXT))

    return Command(name, label, run=handler, shortcut=shortcut, places=(*places, PALETTE), enabled=lambda s: s.tabs)


def window_command(name: str, label: str, run: Callable[..., Any], shortcut: str = "", place: str = "file") -> Command:
    """A command that is done to the window; the palette has it as well."""
    return Command(name, label, run=run, shortcut=shortcut, places=(place, PALETTE) if place else (PALETTE,))


def _tab_file(*given: Any) -> Command:
    return window_command(*given)._replace(enabled=lambda s: s.tabs)


_FOUND = [tab_command(c.name, str(c.label), c.run, c.shortcut, "edit") for c in FINDING if c.run is not None]


def editor_commands(files: Files) -> tuple[Command | None, ...]:
    """Those of an editor that has a palette, in the order of its menus."""
    return (
        window_command("new", "New Text File", files.new, "ctrl+n"),
        window_command("new_file", "New File...", asked("new_file"))._replace(enabled=lambda s: s.folder),
        window_command("new_folder", "New Folder...", asked("new_folder"))._replace(enabled=lambda s: s.folder),
        LINE,
        window_command("open", "Open File...", files.open_some, "ctrl+o"),
        window_command("open_folder", "Open Folder...", lambda s, ctx: asked("folder", files.suggested(s))(s, ctx)),
        LINE,
        _tab_file("save", "Save", files.save, "ctrl+s"),
        _tab_file("save_as", "Save As...", files.save_as, "ctrl+shift+s"),
        LINE,
        _tab_file("close_tab", "Close Editor", files.close_tab, "ctrl+w"),
        window_command("exit", "Exit", lambda s, _: (s, (RequestClose(),)), "ctrl+q"),
        tab_command("undo", "Undo", lambda t, _: (edited(t, undo(t.edit)), ()), "ctrl+z", "edit"),
        tab_command("redo", "Redo", lambda t, _: (edited(t, redo(t.edit)), ()), "ctrl+y", "edit"),
        LINE,
        *_FOUND,
        LINE,
        tab_command("comment", "Toggle Line Comment", comment, "ctrl+/", "edit"),
        tab_command(
            "select_all", "Select All", lambda t, _: (t._replace(edit=select_all(t.edit)), ()), "ctrl+a", "edit"
        ),
        tab_command("copy_line", "Copy Line Down", copied, "ctrl+shift+d"),
        tab_command("delete_line", "Delete Line", deleted, "ctrl+shift+k"),
        tab_command("sort_lines", "Sort Lines Ascending", sorted_lines),
        tab_command("upper", "Transform to Uppercase", in_case(str.upper)),
        tab_command("lower", "Transform to Lowercase", in_case(str.lower)),
        window_command("palette", "Command Palette...", asked("go", ">"), "ctrl+shift+p", "view"),
        window_command(EXPLORER, "Toggle Side Bar", turned_to(EXPLORER), "ctrl+b", "view"),
        LINE,
        tab_command("zoom_in", "Zoom In", _zoomed(1), "ctrl+=", "view"),
        tab_command("zoom_out", "Zoom Out", _zoomed(-1), "ctrl+-", "view"),
        tab_command("zoom_usual", "Reset Zoom", _zoomed(0), "ctrl+0", "view"),
        window_command("quick", "Go to File...", asked("go"), "ctrl+p", "go"),
        _tab_file("line", "Go to Line...", asked("go", ":"), "ctrl+g", "go"),
        window_command("next", "Next Editor", _turned(1), "ctrl+pagedown", "go"),
        window_command("previous", "Previous Editor", _turned(-1), "ctrl+pageup", "go"),
    )
