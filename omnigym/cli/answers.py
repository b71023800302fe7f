"""``omnigym answers``: how answers of models are read."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from omnigym.actions import Invalid, to_json
from omnigym.agents.answer_reading import read_answer, spaces_that_read
from omnigym.agents.dialects import MODEL_SPACES, SPACES
from omnigym.agents.dialects.call_syntax import FORMS, apart
from omnigym.agents.model import Answer
from omnigym.cli.console import STDOUT, count_of, stdout, write_json
from omnigym.cli.options import JsonOption, one_of
from omnigym.errors import ConfigError, UnreadableError
from omnigym.foreign import parse_json, read_bytes
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["answers"]

_FORMS = (*FORMS, "fenced", "own")
_PLATFORMS = ("windows", "linux", "android", "web")
#: Names under which a line of JSON has an answer.
_FIELDS = ("answer", "raw", "text", "content")


def answers(
    file: Annotated[Path, typer.Argument(metavar="FILE|-", help="One answer; or JSON lines with an `answer` each.")],
    space: Annotated[str, typer.Option("--space", metavar="SPACE", help="The action space.")] = "omnigym",
    form: Annotated[
        str | None, typer.Option("--form", metavar="FORM", help="Form of calls; by default that of the action space.")
    ] = None,
    platform: Annotated[str, typer.Option("--platform", metavar="P", help="The device's platform.")] = "windows",
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="The picture that the model saw.")] = "1000x1000",
    json: JsonOption = None,
) -> None:
    """Print how answers of a model are read, action by action, with a reason for each part that is not read.

    Nothing is done anywhere. A line of JSON may have its own `space`, `form`, `platform` and `screen`. The exit code is
    1 if an answer, or a part of one, is not read.
    """
    known = {"space": (*SPACES, *MODEL_SPACES), "form": _FORMS, "platform": _PLATFORMS}
    console, rows, unread = stdout(), list[dict[str, Any]](), 0
    given = {"space": space, "form": form, "platform": platform, "screen": _size(size)}
    for number, line in enumerate(_answers(file), 1):
        told = {**given, **{k: v for k, v in line.items() if k in given and v is not None}}
        told["space"] = str(told["space"]).replace("computer_13", "computer13")  # as OSWorld spells it
        for name, values in known.items():
            if told[name] is not None:
                one_of(name, str(told[name]), values)
        width, height = _pair(told["screen"])
        text = str(line["answer"])
        actions = read_answer(text, told["space"], told["form"], told["platform"], (width, height))
        bad = [a for a in actions if isinstance(a, Invalid)]
        unread += bool(bad)
        others = spaces_that_read(text, told["platform"], (width, height)) if bad else ()
        thought = apart(Answer(text)).thought
        rows.append({"thought": thought, "actions": [to_json(a) for a in actions], "read_by": list(others)})
        if json == STDOUT:
            continue
        console.print(f"answer {number}, space={told['space']}:", markup=False)
        if thought:
            console.print(f"  thought: {thought[:200]!r}", markup=False, soft_wrap=True)
        for action in actions:
            said = f"not read: {action.reason}" if isinstance(action, Invalid) else repr(action)
            console.print(f"  {said}", markup=False, soft_wrap=True)
        if others:
            console.print(f"  read with: {'; '.join(others)}", markup=False, soft_wrap=True)
    if json is not None:
        write_json(json, rows)
    if json != STDOUT:
        console.print(f"{count_of(len(rows), 'answer')}, {unread} not read.", markup=False)
    if unread:
        raise typer.Exit(1)


def _answers(file: Path) -> Iterator[Mapping[str, Any]]:
    """The answers of a file: those of its lines of JSON, or all of it as one."""
    try:
        content = sys.stdin.buffer.read(FILE_BYTES) if str(file) == STDOUT.name else read_bytes(file, FILE_BYTES)
    except OSError as e:
        raise ConfigError(f"{file} cannot be read: {e.strerror}. Give a file, or - for standard input.") from None
    text = content.decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if line.strip()]
    rows = [_row(line) for line in lines]
    if rows and all(row is not None for row in rows):
        yield from (row for row in rows if row is not None)
    else:
        yield {"answer": text}


def _row(line: str) -> Mapping[str, Any] | None:
    try:
        data = parse_json(line)
    except UnreadableError:
        return None
    if not isinstance(data, Mapping):
        return None
    field = next((name for name in _FIELDS if isinstance(data.get(name), str)), None)
    return None if field is None else {**data, "answer": data[field]}


def _size(text: str) -> list[str]:
    return text.lower().split("x")


def _pair(value: object) -> tuple[int, int]:
    try:
        width, height = (int(side) for side in value)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        width = height = 0
    if not (0 < width <= 16384 and 0 < height <= 16384):
        raise ConfigError(f"--size expects WIDTHxHEIGHT in pixels such as 1920x1080, got {value!r}.")
    return width, height
