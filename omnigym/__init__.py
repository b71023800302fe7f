"""omnigym: computer use as a reinforcement-learning problem."""
