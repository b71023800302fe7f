"""The tasks of MiniWoB++ as tasks of omnigym: ids, tags, oracles."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from omnigym.actions import Move
from omnigym.benchmarks.miniwob.oracles import oracle_of
from omnigym.devices.chromium.sites.miniwob import SITE, page_names, page_path, pages_folder
from omnigym.devices.protocol import Device, Platform
from omnigym.errors import DeviceError, DeviceTimeoutError
from omnigym.evaluation.judgement import Judgement
from omnigym.tasks.external_tasks import OWN_JUDGEMENT
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["DataMode", "MiniWob", "miniwob_suite", "miniwob_task", "require_miniwob"]


# -- the host of MiniWoB++: its own pages begin and judge the episodes ------------------------------------------------

#: The set of problems that a page draws from; most pages have only one.
DataMode: TypeAlias = Literal["train", "test", "default"]

#: A page is reloaded after this many episodes, because its clock runs on and its memory leaks add up.
_EPISODES_A_PAGE = 200
#: How often a page that fetches its problem is asked whether it is ready; then the start fails.
_READY_TRIES = 50
#: The longest timeout of a timer in a page, in milliseconds.
_FOR_EVER = 2**31 - 1

#: Pages in which a new episode depends on the last one, by running timers for example, so that they are reloaded for
#: each episode. ``tests/benchmarks/miniwob/test_again.py`` compares the others.
_LOADED_ANEW = frozenset(
    {"chase-circle", "hover-shape", "moving-items", "simon-says", "stock-market", "terminal"}
    | {"copy-paste-2"}  # its first picture is another one after some random wanderings
    | {"click-scroll-list", "hot-cold", "use-slider-2"}
    | {"click-collapsible", "click-collapsible-nodelay"}  # a round corner at the edge is painted by a shade differently
)

#: Run after a page was loaded. It hides what the page shows beside its task, which reveals the reward and depends on
#: earlier episodes (MiniWoB++ crops it). It also records what a new episode in the same page could not undo: held
#: buttons and keys, a copy to the clipboard.
_PREPARE = """
(() => {
  const style = document.createElement('style');
  style.textContent = `
    #reward-display, #click-canvas { display: none !important; }
    html { overflow: hidden !important; }`;
  document.head.append(style);
  const held = new Set();
  let touched = false;
  const hear = (events, listener) => events.forEach(e => addEventListener(e, listener, true));
  hear(['mousedown'], e => held.add('button ' + e.button));
  hear(['mouseup'], e => held.delete('button ' + e.button));
  hear(['keydown'], e => held.add(e.code));
  hear(['keyup'], e => held.delete(e.code));
  hear(['copy', 'cut', 'dragstart', 'visibilitychange', 'pagehide'], () => { touched = true; });
  const asks = () => {
    if (!WOB_TASK_READY) return null;
    const said = core.getUtterance();
    return typeof said === 'string' ? said : said.utterance;
  };
  window.omnigym = {episode: 0, limit: core.EPISODE_MAX_TIME, clean: () => !touched && held.size === 0, asks};
})()
"""

#: Begins an episode if the right page is open and can be reused. Returns the number of the episode and its
#: instruction, which is null while the page still fetches it; or null if the page has to be loaded.
_BEGIN = """
((url, most, seed, mode, limit) => {
  if (location.href !== url || !window.omnigym || !omnigym.clean() || omnigym.episode >= most) return null;
  if (core.EP_TIMER !== null) core.endEpisode(0);
  if (document.activeElement) document.activeElement.blur();
  scrollTo(0, 0);
  core.setDataMode(mode);
  core.EPISODE_MAX_TIME = limit || omnigym.limit;
  Math.seedrandom(seed);
  core.startEpisodeReal();
  return [++omnigym.episode, omnigym.asks()];
})(%s)
"""
#: The instruction of the page; null while the page still fetches it.
_ASKS = "window.omnigym ? omnigym.asks() : null"
#: The result of the page; null if the agent left or reloaded it, since the result would be of another episode.
_JUDGE = """
window.omnigym && omnigym.episode === %d
  ? [WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, WOB_REWARD_GLOBAL, WOB_REWARD_REASON] : null
"""


class _Run:
    """An episode on the page that is open."""

    def __init__(self, device: Any, instruction: str, number: int, decay: bool) -> None:
        self.instruction = instruction
        self._device, self._script, self._decay = device, _JUDGE % number, decay

    def judge(self, answer: str | None) -> Judgement:
        """The result of the page. A raw reward above 0 is a success, as is usual with MiniWoB++."""
        del answer
        said = self._device.evaluate(self._script)
        if said is None:
            return Judgement(message="The task's page is not there, or a dialog holds it up.")
        done, raw, decayed, reason = said
        if not done:
            return Judgement(message="The page has not ended the episode.")
        reward = float(decayed if self._decay else raw)
        return Judgement(reward, True, raw > 0, f"The page's reward is {reward:g}. {reason or ''}".rstrip())

    def end(self) -> None:
        """Do nothing: the next episode checks whether it can reuse the page."""


@dataclass(frozen=True, slots=True)
class MiniWob:
    """Begins the episodes of a MiniWoB++ task.

    Args:
        name: The name of the task in MiniWoB++ ("click-test-2").
        decay: Whether the page's time limit applies and its reward decreases with time, as in MiniWoB++'s environment.
            This is the page's own time; on a device that draws frame by frame only actions take time, so the reward is
            repeatable.
        mode: The set of problems that are drawn from.
    """

    name: str
    decay: bool = False
    mode: DataMode = "train"

    def begin(self, device: Device, seed: int) -> _Run:
        """Begin an episode, in the open page if that is possible.

        A seed gives the same problem as in MiniWoB++'s environment.

        Raises:
            MissingDependencyError: The package ``miniwob`` is not installed.
            UnknownNameError: There is no such task.
            DeviceError: The device failed.
        """
        web: Any = device
        path = page_path(self.name)
        limit = 0 if self.decay else _FOR_EVER
        arguments = (SITE.origin + path, _EPISODES_A_PAGE, seed, self.mode, limit)
        script = _BEGIN % ", ".join(map(json.dumps, arguments))
        begun = None if self.name in _LOADED_ANEW else _begin_again(web, script)
        if begun is None:
            device.reset(seed)
            web.launch(SITE.name, path)
            web.evaluate(_PREPARE)
            begun = web.evaluate(script)
        if begun is None:
            raise DeviceTimeoutError(device.name, "reset", f"{path} cannot begin an episode.", "Reset the device.")
        number, utterance = begun
        device.act(Move((0.0, 0.0)))  # the same position of the pointer in every episode; it also lets the page settle
        for _ in range(_READY_TRIES):
            if utterance is None:
                utterance = web.evaluate(_ASKS)
            if utterance is not None:
                return _Run(web, str(utterance), number, self.decay)
            web.settle()
        raise DeviceTimeoutError(device.name, "reset", f"{path} did not become ready.", "Reset the device.")


def _begin_again(device: Any, script: str) -> Any:
    """Begin an episode in the page that is open; None if that is not possible."""
    try:
        return device.evaluate(script) if len(device.windows()) == 1 else None
    except DeviceError:
        return None  # the device failed in the last episode; the reset that follows repairs it


# -- suite ------------------------------------------------------------------------------------------------------------

_PLATFORMS: tuple[Platform, ...] = ("web",)


def miniwob_suite(platform: str = "") -> tuple[Task, ...]:
    """Every task of MiniWoB++; none if the package is not installed.

    Args:
        platform: The platform; there are tasks for "web" only, which are also returned for "".
    """
    return tuple(miniwob_task(name) for name in page_names()) if platform in ("", *_PLATFORMS) else ()


def require_miniwob() -> None:
    """Check that the pages are installed.

    Raises:
        MissingDependencyError: The package ``miniwob`` is not installed.
    """
    pages_folder()


@cache
def miniwob_task(name: str, *, decay: bool = False, mode: DataMode = "train") -> Task:
    """A task of MiniWoB++.

    Args:
        name: The name of the task in MiniWoB++ ("click-test-2").
        decay: Whether its time limit applies and its reward decreases with the page's time.
        mode: The set of problems that are drawn from.

    Raises:
        MissingDependencyError: The package ``miniwob`` is not installed.
        UnknownNameError: There is no such task; says what is close.
    """
    page_path(name)
    oracle = oracle_of(name)
    task_id = f"miniwob/{name}"
    subtask = Subtask(
        id=task_id,
        app="browser",
        instruction="Do what the page asks for.",
        parameters=({},),
        conditions=OWN_JUDGEMENT,
        oracle=oracle,
        capabilities=("web", "apps", "a11y"),
        platforms=_PLATFORMS,
        tags=("oracle",) if oracle is not None else (),
    )
    return Task(
        id=task_id,
        nodes=(TaskNode("1", task_id),),
        intent=name.replace("-", " "),
        suite="miniwob",
        definitions=(subtask,),
        host=MiniWob(name, decay, mode),
    )
