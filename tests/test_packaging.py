"""The metadata, the lock file and the links at the top level agree with one another."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
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
    sources = [
        source
        for line in re.findall(r"^COPY (.+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
        for source in line.split()[:-1]
    ]
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(sources) == sorted(allowed) and all((ROOT / source).exists() for source in sources)


@pytest.mark.parametrize("address", PROJECT["urls"].values())
def test_the_addresses_lead_to_what_is_in_the_tree(address: str) -> None:
    path = address.removeprefix(PROJECT["urls"]["Source"]).removeprefix("/blob/main/")
    assert path in ("", "/issues") or (ROOT / path).is_file()
