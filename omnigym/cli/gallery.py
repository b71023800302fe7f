"""The gallery: every application of the simulated platforms with its subtasks, and a page with a film of each."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

import gymnasium

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import play
from omnigym.devices.app_names import title_of
from omnigym.devices.config import build_device, named_configs
from omnigym.devices.protocol import Platform
from omnigym.envs.observer import Env
from omnigym.envs.registration import ID_OF
from omnigym.errors import OmnigymError, OracleError, RecordingError
from omnigym.pages import SHARED
from omnigym.recording import write_video
from omnigym.tasks.app_metadata import apps_of_product
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task
from omnigym.wrappers import RecordTrajectory

__all__ = ["PLATFORMS", "Entry", "GallerySubtask", "catalogue", "film_oracle", "write_gallery"]

#: What the platforms are called.
PLATFORMS = {"windows": "Windows", "linux": "Ubuntu", "android": "Phone"}
#: The simulated device of each platform that the gallery shows.
_DEVICES = {"windows": "sim", "linux": "ubuntu", "android": "phone"}
_WIDTH = {"windows": 512, "linux": 512, "android": 200}
_PAGE = Path(__file__).with_name("gallery.html")


@dataclass(frozen=True, slots=True)
class GallerySubtask:
    """A subtask: its id, a task of it, and that task's instruction."""

    id: str
    task: str
    instruction: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An application.

    Attributes:
        app: Its id.
        title: The name that people know it by.
        platform: Where it is.
        subtasks: Its subtasks, by id.
    """

    app: str
    title: str
    platform: Platform
    subtasks: tuple[GallerySubtask, ...]

    def is_called(self, name: str) -> bool:
        """Return whether a name is the app's id or that of the product."""
        return name.casefold() in (self.app, self.title.casefold()) or self.app in apps_of_product(name)

    def to_plain(self) -> dict[str, object]:
        """Return a JSON-able dict."""
        return asdict(self)


def catalogue() -> tuple[Entry, ...]:
    """Return every app that a person can start, or that has subtasks, by platform and name."""
    entries = []
    for platform, device in _DEVICES.items():
        config = named_configs()[device]
        own = {s.id: s.app for s in all_subtasks() if platform in s.platforms}
        here = config.apps or frozenset()
        started = {program.name for program in config.programs()} & here
        first: dict[str, Task] = {}
        for task in list_tasks("suite:one-node", device=device):
            first.setdefault(task.nodes[0].subtask, task)
        with closing(build_device(config)) as built:
            titles = {app: title_of(built, app) for app in sorted(started | ({*own.values()} & here))}
        for app, title in titles.items():
            subtasks = [
                GallerySubtask(name, first[name].id, first[name].instruction)
                for name in sorted(own)
                if own[name] == app and name in first
            ]
            entries.append(Entry(app, title, platform, tuple(subtasks)))  # type: ignore[arg-type]  # its own names
    return tuple(entries)


def write_gallery(entries: Sequence[Entry], out: Path, played: Callable[[str], None]) -> tuple[tuple[str, str], ...]:
    """Write ``index.html`` and a GIF of each subtask, as the oracle does it on the simulated device.

    Args:
        entries: The apps.
        out: The directory; a film that is there already is kept.
        played: A function that gets the id of each subtask when its film is there.

    Returns:
        The subtasks that could not be filmed, each with its reason.

    Raises:
        RecordingError: The directory cannot be written.
    """
    left_out = []
    try:
        (out / "films").mkdir(parents=True, exist_ok=True)
        for entry in entries:
            for subtask in entry.subtasks:
                film = out / "films" / f"{entry.platform}-{subtask.id.replace('/', '-')}.gif"
                if not film.is_file():
                    try:
                        made = gymnasium.make(
                            ID_OF[entry.platform], device=_DEVICES[entry.platform], tasks=subtask.task
                        )
                        film_oracle(made, film, _WIDTH[entry.platform])
                    except OmnigymError as e:
                        left_out.append((subtask.id, " ".join(str(e).split())))
                played(subtask.id)
        shutil.copyfile(SHARED / "base.css", out / "base.css")
        told = json.dumps([entry.to_plain() for entry in entries], ensure_ascii=False).replace("</", "<\\/")
        page = _PAGE.read_text(encoding="utf-8").replace("{/*names*/}", json.dumps(PLATFORMS))
        (out / "index.html").write_text(page.replace("[/*apps*/]", told), encoding="utf-8")
    except OSError as e:
        raise RecordingError(f"{out}: the gallery cannot be written: {e}. Name another directory.") from e
    return tuple(left_out)


def film_oracle(env: Env, out: Path, width: int) -> None:
    """Write a GIF of the oracle's episode of an environment's first task, and close the environment.

    Args:
        env: Made with the task.
        out: The file.
        width: Pixels across.

    Raises:
        OmnigymError: The oracle fails, or the file cannot be written.
    """
    with tempfile.TemporaryDirectory() as folder:
        with closing(RecordTrajectory(env, folder)) as recorded:
            task = env.unwrapped.tasks[0]  # type: ignore[attr-defined]  # of omnigym's environments
            record = play(recorded, make_agent("oracle"), task, seed=0)
        if not record.success:
            raise OracleError(f"The oracle does not complete {task.id}: it ends with {record.end_reason}.")
        (episode,) = Path(folder).iterdir()
        write_video(episode, out, width=width)
