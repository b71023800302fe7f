"""``omnigym doctor``."""

from __future__ import annotations

import shlex

import typer
from rich.table import Table

from omnigym.cli.console import escape, progress, stdout
from omnigym.cli.health import Finding, probes

__all__ = ["doctor", "remedies"]

_MARKS = {"ok": "[green]yes[/]", "missing": "[yellow]no[/]", "broken": "[red]broken[/]"}
_TITLES = {"python": "Python packages", "program": "Programs", "device": "Devices (started and closed just now)"}


def doctor() -> None:
    """Say what this machine can run, what is missing, and the one command that gets it.

    Whatever is called working was really started: extras are imported, devices are brought up and shown to have a
    screen. Exits with 1 if even the simulated desktop does not run.
    """
    todo = list(probes())
    findings = []
    with progress("Looking", len(todo)) as advance:
        for probe in todo:
            advance(0, probe.name)
            findings.append(probe.run())
            advance(1, probe.name)
    console = stdout()
    for group, title in _TITLES.items():
        table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 2, 0, 0))
        for f in (f for f in findings if f.group == group):
            table.add_row(escape(f.name), _MARKS[f.state], escape(f.detail))
        console.print(table)
        console.print()
    commands = remedies(findings)
    if commands:
        console.print("To get what is missing:")
        for command in commands:
            console.print("   ", command, markup=False, soft_wrap=True)
    else:
        console.print("Nothing is missing.")
    if any(f.name in ("omnigym", "sim") and f.state != "ok" for f in findings):
        raise typer.Exit(1)


def remedies(findings: list[Finding]) -> list[str]:
    """The commands that get everything that is missing, those of one kind joined into one.

    >>> a = Finding("program", "Xvfb", "missing", "", "sudo apt-get install -y xvfb")
    >>> b = Finding("program", "bwrap", "missing", "", "sudo apt-get install -y bubblewrap")
    >>> remedies([a, b])
    ['sudo apt-get install -y xvfb bubblewrap']
    """
    packages: list[str] = []
    extras: list[str] = []
    others: list[str] = []
    for f in findings:
        words = shlex.split(f.fix)
        if f.group == "device" or not words:
            continue  # what a device lacks is among the packages and programs
        if words[:4] == ["sudo", "apt-get", "install", "-y"] and len(words) == 5:
            packages.append(words[4])
        elif words[:2] == ["pip", "install"] and words[2:3] == [f.name] and len(words) == 3 and "[" in f.name:
            extras.append(f.name.removeprefix("omnigym[").removesuffix("]"))
        else:
            others.append(f.fix)
    out = []
    if extras:
        out.append(f"pip install 'omnigym[{','.join(extras)}]'")
    if packages:
        out.append(f"sudo apt-get install -y {' '.join(packages)}")
    return [*out, *dict.fromkeys(others)]
