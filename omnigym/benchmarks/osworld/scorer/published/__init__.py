"""Metrics that score as the published functions do, where omnigym's own differ on purpose: a family a module.

They reproduce published numbers, faults included, and no task of omnigym uses them. Each is written anew from what the
published function does. Its first parameter is the version of the task files, since the two versions differ.
"""
