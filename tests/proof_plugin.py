"""The pytest plugin of proofs: ``--proofs=changed`` leaves out what the lock holds, ``--proofs=prove`` renews it.

By default all that is asked for is played. ``changed`` plays the groups that the lock does not hold, and of the others
a twentieth that the commit draws. ``prove`` plays the groups that the lock does not hold, each in a process of its own,
which begins with the common modules alone: so what it has imported in the end is what the group depends on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.proof_lock import Entry, Lock, Tree, part_of_app

ROOT = Path(__file__).parents[1]
#: One in so many proofs that the lock holds is played all the same.
DRAWN = 20
_MARK = "mark.proof"
#: The simulated devices of proofs, which are started before a group's process begins.
_DEVICES = ("sim", "phone", "ubuntu")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    ways = ("all", "changed", "prove")
    parser.addoption("--proofs", choices=ways, default="all", help="The proofs that are played (tests/proof_lock.py).")
    parser.addoption("--proof-jobs", type=int, default=os.cpu_count(), help="Processes of --proofs=prove.")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """To prove, import no test module without proofs: it would bring its own imports into the common ones."""
    if config.getoption("proofs") != "prove" or collection_path.suffix != ".py":
        return None
    if not collection_path.name.startswith("test_") or _MARK not in collection_path.read_text(encoding="utf-8"):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what need not be played: see the module."""
    way = config.getoption("proofs")
    marked = [item for item in items if item.get_closest_marker("proof")]
    if way == "all" or not marked:
        return
    if way == "prove":
        _leave(config, items, [item for item in items if item not in set(marked)])
        return
    lock = Lock.read(Tree(ROOT))
    held = {item for name, group in _groups(marked).items() if lock.holds(name, _ids(group)) for item in group}
    commit = _commit()
    left = [item for item in marked if item in held and not drawn(item.nodeid, commit)]
    config.stash[_SAID] = f"proofs: {len(marked) - len(left)} of {len(marked)} are played; the lock holds {len(held)}"
    _leave(config, items, left)


_SAID = pytest.StashKey[str]()


def pytest_report_collectionfinish(config: pytest.Config) -> list[str]:
    """Say how many proofs are played."""
    return [config.stash[_SAID]] if _SAID in config.stash else []


def _leave(config: pytest.Config, items: list[pytest.Item], left: Sequence[pytest.Item]) -> None:
    gone = set(left)
    items[:] = [item for item in items if item not in gone]
    if left:
        config.hook.pytest_deselected(items=left)


def drawn(nodeid: str, commit: str) -> bool:
    """Whether it is a proof's turn, though the lock holds it."""
    return zlib.crc32(f"{commit} {nodeid}".encode()) % DRAWN == 0


def _commit() -> str:
    said = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return said.stdout.strip()


def group_of(item: pytest.Item) -> str:
    """The name of a test's group: the device and the app of its subtask, or the file with the device."""
    params = getattr(item, "callspec", None)
    values: dict[str, Any] = params.params if params is not None else {}
    marker = item.get_closest_marker("proof")
    device = str(values.get("device") or (marker.args[0] if marker and marker.args else ""))
    app = next((v.app for v in values.values() if hasattr(v, "app")), values.get("app", ""))
    if isinstance(app, str) and app:
        return f"{device} {app}".strip()
    name = values.get("name", "")
    file = item.nodeid.partition("::")[0].removeprefix("tests/")
    return " ".join(str(part) for part in (file, device, name) if part)


def _groups(items: Sequence[pytest.Item]) -> dict[str, list[pytest.Item]]:
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        found.setdefault(group_of(item), []).append(item)
    return found


def _ids(items: Sequence[pytest.Item]) -> list[str]:
    return [item.nodeid for item in items]


# -- renewing the lock ------------------------------------------------------------------------------------------------


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Prove, instead of running the tests one after another."""
    if session.config.getoption("proofs") != "prove" or session.config.getoption("collectonly"):
        return None
    _start_devices()
    lock = Lock.read(Tree(ROOT))
    groups = _groups(session.items)
    files = _imported()
    common = {*lock.tree.parts(files), "constraints.txt"}
    new = Lock(lock.tree, common)
    kept = [e for e in lock.entries if e.group in groups and e.key == new.key(_ids(groups[e.group]), e.parts)]
    held = {e.group for e in kept}
    other = [] if _is_whole(session.config) else [e for e in lock.entries if e.group not in groups]
    left = {name: items for name, items in groups.items() if name not in held}
    run = _Run(session, new, left, files)
    made = list(run.entries())
    Lock(lock.tree, common, [*kept, *made, *other]).write()
    run.say(f"{len(made)} groups are proved, {len(held)} were, {len(left) - len(made)} are not.")
    session.testsfailed = run.failed
    return True


def _is_whole(config: pytest.Config) -> bool:
    return config.args == ["tests"] and not config.getoption("keyword")


def _start_devices() -> None:
    from omnigym.devices.config import build_device

    for name in _DEVICES:
        with closing(build_device(name)) as device:
            device.reset(0)
            device.tree()  # type: ignore[attr-defined]
            device.user_data()  # type: ignore[attr-defined]


def _imported() -> set[str]:
    """The files of the repository that this process has imported."""
    files = {Path(f) for m in list(sys.modules.values()) if (f := getattr(m, "__file__", None))}
    own = {f for f in files if f.is_relative_to(ROOT) and not f.is_relative_to(sys.prefix)}
    return {f.relative_to(ROOT).as_posix() for f in own}


class _Run:
    """Proves groups, each in a process that is forked for it.

    Args:
        session: The session.
        lock: The lock with the common parts.
        groups: The tests of each group.
        common: The files that were imported before.
    """

    def __init__(
        self, session: pytest.Session, lock: Lock, groups: dict[str, list[pytest.Item]], common: set[str]
    ) -> None:
        self._session, self._lock, self._groups, self._common = session, lock, groups, common
        self._running: dict[int, tuple[str, int, float]] = {}
        self.failed = self._done = 0

    @cached_property
    def _terminal(self) -> Any:
        return self._session.config.pluginmanager.get_plugin("terminalreporter")

    def say(self, line: str) -> None:
        """Print a line."""
        if self._terminal is not None:
            self._terminal.ensure_newline()
            self._terminal.write_line(line, flush=True)

    def entries(self) -> Iterator[Entry]:
        """The entries of the groups that pass; the largest groups are played first."""
        self._lock.key((), ())  # reads the common parts once, for all processes
        waiting = sorted(self._groups, key=lambda name: (len(self._groups[name]), name))
        jobs = max(1, self._session.config.getoption("proof_jobs"))
        while waiting or self._running:
            while waiting and len(self._running) < jobs:
                self._start(waiting.pop())
            yield from self._end_one()

    def _start(self, name: str) -> None:
        reading, writing = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os.close(reading)
            told = json.dumps(_play(self._groups[name])).encode()
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(told)
            os._exit(0)
        os.close(writing)
        self._running[child] = (name, reading, time.monotonic())

    def _end_one(self) -> Iterator[Entry]:
        """Wait for a process that has told all: it ends only when somebody reads what it has to say."""
        import select

        ready, _, _ = select.select([reading for _, reading, _ in self._running.values()], [], [])
        child = next(pid for pid, (_, reading, _) in self._running.items() if reading in ready)
        name, reading, began = self._running.pop(child)
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read()
        os.waitpid(child, 0)
        told = json.loads(said) if said else {"failed": ["The process ended early."]}
        self._done += 1
        items = self._groups[name]
        verdict = (
            f"{len(told['failed'])} FAILED" if told["failed"] else f"{told['skipped']} skipped" * bool(told["skipped"])
        )
        spent = f"{len(items)} tests, {time.monotonic() - began:.0f} s"
        self.say(f"{self._done:4}/{len(self._groups)} {name}: {spent} {verdict}".rstrip())
        for text in told["failed"]:
            self.say(text)
        self.failed += len(told["failed"])
        if not told["failed"] and not told["skipped"]:
            parts = self._lock.tree.parts(told["files"], self._common) - set(self._lock.common)
            own = tuple(sorted({*parts, *map(part_of_app, told["apps"])}))
            yield Entry(name, self._lock.key(_ids(items), own), own)


def _play(items: Sequence[pytest.Item]) -> dict[str, Any]:
    """Run a group's tests in this process: what failed, how many were skipped, and the parts that they depend on."""
    from omnigym.tasks.oracle import UI

    apps, make = set[str](), UI.__init__

    def made(self: UI, device: Any, app: str = "", *args: Any, **kwargs: Any) -> None:
        apps.add(app)
        make(self, device, app, *args, **kwargs)

    UI.__init__ = made  # type: ignore[method-assign]
    failed, skipped = [], 0
    for item, following in zip(items, [*items[1:], None], strict=True):
        reports = runtestprotocol(item, nextitem=following, log=False)
        failed += [f"{item.nodeid} ({r.when})\n{r.longreprtext}" for r in reports if r.failed]
        skipped += any(r.skipped for r in reports)
    return {"failed": failed, "skipped": skipped, "files": sorted(_imported()), "apps": sorted(apps - {""})}
