"""Files of subtasks: their declarations, oracles, right ways and wrong runs as TOML, without code.

docs/tasks.md shows one. A condition, a setup step and an effect are tables. The first key is the kind, with its first
argument as the value and the others beside it: ``{ file_exists = "{folder}/{name}" }``,
``{ add_row = "tasks.json", row = { title = "{title}" } }``, ``{ remove = "{folder}/{name}" }``. Steps are those of
`omnigym.tasks.steps`. Repeated parts have a name at the top: parameter tables, needs, conditions, macros.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from omnigym.errors import OmnigymError, TaskFileError, UnknownNameError, UnreadableError
from omnigym.evaluation.condition import Condition, all_of, any_of, negate
from omnigym.evaluation.registry import get_check
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import fault_in, parse_toml, place_in_file, place_of, read_text, show_value
from omnigym.foreign.limits import MAX_TASK_FILE
from omnigym.tasks.counterexamples import Counterexample, Kind
from omnigym.tasks.parts import Part
from omnigym.tasks.setup import MakeDir, SetClipboard, SetupStep, WriteFile, step_from_json
from omnigym.tasks.setup.registry import step_types
from omnigym.tasks.step_registry import find_word, word_names
from omnigym.tasks.steps import VERBS, Book, Macro, Run, Step, check_steps
from omnigym.tasks.subtask import Need, Oracle, Resource, Subtask
from omnigym.tasks.worlds import blank, contents
from omnigym.values import PLATFORMS, Platform

__all__ = ["FileContents", "FileModel", "json_schema", "loads_subtasks", "read_subtasks"]

#: The fields of a subtask that a file says as they are.
_AS_SAID = ("implied", "disturbs", "alone", "covers", "tags", "types", "output", "draws", "heard", "watched")
_RUN_KEYS = ("why", "do", "platforms", "desktops", "idle")


def _steps(value: object) -> object:
    """One step for a list of one, and steps for a run of nothing else."""
    if isinstance(value, Mapping):
        return value if next(iter(value), "") in _RUN_KEYS else {"do": [value]}
    return {"do": value} if isinstance(value, list | tuple) else value


#: Steps; one alone may stand for a list of one.
_Steps = Annotated[list[dict[str, Any]], BeforeValidator(lambda v: [v] if isinstance(v, Mapping) else v)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class RunModel(_Closed):
    """A run: its steps, where it can be done, and what it is good for. Of steps alone the list is enough."""

    why: str = ""
    do: _Steps
    platforms: tuple[Platform, ...] = PLATFORMS
    desktops: tuple[str, ...] = ()
    idle: bool = False


_Run = Annotated[RunModel, BeforeValidator(_steps)]


class SharedRunModel(RunModel):
    """A right way or a wrong run of several subtasks.

    Attributes:
        subtasks: Their ids, or patterns as "todo/*".
        but: Ids that the patterns do not mean.
    """

    right: str = ""
    wrong: str = ""
    subtasks: list[str] = Field(min_length=1)
    but: list[str] = []


class MacroModel(_Closed):
    """Steps with a name, and the names of what they take."""

    takes: tuple[str, ...] = ()
    do: _Steps


class ColumnsModel(_Closed):
    """Some columns of a named table of parameters."""

    of: str
    columns: list[str]


class PartModel(_Closed):
    """A part of a subtask: `omnigym.tasks.parts.Part`."""

    id: str
    check: list[Any]
    after: tuple[str, ...] = ()
    app: str = ""
    device: str = ""
    passing: bool = False
    milestones: list[object] = []


#: Rows below a row of names, or tables where the names differ.
_Table = list[list[Any] | dict[str, Any]]
#: What another set, or other values, are that a wrong run has: ``instead = [["folder", "name"], true, { to = "x" }]``.
_Others = list[str | list[str] | Literal[True] | dict[str, Any]]


class SubtaskModel(_Closed):
    """A subtask: `omnigym.tasks.subtask.Subtask`, its oracle and what tries its checks.

    Attributes:
        check: The conditions.
        do: The oracle; a module beside the file may have it instead.
        right, wrong: Other ways to do it, which must pay, and runs that must not, by name.
        instead: Wrong runs that do it with other values.
        besides: Wrong runs that do it with other values first, then as asked.
        another: Both.
    """

    instruction: str
    parameters: str | ColumnsModel | _Table
    check: list[Any] = []
    parts: list[PartModel] = []
    needs: list[Any] = []
    setup: list[dict[str, Any]] = []
    produces: list[dict[str, str]] = []
    effects: Literal["any"] | list[dict[str, Any]] | None = None
    milestones: list[object] = []
    category: str = ""
    app: str | None = None
    platforms: tuple[Platform, ...] | None = None
    capabilities: tuple[str, ...] | None = None
    desktops: tuple[str, ...] | None = None
    collection: str | None = None
    implied: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    disturbs: tuple[str, ...] = ()
    alone: bool = False
    covers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    types: dict[str, str] = {}
    output: str = ""
    draws: dict[str, str] = {}
    do: _Run | None = None
    right: dict[str, _Run] = {}
    wrong: dict[str, _Run] = {}
    instead: _Others = []
    besides: _Others = []
    another: _Others = []


class DefaultsModel(_Closed):
    """The defaults of the file's subtasks."""

    app: str = ""
    platforms: tuple[Platform, ...] = ("windows", "linux")
    capabilities: tuple[str, ...] = ("files", "apps", "a11y")
    desktops: tuple[str, ...] = ()
    collection: str = ""


class FileModel(BaseModel):
    """A file of subtasks: every table with another name than these is a subtask, and its name is the id."""

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, SubtaskModel] = Field(init=False)

    defaults: DefaultsModel = DefaultsModel()
    parameters: dict[str, _Table] = {}
    needs: dict[str, dict[str, Any]] = {}
    conditions: dict[str, dict[str, Any]] = {}
    maps: dict[str, dict[str, Any]] = {}
    steps: dict[str, MacroModel] = {}
    runs: list[SharedRunModel] = []


class FileContents(NamedTuple):
    """The contents of a file.

    Attributes:
        subtasks: By id; of one whose oracle is in a module beside the file, `Subtask.oracle` is what that module has.
        counterexamples: The right ways and wrong runs of each, by id.
    """

    subtasks: Mapping[str, Subtask]
    counterexamples: Mapping[str, tuple[Counterexample, ...]]


def _none(subtask: str) -> Subtask:
    raise UnknownNameError("subtask", subtask, ())


def read_subtasks(
    path: str | Path,
    others: Callable[[str], Subtask] = _none,
    oracles: Callable[[str], Oracle | None] = lambda _: None,
) -> FileContents:
    """Return the subtasks of a file; they are not registered.

    Args:
        path: A file in TOML.
        others: Gives the subtasks of other files that steps name.
        oracles: Gives the oracle of a subtask that has no steps; None where there is none.

    Raises:
        TaskFileError: The file cannot be read or used: file, line, what was expected and what came.
    """
    try:
        text = read_text(path, MAX_TASK_FILE)
    except FileNotFoundError:
        raise TaskFileError(f"{path}: there is no such file. Expected subtasks in TOML.") from None
    except UnreadableError as e:
        raise TaskFileError(f"{str(path)[:200]!r}: {e}. Expected subtasks in TOML.") from None
    try:
        data = parse_toml(text)
    except UnreadableError as e:
        raise TaskFileError(f"{path}: {e}. Correct it.") from None
    return loads_subtasks(data, str(path), others, oracles, text)


def loads_subtasks(
    data: Mapping[str, object],
    source: str = "subtasks",
    others: Callable[[str], Subtask] = _none,
    oracles: Callable[[str], Oracle | None] = lambda _: None,
    text: str = "",
) -> FileContents:
    """Return the subtasks in the values of a file, such as ``subtasks`` of a task file.

    Raises:
        TaskFileError: They cannot be used.
    """
    if fault := fault_in(dict(data)):
        raise TaskFileError(f"{source}{_line(text, (fault[0],))}, {fault[0] or 'file'}: {fault[1]}. Change it.")
    try:
        return _Reader(FileModel.model_validate(data), others, oracles).loaded()
    except ValidationError as e:
        error = e.errors(include_url=False)[0]
        loc = place_in_file(error["loc"])
        raise TaskFileError(f"{source}{_line(text, loc)}, {place_of(loc)}: {_explained(error)}") from None
    except _Misplaced as e:
        raise TaskFileError(f"{source}{_line(text, e.place)}, {place_of(e.place)}: {e}") from None


class _Misplaced(Exception):
    """An error and its place."""

    def __init__(self, said: object, place: tuple[int | str, ...]) -> None:
        super().__init__(str(said))
        self.place = place


def _explained(error: Any) -> str:
    if error["type"] == "missing":
        return "this field is missing. Add it."
    if error["type"] == "extra_forbidden":
        return f"{UnknownNameError('field', str(error['loc'][-1]), SubtaskModel.model_fields)}"
    return f"{error['msg']}, got {show_value(error['input'])}. Change it."


def _line(text: str, loc: Sequence[int | str]) -> str:
    """The line of a place in the file, as far as known: the table, and in it the key."""
    names = [str(p) for p in loc]
    lines = text.split("\n")
    heads = (
        (f'["{names[0]}"]', f"[{names[0]}]", f"[[{names[0]}]]", *[f"[{names[0]}.{n}]" for n in names[1:2]])
        if names
        else ()
    )
    start = next((n for n, line in enumerate(lines) if line.partition(" #")[0].rstrip() in heads), None)
    if start is None:
        return ""
    for depth in range(len(names) - 1, 0, -1):
        key = re.escape(".".join(n for n in names[1 : depth + 1] if not n.isdecimal()))
        for n, line in enumerate(lines[start + 1 :], start + 1):
            if line.startswith("["):
                break
            if key and re.match(rf"{key}[ .=]", line):
                return f", line {n + 1}"
    return f", line {start + 1}"


# -- what a file says -------------------------------------------------------------------------------------------------


class _Reader:
    """Makes subtasks of a file that has the right form."""

    def __init__(
        self, said: FileModel, others: Callable[[str], Subtask], oracles: Callable[[str], Oracle | None]
    ) -> None:
        self._said, self._others, self._oracles = said, others, oracles
        self._macros = {name: Macro(m.takes, tuple(m.do)) for name, m in said.steps.items()}
        self._subtasks: dict[str, Subtask] = {}
        self._book = Book(self._subtask, self._macros, said.maps)
        self._runs: dict[str, list[Counterexample]] = {}

    def _subtask(self, of: str) -> Subtask:
        return self._subtasks[of] if of in self._subtasks else self._others(of)

    def loaded(self) -> FileContents:
        """Everything.

        Raises:
            _Misplaced: A part of the file is invalid.
        """
        for name, macro in self._macros.items():
            self._check(macro.do, ("steps", name, "do"))
        for of, said in self._said.__pydantic_extra__.items():
            self._subtasks[of] = self._one(of, said)
        for of, said in self._said.__pydantic_extra__.items():
            self._tries(of, said)
        for number, shared in enumerate(self._said.runs):
            self._shared(shared, ("runs", number))
        return FileContents(self._subtasks, {of: tuple(runs) for of, runs in self._runs.items()})

    def _check(self, steps: Sequence[Step], place: tuple[int | str, ...]) -> None:
        try:
            check_steps(steps, self._macros, place)
        except TaskFileError as e:
            said, *at = e.args
            raise _Misplaced(said, at[0] if at else place) from None

    def _one(self, of: str, said: SubtaskModel) -> Subtask:
        usual = self._said.defaults
        oracle: Oracle | None
        if said.do is not None:
            self._check(said.do.do, (of, "do"))
            self._not_itself(of, said.do.do, (of, "do"))
            oracle = Run(of, tuple(said.do.do), of, self._book, said.do.why)
        else:
            oracle = self._oracles(of)
        values = {
            name: getattr(usual, name) if getattr(said, name) is None else getattr(said, name)
            for name in DefaultsModel.model_fields
        }
        try:
            return Subtask(
                id=of,
                instruction=said.instruction,
                parameters=self._parameters(said.parameters, of),
                conditions=self._conditions(said.check, (of, "check")),
                parts=tuple([self._part(p, (of, "parts", n)) for n, p in enumerate(said.parts)]),
                oracle=oracle,
                category=said.category,
                needs=tuple([self._need(n, (of, "needs", k)) for k, n in enumerate(said.needs)]),
                produces=tuple([Resource(*next(iter(p.items()))) for p in said.produces]),
                setup=tuple([_setup(s, (of, "setup", n)) for n, s in enumerate(said.setup)]),
                effects=self._effects(said.effects, (of, "effects")),
                milestones=self._conditions(said.milestones, (of, "milestones")),
                **values,
                **{n: getattr(said, n) for n in _AS_SAID},
            )
        except OmnigymError as e:
            raise _Misplaced(e, (of,)) from None

    def _not_itself(self, of: str, steps: Sequence[Step], place: tuple[int | str, ...]) -> None:
        """An oracle names the other subtask that it does; that one is above it, or elsewhere."""
        for step in steps:
            other = step.get("subtask", of) if "as_asked" in step else ""
            if other in self._said.__pydantic_extra__ and other not in self._subtasks:
                raise _Misplaced("An oracle does what subtasks above it do, not its own. Name another one.", place)
            self._not_itself(of, step["do"] if isinstance(step.get("do"), list) else (), place)

    # -- fields ---------------------------------------------------------------------------------------------------

    def _parameters(self, said: str | ColumnsModel | _Table, of: str) -> tuple[Mapping[str, object], ...]:
        if isinstance(said, str):
            return _sets(self._table(said, of), (of, "parameters"))
        if isinstance(said, ColumnsModel):
            sets = _sets(self._table(said.of, of), (of, "parameters"))
            for name in said.columns:
                if name not in sets[0]:
                    raise _Misplaced(UnknownNameError("column", name, sets[0]), (of, "parameters"))
            return tuple([{name: values[name] for name in said.columns} for values in sets])
        return _sets(said, (of, "parameters"))

    def _table(self, name: str, of: str) -> _Table:
        if name not in self._said.parameters:
            raise _Misplaced(UnknownNameError("parameter table", name, self._said.parameters), (of, "parameters"))
        return self._said.parameters[name]

    def _conditions(self, said: Sequence[object], place: tuple[int | str, ...]) -> tuple[Condition, ...]:
        return tuple([self._condition(c, (*place, n)) for n, c in enumerate(said)])

    def _condition(self, said: object, place: tuple[int | str, ...]) -> Condition:
        if isinstance(said, str):
            if said not in self._said.conditions:
                raise _Misplaced(UnknownNameError("condition", said, self._said.conditions), place)
            said = self._said.conditions[said]
        if not isinstance(said, Mapping) or not said:
            raise _Misplaced(f"Expected a check with its arguments, got {show_value(said)}. Change it.", place)
        (name, first), *more = said.items()
        if name in ("all", "any"):
            combined = all_of if name == "all" else any_of
            return combined(*self._conditions(first, (*place, name)))
        if name == "not":
            return negate(self._condition(first, (*place, name)))
        try:
            known = list(get_check(name).parameters)
        except UnknownNameError as e:
            raise _Misplaced(e, place) from None
        args = dict(more) if first is True else {known[0] if known else "": first, **dict(more)}
        for arg in args:
            if arg not in known:
                raise _Misplaced(f"{name}: {UnknownNameError('argument', arg, known)}", place)
        return Condition(name, args)

    def _need(self, said: Any, place: tuple[int | str, ...]) -> Need:
        more: dict[str, Any] = {}
        if isinstance(said, Mapping) and next(iter(said.values()), None) is True:  # a named one, but for ...
            name, *beside = said
            more, said = {flag: said[flag] for flag in beside}, name
        if isinstance(said, str):
            if said not in self._said.needs:
                raise _Misplaced(UnknownNameError("need", said, self._said.needs), place)
            said = self._said.needs[said]
        if not isinstance(said, Mapping) or not said:
            raise _Misplaced(f"Expected a resource and how it is made, got {show_value(said)}. Change it.", place)
        said = {**said, **more}
        (kind, value), *rest = said.items()
        flags: dict[str, Any] = dict(rest)
        made = flags.pop("made", None)
        steps = tuple([_setup(s, (*place, "else", n)) for n, s in enumerate(flags.pop("else", ()))])
        for flag in flags:
            if flag not in ("consumes", "given"):
                raise _Misplaced(UnknownNameError("key", flag, ("made", "else", "consumes", "given")), place)
        if made is not None:
            steps = (_maker(kind, value, made), *steps)
        return Need(Resource(kind, value), steps, flags.get("consumes", False), flags.get("given", False))

    def _effects(self, said: Any, place: tuple[int | str, ...]) -> tuple[Effect, ...] | None:
        return None if said == "any" else tuple([_effect(e, (*place, n)) for n, e in enumerate(said or ())])

    def _part(self, said: PartModel, place: tuple[int | str, ...]) -> Part:
        return Part(
            said.id,
            self._conditions(said.check, (*place, "check")),
            said.after,
            said.app,
            said.device,
            self._conditions(said.milestones, (*place, "milestones")),
            said.passing,
        )

    # -- right ways and wrong runs --------------------------------------------------------------------------------

    def _tries(self, of: str, said: SubtaskModel) -> None:
        for kind, runs in (("right", said.right), ("wrong", said.wrong)):
            for name, run in runs.items():
                self._add(of, kind, name, run, (of, kind, name))  # type: ignore[arg-type]
        for field_name, instead, besides in (
            ("instead", True, False),
            ("besides", False, True),
            ("another", True, True),
        ):
            for other in getattr(said, field_name):
                name, step = _other(other)
                if instead:
                    self._add(of, "wrong", f"with_another_{name}", RunModel(do=[step]), (of, field_name))
                if besides:
                    both = RunModel(do=[step, {"as_asked": True}])
                    self._add(of, "wrong", f"after_another_{name}", both, (of, field_name))

    def _shared(self, said: SharedRunModel, place: tuple[int | str, ...]) -> None:
        if bool(said.right) is bool(said.wrong):
            raise _Misplaced("A run is right or wrong: say one of the two, with its name.", place)
        known = self._said.__pydantic_extra__
        for pattern in said.subtasks:
            meant = [of for of in known if fnmatchcase(of, pattern) and of not in said.but]
            if not meant:
                raise _Misplaced(UnknownNameError("subtask", pattern, known), place)
            for of in meant:
                self._add(of, "right" if said.right else "wrong", said.right or said.wrong, said, place)

    def _add(self, of: str, kind: Kind, name: str, said: RunModel, place: tuple[int | str, ...]) -> None:
        self._check(said.do, place)
        run = Run(name, tuple(said.do), of, self._book, said.why)
        self._runs.setdefault(of, []).append(Counterexample(name, kind, run, said.platforms, said.desktops, said.idle))


def _sets(said: _Table, place: tuple[int | str, ...]) -> tuple[Mapping[str, object], ...]:
    """The parameter sets of a table."""
    if said and isinstance(said[0], dict):
        return tuple([dict(values) for values in said])
    names, *rows = said or [[]]
    for number, row in enumerate(rows):
        if len(row) != len(names):
            raise _Misplaced(
                f"Row {number + 1} has {len(row)} values for {len(names)} names: {show_value(row)}. Correct it.", place
            )
    return tuple([dict(zip(names, row, strict=True)) for row in rows])


def _other(said: Any) -> tuple[str, dict[str, object]]:
    """The name of a wrong run with other values, and its step."""
    if isinstance(said, Mapping):
        return "_".join(said), {"as_asked": said}
    if said is True:
        return "set", {"as_asked": True, "another": True}
    names = [said] if isinstance(said, str) else list(said)
    return "_".join(names), {"as_asked": True, "another": names}


@cache
def _step_names() -> Mapping[str, str]:
    """The kinds of setup steps as files say them: "write_file"."""
    return {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): name for name in step_types()}


def _setup(said: Any, place: tuple[int | str, ...]) -> SetupStep:
    if not isinstance(said, Mapping) or not said:
        raise _Misplaced(f"Expected a setup step, got {show_value(said)}. Change it.", place)
    (name, first), *more = said.items()
    if name not in _step_names():
        raise _Misplaced(UnknownNameError("setup step", name, _step_names()), place)
    kind = step_types()[_step_names()[name]]
    values: dict[str, Any] = {**({} if first is True else {fields(kind)[0].name: first}), **dict(more)}
    if "row" in values:
        row = values.pop("row")
        values |= {"columns": list(row), "values": list(row.values())}
    try:
        return step_from_json({"type": _step_names()[name], **values})
    except OmnigymError as e:
        raise _Misplaced(e, place) from None


def _maker(kind: str, value: str, made: Any) -> SetupStep:
    """How a resource is made where no other subtask makes it: as its kind is made as a rule, or a file with a text."""
    if made is not True:
        return WriteFile(value, made)
    if kind == "folder":
        return MakeDir(value)
    if kind.startswith("clipboard"):
        return SetClipboard(text=blank("sentence", value))
    return WriteFile(value, contents(value))


def _effect(said: Any, place: tuple[int | str, ...]) -> Effect:
    (how, at), *more = said.items()
    given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in more}
    try:
        return Effect(how, at, **given)
    except TypeError as e:
        raise _Misplaced(f"Expected add, remove or change with its fields: {e}. Correct it.", place) from None


def json_schema() -> dict[str, object]:
    """Return the JSON schema of a file, with the words of the vocabulary, for editors."""
    found: dict[str, Any] = FileModel.model_json_schema()
    words = [find_word(name) for name in word_names()]
    step = {
        "type": "object",
        "minProperties": 1,
        "properties": {
            **{name: {"description": verb.why} for name, verb in VERBS.items()},
            **{w.name: {"description": f"{w.summary} Takes: {', '.join(w.parameters) or 'nothing'}."} for w in words},
        },
    }
    found |= {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "omnigym subtask file"}
    found["$defs"]["Step"] = step
    for model in ("RunModel", "SharedRunModel", "MacroModel"):
        found["$defs"][model]["properties"]["do"] = {"type": "array", "items": {"$ref": "#/$defs/Step"}}
    return found
