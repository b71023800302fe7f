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
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import gymnasium

import omnigym
import omnigym.envs
import omnigym.wrappers
from omnigym.cli.gallery import PLATFORMS, catalogue
from omnigym.discovery import resolve
from omnigym.envs.episode import Episode
from omnigym.envs.episodic import EpisodicEnv
from omnigym.envs.multi_device import MultiDeviceEnv
from omnigym.errors import MissingDependencyError
from omnigym.spaces import action_space, observation_space
from omnigym.spaces.multi_device import several_action_space
from omnigym.tasks.split import split_of
from omnigym.tasks.suites import suite_names, suite_tasks

sys.path.insert(0, str(Path(__file__).parent))  # this folder is no package

from docstrings import Table, linked, tables, with_tables
from films import FILMS

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
    *("omnigym.devices.userdata", "omnigym.devices.*.config", "omnigym.cluster"),
)
#: Modules that `PUBLIC` matches and that only wrappers and learners share.
INTERNAL = (
    *("omnigym.wrappers.cells", "omnigym.wrappers.devices", "omnigym.wrappers.element_masks"),
    *("omnigym.wrappers.element_steps", "omnigym.wrappers.instruction_match", "omnigym.wrappers.marks"),
    *("omnigym.wrappers.node_text", "omnigym.wrappers.text_candidates"),
)
#: The names to begin with, and where the API describes them.
FIRST = {
    "OmniEnv": "omnigym.envs.env:OmniEnv",
    "MultiDeviceEnv": "omnigym.envs.multi_device:MultiDeviceEnv",
    "omnigym.connect": "omnigym.cluster:connect",
    "action_space": "omnigym.spaces.action:action_space",
    "observation_space": "omnigym.spaces.observation:observation_space",
    "Role": "omnigym.a11y.roles:Role",
    "SimConfig": "omnigym.devices.sim.config:SimConfig",
    "X11Config": "omnigym.devices.x11.config:X11Config",
    "ChromiumConfig": "omnigym.devices.chromium.config:ChromiumConfig",
    "AdbConfig": "omnigym.devices.adb.config:AdbConfig",
    "list_tasks": "omnigym.tasks.suites:list_tasks",
    "load_task": "omnigym.tasks.suites:load_task",
    "Task": "omnigym.tasks.task:Task",
    "Subtask": "omnigym.tasks.subtask:Subtask",
    "ElementActions": "omnigym.wrappers.element_actions:ElementActions",
    "FlatBoxActions": "omnigym.wrappers.flat_box_actions:FlatBoxActions",
    "RecordTrajectory": "omnigym.wrappers.record_trajectory:RecordTrajectory",
    "OmnigymError": "omnigym.errors:OmnigymError",
}
#: A picture of each environment, with what is on it, in the order of the README: by importance.
PICTURES = {
    "OmniBench-Win11-v0": ("apps.jpg", "The simulated desktop and its applications."),
    "OmniBench-Linux-v0": (
        "ubuntu.jpg",
        "The simulated Ubuntu; device='x11' is a real X desktop.",
    ),
    "OmniBench-Android-v0": ("phone.jpg", "The simulated phone."),
    "OmniBench-Web-v0": ("web.jpg", "A real Chromium, drawn frame by frame."),
    "Crab-Cross-v0": ("cross.jpg", "A desktop and a phone in one episode."),
    "Crab-Ubuntu-v0": ("ubuntu.jpg", "CRAB's desktop alone."),
    "Crab-Android-v0": ("phone.jpg", "CRAB's phone alone."),
    "OSMap-Desktop-v0": ("apps.jpg", "OS-MAP's levels on the simulated desktop."),
    "OmniGUI-Phone-v0": ("phone.jpg", "The simulated phone, which is heard and watched."),
    "OmniACT-v0": ("apps.jpg", "A screen of the simulated desktop, one of those whose points are drawn."),
    "OSWorld-Linux-v0": ("ubuntu.jpg", "The simulated Ubuntu; this id's own desktop is a real one."),
}
_SNAPSHOTS = """## Snapshots

`omnigym.envs.snapshots.take` and `restore` keep a moment of an episode and go back to it, through all of these but
`RecordTrajectory`, which records episodes from their beginning and refuses. Of Gymnasium's own wrappers those that keep
nothing take part, and `TimeLimit`; others are refused by name. [How](../api/omnigym.envs.snapshots.md)."""


_API = """What is listed here is public: it changes as [versions](../versioning.md) say. Every other module has
docstrings in the source, and may change at any time."""


def public_modules() -> list[str]:
    """The modules that the API has a page of, in order."""
    found = []
    for info in sorted(pkgutil.walk_packages(omnigym.__path__, "omnigym."), key=lambda m: m.name):
        listed = any(fnmatch.fnmatchcase(info.name, pattern) for pattern in PUBLIC)
        hidden = "._" in info.name or info.name in INTERNAL or not listed
        if not hidden and getattr(importlib.import_module(info.name), "__all__", None):
            found.append(info.name)
    return found


def sections(text: str) -> dict[str, str]:
    """The sections of a docstring by heading, in order, with "" for what stands before the first."""
    text = re.sub(r"^Raises:$", "## Errors\n", text, flags=re.MULTILINE)
    text = re.sub(r"^    (\w+): ", r"- `omnigym.errors.\1`: ", text, flags=re.MULTILINE)
    first, *others = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return {"": first, **dict(zip(others[::2], others[1::2], strict=True))}


def _space(space: gymnasium.Space[Any]) -> str:
    """A space in the words of Gymnasium, but a set of letters by its size."""
    if isinstance(space, gymnasium.spaces.Text):
        return f"Text({space.min_length}, {space.max_length}, {len(space.character_set)} characters)"
    return str(space)


def _space_table(space: gymnasium.spaces.Dict, docstrings: Sequence[str]) -> str:
    """A row for each key of a dict, with the space that this environment has and what the docstrings say of the key."""
    meanings = {row[0]: row[-1] for text in docstrings for table in tables(text) for row in table.rows}
    order = list(meanings)
    rows = []
    for key, value in space.items():
        own = key in meanings  # with several devices, a device's keys begin with its name
        known = key if own else key.partition("_")[2]
        device = "" if own else key.partition("_")[0]
        rows.append((device, order.index(known), (f"`{key}`", f"`{_space(value)}`", meanings[known])))
    return Table(("key", "space", "meaning"), tuple(row for *_, row in sorted(rows))).markdown()


def _film(env_id: str) -> str:
    """The film of an environment, what is on it, and the command that makes it."""
    played = FILMS[env_id].tasks if env_id in FILMS else "points of its collected set"
    made = f"The oracle does `{played}`; `python docs/films.py {env_id}` films it."
    return f"![An episode of {env_id}](../assets/films/{env_id}.gif)\n\n{PICTURES[env_id][1]} {made}"


def environment_page(env_id: str, public: Collection[str]) -> str:
    """A page as Gymnasium has them: how to make it, spaces, info, rewards, start, end, arguments, versions."""
    spec = gymnasium.spec(env_id)
    entry = resolve(str(spec.entry_point))
    env = gymnasium.make(env_id)
    found = sections(inspect.getdoc(entry) or "")
    if issubclass(entry, MultiDeviceEnv):  # "As `OmniEnv`": here a reader wants it in full
        del found["Rewards, Starting State, Episode End"]
        whole = sections(inspect.getdoc(omnigym.envs.OmniEnv) or "")
        found |= {key: whole[key] for key in ("Rewards", "Starting State", "Episode End", "Version History")}
    if issubclass(entry, EpisodicEnv):  # OmniACT's keys are its own, and its docstring says them
        actions = [several_action_space.__doc__ or "", action_space.__doc__ or ""]
        found["Action Space"] += f"\n{_space_table(cast(gymnasium.spaces.Dict, env.action_space), actions)}\n\n"
        observed = [observation_space.__doc__ or ""]
        found["Observation Space"] += (
            f"\n{_space_table(cast(gymnasium.spaces.Dict, env.observation_space), observed)}\n\n"
        )
    if "Info" not in found:
        (info,) = tables(Episode.info.__doc__ or "")
        keys = tuple((f"`{key}`", *cells) for key, *cells in info.rows)
        found["Info"] = f"The same keys at every step.\n\n{Table(info.header, keys).markdown()}\n\n"
    env.close()
    registered = "\n".join(f"- `{key}={value!r}`" for key, value in sorted(spec.kwargs.items()))
    found["Arguments"] = (
        f"This id is registered with\n\n{registered}\n\n{found['Arguments']}" if registered else (found["Arguments"])
    )
    order = ["", "Description", "Action Space", "Observation Space", "Info", "Rewards", "Starting State", "Episode End"]
    rest = [key for key in found if key not in (*order, "Version History", "Errors")]
    body = "\n".join(
        (f"## {key}\n" if key else "") + found[key]
        for key in (*order, *rest, "Errors", "Version History")
        if key in found
    )
    facts = (
        ("Action space", f"`{type(env.action_space).__name__}`, [its table](#action-space)"),
        ("Observation space", f"`{type(env.observation_space).__name__}`, [its table](#observation-space)"),
        ("Make it", f"`gymnasium.make({env_id!r})` after `import omnigym`"),
        ("Play it yourself", f"`omnigym play {env_id}`"),
    )
    page = f"# {env_id}\n\n{_film(env_id)}\n\n{Table(('', ''), facts).markdown()}\n\n{with_tables(body)}\n"
    return linked(page, public)


def environments(out: Path) -> list[str]:
    """A page for each environment id, from its class, its spaces and the arguments it is registered with."""
    ids = [i for i in PICTURES if i in gymnasium.registry]
    assert set(ids) == {i for i, spec in gymnasium.registry.items() if str(spec.entry_point).startswith("omnigym.")}
    public = public_modules()
    for env_id in ids:
        (out / f"{env_id}.md").write_text(environment_page(env_id, public), encoding="utf-8")
    index = "\n".join(
        f"## [{i}]({i}.md)\n\n[![{caption}](../assets/{picture}){{ width=480 }}]({i}.md)\n\n{caption}\n"
        for i in ids
        for picture, caption in (PICTURES[i],)
    )
    (out / "index.md").write_text(f"# Environments\n\n{index}\n", encoding="utf-8")
    applications(out)
    suites_page(out)
    return ids


_GALLERY = """`omnigym apps` prints this list, `omnigym apps outlook` one app. `app:outlook` and `app:mail` select the
tasks of an app in a query. `omnigym apps --page DIR` makes a page with a search and a film of every subtask, as the
oracle does it; a few apps take a minute, all of them some ten.

![The simulated desktop's applications](../assets/apps.jpg)
![The simulated phone's](../assets/phone-apps.jpg)
"""


def applications(out: Path) -> None:
    """The page of every simulated app with its subtasks."""
    parts = [f"# Applications\n\n{_GALLERY}"]
    for platform, entries in groupby(catalogue(), lambda entry: entry.platform):
        parts.append(f"## {PLATFORMS[platform]}\n")
        for entry in entries:
            rows = tuple((f"`{subtask.id}`", subtask.instruction) for subtask in entry.subtasks)
            table = Table(("subtask", "one of its instructions"), rows).markdown() if rows else "No subtask of its own."
            parts.append(f"### {entry.title}\n\n`app:{entry.app}`\n\n{table}\n")
    (out / "applications.md").write_text("\n".join(parts), encoding="utf-8")


def suites_page(out: Path) -> None:
    """The page of all suites, with how many tasks each has, by split and by nodes."""
    rows = []
    for name in suite_names():
        try:
            tasks = suite_tasks(name)
        except MissingDependencyError as e:
            rows.append((f"`suite:{name}`", "", "", "", f"needs {e.what}"))
            continue
        splits = Counter(split_of(task) for task in tasks)
        nodes = [len(task.nodes) for task in tasks]
        levels = sorted({tag.removeprefix("level:") for task in tasks for tag in task.tags if tag.startswith("level:")})
        shown = ", ".join(f"{count:,} {split}" for split, count in sorted(splits.items()))
        span = f"{min(nodes)} to {max(nodes)}" if min(nodes) != max(nodes) else str(min(nodes))
        rows.append((f"`suite:{name}`", f"{len(tasks):,}", span, ", ".join(levels), shown))
    table = Table(("suite", "tasks", "nodes", "levels", "splits"), tuple(rows)).markdown()
    (out / "suites.md").write_text(f"# Suites\n\n{_SUITES}\n\n{table}\n", encoding="utf-8")


_SUITES = """A query selects tasks: `--tasks "suite:omnibench app:word nodes:3"`, `--suite crab`. A suite that stands
aside is selected by its name alone. [Queries](../queries.md) have all keys."""


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


def _summary(thing: object) -> str:
    """The first paragraph of a docstring in one line."""
    return (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")


def api(out: Path) -> list[str]:
    """A page for each public module, and an index: the names that most users need, then the modules by room."""
    modules = public_modules()
    for name in modules:
        (out / f"{name}.md").write_text(f"::: {name}\n", encoding="utf-8")
    first = "\n".join(
        f"| [`{shown}`][{place.replace(':', '.')}] | {_summary(resolve(place))} |" for shown, place in FIRST.items()
    )
    rooms = groupby(modules, lambda name: ".".join(name.split(".")[:2]))
    listed = "\n".join(
        f"## {room}\n\n| module | |\n|---|---|\n"
        + "".join(f"| [`{name}`]({name}.md) | {_summary(importlib.import_module(name))} |\n" for name in names)
        for room, names in rooms
    )
    begin = f"# API\n\n{_API}\n\n## Begin here\n\n| name | |\n|---|---|\n{first}\n\n{listed}\n"
    (out / "index.md").write_text(linked(begin, modules), encoding="utf-8")
    return modules


_PROGRAM = re.compile(r"(?<=^```python\n)# (examples/[\w/]+\.py)\n.*?(?=^```$)", re.DOTALL | re.MULTILINE)


def with_programs(text: str) -> str:
    """Return a page with each block of a file below ``examples`` as the file is now."""
    return _PROGRAM.sub(lambda m: f"# {m[1]}\n{(DOCS.parent / m[1]).read_text(encoding='utf-8')}", text)


def main() -> None:
    """Write everything anew."""
    for path in (*DOCS.glob("*.md"), *DOCS.glob("how/*.md")):
        path.write_text(with_programs(path.read_text(encoding="utf-8")), encoding="utf-8")
    for program in ("spine.py", "board.py"):
        subprocess.run([sys.executable, DOCS / program], check=True)
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
