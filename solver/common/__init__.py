"""What all kinds of question share: exact numbers, limits, errors, readers of fields, verdicts."""
