"""The environment ids."""

from __future__ import annotations

import gymnasium

__all__ = ["register_all"]

_ENTRY = "omnigym.envs.env:OmniEnv"


def register_all() -> None:
    """Register every id that can run; done once, by ``import omnigym``.

    No `TimeLimit` and no `PassiveEnvChecker`: the environment owns its step limit, and the checker costs more than a
    step does (the tests run ``check_env`` on every id).
    """
    gymnasium.register(
        "OmniBench-Win11-v0",
        entry_point=_ENTRY,
        disable_env_checker=True,
        kwargs={"device": "sim", "platform": "windows"},
    )
    gymnasium.register(
        "OmniBench-Android-v0",
        entry_point=_ENTRY,
        disable_env_checker=True,
        kwargs={"device": "sim", "platform": "android"},
    )
    gymnasium.register(
        "OmniBench-Linux-v0",
        entry_point=_ENTRY,
        disable_env_checker=True,
        nondeterministic=True,
        kwargs={"device": "x11", "platform": "linux"},
    )
    gymnasium.register(
        "OmniBench-Web-v0",
        entry_point=_ENTRY,
        disable_env_checker=True,
        nondeterministic=True,
        kwargs={"device": "chromium", "platform": "web"},
    )
