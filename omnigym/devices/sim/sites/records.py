"""The database of a site: a directory with a file for each record, ``AppData/Local/Sites/<host>/<kind>/<name>``.

Records are JSON objects, or plain text where they are texts. They are read from the files each time these changed, so
whoever writes one, a test or a setup step, changes the site.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.vfs import HOME, Directory, File, Vfs, join
from omnigym.errors import UnreadableError
from omnigym.foreign import read_json

__all__ = ["erased", "fields_of", "folder_of", "json_bytes", "kept", "records", "text_of", "whole"]

_SITES = f"{HOME}/AppData/Local/Sites"
T = TypeVar("T")
_READ: Derived[Any] = Derived(64)


def folder_of(host: str, kind: str) -> str:
    """The directory of the records of a kind."""
    return f"{_SITES}/{host}/{kind}"


def records(vfs: Vfs, host: str, kind: str, read: Callable[[str, bytes], T]) -> tuple[T, ...]:
    """The records of a kind by name, each made by ``read(name, content)``; the same object while their files are."""
    found = vfs.get(folder_of(host, kind))
    if type(found) is not Directory:
        return ()

    def make() -> tuple[T, ...]:
        files = [f for _, f in sorted(found.entries.items()) if type(f) is File]
        return tuple([read(f.name.rpartition(".")[0], f.content) for f in files])

    made: tuple[T, ...] = _READ.get((host, kind), found, make)
    return made


@lru_cache(maxsize=2048)
def fields_of(content: bytes) -> Mapping[str, Any]:
    """The fields of a record in JSON; none where it cannot be read."""
    try:
        found = read_json(content)
    except UnreadableError:
        found = {}
    return MappingProxyType(found if isinstance(found, dict) else {})


def text_of(fields: Mapping[str, Any], name: str) -> str:
    """A field that is text; "" where it is something else."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def whole(fields: Mapping[str, Any], name: str, default: int = 0) -> int:
    """A field that is a whole number."""
    value = fields.get(name)
    return value if type(value) is int else default


def json_bytes(fields: Mapping[str, Any]) -> bytes:
    """A record in JSON, as a person can read it."""
    return (json.dumps(dict(fields), indent=1, ensure_ascii=False) + "\n").encode()


def kept(vfs: Vfs, host: str, kind: str, name: str, content: Mapping[str, Any] | bytes, now_ms: int) -> Vfs:
    """The files with a record: an object in a file ``<name>.json``, or the bytes of a file of that name."""
    if isinstance(content, bytes):
        return vfs.write(join(folder_of(host, kind), name), content, now_ms)
    return vfs.write(join(folder_of(host, kind), f"{name}.json"), json_bytes(content), now_ms)


def erased(vfs: Vfs, host: str, kind: str, name: str, now_ms: int) -> Vfs:
    """The files without the record in ``<name>.json``; where there is none, as they are."""
    path = join(folder_of(host, kind), f"{name}.json")
    return vfs.delete(path, now_ms) if vfs.is_file(path) else vfs
