"""Find what packages hold by their files: one new thing is one new file, and no list is kept.

A package is a folder, or several with the same name on the path, so a file beside the package is found as well::

    modules("omnigym.wrappers")                      # one file each, not imported
    modules("omnigym.devices", of="config")          # the module `config` of each folder
    load_all("omnigym.sim.widgets")                  # the same, imported, by name
    resolve("omnigym.benchmarks.crab.suite:crab_suite")
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["files", "load_all", "modules", "resolve"]


def modules(package: str, *, of: str = "", deep: bool = False) -> tuple[str, ...]:
    """The full names of the modules in a package, sorted; none of them is imported.

    Args:
        package: Name of the package, which is imported.
        of: Name of one module, which is looked for in each package of the package; "" for all modules beside it.
        deep: Whether the packages in it are searched, too. They are imported.
    """
    path = importlib.import_module(package).__path__
    if of:
        folders = [f"{package}.{m.name}" for m in pkgutil.iter_modules(path) if m.ispkg]
        places = [(f"{name}.{of}", name.rpartition(".")[2]) for name in sorted(folders)]
        return tuple([full for full, folder in places if _has(path, folder, of)])
    walk = pkgutil.walk_packages if deep else pkgutil.iter_modules
    return tuple(sorted(m.name for m in walk(path, f"{package}.")))


def _has(path: Iterable[str], folder: str, module: str) -> bool:
    return any(Path(place, folder, f"{module}.py").is_file() or Path(place, folder, module).is_dir() for place in path)


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
