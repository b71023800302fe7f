"""Metrics that run the agent's Python programs, on a device whose commands run in a folder of the test's."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from omnigym.benchmarks.osworld.scorer import File, get_metric
from omnigym.benchmarks.osworld.scorer.metrics import programs
from omnigym.benchmarks.osworld.scorer.registry import runs_on_device, sort_options
from omnigym.devices.fake import FakeDevice
from omnigym.errors import ConfigError, DeviceTimeoutError, TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.evaluation.probe import Probe

SUITE = "from sums import total\n\ndef test():\n    return total([1, 2]) == 3\n"
GOLD = "print(1 + 2)\n"


class Machine(FakeDevice):
    """A fake whose commands run for real."""

    def is_confined(self) -> bool:
        return True

    def setup_outputs(self) -> dict[str, bytes]:
        return {}

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        done = subprocess.run([sys.executable, *argv[1:]], capture_output=True, timeout=timeout, check=False)
        return done.returncode, done.stdout, done.stderr


def _score(tmp_path: Path, name: str, program: str, expected: str, file: str = "sums.py") -> float:
    path = tmp_path / file
    path.write_text(program)
    found = File(file, program.encode(), str(path))
    return get_metric(name)(Probe(Machine(), at_end=True), found, File("gold.py", expected.encode()))


@pytest.mark.parametrize(
    ("program", "score"),
    [
        ("def total(n):\n    return sum(n)\n", 1.0),
        ("def total(n):\n    return 4\n", 0.0),
        ("def total(n)\n", 0.0),
        ("import os\nos._exit(0)\n", 0.0),
        ("import sys\nsys.exit(0)\n", 0.0),
        ("print(True)\ndef total(n):\n    raise ValueError\n", 0.0),
    ],
)
def test_a_suite_runs_on_the_device(tmp_path: Path, program: str, score: float) -> None:
    assert _score(tmp_path, "check_python_file_by_test_suite", program, SUITE) == score


@pytest.mark.parametrize(
    ("program", "score"), [("print( 3 )\n", 1.0), ("print(4)\n", 0.0), ("print(3)\nprint(3)\n", 0.0), ("raise\n", 0.0)]
)
def test_a_program_writes_what_the_reference_writes(tmp_path: Path, program: str, score: float) -> None:
    assert _score(tmp_path, "check_python_file_by_gold_file", program, GOLD) == score


def test_a_program_that_hangs_scores_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_PROGRAM_S", 0.5)
    assert _score(tmp_path, "check_python_file_by_test_suite", "while True: pass\n", SUITE) == 0.0


@pytest.mark.parametrize(("codes", "score"), [([75, 0], 1.0), ([76, 0], 1.0), ([76, 76], 0.0), ([75, 75], None)])
def test_a_run_that_the_machine_ended_is_tried_again(codes: list[int], score: float | None) -> None:
    class Busy(Machine):
        def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
            code = codes.pop(0)
            return code, b"" if code else f"\n{programs._token(suite)}\n".encode(), b""

    suite = File("suite.py", SUITE.encode())
    asked = Probe(Busy(), at_end=True), File("sums.py", b"", "/sums.py"), suite
    metric = get_metric("check_python_file_by_test_suite")
    if score is None:
        with pytest.raises(DeviceTimeoutError, match="waited for a processor"):
            metric(*asked)
    else:
        assert metric(*asked) == score


def _ended(tmp_path: Path, code: str, before: str = "") -> int:
    done = subprocess.run(
        [sys.executable, "-c", before + programs._RUNNER, "0.3", "1", code, "0"], check=False, cwd=tmp_path
    )
    return done.returncode


def test_a_run_tells_that_it_got_no_processor(tmp_path: Path) -> None:
    assert _ended(tmp_path, "import time; time.sleep(9)") == 0
    assert _ended(tmp_path, "import os; os.kill(os.getpid(), 9)") == programs._KILLED
    busy = "import io; counts = io.StringIO; open_ = open\n"
    busy += (
        "open = lambda name, *how: counts('1000 299999999 1') if name.endswith('schedstat') else open_(name, *how)\n"
    )
    assert _ended(tmp_path, "import time; time.sleep(9)", busy) == programs._STARVED
    assert _ended(tmp_path, "import time; time.sleep(0.6)", busy) == 0  # it has more time


def test_a_device_that_hangs_is_no_score(tmp_path: Path) -> None:
    class Hanging(Machine):
        def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
            raise DeviceTimeoutError("fake", "run", "it did not end.", "Try again.")

    metric = get_metric("check_python_file_by_test_suite")
    with pytest.raises(DeviceTimeoutError):
        metric(Probe(Hanging(), at_end=True), File("a.py", b"", "/a.py"), File("b.py", SUITE.encode()))


def test_a_suite_may_be_long(tmp_path: Path) -> None:
    long = SUITE + "#" * 300_000 + "\n"
    assert _score(tmp_path, "check_python_file_by_test_suite", "total = sum\n", long) == 1.0


@pytest.mark.parametrize("name", ["../a.py", "a\\b.py"])
def test_a_name_leads_nowhere_else(name: str) -> None:
    metric = get_metric("check_python_file_by_test_suite")
    with pytest.raises(ConfigError, match="files"):
        metric(Probe(Machine(), at_end=True), File(name, b"", "/a.py"), File("b.py", b""))
    with pytest.raises(ConfigError, match="function"):
        metric(Probe(Machine(), at_end=True), File("a.py", b"", "/a.py"), File("b.py", b""), test_function_name="a()")


def test_the_check_calls_it_with_the_probe(tmp_path: Path) -> None:
    assert runs_on_device("check_python_file_by_test_suite")
    assert not runs_on_device("exact_match")
    sort_options("check_python_file_by_test_suite", {"test_function_name": "test"}, expected=True)
    with pytest.raises(TaskFileError, match="test_suite"):
        sort_options("check_python_file_by_test_suite", {}, expected=False)
    device = Machine()
    device.reset()
    device.write_file("sums.py", b"total = sum\n")
    args = {
        "func": ["check_python_file_by_test_suite"],
        "result": [{"type": "vm_file", "path": "sums.py", "dest": "sums.py"}],
        "expected": [{"type": "rule", "rules": SUITE}],
        "options": [{}],
    }
    e = GraphEvaluator(EvalGraph.of([EvalNode.of("a", [Condition("osworld", args)])], []), device, at_end=True)
    e.reset()
    e.finish()
    # The fake's files are in memory, so that the suite finds nothing to import.
    assert (e.score, e.unscored) == (0.0, False)
