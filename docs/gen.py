"""Write the pages that come from docstrings: one for each registered environment, one of the wrappers, one a module.

Run by ``make docs`` before mkdocs; what it writes (``docs/environments``, ``docs/wrappers``, ``docs/api``) is not
committed.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import shutil
from pathlib import Path

import gymnasium

import omnigym
import omnigym.envs
import omnigym.wrappers

DOCS = Path(__file__).parent


def environments(out: Path) -> list[str]:
    """A page for each environment id, from the docstring of its class and the arguments it is registered with."""
    ids = sorted(i for i, spec in gymnasium.registry.items() if str(spec.entry_point).startswith("omnigym."))
    for env_id in ids:
        spec = gymnasium.spec(env_id)
        module, _, name = str(spec.entry_point).partition(":")
        entry = getattr(importlib.import_module(module), name)
        rows = "".join(f"| `{key}` | `{value!r}` |\n" for key, value in sorted(spec.kwargs.items()))
        defaults = f"Registered with\n\n| argument | value |\n|---|---|\n{rows}\n" if rows else ""
        page = f"# {env_id}\n\n```python\ngymnasium.make({env_id!r})\n```\n\n{defaults}{inspect.getdoc(entry)}\n"
        (out / f"{env_id}.md").write_text(page, encoding="utf-8")
    index = "\n".join(f"- [{i}]({i}.md)" for i in ids)
    (out / "index.md").write_text(f"# Environments\n\n{index}\n", encoding="utf-8")
    return ids


def wrappers(out: Path) -> list[str]:
    """One page with a row for each wrapper: every module of the package is looked through, so there is no list."""
    rows = []
    for info in pkgutil.iter_modules(omnigym.wrappers.__path__, "omnigym.wrappers."):
        module = importlib.import_module(info.name)
        for name in () if "._" in info.name else module.__all__:
            found = getattr(module, name)
            if inspect.isclass(found) and issubclass(found, gymnasium.Wrapper):
                summary = (inspect.getdoc(found) or "").split("\n\n")[0].replace("\n", " ")
                rows.append(f"| [`{name}`](../api/{info.name}.md) | {summary} |")
    table = "\n".join(["| wrapper | |", "|---|---|", *rows])
    (out / "index.md").write_text(f"# Wrappers\n\n{table}\n", encoding="utf-8")
    return rows


def api(out: Path) -> list[str]:
    """A page for each module without a leading underscore that has something public in it."""
    lines = []
    for info in sorted(pkgutil.walk_packages(omnigym.__path__, "omnigym."), key=lambda m: m.name):
        module = importlib.import_module(info.name)
        if "._" in info.name or not getattr(module, "__all__", None):
            continue
        (out / f"{info.name}.md").write_text(f"# {info.name}\n\n::: {info.name}\n", encoding="utf-8")
        summary = (inspect.getdoc(module) or "").split("\n\n")[0].replace("\n", " ")
        lines.append(f"| [`{info.name}`]({info.name}.md) | {summary} |")
    table = "\n".join(["| module | |", "|---|---|", *lines])
    (out / "index.md").write_text(f"# API\n\n{table}\n", encoding="utf-8")
    return lines


def main() -> None:
    """Write everything anew."""
    for name, write in (("environments", environments), ("wrappers", wrappers), ("api", api)):
        out = DOCS / name
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        print(f"docs/{name}: {len(write(out))}")


if __name__ == "__main__":
    main()
