"""One file for each kind of proof, as docs/certificate.md describes them."""
