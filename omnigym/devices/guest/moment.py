"""The user's data of a guest at one moment, as it travels: of contents only those that the other side does not have."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from omnigym.devices.guest.wire import decode, encode
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.userdata import TableInfo, TakenData, UserData
from omnigym.errors import UnreadableError

__all__ = ["GuestData", "moment_of", "read_moment"]

#: The most files of a moment, and the most bytes of all contents that are sent.
_MOST_FILES: Final = 20_000
_MOST_SENT: Final = 64 << 20


class _Moment(NamedTuple):
    """What is sent: of each file its place, digest, time and marks; contents by digest; tables with their rows."""

    files: tuple[tuple[str, str, float, str], ...]
    contents: Mapping[str, bytes]
    tables: Mapping[str, TableInfo]
    rows: Mapping[str, tuple[Mapping[str, str], ...]]
    settings: Mapping[str, str]
    clipboard: ClipboardContent | None
    told: tuple[str, ...]


@dataclass(frozen=True)
class GuestData(TakenData):
    """As `TakenData`; a place is whatever the guest's device calls one.

    Attributes:
        asked: The place of a path.
        told: Folders whose files some table tells of.
    """

    asked: Callable[[str], str] = field(default=str, compare=False)
    told: tuple[str, ...] = ()

    def place(self, path: str) -> str:
        """As of `UserData`."""
        return self.asked(path)

    def files_since(self, before: TakenData) -> Iterable[str]:
        """As of `UserData`, but for files that a table tells of, and new folders for them."""
        folders = {p for p in before.digests if p.endswith("/")}
        return [p for p in super().files_since(before) if p in folders or not p.startswith(self.told or ("\0",))]


def moment_of(data: UserData, known: Sequence[object], blobs: list[bytes]) -> object:
    """A moment as JSON with its blobs.

    Args:
        data: The data.
        known: Digests of contents that need not be sent.
        blobs: Where bytes go.
    """
    have, sent, files, contents = {k for k in known if isinstance(k, str)}, 0, [], {}
    marks: Mapping[str, object] = data.marks if isinstance(data, TakenData) else {}
    for place in data.files():
        content = data.read(place)
        digest = repr(data.entry(place)) if content is None else hashlib.blake2b(content, digest_size=16).hexdigest()
        files.append((place, digest, data.written(place) or 0.0, repr(marks[place]) if place in marks else ""))
        if content is not None and digest not in have and sent + len(content) <= _MOST_SENT:
            contents[digest] = content
            sent += len(content)
    rows = {address: data.rows(address) for address in data.tables}
    told = getattr(data, "told", ())
    moment = _Moment(tuple(files), contents, data.tables, rows, data.settings, data.clipboard, told)
    return encode(moment, _Moment, blobs)


def read_moment(
    said: object, blobs: Sequence[memoryview], known: Mapping[str, bytes], asked: Callable[[str], str]
) -> tuple[GuestData, Mapping[str, bytes]]:
    """The data that were sent, and the contents that are known from now on, by digest.

    Raises:
        UnreadableError: They are no moment.
    """
    moment: _Moment = decode(said, _Moment, blobs, "user_data")
    if len(moment.files) > _MOST_FILES:
        raise UnreadableError(f"user_data: expected at most {_MOST_FILES} files, got {len(moment.files)}.")
    if moment.tables.keys() != moment.rows.keys():
        raise UnreadableError("user_data: expected the rows of each table.")
    have = {**known, **moment.contents}
    digests = {place: digest for place, digest, _, _ in moment.files}
    contents = {place: have[digest] for place, digest in digests.items() if digest in have}
    data = GuestData(
        digests,
        contents,
        records=moment.rows,
        tables=moment.tables,
        settings=moment.settings,
        clipboard=moment.clipboard,
        times={place: at for place, _, at, _ in moment.files if at},
        marks={place: marks for place, _, _, marks in moment.files if marks},
        asked=asked,
        told=moment.told,
    )
    used = set(digests.values())
    return data, {digest: content for digest, content in have.items() if digest in used}
