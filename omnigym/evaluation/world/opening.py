"""The user's data when a node became open, without the node's own early work.

Work that is done before its turn counts, unless it was made of what a node before it has changed since: a file that was
sent first and edited then is not the edited file. So a check compares with what its sources were when the node became
open, and its own products with what they were before anybody began them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.userdata import Row, TableInfo, UserData
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.world.difference import Difference, differences
from omnigym.evaluation.world.effects import Effect, setting_place
from omnigym.evaluation.world.side_effects import unexplained_differences

__all__ = ["Opening", "find_opening", "named_in"]


class Opening:
    """The data of a moment without a node's own work until then, as an `omnigym.devices.userdata.UserData`.

    Args:
        moment: The moment.
        start: The data at the start of the episode.
        own: The differences between the two that are the node's own work.

    Attributes:
        moment: The moment as it was.
        made: The places of the files among the node's own work.
        given: The places of all other files that differ: others have made or changed them.
    """

    def __init__(self, moment: UserData, start: UserData, own: Sequence[Difference]) -> None:
        self.moment, self._start = moment, start
        at = {d.at for d in own}
        self.made = frozenset([place for place in at if start.entry(place) != moment.entry(place)])
        self.given = frozenset([p for p in moment.files_since(start) if p not in at and moment.entry(p) is not None])
        self._settings = {key for key in start.settings.keys() | moment.settings.keys() if setting_place(key) in at}
        self._listed: tuple[str, ...] | None = None
        self._records: dict[str, set[str]] = {}
        for difference in own:
            if difference.at in moment.tables:
                self._records.setdefault(difference.at, set()).add(difference.key)

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings, as in `UserData`."""
        there = {key: value for key, value in self.moment.settings.items() if key not in self._settings}
        return there | {key: value for key, value in self._start.settings.items() if key in self._settings}

    @property
    def clipboard(self) -> ClipboardContent | None:
        """The clipboard of the moment, as in `UserData`."""
        return self.moment.clipboard

    @property
    def tables(self) -> Mapping[str, TableInfo]:
        """The tables, as in `UserData`."""
        return self.moment.tables

    def place(self, path: str) -> str:
        """Return the same as `UserData.place`."""
        return self.moment.place(path)

    def _of(self, place: str) -> UserData:
        return self._start if place in self.made else self.moment

    def entry(self, place: str) -> Hashable | None:
        """Return the same as `UserData.entry`."""
        return self._of(place).entry(place)

    def read(self, place: str) -> bytes | None:
        """Return the same as `UserData.read`."""
        return self._of(place).read(place)

    def written(self, place: str) -> float | None:
        """Return the same as `UserData.written`."""
        return self._of(place).written(place)

    def files(self) -> Iterable[str]:
        """Return the same as `UserData.files`."""
        if self._listed is None:
            places = {*self.moment.files(), *self.made}
            self._listed = tuple(sorted([place for place in places if self.entry(place) is not None]))
        return self._listed

    def files_since(self, before: UserData) -> Iterable[str]:
        """Return the same as `UserData.files_since`."""
        places = {*self.files(), *before.files()}
        return sorted([place for place in places if self.entry(place) != before.entry(place)])

    def tables_since(self, before: UserData) -> Iterable[str]:
        """Return the same as `UserData.tables_since`."""
        return sorted([a for a in self.tables if a not in before.tables or self.rows(a) != before.rows(a)])

    def rows(self, address: str) -> tuple[Row, ...]:
        """Return the same as `UserData.rows`."""
        info = self.tables.get(address)
        own = self._records.get(info.of or address) if info is not None else None
        if info is None or own is None:
            return self.moment.rows(address)
        if not info.key:  # nobody can tell which rows are which
            return self._start.rows(address)
        there = [row for row in self.moment.rows(address) if row.get(info.key) not in own]
        return *there, *[row for row in self._start.rows(address) if row.get(info.key) in own]


def find_opening(moment: UserData, start: UserData, effects: Sequence[Effect]) -> Opening | None:
    """Return the data that a node of these effects found at a moment; None if it had done nothing by then.

    Raises:
        TooLargeError: A file is more than is read.
    """
    found = differences(start, moment)
    others = set(map(id, unexplained_differences(found, start, moment, effects)))
    own = [d for d in found if id(d) not in others]
    return Opening(moment, start, own) if own else None


def named_in(conditions: Iterable[Condition]) -> frozenset[str]:
    """Return all texts in the arguments of conditions, among them the objects of the conditions."""
    return frozenset([text for condition in conditions for text in _texts(condition.args)])


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Condition):
        yield from _texts(value.args)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, Collection) and not isinstance(value, bytes):
        for inner in value:
            yield from _texts(inner)


def outdated_product(opening: Opening, now: UserData, names: Collection[str]) -> str:
    """A product of the node's own early work that is older than what it is made of, and was not made again; or "".

    Args:
        opening: What the node found.
        now: The data of now.
        names: What the node's conditions name, the places of files among it.
    """
    about = {opening.place(name) for name in names}
    changed = [at for p in opening.given & about if (at := opening.moment.written(p)) is not None]
    latest = max(changed, default=None)
    if latest is None:
        return ""
    made = [(p, now.written(p)) for p in sorted(opening.made) if now.entry(p) is not None]
    return next((p for p, at in made if at is not None and at < latest), "")
