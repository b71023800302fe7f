"""What can be installed and uninstalled: the programs that are packages, and some that only take up room here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from omnigym.sim.app import Effect, SetSetting
from omnigym.sim.catalogue import Declaration
from omnigym.sim.program import INSTALLED, default_key, installed_names
from omnigym.sim.system import Stop
from omnigym.sim.windows.catalogue import CATALOGUE


class Package(NamedTuple):
    """What is told of a package.

    Attributes:
        publisher, size: As a list of installed apps has them.
        icon: Its icon, where it is none of the programs here: then it cannot be started.
        category, stars, about: What Microsoft Store says of it; without ``about`` it is not offered there.
    """

    publisher: str = ""
    size: str = ""
    icon: str = ""
    category: str = ""
    stars: float = 0.0
    about: str = ""


PACKAGES: Mapping[str, Package] = {
    "7-Zip": Package("Igor Pavlov", "5.6 MB"),
    "Clipchamp": Package("Microsoft Corp.", "612 MB", "", "Photo & video", 3.8, "Cut videos, with titles and sound."),
    "Media Player": Package("Microsoft Corp.", "54 MB", "", "Music", 3.9, "Your songs and videos in one library."),
    "Solitaire": Package("Microsoft Studios", "284 MB", "app-solitaire"),
    "Spotify": Package("Spotify AB", "321 MB", "", "Music", 4.2, "Listen to songs, follow artists, make playlists."),
    "Sticky Notes": Package("Microsoft Corp.", "21 MB", "", "Productivity", 4.4, "Coloured notes on your desktop."),
    "VLC media player": Package("VideoLAN", "188 MB", "app-vlc"),
    "WhatsApp": Package("WhatsApp Inc.", "417 MB", "app-whatsapp"),
    "Xbox": Package("Microsoft Corp.", "96 MB", "app-xbox"),
    "Zoom Workplace": Package("Zoom Communications", "233 MB"),
    "Northwind Store": Package("Northwind Traders", "3 MB", "", "Shopping", 4.1, "Everything for house and garden."),
    "Adatum Forum": Package("Adatum Corp.", "2 MB", "", "Social", 3.6, "Ask, answer, and follow what is discussed."),
    "Contoso Wiki": Package("Contoso Ltd.", "2 MB", "", "Books & reference", 4.7, "The encyclopedia of the lake."),
    "Fabrikam Maps": Package("Fabrikam Inc.", "4 MB", "", "Travel", 4.0, "Places, lists of places, and the way there."),
}


@cache
def _programs() -> Mapping[str, Declaration]:
    return {app.program.package: app for app in CATALOGUE.programs if app.program.package}


def program_of(package: str) -> str:
    """The app that a package brings along, or "" where it has none here."""
    app = _programs().get(package)
    return "" if app is None else app.name


def icon_of(package: str) -> str:
    """The icon of a package."""
    app = _programs().get(package)
    return app.icon if app is not None else PACKAGES.get(package, Package()).icon or "apps"


def _list(names: tuple[str, ...]) -> SetSetting:
    return SetSetting(INSTALLED, "; ".join(sorted(set(names), key=str.casefold)))


def installing(packages: tuple[str, ...], settings: Mapping[str, str]) -> tuple[Effect, ...]:
    """The effects of installing packages."""
    return (_list((*installed_names(settings), *packages)),)


def uninstalling(package: str, settings: Mapping[str, str]) -> tuple[Effect, ...]:
    """The effects of uninstalling a package: its windows close."""
    left = tuple([name for name in installed_names(settings) if name != package])
    app = program_of(package)
    return (_list(left), *((Stop(app),) if app else ()))


def installed_at_first() -> Mapping[str, str]:
    """The setting with what is installed at the start, and those of the apps that open files."""
    fetched = {name for name, app in _programs().items() if app.program.fetched}
    names = sorted(
        {*_programs(), *[name for name, package in PACKAGES.items() if package.icon]} - fetched, key=str.casefold
    )
    return {INSTALLED: "; ".join(names), **default_settings()}


def default_settings() -> Mapping[str, str]:
    """The app that opens files of each ending that more than one program reads."""
    read = {end for app in CATALOGUE.programs for end in app.program.reads}
    return {default_key(end): app for end, (app, _) in sorted(CATALOGUE.kinds.items()) if end in read}
