"""A run over several environments, some of several devices: each task where it is done, one report."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import gymnasium
import pytest
from typer.testing import Result

from omnigym.agents.model import Answer, Call, Usage
from omnigym.agents.serving import ChatServer
from omnigym.baselines.env_specs import places_of, shared_among
from omnigym.cli.options import environments_of
from omnigym.errors import CapabilityError
from omnigym.manifest import suites

Run = Callable[..., Result]
CRAB = ",".join(suites()["crab"].environments)
#: One of each platform.
THREE = "crab/ubuntu-2-0,crab/android-2-0,crab/cross-3-0"


@pytest.mark.parametrize(
    ("tasks", "expected"),
    [
        ("suite:crab", CRAB),
        ("suite:crab nodes:1", CRAB),
        ("crab/cross-3-0,crab/ubuntu-*", CRAB),
        ("suite:*", "OmniBench-Win11-v0"),
        ("suite:crab,composed", "OmniBench-Win11-v0"),
        ("-suite:crab", "OmniBench-Win11-v0"),
        ("crab/mine.json", "OmniBench-Win11-v0"),
        ("crab/", "OmniBench-Win11-v0"),
        (None, "OmniBench-Win11-v0"),
    ],
)
def test_tasks_say_where_they_are_played(tasks: str | None, expected: str) -> None:
    assert environments_of(tasks) == expected


def test_each_task_of_crab_is_played_in_one_environment() -> None:
    shared = shared_among(places_of(CRAB, None), "suite:crab", None)
    assert {place.env_id: len(tasks) for place, tasks in shared} == dict(
        zip(suites()["crab"].environments, (73, 29, 18), strict=True)
    )
    with pytest.raises(CapabilityError, match="None of the"):
        shared_among(places_of("Crab-Android-v0,Crab-Cross-v0", None), "crab/ubuntu-*", None)


def test_a_run_over_all_of_them_is_one_and_goes_on(run: Run, tmp_path: Path) -> None:
    whole, broken, table = tmp_path / "whole", tmp_path / "broken", tmp_path / "table.csv"
    for out in (whole, broken):
        result = run("evaluate", "--tasks", THREE, "--out", out, "--csv", table)
        assert result.exit_code == 0, result.output
    assert json.loads((whole / "run.json").read_text())["episodes"] == 3  # each once
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [(row["platform"], row["SR"]) for row in rows] == [
        (name, "100.0") for name in ("all", "ubuntu", "android", "cross")
    ]
    lines = (broken / "episodes.jsonl").read_text().splitlines(keepends=True)
    (broken / "episodes.jsonl").write_text("".join(lines[1:]))
    assert run("evaluate", "--resume", broken).exit_code == 0
    assert (broken / "report.json").read_bytes() == (whole / "report.json").read_bytes()
    assert json.loads((whole / "run.json").read_text())["env"] == CRAB


@pytest.mark.parametrize("agent", ["noop", "random"])
def test_who_does_nothing_or_anything_scores_nothing_across_devices(run: Run, agent: str) -> None:
    result = run(
        "evaluate", "--env", "Crab-Cross-v0", "--tasks", "crab/cross-3-0", "--times", 3, "--agent", agent, "--json", "-"
    )
    report = json.loads(result.output)
    assert (report["episodes"], report["success_rate"], report["unscored"]) == (3, 0.0, 0)
    assert [row["platform"] for row in report["crab"]] == ["all", "cross"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--env", "Crab-Cross-v0", "--device", "x11"), "takes --device desktop=NAME"),
        (("--env", "Crab-Cross-v0", "--device", "tablet=phone"), "tablet"),
        (("--env", "Crab-Cross-v0", "--device", "phone=sim,desktop=nothing"), "nothing"),
        (("--suite", "crab", "--device", "x11"), "--device is said of one environment"),
        (("--env", "Crab-Cross-v0,Nothing-v0"), "Nothing-v0"),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, given: tuple[str, ...], says: str) -> None:
    result = run("evaluate", *given)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_environment_of_pairs_of_name_and_device_is_a_place_too() -> None:
    devices = (("a", "fake"), ("b", {"backend": "fake"}))
    gymnasium.register("Pairs-v0", entry_point="omnigym.envs.multi_device:MultiDeviceEnv", kwargs={"devices": devices})
    try:
        (place,) = places_of("Pairs-v0", "b=sim")
        assert {name: config.name for name, config in place.devices.items()} == {"a": "fake", "b": "sim"}
        first, second = place.shared_out(2)
        assert first == second == place and first.arguments.keys() == {"devices"}
    finally:
        del gymnasium.registry["Pairs-v0"]


def test_a_device_is_named_by_its_own_name(run: Run) -> None:
    result = run("evaluate", "--env", "Crab-Cross-v0", "--device", "desktop=ubuntu", "--tasks", "crab/cross-3-0",
                 "--all", "--json", "-")  # fmt: skip
    report = json.loads(result.output)
    assert (report["success_rate"], report["settings"]["device"]) == (1.0, "desktop=ubuntu")


def test_a_transcript_that_cannot_be_written_costs_no_episode(run: Run, tmp_path: Path) -> None:
    out, folder = tmp_path / "run", tmp_path / "said"
    (folder / "000001-crab_cross-3-0.jsonl").mkdir(parents=True)
    with ChatServer(lambda _: Answer("So.", (Call("complete", "{}"),), usage=Usage(9, 1))) as server:
        agent = f"chat:m@{server.url},preset=crab,screenshot=false,marks=false,tree=300,transcripts={folder}"
        result = run("evaluate", "--tasks", "crab/cross-3-0", "--times", 3, "--agent", agent, "--out", out)
        assert result.exit_code == 2 and result.stderr.count("\n") == 1 and "000001-crab" in result.stderr
        (folder / "000001-crab_cross-3-0.jsonl").rmdir()
        result = run("evaluate", "--resume", out, "--json", "-")
    report = json.loads(result.output)
    assert (report["episodes"], report["usage"]["prompt_tokens"], report["crab"][1]["FC"]) == (3, 27, 100.0)
    assert len(list(folder.glob("*.jsonl"))) == 3
