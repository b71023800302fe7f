"""Small runs that are written by their contract, with recordings of the writer that `RecordTrajectory` uses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import Click, Drag, Press, Submit, Type, to_json
from omnigym.recording import Sight, TrajectoryWriter

SIZE = (64, 48)
SIZES = {"desktop": SIZE, "phone": (30, 60)}
_NODES = ("save", "copy")
_ACTIONS = (Click((0.5, 0.25), count=2), Drag((0.1, 0.1), (0.9, 0.9)), Type("hello\n"), Press("s", ("ctrl",)))


def info(n: int, steps: int, **more: object) -> dict[str, object]:
    """What is known after ``n`` of ``steps`` steps: the first node is done in the middle, the second at the end."""
    done = ["save"] * (n >= steps // 2 > 0) + ["copy"] * (n == steps)
    return {
        "steps": n,
        "instruction": "Save it, then copy it.",
        "node_ids": list(_NODES),
        "node_status": ["completed" if i in done else "evaluating" for i in _NODES],
        "newly_completed": [i for i, at in (("save", steps // 2), ("copy", steps)) if n == at],
        "coverage_rate": len(done) / 2,
        "end_reason": "success" if n == steps else None,
        "is_success": n == steps,
        "collateral": [],
        **more,
    }


def write_recording(
    path: Path,
    steps: int = 4,
    *,
    thought: str = "",
    trees: bool = False,
    told: Sequence[Mapping[str, object]] = (),
    **meta: object,
) -> Path:
    """A recording; ``meta`` replaces fields of its first file."""
    first = {
        "task_id": path.name,
        "instruction": "Save it, then copy it.",
        "nodes": [{"id": i, "subtask": f"text/{i}", "app": "text_editor", "parameters": {}} for i in _NODES],
        "edges": [list(_NODES)],
        "size": list(SIZE),
        "seed": 7,
        "device": "sim",
    }
    said = {"instruction": str((first | meta)["instruction"])}
    first["info"] = info(0, steps, **said)
    writer = TrajectoryWriter(path, first | meta)
    tree = tree_of("Editor", SIZE) if trees else None
    screen = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for n in range(steps + 1):
        screen[:, :, n % 3] = 40 * n % 255
        if n:
            action = to_json(_ACTIONS[(n - 1) % len(_ACTIONS)])
            after = info(n, steps, **said)
            writer.observation(screen, tree=tree)
            reward = 0.5 * len(after["newly_completed"])  # type: ignore[arg-type]
            writer.step({"action": action, "thought": thought}, reward, n == steps, False, after)
        else:
            writer.observation(screen, tree=tree)
    if told:
        (path / "agent.jsonl").write_text("".join(json.dumps(t) + "\n" for t in told))
    return path


def tree_of(name: str, size: tuple[int, int]) -> Tree:
    """A window with a button."""
    builder = BlockBuilder(0)
    root = builder.add(Role.WINDOW, name, (0, 0, *size))
    builder.add(Role.BUTTON, "Save <b>", (8, 8, 20, 10), State.FOCUSED, parent=root, key="editor.save")
    return Tree((builder.build(),), size)


def write_several(path: Path, told: Sequence[Mapping[str, object]] = ()) -> Path:
    """A recording of four steps on two devices, of which only that which was acted on looks different afterwards."""
    done = (("desktop", Type("hello")), ("phone", Click((0.5, 0.25))), ("", Submit("42")), ("phone", Press("enter")))
    devices = {name: {"device": name, "size": list(size)} for name, size in SIZES.items()}
    nodes = [{"id": i, "app": i, "device": d, "parameters": {}} for i, d in zip(_NODES, SIZES, strict=True)]
    meta = {"task_id": path.name, "instruction": "Save it, then copy it.", "nodes": nodes, "edges": [list(_NODES)]}
    writer = TrajectoryWriter(path, {**meta, "devices": devices, "seed": 7, "info": info(0, len(done))})
    screens = {name: np.zeros((h, w, 3), np.uint8) for name, (w, h) in SIZES.items()}
    for n in range(len(done) + 1):
        acted = done[n - 1][0] if n else ""
        if acted:
            screens[acted] = screens[acted] + np.uint8(40)
        writer.observations({name: Sight(s, tree_of(name, SIZES[name])) for name, s in screens.items()})
        if n:
            entry: dict[str, object] = {"action": to_json(done[n - 1][1])} | ({"device": acted} if acted else {})
            after = info(n, len(done))
            writer.step(entry, 0.5 * len(after["newly_completed"]), n == len(done), False, after)  # type: ignore[arg-type]
    if told:
        (path / "agent.jsonl").write_text("".join(json.dumps(t) + "\n" for t in told))
    return path


def line(number: int, *, steps: int = 4, success: bool = True, **more: object) -> dict[str, Any]:
    """A line of ``episodes.jsonl``."""
    return {
        "episode": number,
        "task_id": f"files/copy@{number}",
        "nodes": [{"id": i, "subtask": f"text/{i}", "app": ("text_editor", "files")[number % 2]} for i in _NODES],
        "edges": [list(_NODES)],
        "completed": [{"node": i, "step": s} for i, s in zip(_NODES, (steps // 2, steps), strict=True)][: 1 + success],
        "actions": steps,
        "end_reason": "success" if success else "reach_step_limit",
        "agent": "oracle",
        "seed": number,
        "trajectory": None,
        **more,
    }
