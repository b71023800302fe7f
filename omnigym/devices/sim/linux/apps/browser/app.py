"""Firefox: tabs, an address bar, bookmarks, downloads, and the sites of `omnigym.devices.sim.sites`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import App, Context, Focus, Launch, OpenDialog, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.linux.apps.browser.art import BROWSER_ART
from omnigym.devices.sim.linux.apps.browser.going import ADDRESS, FOX, TITLE
from omnigym.devices.sim.linux.apps.browser.styles import BROWSER_STYLES
from omnigym.devices.sim.linux.apps.browser.view import view
from omnigym.devices.sim.linux.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.linux.opening import FILES, opening
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.sites.browsing import NEW_TAB, place_of, target
from omnigym.devices.sim.sites.catalogue import web_tables
from omnigym.devices.sim.sites.going import Result
from omnigym.devices.sim.sites.initial import with_initial_sites
from omnigym.devices.sim.sites.profile import downloaded, is_favourite, toggled
from omnigym.devices.sim.sites.raw import picture_at
from omnigym.devices.sim.sites.serving import content_at, file_name
from omnigym.devices.sim.sites.site import TEXT
from omnigym.devices.sim.sites.styles import SITE_STYLES
from omnigym.devices.sim.sites.tabbing import TAB_KEYS, Tabbing
from omnigym.devices.sim.sites.window import PAGE, Window, tab
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.vfs import HOME, VfsError, base_name, parent_of
from omnigym.pictures import read_picture, write_picture

__all__ = ["APPS"]


def _item(key: str, label: str, msg: tuple[object, ...], *, enabled: bool = True) -> MenuItem:
    return MenuItem(f"browser.menu.{key}", label, msg, enabled=enabled)


def _link_menu(window: Window, ctx: Context, url: str) -> Result:
    whole = target(tab(window), url)
    if picture_at(ctx.vfs, whole):
        items = (
            _item("open_image", "Open Image in New Tab", ("new_tab", whole)),
            SEPARATOR,
            _item("save_image", "Save Image As…", ("save_link", whole)),
            _item("copy_image", "Copy Image", ("copy_image", whole)),
            _item("copy_image_link", "Copy Image Link", ("copy", whole)),
        )
        return window, (ShowMenu(items),)
    lines = (
        _item("open_tab", "Open Link in New Tab", ("new_tab", whole)),
        SEPARATOR,
        _item("bookmark_link", "Bookmark Link…", ("bookmark_link", whole)),
        *(() if content_at(ctx.vfs, whole) is None else (_item("save_link", "Save Link As…", ("save_link", whole)),)),
        _item("copy_link", "Copy Link", ("copy", whole)),
    )
    return window, (ShowMenu(lines),)


def _mark_menu(window: Window, _ctx: Context, title: str, url: str) -> Result:
    items = (
        _item("open_tab", "Open in New Tab", ("new_tab", url)),
        SEPARATOR,
        _item("copy_link", "Copy", ("copy", url)),
        _item("delete_mark", "Delete Bookmark", ("unmark", title, url)),
    )
    return window, (ShowMenu(items),)


def _tab_menu(window: Window, _ctx: Context, at: int) -> Result:
    items = (
        _item("new_tab", "New Tab", ("new_tab",)),
        _item("duplicate", "Duplicate Tab", ("new_tab", place_of(window.tabs[at]).url)),
        SEPARATOR,
        _item("close", "Close Tab", ("close_tab", at)),
        _item("close_others", "Close Other Tabs", ("close_others", at), enabled=len(window.tabs) > 1),
    )
    return window, (ShowMenu(items),)


def _bookmark_link(window: Window, ctx: Context, url: str) -> Result:
    if is_favourite(ctx.vfs, url):
        return window, ()
    name = url.removeprefix("https://").rstrip("/")
    return window, (SetFiles(toggled(ctx.vfs, name, url, ctx.clock_ms)),)


def _copy_image(window: Window, ctx: Context, url: str) -> Result:
    image = read_picture(picture_at(ctx.vfs, url))
    return window, (SetClipboard(ClipboardContent(image=write_picture(image))),) if image is not None else ()


def _save_link(window: Window, _ctx: Context, url: str) -> Result:
    name = file_name(url)
    stem, _, ending = name.rpartition(".")
    kinds = ((f"{ending.upper()} file", ending.lower()),) if stem else (("All Files", ""),)
    return window, (OpenDialog("file_dialog", FileDialog(True, f"{HOME}/Downloads", name, kinds), ("link_to", url)),)


def _link_to(window: Window, ctx: Context, url: str, path: str | None) -> Result:
    content = content_at(ctx.vfs, url)
    if path is None or content is None:
        return window, ()
    try:
        vfs = ctx.vfs.write(path, content, ctx.clock_ms)
    except VfsError as e:
        return window, (tell(TITLE, str(e)),)
    vfs = downloaded(vfs, base_name(path), url, path, ctx.clock_ms)
    return window._replace(over="downloads", finding=None), (SetFiles(vfs),)


def _open_file(window: Window, ctx: Context, path: str) -> Result:
    effects = opening(ctx.vfs, path) if ctx.vfs.is_file(path) else ()
    if not effects:
        return window, (tell(TITLE, f"{base_name(path)}\nThe file is gone, or no application opens it."),)
    return window._replace(over=""), effects


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **FOX.handlers(),
    **Tabbing(FOX, ADDRESS).handlers(),
    "bookmark_link": _bookmark_link,
    "copy_image": _copy_image,
    "link_menu": _link_menu,
    "link_to": _link_to,
    "mark_menu": _mark_menu,
    "new_window": lambda w, _: (w, (Launch("browser"),)),
    "open_file": _open_file,
    "save_link": _save_link,
    "show_file": lambda w, _, path: (w._replace(over=""), (Launch(FILES, parent_of(path)),)),
    "tab_menu": _tab_menu,
}


def _init(args: object, ctx: Context) -> Result:
    if not args:
        return Window(), (Focus(ADDRESS),)
    return FOX.to_typed(Window(), ctx, str(args))


def _caption(window: Window) -> str:
    here = tab(window)
    return TITLE if place_of(here).url == NEW_TAB else f"{here.title} — {TITLE}"


APPS = (
    App(
        name="browser",
        title="Firefox",
        icon="firefox",
        art=BROWSER_ART,
        styles={**SITE_STYLES, **BROWSER_STYLES},
        program=Program(
            spoken=("Firefox",),
            category="Web Browsing",
            pinned=4,
            commands=("firefox",),
        ),
        initial=lambda vfs, now: with_initial_sites(vfs, now - 86_400_000),
        init=_init,
        view=view,
        on=_HANDLERS,
        caption=_caption,
        document=lambda window: place_of(tab(window)).url,
        keys=(
            *TAB_KEYS,
            ("ctrl+k", ("address",)),
            ("ctrl+h", ("visit", "edge://history")),
            ("ctrl+shift+y", ("visit", "edge://downloads")),
            ("ctrl+shift+o", ("visit", "edge://favorites")),
            ("ctrl+q", ("exit",)),
            ("alt+home", ("visit", NEW_TAB)),
            ("escape", ("escape",)),
        ),
        tables=web_tables(),
        size=(960, 620),
        min_size=(420, 320),
        focus=ADDRESS,
        over_title=True,
        locate={
            "address": {"key": ADDRESS},
            "page": {"key": PAGE},
            "text": {"key": TEXT},
            "favourite": {"key": "browser.mark.{name}"},
            "picture": {"key": "page.picture.{name}"},
            "copy_image_link": {"key": "browser.menu.copy_image_link"},
            "copy_link": {"key": "browser.menu.copy_link"},
        },
    ),
)
