"""Exchange formats: one file or package each, reading and writing."""
