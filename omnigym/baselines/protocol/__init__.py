"""The protocol of learning: what is trained on what, what it is asked to do then, and what that costs and relies on.

```
omnigym protocol list
omnigym protocol run unseen --seeds 5 --out runs/protocol
omnigym protocol table --out runs/protocol
```

A **row** (`rows`) is a question, such as "subtasks that were never shown". It has **parts**, such as three folds, each
with tasks to learn from, a **learner** (`learners`) and **measures**: tasks to play then, at once or with some steps of
search. A row's lines (`results`), one a part and seed, have the score of every single task, so that intervals are drawn
over tasks and seeds, and all steps: those of oracle, search and learner. What a policy does at once is also asked of
the same policy blind, and of chance. `table` makes Markdown and curves of them.
"""
