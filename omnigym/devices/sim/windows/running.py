"""What the Run dialog makes of what is typed into it: a program, a folder, a document, a page of the web."""

from __future__ import annotations

import re
from collections.abc import Mapping

from omnigym.devices.sim.app import Effect, Launch
from omnigym.devices.sim.sites.address import parse
from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.devices.sim.windows.apps.explorer.going import location
from omnigym.devices.sim.windows.catalogue import CATALOGUE
from omnigym.devices.sim.windows.programs import opening

__all__ = ["running"]

#: Variables of the environment, as they stand between two per cent signs.
_VARIABLES = {
    "appdata": f"{HOME}/AppData/Roaming",
    "homedrive": "C:",
    "localappdata": f"{HOME}/AppData/Local",
    "programfiles": "C:/Program Files",
    "systemdrive": "C:",
    "systemroot": "C:/Windows",
    "userprofile": HOME,
    "windir": "C:/Windows",
}
_SETTINGS = "ms-settings:"


def running(typed: str, vfs: Vfs, settings: Mapping[str, str]) -> tuple[Effect, ...]:
    """The effects of starting what was typed; none where Windows cannot find it."""
    typed = re.sub(r"%(\w+)%", lambda m: _VARIABLES.get(m[1].casefold(), m[0]), typed.strip())
    whole = typed.strip('"')
    if whole.casefold().startswith(_SETTINGS):
        return (Launch("settings", whole[len(_SETTINGS) :]),)
    name, _, rest = whole.partition(" ")
    app = _program(name, settings)
    if app:
        return (Launch(app, rest.strip().strip('"')),)
    found = location(whole, vfs)
    if found:
        return (Launch("file_manager", found),)
    if vfs.is_file(whole):
        return opening(vfs, vfs.real_path(whole), settings)
    address = parse(whole) if whole.casefold().startswith(("http:", "https:", "www.")) else None
    return (Launch("browser", address.url),) if address is not None else ()


def _program(name: str, settings: Mapping[str, str]) -> str:
    """The installed app that a command starts, or ""."""
    missing = CATALOGUE.missing(settings)
    wanted = name.casefold().removesuffix(".exe")
    return next(
        (app.name for app in CATALOGUE.programs if wanted in app.program.commands and app.name not in missing), ""
    )
