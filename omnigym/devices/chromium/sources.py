"""The files that pages play: fetched past the page, and decoded within limits."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.chromium.media import Document
from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.page import Page
from omnigym.devices.chromium.pipe import Payload, ProtocolError, understood
from omnigym.documents.sound import resample_sound, wav_bytes
from omnigym.documents.streams import opened_stream
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.sim.memo import Memo

__all__ = ["EXTRA", "Sources"]

#: The extra of omnigym with what decodes sound.
EXTRA = "web"
_RATE = 16_000
#: Bytes of a file, and samples of it that are decoded (eleven minutes at 48,000 a second); what follows is silent.
_MOST_BYTES, _MOST_SAMPLES, _MOST_RATE = 32 << 20, 32 << 20, 192_000
#: Real seconds in which the files of one reading have to be there.
_PATIENCE = 5.0
_CHUNK = 1 << 20


class Sources:
    """What can be heard of addresses and of bytes that pages gave. What cannot be read is silent.

    Args:
        network: What pages may reach.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._known: dict[str, bytes] = {}
        self._decoded: Memo[bytes] = Memo(32)
        self._left = _PATIENCE

    def forget(self) -> None:
        """A new episode: an address may have other bytes in it."""
        self._known.clear()

    def begin(self) -> None:
        """A new reading, with time of its own."""
        self._left = _PATIENCE

    def read(self, page: Page, document: Document, source: str) -> bytes:
        """The sound of a source as a .wav file of one channel, 16,000 samples a second; none where there is none."""
        given = document.data.get(source)
        if given is not None:
            return self._of(given.content, given.rate)
        if source.startswith("data:"):
            return self._of(_data(source), 0)
        if source not in self._known and self._network.reaches(source):
            self._known[source] = self._of(self._fetched(page, source), 0)
        return self._known.get(source, b"")

    def _of(self, content: bytes, rate: int) -> bytes:
        found = self._decoded.get((content, rate))
        if found is None:
            samples = _plain(content, rate) if rate else _decoded(content)
            found = self._decoded.put((content, rate), wav_bytes(samples, _RATE) if len(samples) else b"")
        return found

    def _fetched(self, page: Page, url: str) -> bytes:
        """The bytes at an address, with the page's cookies; none where they do not come in time, or are too many."""
        ours = self._network.content(url)
        if ours is not None:
            return ours if len(ours) <= _MOST_BYTES else b""
        options = {"disableCache": False, "includeCredentials": True}
        asked = {"frameId": page.target, "url": url, "options": options}
        try:
            with understood():
                resource = self._answer(page, "Network.loadNetworkResource", asked)["resource"]
                if not resource.get("success") or "stream" not in resource:
                    return b""
                stream, out, ended = resource["stream"], bytearray(), False
                while not ended and len(out) <= _MOST_BYTES:
                    piece = self._answer(page, "IO.read", {"handle": stream, "size": _CHUNK})
                    encoded = piece.get("base64Encoded", False)
                    out += base64.b64decode(piece["data"]) if encoded else str(piece["data"]).encode("latin-1")
                    ended = bool(piece["eof"])
                page.tell("IO.close", handle=stream)
                return bytes(out) if ended and len(out) <= _MOST_BYTES else b""
        except ProtocolError:
            return b""

    def _answer(self, page: Page, method: str, asked: Mapping[str, object]) -> Payload:
        """A command's result, if it comes before the patience is at its end."""
        number = page.post(method, **asked)
        page.pipe.wait(lambda: page.blocked or page.pipe.has(number), self._left)
        if not page.pipe.has(number):
            page.pipe.ignore(number)
            self._left = 0.0
            raise ProtocolError("it did not come in time")
        return page.pipe.result(number)


def _data(url: str) -> bytes:
    """What a ``data:`` address holds (RFC 2397)."""
    head, _, body = url.partition(",")
    try:
        raw = unquote_to_bytes(body[:_MOST_BYTES])
        return base64.b64decode(raw) if head.endswith(";base64") else raw
    except ValueError:
        return b""


def _plain(content: bytes, rate: int) -> NDArray[np.int16]:
    samples = np.frombuffer(content[: len(content) // 2 * 2], "<i2").astype(np.int16)
    return resample_sound(samples, rate, _RATE)


def _decoded(content: bytes) -> NDArray[np.int16]:
    """The sound of a file, int16 (S,), channels averaged; of one that breaks off what is there."""
    pieces: list[NDArray[np.int16]] = []
    count, rate = 0, 0
    if not content:
        return np.zeros(0, np.int16)
    try:
        with opened_stream(content, "sound", "Sound of the real browser", EXTRA) as container:
            if not container.streams.audio:
                return np.zeros(0, np.int16)
            resampler = None
            for frame in container.decode(container.streams.audio[0]):
                if resampler is None:
                    rate, resampler = frame.sample_rate, _converter(frame)
                if not 1 <= rate <= _MOST_RATE or count > _MOST_SAMPLES:
                    break
                for piece in resampler.resample(frame):
                    channels = piece.to_ndarray().astype(np.int32)
                    pieces.append((channels.sum(axis=0) // len(channels)).astype(np.int16))
                    count += len(pieces[-1])
    except (UnreadableError, TooLargeError):
        if not pieces:
            return np.zeros(0, np.int16)
    if not pieces or not 1 <= rate <= _MOST_RATE:
        return np.zeros(0, np.int16)
    return resample_sound(np.concatenate(pieces)[:_MOST_SAMPLES], rate, _RATE)


def _converter(frame: Any) -> Any:
    """Brings the frames of a stream to whole numbers, each channel by itself, at the stream's own rate."""
    import av

    return av.AudioResampler(format="s16p", layout=frame.layout, rate=frame.sample_rate)
