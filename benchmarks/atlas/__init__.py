"""The atlas: the curves of all small dragonflies, proven, kept and drawn."""
