"""Random changes to documents and proofs: what the verifier still accepts must be true."""
