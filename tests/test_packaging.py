"""The metadata, the lock files, the notices and the links at the top level agree with one another."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from omnigym.assets.packaged import DISTRIBUTION, VERSION, data_names
from omnigym.sounds import about, names

ROOT = Path(__file__).parents[1]
DATA = tomllib.loads((ROOT / "data" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DECLARED = [
    Requirement(r)
    for group in (PROJECT["dependencies"], *EXTRAS.values())
    for r in group
    if not r.startswith("omnigym[")
]
PINNED = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)
VERSIONS = {canonicalize_name(name): version for name, version in PINNED.items()}
#: Pictures, sounds and fonts, by the ends of their names.
MEDIA = (
    *("bmp", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp", "mp4", "webm"),
    *("mp3", "ogg", "wav", "otf", "ttf", "woff", "woff2"),
)


@pytest.mark.parametrize("requirement", DECLARED, ids=lambda r: r.name)
def test_every_requirement_is_pinned_to_a_version_that_it_allows(requirement: Requirement) -> None:
    version = VERSIONS.get(canonicalize_name(requirement.name))
    assert version, f"constraints.txt does not pin {requirement.name}"
    assert requirement.specifier.contains(version, prereleases=True)


def test_the_extra_all_has_every_extra_that_a_user_wants() -> None:
    (everything,) = EXTRAS["all"]
    heavy = {"collect", "easyocr", "wandb"}  # JAX, a second OCR, an account's client: only who names them gets them
    assert Requirement(everything).extras == EXTRAS.keys() - {"all", "dev", "docs", "bench"} - heavy


def test_the_makefile_installs_the_pinned_torch() -> None:
    assert re.search(r"torch==(\S+)", (ROOT / "Makefile").read_text())[1] == VERSIONS["torch"]


@pytest.mark.parametrize("name", ["envs", "wrappers", "tasks", "baselines"])
def test_the_top_level_links_to_the_package(name: str) -> None:
    assert (ROOT / name).resolve() == (ROOT / "omnigym" / name).resolve()


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    known = dict(re.findall(r"^([\w-]+): (\S.*)$", citation, re.MULTILINE))
    assert (known["version"], known["license"]) == (PROJECT["version"], PROJECT["license"])
    assert known["cff-version"] == "1.2.0" and known["repository-code"] == PROJECT["urls"]["Source"]


def test_the_containers_are_built_from_what_is_there() -> None:
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (?!--from)(.+)$", recipe, re.MULTILINE)
    sources = [source for line in copied for source in line.split()[:-1]]
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(sources) == sorted(allowed) and all((ROOT / source).exists() for source in sources)


@pytest.mark.parametrize("address", PROJECT["urls"].values())
def test_the_addresses_lead_to_what_is_in_the_tree(address: str) -> None:
    path = address.removeprefix(PROJECT["urls"]["Source"]).removeprefix("/blob/main/")
    assert path in ("", "/issues") or (ROOT / path).is_file()


def test_the_data_have_the_version_that_omnigym_needs() -> None:
    (needed,) = [r for r in PROJECT["dependencies"] if Requirement(r).name == DISTRIBUTION]
    assert (DATA["name"], DATA["version"]) == (DISTRIBUTION, VERSION) and needed == f"{DISTRIBUTION}=={VERSION}"
    assert (ROOT / "data" / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def lines_of(notice: Path) -> list[tuple[str, ...]]:
    """The rows of the tables of a NOTICE: files or package, content, licence."""
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \|$", notice.read_text(encoding="utf-8"), re.MULTILINE)
    return [row for row in rows if row[0] not in ("files", "package")]


def test_every_picture_sound_and_font_has_a_line_in_a_notice() -> None:
    lines = lines_of(ROOT / "NOTICE")
    files = [p for room in ("omnigym", "docs/assets", "examples") for p in (ROOT / room).rglob("*") if p.is_file()]
    shipped = [p.relative_to(ROOT).as_posix() for p in files if p.suffix.lower().removeprefix(".") in MEDIA]
    patterns = {pattern for pattern, _, _ in lines if "/" in pattern}
    for name in shipped:
        assert len([p for p in patterns if fnmatch.fnmatch(name, p)]) == 1, f"NOTICE has not one line of {name}"
    for pattern in patterns:
        assert fnmatch.filter(shipped, pattern), f"NOTICE has a line of {pattern}, and there is no such file"


def test_every_package_of_fonts_and_icons_has_a_line_in_the_notice() -> None:
    sources = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "omnigym" / "sim").rglob("*.py"))
    read = set(re.findall(r'(?:data_dir|_Typeface)\(\s*(?:\*\()?"\w+", "([\w-]+)"', sources))
    assert read == {name for name, _, _ in lines_of(ROOT / "NOTICE") if "/" not in name} and len(read) >= 6


def test_every_file_of_the_data_has_a_line_and_every_sound_its_licence() -> None:
    lines = lines_of(ROOT / "data" / "NOTICE")
    for name in data_names():
        assert [p for p, _, _ in lines if fnmatch.fnmatch(f"omnigym_data/{name}", p)], name
    licences: Mapping[bool, set[str]] = {True: set(), False: set()}
    for pattern, content, licence in lines:
        if "/sounds/" in pattern:
            licences["voices" in content].add(licence)
    for voice, known in licences.items():
        assert {about(n).licence for n in names() if (about(n).kind == "voice") == voice} == known
