"""The site as it is built: no table of one column, no link that leads nowhere, and all that a page of Gymnasium has."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from tests.docs.examples import ROOT

#: Half a minute of CPU for each part.
pytestmark = pytest.mark.timeout(900)
SECTIONS = ("action-space", "observation-space", "info", "rewards", "starting-state", "episode-end", "arguments")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. It is built of a copy, since other tests read the folder."""
    pytest.importorskip("mkdocs", reason="the site is built with omnigym[docs]")
    tree = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "docs", tree / "docs", ignore=shutil.ignore_patterns("__pycache__", "api"))
    for name in ("examples", "omnigym", "mkdocs.yml", "CHANGELOG.md"):
        (tree / name).symlink_to(ROOT / name)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in ("docs/gen.py", "-m mkdocs build --strict --quiet"):
        done = subprocess.run(
            [sys.executable, *command.split()], cwd=tree, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return tree / "site"


@pytest.fixture(scope="module")
def site(built: Path) -> dict[str, str]:
    """The pages of the built site by their address."""
    return {path.parent.relative_to(built).as_posix(): path.read_text("utf-8") for path in built.rglob("index.html")}


def test_no_page_shows_markup(site: dict[str, str]) -> None:
    assert len(site) > 300
    prose = {name: re.sub(r"<(pre|script).*?</\1>", "", text, flags=re.DOTALL) for name, text in site.items()}
    for shown in (r"={5,}", r"\]\[omnigym", r"</code>\]\[", r"\|[ -]*---", r"^&gt;&gt;&gt; "):
        assert [name for name, text in prose.items() if re.search(shown, text, re.MULTILINE)] == [], shown


def test_no_table_has_one_column(site: dict[str, str]) -> None:
    for name, text in site.items():
        for head in re.findall(r"<thead>(.*?)</thead>", text, re.DOTALL):
            assert len(re.findall(r"<th[ >]", head)) > 1, name


def test_an_environment_has_what_a_page_of_gymnasium_has(site: dict[str, str]) -> None:
    pages = [text for name, text in site.items() if re.fullmatch(r"environments/[\w-]+-v\d+", name)]
    assert len(pages) == 11
    for name, text in site.items():
        if re.fullmatch(r"environments/[\w-]+-v\d+", name):
            film = ROOT / "docs/assets/films" / f"{name.removeprefix('environments/')}.gif"
            assert film.name in text and film.stat().st_size <= 400_000
    for text in pages:
        assert {name for name in SECTIONS if f'id="{name}"' not in text} == set()
        assert "gymnasium.make(" in text and 'href="../../api/' in text


def test_the_api_is_in_the_navigation(site: dict[str, str]) -> None:
    listed = set(re.findall(r'href="([\w.]+)/"', site["api"])) | set(re.findall(r'href="([\w.]+)/#', site["api"]))
    assert {name.removeprefix("api/") for name in site if name.startswith("api/")} <= listed


@pytest.mark.chromium
@pytest.mark.slow
def test_no_page_is_wider_than_a_phone_and_all_pictures_are_there(built: Path, browser: Chrome) -> None:
    """Of the pages of prose; wide tables and code scroll by themselves."""
    screen = {"width": 420, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    wrong = []
    for page in sorted(built.rglob("index.html")):
        if "api" in page.relative_to(built).parts:
            continue
        browser.get(page.as_uri())
        wide, missing = browser.execute_script(
            "return [document.documentElement.scrollWidth > document.documentElement.clientWidth,"
            " [...document.images].filter((image) => image.complete && !image.naturalWidth).length]"
        )
        if wide or missing:
            wrong.append(page.relative_to(built).as_posix())
    assert wrong == []
