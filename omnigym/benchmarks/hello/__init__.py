"""The suite ``hello``: the first things to learn, graded by the number of actions that they take; docs/hello.md."""

from __future__ import annotations

from omnigym.benchmarks.hello.suite import hello_suite

__all__ = ["hello_suite"]
