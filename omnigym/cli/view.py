"""``omnigym view``."""

from __future__ import annotations

import contextlib
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import stdout
from omnigym.errors import ConfigError
from omnigym.view.export import write_export
from omnigym.view.runs import Run
from omnigym.view.server import Pages, Server

__all__ = ["view"]

_PORT = 8643


def view(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN [RUN2]", help="A run's directory, any with recordings, or a file of rollouts."),
    ],
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write one episode as an HTML file that needs nothing else."),
    ] = None,
    episode: Annotated[
        int | None, typer.Option("--episode", metavar="N", help="Which episode to export; by default the first.")
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, metavar="N", help="Where the page is; 0 for any free port.")
    ] = _PORT,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in the default browser too.")] = False,
) -> None:
    """Look at what agents did: a page with the episodes of a run, or of two runs side by side.

    Step through the screens with the actions drawn on them; beside them what the agent thought, the task's parts as
    they are completed, and the accessibility tree if it was recorded. The page is for this machine's browser alone.
    Ctrl+C ends it.
    """
    if len(runs) > 2:
        raise ConfigError(f"Expected one run, or two to lay side by side, got {len(runs)}.")
    if export is not None:
        _export(runs, export, episode)
        return
    if episode is not None:
        raise ConfigError("--episode says which one to --export: name a file, or choose it in the page.")
    with Server(Pages(runs), port) as running:
        stdout().print(f"{running.url}  (Ctrl+C ends it)", markup=False, soft_wrap=True)
        if browser:
            webbrowser.open(running.url)
        with contextlib.suppress(KeyboardInterrupt):
            running.run()


def _export(runs: list[Path], out: Path, episode: int | None) -> None:
    if len(runs) > 1:
        raise ConfigError(f"An episode is of one run, got {len(runs)}. Name the one that has it.")
    run = Run(runs[0])
    if not run.entries:
        raise ConfigError(f"{runs[0]} has no episode to export.")
    try:
        write_export(run, run.entries[0].number if episode is None else episode, out)
    except OSError as e:
        raise ConfigError(
            f"Cannot write {out}: {e.strerror or e}. Name a file in a directory that can be written."
        ) from e
    stdout().print(out, markup=False, soft_wrap=True)
