"""Other right ways and wrong runs in Windows PowerShell ISE."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._steps import answer, in_front, name_file, open_path
from omnigym.tasks.apps._variations import as_asked, before_it, besides, instead
from omnigym.tasks.apps.powershell_ise.scripting import at_prompt, new_script
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ALL = tuple([f"ise/{name}" for name in ("write-script", "run-script", "list-to-csv", "find-lines", "set-policy")])


def _looked(ui: UI, **_: Any) -> Iterator[Action]:
    """The panes are moved, and a command is chosen, first."""
    yield from in_front(ui)
    for layout in ("2", "3", "1"):
        yield ui.press(layout, "ctrl")
    if ui.find("ise.query") is not None:
        yield ui.click("ise.query")
        yield ui.type("sort")
        yield from answer(ui, "ise.command.Sort-Object")


def _removed(ui: UI, **_: Any) -> Iterator[Action]:
    """A picture of the user's is removed first."""
    yield from at_prompt(ui, "Remove-Item $HOME\\Pictures\\Pyramid.jpg")


def _line_written(ui: UI, **_: Any) -> Iterator[Action]:
    """A file that nobody asked for is written first."""
    yield from at_prompt(ui, "'test' > $HOME\\Videos\\test.txt")


before_it("after_a_look", _looked, *_ALL, harmless=True)
before_it("a_picture_removed", _removed, *_ALL)
before_it("a_file_written", _line_written, *_ALL)
instead(*_ALL)
besides("ise/write-script", "ise/list-to-csv")
besides("ise/set-policy", values=("policy",), harmless=True)

# -- scripts ----------------------------------------------------------------------------------------------------------


@right_way("ise/write-script")
def written_by_a_cmdlet(ui: UI, folder: str, name: str, script: str, **_: str) -> Iterator[Action]:
    """Set-Content at the prompt."""
    quoted = script.replace("'", "''")
    yield from at_prompt(ui, f"Set-Content '{ui.native_path(f'{folder}/{name}')}' '{quoted}'")


@right_way("ise/write-script")
def saved_by_the_bar(ui: UI, folder: str, name: str, script: str, **_: str) -> Iterator[Action]:
    """The buttons New and Save."""
    yield from in_front(ui)
    yield ui.click("ise.new")
    yield ui.click("text")
    yield ui.type(f"{script}\n")
    yield ui.click("ise.save")
    yield from name_file(ui, f"{folder}/{name}")
    yield from answer(ui, "overwrite_confirm")


@wrong_run("ise/write-script")
def not_saved(ui: UI, script: str, **_: str) -> Iterator[Action]:
    """Typed into a script without a name."""
    yield from in_front(ui)
    yield ui.press("n", "ctrl")
    yield ui.type(script)


@wrong_run("ise/write-script")
def without_its_end(ui: UI, folder: str, name: str, script: str, **_: str) -> Iterator[Action]:
    """The name of the file in it has another ending."""
    yield from new_script(ui, script.replace(".txt", ".tx"), f"{folder}/{name}")


@wrong_run("ise/write-script")
def run_at_once(ui: UI, script: str, **_: str) -> Iterator[Action]:
    """Entered at the prompt: its file is there, and no script."""
    yield from at_prompt(ui, script)


@right_way("ise/run-script")
def run_by_the_bar(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """The green arrow."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("ise.run")


@right_way("ise/run-script")
def run_by_name(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """Its folder, and its name at the prompt."""
    yield from at_prompt(ui, f"cd '{ui.native_path(folder)}'", f".\\{name}")


@wrong_run("ise/run-script")
def only_opened(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """And looked at."""
    yield from open_path(ui, f"{folder}/{name}")


@wrong_run("ise/run-script")
def where_no_script_may(ui: UI, folder: str, name: str, **values: str) -> Iterator[Action]:
    """The policy is made stricter, for this console, before."""
    yield from at_prompt(ui, "Set-ExecutionPolicy Restricted -Scope Process")
    yield from as_asked("ise/run-script", ui, folder=folder, name=name, **values)


@wrong_run("ise/run-script")
def run_after_a_change(ui: UI, folder: str, name: str, **_: str) -> Iterator[Action]:
    """A line more stands in it."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.press("end", "ctrl")
    yield ui.type("\n'done'\n")
    yield ui.press("f5")


# -- pipelines --------------------------------------------------------------------------------------------------------


def _listed(ui: UI, folder: str, output: str, middle: str) -> Iterator[Action]:
    where, to = ui.native_path(folder), ui.native_path(f"Documents/{output}")
    yield from at_prompt(ui, f"ls '{where}' -File | {middle}".replace("TO", f"'{to}'"))


@right_way("ise/list-to-csv")
def as_lines(ui: UI, folder: str, output: str) -> Iterator[Action]:
    """Converted, and written as lines; sorted, and with the size first."""
    yield from _listed(ui, folder, output, "sort Length | select Length, Name | ConvertTo-Csv -NoType | sc TO")


@right_way("ise/list-to-csv")
def with_its_type(ui: UI, folder: str, output: str) -> Iterator[Action]:
    """A first line says of what kind the objects are."""
    yield from _listed(ui, folder, output, "select Name, Length, Extension | Export-Csv TO")


@wrong_run("ise/list-to-csv")
def names_alone(ui: UI, folder: str, output: str) -> Iterator[Action]:
    """Without their sizes."""
    yield from _listed(ui, folder, output, "select Name | Export-Csv TO -NoTypeInformation")


@wrong_run("ise/list-to-csv")
def as_it_is_shown(ui: UI, folder: str, output: str) -> Iterator[Action]:
    """The table of the console in a file."""
    yield from _listed(ui, folder, output, "select Name, Length > TO")


@wrong_run("ise/list-to-csv")
def one_too_many(ui: UI, folder: str, output: str) -> Iterator[Action]:
    """A line that stands for no file."""
    more = f"'x,1' >> '{ui.native_path(f'Documents/{output}')}'"
    yield from _listed(ui, folder, output, f"select Name, Length | Export-Csv TO -NoTypeInformation; {more}")


def _found(ui: UI, folder: str, name: str, output: str, middle: str) -> Iterator[Action]:
    where, to = ui.native_path(f"{folder}/{name}"), ui.native_path(f"{folder}/{output}")
    yield from at_prompt(ui, middle.replace("FROM", f"'{where}'").replace("TO", f"'{to}'"))


@right_way("ise/find-lines")
def by_select_string(ui: UI, folder: str, name: str, word: str, output: str, **_: str) -> Iterator[Action]:
    """Another cmdlet."""
    yield from _found(ui, folder, name, output, f"sls {word} FROM | % Line | Out-File TO")


@right_way("ise/find-lines")
def in_a_loop(ui: UI, folder: str, name: str, word: str, output: str, **_: str) -> Iterator[Action]:
    """Each line by itself."""
    yield from _found(
        ui, folder, name, output, f"foreach ($l in gc FROM) {{ if ($l -like '*{word}*') {{ ac TO $l }} }}"
    )


@wrong_run("ise/find-lines")
def with_their_places(ui: UI, folder: str, name: str, word: str, output: str, **_: str) -> Iterator[Action]:
    """As the console shows what was found: the file and the number before each line."""
    yield from _found(ui, folder, name, output, f"sls {word} FROM > TO")


@wrong_run("ise/find-lines")
def the_others(ui: UI, folder: str, name: str, word: str, output: str, **_: str) -> Iterator[Action]:
    """Those without the word."""
    yield from _found(ui, folder, name, output, f"gc FROM | ? {{ $_ -notmatch '{word}' }} | sc TO")


@wrong_run("ise/find-lines")
def the_first_one(ui: UI, folder: str, name: str, word: str, output: str, **_: str) -> Iterator[Action]:
    """One line."""
    yield from _found(ui, folder, name, output, f"gc FROM | ? {{ $_ -match '{word}' }} | select -First 1 | sc TO")


# -- the policy -------------------------------------------------------------------------------------------------------


@right_way("ise/set-policy")
def by_place(ui: UI, policy: str, scope: str, **_: str) -> Iterator[Action]:
    """In lower case, and by the places of its arguments."""
    yield from at_prompt(ui, f"set-executionpolicy {policy.lower()} {scope.lower()} -force")


@wrong_run("ise/set-policy")
def for_this_console(ui: UI, policy: str, **_: str) -> Iterator[Action]:
    """Gone with the window."""
    yield from at_prompt(ui, f"Set-ExecutionPolicy {policy} -Scope Process")


@wrong_run("ise/set-policy")
def for_both(ui: UI, policy: str, scope: str, **_: str) -> Iterator[Action]:
    """For the others first, whom nobody named."""
    scopes = sorted(("CurrentUser", "LocalMachine"), key=lambda name: name == scope)
    yield from at_prompt(ui, *[f"Set-ExecutionPolicy {policy} -Scope {name}" for name in scopes])
