"""Node actions: one action space that expresses everything as a verb, then a node, then a text."""

from __future__ import annotations

from typing import Any, SupportsFloat, TypeAlias, cast, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from omnigym.actions import Action, Invalid
from omnigym.devices.fault_boundary import Boundary
from omnigym.devices.protocol import Device, HasApps, HasClipboard
from omnigym.envs.observer import InfoDict, Observation
from omnigym.errors import ConfigError, OmnigymError
from omnigym.spaces.text import encode_text
from omnigym.wrappers.devices import clicks_alone, one_device, tree_on
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_action_encoder import NodeActionEncoder
from omnigym.wrappers.node_layout import SINGLE_PIECES, VERBS, Choice, NodeLayout
from omnigym.wrappers.node_text import tokens
from omnigym.wrappers.reconstructible import ReconstructibleWrapper

__all__ = ["NodeActions"]

#: An element of the action space, or a value of `omnigym.actions`.
NodeAction: TypeAlias = NDArray[np.integer] | Action

_VERB_NAMES = tuple(VERBS)


class NodeActions(gymnasium.Wrapper, ReconstructibleWrapper):
    """A wrapper that makes the action space a ``MultiDiscrete`` with fields chosen in sequence and exact masks.

    The first field is the verb; it says which fields come next (`VERBS`), and the others are not read. Each action is
    exactly one of the environment's. Texts are spans, from a first to a last token, of the instruction, of the
    clipboard or of a node on the screen, or are spelt in pieces; keys are all keys with all modifiers; a place is a
    node's middle, or percents of its width and height, or of the whole screen.

    `mask` says what a field can be after those before it. `say` is the way back: the node actions that do the same as
    an ordinary action. An action that is not possible does nothing and is reported as invalid.

    Two observations are changed or added:

    - ``instruction``, uint8 (I,): in full, whatever the environment was made with: I holds that of every task;
    - ``instruction_overflow``, uint8 (1,): 1 if it was cut off, which can be only of a task that is not in the pool.

    Args:
        env: An environment with ``a11y_`` observations.
        nodes: The number of rows of the tree that can be acted on.
        pieces: Texts that can be typed at once, in addition to single characters.
        tokens: The most tokens of a text; None for those of the longest instruction, and at least 64.
        apps: Names of apps that can be opened; None for all of the device.
        end_actions: Whether DONE and FAIL can be chosen.

    Raises:
        ConfigError: There are no ``a11y_`` observations, or several devices.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        nodes: int = 256,
        pieces: tuple[str, ...] = (),
        tokens: int | None = None,
        apps: tuple[str, ...] | None = None,
        end_actions: bool = False,
    ) -> None:
        ReconstructibleWrapper.__init__(
            self, nodes=nodes, pieces=pieces, tokens=tokens, apps=apps, end_actions=end_actions
        )
        super().__init__(env)
        self._check(env)
        base: Any = env.unwrapped
        instructions = [t.instruction for t in base.tasks]
        if apps is None:
            apps = base.device.apps() if isinstance(base.device, HasApps) else ()
        single = SINGLE_PIECES
        more = tuple([p for p in pieces if p not in single])
        self.layout = NodeLayout(nodes, tokens or _most_tokens(instructions), (*single, *more), tuple(apps))
        self.action_space = spaces.MultiDiscrete(list(self.layout.sizes.values()))
        self._length = max(map(len, instructions))
        self.observation_space = spaces.Dict(
            {
                **cast("spaces.Dict", env.observation_space).spaces,
                "instruction": spaces.Box(0, 255, (self._length,), np.uint8),
                "instruction_overflow": spaces.Box(0, 1, (1,), np.uint8),
            }
        )
        self._may_end, self._click_only = end_actions, clicks_alone(env)
        self._instruction = ""
        self._codec: NodeActionCodec | None = None
        self._encoder: NodeActionEncoder | None = None

    def _check(self, env: gymnasium.Env) -> None:
        """See that there is what actions are done to."""
        one_device(env, "NodeActions")
        space = env.observation_space
        if not isinstance(space, spaces.Dict) or "a11y_role" not in space.spaces:
            raise ConfigError("NodeActions needs the a11y_ observations. Make the environment with them.")

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._instruction = info["instruction"]
        self._codec = None
        return self._observed(observation), info

    def step(self, action: NodeAction) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
        """Do a node action, which is one step of the environment.

        Args:
            action: An element of the action space, or a value of `omnigym.actions`, which is passed on unchanged.

        Raises:
            ActionError: It is neither.
        """
        done = action if isinstance(action, get_args(Action)) else self.action(self.layout.choice(action))
        observation, reward, terminated, truncated, info = self.env.step(done)
        self._codec = None
        return self._observed(observation), reward, terminated, truncated, info

    def snapshot_state(self) -> None:
        """Return no state: a reset gives the instruction again. See `omnigym.envs.snapshots`."""

    def _observed(self, observation: Observation) -> Observation:
        return {
            **observation,
            "instruction": encode_text(self._instruction, self._length),
            "instruction_overflow": np.array([len(self._instruction) > self._length], np.uint8),
        }

    @property
    def codec(self) -> NodeActionCodec:
        """The codec of this moment: the possible node actions and their meanings."""
        if self._codec is None:
            self._codec = self._make_codec()
        return self._codec

    @property
    def encoder(self) -> NodeActionEncoder:
        """The inverse of `codec`, which encodes ordinary actions."""
        if self._encoder is None or self._encoder.codec is not self.codec:
            self._encoder = NodeActionEncoder(self.codec)
        return self._encoder

    def _make_codec(self) -> NodeActionCodec:
        tree = tree_on(self.env, "")
        return NodeActionCodec(self.layout, tree, self._instruction, self._clipboard, self._may_end, self._click_only)

    def _clipboard(self) -> str:
        base: Any = self.unwrapped
        device: Device = base.device
        if not isinstance(device, HasClipboard):
            return ""
        with Boundary(device.name, "clipboard", passes=OmnigymError):
            return device.clipboard().text

    def mask(self, field: str, choice: Choice) -> NDArray[np.bool_]:
        """Return the values that a field can have now; see `NodeActionCodec.mask`."""
        return self.codec.mask(field, choice).copy()

    def action(self, choice: Choice) -> Action:
        """Return the ordinary action that a choice means now; an `Invalid` if it is not possible."""
        if not self.codec.possible(choice):
            return Invalid(_VERB_NAMES[choice["verb"]], f"this node action is masked: {choice}")
        return self.codec.decode(choice)

    def say(self, action: Action) -> tuple[NDArray[np.int64], Action | None] | None:
        """Return the node action that now does the same as an ordinary action, and the rest to do after it.

        None where there is none; see `NodeActionEncoder.encode`.
        """
        encoded = self.encoder.encode(action)
        return None if encoded is None else (self.layout.vector(encoded[0]), encoded[1])


def _most_tokens(instructions: list[str]) -> int:
    return max(64, *(len(tokens(i)) for i in instructions))
