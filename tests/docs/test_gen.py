"""The pages that are made: public modules, pictures of the environments, and the navigation."""

from __future__ import annotations

import fnmatch
import pkgutil
import re
import runpy
from pathlib import Path

import omnigym
from omnigym.cli import app
from tests.docs.examples import ROOT, page

GEN = runpy.run_path(str(ROOT / "docs" / "gen.py"))
MODULES = [info.name for info in pkgutil.walk_packages(omnigym.__path__, "omnigym.")]


def test_every_pattern_of_the_public_modules_finds_some() -> None:
    missing = [pattern for pattern in GEN["PUBLIC"] if not fnmatch.filter(MODULES, pattern)]
    assert set(missing) <= {"omnigym.agents", "omnigym.agents.*"}
    inner = ("omnigym.sim.windows.office", "omnigym.devices.x11.device", "omnigym.cli.root")
    assert not [name for name in inner for pattern in GEN["PUBLIC"] if fnmatch.fnmatchcase(name, pattern)]


def test_environments_have_pictures(tmp_path: Path) -> None:
    for env_id in GEN["environments"](tmp_path):
        (picture,) = re.findall(r"!\[.+\]\(\.\./assets/(.+)\)", (tmp_path / f"{env_id}.md").read_text(encoding="utf-8"))
        assert (ROOT / "docs" / "assets" / picture).is_file()


def test_every_page_is_in_the_navigation() -> None:
    docs, made = ROOT / "docs", {"api", "environments", "wrappers"}
    pages = {path.relative_to(docs) for path in docs.rglob("*.md")}
    listed = page("mkdocs.yml").split("\nnav:\n")[1]
    wanted = {path.as_posix() for path in pages if path.parts[0] not in made}
    assert {name for name in wanted if not re.search(rf"(^|[\s\[]){re.escape(name)}([,\]\s]|$)", listed)} == set()


def test_every_command_is_on_its_page() -> None:
    shown = set(re.findall(r"`(?:omnigym )?(\w+)", page("docs/commands.md")))
    commands = {found.name or getattr(found.callback, "__name__", "") for found in app.registered_commands}
    groups = {found.name for found in app.registered_groups}
    assert {str(name) for name in commands | groups} <= shown
