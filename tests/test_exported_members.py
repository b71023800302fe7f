"""Every module says what it exports, and a package exports all that it gathers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from types import ModuleType

import pytest

import omnigym

MODULES = (m.name for m in pkgutil.walk_packages(omnigym.__path__, "omnigym."))
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
    """What is wrong with what a module says that it exports, "" if nothing is."""
    exported = getattr(module, "__all__", None)
    if exported is None:
        own = {n for n in public(module) if getattr(module, n).__module__ == module.__name__}
        return f"defines {sorted(own)} and has no __all__" if own else ""
    if len(exported) != len(set(exported)):
        return "names something twice in __all__"
    missing = [n for n in exported if not hasattr(module, n)]
    return f"names {missing} in __all__, which do not exist" if missing else ""


def left_out(module: ModuleType) -> str:
    """What a package gathers and does not export, "" if nothing."""
    names = public(module) - set(getattr(module, "__all__", ())) if hasattr(module, "__path__") else set()
    return f"imports {sorted(names)} and does not export them" if names else ""


def undocumented(module: ModuleType) -> str:
    return "" if (module.__doc__ or "").strip() else "has no docstring"


@pytest.mark.parametrize("wrong", [wrong_exports, left_out, undocumented])
def test_every_module_exports_and_tells_what_it_has(wrong: Callable[[ModuleType], str]) -> None:
    assert len(NAMES) > 1000
    found = {name: wrong(importlib.import_module(name)) for name in NAMES}
    assert {name: why for name, why in found.items() if why} == {}
