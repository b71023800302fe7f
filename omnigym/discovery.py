"""Find what packages hold by their files: one new thing is one new file, and no list is kept.

A package is a folder, or several with the same name on the path, so a file beside the package is found as well::

    modules("omnigym.wrappers")                      # one file each, not imported
    modules("omnigym.devices", of="config")          # the module `config` of each folder
    load_all("omnigym.sim.widgets")                  # the same, imported, by name
    resolve("omnigym.benchmarks.crab.suite:crab_suite")

An index of names, `NameIndex`, finds registrations by decorators without importing all modules.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from collections.abc import Container, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["NameIndex", "files", "load_all", "modules", "resolve"]


def modules(package: str, *, of: str = "", deep: bool = False) -> tuple[str, ...]:
    """The full names of the modules in a package, sorted; none of them is imported.

    Args:
        package: Name of the package, which is imported.
        of: Name of one module, which is looked for in each package of the package; these are imported. "" for all
            modules of the package itself.
        deep: Whether the packages in it are searched, too. They are imported.
    """
    path = importlib.import_module(package).__path__
    if of:
        folders = sorted(f"{package}.{m.name}" for m in pkgutil.iter_modules(path) if m.ispkg)
        return tuple([f"{name}.{of}" for name in folders if find_spec(f"{name}.{of}") is not None])
    walk = pkgutil.walk_packages if deep else pkgutil.iter_modules
    return tuple(sorted(m.name for m in walk(path, f"{package}.")))


def load_all(package: str, *, of: str = "", deep: bool = False) -> tuple[ModuleType, ...]:
    """The modules of a package, imported; as `modules` says."""
    return tuple([importlib.import_module(name) for name in modules(package, of=of, deep=deep)])


def _folders(package: str) -> tuple[Path, ...]:
    """The folders of a package; if it is not imported yet, only what is above it is imported."""
    known = sys.modules.get(package)
    spec = find_spec(package) if known is None else None
    path = known.__path__ if known is not None else (spec.submodule_search_locations or ()) if spec is not None else ()
    return tuple(map(Path, path))


def files(package: str, pattern: str) -> tuple[Path, ...]:
    """The files of a package that fit a pattern, such as ``*.toml`` or ``*/manifest.toml``, by name."""
    found = [file for folder in _folders(package) for file in folder.glob(pattern)]
    return tuple(sorted(found, key=lambda file: file.parts[-pattern.count("/") - 1 :]))


@cache
def resolve(place: str) -> Any:
    """The object at a place, ``package.module:name``; its module is imported by this call.

    Raises:
        ImportError: There is no such module, or it has no such name.

    >>> resolve("omnigym.discovery:modules").__name__
    'modules'
    """
    module, _, name = place.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except AttributeError:
        raise ImportError(f"{module} has no {name!r}.") from None


class NameIndex:
    """An index from names to the modules that register them, so that one lookup imports one module.

    A file in the tree lists the names of each module. It is a hint and never wrong: where it does not lead to a name,
    the modules that it does not know are imported, and then all. So it can only cost time, and a test holds it true.
    ``python scripts/index_names.py`` writes it.

    Args:
        file: The file, by the place of the module beside it.
        packages: The packages whose modules register names; ``package.*.module`` for this module in each folder.
    """

    def __init__(self, file: Path, *packages: str) -> None:
        self.file, self.packages = file, packages
        self._loaded = False

    def modules(self) -> tuple[str, ...]:
        """All modules that may register names; none of them is imported."""
        parts = [package.partition(".*.") for package in self.packages]
        return tuple([name for package, _, of in parts for name in modules(package, of=of)])

    @cached_property
    def _hints(self) -> Mapping[str, list[str]]:
        text = self.file.read_text("utf-8") if self.file.is_file() else "{}"
        hints: Mapping[str, list[str]] = json.loads(text)
        return hints

    @cached_property
    def _places(self) -> Mapping[str, str]:
        return {name: module for module, names in self._hints.items() for name in names}

    def load(self, name: str, known: Container[str]) -> None:
        """Import the module that registers a name among the known ones, if any module does."""
        if name not in known and name in self._places and find_spec(self._places[name]) is not None:
            importlib.import_module(self._places[name])
        if name not in known and not self._loaded:
            for module in self.modules():
                if module not in self._hints:
                    importlib.import_module(module)
        if name not in known:
            self.load_all()

    def load_all(self) -> None:
        """Import all modules, once."""
        if not self._loaded:
            for module in self.modules():
                importlib.import_module(module)
            self._loaded = True

    def text(self, registered: Mapping[str, str]) -> str:
        """The text of the file.

        Args:
            registered: The module of each name.
        """
        found: dict[str, list[str]] = {module: [] for module in self.modules()}
        for name, module in sorted(registered.items()):
            if module in found:
                found[module].append(name)
        return json.dumps(found, indent=1, sort_keys=True) + "\n"
