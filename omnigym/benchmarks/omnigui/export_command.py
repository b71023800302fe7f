"""``omnigym omnigui export``: demonstrations in OmniGUI's published layout."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from omnigym.baselines.oracle import OracleAgent
from omnigym.benchmarks.omnigui import DIMENSIONS, OmniGUIWriter
from omnigym.benchmarks.omnigui.export import export_episode
from omnigym.cli.console import counted, printable, progress, stderr, stdout
from omnigym.cli.options import DeviceOption, SeedOption, SplitOption, TasksOption, make_environment, one_of
from omnigym.errors import ActionError, ConfigError, RecordingError

__all__ = ["export"]

_ENV: Final = "OmniBench-Android-v0"
_SUITE: Final = "suite:omnigui"


def export(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="An empty directory, or one to be made.")],
    tasks: TasksOption = _SUITE,
    split: SplitOption = None,
    device: DeviceOption = None,
    episodes: Annotated[int | None, typer.Option("--episodes", min=1, help="The first so many tasks only.")] = None,
    dimension: Annotated[
        str | None,
        typer.Option("--dimension", metavar="NAME", help="Dimension of tasks that have none of their own."),
    ] = None,
    seed: SeedOption = 0,
) -> None:
    """Write oracle episodes as a set that `omnigym omnigui score` reads: screenshots, films, sounds and rows by step.

    Taps have the box of the element that they hit. A task whose oracle does what OmniGUI has no action for, such as a
    chord, is left out and named. After Ctrl-C the whole episodes count. An interrupted export is not resumed.
    """
    known = "" if dimension is None else one_of("dimension", dimension, DIMENSIONS)
    env: Any = make_environment(_ENV, device, tasks, split, observation="both", audio=True, video=True, max_steps=400)
    chosen = env.unwrapped.tasks[:episodes]
    writer, agent = OmniGUIWriter(directory), OracleAgent()
    steps, left_out = list[int](), list[str]()
    try:
        with progress("Exporting", len(chosen)) as advance:
            for number, task in enumerate(chosen):
                try:
                    steps.append(export_episode(env, agent, task, seed + number, writer, known))
                except (ActionError, ConfigError) as e:
                    left_out.append(f"{task.id}: {e}")
                advance(1, task.id)
        writer.close()
    except KeyboardInterrupt:
        writer.close()
        raise
    except OSError as e:
        raise RecordingError(
            f"Cannot write into {directory}: {e.strerror}. None of it counts. Remove it, and name one with space."
        ) from e
    finally:
        env.close()
    for line in left_out:
        stderr().print(printable(f"left out: {line}"), markup=False, soft_wrap=True)
    if not steps:
        raise ConfigError(f"None of {counted(len(chosen), 'task')} could be exported.")
    stdout().print(f"{counted(len(steps), 'episode')}, {counted(sum(steps), 'step')} in {directory}", markup=False)
