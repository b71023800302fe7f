"""Builds images of machines in steps. Each step's result is kept, so an interrupted build resumes at its step.

A step is keyed by the SHA-256 of its inputs and of the steps before it; its result is a folder
``IMAGES/.parts/NAME-KEY``. The result of the last step is the image itself, ``IMAGES/RECIPE``.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import select
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from omnigym.errors import BuildError, ConfigError, MissingDependencyError
from omnigym.foreign import held_lock

__all__ = [
    "PARTS",
    "Build",
    "BuildStep",
    "ImageRecipe",
    "as_root",
    "check_programs",
    "clear",
    "file_hash",
    "program",
    "recipe_of",
    "remove_image",
    "weight",
]

#: Where programs of the administrator are, which an ordinary user's PATH leaves out.
_ADMIN: Final = ("/usr/local/sbin", "/usr/sbin", "/sbin")
#: The folder, within that of all images, of what finished steps made.
PARTS: Final = ".parts"
#: How many lines of a program's output an error quotes, and how long one line may be.
_QUOTED, _LINE = 12, 400
#: How often it is noticed that time passes, and how long a program may take to clean up, in seconds.
_TICK_S, _PATIENCE_S = 0.5, 30.0
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class BuildStep:
    """A part of a build.

    Attributes:
        name: A plain name, unique in its recipe.
        make: Writes the result into the empty folder `Build.out`.
        inputs: What the result depends on, as JSON: versions, options, hashes of files. Earlier steps count by
            themselves.
        seconds: About how long it takes, for the progress bar.
        shared: Whether the result outlives the build because other recipes begin with the same step.
    """

    name: str
    make: Callable[[Build], None]
    inputs: Mapping[str, object]
    seconds: float
    shared: bool = False


@dataclass(frozen=True, slots=True)
class ImageRecipe:
    """How an image is made. A module of `omnigym.devices.vm.recipes` has a function that returns one.

    Attributes:
        name: The image's name.
        steps: The steps in order. The last one writes the whole image, its description included.
        programs: The Debian package of each program that is run.
        description: The file that describes the image, a JSON object whose ``recipe`` is the key of the last step.
    """

    name: str
    steps: tuple[BuildStep, ...]
    programs: Mapping[str, str]
    description: str = "image.json"

    def keys(self) -> tuple[str, ...]:
        """The key of each step; the last one is the image's ``recipe``."""
        found, before = [], ""
        for step in self.steps:
            said = json.dumps([step.name, before, step.inputs], sort_keys=True)
            before = hashlib.sha256(said.encode()).hexdigest()
            found.append(before)
        return tuple(found)


@dataclass
class Build:
    """A build that goes on.

    Args:
        recipe: What is made.
        images: The folder of all images.
        advance: Called as ``advance(seconds, note)`` while time passes; the seconds of all steps add up to
            `Recipe.steps`'.

    Attributes:
        out: The folder that the current step fills.
        key: The key of the current step.
    """

    recipe: ImageRecipe
    images: Path
    advance: Callable[[int, str], None] = lambda _seconds, _note: None
    out: Path = field(init=False)
    key: str = field(init=False)
    _folders: Mapping[str, Path] = field(init=False)
    _step: BuildStep = field(init=False)
    _began: float = field(init=False)
    _shown: int = field(init=False)

    def run(self) -> Path:
        """Make the image, or find it made, and return its folder.

        Raises:
            MissingDependencyError: A program is not installed.
            ConfigError: Another process builds, or the folder cannot be written.
            BuildError: A step failed. What was made before it is kept.
        """
        parts, final = self.images / PARTS, self.images / self.recipe.name
        keys = self.recipe.keys()
        if recipe_of(final / self.recipe.description) == keys[-1]:
            return final
        check_programs(self.recipe)
        try:
            parts.mkdir(parents=True, exist_ok=True)
            with held_lock(self.images / ".lock"):
                for left in parts.glob("*.partial"):  # by a build that was interrupted
                    clear(left)
                folders = {s.name: parts / f"{s.name}-{k[:32]}" for s, k in zip(self.recipe.steps, keys, strict=True)}
                for step, key in zip(self.recipe.steps, keys, strict=True):
                    self.key = key
                    self._done(step, folders)
                _replace(final, folders[self.recipe.steps[-1].name])
                for step in self.recipe.steps[:-1]:
                    if not step.shared:
                        shutil.rmtree(folders[step.name])
        except BlockingIOError:
            raise ConfigError(f"Another process builds an image in {self.images}. Wait until it has ended.") from None
        except OSError as e:
            raise BuildError(f"{self.recipe.name}: {e.strerror or e}: {e.filename or self.images}.") from e
        return final

    def _done(self, step: BuildStep, folders: Mapping[str, Path]) -> None:
        folder = folders[step.name]
        self._step, self._folders, self._began, self._shown = step, folders, time.monotonic(), 0
        if not folder.is_dir():
            self.out = folder.with_name(f"{folder.name}.partial")
            self.out.mkdir()
            self.note("")
            step.make(self)
            self.out.rename(folder)
        self.advance(round(step.seconds) - self._shown, step.name)

    # -- for steps ---------------------------------------------------------------------------------------------------

    def part(self, name: str) -> Path:
        """The result of an earlier step."""
        return self._folders[name]

    def note(self, said: str) -> None:
        """Say what is done right now; time that has passed moves the bar."""
        passed = min(int(time.monotonic() - self._began), round(self._step.seconds) - 1)
        self.advance(max(passed - self._shown, 0), f"{self._step.name} {said}".rstrip())
        self._shown = max(passed, self._shown)

    def call(self, argv: Sequence[str | Path], *, env: Mapping[str, str] | None = None) -> None:
        """Run a program to its end, in the step's folder.

        Args:
            argv: The program, a name or a path, and its arguments.
            env: Variables besides those of this process.

        Raises:
            BuildError: It failed: with the last lines.
        """
        said = deque[str](maxlen=_QUOTED)
        words = [program(str(argv[0])), *map(str, argv[1:])]
        started = subprocess.Popen(
            words,
            cwd=self.out,
            env={**os.environ, "PATH": os.pathsep.join((os.environ.get("PATH", ""), *_ADMIN)), **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        with _ended(started):
            for line in _lines(started):
                if line:
                    said.append(line)
                self.note(said[-1] if said else "")
            code = started.wait()
        if code:
            quoted = "\n".join(said)
            raise BuildError(f"{self.recipe.name}, step {self._step.name}: {argv[0]} ended with code {code}:\n{quoted}")


def _lines(started: subprocess.Popen[bytes]) -> Iterator[str]:
    """What a program writes, by lines, and an empty one when it writes nothing for a while."""
    assert started.stdout is not None
    file, rest = started.stdout.fileno(), b""
    while True:
        if not select.select([file], [], [], _TICK_S)[0]:
            yield ""
            continue
        chunk = os.read(file, _CHUNK)
        *whole, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
        for line in [*whole, rest] if not chunk else whole:
            yield line.decode("utf-8", "replace").strip()[:_LINE]
        if not chunk:
            return
        rest = rest[-_LINE:]


@contextlib.contextmanager
def _ended(started: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a program and all that it started if what is done meanwhile fails; it may clean up first."""
    try:
        yield
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            if started.poll() is None:
                with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                    os.killpg(started.pid, number)
                    started.wait(_PATIENCE_S)
        if started.stdout is not None:
            started.stdout.close()


# -- what is there ----------------------------------------------------------------------------------------------------


def program(name: str) -> str:
    """The path of a program; its name where there is none.

    >>> program("no-such-program")
    'no-such-program'
    """
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(_ADMIN)) or name


def as_root(argv: Sequence[str | Path]) -> list[str | Path]:
    """The words that run a program as root, in a user namespace of its own if this is somebody else.

    There, root is the user who builds, and the other users are those that ``/etc/subuid`` gives them.
    """
    return list(argv) if os.geteuid() == 0 else ["unshare", "--map-root-user", "--map-auto", "--", *argv]


def clear(folder: Path) -> None:
    """Remove what a build that was killed left, of other users of its namespace, too."""
    if folder.exists():
        shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        subprocess.run(as_root(["rm", "-rf", str(folder)]), check=False, capture_output=True)


def check_programs(recipe: ImageRecipe) -> None:
    """See that the programs of a recipe are installed.

    Raises:
        MissingDependencyError: One is not.
    """
    missing = {name: package for name, package in recipe.programs.items() if not os.path.isabs(program(name))}
    if missing:
        install = "sudo apt-get install --no-install-recommends " + " ".join(sorted(set(missing.values())))
        raise MissingDependencyError(", ".join(sorted(missing)), f"Building the image {recipe.name!r}", install)


def recipe_of(description: Path) -> str:
    """The key by which what a file describes was made; "" if there is none that can be read."""
    try:
        said = json.loads(description.read_bytes())
    except (OSError, ValueError):
        return ""
    found = said.get("recipe") if isinstance(said, dict) else None
    return found if isinstance(found, str) else ""


def file_hash(path: Path) -> str:
    """The SHA-256 of a file, or of all files below a folder with their names, but for bytecode that Python leaves."""
    if path.is_dir():
        below = sorted(p for p in path.rglob("*") if p.is_file() and p.suffix != ".pyc")
        said = json.dumps([[p.relative_to(path).as_posix(), file_hash(p)] for p in below])
        return hashlib.sha256(said.encode()).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _replace(final: Path, made: Path) -> None:
    """Put what was made in the place of what is there, which machines may still have open."""
    old = final.with_name(f".old-{secrets.token_hex(4)}")
    if final.exists():
        final.rename(old)
    made.rename(final)
    shutil.rmtree(old, ignore_errors=True)


def remove_image(images: Path, name: str, *, parts: bool) -> int:
    """Remove an image, and return how many bytes that freed.

    Args:
        images: The folder of all images.
        name: Which one.
        parts: Whether the results of steps go, too, of all recipes.

    Raises:
        BuildError: It cannot be removed.
    """
    freed = 0
    for folder in [images / name, *([images / PARTS] if parts else [])]:
        if not folder.is_dir():
            continue
        freed += weight(folder)
        try:
            shutil.rmtree(folder)
        except OSError as e:
            raise BuildError(f"Cannot remove {e.filename or folder}: {e.strerror}.") from e
    return freed


def weight(folder: Path) -> int:
    """How many bytes a folder takes on its disk."""
    return sum(p.lstat().st_blocks * 512 for p in folder.rglob("*") if not p.is_dir())
