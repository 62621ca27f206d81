"""Finding the machine: dragonflies of about so many hosts, of switches with so many ports."""
