"""Groups of tabs: named and coloured, folded, closed and opened again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from omnigym.sim.app import Context, Effect, Focus, SetFiles
from omnigym.sim.handlers import saved
from omnigym.sim.sites.browsing import Tab, place_of
from omnigym.sim.sites.navigation import Result
from omnigym.sim.sites.window import Window, tab
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.apps.chrome.navigation import TABS
from omnigym.sim.windows.apps.chrome.state import outward
from omnigym.sim.windows.apps.chrome.store import COLOURS, GROUPS, Group

#: The field with the name of the group that is edited.
GROUP_NAME = "chrome.group_name"


def group_of(vfs: Vfs, number: int) -> Group | None:
    """The group with a number; None where it was deleted meanwhile."""
    return next((g for g in GROUPS.rows(vfs) if g.id == number), None)


def _with(ctx: Context, number: int, **values: object) -> SetFiles:
    rows = [g._replace(**values) if g.id == number else g for g in GROUPS.rows(ctx.vfs)]  # type: ignore[arg-type]
    return saved(GROUPS, ctx, rows)


def _without(ctx: Context, number: int) -> SetFiles:
    return saved(GROUPS, ctx, [g for g in GROUPS.rows(ctx.vfs) if g.id != number])


def keeping(handler: Callable[..., Result]) -> Callable[..., Result]:
    """A handler after which each group has the addresses of its tabs; one without tabs keeps those that it had."""

    def handle(window: Window, ctx: Context, *rest: object) -> Result:
        after, effects = handler(window, ctx, *rest)
        if after.tabs is window.tabs:
            return after, effects
        files = next((e.vfs for e in reversed(effects) if type(e) is SetFiles), ctx.vfs)
        rows = GROUPS.rows(files)
        now = tuple([_as_shown(group, after.tabs) for group in rows])
        return after, effects if now == rows else (*effects, SetFiles(GROUPS.written(files, now, ctx.clock_ms)))

    return handle


def _as_shown(group: Group, tabs: Iterable[Tab]) -> Group:
    urls = tuple([outward(place_of(t).url) for t in tabs if t.group == group.id])
    return group._replace(urls=urls) if urls else group


def _ordered(window: Window, tabs: Iterable[Tab]) -> Window:
    """The window with its tabs in another order, or with other groups; the same one is in front."""
    tabs = tuple(tabs)
    return window._replace(tabs=tabs, active=[t.id for t in tabs].index(tab(window).id))


def _put(window: Window, at: int, number: int) -> Window:
    """A tab in a group, behind the others of it; with 0 in none, behind those of its own."""
    moved = window.tabs[at]
    beside = number or moved.group
    others = [t for t in window.tabs if t.id != moved.id]
    last = max([n for n, t in enumerate(others) if t.group == beside], default=at - 1)
    return _ordered(window, (*others[: last + 1], moved._replace(group=number), *others[last + 1 :]))


def _edit(window: Window, _ctx: Context, number: int) -> Result:
    return window._replace(over=f"group.{number}", finding=None), (Focus(GROUP_NAME, 0, -1),)


def _new(window: Window, ctx: Context, at: int) -> Result:
    """A tab in a group of its own, whose name is asked for."""
    if not 0 <= at < len(window.tabs):
        return window, ()
    rows, moved = GROUPS.rows(ctx.vfs), window.tabs[at]
    group = Group(next_id(rows), "", COLOURS[len(rows) % len(COLOURS)])
    if moved.group:
        window = _put(window, at, 0)
    window = _put(window, [t.id for t in window.tabs].index(moved.id), group.id)
    window, effects = _edit(window, ctx, group.id)
    return window, (saved(GROUPS, ctx, (*rows, group)), *effects)


def _join(window: Window, _ctx: Context, at: int, number: int) -> Result:
    inside = 0 <= at < len(window.tabs) and window.tabs[at].group != number
    return (_put(window, at, number) if inside else window), ()


def _fold(window: Window, ctx: Context, number: int) -> Result:
    """Its tabs are hidden, or shown again; the tab in front is one that is not hidden."""
    group = group_of(ctx.vfs, number)
    if group is None:
        return window, ()
    effects: tuple[Effect, ...] = ()
    if not group.collapsed and tab(window).group == number:
        free = [n for n, t in enumerate(window.tabs) if t.group != number]
        if free:
            window, effects = TABS.handlers()["tab"](window, ctx, free[0])
        else:
            window, effects = TABS.new_tab(window, ctx)
    return window, (_with(ctx, number, collapsed=not group.collapsed), *effects)


def _add(window: Window, ctx: Context, number: int) -> Result:
    window, effects = TABS.new_tab(window, ctx)
    return _put(window, window.active, number)._replace(over=""), effects


def _ungroup(window: Window, ctx: Context, number: int) -> Result:
    tabs = [t._replace(group=0) if t.group == number else t for t in window.tabs]
    return _ordered(window, tabs)._replace(over=""), (_without(ctx, number),)


def _close(window: Window, ctx: Context, number: int) -> Result:
    """Its tabs close; it stays, and can be opened again."""
    effects: tuple[Effect, ...] = ()
    if all(t.group == number for t in window.tabs):
        window, effects = TABS.new_tab(window, ctx)
    elif tab(window).group == number:
        free = next(n for n, t in enumerate(window.tabs) if t.group != number)
        window, effects = TABS.handlers()["tab"](window, ctx, free)
    return _ordered(window, [t for t in window.tabs if t.group != number])._replace(over=""), effects


def _delete(window: Window, ctx: Context, number: int) -> Result:
    window, effects = _close(window, ctx, number)
    return window, (_without(ctx, number), *effects)


def _open(window: Window, ctx: Context, number: int) -> Result:
    """A group that was closed, with the pages that it had."""
    group, effects = group_of(ctx.vfs, number), list[Effect]()
    if group is None or any(t.group == number for t in window.tabs):
        return window, ()
    for url in group.urls:
        window, more = TABS.new_tab(window, ctx, url)
        window = _put(window, window.active, number)
        effects += more
        ctx = ctx._replace(vfs=next((e.vfs for e in reversed(more) if type(e) is SetFiles), ctx.vfs))
    return window, tuple(effects)


#: The handlers, by the first word of their messages.
GROUPING: Mapping[str, Callable[..., Result]] = {
    "add_to_group": _add,
    "close_group": _close,
    "colour_group": lambda w, ctx, number, colour: (w, (_with(ctx, number, colour=colour),)),
    "delete_group": _delete,
    "edit_group": _edit,
    "fold_group": _fold,
    "join_group": _join,
    "name_group": lambda w, ctx, number, name: (w, (_with(ctx, number, name=name),)),
    "new_group": _new,
    "open_group": _open,
    "ungroup": _ungroup,
}
