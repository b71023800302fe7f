"""Trace four trips through the code, and write the table of each into ``docs/spine.md``.

A trip runs under `sys.setprofile`. Its table has the files of `TRIPS` in the order in which the trip reaches them, and
the documented functions that it calls there. A file that the trip does not reach raises an error, so the page cannot
name code that is not used. ``docs/gen.py`` runs this file in a process of its own: caches that other code has filled
would hide calls.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import gymnasium

import omnigym  # registers the ids
from omnigym.actions import Click
from omnigym.spaces import encode_action

PACKAGE = Path(omnigym.__file__).parent
PAGE = Path(__file__).with_name("spine.md")
ENV_ID, TASK = "OmniBench-Win11-v0", "files/create-folder@0"
#: A task whose file no other trip has read.
FRESH_TASK = "text/append-line@0"
#: A block of the page that is made: the name of its trip, and its table; and the size of the core.
_BLOCK = re.compile(r"(?P<begin><!-- trip: (?P<name>[\w-]+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)
_SUM = re.compile(r"(?P<begin><!-- sum -->).*?(?P<end><!-- end -->)", re.DOTALL)


class Trip(NamedTuple):
    """A trip.

    Attributes:
        travel: Prepares the trip, yields, makes it, yields, and cleans up.
        files: The files to read, below the package.
    """

    travel: Callable[[], Iterator[None]]
    files: tuple[str, ...]


def _click() -> Iterator[None]:
    env = gymnasium.make(ENV_ID, tasks=TASK)
    env.reset(seed=0)
    action = encode_action(Click((0.5, 0.5)))
    yield
    env.step(action)
    yield
    env.close()


def _task() -> Iterator[None]:
    from omnigym.tasks.suites import load_task

    env = gymnasium.make(ENV_ID, tasks=TASK)
    env.reset(seed=0)
    yield
    env.reset(seed=0, options={"task": load_task(FRESH_TASK)})
    yield
    env.close()


def _answer() -> Iterator[None]:
    from omnigym.agents.chat import ChatAgent
    from omnigym.agents.config import ChatConfig
    from omnigym.agents.model import Answer

    class Model:
        """Answers every question with one click."""

        def answer(self, *_asked: object) -> Answer:
            return Answer("click(x=40, y=40)")

    agent = ChatAgent(ChatConfig(model="scripted", url="http://localhost:1", form="code"), Model())
    env = agent.wrap(gymnasium.make(ENV_ID, tasks=TASK))
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    yield
    env.step(agent.act(observation, info))
    yield
    env.close()


def _recording() -> Iterator[None]:
    from omnigym.wrappers import RecordTrajectory

    with tempfile.TemporaryDirectory() as folder:
        env = RecordTrajectory(gymnasium.make(ENV_ID, tasks=TASK), folder)
        env.action_space.seed(0)
        env.reset(seed=0)
        yield
        env.step(env.action_space.sample())
        yield
        env.close()


TRIPS: Mapping[str, Trip] = {
    "click": Trip(
        _click,
        (
            "envs/env.py",
            "envs/episodic.py",
            "envs/runner.py",
            "spaces/action.py",
            "devices/sim/device.py",
            "sim/input/action_dispatch.py",
            "sim/accessibility.py",
            "evaluation/evaluator.py",
            "evaluation/bound_check.py",
            "evaluation/probe.py",
            "envs/observer.py",
            "envs/rewards.py",
        ),
    ),
    "task": Trip(
        _task,
        (
            "tasks/suites.py",
            "tasks/registry.py",
            "tasks/subtask_file.py",
            "tasks/subtask.py",
            "tasks/task.py",
            "tasks/node_binding.py",
            "evaluation/graph.py",
        ),
    ),
    "answer": Trip(_answer, ("agents/chat.py", "agents/structures.py", "agents/dialects/dialect.py")),
    "recording": Trip(_recording, ("wrappers/record_trajectory.py", "recording/writer.py")),
}


def visited(trip: Trip) -> dict[str, list[str]]:
    """Return the qualified names of the functions that a trip calls, by file below the package, in order of call."""
    seen: dict[str, dict[str, None]] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(PACKAGE)) and code.co_name[0] != "<":
            file = Path(code.co_filename).relative_to(PACKAGE).as_posix()
            seen.setdefault(file, {})[code.co_qualname] = None

    steps = trip.travel()
    next(steps)
    sys.setprofile(note)
    try:
        next(steps)
    finally:
        sys.setprofile(None)
    next(steps, None)
    return {file: list(names) for file, names in seen.items()}


def summaries(source: str) -> dict[str, str]:
    """Return the first sentence of each documented function of a module's source, by qualified name."""
    found: dict[str, str] = {}

    def walk(body: list[ast.stmt], prefix: str) -> None:
        for part in body:
            if isinstance(part, ast.ClassDef):
                walk(part.body, f"{prefix}{part.name}.")
            elif isinstance(part, ast.FunctionDef) and (text := ast.get_docstring(part)):
                first = " ".join(inspect.cleandoc(text).split("\n\n")[0].split())
                first = first.replace("|", "\\|")  # a cell of a table
                found[f"{prefix}{part.name}"] = re.split(r"(?<=[.:;])\s(?=[A-Z])", first)[0].rstrip(":;")

    walk(ast.parse(source).body, "")
    return found


def table(trip: Trip) -> str:
    """Return the table of a trip.

    Raises:
        LookupError: The trip does not reach one of its files.
    """
    seen = visited(trip)
    if missing := [file for file in trip.files if file not in seen]:
        raise LookupError(f"The trip does not reach {', '.join(missing)}. Mend TRIPS of docs/spine.py.")
    rows = ["| file | lines | functions of the trip |", "|---|---:|---|"]
    for file in [file for file in seen if file in trip.files]:
        source = (PACKAGE / file).read_text(encoding="utf-8")
        known = summaries(source)
        shown = [name for name in seen[file] if name in known] or seen[file]
        cell = "<br>".join(f"`{name}`: {known.get(name, 'short, without a docstring.')}" for name in shown)
        rows.append(f"| [{file}](../omnigym/{file}) | {len(source.splitlines())} | {cell} |")
    calls = len(seen) - len(trip.files)
    return "\n".join((*rows, "", f"The trip passes through {calls} more files, which you can take on trust.", ""))


def written(text: str) -> str:
    """Return the page with every made block brought up to date."""
    files = {file for trip in TRIPS.values() for file in trip.files}
    lines = sum(len((PACKAGE / file).read_text(encoding="utf-8").splitlines()) for file in files)
    size = f"{len(files)} files, {round(lines, -2):,} lines"
    text = _SUM.sub(lambda m: f"{m['begin']}{size}{m['end']}", text)
    return _BLOCK.sub(lambda m: f"{m['begin']}\n{table(TRIPS[m['name']])}\n{m['end']}", text)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.stdout.write(written(PAGE.read_text(encoding="utf-8")))
    else:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
