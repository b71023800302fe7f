"""Visual Studio Code on Windows: its declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.app import Context, Effect, Focus, Handler, SetFiles
from omnigym.sim.commands import LINE, Command
from omnigym.sim.common.text_editor.state import TEXT, edited
from omnigym.sim.documents.edit import selected_text
from omnigym.sim.kinds.code.commands import tab_command, turned_to, window_command
from omnigym.sim.kinds.code.editor import Activity, Editor, Parts, code_editor
from omnigym.sim.kinds.code.files import Files, Host
from omnigym.sim.kinds.code.quick import go_line
from omnigym.sim.kinds.code.state import Result, State, is_saved, on_tab
from omnigym.sim.kinds.code.view import view_of
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import VfsError, canonical, native
from omnigym.sim.windows.apps.code_editor import view as parts
from omnigym.sim.windows.apps.code_editor.commands import EXTENDING, Searching, extensions_page
from omnigym.sim.windows.apps.code_editor.state import (
    EXTENSIONS,
    EXTENSIONS_PAGE,
    RECENT,
    SEARCH_PAGE,
    SETTINGS,
    SETTINGS_FILE,
    SETTINGS_VIEW,
    More,
    more_of,
    remembered,
    setting_of,
    text_look,
    with_more,
    with_setting,
)
from omnigym.sim.windows.powershell.session import Kept

_FILES = Files(Host("Visual Studio Code", canonical, native, separator="\\"))
_SEARCH = Searching(_FILES)
_PAGES = (
    Activity(SEARCH_PAGE, "search", "Search (Ctrl+Shift+F)", parts.search_page),
    Activity(EXTENSIONS_PAGE, "puzzle-piece", "Extensions (Ctrl+Shift+X)", extensions_page),
)


def _name(state: State) -> str:
    return _FILES.name_of(state, state.at) if state.tabs else ""


# -- settings ---------------------------------------------------------------------------------------------------------


def _set(state: State, ctx: Context, name: str, value: str) -> Result:
    known = next(s for s in SETTINGS if s.name == name)
    found = next(v for v in known.values if str(v) == value)
    try:
        return state, (SetFiles(with_setting(ctx.vfs, name, found, ctx.clock_ms)),)
    except VfsError as e:
        return state, (_FILES.told(str(e)),)


def _settings(state: State, _ctx: Context) -> Result:
    return with_more(state, settings=True), (Focus("code.settings.search"),)


def _settings_json(state: State, ctx: Context) -> Result:
    """The file with the settings as a text."""
    state, vfs = with_more(state, settings=False), ctx.vfs
    if vfs.is_file(SETTINGS_FILE):
        return _FILES.open_path(state, ctx, SETTINGS_FILE)
    try:
        vfs = vfs.write(SETTINGS_FILE, b"{\n}\n", ctx.clock_ms)
    except VfsError as e:
        return state, (_FILES.told(str(e)),)
    state, effects = _FILES.open_path(state, ctx._replace(vfs=vfs), SETTINGS_FILE)
    return state, (SetFiles(vfs), *effects)


def _edit(state: State, ctx: Context, edit: object) -> Result:
    """What is typed; it is saved at once where that is set."""
    state, effects = on_tab(lambda tab, _, new: (edited(tab, new), ()))(state, ctx, edit)
    tab = state.tab
    if tab is None or not tab.path or is_saved(tab) or setting_of(ctx.vfs, "files.autoSave") == "off":
        return state, effects
    state, more = _FILES.save(state, ctx)
    return state, (*effects, *[e for e in more if not isinstance(e, Focus)])


# -- the panel --------------------------------------------------------------------------------------------------------


def _panel(state: State, _ctx: Context, name: str) -> Result:
    focus = Focus(parts.TERMINAL if name == "terminal" else TEXT)
    return with_more(state, panel=name), (focus,) if name == "terminal" or state.tabs else ()


def _toggled(name: str) -> Callable[..., Result]:
    return lambda s, ctx: _panel(s, ctx, "" if more_of(s).panel == name else name)


def _run(state: State, ctx: Context) -> Result:
    """The script that is shown saved, and run in the terminal."""
    tab = state.tab
    if tab is None:
        return state, ()
    effects: tuple[Effect, ...] = ()
    if not tab.path:
        return _FILES.save(state, ctx)
    if not is_saved(tab):
        state, effects = _FILES.save(state, ctx)
        saved = next((e.vfs for e in effects if isinstance(e, SetFiles)), None)
        if saved is None:
            return state, effects
        ctx = ctx._replace(vfs=saved)
    state, more = parts.PANE.script(with_more(state, panel="terminal"), ctx, tab.path)
    return state, (*effects, *more)


def _run_selection(state: State, ctx: Context) -> Result:
    tab = state.tab
    chosen = selected_text(tab.edit) if tab is not None else ""
    if not chosen.strip():
        return state, ()
    after: Result = parts.PANE.lines(with_more(state, panel="terminal"), ctx, chosen)
    return after


# -- the window -------------------------------------------------------------------------------------------------------


def _leaving(handler: Handler) -> Handler:
    """A handler that leaves the settings where it goes to the text."""

    def handle(state: State, ctx: Context, *rest: object) -> Result:
        after, effects = handler(state, ctx, *rest)
        if more_of(after).settings and any(isinstance(e, Focus) and e.key == TEXT for e in effects):
            after = with_more(after, settings=False)
        return after, effects

    return handle


def _there(state: State) -> State:
    """The terminal goes to the folder that was opened."""
    console = more_of(state).console
    return with_more(state, console=console._replace(kept=(console.kept or Kept())._replace(cwd=state.folder)))


def _remembering(handler: Callable[..., Result]) -> Callable[..., Result]:
    """A handler after which a folder that it opened is the one that was opened last."""

    def handle(state: State, ctx: Context, *rest: object) -> Result:
        after, effects = handler(state, ctx, *rest)
        if after.folder == state.folder or not after.folder:
            return after, effects
        return _there(after), (*effects, SetFiles(remembered(ctx.vfs, after.folder, ctx.clock_ms)))

    return handle


def _opened(args: object, ctx: Context) -> Result:
    state, effects = _FILES.init(args, ctx)
    shown = setting_of(ctx.vfs, "terminal.integrated.hideOnStartup") == "never"
    state = state._replace(more=More(panel="terminal" if shown else ""))
    if not state.folder:
        return state, effects
    return _there(state), (*effects, SetFiles(remembered(ctx.vfs, state.folder, ctx.clock_ms)))


def _is_script(state: State) -> bool:
    return bool(state.tabs) and _name(state).casefold().endswith(".ps1")


def _into(name: str) -> Callable[..., Result]:
    return lambda state, _ctx, value: (with_more(state, **{name: value}), ())


_COMMANDS: tuple[Command | None, ...] = (
    window_command("run", "Run PowerShell Script", _run, "f5", "run")._replace(enabled=_is_script),
    tab_command("run_selection", "Run Selection in Terminal", lambda t, _: (t, ()), "f8", "run")._replace(
        run=_run_selection, enabled=lambda s: s.tab is not None and selected_text(s.tab.edit).strip()
    ),
    window_command("terminal", "Toggle Terminal", _toggled("terminal"), "ctrl+`", "terminal"),
    window_command("problems", "Toggle Problems", _toggled("problems"), "ctrl+shift+m", "terminal"),
    LINE,
    window_command(SEARCH_PAGE, "Find in Files", turned_to(SEARCH_PAGE), "ctrl+shift+f", "edit"),
    window_command(EXTENSIONS_PAGE, "Extensions", turned_to(EXTENSIONS_PAGE), "ctrl+shift+x", "view"),
    window_command("settings", "Settings", _settings, "ctrl+,", "file"),
    window_command("settings_json", "Open User Settings (JSON)", _settings_json, "", ""),
)
_MENUS = (("file", "File"), ("edit", "Edit"), ("view", "View"), ("go", "Go"), ("run", "Run"), ("terminal", "Terminal"))
_EDITOR = Editor(
    _FILES,
    Parts(
        _MENUS,
        _PAGES,
        lambda ctx: text_look(ctx.vfs),
        parts.settings_page,
        lambda state, ctx: parts.panel_below(state, ctx, _name(state)),
    ),
    *_COMMANDS,
)
_QUICK = _EDITOR.quick.on
_ON: Mapping[str, Callable[..., Result]] = {
    **parts.PANE.on,
    **EXTENDING,
    "edit": _edit,
    "extension_query": _into("query"),
    "hit": _SEARCH.shown,
    "panel": _panel,
    "problem": go_line,
    "quick_run": _remembering(_QUICK["quick_run"]),
    "quick_take": _remembering(_QUICK["quick_take"]),
    "replace_all_files": _SEARCH.asked,
    "replaced": _SEARCH.replaced,
    "search_case": lambda s, _: (with_more(s, match_case=not more_of(s).match_case), ()),
    "search_new": _into("new"),
    "search_text": _into("wanted"),
    "setting": _set,
    "setting_query": _into("setting"),
    "settings_off": lambda s, _: (with_more(s, settings=False), ()),
}
_APP = code_editor(
    _EDITOR,
    view_of(_EDITOR),
    init=_opened,
    on=_ON,
    program=Program(
        spoken=("VS Code", "Visual Studio Code"),
        category="Programming",
        commands=("code",),
        opens=(
            FileKind(("py",), "Python Source File", "vscode-py"),
            FileKind(("js", "ts"), "JavaScript Source File", "vscode-js"),
            FileKind(("c", "cpp", "css", "go", "java", "rs", "sh"), "Source File", "vscode-source"),
            FileKind(("toml", "yaml", "yml"), "Configuration Source File", "vscode-source"),
        ),
        reads=("csv", "html", "ini", "json", "log", "md", "ps1", "txt", "xml"),
    ),
    tables=(EXTENSIONS, RECENT, SETTINGS_VIEW),
    watches=True,
)
APPS = (
    _APP._replace(
        on={name: _leaving(handler) for name, handler in _APP.on.items()},
        locate={**_APP.locate, "overwrite_confirm": {"key": "message.yes"}, "terminal": {"key": parts.TERMINAL}},
    ),
)
