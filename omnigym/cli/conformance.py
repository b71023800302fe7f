"""``omnigym doctor``: with ``--device NAME``, try every promise of a device, and print a report to send in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

import typer
from PIL import Image
from rich.console import Console
from rich.table import Table

from omnigym.cli.console import STDOUT, escape, printable, progress, stderr, stdout, write_text
from omnigym.cli.options import size_of_text
from omnigym.cli.stopping import interrupt_on_signals
from omnigym.devices.backend import DeviceConfig
from omnigym.devices.config import build_device, device_config
from omnigym.devices.conformance.promise import Promise, PromiseOutcome, run
from omnigym.devices.conformance.report import facts, report_json, without_names
from omnigym.devices.conformance.table import PROMISES
from omnigym.devices.conformance.trial import Trial
from omnigym.devices.protocol import Device
from omnigym.errors import UnknownNameError
from omnigym.pictures.files import write_picture

__all__ = ["doctor", "select_promises", "try_device"]

_MARKS = {"pass": "[green]pass[/]", "fail": "[red]FAIL[/]", "not tried": "[yellow]not tried[/]"}
_WARNING = (
    "This takes about two minutes. It moves the mouse and types, in a window of its own and in the text editor, and "
    "starts and closes a few apps. Save your work and leave mouse and keyboard alone meanwhile."
)


def doctor(
    device: Annotated[
        str,
        typer.Option(
            "--device",
            metavar="NAME",
            help="Try every promise of a device instead, and print a report to send in; host needs OMNIGYM_HOST=allow.",
        ),
    ] = "",
    size: Annotated[
        str, typer.Option("--size", metavar="WxH", help="Screen in pixels; by default that of the configuration.")
    ] = "",
    only: Annotated[
        str, typer.Option("--only", metavar="PATTERN[,PATTERN...]", help="Promises to try, such as 'text.*'.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The report as JSON; - for standard output.")
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option("--pictures", metavar="FOLDER", help="Screenshots of failures; none by default.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Begin without asking.")] = False,
) -> None:
    """List what this machine can run, missing parts, and the one command that installs them.

    A part that is reported as working was really started: extras are imported, devices are started and shown to have
    a screen. Exits with 1 if even the simulated desktop does not run.

    With --device, every promise of that device is tried on it: screen, pointer, keys, text, clipboard, tree, windows,
    files, reset. Exits with 1 if one is broken.
    """
    if device:
        config = device_config(device)
        config = replace(config, size=size_of_text(size)) if size else config
        if not try_device(config, only, yes, out, pictures):
            raise typer.Exit(1)
        return
    from omnigym.cli.doctor import look_around  # it asks for much that is not on every system

    look_around()


def select_promises(only: str) -> tuple[Promise, ...]:
    """Return the promises whose names fit one of several comma-separated patterns; all for "".

    Raises:
        UnknownNameError: A pattern fits none.

    >>> [p.name for p in select_promises("scroll.*")]
    ['scroll.vertical', 'scroll.horizontal']
    """
    if not only:
        return PROMISES
    patterns = [p.strip() for p in only.split(",")]
    for pattern in patterns:
        if not any(fnmatchcase(p.name, pattern) for p in PROMISES):
            raise UnknownNameError("promise", pattern, [p.name for p in PROMISES])
    return tuple(p for p in PROMISES if any(fnmatchcase(p.name, pattern) for pattern in patterns))


def try_device(
    config: DeviceConfig,
    only: str = "",
    yes: bool = False,
    out: Path | None = None,
    pictures: Path | None = None,
    make: Callable[[DeviceConfig], Device] = build_device,
) -> bool:
    """Try every promise of a device, and print the results.

    Args:
        config: The device.
        only: Patterns of names of promises; "" for all.
        yes: Whether to begin without asking.
        out: The file of the report as JSON, written anew after each promise; "-" for standard output, None for none.
        pictures: A folder for a screenshot of each failure; None for none.
        make: Makes the device.

    Returns:
        Whether no promise is broken.

    Raises:
        OmnigymError: The device cannot be driven at all.
        typer.Abort: Whoever was asked says no.
    """
    promises = select_promises(only)
    if config.FOUND and not yes:
        stderr().print(_WARNING)
        typer.confirm("Begin?", abort=True, err=True)
    outcomes: list[PromiseOutcome] = []
    known = facts(config)
    with interrupt_on_signals():
        trial = Trial(lambda: make(config), config)
        try:
            trial.start()
            with progress("Trying", len(promises)) as advance:
                for outcome in run(trial, promises):
                    advance(1, outcome.name)
                    if pictures is not None and outcome.picture is not None:
                        pictures.mkdir(parents=True, exist_ok=True)
                        picture = write_picture(Image.fromarray(outcome.picture))
                        (pictures / f"{outcome.name}.png").write_bytes(picture)
                    outcomes.append(replace(outcome, picture=None))
                    if out is not None and out != STDOUT:
                        write_text(out, report_json(known, outcomes))
        except KeyboardInterrupt:
            stderr().print("Interrupted: this is what was seen so far.")
        finally:
            trial.close()
    if out == STDOUT:
        typer.echo(report_json(known, outcomes), nl=False)
    else:
        _show(stdout(), config, outcomes)
        if out is not None:
            stdout().print(f"Written to {out}. It names no person and shows no file; please send it in.", markup=False)
    return bool(outcomes) and not any(o.state == "fail" for o in outcomes)


def _show(console: Console, config: DeviceConfig, outcomes: Sequence[PromiseOutcome]) -> None:
    title = f"Promises of the device {config.name}, {config.size[0]}x{config.size[1]}"
    table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 2, 0, 0))
    for o in outcomes:
        plain = {name: value for name, value in o.figures.items() if not isinstance(value, list | dict)}
        figures = ", ".join(f"{name} {value}" for name, value in plain.items())
        said = printable(without_names(o.detail)) if o.detail else figures
        table.add_row(escape(o.name), _MARKS[o.state], escape(o.keeps if not said else f"{o.keeps}: {said}"))
    console.print(table)
    count = {state: sum(o.state == state for o in outcomes) for state in _MARKS}
    console.print(f"{count['pass']} kept, {count['fail']} broken, {count['not tried']} not tried.")
