"""``omnigym tasks schema``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import STDOUT, write_json
from omnigym.tasks.schema import json_schema

__all__ = ["schema"]


def schema(
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="Write it here; by default it is printed.")
    ] = STDOUT,
) -> None:
    """The JSON schema of task files, for editors: fields, checks, setup steps, platforms."""
    write_json(output, json_schema())
