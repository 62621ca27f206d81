"""Instance by tool: who proves B(1), how fast, and who finds the best cut."""
