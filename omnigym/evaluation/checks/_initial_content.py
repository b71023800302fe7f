"""What stood at a path before: a check of what became of a file is about its content, not about a name."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeAlias, TypeVar

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.userdata import UserData
from omnigym.errors import UnreadableError
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.world.effects import matches

__all__ = [
    "Standing",
    "as_it_was",
    "before",
    "clipboard_before",
    "clipboards",
    "contents",
    "contents_before",
    "contents_ever",
    "hidden",
    "is_what_was_at",
    "stood",
]

_T = TypeVar("_T")
#: On Linux hidden places are those of applications, but for what was thrown away.
_TRASH = ".local/share/trash/"
#: What the places of the user's files begin with on a simulated device; on others they begin in the home.
_HOME = "c:/users/user/"
#: Folders for what nobody keeps.
_TEMPORARY = ("/tmp/", "/dev/shm/", "c:/tmp/")

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
    if not now:  # a place that the device tells nothing of, such as an app's own on a phone: there a file can be read
        return probe.read_file(path) in [content for p in before for content in contents_before(probe, p)]
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
    then = next((data for data in probe.earlier if data.read(data.place(path))), None)
    now = None if then is None else probe.user_data()
    if then is None or now is None:
        return ""
    was = then.entry(then.place(path))
    new = [place for place in now.files() if now.entry(place) == was and then.entry(place) is None]
    return next((place for place in new if _of_apps(place)), "")


def _of_apps(place: str) -> bool:
    place = place.casefold().removeprefix(_HOME)
    return (
        place.startswith(_TEMPORARY)
        or f"/{place}".find("/appdata/") >= 0
        or (place.startswith(".") and not place.startswith(_TRASH))
    )


def before(probe: Probe, path: str, reader: Callable[[bytes], _T]) -> tuple[_T, ...]:
    """A file as it was at each earlier moment at which there was one that can be read; () where nobody can tell."""
    found = []
    for content in contents_before(probe, path):
        try:
            found.append(reader(content))
        except UnreadableError:  # it was damaged then, so nothing can be compared with it
            continue
    return tuple(found)


def as_it_was(probe: Probe, path: str, reader: Callable[[bytes], _T]) -> tuple[_T, ...]:
    """As `before`; where nothing is known of that, as it is now; () where there is no such file either.

    Raises:
        UnreadableError: It is not a file of its kind now.
        TooLargeError: It is larger than the limits.
    """
    known = before(probe, path, reader)
    if known:
        return known
    now = probe.read(path, reader)
    return () if now is None else (now,)


def clipboards(probe: Probe) -> tuple[ClipboardContent, ...]:
    """What the clipboard held at those moments; what it holds now, where the device cannot tell.

    Whatever is copied afterwards is no damage, so the clipboard of now proves nothing.
    """
    known = [data.clipboard for data in probe.earlier if data.clipboard is not None]
    return tuple(known) or (probe.clipboard(),)


def clipboard_before(probe: Probe) -> tuple[str, ...]:
    """The text of `clipboards`."""
    return tuple([held.text for held in clipboards(probe)])


def contents_ever(probe: Probe, path: str) -> tuple[bytes, ...]:
    """What a file holds now and held at those moments.

    The present content counts too, since no node completes as long as it was changed and nobody had asked for that; but
    not what a later node may have made of it already.
    """
    was = contents_before(probe, path)
    now = None if was and _is_changed_later(probe, path) else probe.read_file(path)
    return was if now is None else (now, *was)


def _is_changed_later(probe: Probe, path: str) -> bool:
    """Whether a node that comes after the one that is judged may change a file."""
    data = next(iter(probe.earlier), None)
    if data is None:
        return False
    return any(e.how == "change" and matches(data.place(path), data.place(e.at)) for e in probe.later)
