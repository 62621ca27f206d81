"""A package that adds a kind of question: the links at each switch are counted, step by step."""
