"""Environments in a separate process: the code that runs there, and the owner's handle.

A worker is started by `subprocess`, not by `multiprocessing`: the caller's main module is not imported again, so that
scripts need no ``if __name__ == "__main__"``; threads of the caller's do no harm; and no helper process is left. It
ends when its connection does, so also with a caller that is killed.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Protocol

import cloudpickle  # type: ignore[import-untyped]

from omnigym.envs.vector import memory
from omnigym.envs.vector.batch import Batch, BatchPlan
from omnigym.envs.vector.group import ErrorCapture, Group, GroupSpec
from omnigym.errors import WorkerLostError
from omnigym.garbage import spare_collector

__all__ = ["Local", "VectorWorker", "Works", "launch", "serve", "wake_when_left"]

#: What a worker runs: arguments are its module and the descriptors it inherits, then the path of modules.
_START = (
    "import sys; n = 3 + int(sys.argv[2]); sys.path[:] = sys.argv[n:]; "
    "import importlib; importlib.import_module(sys.argv[1]).serve(*sys.argv[3:n])"
)
#: Linux's ``PR_SET_PDEATHSIG``.
_PARENT_DEATH_SIGNAL = 1
#: How long a worker may take to end before it is killed, in seconds: real devices are closed meanwhile.
_END_S = 20.0


class Works(Protocol):
    """The holder of some environments of a vector environment."""

    @property
    def made(self) -> GroupSpec:
        """The environments of the holder."""
        ...

    def send(self, method: str, *args: object) -> None:
        """Make the holder call a method of its `Group`."""
        ...

    def receive(self, deadline_s: float | None) -> Any:
        """Return the result of the method, or raise its error.

        Raises:
            WorkerLostError: It died, or did not answer within the deadline.
        """
        ...

    def close(self) -> None:
        """Wait until the holder has ended, after ``send("close")``."""
        ...


def launch(module: str, *descriptors: int) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a process that calls ``serve`` of a module, with a connection to this process.

    Args:
        module: Its ``serve`` takes the descriptor of the connection, then the others, as text.
        descriptors: Others that it inherits; they stay open here.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        inherited = (theirs.fileno(), *descriptors)
        path = [p or os.getcwd() for p in sys.path]  # in the arguments: programs that it starts want another one
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", _START, module, str(len(inherited)), *map(str, inherited), *path],
                pass_fds=inherited,
                stdin=subprocess.DEVNULL,
            )
        except BaseException:
            ours.close()
            raise
    return process, ours


def wake_when_left() -> None:
    """Continue this process, if it was stopped, when its parent has ended; it then notices this, and ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGCONT, 0, 0, 0)


class Local:
    """The environments of a group in this process, with the methods of a `VectorWorker`."""

    def __init__(self, made: GroupSpec, group: Group) -> None:
        self.made, self._group = made, group
        self._call: Callable[[], object]

    def send(self, method: str, *args: object) -> None:
        """Note the next call."""
        self._call = lambda: getattr(self._group, method)(*args)

    def receive(self, deadline_s: float | None) -> Any:
        """Do the noted call, and return its result."""
        del deadline_s
        return self._call()

    def close(self) -> None:
        """Close the environments."""
        self._group.close()


class VectorWorker:
    """A worker process.

    Args:
        made: Its environments.
        plan: The contents of the batch.
        descriptor: The batch's memory; stays open.

    Attributes:
        made: Its environments.
        useful: Whether it has answered a call since it made its environments.
    """

    def __init__(self, made: GroupSpec, plan: BatchPlan, descriptor: int) -> None:
        self.made = made
        self.useful = False
        self._calls = 0
        self._process, ours = launch("omnigym.envs.vector.worker", descriptor)
        self._connection = Connection(ours.detach())
        self._sent(cloudpickle.dumps((made, plan)))

    def send(self, method: str, *args: object) -> None:
        """Make the worker call a method of its `Group`. A worker that died is noticed by `receive`."""
        dump = pickle.dumps if method == "step" else cloudpickle.dumps  # what a caller passes may be a function
        self._calls += 1
        self._sent(dump((self._calls, method, args)))

    def _sent(self, message: bytes) -> None:
        with contextlib.suppress(OSError):
            self._connection.send_bytes(message)

    def receive(self, deadline_s: float | None) -> Any:
        """Return the result of the method, or raise its error.

        Raises:
            WorkerLostError: The worker died, or did not answer within the deadline, after which it is killed.
        """
        problem = ""
        try:
            number = -1
            while number != self._calls and not problem:  # an answer to a call that was interrupted is passed over
                if self._connection.poll(deadline_s):
                    number, value, error = self._connection.recv()
                else:
                    problem = f"did not answer within {deadline_s:g} s"
        except (EOFError, OSError):
            problem = "died"
        if problem:
            self._process.kill()
            code = self._process.wait()
            self._connection.close()
            if problem == "died":
                problem += f" ({signal.Signals(-code).name})" if code < 0 else f" (exit code {code})"
            raise WorkerLostError(f"The worker process {self._process.pid} {problem}.")
        self.useful = self._calls > 0
        if error is not None:
            raise error
        return value

    def close(self) -> None:
        """Wait until the worker has ended, after ``send("close")``; a worker that does not end is killed."""
        try:
            with contextlib.suppress(WorkerLostError):
                self.receive(_END_S)
        finally:
            self._connection.close()
            try:
                self._process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def serve(connection: str, descriptor: str) -> None:
    """Run a worker.

    Args:
        connection: The descriptor of the connection to the owner, which first says what the environments are.
        descriptor: The descriptor of the batch's memory.
    """
    wake_when_left()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the owner too, who decides
    with contextlib.suppress(EOFError, OSError), Connection(int(connection)) as owner:
        _answer(owner, int(descriptor))


def _answer(owner: Connection, descriptor: int) -> None:
    with ErrorCapture() as caught:
        made, plan = pickle.loads(owner.recv_bytes())
        group = Group(made, Batch(plan, memory.attach(descriptor, plan.size * plan.slots)))
    owner.send((0, None, caught.error))
    if caught.error is not None:
        return
    number, method, spared = 0, "", False
    try:
        while method != "close":
            message, value = owner.recv_bytes(), None
            with ErrorCapture() as caught:
                number, method, args = pickle.loads(message)
                value = getattr(group, method)(*args)
            with ErrorCapture() as unsent:
                reply = pickle.dumps((number, value, caught.error))
            owner.send_bytes(reply if unsent.error is None else pickle.dumps((number, None, unsent.error)))
            if not spared and method in ("reset", "step"):
                spared = True
                spare_collector()  # this process has nothing but its environments
    finally:
        group.close()
