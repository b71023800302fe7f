"""Write what the apps of each simulated platform declare into its ``apps.jsonl``, one line an app.

    python scripts/list_apps.py

The simulator reads these lists, so that the module of an app is imported when the app is first used. Run it when the
declaration of an app has changed: `tests/sim/test_catalogue.py` compares the lists with the modules.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from omnigym.sim.app import App
from omnigym.sim.catalogue import OWN, Catalogue, Declaration, Named, declared_apps, platform_names
from omnigym.sim.tables.fields import plain_value

__all__ = ["catalogues", "lines"]

_PACKAGE = "omnigym.sim."


def catalogues() -> Iterator[Catalogue]:
    """The catalogues of all platforms."""
    for name in platform_names():
        yield importlib.import_module(f"{_PACKAGE}{name}.catalogue").CATALOGUE


def lines(catalogue: Catalogue) -> str:
    """The list of a platform's apps, as its file is to hold it; all of them are imported."""
    found = [_plain(app, module) for module, app in declared_apps(*catalogue.packages)]
    return "".join([f"{json.dumps(line, ensure_ascii=False)}\n" for line in found])


def _plain(app: App, module: str) -> Any:
    art = [Named(name, _function(drawing) or _under(name, drawing) or OWN) for name, drawing in app.art.items()]
    initial = (_function(app.initial) or OWN) if app.initial is not None else ""
    return _sparse(Declaration.of(app, module)._replace(art=tuple(art), initial=initial))


def _sparse(value: Any) -> Any:
    """A record as JSON has it, without the fields that hold their default."""
    if not isinstance(value, tuple):
        return plain_value(value)
    if not hasattr(value, "_asdict"):
        return [_sparse(part) for part in value]
    usual = getattr(value, "_field_defaults", {})
    return {k: _sparse(v) for k, v in value._asdict().items() if k not in usual or v != usual[k]}


def _function(value: object) -> str:
    """The place of a function of a module, also with some of its arguments; or ""."""
    if isinstance(value, partial) and not value.keywords and all(isinstance(a, str | int | float) for a in value.args):
        place = _function(value.func)
        return f"{place} {json.dumps(value.args)}" if place else ""
    if not isinstance(value, FunctionType) or getattr(sys.modules[value.__module__], value.__name__, None) is not value:
        return ""
    return f"{value.__module__} {value.__name__}"


def _under(name: str, drawing: object) -> str:
    """The place of a drawing in a mapping that a module assigns: of several, the one whose module made it; or ""."""
    found = [
        f"{module.__name__} {attribute} {name}"
        for module in _loaded()
        for attribute, value in vars(module).items()
        if isinstance(value, Mapping) and value.get(name) is drawing and _assigned(attribute, module)
    ]
    found.sort(key=lambda place: not place.startswith(f"{getattr(drawing, '__module__', '')} "))
    return found[0] if found else ""


def _loaded() -> list[ModuleType]:
    return [module for name, module in sorted(sys.modules.items()) if name.startswith(_PACKAGE)]


def _assigned(attribute: str, module: ModuleType) -> bool:
    return re.search(rf"^{attribute}\b[^\n]* = ", inspect.getsource(module), re.MULTILINE) is not None


if __name__ == "__main__":
    for _catalogue in catalogues():
        _catalogue.file.write_text(lines(_catalogue), encoding="utf-8")
