from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from omnigym.actions import Done
from omnigym.envs.env import OmniEnv
from omnigym.errors import RecordingError
from omnigym.view.episode import episode_facts, screen_of, tree_of
from omnigym.view.runs import Run
from omnigym.wrappers import RecordTrajectory
from tests.view.recordings import SIZES, line, write_recording, write_several

TOLD = {
    "thought": "I save it.",
    "usage": {"prompt_tokens": 7, "cost": None},
    "marks": {"1": [1, 2, 3, 4]},
    "own": object.__name__,
}


def facts_of(path: Path) -> dict[str, object]:
    run = Run(path)
    return episode_facts(run, run.entries[0])


def test_the_moments_of_a_recording(tmp_path: Path) -> None:
    facts = facts_of(write_recording(tmp_path / "a", told=[TOLD], trees=True))
    assert (facts["instruction"], facts["devices"][0]["size"], facts["screens"], facts["trees"], facts["problem"]) == (
        *("Save it, then copy it.", [64, 48], True, True, ""),
    )
    moments = facts["moments"]
    assert len(moments) == 5
    assert [m.get("words") for m in moments] == ["Double click", "Drag", "Type  hello   + Enter", "Ctrl + S", None]
    assert [m["total"] for m in moments] == [0.0, 0.0, 0.5, 0.5, 1.0]
    assert [m["completed"] for m in moments] == [[], [], ["save"], [], ["copy"]]
    assert moments[2]["status"] == {"save": "completed", "copy": "evaluating"}
    assert moments[0]["told"] == {
        "thought": "I save it.",
        "usage": {"prompt_tokens": 7.0, "cost": None},
        "marks": {"1": [1.0, 2.0, 3.0, 4.0]},
    }
    assert moments[1]["from"] == (0.5, 0.25) and moments[1]["pointer"] == (0.9, 0.9) == moments[2]["from"]


def test_the_graph_of_a_recording(tmp_path: Path) -> None:
    facts = facts_of(write_recording(tmp_path / "a"))
    assert [(n["id"], n["app"], n["lane"]) for n in facts["nodes"]] == [
        ("save", "Text editor", 0),
        ("copy", "Text editor", 0),
    ]
    assert facts["edges"] == [{"start": 0, "end": 1, "lane": 0}]


def test_parts_of_a_node_are_rows(tmp_path: Path) -> None:
    nodes = [{"id": "a", "parts": ["a/x", "a/y"], "instruction": "Do both."}, {"id": "b", "instruction": "Then this."}]
    facts = facts_of(write_recording(tmp_path / "a", nodes=nodes, edges=[["a", "b"]]))
    assert [n["instruction"] for n in facts["nodes"]] == ["Do both. (x)", "Do both. (y)", "Then this."]
    assert len(facts["edges"]) == 2


def test_a_graph_with_a_circle_has_no_edges(tmp_path: Path) -> None:
    facts = facts_of(write_recording(tmp_path / "a", edges=[["save", "copy"], ["copy", "save"]]))
    assert len(facts["nodes"]) == 2 and facts["edges"] == [] and not facts["problem"]


def test_what_the_recorder_writes_says_what_each_part_asks_for(
    make_env: Callable[..., OmniEnv], tmp_path: Path
) -> None:
    env = RecordTrajectory(make_env(), tmp_path, trees=True)
    env.reset(seed=0)
    env.step(Done())
    facts = facts_of(tmp_path)
    assert facts["nodes"][0]["instruction"].startswith("Write 'hello'")
    assert facts["end"] == "false_completion" and len(facts["moments"]) == 2
    assert screen_of(tmp_path / str(facts["recording"]), 1) is not None


def test_an_episode_that_was_not_recorded_shows_what_its_record_says(tmp_path: Path) -> None:
    (tmp_path / "episodes.jsonl").write_text(json.dumps(line(0, collateral=["note.txt is gone"])) + "\n")
    facts = facts_of(tmp_path)
    assert not facts["screens"] and facts["collateral"] == ["note.txt is gone"]
    assert [m["status"]["copy"] for m in facts["moments"]] == [
        "waiting",
        "waiting",
        "evaluating",
        "evaluating",
        "completed",
    ]


def test_a_record_of_too_many_steps_takes_no_memory(tmp_path: Path) -> None:
    (tmp_path / "episodes.jsonl").write_text(json.dumps(line(0) | {"actions": 10**15}) + "\n")
    assert len(facts_of(tmp_path)["moments"]) <= 10_001


@pytest.mark.parametrize("place", ["../outside", "/etc", "..", "trajectories/../../outside", "link", "\x00"])
def test_a_recording_outside_of_the_run_is_not_read(tmp_path: Path, place: str) -> None:
    write_recording(tmp_path / "outside", thought="secret")
    run = tmp_path / "run"
    run.mkdir()
    (run / "link").symlink_to(tmp_path / "outside")
    (run / "episodes.jsonl").write_text(json.dumps(line(0, trajectory=place)) + "\n")
    facts = facts_of(run)
    assert "Leave the episode out" in facts["problem"]
    assert "secret" not in json.dumps(facts)


@pytest.mark.parametrize("name", ["obs0001.png", "tree0001.json", "agent.jsonl", "meta.json", "steps.jsonl"])
def test_a_link_out_of_a_recording_is_not_followed(tmp_path: Path, name: str) -> None:
    outside = write_recording(
        tmp_path / "outside", trees=True, told=[{"thought": "secret"}], thought="secret", instruction="secret"
    )
    path = write_recording(tmp_path / "run" / "a", trees=True, told=[TOLD])
    (path / name).unlink()
    (path / name).symlink_to(outside / name)
    facts = facts_of(tmp_path / "run")
    assert "secret" not in json.dumps(facts)
    for read in (screen_of, tree_of):
        if name.startswith(read.__name__[:3].replace("scr", "obs")):
            with pytest.raises(RecordingError, match="leads out"):
                read(path, 1)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("steps.jsonl", "{}\n", "line 1"),
        ("meta.json", "{}", "meta.json"),
        ("agent.jsonl", "{\n", "agent.jsonl, line 1"),
        ("agent.jsonl", '{"thought": 3}\n', "agent.jsonl, line 1, thought"),
        ("agent.jsonl", '{"marks": {"1": [1, 2]}}\n', "marks"),
    ],
)
def test_a_damaged_file_is_told_and_the_rest_is_shown(
    make_run: Callable[..., Path], name: str, content: str, says: str
) -> None:
    run = make_run(1)
    (run / "trajectories" / "0" / name).write_text(content)
    facts = facts_of(run)
    assert says in facts["problem"] and len(facts["nodes"]) == 2 and len(facts["moments"]) == 5


def test_a_screen_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    path = write_recording(tmp_path)
    (path / "obs0002.png").write_bytes(b"<html><script>alert(1)</script>")
    with pytest.raises(RecordingError, match="no PNG"):
        screen_of(path, 2)
    assert screen_of(path, 9) is None


def test_the_moments_of_several_devices(tmp_path: Path) -> None:
    path = write_several(tmp_path / "a")
    facts = facts_of(path)
    assert facts["devices"] == [{"name": n, "size": list(s)} for n, s in SIZES.items()]
    assert (facts["device"], facts["screens"], facts["trees"], facts["problem"]) == (
        "desktop and phone",
        True,
        True,
        "",
    )
    moments = facts["moments"]
    assert [m["device"] for m in moments] == ["desktop", "phone", "", "phone", "phone"]
    assert [m["shown"] for m in moments] == [
        {"desktop": d, "phone": p} for d, p in ((0, 0), (1, 0), (1, 2), (1, 2), (1, 4))
    ]
    assert moments[1]["from"] == (0.5, 0.5) and moments[1]["pointer"] == (0.5, 0.25) == moments[3]["from"]
    assert "pointer" not in moments[2] and moments[0]["pointer"] == (0.5, 0.5)
    assert [n["device"] for n in facts["nodes"]] == list(SIZES)
    for device in SIZES:
        assert screen_of(path, 0, device) is not None and screen_of(path, 3, device) is None
        rows = tree_of(path, 0, device)
        assert rows is not None and rows[0]["name"] == device
    assert screen_of(path, 0) is None


def test_the_rows_of_a_tree(tmp_path: Path) -> None:
    rows = tree_of(write_recording(tmp_path, trees=True), 0)
    assert rows is not None
    assert [(r["depth"], r["role"], r["name"], r["box"]) for r in rows] == [
        (0, "window", "Editor", (0, 0, 64, 48)),
        (1, "button", "Save <b>", (8, 8, 20, 10)),
    ]
    assert rows[1]["states"] == ["focused"] and tree_of(tmp_path, 99) is None
