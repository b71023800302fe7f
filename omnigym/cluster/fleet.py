"""The servers of environments that a driver has on a cluster: started where room exists, watched, and returned.

Ray places an actor where its needs are met, and starts it again when it dies, on another node if its own is gone. All
that is told by an actor's address: after a restart it is another one. Steps do not come by here; they go straight to
the server (`omnigym.serve.link`).
"""

from __future__ import annotations

import logging
import math
import os
import secrets
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from omnigym.cluster.actors import ActorLook, EnvActor
from omnigym.cluster.needs import Needs, needs_of
from omnigym.cluster.nodes import could_hold, exceptions, ray, reach, room_for
from omnigym.errors import ConfigError, ServerBusyError, WorkerLostError
from omnigym.plugins import plugins
from omnigym.serve.link import Link

__all__ = ["Fleet", "Place"]

_LOG = logging.getLogger(__name__)
#: So often Ray starts an actor again.
_RESTARTS: Final = 5
#: How often actors are looked at, in seconds.
_LOOK_S: Final = 0.5
#: An actor that does not answer for so long is killed.
_SILENT_S: Final = 30.0
#: How long devices may take to close, in seconds.
_END_S: Final = 20.0
#: How long environments wait for the last of their actors when others have room, in seconds.
_SETTLE_S: Final = 60.0
#: Room that was given back is seen after so many seconds; until then there may be more than it seems.
_LAG_S: Final = 5.0
#: After so many actors in a row that could not be made, who waits for one gets an error.
_FAILURES: Final = 3
#: Environments of one actor, where the cluster has no room for more actors.
_CROWDED: Final = 16


@dataclass(eq=False)
class Place:
    """A server on a node.

    Attributes:
        url: Where it is; "" until it is up.
        node: The id of its node.
        taken: How many environments are there, or will be.
        draining: Whether no new episode begins there.
        gone: Whether it is lost.
        links: The connections that are cut when it is.
    """

    actor: Any
    url: str = ""
    node: str = ""
    taken: int = 0
    draining: bool = False
    gone: bool = False
    links: set[Link] = field(default_factory=set)
    looked: Any = None
    heard: float = field(default_factory=time.monotonic)
    idle_since: float = field(default_factory=time.monotonic)

    @property
    def good(self) -> bool:
        """Whether an episode may begin there."""
        return bool(self.url) and not self.gone and not self.draining


class Fleet:
    """Actors with one set of environments; a context manager. May be used by several environments of a process.

    Args:
        address: The cluster's, as of `omnigym.cluster.nodes.reach`.
        envs: The ids that actors give, and the device of each; None for the id's own.
        needs: What an actor takes of its node; None for what its devices need.
        per_actor: The most environments of an actor while others have room; None to spread them over the free room
            of the cluster. Of real devices always one.
        keep_s: An actor that nobody uses is given back after so many seconds.
        warm: As of `EnvActor`.

    Attributes:
        token: What the servers ask for.

    Raises:
        MissingDependencyError: Ray is not installed.
        ServerLostError: There is no cluster.
        ConfigError: An argument is wrong.
    """

    def __init__(
        self,
        address: str,
        envs: Mapping[str, str | None],
        *,
        needs: Needs | None = None,
        per_actor: int | None = None,
        keep_s: float = 60.0,
        warm: list[tuple[str, dict[str, Any]]] | None = None,
    ) -> None:
        if not envs or (per_actor is not None and per_actor < 1):
            raise ConfigError(f"Expected at least one id, and per_actor of at least 1; got {envs!r} and {per_actor}.")
        each = [needs_of(name, device) for name, device in envs.items()] if needs is None else [needs]
        self.needs = max(each, key=lambda one: (one.cpus, one.memory))
        if any(one.resources != self.needs.resources or one.most != self.needs.most for one in each):
            raise ConfigError(f"{', '.join(envs)} need different nodes. Make a fleet of each.")
        reach(address)
        self.token = secrets.token_urlsafe(24)
        self._per_actor, self._keep_s = per_actor, keep_s
        self._given = dict(envs), self.token, self.needs.most, plugins(), warm
        self._make = ray.remote(EnvActor).options(
            max_restarts=_RESTARTS, scheduling_strategy="SPREAD", **self.needs.options
        )
        self._places: list[Place] = []
        self._changed = threading.Condition()
        self._failures, self._problem, self._waiting = 0, "", 0
        self._over = threading.Event()
        self._close = weakref.finalize(self, _end, self._places, self._changed, self._over, os.getpid())
        watching = threading.Thread(target=_watch, args=(weakref.ref(self), self._over), daemon=True)
        watching.start()

    @property
    def places(self) -> tuple[Place, ...]:
        """The servers that are up, or being started."""
        with self._changed:
            return tuple(self._places)

    def take(self, count: int, wait_s: float, empty_s: float = math.inf) -> list[Place]:
        """Return places for a number of environments; `give_back` returns each.

        Actors are started while the cluster has room. Where it has none, simulated environments share those that are
        there.

        Args:
            count: How many.
            wait_s: How long to wait for room, in seconds.
            empty_s: How long to wait while no node that is alive could ever hold an actor, in seconds.

        Raises:
            ServerBusyError: There is no room.
            WorkerLostError: Actors cannot be made.
            ConfigError: The fleet was closed.
        """
        begin = time.monotonic()
        with self._changed:
            room = room_for(self.needs.plain)
            started = self._grow(count, room)
            self._waiting += 1
            try:
                while True:
                    self._check()
                    now, awaited = time.monotonic(), len(started)
                    if now < begin + _LAG_S:
                        room = max(room, room_for(self.needs.plain))
                    else:  # more cannot come before something else is given back, or a node is added
                        awaited = min(awaited, room)
                    early = (
                        now < begin + min(wait_s, _SETTLE_S) and sum(bool(p.url or p.gone) for p in started) < awaited
                    )
                    found = None if early else self._spread(count)
                    if found is not None:
                        return found
                    if now >= begin + wait_s:
                        raise self._busy(count, wait_s)
                    if now >= begin + empty_s and not could_hold(self.needs.plain):
                        raise self._busy(count, empty_s, "No node that is alive could hold one. ")
                    self._changed.wait(_LOOK_S)
            finally:
                self._waiting -= 1

    def _check(self) -> None:
        if self._over.is_set():
            raise ConfigError("The fleet was closed. Make a new one.")
        if self._failures >= _FAILURES:
            failures, self._failures = self._failures, 0
            raise WorkerLostError(f"{failures} actors in a row could not be made: {self._problem}")

    def _grow(self, count: int, room: int) -> list[Place]:
        """Start actors for what finds no place in the present ones; there is room for so many now."""
        if self.needs.most == 1:
            share = 1
        elif self._per_actor is not None:
            share = min(self._per_actor, self.needs.most)
        else:
            share = min(self.needs.most, -(-count // room) if room else _CROWDED)
        free = sum(max(0, share - place.taken) for place in self._places if not place.draining)
        started = [Place(self._make.remote(*self._given)) for _ in range(-(-max(0, count - free) // share))]
        self._places += started
        return started

    def _spread(self, count: int) -> list[Place] | None:
        """The least taken places; None if there are too few."""
        good = [place for place in self._places if place.good]
        if sum(self.needs.most - place.taken for place in good) < count:
            return None
        found = []
        for _ in range(count):
            place = min(good, key=lambda each: each.taken)
            place.taken += 1
            found.append(place)
        return found

    def _busy(self, count: int, wait_s: float, why: str = "") -> ServerBusyError:
        needs = ", ".join(f"{name} {amount:g}" for name, amount in self.needs.plain.items())
        error = ServerBusyError(
            f"The cluster had no room for {count} environments within {wait_s:g} s. An actor takes {needs}. "
            f"{why}Look at the nodes with `omnigym cluster nodes`, and add one."
        )
        error.retry_after = _LOOK_S
        return error

    def give_back(self, place: Place) -> None:
        """Note that an environment has left a place."""
        with self._changed:
            place.taken -= 1
            place.idle_since = time.monotonic()

    def lost(self, place: Place) -> None:
        """Kill a server that does not answer, so that Ray starts another one."""
        if not place.gone:
            ray.kill(place.actor, no_restart=False)
            self._replace(place)

    def close(self) -> None:
        """Return all actors; may be called twice."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- looking after them -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Read the status of the actors, and return unused ones."""
        places = self.places
        for place in places:
            if place.looked is None:
                place.looked, place.heard = place.actor.look.remote(), time.monotonic()
        asked = {place.looked: place for place in places}
        ready, silent = ray.wait(list(asked), num_returns=len(asked), timeout=0) if asked else ((), ())
        for ref in ready:
            self._heard(asked[ref], ref)
        for ref in silent:
            if asked[ref].url and time.monotonic() - asked[ref].heard > _SILENT_S:
                _LOG.warning("%s does not answer. It is killed.", asked[ref].url)
                self.lost(asked[ref])
        self._give_back_unused()

    def _heard(self, place: Place, ref: object) -> None:
        place.looked = None
        try:
            said: ActorLook = ray.get(ref)
        except exceptions.ActorUnavailableError:  # Ray starts it again
            if place.url:
                self._replace(place)
        except exceptions.RayActorError as e:
            self._drop(place, str(e))
        else:
            if place.url not in ("", said.url):
                place = self._replace(place)
            with self._changed:
                if not place.url:
                    place.idle_since = time.monotonic()
                place.url, place.node, place.draining = said
                self._failures = 0
                self._changed.notify_all()

    def _replace(self, place: Place) -> Place:
        """The place of an actor that is started again."""
        again = Place(place.actor)
        with self._changed:
            if place in self._places:
                self._places[self._places.index(place)] = again
        self._cut(place)
        return again

    def _drop(self, place: Place, problem: str) -> None:
        with self._changed:
            if not place.url:
                self._failures, self._problem = self._failures + 1, problem.strip().rpartition("\n")[2]
            if place in self._places:
                self._places.remove(place)
        self._cut(place)

    def _cut(self, place: Place) -> None:
        """Have those who wait for a lost server wait no longer."""
        place.gone = True
        for link in tuple(place.links):
            link.close()
        with self._changed:
            self._changed.notify_all()

    def _give_back_unused(self) -> None:
        now = time.monotonic()
        with self._changed:
            unused = [
                place
                for place in self._places
                if not place.taken and (place.draining or (now - place.idle_since > self._keep_s and not self._waiting))
            ]
            for place in unused:
                self._places.remove(place)
        for place in unused:
            place.gone = True
            if place.url:
                place.actor.end.remote()
                place.actor.__ray_terminate__.remote()  # when it has ended
            else:
                ray.kill(place.actor)


def _watch(fleet_of: weakref.ref[Fleet], over: threading.Event) -> None:
    while not over.wait(_LOOK_S):
        fleet = fleet_of()
        if fleet is None or not ray.is_initialized():
            return
        fleet.look()
        del fleet


def _end(places: list[Place], changed: threading.Condition, over: threading.Event, process: int) -> None:
    """End all actors; not in a forked child, whose parent has them."""
    if os.getpid() != process:
        return
    over.set()
    with changed:
        ending, places[:] = list(places), []
        changed.notify_all()
    if not ray.is_initialized():
        return
    ends = [place.actor.end.remote() for place in ending if place.url]
    if ends:
        ray.wait(ends, num_returns=len(ends), timeout=_END_S)
    for place in ending:
        ray.kill(place.actor)
