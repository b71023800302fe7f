"""What trials on Linux desktops share: lines typed into a terminal, entries of menus, oracles left unfinished.

A line is a shell's, with parameters in braces; each is quoted, so ``{folder}/{name}`` is one word whatever is in it. ::

    typed("right", "files/rename", in_two_steps="cp {folder}/{name} {folder}/{new_name} && rm {folder}/{name}")
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from omnigym.a11y import Role
from omnigym.actions import Action, Wait
from omnigym.tasks.counterexamples import Kind, right_way, wrong_run
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI
from omnigym.tasks.templates import fill

#: Trials of Linux, and right ways by what the applications of the real desktop have and others have not.
right, wrong = (partial(register, platforms=("linux",)) for register in (right_way, wrong_run))
right_on_xfce = partial(right, desktops=("xfce",))
_TRIES = 20
#: A command may start LibreOffice, on a machine that has other things to do.
_COMMAND_TRIES = 100


@word
def type_command(ui: UI, line: str) -> Iterator[Action]:
    """A line typed into a terminal, in the home, until it is done: a line has the prompt alone."""
    yield from run(ui.of("terminal"), line)
    for _ in range(_COMMAND_TRIES):
        yield Wait(0.2)
        screen = ui.node(Role.TERMINAL)
        if screen is None or any(line.rstrip().endswith("$") for line in screen.value.splitlines()):
            return


def shell(ui: UI, line: str, /, **values: object) -> Iterator[Action]:
    """The same with values in braces, each of which is quoted."""
    yield from type_command(ui, str(fill(line, {name: shlex.quote(str(value)) for name, value in values.items()})))


@word
def entries(ui: UI, *names: str) -> Iterator[Action]:
    """Entries of the front window's menus, one below the other.

    Raises:
        OracleError: There is no such entry.
    """
    for name in names:
        for _ in range(_TRIES):
            if ui.node(Role.MENU_ITEM, name) is not None:
                break
            yield Wait(0.1)
        yield ui.click(ui.node(Role.MENU_ITEM, name) or name)


def typed(kind: Kind, *subtasks: str, desktops: tuple[str, ...] = (), **lines: str) -> None:
    """Register a trial of these subtasks for each line that is typed into a terminal, by its name.

    Args:
        kind: Whether it must pay.
        subtasks: Of these.
        desktops: Those whose programs the lines name; none for all.
        lines: By the name of the trial.
    """
    for name, line in lines.items():

        def trial(ui: UI, /, _line: str = line, **given: Any) -> Iterator[Action]:
            yield from shell(ui, _line, **given)

        _register(kind, name, f"In a terminal: {line}", trial, subtasks, desktops)


def replaced(name: str, action: Action, steps: Callable[[UI], Iterator[Action]], *subtasks: str) -> None:
    """Register the right way that is the oracle but for one action, which is done otherwise: by a menu, not a key.

    Args:
        name: Of the run.
        action: Of the oracle's.
        steps: What is done in its place.
        subtasks: Of these.
    """
    for subtask in subtasks:

        def trial(ui: UI, /, _of: str = subtask, **given: Any) -> Iterator[Action]:
            for done in as_asked(_of, ui, **given):
                if done == action:
                    yield from steps(ui)
                else:
                    yield done

        _register("right", name, f"The oracle, {name.replace('_', ' ')}.", trial, (subtask,))


def unfinished(name: str, leaves_out: Callable[[Action], bool], *subtasks: str) -> None:
    """Register the wrong run that is the oracle without some of its actions.

    Args:
        name: Of the run.
        leaves_out: Whether an action is not done.
        subtasks: Of these.
    """
    for subtask in subtasks:

        def trial(ui: UI, /, _of: str = subtask, **given: Any) -> Iterator[Action]:
            for action in as_asked(_of, ui, **given):
                yield Wait(0.05) if leaves_out(action) is True else action  # == of another class is no truth

        _register("wrong", name, f"The oracle, {name.replace('_', ' ')}.", trial, (subtask,))


def _register(
    kind: Kind,
    name: str,
    document: str,
    trial: Callable[..., Iterator[Action]],
    subtasks: tuple[str, ...],
    desktops: tuple[str, ...] = (),
) -> None:
    trial.__name__ = trial.__qualname__ = name
    trial.__doc__ = document
    (right if kind == "right" else wrong)(*subtasks, desktops=desktops)(trial)


@word
def run(ui: UI, *commands: str) -> Iterator[Action]:
    """Commands typed at the prompt, in the home; what stood there is thrown away."""
    yield from in_front(ui)
    yield ui.press("c", "ctrl")
    yield ui.type(" && ".join(("cd", *commands)) + "\n")


@value
def command(*words: str) -> str:
    """A command as a shell reads it; "~/" at the start of a word stays the home.

    >>> command("cat", "~/To do/a.txt", "b c")
    "cat ~/'To do/a.txt' 'b c'"
    """
    return " ".join([f"~/{shlex.quote(w[2:])}" if w.startswith("~/") and w[2:] else shlex.quote(w) for w in words])
