"""The conjectures of Belka et al., checked far beyond what networks as objects allow."""
