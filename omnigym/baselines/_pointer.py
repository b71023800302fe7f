"""A policy that points: it scores every accessibility node, not a fixed set of actions.

The extractor reads the ``a11y_`` arrays, the instruction and the text candidates of `omnigym.wrappers.ElementActions`
and gives a vector a node and one for the screen; the head turns them into a logit a (verb, node), a
(verb, node, text candidate) and a key, in the order of `omnigym.wrappers.ElementLayout`. So what was learned about
a button holds wherever the button is, and a name that it has never seen is still "the node whose name the
instruction quotes".
"""

from __future__ import annotations

from typing import Any, cast

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor, nn

from omnigym.a11y import N_STATES, Role
from omnigym.wrappers import ElementLayout

__all__ = ["NodeFeatures", "PointerPolicy"]

_NAMES = 2048  # buckets that texts of nodes are hashed into
#: What these say is the user's, not the program's: such a node is known by what the instruction says of it.
_CONTENT = (Role.LIST_ITEM, Role.ROW, Role.CELL, Role.PARAGRAPH, Role.DOCUMENT, Role.TEXT, Role.WINDOW, Role.TITLEBAR)
_START = 8  # characters that say what a control is, whatever value follows
_GRAMS = 4096  # buckets that the instruction's character 4-grams are hashed into
_ROLES = 256
_PRIME = 1_000_003


class NodeFeatures(BaseFeaturesExtractor):
    """From the observation to (B, (N + 1) D): N node vectors, then the screen's.

    Args:
        space: Of `ElementActions`: ``a11y_bounds`` (N, 4), ``a11y_role`` (N,), ``a11y_states`` (N, 24), ``a11y_text``
            (N, L), ``a11y_overlap`` (N, 2), ``a11y_mask`` (N,), ``instruction`` (I,), ``text_candidates`` (C, L).
        nodes: Only the first (frontmost) nodes are looked at.
        width: D.
    """

    def __init__(self, space: spaces.Dict, nodes: int, width: int = 64) -> None:
        super().__init__(space, (nodes + 1) * width)
        self.nodes, self.width = nodes, width
        candidates, length = cast("tuple[int, int]", space["text_candidates"].shape)
        doings = int(cast("spaces.Box", space["last_doing"]).high[0]) + 1
        self._powers = torch.tensor([pow(31, i, _PRIME) for i in range(length)])
        self._role = nn.Embedding(_ROLES, 16)
        self._start = nn.Embedding(_NAMES, 32)
        self._is_control = torch.tensor([r not in _CONTENT for r in range(_ROLES)], dtype=torch.float32)[:, None]
        self._grams = nn.EmbeddingBag(_GRAMS, 48, mode="mean")
        self._last = nn.Embedding(doings, 16)
        for table in (self._start, self._grams, self._last):
            nn.init.normal_(table.weight, std=0.3)
        own, shared = 16 + 32 + N_STATES + 4 + 2 + candidates + 2, 48 + 16
        self._own, self._shared = nn.Linear(own, width), nn.Linear(shared, width, bias=False)
        self._node = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self._screen = nn.Sequential(nn.Linear(2 * width + shared, width), nn.ReLU())

    def _hash(self, codes: Tensor) -> Tensor:
        """A bucket for each row of codes."""
        return (codes.long() * self._powers[: codes.shape[-1]]).sum(-1) % _PRIME % _NAMES

    def forward(self, obs: dict[str, Tensor]) -> Tensor:
        """(B, (N + 1) D), float32."""
        n = self.nodes
        names, wanted, said = (_lower(obs[k].byte()) for k in ("a11y_text", "text_candidates", "instruction"))
        names, roles = names[:, :n], obs["a11y_role"][:, :n].long()
        # the padding's gram is bucket 0 in every instruction: it only shifts the mean
        instruction = self._grams(_grams(_lower(obs["template"].byte())).long())
        shared = torch.cat((instruction, self._last(obs["last_doing"][:, 0].long())), -1)
        mask = obs["a11y_mask"][:, :n, None].float()
        own = (
            self._role(roles),
            self._start(self._hash(names[..., :_START])) * self._is_control[roles],
            obs["a11y_states"][:, :n].float(),
            obs["a11y_bounds"][:, :n],
            obs["a11y_overlap"][:, :n],
            _begins_with(names, wanted, self._powers).float(),
            _mention(_grams(names[..., :4]), _grams(said)),
        )
        # what all nodes share is multiplied once, not once a node
        vectors = self._node(self._own(torch.cat(own, -1)) + self._shared(shared)[:, None]) * mask
        mean = vectors.sum(1) / mask.sum(1).clamp(min=1)
        screen = self._screen(torch.cat((vectors.amax(1), mean, shared), -1))
        return torch.cat((vectors.flatten(1), screen), 1)


def _lower(codes: Tensor) -> Tensor:
    """Latin letters small."""
    return torch.where((codes >= 65) & (codes <= 90), codes + 32, codes)


def _grams(codes: Tensor) -> Tensor:
    """Buckets of all runs of four characters: uint8 (..., L) to int16 (..., L - 3)."""
    codes = codes.int()
    a, b, c, d = codes[..., :-3], codes[..., 1:-2], codes[..., 2:-1], codes[..., 3:]
    return ((a * 29_791 + b * 961 + c * 31 + d) % _GRAMS).short()


def _begins_with(names: Tensor, wanted: Tensor, powers: Tensor) -> Tensor:
    """Whether a node's text is a candidate, or one followed by more, by hashes of all its beginnings.

    uint8 (B, N, L) and (B, C, L) to bool (B, N, C).
    """
    lengths = (wanted > 0).sum(-1)
    last = (lengths - 1).clamp(min=0)
    begun = (names.long() * powers).cumsum(-1).gather(2, last[:, None].expand(-1, names.shape[1], -1))
    whole = (wanted.long() * powers).sum(-1)
    return (begun == whole[:, None]) & (lengths > 0)[:, None]


def _mention(start: Tensor, grams: Tensor) -> Tensor:
    """Whether and where the instruction first mentions a node, by its first four characters.

    int16 (B, N, 1) and (B, G) buckets to float32 (B, N, 2).
    """
    places = torch.arange(grams.shape[1], dtype=torch.float32).expand(grams.shape[0], -1)
    first = torch.full((grams.shape[0], _GRAMS), torch.inf)
    first.scatter_reduce_(1, grams.long(), places, "amin")
    place = first.gather(1, start[..., 0].long())
    hit = place.isfinite() & (start[..., 0] > 0)
    return torch.stack((hit.float(), torch.where(hit, place / 64.0, 0.0)), -1)


class _PointerHead(nn.Module):
    """From (B, (N + 1) D) to the logits of every action."""

    def __init__(self, layout: ElementLayout, width: int) -> None:
        super().__init__()
        self._layout, self._width = layout, width
        self._nodes, self._screen = nn.Linear(width, width), nn.Linear(width, width, bias=False)
        self._verbs = nn.Linear(width, len(layout.verbs))
        self._texts = nn.Linear(width, len(layout.text_verbs) * layout.candidates)
        self._keys = nn.Linear(width, len(layout.keys))
        for out in (self._verbs, self._texts, self._keys):  # start near the uniform policy
            nn.init.orthogonal_(out.weight, gain=0.01)
            nn.init.zeros_(out.bias)

    def forward(self, features: Tensor) -> Tensor:
        """(B, A), float32."""
        nodes, screen = features[:, : -self._width], features[:, -self._width :]
        nodes = nodes.reshape(-1, self._layout.nodes, self._width)
        scored = torch.relu(self._nodes(nodes) + self._screen(screen)[:, None])
        return torch.cat((self._verbs(scored).flatten(1), self._texts(scored).flatten(1), self._keys(screen)), 1)


class _ScreenValue(nn.Module):
    """The value, from the screen's vector alone."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width
        self._out = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, features: Tensor) -> Tensor:
        """(B, 1), float32."""
        value: Tensor = self._out(features[:, -self._width :])
        return value


class PointerPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with the pointing head in the place of its action layer.

    Args:
        layout: Of the `ElementActions` wrapper.
        width: D, the size of a node's vector.
    """

    def __init__(self, *args: Any, layout: ElementLayout, width: int = 64, **kwargs: Any) -> None:
        self._layout, self._width = layout, width
        kwargs.update(
            net_arch=[],
            features_extractor_class=NodeFeatures,
            features_extractor_kwargs={"nodes": layout.nodes, "width": width},
            normalize_images=False,
        )
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        self.action_net = _PointerHead(self._layout, self._width)
        self.value_net = _ScreenValue(self._width)  # type: ignore[assignment] # SB3 only calls it
        optimizer: Any = self.optimizer_class
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, object]:
        return {**super()._get_constructor_parameters(), "layout": self._layout, "width": self._width}
