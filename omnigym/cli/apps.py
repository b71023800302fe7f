"""``omnigym apps``: the applications of the simulated platforms and their subtasks, as a table or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from omnigym.cli.console import STDOUT, progress, stdout, write_json
from omnigym.cli.gallery import catalogue, write_gallery
from omnigym.cli.options import ListJsonOption
from omnigym.errors import UnknownNameError

__all__ = ["apps"]


def apps(
    app: Annotated[
        str | None,
        typer.Argument(metavar="APP", help="Only this app, by its id or the name of the product; its subtasks."),
    ] = None,
    platform: Annotated[
        str | None, typer.Option("--platform", metavar="P", help="Only this one: windows, linux or android.")
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="DIR", help="Write a page with a film of each subtask, which takes minutes."),
    ] = None,
    json: ListJsonOption = False,
) -> None:
    """List the applications and what can be done in them, or make a page of them.

    The table has the id of each app, the name that people know it by, and how many subtasks it has. `app:` in a query
    takes the id and the name. With an APP, its subtasks are listed with their instructions.

    `--page DIR` has the oracle do each subtask on the simulated device and writes `DIR/index.html`: pictures, ids,
    instructions and a film of each, with a search.
    """
    entries = catalogue()
    if platform is not None:
        if platform not in {entry.platform for entry in entries}:
            raise UnknownNameError("platform", platform, {entry.platform for entry in entries})
        entries = tuple([entry for entry in entries if entry.platform == platform])
    if app is not None:
        known = {name for entry in entries for name in (entry.app, entry.title)}
        entries = tuple([entry for entry in entries if entry.is_called(app)])
        if not entries:
            raise UnknownNameError("app", app, known)
    if page is not None:
        with progress("Playing", sum(len(entry.subtasks) for entry in entries)) as advance:
            left_out = write_gallery(entries, page, lambda name: advance(1, name))
        for name, why in left_out:
            stdout().print(f"left out: {name}: {why}", markup=False, soft_wrap=True)
        stdout().print(f"Page: {page / 'index.html'}", markup=False, soft_wrap=True)
        return
    if json:
        write_json(STDOUT, [entry.to_plain() for entry in entries])
        return
    table = Table()
    if app is None:
        for column in ("app", "name", "platform"):
            table.add_column(column, overflow="fold")
        table.add_column("subtasks", justify="right")
        for entry in entries:
            table.add_row(entry.app, entry.title, entry.platform, str(len(entry.subtasks)))
    else:
        table.add_column("subtask", no_wrap=True)
        table.add_column("instruction", overflow="fold")
        for entry in entries:
            for subtask in entry.subtasks:
                table.add_row(subtask.id, subtask.instruction)
    stdout().print(table)
