"""``omnigym omniact``: OmniACT's dataset and its scores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.omniact.dataset import SPLITS, OmniAct
from omnigym.benchmarks.omniact.metrics.action_score import RULES
from omnigym.benchmarks.omniact.scoring import (
    ActionScores,
    as_plain,
    published_rows,
    read_answers,
    score_answers,
    summary,
)
from omnigym.cli.console import STDOUT, count_of, print_table, stderr, stdout, write_json
from omnigym.cli.options import JsonOption, one_of

__all__ = ["print_scores", "score"]

_ALL = "all"
_BOTH = "both"
#: Reasons that are printed; the JSON file has all.
_SHOWN = 5


def score(
    data: Annotated[Path, typer.Argument(metavar="SET", help="A data set in OmniACT's layout.")],
    answers: Annotated[
        Path,
        typer.Argument(
            metavar="ANSWERS",
            help='Scripts: a JSON file {"id": "script"}, or a .jsonl file with lines {"id": "...", "script": "..."}.',
        ),
    ],
    rule: Annotated[
        str, typer.Option("--rule", metavar="RULE", help="By which rule: published, paper or both.")
    ] = "published",
    split: Annotated[
        str, typer.Option("--split", metavar="SPLIT", help="Split to score: test, val, train or all.")
    ] = "test",
    images: Annotated[
        bool, typer.Option("--images/--no-images", help="Leave points out whose screenshot is missing or broken.")
    ] = True,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a README or notes.")] = False,
    json: JsonOption = None,
) -> None:
    """Score a file of scripts by Sequence Score and Action Score (OmniACT 4, Table 4).

    Nothing of a script is run. One that cannot be read scores 0, and so does a missing one. The paper's rows are below;
    they are of its own test split.
    """
    one_of("rule", rule, (*RULES, _BOTH))
    one_of("split", split, (*SPLITS, _ALL))
    points = OmniAct(data)
    chosen = list(points.values()) if split == _ALL else points.split(split)
    given = read_answers(answers, points, None if split == _ALL else split)
    scored = {name: score_answers(chosen, given, name, images) for name in RULES if rule in (name, _BOTH)}
    rows = {name: summary(found, name) for name, found in scored.items()}
    if json is not None:
        plain = {name: {**rows[name], "scores": [as_plain(one) for one in found]} for name, found in scored.items()}
        write_json(json, {"split": split, "rules": plain, "published": published_rows()})
    if json != STDOUT:
        print_scores([(f"{answers.name}, rule {name}", row) for name, row in rows.items()], markdown=markdown)


def print_scores(rows: Sequence[tuple[str, ActionScores]], *, markdown: bool = False) -> None:
    """Print rows in the form of Table 4, above the paper's; and on standard error the unscored ones.

    Args:
        rows: Their names, and what they came to.
        markdown: Whether it is for a file in Markdown.
    """
    table = []
    for name, row in rows:
        ends = row["interval"]
        numbers = [
            _points(row["SS"]),
            _points(row["M_p"]),
            _points(row["K_p"]),
            _points(row["W_p"]),
            _points(row["AS"]),
        ]
        table.append([name, *numbers, "-" if ends is None else f"{ends[0]:.1f}-{ends[1]:.1f}", str(row["points"])])
    for of in published_rows():
        numbers = [_points(of["SS"]), _points(of["M_p"]), _points(of["K_p"]), _points(of["W_p"]), _points(of["AS"])]
        table.append([f"{of['model']} (published)", *numbers, "", ""])
    print_table(("answers", "SS", "M_p", "K_p", "W_p", "AS", "95 %", "points"), table, markdown=markdown)
    stdout().print(
        "In per cent of the gold scripts' score. Published rows are of the paper's test split, which is another.",
        style="dim",
        markup=False,
        soft_wrap=True,
    )
    for name, row in rows:
        _tell(name, "cannot be scored and is left out", row["unscored"])
        _tell(name, "has no answer and scores 0", dict.fromkeys(row["missing"], ""))
        _tell(name, "has an answer that is no script and scores 0", row["unreadable"])


def _tell(name: str, what: str, reasons: dict[str, str]) -> None:
    """Say how many points something is so of, and why of the first ones."""
    if not reasons:
        return
    lines = [f"{name}: {count_of(len(reasons), 'point')}: each {what}."]
    lines += [f"  {key}: {why}" if why else f"  {key}" for key, why in list(reasons.items())[:_SHOWN]]
    if len(reasons) > _SHOWN:
        lines.append(f"  ... and {len(reasons) - _SHOWN} more (--json has all)")
    for line in lines:
        stderr().print(line, markup=False, soft_wrap=True)


def _points(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
