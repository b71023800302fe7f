"""What browsers have around their pages, whatever they look like: fields, tabs, bookmarks, menus; and their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Focus, Handler, Launch, OpenDialog, ShowMenu
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.sites.browsing import NEW_TAB, Tab, place_of
from omnigym.sim.sites.edge import icon_at
from omnigym.sim.sites.navigation import Going, Result
from omnigym.sim.sites.profile import Mark
from omnigym.sim.sites.site import TEXT
from omnigym.sim.sites.styles import SITE_STYLES
from omnigym.sim.sites.tabbing import TAB_KEYS, Tabbing
from omnigym.sim.sites.window import PAGE, Window, tab
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.nodes import AUTO, Msg, Node, row, widget
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, spacer
from omnigym.sim.ui.widgets import tab as tab_node
from omnigym.sim.vfs import HOME, base_name, parent_of


class TabLook(NamedTuple):
    """How the tabs of a browser look.

    Attributes:
        style, close_style: Of a tab and its button.
        close: What the button says, with "{}" for the title.
        h: Height of both.
        least: Up to which width a tab has only its icon.
        pad: Room at the right of the button.
    """

    style: str
    close_style: str
    close: str
    h: int
    least: int
    pad: int


class BrowserParts:
    """The parts of a browser's window that send what `Going` and `Tabbing` handle.

    Args:
        ui: The browser's names.
    """

    def __init__(self, ui: Scope) -> None:
        self._ui = ui

    def address(self, shown: str, name: str, style: str, **more: Any) -> Node:
        """The address bar. Its hint is its name unless ``placeholder`` is given."""
        more.setdefault("placeholder", name)
        on = {"change": ("typed",), "submit": ("typed_done",), "blur": ("typed_left",)}
        return self._ui.field("address", shown, name, style, whole=True, **on, **more)

    def find_field(self, query: str, name: str, style: str = "", **more: Any) -> Node:
        """The field for what is looked for on a page."""
        on = {"change": ("find_text",), "submit": ("find_step", 1)}
        return self._ui.field("find", query, name, style, **on, **more)

    def tab(self, at: int, shown: Tab, chosen: bool, w: int, look: TabLook) -> tuple[Node, ...]:
        """A tab, and where there is room the button that closes it: to be stacked."""
        roomy, title = w > look.least, shown.title
        face = tab_node(
            self._ui.key(f"tab.{shown.id}"),
            title if roomy else "",
            selected=chosen,
            style=look.style,
            icon=shown.icon,
            name=title,
            click=("tab", at),
            middle=("close_tab", at),
            context=("tab_menu", at),
        )._replace(w=w, h=look.h)
        style, said = f"/{look.close_style}", look.close.format(title)
        close = self._ui.tool(f"close_tab.{shown.id}", "close", said, style, click=("close_tab", at))
        return (face, row(spacer(), close, pad=(0, 0, look.pad, 0), h=look.h)) if roomy else (face,)

    def mark(self, mark: Mark, style: str, *, key: str = "mark", w: int = AUTO) -> Node:
        """A bookmark as a button."""
        return widget(
            "button",
            self._ui.key(f"{key}.{mark.title}"),
            Role.BUTTON,
            style=style,
            text=mark.title,
            icon=icon_at(mark.url),
            w=w,
            click=("visit", mark.url),
            aside=("aside", mark.url),
            context=("mark_menu", mark.title, mark.url),
        )


def slim(tabs: Iterable[Tab]) -> tuple[Tab, ...]:
    """Tabs with nothing but what a strip of them shows, which is the same while pages scroll and are typed into."""
    return tuple([Tab(t.id, title=t.title, icon=t.icon) for t in tabs])


# -- menus and files --------------------------------------------------------------------------------------------------


def line(prefix: str, key: str, label: str, msg: Msg, icon: str = "", keys: str = "", enabled: bool = True) -> MenuItem:
    """A line of a menu."""
    return MenuItem(f"{prefix}.menu.{key}", label, msg, icon, keys, enabled)


def menus(prefix: str, **made: Callable[..., Iterable[Any]]) -> Mapping[str, Handler]:
    """The handlers of messages that show a menu.

    Args:
        prefix: What the keys of the lines begin with.
        made: By message, ``made(window, ctx, ...)`` gives the arguments of `line` behind the prefix, or None for a
            separator.
    """

    def shows(lines: Callable[..., Iterable[Any]]) -> Handler:
        def handle(window: Window, ctx: Context, *args: Any) -> Result:
            items = [SEPARATOR if one is None else line(prefix, *one) for one in lines(window, ctx, *args)]
            return window, (ShowMenu(tuple(items)),)

        return handle

    return {name: shows(lines) for name, lines in made.items()}


def opens_file(
    opening: Callable[[Context, str], tuple[Effect, ...]], refuse: Callable[[str], Effect], over: Mapping[str, str]
) -> Handler:
    """The handler that opens a downloaded file.

    Args:
        opening: The effects of opening the file at a path; none where it is gone or no app reads it.
        refuse: Says of a file's name that it cannot be opened.
        over: What of the window's state is other when it is open.
    """

    def handle(window: Window, ctx: Context, path: str) -> Result:
        effects = opening(ctx, path)
        return (window._replace(**over), effects) if effects else (window, (refuse(base_name(path)),))  # type: ignore[arg-type]

    return handle


# -- on a desktop -----------------------------------------------------------------------------------------------------


def desktop_going(
    title: str, margin: int, now: Callable[[Context], tuple[int, int]], kind: Callable[..., Going] = Going
) -> Going:
    """How a browser on a desktop goes places.

    Args:
        title: What its messages are called.
        margin, now: As of `Going`.
        kind: A `Going` of its own.
    """
    return kind(
        folder=f"{HOME}/Downloads",
        margin=margin,
        now=now,
        arrival=lambda shown: (Focus(shown.focus or PAGE),),
        pick=lambda msg: OpenDialog("file_dialog", FileDialog(False), msg),
        refuse=lambda why: tell(title, why),
        saved=lambda window, _: window._replace(over="downloads", finding=None),
    )


def desktop_handlers(
    app: str,
    title: str,
    tabbing: Tabbing,
    opening: Callable[[Context, str], tuple[Effect, ...]],
    gone: str,
) -> Mapping[str, Handler]:
    """What handles messages about pages, tabs, files and windows.

    Args:
        app: The browser.
        title: What its messages are called.
        tabbing: How it goes from page to page and from tab to tab.
        opening: As of `opens_file`.
        gone: What is said below the name of a file that cannot be opened.
    """

    def show_file(window: Window, _ctx: Context, path: str) -> Result:
        return window._replace(over=""), (Launch("file_manager", parent_of(path)),)

    return {
        **tabbing.going.handlers(),
        **tabbing.handlers(),
        "new_window": lambda w, _: (w, (Launch(app),)),
        "open_file": opens_file(opening, lambda name: tell(title, f"{name}\n{gone}"), {"over": ""}),
        "show_file": show_file,
    }


def desktop_browser(
    going: Going,
    *,
    keys: tuple[tuple[str, Msg], ...],
    styles: Mapping[tuple[str, str], Look],
    locate: Mapping[str, Mapping[str, Any]],
    outward: Callable[[str], str] = str,
    **declared: Any,
) -> App:
    """The declaration of a browser on a desktop; ``outward`` gives an address as it shows it."""
    address = {"key": declared["focus"]}

    def init(args: object, ctx: Context) -> Result:
        return going.to_typed(Window(), ctx, str(args)) if args else (Window(), (Focus(declared["focus"]),))

    return App(
        init=init,
        document=lambda window: outward(place_of(tab(window)).url),
        keys=(*TAB_KEYS, *keys, ("alt+home", ("visit", NEW_TAB)), ("escape", ("escape",))),
        styles={**SITE_STYLES, **styles},
        locate={"address": address, "page": {"key": PAGE}, "text": {"key": TEXT}, **locate},
        over_title=True,
        **declared,
    )
