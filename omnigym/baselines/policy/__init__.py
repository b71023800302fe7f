"""The shared parts of clone and search: what is observed, how it is encoded, and the policy of node actions."""
