"""Documented modules and packages have an exact `__all__`, and imports keep to what is public."""

from __future__ import annotations

import ast
import fnmatch
import importlib
import inspect
import pkgutil
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import omnigym

MODULES = (m.name for m in pkgutil.walk_packages(omnigym.__path__, "omnigym."))
ROOT = Path(omnigym.__file__).parent
#: Packages whose modules still import underscore names of others. None is to be added.
NOT_YET = ("omnigym.tasks.",)
#: Modules that import each other, for types alone. None is to be added.
CYCLES_NOT_YET = ({"omnigym.sim.ui.kinds", "omnigym.sim.ui.layout", "omnigym.sim.ui.patch"},)
#: Packages whose modules may import what is installed on another system alone.
ELSEWHERE = ("omnigym.devices.host.",)
#: Patterns of the modules that have a page of their own in the documentation.
DOCUMENTED = runpy.run_path(str(ROOT.parent / "docs" / "gen.py"))["PUBLIC"]
NAMES = ["omnigym", *(name for name in MODULES if not name.endswith("__main__"))]


def public(module: ModuleType) -> set[str]:
    """The classes and functions of omnigym in a module, defined or imported there, without a leading underscore."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__.startswith("omnigym.")
    }


def wrong_exports(module: ModuleType) -> str:
    """Return the error in the `__all__` of a module, or "" if there is none."""
    exported = getattr(module, "__all__", None)
    if exported is None:
        if not hasattr(module, "__path__") and not any(fnmatch.fnmatchcase(module.__name__, p) for p in DOCUMENTED):
            return ""
        own = {n for n in public(module) if getattr(module, n).__module__ == module.__name__}
        return f"defines {sorted(own)} and has no __all__" if own else ""
    if len(exported) != len(set(exported)):
        return "names something twice in __all__"
    missing = [n for n in exported if not hasattr(module, n)]
    return f"names {missing} in __all__, which do not exist" if missing else ""


def left_out(module: ModuleType) -> str:
    """What a package gathers and does not export, "" if nothing. One that has code of its own imports for that."""
    gathers = hasattr(module, "__path__") and all(
        getattr(module, name).__module__ != module.__name__ for name in public(module)
    )
    names = public(module) - set(getattr(module, "__all__", ())) if gathers else set()
    names = {name for name in names if getattr(module, name).__module__ != "omnigym.discovery"}  # it gathers with that
    return f"imports {sorted(names)} and does not export them" if names else ""


def imported(name: str) -> ModuleType | None:
    """A module; None of one that needs a package of another system."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as e:
        if name.startswith(ELSEWHERE) and not (e.name or "omnigym").startswith("omnigym"):
            return None
        raise


def undocumented(module: ModuleType) -> str:
    return "" if (module.__doc__ or "").strip() else "has no docstring"


@pytest.mark.parametrize("wrong", [wrong_exports, left_out, undocumented])
def test_every_module_exports_and_tells_what_it_has(wrong: Callable[[ModuleType], str]) -> None:
    assert len(NAMES) > 500
    modules = {name: module for name in NAMES if (module := imported(name)) is not None}
    found = {name: wrong(module) for name, module in modules.items()}
    assert {name: why for name, why in found.items() if why} == {}


def imports() -> Iterator[tuple[str, str]]:
    """Each module of the package with the full name of what it imports, wherever in it."""
    for path in ROOT.rglob("*.py"):
        name = ".".join(["omnigym", *path.relative_to(ROOT).with_suffix("").parts])
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("omnigym"):
                for alias in node.names:
                    yield name.removesuffix(".__init__"), f"{node.module}.{alias.name}"
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.startswith("omnigym"):
                        yield name.removesuffix(".__init__"), alias.name


IMPORTS = sorted(set(imports()))


def test_no_module_imports_an_underscore_name_of_another_package() -> None:
    """``a.b._c`` is for ``a.b`` and what is in it; a name ``_n`` of a module for that module alone."""
    found = set()
    for module, imported in IMPORTS:
        holder, private, _ = imported.partition("._")
        if private and not (module == holder or (is_package(holder) and module.startswith(f"{holder}."))):
            found.add((module, imported))
    assert {f for f in found if not f[1].startswith(NOT_YET)} == set()


def is_package(name: str) -> bool:
    return (ROOT.parent / name.replace(".", "/")).is_dir()


def test_no_modules_import_each_other() -> None:
    """Not for types either."""
    modules = set(NAMES)
    known: dict[str, set[str]] = {name: set() for name in NAMES}
    for module, imported in IMPORTS:
        name = imported if imported in modules else imported.rpartition(".")[0]
        if name in modules and module in modules and name != module:
            known[module].add(name)
    # what is not imported, or imports nothing, is in no cycle
    while alone := {m for m, others in known.items() if not others}:
        known = {m: others - alone for m, others in known.items() if m not in alone}
    while alone := known.keys() - set().union(*known.values()):
        known = {m: others for m, others in known.items() if m not in alone}
    assert known.keys() - set().union(*CYCLES_NOT_YET) == set()
