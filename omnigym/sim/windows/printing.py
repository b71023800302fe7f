"""Printers, and the jobs that apps sent to them."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.tables.table import Table, next_id
from omnigym.sim.vfs import HOME, Vfs

TO_PDF = "Microsoft Print to PDF"
#: What can be printed on; the first one is usual.
PRINTERS = ("Contoso LaserJet 400", TO_PDF)
_MOST_PAGES = 9999


class Job(NamedTuple):
    """What was printed.

    Attributes:
        id: Unique.
        document: The name of what was printed.
        printer: One of `PRINTERS`.
        pages: The numbers of the pages, from 1, parted by commas.
        copies: How many times.
        output: The path of the file that it was printed to, or "".
        at_ms: When.
    """

    id: int
    document: str
    printer: str
    pages: str
    copies: int = 1
    output: str = ""
    at_ms: int = 0


#: The jobs, the newest last.
JOBS: Table[Job] = Table("content://printing/jobs", f"{HOME}/AppData/Local/Printing/jobs.json", Job, under="jobs")


def printed(vfs: Vfs, job: Job, now: int) -> Vfs:
    """The files with one more job, whose id and time are given to it.

    Raises:
        VfsError: A folder is in the way.
    """
    jobs = JOBS.rows(vfs)
    return JOBS.written(vfs, (*jobs, job._replace(id=next_id(jobs), at_ms=now)), now)


def pages_in(typed: str, count: int) -> tuple[int, ...]:
    """The pages that a text such as "1-3, 5" means, of so many; all of them for "", none for what means none.

    >>> pages_in("2-3, 5", 9), pages_in("", 2), pages_in("7", 2)
    ((2, 3, 5), (1, 2), ())
    """
    if not typed.strip():
        return tuple(range(1, count + 1))
    found: list[int] = []
    for part in typed.split(","):
        first, _, last = [piece.strip() for piece in part.partition("-")]
        last = last or first
        if not (first.isascii() and first.isdecimal() and last.isascii() and last.isdecimal()):
            return ()
        if len(first) > 4 or len(last) > 4 or int(last) > count or int(first) < 1:
            return ()
        found += range(int(first), int(last) + 1)
    return tuple(dict.fromkeys(found))
