"""The ``sync:`` service: files pushed and pulled, directories listed."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from omnigym.devices.phone.files import Entry
from omnigym.devices.phone.streams import Stream

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["serve_sync"]

_PIECE: Final = 64 * 1024
_OLD_STAT = struct.Struct("<4sIII")
#: Id, error, device, inode, mode, links, user, group, size, three times.
_NEW_STAT = struct.Struct("<4sIQQIIIIQqqq")
_OLD_ENTRY = struct.Struct("<4sIIII")
_NEW_ENTRY = struct.Struct("<4sIQQIIIIQqqqI")
_NOT_THERE = 2  # ENOENT
_NOTHING = Entry("", 0, 0, 0)
_MOST_NAME = 1024


async def serve_sync(phone: Phone, stream: Stream) -> None:
    """Serve requests until the client quits."""
    while True:
        request, length = struct.unpack("<4sI", await stream.read(8))
        if request == b"QUIT":
            return
        if length > _MOST_NAME:
            await _fail(stream, "path too long")
            return
        path = (await stream.read(length)).decode("utf-8", "surrogateescape")
        if request == b"STAT":
            found = phone.files.stat(path) or _NOTHING
            await stream.write(_OLD_STAT.pack(request, found.mode, found.size, found.mtime))
        elif request in (b"STA2", b"LST2"):
            await stream.write(_NEW_STAT.pack(request, *_fields(phone.files.stat(path))))
        elif request in (b"LIST", b"LIS2"):
            await _list(phone, stream, path, new=request == b"LIS2")
        elif request == b"RECV":
            await _send_file(phone, stream, path)
        elif request == b"SEND":
            await _take_file(phone, stream, path)
        else:
            await _fail(stream, f"unknown request {request.decode('ascii', 'replace')}")
            return


def _fields(found: Entry | None) -> tuple[int, ...]:
    """What the second version of stat says, without the id."""
    if found is None:
        return (_NOT_THERE, *([0] * 10))
    times = (found.mtime, found.mtime, found.mtime)
    return (0, 1, 1, found.mode, 1, 0, 0, found.size, *times)


async def _fail(stream: Stream, message: str) -> None:
    said = message.encode()
    await stream.write(struct.pack("<4sI", b"FAIL", len(said)) + said)


async def _list(phone: Phone, stream: Stream, path: str, new: bool) -> None:
    out = []
    found = phone.files.stat(path)
    for entry in phone.files.list(path) if found is not None and found.is_dir else ():
        name = entry.name.encode("utf-8", "surrogateescape")
        if new:
            out.append(_NEW_ENTRY.pack(b"DNT2", *_fields(entry), len(name)) + name)
        else:
            out.append(_OLD_ENTRY.pack(b"DENT", entry.mode, entry.size, entry.mtime, len(name)) + name)
    done = _NEW_ENTRY.pack(b"DONE", *([0] * 12)) if new else _OLD_ENTRY.pack(b"DONE", 0, 0, 0, 0)
    await stream.write(b"".join(out) + done)


async def _send_file(phone: Phone, stream: Stream, path: str) -> None:
    try:
        content = phone.files.read(path)
    except OSError as e:
        await _fail(stream, str(e))
        return
    if phone.faults.strikes("short", "pull"):
        await stream.write(struct.pack("<4sI", b"DATA", len(content)) + content[: len(content) // 2])
        return
    pieces = [content[i : i + _PIECE] for i in range(0, len(content), _PIECE)]
    packed = b"".join(struct.pack("<4sI", b"DATA", len(piece)) + piece for piece in pieces)
    await stream.write(packed + struct.pack("<4sI", b"DONE", 0))


async def _take_file(phone: Phone, stream: Stream, path: str) -> None:
    path = path.rpartition(",")[0] or path  # behind the comma is the mode
    content = bytearray()
    while True:
        kind, length = struct.unpack("<4sI", await stream.read(8))
        if kind == b"DONE":
            mtime = length
            break
        content += await stream.read(length)
    try:
        phone.files.write(path, bytes(content), mtime=mtime)
    except OSError as e:
        await _fail(stream, str(e))
        return
    await stream.write(struct.pack("<4sI", b"OKAY", 0))
