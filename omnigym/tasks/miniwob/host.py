"""Episodes of MiniWoB++: begun and judged by its own pages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from omnigym.actions import Move
from omnigym.devices.chromium.sites.miniwob import SITE, page_path
from omnigym.devices.protocol import Device
from omnigym.errors import DeviceError, DeviceTimeoutError
from omnigym.evaluation.judgement import Judgement

__all__ = ["DataMode", "MiniWob"]

#: Which of a page's problems are drawn; most pages have one kind only.
DataMode: TypeAlias = Literal["train", "test", "default"]

#: A page begins so many episodes before it is loaded anew: its clock goes on, and what it leaks adds up.
_EPISODES_A_PAGE = 200
#: How often a page that fetches its problem is asked whether it is ready.
_READY_TRIES = 50
#: The longest that a page's timer can be set to, in milliseconds.
_FOR_EVER = 2**31 - 1

#: Pages that cannot begin an episode without a trace of the last one, such as timers that go on.
#: They are loaded anew each time. ``tests/tasks/miniwob/test_again.py`` compares the others.
_LOADED_ANEW = frozenset(
    {"chase-circle", "hover-shape", "moving-items", "simon-says", "stock-market", "terminal"}
    | {"click-scroll-list", "hot-cold", "use-slider-2"}
    | {"click-collapsible", "click-collapsible-nodelay"}  # a round corner at the edge is painted by a shade differently
)

#: After a page was loaded. What it shows beside its task tells the reward and depends on earlier episodes; MiniWoB++
#: crops it away, and nothing overflows its window. And it is noted what no new episode in the same page could undo:
#: buttons and keys that are held, a copy.
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

#: Begins an episode, if the page is this one and can: its number and what it asks for, which is None while that is
#: still fetched.
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
#: What the page asks for; None while it still fetches that.
_ASKS = "window.omnigym ? omnigym.asks() : null"
#: None where the page was left, or loaded anew by the agent: what it says then is of no episode of ours.
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
        """What the page says of itself. A raw reward above 0 is a success, as everywhere with MiniWoB++."""
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
        """Nothing: the next episode finds out what it can go on with."""


@dataclass(frozen=True, slots=True)
class MiniWob:
    """Begins episodes of a MiniWoB++ task.

    Args:
        name: The task, as MiniWoB++ calls it ("click-test-2").
        decay: Whether the page's time limit holds and its reward falls with the time that has passed, as in
            MiniWoB++'s environment. It is the page's own time: on a device that draws frame by frame only actions
            take any, so that the reward is repeatable.
        mode: Which problems are drawn.
    """

    name: str
    decay: bool = False
    mode: DataMode = "train"

    def begin(self, device: Device, seed: int) -> _Run:
        """Begin an episode, without leaving the page where it is open already.

        The same seed gives the same problem as in MiniWoB++'s environment.

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
        device.act(Move((0.0, 0.0)))  # the pointer is at the same place in every episode, and the page comes to rest
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
        return None  # it broke in the last episode; the reset mends that
