"""A task across a phone and a desktop, in one episode: what is on the phone, the agent brings to the desktop."""

from __future__ import annotations

import re

import gymnasium

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Click, On, OpenApp
from omnigym.envs import MultiDeviceEnv
from omnigym.tasks.oracle import UI
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode

SENDER = "555-0212-6382"
TASK = Task(
    id="mine/code",
    instruction=f"{SENDER} sent a code to the phone. Open the message, and make a folder in Documents of the desktop "
    "that is called like the code.",
    nodes=(
        TaskNode("read", "phone-messages/read", {"number": SENDER}, "phone"),
        TaskNode("make", "files/create-folder", {"name": "4471", "folder": "Documents"}, "desktop"),
    ),
)


def main() -> float:
    """Play it, and return what it paid."""
    made = gymnasium.make("Crab-Cross-v0", tasks=TASK, observation="a11y")
    env = made.unwrapped
    assert isinstance(env, MultiDeviceEnv)
    observation, info = env.reset(seed=0)
    print(info["instruction"], *sorted(observation), sep="\n")

    env.step(On("phone", OpenApp("messages")))
    tree = env.a11y("phone")
    message = next(node for node in tree.nodes if SENDER in node.name)
    (x, y), (width, height) = message.center, tree.size
    paid = float(env.step(On("phone", Click((x / width, y / height))))[1])
    code = re.findall(r"code is (\d+)", message.name)[0]  # it leads to the desktop by the agent alone

    create = get_subtask("files/create-folder").oracle
    assert create is not None
    for action in create(UI(env.devices["desktop"], "file_manager"), name=code, folder="Documents"):
        _, reward, *_, info = env.step(On("desktop", action))
        paid += float(reward)
    print(f"{info['end_reason']} after {info['steps']} steps")
    made.close()
    return paid


if __name__ == "__main__":
    print(main())
