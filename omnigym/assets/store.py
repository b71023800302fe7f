"""The cache of contents by hash, in the user's cache folder, and the shipped contents."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from omnigym.assets.lock import SHIPPED, shipped_lock
from omnigym.errors import AssetError, UnreadableError
from omnigym.foreign import replace_file
from omnigym.foreign.files import read_bytes
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["add_asset", "cache_dir", "has_asset", "read_asset"]


def cache_dir() -> Path:
    """Return the folder of the cache: ``OMNIGYM_ASSETS``, else ``omnigym/assets`` in the user's cache folder."""
    if given := os.environ.get("OMNIGYM_ASSETS"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "omnigym" / "assets"


def has_asset(sha256: str) -> bool:
    """Return whether a content is in the cache; it is not read."""
    return _file_of(sha256).is_file()


def read_asset(sha256: str) -> bytes:
    """Return a content after checking its hash.

    Raises:
        AssetError: It is not here, or was changed.
    """
    path = _file_of(sha256)
    try:
        content = read_bytes(path, FILE_BYTES)
    except FileNotFoundError:
        raise AssetError(
            f"The content {sha256[:12]}... is not in {cache_dir()}. Fetch it: omnigym assets fetch DIR."
        ) from None
    except UnreadableError as e:
        raise AssetError(f"{path}: {e}. Fetch it again: omnigym assets fetch DIR.") from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise AssetError(f"{path} was changed: its hash is another one. Remove it and fetch it again.")
    return content


def add_asset(content: bytes) -> str:
    """Put a content into the cache, atomically, and return its SHA-256.

    Raises:
        AssetError: It is larger than `omnigym.foreign.limits.FILE_BYTES`, or cannot be written.
    """
    if len(content) > FILE_BYTES:
        raise AssetError(f"An asset has at most {FILE_BYTES:,} bytes, got {len(content):,}.")
    sha256 = hashlib.sha256(content).hexdigest()
    path = cache_dir() / sha256[:2] / sha256
    if not path.is_file():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, content)
        except OSError as e:
            raise AssetError(f"{path} cannot be written: {e.strerror or e}. Set OMNIGYM_ASSETS to a folder.") from e
    return sha256


def _file_of(sha256: str) -> Path:
    name = _shipped_names().get(sha256)
    return SHIPPED / name if name else cache_dir() / sha256[:2] / sha256


@cache
def _shipped_names() -> dict[str, str]:
    return {asset.sha256: url.removeprefix("omnigym:") for url, asset in shipped_lock().items()}
