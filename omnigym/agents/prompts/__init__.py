"""The templates of `omnigym.agents.structures`, a readable file a role, and what they have in common."""
