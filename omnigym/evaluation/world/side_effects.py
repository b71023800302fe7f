"""The frame rule: all data that the task does not ask to change stay as they were.

What differs since the start of an episode must follow from the effects of the task's nodes, or be a trace that any work
leaves. The rest is damage, and as long as there is any, no node completes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from omnigym.devices.userdata import KnowsWriters, Row, UserData
from omnigym.errors import UnreadableError
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.world.difference import Difference, differences
from omnigym.evaluation.world.effects import Effect, all_match, matches
from omnigym.evaluation.world.records import (
    adds_record,
    changed_columns,
    has,
    removes_record,
    unaccounted_columns,
    unspoken,
)
from omnigym.evaluation.world.traces import ARRIVALS, traces_of

__all__ = ["SideEffectGuard", "arrivals", "damage", "unexplained_differences"]

#: What addresses begin with that are no paths.
_NO_FILE = ("content://", "setting:")


def _is_never(_place: str) -> bool:
    return False


class SideEffectGuard:
    """The frame rule for one device.

    Args:
        probe: Reads it.
        allowed: The effects of the task's nodes on it.
    """

    def __init__(self, probe: Probe, allowed: Sequence[Effect]) -> None:
        self._probe, self._allowed = probe, (*allowed, *traces_of(probe.platform))

    def damage(self, start: UserData, arrived: Sequence[Difference] = ()) -> tuple[Difference, ...]:
        """Return the current side effects.

        Args:
            start: The data at the start of the episode.
            arrived: The records that others sent since.

        Raises:
            DeviceError: The device cannot be read.
            TooLargeError: What is there is more than is read.
        """
        now = self._probe.user_data()
        assert now is not None  # it could tell at the start
        found = _since(differences(start, now), [d for d in arrived if not _has_key(start, d)])
        return unexplained_differences(found, start, now, self._allowed)


def damage(before: UserData, after: UserData, allowed: Sequence[Effect]) -> tuple[Difference, ...]:
    """Return the differences that follow from none of the effects.

    Args:
        before: The data at the start.
        after: The same device's data now.
        allowed: What may have been done. Of what was changed, each part must be one that some effect may change; an
            effect with ``most`` accounts for so many rows and no more.

    Raises:
        TooLargeError: A file is more than is read.
    """
    return unexplained_differences(differences(before, after), before, after, allowed)


def unexplained_differences(
    found: Sequence[Difference], before: UserData, after: UserData, allowed: Sequence[Effect]
) -> tuple[Difference, ...]:
    """Return the side effects among known differences: those that follow from none of the effects.

    Raises:
        TooLargeError: A file is more than is read.
    """
    if not found:
        return ()
    ledger = _Ledger(before, after, allowed)
    return tuple([d for d in found if not ledger.accounts_for(d)])


def arrivals(before: UserData, after: UserData, known: Sequence[Difference]) -> tuple[Difference, ...]:
    """Return the records that others sent since a moment, as they were when they were first seen.

    Args:
        before: The moment.
        after: The same device's data now.
        known: Those that were seen already.
    """
    found = {(d.at, d.key): d for d in known}
    for effect in ARRIVALS:
        key = before.tables[effect.at].key if effect.at in before.tables else ""
        if not key or effect.at not in after.tables_since(before):
            continue
        try:
            rows, there = after.rows(effect.at), {row.get(key) for row in before.rows(effect.at)}
        except UnreadableError:
            continue
        for row in rows:
            if row.get(key) not in there and (effect.at, row[key]) not in found and has(row, effect.row):
                found[effect.at, row[key]] = Difference("add", effect.at, row[key], None, row)
    return tuple(found.values())


def _has_key(data: UserData, arrival: Difference) -> bool:
    """Whether a record is in the data already, which were adopted after it had arrived."""
    key = data.tables[arrival.at].key
    return any(row.get(key) == arrival.key for row in data.rows(arrival.at))


def _since(found: Sequence[Difference], arrived: Sequence[Difference]) -> tuple[Difference, ...]:
    """The differences from the start, with what has arrived since as if it had been there."""
    came = {(d.at, d.key): d for d in arrived}
    others = [d for d in found if (d.at, d.key) not in came]
    now = {(d.at, d.key): d.after for d in found}
    for place, arrival in came.items():
        row = now.get(place)
        if row != arrival.after:
            others.append(arrival._replace(how="remove" if row is None else "change", before=arrival.after, after=row))
    return tuple(others)


class _Ledger:
    """The effects, and how often each has accounted for something."""

    def __init__(self, before: UserData, after: UserData, allowed: Sequence[Effect]) -> None:
        self._before, self._after = before, after
        self._allowed = tuple([(effect, self._named(effect)) for effect in allowed])
        self._is_forged = after.is_forged if isinstance(after, KnowsWriters) else _is_never
        self._left = {id(effect): effect.most for effect in allowed}

    def _named(self, effect: Effect) -> str:
        """Where an effect is, as differences say it."""
        if effect.at.startswith(_NO_FILE):
            return effect.at
        alone = effect.how == "add" and effect.at.endswith("/")
        return self._after.place(effect.at.rstrip("/")) + "/" * alone

    def _is_excepted(self, effect: Effect, place: str) -> bool:
        """Whether an effect is not about a place: both are compared as differences say them."""
        return any(matches(place, self._after.place(other)) for other in effect.but)

    def accounts_for(self, difference: Difference) -> bool:
        """Return whether the effects account for a difference; one that was used up no longer does."""
        table = difference.at.startswith("content://")
        if difference.how == "change":
            if table:
                return self._row_changed(difference)
            return self._file_changed(difference)
        fitting = self._row_fits if table else self._file_fits
        for effect, at in self._allowed:
            room = self._left[id(effect)]
            if effect.how == difference.how and room != 0 and fitting(effect, at, difference):
                self._left[id(effect)] = None if room is None else room - 1
                return True
        return False

    # -- files and settings -------------------------------------------------------------------------------------------

    def _file_fits(self, effect: Effect, at: str, difference: Difference) -> bool:
        if effect.how == "add" and difference.at.endswith("/") and at.casefold().startswith(difference.at.casefold()):
            return True  # with what is added, the folders above it are
        if at.endswith("/"):
            return matches(difference.at, at)
        place = difference.at.rstrip("/")
        if effect.trace and self._is_forged(place):
            return False  # an app leaves traces in what it keeps, and nobody else
        if self._is_excepted(effect, place):
            return False
        return matches(place, at) or matches(place, f"{at}/*")

    def _file_changed(self, difference: Difference) -> bool:
        effects = [e for e, at in self._allowed if e.how == "change" and matches(difference.at, at)]
        about = [e for e in effects if not self._is_excepted(e, difference.at)]
        if self._is_forged(difference.at):
            about = [e for e in about if not e.trace]
        parts = [part for effect in about for part in effect.parts]
        if not parts or "*" in parts:
            return bool(parts)
        if difference.at.startswith("setting:"):
            key = difference.at.removeprefix("setting:")
            return all_match(_items(self._before.settings[key], self._after.settings[key]), parts)
        if self._before.entry(difference.at) == self._after.entry(difference.at):
            return False  # its content is the same, but its permissions, links, or the letter case of its name are not
        from omnigym.evaluation.world.parts import changed_parts  # it reads documents of every kind

        old, new = self._before.read(difference.at), self._after.read(difference.at)
        return old is not None and new is not None and all_match(changed_parts(difference.at, old, new), parts)

    # -- rows ---------------------------------------------------------------------------------------------------------

    def _row_fits(self, effect: Effect, at: str, difference: Difference) -> bool:
        if at == difference.at:
            fitting = self._row_is_of(effect, at, difference.before or difference.after)
        elif at in self._views(difference.at):
            seen = [b if effect.how == "add" else a for a, b in self._seen_in(at, difference)]
            fitting = any(self._row_is_of(effect, at, row) for row in seen)
        else:
            return False
        return fitting and not self._has_more(effect, at, difference)

    def _has_more(self, effect: Effect, at: str, difference: Difference) -> bool:
        """Whether a new record has more in it than anybody speaks of.

        An effect that adds so many records says what is in them; one that speaks of a view has other names for it. A
        view has other names for what further effects change in the new record, too: these are counted.
        """
        if effect.how != "add" or effect.most is None or at != difference.at or difference.after is None:
            return False
        parts = [part for e, place in self._allowed if (e.how, place) == ("change", at) for part in e.parts]
        more = unspoken(effect, parts, self._after.tables[at].usual, difference.after)
        return bool(more) and len(more) > sum(self._speaks_of(view, difference) for view in self._views(at))

    def _speaks_of(self, view: str, difference: Difference) -> bool:
        """Whether what a view shows of a new record is what effects change there."""
        changes = [e for e, place in self._allowed if (e.how, place) == ("change", view) and e.parts]
        rows = [row for _, row in self._seen_in(view, difference) if row is not None]
        return bool(rows) and all(any(has(row, e.row) for e in changes) for row in rows)

    def _row_is_of(self, effect: Effect, at: str, row: Row | None) -> bool:
        """Whether an effect adds or removes a row, maybe before others change it or after that."""
        if row is None or has(row, effect.row):
            return row is not None
        if effect.trace:
            return False
        changes = [e for e, place in self._allowed if (e.how, place) == ("change", at) and not e.trace]
        return adds_record(effect, changes, row) if effect.how == "add" else removes_record(effect, changes, row)

    def _row_changed(self, difference: Difference) -> bool:
        """Whether each changed column is one that may be.

        Where effects speak of another view of the record, whose columns have other names, they are counted: a view
        must not hide a change.
        """
        assert difference.before is not None
        assert difference.after is not None
        rest, used = self._unaccounted(difference.at, difference.before, difference.after)
        if not rest:
            self._use(used)
            return True
        shown, told = 0, []
        for view in self._views(difference.at):
            seen = [pair for pair in self._seen_in(view, difference) if pair[0] != pair[1]]
            accounts = [self._unaccounted(view, a or {}, b or {}) for a, b in seen]
            if any(left for left, _ in accounts):
                return False  # what one view does not show another one may
            told += [effect for _, used in accounts for effect in used]
            whole = [(a, b) for a, b in seen if a is not None and b is not None]
            if len(whole) == len(seen):
                shown += len({name for a, b in whole for name in changed_columns(a, b)})
            else:  # rows that came or went stand for one column; where they have no key, for whichever it is
                shown += 1 if self._after.tables[view].key else len(rest)
        if shown < len(rest):
            return False
        self._use(told)
        return True

    def _use(self, effects: Sequence[Effect]) -> None:
        """Effects that speak of so many rows have accounted for one of them."""
        for effect in {id(e): e for e in effects}.values():
            room = self._left[id(effect)]
            self._left[id(effect)] = None if room is None else room - 1

    def _unaccounted(self, address: str, before: Row, after: Row) -> tuple[tuple[str, ...], tuple[Effect, ...]]:
        """The changed columns of a row that no effect on the table may change, and the effects that change the rest."""
        allowed = [e for e, at in self._allowed if at == address and e.how == "change" and self._left[id(e)] != 0]
        return unaccounted_columns(allowed, before, after)

    def _views(self, address: str) -> list[str]:
        return [view for view, info in self._after.tables.items() if info.of == address]

    def _seen_in(self, view: str, difference: Difference) -> list[tuple[Row | None, Row | None]]:
        """The rows, before and after, by which a view shows a record; where its rows have no key, all that differ."""
        key = self._after.tables[view].key
        old, new = self._rows(self._before, view), self._rows(self._after, view)
        if not key:
            return [*[(row, None) for row in old if row not in new], *[(None, row) for row in new if row not in old]]
        old, new = ([row for row in rows if row.get(key) == difference.key] for rows in (old, new))
        return list(zip_longest(old, new))

    def _rows(self, data: UserData, address: str) -> Sequence[Row]:
        try:
            return data.rows(address)
        except UnreadableError:
            return ()


def _items(before: str, after: str) -> tuple[str, ...]:
    """The parts of a setting that is a list separated by semicolons which are new or gone."""
    old, new = ({part.strip() for part in value.split(";")} for value in (before, after))
    return tuple([f"item/{part}" for part in sorted(old ^ new)])
