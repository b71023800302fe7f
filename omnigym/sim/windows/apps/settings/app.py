"""Settings: what the whole desktop follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.sim.app import App, Context, Effect, Focus, OpenDialog, SetSetting
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.common.setting_pages import Go
from omnigym.sim.common.system_settings import levelled
from omnigym.sim.handlers import sets
from omnigym.sim.program import Program
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.sim.ui.widgets import scroll
from omnigym.sim.vfs import HOME
from omnigym.sim.windows.appearance import scales
from omnigym.sim.windows.apps.settings.art import SETTINGS_ART, SETTINGS_STYLES
from omnigym.sim.windows.apps.settings.pages import chosen, found, page_of, way_to
from omnigym.sim.windows.apps.settings.special import SPECIAL, THEMES, State, user_picture
from omnigym.sim.windows.apps.settings.view import NARROW_W, NAV_W, group, head, navigation, results
from omnigym.sim.windows.packages import uninstalling

Result: TypeAlias = tuple[State, tuple[Effect, ...]]

#: A narrower window has icons alone in its navigation.
_NARROW = 700
_PICTURES = (("Pictures", "png;jpg;jpeg"), ("All Files", ""))


def _init(args: object, _ctx: Context) -> Result:
    return State(page_of(str(args or "")).id), ()


def _page(state: State, ctx: Context) -> Node:
    """What is below the heading of a page."""
    page = page_of(state.page)
    parts: list[Element] = [group(g, ctx.settings) for g in page.groups]
    special = SPECIAL.get(page.id)
    if special is not None:
        parts.insert(len(parts) if page.id == "colors" else 0, special(state, ctx.settings, ctx.vfs, ctx.clock_ms))
    return column(*parts, pad=(24, 4, 24, 24), gap=16)


def _view(state: State, ctx: Context) -> Node:
    narrow = ctx.w < _NARROW
    query = state.query.strip()
    top = way_to(page_of(state.page))[0].id
    user = (ctx.settings.get("account.name", ""), ctx.settings.get("account.email", ""))
    picture = user_picture(ctx.settings, ctx.vfs)
    if query:
        body = scroll("settings.results", panel(results, query), name="Search results")
    else:
        body = scroll(f"settings.page.{state.page}", _page(state, ctx), name=page_of(state.page).title)
    return row(
        panel(navigation, top, state.query, *user, picture, narrow, w=NARROW_W if narrow else NAV_W, h=FILL),
        column(
            panel(head, state.page, bool(state.back), narrow, state.query),
            body,
            h=FILL,
        ),
        h=FILL,
        align="stretch",
    )


# -- what is done ---------------------------------------------------------------------------------------------


def _go(state: State, _ctx: Context, page: str) -> Result:
    if page == state.page:
        return state._replace(query=""), ()
    return State(page_of(page).id, (*state.back, state.page)[-20:]), ()


def _back(state: State, _ctx: Context) -> Result:
    if state.query:
        return state._replace(query=""), ()
    return (State(state.back[-1], state.back[:-1]) if state.back else state), ()


def _first(state: State, ctx: Context, query: str) -> Result:
    hits = found(query)
    if not hits:
        return state, ()
    control = hits[0].control
    return _go(state, ctx, control.page) if isinstance(control, Go) else (state, ())


def _set(state: State, _ctx: Context, setting: str, value: str) -> Result:
    return state, (SetSetting(setting, value),)


def _choose(state: State, ctx: Context, key: str, label: str) -> Result:
    effects = chosen(key, label, ctx.settings)
    for effect in effects:
        if effect.key == "display.resolution" and ctx.settings.get("display.scale") not in scales(effect.value):
            return state, (SetSetting("display.scale", "100"), effect)  # the old scale leaves too little room
    return state, effects


def _theme(state: State, _ctx: Context, name: str) -> Result:
    mode, wallpaper, accent = THEMES[name]
    return state, (SetSetting("theme", mode), SetSetting("wallpaper", wallpaper), SetSetting("accent", accent))


def _browse(state: State, _ctx: Context, setting: str) -> Result:
    ask = FileDialog(False, f"{HOME}/Pictures", "", _PICTURES)
    return state, (OpenDialog("file_dialog", ask, ("browsed", setting)),)


def _browsed(state: State, _ctx: Context, setting: str, path: str | None) -> Result:
    return state, (SetSetting(setting, path),) if path is not None else ()


def _rename(state: State, _ctx: Context, *_typed: str) -> Result:
    name = (state.name or "").strip()
    return state._replace(name=None), (SetSetting("account.name", name),) if name else ()


def _uninstall(state: State, _ctx: Context, app: str) -> Result:
    question = f"{app} and its related info will be uninstalled."
    box = MessageBox("Settings", question, ("Uninstall", "Cancel"), "Cancel", "warning")
    return state, (OpenDialog("message_box", box, ("uninstalling", app)),)


def _uninstalling(state: State, ctx: Context, app: str, answer: str | None) -> Result:
    if answer != "Uninstall":
        return state, ()
    return state, uninstalling(app, ctx.settings)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "back": _back,
    "browse": _browse,
    "browsed": _browsed,
    "choose": _choose,
    "find": lambda s, _: (s, (Focus("settings.search", 0, -1),)),
    "first": _first,
    "forget_name": lambda s, _: (s._replace(name=None), ()),
    "go": _go,
    "level": lambda s, _, setting, value: (s, levelled(setting, value)),
    "name": sets("name"),
    "opened": _go,
    "query": sets("query"),
    "rename": _rename,
    "set": _set,
    "theme": _theme,
    "uninstall": _uninstall,
    "uninstalling": _uninstalling,
    "wanted": sets("wanted"),
}


APPS = (
    App(
        name="settings",
        title="Settings",
        icon="settings-app",
        art=SETTINGS_ART,
        styles=SETTINGS_STYLES,
        program=Program(
            spoken=("Settings", "Microsoft Settings"),
            category="System Management",
            pinned=10,
        ),
        init=_init,
        view=_view,
        on=_HANDLERS,
        keys=(("alt+left", ("back",)), ("ctrl+f", ("find",)), ("ctrl+e", ("find",))),
        size=(880, 580),
        min_size=(460, 320),
        single=True,
    ),
)
