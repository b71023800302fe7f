"""The arguments of the environments, each declared once: its type, its default and its documentation.

`declare` makes the signature and the list in the docstring of an environment from the declaration. `complete` checks
the names of the given arguments and adds the defaults. `omnigym.envs.arguments` checks the values.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, NamedTuple, TypedDict, TypeVar, cast, get_args, get_type_hints

from omnigym.devices.protocol import Platform, Variation
from omnigym.envs.arguments import ArraySizes, EpisodeLimits
from omnigym.envs.rewards import RewardName
from omnigym.errors import UnknownNameError
from omnigym.spaces.observation import ObservationMode
from omnigym.tasks.parameter_sampling import Parameters

__all__ = ["Declared", "EpisodeArguments", "MultiDeviceArguments", "OmniEnvArguments", "complete", "declare"]

_Arguments = TypeVar("_Arguments", bound="EpisodeArguments")
_Class = TypeVar("_Class", bound=type)

_PLACE = "{arguments}"


class Declared(NamedTuple):
    """The declaration of an argument, beside its type.

    Attributes:
        default: Its value where it is not given.
        doc: Its documentation in Markdown; "" where the docstring of the environment has it.
    """

    default: object
    doc: str = ""


class EpisodeArguments(TypedDict, total=False):
    """The keyword arguments of every environment of episodes."""

    split: Annotated[
        str | None,
        Declared(
            None,
            '``"train"``, ``"heldout"``, ``"test"`` or None for all, by a stable hash of subtask and parameters.',
        ),
    ]
    observation: Annotated[
        ObservationMode,
        Declared(
            "both",
            '``"both"``, ``"pixels"`` or ``"a11y"``.',
        ),
    ]
    reward: Annotated[
        RewardName,
        Declared(
            "completion",
            '``"completion"``, ``"coverage"``, ``"sparse"`` or ``"progress"``.',
        ),
    ]
    max_steps: Annotated[
        int | None,
        Declared(
            None,
            "the step limit; None for the task's own.",
        ),
    ]
    limits: Annotated[
        EpisodeLimits | Mapping[str, object] | None,
        Declared(
            None,
            "the other limits, `omnigym.envs.arguments.EpisodeLimits` or a mapping of its fields: "
            "``max_idle_steps`` (None for the task's own, which composed tasks have), ``max_invalid``, "
            "``reset_retries``.",
        ),
    ]
    gamma: Annotated[
        float,
        Declared(
            0.99,
            'the discount of ``reward="progress"``.',
        ),
    ]
    sizes: Annotated[
        ArraySizes | Mapping[str, object] | None,
        Declared(
            None,
            "the sizes N, L and I of the arrays, `omnigym.envs.arguments.ArraySizes` or a mapping of its fields: "
            "``nodes``, ``text_length``, ``instruction_length``.",
        ),
    ]
    node_status: Annotated[
        bool,
        Declared(
            False,
            "whether the progress of the task's nodes is observed.",
        ),
    ]
    render_mode: Annotated[
        str | None,
        Declared(
            None,
            '``"rgb_array"``, ``"human"`` (each step is shown in a window; needs ``omnigym[human]``) or None.',
        ),
    ]
    writable_screenshots: Annotated[
        bool,
        Declared(
            False,
            "whether screenshots may be written to, as PyTorch wishes of arrays that it takes without a copy; "
            "each step then copies one, and a vector environment those of all.",
        ),
    ]
    variation: Annotated[
        Variation,
        Declared(
            "none",
            'what the seed changes of the start: ``"none"``, ``"layout"`` (theme, colours, scale, the order of '
            'icons, the places and sizes of windows) or ``"all"`` (also what lies around, and the day). See the '
            'page on variation. Published scores are those of ``"none"``.',
        ),
    ]
    parameters: Annotated[
        Parameters | None,
        Declared(
            None,
            '``"fixed"`` for the written parameter sets of the tasks, ``"drawn"`` for parameters from generators, '
            'where a task has some; None for ``"drawn"`` with ``variation="all"`` and else ``"fixed"``. A drawn '
            "task has an id of its own (``files/create-folder@2@drawn-17``), by which it can be chosen again.",
        ),
    ]
    end_actions: Annotated[
        bool,
        Declared(
            False,
            "whether the action space has DONE and FAIL (and ``invalid``), which a random agent would end most "
            "episodes with. Without, the values ``Done()`` and ``Fail()`` of `omnigym.actions` still end an "
            "episode.",
        ),
    ]
    cursor: Annotated[
        bool,
        Declared(
            False,
            "whether the pointer is drawn onto screenshots, recorded and rendered ones too. It is that of the X "
            "server on a real desktop, else an arrow at the place of the last action. A phone shows none: there "
            "is a finger.",
        ),
    ]
    audio: Annotated[
        bool,
        Declared(
            False,
            "whether the sound since the step before is observed; ``sizes`` has ``audio_samples``. See the page "
            "on sound.",
        ),
    ]
    video: Annotated[
        bool,
        Declared(
            False,
            "whether small frames of the screen since the step before are observed; ``sizes`` has ``video_frames``.",
        ),
    ]
    spoken_instruction: Annotated[
        bool,
        Declared(
            False,
            "whether the instruction is given as speech instead of text (OmniGUI A.1): the array of that name has "
            'it, and ``instruction`` and ``info["instruction"]`` are empty. `reset` refuses a task that has no '
            "spoken form. ``sizes`` has ``spoken_samples``.",
        ),
    ]


class OmniEnvArguments(EpisodeArguments, total=False):
    """The keyword arguments of `omnigym.envs.OmniEnv`."""

    resolution: Annotated[
        Sequence[int] | None,
        Declared(
            None,
            "the logical screen's (width, height) in pixels; another one lays everything out anew.",
        ),
    ]
    screenshot_size: Annotated[
        Sequence[int] | None,
        Declared(
            None,
            "the (width, height) that is seen of it, averaged over areas; None for all of it.",
        ),
    ]
    disturbances: Annotated[
        bool | str | Sequence[str],
        Declared(
            False,
            "what happens that nobody asked for, the adaptive level of OS-MAP (L3): True for all that the device "
            "has, or some of `omnigym.devices.protocol.DISTURBANCES`. What happens when follows from the seed; "
            "off by default. See the page on disturbances.",
        ),
    ]
    platform: Annotated[
        Platform | None,
        Declared(
            None,
            'what the device must stand for ("windows", "linux", "android", "web"); None for any. A name then '
            'means the configuration of its backend that does: ``"sim"`` the phone, where the platform is '
            "Android, and Ubuntu, where it is Linux.",
        ),
    ]
    screen: Annotated[
        Sequence[int] | None,
        Declared(
            None,
            "the (width, height) of the screen of a device that is given by its name, unless ``resolution`` says "
            "another; None for the device's own. A machine that is only reached keeps its screen.",
        ),
    ]


class MultiDeviceArguments(EpisodeArguments, total=False):
    """The keyword arguments of `omnigym.envs.MultiDeviceEnv`."""

    resolution: Annotated[Sequence[int] | Mapping[str, Sequence[int] | None] | None, Declared(None)]
    screenshot_size: Annotated[Sequence[int] | Mapping[str, Sequence[int] | None] | None, Declared(None)]
    disturbances: Annotated[bool | str | Sequence[str] | Mapping[str, bool | str | Sequence[str]], Declared(False)]
    platforms: Annotated[Mapping[str, Platform] | None, Declared(None)]


def _declarations(kind: type[EpisodeArguments]) -> dict[str, tuple[object, Declared]]:
    """The type and the declaration of each argument, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: (get_args(hint)[0], get_args(hint)[1]) for name, hint in hints.items()}


def complete(kind: type[_Arguments], given: _Arguments, own: Collection[str]) -> _Arguments:
    """Return the given arguments, with the defaults of those that are not given.

    Args:
        kind: The declarations.
        given: The arguments.
        own: The names that the environment takes besides, for the error.

    Raises:
        UnknownNameError: There is no such argument.
    """
    known = _declarations(kind)
    for name in given:
        if name not in known:
            raise UnknownNameError("argument", name, (*own, *known))
    return cast(_Arguments, {name: declared.default for name, (_, declared) in known.items()} | given)


def declare(kind: type[EpisodeArguments]) -> Callable[[_Class], _Class]:
    """Give an environment the signature and the documentation of its arguments.

    The environment takes them as ``**arguments``; their list replaces "{arguments}" in its docstring.
    """

    def decorate(environment: _Class) -> _Class:
        known = _declarations(kind)
        keywords = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=declared.default, annotation=hint)
            for name, (hint, declared) in known.items()
        ]
        function = vars(environment)["__init__"]
        own = inspect.signature(function).parameters.values()
        function.__signature__ = inspect.Signature([p for p in own if p.kind is not p.VAR_KEYWORD] + keywords)
        lines = [f"- ``{name}``: {declared.doc}" for name, (_, declared) in known.items() if declared.doc]
        environment.__doc__ = inspect.cleandoc(environment.__doc__ or "").replace(_PLACE, "\n".join(lines))
        return environment

    return decorate
