"""Whether this checkout does the same as another one: what is declared, what oracles and trials do, what any use shows.

    python scripts/same.py --against main [--only declared,played,used] [--matching mail/] [--every] [--episodes 40]
                           [--app spotify]

Both checkouts record themselves, each in processes of its own, and the records are compared as they come:

* declared: each field of each subtask, each trial, each check, and each task of each suite;
* played: the oracle and the trials of each subtask on each simulated device, with one parameter set (``--every`` for
  all): actions, reward, tree and pixels of each step, records and files at the end;
* used: an explorer that seeks what it has not done yet (`omnigym.devices.sim.fuzz`), on each platform: tree and pixels
  of each step, records and files at the end of an episode. With ``--app`` it keeps to one app, on the platforms that
  have it; both checkouts must know the option.

A checkout that has this file records by its own, so that a change of names brings its own way to read them. Of the
first difference of each kind the step is told; ``--show KEY`` prints what both made of one record.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import inspect
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

_KINDS = ("declared", "played", "used")
_ROOT = Path(__file__).resolve().parent.parent
#: Of an episode of the explorer.
_STEPS = 300
#: After so many steps at most an episode of one app is back in it.
_AWAY = 10
#: A record of which a checkout has none.
_NONE: dict[str, Any] = {}


# -- recording --------------------------------------------------------------------------------------------------------


def plain(value: object) -> Any:
    """A value of a declaration as JSON can hold it, the same whatever its classes are called."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {type(value).__name__: fields} if ".setup." in type(value).__module__ else fields
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return None if callable(value) else value if value is None or isinstance(value, str | int | float) else repr(value)


def _digest(value: object) -> str:
    content = value if isinstance(value, bytes) else json.dumps(value, sort_keys=True, default=str).encode()
    return hashlib.blake2b(content, digest_size=8).hexdigest()


class Recorder:
    """What happens on a device, step by step.

    Args:
        detail: Whether what stands behind the digests is kept, too.
    """

    def __init__(self, detail: bool) -> None:
        self._detail = detail
        self.steps: list[str] = []
        self.details: list[str] = []

    def step(self, device: Any, action: object, *more: object) -> None:
        """Look at a device after an action."""
        tree = [(str(n.role), n.name, n.value, int(n.states), n.bounds, n.key, n.layer) for n in device.tree().nodes]
        parts = (_digest(repr(action)), _digest(tree), _digest(device.screenshot().tobytes()), _digest(more))
        self.steps.append(" ".join(parts))
        if self._detail:
            self.details += [f"-- {action!r} {more}", f"pixels {parts[2]}", *map(str, tree)]

    def end(self, data: Any) -> str:
        """A digest of the user's data."""
        if data is None:
            return ""
        held: dict[str, Hashable] = {f"file {place}": data.read(place) for place in data.files()}
        held |= {f"table {at}": json.dumps([dict(row) for row in data.rows(at)]) for at in data.tables}
        held |= {f"setting {key}": value for key, value in data.settings.items()}
        held["clipboard"] = repr(data.clipboard)
        if self._detail:
            self.details += [f"{place}: {value!r}" for place, value in held.items()]
        return _digest({place: _digest(repr(value)) for place, value in held.items()})


def declared(matching: str, **_: object) -> Iterator[dict[str, Any]]:
    """Records of subtasks, trials, checks and tasks."""
    from omnigym.evaluation.registry import check_names, get_check
    from omnigym.tasks.registry import all_subtasks, counterexamples_of
    from omnigym.tasks.suites import suite_names, suite_tasks
    from omnigym.tasks.task_file import dumps_line

    for subtask in all_subtasks(None):
        if matching not in subtask.id:
            continue
        for field in dataclasses.fields(subtask):
            if field.name != "oracle":
                yield {"key": f"subtask {subtask.id} {field.name}", "value": plain(getattr(subtask, field.name))}
        listed = [
            (t.kind, t.name, t.platforms, t.desktops)
            for kind in ("right", "wrong")
            for t in counterexamples_of(subtask.id, kind)
        ]
        yield {"key": f"trials {subtask.id}", "value": plain(sorted(listed))}
    for name in check_names() if not matching else ():
        yield {"key": f"check {name}", "value": str(inspect.signature(get_check(name).function))}
    for suite in suite_names() if not matching else ():
        if suite not in ("omnibench", "miniwob"):  # its bytes are a file of the package; its tasks are another's
            for task in suite_tasks(suite):
                line = dumps_line(dataclasses.replace(task, host=None))
                yield {"key": f"task {task.id}", "value": _digest(line.encode())}


def played(matching: str, every: bool, detail: bool, **_: object) -> Iterator[dict[str, Any]]:
    """Records of oracles and trials."""
    from omnigym.devices.config import build_device
    from omnigym.tasks.registry import counterexamples_of
    from omnigym.tasks.rollout import Stage
    from omnigym.tasks.suites import suite_tasks

    for name in ("sim", "phone", "ubuntu"):
        device, seen = build_device(name), set[str]()
        tasks = [t for t in suite_tasks("one-node", name) if matching in t.id]
        for task in tasks:
            subtask = task.nodes[0].subtask
            if subtask in seen and not every:
                continue
            seen.add(subtask)
            stage = Stage(task, device)
            if stage.desktop and task.subtasks[0].desktops and stage.desktop not in task.subtasks[0].desktops:
                continue
            trials = [trial for kind in ("right", "wrong") for trial in counterexamples_of(subtask, kind)]  # type: ignore[arg-type]
            here = [t for t in trials if device.platform in (t.platforms or (device.platform,))]
            for run, trial in [("oracle", None), *[(f"{t.kind} {t.name}", t) for t in here]]:
                recorder = Recorder(detail)
                actions = stage.oracle() if trial is None else stage.trial(trial)
                outcome = stage.play(_recorded(actions, recorder, stage))
                yield {
                    "key": f"{name} {task.id} {run}",
                    "steps": recorder.steps,
                    "value": (outcome.coverage, outcome.completed, outcome.problem, recorder.end(stage.user_data())),
                    "details": recorder.details,
                }
            stage.end()
        device.close()


def _recorded(actions: Iterator[Any], recorder: Recorder, stage: Any) -> Iterator[Any]:
    for action in actions:
        yield action
        recorder.step(stage.acting, action, stage.evaluator.coverage)


def used(matching: str, detail: bool, episodes: int, app: str, **_: object) -> Iterator[dict[str, Any]]:
    """Records of the explorer's episodes."""
    from omnigym.devices.sim.crawl import SCREENS
    from omnigym.devices.sim.device import SimDevice
    from omnigym.devices.sim.fuzz import Explorer

    for platform, (size, scale) in SCREENS.items():
        for seed in range(episodes):
            key = f"{platform} episode {seed}"
            if matching not in key:
                continue
            device = SimDevice(size, platform=platform, scale=scale)
            device.reset(seed)
            if app and app not in device.apps():
                break
            explorer, recorder = Explorer(device, seed, hostile=False), Recorder(detail)
            for number in range(_STEPS):
                if app and number % _AWAY == 0 and not any(w.active and w.app == app for w in device.windows()):
                    device.launch(app)
                action = explorer.action()
                device.act(action)
                recorder.step(device, action)
            yield {
                "key": key,
                "steps": recorder.steps,
                "value": recorder.end(device.user_data()),
                "details": recorder.details,
            }
            device.close()


_RECORDS: Mapping[str, Callable[..., Iterator[dict[str, Any]]]] = {"declared": declared, "played": played, "used": used}


# -- comparing --------------------------------------------------------------------------------------------------------


@contextmanager
def checkout(of: str) -> Iterator[Path]:
    """A directory with a commit; a directory is itself."""
    if Path(of).is_dir():
        yield Path(of).resolve()
        return
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(["git", "-C", _ROOT, "worktree", "add", "-q", "--detach", made, of], check=True)
        try:
            yield Path(made)
        finally:
            subprocess.run(["git", "-C", _ROOT, "worktree", "remove", "--force", made], check=True)


@contextmanager
def recording(tree: Path, kind: str, options: Mapping[str, object]) -> Iterator[Iterator[dict[str, Any]]]:
    """The records of a checkout, as a process makes them."""
    own = tree / "scripts" / "same.py"
    script = own if own.exists() else Path(__file__).resolve()
    argv = [sys.executable, str(script), "--record", json.dumps({"kind": kind, **options})]
    with subprocess.Popen(
        argv, env={**os.environ, "PYTHONPATH": str(tree)}, cwd=tree, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield map(json.loads, process.stdout)
        process.stdout.close()
    if process.returncode:
        raise SystemExit(f"{tree} could not be recorded; what it said is above.")


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """In what two records of a key differ; "" for nothing."""
    for number, (a, b) in enumerate(zip_longest(old.get("steps", ()), new.get("steps", ()))):
        if a != b:
            if a is None or b is None:
                return f"one has {number} steps, the other one more"
            names = ("action", "tree", "pixels", "coverage")
            other = [name for name, x, y in zip(names, a.split(), b.split(), strict=True) if x != y]
            return f"step {number}: {', '.join(other)}"
    return "" if old["value"] == new["value"] else f"{old['value']!r:.200} is now {new['value']!r:.200}"


def compare(old: Iterator[dict[str, Any]], new: Iterator[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Each key, and in what its records differ ("" for nothing); records need not come in the same order."""
    waiting: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for pair in zip_longest(old, new, fillvalue=_NONE):
        for which, record in enumerate(pair):
            if record is _NONE:
                continue
            other = waiting[1 - which].pop(record["key"], None)
            if other is None:
                waiting[which][record["key"]] = record
            else:
                yield record["key"], difference(*((other, record) if which else (record, other)))
    for which, word in ((0, "gone"), (1, "new")):
        yield from [(key, word) for key in waiting[which]]


def run(against: Path, kind: str, options: Mapping[str, object]) -> int:
    """Compare one kind, in a process a checkout; the number of differences."""
    found = count = 0
    with recording(against, kind, options) as old, recording(_ROOT, kind, options) as new:
        for key, other in compare(old, new):
            count += 1
            if other:
                found += 1
                print(f"{kind}: {key}: {other}", flush=True)
            if count % 500 == 0:
                print(f"{kind}: {count:,} records, {found} differ", file=sys.stderr)
    print(f"{kind}: {count:,} records compared, {found} differ.")
    return found


def show(against: Path, kind: str, key: str, options: Mapping[str, object]) -> None:
    """Print what both made of one record, as a diff."""
    import difflib

    texts = []
    for tree in (against, _ROOT):
        with recording(tree, kind, {**options, "detail": True}) as records:
            known = [r for r in records if r["key"] == key]
        texts.append(known[0].get("details") or json.dumps(known[0]["value"], indent=1).splitlines() if known else [])
    print("\n".join(difflib.unified_diff(*texts, str(against), str(_ROOT), lineterm="", n=1)))


def main() -> int:
    """Compare, or record for another process; the exit code is 1 where something differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--against", default="main", help="a commit, or a directory")
    parser.add_argument("--only", default=",".join(_KINDS), help="the kinds, with commas")
    parser.add_argument("--matching", default="", help="a text in the ids of subtasks, or the names of episodes")
    parser.add_argument("--every", action="store_true", help="play all parameter sets")
    parser.add_argument("--episodes", type=int, default=40, help="of the explorer, on each platform")
    parser.add_argument("--app", default="", help="the app that the explorer keeps to; default: all")
    parser.add_argument("--show", metavar="KEY", help="print what both made of a record of the one kind")
    parser.add_argument("--record", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.record:
        options = json.loads(args.record)
        for record in _RECORDS[options.pop("kind")](**options):
            print(json.dumps(record if options["detail"] else {**record, "details": ()}), flush=True)
        return 0
    options = {name: getattr(args, name) for name in ("matching", "every", "episodes", "app")} | {"detail": False}
    kinds = args.only.split(",")
    with checkout(args.against) as against:
        if args.show:
            show(against, kinds[0], args.show, {**options, "matching": args.matching or args.show.split()[1]})
            return 0
        return 1 if sum([run(against, kind, options) for kind in kinds]) else 0


if __name__ == "__main__":
    sys.exit(main())
