"""The check that nothing has been done yet, for what comes before any work."""

from __future__ import annotations

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.world.side_effects import damage
from omnigym.evaluation.world.traces import traces_of

__all__ = ["nothing_changed"]


@check("nothing_changed")
def nothing_changed(probe: Probe) -> Verdict:
    """The user's data are as at the start of the episode, but for traces; so they are where the device cannot tell."""
    now = None if probe.start is None else probe.user_data()
    if probe.start is None or now is None:
        return passed()
    found = damage(probe.start, now, traces_of(probe.platform))
    return not_yet(f"Something was done already: {found[0]}.") if found else passed()
