"""The files of the distribution ``omnigym-data``: sounds, wallpapers, composed suites and the dataset.

omnigym has a lock with the size and SHA-256 of each file, and its version needs exactly that content. A checkout uses
its own folder ``data/``, whichever version is installed.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from omnigym.errors import AssetError, MissingDependencyError

__all__ = ["DISTRIBUTION", "INSTALL", "LOCK", "REINSTALL", "VERSION", "data_names", "data_path", "require_data"]

#: The distribution, and its version that this omnigym needs.
DISTRIBUTION: Final = "omnigym-data"
VERSION: Final = "1.0.0"
#: The command that installs it.
INSTALL: Final = f"pip install {DISTRIBUTION}=={VERSION}"
#: The command that replaces it, whatever it contains.
REINSTALL: Final = f"pip install --force-reinstall --no-deps {DISTRIBUTION}=={VERSION}"
#: The size and SHA-256 of each file. ``scripts/lock_data.py`` writes it.
LOCK: Final = Path(__file__).with_name("data.lock")
_LOCK_ANEW: Final = "python scripts/lock_data.py"
_PACKAGE: Final = "omnigym_data"
_CHECKOUT: Final = Path(__file__).parents[2] / "data" / _PACKAGE


def require_data(needed_for: str) -> None:
    """Raise an error if the distribution is not installed; no content is read.

    Args:
        needed_for: The feature that needs it, for the message.

    Raises:
        MissingDependencyError: It is not installed.
    """
    _folder(needed_for)


def data_names() -> tuple[str, ...]:
    """The names of all files, such as ``"sounds/common.bin"``."""
    return tuple(_lock())


def data_path(name: str, needed_for: str) -> Path:
    """The path of a file, whose content is compared with the lock once in a process.

    Args:
        name: One of `data_names`.
        needed_for: The feature that needs it, for the message.

    Raises:
        MissingDependencyError: The distribution is not installed.
        AssetError: The file has another content: it is of another version, or damaged.
    """
    path = _folder(needed_for) / name
    if name not in _lock():
        raise AssetError(f"{path}: {DISTRIBUTION} {VERSION} has no such file. Lock new ones: {_LOCK_ANEW}")
    _check(path, *_lock()[name])
    return path


def _folder(needed_for: str) -> Path:
    if _CHECKOUT.is_dir():
        return _CHECKOUT
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise MissingDependencyError(f"{DISTRIBUTION} {VERSION}", needed_for, INSTALL)
    return Path(spec.origin).parent


@cache
def _lock() -> dict[str, tuple[str, int]]:
    return {name: (sha256, size) for name, (sha256, size) in json.loads(LOCK.read_text(encoding="utf-8")).items()}


@cache
def _check(path: Path, sha256: str, size: int) -> None:
    try:
        with path.open("rb") as file:
            found = path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as e:
        problem = f"it cannot be read ({e.strerror or e})"
    else:
        if found == (size, sha256):
            return
        problem = f"it has {found[0]:,} bytes and another hash" if found[0] != size else "it has another hash"
    remedy = (
        f"Restore it (git restore data), or lock new content: {_LOCK_ANEW}"
        if path.is_relative_to(_CHECKOUT)
        else f"Install it again: {REINSTALL}"
    )
    raise AssetError(f"{path}: expected the {size:,} bytes of {DISTRIBUTION} {VERSION}, but {problem}. {remedy}")
