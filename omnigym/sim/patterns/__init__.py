"""Regular expressions that always end, for any input of an agent: see `matching`."""

from omnigym.sim.patterns.compiling import OverspentError, PatternError
from omnigym.sim.patterns.matching import Allowance, Found, Pattern, Spend, pattern_of

__all__ = ["Allowance", "Found", "OverspentError", "Pattern", "PatternError", "Spend", "pattern_of"]
