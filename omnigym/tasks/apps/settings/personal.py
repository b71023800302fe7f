"""Settings of taste: mode, colours, background, the user, installed apps."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, name_file
from omnigym.tasks.apps.settings._steps import SETTINGS, choose, go, image_need, is_set, on_page, reach
from omnigym.tasks.subtask import UI, AddItem, Condition, Effect, Need, Resource, SetSetting, all_of, negate, subtask

__all__: list[str] = []

_PATH = "{folder}/{name}"
_WITH_FILES = {**SETTINGS, "capabilities": ("files", "settings", "apps", "a11y")}


def _dressed(*rows: tuple[str, str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"mode": mode, "other": other, "accent": accent} for mode, other, accent in rows)


@subtask(
    **SETTINGS,
    id="settings/mode-and-accent",
    instruction="Switch Windows to {mode} mode and pick {accent} as the accent color.",
    parameters=_dressed(
        ("dark", "light", "rust"),
        ("dark", "light", "seafoam"),
        ("light", "dark", "orchid"),
        ("dark", "light", "yellow gold"),
        ("light", "dark", "sport green"),
        ("dark", "light", "violet red"),
        ("light", "dark", "navy blue"),
        ("dark", "light", "mint dark"),
    ),
    conditions=(all_of(is_set("theme", "{mode}"), is_set("accent", "{accent}")),),
    setup=(SetSetting("theme", "{other}"),),
    produces=(Resource("setting", "the mode"), Resource("setting", "the accent color")),
    milestones=(on_page("Colors"), is_set("theme", "{mode}")),
    tags=("look",),
)
def mode_and_accent(ui: UI, mode: str, accent: str, **_: str) -> Iterator[Action]:
    """Both are on the page of colours."""
    yield from go(ui, "personalization", "colors")
    yield from choose(ui, "settings.mode", "colors", mode.capitalize())
    yield from _pick_accent(ui, accent)


def _pick_accent(ui: UI, accent: str) -> Iterator[Action]:
    yield from reach(ui, f"settings.accent.{accent}", "colors")
    yield ui.click(f"settings.accent.{accent}")


@subtask(
    **SETTINGS,
    id="settings/accent",
    instruction="Give Windows the accent color {accent}.",
    parameters=tuple(
        {"accent": accent}
        for accent in ("red", "plum light", "cool blue", "turf green", "orange bright", "steel blue", "rose", "grey")
    ),
    conditions=(is_set("accent", "{accent}"),),
    produces=(Resource("setting", "the accent color"),),
    milestones=(on_page("Colors"),),
    tags=("look",),
)
def accent_color(ui: UI, accent: str) -> Iterator[Action]:
    """One of the swatches."""
    yield from go(ui, "personalization", "colors")
    yield from _pick_accent(ui, accent)


_THEMES = {
    "Windows (dark)": ("dark", "bloom dark"),
    "Glow": ("dark", "glow"),
    "Sunrise": ("light", "sunrise"),
    "Flow": ("light", "flow"),
}


def _themes(*rows: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple(
        {
            "theme": theme,
            "mode": _THEMES[theme][0],
            "wallpaper": _THEMES[theme][1],
            "side": side,
            "other": "center" if side == "left" else "left",
        }
        for theme, side in rows
    )


@subtask(
    **SETTINGS,
    id="settings/theme-and-taskbar",
    implied=(
        "mode",
        "wallpaper",
    ),
    instruction="Apply the desktop theme {theme} and align the taskbar {side}.",
    parameters=_themes(
        ("Windows (dark)", "left"),
        ("Glow", "left"),
        ("Sunrise", "center"),
        ("Flow", "left"),
        ("Glow", "center"),
        ("Sunrise", "left"),
        ("Flow", "center"),
        ("Windows (dark)", "center"),
    ),
    # A theme brings its accent color along, which whoever applied it may have changed since.
    effects=(Effect("change", "setting:accent"),),
    conditions=(
        all_of(is_set("theme", "{mode}"), is_set("wallpaper", "{wallpaper}"), is_set("taskbar.alignment", "{side}")),
    ),
    setup=(SetSetting("taskbar.alignment", "{other}"),),
    produces=(
        Resource("setting", "the mode"),
        Resource("setting", "the accent color"),
        Resource("setting", "the background"),
        Resource("setting", "the taskbar"),
    ),
    milestones=(on_page("Personalization"), is_set("wallpaper", "{wallpaper}")),
    tags=("look",),
)
def theme_and_taskbar(ui: UI, theme: str, side: str, **_: str) -> Iterator[Action]:
    """The tile of the theme, and the combo box on another page."""
    yield from go(ui, "personalization", "personalization")
    yield from reach(ui, f"settings.theme.{theme.casefold()}", "personalization")
    yield ui.click(f"settings.theme.{theme.casefold()}")
    yield from go(ui, "personalization", "taskbar")
    yield from choose(ui, "settings.alignment", "taskbar", side.capitalize())


def _photos(*rows: tuple[str, str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"folder": folder, "name": name, "scene": scene} for folder, name, scene in rows)


def _browse(ui: UI, page: str, key: str, path: str) -> Iterator[Action]:
    """A button that asks for a file, and the file."""
    yield from reach(ui, key, page)
    yield ui.click(key)
    yield from name_file(ui, path)


@subtask(
    **_WITH_FILES,
    id="settings/background-photo",
    instruction="Use the picture {name} from {folder} as the desktop background, by way of Settings.",
    parameters=_photos(
        ("Pictures", "lake.jpg", "harbour"),
        ("Pictures", "skyline.jpg", "city"),
        ("Downloads", "woods.png", "forest"),
        ("Desktop", "poster.png", "balloons"),
        ("Pictures", "desert.jpg", "dunes"),
        ("Documents", "plan.png", "beach"),
        ("Downloads", "northern sky.jpg", "aurora"),
        ("Pictures", "snow.jpg", "mountains"),
    ),
    draws={"folder": "listed", "name": "file_name"},
    conditions=(Condition("setting_names_file", {"key": "wallpaper", "path": _PATH}),),
    needs=(image_need(_PATH),),
    produces=(Resource("setting", "the background"), Resource("image", _PATH)),
    covers=("photos/set-background",),
    milestones=(on_page("Background"),),
    tags=("look", "picture"),
)
def background_photo(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Browse photos."""
    yield from go(ui, "personalization", "background")
    yield from _browse(ui, "background", "settings.browse_photos", f"{folder}/{name}")


@subtask(
    **_WITH_FILES,
    id="settings/profile-photo",
    instruction="Make {name} in {folder} the profile photo of the account.",
    parameters=_photos(
        ("Pictures", "me.jpg", "cat"),
        ("Downloads", "portrait.png", "balloons"),
        ("Pictures", "smile.jpg", "tulips"),
        ("Desktop", "avatar.png", "cat"),
        ("Documents", "badge.png", "coffee"),
        ("Pictures", "kitty.jpg", "cat"),
        ("Downloads", "summer.jpg", "beach"),
    ),
    conditions=(Condition("setting_names_file", {"key": "account.picture", "path": _PATH}),),
    needs=(image_need(_PATH),),
    produces=(Resource("setting", "the profile photo"), Resource("image", _PATH)),
    milestones=(on_page("Your info"),),
    tags=("account", "picture"),
)
def profile_photo(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Browse files."""
    yield from go(ui, "accounts", "your_info")
    yield from _browse(ui, "your_info", "settings.browse_picture", f"{folder}/{name}")


@subtask(
    **SETTINGS,
    id="settings/display-name",
    instruction="Change the display name of the user account to '{person}'.",
    parameters=tuple(
        {"person": person}
        for person in ("Alex Moreno", "Priya Nair", "Jonas Weber", "Mei Lin", "Fatima", "Sam O'Hara", "Guest 2")
    ),
    draws={"person": "person"},
    conditions=(is_set("account.name", "{person}"),),
    produces=(Resource("setting", "the user's name"),),
    milestones=(on_page("Your info"),),
    tags=("account",),
)
def display_name(ui: UI, person: str) -> Iterator[Action]:
    """Typed into the field, Enter."""
    yield from go(ui, "accounts", "your_info")
    yield from reach(ui, "settings.name", "your_info")
    yield ui.click("settings.name")
    yield ui.press("a", "ctrl")
    yield ui.type(person + "\n")


@subtask(
    **SETTINGS,
    id="settings/uninstall",
    instruction="Uninstall {program} from this computer.",
    parameters=tuple(
        {"program": program}
        for program in ("Clipchamp", "Spotify", "7-Zip", "Xbox", "WhatsApp", "Solitaire", "VLC media player")
    ),
    conditions=(negate(Condition("setting_lists", {"key": "apps.installed", "item": "{program}"})),),
    needs=(Need(Resource("installed", "{program}"), (AddItem("apps.installed", "{program}"),), consumes=True),),
    produces=(Resource("setting", "{program} uninstalled"),),
    milestones=(on_page("Installed apps"),),
    tags=("apps",),
)
def uninstall(ui: UI, program: str) -> Iterator[Action]:
    """Searched for, where there are many; More, Uninstall, yes."""
    yield from go(ui, "apps", "installed")
    if ui.find(f"settings.app_menu.{program}") is None:
        yield from reach(ui, "settings.app_search", "installed")
        yield ui.click("settings.app_search")
        yield ui.press("a", "ctrl")
        yield ui.type(program)
    yield from reach(ui, f"settings.app_menu.{program}", "installed")
    yield ui.click(f"settings.app_menu.{program}")
    yield ui.click(f"settings.uninstall.{program}")
    yield from answer(ui, "message.uninstall")
