"""``omnigym checks``."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer
from rich.padding import Padding

from omnigym.cli.console import STDOUT, escape, stdout, write_json
from omnigym.cli.options import ListJsonOption
from omnigym.evaluation.registry import CheckSpec, Parameter, check_names, get_check

__all__ = ["checks"]


def checks(
    name: Annotated[str | None, typer.Argument(metavar="[CHECK]", help="Only this one, with all it says.")] = None,
    json: ListJsonOption = False,
) -> None:
    """List the checks that conditions of task files name, with their parameters."""
    found = [get_check(n) for n in ([name] if name else check_names())]
    if json:
        write_json(STDOUT, [_plain(spec) for spec in found])
    elif name:
        (spec,) = found
        stdout().print(f"{_signature(spec)}\n\n{_says(spec)}", markup=False)
    else:
        console = stdout()
        for spec in found:
            summary = " ".join(_says(spec).split("\n\n")[0].split())
            console.print(_signature(spec), markup=False)
            console.print(Padding(escape(summary), (0, 0, 0, 4), expand=False))


def _signature(spec: CheckSpec) -> str:
    parameters = spec.parameters.values()
    return f"{spec.name}({', '.join(p.name if p.required else f'{p.name}=' for p in parameters)})"


def _says(spec: CheckSpec) -> str:
    return inspect.getdoc(spec.function) or ""


def _plain(spec: CheckSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "subject": spec.subject,
        "parameters": [{"name": p.name, "type": _type(p), "required": p.required} for p in spec.parameters.values()],
        "description": _says(spec),
    }


def _type(parameter: Parameter) -> str:
    return inspect.formatannotation(parameter.type).replace("typing.", "")
