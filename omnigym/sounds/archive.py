"""The archive of sounds: its manifest and its samples.

The sounds are in packs. ``NAME.json`` beside this module says what each sound of a pack is, and where it is in the file
``sounds/NAME.bin`` of the distribution ``omnigym-data``, which only their samples need. A sound is packed without loss
by the standard library: differences of neighbouring samples, their low bytes before their high bytes, deflated. That is
a third of a WAV file.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from omnigym.assets.packaged import data_path
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError

__all__ = [
    "KINDS",
    "RATE",
    "NewSound",
    "Sound",
    "about",
    "join_sounds",
    "load",
    "names",
    "pack_samples",
    "ships",
    "unpack_samples",
    "write_pack",
]

#: Samples a second of every sound.
RATE: Final = 16_000
#: What a sound may be.
KINDS: Final = ("ring", "alarm", "notice", "chime", "voice", "music", "ambience")
#: Sounds that `join_sounds` puts together at most, and milliseconds between two.
_MOST_JOINED, _LONGEST_GAP = 64, 10_000
_FOLDER: Final = Path(__file__).parent


class Sound(NamedTuple):
    """The entry of a sound in the manifest.

    Attributes:
        name: ``kind/piece``, or ``speaker/group/piece`` of a voice; no two packs have the same.
        kind: One of `KINDS`.
        text: The words of a voice as they are written; "" of all others.
        speaker: The voice; "" of all others.
        milliseconds: How long it is.
        sha256: Of its samples, as little-endian int16.
        licence: Whose it is.
    """

    name: str
    kind: str
    text: str
    speaker: str
    milliseconds: int
    sha256: str
    licence: str


class NewSound(NamedTuple):
    """A sound for the archive.

    Attributes:
        name: See `Sound`.
        kind: See `Sound`.
        samples: int16 (S,), at `RATE`.
        text: See `Sound`.
        speaker: See `Sound`.
        licence: See `Sound`.
    """

    name: str
    kind: str
    samples: NDArray[np.int16]
    text: str = ""
    speaker: str = ""
    licence: str = ""


class _Place(NamedTuple):
    sound: Sound
    pack: str
    at: int
    size: int


def pack_samples(samples: NDArray[np.int16]) -> bytes:
    """Return samples, int16 (S,), packed without loss."""
    values = np.ascontiguousarray(samples, np.int32)
    every = int(np.bitwise_or.reduce(values)) if len(values) else 0
    unused = min((every & -every).bit_length() - 1, 15) if every else 0  # low bits that are zero in all samples
    steps = np.diff(values >> unused, prepend=np.int32(0))
    zigzag = ((steps << 1) ^ (steps >> 31)).astype("<u4")  # small numbers of both signs have small codes
    planes = np.ascontiguousarray(zigzag.view(np.uint8).reshape(-1, 4)[:, :3].T)
    return bytes((unused,)) + zlib.compress(planes.tobytes(), 9)


def unpack_samples(data: bytes) -> NDArray[np.int16]:
    """Return the samples of `pack_samples`, int16 (S,).

    Raises:
        UnreadableError: The data are damaged.
    """
    try:
        planes = np.frombuffer(zlib.decompress(data[1:]), np.uint8).reshape(3, -1).astype(np.int32)
    except (zlib.error, ValueError) as error:
        raise UnreadableError(f"A packed sound was expected, and this is damaged: {error}.") from None
    zigzag = planes[0] | planes[1] << 8 | planes[2] << 16
    return (np.cumsum((zigzag >> 1) ^ -(zigzag & 1), dtype=np.int32) << data[0]).astype(np.int16)


def write_pack(pack: str, made: Sequence[NewSound], folder: Path, manifests: Path = _FOLDER) -> int:
    """Write a pack into a folder and its manifest beside this module, and return the bytes of both.

    `scripts/make_sounds.py` calls it.
    """
    lines, at = [], 0
    with (folder / f"{pack}.bin").open("wb") as file:
        for one in made:
            data = pack_samples(one.samples)
            file.write(data)
            fields: dict[str, object] = {"kind": one.kind, "text": one.text, "speaker": one.speaker}
            fields |= {"milliseconds": len(one.samples) * 1000 // RATE, "licence": one.licence}
            fields |= {"sha256": _hash(one.samples), "at": at, "size": len(data)}
            lines.append(f"{json.dumps(one.name)}: {json.dumps(fields, ensure_ascii=False)}")
            at += len(data)
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    return at + (manifests / f"{pack}.json").write_text(text, encoding="utf-8")


@cache
def _manifest() -> Mapping[str, _Place]:
    """What is in the packs, by name, one pack after another."""
    places = {}
    for file in sorted(_FOLDER.glob("*.json")):
        for name, fields in json.loads(file.read_text(encoding="utf-8")).items():
            at, size = fields.pop("at"), fields.pop("size")
            places[name] = _Place(Sound(name, **fields), file.stem, at, size)
    return MappingProxyType(places)


def _place(name: str) -> _Place:
    try:
        return _manifest()[name]
    except (KeyError, TypeError):
        raise UnknownNameError("sound", str(name), _manifest()) from None


def names(kind: str | None = None, speaker: str | None = None) -> tuple[str, ...]:
    """Return the names of all sounds, or of those of a kind or a speaker, pack by pack in the order of each.

    Raises:
        UnknownNameError: There is no such kind, or no such speaker.
    """
    if kind is not None and kind not in KINDS:
        raise UnknownNameError("kind of sound", kind, KINDS)
    every = [place.sound for place in _manifest().values()]
    speakers = {sound.speaker for sound in every} - {""}
    if speaker is not None and speaker not in speakers:
        raise UnknownNameError("speaker", speaker, speakers)
    return tuple(s.name for s in every if kind in (None, s.kind) and speaker in (None, s.speaker))


def ships(name: str) -> bool:
    """Return whether a sound of this name exists."""
    return name in _manifest()


def about(name: str) -> Sound:
    """Return the entry of a sound in the manifest.

    Raises:
        UnknownNameError: There is no such sound.
    """
    return _place(name).sound


@lru_cache(maxsize=128)  # all sounds together are 17 MB
def load(name: str) -> NDArray[np.int16]:
    """Return the samples of a sound, int16 (S,), mono, at 16 kHz, read-only.

    Raises:
        UnknownNameError: There is no such sound.
        MissingDependencyError: The distribution that has it is not installed.
        AssetError: That is of another version, or damaged.
        UnreadableError: The manifest says something else.
    """
    place = _place(name)
    with data_path(f"sounds/{place.pack}.bin", f"The sound {name!r}").open("rb") as file:
        file.seek(place.at)
        samples = unpack_samples(file.read(place.size))
    if _hash(samples) != place.sound.sha256:
        raise UnreadableError(f"{place.pack}.bin is not what {place.pack}.json says of {name!r}. Reinstall omnigym.")
    samples.flags.writeable = False
    return samples


def join_sounds(*names: str, gap_ms: int = 80) -> NDArray[np.int16]:
    """Return sounds in sequence with silence between them, int16 (S,); empty for no names.

    Args:
        names: At most 64.
        gap_ms: Milliseconds between two, in [0, 10000].

    Raises:
        UnknownNameError: One of the names is of no sound.
        ConfigError: There are too many, or the gap is out of its range.
    """
    if len(names) > _MOST_JOINED:
        raise ConfigError(f"At most {_MOST_JOINED} sounds are joined, not {len(names)}.")
    if not 0 <= gap_ms <= _LONGEST_GAP:
        raise ConfigError(f"gap_ms is in [0, {_LONGEST_GAP}], not {gap_ms}.")
    gap = np.zeros(gap_ms * RATE // 1000, np.int16)
    parts = [part for name in names for part in (gap, load(name))]
    return np.concatenate(parts[1:]) if parts else np.zeros(0, np.int16)


def _hash(samples: NDArray[np.int16]) -> str:
    return hashlib.sha256(samples.astype("<i2").tobytes()).hexdigest()
