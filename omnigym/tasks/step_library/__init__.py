"""The words that the subtask files of several apps say; those of one app stand beside its file."""
