"""Subtasks of several parts: built, written, told, played, proved, and judged part after part."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from typer.testing import CliRunner

from omnigym.actions import Action, Type, Wait
from omnigym.baselines.agent import Env
from omnigym.baselines.evaluate import play
from omnigym.baselines.oracle import OracleAgent
from omnigym.benchmarks.omnibench import export_subtask, export_task
from omnigym.cli import app
from omnigym.devices.fake import FakeDevice
from omnigym.devices.sim.device import SimDevice
from omnigym.envs.env import OmniEnv
from omnigym.envs.episode import lines_in
from omnigym.errors import ConfigError, TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.report import METRICS
from omnigym.play.player import Player
from omnigym.recording import find_trajectories, read_trajectory
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose
from omnigym.tasks.proofs.verify import Strangers, verify_task
from omnigym.tasks.records import record_of
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.rollout import Stage, oracle_order
from omnigym.tasks.subtask import UI, MakeDir, Need, Part, Resource, Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.task_file import dumps_task, loads_task, write_task
from omnigym.wrappers import RecordTrajectory
from tests.tasks.conftest import CommandDevice

MakeDevice = Callable[[], FakeDevice]


def a_file(name: str) -> tuple[Condition, ...]:
    return (Condition("file_exists", {"path": "{folder}/{name}/" + name}),)


def set_up(ui: UI, folder: str, name: str) -> Iterator[Action]:
    yield ui.type(f"mkdir|{folder}/{name}")
    yield ui.type(f"write|{folder}/{name}/notes.txt|")
    yield ui.type(f"write|{folder}/{name}/plan.txt|")


#: A fork: both files after the folder.
PROJECT = Subtask(
    id="test/project",
    app="file_manager",
    category="System Management",
    instruction="Set up the project '{name}' in {folder}.",
    parameters=tuple({"folder": "Documents", "name": f"{n} project"} for n in ("North", "South", "West", "Far")),
    parts=(
        Part("folder", (Condition("folder_exists", {"path": "{folder}/{name}"}),)),
        Part("notes", a_file("notes.txt"), after=("folder",)),
        Part("plan", a_file("plan.txt"), after=("folder",)),
    ),
    oracle=set_up,
    needs=(Need(Resource("folder", "{folder}"), (MakeDir("{folder}"),)),),
    produces=(Resource("folder", "{folder}/{name}"),),
    capabilities=("files",),
    platforms=("linux",),
)
IDS = ("a", "b/folder", "b/notes", "b/plan", "c")


@pytest.fixture
def task(pool: tuple[Subtask, ...]) -> Task:
    """A folder, a project in it, a file in that."""
    return Task(
        id="three",
        nodes=(
            TaskNode("a", "test/create-folder", {"name": "X", "folder": "Documents"}),
            TaskNode("b", "test/project", {"name": "Y", "folder": "Documents/X"}),
            TaskNode("c", "test/create-file", {"name": "z", "folder": "Documents/X/Y"}),
        ),
        edges=(("a", "b"), ("b", "c")),
        definitions=(pool[0], PROJECT, pool[1]),
    )


def alone(subtask: Subtask, **more: Any) -> Task:
    return Task(id="alone", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),), definitions=(subtask,), **more)


def played(task: Task, device: FakeDevice) -> list[float]:
    """The coverage after each step of the oracle."""
    stage = Stage(task, device)
    seen: list[float] = []
    stage.play(stage.oracle(), every=lambda: seen.append(stage.evaluator.coverage))
    return seen


def test_a_node_expands_to_its_parts(task: Task) -> None:
    graph = task.graph
    assert graph.dag.ids == tuple(n.id for n in graph.nodes) == IDS
    assert set(graph.dag.edges) == {
        *(("a", "b/folder"), ("b/folder", "b/notes"), ("b/folder", "b/plan")),
        *(("b/notes", "c"), ("b/plan", "c")),
    }
    assert graph.dag.depths == (1, 2, 3, 3, 4)
    # what is written, told and composed is still the graph of subtasks
    assert task.dag.ids == oracle_order(task) == ("a", "b", "c") and task.edges == (("a", "b"), ("b", "c"))
    assert task.instruction.count("Set up the project 'Y'") == 1
    assert task.provider("c", Need(Resource("folder", "Documents/X/Y"))) == "b"
    assert task.step_limit == 120


def test_a_task_without_parts_is_judged_by_its_own_graph(pool: tuple[Subtask, ...]) -> None:
    plain = alone(pool[0])
    assert plain.expanded_dag is plain.dag is plain.graph.dag
    assert '"parts"' not in dumps_task(plain)


def test_each_part_pays_when_it_is_complete(task: Task, make_device: MakeDevice) -> None:
    assert played(task, make_device()) == pytest.approx([n / 13 for n in (1, 3, 6, 9, 13)])


def test_one_part_is_judged_as_the_plain_subtask_is(pool: tuple[Subtask, ...], make_device: MakeDevice) -> None:
    plain = pool[0]
    parts = (Part("it", plain.conditions, milestones=plain.milestones),)
    one = replace(plain, conditions=(), milestones=(), parts=parts)
    tasks = [alone(s) for s in (plain, one)]
    assert played(tasks[0], make_device()) == played(tasks[1], make_device()) == [1.0]
    first, second = (t.graph.nodes[0] for t in tasks)
    assert (first.id, second.id) == ("1", "1/it")
    assert (first.app, first.category, first.milestones) == (second.app, second.category, second.milestones)
    proofs = [verify_task(t, make_device()).proofs for t in tasks]
    assert proofs[0] == proofs[1]


def test_it_goes_through_its_file(task: Task) -> None:
    part = Part("late", a_file("late.txt"), ("plan",), "mail", "{name}", (Condition("app_open", {"app": "mail"}),))
    full = replace(task, definitions=(*task.definitions[:1], replace(PROJECT, parts=(*PROJECT.parts, part))))
    for written in (task, replace(full, definitions=(*full.definitions, task.definitions[2]))):
        back = loads_task(dumps_task(written))
        assert [p for _, p in back.parts.values()] == [p for _, p in written.parts.values()]
        assert back.expanded_dag == written.expanded_dag
        assert dumps_task(back) == dumps_task(written)
    stored = json.loads(dumps_task(task))["subtasks"][1]
    assert "conditions" not in stored
    assert [sorted(p) for p in stored["parts"]] == [["conditions", "id"], *[["after", "conditions", "id"]] * 2]


IT = {"id": "x", "conditions": [{"check": "file_exists", "args": {"path": "a"}}]}


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        ({"parts": [IT, IT]}, "parts: Node ids must differ, got x more than once"),
        ({"parts": [{**IT, "after": ["y"]}]}, "parts: .*'y', which is no node"),
        ({"parts": [{**IT, "after": ["x"]}]}, "parts: .*no cycle, got x -> x"),
        (
            {"parts": [{**IT, "after": ["y"]}, {**IT, "id": "y", "after": ["x"]}]},
            r"no cycle, got (x -> y -> x|y -> x -> y)\.",
        ),
        ({"parts": [{**IT, "id": "x/y"}]}, "no '/' in it, got 'x/y'"),
        ({"parts": [{**IT, "id": ""}]}, r"parts\[0\].id: .*at least 1"),
        ({"parts": [{**IT, "id": "x\n"}]}, r"parts\[0\].id"),
        ({"parts": []}, "parts: .*at least 1"),
        ({"parts": {}}, r"parts: .*array, got \{\}"),
        ({"parts": [{**IT, "conditions": []}]}, r"parts\[0\].conditions: .*at least 1"),
        ({"parts": [{"id": "x"}]}, r"parts\[0\].conditions: this field is missing"),
        ({"parts": [{**IT, "conditions": [{"check": "nope"}]}]}, r"parts\[0\].conditions\[0\]: Unknown check"),
        ({"parts": [{**IT, "milestones": [{"check": "nope"}]}]}, r"parts\[0\].milestones\[0\]: Unknown check"),
        ({"parts": [{**IT, "before": []}]}, "Unknown field 'before'"),
        ({"parts": [{**IT, "device": "{nobody}"}]}, "nobody"),
        ({"parts": [{**IT, "id": str(n)} for n in range(513)]}, r"parts: .*at most 512"),
        ({"parts": [IT], "conditions": IT["conditions"]}, "has parts, so its conditions"),
        ({"parts": [IT], "milestones": IT["conditions"]}, "has parts, so its conditions and milestones"),
        ({}, r"subtasks\[0\].conditions: this field is missing"),
    ],
)
def test_parts_that_cannot_be_are_refused(definition: dict[str, Any], said: str) -> None:
    own = {"id": "m/f", "app": "x", "instruction": "Do it.", **definition}
    text = json.dumps({"id": "t", "nodes": [{"id": "1", "subtask": "m/f"}], "subtasks": [own]})
    with pytest.raises(TaskFileError, match=rf"^t\.json[,:] .*{said}"):
        loads_task(text, "t.json")


def test_parts_count_for_the_size_of_a_task() -> None:
    nodes = tuple(TaskNode(str(n), PROJECT.id, PROJECT.parameters[0]) for n in range(171))
    task = Task(id="t", nodes=nodes, definitions=(PROJECT,))
    with pytest.raises(TaskFileError, match=r"with the parts of its subtasks: .*at most 512 nodes, got 513"):
        loads_task(dumps_task(task))


def test_a_subtask_has_conditions_or_parts() -> None:
    with pytest.raises(ConfigError, match="at least one"):
        replace(PROJECT, parts=())


# -- played ------------------------------------------------------------------------------------------------------------


def test_an_environment_pays_part_after_part(task: Task, make_device: MakeDevice) -> None:
    env = OmniEnv(make_device(), tasks=task, observation="a11y", node_status=True)
    agent = OracleAgent()
    observation, info = env.reset()
    assert info["node_ids"] == IDS and info["node_status"] == ("evaluating", *["waiting"] * 4)
    agent.reset(env, info)
    rewards, completed, ended = [], [], False
    while not ended:
        observation, reward, ended, _, info = env.step(agent.act(observation, info))
        rewards.append(float(reward))
        completed += lines_in(info["newly_completed"])
        if len(completed) == 2:
            assert info["node_status"] == ("completed", "completed", "evaluating", "evaluating", "waiting")
            assert list(observation["node_status"][:6]) == [3, 3, 2, 2, 1, 0]
    assert rewards == pytest.approx([n / 13 for n in (1, 2, 3, 3, 4)])
    assert tuple(completed) == IDS and info["is_success"]
    record = record_of(task, zip(completed, range(1, 6), strict=True), actions=5)
    metrics = {name: METRICS[name](record) for name in METRICS if name != "cost_efficiency"}
    assert metrics.pop("execution_efficiency") == 0.2
    assert {value for value in metrics.values() if value is not None} == {1.0}  # nobody looked at what still holds
    env.close()


def test_a_part_is_no_idle_step(task: Task, make_device: MakeDevice) -> None:
    """Four actions on the way to one node: with a limit of three idle steps parts save the episode."""
    whole = replace(PROJECT, parts=(), conditions=tuple(c for p in PROJECT.parts for c in p.conditions))
    ends = []
    for subtask in (PROJECT, whole):
        limited = replace(task, definitions=(task.definitions[0], subtask, task.definitions[2]), max_idle_steps=2)
        env: Env = OmniEnv(make_device(), tasks=limited, observation="a11y")
        record = play(env, OracleAgent(), limited, 0)
        ends.append((record.end_reason, [c.node for c in record.completed]))
        env.close()
    assert ends == [("success", list(IDS)), ("no_progress", ["a"])]


class LateDevice(CommandDevice):
    """Writes the plan only while somebody waits."""

    late: Action | None = None

    def act(self, action: Action) -> None:
        """Keep the writing of a plan for the next wait."""
        if isinstance(action, Type) and "plan.txt" in action.text:
            self.late = action
            return
        super().act(self.late if isinstance(action, Wait) and self.late is not None else action)


def test_an_oracle_waits_for_all_parts(task: Task) -> None:
    task = replace(task, nodes=task.nodes[:2], edges=task.edges[:1])
    env: Env = OmniEnv(LateDevice(), tasks=task, observation="a11y")
    record = play(env, OracleAgent(), task, 0)
    env.close()
    assert [c.node for c in record.completed] == list(IDS[:4])
    stage = Stage(task, LateDevice())
    stage._patience = 1  # as on a real device
    assert stage.play(stage.oracle()).completed == IDS[:4]


def test_progress_is_that_of_the_open_parts(make_device: MakeDevice) -> None:
    two = (Condition("file_exists", {"path": "a"}), Condition("file_exists", {"path": "b"}))
    device, one = make_device(), Part("one", two)
    subtask = replace(PROJECT, parts=(one, Part("two", two[1:], ("one",))))
    task = alone(subtask)
    task.begin(device, 0)
    evaluator = GraphEvaluator(task.graph, device)
    device.write_file("a", b"")
    evaluator.step()
    assert evaluator.coverage == 0.0
    assert evaluator.progress == pytest.approx(1 / 3 / 2), "half of the first part, of three thirds"


def test_metrics_know_the_app_of_a_part(task: Task) -> None:
    """A part in another app than its subtask's costs two changes of app that no order avoids."""
    mailed = replace(PROJECT, parts=(PROJECT.parts[0], replace(PROJECT.parts[1], app="mail"), PROJECT.parts[2]))
    other = replace(task, definitions=(task.definitions[0], mailed, task.definitions[2]))
    assert other.apps == ("file_manager", "mail") and task.apps == ("file_manager",)
    record = record_of(other, ((node, step) for step, node in enumerate(IDS, 1)))
    apps = ["file_manager"] * 2 + ["mail"] + ["file_manager"] * 2
    assert [n.app for n in record.nodes] == [n.app for n in other.graph.nodes] == apps
    assert METRICS["logical_consistency"](record) == 1.0
    assert METRICS["logical_consistency"](record_of(other, [("a", 1), ("b/folder", 2)])) == pytest.approx(1 / 2)


# -- proved ------------------------------------------------------------------------------------------------------------


def test_it_passes_all_proofs(task: Task, pool: tuple[Subtask, ...], make_device: MakeDevice) -> None:
    proof = verify_task(task, make_device(), Strangers([alone(s) for s in pool]))
    assert proof.holds, proof.failures
    assert proof.oracle_steps == 5


@pytest.mark.parametrize(
    ("part", "fails", "said"),
    [
        (Part("there", (Condition("folder_exists", {"path": "Documents"}),)), "start", "before anything .*: b/there"),
        (Part("by a", (Condition("folder_exists", {"path": "{folder}"}),)), "necessary", "'b/by a' is complete though"),
        (Part("never", a_file("never.txt")), "oracle", "node 'b/never'"),
    ],
)
def test_a_part_that_measures_nothing_fails_its_proof(
    task: Task, make_device: MakeDevice, part: Part, fails: str, said: str
) -> None:
    bad = replace(PROJECT, parts=(*PROJECT.parts, part))
    proof = verify_task(replace(task, definitions=(task.definitions[0], bad, task.definitions[2])), make_device())
    failures = {p.name: p.message for p in proof.failures}
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(failures[fails])


def test_what_is_closed_again_is_not_done_before_it_was_open(make_device: MakeDevice) -> None:
    """CRAB's sub-task on vim: the program is open, then it is not. Of each part the parts before it are asked too."""
    path = {"path": "{folder}/{name}.tmp"}

    def open_and_close(ui: UI, folder: str, name: str) -> Iterator[Action]:
        yield ui.type(f"write|{folder}/{name}.tmp|")
        yield ui.type(f"rm|{folder}/{name}.tmp")

    parts = (
        Part("open", (Condition("file_exists", path),)),
        Part("closed", (Condition("path_absent", path),), after=("open",)),
    )
    task = alone(replace(PROJECT, parts=parts, oracle=open_and_close))
    assert verify_task(task, make_device()).holds
    assert played(task, make_device()) == pytest.approx([1 / 3, 1.0])


def test_composition_joins_subtasks_of_parts(pool: tuple[Subtask, ...], make_device: MakeDevice) -> None:
    mixed = (PROJECT, *(s for s in pool if s.id != "test/create-folder"))
    tasks = [compose(shape("chain", 3), seed=n, subtasks=mixed, sensible=False) for n in range(12)]
    with_parts = [t for t in tasks if t.expanded_dag is not t.dag]
    assert with_parts
    for task in with_parts:
        assert task.instruction.casefold().count("set up the project") == sum(s is PROJECT for s in task.subtasks)
        assert loads_task(dumps_task(task)).expanded_dag == task.expanded_dag
        assert verify_task(task, make_device(), Strangers(tasks)).holds


def test_a_composition_too_large_with_its_parts_is_refused() -> None:
    parts = tuple(Part(str(n), (Condition("file_exists", {"path": str(n)}),)) for n in range(300))
    large = [replace(PROJECT, id=f"test/{n}", parameters=(PROJECT.parameters[n],), parts=parts) for n in range(2)]
    with pytest.raises(TaskFileError, match="got 600"):
        compose(shape("parallel", 2), seed=0, subtasks=large)


def test_what_is_judged_on_another_device_is_not_composed() -> None:
    elsewhere = replace(PROJECT, parts=(replace(PROJECT.parts[0], device="phone"),))
    with pytest.raises(ConfigError, match="could not be joined"):
        compose(shape("chain", 1), seed=0, subtasks=(elsewhere,))


def test_omnibenchs_files_have_them_as_one_sequence(task: Task) -> None:
    _, evaluation, losses = export_subtask(PROJECT)
    assert any("parts" in loss for loss in losses)
    assert evaluation.count("check_file_exists") == 3
    assert export_task(task)[0]["dag"]["nodes"] == ["test/create-folder", "test/project", "test/create-file"]


# -- shown and recorded -----------------------------------------------------------------------------------------------


def test_the_command_line_shows_the_parts(task: Task, tmp_path: Path) -> None:
    write_task(task, tmp_path / "t.json")
    out = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"}).invoke(app, ["tasks", "show", str(tmp_path / "t.json")])
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.stdout.splitlines() if "0." in line]
    assert [(r[0], r[1], r[4]) for r in rows] == [
        ("a", "", "0.077"),
        ("b/folder", "a", "0.154"),
        ("b/notes", "b/folder", "0.231"),
        ("b/plan", "b/folder", "0.231"),
        ("c", "b/notes, b/plan", "0.308"),
    ]
    assert out.stdout.count("Set up the project 'Y'") == 2, "once in the instruction, once among the nodes"
    assert "dependency 2 (medium), instruction 3 (medium)" in out.stdout, "complexity is of subtasks"


def test_the_page_shows_the_parts(task: Task, make_device: MakeDevice) -> None:
    player = Player(OmniEnv(make_device(), tasks=task, observation="pixels"))
    told, stands = player.whole()
    assert [n["id"] for n in told.facts["nodes"]] == list(stands.facts["status"]) == list(IDS)
    assert [n["weight"] for n in told.facts["nodes"]] == pytest.approx([n / 13 for n in (1, 2, 3, 3, 4)])
    assert told.facts["nodes"][2]["instruction"] == "Set up the project 'Y' in Documents/X. (notes)"
    assert len(told.facts["edges"]) == 5
    player.close()


def test_a_recording_names_the_parts(task: Task, make_device: MakeDevice, tmp_path: Path) -> None:
    """OmniBench's order is of subtasks: the one that is done while another one is half done comes first."""
    task = replace(task, edges=(("a", "b"),))
    env = RecordTrajectory(OmniEnv(make_device(), tasks=task, observation="a11y"), tmp_path, screenshots=False)
    env.reset()
    x, y = "Documents/X", "Documents/X/Y"
    for command in (f"mkdir|{x}", f"mkdir|{y}", f"write|{y}/z.txt|", f"write|{y}/plan.txt|", f"write|{y}/notes.txt|"):
        env.step(Type(command))
    (folder,) = find_trajectories(tmp_path)
    recorded = read_trajectory(folder)
    assert [n.get("parts") for n in recorded.meta["nodes"]] == [None, ["b/folder", "b/notes", "b/plan"], None]
    done = [n for s in recorded.steps for n in s.info["newly_completed"]]
    assert done == ["a", "b/folder", "c", "b/plan", "b/notes"]
    assert recorded.to_omnibench()["topological_order"] == ["a", "c", "b"]
    env.close()


# -- in the simulator --------------------------------------------------------------------------------------------------


def note_and_remind(ui: UI, list: str, title: str, **note: str) -> Iterator[Action]:  # noqa: A002
    for name, place, values in (
        ("text/write-file", "text_editor", note),
        ("todo/add-task", "todo", {"list": list, "title": title}),
        ("todo/complete", "todo", {"list": list, "title": title}),
    ):
        oracle = get_subtask(name).oracle
        assert oracle is not None
        yield from oracle(ui.of(place), **values)


REMIND = Subtask(
    id="test/note-and-remind",
    app="text_editor",
    category="Note Management",
    instruction=(
        "Write '{text}' in the text editor and save it as {name} in {folder}. "
        "Add '{title}' to the list {list} in Microsoft To Do and tick it off."
    ),
    parameters=(
        {"text": "Tiles", "name": "tiles.txt", "folder": "Documents", "list": "Work", "title": "Order the tiles"},
    ),
    parts=(
        Part("note", get_subtask("text/write-file").conditions),
        Part("reminder", get_subtask("todo/add-task").conditions, app="todo"),
        Part("done", get_subtask("todo/complete").conditions, ("note", "reminder"), "todo"),
    ),
    oracle=note_and_remind,
    capabilities=("content", "files", "apps", "a11y"),
    platforms=("windows",),
)


@pytest.mark.parametrize("reward", ["completion", "progress"])
def test_a_subtask_of_two_apps_is_played_on_the_simulated_desktop(reward: str) -> None:
    task = alone(REMIND)
    env = gymnasium.make("OmniBench-Win11-v0", tasks=task, observation="a11y", reward=reward, disable_env_checker=True)
    agent = OracleAgent()
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    rewards: list[float] = []
    completed, ended = [], False
    while not ended:
        observation, paid, ended, _, info = env.step(agent.act(observation, info))
        rewards.append(float(paid))
        completed += lines_in(info["newly_completed"])
    assert completed == ["1/note", "1/reminder", "1/done"] and info["is_success"]
    assert info["coverage_rate"] == 1.0
    if reward == "completion":
        assert [r for r in rewards if r] == pytest.approx([0.25, 0.25, 0.5])
    else:
        assert len([r for r in rewards if r > 0]) > 3, "windows that open are on the way"
    env.close()


def test_it_is_proved_on_the_simulated_desktop() -> None:
    device = SimDevice()
    proof = verify_task(alone(REMIND), device)
    device.close()
    assert proof.holds, proof.failures


def test_an_action_is_no_event_of_the_part_after(make_device: MakeDevice) -> None:
    typed = (Condition("check_keyboard_types", {"text": "hello"}),)
    task = alone(replace(PROJECT, parts=(Part("one", typed), Part("two", typed, ("one",)))))
    device = make_device()
    task.begin(device, 0)
    evaluator = GraphEvaluator(task.graph, device)
    completed = []
    for _ in range(2):
        evaluator.before(Type("hello"))
        device.act(Type("hello"))
        completed.append(evaluator.step().completed)
    assert completed == [("1/one",), ("1/two",)]
