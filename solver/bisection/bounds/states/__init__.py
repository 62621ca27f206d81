"""The relaxation over states of whole blocks that a rotation of the network carries along."""
