"""Metrics that run Python programs of the agent's: on the device alone, in its sandbox."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from typing import Final

from omnigym.benchmarks.osworld.scorer.matching import text_of
from omnigym.benchmarks.osworld.scorer.registry import File, device_metric
from omnigym.errors import ConfigError, DeviceTimeoutError, UnreadableError
from omnigym.evaluation.probe import Probe

__all__ = ["check_python_file_by_gold_file", "check_python_file_by_test_suite"]

#: Seconds that the agent's programs may take, the most that they get besides while they lack a processor, and those
#: that the device may take besides.
_PROGRAM_S: Final = 20
_STARVED_S: Final = 20
_DEVICE_S: Final = 20.0
#: How often a run is tried that a signal or a busy machine ended.
_TRIES: Final = 2
#: Characters of one argument of a command, as Linux has them with room to spare.
_PIECE: Final = 90_000

#: The exit code of a run that waited for a processor most of its time, and of one that a signal ended.
_STARVED, _KILLED = 75, 76
#: Copies files next to each other, runs a command there and writes what it wrote. A program that hangs is the agent's
#: doing, so that it is stopped here. One that got no processor has more time: what then stops is a fault of the
#: device, as is what stops at the limit of the device itself. Linux counts for how many nanoseconds each process ran,
#: and waited for a processor.
_RUNNER: Final = """
import base64, os, shutil, signal, subprocess, sys, tempfile
def starved(session, least):
    ran = waited = 0
    for pid in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        try:
            if os.getsid(int(pid)) == session:
                with open("/proc/" + pid + "/schedstat") as counts:
                    had, lacked, *_ = counts.read().split()
                ran, waited = ran + int(had) / 1e9, waited + int(lacked) / 1e9
        except (OSError, ValueError):
            pass
    return waited > least > ran
limit, more, code, count, *rest = sys.argv[1:]
pieces, rest = rest[:int(count)], rest[int(count):]
with tempfile.TemporaryDirectory() as folder:
    for source, name in zip(rest[::2], rest[1::2]):
        if os.path.isfile(source):
            shutil.copyfile(source, os.path.join(folder, name))
    with open(os.path.join(folder, "omnigym_suite.py"), "wb") as suite:
        suite.write(base64.b64decode("".join(pieces)))
    done = subprocess.Popen([sys.executable, "-c", code], cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
    for seconds in [float(limit), *[1] * int(more)]:
        try:
            out, _ = done.communicate(timeout=seconds)
            break
        except subprocess.TimeoutExpired:
            lacks = starved(done.pid, float(limit) / 2)
            if not lacks:
                break
    if done.returncode is None:
        getattr(os, "killpg", os.kill)(done.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        sys.exit(STARVED if lacks else 0)
    if done.returncode < 0:
        sys.exit(KILLED)
    sys.stdout.buffer.write(out[-4096:])
""".replace("STARVED", str(_STARVED)).replace("KILLED", str(_KILLED))
#: Runs a function of the suite. The last line is written only once it has come back with a truth, so that a program
#: that ends the process on its way does not pass.
_SUITE: Final = """
import importlib.util, sys
sys.path.insert(0, "")
spec = importlib.util.spec_from_file_location("omnigym_suite", "omnigym_suite.py")
module = importlib.util.module_from_spec(spec)
sys.modules["omnigym_suite"] = module
spec.loader.exec_module(module)
if getattr(module, {name!r})():
    print()
    print({token!r})
"""
#: Runs two programs and compares what they write.
_COMPARED: Final = """
import subprocess, sys
def wrote(program):
    done = subprocess.run([sys.executable, program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    return done.returncode, done.stdout.split()
gold = wrote("omnigym_suite.py")
if gold == wrote({name!r}) and gold[0] == 0 and gold[1]:
    print()
    print({token!r})
"""


@device_metric("check_python_file_by_test_suite")
def check_python_file_by_test_suite(
    probe: Probe, result: object, expected: object, test_function_name: str = "test", **_options: object
) -> float:
    """Return whether the agent's Python files pass a test suite, run on the device for 20 s at most.

    The files lie next to the suite, whose function is called and gives a truth.

    Args:
        probe: Runs it.
        result: The agent's file, or several.
        expected: The suite.
        test_function_name: The function.
        **_options: Have no meaning.
    """
    if not test_function_name.isidentifier():
        raise ConfigError(f"Expected the name of a function of the suite, got {test_function_name!r}. Mend the task.")
    token = _token(expected)
    return _passed(probe, result, expected, _SUITE.format(name=test_function_name, token=token), token)


@device_metric("check_python_file_by_gold_file")
def check_python_file_by_gold_file(probe: Probe, result: object, expected: object, **_options: object) -> float:
    """Return whether the agent's Python program writes the words that the reference writes, both run on the device.

    The published function is empty, so that nobody passes. Options have no meaning.
    """
    files = _files(result)
    token = _token(expected)
    code = _COMPARED.format(name=files[0].name, token=token)
    return _passed(probe, result, expected, code, token)


def _files(value: object) -> list[File]:
    files = [f for f in (value if isinstance(value, list | tuple) else [value]) if isinstance(f, File)]
    if not files:
        raise UnreadableError("Expected Python files, got none.")
    if any("/" in f.name or "\\" in f.name or not f.path for f in files):
        raise ConfigError("Expected Python files of the device. Read them with vm_file.")
    return files


def _token(expected: object) -> str:
    """What only the end of a run writes. It follows from the suite, which is not on the device before the end."""
    return hashlib.sha256(text_of(expected).encode()).hexdigest()


def _passed(probe: Probe, result: object, expected: object, code: str, token: str) -> float:
    coded = b64encode(text_of(expected).encode()).decode()
    pieces = [coded[n : n + _PIECE] for n in range(0, len(coded), _PIECE)] or [""]
    python = "python" if probe.platform == "windows" else "python3"
    names = [part for f in _files(result) for part in (f.path, f.name)]
    argv = [python, "-c", _RUNNER, str(_PROGRAM_S), str(_STARVED_S), code, str(len(pieces)), *pieces, *names]
    for _ in range(_TRIES):
        exit_code, out, _ = probe.run(argv, _PROGRAM_S + _STARVED_S + _DEVICE_S)
        if exit_code not in (_STARVED, _KILLED):
            break
    if exit_code == _STARVED:
        problem = f"the programs waited for a processor for most of {_PROGRAM_S:g} s."
        raise DeviceTimeoutError("task", "check", problem, "The episode is not scored.")
    return float(out.decode(errors="replace").rstrip().rpartition("\n")[2] == token)
