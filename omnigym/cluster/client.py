"""Environments on a cluster, used like local ones: each sub-environment is a session of a server on some node.

Servers never reset by themselves here. Which episode begins where is decided on this side, so that it is on another
node when the first one is lost or drained; autoreset modes are played here, too.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.cluster.fleet import Fleet, Place
from omnigym.cluster.needs import Needs
from omnigym.envs.base import ExclusiveAccess, FreshCopies
from omnigym.envs.observer import InfoDict, Observation
from omnigym.envs.vector.env import OmniVectorEnv, mode_of
from omnigym.envs.vector.group import GroupReport
from omnigym.envs.vector.infos import Changes, Columns, InfoDelta
from omnigym.errors import (
    ConfigError,
    OmnigymError,
    ServerBusyError,
    ServerError,
    ServerLostError,
    ServerRefusedError,
    UnreadableError,
    WorkerLostError,
)
from omnigym.serve.link import Link
from omnigym.serve.messages import Kind, pack, unpack
from omnigym.serve.rows import Description, RemoteRows, lost_info, merge_info, state_of, step_body

__all__ = ["RayEnv", "RayVectorEnv"]

#: A reset whose server is lost is done again so often.
_RETRIES: Final = 2
#: The least time that an answer is waited for, in seconds.
_LEAST_S: Final = 1.0
#: How long a server may take to make an environment, and to close one, in seconds.
_MAKE_S, _CLOSE_S = 600.0, 10.0
#: How long a reset waits when all nodes that could hold its environments are lost, in seconds.
_EMPTY_S: Final = 30.0
#: From the seeds of an environment to those of one that takes its place on another node.
_RESEED: Final = 1_000_003

_Call: TypeAlias = tuple[int | None, Mapping[str, object] | None]


class _Row:
    """A sub-environment: a session on a server, or none until its next reset.

    Attributes:
        number: Its row.
        place, link, session: Where it is; `place` is None if it is nowhere.
        ended: Whether its episode has ended.
        lost: Whether it ended as something was lost, so that nothing is there to be stepped.
        fresh: Whether another environment has taken its place, which has drawn nothing yet.
        info: Its last info, whole.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.place: Place | None = None
        self.link: Link | None = None
        self.session = 0
        self.ended = self.lost = self.fresh = False
        self.info: InfoDict = {}
        self._changes = Changes()

    @property
    def may_begin(self) -> bool:
        """Whether its next episode may begin where it is."""
        return self.place is not None and self.place.good

    def told(self, report: GroupReport) -> GroupReport:
        """A report whose info is whole, as one with what changed since the last call of this."""
        return report if report.error is not None else report._replace(info=self._changes.of(report.info.values))


class _Crew:
    """The sub-environments of a client, and its connections to their servers.

    Args:
        fleet: The servers.
        own: Whether nobody else has the fleet, so that it is closed, too.
        name, arguments: The id, and the arguments of `gymnasium.make`.
        count: How many.
        patience_s: For how long a broken connection is made again, in seconds.
        wait_s: How long room is waited for, in seconds.

    Raises:
        OmnigymError: As of `omnigym.cluster.connect_vec`.
    """

    def __init__(
        self,
        fleet: Fleet,
        own: bool,
        name: str,
        arguments: Mapping[str, object],
        count: int,
        patience_s: float,
        wait_s: float,
    ) -> None:
        self._fleet, self._own = fleet, own
        self._wanted = {"id": name, "arguments": dict(arguments), "count": 1, "shared": False}
        self._wanted["mode"] = AutoresetMode.DISABLED.value
        self._patience, self.wait_s = patience_s, wait_s
        self._links: dict[Place, Link] = {}
        self.all = [_Row(number) for number in range(count)]
        self._described: list[Description] = []
        try:
            self.seat(self.all, time.monotonic() + wait_s, math.inf)
            (self.described,) = self._described
            self.rows = RemoteRows(self.described.plan(count))
        except BaseException:
            self.close(os.getpid())
            raise

    # -- where they are -----------------------------------------------------------------------------------------------

    def seat(self, rows: Sequence[_Row], end: float, empty_s: float) -> None:
        """Have environments made on nodes that take new episodes.

        Args:
            rows: Which.
            end: Until when room is waited for, by `time.monotonic`.
            empty_s: As of `Fleet.take`.

        Raises:
            ServerBusyError: There is no room.
            OmnigymError: They cannot be made.
        """
        for row in rows:
            self.leave(row)
        left, problem = list(rows), ""
        for _ in range(_RETRIES + 1):
            if not left:
                return
            left_s = max(0.0, end - time.monotonic())
            places = self._fleet.take(len(left), left_s, empty_s)
            pairs, left = list(zip(left, places, strict=True)), []
            while pairs:
                row, place = pairs.pop(0)
                try:
                    self._open(row, place)
                except (ServerLostError, WorkerLostError, ServerBusyError) as e:
                    self._fleet.give_back(place)
                    left.append(row)
                    problem = str(e)
                    if isinstance(e, ServerLostError):
                        self._fleet.lost(place)
                except BaseException:
                    for each in (place, *(p for _, p in pairs)):
                        self._fleet.give_back(each)
                    raise
        if left:
            raise WorkerLostError(f"Several servers were lost one after the other: {problem}")

    def _open(self, row: _Row, place: Place) -> None:
        link = self._links.get(place)
        if link is None:
            if place.gone:
                raise ServerLostError(f"{place.url} was lost.")
            link = self._links[place] = Link(place.url, self._fleet.token, self._patience)
            place.links.add(link)
        said = link.request(0, Kind.MAKE, self._wanted, _MAKE_S)
        match said:
            case {"described": described, "sessions": [[int(session), 0, 1]]}:
                pass
            case _:
                raise UnreadableError("Expected an environment that was made, got something else.")
        if not self._described:
            self._described.append(Description(described))
        row.place, row.link, row.session, row.info = place, link, session, {}

    def leave(self, row: _Row) -> None:
        """Give an environment back; another one takes its place when it is seated."""
        place, link = row.place, row.link
        if place is None or link is None:
            return
        if not (place.gone or link.closed):
            with contextlib.suppress(OmnigymError):  # it may be lost at this very moment
                link.request(row.session, Kind.CLOSE, None, _CLOSE_S)
        link.forget(row.session)
        row.place = row.link = None
        row.fresh = True
        self._fleet.give_back(place)
        if place.gone or all(each.place is not place for each in self.all):
            self._hang_up(place)

    def _hang_up(self, place: Place) -> None:
        link = self._links.pop(place, None)
        if link is not None:
            place.links.discard(link)
            link.close()

    def close(self, process: int) -> None:
        """Give all back; not in a forked child, whose parent has them."""
        if os.getpid() != process:
            return
        for place in tuple(self._links):
            self._hang_up(place)
        for row in self.all:
            if row.place is not None:
                self._fleet.give_back(row.place)
                row.place = row.link = None
        if self._own:
            self._fleet.close()

    # -- requests -----------------------------------------------------------------------------------------------------

    def ask(
        self, kind: Kind, asked: Mapping[_Row, bytes], deadline_s: float | None
    ) -> dict[_Row, bytes | bytearray | Exception]:
        """Ask several at once, and return what each answers: `WorkerLostError` where something was lost."""
        end = None if deadline_s is None else time.monotonic() + deadline_s
        found: dict[_Row, bytes | bytearray | Exception] = {}
        for row, body in asked.items():
            assert row.link is not None
            try:
                row.link.send(row.session, kind, body)
            except ServerLostError as e:
                found[row] = self._lost(row, e)
        for row in asked:
            if row not in found:
                found[row] = self._answer(row, end)
        return found

    def _answer(self, row: _Row, end: float | None) -> bytes | bytearray | Exception:
        if row.link is None or row.place is None:
            return self._lost(row, ServerLostError("The server was lost."))
        left = None if end is None else max(_LEAST_S, end - time.monotonic())
        began = time.monotonic()
        try:
            return row.link.receive(row.session, left)
        except WorkerLostError as e:  # the server is there, and has other workers
            row.fresh = True
            return e
        except (ServerLostError, ServerBusyError, ServerRefusedError) as e:
            return self._lost(row, e)
        except ServerError as e:
            if left is None or time.monotonic() - began < left:
                return e
            self._fleet.lost(row.place)
            return self._lost(row, e)
        except OmnigymError as e:
            return e

    def _lost(self, row: _Row, error: Exception) -> WorkerLostError:
        if row.place is not None and isinstance(error, ServerLostError):
            self._hang_up(row.place)
        self.leave(row)
        return WorkerLostError(str(error))


class RayVectorEnv(OmniVectorEnv):
    """Environments on the nodes of a cluster that are stepped at once; see `OmniVectorEnv`.

    The same seeds and actions give the same bytes as a local one. A node, an actor or a worker that is lost truncates
    the episodes there with the last observation, reward 0, ``device_error`` and ``unscored``. Their next reset, and the
    next one of an environment whose node is drained, is done elsewhere.

    Args:
        url: As of `omnigym.cluster.connect_vec`, as are the others.
    """

    def __init__(
        self,
        url: str,
        id: str,  # noqa: A002 - as in `gymnasium.make`
        n: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        patience_s: float = 10.0,
        deadline_s: float | None = 600.0,
        wait_s: float = 300.0,
        device: str | None = None,
        needs: Needs | None = None,
        per_actor: int | None = None,
        fleet: Fleet | None = None,
        **arguments: object,
    ) -> None:
        if n < 1:
            raise ConfigError(f"The number of environments must be at least 1, got {n}.")
        self.num_envs, self._mode, self._deadline = n, mode_of(autoreset_mode), deadline_s
        self._shared = fleet is not None
        if fleet is None:
            fleet = Fleet(url, {id: device}, needs=needs, per_actor=per_actor)
        elif device is not None or needs is not None or per_actor is not None:
            raise ConfigError("A fleet says device, needs and per_actor for all of its environments. Leave them out.")
        self._crew = crew = _Crew(fleet, not self._shared, id, arguments, n, patience_s, wait_s)
        self._finalizer = weakref.finalize(self, crew.close, os.getpid())
        self._alone = ExclusiveAccess("vector environment")
        self._columns = Columns(n)
        self._seeds: list[int | None] = [None] * n
        self._batch = crew.rows.batch
        self._describe(crew.described)

    def _why_no_copy(self) -> str:
        return "An environment of a fleet has no copy: connect again." if self._shared else ""

    # -- what `OmniVectorEnv` has workers do --------------------------------------------------------------------------

    def _opened(self) -> list[Any]:
        if self.closed:
            raise ClosedEnvironmentError("The vector environment was closed. Connect again.")
        return self._crew.all

    @staticmethod
    def _rows(worker: Any) -> slice:
        return slice(worker.number, worker.number + 1)

    def _reports(self, method: str, slot: int, arguments: Sequence[Any]) -> list[GroupReport]:
        rows, values = self._crew.all, [argument[0] for argument in arguments]
        if method == "reset":
            calls = {row: call for row, call in zip(rows, values, strict=True) if call is not None}
            found = self._begin(slot, calls)
        else:
            found = self._step(slot, dict(zip(rows, values, strict=True)))
        return [row.told(found[row]) if row in found else GroupReport() for row in rows]

    def _begin(self, slot: int, calls: Mapping[_Row, _Call]) -> dict[_Row, GroupReport]:
        """Begin an episode in some environments, on another node where that is due.

        Raises:
            WorkerLostError: Several servers were lost one after the other.
            ServerBusyError: There is no room anywhere.
        """
        found: dict[_Row, GroupReport] = {}
        problem, end = WorkerLostError(""), time.monotonic() + self._crew.wait_s
        for _ in range(_RETRIES + 1):
            left = [row for row in calls if row not in found]
            self._crew.seat([row for row in left if not row.may_begin], end, _EMPTY_S)
            bodies = {row: pack([None, [self._call(row, *calls[row])]]) for row in left}
            for row, said in self._crew.ask(Kind.RESET, bodies, self._deadline).items():
                if isinstance(said, WorkerLostError):
                    problem = said
                    continue
                report = self._report(row, slot, said)
                if report.error is None:
                    row.ended = row.lost = row.fresh = False
                found[row] = report
            if len(found) == len(calls):
                return found
        raise problem

    def _call(self, row: _Row, seed: int | None, options: Mapping[str, object] | None) -> list[Any]:
        if seed is None and row.fresh:  # it goes on with seeds of its own, as the one that was lost would have
            last = self._seeds[row.number]
            seed = self._seeds[row.number] = None if last is None else last + _RESEED
        task = dict(options or {}).pop("task", None)
        if options and (options.keys() != {"task"} or not isinstance(task, str | None)):
            raise ConfigError(
                f"Environments of a server take the option 'task' with a task's id, got {dict(options)!r}."
            )
        return [None if seed is None else int(seed), None if task is None else {"task": task}]

    def _step(self, slot: int, actions: Mapping[_Row, object]) -> dict[_Row, GroupReport]:
        rows, found = self._crew.all, dict[_Row, GroupReport]()
        again = [row for row in rows if row.ended] if self._mode is AutoresetMode.NEXT_STEP else []
        stepped = {}
        for row in rows:
            if row in again:
                continue
            if row.lost or row.place is None:
                found[row] = GroupReport(error=ResetNeeded("There is no running episode. Call reset() first."))
            else:
                stepped[row] = step_body(None, [actions[row]])
        for row, said in self._crew.ask(Kind.STEP, stepped, self._deadline).items():
            found[row] = (
                self._truncated_row(row, slot, said)
                if isinstance(said, WorkerLostError)
                else (self._report(row, slot, said))
            )
        found |= self._begin(slot, dict.fromkeys(again, (None, None)))
        if self._mode is AutoresetMode.SAME_STEP:
            self._begin_at_once(slot, found)
        return found

    def _truncated_row(self, row: _Row, slot: int, error: WorkerLostError) -> GroupReport:
        """The step of an environment that was lost."""
        row.ended = row.lost = True
        row.info = lost_info(row.info, error)
        self._batch.keep(slot, row.number)
        return GroupReport(0.0, False, True, InfoDelta(row.info))

    def _begin_at_once(self, slot: int, found: dict[_Row, GroupReport]) -> None:
        """The mode ``SameStep``: the next episode of those that have ended."""
        over = {row: report for row, report in found.items() if report.terminated or report.truncated}
        finals = {row: {"final_obs": self._batch.row(slot, row.number), "final_info": row.info} for row in over}
        for row, begun in self._begin(slot, dict.fromkeys(over, (None, None))).items():
            if begun.error is not None:
                found[row] = begun
            else:
                found[row] = over[row]._replace(info=InfoDelta({**begun.info.values, **finals[row]}))

    def _report(self, row: _Row, slot: int, said: bytes | bytearray | Exception) -> GroupReport:
        """What an answer says, its info whole; the observation goes into the slot."""
        if isinstance(said, Exception):
            return GroupReport(error=said)
        (report,) = self._crew.rows.take(said, slot, row.number, 1)
        if report.error is not None:
            return report
        row.info = merge_info(row.info, report.info)
        row.ended = report.terminated or report.truncated
        return report._replace(info=InfoDelta(row.info))

    # -- besides the steps --------------------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Raise an error: a server's environments have no masks.

        Raises:
            ConfigError: Always.
        """
        raise ConfigError("Environments of a cluster have no action masks. Wrap environments that are made here.")

    def call(self, name: str | Callable[..., Any], *args: object, **kwargs: object) -> tuple[Any, ...]:
        """Return the screens: ``call("render")``; or the states: ``call("state", tree=False)``, as `RayEnv.state`.

        Raises:
            ConfigError: It is something else.
            WorkerLostError: A server is lost; the next step truncates its episodes.
        """
        if name not in ("render", "state") or args or kwargs.keys() - ({"tree"} if name == "state" else set()):
            raise ConfigError(
                f"Environments of a cluster have no {name!r} to be called from here, only 'render' and 'state'."
            )
        kind, body = (Kind.RENDER, pack(None)) if name == "render" else (Kind.STATE, pack(kwargs))
        with self._alone:
            rows = self._opened()
            answers = self._crew.ask(kind, {row: body for row in rows if row.place is not None}, self._deadline)
        found = []
        for row in rows:
            said = answers.get(row, WorkerLostError("The environment is lost until its next reset."))
            if isinstance(said, Exception):
                raise said
            (value,) = unpack(said)
            found.append(state_of(value) if name == "state" else value)
        return tuple(found)

    def set_attr(self, name: str, values: object) -> None:
        """Raise an error: attributes of a server's environments cannot be set.

        Raises:
            ConfigError: Always.
        """
        del name, values
        raise ConfigError("Attributes of environments on a cluster are not set. Pass arguments of gymnasium.make.")

    @property
    def nodes(self) -> tuple[str, ...]:
        """The id of the node of each environment; "" for a lost one until its next reset."""
        return tuple("" if row.place is None else row.place.node for row in self._crew.all)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seed with which each environment was reset last; None for one without."""
        return tuple(self._seeds)


class RayEnv(FreshCopies, gymnasium.Env[Observation, Any]):
    """One environment on a node of a cluster; `omnigym.cluster.connect` makes it.

    A loss truncates the episode as in `RayVectorEnv`; the next reset is done elsewhere. A copy, by `copy` or
    `pickle`, is a fresh environment on the same cluster, not yet reset.

    Args:
        url, id, options: As of `RayVectorEnv`.
    """

    metadata: dict[str, object] = {"render_modes": ["rgb_array"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, url: str, id: str, **options: Any) -> None:  # noqa: A002
        self._envs = envs = RayVectorEnv(url, id, 1, autoreset_mode=AutoresetMode.DISABLED, **options)
        self.observation_space, self.action_space = envs.single_observation_space, envs.single_action_space
        self.metadata = {k: v for k, v in envs.metadata.items() if k != "autoreset_mode"}
        self.metadata["render_modes"] = ["rgb_array"]
        self.render_mode = envs.render_mode
        self.spec = EnvSpec(
            id, "omnigym.cluster.client:RayEnv", disable_env_checker=True, kwargs={"url": url, "id": id, **options}
        )

    def _why_no_copy(self) -> str:
        return self._envs._why_no_copy()

    def _one(self, observations: Any) -> tuple[Any, InfoDict]:
        first = {k: v[0] for k, v in observations.items()} if isinstance(observations, dict) else observations[0]
        return first, dict(self._envs._crew.all[0].info)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, InfoDict]:
        """Begin an episode; see `omnigym.serve.RemoteEnv.reset`."""
        super().reset(seed=seed)
        observations, _ = self._envs.reset(seed=[seed], options=options)
        return self._one(observations)

    def step(self, action: object) -> tuple[Observation, float, bool, bool, InfoDict]:
        """Do an action: an element of the action space, or a value of `omnigym.actions`.

        Raises:
            ActionError: The action is outside its space; nothing was done.
            ResetNeeded: There is no running episode.
        """
        observations, rewards, terminated, truncated, _ = self._envs.step([action])
        observation, info = self._one(observations)
        return observation, float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def render(self) -> Any:
        """Return the screen, uint8 (H, W, 3); None without a ``render_mode``."""
        screens = self._envs.render()
        return None if screens is None else screens[0]

    def state(self, *, tree: bool = False) -> dict[str, Any]:
        """Return the state of the episode; see `omnigym.serve.RemoteEnv.state`."""
        found: dict[str, object] = self._envs.call("state", tree=tree)[0]
        return found

    def a11y(self, device: str = "") -> Tree:
        """Return the accessibility tree of this step, with full texts; with several devices, name the device."""
        tree: Tree = self.state(tree=True)["trees"][device]
        return tree

    def close(self) -> None:
        """Return the environment to the cluster; may be called twice."""
        self._envs.close()
