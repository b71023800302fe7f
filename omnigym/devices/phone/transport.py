"""The daemon's side of adb's transport: what a real adb server speaks to a phone over TCP."""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import secrets
import struct
from collections.abc import Callable, Coroutine
from typing import Final, Literal, NamedTuple, TypeAlias

from omnigym.devices.phone.streams import Bytes, PacketStream, PhoneStream, StreamClosedError

# -- Adb's authentication ---------------------------------------------------------------------------------------------

# The host signs a token with a key that the phone knows.

# A host's public key comes as base64 of Android's own layout: the modulus as little-endian words, behind two numbers
# of Montgomery's method and before the exponent. The signature is PKCS #1 v1.5 over the token as if it were a SHA-1
# digest.

TOKEN_SIZE = 20
_WORDS = 64  # of 32 bits: 2048 altogether
#: DER that says "a SHA-1 digest follows".
_SHA1_PREFIX = bytes.fromhex("3021300906052b0e03021a05000414")


class PublicKey(NamedTuple):
    """An RSA key."""

    modulus: int
    exponent: int

    @classmethod
    def parse(cls, line: bytes) -> PublicKey:
        """The key of a line of ``adbkey.pub``.

        Raises:
            ValueError: It is none.
        """
        try:
            raw = base64.b64decode(line.strip(b"\0 \n").split(b" ")[0], validate=True)
            words, _, modulus, _, exponent = struct.unpack(f"<II{4 * _WORDS}s{4 * _WORDS}sI", raw)
        except (binascii.Error, struct.error) as e:
            raise ValueError(f"expected a line of adbkey.pub, got {line[:40]!r}: {e}") from None
        if words != _WORDS:
            raise ValueError(f"expected a key of 2048 bits, got one of {words * 32}")
        return cls(int.from_bytes(modulus, "little"), exponent)

    def signed(self, token: bytes, signature: bytes) -> bool:
        """Whether the owner of this key signed the token."""
        size = 4 * _WORDS
        if len(signature) != size:
            return False
        opened = pow(int.from_bytes(signature, "big"), self.exponent, self.modulus).to_bytes(size, "big")
        tail = b"\x00" + _SHA1_PREFIX + token
        return opened == b"\x00\x01" + b"\xff" * (size - 2 - len(tail)) + tail


# -- transport --------------------------------------------------------------------------------------------------------

#: Only what is implemented is announced: a client then uses it.
FEATURES: Final = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir")

Service: TypeAlias = Callable[[PhoneStream], Coroutine[object, object, None]]
#: The service of a name such as "shell:ls", or None.
Services: TypeAlias = Callable[[str], Service | None]

_HEADER = struct.Struct("<IIIIII")
_NO_CHECKSUM = 0x01000001
_MOST = 1 << 20
_OLD_MOST = 4096


def _command(name: bytes) -> int:
    return int.from_bytes(name, "little")


_CNXN, _AUTH, _OPEN, _OKAY = _command(b"CNXN"), _command(b"AUTH"), _command(b"OPEN"), _command(b"OKAY")
_CLSE, _WRTE = _command(b"CLSE"), _command(b"WRTE")
_TOKEN, _SIGNATURE, _PUBLIC_KEY = 1, 2, 3


class Keys:
    """Which hosts the phone trusts.

    Args:
        mode: ``"off"``: all, without asking; ``"accept"``: it asks for a key and its owner taps "Allow"; ``"refuse"``:
            nobody taps, and the phone stays "unauthorized".
    """

    def __init__(self, mode: Literal["off", "accept", "refuse"] = "off") -> None:
        self.mode = mode
        self.known: set[PublicKey] = set()


class Transport:
    """One connection of an adb server, with many streams.

    Args:
        reader, writer: The connection.
        banner: What the phone says of itself.
        services: Finds services by name.
        keys: Which hosts are trusted.
        answer: Whether the phone answers at all; one that does not is "offline".
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        banner: str,
        services: Services,
        keys: Keys,
        answer: bool = True,
    ) -> None:
        self._reader, self._writer = reader, writer
        self._banner, self._services, self._keys, self._answer = banner.encode(), services, keys, answer
        self._streams: dict[int, tuple[PacketStream, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._next = 1
        self._version, self._most = 0x01000000, _OLD_MOST
        self._token = b""
        self._trusted = False

    async def run(self) -> None:
        """Serve until the connection ends."""
        handlers = {
            _CNXN: self._connect,
            _AUTH: self._authenticate,
            _OPEN: self._open,
            _OKAY: self._okay,
            _WRTE: self._write,
            _CLSE: self._close_stream,
        }
        try:
            while True:
                command, first, second, size, _, magic = _HEADER.unpack(await self._reader.readexactly(_HEADER.size))
                if magic != command ^ 0xFFFFFFFF or size > _MOST:
                    return  # no adb at the other end
                data = await self._reader.readexactly(size)
                handler = handlers.get(command)
                if handler is not None and (self._trusted or command in (_CNXN, _AUTH)):
                    handler(first, second, data)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the server went away, which is how every connection ends
        finally:
            self.close()

    def close(self) -> None:
        """Break the connection, in whatever it is doing."""
        for stream, _ in self._streams.values():
            stream.close()
        for task in self._tasks:
            task.cancel()
        self._writer.close()

    def _send(self, command: int, first: int, second: int, data: Bytes = b"") -> None:
        checksum = sum(data) & 0xFFFFFFFF if self._version < _NO_CHECKSUM else 0
        self._writer.write(_HEADER.pack(command, first, second, len(data), checksum, command ^ 0xFFFFFFFF))
        if data:
            self._writer.write(data)

    # -- packets -----------------------------------------------------------------------------------------------------

    def _connect(self, version: int, most: int, _data: bytes) -> None:
        if not self._answer:
            return
        self._version, self._most = min(version, _NO_CHECKSUM), min(most, _MOST)
        if self._keys.mode == "off":
            self._welcome()
        else:
            self._ask()

    def _welcome(self) -> None:
        self._trusted = True
        self._send(_CNXN, _NO_CHECKSUM, _MOST, self._banner)

    def _ask(self) -> None:
        self._token = secrets.token_bytes(TOKEN_SIZE)
        self._send(_AUTH, _TOKEN, 0, self._token)

    def _authenticate(self, kind: int, _second: int, data: bytes) -> None:
        if kind == _SIGNATURE:
            if any(key.signed(self._token, data) for key in self._keys.known):
                self._welcome()
            else:
                self._ask()
        elif kind == _PUBLIC_KEY and self._keys.mode == "accept":
            self._keys.known.add(PublicKey.parse(data))
            self._welcome()

    def _open(self, remote: int, _second: int, data: bytes) -> None:
        service = self._services(data.rstrip(b"\0").decode("utf-8", "replace"))
        if service is None:
            self._send(_CLSE, 0, remote)
            return
        local, self._next = self._next, self._next + 1
        stream = PacketStream(
            lambda packet: self._send(_WRTE, local, remote, packet), self._writer.drain, min(self._most, _MOST)
        )
        self._streams[local] = stream, remote
        self._send(_OKAY, local, remote)
        task = asyncio.ensure_future(self._serve(local, service, stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, local: int, service: Service, stream: PacketStream) -> None:
        with contextlib.suppress(StreamClosedError, ConnectionError):  # at which the client lost interest
            await service(stream)
        _, remote = self._streams.pop(local, (stream, 0))
        if remote and not self._writer.is_closing():
            self._send(_CLSE, local, remote)

    def _okay(self, _remote: int, local: int, _data: bytes) -> None:
        if local in self._streams:
            self._streams[local][0].taken()

    def _write(self, remote: int, local: int, data: bytes) -> None:
        if local in self._streams:
            self._streams[local][0].arrived(data)
            self._send(_OKAY, local, remote)

    def _close_stream(self, _remote: int, local: int, _data: bytes) -> None:
        known = self._streams.pop(local, None)
        if known is not None:
            stream, remote = known
            stream.close()
            self._send(_CLSE, local, remote)
