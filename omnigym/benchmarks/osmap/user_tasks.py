"""Tasks that take the user: somebody has to sign in, and the agent knows neither the address nor the password (B.5)."""

from __future__ import annotations

import random
import string
from collections.abc import Mapping
from functools import cache
from typing import Final

from omnigym.benchmarks.osmap.scopes import slug
from omnigym.benchmarks.osmap.signing_in import SIGN_IN
from omnigym.sim.sites.accounts import HOST, SERVICES, digest
from omnigym.tasks.task import Task, TaskNode

__all__ = ["user_tasks"]

#: Their scenarios in the hierarchy of demands.
_SCENARIOS: Final[Mapping[str, str]] = {
    "library": "Public Space",
    "energy": "Transaction Management",
    "register": "Citizen Service",
    "school": "Online Courses",
    "parking": "Cars",
    "clinic": "Calendar",
}
_LETTERS: Final = string.ascii_letters + string.digits + "-_!"


@cache
def user_tasks() -> tuple[Task, ...]:
    """A task of L2 for each service behind the sign-in page."""
    return tuple(_task(service) for service in _SCENARIOS)


def _task(service: str) -> Task:
    rng = random.Random(f"{HOST} {service}")
    secrets = {
        "email": f"alex.{''.join(rng.choices(string.ascii_lowercase, k=7))}@lakeside.example",
        "password": "".join(rng.choices(_LETTERS, k=14)),
    }
    told = SERVICES[service]
    values = {"service": service, "title": told.title, "action": told.action, "digest": digest(service, **secrets)}
    return Task(
        id=f"osmap/L2/{slug(_SCENARIOS[service])}/{service}-account",
        nodes=(TaskNode("sign_in", SIGN_IN, values),),
        instruction=f"Sign in to {told.title} at {HOST}/{service}, and choose '{told.action}' there. I fill in my "
        "e-mail address and my password myself: click the field, then call me.",
        suite="osmap",
        level="L2",
        scenario=_SCENARIOS[service],
        tags=("user",),
        max_steps=15,
        secrets=secrets,
    )
