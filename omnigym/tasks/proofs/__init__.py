"""The proofs of tasks: what `omnigym tasks verify` plays and reads (`omnigym.tasks.proofs.verify`)."""
