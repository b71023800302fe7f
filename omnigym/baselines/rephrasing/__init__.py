"""Rephrasing of an instruction, so that a learner does not overfit to one wording.

`rephrase` takes a template, "Rename the file '{name}' in {folder} to '{new_name}'.", and says it otherwise, by chance:
as a whole ("{name} should be called {new_name}"), with other verbs, nouns and places, as a question or a wish, with
the app before or behind it or not at all, and quoted in another way. What stands in braces is left as it is.

The words are data: ``frames.toml`` has ways to say the same as a whole, ``verbs.toml`` and ``words.toml`` what may
stand for what. They were written from the subtasks' own wordings, and know nothing of the suite ``reworded``, with
which a learner is tested. The result need not be good English: it is read by who has to get used to people.
"""

from omnigym.baselines.rephrasing._sentences import rephrase, said_otherwise

__all__ = ["rephrase", "said_otherwise"]
