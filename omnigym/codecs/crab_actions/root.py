"""CRAB's actions that belong to no device: waiting, and ending a task."""

from __future__ import annotations

from typing import Annotated

from pydantic import AliasChoices, Field

from omnigym.actions import Action, Done, Submit, Wait
from omnigym.codecs.functions import action

__all__ = ["complete", "submit", "wait"]


@action()
def wait() -> Action:
    """Wait for the device."""
    return Wait()


@action()
def submit(answer: Annotated[str, Field(validation_alias=AliasChoices("answer", "content"))]) -> Action:
    """Give the answer to a task that asks for one."""
    return Submit(answer)


@action()
def complete() -> Action:
    """Say that the task is complete."""
    return Done()
