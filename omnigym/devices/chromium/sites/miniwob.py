"""The pages of MiniWoB++ (Liu et al. 2018), from the files of the PyPI package ``miniwob``; no server runs."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

from omnigym.devices.chromium.site import Site
from omnigym.errors import MissingDependencyError, UnknownNameError

__all__ = ["SITE", "page_names", "page_path", "pages_folder"]

#: FlightWoB: clones of airlines' sites, each in a page around it; the package registers these three.
_FLIGHTS = ("flight.AA", "flight.Alaska", "flight.Alaska-auto")
_INSTALL = "pip install 'omnigym[web]'"


@cache
def _folder() -> Path | None:
    """Where the pages are; the package itself is not imported, as it wants selenium."""
    spec = importlib.util.find_spec("miniwob")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0]) / "html"
    return folder if (folder / "core" / "core.js").is_file() else None


def pages_folder() -> Path:
    """The folder that the site consists of.

    Raises:
        MissingDependencyError: The package is not installed.
    """
    folder = _folder()
    if folder is None:
        raise MissingDependencyError("the package miniwob", "MiniWoB++", _INSTALL)
    return folder


def _missing() -> tuple[str, ...]:
    return () if _folder() is not None else ("miniwob",)


@cache
def page_names() -> tuple[str, ...]:
    """The names of all tasks, sorted, as MiniWoB++ writes them; none where the package is missing."""
    folder = _folder()
    if folder is None:
        return ()
    pages = {page.stem for page in (folder / "miniwob").glob("*.html")}
    flights = {name for name in _FLIGHTS if (folder / _path(name)).is_file()}
    return tuple(sorted(pages | flights))


def page_path(name: str) -> str:
    """The path of a task's page on the site.

    Raises:
        MissingDependencyError: The package is not installed.
        UnknownNameError: There is no such task; says what is close.
    """
    pages_folder()
    if name not in page_names():
        raise UnknownNameError("MiniWoB++ task", name, page_names())
    return f"/{_path(name)}"


def _path(name: str) -> str:
    return f"{name.replace('.', '/')}/wrapper.html" if name in _FLIGHTS else f"miniwob/{name}.html"


SITE = Site(
    name="miniwob",
    title="MiniWoB++",
    origin="http://miniwob.test",
    start="/miniwob/click-test.html",
    folder=pages_folder,
    missing=_missing,
    install=_INSTALL,
)
