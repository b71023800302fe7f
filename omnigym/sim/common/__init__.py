"""What apps of every platform share: the mailbox, backgrounds, what disturbs."""
