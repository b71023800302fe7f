"""Collects the whole set, screen by screen in several processes, writes it, and compares it with what it should be.

Beside the published files a set has ``screens.json``, with which a script can be run and judged: for each point the
recipe of its screen and the outcome of its script (`read_checks`). It is written last but for the indices: a folder
with ``train.json`` is whole. A run that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from PIL import Image

from omnigym.benchmarks.omniact.candidate_actions import CALLS
from omnigym.benchmarks.omniact.collecting import CollectedScreen, Gold, collect_screen
from omnigym.benchmarks.omniact.layout import Box, TaskText, boxes_document, points_document
from omnigym.benchmarks.omniact.outcomes import Outcome, outcome_from_plain, outcome_to_plain
from omnigym.benchmarks.omniact.perceived import Read, read_tree
from omnigym.benchmarks.omniact.recipe import WORDINGS, ScreenPlan, ScreenRecipe
from omnigym.benchmarks.omniact.screens import Screen
from omnigym.benchmarks.omniact.writer import ScriptWriter
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device
from omnigym.errors import (
    ConfigError,
    DeviceError,
    DeviceLostError,
    DeviceStartError,
    MissingDependencyError,
    OracleError,
    UnreadableError,
)
from omnigym.foreign import parse_json, read_bytes, replace_file
from omnigym.foreign.limits import FILE_BYTES, JSON_BYTES
from omnigym.garbage import spare_collector
from omnigym.pictures import decoded_picture, write_picture

__all__ = ["Check", "CollectionReport", "collect", "digests_of", "files_of", "points_of", "read_checks", "verify"]

#: The file beside the published ones.
CHECKS_FILE = "screens.json"
#: Where screens are kept that are collected already, until all are.
_PART = ".collecting"
#: A real device that broke is tried again.
_TRIES = 2
#: Hexadecimal digits of the hash of one file; those of a whole screen are all 64.
_SHORT = 8


class Check(NamedTuple):
    """How a script is judged by running it.

    Attributes:
        screen: The recipe of the screen.
        outcome: What the gold script brings about.
        also: Other scripts that do so.
    """

    screen: Screen
    outcome: Outcome
    also: tuple[str, ...] = ()


class CollectionReport(NamedTuple):
    """What came of collecting, or of comparing.

    Attributes:
        points: Points that were written, or compared.
        missing: By screen how many points are fewer than planned.
        differing: Files that are not as they should be.
        pictures: Images of real devices that are not: fonts and versions differ from machine to machine.
    """

    points: int
    missing: Mapping[str, int]
    differing: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()


# -- files ------------------------------------------------------------------------------------------------------------


def files_of(planned: ScreenPlan, collected: CollectedScreen, read: Read = read_tree) -> dict[str, bytes]:
    """The files of a screen by their paths: image, boxes, texts, icons, colours, and a task file for each point.

    Args:
        planned: Says which ids the points have.
        collected: What the screen gave.
        read: Makes the texts, icons and colours of the screen.
    """
    paths = _paths(planned)
    boxes = {str(n): Box(*box.edges, box.label) for n, box in enumerate(collected.boxes)}
    found = read(collected)
    out = {
        paths["image"]: write_picture(Image.fromarray(collected.frame)),
        paths["box"]: boxes_document(boxes).encode(),
        paths["ocr"]: points_document(found.texts).encode(),
        paths["icon"]: points_document(found.icons).encode(),
        paths["color"]: points_document(found.colours).encode(),
    }
    for number, instruction, gold in points_of(planned, collected.golds):
        out[_task_path(planned, number)] = TaskText(instruction, gold.script, after="\n").encode()
    return out


def _paths(planned: ScreenPlan) -> dict[str, str]:
    name = planned.screen.name
    return {
        "image": f"data/{name}.png",
        "box": f"metadata/boxes/{name}.json",
        "ocr": f"metadata/ocr/{name}.json",
        "icon": f"metadata/icons/{name}.json",
        "color": f"metadata/colors/{name}.json",
    }


def _task_path(planned: ScreenPlan, number: int) -> str:
    return f"tasks/{planned.screen.name}/{number}.txt"


def points_of(planned: ScreenPlan, golds: Sequence[Gold]) -> Iterator[tuple[int, str, Gold]]:
    """Id, instruction and script of each point. A script that is missing leaves its ids unused."""
    number = planned.first
    for kind in CALLS:
        wanted = planned.counts.get(kind, 0)
        of_kind = [gold for gold in golds if gold.kind == kind][:wanted]
        for place, gold in enumerate(of_kind):
            for turn in range(WORDINGS):
                yield number + place * WORDINGS + turn, gold.instructions[turn], gold
        number += wanted * WORDINGS
        if planned.more and of_kind and number == planned.first + planned.points - 1:
            yield number, of_kind[-1].instructions[WORDINGS], of_kind[-1]


def digests_of(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The digests of a screen's files: one of all of them, then the beginning of the SHA-256 of each, by path.

    Of a picture its pixels count: the same ones are packed otherwise by another version of zlib.
    """
    each = [hashlib.sha256(_content(path, files[path])).hexdigest() for path in sorted(files)]
    whole = hashlib.sha256("".join(f"{path} {one}\n" for path, one in zip(sorted(files), each, strict=True)).encode())
    return whole.hexdigest(), "".join(one[:_SHORT] for one in each)


def _content(path: str, content: bytes) -> bytes:
    if not path.endswith(".png"):
        return content
    pixels = np.asarray(decoded_picture(content).convert("RGB"))
    return f"{pixels.shape}".encode() + pixels.tobytes()


# -- collecting -------------------------------------------------------------------------------------------------------


class _Made(NamedTuple):
    """What a process gives back of a screen."""

    name: str
    files: dict[str, bytes]
    checks: list[dict[str, Any]]


def collect(
    root: Path,
    recipe: ScreenRecipe,
    groups: Sequence[str] = (),
    *,
    read: Read = read_tree,
    workers: int = 1,
    progress: Callable[[int, str], None] = lambda _n, _note: None,
) -> CollectionReport:
    """Collect a set, or some parts of it, and write it.

    Args:
        root: Its folder, which does not exist, is empty, or has what an earlier run of this left.
        recipe: What is collected.
        groups: Parts out of `omnigym.benchmarks.omniact.recipe.GROUPS`; all if none is named.
        read: Makes the texts, icons and colours of a screen: a function of a module, as processes are given its name.
        workers: How many processes.
        progress: Called with 1 and the name of each screen that is done.

    Raises:
        ConfigError: The folder has something else in it, or a device of a part cannot be had here: name the others.
        UnknownNameError: There is no such part.
        DeviceError: A device broke twice on a screen.
    """
    planned = recipe.of(groups)
    part = root / _PART
    if root.exists() and any(root.iterdir()) and not part.exists():
        raise ConfigError(f"{root} has something in it. Name a new folder, or --verify the set that is in it.")
    part.mkdir(parents=True, exist_ok=True)
    made = {one.screen.name: _read_made(part / _part_name(recipe, one, read)) for one in planned}
    todo = [one for one in planned if made[one.screen.name] is None]
    progress(len(planned) - len(todo), "")
    for one, result in _in_processes(partial(_made, recipe.seed, read), todo, workers):
        _write_made(part / _part_name(recipe, one, read), result)
        made[one.screen.name] = result
        progress(1, one.screen.name)
    report = _write(root, planned, [m for m in made.values() if m is not None])
    shutil.rmtree(part)
    return report


def _write(root: Path, planned: Sequence[ScreenPlan], made: Sequence[_Made]) -> CollectionReport:
    missing, checks, rows = {}, [], {}
    with ScriptWriter(root) as out:
        for one, result in zip(planned, made, strict=True):
            for path in sorted(result.files):
                out.file(path, result.files[path])
            paths = _paths(one)
            points = [point for check in result.checks for point in check["points"]]
            for point in points:
                out.point(one.split, str(point), {"task": _task_path(one, point), **paths})
            if len(points) < one.points:
                missing[one.screen.name] = one.points - len(points)
            rows[one.screen.name] = one.screen.to_plain()
            checks += [{"screen": one.screen.name, **check} for check in result.checks]
        content = json.dumps({"screens": rows, "checks": checks}, ensure_ascii=False, indent=0)
        out.file(CHECKS_FILE, content.encode())
    return CollectionReport(sum(len(check["points"]) for check in checks), missing)


def _in_processes(make: _Make, todo: Sequence[ScreenPlan], workers: int) -> Iterator[tuple[ScreenPlan, _Made]]:
    """Collect screens; a process keeps its devices. What takes seconds a script is begun first."""
    slow_first = sorted(todo, key=lambda one: one.screen.device not in ("x11", "chromium"))
    if workers == 1 or len(todo) <= 1:
        devices = _Devices()
        try:
            for one in slow_first:
                yield one, make(one, devices)
        finally:
            devices.close()
        return
    context = multiprocessing.get_context("spawn")  # a copy of this process would have its threads' locks
    pool = ProcessPoolExecutor(workers, context, _begin)
    try:
        running: dict[Future[_Made], ScreenPlan] = {pool.submit(_work, make, one): one for one in slow_first}
        while running:
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                yield running.pop(future), future.result()
    except BrokenProcessPool as e:
        raise DeviceLostError(
            "worker", "collect", "A process was killed from outside. Run it again: it goes on."
        ) from e
    finally:
        pool.shutdown(cancel_futures=True)


class _Devices:
    """The devices of a process, one a kind, each begun when it is needed."""

    def __init__(self) -> None:
        self._open: dict[str, Device] = {}

    def of(self, name: str) -> Device:
        if name not in self._open:
            try:
                self._open[name] = build_device(name)
            except (MissingDependencyError, DeviceStartError) as e:
                raise ConfigError(
                    f"The device {name!r} cannot be had here: {e} Install what it needs, or collect the other parts: "
                    "--only sim."
                ) from e
        return self._open[name]

    def drop(self, name: str) -> None:
        """Close one that broke."""
        device = self._open.pop(name, None)
        if device is not None:
            with suppress(DeviceError):
                device.close()

    def close(self) -> None:
        for name in list(self._open):
            self.drop(name)


#: Collects a screen on the devices of a process.
_Make: TypeAlias = Callable[[ScreenPlan, _Devices], _Made]
_devices: _Devices | None = None


def _begin() -> None:
    global _devices
    _devices = _Devices()
    spare_collector()
    Finalize(None, _devices.close, exitpriority=10)


def _work(make: _Make, planned: ScreenPlan) -> _Made:
    assert _devices is not None  # `_begin` is run first
    return make(planned, _devices)


def _made(seed: int, read: Read, planned: ScreenPlan, devices: _Devices) -> _Made:
    name = planned.screen.device
    for left in reversed(range(_TRIES)):
        try:
            collected = collect_screen(planned.screen, seed, planned.counts, devices.of(name))
            break
        except (DeviceError, OracleError):
            devices.drop(name)
            if not left:
                raise
    groups: dict[int, list[int]] = defaultdict(list)
    by_id = {id(gold): gold for gold in collected.golds}
    for number, _, gold in points_of(planned, collected.golds):
        groups[id(gold)].append(number)
    checks = [
        {
            "points": numbers,
            "kind": by_id[key].kind,
            "outcome": outcome_to_plain(by_id[key].outcome),
            "also": list(by_id[key].also),
        }
        for key, numbers in groups.items()
    ]
    return _Made(planned.screen.name, files_of(planned, collected, read), checks)


def _part_name(recipe: ScreenRecipe, planned: ScreenPlan, read: Read) -> str:
    """A file of what was collected of a screen; another recipe of the same screen has another one."""
    what = [recipe.seed, planned.screen.to_plain(), dict(planned.counts), planned.first, planned.more]
    told = json.dumps([*what, read.__qualname__])
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def _write_made(path: Path, made: _Made) -> None:
    files = {name: content.hex() for name, content in made.files.items()}
    replace_file(path, json.dumps({"name": made.name, "files": files, "checks": made.checks}))


def _read_made(path: Path) -> _Made | None:
    if not path.exists():
        return None
    data = parse_json(read_bytes(path, FILE_BYTES).decode())
    files = {name: bytes.fromhex(content) for name, content in data["files"].items()}
    return _Made(data["name"], files, data["checks"])


# -- reading and comparing --------------------------------------------------------------------------------------------


def read_checks(root: str | Path) -> dict[str, Check]:
    """How each point of a collected set is judged, by its id.

    Raises:
        UnreadableError: The set has no ``screens.json``, as OmniACT's own, or it is damaged.
    """
    path = Path(root) / CHECKS_FILE
    try:
        data = parse_json(read_bytes(path, JSON_BYTES).decode("utf-8"))
        screens = {name: Screen.from_plain(row) for name, row in data["screens"].items()}
        return {
            str(point): Check(screens[row["screen"]], outcome_from_plain(row["outcome"]), tuple(row["also"]))
            for row in data["checks"]
            for point in row["points"]
        }
    except FileNotFoundError:
        raise UnreadableError(f"{path}: there is no such file, so scripts of this set cannot be run.") from None
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError) as e:
        raise UnreadableError(f"{path} is no {CHECKS_FILE} of a collected set: {type(e).__name__} {e}.") from None


def verify(
    root: Path,
    recipe: ScreenRecipe,
    groups: Sequence[str] = (),
    progress: Callable[[int, str], None] = lambda _n, _note: None,
) -> CollectionReport:
    """Compare a collected set with the hashes of the recipe.

    Raises:
        UnknownNameError: There is no such part.
    """
    points, missing = 0, dict[str, int]()
    differing, pictures = list[str](), list[str]()
    for one in recipe.of(groups):
        paths = sorted([*_paths(one).values(), *[_task_path(one, one.first + n) for n in range(one.points)]])
        known = recipe.hashes.get(one.screen.name, ("", ""))
        real = one.screen.device in ("x11", "chromium")
        found = 0
        for n, path in enumerate(paths):
            place = root / path
            if not place.exists():
                if path.startswith("tasks/"):
                    missing[one.screen.name] = missing.get(one.screen.name, 0) + 1
                else:
                    differing.append(path)
                continue
            found += path.startswith("tasks/")
            digest = hashlib.sha256(_content(path, read_bytes(place, FILE_BYTES))).hexdigest()
            if digest[:_SHORT] != known[1][n * _SHORT : (n + 1) * _SHORT]:
                (pictures if real and not path.startswith(("tasks/", "metadata/boxes/")) else differing).append(path)
        points += found
        progress(1, one.screen.name)
    return CollectionReport(points, missing, tuple(differing), tuple(pictures))
