"""The page at /: our own HTML, CSS and ES modules, served as they are written."""
