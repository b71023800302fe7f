"""The agent ``chat``, which plays with a language model behind an OpenAI-compatible endpoint.

``chat:MODEL@URL,KEY=VALUE,...`` or ``chat:FILE.toml``; `omnigym.agents.config.ChatConfig` has the options.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from omnigym.a11y import Rect, Tree
from omnigym.a11y.element_table import element_table, marks_table
from omnigym.actions import Action, Click, Invalid, On
from omnigym.agents.config import ChatConfig, read_config
from omnigym.agents.dialects import MODEL_SPACES, SeveralDialect, Speech, View, make_dialect
from omnigym.agents.dialects.call_syntax import Said
from omnigym.agents.model import Answer, Model, PromptMessage, PromptPicture
from omnigym.agents.observing import PictureMaker, clip_text, controls_text, tree_text
from omnigym.agents.picture_layout import PictureComposer, PictureLayout
from omnigym.agents.structures import MAIN, ROOT, STRUCTURES, Decision, Scene, Station, StepDisplay, Structure
from omnigym.agents.transcript import Transcript, keep_picture
from omnigym.agents.view_wrappers import wrap_view
from omnigym.baselines.agent import Agent, Env
from omnigym.envs.episode import EndReason
from omnigym.errors import ConfigError
from omnigym.recording.rollouts import Message, ToolCall, Turn
from omnigym.spaces.multi_device import key_on
from omnigym.wrappers.devices import tree_on
from omnigym.wrappers.marks import Marks
from omnigym.wrappers.set_of_marks import SetOfMarks

__all__ = ["ChatAgent", "make_agent"]

_DONE = "done"


class _Next(NamedTuple):
    """An action that is to be done.

    Attributes:
        action: It; of several devices on its device.
        call: The place of the call that it is of; None where it was said in text.
    """

    action: Action | On
    call: int | None


class ChatAgent(Agent):
    """An agent that plays with a language model.

    An answer may hold several actions: each takes a step, and then the model is asked again. After an invalid action
    the rest is dropped. In a text, the actions before an unreadable one are done; in a list of function calls, none
    are. An unreadable answer is one `omnigym.actions.Invalid`, and the model gets the reason at the next step. After an
    answer with safety checks the agent plays no further step, unless the options acknowledge them.

    Args:
        config: The options.
        model: The model; None for the endpoint of the options.

    Attributes:
        pictures: Where the pictures of `said` are kept, in ``pictures``; None for nowhere.
    """

    def __init__(self, config: ChatConfig, model: Model | None = None) -> None:
        self.config = config
        self.pictures = config.transcripts
        self.observation = "pixels" if config.screenshot else "a11y"
        self._model: Model = config.endpoint() if model is None else model
        self._makers: dict[str, PictureMaker] = {}
        self._texts: dict[str, tuple[Tree, Marks, str]] = {}
        self._seed = 0
        self._marks: SetOfMarks | None = None
        self._most_answers = config.max_turns
        self._begin()

    def _begin(self) -> None:
        self._queue: deque[_Next] = deque()
        self._results: list[str] = []
        self._asked = 0
        self._checks: tuple[str, ...] = ()
        self._last: _Next | None = None
        self._told: dict[str, object] = {}
        self._turn = Turn()
        self._recalled: tuple[PromptMessage, ...] = ()
        self._structure: Structure | None = None
        self._scene: Scene | None = None
        self._composers: dict[str, PictureComposer] = {}
        self._layouts: dict[str, PictureLayout] = {}

    @property
    def dialect(self) -> Speech:
        """The action space of this episode, as the agent that acts on all devices uses it."""
        assert self._scene is not None, "reset comes first"
        return self._scene.dialect

    @property
    def stations(self) -> Mapping[str, Station]:
        """The devices of this episode, by their names for models."""
        assert self._scene is not None, "reset comes first"
        return self._scene.stations

    def wrap(self, env: Env) -> Env:
        """Wrap an environment so that pictures have the configured size and elements have numbers.

        Raises:
            ConfigError: A device has a name that is another one's in the conversation.
        """
        for name in {MAIN, ROOT} & set(env.get_wrapper_attr("device_names")):
            raise ConfigError(f"Models call one of themselves {name!r}. Give the device another name.")
        if self.config.space in MODEL_SPACES and len(env.get_wrapper_attr("device_names")) > 1:
            raise ConfigError(f"space={self.config.space} is of one device. Choose space=omnigym for several.")
        env, self._marks = wrap_view(env, self.config)
        return env

    def seed(self, seed: int) -> None:
        """Set the seed, which only names transcripts; nothing is random here."""
        self._seed = seed

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Begin a new conversation."""
        self._begin()
        self._env = env
        devices = env.get_wrapper_attr("devices")
        folder = self.config.transcripts
        transcript = Transcript(folder, str(info["task_id"]), self._seed) if folder is not None else None
        parts = {n: make_dialect(self.config.space, d.platform, self.config.numbered) for n, d in devices.items()}
        stations = {n or d.platform: Station(d.platform, parts[n], n) for n, d in devices.items()}
        dialect = parts.get("") or SeveralDialect(parts)
        self._scene = Scene(str(info["instruction"]), stations, dialect, transcript)

    def act(self, observation: object, info: Mapping[str, object]) -> Action | On:
        """Return the next action of the last answer, or of a new answer.

        Raises:
            AgentError: The model gave none.
            RecordingError: The transcript cannot be written.
        """
        assert self._scene is not None, "reset comes before act"
        problem = str(info["invalid_action"] or "")
        self._settle(problem)
        if self._queue:
            self._told, self._turn = {"queued": len(self._queue)}, Turn()
        else:
            self._ask(observation, info, problem)
        self._last = self._queue.popleft()
        self._note_click(self._last.action, observation)
        return self._last.action

    def _note_click(self, action: Action | On, observation: Any) -> None:
        inner, device = (action.action, action.device) if isinstance(action, On) else (action, "")
        if isinstance(inner, Click) and device in self._composers:
            self._composers[device].click(observation[key_on(device, "screenshot")], inner.at)

    def on_picture(self, action: Action | On) -> Action | On:
        """Return an action with its positions in the picture that the model sees, in which the dialect says them."""
        return self._converted(action, PictureLayout.on_picture)

    def _converted(self, action: Action | On, way: Callable[[PictureLayout, Action], Action]) -> Action | On:
        """An action of the screen as one of the picture, or the other way round."""
        inner, device = (action.action, action.device) if isinstance(action, On) else (action, "")
        layout = self._layouts.get(device)
        if layout is None:
            return action
        return On(device, way(layout, inner)) if isinstance(action, On) else way(layout, inner)

    def budget_end(self, info: Mapping[str, object]) -> EndReason | None:
        """Return why the agent stops: a person must look first, its turns are used up, or an action was invalid."""
        if self._checks:
            return "safety_check"
        if self.config.stop_at_invalid and info["invalid_action"]:
            return "invalid_action"
        most = self._most_answers
        return "reach_step_limit" if most is not None and self._asked >= most and not self._queue else None

    def limit_steps(self, steps: int) -> int:
        """Set the step limit of a run, in what the option ``steps`` counts; return that of the environment."""
        if self.config.steps == "actions":
            return steps
        self._most_answers = min(steps, self.config.max_turns or steps)
        return steps * self.config.max_actions

    def _settle(self, problem: str) -> None:
        """Note what came of the last action."""
        if self._last is not None and problem:
            self._queue.clear()
            if self._last.call is not None:
                self._results[self._last.call] = f"invalid: {problem}"
                for n in range(self._last.call + 1, len(self._results)):
                    self._results[n] = "not done, since one before it was invalid"

    def _ask(self, observation: Any, info: Mapping[str, Any], problem: str) -> None:
        assert self._scene is not None
        parts = {name: self._see(station, observation) for name, station in self._scene.stations.items()}
        if self._structure is None:
            self._structure = STRUCTURES[self.config.structure](self._model, self.config, self._scene)
            self._structure.recall(self._recalled)
        shown = StepDisplay(info["steps"] + 1, parts, tuple(self._results), problem)
        decision = self._structure.decide(shown)
        self._asked += 1
        if self.config.safety_checks == "stop":
            self._checks = tuple([check for answer in decision.answers.values() for check in answer.checks])
        if self._checks:
            # touches nothing, and the episode ends with it
            self._queue = deque([_Next(Invalid("", f"a person is to look first: {self._checks[0]}"), None)])
        else:
            self._take([self._on_screen(said) for said in decision.said])
        self._note(decision, problem, info)

    def _on_screen(self, said: Said) -> Said:
        return said._replace(actions=tuple([self._converted(a, PictureLayout.on_screen) for a in said.actions]))

    def _see(self, station: Station, observation: Any) -> tuple[str | PromptPicture, ...]:
        """What there is to see of a device, by which positions and numbers are read from now on."""
        device, parts = station.device, list[str | PromptPicture]()
        frame = observation.get(key_on(device, "screenshot"))
        screen = tuple(self._env.get_wrapper_attr("devices")[device].size)
        marks: Mapping[int, Rect] = {}
        names: Mapping[int, str] = {}
        unmarked = None
        if self._marks is not None:
            numbered = self._marks.marks_on(device)
            marks, unmarked = numbered.by_label(), self._marks.unmarked_on(device)
            if self.config.elements == "controls":
                tree = self._marks.tree_on(device)
                names = {label: tree.node(row).text for row, label in numbered.by_row().items()}
            if self.config.tree:
                parts.append(self._text(self._marks.tree_on(device), numbered, station))
        elif self.config.tree:
            parts.append(self._text(tree_on(self._env, device), Marks(), station))
        if frame is None:
            station.dialect.look(View(screen, screen, marks, names))
            return tuple(parts)
        composer = self._composers.setdefault(device, PictureComposer(self._padded(device), self.config.stitch))
        frame, layout = composer.compose(frame, screen, unmarked)
        self._layouts[device] = layout
        station.dialect.look(layout.view(marks, names))
        parts.append(self._makers.setdefault(device, PictureMaker(self.config.picture)).picture(frame))
        return tuple(parts)

    def _padded(self, device: str) -> tuple[int, int] | None:
        """The size to which the pictures of a device are padded."""
        size = self.config.size if self.config.fit == "pad" else None
        return size.get(device) if isinstance(size, Mapping) else size

    def _text(self, tree: Tree, numbered: Marks, station: Station) -> str:
        """The elements of a device as text: that of the turn before where nothing was done there."""
        last = self._texts.get(station.device)
        if last is None or last[0] is not tree or last[1] != numbered:
            told = {"table": self._table, "controls": self._controls, "lines": self._lines}[self.config.elements]
            last = self._texts[station.device] = tree, numbered, told(tree, numbered, station.platform)
        return last[2]

    def _lines(self, tree: Tree, numbered: Marks, _platform: str) -> str:
        return tree_text(tree, numbered.by_row(), self.config.tree)

    def _controls(self, tree: Tree, numbered: Marks, platform: str) -> str:
        return controls_text(tree, numbered.by_row(), platform, self.config.tree)

    def _table(self, tree: Tree, numbered: Marks, platform: str) -> str:
        if not self.config.marks:
            return clip_text(element_table(tree, platform), self.config.tree)
        nodes = map(tree.node, numbered.rows)
        return clip_text(marks_table(nodes, platform, numbered.first), self.config.tree)

    def _take(self, said: Sequence[Said]) -> None:
        """Queue what was said.

        Of calls of functions all of it or, where one cannot be read, one invalid action. Of a text what stands before
        the first part that cannot be read, and an invalid action.
        """
        calls = [n for n, s in enumerate(said) if s.call is not None]
        places = {n: place for place, n in enumerate(calls)}
        self._results = [_DONE] * len(calls)
        if any(s.call is not None for s in said):
            for n, s in enumerate(said):
                bad = next((a for a in s.actions if isinstance(a, Invalid)), None)
                if bad is not None:
                    self._results = ["not done, since another one was invalid"] * len(calls)
                    self._queue = deque([_Next(bad, places.get(n))])
                    return
        every: list[_Next] = []
        for n, s in enumerate(said):
            every += [_Next(action, places.get(n)) for action in s.actions]
            if any(isinstance(action, Invalid) for action in s.actions):
                break  # what is said after a call that cannot be read is not done
        self._queue = deque(every[: self.config.max_actions])
        for dropped in every[self.config.max_actions :]:
            if dropped.call is not None:
                self._results[dropped.call] = f"not done: an answer has at most {self.config.max_actions} actions"
        if not self._queue:
            self._queue.append(_Next(Invalid("", "the answer has no action"), None))

    def _note(self, decision: Decision, problem: str, info: Mapping[str, Any]) -> None:
        answers, usage = decision.answers, decision.usage
        self._told = {
            "thought": "\n\n".join([t for a in answers.values() for t in (a.thought, a.text) if t]),
            "raw": "\n\n".join([_raw(role, a.text, a.calls, len(answers) > 1) for role, a in answers.items()]),
            "usage": {
                "prompt_tokens": usage.prompt_tokens,
                "completion_tokens": usage.completion_tokens,
                "cost": usage.cost,
            },
            "retries": sum(a.retries for a in answers.values()),
            "seconds": sum(a.seconds for a in answers.values()),
            "finish_reason": {role: a.finish_reason for role, a in answers.items()},
            "messages": [
                {"role": m.role, "content": m.text, "pictures": sum(isinstance(p, PromptPicture) for p in m.parts)}
                for m in decision.new
                if m.role != "assistant"  # what it answered is raw
            ],
        }
        if info.get("marks"):
            self._told["marks"] = {str(label): list(bounds) for label, bounds in info["marks"].items()}
        if info.get("marks_on"):
            self._told["marks_on"] = {str(label): device for label, device in info["marks_on"].items()}
        if not any(s.call is not None or not isinstance(a, Invalid) for s in decision.said for a in s.actions):
            self._told["without_call"] = True
        if self._checks:
            self._told["safety_checks"] = list(self._checks)
        if problem:
            self._told["error"] = problem
        # of several models the tokens are those of nobody
        drawn = next(iter(answers.values())) if len(answers) == 1 else Answer()
        self._turn = Turn(
            messages=tuple([self._message(m, answers) for m in decision.new]),
            token_ids=drawn.token_ids,
            prompt_token_ids=drawn.prompt_token_ids,
            logprobs=drawn.logprobs,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
        )

    def _message(self, asked: PromptMessage, answers: Mapping[str, Answer]) -> Message:
        image = next((p for p in asked.parts if isinstance(p, PromptPicture)), None)
        path = None if image is None or self.pictures is None else keep_picture(self.pictures, image)
        said = next((a for a in answers.values() if asked.role == "assistant" and a.calls == asked.calls), None)
        return Message(
            asked.role,
            asked.text,
            path,
            calls=tuple([ToolCall(c.name, c.arguments, c.id) for c in asked.calls]),
            call_id=asked.call_id,
            reasoning=said.thought if said is not None and said.text == asked.text else "",
        )

    def about(self) -> Mapping[str, object]:
        """Return the settings that determine its answers; see `omnigym.baselines.agent.Describes`."""
        return self.config.about()

    def log_fields(self) -> Mapping[str, object]:
        """Return the model's text, usage and view at the last step; see `omnigym.baselines.agent.LogsSteps`."""
        return self._told

    def last_turn(self) -> Turn:
        """Return the messages of the last step; empty if it was one of several actions of one answer."""
        return self._turn

    def recall(self, turns: Sequence[Turn]) -> None:
        """Continue in the middle of a conversation, with its texts and without its pictures."""
        messages = [m for turn in turns for m in turn.messages if m.role != "system"]
        self._recalled = tuple(
            [PromptMessage("user" if m.role == "tool" else m.role, (m.whole,)) for m in messages if m.whole]
        )


def _raw(role: str, text: str, calls: Sequence[Any], named: bool) -> str:
    lines = [text, *[f"{c.name}({c.arguments})" for c in calls]]
    return "\n".join(filter(None, ([f"{role}:"] if named else []) + lines))


def make_agent(argument: str, seed: int) -> Agent:
    """Return the agent ``chat``.

    Raises:
        ConfigError: The options are wrong.
    """
    del seed
    return ChatAgent(read_config(argument))
