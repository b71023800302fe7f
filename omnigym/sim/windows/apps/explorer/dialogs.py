"""The Properties dialog of a file or folder."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import App, Close, Context, Effect, unchanged
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, icon, separator, spacer, tab, text
from omnigym.sim.vfs import Stat, Vfs, base_name, native, parent_of
from omnigym.sim.windows.file_kinds import date_text, icon_of, kind_of


def _init(args: object, _ctx: Context) -> tuple[str, tuple[Effect, ...]]:
    return str(args), ()


def _contents(vfs: Vfs, path: str) -> tuple[int, int, int]:
    """Bytes, files and folders in a directory and all under it."""
    size = files = folders = 0
    for entry in vfs.list(path):
        if entry.is_dir:
            inner = _contents(vfs, entry.path)
            size, files, folders = size + inner[0], files + inner[1], folders + 1 + inner[2]
        else:
            size, files = size + entry.size, files + 1
    return size, files, folders


def _facts(vfs: Vfs, stat: Stat) -> tuple[tuple[str, str], ...]:
    size, contains = stat.size, ""
    if stat.is_dir:
        size, files, folders = _contents(vfs, stat.path)
        contains = f"{files} Files, {folders} Folders"
    return (
        ("Type of file:" if not stat.is_dir else "Type:", kind_of(stat)),
        ("Location:", native(parent_of(stat.path))),
        ("Size:", f"{size / 1024:,.2f} KB ({count_of(size, 'byte')})"),
        *((("Contains:", contains),) if contains else ()),
        ("Modified:", date_text(stat.mtime_ms)),
    )


def _view(path: str, ctx: Context) -> Node:
    stat = ctx.vfs.stat(path)
    if stat is None:
        body: Node = text("This item is no longer there.", wrap=True)
    else:
        lines = [
            row(
                text(label, w=90, style="muted", role=None),
                text(
                    value,
                    w=FILL,
                    key=f"properties.{label.strip(':').replace(' ', '_').lower()}",
                    name=f"{label} {value}",
                ),
                h=24,
                gap=8,
            )
            for label, value in _facts(ctx.vfs, stat)
        ]
        body = column(
            row(
                icon(icon_of(stat), style="large"),
                text(stat.name or path, style="strong", key="properties.name"),
                gap=14,
                h=44,
            ),
            separator(),
            *lines,
            gap=6,
        )
    return column(
        row(
            tab("properties.general", "General", selected=True, click=("general",)),
            role=Role.TAB_LIST,
            pad=(12, 6, 12, 0),
        ),
        column(body, style="group", h=FILL, pad=16),
        row(
            spacer(),
            button("properties.ok", "OK", default=True, style="accent", click=("ok",), w=96),
            button("properties.cancel", "Cancel", cancel=True, click=("ok",), w=96),
            style="dialog_buttons",
            pad=(16, 12),
            gap=8,
        ),
        h=FILL,
    )


def _ok(state: str, _ctx: Context) -> tuple[str, tuple[Effect, ...]]:
    return state, (Close(None),)


APPS = (
    App(
        name="properties",
        title="Properties",
        icon="folder-color",
        init=_init,
        view=_view,
        on={"ok": _ok, "general": unchanged},
        caption=lambda path: f"{base_name(path)} Properties",
        size=(380, 360),
        dialog=True,
    ),
)
