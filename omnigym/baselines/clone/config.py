"""The configuration of `omnigym.baselines.clone`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from omnigym.baselines.policy.modality import Senses

__all__ = ["CloneConfig"]

_Some = Annotated[int, Field(ge=1, le=10**6)]
_Side = Annotated[int, Field(ge=8, le=2048)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CloneConfig:
    """The training data, the training time, and the path of the result.

    Attributes:
        env_id, device, tasks, split: As ``gymnasium.make`` takes them; None keeps the environment's default.
        data: Recorded episodes to learn from instead of the oracle's, as `omnigym.recording.read_demonstrations` takes
            them. Then nobody plays: ``plain``, ``astray``, ``torn``, ``varied`` and ``failed`` say nothing, and of the
            environment only its device matters.
        observation: What is looked at: "a11y" for the nodes of the accessibility tree, "pixels" for the screenshot.
        screen: (width, height) of the screenshot in pixels, of which the policy sees no more.
        cell: The side of a cell of it, which is what is pointed at; both sides of the screen are multiples of it.
        reader: "minilm" for a network that has read much (`omnigym.baselines.policy.minilm`), whose vectors of words
            come beside those that are learned here; "" for none.
        visible: Whether texts of nodes under other windows are left out of what is read.
        click_only: Whether all is done by clicks, the wheel and typing, beginning in the open app
            (`omnigym.wrappers.ClickOnly`). Tasks that the oracle does not do so give no examples.
        plain, astray, torn: How often the oracle plays each task from its start, after one action by chance, and with
            one in the middle, behind which it begins anew.
        varied: How often it plays a task with parameters of other tasks of that subtask instead, torn as well.
        chains: How many chains of two for each task are put together of the tasks' subtasks, with training parameters
            (`chains`), to be learned from as well; the oracle plays each once, half of them torn.
        steps: The most actions of the oracle that are learned from: whole episodes in random order, the last one cut;
            None for all.
        joined: Whether instructions of several of the tasks' subtasks are put together, for the words between them and
            where each begins. Nobody plays these.
        reworded: The share of these episodes whose tasks are told in other words (`omnigym.baselines.rephrasing`).
        company: The share in which things of another of the tasks are there, too.
        opened: The share in which what the oracle opens by the taskbar or the dock is opened by name, so that this is
            learned for where neither is.
        paths: The share in which file dialogs are given a file's whole path, so that this is learned for where it is
            not known which folder they show.
        controls: The share of shortcuts that the oracle does by the controls that do the same: menus, buttons, fields.
        disguised: The share of steps that are seen on a screen which is changed by chance (`_disguise`), anew each
            time, so that what is learned on one desktop holds on another.
        failed: How often, when half of the epochs are done, the clone itself plays each task until it goes astray, and
            the oracle on from there.
        epochs: How often each step is seen, but
        again: the share of those in an epoch that are seen again though the network was sure of them the last time.
        batch: Steps in a gradient step.
        learning_rate: Adam's at its highest; it rises for 100 gradient steps and falls to nothing.
        hidden: The share of steps whose task's own words are hidden, all or some of them.
        missed: The share of the instruction's words that are hidden besides, so that no single one is relied on.
        width: Of the network's vectors.
        nodes: The rows of the tree that can be acted on.
        gamma: The discount of the value.
        seed: Seeds network, chance and order; the result is the same on the same machine and packages.
        processes: In which the oracle plays; more than one need a main module that can be imported again.
        threads: Of PyTorch.
        out: Directory for ``model.safetensors``.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    env_id: str = "OmniBench-Win11-v0"
    device: str | None = None
    tasks: str | None = "nodes:1"
    split: str | None = "train"
    data: tuple[Annotated[str, Field(min_length=1)], ...] = ()
    observation: Literal["a11y", "pixels"] = "a11y"
    screen: tuple[_Side, _Side] = (256, 192)
    cell: Annotated[int, Field(ge=1, le=64)] = 8
    reader: Literal["", "minilm"] = ""
    visible: bool = False
    click_only: bool = False
    plain: Annotated[int, Field(ge=0, le=100)] = 1
    astray: Annotated[int, Field(ge=0, le=100)] = 1
    torn: Annotated[int, Field(ge=0, le=100)] = 2
    varied: Annotated[int, Field(ge=0, le=100)] = 3
    chains: Annotated[int, Field(ge=0, le=100)] = 0
    steps: _Some | None = None
    joined: bool = True
    reworded: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.6
    company: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.6
    opened: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.0
    paths: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.0
    controls: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.0
    disguised: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.0
    failed: Annotated[int, Field(ge=0, le=100)] = 0
    epochs: _Some = 12
    again: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.4
    batch: _Some = 64
    learning_rate: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 2e-3
    hidden: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.65
    missed: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.08
    width: Annotated[int, Field(ge=4, le=1024, multiple_of=4)] = 64
    nodes: Annotated[int, Field(ge=1, le=4096)] = 256
    gamma: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.95
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    processes: Annotated[int, Field(ge=1, le=1024)] = 1
    threads: Annotated[int, Field(ge=1, le=1024)] = 1
    out: Annotated[Path, Field(exclude=True)] = field(default=Path("runs/clone"))

    def make(self) -> dict[str, Any]:
        """Return the arguments for ``gymnasium.make``."""
        given = {"device": self.device, "tasks": self.tasks, "split": self.split}
        known = {name: value for name, value in given.items() if value is not None}
        return {"id": self.env_id, **self.senses.make(), "disable_env_checker": True, **known}

    @property
    def senses(self) -> Senses:
        """The observed modality."""
        pixels = self.observation == "pixels"
        return Senses(self.screen if pixels else None, self.cell, self.reader, self.visible, self.click_only)
