"""Evaluation: events, checks, the graph evaluator and the metrics."""
