"""What a client may send to the served phone, piece by piece."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator
from contextlib import closing

import pytest

from omnigym.devices.phone import files, services
from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.streams import Bytes, StreamClosedError
from omnigym.devices.sim.device import SimDevice


class _Sent:
    """A stream of which everything is sent already."""

    def __init__(self, sent: bytes) -> None:
        self._sent, self.answers = sent, b""

    async def read(self, count: int) -> bytes:
        if len(self._sent) < count:
            raise StreamClosedError
        out, self._sent = self._sent[:count], self._sent[count:]
        return out

    async def read_some(self) -> bytes:
        return await self.read(min(len(self._sent), 1 << 16))

    async def write(self, data: Bytes) -> None:
        self.answers += bytes(data)


@pytest.fixture(scope="module")
def phone() -> Iterator[Phone]:
    with closing(SimDevice((360, 800), "android", 1.0)) as device:
        yield Phone(device)


def _piece(kind: bytes, data: bytes) -> bytes:
    return struct.pack("<4sI", kind, len(data)) + data


@pytest.mark.parametrize(
    ("pieces", "answer", "held"),
    [
        ([b"ab", b"cd"], b"OKAY", b"abcd"),
        ([b"x" * 1000] * 5, b"File too large", None),
        ([b"x" * 2000], b"expected DATA of up to 1024 bytes", None),
    ],
    ids=["whole", "a large file", "a large piece"],
)
def test_what_is_pushed_has_an_end(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, pieces: list[bytes], answer: bytes, held: bytes | None
) -> None:
    monkeypatch.setattr(services, "FILE_BYTES", 4096)
    monkeypatch.setattr(services, "_PIECE", 1024)
    path = "/data/local/tmp/pushed"
    sent = b"".join(_piece(b"DATA", piece) for piece in pieces) + struct.pack("<4sI", b"DONE", 0)
    stream = _Sent(_piece(b"SEND", f"{path},33206".encode()) + sent)
    with pytest.raises(StreamClosedError):  # the client leaves, or is left
        asyncio.run(services.serve_sync(phone, stream))
    assert answer in stream.answers
    assert (phone.files.read(path) if phone.files.stat(path) is not None else None) == held
    if held is not None:
        phone.files.remove(path)


@pytest.mark.parametrize(("length", "passes"), [(1000, True), (5000, False)])
def test_what_is_fed_has_an_end(monkeypatch: pytest.MonkeyPatch, length: int, passes: bool) -> None:
    monkeypatch.setattr(services, "FILE_BYTES", 4096)
    packet = struct.Struct("<BI")
    fed = b"".join(packet.pack(0, 500) + b"x" * 500 for _ in range(length // 500)) + packet.pack(4, 0)
    if passes:
        assert len(asyncio.run(services._packets(_Sent(fed)))) == length
    else:
        with pytest.raises(StreamClosedError):
            asyncio.run(services._packets(_Sent(fed)))


def test_a_packet_of_gigabytes_is_not_waited_for() -> None:
    with pytest.raises(StreamClosedError):
        asyncio.run(services._stdin_packet(_Sent(struct.pack("<BI", 0, 1 << 31) + b"x" * 100)))


def test_the_daemons_own_folder_has_an_end(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOMENT_BYTES", 100)
    phone.files.write("/data/local/tmp/a", b"x" * 60)
    phone.files.write("/data/local/tmp/a", b"y" * 90)
    with pytest.raises(OSError, match="No space left"):
        phone.files.write("/data/local/tmp/b", b"x" * 20)
    with pytest.raises(OSError, match="No space left"):
        phone.files.write("/data/local/tmp/a", b"x" * 20, append=True)
    assert phone.files.read("/data/local/tmp/a") == b"y" * 90
