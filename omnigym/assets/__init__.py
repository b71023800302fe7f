"""Data files of tasks: a cache of contents by SHA-256, and locks that give the content of each address.

A task file of somebody else's names its data by URL. ``omnigym assets fetch`` puts the content into the cache once and
writes a lock beside the task files. From then on a task names the content itself, so nothing is fetched in an episode,
and what an episode is given is what the lock says.
"""

from __future__ import annotations

from omnigym.assets.lock import LOCK_NAME, Asset, read_lock, shipped_lock, write_lock
from omnigym.assets.store import add_asset, cache_dir, has_asset, read_asset

__all__ = [
    "LOCK_NAME",
    "Asset",
    "add_asset",
    "cache_dir",
    "has_asset",
    "read_asset",
    "read_lock",
    "shipped_lock",
    "write_lock",
]
