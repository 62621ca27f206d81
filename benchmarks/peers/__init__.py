"""Networks without structure, solved by alphacut and by BiqBin side by side."""
