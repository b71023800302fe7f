"""A small world for tests of tasks: typing a command at a fake device changes its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from omnigym.actions import Action, Type
from omnigym.devices.fake import FakeDevice
from omnigym.evaluation.condition import all_of
from omnigym.tasks.subtask import UI, Condition, MakeDir, Need, Resource, Subtask, WriteFile


class CommandDevice(FakeDevice):
    """``mkdir``, ``write``, ``cp``, ``mv``, ``rm`` and ``pack``, with arguments after "|"."""

    def act(self, action: Action) -> None:
        """Run a typed command; anything else does what it does on the fake."""
        if not isinstance(action, Type) or "|" not in action.text:
            super().act(action)
            return
        command, *args = action.text.split("|")
        files = dict(self._state.files)
        target = args[-1] if command in ("cp", "mv", "pack") else args[0]
        if files.get(target.rpartition("/")[0], b"") is not None:
            return  # as in a shell: the folder must be there
        if command == "mkdir":
            self.make_dir(args[0])
        elif command == "write":
            self.write_file(args[0], args[1].encode())
        elif command == "cp" and args[0] in files:
            self.write_file(args[1], files[args[0]] or b"")
        elif command == "pack" and all(a in files for a in args[:-1]):
            self.write_file(args[-1], b"".join(files[a] or b"" for a in args[:-1]))
        elif command in ("mv", "rm"):
            moved = {p: c for p, c in files.items() if p == args[0] or p.startswith(args[0] + "/")}
            kept = {p: c for p, c in files.items() if p not in moved}
            if command == "mv":
                kept |= {args[1] + p[len(args[0]) :]: c for p, c in moved.items()}
            self._state = self._state._replace(files=kept)


def _oracle(template: str) -> Callable[..., Iterator[Action]]:
    def run(ui: UI, **values: str) -> Iterator[Action]:
        yield ui.type(template.format(**values))

    return run


def folder(value: str, *, make: bool = True, consumes: bool = False) -> Need:
    return Need(Resource("folder", value), (MakeDir(value),) if make else (), consumes)


def file(value: str, *, consumes: bool = False) -> Need:
    return Need(Resource("file", value), (WriteFile(value, "made by setup"),), consumes)


def define(
    name: str, instruction: str, command: str, sets: list[dict[str, str]], *conditions: Condition, **more: object
) -> Subtask:
    values: dict[str, object] = {
        "app": "file_manager",
        "category": "System Management",
        "capabilities": ("files",),
        "platforms": ("linux",),
        **more,
    }
    return Subtask(
        id=f"test/{name}",
        instruction=instruction,
        parameters=tuple(sets),
        conditions=conditions,
        oracle=_oracle(command),
        **values,  # type: ignore[arg-type]
    )


NAMES = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]


def exists(path: str) -> Condition:
    return Condition("check_file_exists", {"file_path": path})


def gone(path: str) -> Condition:
    return Condition("path_absent", {"path": path})


POOL: tuple[Subtask, ...] = (
    define(
        "create-folder",
        "Create a folder named '{name}' in {folder}.",
        "mkdir|{folder}/{name}",
        [{"name": n.title(), "folder": "Documents"} for n in NAMES],
        Condition("folder_exists", {"path": "{folder}/{name}"}),
        needs=(folder("{folder}"),),
        produces=(Resource("folder", "{folder}/{name}"),),
    ),
    define(
        "create-file",
        "Create a text file named '{name}.txt' in {folder}.",
        "write|{folder}/{name}.txt|",
        [{"name": n, "folder": "Desktop"} for n in NAMES],
        Condition("file_exists", {"path": "{folder}/{name}.txt"}),
        needs=(folder("{folder}"),),
        produces=(Resource("file", "{folder}/{name}.txt"),),
    ),
    define(
        "rename-file",
        "Rename '{name}' in {folder} to '{new}'.",
        "mv|{folder}/{name}|{folder}/{new}",
        [{"name": f"{n}-old.txt", "new": f"{n}-new.txt", "folder": "Documents"} for n in NAMES],
        all_of(exists("{folder}/{new}"), gone("{folder}/{name}")),
        needs=(file("{folder}/{name}", consumes=True),),
        produces=(Resource("file", "{folder}/{new}"),),
    ),
    define(
        "rename-folder",
        "Rename the folder '{name}' in {folder} to '{new}'.",
        "mv|{folder}/{name}|{folder}/{new}",
        [{"name": f"{n} A", "new": f"{n} B", "folder": "Documents"} for n in NAMES],
        all_of(Condition("folder_exists", {"path": "{folder}/{new}"}), gone("{folder}/{name}")),
        needs=(folder("{folder}/{name}", consumes=True),),
        produces=(Resource("folder", "{folder}/{new}"),),
    ),
    define(
        "copy-file",
        "Copy '{name}' from {folder} to {target}.",
        "cp|{folder}/{name}|{target}/{name}",
        [{"name": f"{n}.csv", "folder": "Documents", "target": f"Backup {n}"} for n in NAMES],
        Condition("file_exists", {"path": "{target}/{name}"}),
        needs=(file("{folder}/{name}"), folder("{target}")),
        produces=(Resource("file", "{target}/{name}"),),
        app="terminal",
        category="Utility Tools",
    ),
    define(
        "move-file",
        "Move '{name}' from {folder} to {target}.",
        "mv|{folder}/{name}|{target}/{name}",
        [{"name": f"{n}.log", "folder": "Documents", "target": f"Archive {n}"} for n in NAMES],
        all_of(exists("{target}/{name}"), gone("{folder}/{name}")),
        needs=(file("{folder}/{name}", consumes=True), folder("{target}")),
        produces=(Resource("file", "{target}/{name}"),),
    ),
    define(
        "move-folder",
        "Move the folder '{name}' from {folder} to {target}.",
        "mv|{folder}/{name}|{target}/{name}",
        [{"name": f"{n} C", "folder": "Documents", "target": f"Store {n}"} for n in NAMES],
        all_of(exists("{target}/{name}"), gone("{folder}/{name}")),
        needs=(folder("{folder}/{name}", consumes=True), folder("{target}")),
        produces=(Resource("folder", "{target}/{name}"),),
    ),
    define(
        "delete-file",
        "Delete '{name}' from {folder}.",
        "rm|{folder}/{name}",
        [{"name": f"{n}.tmp", "folder": "Documents"} for n in NAMES],
        gone("{folder}/{name}"),
        needs=(file("{folder}/{name}", consumes=True),),
        app="terminal",
        category="Utility Tools",
    ),
)


#: It needs three things, so that three branches can meet in it.
PACK = define(
    "pack-three",
    "Pack '{first}', '{second}' and '{third}' into {archive}.",
    "pack|{first}|{second}|{third}|Desktop/{archive}",
    [{k: f"Desktop/{n} {k}.doc" for k in ("first", "second", "third")} | {"archive": f"{n}.zip"} for n in NAMES],
    Condition("file_exists", {"path": "Desktop/{archive}"}),
    needs=tuple(file(f"{{{k}}}") for k in ("first", "second", "third")),
    produces=(Resource("archive", "Desktop/{archive}"),),
    app="archiver",
    category="Office",
)


@pytest.fixture(scope="session")
def pool() -> tuple[Subtask, ...]:
    return POOL


@pytest.fixture(scope="session")
def pool_of_three() -> tuple[Subtask, ...]:
    return (*POOL, PACK)


@pytest.fixture
def make_device() -> Callable[[], CommandDevice]:
    return CommandDevice
