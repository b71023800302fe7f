"""``omnigym perceive``: the elements that DetACT sees on a screenshot."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from omnigym.cli.console import STDOUT, count_of, escape, stderr, stdout, write_json
from omnigym.cli.options import JsonOption, one_of
from omnigym.errors import ConfigError
from omnigym.foreign import read_bytes, replace_file
from omnigym.foreign.limits import FILE_BYTES
from omnigym.perception.detact import DetACT
from omnigym.perception.drawing import draw_elements
from omnigym.perception.element import Element
from omnigym.perception.filtering import RuleFilter
from omnigym.perception.texts import READERS
from omnigym.pictures import decoded_picture, write_picture

__all__ = ["perceive"]

_INSTALLED, _NONE = "installed", "none"


def perceive(
    image: Annotated[Path, typer.Argument(metavar="IMAGE", help="A screenshot, such as a PNG file.")],
    task: Annotated[
        str, typer.Option("--task", metavar="TEXT", help="An instruction: only elements that it needs are kept.")
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Maximum number of elements of a task.", min=1)
    ] = 15,
    reader: Annotated[str, typer.Option("--reader", metavar="NAME", help="Name of the OCR engine.")] = "rapidocr",
    icons: Annotated[
        str,
        typer.Option(
            "--icons",
            metavar="PACKS",
            help="Icon packs: names, folders or iconify JSONs with commas between; installed or none.",
        ),
    ] = _INSTALLED,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the elements on the screenshot here.")
    ] = None,
    json: JsonOption = None,
) -> None:
    """Print the elements of a screenshot as DetACT sees them (OmniACT 5).

    Each has its text, the name of its icon, its colour, its centre and its size in pixels. The rules that choose
    elements for a task need no model.
    """
    one_of("reader", reader, tuple(READERS))
    frame = np.asarray(_opened(image))
    packs = {_INSTALLED: _INSTALLED, _NONE: None}.get(icons, tuple(icons.split(",")))
    found = DetACT(reader, icons=packs).elements(frame)
    kept = RuleFilter().keep(task, found, limit) if task else found
    if picture is not None:
        drawn = draw_elements(frame, found, kept if task else None)
        replace_file(picture, write_picture(drawn, picture.name))
    if json is not None:
        write_json(json, {"image": str(image), "task": task, "elements": [_plain(e) for e in kept]})
    if json != STDOUT:
        _print(found, kept)


def _opened(path: Path) -> Any:
    try:
        return decoded_picture(read_bytes(path, FILE_BYTES)).convert("RGB")
    except FileNotFoundError:
        raise ConfigError(f"There is no picture at {str(path)!r}.") from None


def _plain(element: Element) -> dict[str, Any]:
    return {**element._asdict(), "bounds": list(element.bounds)}


def _print(found: tuple[Element, ...], kept: tuple[Element, ...]) -> None:
    numbers = {id(element): number for number, element in enumerate(found, 1)}
    table = Table("", "text", "icon", "colour", "centre", "size", "source")
    table.columns[0].justify = "right"
    for element in kept:
        x, y, w, h = element.bounds
        row = [element.text, element.icon, element.colour, f"{x + w // 2}, {y + h // 2}", f"{w} x {h}", element.source]
        table.add_row(str(numbers[id(element)]), *map(escape, row))
    stdout().print(table)
    stderr().print(f"{count_of(len(kept), 'element')} of {len(found)}.")
