"""Reading demonstrations: the same of recordings and of a Minari set, and what is missing or damaged is said."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.actions import Done, Type, Wait
from omnigym.baselines.oracle import OracleAgent
from omnigym.errors import ConfigError, RecordingError
from omnigym.recording import Demonstration, read_demonstrations, to_minari
from omnigym.wrappers import NodeActions, RecordTrajectory
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_action_encoder import NodeActionEncoder
from omnigym.wrappers.node_infos import NodeInfos
from omnigym.wrappers.node_layout import FIELDS, NodeLayout

minari = pytest.importorskip("minari")
h5py = pytest.importorskip("h5py")

TASKS = "id:settings/display-name@*"
NAME = "omnigym/shown-v0"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RecordTrajectory]:
    """Two episodes of the oracle and one that fails."""
    folder = tmp_path_factory.mktemp("recorded")
    env = RecordTrajectory(
        gymnasium.make("OmniBench-Win11-v0", tasks=TASKS, observation="a11y"), folder, False, trees=True, arrays=True
    )
    for seed in range(2):
        observation, info = env.reset(seed=seed)
        oracle = OracleAgent()
        oracle.reset(env, info)
        ended = False
        while not ended:
            observation, _, terminated, truncated, info = env.step(oracle.act(observation, info))
            ended = terminated or truncated
    env.reset(seed=2)
    env.step(Type("é" * 300))  # which the environment's space cannot hold
    env.step(Done())
    return folder, env


@pytest.fixture(scope="module")
def written(recorded: tuple[Path, RecordTrajectory], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of sets with the one that the recordings make, which takes a second: to be copied."""
    folder, env = recorded
    path = tmp_path_factory.mktemp("written")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINARI_DATASETS_PATH", str(path))
        to_minari(sorted(folder.iterdir()), NAME, env, trees=True)
    return path


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    return tmp_path / "minari"


def _plain(d: Demonstration) -> tuple[Any, ...]:
    return d.task_id, d.instruction, d.parameters, d.device, d.actions, [t.to_json() for t in d.trees]


def test_a_set_by_name_or_path_says_what_the_recordings_do(recorded: tuple[Path, RecordTrajectory], sets: Path) -> None:
    folder, env = recorded
    infos = NodeInfos(NodeActions(env).layout)
    to_minari(sorted(folder.iterdir()), NAME, env, trees=True, more=infos)
    shown = [_plain(d) for d in read_demonstrations(folder)]
    assert len(shown) == 2, "one failed"
    assert (
        shown == [_plain(d) for d in read_demonstrations(NAME)] == [_plain(d) for d in read_demonstrations(sets / NAME)]
    )
    dataset = minari.load_dataset(NAME)
    about = dataset.storage.metadata["omnigym"]
    layout = NodeLayout(**{n: tuple(v) if isinstance(v, list) else v for n, v in about["node_layout"].items()})
    assert layout == infos.layout
    assert about["node_fields"] == list(FIELDS)
    episodes = list(dataset.iterate_episodes())
    for d, episode in zip(read_demonstrations(NAME), episodes[:2], strict=True):
        said, count = episode.infos["node_actions"], episode.infos["node_action_count"]
        assert said.shape == (len(d.actions) + 1, 1, len(FIELDS))
        assert said.dtype == count.dtype == np.int32
        assert count.tolist() == [0] + [1] * len(d.actions)
        for n, action in enumerate(d.actions):
            codec = NodeActionCodec(layout, d.trees[n], d.instruction)
            assert codec.decode(layout.choice(said[n + 1, 0])) == action
    failed = episodes[2].infos
    assert failed["node_action_count"].tolist() == [0, 300, 1], "what is spelt is a node action each"
    assert json.loads(failed["action"][1]) == {"type": "Type", "text": "é" * 300}, "not clipped"


def test_what_cannot_be_said_is_none(recorded: tuple[Path, RecordTrajectory]) -> None:
    tree = next(read_demonstrations(recorded[0])).trees[0]
    codec = NodeActionCodec(NodeLayout(64, 64), tree, "Write 'a b'.")
    assert NodeActionEncoder(codec).encode_in_full(Type("\u4e2d")) is None
    assert NodeActionEncoder(codec).encode_in_full(Type("a b\u4e2d")) is None, "not half of it"
    assert len(NodeActionEncoder(codec).encode_in_full(Wait(0.2)) or ()) == 2


def _no_trees(folder: Path) -> None:
    next(iter(sorted(folder.glob("*/tree0001.json")))).unlink()


def _cut(folder: Path) -> None:
    path = next(iter(sorted(folder.glob("*/tree0001.json"))))
    path.write_bytes(path.read_bytes()[:-9])


def _no_device(folder: Path) -> None:
    path = next(iter(sorted(folder.glob("*/meta.json"))))
    path.write_text(json.dumps({k: v for k, v in json.loads(path.read_text()).items() if k != "device"}))


@pytest.mark.parametrize(
    ("change", "says"), [(_no_trees, "omnigym record --trees"), (_cut, "tree0001"), (_no_device, "device")]
)
def test_recordings_that_lack_something(
    change: Callable[[Path], None], says: str, recorded: tuple[Path, RecordTrajectory], tmp_path: Path
) -> None:
    shutil.copytree(recorded[0], tmp_path / "copy")
    change(tmp_path / "copy")
    with pytest.raises(RecordingError, match=says):
        list(read_demonstrations(tmp_path / "copy"))


def _with_file(change: Callable[[Any], object]) -> Callable[[Path], None]:
    def done(folder: Path) -> None:
        with h5py.File(folder / "main_data.hdf5", "a") as file:
            change(file)

    return done


def _about(value: object) -> Callable[[Path], None]:
    def done(folder: Path) -> None:
        path = folder / "metadata.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "omnigym": value}))

    return done


def _emptied(file: Any) -> None:
    trees = file["episode_0/infos/tree"][()]
    trees[1] = b"{}"
    file["episode_0/infos/tree"][...] = trees


def _other_texts(file: Any) -> None:
    del file["episode_0/infos/tree"]
    file["episode_0/infos/tree"] = np.zeros(7)


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        (_about(None), ConfigError, "no Minari set of this omnigym"),
        (_about({"format": "omnigym-minari/9", "trees": True}), ConfigError, "omnigym-minari/1"),
        (_about({"format": "omnigym-minari/1", "trees": False}), ConfigError, "lacks trees"),
        (lambda f: (f / "metadata.json").write_text("[]"), RecordingError, "metadata.json"),
        (lambda f: (f / "main_data.hdf5").write_bytes(b"no"), RecordingError, "main_data.hdf5"),
        (lambda f: (f / "main_data.hdf5").unlink(), RecordingError, "main_data.hdf5"),
        (_with_file(lambda f: f.__delitem__("episode_1/infos/action")), RecordingError, "episode_1"),
        (_with_file(lambda f: f["episode_1"].attrs.__delitem__("omnigym")), RecordingError, "episode_1"),
        (_with_file(lambda f: f["episode_0"].attrs.__setitem__("omnigym", "{}")), RecordingError, "task_id"),
        (_with_file(lambda f: f.__delitem__("episode_0")), RecordingError, "episode_0"),
        (_with_file(_emptied), RecordingError, "episode_0"),
        (_with_file(_other_texts), RecordingError, "has to be texts"),
    ],
)
def test_sets_that_are_others_or_damaged(
    change: Callable[[Path], None], error: type[Exception], says: str, written: Path, sets: Path
) -> None:
    shutil.copytree(written, sets)
    change(sets / NAME / "data")
    with pytest.raises(error, match=says):
        list(read_demonstrations(NAME))


def test_what_is_not_there(tmp_path: Path, sets: Path) -> None:
    with pytest.raises(ConfigError, match="Unknown directory or Minari set 'mine/none-v0'"):
        list(read_demonstrations("mine/none-v0"))
    with pytest.raises(ConfigError, match="neither recordings nor a Minari set"):
        list(read_demonstrations(tmp_path))
