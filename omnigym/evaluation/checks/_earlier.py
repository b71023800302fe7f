"""What stood at a path before: a check of what became of a file is about its content, not about a name."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeAlias

from omnigym.devices.userdata import UserData
from omnigym.evaluation.probe import Probe

__all__ = ["Standing", "contents", "contents_before", "hidden", "is_what_was_at", "stood"]

#: What stands at a path, by place below it: of a file its content under "", of a folder all in it; {} for nothing.
Standing: TypeAlias = Mapping[str, Hashable]


def _standing(data: UserData, path: str) -> Standing:
    place = data.place(path)
    found = [p for p in data.files() if p == place or p.startswith(f"{place}/")]
    return {p.removeprefix(place): data.entry(p) for p in found}


def stood(probe: Probe, path: str) -> tuple[Standing, ...]:
    """What stood at a path in those of the probe's earlier moments in which something did."""
    return tuple([found for data in probe.earlier if (found := _standing(data, path))])


def is_what_was_at(probe: Probe, path: str, *before: str) -> bool:
    """Whether what is at a path is what was at one of others, of a folder all in it; more may have come into that.

    True too where nothing was there in any earlier moment, or the device cannot tell: then there is nothing to compare.
    """
    was = [found for p in before for found in stood(probe, p)]
    data = probe.user_data() if was else None
    if data is None:
        return True
    now = _standing(data, path)
    return any(found.items() <= now.items() for found in was)


def contents_before(probe: Probe, path: str) -> tuple[bytes, ...]:
    """What a file held in those of the earlier moments in which it was there."""
    return tuple([c for data in probe.earlier if (c := data.read(data.place(path))) is not None])


def contents(probe: Probe, path: str) -> tuple[bytes, ...]:
    """What a file held in the earlier moments; what it holds now, where none of them has it; () where there is none."""
    was = contents_before(probe, path)
    now = None if was else probe.read_file(path)
    return was if now is None else (now,)


def hidden(probe: Probe, path: str) -> str:
    """Where what a file held before is now among the data of apps, a place of no file then; "" where nowhere.

    To move it to any other place is damage, which the frame rule tells; but apps may add to their own data.
    """
    before = next((data for data in probe.earlier if data.read(data.place(path))), None)
    now = None if before is None else probe.user_data()
    if before is None or now is None:
        return ""
    was = before.entry(before.place(path))
    new = [place for place in now.files_since(before) if before.entry(place) is None and now.entry(place) == was]
    return next((place for place in new if "/appdata/" in place.casefold()), "")
