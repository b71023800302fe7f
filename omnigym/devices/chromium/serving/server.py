"""A web application in a process of its own."""

from __future__ import annotations

import importlib.util
import os
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from omnigym.devices.chromium import watchdog_process
from omnigym.devices.chromium.serving.prepared import DATA, child_command, child_environment, prepared
from omnigym.devices.chromium.site import Site, Table
from omnigym.devices.waiting import wait_for
from omnigym.errors import AppError

_START_TIMEOUT, _RESET_TIMEOUT, _PATIENCE = 60.0, 10.0, 3.0
_INSTALL = "pip install 'omnigym[web-sites]'"
#: What every application needs besides its own: who serves it, and who stops its clock.
_COMMON = {"waitress": "waitress", "time-machine": "time_machine"}


class AppServer:
    """An application of `omnigym.devices.chromium.applications`, on a port of 127.0.0.1.

    Its data are a copy of what was prepared once (`omnigym.devices.chromium.serving.prepared`), in memory where there
    is such a file system. Its clock stands at the time of the episode.

    Args:
        module: The application's module.
        packages: The distributions that it consists of.
        port: Where it listens.

    Attributes:
        data: The folder of its data.

    Raises:
        AppError: It did not come up; nothing of it is left then.
    """

    def __init__(self, module: str, packages: Sequence[str], port: int) -> None:
        from omnigym.devices.chromium.place import base_folder  # of Unix; which sites there are is known everywhere

        pristine = prepared(module, packages)
        self._name = module.rpartition(".")[2]
        self._folder = Path(tempfile.mkdtemp(dir=base_folder(), prefix=f"{self._name}-"))
        self.data = self._folder / DATA
        owner = str(os.getpid())
        with open(self._folder / "log", "wb") as log:
            self._process = subprocess.Popen(
                child_command("serve", module, str(self._folder), str(pristine), str(port), owner),
                env=child_environment(self._folder),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                bufsize=0,
                cwd="/",
                start_new_session=True,
            )
        self._expect("ready", _START_TIMEOUT, "launch")

    def reset(self) -> None:
        """Bring its data and its clock to where every episode begins.

        Raises:
            AppError: It does not answer, or is gone.
        """
        self._ask("reset", _RESET_TIMEOUT)

    def close(self) -> None:
        """End it; nothing of it is left running or on disk."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        watchdog_process.remove(str(self._folder))

    def _ask(self, word: str, timeout: float) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{word}\n".encode())
        except (OSError, ValueError):
            self._fail(word, "is gone")
        self._expect(word, timeout, word)

    def _expect(self, word: str, timeout: float, call: str) -> None:
        """Wait for an answer: one line."""
        assert self._process.stdout is not None
        got, end = b"", time.monotonic() + timeout
        while not got.endswith(b"\n"):
            left = end - time.monotonic()
            if left <= 0 or not wait_for(left, self._process.stdout).read:
                self._fail(call, f"did not answer within {timeout:.0f} s")
            more = os.read(self._process.stdout.fileno(), 4096)
            if not more:
                self._fail(call, "ended")
            got += more
        if got.decode(errors="replace").strip() != word:
            self._fail(call, f"said {got.decode(errors='replace').strip()!r}")

    def _fail(self, call: str, what: str) -> None:
        words = ""
        with suppress(OSError):
            words = (self._folder / "log").read_text(errors="replace")[-1000:]
        self.close()
        raise AppError("chromium", call, f"the server of {self._name!r} {what}. It said: {words}", "Reset the device.")


def missing_packages(modules: Mapping[str, str]) -> tuple[str, ...]:
    """The distributions that are not installed, sorted.

    Args:
        modules: For each distribution a module of it.
    """
    return tuple(sorted(name for name, module in modules.items() if importlib.util.find_spec(module) is None))


def app_site(
    name: str, *, title: str, packages: Mapping[str, str], tables: Mapping[str, Table], **attributes: Any
) -> Site:
    """The site of an application of `omnigym.devices.chromium.applications`.

    Args:
        name: The site's and the module's.
        title: What a person calls it.
        packages: The distributions that it consists of, with a module of each.
        tables: What checks may read of its data.
        attributes: Others of `omnigym.devices.chromium.site.Site`.
    """
    needed = {**packages, **_COMMON}
    return Site(
        name=name,
        title=title,
        origin=f"http://{name}.test",
        server=partial(AppServer, f"omnigym.devices.chromium.applications.{name}", tuple(needed)),
        missing=partial(missing_packages, needed),
        install=_INSTALL,
        tables=tables,
        **attributes,
    )


# -- reading the data of a running application, past its pages --------------------------------------------------------


def sql_table(file: str, query: str) -> Table:
    """The rows of a query on a SQLite database.

    Args:
        file: The database, below the folder of the application's data.
        query: Its columns are named as checks name them.
    """

    def read(folder: Path) -> tuple[Mapping[str, str], ...]:
        with closing(sqlite3.connect(f"file:{folder / file}?mode=ro", uri=True, timeout=5)) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute(query).fetchall()
        return tuple({k: "" if row[k] is None else str(row[k]) for k in row.keys()} for row in rows)  # noqa: SIM118

    return read
