"""From what the steps of a draft come to, the conditions of a subtask.

The steps are played with each parameter set, and what differs afterwards in the user's data is what was done. A
difference becomes a condition with the parameters put back in for their values, and all sets must come to the same
conditions. What cannot be told by the steps' own words (which of the records, what it is called now) cannot be asked
for, so such a draft is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Draft, oracle_of
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.userdata import Row, UserData
from omnigym.errors import OmnigymError, OracleError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.world.difference import Difference
from omnigym.evaluation.world.effects import Effect, setting_place
from omnigym.evaluation.world.side_effects import damage
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.oracle import UI
from omnigym.tasks.subtask import Subtask

__all__ = ["MOST_ACTIONS", "Refused", "differing", "ground"]

#: An oracle takes at most so many actions, as every subtask's does.
MOST_ACTIONS = 12
_MOST_SETS = 4
_SETTING = setting_place("")
#: Columns that follow from the clock or from how many there are.
_VOLATILE = re.compile(r".*_ms|id|uid|time|date")


class Refused(OmnigymError):
    """A draft that is no subtask; the message says why."""


def differing(before: UserData, after: UserData, platform: str) -> tuple[Difference, ...]:
    """What differs and is not a mere trace of any work.

    Raises:
        TooLargeError: A file is more than is read.
    """
    return damage(before, after, traces_of(platform))


def ground(draft: Draft, device: SimDevice, subtask_id: str, collection: str) -> Subtask:
    """The subtask that a draft comes to.

    Args:
        draft: The draft.
        device: Is reset; each parameter set is tried from its fresh state.
        subtask_id: The id that it gets.
        collection: The collection that it is of.

    Raises:
        Refused: It comes to nothing, or to what no condition can ask for.
    """
    kept: list[Mapping[str, str]] = []
    conditions: tuple[Condition, ...] = ()
    reason = "it has no parameter set"
    for values in islice(draft.parameters, 2 * _MOST_SETS):
        try:
            found = _conditions(draft, device, values)
        except Refused as e:
            reason = str(e)
            continue
        if not kept:
            conditions = found
        if found == conditions:
            kept.append(values)
        if len(kept) == _MOST_SETS:
            break
    if not kept:
        raise Refused(reason)
    return Subtask(
        id=subtask_id,
        app=draft.app,
        instruction=draft.instruction,
        parameters=tuple(kept),
        conditions=conditions,
        oracle=oracle_of(draft.steps),
        platforms=(device.platform,),
        capabilities=("apps", "a11y"),
        collection=collection,
    )


def _conditions(draft: Draft, device: SimDevice, values: Mapping[str, str]) -> tuple[Condition, ...]:
    before, after = _played(draft, device, values)
    found = differing(before, after, device.platform)
    if not found:
        raise Refused("the user's data is as it was")
    told = _Told(draft, values, before, after, traces_of(device.platform))
    return tuple([told.condition(d) for d in found])


def _played(draft: Draft, device: SimDevice, values: Mapping[str, str]) -> tuple[UserData, UserData]:
    device.reset(0)
    before = device.user_data()
    steps = 0
    try:
        for action in oracle_of(draft.steps)(UI(device, draft.app), **values):
            device.act(action)
            steps += 1
            if steps > MOST_ACTIONS:
                raise Refused(f"it takes more than {MOST_ACTIONS} actions")
    except OracleError as e:
        raise Refused(str(e)) from None
    return before, device.user_data()


class _Told:
    """What the steps say: the parameters, and the names of what is clicked."""

    def __init__(
        self, draft: Draft, values: Mapping[str, str], before: UserData, after: UserData, traces: Sequence[Effect]
    ) -> None:
        self._values, self._before, self._after, self._traces = values, before, after, traces
        self._words = [s.name for s in draft.steps if s.name] + [draft.instruction]

    def condition(self, difference: Difference) -> Condition:
        """The condition that a difference came about.

        Raises:
            Refused: None can say so.
        """
        if difference.at.startswith(_SETTING):
            key = difference.at.removeprefix(_SETTING)
            return Condition("setting_equals", {"key": key, "value": self._template(self._after.settings.get(key, ""))})
        if difference.at.startswith("content://"):
            return self._row(difference)
        return self._file(difference)

    def _file(self, difference: Difference) -> Condition:
        place = self._template(difference.at.rstrip("/"))
        if difference.how == "change":
            raise Refused(f"what is asked for in {difference.at} is not known")
        if place == difference.at.rstrip("/") and not self._says(place.rpartition("/")[2]):
            raise Refused(f"nothing says that the file is called {place!r}")
        kind = "folder_exists" if difference.at.endswith("/") else "file_exists"
        return Condition("path_absent" if difference.how == "remove" else kind, {"path": place})

    def _row(self, difference: Difference) -> Condition:
        old, new = difference.before or {}, difference.after or {}
        if difference.how == "remove":
            return Condition("row_absent", {"uri": difference.at, "columns": self._known(difference, old)})
        if difference.how == "add":
            return Condition("row_exists", {"uri": difference.at, "columns": self._known(difference, new), "new": True})
        changed = [n for n in new if new[n] != old.get(n) and not _VOLATILE.fullmatch(n)]
        changed = [n for n in changed if not self._is_trace(difference.at, n)] or changed
        if not changed:
            raise Refused(f"nothing but the time is other in {difference.at}")
        known = self._known(difference, {n: v for n, v in old.items() if n not in changed}, needed=False)
        was = {**known, **{n: self._template(old.get(n, "")) for n in changed}}
        alone = len(self._before.rows(difference.at)) == 1
        if not alone and not known and not any("{" in str(v) for v in was.values()):
            raise Refused(f"nothing says which record of {difference.at} is meant")
        columns = {**known, **{n: self._template(new[n]) for n in changed}}
        return Condition("row_exists", {"uri": difference.at, "columns": columns, "was": was})

    def _known(self, difference: Difference, row: Row, needed: bool = True) -> dict[str, str]:
        """The columns by which the steps tell a record from others."""
        stable = {n: v for n, v in row.items() if v and not _VOLATILE.fullmatch(n)}
        own = {n: t for n, v in stable.items() if (t := self._template(v)) != v}
        said = {n: v for n, v in stable.items() if n not in own and self._says(v)}
        if needed and not own and not said:
            raise Refused(f"nothing says which record of {difference.at} is meant")
        return {**own, **said}

    def _is_trace(self, address: str, column: str) -> bool:
        """Whether a column of a table may become another by the way: who opens a mail has read it."""
        return any(e.how == "change" and e.at == address and column in e.parts for e in self._traces)

    def _says(self, text: str) -> bool:
        wanted = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
        return any(wanted.search(word) for word in self._words)

    def _template(self, text: str) -> str:
        """A text with the parameters for their values, longer values first."""
        for name, value in sorted(self._values.items(), key=lambda item: (-len(item[1]), item[0])):
            if len(value) > 2 and (at := text.casefold().find(value.casefold())) >= 0:
                return f"{self._template(text[:at])}{{{name}}}{self._template(text[at + len(value) :])}"
        return text.replace("{", "{{").replace("}", "}}") if "{" in text or "}" in text else text
