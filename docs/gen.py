"""Write the pages that come from docstrings: one for each registered environment, one for each public module.

Run by ``make docs`` before mkdocs; what it writes (``docs/environments``, ``docs/api``) is not committed.
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
    for name, write in (("environments", environments), ("api", api)):
        out = DOCS / name
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        print(f"docs/{name}: {len(write(out))} pages")


if __name__ == "__main__":
    main()
