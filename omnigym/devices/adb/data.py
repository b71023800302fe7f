"""The user's data on a phone: files of shared storage, and what Android's own providers keep.

All of it is asked for each time, within a deadline and limits. Settings are left out: a phone changes hundreds of them
by itself.
"""

from __future__ import annotations

import re
import secrets
import stat
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from omnigym.devices.adb.content import CORRUPT, FAILED, parse_rows
from omnigym.devices.adb.files import HOME, Files, Found, native_path
from omnigym.devices.adb.link import Link, quote
from omnigym.devices.adb.records import PROVIDERS, Said, records_of, tables_of
from omnigym.devices.userdata import Row, TakenData
from omnigym.errors import TooLargeError, UnknownNameError, UnreadableError

__all__ = ["PhoneData", "PhoneReader"]

#: How many files and folders there may be, and how deep.
_MOST_FOUND, _DEEPEST = 10_000, 16
#: A larger file is taken for the same as long as its size and its time are; of all contents so much is kept, in bytes.
_MOST_READ, _MOST_KEPT = 1 << 20, 32 << 20
#: What the providers may say together, in bytes.
_MOST_SAID = 16 << 20
#: Characters of a command line, which a shell takes of at least 128 KB.
_MOST_LINE = 30_000
_TIMEOUT_S = 20.0
#: The apps' own files, on a simulated phone those of its sites, and pictures of pictures.
_SKIPPED = (f"{HOME}/Android", f"{HOME}/AppData", ".thumbnails")
_DIGEST = re.compile(r"^([0-9a-f]{32})  (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class PhoneData(TakenData):
    """As `TakenData`; a place is a path as the phone has it.

    Attributes:
        damaged: The tables that are there, but damaged.
    """

    damaged: frozenset[str] = frozenset()

    def place(self, path: str) -> str:
        """As of `UserData`."""
        return native_path(path)

    def rows(self, address: str) -> tuple[Row, ...]:
        """As of `UserData`."""
        if address in self.damaged:
            raise UnreadableError(f"What the content provider {address!r} keeps is damaged.")
        if address not in self.records:
            raise UnknownNameError("content provider", address, self.records)
        return self.records[address]


class PhoneReader:
    """Reads one moment after another of a phone.

    Args:
        link: The phone.
        files: Its files.
    """

    def __init__(self, link: Link, files: Files) -> None:
        self._link, self._files = link, files
        #: The contents of the last moment by digest, which need not be fetched again.
        self._kept: Mapping[Hashable, bytes] = {}

    def read(self) -> PhoneData:
        """All data of now.

        Raises:
            DeviceError: The phone does not answer.
            TooLargeError: There is more than is read.
        """
        found = self._link.again(lambda: self._files.below(HOME, _SKIPPED, _MOST_FOUND, _DEEPEST))
        digests, contents = self._contents(found)
        said = self._link.again(self._tables)
        records = records_of(said)
        whole = {address: rows for address, rows in records.items() if rows is not None}
        times = {path: float(mtime) for path, _, _, mtime in found}
        damaged = frozenset(records.keys() - whole.keys())
        return PhoneData(digests, contents, whole, tables_of(said), times=times, damaged=damaged)

    # -- files -------------------------------------------------------------------------------------------------------

    def _contents(self, found: Sequence[Found]) -> tuple[dict[str, Hashable], dict[str, bytes]]:
        digests: dict[str, Hashable] = {}
        small: list[str] = []
        room = _MOST_KEPT
        for path, mode, size, mtime in found:
            if stat.S_ISDIR(mode):
                digests[f"{path}/"] = True
            elif stat.S_ISREG(mode):
                digests[path] = ("changed", size, mtime)
                if size <= min(_MOST_READ, room) and path.isprintable():
                    room -= size
                    small.append(path)
        sums = self._sums(small)
        digests |= sums
        kept: dict[Hashable, bytes] = {}
        contents: dict[str, bytes] = {}
        for path, digest in sums.items():
            content = kept.get(digest, self._kept.get(digest))
            if content is None:
                try:
                    content = self._files.read(path)
                except FileNotFoundError:  # it is gone by now
                    continue
            contents[path] = kept[digest] = content
        self._kept = kept
        return digests, contents

    def _sums(self, paths: Collection[str]) -> dict[str, Hashable]:
        """What ``md5sum`` says of files; it is left out for one that is gone by now."""
        said = "".join(self._link.again(partial(self._link.shell, line)).text for line in _lines(paths))
        return {path: digest for digest, path in _DIGEST.findall(said) if path in paths}

    # -- tables ------------------------------------------------------------------------------------------------------

    def _tables(self) -> Said:
        """What the providers say that the phone has."""
        end = f"omnigym-{secrets.token_hex(8)}"  # so that nothing that somebody wrote into a row ends it
        queries = [
            f"content query --uri {address} --projection {':'.join(provider.columns)}"
            f"{f' --where {quote(provider.where)}' if provider.where else ''} 2>&1; echo {end}"
            for address, provider in PROVIDERS.items()
        ]
        output = self._link.shell("; ".join(queries), _TIMEOUT_S)
        if len(output.out) > _MOST_SAID:
            raise TooLargeError(f"The phone's tables have more than the {_MOST_SAID} bytes that are read.")
        found: dict[str, tuple[Row, ...] | None] = {}
        for address, said in zip(PROVIDERS, output.text.split(f"{end}\n"), strict=False):
            if CORRUPT in said:
                found[address] = None
            elif FAILED not in said:
                found[address] = parse_rows(said)
        return found


def _lines(paths: Collection[str]) -> Iterator[str]:
    """Command lines that are not too long."""
    line = ""
    for path in paths:
        word = f" {quote(path)}"
        if line and len(line) + len(word) > _MOST_LINE:
            yield f"md5sum{line}"
            line = ""
        line += word
    if line:
        yield f"md5sum{line}"
