"""What Microsoft Store keeps: downloads that run, versions, ratings, the wish list."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.app import Context, Effect
from omnigym.devices.sim.kinds.job.queue import Job, Queue
from omnigym.devices.sim.system import Notify
from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs
from omnigym.devices.sim.windows.packages import PACKAGES, installing

__all__ = [
    "JOBS",
    "QUEUE",
    "RATINGS",
    "VERSIONS",
    "WISHES",
    "Rating",
    "Version",
    "Wish",
    "offered",
    "seconds_of",
    "with_store",
]

_FOLDER = f"{HOME}/AppData/Local/Store"


class Version(NamedTuple):
    """Which version of a package is installed, and which one there is."""

    id: int
    name: str
    version: str
    latest: str

    @property
    def old(self) -> bool:
        """Whether there is an update."""
        return self.version != self.latest


class Wish(NamedTuple):
    """A package on the wish list."""

    id: int
    name: str


class Rating(NamedTuple):
    """How many stars the user gave a package."""

    id: int
    name: str
    stars: int


JOBS: Table[Job] = Table("content://store/jobs", f"{_FOLDER}/jobs.json", Job, valid=lambda job: job.seconds > 0)
VERSIONS: Table[Version] = Table("content://store/versions", f"{_FOLDER}/versions.json", Version)
WISHES: Table[Wish] = Table("content://store/wishes", f"{_FOLDER}/wishes.json", Wish)
RATINGS: Table[Rating] = Table("content://store/ratings", f"{_FOLDER}/ratings.json", Rating)


def offered() -> tuple[str, ...]:
    """The packages that the Store has, the best ones first."""
    names = [name for name, package in PACKAGES.items() if package.about]
    return tuple(sorted(names, key=lambda name: (-PACKAGES[name].stars, name)))


def seconds_of(name: str) -> int:
    """How long a package takes: more than 80 MB a second is not to be had."""
    size = PACKAGES[name].size.partition(" ")[0]
    return 2 + int(float(size) / 80) if size else 2


def _finished(ctx: Context, jobs: tuple[Job, ...]) -> tuple[Vfs, tuple[Effect, ...]]:
    """What was downloaded is installed, or is the latest version."""
    new = tuple([job.what for job in jobs if job.task == "install"])
    updated = {job.what for job in jobs}
    versions = [v._replace(version=v.latest) if v.name in updated else v for v in VERSIONS.rows(ctx.vfs)]
    told = [Notify("store", "Microsoft Store", f"{name} was just installed. Check it out.") for name in new]
    files = VERSIONS.written(ctx.vfs, versions, ctx.clock_ms)
    return files, (*(installing(new, ctx.settings) if new else ()), *told)


QUEUE = Queue(JOBS, _finished)


def with_store(vfs: Vfs, now: int) -> Vfs:
    """The files with what the Store keeps from the start: three packages are older than they might be."""
    old = {"Media Player": "11.2404", "Spotify": "1.2.38", "Sticky Notes": "6.0"}
    latest = {"Media Player": "11.2501", "Spotify": "1.2.52", "Sticky Notes": "6.1"}
    rows = [Version(n, name, old.get(name, "1.0"), latest.get(name, "1.0")) for n, name in enumerate(offered(), 1)]
    vfs = WISHES.written(RATINGS.written(JOBS.written(vfs, (), now), (), now), (), now)
    return VERSIONS.written(vfs, rows, now)
