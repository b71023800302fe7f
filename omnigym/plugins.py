"""Own subtasks, checks, environments and agents: files and modules that are read before anything is looked up.

``omnigym --plugin my_tasks ...``, ``--plugin path/to/my_tasks.py`` or ``--plugin my_tasks.toml`` names one. Its name is
kept in the environment variable ``OMNIGYM_PLUGINS``, so that every process that is started from here on knows what it
registers, too.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from pathlib import Path
from types import ModuleType

from omnigym.errors import ConfigError

__all__ = ["load_plugins", "plugins", "use_plugins"]

_VARIABLE = "OMNIGYM_PLUGINS"


def plugins() -> tuple[str, ...]:
    """The plugins in use: names of modules, and absolute paths."""
    return tuple(name for name in os.environ.get(_VARIABLE, "").split(os.pathsep) if name)


def load_plugins() -> None:
    """Import the plugins that the process was started with.

    Raises:
        ConfigError: There is no such module or file.
    """
    use_plugins(*plugins())


def use_plugins(*names: str) -> None:
    """Import plugins, here and in every process that is started from now on.

    Args:
        names: Of modules, which may lie in the current directory, or paths of files and folders; of a folder every
            module in it is imported. Whatever an import raises comes as it is. A file that ends in ``.toml`` has
            subtasks (`omnigym.tasks.subtask_file`).

    Raises:
        ConfigError: There is no such module or file, or another module is called so.
    """
    for name in names:
        is_path = name.endswith((".py", ".toml")) or os.sep in name
        name = str(Path(name).resolve()) if is_path else name
        if name.endswith(".toml"):  # subtasks, which are read when the first one is looked up
            _check_file(Path(name))
        else:
            module = _from_path(Path(name)) if is_path else _import(name, Path.cwd())
            for found in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
                importlib.import_module(found.name)
        os.environ[_VARIABLE] = os.pathsep.join(dict.fromkeys((*plugins(), name)))


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise ConfigError(f"There is no plugin {path}. Name a file of subtasks in TOML, a Python file, or a module.")


def _from_path(path: Path) -> ModuleType:
    if not path.exists():
        raise ConfigError(f"There is no plugin {path}. Name a Python file, a folder of them, or a module.")
    module = _import(path.stem, path.parent)
    places = [module.__file__ or "", *getattr(module, "__path__", ())]
    if not any(Path(place).resolve() == path for place in places):
        raise ConfigError(f"The plugin {path} is called as the module {places[0] or module}. Rename it.")
    return module


def _import(name: str, folder: Path) -> ModuleType:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as e:
        if e.name is None or f"{name}.".startswith(f"{e.name}."):
            raise ConfigError(
                f"There is no plugin {name!r}: no module of that name is installed or in {folder}. Name a module, or "
                "the path of a Python file."
            ) from None
        raise
