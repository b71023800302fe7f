"""A checkpoint is data: whatever is in the file, reading it runs nothing, and says in one line what is wrong."""

from __future__ import annotations

import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omnigym.baselines.agent import make_agent
from omnigym.errors import CheckpointError, ConfigError

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
import safetensors.torch  # noqa: E402
from safetensors import safe_open  # noqa: E402
from safetensors.torch import save_file  # noqa: E402

from omnigym.baselines import pointer_policy  # noqa: E402
from omnigym.baselines.checkpoint import FORMAT, load, save  # noqa: E402
from omnigym.baselines.policy import tensor_file  # noqa: E402
from omnigym.baselines.policy.tensor_file import load_optimizer  # noqa: E402
from omnigym.wrappers.element_actions import ElementLayout  # noqa: E402

Document = dict[str, Any]
Tensors = dict[str, Any]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a run whose policy learned nothing."""
    model = pointer_policy.PointerNetwork(ElementLayout(8, candidates=pointer_policy.CANDIDATES), 8)
    optimizer = torch.optim.Adam(model.parameters())
    sum(p.sum() for p in model.parameters()).backward()
    optimizer.step()
    path = tmp_path_factory.mktemp("run") / "model.safetensors"
    save(path, model, {"algorithm": "ppo", "steps": 8}, optimizer)
    return path


def forged(model: Path, out: Path, change: Callable[[Document, Tensors], object], **metadata: str) -> Path:
    """The model with something else in it, and a hash that is right."""
    with safe_open(model, framework="pt") as file:
        text = file.metadata()["checkpoint"]
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    document = json.loads(text)
    change(document, tensors)
    text = json.dumps(document)
    digest = tensor_file._digest(text, tensors)
    save_file(tensors, out, {"format": FORMAT, "checkpoint": text, "sha256": digest, **metadata})
    return out


class Evil:
    """Leaves a file where it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def evil_zip(path: Path, mark: Path) -> None:
    """As Stable-Baselines3 writes them: parameters by torch, which pickles, and data that hold a pickle."""
    import base64

    pickled = pickle.dumps(Evil(mark))
    with zipfile.ZipFile(path, "w") as archive:
        data = {":type:": "<class 'function'>", ":serialized:": base64.b64encode(pickled).decode()}
        archive.writestr("data", json.dumps({"learning_rate": data}))
        archive.writestr("policy.pth", pickled)
        archive.writestr("_stable_baselines3_version", "2.9.2")


@pytest.mark.parametrize("name", ["model.zip", "model.safetensors", "model.pt", "model.pkl"])
@pytest.mark.parametrize("write", [evil_zip, lambda path, mark: path.write_bytes(pickle.dumps(Evil(mark)))])
def test_nothing_in_a_file_is_run(tmp_path: Path, name: str, write: Callable[[Path, Path], None]) -> None:
    path, mark = tmp_path / name, tmp_path / "ran"
    write(path, mark)
    with pytest.raises(CheckpointError, match="no checkpoint of omnigym"):
        make_agent(f"ppo:{path}")
    with pytest.raises(ConfigError, match="--trust"):
        make_agent(f"sb3:{path}")
    assert not mark.exists()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_trust_is_what_lets_it_run(tmp_path: Path) -> None:
    """The attack above is a real one."""
    path, mark = tmp_path / "model.zip", tmp_path / "ran"
    evil_zip(path, mark)
    with pytest.raises(CheckpointError):
        make_agent(f"sb3:{path}", trust=True)
    assert mark.exists()


def test_it_is_read_as_it_was_written(model: Path, tmp_path: Path) -> None:
    saved = load(model)
    assert saved.about == {"algorithm": "ppo", "steps": 8}
    assert saved.optimizer["0/step"] == 1
    save(tmp_path / "again", saved.model(), saved.about)
    again = load(tmp_path / "again")
    assert (again.layout, again.about, again.optimizer) == (saved.layout, saved.about, {})
    assert all(torch.equal(again.policy[n], t) for n, t in saved.policy.items())


def test_it_is_read_whole_although_a_run_replaces_it(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read = tmp_path / "model.safetensors", load(model)
    path.write_bytes(model.read_bytes())

    def interrupted(data: bytes) -> Tensors:
        found = safetensors.torch.load(data)
        save(path, read.model(), {"algorithm": "ppo", "steps": 16})
        return found

    monkeypatch.setattr("omnigym.baselines.policy.tensor_file.load", interrupted)
    assert load(path).about["steps"] == 8
    monkeypatch.undo()
    assert load(path).about["steps"] == 16


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "damaged"),
        (b"PK\x03\x04" + bytes(100), "sb3:"),
        (b"\xff" * 64, "damaged"),
        (bytes([2, 0, 0, 0, 0, 0, 0, 0]) + b"{}", "no checkpoint"),
        ((1 << 62).to_bytes(8, "little") + b"{}", "damaged"),
    ],
    ids=["empty", "zip", "noise", "no metadata", "endless header"],
)
def test_what_is_no_checkpoint(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match=what):
        load(path)


def test_a_file_of_any_size_and_kind_is_refused_at_once(tmp_path: Path) -> None:
    os.truncate(os.open(tmp_path / "huge", os.O_CREAT | os.O_RDWR), 1 << 37)
    with pytest.raises(CheckpointError, match="MB"):
        load(tmp_path / "huge")
    os.mkfifo(tmp_path / "fifo")
    for path in ("fifo", "none", "", "/dev/zero"):
        with pytest.raises(ConfigError, match="There is no model"):
            load(tmp_path / path)


@pytest.mark.parametrize("place", [0.05, 0.3, 0.6, 0.95])
def test_a_flipped_bit_or_a_missing_end_is_damage(model: Path, tmp_path: Path, place: float) -> None:
    data = bytearray(model.read_bytes())
    data[int(len(data) * place)] ^= 1
    (tmp_path / "flipped").write_bytes(data)
    (tmp_path / "cut").write_bytes(data[: int(len(data) * place)])
    for name in ("flipped", "cut"):
        with pytest.raises(CheckpointError):
            load(tmp_path / name)


def nested(depth: int) -> list[Any]:
    out: list[Any] = []
    for _ in range(depth):
        out = [out]
    return out


def put(*keys: str, value: Any) -> Callable[[Document, Tensors], object]:
    """Changes the JSON text."""

    def change(document: Document, _: Tensors) -> None:
        for key in keys[:-1]:
            document = document[key]
        document[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (put("extra", value=1), "extra"),
        (put("width", value="8"), "width"),
        (put("width", value=10**9), "width"),
        (put("width", value=9), "weights"),
        (put("about", value=[]), "about"),
        (put("layout", "nodes", value=0), "layout|at least one"),
        (put("layout", "keys", value=nested(900)), "layout|JSON"),
        (lambda _, t: t.update({"policy/x": torch.full((2,), torch.nan)}), "numbers"),
        (lambda _, t: t.update({"policy/x": torch.zeros(2, dtype=torch.float16)}), "numbers"),
    ],
    ids=lambda value: None if callable(value) else value,
)
def test_a_forged_one_is_refused(
    model: Path, tmp_path: Path, change: Callable[[Document, Tensors], object], what: str
) -> None:
    with pytest.raises(CheckpointError, match=what) as error:
        load(forged(model, tmp_path / "forged", change))
    assert "\n" not in str(error.value)


def test_another_version_is_said(model: Path, tmp_path: Path) -> None:
    for version, what in (("omnigym-pointer/9", "another version"), ("their-checkpoint/1", "no checkpoint")):
        with pytest.raises(CheckpointError, match=what):
            load(forged(model, tmp_path / "forged", lambda *_: None, format=version))


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.pop("0/step"),
        lambda t: t.update({"9999/step": torch.tensor(1.0)}),
        lambda t: t.update({"x": torch.tensor(1.0)}),
        lambda t: t.update({"0/step": torch.tensor(-1.0)}),
        lambda t: t.update({"0/exp_avg": torch.zeros(1)}),
        lambda t: t["0/exp_avg_sq"].fill_(-1),
    ],
)
def test_an_optimizer_that_is_not_adams_is_refused(model: Path, change: Callable[[Tensors], object]) -> None:
    saved = load(model)
    shapes = [saved.optimizer[f"{i}/exp_avg"].shape for i in range(len(saved.optimizer) // 3)]
    optimizer = torch.optim.Adam([torch.nn.Parameter(torch.zeros(shape)) for shape in shapes])
    load_optimizer(optimizer, saved)
    change(saved.optimizer)
    with pytest.raises(CheckpointError, match="optimizer"):
        load_optimizer(optimizer, saved)


def test_a_directory_that_cannot_be_written_leaves_what_was_there(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy, path = load(model).model(), tmp_path / "model.safetensors"
    save(path, policy, {})
    with monkeypatch.context() as full:
        full.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        with pytest.raises(CheckpointError, match="intact"):
            save(path, policy, {})
    torch.nn.init.constant_(policy.value.weight, torch.nan)
    with pytest.raises(CheckpointError, match="numbers"):
        save(path, policy, {})
    assert load(path).about == {}
