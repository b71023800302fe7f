"""``omnigym omnieval``, and the tables that ``omnigym evaluate`` prints for the suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from omnigym.benchmarks.omnieval.tables import OmniEval, draw_radar, omnieval_of, published_data
from omnigym.benchmarks.omnieval.tables.breakdowns import ABBREVIATIONS, CAUSES
from omnigym.benchmarks.omnieval.tables.report import ABOUT, published_rows
from omnigym.cli.console import STDOUT, print_titled, stdout, write_json
from omnigym.cli.options import JsonOption
from omnigym.runs import RunDirectory
from omnigym.tasks.complexity import DIMENSIONS, LEVELS

__all__ = ["omnieval", "print_omnieval"]

_BESIDE = ("Human", "GPT-4o", "Omni-UGround-V1-7B")
_ALL, _NONE = "all", "none"


def omnieval(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Directories of omnigym evaluate --out.")],
    beside: Annotated[
        str, typer.Option("--beside", metavar="NAMES", help="Published rows to print beside: names, all or none.")
    ] = ",".join(_BESIDE),
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the ten capabilities here, as .png or .svg.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a README or notes.")] = False,
    json: JsonOption = None,
) -> None:
    """Print OmniEval's tables of runs of the suite omnieval (OmniBench 4 and 5).

    CR and LC and the ten capabilities (Table 4), levels of complexity (Table 5), chains against graphs (Figure 7), the
    order of the instruction (Table 8), the intent (Table 9), causes of failure (Figure 8). The paper's figures are
    below; they are of other tasks.
    """
    names = () if beside in (_ALL, _NONE) else tuple(beside.split(","))
    rows = [] if beside == _NONE else published_rows(names)
    directories = [RunDirectory(path) for path in runs]
    agents = [run.header.agent for run in directories]
    called = [a if agents.count(a) == 1 else f"{a} ({run.path})" for a, run in zip(agents, directories, strict=True)]
    reports = dict(zip(called, map(omnieval_of, directories), strict=True))
    if plot is not None:
        draw_radar({name: report["capabilities"] for name, report in reports.items()}, rows, plot)
    if json is not None:
        write_json(json, {"runs": reports, "published": {**published_data(), "capabilities": rows}})
    if json != STDOUT:
        print_omnieval(reports, [row["agent"] for row in rows], markdown)


def print_omnieval(reports: Mapping[str, OmniEval], beside: Sequence[str] = _BESIDE, markdown: bool = False) -> None:
    """Print the tables of agents beside the published figures.

    Args:
        reports: By the name of the agent.
        beside: The models whose rows of Table 4 are printed; none if empty.
        markdown: Whether it is for a file in Markdown.
    """
    _capabilities(reports, beside, markdown)
    _levels(reports, bool(beside), markdown)
    _structures(reports, bool(beside), markdown)
    _sensitivity(reports, bool(beside), markdown)
    _intents(reports, bool(beside), markdown)
    _causes(reports, bool(beside), markdown)


def _note(text: str, markdown: bool) -> None:
    stdout().print(text, style="dim", markup=False, soft_wrap=True, end="\n" * (1 + markdown))


def _capabilities(reports: Mapping[str, OmniEval], beside: Sequence[str], markdown: bool) -> None:
    rows = []
    for name, report in reports.items():
        row = report["capabilities"]
        rows.append([name, *map(_points, (row["cr"], row["lc"], *row["capabilities"].values())), str(row["tasks"])])
        ends = [_ends(row["cr_interval"]), "", *map(_ends, row["intervals"].values()), ""]
        rows += [["  95 % interval", *ends], ["  episodes", "", "", *map(str, row["counts"].values()), ""]]
    for of in published_rows(beside) if beside else ():
        numbers = (of["cr"], of["lc"], *of["capabilities"].values())
        rows.append([f"{of['agent']} (published)", *map(_points, numbers), ""])
    headings = ("agent", "CR", "LC", *ABBREVIATIONS.values(), "episodes")
    print_titled("Capabilities (Table 4): CR in per cent", headings, rows, markdown)
    if beside:
        _note(ABOUT, markdown)


def _levels(reports: Mapping[str, OmniEval], beside: bool, markdown: bool) -> None:
    rows = []
    for name, report in reports.items():
        cells = [report["levels"][d][at] for d in DIMENSIONS for at in LEVELS]
        rows.append([name, *[_points(cell["cr"]) for cell in cells]])
        rows.append(["  episodes", *[str(cell["tasks"]) for cell in cells]])
    for name, of in published_data()["levels"].items() if beside else ():
        rows.append([f"{name} (published)", *[_points(of[d][at]) for d in DIMENSIONS for at in LEVELS]])
    headings = ("agent", *[f"{d[:3]} {at[0].upper()}" for d in DIMENSIONS for at in LEVELS])
    print_titled("Levels of complexity (Table 5): CR in per cent, easy, medium, hard", headings, rows, markdown)


def _structures(reports: Mapping[str, OmniEval], beside: bool, markdown: bool) -> None:
    rows = []
    for name, report in reports.items():
        both = report["structures"]
        numbers = (both["chain_cr"], both["graph_cr"], both["chain_sr"], both["graph_sr"])
        rows.append([name, *map(_points, numbers), str(both["pairs"])])
    for name, value in published_data()["graphs"].items() if beside else ():
        rows.append([f"{name} (published)", "", _points(value), "", "", ""])
    headings = ("agent", "chain CR", "graph CR", "chain SR", "graph SR", "pairs")
    print_titled("Chains against graphs of their size (Figure 7), in per cent", headings, rows, markdown)


def _sensitivity(reports: Mapping[str, OmniEval], beside: bool, markdown: bool) -> None:
    told = {name: report["sensitivity"] for name, report in reports.items()}
    rows = [[name, _points(of["sensitivity"], 2), str(of["tasks"])] for name, of in told.items()]
    known = published_data()["sensitivity"] if beside else {}
    rows += [[f"{name} (published)", _points(value, 2), "10"] for name, value in known.items()]
    title = "Sensitivity to the order of the instruction (Table 8): standard deviation in points of CR"
    print_titled(title, ("agent", "sensitivity", "tasks"), rows, markdown)


def _intents(reports: Mapping[str, OmniEval], beside: bool, markdown: bool) -> None:
    rows = []
    for name, report in reports.items():
        for manner, row in report["intents"].items():
            numbers = (row["parallel_planning"], row["long_range_planning"], row["overall"])
            rows.append([f"{name}, {manner}", *map(_points, numbers), str(row["tasks"])])
    if not rows:
        return
    for name, of in published_data()["intents"].items() if beside else ():
        rows += [[f"{name}, {manner} (published)", *map(_points, numbers), ""] for manner, numbers in of.items()]
    print_titled(
        "Planning without and with the intent (Table 9)", ("agent", "PP", "LRP", "overall", "tasks"), rows, markdown
    )


def _causes(reports: Mapping[str, OmniEval], beside: bool, markdown: bool) -> None:
    shares = {name: report["causes"] for name, report in reports.items()}
    rows = [[cause, *[_share(of, cause) for of in shares.values()]] for cause in CAUSES]
    rows.append(["failures", *[str(sum(of.values())) for of in shares.values()]])
    print_titled("Why episodes failed (Figure 8), in per cent of the failures", ("cause", *shares), rows, markdown)
    if beside:
        told = ", ".join(f"{name} {value:g}" for name, value in published_data()["causes"].items())
        _note(f"published, by people who looked at 100 failures of each model: {told}", markdown)


def _share(causes: Mapping[str, int], cause: str) -> str:
    total = sum(causes.values())
    return f"{100 * causes[cause] / total:.1f}" if total else "-"


def _ends(interval: list[float] | None) -> str:
    return "-" if interval is None else "-".join(f"{end:.0f}" for end in interval)


def _points(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
