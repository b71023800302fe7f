"""Every module says what it exports, and exports only what it has."""

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
    """Classes and functions that are defined in the module itself and have no leading underscore."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__ == module.__name__
        and value.__name__ == name
    }


@pytest.mark.parametrize("name", NAMES)
def test_all_is_there_sorted_and_complete(name: str) -> None:
    module = importlib.import_module(name)
    exported = getattr(module, "__all__", None)
    if exported is None:
        assert not public(module), f"{name} defines {sorted(public(module))} but has no __all__"
        return
    assert len(exported) == len(set(exported))
    missing = [n for n in exported if not hasattr(module, n)]
    assert not missing, f"{name}.__all__ names {missing}, which do not exist"
    left_out = public(module) - set(exported)
    assert not left_out, f"{name} defines {sorted(left_out)}: export them or prefix them with an underscore"


@pytest.mark.parametrize("name", NAMES)
def test_has_a_docstring(name: str) -> None:
    assert (importlib.import_module(name).__doc__ or "").strip(), f"{name} has no docstring"
