"""One file that serves a guest on a machine without omnigym: ``python FILE.pyz``.

It holds the modules that the server and its devices import, found by reading their source, and no others. A package
whose names nobody imports has an empty ``__init__`` in it, so that omnigym itself takes no Gymnasium along.
"""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign import replace_file

__all__ = ["BUNDLED", "write_bundle"]

#: The devices that run out of one file. The others start programs that import omnigym.
BUNDLED: Final = ("host", "fake")
_ENTRY: Final = "omnigym.devices.guest.standalone"
_ROOT: Final = Path(__file__).parents[3]
#: What the interpreter runs; nothing in it is newer than Python 3.4, so that an old one can say what is wrong.
_MAIN: Final = f"""import sys

if sys.version_info < (3, 11):
    sys.exit("This needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")
try:
    from {_ENTRY} import main
except ModuleNotFoundError as e:
    if (e.name or "omnigym").startswith("omnigym"):
        raise
    own = {{"win32": "comtypes psutil pywin32"}}.get(sys.platform, "python-xlib")
    sys.exit("The package of " + e.name + " is missing: python -m pip install numpy pillow mss " + own)
sys.exit(main())
"""
_EMPTY: Final = '"""A part of omnigym."""\n'
#: The time of every entry, so that one source gives one file.
_TIME: Final = (1980, 1, 1, 0, 0, 0)


def write_bundle(out: Path, devices: Sequence[str]) -> tuple[str, ...]:
    """Write a bundle, and return the names of the modules in it.

    Args:
        out: The file; it is replaced.
        devices: The devices that it can show, of `BUNDLED`.

    Raises:
        UnknownNameError: A device cannot be in a bundle, or this omnigym has none of that name.
        ConfigError: The file cannot be written.
    """
    starts = [_ENTRY]
    for name in devices:
        config = f"omnigym.devices.{name}.config"
        if name not in BUNDLED or _source(config) is None:
            raise UnknownNameError("device of a bundle", name, BUNDLED)
        starts.append(config)
    modules = _modules(starts)
    content = io.BytesIO(b"#!/usr/bin/env python3\n")
    content.seek(0, io.SEEK_END)
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for place, data in sorted({"__main__.py": _MAIN.encode(), **_files(modules)}.items()):
            entry = zipfile.ZipInfo(place, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, data)
    try:
        replace_file(out, content.getvalue())
    except OSError as e:
        raise ConfigError(f"Cannot write {out}: {e.strerror or e}. Name a file in a folder that can be written.") from e
    return tuple(sorted(modules))


def _files(modules: Mapping[str, bool]) -> dict[str, bytes]:
    """The content of each file of a bundle by its place, data that lie beside modules included."""
    found: dict[str, bytes] = {}
    for name, whole in modules.items():
        path = _source(name)
        assert path is not None
        found[path.relative_to(_ROOT).as_posix()] = path.read_bytes() if whole else _EMPTY.encode()
        beside = (p for p in path.parent.iterdir() if p.is_file() and p.suffix not in (".py", ".pyc"))
        found |= {p.relative_to(_ROOT).as_posix(): p.read_bytes() for p in beside if p.name != "py.typed"}
    return found


def _modules(starts: Sequence[str]) -> dict[str, bool]:
    """The modules that some import, and whether they are needed whole: not a package that is only passed through."""
    found: dict[str, bool] = {}
    todo = list(starts)
    while todo:
        name = todo.pop()
        path = _source(name)
        if path is None or found.get(name):
            continue
        found[name] = True
        parents = name.split(".")[:-1]
        for n in range(1, len(parents) + 1):
            found.setdefault(".".join(parents[:n]), False)
        todo += _imported(ast.parse(path.read_bytes()))
    return found


def _imported(tree: ast.AST) -> Iterator[str]:
    """Modules of omnigym that a source imports, at once or later; of a package that is imported itself, all."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _within(alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("omnigym"):
            submodules = [s for a in node.names if _source(s := f"{node.module}.{a.name}") is not None]
            for submodule in submodules:
                yield from _within(submodule)
            if len(submodules) < len(node.names):
                yield node.module
        yield from _imported(node)


def _within(name: str) -> Iterator[str]:
    """A module, and those in it, if it is a package: who imports one as such looks through it (`pkgutil`)."""
    path = _source(name)
    if path is None:
        return
    yield name
    if path.name == "__init__.py":
        yield from (f"{name}.{p.stem}" for p in path.parent.glob("*.py") if p != path)


def _source(name: str) -> Path | None:
    """The file of a module of omnigym; None if there is none."""
    path = _ROOT.joinpath(*name.split("."))
    if not name.startswith("omnigym"):
        return None
    if path.with_suffix(".py").is_file():
        return path.with_suffix(".py")
    return path / "__init__.py" if (path / "__init__.py").is_file() else None
