"""Write what the pages take from the code: programs, and the pages that come from docstrings.

Run by ``make docs`` before mkdocs. A committed page shows a program in a block whose first line is its path: the block
is brought up to date here, as are the tables of ``docs/spine.md`` and ``docs/osworld-scorer.md``. Tests hold that they
are. The pages of docstrings (``docs/environments``, ``docs/wrappers``, ``docs/api``) and ``docs/changelog.md`` are not
committed.
"""

from __future__ import annotations

import fnmatch
import importlib
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import gymnasium

import omnigym
import omnigym.envs
import omnigym.wrappers

DOCS = Path(__file__).parent
#: The modules that users import, as patterns; all others are how it is done, and may change in any version.
PUBLIC = (
    *("omnigym.actions", "omnigym.errors", "omnigym.garbage", "omnigym.a11y", "omnigym.a11y.*"),
    *("omnigym.spaces", "omnigym.spaces.*", "omnigym.codecs.*", "omnigym.wrappers.*"),
    *("omnigym.envs.env", "omnigym.envs.multi_device", "omnigym.envs.parallel", "omnigym.envs.arguments"),
    *("omnigym.envs.episode", "omnigym.envs.snapshots", "omnigym.envs.device_slot"),
    *("omnigym.envs.vector", "omnigym.envs.vector.env"),
    *("omnigym.envs.vector.making", "omnigym.agents", "omnigym.agents.*", "omnigym.baselines.*"),
    *("omnigym.recording", "omnigym.recording.*"),
    *("omnigym.tasks.task", "omnigym.tasks.subtask", "omnigym.tasks.query", "omnigym.tasks.suites"),
    *("omnigym.tasks.compose", "omnigym.tasks.task_file", "omnigym.tasks.proofs.verify", "omnigym.tasks.oracle"),
    *("omnigym.tasks.authoring", "omnigym.tasks.setup", "omnigym.benchmarks.omnibench"),
    *("omnigym.evaluation.evaluator", "omnigym.evaluation.graph", "omnigym.evaluation.condition"),
    *("omnigym.evaluation.registry", "omnigym.evaluation.probe", "omnigym.evaluation.condition"),
    *("omnigym.evaluation.record", "omnigym.evaluation.report", "omnigym.evaluation.intervals"),
    *("omnigym.evaluation.checks.*", "omnigym.evaluation.metrics.*"),
    *("omnigym.devices.protocol", "omnigym.devices.config", "omnigym.devices.backend", "omnigym.devices.testing"),
    *("omnigym.devices.userdata", "omnigym.devices.*.config"),
)
#: Modules that `PUBLIC` matches and that only wrappers and learners share.
INTERNAL = (
    *("omnigym.wrappers.cells", "omnigym.wrappers.devices", "omnigym.wrappers.element_masks"),
    *("omnigym.wrappers.marks", "omnigym.wrappers.node_text", "omnigym.wrappers.text_candidates"),
)
#: A picture of each environment, with what is on it.
PICTURES = {
    "OmniBench-Win11-v0": ("apps.jpg", "The simulated desktop: sixteen of its applications."),
    "OmniBench-Android-v0": ("phone.jpg", "The simulated phone."),
    "OmniBench-Linux-v0": (
        "ubuntu.jpg",
        "The simulated Ubuntu; device='x11' is a real X desktop.",
    ),
    "OmniBench-Web-v0": ("web.jpg", "A real Chromium, drawn frame by frame."),
    "Crab-Ubuntu-v0": ("ubuntu.jpg", "CRAB's desktop alone."),
    "Crab-Android-v0": ("phone.jpg", "CRAB's phone alone."),
    "Crab-Cross-v0": ("cross.jpg", "A desktop and a phone in one episode."),
    "OSWorld-Linux-v0": ("ubuntu.jpg", "The simulated Ubuntu; this id's own desktop is a real one."),
    "OmniACT-v0": ("apps.jpg", "A screen of the simulated desktop, one of those whose points are drawn."),
    "OmniGUI-Phone-v0": ("phone.jpg", "The simulated phone, which is heard and watched."),
    "OSMap-Desktop-v0": ("apps.jpg", "OS-MAP's levels on the simulated desktop."),
}
_SNAPSHOTS = """## Snapshots

`omnigym.envs.snapshots.take` and `restore` keep a moment of an episode and go back to it, through all of these but
`RecordTrajectory`, which records episodes from their beginning and refuses. Of Gymnasium's own wrappers those that keep
nothing take part, and `TimeLimit`; others are refused by name. [How](../api/omnigym.envs.snapshots.md)."""


_API = """What is listed here is public: it changes as [versions](../versioning.md) say. Every other module has
docstrings in the source, and may change at any time."""


def environments(out: Path) -> list[str]:
    """A page for each environment id, from the docstring of its class and the arguments it is registered with."""
    ids = sorted(i for i, spec in gymnasium.registry.items() if str(spec.entry_point).startswith("omnigym."))
    for env_id in ids:
        spec = gymnasium.spec(env_id)
        module, _, name = str(spec.entry_point).partition(":")
        entry = getattr(importlib.import_module(module), name)
        rows = "".join(f"| `{key}` | `{value!r}` |\n" for key, value in sorted(spec.kwargs.items()))
        defaults = f"Registered with\n\n| argument | value |\n|---|---|\n{rows}\n" if rows else ""
        picture, caption = PICTURES[env_id]
        shown = f"![{caption}](../assets/{picture})\n\n*{caption}*"
        made = f"```python\ngymnasium.make({env_id!r})\n```"
        page = f"# {env_id}\n\n{shown}\n\n{made}\n\n{defaults}{inspect.getdoc(entry)}\n"
        (out / f"{env_id}.md").write_text(page, encoding="utf-8")
    index = "\n".join(
        f"## [{i}]({i}.md)\n\n[![{caption}](../assets/{picture}){{ width=480 }}]({i}.md)\n\n{caption}\n"
        for i in ids
        for picture, caption in (PICTURES[i],)
    )
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
    (out / "index.md").write_text(f"# Wrappers\n\n{table}\n\n{_SNAPSHOTS}\n", encoding="utf-8")
    return rows


def api(out: Path) -> list[str]:
    """A page for each module of `PUBLIC` that has something public in it."""
    lines = []
    for info in sorted(pkgutil.walk_packages(omnigym.__path__, "omnigym."), key=lambda m: m.name):
        listed = any(fnmatch.fnmatchcase(info.name, pattern) for pattern in PUBLIC)
        if "._" in info.name or info.name in INTERNAL or not listed:
            continue
        module = importlib.import_module(info.name)
        if not getattr(module, "__all__", None):
            continue
        (out / f"{info.name}.md").write_text(f"# {info.name}\n\n::: {info.name}\n", encoding="utf-8")
        summary = (inspect.getdoc(module) or "").split("\n\n")[0].replace("\n", " ")
        lines.append(f"| [`{info.name}`]({info.name}.md) | {summary} |")
    table = "\n".join(["| module | |", "|---|---|", *lines])
    (out / "index.md").write_text(f"# API\n\n{_API}\n\n{table}\n", encoding="utf-8")
    return lines


_PROGRAM = re.compile(r"(?<=^```python\n)# (examples/[\w/]+\.py)\n.*?(?=^```$)", re.DOTALL | re.MULTILINE)


def with_programs(text: str) -> str:
    """Return a page with each block of a file below ``examples`` as the file is now."""
    return _PROGRAM.sub(lambda m: f"# {m[1]}\n{(DOCS.parent / m[1]).read_text(encoding='utf-8')}", text)


def main() -> None:
    """Write everything anew."""
    for path in (*DOCS.glob("*.md"), *DOCS.glob("how/*.md")):
        path.write_text(with_programs(path.read_text(encoding="utf-8")), encoding="utf-8")
    subprocess.run([sys.executable, DOCS / "spine.py"], check=True)
    subprocess.run([sys.executable, DOCS / "osworld_scorer.py"], check=True)
    for name, write in (("environments", environments), ("wrappers", wrappers), ("api", api)):
        out = DOCS / name
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        print(f"docs/{name}: {len(write(out))}")
    changes = (DOCS.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    (DOCS / "changelog.md").write_text(changes.replace("](docs/", "]("), encoding="utf-8")


if __name__ == "__main__":
    main()
