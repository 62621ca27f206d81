"""Global link arrangements: one file each, and the catalogue of their names."""
