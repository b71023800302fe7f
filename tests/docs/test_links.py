"""The pages can be read on GitHub as they are: links, anchors and images lead to what is in the tree."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.examples import ROOT

GEN = runpy.run_path(str(ROOT / "docs" / "gen.py"))
site_links = runpy.run_path(str(ROOT / "docs" / "hooks.py"))["site_links"]
#: Written by docs/gen.py and not committed: no page may lead there.
MADE = tuple(ROOT / "docs" / name for name in ("api", "environments", "wrappers", "changelog.md"))
COMMITTED = [
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "how").glob("*.md"))
    if path not in MADE
]
_FENCE = re.compile(r"^(```+).*?^\1$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_OURS = re.compile(
    r"https://(?:github\.com/omnigym/omnigym/(?:blob|raw|tree)|raw\.githubusercontent\.com/omnigym/omnigym)/main/"
)


def prose(path: Path) -> str:
    """A page without its blocks of code."""
    return _FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    texts = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", h).lower() for h in headings)
    return {re.sub(r"[^\w\- ]", "", text).replace(" ", "-") for text in texts}


def targets(page: str) -> Iterator[tuple[Path, str]]:
    """The file and the anchor of each link of a page into the repository, relative or by its address there."""
    for link in _LINK.findall(prose(ROOT / page)):
        file, _, anchor = link.partition("#")
        if ours := _OURS.match(file):
            yield ROOT / file[ours.end() :], anchor
        elif not re.match(r"\w+:", link):
            yield ((ROOT / page).parent / file if file else ROOT / page).resolve(), anchor


@pytest.mark.parametrize("page", COMMITTED)
def test_links_lead_to_what_is_in_the_tree(page: str) -> None:
    for path, anchor in targets(page):
        assert path.exists() and not any(path == made or made in path.parents for made in MADE), path
        assert not anchor or path.suffix != ".md" or anchor in anchors(path), f"{path}#{anchor}"


@pytest.mark.parametrize("page", COMMITTED)
def test_no_page_needs_an_extension_of_the_site(page: str) -> None:
    assert re.findall(r"\A---$|^(?:--8<--|!!!|\?\?\?).*$", prose(ROOT / page), re.MULTILINE) == []


def test_a_block_of_a_program_is_brought_up_to_date() -> None:
    old = "```python\n# examples/how_to/record_and_read.py\nstale = 1\n```\n\n```python\nkept\n```\n"
    new = GEN["with_programs"](old)
    assert "stale" not in new and "def main(" in new and new.endswith("```\n\n```python\nkept\n```\n")


@pytest.mark.parametrize(
    ("source", "link", "expected"),
    [
        ("training.md", "../omnigym/baselines/search.py", "api/omnigym.baselines.search.md"),
        ("how/train.md", "../../omnigym/recording/__init__.py", "../api/omnigym.recording.md"),
        ("index.md", "../README.md#environments", "environments/index.md"),
        ("index.md", "../README.md", "https://there/blob/main/README.md"),
        ("how/make.md", "../tasks.md#a-task-file", "../tasks.md#a-task-file"),
        ("index.md", "../CHANGELOG.md", "changelog.md"),
        (
            "design.md",
            "../omnigym/devices/fault_boundary.py",
            "https://there/blob/main/omnigym/devices/fault_boundary.py",
        ),
    ],
)
def test_the_site_has_pages_of_its_own(source: str, link: str, expected: str) -> None:
    pages = {"api/omnigym.baselines.search.md", "api/omnigym.recording.md", "environments/index.md", "changelog.md"}
    assert site_links(f"a [b]({link}) c", source, pages, "https://there") == f"a [b]({expected}) c"
