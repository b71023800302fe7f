"""Gymnasium wrappers, one in each file.

The package exports every wrapper of its modules by itself, and imports a module when one of its names is first used.
Type checkers read ``__init__.pyi``, which ``python scripts/index_names.py`` writes.
"""

from __future__ import annotations

import importlib
import inspect
import re
from types import ModuleType
from typing import Any

import gymnasium

from omnigym.discovery import modules

_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def __getattr__(name: str) -> Any:
    """A wrapper by its name: the module that is called like it, else any."""
    own = [full.rpartition(".")[2] for full in modules(__name__)]
    public = [module for module in own if not module.startswith("_")]
    if name == "__all__":
        return sorted({exported for module in public for exported in _exports(module)})
    likely = _WORD.sub("_", name).lower()
    for module in sorted(public, key=lambda m: m != likely) if name[:1].isupper() else ():
        if name in _exports(module):
            return getattr(_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def _exports(name: str) -> tuple[str, ...]:
    """The classes that a module exports, if one of them is a wrapper."""
    module = _module(name)
    classes = {n: found for n in module.__all__ if inspect.isclass(found := getattr(module, n))}
    return tuple(classes) if any(issubclass(found, gymnasium.Wrapper) for found in classes.values()) else ()
