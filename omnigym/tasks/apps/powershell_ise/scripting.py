"""Windows PowerShell ISE: scripts written and run, files listed and looked through, the execution policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._needs import folder_need, some_file
from omnigym.tasks.apps._rows import newly, row_is
from omnigym.tasks.apps._scripts import SCRIPT, SCRIPTS, Prompt, policy_need, script_need
from omnigym.tasks.apps._steps import in_front, open_path, save_as
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, Condition, Need, Resource, WriteFile, subtask

__all__ = ["at_prompt", "new_script"]

_ISE: Mapping[str, Any] = {"app": "powershell_ise", "platforms": ("windows",)}
_PROMPT = Prompt("console")


def at_prompt(ui: UI, *lines: str) -> Iterator[Action]:
    """Lines entered in the console."""
    yield from in_front(ui)
    if ui.find("console") is None:
        yield ui.press("1", "ctrl")
    yield from _PROMPT(ui, *lines)


def new_script(ui: UI, text: str, path: str) -> Iterator[Action]:
    """A new script with a text, kept in a file."""
    yield from in_front(ui)
    yield ui.press("n", "ctrl")
    if ui.find("text") is None:
        yield ui.press("1", "ctrl")
    yield ui.click("text")
    yield ui.type(text)
    yield from save_as(ui, path, "s", "ctrl", "shift")


@subtask(
    **_ISE,
    id="ise/write-script",
    implied=("output", "result"),
    instruction="Write the script {name} in {folder} with PowerShell ISE. It has one line: {script}",
    parameters=SCRIPTS,
    conditions=(Condition("file_content_equals", {"path": "{folder}/{name}", "text": "{script}"}),),
    needs=(folder_need(),),
    produces=(SCRIPT, Resource("file", "{folder}/{name}")),
    tags=("create", "write"),
)
def write_script(ui: UI, folder: str, name: str, script: str, **_: str) -> Iterator[Action]:
    """Typed, and saved under its name."""
    yield from new_script(ui, script, f"{folder}/{name}")


@subtask(
    **_ISE,
    id="ise/run-script",
    implied=("script", "result"),
    instruction="Open the script {name} in {folder} in PowerShell ISE and run it. It makes the file {output}.",
    parameters=SCRIPTS,
    conditions=(Condition("file_content_equals", {"path": "{output}", "text": "{result}"}),),
    needs=(script_need(), policy_need()),
    produces=(Resource("file", "{output}"),),
    tags=("run",),
)
def run_script(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Opened, and F5."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("f5")


#: What is in a folder that no predecessor makes; what lies deeper is not listed.
_INSIDE = ("first.txt", "second draft.txt", "prices.csv", "old/third.txt")


@subtask(
    **_ISE,
    id="ise/list-to-csv",
    instruction="List the files in {folder} with PowerShell ISE: save a CSV table {output} in Documents whose columns "
    "are Name and Length.",
    parameters=table(
        "folder output",
        ("Documents/Invoices", "invoices.csv"),
        ("Pictures/Trip", "trip.csv"),
        ("Downloads/Manuals", "manuals.csv"),
        ("Desktop/Drafts", "drafts.csv"),
        ("Music/Lessons", "lessons.csv"),
        ("Videos/Clips", "clips.csv"),
        ("Documents/Reports", "reports.csv"),
    ),
    draws={"folder": "listed", "output": "file_name"},
    conditions=(Condition("table_lists_files", {"path": "Documents/{output}", "folder": "{folder}"}),),
    needs=(Need(Resource("folder", "{folder}"), tuple([some_file(f"{{folder}}/{name}") for name in _INSIDE])),),
    produces=(Resource("csv", "Documents/{output}"), Resource("file", "Documents/{output}")),
    tags=("create", "pipeline"),
)
def list_to_csv(ui: UI, folder: str, output: str) -> Iterator[Action]:
    """One pipeline."""
    where, to = ui.native_path(folder), ui.native_path(f"Documents/{output}")
    yield from at_prompt(
        ui, f"Get-ChildItem '{where}' -File | Select-Object Name, Length | Export-Csv '{to}' -NoTypeInformation"
    )


@subtask(
    **_ISE,
    id="ise/find-lines",
    implied=("text", "result"),
    instruction="Use PowerShell ISE to copy the lines of {name} in {folder} in which {word} occurs, and no others, "
    "into the file {output} beside it.",
    parameters=table(
        "folder name word output text result",
        ("Documents", "visits.log", "Oslo", "oslo.txt", "Oslo 4\nRome 2\nOslo 9\nLyon 1", "Oslo 4\nOslo 9"),
        ("Downloads", "server.log", "error", "errors.txt", "start\nerror 12\nstop\nerror 7", "error 12\nerror 7"),
        ("Desktop", "stock.txt", "green", "green.txt", "red 3\ngreen 8\nblue 2\ngreen 1", "green 8\ngreen 1"),
        ("Documents", "team.txt", "Berlin", "berlin.txt", "Ann Berlin\nBo Paris\nCy Berlin", "Ann Berlin\nCy Berlin"),
        ("Music", "played.log", "Bach", "bach.txt", "Bach 1\nGrieg 2\nBach 5\nRavel 3", "Bach 1\nBach 5"),
        ("Downloads", "orders.txt", "paid", "paid.txt", "17 paid\n18 open\n19 paid\n20 sent", "17 paid\n19 paid"),
        ("Pictures", "list.txt", "sunset", "sunsets.txt", "a sunset\nb forest\nc sunset", "a sunset\nc sunset"),
    ),
    conditions=(Condition("file_content_equals", {"path": "{folder}/{output}", "text": "{result}"}),),
    needs=(Need(Resource("text_file", "{folder}/{name}"), (WriteFile("{folder}/{name}", "{text}\n"),), given=True),),
    produces=(Resource("file", "{folder}/{output}"),),
    tags=("search", "pipeline"),
)
def find_lines(ui: UI, folder: str, name: str, word: str, output: str, **_: str) -> Iterator[Action]:
    """One pipeline."""
    where, to = ui.native_path(f"{folder}/{name}"), ui.native_path(f"{folder}/{output}")
    yield from at_prompt(ui, f"Get-Content '{where}' | Where-Object {{ $_ -match '{word}' }} | Set-Content '{to}'")


@subtask(
    **{**_ISE, "capabilities": ("content", "files", "apps", "a11y")},
    id="ise/set-policy",
    implied=("scope",),
    instruction="In PowerShell ISE, set the execution policy {policy} for {whom}.",
    parameters=table(
        "policy whom scope",
        ("RemoteSigned", "the current user", "CurrentUser"),
        ("RemoteSigned", "the whole machine", "LocalMachine"),
        ("Unrestricted", "the current user", "CurrentUser"),
        ("AllSigned", "the whole machine", "LocalMachine"),
        ("Bypass", "the current user", "CurrentUser"),
        ("Unrestricted", "the whole machine", "LocalMachine"),
        ("AllSigned", "the current user", "CurrentUser"),
    ),
    conditions=(newly(row_is("powershell/policies", scope="{scope}", policy="{policy}")),),
    produces=(Resource("execution_policy", "{policy}"),),
    tags=("settings",),
)
def set_policy(ui: UI, policy: str, scope: str, **_: str) -> Iterator[Action]:
    """A cmdlet."""
    yield from at_prompt(ui, f"Set-ExecutionPolicy {policy} -Scope {scope}")
