"""Several devices in one episode: what is seen, done, judged and kept, and what happens when one breaks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from omnigym.actions import (
    Action,
    Click,
    Done,
    Fail,
    Invalid,
    On,
    OpenApp,
    Press,
    Submit,
    Type,
    Wait,
    on_from_json,
    to_json,
)
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.config import SimConfig
from omnigym.envs import MultiDeviceEnv, OmniEnv, snapshots
from omnigym.envs.episode import INFO_KEYS
from omnigym.envs.snapshots import Snapshot
from omnigym.errors import ActionError, CapabilityError, ConfigError, UnknownNameError
from omnigym.evaluation.metrics.coverage_rate import coverage_rate
from omnigym.spaces import decode_on, encode_on
from omnigym.tasks.oracle import UI
from omnigym.tasks.task import Task, TaskNode
from tests.conftest import make_task

SEND = {"number": "555-0133-5771", "text": "Please bring the keys"}
FOLDER = {"name": "Reports", "folder": "Documents"}
PHONE = SimConfig(size=(270, 600), platform="android", scale=0.75)
DESKTOP = SimConfig(size=(800, 600))
CROSS = Task(
    id="cross",
    nodes=(
        TaskNode("text", "phone-messages/send-to-number", SEND, "phone"),
        TaskNode("folder", "files/create-folder", FOLDER, "desktop"),
    ),
    edges=(("text", "folder"),),
)


def task(**changes: Any) -> Task:
    """Save on the desk, then copy on the phone."""
    nodes = (
        TaskNode("save", "fake/save", {"name": "untitled", "text": "hello"}, "desk"),
        TaskNode("copy", "fake/copy", {"text": "hello"}, "phone"),
    )
    return make_task(**({"nodes": nodes} | changes))


def fakes(desk: Any = (), phone: Any = (), **kwargs: Any) -> MultiDeviceEnv:
    devices = {"desk": FakeConfig(faults=desk), "phone": FakeConfig((200, 320), faults=phone)}
    values: dict[str, Any] = {"devices": devices, "tasks": task()}
    return MultiDeviceEnv(**(values | kwargs))


@pytest.fixture
def env() -> Iterator[MultiDeviceEnv]:
    made = fakes(node_status=True)
    yield made
    made.close()


@pytest.fixture(scope="module")
def cross() -> Iterator[MultiDeviceEnv]:
    made = MultiDeviceEnv({"desktop": DESKTOP, "phone": PHONE}, CROSS, observation="a11y")
    yield made
    made.close()


def at(env: MultiDeviceEnv, device: str, key: str) -> On:
    tree = env.a11y(device)
    node = tree.find(key=key)
    assert node is not None
    (x, y), (w, h) = node.center, tree.size
    return On(device, Click((x / w, y / h)))


def save(env: MultiDeviceEnv) -> Any:
    env.step(at(env, "desk", "text_editor.document"))
    return env.step(at(env, "desk", "text_editor.save"))


def oracle(env: MultiDeviceEnv, node: str) -> Iterator[On]:
    """What the oracle of a node does."""
    bound = env.task.bound[node]
    device = env.task.nodes[env.task.dag.index[node]].device
    assert bound.subtask.oracle is not None
    for action in bound.subtask.oracle(UI(env.devices[device], bound.subtask.app), **bound.parameters):
        yield On(device, action)


# -- spaces -----------------------------------------------------------------------------------------------------------


def test_observations_are_one_level_deep_and_each_key_says_of_what(env: MultiDeviceEnv) -> None:
    observation, info = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    alone = OmniEnv(FakeConfig(), make_task(), node_status=True)
    own = alone.observation_space.spaces.keys() - {"instruction", "node_status"}
    expected = {f"{name}_{key}" for name in ("desk", "phone") for key in own} | {"instruction", "node_status"}
    assert set(observation) == set(env.observation_space.spaces) == expected
    assert observation["phone_screenshot"].shape == (320, 200, 3)
    assert set(info) == {*INFO_KEYS, "failed_device"}
    assert info["failed_device"] == ""


def test_an_action_says_on_which_device(env: MultiDeviceEnv) -> None:
    first, _ = env.reset(seed=0)
    open_it = at(env, "phone", "desktop.text_editor") if env.a11y("phone").find(key="desktop.text_editor") else None
    action = open_it or On("phone", Type("x"))
    for given in (action, encode_on(action, env.device_names)):
        env.reset(seed=0)
        second, *_ = env.step(given)
        assert env.devices["phone"].calls["act"] >= 1  # type: ignore[attr-defined]
        assert env.devices["desk"].calls["act"] == 0  # type: ignore[attr-defined]
        np.testing.assert_array_equal(first["desk_screenshot"], second["desk_screenshot"])


@pytest.mark.parametrize(
    "action", [On("phone", Press("a", ("ctrl",))), Submit("42"), Wait(2.0), Done(), On("desk", Fail())]
)
def test_values_and_elements_of_the_space_are_inverse(action: Action | On) -> None:
    element = encode_on(action, ("desk", "phone"))
    decoded = decode_on(element, ("desk", "phone"))
    assert decoded == (
        action if isinstance(action, On) and not isinstance(action.action, Fail) else getattr(action, "action", action)
    )


def test_an_action_on_a_device_is_plain_json() -> None:
    action = On("phone", Click((0.5, 0.25)))
    assert on_from_json(to_json(action)) == action
    with pytest.raises(ActionError, match="device"):
        on_from_json(to_json(action.action))


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (On("tablet", Type("x")), "no device 'tablet'"),
        (Type("x"), "names no device"),
        (On("desk", OpenApp("wrod")), "wrod"),
    ],
)
def test_a_value_for_a_device_that_is_not_there_is_invalid(env: MultiDeviceEnv, action: Any, said: str) -> None:
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(action)
    assert said in info["invalid_action"]
    assert (reward, terminated, truncated, info["steps"]) == (0.0, False, False, 1)
    assert sum(d.calls["act"] for d in env.devices.values()) == 0  # type: ignore[attr-defined]


def test_a_number_of_a_device_that_is_not_there_is_an_error(env: MultiDeviceEnv) -> None:
    env.reset(seed=0)
    element = encode_on(On("desk", Type("x")), env.device_names)
    nested: Any = On("desk", On("phone", Type("x")))  # type: ignore[arg-type]
    lacking = {k: v for k, v in element.items() if k != "device"}
    for wrong in ({**element, "device": 2}, lacking, nested, On("desk", "device")):  # type: ignore[arg-type]
        with pytest.raises(ActionError, match=r"devic|desk"):
            env.step(wrong)
    assert env.step(Wait(0.0))[4]["steps"] == 1
    with pytest.raises(ActionError, match="no device"):
        encode_on(Type("x"), env.device_names)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"devices": [("desk", "fake"), ("desk", "fake")]}, ConfigError, "two devices named 'desk'"),
        ({"devices": {"my_desk": "fake"}}, ConfigError, "small letters"),
        ({"devices": {}}, ConfigError, "at least one"),
        ({"devices": "fake"}, ConfigError, "at least one"),
        ({"devices": {"desk": "fake", "phone": "fone"}}, UnknownNameError, "fone"),
        ({"devices": {"desk": "fake", "tablet": "fake"}}, CapabilityError, "'desk', 'phone'"),
        ({"tasks": make_task()}, CapabilityError, "one without a name"),
        ({"resolution": {"desktop": (64, 64)}}, UnknownNameError, "desktop"),
        ({"platforms": {"phone": "android"}}, ConfigError, "android"),
        ({"observation": "sound"}, ConfigError, "sound"),
        ({"max_steps": 0}, ConfigError, "max_steps"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        fakes(**arguments)


def test_one_live_device_cannot_be_two() -> None:
    device = FakeDevice()
    with pytest.raises(ConfigError, match="another name"):
        MultiDeviceEnv({"desk": device, "phone": device}, task())


def test_a_task_of_other_devices_is_refused_at_reset(env: MultiDeviceEnv) -> None:
    other = task(nodes=(TaskNode("1", "fake/copy", {"text": "hello"}, "tablet"),), edges=(), task_id="other")
    with pytest.raises(CapabilityError, match="'tablet'"):
        env.reset(options={"task": other})
    with pytest.raises(UnknownNameError):
        env.a11y("tablet")


def test_of_each_device_is_asked_what_its_nodes_need() -> None:
    assert CROSS.on("phone").platforms == {"android"} and "windows" in CROSS.on("desktop").platforms
    assert CROSS.on("phone").apps == {"messages"} and not CROSS.platforms
    with pytest.raises(CapabilityError, match="done on"):
        MultiDeviceEnv({"desktop": PHONE, "phone": PHONE}, CROSS)


# -- an episode -------------------------------------------------------------------------------------------------------


def test_one_evaluator_judges_all_devices(env: MultiDeviceEnv) -> None:
    env.reset(seed=0)
    env.step(On("phone", Type("x")))
    *_, info = save(env)
    assert info["newly_completed"] == "save"
    assert info["node_status"] == ("completed", "evaluating")


def test_the_oracles_score_1_and_those_on_the_wrong_device_nothing(cross: MultiDeviceEnv) -> None:
    cross.reset(seed=0)
    returned = 0.0
    for node in ("text", "folder"):
        for action in oracle(cross, node):
            _, reward, terminated, _, info = cross.step(action)
            returned += float(reward)
    assert terminated and info["is_success"] and returned == pytest.approx(1.0)
    cross.reset(seed=0)
    for action in oracle(cross, "folder"):  # before its turn: judged when the text was sent
        assert cross.step(action)[4]["newly_completed"] == ""
    *_, info = cross.step(On("desktop", next(oracle(cross, "text")).action))
    assert info["coverage_rate"] == 0.0
    for action in oracle(cross, "text"):
        *_, info = cross.step(action)
    assert info["newly_completed"] == "text\nfolder"


@pytest.mark.parametrize(("action", "reason"), [(Done(), "false_completion"), (On("phone", Fail()), "fail_declared")])
def test_root_actions_end_it_for_all(env: MultiDeviceEnv, action: Any, reason: str) -> None:
    env.reset(seed=0)
    _, _, terminated, _, info = env.step(action)
    assert terminated and info["end_reason"] == reason
    with pytest.raises(ResetNeeded):
        env.step(Wait())


def test_limits_are_of_the_whole() -> None:
    env = fakes(limits={"max_invalid": 2}, max_steps=3)
    env.reset(seed=0)
    env.step(On("tablet", Type("x")))
    *_, truncated, info = env.step(Invalid("?", "no"))
    assert truncated and info["end_reason"] == "invalid_action"
    env.reset(seed=0)
    for name in ("desk", "phone", "desk"):
        *_, truncated, info = env.step(On(name, Type("x")))
    assert truncated and info["end_reason"] == "reach_step_limit"


def test_faults_of_published_evaluators_are_not_those_of_several_devices() -> None:
    """Two sinks on two devices, success on the last step allowed, and nothing of it in the next episode."""
    env = fakes(tasks=task(edges=()), max_steps=2)
    for _ in range(2):
        _, info = env.reset(seed=0)
        assert (info["coverage_rate"], info["node_status"]) == (0.0, ("evaluating", "evaluating"))
        desk, phone = (env.devices[name] for name in ("desk", "phone"))
        desk.write_file("Documents/untitled.txt", b"x")  # type: ignore[attr-defined]
        *_, info = env.step(On("phone", Type("x")))
        assert (info["newly_completed"], info["coverage_rate"]) == ("save", 0.5)
        phone.set_clipboard(ClipboardContent("hello"))  # type: ignore[attr-defined]
        _, _, terminated, truncated, info = env.step(On("desk", Type("x")))
        assert (terminated, truncated, info["end_reason"]) == (True, False, "success")
        assert (info["coverage_rate"], info["is_success"]) == (1.0, True)
    env.close()


# -- time -------------------------------------------------------------------------------------------------------------


def test_there_is_one_clock(cross: MultiDeviceEnv) -> None:
    cross.reset(seed=0)

    def times() -> set[int]:
        return {d.now_ms() for d in cross.devices.values()}  # type: ignore[attr-defined]

    (begin,) = times()
    for action, ms in ((On("phone", Type("tea")), 90), (On("desktop", Press("a")), 50), (Wait(3.5), 3500)):
        cross.step(action)
        assert times() == {begin + ms}
        begin += ms


def test_what_is_due_on_one_device_happens_while_one_works_on_the_other() -> None:
    timer = {"minutes": 3, "seconds": 180}
    nodes = (TaskNode("timer", "phone-clock/start-timer", timer, "phone"), *CROSS.nodes)
    env = MultiDeviceEnv({"desktop": DESKTOP, "phone": PHONE}, Task(id="timer", nodes=nodes), observation="a11y")
    env.reset(seed=0)
    for action in oracle(env, "timer"):
        env.step(action)
    said = {n.name for n in env.a11y("phone").nodes}
    env.step(On("desktop", Wait(200.0)))
    assert {n.name for n in env.a11y("phone").nodes} != said
    env.close()


def test_a_device_without_a_clock_waits_too(env: MultiDeviceEnv) -> None:
    env.reset(seed=0)
    env.step(Wait(1.0))
    env.step(On("phone", Type("x")))
    assert [d.calls["act"] for d in env.devices.values()] == [1, 2]  # type: ignore[attr-defined]


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_what_did_not_change_is_not_read_again_and_stays_what_it_was(env: MultiDeviceEnv) -> None:
    env.reset(seed=0)
    before = env.step(On("phone", Type("x")))[0]
    desk = env.devices["desk"]
    asked = desk.calls["tree"]  # type: ignore[attr-defined]
    before["desk_a11y_bounds"][:] = 9.0
    after = env.step(On("phone", Type("y")))[0]
    assert desk.calls["tree"] == asked  # type: ignore[attr-defined]
    assert not any(np.shares_memory(before[key], after[key]) for key in after)
    assert env.observation_space.contains(after), "what somebody wrote into an array is not seen again"


def test_idle_observations_are_those_that_a_device_alone_would_give(cross: MultiDeviceEnv) -> None:
    rng: Any = np.random.default_rng(3)
    cross.reset(seed=0)
    for n in range(40):
        cross.action_space.seed(n)
        element = cross.action_space.sample()
        element["type"] = int(rng.choice([1, 1, 5, 6, 9, 10]))
        observation, _, terminated, truncated, _ = cross.step(element)
        if terminated or truncated:
            cross.reset()
            continue
        for observer in [slot.observer for slot in cross._slots.values()]:
            fresh: dict[str, Any] = {}
            observer._seen = None
            observer.add_to(fresh)
            for key, array in fresh.items():
                np.testing.assert_array_equal(array, observation[key])


def test_the_same_seed_gives_the_same_bytes() -> None:
    def trace() -> list[bytes]:
        env = MultiDeviceEnv({"desktop": DESKTOP, "phone": PHONE}, CROSS, screenshot_size=(64, 64), disturbances=True)
        env.action_space.seed(5)
        out = [pickle.dumps(env.reset(seed=5))]
        for _ in range(10):
            result = env.step(env.action_space.sample())
            out.append(pickle.dumps([{k: v.tobytes() for k, v in result[0].items()}, *result[1:]]))
            if result[2] or result[3]:
                env.reset()
        env.close()
        return out[1:]

    assert trace() == trace()


def test_snapshots_bring_all_devices_back(cross: MultiDeviceEnv) -> None:
    cross.reset(seed=0)
    actions = oracle(cross, "text")
    for _ in range(2):
        cross.step(next(actions))
    kept = snapshots.take(cross)
    for action in (On("desktop", Type("x")), *(next(actions) for _ in range(2))):
        cross.step(action)
    for moment in (kept, Snapshot.from_bytes(bytes(kept))):
        observation, info = cross.restore(moment)
        assert info["steps"] == 2
        again = snapshots.take(cross)
        first = cross.step(On("desktop", Wait(1.0)))
        cross.restore(again)
        second = cross.step(On("desktop", Wait(1.0)))
        assert all((first[0][k] == second[0][k]).all() for k in observation) and first[1:] == second[1:]
    one = OmniEnv(DESKTOP, "suite:one-node app:word", observation="a11y")
    one.reset(seed=0)
    with pytest.raises(ConfigError, match="devices"):
        cross.restore(snapshots.take(one)._replace(task=CROSS))


def test_copies_are_fresh_unless_a_device_is_live() -> None:
    made = copy.copy(fakes())
    made.reset(seed=0)
    made.close()
    live = MultiDeviceEnv({"desk": FakeDevice(), "phone": "fake"}, task())
    with pytest.raises(ConfigError, match="live"):
        copy.copy(live)


def test_the_screens_are_shown_side_by_side() -> None:
    env = fakes(render_mode="rgb_array")
    env.reset(seed=0)
    shown = env.render()
    assert shown is not None and shown.shape == (320, 520, 3)
    np.testing.assert_array_equal(shown[:, 320:], env.screenshot("phone"))
    assert not shown[240:, :320].any()


# -- a device that breaks ---------------------------------------------------------------------------------------------


@pytest.mark.faults
@pytest.mark.parametrize("call", ["act", "screenshot", "tree"])
@pytest.mark.parametrize("error", ["DeviceLostError", "ZeroDivisionError"])
@pytest.mark.parametrize("broken", ["desk", "phone"])
def test_a_device_that_breaks_truncates_the_whole_with_its_name(call: str, error: str, broken: str) -> None:
    fault = Fault(call, 2, error, repeat=99) if call == "act" else Fault(call, 3, error, repeat=99)
    env = fakes(**{broken: (fault,)}, limits={"reset_retries": 9})
    last, _ = env.reset(seed=0)
    first = env.devices
    for n in range(9):
        observation, reward, terminated, truncated, info = env.step(On(broken, Type("xyzabcdef"[n])))
        if truncated:
            break
        last = observation
    assert truncated and not terminated and reward == 0.0
    assert (info["end_reason"], info["failed_device"], info["unscored"]) == ("device_error", broken, True)
    assert info["device_error"].startswith(f"{broken}: fake.")
    assert not info["is_success"]
    assert all((last[key] == observation[key]).all() for key in last)
    with pytest.raises(ResetNeeded):
        env.step(Wait())
    other = "phone" if broken == "desk" else "desk"
    _, info = env.reset(seed=1)
    assert info["failed_device"] == "" and info["device_error"] == ""
    assert env.devices[broken] is not first[broken] and env.devices[other] is first[other]
    env.close()


def test_one_that_breaks_when_it_is_read_besides_is_named_by_the_next_step() -> None:
    env = fakes(phone=(Fault("screenshot", 2),), observation="a11y")
    env.reset(seed=0)
    env.screenshot("phone")
    with pytest.raises(Exception, match="screenshot"):
        env.screenshot("phone")
    info = env.step(On("desk", Type("x")))[4]
    assert info["failed_device"] == "phone" and info["end_reason"] == "device_error"


def test_an_idle_device_that_breaks_is_the_one_that_is_named() -> None:
    env = fakes(phone=(Fault("act", 1),))
    env.reset(seed=0)
    info = env.step(On("desk", Wait(1.0)))[4]
    assert info["failed_device"] == "phone"


@pytest.mark.parametrize(
    "real", [pytest.param("x11", marks=pytest.mark.x11), pytest.param("chromium", marks=pytest.mark.chromium)]
)
def test_real_devices_mix_with_simulated_ones(real: str) -> None:
    """The task is done on the phone alone; the other device is there, seen and acted on all the same."""
    alone = Task(id="phone", nodes=CROSS.nodes[:1])
    env = MultiDeviceEnv({"desktop": real, "phone": PHONE}, alone, screenshot_size=(64, 64))
    observation, _ = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    now = env.devices["phone"].now_ms()  # type: ignore[attr-defined]
    for action in (On("desktop", Click((0.5, 0.5))), On("phone", Press("home")), Wait(0.1)):
        observation, *_, info = env.step(action)
        assert info["device_error"] == ""
        assert env.observation_space.contains(observation)
    assert env.devices["phone"].now_ms() == now + 100 + 50 + 100  # type: ignore[attr-defined]
    for action in oracle(env, "text"):
        *_, info = env.step(action)
    assert info["is_success"]
    env.close()


@pytest.mark.parametrize(("agent", "coverage"), [("oracle", 1.0), ("noop", 0.0), ("random", 0.0)])
def test_agents_play_it_as_any_other_environment(cross: MultiDeviceEnv, agent: str, coverage: float) -> None:
    cross._runner.max_steps, limit = 60, cross._runner.max_steps
    (record,) = run_episodes(cross, make_agent(agent), episodes=1)
    cross._runner.max_steps = limit
    assert (coverage_rate(record), record.success) == (coverage, coverage == 1.0)
    assert not record.unscored
