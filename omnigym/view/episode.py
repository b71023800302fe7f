"""One episode for the page: its task, and its moments with observation, action, thought and reward."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from omnigym.a11y import State
from omnigym.actions import Point, to_json
from omnigym.devices.protocol import AUDIO_RATE
from omnigym.errors import OmnigymError, RecordingError, TaskFileError
from omnigym.evaluation.dag import Dag
from omnigym.evaluation.record import EpisodeRecord
from omnigym.foreign import items_in, read_bytes, rows_in
from omnigym.foreign.limits import MAX_SIDE
from omnigym.pages.rails import rails
from omnigym.recording import RecordedStep, Trajectory, read_trajectory
from omnigym.recording.draw import pointer_of, words_of
from omnigym.recording.files import MAX_SOUND, META, STEPS, film_file, screen_file, sound_file, tree_file, tree_in
from omnigym.runs import AGENT_LOG, read_agent_log
from omnigym.view.listing import Entry, beneath
from omnigym.view.runs import Run

__all__ = ["episode_facts", "film_of", "screen_of", "sound_of", "tree_of"]

_MOST_MOMENTS = 10_000  # of an episode that was not recorded: what a line says need not be so
_PNG = b"\x89PNG\r\n\x1a\n"
_SIZE_AT = slice(16, 24)  # width and height in the header that every PNG begins with
_WAV_HEADER, _SAMPLE = 44, 2  # bytes
_MOST_FILM = 64 << 20  # bytes of a film


def episode_facts(run: Run, entry: Entry) -> dict[str, object]:
    """Return the page's data of an episode, without its screens and trees.

    ``moments[n]`` is how things stood after ``n`` steps: status of the nodes, coverage, rewards, what the last step
    completed; and the ``action`` that was done then, the ``device`` on which it was done ("" of the only one, and of
    what is of none), and what the agent told of it. ``shown`` says of each of several ``devices`` which screen and tree
    are those of the moment. ``sounds`` has by device the seconds of sound before each moment, by its number. ``films``
    has the moments before which there is a film. ``problem`` says what of it is damaged; as much as can be read is
    there.
    """
    facts: dict[str, object] = entry.facts() | {"instruction": "", "moments": [], "screens": False}
    facts["devices"] = [{"name": "", "size": [1024, 768]}]
    facts |= {
        "nodes": [],
        "edges": [],
        "trees": False,
        "sounds": {},
        "films": {},
        "collateral": list((entry.record and entry.record.collateral) or ()),
    }
    if entry.record is not None:
        facts |= _of_record(entry.record)
    try:
        recording = run.recording(entry)
        if recording is not None:
            facts |= _of_recording(recording)
    except (OmnigymError, OSError) as e:
        facts["problem"] = str(e)
    return facts


def _of_record(record: EpisodeRecord) -> dict[str, object]:
    """The graph, and the completions as moments: all that is known of an episode that was not recorded."""
    nodes = {n.id: {"id": n.id, "app": _name(n.app), "instruction": n.subtask or n.id} for n in record.nodes}
    ids = record.dag.ids
    before = {i: {ids[p] for p in ps} for i, ps in zip(ids, record.dag.predecessors, strict=True)}
    moments = []
    for n in range(min(record.actions, _MOST_MOMENTS) + 1):
        done = {c.node for c in record.completed if c.step <= n}
        open_ = {i for i in ids if done.issuperset(before[i])}
        moments.append(
            {
                "status": {i: "completed" if i in done else "evaluating" if i in open_ else "waiting" for i in nodes},
                "completed": [c.node for c in record.completed if c.step == n],
                "coverage": None,
                "reward": None,
                "total": None,
            }
        )
    return _graph(nodes, record.edges) | {"moments": moments}


def _of_recording(path: Path) -> dict[str, object]:
    beneath(path, META)
    beneath(path, STEPS)
    trajectory = read_trajectory(path)
    problem = ""
    try:
        told: Sequence[Mapping[str, object]] = read_agent_log(beneath(path, AGENT_LOG))
    except RecordingError as e:
        told, problem = (), str(e)
    last = trajectory.info
    return _graph_of(trajectory) | {
        "instruction": str(last.get("instruction") or trajectory.meta.get("instruction", "")),
        "task": str(trajectory.meta.get("task_id", "")),
        "device": " and ".join(str(d.get("device") or name) for name, d in trajectory.devices.items()),
        "devices": [{"name": name, "size": list(trajectory.size_of(name))} for name in trajectory.devices],
        "moments": _moments(trajectory, told),
        "screens": any((path / screen_file(0, name)).exists() for name in trajectory.devices),
        "trees": any((path / tree_file(0, name)).exists() for name in trajectory.devices),
        "sounds": {name: _seconds(trajectory, name) for name in trajectory.devices},
        "films": {name: _films(trajectory, name) for name in trajectory.devices},
        "collateral": [str(text) for text in items_in(last.get("collateral"))],
        "still_holds": last.get("still_holds"),
        "answer": last.get("answer"),
        "problem": problem,
    }


# -- the graph ---------------------------------------------------------------------------------------------------------


def _graph_of(trajectory: Trajectory) -> dict[str, object]:
    """The graph of the parts, as the steps' infos name them."""
    meta = trajectory.meta
    nodes: dict[str, dict[str, str]] = {}
    parts: dict[str, list[str]] = {}
    for n in rows_in(meta["nodes"]):
        own = parts[str(n["id"])] = [str(p) for p in items_in(n.get("parts"))] or [str(n["id"])]
        does = str(n.get("instruction") or _in_words(n))
        for part in own:
            name = part.removeprefix(f"{n['id']}/") if part != n["id"] else ""
            nodes[part] = {
                "id": part,
                "app": str(n.get("app_title") or _name(n.get("app"))),
                "instruction": f"{does} ({name})" if name else does,
                "device": str((n.get("app") and n.get("device")) or ""),  # what is of no app is of no device
            }
    edges = [(str(a), str(b)) for a, b in meta.get("expanded_edges") or meta["edges"]]
    if not nodes.keys() >= {end for edge in edges for end in edge}:  # recorded before the parts' own edges were
        edges = [(a, b) for x, y in meta["edges"] for a in parts.get(x, ()) for b in parts.get(y, ())]
    return _graph(nodes, edges)


def _name(app: object) -> str:
    """An app whose title was not recorded, as a person writes it."""
    return str(app or "").replace("_", " ").capitalize()


def _in_words(node: Mapping[str, object]) -> str:
    """A node of a recording that does not say what it asks for."""
    given = node.get("parameters")
    values = ", ".join(f"{k}: {v}" for k, v in given.items()) if isinstance(given, dict) else ""
    return f"{node.get('subtask') or node['id']}  {values}".strip()


def _graph(nodes: Mapping[str, Mapping[str, str]], edges: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Nodes by row, with lanes, and edges between rows; without edges where they are no graph."""
    try:
        dag = Dag(tuple(nodes), tuple(edges))
    except TaskFileError:
        dag = Dag(tuple(nodes))
    drawn = rails(dag)
    rows = [dict(nodes[dag.ids[i]]) | {"lane": lane} for i, lane in zip(drawn.order, drawn.lanes, strict=True)]
    return {"nodes": rows, "edges": [e._asdict() for e in drawn.edges]}


# -- the moments -------------------------------------------------------------------------------------------------------


def _moments(trajectory: Trajectory, told: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    several = "" not in trajectory.devices
    pointers: dict[str, Point] = dict.fromkeys(trajectory.devices, (0.5, 0.5))
    at = next(iter(pointers))
    total = 0.0
    moments = [_standing(trajectory.meta["info"], None, total)]
    for n, step in enumerate(trajectory.steps):
        action = step.action
        moments[-1] |= {
            "action": to_json(action),
            "words": words_of(action),
            "device": step.device,
            "told": _told(step, told[n] if n < len(told) else {}),
        }
        if step.device in pointers:
            at, before = step.device, pointers[step.device]
            pointers[at] = pointer_of(action, before)
            moments[-1] |= {"from": before, "pointer": pointers[at]}
        total += step.reward
        moments.append(_standing(step.info, step.reward, total))
    moments[-1] |= {"device": at, "from": pointers[at], "pointer": pointers[at]}
    for n, moment in enumerate(moments if several else ()):
        moment["shown"] = {name: trajectory.shown_by(n, name) for name in trajectory.devices}
    return moments


def _standing(info: Mapping[str, object], reward: float | None, total: float) -> dict[str, object]:
    """How things stand after a step."""
    names, states = items_in(info.get("node_ids")), items_in(info.get("node_status"))
    return {
        "status": {str(n): str(s) for n, s in zip(names, states, strict=False)},
        "completed": [str(n) for n in items_in(info.get("newly_completed"))],
        "coverage": info.get("coverage_rate"),
        "reward": reward,
        "total": total,
        "problem": str(info.get("device_error") or info.get("invalid_action") or ""),
    }


def _told(step: RecordedStep, told: Mapping[str, object]) -> dict[str, object]:
    """What the agent told; the thought of the recording where it told none."""
    thought = told.get("thought") or step.entry.get("thought")
    return dict(told) | ({"thought": str(thought)} if thought else {})


# -- what was seen -----------------------------------------------------------------------------------------------------


def screen_of(recording: Path, n: int, device: str = "") -> bytes | None:
    """Return the PNG of an observation, or None if there is none; with several devices, ``shown`` of a moment names it.

    It is not unpacked here: the browser does that. But it is one, and of a size that a screen has.

    Raises:
        RecordingError: It is no PNG, or leads out of the recording.
    """
    path = beneath(recording, screen_file(n, device))
    try:
        content = read_bytes(path, MAX_SIDE * MAX_SIDE)
    except FileNotFoundError:
        return None
    except OmnigymError as e:
        raise RecordingError(f"{path}: {e}.") from None
    sides = int.from_bytes(content[_SIZE_AT][:4], "big"), int.from_bytes(content[_SIZE_AT][4:], "big")
    if not content.startswith(_PNG) or not all(0 < side <= MAX_SIDE for side in sides):
        raise RecordingError(f"{path}: it is no PNG picture of a screen. Bring the file back.")
    return content


def _seconds(trajectory: Trajectory, device: str) -> dict[int, float]:
    """How long the sound before each moment is, as far as the sizes of the files say, for those that have one."""
    found = {}
    for n in range(len(trajectory.steps) + 1):
        path = trajectory.path / sound_file(n, device)
        if path.is_file():
            found[n] = round(max(0, path.stat().st_size - _WAV_HEADER) / _SAMPLE / AUDIO_RATE, 3)
    return found


def _films(trajectory: Trajectory, device: str) -> list[int]:
    return [n for n in range(len(trajectory.steps) + 1) if (trajectory.path / film_file(n, device)).is_file()]


def sound_of(recording: Path, n: int, device: str = "") -> bytes | None:
    """Return the .wav file of the time before an observation, or None if there is none.

    Raises:
        RecordingError: It is no such file, or leads out of the recording.
    """
    return _media(beneath(recording, sound_file(n, device)), MAX_SOUND, slice(8, 12), b"WAVE", ".wav file")


def film_of(recording: Path, n: int, device: str = "") -> bytes | None:
    """Return the .mp4 file of the time before an observation, or None if there is none.

    Raises:
        RecordingError: It is no such file, or leads out of the recording.
    """
    return _media(beneath(recording, film_file(n, device)), _MOST_FILM, slice(4, 8), b"ftyp", ".mp4 file")


def _media(path: Path, most: int, at: slice, mark: bytes, kind: str) -> bytes | None:
    """A file that is not unpacked here, as of `screen_of`."""
    try:
        content = read_bytes(path, most)
    except FileNotFoundError:
        return None
    except OmnigymError as e:
        raise RecordingError(f"{path}: {e}.") from None
    if content[at] != mark:
        raise RecordingError(f"{path}: it is no {kind}. Bring the file back.")
    return content


def tree_of(recording: Path, n: int, device: str = "") -> list[dict[str, object]] | None:
    """Return the tree of an observation, as `screen_of`, one row per node with its depth; None if not recorded.

    Raises:
        RecordingError: The file is damaged, or leads out of the recording.
    """
    tree = tree_in(beneath(recording, tree_file(n, device)))
    if tree is None:
        return None
    depths: list[int] = []
    rows: list[dict[str, object]] = []
    for node in tree.nodes:
        depths.append(depths[node.parent] + 1 if 0 <= node.parent < len(depths) else 0)
        rows.append(
            {
                "depth": depths[-1],
                "role": node.role.name.lower(),
                "name": node.name,
                "value": node.value if node.value != node.name else "",
                "states": [s.name.lower() for s in State if s.name and node.states & s],
                "box": node.bounds,
                "key": node.key,
            }
        )
    return rows
