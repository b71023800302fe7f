"""Extensions: what the marketplace has, and what can be done to one."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context, SetFiles
from omnigym.devices.sim.kinds.code.state import Result, State
from omnigym.devices.sim.kinds.code.view import side_page
from omnigym.devices.sim.ui.nodes import FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import button, field, scroll, spacer, text
from omnigym.devices.sim.windows.apps.code_editor.kept import EXTENSIONS, OFFERED, Extension
from omnigym.devices.sim.windows.apps.code_editor.state import more_of

__all__ = ["EXTENDING", "extensions_page"]


def _kept(state: State, ctx: Context, rows: list[Extension]) -> Result:
    return state, (SetFiles(EXTENSIONS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _install(state: State, ctx: Context, extension: str) -> Result:
    rows = list(EXTENSIONS.rows(ctx.vfs))
    if extension in [r.id for r in rows] or extension not in OFFERED:
        return state, ()
    return _kept(state, ctx, [*rows, Extension(extension, OFFERED[extension][0])])


def _uninstall(state: State, ctx: Context, extension: str) -> Result:
    return _kept(state, ctx, [r for r in EXTENSIONS.rows(ctx.vfs) if r.id != extension])


def _turn(state: State, ctx: Context, extension: str) -> Result:
    """A disabled one enabled, an enabled one disabled."""
    rows = [r._replace(enabled=not r.enabled) if r.id == extension else r for r in EXTENSIONS.rows(ctx.vfs)]
    return _kept(state, ctx, rows)


EXTENDING = {"install": _install, "uninstall": _uninstall, "turn": _turn}


def _line(extension: str, known: Extension | None) -> Node:
    name, publisher, about = OFFERED[extension]
    actions: tuple[Node, ...]
    if known is None:
        actions = (button(f"code.install.{extension}", "Install", style="code_push", click=("install", extension)),)
    else:
        said = "Disable" if known.enabled else "Enable"
        actions = (
            button(f"code.turn.{extension}", said, style="code_chip", click=("turn", extension)),
            button(f"code.uninstall.{extension}", "Uninstall", style="code_chip", click=("uninstall", extension)),
        )
    off = " (disabled)" if known is not None and not known.enabled else ""
    return column(
        text(f"{name}{off}", style="code_head", w=FILL),
        text(about, style="code_faint", role=None, wrap=True, w=FILL),
        row(text(publisher, style="code_faint", role=None), spacer(), *actions, gap=4),
        key=f"code.extension.{extension}",
        role=Role.LIST_ITEM,
        name=name,
        style="code_line",
        pad=(14, 6),
        gap=3,
    )


def extensions_page(state: State, ctx: Context) -> Node:
    """The installed ones, then the others, of those whose names have what is searched for."""
    more = more_of(state)
    known = {r.id: r for r in EXTENSIONS.rows(ctx.vfs)}
    wanted = more.query.strip().casefold()
    found = [e for e, said in OFFERED.items() if wanted in " ".join(said).casefold()]
    groups = (
        ("INSTALLED", [e for e in found if e in known]),
        ("MARKETPLACE", [e for e in found if e not in known]),
    )
    lines: list[Node] = []
    for title, members in groups:
        head = text(f"{title}  {len(members)}", style="code_head", role=Role.HEADING)
        lines += [row(head, h=26, pad=(14, 0)), *[_line(e, known.get(e)) for e in members]]
    search = field(
        "code.extensions.search",
        more.query,
        name="Search Extensions in Marketplace",
        placeholder="Search Extensions",
        style="code",
        change=("extension_query",),
    )
    return side_page("Extensions", row(search, pad=(12, 0)), scroll("code.extensions", column(*lines), style="code"))
