"""Element actions: a verb on an accessibility node, possibly with a text from the instruction."""

from __future__ import annotations

from typing import SupportsFloat, TypeAlias, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, Done, Fail, Invalid, On
from omnigym.envs.observer import InfoDict, Observation
from omnigym.envs.snapshots import state_in
from omnigym.errors import ActionError, ConfigError, DeviceError
from omnigym.spaces.multi_device import key_on
from omnigym.spaces.text import encode_text, text_bytes
from omnigym.wrappers.devices import clicks_alone, device_names, tree_on
from omnigym.wrappers.element_layout import KEYS, TEXT_VERBS, VERBS, Choice, ElementLayout, key_action
from omnigym.wrappers.element_masks import ElementMasks
from omnigym.wrappers.element_steps import actions_on, step_through
from omnigym.wrappers.reconstructible import ReconstructibleWrapper
from omnigym.wrappers.text_candidates import template, text_candidates

__all__ = ["ElementActions", "ElementLayout"]

#: A number of the action space, or a value of `omnigym.actions`.
ElementAction: TypeAlias = int | np.integer | NDArray[np.integer] | Action | On

_TEMPLATE = 256  # what a learner looks at; the instruction is there as a whole


class ElementActions(gymnasium.Wrapper, ReconstructibleWrapper):
    """A wrapper that makes the action space ``Discrete(layout.size)``, with an exact mask from `action_masks`.

    An action is a verb on a node of the tree, a text verb on a node with a text candidate, or a key. Text candidates
    are the quoted strings, paths, file names and numbers of the instruction. Three observations are added:

    - ``text_candidates``, uint8 (candidates, L): the candidates, coded like ``a11y_text``;
    - ``template``, uint8 (T,): the start of the instruction with "{1}", "{2}"... in place of the candidates;
    - ``last_doing``, uint8 (1,): 1 plus the index in ``layout.doings`` of the last action, 0 at first, by which a
      learner without memory knows, for example, that it has copied. Of several devices the second one's follow the
      first one's, and it may be uint16.

    Typing clicks into the node unless it has the focus, replaces the content of a single-line field, then types. This
    is one step here and several steps of the environment, whose rewards are added.

    A node can be acted on if it is enabled, not covered by another one at its middle, and of a kind that the verb is
    for. An action that the mask excludes does nothing and is reported as invalid. ``sb3_contrib.MaskablePPO`` finds
    `action_masks` by its name; loops find the same in ``info["action_mask"]``, bool (layout.size,), at every reset and
    step, and `omnigym.wrappers.ActionMask` puts it into the observation.

    Of several devices the actions are those of the first, then those of the second, and so on: action ``n`` is action
    ``n % layout.size`` on device ``n // layout.size``. DONE and FAIL are of no device, and possible among the first's.

    Args:
        env: An environment with ``a11y_`` observations.
        nodes: The number of rows of the tree that can be acted on; None for all that are observed.
        candidates: The most text candidates.
        verbs, text_verbs, keys: The verbs and keys; see `ElementLayout`.
        end_actions: Whether DONE and FAIL can be chosen (as the last two keys).

    Raises:
        ConfigError: There are no ``a11y_`` observations, or more nodes are asked for than are observed.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        nodes: int | None = None,
        candidates: int = 8,
        verbs: tuple[str, ...] = VERBS,
        text_verbs: tuple[str, ...] = TEXT_VERBS,
        keys: tuple[str, ...] = KEYS,
        end_actions: bool = False,
    ) -> None:
        ReconstructibleWrapper.__init__(
            self,
            nodes=nodes,
            candidates=candidates,
            verbs=verbs,
            text_verbs=text_verbs,
            keys=keys,
            end_actions=end_actions,
        )
        super().__init__(env)
        space, self._devices, self._click_only = env.observation_space, device_names(env), clicks_alone(env)
        texts = key_on(self._devices[0], "a11y_text")  # all devices' have the same shape
        if not isinstance(space, spaces.Dict) or texts not in space.spaces:
            raise ConfigError("ElementActions needs the a11y_ observations. Make the environment with them.")
        rows, self._text_length = space[texts].shape or (0, 0)
        if nodes is not None and nodes > rows:
            raise ConfigError(
                f"nodes={nodes} exceeds the {rows} nodes that are observed. Make the environment with more."
            )
        keys = (*keys, "done", "fail") if end_actions else keys
        self.layout = ElementLayout(nodes or rows, tuple(verbs), tuple(text_verbs), candidates, tuple(keys))
        self._key_actions = tuple(key_action(k) for k in self.layout.keys)
        ends = [isinstance(action, Done | Fail) for action in self._key_actions]
        self._on_any_device = np.ones(self.layout.size, np.bool_)
        self._on_any_device[self.layout.key_start :] = ~np.array(ends)
        self._size = self.layout.size * len(self._devices)
        self.action_space = spaces.Discrete(self._size)
        self._template_length = min(_TEMPLATE, *(space["instruction"].shape or (0,)))
        codes = spaces.Box(0, 255, (candidates, self._text_length), np.uint8)
        doings = len(self.layout.doings) * len(self._devices)
        last = spaces.Box(0, doings, (1,), np.uint8 if doings < 256 else np.uint16)
        self._last_dtype = last.dtype
        self.observation_space = spaces.Dict(
            {
                **space.spaces,
                "text_candidates": codes,
                "template": spaces.Box(0, 255, (self._template_length,), np.uint8),
                "last_doing": last,
            }
        )
        self._last = 0
        self._candidates: tuple[str, ...] = ()
        self._codes = np.zeros((candidates, self._text_length), np.uint8)
        self._masks = ElementMasks(self.layout, keys=not self._click_only)

    @property
    def candidates(self) -> tuple[str, ...]:
        """The text candidates of this episode."""
        return self._candidates

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode, and read the text candidates from its instruction."""
        observation, info = self.env.reset(seed=seed, options=options)
        limit, length = self.layout.candidates, self._text_length
        self._candidates = text_candidates(info["instruction"], limit)
        rows = b"".join(text_bytes(t, length) for t in self._candidates).ljust(limit * length, b"\0")
        self._codes = np.frombuffer(rows, np.uint8).reshape(limit, length)
        self._template = encode_text(template(info["instruction"], self._candidates), self._template_length)
        self._last = state_in(options, self) or 0
        return self._observed(observation), {**info, "action_mask": self._told_mask()}

    def snapshot_state(self) -> int:
        """Return the last doing, as it is observed: see `omnigym.envs.snapshots`."""
        return self._last

    def step(self, action: ElementAction) -> tuple[Observation, SupportsFloat, bool, bool, InfoDict]:
        """Do an element action, in one or a few steps of the environment, until one of them ends the episode.

        Args:
            action: A number of the action space, or a value of `omnigym.actions`, which is passed on unchanged.

        Raises:
            ActionError: It is neither.
        """
        number = _number(action)
        parts = (action,) if number is None else self.actions(number)
        observation, reward, terminated, truncated, info = step_through(self.env, parts)
        self._last = 0 if number is None else 1 + self._doing(number)
        info["action_mask"] = self._told_mask()
        return self._observed(observation), reward, terminated, truncated, info

    def _observed(self, observation: Observation) -> Observation:
        return {
            **observation,
            "text_candidates": self._codes.copy(),
            "template": self._template.copy(),
            "last_doing": np.array([self._last], self._last_dtype),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the actions that are possible now: bool (action_space.n,), new."""
        return self._current_mask().copy()

    def _told_mask(self) -> NDArray[np.bool_]:
        """The mask, or that all is possible where the episode has just ended because the device failed."""
        try:
            return self.action_masks()
        except DeviceError:
            return np.ones(self._size, np.bool_)

    def _current_mask(self) -> NDArray[np.bool_]:
        masks = [self._mask_on(device) for device in self._devices]
        for other in range(1, len(masks)):
            masks[other] = masks[other] & self._on_any_device
        return masks[0] if len(masks) == 1 else np.concatenate(masks)

    def _mask_on(self, device: str) -> NDArray[np.bool_]:
        return self._masks.of(self._tree(device), len(self._candidates))

    def _tree(self, device: str) -> Tree:
        return tree_on(self.env, device)

    def _placed(self, number: int) -> tuple[int, int]:
        """The place of the device, and the number of the action on it.

        Raises:
            ActionError: The number is outside the space.
        """
        if not 0 <= number < self._size:
            raise ActionError(f"An element action is a number from 0 to {self._size - 1}, got {number}.")
        return divmod(number, self.layout.size)

    def _doing(self, number: int) -> int:
        place, on_it = self._placed(number)
        doings = self.layout.doings
        return place * len(doings) + doings.index(self.layout.choice(on_it).verb)

    def actions(self, number: int) -> tuple[Action | On, ...]:
        """Return the ordinary actions that an element action means on this screen; on several devices, each an `On`.

        Raises:
            ActionError: The number is outside the space.
        """
        place, on_it = self._placed(number)
        device, choice = self._devices[place], self.layout.choice(on_it)
        if not self._current_mask()[number]:
            return (Invalid(str(choice), "this element action is masked: it is not possible on this screen"),)
        done = self._on_screen(choice, device)
        return tuple([On(device, action) for action in done]) if device else done

    def _on_screen(self, choice: Choice, device: str) -> tuple[Action, ...]:
        if choice.kind == "key":
            return (self._key_actions[self.layout.keys.index(choice.verb)],)
        tree = self._tree(device)
        text = self._candidates[choice.candidate] if choice.kind == "text" else ""
        return actions_on(tree.node(choice.node), choice.verb, tree.size, text, self._click_only)


def _number(action: object) -> int | None:
    """The number that an element action is, or None for a value of `omnigym.actions`."""
    if isinstance(action, int | np.integer):
        return int(action)
    if isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu":
        return int(action)
    if type(action) in (*get_args(Action), On):
        return None
    raise ActionError(f"Expected the number of an element action, or a value of omnigym.actions, got {action!r}.")
