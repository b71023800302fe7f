"""Cloning on node actions: it learns, generalises to names that it never saw, and is kept as data."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.a11y import BlockBuilder, Rect, Role, State, Tree
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.errors import CheckpointError, ConfigError
from omnigym.evaluation.report import summarise
from omnigym.tasks import list_tasks
from omnigym.tasks.split import split_of

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.baselines.clone import FORMAT, CloneConfig, read_clone, train  # noqa: E402
from omnigym.baselines.clone.augmentation import variation  # noqa: E402
from omnigym.baselines.clone.demonstration_dataset import ExamplePlan, astray, episode  # noqa: E402
from omnigym.baselines.clone.survey import survey  # noqa: E402
from omnigym.baselines.policy.autoregressive_policy import Chooser  # noqa: E402
from omnigym.baselines.policy.instruction_features import History, form_of  # noqa: E402
from omnigym.baselines.policy.node_view import NodeView, nodes_in_view  # noqa: E402
from omnigym.baselines.policy.tensor_file import load_policy, read_tensors, write_tensors  # noqa: E402
from omnigym.baselines.policy.vocabulary import Vocabulary  # noqa: E402
from omnigym.wrappers import NodeActions  # noqa: E402
from omnigym.wrappers.node_action_codec import NodeActionCodec  # noqa: E402
from omnigym.wrappers.node_layout import NodeLayout  # noqa: E402
from omnigym.wrappers.node_text import tokens  # noqa: E402

TASKS = "id:text/append-line@*"
NAMES = "id:settings/display-name@*"
QUICK = CloneConfig(tasks=NAMES, width=32, epochs=40, batch=8, astray=0, torn=1, varied=0, reworded=0)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = train(dataclasses.replace(QUICK, out=tmp_path_factory.mktemp("clone")))
    assert path is not None
    return path


def _success(model: Path, split: str) -> float:
    env = gymnasium.make("OmniBench-Win11-v0", tasks=NAMES, split=split, observation="a11y", max_steps=16)
    count = len(env.unwrapped.tasks)  # type: ignore[attr-defined]
    agent = make_agent(f"clone:{model}")
    return float(summarise(list(run_episodes(env, agent, count)))["success_rate"] or 0)


def test_it_does_what_the_oracle_did_with_names_that_it_never_saw(model: Path) -> None:
    assert _success(model, "train") == 1.0
    assert _success(model, "heldout") == 1.0


def test_a_run_that_goes_on_is_the_same_as_one_that_was_not_interrupted(tmp_path: Path) -> None:
    config = dataclasses.replace(QUICK, epochs=4, failed=1)
    whole = train(dataclasses.replace(config, out=tmp_path / "whole"))
    done: list[int] = []
    parted = dataclasses.replace(config, out=tmp_path / "parted")
    path = train(parted, lambda epoch, _: done.append(epoch), stop=lambda: len(done) == 3)
    assert done == [1, 2, 3]  # and what was learned of the clone's own failures in the third
    assert path is not None
    assert whole is not None
    again = train(parted, resume=read_clone(path))
    assert again == path
    one, two = read_clone(whole), read_clone(path)
    assert one.document.epochs == two.document.epochs == 4
    assert all(torch.equal(t, two.policy[name]) for name, t in one.policy.items())


def test_stopped_before_an_epoch_there_is_nothing_to_go_on_from(tmp_path: Path) -> None:
    assert train(dataclasses.replace(QUICK, out=tmp_path), stop=lambda: True) is None


def test_what_several_tasks_have_in_common_is_the_vocabulary() -> None:
    env = NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks=TASKS, observation="a11y"))
    base: Any = env.unwrapped
    found = survey(env, [t.id for t in base.tasks[:2]])
    words = Vocabulary.of(found.words)
    assert words.number("=open") or words.number("open")
    assert not words.number("no-such-word")
    observation, info = env.reset(seed=0)
    view = nodes_in_view(env.codec, History(), words)
    assert len(view.words) == view.has.shape[1]
    assert len(view.rows) == view.has.shape[0]
    assert view.can.any(0).sum() >= 5
    del observation, info


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(["mark", "as", "completed", "important", "call", "volume", "to", "set", "=volume"])


def _view(vocabulary: Vocabulary, instruction: str, *nodes: tuple[Role, str, str, Rect]) -> NodeView:
    tree = BlockBuilder()
    for role, name, value, bounds in nodes:
        tree.add(role, name, bounds, State.ENABLED | State.VISIBLE | State.CLICKABLE, value=value)
    codec = NodeActionCodec(NodeLayout(64, 64), Tree((tree.build(),), (640, 480)), instruction)
    return nodes_in_view(codec, History(), vocabulary)


def test_of_a_long_name_the_last_words_are_seen_too(vocabulary: Vocabulary) -> None:
    name = "Mark “Call the very old dentist in the street” as completed"
    view = _view(vocabulary, "Tick it off", (Role.BUTTON, name, "", (0, 0, 9, 9)))
    assert {vocabulary.words[n - 1] for n in view.names[0] if n} == {"mark", "call", "as", "completed"}


@pytest.mark.parametrize(("wanted", "away"), [("45", 1), ("46", 2), ("44", 10), ("60", 6), ("300", 9), ("x", 0)])
def test_how_far_a_number_is_from_that_of_the_slider(vocabulary: Vocabulary, wanted: str, away: int) -> None:
    view = _view(vocabulary, f"Set volume to {wanted}", (Role.SLIDER, "Volume", "45%", (0, 0, 9, 9)))
    assert view.away.tolist() == [0, 0, 0, away]


def test_nodes_in_one_line_or_column_and_their_places_among_their_role(vocabulary: Vocabulary) -> None:
    cells = [(Role.BUTTON, "x", "", (40 * x, 20 * y, 40, 20)) for y in range(2) for x in range(3)]
    view = _view(vocabulary, "Go", *cells)
    assert view.lines.tolist() == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    assert view.ranks.tolist() == [0, 1, 2, 3, 4, 5]


def test_many_choose_as_each_alone(model: Path) -> None:
    saved = read_clone(model)
    words, layout = Vocabulary(saved.document.words), saved.document.layout
    policy = Chooser(layout, len(words), saved.document.config.width)
    load_policy(policy, saved)
    env = NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks=TASKS, observation="a11y"))
    found = [example for task in _tasks(env) for example in episode(env, task, words, ExamplePlan(0))]
    views = [example.view for example in found]
    assert policy.choose(views) == [policy.choose([view])[0] for view in views]


def _tasks(env: NodeActions) -> list[str]:
    base: Any = env.unwrapped
    return [t.id for t in base.tasks]


def test_the_oracle_shows_the_way_back_from_where_a_policy_gets() -> None:
    env = NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks=TASKS, observation="a11y"))
    words = Vocabulary(["open", "save"])
    torch.manual_seed(0)
    found = astray(env, _tasks(env)[0], words, 0, Chooser(env.layout, len(words), 16))
    assert found
    assert found[0].view.steps > 0  # the policy's own actions are no examples
    assert [example.left for example in found] == list(range(len(found) - 1, -1, -1))
    assert [n for n, example in enumerate(found) if not example.choice] == [len(found) - 1], "there it is done"


def test_a_variation_is_none_of_the_tasks_and_would_not_be_held_out() -> None:
    rng = np.random.default_rng(0)
    tasks = list_tasks(TASKS, split="train", device="sim")
    made = [variation(task, rng) for task in tasks for _ in range(9)]
    known = [dict(task.nodes[0].parameters) for task in list_tasks(TASKS, device="sim")]
    found = [task for task in made if task is not None]
    assert found
    for task in found:
        assert split_of(task) == "train"
        assert task.nodes[0].parameters not in known
        assert str(task.nodes[0].parameters["name"]) in task.instruction


def test_what_follows_from_other_parameters_is_not_varied() -> None:
    (task, *_) = list_tasks("id:calculator/compute@*", split="train", device="sim")
    assert task.subtasks[0].implied
    assert variation(task, np.random.default_rng(0)) is None


def test_what_is_quoted_or_written_without_a_space_is_told_apart() -> None:
    said = "Send 'Bob's plan.txt' to ben@a.com, as \"final one\"."
    where = tokens(said)
    marks, quotes, chunks = form_of(said, where)
    words = [said[i:j] for i, j in where]
    assert [w for w, quote in zip(words, quotes, strict=True) if quote == 1] == ["Bob", "'", "s", "plan", ".", "txt"]
    assert [w for w, quote in zip(words, quotes, strict=True) if quote == 2] == ["final", "one"]
    address = chunks[words.index("ben")]
    assert "".join(w for w, c in zip(words, chunks, strict=True) if c == address) == "ben@a.com"
    assert [w for w, last in zip(words, marks[:, 5], strict=True) if last] == ["txt", "one"]


def _changed(change: Callable[[dict[str, Any]], object], model: Path, out: Path) -> Path:
    text, tensors = read_tensors(model, FORMAT)
    document = json.loads(text)
    change(document)
    parts: dict[str, dict[str, Any]] = {}
    for name, tensor in tensors.items():
        part, _, own = name.partition("/")
        parts.setdefault(part, {})[own] = tensor
    write_tensors(out, FORMAT, json.dumps(document), parts)
    return out


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("words"),
        lambda d: d["layout"].update(nodes=0),
        lambda d: d["config"].update(width=36),
        lambda d: d["words"].append("more"),
    ],
)
def test_a_file_that_says_something_else_is_refused(change: Any, model: Path, tmp_path: Path) -> None:
    with pytest.raises((CheckpointError, ConfigError)):
        make_agent(f"clone:{_changed(change, model, tmp_path / 'other')}")


def test_what_is_no_file_of_it(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="omnigym clone"):
        read_clone(tmp_path / "none")
    (tmp_path / "cut").write_bytes(model.read_bytes()[:-9])
    with pytest.raises(CheckpointError, match="damaged"):
        read_clone(tmp_path / "cut")
