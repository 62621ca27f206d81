"""Where the tasks of a stencil job lie on a dragonfly: models, mappings, and launcher files."""
