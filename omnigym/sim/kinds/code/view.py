"""What an editor of code looks like: activity bar, explorer, tabs, text, status bar; the quick input above."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from omnigym.a11y import Role
from omnigym.sim.app import Context
from omnigym.sim.common.text_editor.state import TEXT, find_bar
from omnigym.sim.kinds.code.colours import coloured, language_of
from omnigym.sim.kinds.code.commands import QUICK
from omnigym.sim.kinds.code.editor import Activity, Editor
from omnigym.sim.kinds.code.files import line_ends
from omnigym.sim.kinds.code.quick import PLACEHOLDERS, Line
from omnigym.sim.kinds.code.state import EXPLORER, Quick, State, is_saved, listed
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import area, button, field, icon, scroll, spacer, text, toggle, tree_item
from omnigym.sim.ui.widgets import tab as tab_node
from omnigym.sim.vfs import Vfs, base_name

_MENU_H, _TAB_H, _PATH_H, _FOOT_H, _LINE_H = 30, 35, 24, 24, 30
_ACTIVITY_W, _SIDE_W, _LEAST_TAB, _MOST_TAB, _QUICK_W = 48, 208, 96, 168, 560
#: Widths of a window below which the find bar takes the side bar's place.
_NARROW = 770


def _menus(editor: Editor, state: State) -> Node:
    entries = [
        button(f"code.menu.{place}", name, style="code_menu", menu=editor.commands.items(place, state))
        for place, name in editor.parts.menus
    ]
    found = [entry._replace(role=Role.MENU_ITEM, data=None) for entry in entries]
    return row(*found, spacer(), style="code_bar", h=_MENU_H, pad=(6, 3), role=Role.MENUBAR, name="Menu bar")


def _activity(activities: tuple[Activity, ...], shown: str) -> Node:
    def one(key: str, image: str, name: str, on: bool) -> Node:
        return toggle(f"code.activity.{key}", icon=image, name=name, style="code_activity", checked=on, click=(key,))

    return column(
        one(EXPLORER, "document-copy", "Explorer (Ctrl+B)", shown == EXPLORER),
        *[one(name, image, label, shown == name) for name, image, label, _ in activities],
        spacer(h=FILL),
        one("palette", "settings", "Manage", False),
        style="code_bar",
        w=_ACTIVITY_W,
        h=FILL,
        pad=(1, 2),
        gap=2,
        role=Role.TOOLBAR,
        name="Activity bar",
    )


def _tree(vfs: Vfs, folder: str, expanded: tuple[str, ...], level: int = 0) -> list[tuple[str, int, bool | None]]:
    """The lines of the explorer: path, depth, and of a folder whether it is open."""
    lines: list[tuple[str, int, bool | None]] = []
    for stat in listed(vfs, folder):
        is_open = stat.path in expanded if stat.is_dir else None
        lines.append((stat.path, level, is_open))
        if is_open:
            lines += _tree(vfs, stat.path, expanded, level + 1)
    return lines


def _explorer(folder: str, lines: tuple[tuple[str, int, bool | None], ...], current: str) -> Node:
    if not folder:
        body: Element = column(
            text("You have not yet opened a folder.", style="code", wrap=True, w=FILL),
            button("code.side.open_folder", "Open Folder", style="code_push", click=("open_folder",), w=FILL),
            pad=(14, 8),
            gap=12,
            h=FILL,
        )
        head = text("NO FOLDER OPENED", style="code_head", role=Role.HEADING, w=FILL)
        return side_page("Explorer", row(head, h=28, pad=(14, 0)), body)
    items = [
        tree_item(
            f"code.file.{path}",
            base_name(path),
            icon="" if is_open is not None else language_of(base_name(path)).icon,
            level=level,
            selected=path == current,
            expanded=is_open,
            style="code",
            click=("open_path", path) if is_open is None else ("unfold", path),
            expand=None if is_open is None else ("unfold", path),
        )
        for path, level, is_open in lines
    ]
    head = row(
        text(base_name(folder).upper(), style="code_head", role=Role.HEADING, w=FILL),
        button("code.side.new_file", icon="document-add", name="New File...", style="code_small", click=("new_file",)),
        button(
            "code.side.new_folder", icon="folder-add", name="New Folder...", style="code_small", click=("new_folder",)
        ),
        h=28,
        pad=(14, 0, 6, 0),
    )
    tree = scroll("code.files", column(*items, role=Role.TREE, name="Files Explorer"), style="code")
    return side_page("Explorer", head, tree)


def side_page(name: str, *content: Element) -> Node:
    """A page of the side bar."""
    title = row(text(name.upper(), style="code_faint", role=None), h=_TAB_H, pad=(14, 0))
    return column(title, *content, style="code_bar", w=_SIDE_W, h=FILL, role=Role.PANE, name=name)


def _tabs(tabs: tuple[tuple[str, bool, str], ...], at: int, room: int) -> Node:
    """The tabs that there is room for, that which is shown among them."""
    count = max(1, min(len(tabs), room // _LEAST_TAB))
    first = min(max(0, at - count + 1), len(tabs) - count)
    width = min(_MOST_TAB, max(_LEAST_TAB, room // count))
    shown = [_tab(i, *tabs[i], i == at, width) for i in range(first, first + count)]
    return row(*shown, spacer(), style="code_bar", h=_TAB_H, role=Role.TAB_LIST, name="Open editors")


def _tab(i: int, name: str, saved: bool, image: str, chosen: bool, w: int) -> Node:
    face = tab_node(
        f"code.tab.{i}",
        name,
        selected=chosen,
        style="code",
        icon=image,
        name=name if saved else f"● {name}",
        click=("tab", i),
        middle=("close_tab", i),
    )
    mark, said = ("close", f"Close {name}") if saved else ("dot", f"Close {name} (unsaved)")
    close = button(f"code.close_tab.{i}", icon=mark, name=said, style="tab_close", click=("close_tab", i))
    over = row(spacer(), close, pad=(0, 0, 4, 0), h=_TAB_H)
    line = row(style="code_top" if chosen else "", w=w, h=2)
    return stack(face._replace(w=w, h=_TAB_H), line, over, w=w, h=_TAB_H)


def _welcome(title: str) -> Node:
    lines = (("new", "document-add", "New File"), ("open", "document", "Open File..."))
    more = (("open_folder", "folder-open", "Open Folder..."), ("palette", "apps-list", "Show All Commands"))
    links = [
        button(f"code.start.{key}", name, icon=image, style="code_link", click=(key,))
        for key, image, name in (*lines, *more)
    ]
    return column(
        text(title, style="code_title", role=Role.HEADING),
        text("Editing evolved", style="code_faint"),
        spacer(h=10),
        text("Start", style="code_head", role=None),
        *links,
        style="code_editor",
        pad=(36, 30),
        gap=4,
        h=FILL,
        role=Role.PANE,
        name="Welcome",
    )


def _path(shown: str) -> Node:
    return row(text(shown, style="code_faint", role=None, w=FILL), style="code_editor", h=_PATH_H, pad=(14, 0))


def _texts(editor: Editor, state: State, ctx: Context, side: bool) -> Element:
    """The tabs, and the text of the one that is shown."""
    front, tab, host = editor.parts.front(state, ctx), state.tab, editor.files.host
    if tab is None:
        return front or panel(_welcome, host.title, w=FILL, h=FILL)
    room = ctx.w - _ACTIVITY_W - (_SIDE_W if side else 0)
    names = [editor.files.name_of(state, i) for i in range(len(state.tabs))]
    tabs = tuple([(n, is_saved(t), language_of(n).icon) for n, t in zip(names, state.tabs, strict=True)])
    bar = panel(_tabs, tabs, state.at, room)
    if front is not None:
        return column(bar, front, h=FILL)
    shown = host.outward(tab.path).strip(host.separator).replace(host.separator, "  ›  ") if tab.path else ""
    edit = coloured(tab.edit, language_of(names[state.at]), ctx.settings.get("theme") == "dark")
    zoom, wrap, numbers = editor.parts.text(ctx)
    size = tab.zoom * zoom // 100
    return column(
        bar,
        panel(_path, shown),
        panel(find_bar, tab.find) if tab.find.shown else None,
        area(
            TEXT,
            edit,
            name="Editor content",
            style="code",
            change=("edit",),
            wrap=wrap,
            zoom=size,
            numbers=numbers,
        ),
        h=FILL,
    )


def _foot(place: str, ends: str, language: str, unsaved: int) -> Node:
    said = f"{unsaved} unsaved" if unsaved else ""
    right = [button("code.position", place, name=place, style="code_status", click=("line",))] if place else []
    plain = [text(t, style="code_faint", key=f"code.{k}") for k, t in (("ends", ends), ("language", language)) if t]
    return row(
        text(said, style="code_faint", key="code.unsaved"),
        spacer(),
        *right,
        text("UTF-8", style="code_faint", role=None) if place else None,
        *plain,
        style="code_bar",
        h=_FOOT_H,
        pad=(14, 1),
        gap=14,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def _quick(quick: Quick, lines: tuple[Line, ...], w: int) -> Node:
    return column(
        field(
            QUICK,
            quick.text,
            name="Quick input",
            placeholder=PLACEHOLDERS[quick.kind],
            style="code",
            change=("quick_text",),
            submit=("quick_take",),
            cancel=("quick_close",),
        ),
        *[_offered(i, line, i == quick.chosen) for i, line in enumerate(lines)],
        None if lines else row(text("No matching results", style="code_faint"), h=_LINE_H, pad=(10, 0)),
        style="code_quick",
        w=w,
        pad=(8, 8),
        gap=2,
        role=Role.GROUP,
        name="Quick input",
    )


def _offered(i: int, line: Line, chosen: bool) -> Node:
    return row(
        icon(line.icon, size=16) if line.icon else None,
        text(line.text, style="code", role=None),
        spacer(),
        text(line.more, style="code_faint", role=None),
        style="code_line_chosen" if chosen else "code_line",
        key=f"code.quick.{i}",
        role=Role.LIST_ITEM,
        name=line.text,
        h=_LINE_H,
        pad=(10, 0),
        gap=10,
        click=("quick_run", line.msg),
    )


def _side_bar(editor: Editor, state: State, ctx: Context, current: str) -> Element:
    pages = {a.name: a.page for a in editor.parts.activities if a.page is not None}
    page = pages.get(state.page)
    if page is not None:
        return page(state, ctx)
    lines = tuple(_tree(ctx.vfs, state.folder, state.expanded)) if state.folder else ()
    return panel(_explorer, state.folder, lines, current, w=_SIDE_W, h=FILL)


def _status(editor: Editor, state: State, ctx: Context) -> Element:
    tab = state.tab
    unsaved = sum([not is_saved(t) for t in state.tabs])
    if tab is None:
        return panel(_foot, "", "", "", unsaved)
    line, at = tab.edit.caret
    ends = "CRLF" if line_ends(ctx, tab.path) == "\r\n" else "LF"
    name = language_of(editor.files.name_of(state, state.at)).name
    return panel(_foot, f"Ln {line + 1}, Col {at + 1}", ends, name, unsaved)


def _window(editor: Editor, state: State, ctx: Context) -> Node:
    """The content of a window."""
    tab = state.tab
    side = state.side and not (tab is not None and tab.find.shown and ctx.w < _NARROW)
    shown = state.page if state.side else ""
    whole = column(
        _menus(editor, state),
        row(
            panel(_activity, editor.parts.activities, shown, w=_ACTIVITY_W, h=FILL),
            _side_bar(editor, state, ctx, tab.path if tab else "") if side else None,
            column(_texts(editor, state, ctx, side), editor.parts.below(state, ctx), h=FILL),
            h=FILL,
            align="stretch",
        ),
        _status(editor, state, ctx),
        h=FILL,
    )
    if state.quick is None:
        return whole
    w = min(_QUICK_W, ctx.w - 16)
    over = panel(_quick, state.quick, editor.quick.lines_of(state, ctx), w, w=w)
    return stack(whole, row(over, justify="center", align="start", pad=(0, 6), w=FILL), h=FILL)


def view_of(editor: Editor) -> Callable[[State, Context], Node]:
    """The view of a program, for `App.view`."""
    return partial(_window, editor)
