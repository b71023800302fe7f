"""Behaviour cloning of the oracles' demonstrations into the pointer policy, in one file.

    python -m omnigym.baselines.bc --tasks suite:one-node --epochs 5 --out runs/bc
    omnigym evaluate --agent bc:runs/bc/model.safetensors --tasks suite:one-node --split heldout

The oracle plays each training task once. Each of its actions is replaced by the element action that does the same, so
that the policy sees what it will see. Demonstrations with an action that has none, such as a drag, are left out. The
policy is trained by cross-entropy on the actions, its critic by regression on the returns.
`omnigym.baselines.ppo` and ``grpo`` begin from the result: ``--start runs/bc/model.safetensors``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from torch import nn

from omnigym.a11y import Node, State, Tree
from omnigym.actions import Action, Click, Done, Press, Scroll, Type, Wait, pixel
from omnigym.baselines import pointer_policy
from omnigym.baselines.agent import Agent
from omnigym.baselines.checkpoint import MODEL, make_pointer_agent, save
from omnigym.baselines.logs import Logs
from omnigym.baselines.oracle import OracleAgent
from omnigym.baselines.settings import BCConfig as Config
from omnigym.baselines.settings import Progress, parse
from omnigym.errors import NothingFoundError
from omnigym.wrappers import ElementActions
from omnigym.wrappers.element_layout import Choice

__all__ = ["Config", "demonstrate", "element_actions", "make_agent", "train"]


class Step(NamedTuple):
    """A step of a demonstration: the view, the place in ``view["can"]`` of what was done, and the return from there."""

    view: pointer_policy.View
    choice: int
    value: float


def element_actions(env: ElementActions, action: Action) -> tuple[int, ...]:
    """Return the element actions that do the same as an action on this screen; () if there are none."""
    base: Any = env.unwrapped
    tree, layout, mask = base.a11y(), env.layout, env.action_masks()
    match action:
        case Click(at=at, button=button, count=count, modifiers=()):
            verb = {("left", 1): "click", ("left", 2): "double_click", ("right", 1): "right_click"}.get((button, count))
            return _on_node(env, tree, tree.hit(*pixel(at, tree.size)), verb)
        case Scroll(at=at, dy=dy) if dy:
            return _on_node(env, tree, tree.hit(*pixel(at, tree.size)), "scroll_down" if dy > 0 else "scroll_up")
        case Press(key=key, modifiers=modifiers, count=count):
            chord = "+".join((*modifiers, key))
            keys = layout.keys
            return (layout.key_start + keys.index(chord),) * count if chord in keys else ()
        case Type(text=text):
            verb, text = ("type_enter", text[:-1]) if text.endswith("\n") else ("type", text)
            focus = [n for n in tree.nodes if n.has(State.FOCUSED) and n.has(State.EDITABLE)]
            if text not in env.candidates or not focus or focus[-1].index >= layout.nodes:
                return ()
            number = layout.number(Choice("text", focus[-1].index, verb, env.candidates.index(text)))
            return (number,) if mask[number] else ()
        case _:
            return ()


def _on_node(env: ElementActions, tree: Tree, node: Node | None, verb: str | None) -> tuple[int, ...]:
    """A verb on the node, or on the nearest node above it that allows the verb."""
    mask = env.action_masks()
    while node is not None and verb is not None:
        if node.index < env.layout.nodes:
            number = env.layout.number(Choice("node", node.index, verb, -1))
            if mask[number]:
                return (number,)
        node = tree.node(node.parent) if node.parent >= 0 else None
    return ()


def demonstrate(env: ElementActions, eye: pointer_policy.Eye, task: str, seed: int, gamma: float) -> list[Step]:
    """Return the oracle's episode; [] if element actions cannot express it, or it does not succeed."""
    oracle = OracleAgent(astray=True)  # that an oracle loses its way here is no fault of its own
    observation, info = env.reset(seed=seed, options={"task": task})
    oracle.reset(env, info)
    eye.forget(np.ones(1, np.bool_))
    seen: list[tuple[pointer_policy.View, int]] = []
    rewards: list[float] = []
    ended = False
    while not ended:
        action = oracle.act(observation, info)
        if isinstance(action, Done):
            return []
        if isinstance(action, Wait):
            observation, reward, terminated, truncated, info = env.step(action)
            if rewards:
                rewards[-1] += float(reward)
            ended = terminated or truncated
            continue
        numbers = element_actions(env, action)
        if not numbers:
            return []
        for number in numbers:
            view = eye.see({name: array[None] for name, array in observation.items()}, env.action_masks()[None])
            choice = eye.choice(number)
            if ended or choice is None:
                return []
            seen.append((view, choice))
            eye.act(np.array([choice]))
            observation, reward, terminated, truncated, info = env.step(number)
            rewards.append(float(reward))
            ended = terminated or truncated
    returns = _returns(rewards, gamma)
    return [Step(*pair, value) for pair, value in zip(seen, returns, strict=True)] if info["is_success"] else []


def _returns(rewards: list[float], gamma: float) -> list[float]:
    out, following = [], 0.0
    for reward in reversed(rewards):
        following = reward + gamma * following
        out.append(following)
    return out[::-1]


def _demonstrations(config: Config, env: ElementActions, eye: pointer_policy.Eye) -> Iterator[list[Step]]:
    base: Any = env.unwrapped
    tasks = [task.id for task in base.tasks]
    count = config.demonstrations or len(tasks)
    order = np.random.default_rng(config.seed).permutation(len(tasks))
    for n in range(count):
        yield demonstrate(env, eye, tasks[order[n % len(tasks)]], config.seed + n, config.gamma)


def train(
    config: Config, progress: Progress = lambda *_: None, *, stop: Callable[[], bool] = lambda: False
) -> pointer_policy.PointerNetwork:
    """Demonstrate, clone, and write ``model.safetensors`` and ``curve.csv`` into ``config.out``.

    Args:
        config: What to do.
        progress: Called with the steps cloned so far and a word on how it goes, during the demonstrations, too.
        stop: Asked before each epoch; once it says so, the model is written as it is.

    Returns:
        The model.

    Raises:
        NothingFoundError: No demonstration can be told in element actions.
        ConfigError, CheckpointError, MissingDependencyError: See `omnigym.errors`.
    """
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    env = pointer_policy.wrap(gymnasium.make(config.env_id, disable_env_checker=True, **config.make_kwargs()))
    layout, path = env.layout, Path(config.out) / MODEL
    eye, steps, told = pointer_policy.Eye(layout), list[Step](), 0
    for n, shown in enumerate(_demonstrations(config, env, eye), 1):
        steps += shown
        told += bool(shown)
        progress(0, f"{told} demonstrations of {n} tasks")
        if stop():
            break
    env.close()
    if not steps:
        raise NothingFoundError(f"No oracle of {config.tasks!r} can be told in element actions. Name other tasks.")
    model = pointer_policy.PointerNetwork(layout)
    optimizer = torch.optim.Adam(model.parameters(), config.learning_rate)
    choices = torch.tensor([step.choice for step in steps])
    values = torch.tensor([step.value for step in steps])
    rng = torch.Generator().manual_seed(config.seed)
    seen = 0
    with Logs(config) as logs:
        for epoch in range(1, config.epochs + 1):
            if stop():
                break
            losses, right = [], 0
            for rows in torch.split(torch.randperm(len(steps), generator=rng), config.minibatch):
                logits, value = model(pointer_policy.stack_views([steps[n].view for n in rows.tolist()]))
                loss = nn.functional.cross_entropy(logits, choices[rows])
                right += int((logits.argmax(1) == choices[rows]).sum())
                losses.append(float(loss.detach()))
                loss = loss + config.value * (value - values[rows]).square().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), config.grad_norm)
                optimizer.step()
                seen += len(rows)
            accuracy = right / len(steps)
            logs.write(seen, epoch=epoch, loss=float(np.mean(losses)), accuracy=accuracy, demonstrations=told)
            progress(seen, f"epoch {epoch}: {accuracy:.0%} of the actions")
    save(path, model, config.about("bc", steps=seen), optimizer)
    return model


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent of a model's path; ``PATH,drawn`` samples its actions."""
    return make_pointer_agent(argument or "runs/bc/model.safetensors", seed)


if __name__ == "__main__":
    train(parse(Config, sys.argv[1:]), print)
