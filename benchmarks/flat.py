"""What a step costs among many cells, paragraphs, files, mails, records; beside the same step among a few.

    python benchmarks/flat.py [--sizes 1000 10000 50000] [--steps 40] [--case sheet ...] [--goal 1.5]

Each case fills an app with so many things, opens it, and makes the same few actions in turns, timed through
`OmniEnv.step` with a 1024x768 screenshot and the tree. The processor's time is measured, so what else runs on the
machine does not count. A ratio is that of medians: a step among so many things over a step among `SMALL` of them. The
exit code is 1 when a ratio is above the goal.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from omnigym.a11y import Node
from omnigym.actions import Action, Click, Press, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.documents import plain, write_docx
from omnigym.envs.env import OmniEnv
from omnigym.garbage import spare_collector

SMALL = 100
#: A text holds 50,000 lines, to which the steps add some.
_MOST_LINES = 49_000
_WARM = 6
_HOME = "C:/Users/user"


class Case(NamedTuple):
    """Much of something.

    Attributes:
        app: The app that shows it.
        fill: Makes so many of it, and returns the path that the app opens.
        actions: By name, what is done in turns; each gives an action for the screen of the moment.
    """

    app: str
    fill: Callable[[SimDevice, int], str]
    actions: dict[str, Callable[[SimDevice, int], Action]]


def _at(device: SimDevice, node: Node) -> Action:
    return Click(((node.center[0] + 0.5) / device.size[0], (node.center[1] + 0.5) / device.size[1]))


def _key(*keys: str, held: tuple[str, ...] = ()) -> Callable[[SimDevice, int], Action]:
    return lambda _, turn: Press(keys[turn % len(keys)], held)  # type: ignore[arg-type]


def _on(*starts: str) -> Callable[[SimDevice, int], Action]:
    """A click on the next one in turn of what is shown by keys that begin so."""

    def click(device: SimDevice, turn: int) -> Action:
        nodes = [n for n in device.tree().nodes if n.key.startswith(starts) and "scrollbar" not in n.key]
        return _at(device, nodes[turn % len(nodes)])

    return click


def _letter(_device: SimDevice, turn: int) -> Action:
    return Type("abcdefghij "[turn % 11])


def _sheet(device: SimDevice, count: int) -> str:
    rows = [",".join([str(row * 7 % 101 + column) for column in range(25)]) for row in range(count // 25)]
    device.write_file("Documents/wide.csv", "\n".join(rows).encode())
    return f"{_HOME}/Documents/wide.csv"


def _document(device: SimDevice, count: int) -> str:
    text = "\n".join([f"No {n}" for n in range(min(count, _MOST_LINES))])
    device.write_file("Documents/long.docx", write_docx(plain(text)))
    return f"{_HOME}/Documents/long.docx"


def _lines(device: SimDevice, count: int) -> str:
    device.write_file("Documents/long.txt", "\n".join([f"No {n}" for n in range(min(count, _MOST_LINES))]).encode())
    return f"{_HOME}/Documents/long.txt"


def _files(device: SimDevice, count: int) -> str:
    for n in range(count):
        device.write_file(f"Documents/Many/file {n:05}.txt", b"x")
    return f"{_HOME}/Documents/Many"


def _mails(device: SimDevice, count: int) -> str:
    for n in range(count):
        _mail(device, n)
    return ""


def _mail(device: SimDevice, n: int) -> None:
    head = f"From: Ann{n % 7} <ann{n % 7}@example.com>\nTo: user@example.com\nSubject: Report {n}\n"
    stamp = f"Date: Wed, {1 + n % 12:02} Mar 2025 {n % 24:02}:{n % 60:02}:00 +0000\n\n"
    device.write_file(f"AppData/Local/Mail/Inbox/m{n:05}.eml", (head + stamp + "Hello.").encode())


def _arrives(device: SimDevice, turn: int) -> Action:
    _mail(device, 90_000 + turn)
    return Press("shift")


def _tasks(device: SimDevice, count: int) -> str:
    tasks = [{"id": f"t{n}", "list": "Tasks", "title": f"Task {n}"} for n in range(count)]
    device.write_file("AppData/Local/ToDo/tasks.json", json.dumps({"lists": ["Tasks"], "tasks": tasks}).encode())
    return ""


def _people(device: SimDevice, count: int) -> str:
    rows = [{"id": n, "name": f"Person {n:05}", "email": f"p{n}@example.com"} for n in range(1, count + 1)]
    device.write_file("AppData/Local/People/contacts.json", json.dumps({"rows": rows}).encode())
    return ""


#: What there is much of.
CASES: dict[str, Case] = {
    "sheet": Case(
        "excel", _sheet, {"letter": _letter, "arrow": _key("down", "up"), "click": _on("excel.grid.C", "excel.grid.D")}
    ),
    "document": Case(
        "word",
        _document,
        {
            "letter": _letter,
            "enter": _key("enter"),
            "arrow": _key("down", "up"),
            "to the end": _key("end", "home", held=("ctrl",)),
        },
    ),
    "text": Case(
        "text_editor",
        _lines,
        {
            "letter": _letter,
            "enter": _key("enter"),
            "arrow": _key("down", "up"),
            "to the end": _key("end", "home", held=("ctrl",)),
        },
    ),
    "files": Case(
        "file_manager",
        _files,
        {
            "click": _on("explorer.items."),
            "arrow": _key("down", "up"),
            "new folder": _key("n", held=("ctrl", "shift")),
            "its name": _key("enter"),
        },
    ),
    "mails": Case("mail", _mails, {"click": _on("mail.list."), "arrow": _key("down", "up"), "new mail": _arrives}),
    "tasks": Case(
        "todo",
        _tasks,
        {
            "click": _on("todo.tasks."),
            "to add": _on("todo.add"),
            "letter": _letter,
            "new task": _key("enter"),
        },
    ),
    "people": Case("people", _people, {"click": _on("people.person.")}),
}
#: What is done once before a case is timed.
_FIRST: dict[str, Sequence[Callable[[SimDevice, int], Action]]] = {"tasks": (_on("todo.page.tasks"),)}


def measure(name: str, count: int, steps: int) -> Iterator[tuple[str, float]]:
    """Yields (name of the action, seconds of its step) among ``count`` things."""
    case = CASES[name]
    env = OmniEnv(tasks="suite:composed-2 nodes:5", max_steps=10**9, limits={"max_idle_steps": 10**9})
    env.reset(seed=0)
    device = env.device
    assert isinstance(device, SimDevice)
    device.launch(case.app, case.fill(device, count) or None)
    for first in _FIRST.get(name, ()):
        env.step(first(device, 0))
    spare_collector()
    held = None
    for turn in range(steps + _WARM):
        for what, action in case.actions.items():
            chosen = action(device, turn)
            start = time.process_time()
            held = env.step(chosen)
            if turn >= _WARM:
                yield what, time.process_time() - start
    del held
    env.close()


def _medians(name: str, count: int, steps: int) -> dict[str, float]:
    times: dict[str, list[float]] = {}
    for what, took in measure(name, count, steps):
        times.setdefault(what, []).append(took)
    return {what: statistics.median(found) for what, found in times.items()}


def main() -> int:
    """Run the cases and print a table; the exit code is 1 when a ratio is above the goal."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 50_000])
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument(
        "--case", action="append", choices=list(CASES), help="only this one; may be given several times"
    )
    parser.add_argument("--goal", type=float, default=1.5)
    args = parser.parse_args()
    table = Table(title=f"A step among many things over one among {SMALL}, at 1024x768 with tree")
    for column in ("many", "step", f"ms among {SMALL}", *(f"{size:,}" for size in args.sizes)):
        table.add_column(column, justify="left" if column in ("many", "step") else "right")
    above = 0
    for name in args.case or CASES:
        small = _medians(name, SMALL, args.steps)
        large = [_medians(name, size, args.steps) for size in args.sizes]
        for what, base in small.items():
            ratios = [found[what] / base for found in large]
            missed = max(ratios) > args.goal
            above += missed
            figures = [f"{ratio:.2f}" for ratio in ratios]
            table.add_row(name, what, f"{base * 1e3:.2f}", *figures, style="bold red" if missed else None)
    console = Console(width=110)
    console.print(table)
    console.print(f"{above} above {args.goal:g}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
