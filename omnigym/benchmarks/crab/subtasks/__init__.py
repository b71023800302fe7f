"""The sub-tasks of CRAB, each under the id that its files give (`omnigym.benchmarks.crab`)."""
