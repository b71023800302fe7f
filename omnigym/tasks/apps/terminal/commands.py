"""The command line: subtasks of the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from omnigym.actions import Action
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps._needs import file_need, folder_need
from omnigym.tasks.apps.file_manager import files
from omnigym.tasks.apps.terminal._steps import TERMINAL, command, run
from omnigym.tasks.apps.text_editor import texts
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__: list[str] = []

_ORIGINALS = (files, texts)  # imported for the subtasks that they register

_PATH = "{folder}/{name}"


@subtask(
    **TERMINAL,
    id="terminal/make-folders",
    instruction="In the terminal, create the folder {path}, with the folders above it.",
    parameters=tuple(
        {"path": path}
        for path in (
            "Documents/Projects/2025/May",
            "Pictures/Trips/Norway",
            "Music/Classical/Bach/Cantatas",
            "Documents/Clients/Contoso/Offers",
            "Downloads/Drivers/Printer",
            "Videos/Series/Season 1",
            "Desktop/School/Chemistry",
        )
    ),
    conditions=(Condition("folder_exists", {"path": "{path}"}),),
    produces=(Resource("folder", "{path}"),),
    tags=("create",),
)
def make_folders(ui: UI, path: str) -> Iterator[Action]:
    """mkdir -p."""
    yield from run(ui, command("mkdir", "-p", path))


@subtask(
    **TERMINAL,
    id="terminal/write-line",
    instruction="Use the command line to write the line '{text}' into a new file {name} in {folder}.",
    parameters=tuple(
        {"text": text, "name": name, "folder": folder}
        for text, name, folder in (
            ("server=north", "app.conf", "Documents"),
            ("Do not delete this folder.", "README.txt", "Downloads"),
            ("192.168.7.20 printer", "hosts.txt", "Documents"),
            ("volume 40", "player.conf", "Music"),
            ("Backup finished.", "log.txt", "Desktop"),
            ("alpha beta gamma", "words.txt", "Documents"),
        )
    ),
    draws={"folder": "listed", "name": "file_name", "text": "title"},
    conditions=(Condition("file_content_equals", {"path": _PATH, "text": "{text}"}),),
    needs=(folder_need("{folder}"),),
    produces=(Resource("file", _PATH),),
    covers=("text/write-file",),
    tags=("create", "write"),
)
def write_line(ui: UI, text: str, name: str, folder: str) -> Iterator[Action]:
    """echo, sent to the file."""
    yield from run(ui, f"{command('echo', text)} > {shlex.quote(f'{folder}/{name}')}")


def _lines(*rows: tuple[str, str, str, str]) -> tuple[dict[str, str], ...]:
    return tuple(
        {"folder": folder, "name": name, "output": output, "text": text, "count": str(text.count("\n") + 1)}
        for folder, name, output, text in rows
    )


def _list_need() -> Need:
    """A file of known lines, which no other subtask makes."""
    return Need(Resource("text_file", _PATH), (WriteFile(_PATH, "{text}\n"),), given=True)


_LISTS = _lines(
    ("Documents", "members.txt", "members-result.txt", "Zoe\nAbel\nMia\nTom\nMiaow\nBen\nCarla"),
    ("Documents", "orders.txt", "orders-result.txt", "red 4\nblue 9\nred 7\ngreen 1\nblue 3"),
    ("Downloads", "access.log", "access.txt", "GET /b\nPOST /a\nGET /a\nGET /c\nPUT /b\nGET /d"),
    ("Desktop", "towns.txt", "towns-result.txt", "Porto\nBergen\nLyon\nGraz\nOslo\nTurin\nUlm\nNice"),
    ("Documents", "parts.csv", "parts.txt", "bolt,3\nnut,5\ngear,1\nbelt,2\nbolt,8\ncog,6\npin,9\nrod,4\nbolt,1"),
    ("Music", "tracks.txt", "tracks-result.txt", "09 Rain\n02 Dawn\n11 Home\n04 Road\n01 Open\n07 Wind"),
    ("Downloads", "errors.log", "errors-result.txt", "disk full\nno route\ndisk slow\ntimeout"),
)


@subtask(
    **TERMINAL,
    id="terminal/count-lines",
    implied=("count",),
    instruction="How many lines does {name} in {folder} have? Find out in the terminal, and write nothing but the "
    "number into the file {output} in the same folder.",
    parameters=_LISTS,
    conditions=(Condition("file_content_equals", {"path": "{folder}/{output}", "text": "{count}"}),),
    needs=(_list_need(),),
    produces=(Resource("file", "{folder}/{output}"),),
    tags=("search", "write"),
)
def count_lines(ui: UI, folder: str, name: str, output: str, **_: str) -> Iterator[Action]:
    """wc -l, without the name of the file."""
    yield from run(ui, f"wc -l < {shlex.quote(f'{folder}/{name}')} > {shlex.quote(f'{folder}/{output}')}")


def _sorted(row: Mapping[str, str]) -> dict[str, str]:
    return {**row, "sorted": "\n".join(sorted(row["text"].split("\n")))}


@subtask(
    **TERMINAL,
    id="terminal/sort-lines",
    implied=("sorted",),
    instruction="With the command line, put the lines of {name} in {folder} into alphabetical order and save them as "
    "{output} in the same folder.",
    parameters=tuple(_sorted(row) for row in _LISTS),
    conditions=(Condition("file_content_equals", {"path": "{folder}/{output}", "text": "{sorted}"}),),
    needs=(_list_need(),),
    produces=(Resource("file", "{folder}/{output}"),),
    tags=("edit", "write"),
)
def sort_lines(ui: UI, folder: str, name: str, output: str, **_: str) -> Iterator[Action]:
    """sort."""
    yield from run(ui, f"sort {shlex.quote(f'{folder}/{name}')} > {shlex.quote(f'{folder}/{output}')}")


_WORDS = ("Mia", "red", "GET", "o", "bolt", "0", "disk")


def _found(row: Mapping[str, str], word: str) -> dict[str, str]:
    return {**row, "word": word, "found": "\n".join(line for line in row["text"].split("\n") if word in line)}


@subtask(
    **TERMINAL,
    id="terminal/filter-lines",
    implied=("found",),
    instruction="In the terminal, look for the lines of {name} in {folder} that have '{word}' in them, and save these "
    "lines as {output} in the same folder.",
    parameters=tuple(_found(row, word) for row, word in zip(_LISTS, _WORDS, strict=True)),
    conditions=(Condition("file_content_equals", {"path": "{folder}/{output}", "text": "{found}"}),),
    needs=(_list_need(),),
    produces=(Resource("file", "{folder}/{output}"),),
    tags=("search", "write"),
)
def filter_lines(ui: UI, folder: str, name: str, output: str, word: str, **_: str) -> Iterator[Action]:
    """grep."""
    words = command("grep", word, f"{folder}/{name}")
    yield from run(ui, f"{words} > {shlex.quote(f'{folder}/{output}')}")


@subtask(
    **TERMINAL,
    id="terminal/pack",
    instruction="Pack the file {name} in {folder} into a compressed archive {archive} in the same folder, using tar in "
    "the terminal.",
    parameters=tuple(
        {"folder": folder, "name": name, "archive": archive}
        for folder, name, archive in (
            ("Documents", "thesis.txt", "thesis.tar.gz"),
            ("Documents", "notes.txt", "notes-backup.tar.gz"),
            ("Downloads", "manual.txt", "manual.tar.gz"),
            ("Desktop", "plan.txt", "plan-old.tar.gz"),
            ("Music", "lyrics.txt", "lyrics.tar.gz"),
            ("Documents", "ledger.txt", "ledger-2024.tar.gz"),
        )
    ),
    draws={"archive": "file_name", "folder": "listed", "name": "file_name"},
    conditions=(Condition("archive_holds", {"path": "{folder}/{archive}", "file": _PATH}),),
    needs=(file_need(_PATH),),
    produces=(Resource("file", "{folder}/{archive}"), Resource("archive", "{folder}/{archive}")),
    tags=("transfer",),
)
def pack(ui: UI, folder: str, name: str, archive: str) -> Iterator[Action]:
    """tar, from within the folder."""
    yield from run(ui, command("tar", "-czf", f"{folder}/{archive}", "-C", folder, name))


@subtask(
    **TERMINAL,
    id="terminal/collect",
    instruction="Join {first} and {second} in {folder}, in this order, into one file {name} in the same folder. Use "
    "the command line.",
    parameters=tuple(
        {"folder": folder, "first": first, "second": second, "name": name}
        for folder, first, second, name in (
            ("Documents", "intro.txt", "chapter.txt", "book.txt"),
            ("Desktop", "monday.txt", "friday.txt", "week.txt"),
            ("Downloads", "part1.txt", "part2.txt", "whole.txt"),
            ("Documents", "north.txt", "south.txt", "land.txt"),
            ("Documents", "income.txt", "costs.txt", "balance.txt"),
            ("Music", "verse.txt", "chorus.txt", "song.txt"),
        )
    ),
    draws={"first": "file_name", "folder": "listed", "name": "file_name", "second": "file_name"},
    conditions=(Condition("file_content_equals", {"path": _PATH, "text": "This is {first}.\nThis is {second}."}),),
    needs=tuple(
        Need(Resource("text_part", f"{{folder}}/{part}"), (WriteFile(f"{{folder}}/{part}", f"This is {part}.\n"),))
        for part in ("{first}", "{second}")
    ),
    produces=(Resource("file", _PATH),),
    tags=("transfer", "write"),
)
def collect(ui: UI, folder: str, first: str, second: str, name: str) -> Iterator[Action]:
    """cat."""
    words = command("cat", f"{folder}/{first}", f"{folder}/{second}")
    yield from run(ui, f"{words} > {shlex.quote(f'{folder}/{name}')}")


@counterpart(
    "files/copy",
    "terminal/copy",
    "terminal",
    {"Copy the file": "With a command in the terminal, copy the file"},
    disturbs=(),
    covers=(),
    capabilities=("files", "apps", "a11y"),
    milestones=(),
)
def copy(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """cp."""
    yield from run(ui, command("cp", f"{folder}/{name}", destination))


@counterpart(
    "files/move",
    "terminal/move",
    "terminal",
    {"Move the file": "With a command in the terminal, move the file"},
    disturbs=(),
    covers=(),
    capabilities=("files", "apps", "a11y"),
    milestones=(),
)
def move(ui: UI, folder: str, name: str, destination: str) -> Iterator[Action]:
    """mv."""
    yield from run(ui, command("mv", f"{folder}/{name}", destination))


@counterpart(
    "files/delete",
    "terminal/delete",
    "terminal",
    {"Delete the file": "On the command line, delete the file"},
    milestones=(),
)
def delete(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """rm."""
    yield from run(ui, command("rm", f"{folder}/{name}"))


@counterpart(
    "files/rename",
    "terminal/rename",
    "terminal",
    {"Rename the file": "On the command line, rename the file"},
    milestones=(),
)
def rename(ui: UI, folder: str, name: str, new_name: str) -> Iterator[Action]:
    """mv."""
    yield from run(ui, command("mv", f"{folder}/{name}", f"{folder}/{new_name}"))


@counterpart(
    "text/replace-word",
    "terminal/replace-word",
    "terminal",
    {"In the text file": "With sed in the terminal, in the text file", " and save it": ""},
    milestones=(),
)
def replace_word(ui: UI, old: str, new: str, name: str, folder: str) -> Iterator[Action]:
    """sed -i."""
    yield from run(ui, command("sed", "-i", f"s/{old}/{new}/g", f"{folder}/{name}"))


@subtask(
    **TERMINAL,
    id="terminal/show-output",
    implied=("days",),
    instruction="Let the terminal show how many days there are in {count} weeks: print '{count} weeks are' and the "
    "number in one line.",
    parameters=tuple(
        {"count": count, "days": str(7 * int(count))} for count in ("12", "26", "31", "44", "57", "63", "88")
    ),
    conditions=(Condition("terminal_shows", {"line": "{count} weeks are {days}"}),),
    tags=("reckon",),
)
def show_output(ui: UI, count: str, **_: str) -> Iterator[Action]:
    """The shell reckons."""
    yield from run(ui, f"echo {count} weeks are $((7 * {count}))")
