"""The nearest-neighbour exchange on a dragonfly (Prisacari et al., HPDC 2014): what links carry."""
