"""Wrong runs and other right ways of CRAB's sub-tasks of Ubuntu's terminal, Writer and Settings."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Submit
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.libreoffice import new_file_in_libreoffice, office_save_as
from omnigym.tasks.step_library.linux import command, run
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_VIM, _CAT = "0f589bf9-9b26-4581-8b78-2961b115ab49", "5b527839-0e58-426d-bab6-7160200b0d24"
_COPY, _PASTE = "217ababc-ccc7-4b9f-af07-c239d92848fe", "76de4bdb-c980-4b3a-9bd3-c87db467dffe"
_DOWNLOAD, _COPIED = "a313ea4d-e501-4971-b4fe-db2aad19eac1", "a313ea4d-e501-4971-b4fe-db2aad19acsd"
_BACKGROUND = "a207ef38-b3b2-4c6c-a1e3-75c38162f5ba"
_SUBMIT = "1c3bedc3-ea5a-453c-a15b-223d72ab756d"


@wrong_run(_VIM)
def writes_without_the_editor(ui: UI, path: str, content: str, **_: object) -> Iterator[Action]:
    """The right content, by a command."""
    yield from run(ui, f"{command('echo', content)} > {command(ui.native_path(path))}")


@wrong_run(_VIM)
def leaves_the_editor_open(ui: UI, path: str, content: str, **_: object) -> Iterator[Action]:
    """Written, and not quit."""
    yield from run(ui, command("vim", ui.native_path(path)))
    yield ui.type(f":set paste\ni{content}")
    yield ui.press("escape")
    yield ui.type(":w\n")


@right_way(_VIM)
def at_the_end_of_the_line(ui: UI, path: str, content: str, **_: object) -> Iterator[Action]:
    """Append instead of insert, and :x instead of :wq."""
    yield from run(ui, command("vim", ui.native_path(path)))
    yield ui.type(f"A{content}")
    yield ui.press("escape")
    yield ui.type(":x\n")


@wrong_run(_CAT)
def counts_its_words(ui: UI, file_path: str, **_: object) -> Iterator[Action]:
    """Which shows none of them."""
    yield from run(ui, command("wc", file_path))


@wrong_run(_COPY)
def moves_them(ui: UI, source: str, target: str, kind: str, **_: object) -> Iterator[Action]:
    """They are where they were no more."""
    to = command(ui.native_path(target))
    yield from run(ui, f"mkdir -p {to}", f"mv {command(ui.native_path(source))}/*.{kind} {to}/")


@wrong_run(_COPY)
def copies_everything(ui: UI, source: str, target: str, **_: object) -> Iterator[Action]:
    """Files of other kinds, too."""
    to = command(ui.native_path(target))
    yield from run(ui, f"mkdir -p {to}", f"cp {command(ui.native_path(source))}/* {to}/")


@right_way(_COPY)
def with_find(ui: UI, source: str, target: str, kind: str, **_: object) -> Iterator[Action]:
    """One file after the other."""
    to, place = command(ui.native_path(target)), command(ui.native_path(source))
    yield from run(ui, f"mkdir {to}", f"find {place} -name '*.{kind}' -exec cp {{}} {to} \\;")


@wrong_run(_PASTE)
def writes_something_else(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The clipboard is not pasted."""
    yield from new_file_in_libreoffice(ui)
    yield ui.type("Nothing of that.")
    yield from office_save_as(ui, path)


@wrong_run(_SUBMIT)
def answers_something_else(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """A word of it is another one."""
    del ui
    yield Submit(f"{content.rpartition(' ')[0]} never")


@right_way(_DOWNLOAD)
def with_curl(ui: UI, url: str, path: str, **_: object) -> Iterator[Action]:
    """What there is at the address, redirected into the file."""
    yield from run(ui, f"{command('curl', '-s', url)} > {command(ui.native_path(path))}")


@wrong_run(_DOWNLOAD)
def keeps_the_address(ui: UI, url: str, path: str, **_: object) -> Iterator[Action]:
    """The address written into the file."""
    yield from run(ui, f"{command('echo', url)} > {command(ui.native_path(path))}")


@wrong_run(_DOWNLOAD)
def downloads_what_is_not_there(ui: UI, url: str, path: str, **_: object) -> Iterator[Action]:
    """What the server says of another address."""
    yield from run(ui, command("curl", "-s", "-o", ui.native_path(path), f"{url}.old"))


@wrong_run(_COPIED)
def keeps_what_was_copied(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The address pasted into the file."""
    yield from run(ui, f"touch {command(ui.native_path(path))}")
    yield ui.type("echo ")
    yield ui.press("v", "ctrl", "shift")
    yield ui.type(f" > {command(ui.native_path(path))}\n")


@wrong_run(_BACKGROUND, desktops=("gnome",))
def takes_one_of_the_systems(ui: UI, **_: object) -> Iterator[Action]:
    """A background that is offered already."""
    yield from in_front(ui)
    yield ui.click("settings.nav.background")
    yield ui.click("settings.background.lagoon")
