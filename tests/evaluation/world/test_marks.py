"""Permissions, links and the letter case of names are the user's, too; new files may have any."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from omnigym.actions import Action, Type, Wait
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.home_reader import HomeReader
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.world.effects import Effect
from omnigym.evaluation.world.side_effects import damage
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.apps.ise import at_prompt
from omnigym.tasks.subtask import UI

#: A copy is asked for, and one paragraph of a document may be changed.
_ALLOWED = (
    Effect("add", "Documents/copy.txt"),
    Effect("change", "Documents/letter.docx", ("paragraph/1",)),
    *traces_of("linux"),
)


def _saved(home: Path) -> None:
    """A program writes a new file in place of the old one, as many do, and makes the copy."""
    for name in ("note.txt", "copy.txt"):
        (home / "Documents" / "new").write_bytes((home / "Documents/note.txt").read_bytes())
        os.chmod(home / "Documents" / "new", 0o644)
        os.replace(home / "Documents" / "new", home / "Documents" / name)


_ON_A_HOME: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "saved as it was": (_saved, []),
    "copied": (lambda home: (home / "Documents/copy.txt").write_bytes(b"one"), []),
    "an executable copy": (
        lambda home: (home / "Documents/copy.txt").write_bytes(b"one") and (home / "Documents/copy.txt").chmod(0o755),
        [],
    ),
    "no permissions": (lambda home: (home / "Documents/note.txt").chmod(0), ["Documents/note.txt"]),
    "all permissions": (lambda home: (home / "Documents/note.txt").chmod(0o777), ["Documents/note.txt"]),
    "of the document": (lambda home: (home / "Documents/letter.docx").chmod(0o400), ["Documents/letter.docx"]),
    "of the folder": (lambda home: (home / "Documents").chmod(0o777), ["Documents/"]),
    "hard link as copy": (
        lambda home: os.link(home / "Documents/note.txt", home / "Documents/copy.txt"),
        ["Documents/note.txt"],
    ),
    "hard link where all may be": (
        lambda home: os.link(home / "Documents/note.txt", home / ".config/kept"),
        ["Documents/note.txt"],
    ),
    "symbolic link": (lambda home: os.symlink("note.txt", home / "Documents/link"), ["Documents/link"]),
    "symbolic link to nothing": (lambda home: os.symlink("/nothing", home / "Desktop"), ["Desktop"]),
    "a link in its place": (
        lambda home: (home / "Documents/note.txt").unlink() or os.symlink("copy.txt", home / "Documents/note.txt"),
        ["Documents/note.txt"],
    ),
}


@pytest.mark.parametrize("case", _ON_A_HOME)
def test_on_a_home(tmp_path: Path, case: str) -> None:
    do, expected = _ON_A_HOME[case]
    for path in ("Documents/note.txt", "Documents/letter.docx", ".config/settings"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"one")
        (tmp_path / path).chmod(0o644)
    reader = HomeReader(tmp_path, HomeFiles(tmp_path, str(tmp_path)))
    before = reader.read()
    do(tmp_path)
    assert [d.at for d in damage(before, reader.read(), _ALLOWED)] == expected
    (tmp_path / "Documents").chmod(0o755)


#: How a line is entered in each shell.
_PROMPTS: dict[str, Callable[[UI, str], Iterator[Action]]] = {
    "terminal": lambda _ui, line: iter([Type(f"{line}\n")]),
    "powershell_ise": at_prompt,
}


@pytest.fixture(scope="module")
def desktops() -> Iterator[dict[str, SimDevice]]:
    made = {"terminal": SimDevice(platform="linux"), "powershell_ise": SimDevice((1024, 768))}
    yield made
    for device in made.values():
        device.close()


@pytest.mark.parametrize(
    ("shell", "line", "harmless"),
    [
        ("powershell_ise", "Rename-Item Documents/note.txt NOTE.TXT", False),
        ("powershell_ise", "Rename-Item Documents/note.txt a.txt; Rename-Item Documents/a.txt Note.txt", False),
        ("powershell_ise", "Rename-Item Documents/note.txt a.txt; Rename-Item Documents/a.txt note.txt", True),
        ("powershell_ise", "Rename-Item Documents/Private PRIVATE", False),
        ("terminal", "echo ls > Documents/copy.txt; chmod 755 Documents/copy.txt", True),
        ("terminal", "chmod 000 Documents/note.txt", False),
        ("terminal", "chmod 777 Documents/note.txt", False),
        ("terminal", "chmod 700 Documents", False),
        ("terminal", "chmod 777 Documents/note.txt; chmod 644 Documents/note.txt", True),
        ("terminal", "mv Documents/note.txt Documents/NOTE.TXT", False),
        ("terminal", "mv Documents/note.txt Documents/NOTE.TXT; mv Documents/NOTE.TXT Documents/note.txt", True),
        ("terminal", "ln -s Documents/note.txt Documents/link", True),  # its file system has none
        ("terminal", "ln Documents/note.txt Documents/copy.txt", True),
    ],
)
def test_on_the_simulated_desktops(desktops: dict[str, SimDevice], shell: str, line: str, harmless: bool) -> None:
    device = desktops[shell]
    device.reset(0)
    for path in ("Documents/note.txt", "Documents/Private/note.txt"):
        device.write_file(path, b"one")
    device.launch(shell)
    before = device.user_data()
    for action in _PROMPTS[shell](UI(device, shell), line):
        device.act(action)
    device.act(Wait(1.0))
    found = damage(before, device.user_data(), _ALLOWED)
    assert (not found) is harmless, found
