"""A task file of OSWorld as a task of omnigym, with a report on what it can do here; the inverse is `.exporting`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from omnigym.actions import Press, Type, to_json
from omnigym.assets import LOCK_NAME, Asset, read_lock
from omnigym.benchmarks.osmap.scopes import SCENARIOS
from omnigym.benchmarks.osworld.commands import fill_placeholders, own_bus
from omnigym.benchmarks.osworld.file import Measure, TaskFile, read_task_file
from omnigym.benchmarks.osworld.programs import (
    DRIVE,
    folders_in,
    getters_of,
    kept_by_simulated,
    names_program,
    port_arguments,
    program_called,
)
from omnigym.benchmarks.osworld.report import REASONS, Reason, ReasonKind, Report
from omnigym.benchmarks.osworld.rights import looks_outside
from omnigym.benchmarks.osworld.scorer import registry
from omnigym.benchmarks.osworld.scorer.choice import DEFAULT_SCORER, WhichScorer
from omnigym.benchmarks.osworld.scorer.registry import get_getter, get_metric, sort_options
from omnigym.benchmarks.osworld.steps import DOCUMENTS, FileReading, is_live, read_steps
from omnigym.devices.config import named_configs
from omnigym.devices.protocol import Platform
from omnigym.errors import MissingDependencyError, OmnigymError, TaskFileError, UnknownNameError, UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.foreign import parse_json, read_text, rows_in, show_value
from omnigym.foreign.limits import MAX_ID, MAX_TASK_FILE
from omnigym.tasks.app_metadata import category_of_app
from omnigym.tasks.checking import check_task
from omnigym.tasks.setup import Act, ActivateWindow, SetupStep
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = [
    "CHECK",
    "LEVELS",
    "MAPPING_NAME",
    "SOURCE",
    "Mappings",
    "OSWorldImport",
    "names_content",
    "read_mappings",
    "read_osworld",
]

#: By folder and name of a file, its name with its level, and its scenario.
Mappings = Mapping[str, Mapping[str, Sequence[str]]]

#: OS-MAP's file of levels and scenarios.
MAPPING_NAME = "all_task_mappings.json"
#: The step limit of each level (OS-MAP D.1); that of a file without level.
LEVELS: Mapping[str, int] = {"L1": 15, "L2": 15, "L3": 30, "L4": 50}
_STEPS = 15
#: The check of the files, and the parameter that holds a whole file, from which it is exported again.
CHECK, SOURCE = "osworld", "file"
_LISTS = ("func", "result", "expected", "options", "conj", "scorer", "version")
#: What the name of a state of the authors' machine begins with in which somebody is logged in (OS-MAP).
_LOGGED_IN = "_login"
_LEVEL = re.compile(r"l([1-5])(?:_|$)", re.IGNORECASE)
#: What only files for Windows say.
_WINDOWS = re.compile(rf"{DRIVE.pattern}|(?i:\bpowershell\b|\.exe\b|%USERPROFILE%)")
#: What only files for Linux say.
_LINUX = re.compile(r"/home/user\b")
_WEB = re.compile(r"https?://")
#: A scheme is short: a long word without one is passed over at once.
_URL = re.compile(r"(?<![a-z])[a-z]{1,20}://[^\s\"'<>]+|about:\w+")


class OSWorldImport(NamedTuple):
    """The result of reading a file.

    Attributes:
        task: Ready to be used; None where the report has reasons against it.
        report: Where it runs, or why not.
    """

    task: Task | None
    report: Report


def read_mappings(path: str | Path) -> Mappings:
    """OS-MAP's levels and scenarios (``all_task_mappings.json``); none if there is no such file.

    Raises:
        TaskFileError: The file is none of that kind.
    """
    try:
        plain = parse_json(read_text(path, MAX_TASK_FILE))
    except FileNotFoundError:
        return {}
    except UnreadableError as e:
        raise TaskFileError(f"{path}: {e}. Expected {MAPPING_NAME} of OS-MAP.") from None
    folders = plain.values() if isinstance(plain, dict) else [None]
    entries = [e for f in folders for e in (f.values() if isinstance(f, dict) else [None])]
    if not all(isinstance(e, list) and len(e) == 2 and all(isinstance(t, str) for t in e) for e in entries):
        raise TaskFileError(
            f"{path}: expected a name and a scenario for each file of each folder, got {show_value(plain)}."
        )
    found: Mappings = plain
    return found


def read_osworld(
    path: str | Path,
    *,
    root: str | Path | None = None,
    lock: Mapping[str, Asset] | None = None,
    mappings: Mappings | None = None,
    internet: bool = False,
    suite: str = "",
    scorer: WhichScorer = DEFAULT_SCORER,
) -> OSWorldImport:
    """Read a task file of OSWorld, OS-MAP, WindowsAgentArena or NeMo Gym.

    Nothing of it is run, and nothing is fetched.

    Args:
        path: The file.
        root: The folder that the task's id and the report name the file in; by default the one above its own.
        lock: The content behind each URL; None for the ``assets.lock`` of the root.
        mappings: OS-MAP's levels and scenarios (`read_mappings`).
        internet: Whether tasks may use the live internet; else that is a reason against them.
        suite: The suite of the task.
        scorer: The scorer, and the version of the file.

    Raises:
        TaskFileError: The lock cannot be read. That the file cannot is in the report.
    """
    path = Path(path)
    root = path.absolute().parent.parent if root is None else Path(root).absolute()
    place = path.absolute().relative_to(root) if path.absolute().is_relative_to(root) else Path(path.name)
    lock = read_lock(root / LOCK_NAME) if lock is None else lock
    name, folder = str(place.with_suffix("").as_posix()), str(place.parent.as_posix())
    try:
        file, plain = read_task_file(path)
    except TaskFileError as e:
        return OSWorldImport(None, Report(str(place), folder, (), (), (Reason("broken", str(e)),)))
    about = _About(_id(name), *_ranked(file, plain, path, mappings or {}), suite, internet, scorer)
    tried = [_imported(file, plain, about, platform, lock) for platform in _platforms(file, plain)]
    task, devices, reading = max(tried, key=lambda t: _mildness(t.reading.reasons))
    reasons = tuple(sorted(dict.fromkeys(reading.reasons), key=_severity))
    return OSWorldImport(task, Report(str(place), folder, file.apps, devices, reasons, tuple(reading.notes)))


def _severity(reason: Reason) -> int:
    """The place among `REASONS`, the first of which speaks most against a file."""
    return REASONS.index(reason.kind)


def _mildness(reasons: Sequence[Reason]) -> int:
    """How little speaks against a file; nothing is mildest."""
    return min(map(_severity, reasons), default=len(REASONS))


class _About(NamedTuple):
    """The facts of a file besides its content."""

    id: str
    level: str
    scenario: str
    suite: str
    internet: bool
    scorer: WhichScorer


class _Attempt(NamedTuple):
    """A file read for one platform."""

    task: Task | None
    devices: tuple[str, ...]
    reading: FileReading


def _id(name: str) -> str:
    """The id of a file by its place, cut if it is too long."""
    full = f"osworld/{name}"
    if len(full) <= MAX_ID:
        return full
    digest = hashlib.sha256(full.encode(errors="replace")).hexdigest()[:12]
    return f"{full[: MAX_ID - 13]}-{digest}"


def _ranked(file: TaskFile, plain: Mapping[str, object], path: Path, mappings: Mappings) -> tuple[str, str]:
    """The level and the scenario of a file: as the mapping says, else the file, else its name."""
    mapped = mappings.get(path.parent.name, {}).get(path.stem, ("", ""))
    said = next((m for text in (mapped[0], file.level or "", path.stem) if (m := _LEVEL.match(text))), None)
    scenario = mapped[1] or plain.get("scenario")
    return f"L{said[1]}" if said else "", scenario if isinstance(scenario, str) and scenario in SCENARIOS else ""


def _platforms(file: TaskFile, plain: Mapping[str, object]) -> tuple[Platform, ...]:
    """The platforms to try. A file for Windows may be about programs that Linux has as well."""
    known = [p for p in map(program_called, file.apps) if p is not None]
    only = any(p.name_on("windows") and not p.names.get("linux") for p in known)
    said = [t[:2000] for part in (plain.get("config"), plain["evaluator"]) for t in _texts(part)]
    if any(map(_WINDOWS.search, said)) or (only and not any(map(_LINUX.search, said))):
        return ("windows", "linux")
    return ("linux",)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


# -- a file for one platform ------------------------------------------------------------------------------------------


def _imported(
    file: TaskFile, plain: Mapping[str, object], about: _About, platform: Platform, lock: Mapping[str, Asset]
) -> _Attempt:
    named = [a for a in file.apps if names_program(a)]
    programs = {a: program_called(a) for a in named}
    office = next((p.names["linux"][0] for p in programs.values() if p is not None and p.office), "")
    reading = FileReading(platform, lock, office)
    for name, program in programs.items():
        if program is None:
            reading.refuse("app", name[:100])
        else:
            reading.app(program)
    if str(plain.get("spec_snapshot", "")).startswith(_LOGGED_IN):
        reading.refuse("account", f"a state of the authors': {str(plain['spec_snapshot'])[:100]}")
    read_steps(file.config or (), reading)
    setup, reading.steps = tuple(reading.steps), []
    read_steps(file.evaluator.postconfig or (), reading, after=True)
    measures = file.evaluator.measures()
    measures = tuple(_with_known_options(m, reading, about.scorer) for m in measures)
    read = [_measured(m, reading) for m in measures]
    after = tuple(reading.steps)
    _meets_marketplace(file, reading)
    if about.internet:
        reading.reasons = [r for r in reading.reasons if r.kind != "internet"]
    if reading.reasons:
        return _Attempt(None, (), reading)
    parameters = {
        "func": [m.func for m in measures],
        "result": [r for r, _ in read],
        "expected": [e for _, e in read],
        "options": [m.options for m in measures],
        "conj": file.evaluator.conj or "and",
        "scorer": about.scorer.kind,
        "version": about.scorer.version,
        SOURCE: dict(plain),
    }
    try:
        task = _task(file, about, reading, parameters, setup, () if file.evaluator.infeasible else after)
        check_task(task)
    except MissingDependencyError:
        raise
    except OmnigymError as e:
        reading.refuse("broken", str(e))
        return _Attempt(None, (), reading)
    devices = _devices(task, reading)
    if not devices:
        asked = ", ".join(sorted({*task.capabilities, *reading.apps}))
        real = ", with real programs" if reading.real else ""
        reading.refuse("platform", f"no device of {platform}{real} has all of: {asked}")
        return _Attempt(None, (), reading)
    return _Attempt(task, devices, reading)


def _devices(task: Task, reading: FileReading) -> tuple[str, ...]:
    """The names of the devices that have what a task asks for, and all of its apps."""
    targets = {
        name: config.target for name, config in named_configs().items() if not (config.FOR_TESTS or config.FOUND)
    }
    fitting = [
        n for n, t in targets.items() if t.runs(task.wants) and (t.apps is None or reading.apps.keys() <= t.apps)
    ]
    return tuple(sorted(fitting))


def _task(
    file: TaskFile,
    about: _About,
    reading: FileReading,
    parameters: Mapping[str, object],
    setup: tuple[SetupStep, ...],
    after: tuple[SetupStep, ...],
) -> Task:
    platform: Platform = "windows" if reading.platform == "windows" else "linux"
    app = next(iter(reading.apps), "")
    infeasible = file.evaluator.infeasible
    judged = Condition(CHECK, {name: f"{{{name}}}" for name in _LISTS})
    definition = Subtask(
        id=about.id,
        app=app,
        instruction=file.instruction.replace("{", "{{").replace("}", "}}"),
        parameters=(parameters,),
        conditions=(Condition("never") if infeasible else judged,),
        category=category_of_app(app) if app else "System Management",
        capabilities=_capabilities(parameters, app, real=reading.real),
        platforms=(platform,),
        effects=() if file.omnigym else None,
        implied=tuple(parameters),
        tags=file.apps,
    )
    return Task(
        id=about.id,
        nodes=(TaskNode("1", about.id, parameters),),
        definitions=(definition,),
        instruction=file.instruction,
        suite=about.suite,
        tags=tuple(dict.fromkeys([*file.apps, *([about.level] if about.level else [])])),
        max_steps=LEVELS.get(about.level, _STEPS),
        evaluate="each_step" if infeasible else "at_end",
        setup=setup,
        post_config=after,
        allows=tuple([e.to_effect() for e in file.omnigym.effects]) if file.omnigym else (),
        network=about.internet and any(map(is_live, reading.pages)),
        infeasible=infeasible,
        level=about.level,
        scenario=about.scenario,
    )


def _capabilities(parameters: Mapping[str, Any], app: str, *, real: bool) -> tuple[str, ...]:
    """The capabilities that the getters need; setup steps declare their own.

    Only devices of real programs have a shell, so that this is also what ``real`` asks for.
    """
    types = {str(g["type"]) for name in ("result", "expected") for g in parameters[name] if g is not None}
    asked = {"apps"} if app else set()
    asked |= {group for group in ("shell", "browser") if types & getters_of(group)}
    asked |= {"shell"} if real else set()
    asked |= {"files"} if types & getters_of("paths") else set()
    asked |= {"a11y"} if "accessibility_tree" in types else set()
    return tuple(sorted(asked))


# -- metrics and getters ----------------------------------------------------------------------------------------------


def _with_known_options(measure: Measure, reading: FileReading, scorer: WhichScorer) -> Measure:
    """A metric with the options that it takes; a note names those that it passes over."""
    try:
        get_metric(measure.func, scorer)
    except UnknownNameError:
        reading.refuse("function", measure.func[:100])
        return measure
    try:
        found = sort_options(measure.func, measure.options, expected=measure.expected is not None, scorer=scorer)
    except TaskFileError as e:
        reading.refuse("broken", str(e))
        return measure
    for name in found.others:
        reading.notes.append(f"{measure.func} knows no option {name[:100]!r}; it is passed over.")
    return measure._replace(options=dict(found.known))


def _measured(measure: Measure, reading: FileReading) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """The two getters of a metric as omnigym has them; what speaks against them is added to the reading."""
    if _has_box(measure.expected) or _has_box(measure.result):
        reading.refuse("pixels", f"boxes on the authors' screen: {measure.func}")
    read = str((measure.result or {}).get("path", ""))
    reading.real |= read.lower().endswith(DOCUMENTS) and not kept_by_simulated(measure.func, measure.options)
    found = [_getter(config, reading) for config in (measure.result, measure.expected)]
    for config in found:
        # A sheet as it is printed is a .csv file beside the workbook, which the published code finds by its name.
        if measure.func == "compare_table" and config is not None and config.get("multi") and "gives" not in config:
            config["gives"] = list(range(len(config["path"])))
    _meets_live(measure, reading)
    return found[0], found[1]


def _has_box(value: object) -> bool:
    if isinstance(value, dict):
        return "bbox" in value or any(map(_has_box, value.values()))
    return isinstance(value, list) and any(map(_has_box, value))


def _meets_live(measure: Measure, reading: FileReading) -> None:
    """Whether a browser is asked for a page that is on no device."""
    kind = str((measure.result or {}).get("type"))
    if kind not in getters_of("live"):
        return
    wanted = [u for t in _texts(measure.expected) for u in _URL.findall(t)]
    addresses = [*reading.pages, *wanted]
    if not addresses or any(map(is_live, addresses)):
        reading.refuse("internet", f"{kind} of pages of the live internet")


def _meets_marketplace(file: TaskFile, reading: FileReading) -> None:
    """Whether an extension is to be installed that no file of the task has."""
    asked = any(m.func == "is_extension_installed" and _wants_more(m) for m in file.evaluator.measures())
    if asked and not any(".vsix" in t for step in file.config or () for t in _texts(step.parameters)):
        reading.refuse("internet", "an extension of the marketplace")


def _wants_more(measure: Measure) -> bool:
    rules = (measure.expected or {}).get("rules")
    return isinstance(rules, dict) and rules.get("type") == "contain"


def _told_by_editor(config: Mapping[str, Any], reading: FileReading) -> Mapping[str, Any]:
    """What an extension of VS Code writes into a file when its command is called: the call, and the file."""
    command = config.get("vscode_extension_command")
    program = program_called("code")
    name = program.name_on(reading.platform) if program is not None else ""
    if not isinstance(command, str) or not command:
        reading.refuse("broken", f"vscode_config: expected a command of an extension, got {show_value(command)}")
    elif not name:
        reading.refuse("app", "code")
    else:
        said = (Press("p", ("ctrl", "shift")), Type(command), Press("enter"))
        reading.steps += [ActivateWindow(name), Act(tuple(json.dumps(to_json(action)) for action in said))]
    return {**config, "type": "vm_file"}


def _getter(config: Mapping[str, Any] | None, reading: FileReading) -> dict[str, Any] | None:
    if config is None:
        return None
    if config.get("type") == "vscode_config":
        config = _told_by_editor(config, reading)
    kind = config.get("type")
    if not isinstance(kind, str):
        reading.refuse("broken", f"expected a getter with a type, got {show_value(dict(config))}")
        return None
    needed = _needed_by(kind, config)
    if needed is not None:
        reading.refuse(needed, kind)
    else:
        try:
            get_getter(kind)
        except UnknownNameError:
            reading.refuse("getter", kind[:100])
    found = dict(config)
    if kind == "rule" and _is_empty(config.get("rules")):
        reading.refuse("broken", f"a rule that expects nothing, so that no answer is right: {show_value(found)}")
    elif names_content(config):
        _referred(found, reading)
    elif kind == "mail_attachments" and "attachments" in config:
        found["attachments"] = [_attached(item, reading) for item in rows_in(config.get("attachments"))]
    elif kind in getters_of("paths"):
        _placed(found, reading)
    elif kind in getters_of("commands"):
        _commanded(found, reading)
    elif isinstance(found.get("path"), str):
        found["path"] = folders_in(found["path"])
    return found


#: The kind of reason of what a getter needs that no device has, by the word of its family.
_NEEDED: Mapping[str, ReasonKind] = {
    "account": "account",
    "server": "account",
    "person": "account",
    "internet": "internet",
    "app": "app",
    "windows": "platform",
}


def _needed_by(kind: str, config: Mapping[str, object]) -> ReasonKind | None:
    """The kind of reason of a getter that needs more than any device has; else None."""
    groups: tuple[ReasonKind, ...] = ("account", "internet")
    group = next((g for g in groups if kind in getters_of(g)), None)
    ask: Callable[[str, Mapping[str, object]], str] | None = getattr(registry, "unavailable", None)
    said = ask(kind, config) if ask is not None and group is None else ""
    return group or (_NEEDED.get(said, "getter") if said else None)


def _is_empty(rules: object) -> bool:
    """Whether a rule says nothing at all: metrics raise an error for it, so that every episode is unscored."""
    return (
        rules is None or rules in ({}, []) or (isinstance(rules, dict) and all(v in ({}, []) for v in rules.values()))
    )


def names_content(getter: Mapping[str, object]) -> bool:
    """Whether a getter names content of the task by URL: a reference, or an archive of references."""
    if getter.get("type") == "cloud_file":
        return True
    paths = getter.get("path")
    return getter.get("type") == "file_unzipped" and isinstance(paths, str) and _WEB.match(paths) is not None


def _attached(item: Mapping[str, object], reading: FileReading) -> dict[str, object]:
    """A file that a mail is to have, which is a reference."""
    found = dict(item)
    _referred(found, reading)
    return found


def _referred(config: dict[str, object], reading: FileReading) -> None:
    """A reference of the task: the content behind each URL goes beside it."""
    urls = config.get("path")
    listed = urls if isinstance(urls, list) else [urls]
    names = config.get("dest") or urls
    named = names if isinstance(names, list) else [names]
    if not listed or len(named) != len(listed) or not all(isinstance(n, str) for n in named):
        reading.refuse(
            "broken", f"cloud_file: expected a dest for each of {len(listed)} paths, got {show_value(names)}"
        )
        return
    hashes = [reading.asset(url, name) for url, name in zip(listed, named, strict=True)]
    config["asset"] = hashes if isinstance(urls, list) else hashes[0]


def _placed(config: dict[str, object], reading: FileReading) -> None:
    """A file or folder of the device, portable."""
    paths = config.get("path")
    listed = paths if isinstance(paths, list) else [paths]
    found = [reading.path(path) for path in listed]
    config["path"] = found if isinstance(paths, list) else found[0]
    names = config.get("dest")
    if isinstance(paths, list) != bool(config.get("multi")) or (isinstance(names, list) and len(names) != len(found)):
        reading.refuse(
            "broken", f"{config['type']}: expected path, dest and multi to go together, got {show_value(config)}"
        )


def _commanded(config: dict[str, object], reading: FileReading) -> None:
    """A command whose output is read."""
    given = config.get("command")
    words = [given] if isinstance(given, str) else given
    if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
        reading.refuse("broken", f"{config['type']}: expected a command, got {show_value(given)}")
        return
    words = [own_bus(fill_placeholders(str(reading.without_root(w)))) for w in words]
    text = " ".join(words)
    if path := looks_outside(text):
        reading.refuse("platform", f"a path outside the home: {path[:200]}")
    elif "pyautogui" in text:
        reading.refuse("step", f"a script of pyautogui that is not read: {text[:120]}")
    elif reading.may_run(text):
        words = list(port_arguments(words))
        config["command"] = words[0] if isinstance(given, str) else words
