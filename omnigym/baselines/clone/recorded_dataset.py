"""Examples from recorded episodes: their steps in node actions, with the learner's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from omnigym.a11y import Role
from omnigym.actions import Done, Type, pixel
from omnigym.baselines.clone.demonstration_dataset import Example, own_words
from omnigym.baselines.clone.survey import Survey, shown_in, spelt_in, words_in
from omnigym.baselines.policy.instruction_features import History, View
from omnigym.baselines.policy.modality import NODES, Senses
from omnigym.baselines.policy.view import view_of
from omnigym.baselines.policy.vocabulary import Vocabulary
from omnigym.devices.interval_recorder import area_averaged
from omnigym.errors import ConfigError
from omnigym.recording.demonstrations import Demonstration, read_demonstrations
from omnigym.wrappers.cells import CellCodec, grid_of
from omnigym.wrappers.node_action_codec import NodeActionCodec
from omnigym.wrappers.node_action_encoder import NodeActionEncoder
from omnigym.wrappers.node_layout import GESTURES, NODE_VERBS, Choice, NodeLayout
from omnigym.wrappers.node_text import tokens

#: On these a click does the same wherever it hits them.
_WHOLE = frozenset(
    (
        *(Role.BUTTON, Role.TOGGLE, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.MENU_ITEM, Role.TAB, Role.LINK),
        *(Role.LIST_ITEM, Role.TREE_ITEM, Role.ICON),
    )
)

__all__ = ["examples_of", "recorded_examples", "survey_of_recorded"]


def _demonstrations(
    data: Sequence[str], device: str, trees: bool = False, screens: bool = False
) -> Iterator[Demonstration]:
    for source in data:
        found = False
        for demonstration in read_demonstrations(source, trees, screens):
            found = True
            if demonstration.device != device:
                raise ConfigError(
                    f"The data {source!r} were recorded on the device {demonstration.device!r}, and the environment's "
                    f"is {device!r}. Name the environment that they were recorded in: --env"
                )
            yield demonstration
        if not found:
            raise ConfigError(f"No episode in {source!r} succeeded, so that there is nothing to learn from.")


def survey_of_recorded(data: Sequence[str], device: str, senses: Senses = NODES) -> tuple[Survey, int]:
    """Return the survey of recorded episodes, task by task, and the longest instruction in tokens.

    Args:
        data: Sources, as `read_demonstrations` takes them.
        device: The name of the device that they have to be of.
        senses: What the learner looks at; who sees pixels is told the words of instructions alone.

    Raises:
        ConfigError, RecordingError: As `read_demonstrations`; they are of another device; none succeeded.
    """
    words: dict[str, set[str]] = {}
    typed: dict[str, set[str]] = {}
    longest = 0
    shown = lru_cache(maxsize=4096)(shown_in)
    for d in _demonstrations(data, device, trees=senses.screen is None):
        met, spelt = words.setdefault(d.task_id, set()), typed.setdefault(d.task_id, set())
        met |= words_in(d.instruction)
        for tree in d.trees:
            met.update(*map(shown, tree.blocks))
        for action in d.actions:
            if isinstance(action, Type):
                spelt.update(spelt_in(d.instruction, action.text))
        longest = max(longest, len(tokens(d.instruction)))
    return Survey(list(words.values()), list(typed.values())), longest


def recorded_examples(
    data: Sequence[str],
    device: str,
    layout: NodeLayout,
    vocabulary: Vocabulary,
    senses: Senses = NODES,
    size: tuple[int, int] = (0, 0),
) -> list[list[Example]]:
    """Return the examples of successful recorded episodes.

    Of an episode with an action that cannot be said there are none. Of an action that is several node actions, each is
    seen on the screen before the first, as there is no other; a DONE at the end is left out. A click anywhere on a
    control such as a button, as a person makes it, is one on the control.

    Args:
        data, device: As of `survey_of_recorded`.
        layout: Of the node actions.
        vocabulary: The words that are known.
        senses: What the learner looks at.
        size: (width, height) of the device's screen in pixels, for who sees pixels.

    Raises:
        ConfigError, RecordingError: As of `survey_of_recorded`.
    """
    found = _demonstrations(data, device, trees=senses.screen is None, screens=senses.screen is not None)
    return [steps for d in found if (steps := examples_of(d, layout, vocabulary, senses, size))]


def examples_of(
    d: Demonstration,
    layout: NodeLayout,
    vocabulary: Vocabulary,
    senses: Senses = NODES,
    size: tuple[int, int] = (0, 0),
) -> list[Example]:
    """Return the examples of one episode; see `recorded_examples`."""
    history, seen = History(), list[tuple[View, Choice]]()
    actions = d.actions[:-1] if isinstance(d.actions[-1], Done) else d.actions
    for n, action in enumerate(actions):
        codec = _codec(d, n, layout, senses, size)
        choices = NodeActionEncoder(codec).encode_in_full(action)
        if choices is None:
            return []
        for choice in map(partial(_aimed, codec), choices):
            seen.append((view_of(codec, history, vocabulary), choice))
            history.add(codec, choice, vocabulary)
    own = frozenset(own_words(d.instruction, d.parameters))
    values = frozenset(map(vocabulary.number, own)) - {0}
    return [Example(view, choice, values, len(seen) - n, own=own) for n, (view, choice) in enumerate(seen)]


def _codec(d: Demonstration, step: int, layout: NodeLayout, senses: Senses, size: tuple[int, int]) -> NodeActionCodec:
    """What there was to see before a step."""
    if senses.screen is None:
        return NodeActionCodec(layout, d.trees[step], d.instruction, may_end=False)
    shot = d.screens[step]
    if shot.shape[1::-1] != senses.screen:
        shot = area_averaged(shot, senses.screen)
    tree = grid_of(size, *senses.grid)
    return CellCodec(layout, tree, d.instruction, may_end=False, grid=senses.grid, screenshot=shot)


def _aimed(codec: NodeActionCodec, choice: Choice) -> Choice:
    """A click beside the middle of a control, as one on the control."""
    if "gesture" not in choice or choice["modifiers"]:
        return choice
    verb = GESTURES[choice["gesture"]]
    can = codec.nodes[NODE_VERBS.index(verb)]
    node = codec.tree.hit(*pixel(codec.point(choice["node"], choice["x"], choice["y"]), codec.tree.size))
    while node is not None and node.parent >= 0 and not (node.index < codec.layout.nodes and can[node.index]):
        node = codec.tree.node(node.parent)  # what is written on a button is in the button
    whole = node is not None and node.index < codec.layout.nodes and can[node.index] and node.role in _WHOLE
    return codec.named(verb, node=node.index) if node is not None and whole else choice
