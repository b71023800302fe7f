"""What Visual Studio Code on Windows shows besides the editor: search, panel with terminal and problems, settings."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.errors import UnreadableError
from omnigym.foreign.records import parse_json
from omnigym.sim.app import Context
from omnigym.sim.kinds.code.colours import language_of
from omnigym.sim.kinds.code.console import Colours
from omnigym.sim.kinds.code.state import State, Tab
from omnigym.sim.kinds.code.view import side_page
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import button, combo, field, scroll, spacer, text, toggle
from omnigym.sim.vfs import base_name
from omnigym.sim.windows.apps.code_editor.commands import Hit, hits_of
from omnigym.sim.windows.apps.code_editor.state import SETTINGS, Setting, more_of, setting_of, with_more
from omnigym.sim.windows.powershell.console import Pane
from omnigym.sim.windows.powershell.parsing import parse_file
from omnigym.sim.windows.powershell.session import ERROR, WARNING
from omnigym.sim.windows.powershell.syntax import ScriptError

TERMINAL = "code.terminal"
_PANEL_H, _HEAD_H, _ACTIVITY_W, _SIDE_W = 190, 34, 48, 208


def _colours(ctx: Context) -> Colours:
    dark = ctx.settings.get("theme") == "dark"
    inks = ((ERROR, 0xF14C4C if dark else 0xCD3131), (WARNING, 0xE5E510 if dark else 0x949800))
    ground, ink = (0x181818, 0xCCCCCC) if dark else (0xF8F8F8, 0x3B3B3B)
    return Colours(ground, ink, ((-1, ink), *inks))


PANE = Pane(
    TERMINAL,
    lambda state: more_of(state).console,
    lambda state, console: with_more(state, console=console),
    lambda state, ctx: (ctx.w - _ACTIVITY_W - (_SIDE_W if state.side else 0), _PANEL_H - _HEAD_H),
    _colours,
)


# -- search -----------------------------------------------------------------------------------------------------------


def _hit(hit: Hit) -> Node:
    return row(
        text(hit.text[:60], style="code", w=FILL, role=None),
        key=f"code.hit.{hit.path}.{hit.line}",
        role=Role.LIST_ITEM,
        name=f"{base_name(hit.path)}:{hit.line}: {hit.text[:80]}",
        style="code_line",
        h=22,
        pad=(26, 0, 8, 0),
        click=("hit", hit.path, hit.line),
    )


def _hits(hits: tuple[Hit, ...], wanted: str, folder: str) -> Node:
    files = list(dict.fromkeys([h.path for h in hits]))
    lines: list[Node] = []
    for path in files:
        lines.append(row(text(base_name(path), style="code_head", w=FILL, role=None), h=24, pad=(14, 0)))
        lines += [_hit(h) for h in hits if h.path == path]
    if not folder:
        said = "You have not opened a folder."
    elif not wanted:
        said = ""
    else:
        said = f"{count_of(len(hits), 'line')} in {count_of(len(files), 'file')}" if hits else "No results found."
    head = row(text(said, style="code_faint", key="code.search.count"), h=24, pad=(14, 0))
    return column(head, *lines)


def search_page(state: State, ctx: Context) -> Node:
    """The page of the side bar that looks through all files."""
    more = more_of(state)
    hits = hits_of(ctx.vfs, state.folder, more.wanted, more.match_case) if state.folder else ()
    find = field(
        "code.search.text", more.wanted, name="Search", placeholder="Search", style="code", change=("search_text",)
    )
    new = field(
        "code.search.new",
        more.new,
        name="Replace",
        placeholder="Replace",
        style="code",
        change=("search_new",),
        submit=("replace_all_files",),
    )
    case = toggle(
        "code.search.case",
        "Aa",
        name="Match Case",
        style="code_small",
        checked=more.match_case,
        click=("search_case",),
    )
    every = button(
        "code.search.replace_all",
        icon="arrow-swap",
        name="Replace All",
        style="code_small",
        disabled=not hits,
        click=("replace_all_files",),
    )
    return side_page(
        "Search",
        row(find, case, pad=(12, 0), gap=4),
        row(new, every, pad=(12, 6, 12, 0), gap=4),
        scroll("code.hits", panel(_hits, hits, more.wanted, state.folder), style="code"),
    )


# -- the panel --------------------------------------------------------------------------------------------------------


def problems_of(tab: Tab | None, name: str) -> tuple[tuple[int, str], ...]:
    """What is wrong with the text that is shown: lines and messages."""
    language = language_of(name).name if tab is not None else ""
    if tab is None or language not in ("PowerShell", "JSON"):
        return ()
    body = tab.edit.document.text
    if language == "PowerShell":
        try:
            parse_file(body)
        except ScriptError as e:
            return ((e.line, str(e)),)
        return ()
    try:
        parse_json(body)
    except UnreadableError as e:
        line = str(e).removeprefix("line ").partition(",")[0]
        return ((int(line) if line.isdecimal() else 1, f"This is no valid JSON: {str(e).rpartition(': ')[2]}."),)
    return ()


def _problems(found: tuple[tuple[int, str], ...], name: str) -> Node:
    if not found:
        said = text("No problems have been detected in the file.", style="code", key="code.problems.none")
        return column(row(said, pad=(14, 8)), style="code_bar", h=FILL)
    lines = [
        row(
            text(f"{said}  {name} [Ln {line}]", style="code", w=FILL, role=None),
            key=f"code.problem.{line}",
            role=Role.LIST_ITEM,
            name=said,
            style="code_line",
            h=26,
            pad=(14, 0),
            click=("problem", line),
        )
        for line, said in found
    ]
    return column(*lines, style="code_bar", h=FILL)


def _panel_head(shown: str, problems: int, written: bool) -> Node:
    def one(name: str, label: str) -> Node:
        return toggle(f"code.panel.{name}", label, style="code_panel", checked=shown == name, click=("panel", name))

    return row(
        one("problems", f"PROBLEMS  {problems}" if problems else "PROBLEMS"),
        one("terminal", "TERMINAL"),
        spacer(),
        text("powershell", style="code_faint", role=None),
        button(
            "code.panel.clear",
            icon="delete",
            name="Clear",
            style="code_small",
            disabled=not written,
            click=("console_clear",),
        ),
        button("code.panel.close", icon="close", name="Close Panel", style="code_small", click=("panel", "")),
        style="code_bar",
        h=_HEAD_H,
        pad=(10, 2),
        gap=6,
        role=Role.TOOLBAR,
        name="Panel",
    )


def panel_below(state: State, ctx: Context, name: str) -> Node | None:
    """The panel below the text, or nothing."""
    more = more_of(state)
    if not more.panel:
        return None
    found = problems_of(state.tab, name)
    terminal = more.panel == "terminal"
    body = PANE.node(state, ctx, "Terminal") if terminal else panel(_problems, found, name, h=FILL)
    line = row(style="code_edge", h=1, w=FILL)
    return column(line, panel(_panel_head, more.panel, len(found), bool(more.console.shown)), body, h=_PANEL_H)


# -- settings ---------------------------------------------------------------------------------------------------------


def _setting(setting: Setting, value: str) -> Node:
    return column(
        text(setting.title, style="code_head", role=Role.HEADING),
        text(setting.about, style="code_faint"),
        combo(
            f"code.setting.{setting.name}",
            value,
            tuple([str(v) for v in sorted(setting.values, key=lambda v: (str(type(v)), v))]),
            name=setting.title,
            w=220,
            change=("setting", setting.name),
        ),
        pad=(0, 8),
        gap=4,
    )


def settings_page(state: State, ctx: Context) -> Node | None:
    """The settings, where they stand in the place of the text."""
    more = more_of(state)
    if not more.settings:
        return None
    wanted = more.setting.strip().casefold()
    found = [s for s in SETTINGS if wanted in f"{s.title} {s.name} {s.about}".casefold()]
    search = field(
        "code.settings.search",
        more.setting,
        name="Search settings",
        placeholder="Search settings",
        style="code",
        change=("setting_query",),
    )
    bar = (
        button("code.settings.json", "Open Settings (JSON)", style="code_chip", click=("settings_json",)),
        button("code.settings.close", icon="close", name="Close Settings", style="code_small", click=("settings_off",)),
    )
    lines = [_setting(s, str(setting_of(ctx.vfs, s.name))) for s in found]
    return column(
        row(text("Settings", style="code_title", role=Role.HEADING), spacer(), *bar, gap=8),
        search,
        scroll("code.settings", column(*lines, gap=6), name="Settings"),
        style="code_editor",
        h=FILL,
        pad=(28, 14),
        gap=8,
        role=Role.PANE,
        name="Settings",
    )
