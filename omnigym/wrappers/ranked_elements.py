"""Ranked elements: one small array of the elements that match the instruction best, for plain networks."""

from __future__ import annotations

from typing import Any, Final, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from omnigym.a11y import CLICK_ROLES, Node, Role, State, Tree
from omnigym.actions import Action, Invalid, Wait
from omnigym.envs.observer import InfoDict
from omnigym.envs.snapshots import state_in
from omnigym.errors import ActionError, ConfigError, DeviceError
from omnigym.wrappers.devices import clicks_alone, one_device, tree_on
from omnigym.wrappers.element_layout import VERBS, ElementLayout, key_action
from omnigym.wrappers.element_masks import ElementMasks
from omnigym.wrappers.element_steps import actions_on, step_through
from omnigym.wrappers.instruction_match import InstructionMatch
from omnigym.wrappers.reconstructible import ReconstructibleWrapper
from omnigym.wrappers.text_candidates import text_candidates

__all__ = ["RankedElements"]

#: The roles and states that have a column of their own.
_ROLES: Final = (
    *CLICK_ROLES,
    *(Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD, Role.DOCUMENT, Role.LIST, Role.TREE, Role.TABLE),
    *(Role.SCROLL_PANE, Role.SLIDER, Role.IMAGE, Role.DESKTOP),
)
_STATES: Final = (
    *(State.FOCUSED, State.EDITABLE, State.SELECTED, State.CHECKABLE, State.CHECKED, State.EXPANDED, State.PRESSED),
    *(State.MULTILINE, State.MODAL),
)
_WINDOWS: Final = frozenset(map(int, (Role.WINDOW, Role.DIALOG, Role.ALERT, Role.TASKBAR)))
_MATCH: Final = ("present", "quoted", "said", "share", "early", "kind", "window")
_PAST: Final = ("acted", "last")
_PLACE: Final = ("x", "y", "width", "height")
_ACTED = 0.5  # of `acted`, for each time
_STATE_BITS: Final = np.array([int(state) for state in _STATES], np.uint32)
_ROLE_NUMBERS: Final = np.array([int(role) for role in _ROLES], np.uint8)
_KINDS: Final = {int(role): frozenset(role.name.lower().split("_")) for role in Role}

#: An element of an episode, by role and text.
_Key = tuple[int, str]


class RankedElements(gymnasium.Wrapper, ReconstructibleWrapper):
    """A wrapper that observes the k elements that match the instruction best, and acts by verb and rank.

    It is a shortcut: it does by a rule most of the reading that a policy on `ElementActions` has to learn. So a plain
    network, such as Stable-Baselines3's ``MultiInputPolicy``, learns `hello` in minutes. Report its controls beside any
    result: the agents ``first_rank`` and ``first_rank:turn`` follow the ranks and learn nothing. On held-out tasks of
    `hello` level 1 they solve 68 and 88 % (docs/learning.md).

    **Ranks.** An element is a node on which a verb is possible. Its text is its name, or its value if it has none.
    Elements whose text the instruction quotes come first, then those whose whole text it says. The others follow by
    the share of their words that it has. The tree's order decides between equals. Roles and verbs do not count.

    **Observation**: ``{"elements": float32 (k, F)}`` in [0, 1], a row for each rank, zeros where there is no element.
    `features` names the F = 51 + 2 V columns; V is the number of verbs, 6 with one text:

    ============ ======= ==============================================================================================
    columns      number  meaning
    ============ ======= ==============================================================================================
    present      1       1 for an element, 0 for padding.
    quoted       1       1 if the text is a quoted text, path, file name or number of the instruction.
    said         1       1 if the instruction has the whole text.
    share        1       share of the text's words that the instruction has.
    early        1       where the text is said: 1 at the start of the instruction, near 0 at its end, 0 if not said.
    kind         1       1 if the instruction names the element's role, such as "tab" or "field", in that sentence.
    window       1       share of the words of the window's title that the instruction has.
    acted, last  2       half the number of actions on the element in this episode, at most 1; 1 for the last action.
    can_VERB     V       1 if the verb is possible.
    asked_VERB   V       1 if it is possible and asked for in the sentence that says the text, or in any if none does.
    bounds       4       x, y, width and height, as shares of the screen.
    is_STATE     9       1 if the state holds: focused, editable, selected, checkable, checked, expanded, pressed,
                         multiline, modal.
    role_ROLE    29      one-hot role; all are 0 for a role without a column.
    ============ ======= ==============================================================================================

    **Actions**: ``Discrete(k * V + extras)``. Action ``n`` below ``k * V`` is verb ``n % V`` on rank ``n // V``. The
    verbs are click, double_click, right_click, scroll_down, scroll_up, and type for each text. ``type`` types the first
    text that the instruction quotes, or its first path, file name or number, as `ElementActions` does. The extras are
    the keys, "wait", and with ``end_actions`` "done" and "fail". The mask is ``info["action_mask"]``, bool (A,), and
    `action_masks`, as ``sb3_contrib.MaskablePPO`` wants it.

    **It cannot** drag, choose an element beyond rank k, type a text that the instruction does not have, click a point,
    or press chords that are not among ``keys``. Two elements of one role and text are one in ``acted``.

    Args:
        env: An environment of one device with ``a11y_`` observations and its own actions.
        k: The number of ranks.
        texts: The number of texts of the instruction that can be typed.
        keys: The keys and chords, such as "ctrl+s".
        end_actions: Whether DONE and FAIL can be chosen.

    Attributes:
        verbs: The V verbs: "type" is the first text, "type_2" the second.
        extras: The actions without an element.
        features: The names of the F columns.

    Raises:
        ConfigError: There are no ``a11y_`` observations, there are several devices, or ``k`` or ``texts`` is below 1.
    """

    def __init__(
        self,
        env: gymnasium.Env,
        k: int = 32,
        texts: int = 1,
        keys: tuple[str, ...] = ("enter", "escape"),
        end_actions: bool = False,
    ) -> None:
        ReconstructibleWrapper.__init__(self, k=k, texts=texts, keys=keys, end_actions=end_actions)
        super().__init__(env)
        one_device(env, "RankedElements")
        observed = env.observation_space
        if not isinstance(observed, spaces.Dict) or "a11y_text" not in observed.spaces:
            raise ConfigError("RankedElements needs the a11y_ observations. Make the environment with them.")
        if k < 1 or texts < 1:
            raise ConfigError(f"RankedElements needs at least one rank and one text, got k={k} and texts={texts}.")
        self.k = k
        self.verbs = (*VERBS, "type", *[f"type_{n}" for n in range(2, texts + 1)])
        self._asks = (*VERBS, *["type"] * texts)
        self.extras = (*keys, "wait", *(("done", "fail") if end_actions else ()))
        self.features = (
            *(*_MATCH, *_PAST, *[f"can_{v}" for v in self.verbs], *[f"asked_{v}" for v in self.verbs], *_PLACE),
            *(*[f"is_{s.name}".lower() for s in _STATES], *[f"role_{r.name}".lower() for r in _ROLES]),
        )
        self._extra_actions = [Wait() if name == "wait" else key_action(name) for name in self.extras]
        self._click_only = clicks_alone(env)
        allowed = [name not in keys or not self._click_only for name in self.extras]
        self._extras_mask = np.array(allowed, np.bool_)
        rows = (observed["a11y_text"].shape or (0,))[0]
        self._layout = ElementLayout(rows, VERBS, ("type",), texts, keys or ("enter",))
        self._masks = ElementMasks(self._layout)
        self.observation_space = spaces.Dict({"elements": spaces.Box(0.0, 1.0, (k, len(self.features)), np.float32)})
        self.action_space = spaces.Discrete(k * len(self.verbs) + len(self.extras))
        self._instruction = InstructionMatch("")
        self._texts: tuple[str, ...] = ()
        self._acted: dict[_Key, int] = {}
        self._last: _Key | None = None
        self._tree = Tree((), (1, 1))
        self._rows: list[int] = []
        self._keys: list[_Key] = []
        self._mask = np.zeros(int(self.action_space.n), np.bool_)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The elements of this step by rank, at most k."""
        return tuple([self._tree.node(row) for row in self._rows])

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, NDArray[np.float32]], InfoDict]:
        """Begin an episode, and read its instruction."""
        _, info = self.env.reset(seed=seed, options=options)
        self._instruction = InstructionMatch(info["instruction"])
        self._texts = text_candidates(info["instruction"], self._layout.candidates)
        acted, self._last = state_in(options, self) or ((), None)
        self._acted = dict(acted)
        return self._observed(), {**info, "action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[dict[str, NDArray[np.float32]], SupportsFloat, bool, bool, InfoDict]:
        """Do a verb on a rank, or an extra, in one or a few steps of the environment.

        Raises:
            ActionError: The action is not in the action space.
        """
        parts = self.actions(action)
        rank = int(action) // len(self.verbs)
        self._last = self._keys[rank] if rank < len(self._keys) else None
        if self._last is not None:
            self._acted[self._last] = self._acted.get(self._last, 0) + 1
        _, reward, terminated, truncated, info = step_through(self.env, parts)
        return self._observed(), reward, terminated, truncated, {**info, "action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the actions that are possible now: bool (action_space.n,), new."""
        return self._mask.copy()

    def actions(self, number: Any) -> tuple[Action, ...]:
        """Return the ordinary actions that a number of the action space means on this screen.

        Raises:
            ActionError: It is not in the action space.
        """
        if not self.action_space.contains(number):
            raise ActionError(f"Expected a number from 0 to {len(self._mask) - 1}, got {number!r}.")
        rank, verb = divmod(int(number), len(self.verbs))
        name = f"{self.verbs[verb]} on rank {rank}"
        extra = int(number) - self.k * len(self.verbs)
        if extra >= 0:
            name = self.extras[extra]
        if not self._mask[number]:
            return (Invalid(name, "this action is masked: it is not possible on this screen"),)
        if extra >= 0:
            return (self._extra_actions[extra],)
        text = verb - len(VERBS)
        typed = self._texts[text] if text >= 0 else ""
        node = self._tree.node(self._rows[rank])
        return actions_on(node, self._asks[verb], self._tree.size, typed, self._click_only)

    def snapshot_state(self) -> object:
        """Return the elements that were acted on: see `omnigym.envs.snapshots`."""
        return tuple(self._acted.items()), self._last

    def _observed(self) -> dict[str, NDArray[np.float32]]:
        """Rank the elements of the screen, set the mask, and return the features."""
        elements = np.zeros((self.k, len(self.features)), np.float32)
        self._mask[:] = False
        self._mask[self.k * len(self.verbs) :] = self._extras_mask
        try:
            self._tree = tree_on(self.env, "")
        except DeviceError:  # the episode has just ended because of it
            self._rows, self._keys = [], []
            return {"elements": elements}
        possible = self._possible()
        names = [name or value for b in self._tree.blocks for name, value in zip(b.names, b.values, strict=True)]
        self._rows = self._ranks(names, np.flatnonzero(possible.any(1)).tolist())
        if self._rows:
            can, described = possible[self._rows], self._described([names[row] for row in self._rows])
            self._mask[: can.size] = can.ravel()
            elements[: len(can)] = np.concatenate((*described[:1], can, can & described[1], *described[2:]), 1)
        return {"elements": elements}

    def _possible(self) -> NDArray[np.bool_]:
        """Return which verbs are possible on each node: bool (nodes, V)."""
        layout = self._layout
        mask = self._masks.of(self._tree, len(self._texts))
        verbs = mask[: layout.text_start].reshape(layout.nodes, -1)
        texts = mask[layout.text_start : layout.key_start].reshape(layout.nodes, -1)
        return np.concatenate((verbs, texts), 1)

    def _ranks(self, names: list[str], rows: list[int]) -> list[int]:
        """Return the rows of the tree by rank, at most k."""
        of = self._instruction.of
        # the sort is stable: the tree's order decides between equals
        return sorted(rows, key=lambda row: of(names[row]).rank, reverse=True)[: self.k]

    def _described(self, names: list[str]) -> tuple[NDArray[Any], ...]:
        """Return the features of the ranked elements: match and past, verbs asked for, bounds, states, roles."""
        tree, rows, instruction = self._tree, self._rows, self._instruction
        roles, states = (np.concatenate([getattr(b, c) for b in tree.blocks])[rows] for c in ("roles", "states"))
        self._keys = list(zip(roles.tolist(), names, strict=True))
        matches = [instruction.of(name) for name in names]
        about = [
            (
                *(1.0, match.quoted, match.said, match.share, match.early),
                bool(_KINDS[key[0]] & instruction.words(match.sentence)),
                window,
                *(min(_ACTED * self._acted.get(key, 0), 1.0), key == self._last),
            )
            for key, match, window in zip(self._keys, matches, self._windows(), strict=True)
        ]
        asked = [instruction.verbs_asked(match.sentence) for match in matches]
        bounds = np.concatenate([b.bounds for b in tree.blocks])[rows] / (tree.size * 2)
        return (
            np.array(about, np.float32),
            np.array([[verb in verbs for verb in self._asks] for verbs in asked]),
            bounds.clip(0, 1),
            (states[:, None] & _STATE_BITS) != 0,
            roles[:, None] == _ROLE_NUMBERS,
        )

    def _windows(self) -> list[float]:
        """Return the share of the words of each ranked element's window that the instruction has."""
        blocks = self._tree.blocks
        shares: list[float] = []
        for block in blocks:
            base, above = len(shares), self._tree.above(block)
            outside = shares[above] if above >= 0 else 0.0
            for role, parent, name in zip(block.roles.tolist(), block.parents.tolist(), block.names, strict=True):
                if role in _WINDOWS:
                    shares.append(self._instruction.of(name).share)
                else:
                    shares.append(shares[base + parent] if parent >= 0 else outside)
        return [shares[row] for row in self._rows]
