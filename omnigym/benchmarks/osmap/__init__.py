"""OS-MAP: tasks by level of automation and by scope of demand, and how far an agent comes in both."""
