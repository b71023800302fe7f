"""Jobs: what is put into a queue, takes its time, and leaves a result."""
