"""The core is closed: what an environment imports, by the source alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: The most modules and lines that importing `omnigym.envs.env` imports, all packages above them included.
MOST_MODULES, MOST_LINES = 184, 29_900
#: What no module of them is of.
OUTSIDE = (
    "omnigym.agents",
    "omnigym.baselines",
    "omnigym.benchmarks",
    "omnigym.cli",
    "omnigym.cluster",
    "omnigym.codecs",
    "omnigym.devices.chromium",
    "omnigym.devices.sim",
    "omnigym.perception",
    "omnigym.play",
    "omnigym.recording",
    "omnigym.runs",
    "omnigym.serve",
    "omnigym.sim",
    "omnigym.tasks.apps",
    "omnigym.tasks.paraphrases",
    "omnigym.tasks.proofs",
    "omnigym.tasks.step_library",
    "omnigym.view",
)


def _file(module: str) -> Path | None:
    place = ROOT.joinpath(*module.split("."))
    return next((f for f in (place.with_suffix(".py"), place / "__init__.py") if f.is_file()), None)


@cache
def _imports(module: str) -> frozenset[str]:
    """The modules of omnigym that importing a module imports itself: neither those of functions nor those for types."""
    file = _file(module)
    assert file is not None
    return frozenset(found for found in _named(ast.parse(file.read_text("utf-8"))) if found.startswith("omnigym"))


def _named(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            whole = [f"{child.module}.{alias.name}" for alias in child.names]
            yield from (name if _file(name) is not None else str(child.module) for name in whole)
        elif not isinstance(child, ast.FunctionDef | ast.Lambda) and not _is_for_types(child):
            yield from _named(child)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@cache
def closure(module: str) -> frozenset[str]:
    """All modules of omnigym that importing one imports."""
    found, left = set[str](), [module]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            parents = [name.rpartition(".")[0]] if "." in name else []
            left += [*parents, *_imports(name)]
    return frozenset(found)


#: The packages of the core, and what in them is content that the core is not to know.
CORE = (
    *("a11y", "actions", "described", "discovery", "envs", "errors", "evaluation", "foreign", "manifest", "plugins"),
    *("spaces", "tasks", "values", "wrappers"),
)
CONTENT = (
    "omnigym.evaluation.checks",
    "omnigym.tasks.apps",
    "omnigym.tasks.authoring",
    "omnigym.tasks.paraphrases",
    "omnigym.tasks.proofs",
    "omnigym.tasks.step_library",
)
#: Wrappers that stand between an environment and a service.
ADAPTERS = frozenset(
    f"omnigym.wrappers.{name}" for name in ("mask_modality", "node_infos", "perceive_elements", "record_trajectory")
)


def _is_in(module: str, packages: Iterable[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_no_module_of_the_core_imports_what_is_outside() -> None:
    names = [".".join(f.relative_to(ROOT).with_suffix("").parts) for f in ROOT.glob("omnigym/**/*.py")]
    modules = [name.removesuffix(".__init__") for name in names]
    core = [m for m in modules if _is_in(m, [f"omnigym.{c}" for c in CORE]) and not _is_in(m, CONTENT)]
    assert len(core) > 150
    outward = {(m, n) for m in core for n in _imports(m) if _is_in(n, (*OUTSIDE, *CONTENT))}
    assert {m for m, _ in outward} == ADAPTERS


def test_an_environment_imports_no_more() -> None:
    modules = closure("omnigym.envs.env")
    lines = sum(len(file.read_text("utf-8").splitlines()) for m in modules if (file := _file(m)) is not None)
    assert len(modules) <= MOST_MODULES
    assert lines <= MOST_LINES


@pytest.mark.parametrize("package", OUTSIDE)
def test_it_imports_nothing_outside(package: str) -> None:
    inside = {m for m in closure("omnigym.envs.env") if m == package or m.startswith(f"{package}.")}
    assert not inside
