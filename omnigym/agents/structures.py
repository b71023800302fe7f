"""CRAB's three structures of one or several models (CRAB 6.1 and appendix B.2): their views, and the acting model.

A `Structure` answers one question, step after step: what is done next? For ``single`` one model sees and acts. By
functionality a main one sees and plans, and another one, who sees nothing, makes actions of its words. By environment a
main one sees and plans, one for each device sees that and acts on it, and one, ``root``, declares the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Final

from omnigym.actions import Wait
from omnigym.agents.config import ChatConfig
from omnigym.agents.dialects import Dialect, Said, Speech, on_device
from omnigym.agents.dialects.call_syntax import calls_in, example, tools_of
from omnigym.agents.dialects.declaring import Inside, RootDialect
from omnigym.agents.model import Answer, Model, PromptMessage, PromptPicture, Usage
from omnigym.agents.transcript import Talker, Transcript
from omnigym.errors import ConfigError

__all__ = ["MAIN", "NAMES", "ROOT", "STRUCTURES", "Decision", "Scene", "Station", "StepDisplay", "Structure", "prompt"]

# -- what is said to the models ---------------------------------------------------------------------------------------

# One text a role, with places for what differs (``$instruction``).

_HERE = Path(__file__).parent / "prompts"

#: The templates, each a file ``NAME.txt``.
NAMES: tuple[str, ...] = tuple(sorted(path.stem for path in _HERE.glob("*.txt")))


def prompt(name: str, values: Mapping[str, str], folder: Path | None = None) -> str:
    """Return a prompt with its placeholders filled.

    Args:
        name: One of `NAMES`.
        values: What comes into each place; what is in a value is never filled in itself.
        folder: Where other templates are looked for first, by the same names.

    Raises:
        ConfigError: The template cannot be read, or has a place that nothing belongs to.
    """
    own = folder / f"{name}.txt" if folder is not None else None
    path = own if own is not None and own.is_file() else _HERE / f"{name}.txt"
    try:
        return Template(path.read_text(encoding="utf-8").strip()).substitute(values)
    except (OSError, UnicodeDecodeError) as e:
        raise ConfigError(f"The prompt {path} cannot be read: {e}.") from e
    except KeyError as e:
        raise ConfigError(f"The prompt {path} has a place ${e.args[0]}: there are ${', $'.join(values)}.") from None
    except ValueError as e:
        raise ConfigError(f"The prompt {path} has a $ that begins no place ({e}). Write $$ for the sign.") from None


# -- structures -------------------------------------------------------------------------------------------------------

#: Who plans, and who declares the end: no device is called so.
MAIN: Final = "main"
ROOT: Final = "root"


@dataclass(frozen=True)
class Station:
    """A device, as models see it.

    Attributes:
        platform: What it stands for.
        dialect: Its action space.
        device: Its name in actions; "" of the only one.
    """

    platform: str
    dialect: Dialect
    device: str = ""


@dataclass(frozen=True)
class Scene:
    """An episode, as all its models see it.

    Attributes:
        instruction: What is to be done, in full.
        stations: The devices, by what models call them: by name, or the only one by its platform.
        dialect: How one speaks who acts on all of them.
        transcript: Where what is said is written, or None.
    """

    instruction: str
    stations: Mapping[str, Station]
    dialect: Speech
    transcript: Transcript | None

    @property
    def several(self) -> bool:
        """Whether devices are called by their names."""
        return any(station.device for station in self.stations.values())


@dataclass(frozen=True)
class StepDisplay:
    """The view of a step.

    Attributes:
        step: Its number.
        parts: Of each station the parts of the observation, texts and pictures.
        results: What came of each call of the last answer of who acts.
        problem: Why the last answer, or what it did, was invalid; "" if it was not.
    """

    step: int
    parts: Mapping[str, tuple[str | PromptPicture, ...]]
    results: tuple[str, ...] = ()
    problem: str = ""

    @property
    def whole(self) -> tuple[str | PromptPicture, ...]:
        """The parts of all stations, each after its name if there are several."""
        if len(self.parts) == 1:
            return next(iter(self.parts.values()))
        return tuple([part for name, parts in self.parts.items() for part in (f"{name}:", *parts)])


@dataclass
class Decision:
    """The next action, and its reason.

    Attributes:
        said: The calls, with their actions.
        answers: Of each role that was asked, what it answered.
        new: All that was said meanwhile, for the record.
    """

    said: tuple[Said, ...] = ()
    answers: dict[str, Answer] = field(default_factory=dict)
    new: tuple[PromptMessage, ...] = ()

    @property
    def usage(self) -> Usage:
        """The usage of all answers."""
        return sum([a.usage for a in self.answers.values()], Usage())


class Structure(ABC):
    """The roles of models in one episode: their views, and the acting model.

    Args:
        model: Speaks for all roles.
        config: The options.
        scene: The episode.
    """

    def __init__(self, model: Model, config: ChatConfig, scene: Scene) -> None:
        self._model, self._config, self._scene = model, config, scene
        stations, several = scene.stations, scene.several
        devices = {n: prompt(f"platform-{s.platform}", {}, config.prompts) for n, s in stations.items()}
        self._values = {
            "instruction": scene.instruction,
            "device": _listed(devices) if several else next(iter(devices.values())),
            "environment": ", ".join(stations),
            "environments": "\n".join([f"- {name}: {device}." for name, device in devices.items()]),
            "screens": "the screens" if several else "the screen",
            "where": "on which device, " if several else "",
            "shown": _shown(config, several=several),
            "places": scene.dialect.places(),
            "actions": _lines(scene.dialect),
        }
        self._own = {
            name: {
                "environment": name,
                "device": devices[name],
                "shown": _shown(config),
                "places": station.dialect.places(),
            }
            for name, station in stations.items()
        }

    @abstractmethod
    def decide(self, shown: StepDisplay) -> Decision:
        """Return the next decision.

        Raises:
            AgentError: A model gave no answer.
        """

    @abstractmethod
    def recall(self, messages: Sequence[PromptMessage]) -> None:
        """Restore the earlier messages."""

    def _talker(self, role: str, template: str, dialect: Speech | None = None) -> Talker:
        form = self._form(dialect) if dialect is not None else ""
        values = {**self._values, **self._own.get(role, {}), "form": form}
        system = prompt(template, values, self._config.prompts)
        config = self._config
        return Talker(self._model, role, system, config.screens, config.turns, self._scene.transcript)

    def _form(self, dialect: Speech) -> str:
        """How this dialect is said, as the prompt tells it."""
        if self._config.spoken == "own":
            return dialect.grammar()
        values = {"example": example(dialect, self._config.spoken), "actions": _lines(dialect)}
        told = prompt(f"form-{self._config.spoken}", values, self._config.prompts)
        return "\n".join(filter(None, (told, dialect.naming())))


class Single(Structure):
    """One model sees and acts."""

    def __init__(self, model: Model, config: ChatConfig, scene: Scene) -> None:
        super().__init__(model, config, scene)
        # a model that was trained on a grammar is asked by the like of its own prompt
        own = config.spoken == "own"
        self._actor = self._talker("single", scene.dialect.PROMPT if own else "single", scene.dialect)
        self._step = scene.dialect.STEP if own else ""
        self._said: list[str] = []

    def recall(self, messages: Sequence[PromptMessage]) -> None:
        """It remembers what was said, whoever said it."""
        self._actor.recall(messages)

    def decide(self, shown: StepDisplay) -> Decision:
        """Ask it."""
        tools = tools_of(self._scene.dialect, self._config.spoken)
        answer = self._actor.ask(shown.step, _words(shown), self._seen(shown), tools, shown.results)
        self._said.append(answer.text)
        return Decision(calls_in(answer, self._scene.dialect, self._config.spoken), {"single": answer}, self._actor.new)

    def _seen(self, shown: StepDisplay) -> tuple[str | PromptPicture, ...]:
        """The parts of the screen; texts in the message of the grammar's prompt, if it has one for each step."""
        if not self._step:
            return shown.whole
        texts = [part for part in shown.whole if isinstance(part, str)]
        history = "\n".join([f"{n}. {text}" for n, text in enumerate(self._said, 1)])
        values = {
            "history": history or "(none)",
            "elements": "\n".join(texts),
            "instruction": self._scene.instruction,
        }
        told = prompt(self._step, values, self._config.prompts)
        return (told, *[part for part in shown.whole if not isinstance(part, str)])


class ByFunctionality(Structure):
    """One sees and plans, another one makes actions of what it says."""

    def __init__(self, model: Model, config: ChatConfig, scene: Scene) -> None:
        super().__init__(model, config, scene)
        self._main = self._talker(MAIN, "main-by-functionality")
        self._tool = self._talker("tool", "tool", scene.dialect)

    def recall(self, messages: Sequence[PromptMessage]) -> None:
        """The one who plans remembers."""
        self._main.recall(messages)

    def decide(self, shown: StepDisplay) -> Decision:
        """Ask the one for words, and the other one for actions."""
        config, dialect = self._config, self._scene.dialect
        plan = self._main.ask(shown.step, _words(shown), shown.whole)
        words = plan.text or "(nothing was said)"
        done = self._tool.ask(shown.step, words, (), tools_of(dialect, config.spoken), shown.results)
        answers = {MAIN: plan, "tool": done}
        return Decision(calls_in(done, dialect, config.spoken), answers, (*self._main.new, *self._tool.new))


class ByEnvironment(Structure):
    """One sees and plans; one acts on each device, of which it sees no other, and one declares the end."""

    def __init__(self, model: Model, config: ChatConfig, scene: Scene) -> None:
        super().__init__(model, config, scene)
        self._main = self._talker(MAIN, "main-by-environment")
        self._actors: dict[str, _Actor] = {}
        for name, station in scene.stations.items():
            inside = Inside(station.dialect)
            self._actors[name] = _Actor(self._talker(name, "environment", inside), inside)
        ends = RootDialect()
        self._actors[ROOT] = _Actor(self._talker(ROOT, "root", ends), ends)

    def recall(self, messages: Sequence[PromptMessage]) -> None:
        """The one who plans remembers."""
        self._main.recall(messages)

    def decide(self, shown: StepDisplay) -> Decision:
        """Ask the one for words, the others for actions: each device's, then what root declares."""
        form, results = self._config.spoken, shown.results
        plan = self._main.ask(shown.step, _words(shown), shown.whole)
        words = plan.text or "(nothing was said)"
        said: list[Said] = []
        answers = {MAIN: plan}
        for name, actor in self._actors.items():
            mine, results = results[: actor.calls], results[actor.calls :]
            seen = shown.parts.get(name, ())
            answer = actor.talker.ask(shown.step, words, seen, tools_of(actor.dialect, form), mine)
            actor.calls, answers[name] = len(answer.calls), answer
            device = self._scene.stations[name].device if name in self._scene.stations else ""
            found = calls_in(answer, actor.dialect, form)
            said += [Said(s.call, on_device(device, s.actions)) for s in found]
        if not any(s.actions for s in said):
            said.append(Said(None, (Wait(),)))
        new = [m for talker in (self._main, *(a.talker for a in self._actors.values())) for m in talker.new]
        return Decision(tuple(said), answers, tuple(new))


@dataclass
class _Actor:
    """One of those who are told what to do.

    Attributes:
        talker: The conversation.
        dialect: What it can do.
        calls: How many calls its last answer had.
    """

    talker: Talker
    dialect: Dialect
    calls: int = 0


STRUCTURES: Final[dict[str, Callable[[Model, ChatConfig, Scene], Structure]]] = {
    "single": Single,
    "by-functionality": ByFunctionality,
    "by-environment": ByEnvironment,
}


_STITCHED: Final = {
    "before": (
        "It has two screens side by side: on the right the present one, on the left the one of your last click, with a "
        "red box around its place in both. Positions are those of the whole picture: act on the right half."
    ),
    "unmarked": (
        "It has the screen twice: on the right with the numbers, on the left without. Positions are those of the whole "
        "picture: act on the right half."
    ),
}


def _lines(dialect: Speech) -> str:
    return "\n".join([f.line() for f in dialect.functions()])


def _words(shown: StepDisplay) -> str:
    """What is said before what is shown, and is still told when that is not shown any more."""
    problem = f"Your last action was invalid: {shown.problem}\n" if shown.problem else ""
    return f"{problem}Step {shown.step}."


def _listed(devices: Mapping[str, str]) -> str:
    """Several devices in a sentence."""
    return f"{len(devices)} devices: {' and '.join([f'{name} ({device})' for name, device in devices.items()])}"


def _shown(config: ChatConfig, *, several: bool = False) -> str:
    """What the model sees, as the prompt tells it."""
    told = []
    if config.screenshot:
        whose = (
            "After the name of each device comes a picture of its screen" if several else "The picture is the screen"
        )
        told.append(f"{whose}, with numbers on the elements that can be acted on." if config.marks else f"{whose}.")
        if config.stitch is not None:
            told.append(_STITCHED[config.stitch])
        if config.fit == "pad":
            told.append("Black margins around a screen are padding.")
    if config.tree and config.elements == "table":
        told.append(
            f"The elements of {'each' if several else 'the'} screen are a table with tabs between its columns; a text "
            "without quotes in it stands bare."
        )
    elif config.tree and config.elements == "controls":
        told.append(
            f"The controls of {'each' if several else 'the'} screen are listed as JSON objects, a line each; label is "
            "the number of one."
        )
    elif config.tree:
        told.append(
            f"The elements of {'each' if several else 'the'} screen are listed from front to back, a line each; [7] is "
            "the number of an element that can be acted on."
        )
    if config.numbered:
        told.append("An element can be named by its number.")
    return " ".join(told)
