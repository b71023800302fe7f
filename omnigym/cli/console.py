"""The output of the command line: results to standard output, progress and errors to standard error."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from omnigym.counts import count_of
from omnigym.errors import ConfigError
from omnigym.foreign import replace_file

__all__ = [
    "STDOUT",
    "count_of",
    "error_line",
    "escape",
    "print_table",
    "print_titled",
    "printable",
    "progress",
    "stderr",
    "stdout",
    "write_json",
    "write_text",
]

#: What a path says for standard output.
STDOUT = Path("-")
#: The width of a line that nobody looks at.
_UNWRAPPED = 100_000
#: How often at most a progress bar is drawn, per second.
_REFRESH = 4
#: Seconds between two lines of progress where there is no terminal.
_LINE_S = 10.0


def stdout() -> Console:
    """Return a console on the current standard output (made anew, since tests and pipes replace the stream).

    In a pipe no line is wrapped, as a program reads it, unless COLUMNS says how wide it is to be.
    """
    wide = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(highlight=False, width=_UNWRAPPED if wide else None)


def stderr() -> Console:
    """Return a console on the current standard error, for messages that are not results."""
    return Console(stderr=True, highlight=False)


def error_line(error: BaseException | str) -> None:
    """Print an error in one line on standard error."""
    message = printable(" ".join(str(error).split()) or type(error).__name__)
    Console(stderr=True, highlight=False, soft_wrap=True).print("error:", message, style="red", markup=False)


def printable(text: str) -> str:
    """Return the text with its control characters escaped; a terminal would obey those of a name in a file."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


@contextmanager
def progress(description: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
    """Show progress on standard error: a bar, or a line every `_LINE_S` seconds without a terminal.

    Args:
        description: The task in progress.
        total: How many items there are; None if that is not known.

    Yields:
        ``advance(n, note)``: ``n`` more items are done; ``note`` names the current one.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _in_lines(description, total)
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", style="dim"),
        console=console,
        transient=True,
        refresh_per_second=_REFRESH,
    )
    with bar:
        task = bar.add_task(description, total=total, note="")

        def advance(n: int = 1, note: str = "") -> None:
            bar.update(task, advance=n, note=note)

        yield advance


def _in_lines(description: str, total: int | None) -> Callable[[int, str], None]:
    """``advance`` for a log file: quick work prints nothing, long work a line now and then."""
    done, last = 0, time.monotonic()

    def advance(n: int = 1, note: str = "") -> None:
        nonlocal done, last
        done += n
        now = time.monotonic()
        if now - last >= _LINE_S:
            last = now
            of = "" if total is None else f"/{total}"
            sys.stderr.write(printable(f"{description}: {done}{of} {note}".rstrip()) + "\n")
            sys.stderr.flush()

    return advance


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, markdown: bool = False) -> None:
    """Print a table on standard output, whose first column is names and whose others are numbers.

    Args:
        headings: Of the columns.
        rows: The cells.
        markdown: Whether it is for a file in Markdown.
    """
    if markdown:
        rule = ["---", *["--:"] * (len(headings) - 1)]
        for row in (headings, rule, *rows):
            sys.stdout.write(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n")
        sys.stdout.write("\n")
        return
    table = Table()
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", justify="right" if number else "left")
    for row in rows:
        table.add_row(*map(escape, row))
    stdout().print(table)


def print_titled(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], markdown: bool = False) -> None:
    """Print a table under its title; if it is too wide for the terminal, its rows become columns."""
    stdout().print(f"{'### ' if markdown else ''}{title}", markup=False, soft_wrap=True, end="\n" * (1 + markdown))
    columns = list(zip(headings, *rows, strict=True))
    width = 1 + sum(3 + max(map(len, column)) for column in columns)
    if width > stdout().width and not markdown:
        headings, rows = columns[0], columns[1:]
    print_table(headings, rows, markdown=markdown)


def write_json(path: Path, value: object) -> None:
    """Write a JSON file, as `write_text` does, or print it if the path is "-"."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    if path == STDOUT:
        sys.stdout.write(text)
    else:
        write_text(path, text)


def write_text(path: Path, text: str) -> None:
    """Write a file in UTF-8, and make its parent directories. It has its name when it is whole.

    Raises:
        ConfigError: It cannot be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():  # a pipe, a terminal
            path.write_text(text, encoding="utf-8")
            return
        replace_file(path, text)
    except OSError as e:
        raise ConfigError(f"Cannot write {path}: {e.strerror}. Name a file in a directory that can be written.") from e
