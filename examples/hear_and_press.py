"""A policy that hears: of six cards on a simulated phone it presses the one that a voice names. PPO, in one file.

    python examples/hear_and_press.py                        # trains a policy, in some minutes, and evaluates it
    python examples/hear_and_press.py --seeds 5              # five policies, each of which has not heard one voice

It sees the words of the cards and log-mel frames of 1.2 s of sound, nothing else. It is evaluated on a voice and
on background noise that it was not trained on, and with three controls: random, deaf, and a foreign sound.
Needs `pip install 'omnigym[train]'`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from torch import Tensor, nn

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym import sounds
from omnigym.a11y import Role
from omnigym.actions import Click, OpenApp, Wait
from omnigym.cli.console import print_table
from omnigym.evaluation.intervals import interval
from omnigym.perception.mel import BINS, log_mel, mel_frames
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.wrappers import MaskModality

SUBTASK = get_subtask("phone-cards/press-named")
SPEAKERS = ("amber", "bruno", "cleo", "dario")
WORDS = ("Camera", "Garden", "Music", "Paper", "Telephone", "Window")
#: Noise for training, and another one for the evaluation.
NOISE, OTHER_NOISE = ("ambience/rain", "ambience/wind", "ambience/engine"), ("ambience/crowd", "ambience/sea")
SECONDS = 1.2
FRAMES = mel_frames(round(SECONDS * sounds.RATE))


# -- the environment ---------------------------------------------------------------------------------------------------


class Hearing(gymnasium.Wrapper):
    """One decision an episode: the word has sounded, and one of six cards is pressed.

    Observations are ``mel``, float32 (118, 40), and ``cards``, int64 (6,): the place in `WORDS` of each card's word.
    The action is the number of a card.

    Args:
        env: The phone, with ``audio=True``.
        noise: Sounds of the background, one of which is drawn for an episode and mixed with the observed sound.
    """

    def __init__(self, env: gymnasium.Env, noise: Sequence[str]) -> None:
        super().__init__(env)
        self.action_space = gymnasium.spaces.Discrete(len(WORDS))
        mel = gymnasium.spaces.Box(-np.inf, np.inf, (FRAMES, BINS), np.float32)
        self.observation_space = gymnasium.spaces.Dict(mel=mel, cards=gymnasium.spaces.MultiDiscrete([len(WORDS)] * 6))
        self._noise = [sounds.load(name) for name in noise]
        self._cards: list[Click] = []

    def reset(self, **kwargs: Any) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Open the app, press Listen, and listen."""
        _, info = self.env.reset(**kwargs)
        self.env.step(OpenApp("cards"))
        device: Any = self.env.unwrapped.device  # type: ignore[attr-defined] # omnigym's own
        buttons = [node for node in device.tree().nodes if node.role is Role.BUTTON]

        def click(box: Any) -> Click:
            x, y = box.center
            return Click(((x + 0.5) / device.size[0], (y + 0.5) / device.size[1]))

        cards = [node for node in buttons if node.name in WORDS]
        self._cards = [click(card) for card in cards]
        heard = []
        for action in (click(next(node for node in buttons if node.name == "Listen")), Wait(SECONDS)):
            observation, *_, info = self.env.step(action)
            heard.append(observation["audio"][-int(observation["audio_length"][0]) or len(observation["audio"]) :])
        sound = np.concatenate(heard)[: round(SECONDS * sounds.RATE)].astype(np.int32)
        sound = np.pad(sound, (0, round(SECONDS * sounds.RATE) - len(sound)))  # of the deaf
        mixed = np.clip(sound + self._background(len(sound)), -32768, 32767)
        return {
            "mel": log_mel(mixed.astype(np.int16)),
            "cards": np.array([WORDS.index(card.name) for card in cards]),
        }, info

    def step(self, action: Any) -> tuple[dict[str, NDArray[Any]], SupportsFloat, bool, bool, dict[str, Any]]:
        """Press a card, which ends the episode."""
        _, reward, terminated, _, info = self.env.step(self._cards[int(action)])
        nothing = {"mel": np.zeros((FRAMES, BINS), np.float32), "cards": np.arange(len(WORDS))}
        return nothing, reward, terminated, not terminated, info

    def _background(self, samples: int) -> NDArray[np.int32]:
        """Noise at 10 to 25 dB below a voice."""
        clip = self._noise[self.np_random.integers(len(self._noise))].astype(np.float64)
        loud = 2000 * 10 ** -self.np_random.uniform(0.5, 1.25) / np.sqrt(np.mean(clip**2))
        start = self.np_random.integers(len(clip))
        return (loud * clip[(start + np.arange(samples)) % len(clip)]).astype(np.int32)


def make(speakers: Sequence[str], noise: Sequence[str], sound: str = "own") -> gymnasium.Env:
    """The environment with these voices; ``sound`` as of `MaskModality`."""
    sets = [p for p in SUBTASK.parameters if p["speaker"] in speakers]
    tasks = [Task(id=f"{p['word']}-{p['speaker']}", nodes=(TaskNode("1", SUBTASK.id, p),)) for p in sets]
    env = gymnasium.make("OmniBench-Android-v0", tasks=tasks, audio=True, observation="a11y")
    return Hearing(MaskModality(env, sound=sound, video=True), noise)  # type: ignore[arg-type] # one of its names


# -- the policy --------------------------------------------------------------------------------------------------------


class Ear(nn.Module):
    """Frames to a score for each word, and a value. A card's logit is the score of its word."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv1d(BINS, 64, 5, stride=2), nn.ReLU(), nn.Conv1d(64, 64, 5, stride=2), nn.ReLU(),
            nn.Conv1d(64, 64, 5), nn.ReLU(), nn.AdaptiveMaxPool1d(4), nn.Flatten(), nn.Linear(256, 64), nn.ReLU(),
        )  # fmt: skip
        self.words, self.value = nn.Linear(64, len(WORDS)), nn.Linear(64, 1)

    def forward(self, mel: Tensor, cards: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, 6) of cards, and values (B,)."""
        mel = (mel - mel.mean(1, keepdim=True)) / 4  # loudness and the colour of the room leave
        seen = self.body(mel.transpose(1, 2))
        return self.words(seen).gather(1, cards), self.value(seen)[:, 0]


def changed(mel: Tensor) -> Tensor:
    """Frames (T, 40) at another pace and pitch and a little later or earlier: training has few voices."""
    drawn = torch.rand(3).tolist()
    size = (round(FRAMES * (0.85 + 0.35 * drawn[0])), round(BINS * (0.8 + 0.4 * drawn[1])))
    other = nn.functional.interpolate(mel[None, None], size=size, mode="bilinear")[0]
    room = (0, max(BINS - size[1], 0), 0, max(FRAMES - size[0], 0))
    padded = nn.functional.pad(other, room, mode="replicate")[0, :FRAMES, :BINS]
    return padded.roll(round(30 * drawn[2]) - 15, 0)


def play(
    env: gymnasium.Env, policy: Ear | None, episodes: int, seed: int | None = None, training: bool = False
) -> tuple[list[str], list[Tensor]]:
    """Play episodes; returns their tasks, and frames, cards, actions, log-probabilities, values and rewards.

    Without a policy, actions are drawn at random. In training they are drawn from the policy, which hears `changed`
    frames; otherwise the best one is taken.
    """
    tasks, kept = list[str](), list[tuple[Any, ...]]()
    for n in range(episodes):
        observation, info = env.reset(seed=seed if n == 0 else None)
        tasks.append(info["task_id"])
        mel, cards = torch.from_numpy(observation["mel"]), torch.from_numpy(observation["cards"])
        mel = changed(mel) if training else mel
        with torch.no_grad():
            logits, value = policy(mel[None], cards[None]) if policy else (torch.zeros(1, len(WORDS)), torch.zeros(1))
        logp = logits.log_softmax(1)[0]
        action = logp.argmax() if policy and not training else torch.multinomial(logp.exp(), 1)[0]
        reward = env.step(int(action))[1]
        kept.append((mel, cards, action, logp[action], value[0], torch.tensor(float(reward))))
    return tasks, [torch.stack(column) for column in zip(*kept, strict=True)]


def train(env: gymnasium.Env, seed: int, episodes: int) -> Ear:
    """PPO: clipped objective, a learned baseline, an entropy bonus. With one decision an episode no GAE is needed."""
    torch.manual_seed(seed)
    policy = Ear()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    for n in range(episodes // 64):
        _, (mel, cards, actions, before, values, rewards) = play(
            env, policy, 64, seed if n == 0 else None, training=True
        )
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * max(0.05, 1 - n / (episodes // 64))
        gain = rewards - values
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        for rows in [rows for _ in range(4) for rows in torch.randperm(64).split(16)]:
            logits, value = policy(mel[rows], cards[rows])
            logp = logits.log_softmax(1)
            ratio = (logp.gather(1, actions[rows, None])[:, 0] - before[rows]).exp()
            surrogate = torch.min(gain[rows] * ratio, gain[rows] * ratio.clamp(0.8, 1.2)).mean()
            entropy = -(logp.exp() * logp).sum(1).mean()
            loss = (value - rewards[rows]).square().mean() - surrogate - 0.02 * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
    return policy


# -- the table ---------------------------------------------------------------------------------------------------------


def main() -> None:
    """Train policies, each with one voice left out in turn, and print their success on that voice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1, help="policies")
    parser.add_argument("--episodes", type=int, default=36000, help="training episodes of a policy")
    parser.add_argument("--tests", type=int, default=60, help="episodes of each evaluation")
    options = parser.parse_args()
    torch.set_num_threads(1)
    console, found, seconds = Console(), dict[str, dict[str, list[float]]](), list[float]()
    for seed in range(options.seeds):
        held_out = SPEAKERS[seed % len(SPEAKERS)]
        began = time.process_time()
        known = make([s for s in SPEAKERS if s != held_out], NOISE)
        policy = train(known, seed, options.episodes)
        seconds.append(time.process_time() - began)
        rows = {
            "trained voices and noise": (known, policy),
            "held-out voice and noise": (make([held_out], OTHER_NOISE), policy),
            "the same, deaf": (make([held_out], OTHER_NOISE, "none"), policy),
            "the same, foreign sound": (make([held_out], OTHER_NOISE, "foreign"), policy),
            "the same, random": (make([held_out], OTHER_NOISE), None),
        }
        for row, (env, who) in rows.items():
            tasks, (*_, rewards) = play(env, who, options.tests, seed=1000 + seed)
            for task, reward in zip(tasks, rewards.tolist(), strict=True):
                found.setdefault(row, {}).setdefault(task, []).append(reward)
            console.print(f"seed {seed}, without {held_out}, {row}: {float(rewards.mean()):.2f}")
    console.print(f"{len(seconds)} policies, {max(seconds):.0f} s of CPU time to train one at most")
    print_table(("", "success [95 % CI]", "n"), [(row, str(interval(s)), str(len(s))) for row, s in found.items()])


if __name__ == "__main__":
    main()
