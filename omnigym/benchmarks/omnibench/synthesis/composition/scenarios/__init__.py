"""The twenty scenarios (OmniBench A.5), several a module, found by looking through this package.

The paper derives twelve from its categories of applications, seven from two of them, and one has all that is left.
It names three ("Media Viewing", "Creative Editing", "Screen Recording Editing"); the other names and
combinations are ours.
"""
