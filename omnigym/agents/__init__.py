"""Agents of language models: any model behind an endpoint, in the action spaces of papers and models.

``omnigym evaluate --agent chat:MODEL@http://localhost:8000/v1`` plays with one; `omnigym.agents.config.ChatConfig` has
the options. What each part is:

* `model`: what an agent asks of a model and gets: messages and tools in, text and calls out;
* `endpoint`: such a model behind HTTP, with retries, deadlines and a rate limit; `apis`: what endpoints speak;
* `dialects`: the action spaces, as functions that are called, as JSON or as code;
* `observing`: the parts of an observation as messages: instruction, screen, numbered elements;
* `chat`: the agent; `structures`: CRAB's three structures of one or several models;
* `prompting`: what is said to the models; `prompts` has a readable file a role.
"""
