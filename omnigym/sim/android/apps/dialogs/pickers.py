"""The screens in which a day and a file are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.dates import MONTHS, local, month_grid, other_month
from omnigym.sim.android.kit import app_bar, dialog_card, item, phone_dialog, screen
from omnigym.sim.android.storage import SDCARD, image_of, listed, outward, size_text
from omnigym.sim.app import Close, Context, Effect, Handler, ScrollTo, dismissed
from omnigym.sim.memo import IdentityCache
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import Entry, button, list_view, spacer, text
from omnigym.sim.vfs import HOME, Stat, Vfs, join, parent_of

# -- pick date --------------------------------------------------------------------------------------------------------

# The dialog in which a day is chosen: `OpenDialog("pick_date", (title, "2025-03-14" or ""), reply)`.
#
# The reply is the day as "2025-03-14", or None.


class _Date(NamedTuple):
    """The day that is chosen, the month that is shown, and today."""

    title: str
    chosen: date
    shown: date
    today: date


def _init_date(args: tuple[str, str], ctx: Context) -> tuple[_Date, tuple[Effect, ...]]:
    title, day = args
    today = local(ctx.clock_ms, ctx.settings).date()
    try:
        chosen = date.fromisoformat(day)
    except ValueError:
        chosen = today
    return _Date(title, chosen, chosen, today), ()


def _month(shown: date, chosen: date, today: date) -> Node:
    name = f"{MONTHS[shown.month - 1]} {shown.year}"
    head = row(
        text(name, style="strong", role=Role.HEADING, w=FILL, key="pick_date.month"),
        button("pick_date.previous", icon="m/chevron_left", name="Previous month", style="icon", click=("turn", -1)),
        button("pick_date.next", icon="m/chevron_right", name="Next month", style="icon", click=("turn", 1)),
        pad=(6, 0, 0, 0),
    )
    return column(
        head, month_grid("pick_date", shown, chosen, today), h=306, swipe_left=("turn", 1), swipe_right=("turn", -1)
    )


def _view_date(state: _Date, _ctx: Context) -> Node:
    chosen = f"{state.chosen:%a}, {state.chosen:%b} {state.chosen.day}"
    return dialog_card(
        "pick_date",
        state.title,
        text(chosen, style="page_title"),
        panel(_month, state.shown, state.chosen, state.today),
        row(
            spacer(),
            button("pick_date.no", "Cancel", style="text", cancel=True, click=("away",)),
            button("pick_date.yes", "OK", style="text", default=True, click=("yes",)),
            gap=4,
        ),
    )


def _day(state: _Date, _ctx: Context, day: date) -> tuple[_Date, tuple[Effect, ...]]:
    return state._replace(chosen=day), ()


def _turn(state: _Date, _ctx: Context, months: int) -> tuple[_Date, tuple[Effect, ...]]:
    return state._replace(shown=other_month(state.shown, months)), ()


def _yes(state: _Date, _ctx: Context) -> tuple[_Date, tuple[Effect, ...]]:
    return state, (Close(state.chosen.isoformat()),)


_ON_DATE: Mapping[str, Handler] = {
    "day": _day,
    "turn": _turn,
    "yes": _yes,
    "away": dismissed,
    "back": dismissed,
}


_PICK_DATE_APPS = (phone_dialog("pick_date", _init_date, _view_date, _ON_DATE),)

# -- Android's screen in which a file is chosen: `OpenDialog("pick_file", (title, folder), reply)` --------------------

# It begins in a folder of the phone, "" for Download. The reply is the path of a file, or None. With a third argument
# True a folder is chosen instead.

_LIST = "pick_file.list"


class _File(NamedTuple):
    """The folder that is listed, and whether a folder is wanted."""

    title: str
    folder: str
    folders: bool = False


_FOUND: IdentityCache[tuple[Entry, ...]] = IdentityCache(16)


def _entries(vfs: Vfs, folder: str, folders: bool) -> tuple[Entry, ...]:
    """Folders first, then files, by name."""
    return _FOUND.get((folder, folders), vfs.get(folder), lambda: _read(vfs, folder, folders))


def _read(vfs: Vfs, folder: str, folders: bool) -> tuple[Entry, ...]:
    found = sorted(listed(vfs, folder), key=lambda e: (not e.is_dir, e.name.casefold()))
    return tuple([Entry(e.name, e.name, e) for e in found if e.is_dir or not folders])


def _line(entry: Entry, _selected: bool) -> Node:
    file: Stat = entry.data
    note = "" if file.is_dir else size_text(file.size)
    go = ("choose", entry.id, file.is_dir)
    return item(f"{_LIST}.{entry.id}", entry.text, note, image=image_of(file), h=64, click=go)


def _view_file(state: _File, ctx: Context) -> Node:
    where = outward(state.folder).removeprefix(SDCARD).strip("/").replace("/", " › ")
    files = list_view(
        _LIST, _entries(ctx.vfs, state.folder, state.folders), _line, name="Files", row_h=64, empty="No items"
    )
    here = row(
        spacer(), button("pick_file.here", "Use this folder", style="primary", click=("here",)), h=68, pad=(18, 0)
    )
    return screen(
        "pick_file",
        state.title,
        app_bar(state.title, back="pick_file.up"),
        row(
            text(f"Phone{' › ' if where else ''}{where}", style="muted", w=FILL, role=Role.TEXT, key="pick_file.where"),
            h=36,
            pad=(18, 0),
        ),
        files,
        here if state.folders else None,
    )


def _choose(state: _File, _ctx: Context, name: str, is_dir: bool) -> tuple[_File, tuple[Effect, ...]]:
    if is_dir:
        return state._replace(folder=join(state.folder, name)), (ScrollTo(_LIST),)
    return state, (Close(join(state.folder, name)),)


def _here(state: _File, _ctx: Context) -> tuple[_File, tuple[Effect, ...]]:
    return state, (Close(state.folder),)


def _back(state: _File, _ctx: Context) -> tuple[_File, tuple[Effect, ...]]:
    if state.folder == HOME:
        return state, (Close(),)
    return state._replace(folder=parent_of(state.folder)), (ScrollTo(_LIST),)


_ON_FILE: Mapping[str, Handler] = {
    "choose": _choose,
    "here": _here,
    "back": _back,
}


def _init_file(args: tuple[str, str] | tuple[str, str, bool], ctx: Context) -> tuple[_File, tuple[Effect, ...]]:
    folder = args[1] or f"{HOME}/Download"
    return _File(args[0], folder if ctx.vfs.is_dir(folder) else HOME, len(args) > 2), ()


_PICK_FILE_APPS = (phone_dialog("pick_file", _init_file, _view_file, _ON_FILE),)

APPS = (*_PICK_DATE_APPS, *_PICK_FILE_APPS)
