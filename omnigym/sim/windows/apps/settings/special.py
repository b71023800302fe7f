"""Settings: what is particular to single pages: galleries, installed apps, the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.common.system_settings import background_of
from omnigym.sim.paint.wallpaper import WALLPAPERS
from omnigym.sim.program import installed_names
from omnigym.sim.style.palette import ACCENTS
from omnigym.sim.ui.nodes import FILL, Component, Node, column, memo, row, state_flags, wrapped
from omnigym.sim.ui.payloads import SwatchData
from omnigym.sim.ui.widgets import MenuItem, button, field, icon, text
from omnigym.sim.vfs import Vfs, base_name
from omnigym.sim.windows.apps.settings.view import card_frame, picture_of
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.clock import date_of, local, time_of
from omnigym.sim.windows.packages import PACKAGES, Package, icon_of

# -- the state of its window ------------------------------------------------------------------------------------------


class State(NamedTuple):
    """The state of the window.

    Attributes:
        page: The one that is shown.
        back: Those before it, the last one last.
        query: What is typed into "Find a setting".
        wanted: What is typed into the search field of the installed apps.
        name: What is typed into the field of the user's name, or None while nothing is.
    """

    page: str = "system"
    back: tuple[str, ...] = ()
    query: str = ""
    wanted: str = ""
    name: str | None = None


# -- special ----------------------------------------------------------------------------------------------------------

#: Themes by name: mode, wallpaper, accent.
THEMES: Mapping[str, tuple[str, str, str]] = {
    "Windows (light)": ("light", "bloom", "default blue"),
    "Windows (dark)": ("dark", "bloom dark", "default blue"),
    "Glow": ("dark", "glow", "purple shadow"),
    "Sunrise": ("light", "sunrise", "rust"),
    "Flow": ("light", "flow", "sport green"),
}


def user_picture(settings: Mapping[str, str], vfs: Vfs) -> bytes:
    """The picture that "account.picture" is the path of, or b""."""
    path = settings.get("account.picture", "")
    return vfs.read(path) if path and vfs.is_file(path) else b""


def _picture(source: bytes | str, w: int, h: int) -> Node:
    return Node("image", "wallpaper", data=source, w=w, h=h)


def _pick(key: str, name: str, chosen: bool, msg: tuple[str, ...], inside: Node) -> Node:
    """A picture or colour to choose, with a frame in the accent colour about the chosen one."""
    return row(
        inside,
        style="choice",
        key=key,
        role=Role.LIST_ITEM,
        name=name,
        flags=state_flags(selected=chosen),
        w=-1,
        pad=3,
        click=msg,
    )


def _title(words: str) -> Node:
    return text(words, style="strong", role=Role.HEADING)


def _themes(theme: str, wallpaper: str) -> Node:
    tiles = [
        _pick(
            f"settings.theme.{name.casefold()}",
            name,
            (theme, wallpaper) == (mode, paper),
            ("theme", name),
            column(
                _picture(paper, 132, 82),
                row(
                    text(name, style="caption", role=None),
                    pad=(4, 3),
                    h=22,
                    style="theme_dark" if mode == "dark" else "theme_light",
                ),
                w=132,
            ),
        )
        for name, (mode, paper, _) in THEMES.items()
    ]
    return column(_title("Select a theme to apply"), wrapped(*tiles, gap=8, role=Role.LIST, name="Themes"), gap=6)


def _background(wallpaper: str, source: bytes | str) -> Node:
    """The background as it is, those that ship, and a way to a picture of one's own."""
    tiles = [
        _pick(
            f"settings.background.{name}",
            name.title(),
            name == wallpaper,
            ("set", "wallpaper", name),
            _picture(name, 100, 63),
        )
        for name in WALLPAPERS
    ]
    if wallpaper not in WALLPAPERS:
        shown = base_name(wallpaper) or "None"
        tiles.insert(
            0, _pick("settings.background.own", shown, True, ("set", "wallpaper", wallpaper), _picture(source, 100, 63))
        )
    browse = button("settings.browse_photos", "Browse photos", click=("browse", "wallpaper"))
    return column(
        row(_picture(source, 256, 160), style="screen", w=-1, pad=5),
        _title("Recent images"),
        wrapped(*tiles, gap=8, role=Role.LIST, name="Recent images"),
        card_frame("image", "Choose a photo", "A picture from your files fills the desktop", browse),
        gap=10,
    )


def _colors(accent: str) -> Node:
    swatches = [
        _pick(
            f"settings.accent.{name}",
            name.capitalize(),
            name == accent,
            ("set", "accent", name),
            Node("image", "swatch", data=SwatchData(colour, name == accent), w=38, h=38),
        )
        for name, colour in ACCENTS.items()
    ]
    return column(
        _title("Accent color"),
        column(wrapped(*swatches, gap=3, role=Role.LIST, name="Windows colors"), style="card", pad=14),
        gap=6,
    )


def _program(name: str, image: str) -> Node:
    return card_frame(image, name, "Microsoft Corporation")


def _extra(name: str) -> Node:
    package = PACKAGES.get(name, Package())
    menu = (MenuItem(f"settings.uninstall.{name}", "Uninstall", ("uninstall", name), icon="delete"),)
    more = button(f"settings.app_menu.{name}", icon="more", name=f"More options for {name}", style="nav", menu=menu)
    note = "  |  ".join([part for part in (package.publisher, package.size) if part])
    return card_frame(icon_of(name), name, note, more)


def _installed(apps: tuple[str, ...], wanted: str) -> Node:
    own = [(app.title, app.icon) for app in CATALOGUE.programs if not app.program.package]
    all_apps = own + [(name, "") for name in apps]
    shown = sorted([a for a in all_apps if wanted.casefold() in a[0].casefold()], key=lambda a: a[0].casefold())
    cards: list[Component] = [
        memo(_program, name, image, w=FILL) if image else memo(_extra, name, w=FILL) for name, image in shown
    ]
    return column(
        field(
            "settings.app_search",
            wanted,
            name="Search apps",
            placeholder="Search apps",
            style="find",
            search=True,
            icon="search",
            w=280,
            change=("wanted",),
            cancel=("wanted", ""),
        ),
        text(f"{count_of(len(shown), 'app')} found", style="caption", key="settings.app_count"),
        column(*cards, gap=4, role=Role.LIST, name="Installed apps"),
        gap=8,
    )


def _your_info(name: str, email: str, typed: str, picture: bytes) -> Node:
    save = button("settings.name_save", "Save", style="accent", disabled=typed.strip() in ("", name), click=("rename",))
    browse = button("settings.browse_picture", "Browse files", click=("browse", "account.picture"))
    reset = button("settings.remove_picture", "Remove", disabled=not picture, click=("set", "account.picture", ""))
    return column(
        row(
            picture_of(picture, 96),
            column(text(name, style="title"), text(email, style="muted"), text("Administrator", style="muted"), gap=3),
            gap=20,
            h=116,
        ),
        _title("Your name"),
        card_frame(
            "contact-card",
            "Display name",
            "On the sign-in screen and in the Start menu",
            field(
                "settings.name",
                typed,
                name="Display name",
                w=150,
                change=("name",),
                submit=("rename",),
                cancel=("forget_name",),
            ),
            save,
        ),
        _title("Adjust your photo"),
        card_frame("image", "Choose a file", "A picture from your files", reset, browse),
        gap=8,
    )


def _now(time: str, date: str, zone: str) -> Node:
    return column(text(time, style="display_medium"), text(date, style="muted"), text(zone, style="muted"), gap=2, h=92)


def _device(source: bytes | str, name: str) -> Node:
    return row(
        row(_picture(source, 104, 65), style="screen", w=-1, pad=3),
        column(text("DESKTOP-OMNI", style="strong"), text("Virtual Machine", style="caption"), gap=2),
        row(icon("person", size=18), text(f"Signed in as {name}", style="caption"), w=-1, gap=8),
        gap=18,
        h=84,
    )


def _clock(state: State, settings: Mapping[str, str], vfs: Vfs, now: int) -> Component:
    moment = local(now, settings)
    return memo(_now, time_of(moment, settings), date_of(moment, settings), settings.get("time.zone", ""), w=FILL)


#: What stands above the groups of a page, made of the window's state, the settings, the files and the clock.
SPECIAL: Mapping[str, Callable[[State, Mapping[str, str], Vfs, int], Component]] = {
    "system": lambda _, s, vfs, __: memo(_device, background_of(s, vfs), s.get("account.name", ""), w=FILL),
    "personalization": lambda _, s, __, ___: memo(_themes, s.get("theme", ""), s.get("wallpaper", ""), w=FILL),
    "background": lambda _, s, vfs, __: memo(_background, s.get("wallpaper", ""), background_of(s, vfs), w=FILL),
    "colors": lambda _, s, __, ___: memo(_colors, s.get("accent", ""), w=FILL),
    "installed": lambda state, s, _, __: memo(_installed, installed_names(s), state.wanted, w=FILL),
    "your_info": lambda state, s, vfs, _: memo(
        _your_info,
        s.get("account.name", ""),
        s.get("account.email", ""),
        state.name if state.name is not None else s.get("account.name", ""),
        user_picture(s, vfs),
        w=FILL,
    ),
    "date_time": _clock,
}
