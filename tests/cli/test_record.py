from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import Result

from omnigym.recording import find_trajectories, read_trajectory

Run = Callable[..., Result]


@pytest.fixture
def recorded(run: Run, fake_env: str, task_file: Path, tmp_path: Path) -> Path:
    """A directory with two recorded episodes of eight steps."""
    out = tmp_path / "runs"
    options = ("--tasks", task_file, "--episodes", 2, "-o", out)
    result = run("record", "--env", fake_env, "--agent", "random", *options)
    assert result.exit_code == 0
    assert f"2 episodes in {out}" in result.stdout
    return out


def test_each_episode_is_a_directory_that_can_be_read(recorded: Path) -> None:
    episodes = [read_trajectory(p) for p in find_trajectories(recorded)]
    assert len(episodes) == 2
    assert all(e.complete and e.meta["task_id"] == "save-copy" for e in episodes)
    assert all(e.frame(0) is not None for e in episodes)


def test_recording_into_the_same_directory_goes_on(run: Run, recorded: Path, fake_env: str, task_file: Path) -> None:
    result = run("record", "--env", fake_env, "--agent", "noop", "--tasks", task_file, "--episodes", 1, "-o", recorded)
    assert "1 episode in" in result.stdout
    assert len(find_trajectories(recorded)) == 3


def test_a_minari_data_set_is_made(
    run: Run, fake_env: str, task_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    options = ("--tasks", task_file, "--episodes", 2, "-o", tmp_path / "runs", "--minari", "omnigym/test-v0")
    result = run("record", "--env", fake_env, "--agent", "noop", *options)
    assert result.exit_code == 0
    assert "omnigym/test-v0: 2 episodes, 16 steps" in result.stdout
    assert minari.load_dataset("omnigym/test-v0").total_steps == 16


def test_an_oracle_is_recorded_on_several_devices(run: Run, tmp_path: Path) -> None:
    task = ("--env", "Crab-Cross-v0", "--tasks", "id:crab/cross-3-1")
    assert run("record", *task, "--episodes", 1, "--trees", "-o", tmp_path).exit_code == 0
    trajectory = read_trajectory(find_trajectories(tmp_path)[0])
    assert trajectory.info["is_success"] and list(trajectory.devices) == ["desktop", "phone"]
    acted = {step.device for step in trajectory.steps} - {""}
    assert acted == {node["device"] for node in trajectory.meta["nodes"] if node["app"]}
    assert run("replay", tmp_path, "--width", 300).exit_code == 0
    assert (trajectory.path / "replay.gif").exists()


def _seen(path: Path) -> list[bytes]:
    """The bytes of all that was observed."""
    trajectory = read_trajectory(path)
    rows = range(len(trajectory.steps) + 1)
    return [array.tobytes() for n in rows for array in trajectory.observation(n).values()]


def test_many_processes_record_what_one_does(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    options = (
        "--agent",
        "random:elements",
        "--tasks",
        "suite:one-node app:file_manager",
        "--episodes",
        3,
        "--no-screens",
    )
    kept: list[list[tuple[str, bytes, list[bytes]]]] = []
    for workers in (1, 2):
        out = tmp_path / str(workers)
        data = ("--minari", f"test/workers{workers}-v0", "--size", "160x120", "--workers", workers)
        assert run("record", *options, *data, "-o", out).exit_code == 0
        kept.append(
            [
                (p.name, (p / "steps.jsonl").read_bytes(), _seen(p))  # packed against whichever came first
                for p in find_trajectories(out)
            ]
        )
        assert not list(out.rglob("*.png"))
    assert kept[0] == kept[1]
    assert [name[:6] for name, *_ in kept[0]] == ["000000", "000001", "000002"]


@pytest.mark.parametrize("size", ["320", "x", "320x", "0x9", "axb"])
def test_a_size_that_is_none_is_one_line(run: Run, fake_env: str, task_file: Path, tmp_path: Path, size: str) -> None:
    result = run("record", "--env", fake_env, "--tasks", task_file, "--size", size, "-o", tmp_path / "runs")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


def test_a_directory_that_cannot_be_written_is_one_line(
    run: Run, fake_env: str, task_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    options = ("--tasks", task_file, "--episodes", 1, "-o", tmp_path / "file" / "runs")
    result = run("record", "--env", fake_env, "--agent", "noop", *options)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


@pytest.mark.parametrize("ending", ["gif", "mp4"])
def test_replay_draws_one_episode(run: Run, recorded: Path, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"film.{ending}"
    result = run("replay", find_trajectories(recorded)[0], "-o", out, "--pace", "0.1")
    assert result.exit_code == 0
    assert result.stdout.strip() == str(out)
    if ending == "gif":
        with Image.open(out) as film:
            assert getattr(film, "n_frames", 1) > 5
    else:
        assert out.stat().st_size > 1000


def test_replay_of_a_directory_draws_every_episode(run: Run, recorded: Path) -> None:
    assert run("replay", recorded).exit_code == 0
    assert all((p / "replay.gif").is_file() for p in find_trajectories(recorded))


def test_replay_takes_the_json_file_too(run: Run, recorded: Path, tmp_path: Path) -> None:
    episode = find_trajectories(recorded)[0]
    assert run("replay", episode / "trajectory.json", "-o", tmp_path / "film.gif").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("{runs}", "-o", "{runs}/all.gif"), "2 episodes, which do not fit into one file"),
        (("{runs}/nothing",), "nothing"),
        (("{empty}",), "no recorded episode"),
        (("{episode}", "-o", "{runs}/film.avi"), ".gif or .mp4"),
    ],
)
def test_what_cannot_be_replayed_is_one_line(
    run: Run, recorded: Path, tmp_path: Path, arguments: tuple[str], says: str
) -> None:
    (tmp_path / "empty").mkdir()
    places = {"runs": recorded, "empty": tmp_path / "empty", "episode": find_trajectories(recorded)[0]}
    result = run("replay", *(a.format(**places) for a in arguments))
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
