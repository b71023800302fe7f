"""Whether one composed task scores the same on every kind of machine, as a table.

    python -m scripts.same_score [--task composed/x11-fork-3x2-train-0] [--devices sim,x11,host,guest,vm]
                                 [--image linux]

It plays the oracle, each beginning of it (its first nodes in the best order), all nodes but the first, and nothing.
``host`` and ``guest`` run in a session of their own here: Xvfb, Openbox, D-Bus; ``vm`` in a virtual machine of an image
that is built. Exits with 1 if a row differs between two columns.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from omnigym.devices.config import build_device
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.guest.server import Guest
from omnigym.devices.host.config import HostConfig
from omnigym.devices.protocol import Device
from omnigym.tasks.rollout import Stage, oracle_order
from omnigym.tasks.suites import load_task
from tests.devices.host.conftest import log_in

_TASK, _DEVICES = "composed/x11-fork-3x2-train-0", "sim,x11,host,guest"
_TOKEN = "the token of this run"
#: A busy machine without acceleration takes long to start an office program, in seconds.
_PATIENCE_S = 300.0


@contextmanager
def made(kind: str, image: str) -> Iterator[Device]:
    """A device of a kind, while it is used."""
    with ExitStack() as undo:
        if kind in ("sim", "ubuntu", "x11"):
            yield undo.enter_context(closing(build_device(kind)))
            return
        if kind == "vm":
            from omnigym.devices.vm.config import VmConfig

            yield undo.enter_context(closing(build_device(VmConfig(image=image, timeout=_PATIENCE_S))))
            return
        session = undo.enter_context(log_in(Path(undo.enter_context(tempfile.TemporaryDirectory()))))
        host: Any = undo.enter_context(closing(build_device(HostConfig(**session.config()))))
        if kind == "host":
            yield host
            return
        served = undo.enter_context(closing(Guest(host, _TOKEN)))
        yield undo.enter_context(
            closing(build_device(GuestConfig(url=f"http://127.0.0.1:{served.port}", token=_TOKEN)))
        )


def scores(task_id: str, device: Device) -> Iterator[tuple[str, float]]:
    """Each run, by what it was, with its Coverage Rate."""
    stage = Stage(load_task(task_id), device)
    order = oracle_order(stage.task)
    yield "the oracle", stage.play(stage.oracle()).coverage
    yield "nothing", stage.play(iter(())).coverage
    for count in range(1, len(order)):
        left_out = order[count:]
        yield f"its first {count} of {len(order)}", stage.play(stage.oracle(leave_out=left_out)).coverage
    if len(order) > 1:
        yield "all but its first", stage.play(stage.oracle(leave_out=order[:1], forgive=True)).coverage


def main() -> int:
    """Print the table; 1 if a score differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--task", default=_TASK)
    parser.add_argument("--devices", default=_DEVICES, help=f"by default {_DEVICES}")
    parser.add_argument("--image", default="linux", help="the image of the device vm; by default linux")
    args = parser.parse_args()
    kinds = args.devices.split(",")
    console, columns = Console(width=110), dict[str, dict[str, float]]()
    for kind in kinds:
        with made(kind, args.image) as device:
            for run, score in scores(args.task, device):
                console.print(f"{kind}, {run}: {score:.3f}", highlight=False)
                columns.setdefault(kind, {})[run] = score
    table = Table(title=args.task)
    for name in ("run", *kinds):
        table.add_column(name, justify="left" if name == "run" else "right")
    rows = {run: [columns[kind].get(run) for kind in kinds] for run in columns[kinds[0]]}
    for run, row in rows.items():
        table.add_row(run, *("" if score is None else f"{score:.3f}" for score in row))
    console.print(table)
    same = all(len(set(row)) == 1 for row in rows.values())
    console.print("The same everywhere." if same else "They differ.")
    return 0 if same else 1


if __name__ == "__main__":
    raise SystemExit(main())
