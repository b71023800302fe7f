"""Getters of a browser's profile: files of JSON and SQLite, and the cookies that the browser knows.

A browser leaves out of ``Preferences`` what is as usual. So a value that is not there is the usual one; a file that is
damaged is neither, which the published getters take for the usual one too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

from omnigym.benchmarks.osworld.scorer.databases import rows_of
from omnigym.benchmarks.osworld.scorer.registry import NotThereError, getter, published_getter
from omnigym.errors import UnreadableError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import read_json

__all__ = [
    "bookmarks",
    "chrome_color_scheme",
    "chrome_font_size",
    "chrome_language",
    "cookie_data",
    "data_delete_automacally",
    "data_delete_automacally_from_edge",
    "default_search_engine",
    "default_search_engine_from_edge",
    "edge_default_download_folder",
    "edge_home_page",
    "enable_do_not_track",
    "enable_do_not_track_from_edge",
    "enable_enhanced_safety_browsing",
    "enable_enhanced_safety_browsing_from_edge",
    "enable_safe_browsing",
    "enabled_experiments",
    "find_installed_extension_name",
    "find_unpacked_extension_path",
    "history",
    "live_caption_enabled",
    "new_startup_page",
    "profile_name",
    "published_data_delete_automacally",
    "shortcuts_on_desktop",
    "url_shortcuts_on_desktop",
]

#: What Chromium has where nobody changed anything.
_FONTS: Final[Mapping[str, int]] = {"default_fixed_font_size": 13, "default_font_size": 16, "minimum_font_size": 0}
_SESSION_ONLY: Final = 4  # of a kind of content: it is deleted when the browser is closed
_NEW_TAB: Final = 5  # of what is opened at the start
_COLOR_SCHEMES: Final = ("system", "light", "dark")
#: Edge's search engines by their numbers.
_ENGINES: Final[Mapping[str, str]] = {
    "485bf7d3-0215-45af-87dc-538868000001": "Bing",
    "485bf7d3-0215-45af-87dc-538868000002": "Yahoo!",
    "485bf7d3-0215-45af-87dc-538868000003": "Google",
    "485bf7d3-0215-45af-87dc-538868000015": "Yandex",
    "485bf7d3-0215-45af-87dc-538868000092": "DuckDuckGo",
}
_SHORTCUTS: Final[Mapping[str, str]] = {"windows": ".lnk", "linux": ".desktop"}


def _path(probe: Probe, name: str, *, shared: bool = False) -> str:
    """The path of a file of the profile, or of the one that all profiles share, a folder above."""
    folder = probe.profile_dir().replace("\\", "/")
    return str(PurePosixPath(folder).parent / name if shared else PurePosixPath(folder) / name)


def _settings(probe: Probe, name: str = "Preferences", *, shared: bool = False) -> dict[str, object]:
    """The settings in a file; none if it is not there, since the browser writes it at its first end."""
    found = probe.read(_path(probe, name, shared=shared), read_json)
    if found is not None and not isinstance(found, dict):
        raise UnreadableError(f"Expected an object of settings in {name!r}, got a {type(found).__name__}.")
    return found or {}


def _at(settings: object, *keys: str, default: object = None) -> object:
    for key in keys:
        if not isinstance(settings, Mapping) or key not in settings:
            return default
        settings = settings[key]
    return settings


def _said(holds: object) -> str:
    return "true" if holds else "false"


# -- preferences ----------------------------------------------------------------------------------------------------


@getter("default_search_engine")
def default_search_engine(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the name of the search engine; "Google" where none was chosen."""
    data = _at(_settings(probe), "default_search_provider_data", "template_url_data", "short_name", default="Google")
    return str(data)


@getter("default_search_engine_from_edge")
def default_search_engine_from_edge(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the name of Edge's search engine; "Unknown" of one that it does not come with."""
    return _ENGINES.get(str(_at(_settings(probe), "default_search_provider", "synced_guid")), "Unknown")


@getter("enable_do_not_track")
def enable_do_not_track(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if pages are asked not to track."""
    return _said(_at(_settings(probe), "enable_do_not_track"))


@getter("enable_do_not_track_from_edge")
def enable_do_not_track_from_edge(probe: Probe, config: Mapping[str, object]) -> float:
    """Return 1.0 if pages are asked not to track."""
    return float(enable_do_not_track(probe, config) == "true")


@getter("enable_enhanced_safety_browsing")
def enable_enhanced_safety_browsing(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if Safe Browsing is enhanced."""
    return _said(_at(_settings(probe), "safebrowsing", "enhanced"))


@getter("enable_safe_browsing")
def enable_safe_browsing(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if Safe Browsing is on, enhanced or not: it is on unless somebody turned it off."""
    settings = _settings(probe)
    return _said(_at(settings, "safebrowsing", "enhanced") or _at(settings, "safebrowsing", "enabled", default=True))


@getter("enable_enhanced_safety_browsing_from_edge")
def enable_enhanced_safety_browsing_from_edge(probe: Probe, _config: Mapping[str, object]) -> float:
    """Return 1.0 if Edge's enhanced security is on."""
    return float(bool(_at(_settings(probe), "edge", "super_duper_secure_mode", "enabled")))


@getter("new_startup_page")
def new_startup_page(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if the browser starts with a new tab, which is as usual."""
    return _said(_at(_settings(probe), "session", "restore_on_startup", default=_NEW_TAB) == _NEW_TAB)


@getter("data_delete_automacally")
def data_delete_automacally(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if cookies are deleted when the browser is closed.

    The published getter takes any setting of contents for this one.
    """
    kept = _at(_settings(probe), "profile", "default_content_setting_values", "cookies")
    return _said(kept == _SESSION_ONLY)


@published_getter("data_delete_automacally")
def published_data_delete_automacally(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if there is any setting of contents."""
    return _said(_at(_settings(probe), "profile", "default_content_setting_values") is not None)


@getter("data_delete_automacally_from_edge")
def data_delete_automacally_from_edge(probe: Probe, _config: Mapping[str, object]) -> float:
    """Return 1.0 if Edge deletes everything when it is closed, but for the data of hosted applications."""
    cleared = _at(_settings(probe), "browser", "clear_data_on_exit", default={})
    kinds = "browsing_history", "cache", "cookies", "download_history", "form_data", "passwords", "site_settings"
    return float(isinstance(cleared, Mapping) and all(cleared.get(k) is True for k in kinds))


@getter("edge_font_size")
@getter("chrome_font_size")
def chrome_font_size(probe: Probe, _config: Mapping[str, object]) -> dict[str, object]:
    """Return the sizes of letters by name: ``default_font_size`` is 16 where nobody changed it."""
    found = _at(_settings(probe), "webkit", "webprefs", default={})
    return {**_FONTS, **(found if isinstance(found, dict) else {})}


@getter("profile_name_from_edge")
@getter("profile_name")
def profile_name(probe: Probe, _config: Mapping[str, object]) -> str | None:
    """Return the name of the profile."""
    found = _at(_settings(probe), "profile", "name")
    return None if found is None else str(found)


@getter("chrome_color_scheme")
def chrome_color_scheme(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the colours that were chosen: "system", "light" or "dark"."""
    settings = _settings(probe)
    chosen = _at(
        settings, "browser", "theme", "color_scheme2", default=_at(settings, "browser", "theme", "color_scheme")
    )
    return _COLOR_SCHEMES[chosen] if chosen in (1, 2) else "system"


@getter("live_caption_enabled")
def live_caption_enabled(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if live captions are on."""
    return _said(_at(_settings(probe), "accessibility", "captions", "live_caption_enabled"))


@getter("edge_home_page")
def edge_home_page(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the page of the home button; "" if it is the new tab."""
    return str(_at(_settings(probe), "homepage", default=""))


@getter("edge_default_download_folder")
def edge_default_download_folder(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the folder into which the browser downloads; "" if it is the usual one."""
    return str(_at(_settings(probe), "download", "default_directory", default=""))


@getter("chrome_language")
def chrome_language(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the language of the browser."""
    return str(_at(_settings(probe, "Local State", shared=True), "intl", "app_locale", default="en-US"))


@getter("enabled_experiments")
def enabled_experiments(probe: Probe, _config: Mapping[str, object]) -> list[str]:
    """Return the experiments that somebody changed: "name@1"."""
    found = _at(_settings(probe, "Local State", shared=True), "browser", "enabled_labs_experiments", default=[])
    return [str(name) for name in found] if isinstance(found, list) else []


def _extensions(probe: Probe) -> list[Mapping[str, object]]:
    """What the browser knows of each extension, in whichever of its two files."""
    found: dict[str, object] = {}
    for name in ("Preferences", "Secure Preferences"):
        settings = _at(_settings(probe, name), "extensions", "settings", default={})
        found |= settings if isinstance(settings, dict) else {}
    return [e for e in found.values() if isinstance(e, Mapping)]


@getter("find_unpacked_extension_path")
def find_unpacked_extension_path(probe: Probe, _config: Mapping[str, object]) -> list[str]:
    """Return the folders of all extensions."""
    return [str(e["path"]) for e in _extensions(probe) if "path" in e]


@getter("find_installed_extension_name")
def find_installed_extension_name(probe: Probe, _config: Mapping[str, object]) -> list[str]:
    """Return the names of all extensions."""
    return [str(name) for e in _extensions(probe) if (name := _at(e, "manifest", "name")) is not None]


# -- what is kept ---------------------------------------------------------------------------------------------------


@getter("favorites")
@getter("bookmarks")
def bookmarks(probe: Probe, _config: Mapping[str, object]) -> dict[str, object]:
    """Return the roots of the bookmarks by name: "bookmark_bar", "other"; none if there is no bookmark yet."""
    found = _at(_settings(probe, "Bookmarks"), "roots", default={})
    return found if isinstance(found, dict) else {}


@getter("history_for_edge")
@getter("history")
def history(probe: Probe, _config: Mapping[str, object]) -> list[list[object]]:
    """URL, title and time of the last visit of each page in the history."""
    content = probe.read_file(_path(probe, "History"))
    if content is None:
        raise NotThereError("The browser has no history.")
    return [list(row) for row in rows_of(content, "SELECT url, title, last_visit_time FROM urls")]


@getter("cookie_data_for_edge")
@getter("cookie_data")
def cookie_data(probe: Probe, _config: Mapping[str, object]) -> list[dict[str, object]]:
    """Return the cookies, as the browser tells them: in its file they are encrypted."""
    return [dict(c) for c in probe.cookies()]


@getter("shortcuts_on_desktop")
def shortcuts_on_desktop(probe: Probe, _config: Mapping[str, object]) -> dict[str, str]:
    """Return the shortcuts on the desktop: their text by the name of the file."""
    return _texts_on_desktop(probe, _SHORTCUTS.get(probe.platform, ".desktop"))


@getter("url_shortcuts_on_desktop")
def url_shortcuts_on_desktop(probe: Probe, _config: Mapping[str, object]) -> dict[str, str]:
    """Return the shortcuts to pages on the desktop: their text by the name of the file."""
    return _texts_on_desktop(probe, ".url")


def _texts_on_desktop(probe: Probe, extension: str) -> dict[str, str]:
    paths = [e.path for e in probe.list_dir("Desktop") or () if not e.is_dir and e.path.lower().endswith(extension)]
    contents = {p.replace("\\", "/").rpartition("/")[2]: probe.read_file(p) for p in paths}
    # Texts in a .lnk file are in UTF-16; without its zeros they can be searched.
    return {name: c.replace(b"\0", b"").decode("utf-8", "replace") for name, c in contents.items() if c is not None}
