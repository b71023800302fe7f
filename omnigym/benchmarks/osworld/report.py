"""The report on a task file of OSWorld: the devices that it runs on, or the reasons against it. The census of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

__all__ = ["REASONS", "Census", "CensusRow", "Reason", "ReasonKind", "Report", "census"]

ReasonKind: TypeAlias = Literal[
    "broken",
    "function",
    "getter",
    "step",
    "app",
    "platform",
    "account",
    "internet",
    "pixels",
    "asset",
]
#: The kinds of reasons, what speaks most against a file first:
#: it cannot be read; its function, getter or setup step is unknown; its app is on no device; no device has what it asks
#: for; it needs an account or a server, pages of the live internet, or places on the authors' screen; its data is not
#: in the lock or the cache.
REASONS: tuple[ReasonKind, ...] = get_args(ReasonKind)


class Reason(NamedTuple):
    """Why a file cannot run.

    Attributes:
        kind: One of `REASONS`.
        detail: The exact name, URL or sentence.
    """

    kind: ReasonKind
    detail: str


class Report(NamedTuple):
    """The report on one file.

    Attributes:
        path: The file, relative to the folder that was read.
        folder: The folder that it is in.
        apps: The programs that it is about, by the authors' names.
        devices: The names of the devices that it runs on, sorted; none where there are reasons.
        reasons: Why it cannot run, what speaks most against it first; each once.
        notes: Omissions and changes, a sentence each.
    """

    path: str
    folder: str
    apps: tuple[str, ...]
    devices: tuple[str, ...]
    reasons: tuple[Reason, ...]
    notes: tuple[str, ...] = ()

    @property
    def runs(self) -> bool:
        """Whether it runs on a device."""
        return bool(self.devices)

    @property
    def why(self) -> ReasonKind | None:
        """The kind of the reason that speaks most against it; None where it runs."""
        return self.reasons[0].kind if self.reasons else None


class CensusRow(NamedTuple):
    """The counts of some files.

    Attributes:
        files: How many they are.
        devices: By the name of a device, how many run on it.
        runs: How many run on any.
        reasons: By the kind of the first reason, how many do not.
    """

    files: int
    devices: Mapping[str, int]
    runs: int
    reasons: Mapping[ReasonKind, int]


class Census(NamedTuple):
    """The census of a tree of files.

    Attributes:
        folders: By folder.
        apps: By program; a file of several is counted for each.
        total: All of them.
    """

    folders: Mapping[str, CensusRow]
    apps: Mapping[str, CensusRow]
    total: CensusRow


def census(reports: Iterable[Report]) -> Census:
    """Count the files by folder, by app and all together."""
    every = list(reports)
    folders: dict[str, list[Report]] = {}
    apps: dict[str, list[Report]] = {}
    for report in every:
        folders.setdefault(report.folder, []).append(report)
        for app in report.apps or ("-",):
            apps.setdefault(app, []).append(report)
    return Census(
        {name: _row(folders[name]) for name in sorted(folders)},
        {name: _row(apps[name]) for name in sorted(apps)},
        _row(every),
    )


def _row(reports: list[Report]) -> CensusRow:
    devices = Counter(d for r in reports for d in r.devices)
    reasons = Counter(r.why for r in reports if r.why is not None)
    return CensusRow(
        len(reports),
        dict(sorted(devices.items())),
        sum(r.runs for r in reports),
        {kind: reasons[kind] for kind in REASONS if reasons[kind]},
    )
