"""The services of the phone by name: shells, files, and the abstract socket of its own."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from omnigym.devices.phone.automation import AutomationServer, automate
from omnigym.devices.phone.casting import cast
from omnigym.devices.phone.files import PhoneEntry
from omnigym.devices.phone.long_programs import LongProgram, follow_log, record_screen, wait_for_events
from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.shell.running import (
    Result,
    ShellSyntaxError,
    UsageError,
    fail,
    is_too_long,
    parse,
    program_of,
    run_by_commands,
)
from omnigym.devices.phone.streams import Bytes, PhoneStream, StreamClosedError
from omnigym.devices.phone.transport import Service
from omnigym.devices.scrcpy import MAIN
from omnigym.foreign.limits import FILE_BYTES

# -- the ``sync:`` service --------------------------------------------------------------------------------------------

# Files pushed and pulled, directories listed.

_PIECE: Final = 64 * 1024
_OLD_STAT = struct.Struct("<4sIII")
#: Id, error, device, inode, mode, links, user, group, size, three times.
_NEW_STAT = struct.Struct("<4sIQQIIIIQqqq")
_OLD_ENTRY = struct.Struct("<4sIIII")
_NEW_ENTRY = struct.Struct("<4sIQQIIIIQqqqI")
_NOT_THERE = 2  # ENOENT
_NOTHING = PhoneEntry("", 0, 0, 0)
_MOST_NAME = 1024


async def serve_sync(phone: Phone, stream: PhoneStream) -> None:
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


def _fields(found: PhoneEntry | None) -> tuple[int, ...]:
    """What the second version of stat says, without the id."""
    if found is None:
        return (_NOT_THERE, *([0] * 10))
    times = (found.mtime, found.mtime, found.mtime)
    return (0, 1, 1, found.mode, 1, 0, 0, found.size, *times)


async def _fail(stream: PhoneStream, message: str) -> None:
    said = message.encode()
    await stream.write(struct.pack("<4sI", b"FAIL", len(said)) + said)


async def _list(phone: Phone, stream: PhoneStream, path: str, new: bool) -> None:
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


async def _send_file(phone: Phone, stream: PhoneStream, path: str) -> None:
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


async def _take_file(phone: Phone, stream: PhoneStream, path: str) -> None:
    path = path.rpartition(",")[0] or path  # behind the comma is the mode
    content, too_large = bytearray(), False
    while True:
        kind, length = struct.unpack("<4sI", await stream.read(8))
        if kind == b"DONE":
            mtime = length
            break
        if kind != b"DATA" or length > _PIECE:
            await _fail(stream, f"expected DATA of up to {_PIECE} bytes, got {kind!r} of {length}")
            raise StreamClosedError
        piece = await stream.read(length)
        too_large = too_large or len(content) + length > FILE_BYTES
        if too_large:  # a client reads the answer only after its last piece
            content.clear()
        else:
            content += piece
    if too_large:
        await _fail(stream, f"couldn't write {path}: File too large (at most {FILE_BYTES} bytes)")
        return
    try:
        phone.files.write(path, bytes(content), mtime=mtime)
    except OSError as e:
        await _fail(stream, str(e))
        return
    await stream.write(struct.pack("<4sI", b"OKAY", 0))


# -- services ---------------------------------------------------------------------------------------------------------

#: Kinds of packets of shell v2.
_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN = range(5)
_PACKET = struct.Struct("<BI")
#: Programs that read what they are fed where no file is named.
_READERS: Final = frozenset({"cat", "md5sum", "grep", "sh"})
_TRICKLE = 1000
#: Bytes of a line that is typed: a longer one is none that the shell takes.
_MOST_FED: Final = 1 << 18
#: Bytes of a packet of shell v2: far more than adb puts into one.
_MOST_PACKET: Final = 1 << 20


class Provider:
    """Finds services.

    Args:
        phone: Whose they are.
        die: Breaks every connection to the phone.
    """

    def __init__(self, phone: Phone, die: Callable[[], None]) -> None:
        self._phone, self._die = phone, die

    def __call__(self, name: str) -> Service | None:
        """The service of a name, or None."""
        kind, _, argument = name.partition(":")
        options = kind.split(",")
        if options[0] == "shell" and "v2" in options:
            return partial(self._shell_v2, argument) if argument else partial(self._interactive, True)
        if options[0] == "shell" and not argument:
            return partial(self._interactive, False)
        if options[0] in ("shell", "exec"):
            return partial(self._plain, argument)
        if kind == "sync":
            return partial(serve_sync, self._phone)
        if name == "localabstract:omnigym":
            return self._lines
        if kind == "localabstract" and self._phone.cast is not None and argument == self._phone.cast.name:
            return self._phone.cast
        if kind == "tcp" and argument.isdigit() and int(argument) in self._phone.automating:
            return AutomationServer(self._phone)
        return None

    # -- one command -------------------------------------------------------------------------------------------------

    async def _plain(self, line: str, stream: PhoneStream) -> None:
        """``shell:`` and ``exec:``: output and errors as they come, no exit code."""
        long = _long(line)
        if long is not None:
            result = await self._stay(*long, stream, stream.write)
            await stream.write(result.err)
            return
        stdin = await _rest(stream) if _reads(line) else b""
        result = await self._run(line, stdin, stream, together=True)
        await self._answer(stream, line, result.out, b"")

    async def _shell_v2(self, line: str, stream: PhoneStream) -> None:
        """``shell,v2:``: packets of output, of errors, and the exit code."""
        long = _long(line)
        if long is not None:
            result = await self._stay(*long, stream, lambda data: stream.write(_packet(_STDOUT, data)))
            err = _packet(_STDERR, result.err) if result.err else b""
            await stream.write(err + _packet(_EXIT, bytes([result.code])))
            return
        stdin = await _packets(stream) if _reads(line) else b""
        result = await self._run(line, stdin, stream)
        out = _packet(_STDOUT, result.out) if len(result.out) else b""
        err = _packet(_STDERR, result.err) if result.err else b""
        await self._answer(stream, line, out, err + _packet(_EXIT, bytes([result.code & 0xFF])))

    async def _stay(
        self, program: str, arguments: list[str], stream: PhoneStream, write: Callable[[Bytes], Awaitable[None]]
    ) -> Result:
        """Run a program that takes its time, at most until the other side has gone."""
        gone = asyncio.ensure_future(_until_gone(stream))
        try:
            return await _LONG[program](self._phone, arguments, write, gone)
        except (UsageError, OSError, ValueError, IndexError) as e:
            return fail(f"{program}: {e}")
        finally:
            gone.cancel()

    async def _run(self, line: str, stdin: bytes, stream: PhoneStream, together: bool = False) -> Result:
        faults = self._phone.faults
        if faults.strikes("stall", line):
            await _rest(stream)  # until the client gives up
            raise StreamClosedError
        running = run_by_commands(self._phone, line, stdin, together)
        while True:
            try:
                next(running)
            except StopIteration as e:
                result: Result = e.value
                break
            await asyncio.sleep(0)  # whoever else is connected comes first
        self._phone.moved()
        if faults.strikes("crlf", line):
            return result._replace(out=bytes(result.out).replace(b"\n", b"\r\n"))
        return result

    async def _answer(self, stream: PhoneStream, line: str, out: Bytes, closing: bytes) -> None:
        faults = self._phone.faults
        if faults.strikes("die", line):
            await stream.write(bytes(out[: len(out) // 2]))
            self._die()
            raise StreamClosedError
        if faults.strikes("short", line):
            await stream.write(bytes(out[: len(out) // 2]))
            return
        step = _TRICKLE if faults.strikes("trickle", line) else len(out)
        for start in range(0, len(out), step or 1):
            await stream.write(memoryview(out)[start : start + step])
        if closing:
            await stream.write(closing)

    # -- many commands -----------------------------------------------------------------------------------------------

    async def _lines(self, stream: PhoneStream) -> None:
        """The phone's own socket: a command a line, each answered by packets as of shell v2."""
        received = b""
        while data := await stream.read_some():
            *lines, received = (received + data).split(b"\n")
            received = received[:_MOST_FED]
            for line in lines:
                await self._shell_v2(line.decode("utf-8", "replace"), stream)

    async def _interactive(self, packets: bool, stream: PhoneStream) -> None:
        """A shell that a person types into."""
        prompt = b"omnigym:/ $ "
        received, code = b"", 0
        await stream.write(_packet(_STDOUT, prompt) if packets else prompt)
        while True:
            data = await _stdin_packet(stream) if packets else await stream.read_some()
            *lines, received = (received + data.replace(b"\r", b"\n")).split(b"\n")
            received = received[:_MOST_FED]
            for line in lines if data else [received, b"exit"]:
                text = line.decode("utf-8", "replace").strip()
                if text.split(" ")[0] == "exit":
                    if packets:
                        await stream.write(_packet(_EXIT, bytes([code])))
                    return
                result = await self._run(text, b"", stream)
                code = result.code & 0xFF
                out = (bytes(result.out) + result.err).replace(b"\n", b"\r\n") + prompt
                await stream.write(_packet(_STDOUT, out) if packets else out)


def _packet(kind: int, data: Bytes) -> bytes:
    return _PACKET.pack(kind, len(data)) + bytes(data)


async def _start_program(
    phone: Phone, arguments: list[str], write: Callable[[Bytes], Awaitable[None]], gone: asyncio.Future[None]
) -> Result:
    """``app_process``: the stand-in of the program of Java that is named."""
    if MAIN in arguments:
        return await cast(phone, arguments[arguments.index(MAIN) + 1 :], write, gone)
    return await automate(phone, arguments, write, gone)


#: Programs that go on until they are interrupted.
_LONG: Final[Mapping[str, LongProgram]] = MappingProxyType(
    {"screenrecord": record_screen, "logcat": follow_log, "getevent": wait_for_events, "app_process": _start_program}
)


def _long(line: str) -> tuple[str, list[str]] | None:
    """The program and arguments of a line that is one such program and nothing else, but for exported variables."""
    if is_too_long(line):
        return None
    try:
        commands = [command for command in parse(line) if command.words[0] != "export"]
    except ShellSyntaxError:
        return None
    if len(commands) != 1 or commands[0].into:
        return None
    name, *arguments = program_of(commands[0].words)
    name = name.rsplit("/", 1)[-1]
    return (name, arguments) if name in _LONG else None


async def _until_gone(stream: PhoneStream) -> None:
    while await stream.read_some():
        pass


def _program(line: str) -> str:
    return line.strip().split(" ")[0].rsplit("/", 1)[-1]


def _reads(line: str) -> bool:
    """Whether the first program of a line waits for what it is fed."""
    if is_too_long(line) or _program(line) not in _READERS:
        return False
    try:
        words = parse(line)[0].words
    except ShellSyntaxError:
        return False
    return len([w for w in words if not w.startswith("-") or w == "-"]) <= (2 if words[0] == "grep" else 1)


async def _rest(stream: PhoneStream) -> bytes:
    """Everything until the other side has no more.

    Raises:
        StreamClosedError: It is larger than any file.
    """
    return await _gathered(stream.read_some)


async def _stdin_packet(stream: PhoneStream) -> bytes:
    """What was typed; empty at the end. Other packets, such as a window's size, are passed over.

    Raises:
        StreamClosedError: The packet is larger than any that adb sends.
    """
    while True:
        kind, length = _PACKET.unpack(await stream.read(_PACKET.size))
        if length > _MOST_PACKET:
            raise StreamClosedError
        data = await stream.read(length)
        if kind == _CLOSE_STDIN or (kind == _STDIN and data):
            return data if kind == _STDIN else b""


async def _packets(stream: PhoneStream) -> bytes:
    return await _gathered(partial(_stdin_packet, stream))


async def _gathered(more: Callable[[], Awaitable[bytes]]) -> bytes:
    out = bytearray()
    while data := await more():
        out += data
        if len(out) > FILE_BYTES:
            raise StreamClosedError
    return bytes(out)
