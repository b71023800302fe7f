"""The arguments of the environments: one declaration, from which signature, documentation and checks follow."""

from __future__ import annotations

import inspect
from typing import Any

import gymnasium
import pytest

from omnigym.envs import MultiDeviceEnv, OmniEnv
from omnigym.envs.declaration import EpisodeArguments, MultiDeviceArguments, OmniEnvArguments, complete
from omnigym.errors import UnknownNameError

ENVIRONMENTS: list[tuple[type[gymnasium.Env[Any, Any]], type[EpisodeArguments], list[str]]] = [
    (OmniEnv, OmniEnvArguments, ["device", "tasks"]),
    (MultiDeviceEnv, MultiDeviceArguments, ["devices", "tasks"]),
]


@pytest.mark.parametrize(("environment", "kind", "own"), ENVIRONMENTS)
def test_the_signature_has_what_is_declared(environment: Any, kind: type[EpisodeArguments], own: list[str]) -> None:
    parameters = inspect.signature(environment).parameters
    assert list(parameters) == [*own, *kind.__annotations__]
    defaults = complete(kind, {}, ())
    assert {n: p.default for n, p in parameters.items() if n not in own} == dict(defaults)


def test_a_subclass_has_its_own_signature() -> None:
    class Small(OmniEnv):
        def __init__(self, side: int) -> None:
            super().__init__("fake", resolution=(side, side))

    assert list(inspect.signature(Small).parameters) == ["side"]


def test_every_argument_is_documented() -> None:
    documentation = inspect.getdoc(OmniEnv) or ""
    assert "{arguments}" not in documentation
    for name in inspect.signature(OmniEnv).parameters:
        assert f"\n- ``{name}``: " in documentation, name


@pytest.mark.parametrize(("environment", "device"), [(OmniEnv, "fake"), (MultiDeviceEnv, {"desk": "fake"})])
def test_an_unknown_argument_is_an_error_with_a_close_name(environment: Any, device: object) -> None:
    with pytest.raises(UnknownNameError, match=r"Unknown argument 'spilt'\. Did you mean 'split'"):
        environment(device, spilt="train")


@pytest.mark.parametrize(
    ("env_id", "typed", "meant"),
    [
        ("OmniBench-Win11-v0", "task", "tasks"),
        ("Crab-Cross-v0", "devces", "devices"),
        ("OmniACT-v0", "rul", "rule"),
        ("OSMap-Desktop-v0", "max_step", "max_steps"),
    ],
)
def test_every_environment_says_a_close_name(env_id: str, typed: str, meant: str) -> None:
    with pytest.raises(UnknownNameError, match=f"Did you mean '{meant}'"):
        gymnasium.make(env_id, **{typed: None})
