"""Compare omnigym's scorer of OSWorld's files with a checkout of the published one, function by function.

    python -m scripts.compare_osworld CHECKOUT EXAMPLES --python VENV/bin/python --version verified
                                      [--scorer omnigym,published] [--each 24] [--seed 0] [--differences OUT.json]
                                      [--answers KEPT.json] [--write docs/osworld_agreement.json]

CHECKOUT is the folder with ``desktop_env``, EXAMPLES that of its task files, and VENV an environment with its packages.
Triples of a function, a result and an expected state are drawn from the files (`scripts.osworld_triples`). Both scorers
answer them in processes of their own. Two scores agree if they differ by no more than 0.01. A triple on which the
published function raises an error counts apart: its episode has no score.

The published functions run without a sandbox on documents that `scripts.osworld_documents` makes. Nothing of the
checkout is copied. With ``--write`` the figures go to the file from which ``docs/osworld_scorer.py`` makes a page.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from omnigym.benchmarks.osworld.scorer.choice import KINDS, VERSIONS, WhichScorer, scorer_named
from omnigym.benchmarks.osworld.scorer.judging import Question, score_here
from omnigym.benchmarks.osworld.scorer.registry import File, runs_on_device, sort_options
from scripts.osworld_triples import Triple, draw_triples

__all__ = ["Answer", "Outcome", "compare", "tally"]

#: How many triples a process is given at once.
_PART = 250
#: How much two scores may differ.
_NEAR = 0.01
_RUNNER = Path(__file__).with_name("score_published.py")
#: Functions that read pictures of texts by a model, or compare with the time of day: two runs of them differ.
_LEFT_OUT = frozenset({"compare_image_text", "compare_time_in_speedtest_results", "run_sqlite3"})


class Answer(NamedTuple):
    """An answer: a score, or why there is none."""

    score: float | None
    problem: str = ""


class Outcome(NamedTuple):
    """A triple with the answers of the published scorer and of omnigym's."""

    triple: Triple
    published: Answer
    ours: Answer

    @property
    def kind(self) -> str:
        """One of "agrees", "stricter" and "laxer" of ours, "unscored" by ours, and "raised" by theirs."""
        if self.published.score is None:
            return "raised"
        if self.ours.score is None:
            return "unscored"
        off = self.ours.score - self.published.score
        return "agrees" if abs(off) <= _NEAR else "stricter" if off < 0 else "laxer"


def ask_published(triples: Sequence[Triple], checkout: Path, python: str) -> list[Answer]:
    """The answers of a checkout of the published scorer, from a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return _ask_in(Path(folder), triples, checkout, python)


def _ask_in(folder: Path, triples: Sequence[Triple], checkout: Path, python: str) -> list[Answer]:
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as cases:
        for number, triple in enumerate(triples):
            given = triple.result if triple.theirs is None else triple.theirs
            states = [given] if triple.expected is None else [given, triple.expected]
            arguments = [_written(state, folder, f"{number}/{side}") for side, state in enumerate(states)]
            case = {"function": triple.function, "arguments": arguments, "options": dict(triple.options)}
            cases.write(json.dumps({**case, "folder": str(number)}) + "\n")
    subprocess.run([python, str(_RUNNER), str(checkout), str(folder)], check=True, stderr=subprocess.DEVNULL)
    lines = (folder / "scores.jsonl").read_text("utf-8").splitlines()
    return [Answer(a.get("score"), a.get("error", "")) for a in map(json.loads, lines)]


def _written(state: Any, folder: Path, place: str) -> Any:
    """A state with its files in a folder; of a workbook and the .csv files beside it the workbook alone is named."""
    files = state if isinstance(state, list) else [state]
    if not files or not all(isinstance(file, File) for file in files):
        return state
    paths = []
    for file in files:
        path = folder / place / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        paths.append(f"{place}/{file.name}")
    if not isinstance(state, list) or files[0].extension == ".xlsx":
        return {"file": paths[0]}
    return {"files": paths}


def ask_ours(triples: Iterable[Triple], scorer: WhichScorer) -> list[Answer]:
    """The answers of omnigym's scorer."""
    logging.disable(logging.CRITICAL)
    return [_answer(triple, scorer) for triple in triples]


def _in_parts(
    pool: Executor, ask: Callable[..., list[Answer]], triples: Sequence[Triple], *more: object
) -> list[Answer]:
    """The answers to triples, of which processes take a part each."""
    parts = [triples[at : at + _PART] for at in range(0, len(triples), _PART)]
    found = [pool.submit(ask, part, *more) for part in parts]
    return [answer for part in found for answer in part.result()]


def _answer(triple: Triple, scorer: WhichScorer) -> Answer:
    has_files = isinstance(triple.expected, File | list)
    try:
        options = sort_options(triple.function, triple.options, expected=triple.expected is not None, scorer=scorer)
        if triple.result is None and scorer.kind == "omnigym":
            return Answer(0.0, "missing")
        score = score_here(Question(triple.function, triple.result, triple.expected, options.known, has_files, scorer))
    except Exception as e:  # noqa: BLE001 - whatever it raises is its answer
        return Answer(None, f"{type(e).__name__}: {e}"[:200])
    return Answer(None if score.broken else score.value, score.reason)


def compare(
    triples: Sequence[Triple],
    checkout: Path,
    python: str,
    scorers: Sequence[WhichScorer],
    answers: Path | None = None,
    processes: int = 1,
) -> dict[WhichScorer, list[Outcome]]:
    """The outcomes of triples by scorer.

    Args:
        triples: The triples.
        checkout: Of the published scorer.
        python: The interpreter of its environment.
        scorers: The scorers of omnigym that are compared with it.
        answers: A file that keeps the published answers, by which triples they are to.
        processes: How many processes score.
    """
    makers = [_RUNNER.with_name(f"osworld_{name}.py").read_text("utf-8") for name in ("documents", "triples")]
    # A file in a triple is told by its label alone: programs write the time into it.
    asked = hashlib.sha256(repr([makers, str(checkout), triples]).encode()).hexdigest()
    known = json.loads(answers.read_text("utf-8")) if answers is not None and answers.is_file() else {}
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        if asked in known:
            published = [Answer(*answer) for answer in known[asked]]
        else:
            published = _in_parts(pool, ask_published, triples, checkout, python)
            if answers is not None:
                answers.write_text(json.dumps({**known, asked: published}), "utf-8")
        ours = {scorer: _in_parts(pool, ask_ours, triples, scorer) for scorer in scorers}
    return {
        scorer: [Outcome(*row) for row in zip(triples, published, given, strict=True)] for scorer, given in ours.items()
    }


def tally(outcomes: Iterable[Outcome]) -> dict[str, dict[str, int]]:
    """Count the outcomes of each function by their kinds; "passed" are those of a published score above 0."""
    found: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        row = found.setdefault(outcome.triple.function, Counter())
        row[outcome.kind] += 1
        row["passed"] += (outcome.published.score or 0) > 0
        row["raised and 0"] += outcome.kind == "raised" and not outcome.ours.score
    return {name: dict(sorted(found[name].items())) for name in sorted(found)}


def _percent(row: Mapping[str, int]) -> str:
    scored = sum(row.get(kind, 0) for kind in ("agrees", "stricter", "laxer", "unscored"))
    return f"{100 * row.get('agrees', 0) / scored:.1f}" if scored else "-"


def _print(tables: Mapping[WhichScorer, Mapping[str, Mapping[str, int]]]) -> None:
    shown = Table("function", "triples", "passed", "raised", *[f"{s.kind} %" for s in tables])
    names = sorted({name for table in tables.values() for name in table})
    for name in names:
        rows = [table[name] for table in tables.values()]
        count = sum(rows[0].get(k, 0) for k in ("agrees", "stricter", "laxer", "unscored", "raised"))
        shown.add_row(
            name, str(count), str(rows[0].get("passed", 0)), str(rows[0].get("raised", 0)), *map(_percent, rows)
        )
    console = Console(width=160)
    console.print(shown)
    for scorer, table in tables.items():
        total: Counter[str] = Counter()
        for row in table.values():
            total.update(row)
        console.print(f"{scorer.kind}, {scorer.version}: {_percent(total)} % of {dict(sorted(total.items()))}")


def _plain(outcome: Outcome) -> dict[str, Any]:
    triple = outcome.triple
    return {
        "function": triple.function,
        "source": triple.source,
        "label": triple.label,
        "kind": outcome.kind,
        "published": outcome.published._asdict(),
        "ours": outcome.ours._asdict(),
        "options": dict(triple.options),
    }


def main() -> int:
    """Draw, ask both, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("examples", type=Path)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--version", choices=VERSIONS, default="verified")
    parser.add_argument("--scorer", default=",".join(KINDS))
    parser.add_argument("--each", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", default="", help="functions, with commas between")
    parser.add_argument("--answers", type=Path, help="a file that keeps the published answers for the next time")
    parser.add_argument("--differences", type=Path)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    only = frozenset(filter(None, given.only.split(",")))
    triples = [
        t
        for t in draw_triples(given.examples, each=given.each, seed=given.seed, only=only or None)
        if t.function not in _LEFT_OUT and not runs_on_device(t.function)
    ]
    scorers = [scorer_named(kind, given.version) for kind in given.scorer.split(",")]
    outcomes = compare(triples, given.checkout, given.python, scorers, given.answers, given.processes)
    tables = {scorer: tally(found) for scorer, found in outcomes.items()}
    _print(tables)
    if given.differences is not None:
        told = {s.kind: [_plain(o) for o in found if o.kind != "agrees"] for s, found in outcomes.items()}
        given.differences.write_text(json.dumps(told, indent=1, default=str), "utf-8")
    if given.write is not None:
        known = json.loads(given.write.read_text("utf-8")) if given.write.is_file() else {}
        for scorer, table in tables.items():  # functions that were not asked keep their figures
            key = f"{scorer.version} {scorer.kind}"
            known[key] = dict(sorted({**known.get(key, {}), **table}.items()))
        given.write.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
