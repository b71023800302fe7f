"""Attack the scores: how many wrong runs were tried and paid, and how many right ways were tried and refused.

    python scripts/try_scores.py [phone] [--tasks QUERY] [--every] [--further] [--chains N]

Counts by family of subtasks, of one parameter set each; with ``--every`` of all. ``--further`` tries more damage before
the oracle than the proofs do, and ``--chains`` composed tasks in which a product is ruined once its node is paid. Exits
with 1 if any wrong run paid or any right way was refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain, islice

from omnigym.devices.app_names import Devices
from omnigym.devices.config import build_device
from omnigym.devices.userdata import UserData
from omnigym.documents import Document, read_docx, write_docx
from omnigym.errors import UnreadableError
from omnigym.evaluation.matching import json_in
from omnigym.tasks.proofs.labelled_runs import Attempt, attempts
from omnigym.tasks.rollout import Damage, Outcome, Stage
from omnigym.tasks.suites import list_tasks
from omnigym.tasks.task import Task

#: Of each kind of further damage so many are tried.
_MOST = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Try them and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", nargs="?", default="sim")
    parser.add_argument("--tasks", default="", help="a query that chooses among the tasks of one node")
    parser.add_argument("--every", action="store_true", help="all parameter sets")
    parser.add_argument("--further", action="store_true", help="more damage than the proofs try")
    parser.add_argument("--chains", type=int, default=0, metavar="N", help="so many composed tasks, products ruined")
    options = parser.parse_args(arguments)
    tasks = list_tasks(f"{options.tasks} suite:one-node".strip(), device=options.device)
    chosen = tasks if options.every else list({t.nodes[0].subtask: t for t in reversed(tasks)}.values())[::-1]
    counts: dict[str, Counter[str]] = {}
    with closing(build_device(options.device)) as device:
        for task in chosen:
            count = counts.setdefault(_family(task), Counter())
            tried = attempts(task, device)
            for attempt in chain(tried, further_attempts(task, device)) if options.further else tried:
                _note(task, attempt, count)
        for task in _chains(options.device, options.chains):
            for attempt in ruined_products(task, device):
                _note(task, attempt, counts.setdefault("(chains)", Counter()))
    print(f"{'family':24}{'wrong runs':>12}{'paid':>6}{'right ways':>12}{'refused':>9}")
    total: Counter[str] = sum(counts.values(), Counter())
    for name, count in [*sorted(counts.items()), ("all", total)]:
        paid, refused = count["wrong failed"], count["right failed"]
        print(f"{name:24}{count['wrong']:12}{paid:6}{count['right']:12}{refused:9}")
    return int(bool(total["wrong failed"] or total["right failed"]))


def _chains(device: str, count: int) -> list[Task]:
    """So many composed tasks in which a node uses what another one made, from all over the suite."""
    if not count:
        return []
    tasks = list_tasks("suite:omnibench nodes:2-3", device=device)
    chained = [t for t in tasks if any(t.dag.ancestors)]
    return chained[:: max(1, len(chained) // count)][:count]


def _note(task: Task, attempt: Attempt, count: Counter[str]) -> None:
    count[attempt.kind] += 1
    if not attempt.judged_well:
        count[f"{attempt.kind} failed"] += 1
        print(_line(task, attempt), flush=True)


def further_attempts(task: Task, devices: Devices) -> Iterator[Attempt]:
    """Yield the oracle after each further damage: blank lines, a stranger's file, a record that nobody asked for."""
    if not task.graph.allowed:
        return
    stage = Stage(task, devices).among_others()
    stage.begin()
    before = stage.user_data()
    outcome = stage.play(stage.oracle())
    after = stage.user_data()
    if before is None or after is None or outcome.coverage < 1.0:
        return
    for kind in (_blank_lines, _strangers, _records_added):
        for damage in islice(kind(before, after), _MOST):
            if not stage.would_miss(damage):
                continue
            outcome, now = stage.play(stage.oracle(forgive=True), damage=damage), stage.user_data()
            if now is not None and now.read(damage.place) != after.read(damage.place):  # no open program wrote over it
                yield Attempt("wrong", damage.name, outcome)


def ruined_products(task: Task, devices: Devices) -> Iterator[Attempt]:
    """Yield the oracle of a composed task, and the same with each named file emptied before the next node."""
    stage = Stage(task, devices)
    whole = stage.play(stage.oracle())
    end = stage.user_data()
    yield Attempt("right", "oracle", whole)
    stage.begin()
    start, ruined = stage.user_data(), list[str]()
    named = {str(value).lower() for node in task.nodes for value in node.parameters.values()}

    def ruin(_node: str) -> None:
        now = stage.user_data()
        for place in now.files_since(start) if now is not None and start is not None else ():
            if place not in ruined and place.rpartition("/")[2] in named and now is not None and now.read(place):
                ruined.append(place)
                stage.acting.write_file(place, b"")  # type: ignore[attr-defined]

    outcome, now = stage.play(stage.oracle(forgive=True, before=ruin)), stage.user_data()
    stays = now is not None and end is not None and any(now.read(p) != end.read(p) for p in ruined)
    if stays and whole.coverage == 1.0:
        yield Attempt("wrong", f"ruined {', '.join(ruined)}", _at_end(stage, outcome))


def _at_end(stage: Stage, outcome: Outcome) -> Outcome:
    """The outcome, which is no success if at the end something is damaged or not as it was paid."""
    return outcome if stage.evaluator.still_holds and not stage.evaluator.damage else outcome._replace(coverage=0.0)


def _blank_lines(before: UserData, after: UserData) -> Iterator[Damage]:
    """Twenty-five empty lines at the end of texts, in those that the oracle changes first."""
    texts = [p for p in before.files() if p.endswith((".txt", ".md", ".docx")) and after.read(p) is not None]
    for place in sorted(texts, key=lambda p: (before.read(p) == after.read(p), p)):
        content = before.read(place) or b""
        try:
            longer = _longer(content) if place.endswith(".docx") else content + b"\n" * 25 + b"."
        except UnreadableError:
            continue
        yield Damage(f"blank lines in {place}", place, longer)


def _longer(content: bytes) -> bytes:
    paragraphs = list(read_docx(content).paragraphs)
    return write_docx(Document((*paragraphs, *[paragraphs[-1]._replace(runs=())] * 25, paragraphs[-1])))


def _strangers(before: UserData, after: UserData) -> Iterator[Damage]:
    """A file that nobody asked for, in folders in which the oracle writes."""
    folders = {place.rpartition("/")[0] for place in after.files_since(before) if not place.endswith(".json")}
    for folder in sorted(f for f in folders if f):
        yield Damage(f"a stranger in {folder}", f"{folder}/nobody asked.txt", b"for this")


def _records_added(before: UserData, after: UserData) -> Iterator[Damage]:
    """Another record like the last one, in files of records that the oracle changes first."""
    kept = [p for p in before.files() if p.endswith(".json") and after.read(p) is not None]
    for place in sorted(kept, key=lambda p: (before.read(p) == after.read(p), p)):
        value = json_in(before.read(place) or b"")
        lists = [v for v in value.values() if isinstance(v, list)] if isinstance(value, dict) else []
        for records in lists:
            if records and isinstance(records[-1], dict) and isinstance(records[-1].get("id"), int):
                records.append({**records[-1], "id": max(r.get("id", 0) for r in records) + 1000})
                yield Damage(f"one more record in {place}", place, json.dumps(value).encode())
                break


def _family(task: Task) -> str:
    return task.nodes[0].subtask.partition("/")[0]


def _line(task: Task, attempt: Attempt) -> str:
    return f"{task.id}: {attempt.name} {_fault(attempt)}"


def _fault(attempt: Attempt) -> str:
    if attempt.kind == "right":
        return f"is refused: {attempt.problem}"
    return "scores 1.0" if attempt.outcome.coverage == 1.0 else attempt.problem


if __name__ == "__main__":
    sys.exit(main())
