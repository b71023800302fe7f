"""The templates of `omnigym.agents.prompting`, a readable file a role, and what they have in common."""
