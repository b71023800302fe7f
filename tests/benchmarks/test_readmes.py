"""Each benchmark has a page in its folder, whose files and commands are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

import omnigym.benchmarks
from omnigym.cli import app

FOLDERS = sorted(f.parent for f in Path(omnigym.benchmarks.__path__[0]).glob("*/__init__.py"))
_LINK = re.compile(r"\]\(([^)]+)\)")
_COMMAND = re.compile(r"^    omnigym ([\w -]+)", re.MULTILINE)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_it_names_what_is_there(folder: Path) -> None:
    text = (folder / "README.md").read_text("utf-8")
    assert 10 <= len(text.splitlines()) <= 35
    links = _LINK.findall(text)
    assert len(links) >= 3
    assert not [link for link in links if not (folder / link).exists()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_its_commands_are_there(folder: Path) -> None:
    for said in _COMMAND.findall((folder / "README.md").read_text("utf-8")):
        command = typer.main.get_command(app)
        for word in said.split():
            children = getattr(command, "commands", {})
            if not children:
                break
            assert word in children, said
            command = children[word]
