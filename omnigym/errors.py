"""Every error that omnigym raises on purpose.

A message says what was expected, what came, and what to do::

    OmnigymError
    ├── ConfigError             a wrong argument of `make`, a constructor or the command line (ValueError)
    │   ├── UnknownNameError        an id, task, check, app or key that does not exist: says what is close
    │   ├── CapabilityError         the task needs what the device cannot do
    │   ├── MissingDependencyError  a package, program or app that is not installed: says how to get it
    │   └── NothingFoundError       a search completed nothing, so there is nothing to learn from
    ├── TaskFileError           a task file that cannot be used: schema, size, cycle, unknown check, parameter
    ├── BuildError              an image of a machine that could not be built: the step, and what its program said
    ├── AssetError              a data file of a task that is not there, or is another one: says how to fetch it
    ├── CheckpointError         a saved policy that cannot be used: damaged, of another version or space (ValueError)
    ├── TrainingError           learning cannot go on: the loss is not a number
    ├── ActionError             an action outside its space (ValueError)
    │   └── ScriptError             a script that is more than calls with their arguments written out: says the line
    ├── OracleError             an oracle does not find what it needs: a fault of the subtask, not of an agent
    ├── RecordingError          a recording that cannot go on (disk full, directory gone), or that is damaged
    ├── SubmissionError         a file for the board that cannot be used: damaged, changed, incomplete
    ├── UnreadableError         bytes of others that are not what they should be: half saved, damaged (ValueError)
    │   └── TooLargeError           they are more than is read, so that nothing is known of what is in them
    ├── ConcurrentUseError      an environment is used by two threads at once (RuntimeError)
    ├── WorkerLostError         a worker process of a vector environment or a server died, or did not answer in time
    ├── ServerError             a server of environments (`omnigym serve`) does not do what it is asked
    │   ├── ServerLostError         it cannot be reached, or hung up and does not come back
    │   ├── ServerBusyError         it has no room now: says after how many seconds it may have some
    │   └── ServerRefusedError      it refuses the client: token, version, an id, an argument, the order of its messages
    ├── AgentError              what an agent runs on, never what it chose, is at fault: such an episode is not scored
    │   ├── ModelLostError          its model's endpoint cannot be reached, hangs up, or says that it is broken
    │   ├── ModelTimeoutError       it did not answer in time
    │   ├── ModelLimitError         it lets nobody in, for too long: its rate limit
    │   ├── ModelRefusedError       it refuses the request: the key, the model's name, what was asked
    │   └── ModelAnswerError        what it answered is no answer of a chat
    └── DeviceError             the device failed: not scored, unless the agent can have ended it (`by_agent`)
        ├── DeviceStartError        it did not come up
        ├── DeviceTimeoutError      a call passed its deadline
        ├── DeviceLostError         it, or the connection to it, died
        ├── DeviceFaultError        its own code failed in a way that nobody foresaw
        └── AppError                an application did not start, or died
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

__all__ = [
    "ActionError",
    "AgentError",
    "AppError",
    "AssetError",
    "BuildError",
    "CapabilityError",
    "CheckpointError",
    "ConcurrentUseError",
    "ConfigError",
    "DeviceError",
    "DeviceFaultError",
    "DeviceLostError",
    "DeviceStartError",
    "DeviceTimeoutError",
    "MissingDependencyError",
    "ModelAnswerError",
    "ModelLimitError",
    "ModelLostError",
    "ModelRefusedError",
    "ModelTimeoutError",
    "NothingFoundError",
    "OmnigymError",
    "OracleError",
    "RecordingError",
    "ScriptError",
    "ServerBusyError",
    "ServerError",
    "ServerLostError",
    "ServerRefusedError",
    "SubmissionError",
    "TaskFileError",
    "TooLargeError",
    "TrainingError",
    "UnknownNameError",
    "UnreadableError",
    "WorkerLostError",
]


class OmnigymError(Exception):
    """Base of all errors that omnigym raises on purpose. They go from worker processes to their parent as they are."""

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(cls: type[OmnigymError], args: tuple[object, ...], attributes: Mapping[str, object]) -> OmnigymError:
    """An unpickled error: its class may take other arguments than the message."""
    error = cls.__new__(cls, *args)
    error.__dict__.update(attributes)
    return error


class ConfigError(OmnigymError, ValueError):
    """An argument is wrong; nothing was started."""


class UnknownNameError(ConfigError):
    """A name is not registered.

    Args:
        kind: What was looked up, in the singular ("task", "check", "device"...).
        name: The name that came.
        known: The names that exist; close ones are put into the message.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name = kind, name
        names = sorted(known)
        name = name if len(name) <= 100 else f"{name[:100]}..."
        self.suggestions = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        if self.suggestions:
            hint = "Did you mean " + " or ".join(repr(s) for s in self.suggestions) + "?"
        elif len(names) <= 12:
            hint = "Known: " + (", ".join(names) or "none") + "."
        else:
            hint = f"There are {len(names)}, for example {', '.join(names[:5])}."
        super().__init__(f"Unknown {kind} {name!r}. {hint}")


class CapabilityError(ConfigError):
    """A task needs a capability that the device does not have."""


class MissingDependencyError(ConfigError):
    """A dependency must be installed first.

    Args:
        what: The missing package, program or application.
        needed_for: What it was needed for.
        install: The one command that installs it.
    """

    def __init__(self, what: str, needed_for: str, install: str) -> None:
        self.what, self.install = what, install
        super().__init__(f"{needed_for} needs {what}, which is not installed. Install it with: {install}")


class TaskFileError(OmnigymError, ValueError):
    """A task, or the file it came from, cannot be used."""


class BuildError(OmnigymError):
    """An image of a machine could not be built or removed."""


class AssetError(OmnigymError):
    """A data file of a task is not in the cache, or differs from the lock."""


class CheckpointError(OmnigymError, ValueError):
    """A saved policy cannot be used, or cannot be saved."""


class TrainingError(OmnigymError, ArithmeticError):
    """Training cannot continue: its loss is not a number. The best model so far is kept."""


class NothingFoundError(ConfigError):
    """A search completed no node of any task, so there is no training data."""


class ActionError(OmnigymError, ValueError):
    """An action lies outside its action space."""


class ScriptError(ActionError):
    """A script does not consist of PyAutoGUI calls with literal arguments, or exceeds the size limit.

    Args:
        line: The line that is at fault, from 1; 0 where it is the whole script.
        problem: What is wrong there.
    """

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(f"Line {line}: {problem}" if line else problem)


class OracleError(OmnigymError, LookupError):
    """An oracle does not find a control on the screen: the subtask is at fault."""


class RecordingError(OmnigymError):
    """A recording cannot continue, although its earlier steps are intact; or a recording that is read is damaged."""


class SubmissionError(OmnigymError, ValueError):
    """A file for the board is damaged, was changed, is incomplete, breaks a rule, or is of another version."""


class UnreadableError(OmnigymError, ValueError):
    """Untrusted bytes do not have the expected format. A check takes it for "not yet"."""


class TooLargeError(UnreadableError):
    """Input exceeds the size limits (`omnigym.foreign.limits`). A check takes it for "cannot tell"."""


class ConcurrentUseError(OmnigymError, RuntimeError):
    """A second thread entered while the first was inside; the first is not affected."""


class WorkerLostError(OmnigymError):
    """A worker process of a vector environment or a server died, or was killed at its deadline."""


class ServerError(OmnigymError):
    """A server of environments does not do what a client requests, or one of its environments failed unexpectedly."""


class ServerLostError(ServerError):
    """A server cannot be reached, or hung up and does not return within the deadline."""


class ServerBusyError(ServerError):
    """A server has no room for another environment now.

    Attributes:
        retry_after: After so many seconds it may have some.
    """

    retry_after: float = 1.0


class ServerRefusedError(ServerError):
    """A server refuses a client; a retry would not help."""


class AgentError(OmnigymError):
    """A resource of the agent failed, so the episode says nothing about how well the agent acts. Raised by ``act``.

    What a model says, however wrong, is no such error: that is an `omnigym.actions.Invalid`.
    """


class ModelLostError(AgentError):
    """A model's endpoint cannot be reached, hung up, or reports a failure, even after retries."""


class ModelTimeoutError(AgentError):
    """A model's endpoint did not answer in time, even after retries."""


class ModelLimitError(AgentError):
    """A model's endpoint limits the rate and admits no request, even after retries.

    Attributes:
        retry_after: After so many seconds it would, as it says; None where it does not say.
    """

    retry_after: float | None = None


class ModelRefusedError(AgentError):
    """A model's endpoint refuses a request; a retry would not help."""


class ModelAnswerError(AgentError):
    """A response of a model's endpoint is not a chat answer, even after retries."""


class DeviceError(OmnigymError):
    """The device failed. The episode says nothing about the agent, unless the agent can have caused the failure.

    Args:
        device: The device's name, such as ``"x11"``.
        call: The call that failed, such as ``"screenshot"``.
        problem: What happened.
        advice: What to do about it.

    Attributes:
        by_agent: Whether programs that an agent controls can have caused it. Then the episode is scored.
    """

    by_agent: bool = False

    def __init__(self, device: str, call: str, problem: str, advice: str = "") -> None:
        self.device, self.call, self.problem, self.advice = device, call, problem, advice
        super().__init__(f"{device}.{call}: {problem}" + (f" {advice}" if advice else ""))


class DeviceStartError(DeviceError):
    """The device did not come up."""


class DeviceTimeoutError(DeviceError):
    """A call passed its deadline."""


class DeviceLostError(DeviceError):
    """The device, or the connection to it, died."""


class DeviceFaultError(DeviceError):
    """The device's own code failed in an unforeseen way, or returned a value that no device may return."""


class AppError(DeviceError):
    """An application did not start, or died during the episode."""
