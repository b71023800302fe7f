"""Every module says what it exports, and a package exports all that it gathers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
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


@pytest.mark.parametrize("name", NAMES)
def test_what_a_module_exports_is_there(name: str) -> None:
    module = importlib.import_module(name)
    exported = getattr(module, "__all__", None)
    if exported is None:
        own = {n for n in public(module) if getattr(module, n).__module__ == name}
        assert not own, f"{name} defines {sorted(own)} and has no __all__"
        return
    assert len(exported) == len(set(exported))
    missing = [n for n in exported if not hasattr(module, n)]
    assert not missing, f"{name}.__all__ names {missing}, which do not exist"


@pytest.mark.parametrize("name", NAMES)
def test_a_package_exports_what_it_gathers(name: str) -> None:
    module = importlib.import_module(name)
    if not hasattr(module, "__path__"):
        return
    left_out = public(module) - set(getattr(module, "__all__", ()))
    assert not left_out, f"{name} imports {sorted(left_out)} and does not export them"


@pytest.mark.parametrize("name", NAMES)
def test_has_a_docstring(name: str) -> None:
    assert (importlib.import_module(name).__doc__ or "").strip(), f"{name} has no docstring"
