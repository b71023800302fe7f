"""Windows PowerShell ISE: its declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from omnigym.sim.app import App, Context, Effect, Focus, RequestClose, SetClipboard, SetFiles, ShowCaret
from omnigym.sim.commands import BAR, LINE, Command, Commands, commanded
from omnigym.sim.common.text_editor.state import BAR_ON, FINDING, TEXT, edited
from omnigym.sim.documents.edit import insert, redo, select_all, selected_text, undo
from omnigym.sim.kinds.code import commands as code
from omnigym.sim.kinds.code.files import Files, Host
from omnigym.sim.kinds.code.state import Result, State, is_saved, on_tab
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import canonical, native
from omnigym.sim.windows.apps.powershell_ise.art import ISE_ART, ISE_STYLES
from omnigym.sim.windows.apps.powershell_ise.view import CONSOLE, LAYOUTS, PANE, Ise, ise_of, window, with_ise
from omnigym.sim.windows.powershell.session import POLICIES
from omnigym.values import ClipboardContent

_TITLE = "Windows PowerShell ISE"
_TYPES = (("PowerShell Scripts (*.ps1)", "ps1"), ("All Files", ""))
_FILES = Files(Host(_TITLE, canonical, native, "Untitled{}.ps1", "{}", _TYPES, "\\"))
_ZOOM, _LEAST, _MOST = 10, 50, 300


def _init(args: object, ctx: Context) -> Result:
    state, effects = _FILES.init(args, ctx)
    state = state._replace(folder="", more=Ise())
    return (state, effects) if state.tabs or effects else _FILES.new(state, ctx)


# -- running ----------------------------------------------------------------------------------------------------------


def _run(state: State, ctx: Context) -> Result:
    """The script that is shown run: one that has a file is saved first, another one is run as lines."""
    tab = state.tab
    if tab is None:
        return state, ()
    effects: tuple[Effect, ...] = ()
    if tab.path and not is_saved(tab):
        state, effects = _FILES.save(state, ctx)
        saved = next((e.vfs for e in effects if isinstance(e, SetFiles)), None)
        if saved is None:
            return state, effects
        ctx = ctx._replace(vfs=saved)
    text = tab.edit.document.text
    state, more = PANE.script(state, ctx, tab.path) if tab.path else PANE.lines(state, ctx, text)
    return state, (*effects, *more, Focus(TEXT))


def _run_selection(state: State, ctx: Context) -> Result:
    """What is selected run, or the line that the caret is in."""
    tab = state.tab
    if tab is None:
        return state, ()
    chosen = selected_text(tab.edit) or tab.edit.document.paragraphs[tab.edit.caret[0]].text
    if not chosen.strip():
        return state, ()
    after: Result = PANE.lines(state, ctx, chosen)
    return after


# -- the pane of commands ---------------------------------------------------------------------------------------------


def _written(state: State) -> str:
    """The command that is chosen, as it is written."""
    ise = ise_of(state)
    value = ise.parameter.strip()
    quoted = "'" + value.replace("'", "''") + "'" if " " in value or "'" in value else value
    return f"{ise.chosen} {quoted}".strip()


def _command_run(state: State, ctx: Context) -> Result:
    after: Result = PANE.lines(state, ctx, _written(state)) if ise_of(state).chosen else (state, ())
    return after


def _command_insert(state: State, ctx: Context) -> Result:
    """The command written where the caret is in the script, or at the prompt where there is none."""
    said = _written(state)
    if state.tab is None or not ise_of(state).script:
        return PANE.on["console_typed"](state, ctx, said)[0], (Focus(CONSOLE),)
    after, _ = on_tab(lambda tab, _: (edited(tab, insert(tab.edit, said)), ()))(state, ctx)
    return after, (Focus(TEXT), ShowCaret(TEXT))


# -- commands ---------------------------------------------------------------------------------------------------------


def _on_script(name: str, label: str, run: Callable[..., Any], shortcut: str, *places: str, icon: str = "") -> Command:
    """A command that is done to the script that is shown."""

    def handler(state: State, ctx: Context, *rest: Any) -> Result:
        after, effects = on_tab(run)(state, ctx, *rest)
        return after, effects or (Focus(TEXT), ShowCaret(TEXT))

    return Command(name, label, run=handler, icon=icon, shortcut=shortcut, places=places, enabled=lambda s: s.tabs)


def _cut(tab: Any, _ctx: Context) -> Any:
    chosen = selected_text(tab.edit)
    return edited(tab, insert(tab.edit, "")), (SetClipboard(ClipboardContent(text=chosen)), Focus(TEXT))


def _copy(tab: Any, _ctx: Context) -> Any:
    return tab, (SetClipboard(ClipboardContent(text=selected_text(tab.edit))), Focus(TEXT))


def _pasted(tab: Any, ctx: Context) -> Any:
    return edited(tab, insert(tab.edit, ctx.clipboard.text.replace("\r\n", "\n"))), ()


def _zoomed(step: int) -> Callable[..., Any]:
    return lambda tab, _: (tab._replace(zoom=min(max(tab.zoom + step * _ZOOM, _LEAST), _MOST) if step else 100), ())


def _laid_out(layout: str) -> Command:
    labels = {"top": "Script Pane Top", "right": "Script Pane Right", "maximized": "Script Pane Maximized"}
    icons = {"top": "split-horizontal", "right": "split-vertical", "maximized": "maximize"}
    return Command(
        f"layout_{layout}",
        f"Show {labels[layout]}",
        run=lambda s, _: (with_ise(s, layout=layout, script=True), ()),
        icon=icons[layout],
        shortcut=f"ctrl+{LAYOUTS.index(layout) + 1}",
        places=(BAR, "view"),
        enabled=lambda s: not (ise_of(s).script and ise_of(s).layout == layout),
    )


def _has_selection(state: State) -> bool:
    return state.tab is not None and bool(selected_text(state.tab.edit))


def _plain(name: str, label: str, run: Callable[..., Any], shortcut: str, place: str, icon: str = "") -> Command:
    return Command(name, label, run=run, icon=icon, shortcut=shortcut, places=(BAR, place) if icon else (place,))


def _turned(name: str) -> Callable[..., Result]:
    return lambda s, _: (with_ise(s, **{name: not getattr(ise_of(s), name)}), ())


_FOUND = [_on_script(c.name, str(c.label), c.run, c.shortcut, "edit") for c in FINDING if c.run is not None]
_COMMANDS = Commands(
    "ise",
    _plain("new", "New", _FILES.new, "ctrl+n", "file", "document"),
    _plain("open", "Open Script", _FILES.open_some, "ctrl+o", "file", "folder-open"),
    _plain("save", "Save", _FILES.save, "ctrl+s", "file", "save")._replace(enabled=lambda s: s.tabs),
    _plain("save_as", "Save As", _FILES.save_as, "ctrl+shift+s", "file")._replace(enabled=lambda s: s.tabs),
    LINE,
    _plain("close_tab", "Close", _FILES.close_tab, "ctrl+f4", "file")._replace(enabled=lambda s: s.tabs),
    _plain("exit", "Exit", lambda s, _: (s, (RequestClose(),)), "", "file"),
    _on_script("cut", "Cut", _cut, "", BAR, "edit", icon="cut")._replace(enabled=_has_selection),
    _on_script("copy", "Copy", _copy, "", BAR, "edit", icon="copy")._replace(enabled=_has_selection),
    _on_script("paste", "Paste", _pasted, "", BAR, "edit", icon="paste"),
    LINE,
    _on_script("undo", "Undo", lambda t, _: (edited(t, undo(t.edit)), ()), "ctrl+z", BAR, "edit", icon="undo")._replace(
        enabled=lambda s: s.tab is not None and s.tab.edit.undos
    ),
    _on_script("redo", "Redo", lambda t, _: (edited(t, redo(t.edit)), ()), "ctrl+y", BAR, "edit", icon="redo")._replace(
        enabled=lambda s: s.tab is not None and s.tab.edit.redos
    ),
    LINE,
    *_FOUND,
    LINE,
    _on_script("comment", "Toggle Comment", code.comment, "ctrl+k", "edit"),
    _on_script("select_all", "Select All", lambda t, _: (t._replace(edit=select_all(t.edit)), ()), "ctrl+a", "edit"),
    LINE,
    _plain("run", "Run Script", _run, "f5", "debug", "ise-run")._replace(enabled=lambda s: s.tabs),
    _plain("run_selection", "Run Selection", _run_selection, "f8", "debug", "ise-run-selection")._replace(
        enabled=lambda s: s.tabs
    ),
    _plain("console_clear", "Clear Console Pane", PANE.on["console_clear"], "ctrl+l", "view", "eraser")._replace(
        enabled=lambda s: ise_of(s).console.shown
    ),
    LINE,
    _plain("script", "Show Script Pane", _turned("script"), "ctrl+r", "view")._replace(
        checked=lambda s: ise_of(s).script
    ),
    *[_laid_out(layout) for layout in LAYOUTS],
    LINE,
    _plain("commands", "Show Command Add-on", _turned("commands"), "", "view", "panel-right")._replace(
        checked=lambda s: ise_of(s).commands
    ),
    LINE,
    _plain("to_script", "Go to Script Pane", lambda s, _: (s, (Focus(TEXT),)), "ctrl+i", "view"),
    _plain("to_console", "Go to Console", lambda s, _: (s, (Focus(CONSOLE),)), "ctrl+d", "view"),
    LINE,
    _on_script("zoom_in", "Zoom In", _zoomed(1), "ctrl+=", "view"),
    _on_script("zoom_out", "Zoom Out", _zoomed(-1), "ctrl+-", "view"),
)


def _into(name: str) -> Callable[..., Result]:
    return lambda state, _ctx, value: (with_ise(state, **{name: value}), ())


_ON: Mapping[str, Callable[..., Result]] = {
    **{name: on_tab(handler) for name, handler in BAR_ON.items()},
    **_FILES.on,
    **{name: handler for name, handler in PANE.on.items() if name != "console_clear"},
    "choose": lambda s, _, name: (with_ise(s, chosen="" if ise_of(s).chosen == name else name, parameter=""), ()),
    "command_copy": lambda s, _: (s, (SetClipboard(ClipboardContent(text=_written(s))),)),
    "command_insert": _command_insert,
    "command_run": _command_run,
    "edit": on_tab(lambda tab, _, edit: (edited(tab, edit), ())),
    "parameter": _into("parameter"),
    "query": _into("query"),
}
_APP = App(
    name="powershell_ise",
    title=_TITLE,
    icon="powershell-ise",
    art=ISE_ART,
    styles=ISE_STYLES,
    program=Program(
        spoken=("PowerShell ISE", "Windows PowerShell ISE"),
        category="Programming",
        commands=("powershell_ise", "ise"),
        opens=(FileKind(("ps1",), "Windows PowerShell Script", "vscode-ps1"),),
        reads=("csv", "json", "log", "txt", "xml"),
    ),
    init=_init,
    view=partial(window, _FILES, _COMMANDS),
    on=_ON,
    caption=_FILES.caption,
    document=_FILES.document,
    size=(900, 580),
    min_size=(560, 400),
    close=("close",),
    focus=TEXT,
    locate={
        "text": {"key": TEXT},
        "console": {"key": CONSOLE},
        "overwrite_confirm": {"key": "message.yes"},
        "save_changes": {"key": "message.save"},
        "discard": {"key": "message.dont_save"},
    },
    tables=(POLICIES,),
    watches=True,
)
APPS = (commanded(_APP, _COMMANDS),)
