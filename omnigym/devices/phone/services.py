"""The services of the phone by name: shells, files, and the abstract socket of its own."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from omnigym.devices.phone.automation import AutomationServer, automate
from omnigym.devices.phone.long_programs import LongProgram, follow_log, wait_for_events
from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.recording import record_screen
from omnigym.devices.phone.shell.applets import Result, UsageError, fail
from omnigym.devices.phone.shell.parser import ShellSyntaxError, parse
from omnigym.devices.phone.shell.running import program_of, run_line
from omnigym.devices.phone.streams import Bytes, Stream, StreamClosedError
from omnigym.devices.phone.sync import serve_sync
from omnigym.devices.phone.transport import Service

__all__ = ["Provider"]

#: Kinds of packets of shell v2.
_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN = range(5)
_PACKET = struct.Struct("<BI")
#: Programs that read what they are fed where no file is named.
_READERS: Final = frozenset({"cat", "md5sum", "grep", "sh"})
_TRICKLE = 1000


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
        if kind == "tcp" and argument.isdigit() and int(argument) in self._phone.automating:
            return AutomationServer(self._phone)
        return None

    # -- one command -------------------------------------------------------------------------------------------------

    async def _plain(self, line: str, stream: Stream) -> None:
        """``shell:`` and ``exec:``: output and errors as they come, no exit code."""
        long = _long(line)
        if long is not None:
            result = await self._stay(*long, stream, stream.write)
            await stream.write(result.err)
            return
        stdin = await _rest(stream) if _reads(line) else b""
        result = await self._run(line, stdin, stream, together=True)
        await self._answer(stream, line, result.out, b"")

    async def _shell_v2(self, line: str, stream: Stream) -> None:
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
        self, program: str, arguments: list[str], stream: Stream, write: Callable[[Bytes], Awaitable[None]]
    ) -> Result:
        """Run a program that takes its time, at most until the other side has gone."""
        gone = asyncio.ensure_future(_until_gone(stream))
        try:
            return await _LONG[program](self._phone, arguments, write, gone)
        except (UsageError, OSError, ValueError, IndexError) as e:
            return fail(f"{program}: {e}")
        finally:
            gone.cancel()

    async def _run(self, line: str, stdin: bytes, stream: Stream, together: bool = False) -> Result:
        faults = self._phone.faults
        if faults.strikes("stall", line):
            await _rest(stream)  # until the client gives up
            raise StreamClosedError
        result = run_line(self._phone, line, stdin, together)
        if faults.strikes("crlf", line):
            return result._replace(out=bytes(result.out).replace(b"\n", b"\r\n"))
        return result

    async def _answer(self, stream: Stream, line: str, out: Bytes, closing: bytes) -> None:
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

    async def _lines(self, stream: Stream) -> None:
        """The phone's own socket: a command a line, each answered by packets as of shell v2."""
        received = b""
        while data := await stream.read_some():
            *lines, received = (received + data).split(b"\n")
            for line in lines:
                await self._shell_v2(line.decode("utf-8", "replace"), stream)

    async def _interactive(self, packets: bool, stream: Stream) -> None:
        """A shell that a person types into."""
        prompt = b"omnigym:/ $ "
        received, code = b"", 0
        await stream.write(_packet(_STDOUT, prompt) if packets else prompt)
        while True:
            data = await _stdin_packet(stream) if packets else await stream.read_some()
            *lines, received = (received + data.replace(b"\r", b"\n")).split(b"\n")
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


#: Programs that go on until they are interrupted.
_LONG: Final[Mapping[str, LongProgram]] = MappingProxyType(
    {"screenrecord": record_screen, "logcat": follow_log, "getevent": wait_for_events, "app_process": automate}
)


def _long(line: str) -> tuple[str, list[str]] | None:
    """The program and arguments of a line that is one such program and nothing else, but for exported variables."""
    try:
        commands = [command for command in parse(line) if command.words[0] != "export"]
    except ShellSyntaxError:
        return None
    if len(commands) != 1 or commands[0].into:
        return None
    name, *arguments = program_of(commands[0].words)
    name = name.rsplit("/", 1)[-1]
    return (name, arguments) if name in _LONG else None


async def _until_gone(stream: Stream) -> None:
    while await stream.read_some():
        pass


def _program(line: str) -> str:
    return line.strip().split(" ")[0].rsplit("/", 1)[-1]


def _reads(line: str) -> bool:
    """Whether the first program of a line waits for what it is fed."""
    if _program(line) not in _READERS:
        return False
    try:
        words = parse(line)[0].words
    except ShellSyntaxError:
        return False
    return len([w for w in words if not w.startswith("-") or w == "-"]) <= (2 if words[0] == "grep" else 1)


async def _rest(stream: Stream) -> bytes:
    """Everything until the other side has no more."""
    out = bytearray()
    while data := await stream.read_some():
        out += data
    return bytes(out)


async def _stdin_packet(stream: Stream) -> bytes:
    """What was typed; empty at the end. Other packets, such as a window's size, are passed over."""
    while True:
        kind, length = _PACKET.unpack(await stream.read(_PACKET.size))
        data = await stream.read(length)
        if kind == _CLOSE_STDIN or (kind == _STDIN and data):
            return data if kind == _STDIN else b""


async def _packets(stream: Stream) -> bytes:
    out = bytearray()
    while data := await _stdin_packet(stream):
        out += data
    return bytes(out)
