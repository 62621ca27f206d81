"""InfiniBand fabrics as OpenSM and infiniband-diags write them: topologies and tables."""
