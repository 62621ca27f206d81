"""Machines that run or ran, each parameter with where it comes from.

What is published of a machine is a fact; what follows from that by arithmetic is inferred; what
nobody has published is assumed, and said to be. Machines of which too much would be assumed are
left out, and it is told what is missing.
"""

from __future__ import annotations

from alphacut.arrangements.preset import LeftOut, Preset, assumed, inferred, published

FRONTIER = (
    "Atchley et al., Frontier: Exploring Exascale, SC 2023, as others quote it; Lockwood's notes "
    "on Frontier (glennklockwood.com/garden/systems/frontier)"
)
AURORA = "Scaling MPI Applications on Aurora, arXiv 2512.04291, as others quote it"
LUMI = (
    "the LUMI user guide, hardware/network (docs.lumi-supercomputer.eu): groups, switches, and "
    "the capacities between partitions in TB/s, both ways counted, of links of 50 GB/s"
)
CRAY_CABLES = (
    "the list of its cables in CODES (github.com/codes-org/codes, scripts/gen-cray-topo); "
    "Faanes et al., Cray Cascade, SC 2012"
)
ANY = assumed("wiring", "which switches a global cable joins is not published: any wiring is meant")
LINK = published("unit", "ports of 200 Gb/s: 25 GB/s one way")
CASCADE = (
    published("rows, columns", "6 chassis of 16 switches in a group (Faanes et al.)"),
    published("h", "10 global ports of a switch (Faanes et al.)"),
    published("p", "4 nodes at a switch (Faanes et al.)"),
    published("unit", "5.25 GB/s a link inside a group, one way (CODES's models of both)"),
)

FRONTIER_COMPUTE = Preset(
    name="frontier-compute",
    title="the compute groups of Frontier (Oak Ridge), HPE Slingshot 11",
    source=FRONTIER,
    assumed="the wiring: any is meant",
    spec={
        "family": "slingshot", "groups": 74, "switches": 32, "links": 4, "ports": 10, "p": 16,
        "wiring": "any",
    },
    facts=(
        published("groups", "74 cabinets, each one group"),
        published("switches", "32 switches of 64 ports in a compute group"),
        published("links", "2 bundles of 2 links between two compute groups"),
        inferred(
            "ports",
            "4 links to 73 groups and 2 to each of 5 storage groups are 302 from 32 switches: "
            "9.4 of each, dealt evenly at most 10",
        ),
        inferred(
            "p",
            "128 nodes of 4 network interfaces at 32 switches; 9,408 of 9,472 places are filled",
        ),
        ANY,
        LINK,
    ),
    unit="25GB/s",
)  # fmt: skip
FRONTIER_ALL = Preset(
    name="frontier",
    title="Frontier (Oak Ridge), HPE Slingshot 11: compute, storage and management groups",
    source=FRONTIER,
    assumed="the wiring: any is meant; no links from compute groups to that of management",
    spec={
        "family": "slingshot", "groups": [74, 5, 1], "switches": [32, 16, 16],
        "links": [4, 2, 0, 10, 6, 0], "ports": [10, 13, 2], "p": 16, "wiring": "any",
    },
    facts=(
        published("groups", "74 compute, 5 storage and 1 management group"),
        published("switches", "32 in a compute group, 16 in each other: 2,464 in all"),
        published(
            "links",
            "bundles of 2 links: 2 between two compute groups, 1 from compute to storage, 5 "
            "between two storage groups, 3 from storage to management",
        ),
        assumed("links", "none from compute groups to management: no number of bundles is told"),
        inferred(
            "ports",
            "302 links of a compute group at 32 switches, 194 of a storage group and 30 of the "
            "management group at 16 each, dealt evenly: 9.4, 12.1 and 1.9 of each",
        ),
        inferred(
            "p",
            "128 nodes of 4 network interfaces at 32 switches of a compute group are 16 of each",
        ),
        assumed("p", "16 endpoints at switches of storage and management too"),
        ANY,
        LINK,
    ),
    unit="25GB/s",
)  # fmt: skip
AURORA_COMPUTE = Preset(
    name="aurora-compute",
    title="the compute groups of Aurora (Argonne), HPE Slingshot 11",
    source=AURORA,
    assumed="the wiring: any is meant",
    spec={
        "family": "slingshot", "groups": 166, "switches": 32, "links": 2, "ports": 11, "p": 16,
        "wiring": "any",
    },
    facts=(
        published("groups", "166 compute groups"),
        inferred("switches", "5,600 switches in 175 groups are 32 of each"),
        published("links", "2 links between two groups"),
        inferred(
            "ports",
            "2 links to 174 other groups are 348 from 32 switches: 10.9 of each, at most 11",
        ),
        inferred(
            "p", "84,992 network interfaces at 166 groups of 32 switches are 16 of each"
        ),
        ANY,
        LINK,
    ),
    unit="25GB/s",
)  # fmt: skip
AURORA_ALL = Preset(
    name="aurora",
    title="Aurora (Argonne), HPE Slingshot 11: compute, storage and service groups",
    source=AURORA,
    assumed="the wiring: any is meant",
    spec={
        "family": "slingshot", "groups": 175, "switches": 32, "links": 2, "ports": 11, "p": 16,
        "wiring": "any",
    },
    facts=(
        published("groups", "166 compute, 8 storage and 1 service group, joined alike"),
        published("switches", "32 in every group: 5,600 in all"),
        published("links", "2 links between two groups"),
        inferred("ports", "348 links of a group at 32 switches: 10.9 of each, at most 11"),
        inferred(
            "p", "84,992 network interfaces at 166 groups of 32 switches are 16 of each"
        ),
        assumed("p", "16 endpoints at switches of storage and service too"),
        ANY,
        LINK,
    ),
    unit="25GB/s",
)  # fmt: skip
LUMI_G = Preset(
    name="lumi-g",
    title="the GPU partition of LUMI (Kajaani), HPE Slingshot 11",
    source=LUMI,
    assumed="the wiring: any is meant",
    spec={
        "family": "slingshot", "groups": 24, "switches": 32, "links": 20, "ports": 16, "p": 16,
        "wiring": "any",
    },
    facts=(
        published("groups", "24 groups"),
        published("switches", "32 switches in a group, all joined"),
        inferred(
            "links",
            "276 TB/s between 276 pairs of groups are 20 links of 50 GB/s (both ways) of each",
        ),
        inferred(
            "ports",
            "20 links to 23 groups, 4 to 8 of LUMI-C and 16 to others are 508 from 32 switches: "
            "15.9 of each, at most 16",
        ),
        published("p", "16 endpoints at a switch; 15.5 are used, with 124 nodes in a group"),
        ANY,
        LINK,
    ),
    unit="25GB/s",
)  # fmt: skip
LUMI_ALL = Preset(
    name="lumi",
    title="LUMI (Kajaani), HPE Slingshot 11: GPU and CPU partitions, management, flash and disks",
    source=LUMI,
    assumed="the wiring: any is meant; LUMI-M, -F and -P are one group of 16 switches each",
    spec={
        "family": "slingshot", "groups": [24, 8, 1, 1, 1], "switches": [32, 16, 16, 16, 16],
        "links": [20, 4, 2, 6, 8, 16, 2, 8, 8, 0, 2, 8, 0, 8, 0],
        "ports": [16, 16, 5, 14, 17], "p": 16, "wiring": "any",
    },
    facts=(
        published("groups", "24 of LUMI-G, 8 of LUMI-C"),
        inferred("groups", "1 each of LUMI-M, -F and -P: none of them has a capacity to itself"),
        published("switches", "32 in a group of LUMI-G, 16 in one of LUMI-C"),
        assumed("switches", "16 in the groups of LUMI-M, -F and -P"),
        inferred(
            "links",
            "the table's TB/s over pairs of groups and 50 GB/s: G-G 276 TB/s 20, G-C 38.4 4, C-C "
            "22.4 16, G-M 2.4 2, G-F 7.2 6, G-P 9.6 8, C-M 0.8 2, C-F 3.2 8, C-P 3.2 8, M-F 0.1 2, "
            "M-P 0.4 8, F-P 0.4 8",
        ),
        inferred(
            "ports",
            "508 links of a group of LUMI-G at 32 switches, 226 of LUMI-C, 74, 218 and 272 of M, F "
            "and P at 16 each, dealt evenly: at most 16, 16, 5, 14 and 17",
        ),
        published("p", "16 endpoints at a switch of LUMI-G and of LUMI-C"),
        assumed("p", "16 at switches of LUMI-M, -F and -P too"),
        ANY,
        LINK,
    ),
    unit="25GB/s",
)  # fmt: skip
THETA = Preset(
    name="theta",
    title="Theta (Argonne, 2017 to 2023), a Cray XC40 of nine groups",
    source=CRAY_CABLES,
    assumed="",
    spec={"family": "cascade", "groups": 9, "trunking": 48, "wiring": "blades"},
    facts=(
        published("groups", "9 groups in the list of cables"),
        *CASCADE,
        published("trunking", "48 links between two groups in the list of cables"),
        published(
            "wiring",
            "the list: blades of four switches, numbered alike in each chassis, switch by switch",
        ),
    ),
    unit="5.25GB/s",
)
EDISON = Preset(
    name="edison",
    title="Edison (NERSC, 2013 to 2019), a Cray XC30 of fifteen groups",
    source=CRAY_CABLES,
    assumed="",
    spec={"family": "cascade", "groups": 15, "trunking": 24, "wiring": "blades"},
    facts=(
        published("groups", "15 groups in the list of cables, where no group has the number 12"),
        *CASCADE,
        published("trunking", "24 links between two groups in the list of cables"),
        published(
            "wiring",
            "the list: pairs of switches, numbered alike in each chassis, switch by switch",
        ),
    ),
    unit="5.25GB/s",
)
NIAGARA = Preset(
    name="niagara",
    title="Niagara (SciNet, Toronto), a Dragonfly+ of InfiniBand EDR",
    source="SciNet's pages on Niagara (docs.scinet.utoronto.ca): wings of up to 432 nodes, one to "
    "one inside and two to one between wings",
    assumed="all wings are full, and spines are joined evenly",
    spec={
        "family": "dragonfly_plus", "groups": 4, "leaves": 24, "spines": 18, "p": 18, "ports": 12,
    },
    facts=(
        inferred("groups", "more than 1,500 nodes in wings of 432 are four wings"),
        inferred("leaves, p", "432 nodes, one to one, at switches of 36 ports: 24 leaves of 18"),
        inferred("spines", "18 links up from each of 24 leaves: 18 spines with 24 links down"),
        inferred("ports", "12 of 36 ports are left, two to one against 24"),
        assumed("links", "as many as the ports allow, 72 between two wings"),
        assumed("wiring", "evenly, by alphacut's rule for Dragonfly+"),
    ),
    unit="12.5GB/s",
)  # fmt: skip
LEONARDO_BOOSTER = Preset(
    name="leonardo-booster",
    title="the GPU cells of Leonardo (CINECA), a Dragonfly+ of InfiniBand HDR",
    source="CINECA's user guide of Leonardo, section Network (docs.hpc.cineca.it/hpc/leonardo), as "
    "others quote it; leonardo-supercomputer.cineca.eu/hpc-system",
    assumed="upper switches are joined to those of their own number",
    spec={
        "family": "dragonfly_plus", "groups": 19, "leaves": 18, "spines": 18, "links": 18, "p": 40,
    },
    facts=(
        published("groups", "19 of 23 cells are of the Booster alone"),
        published("links", "18 between any two cells, one at each upper switch"),
        published("spines", "as many as links between two cells"),
        inferred(
            "leaves",
            "22 of 40 ports of an upper switch lead to other cells; 18 are left, and inside a cell "
            "each lower switch has a link to each upper one",
        ),
        inferred(
            "p",
            "3,456 nodes are 180 in each of 19 cells and 36 in a mixed one; 4 ports of 100 Gb/s of "
            "each are 720 at 18 lower switches",
        ),
        assumed("wiring", "upper switches of one number are joined: alphacut's rule"),
        published("unit", "ports of 200 Gb/s: 25 GB/s one way"),
    ),
    unit="25GB/s",
)  # fmt: skip
SLIM_FLY = Preset(
    name="slim-fly-deployed",
    title="the Slim Fly of 50 switches and 200 servers that ETH and CSCS built",
    source="Blach et al., A High-Performance Design, Implementation, Deployment, and Evaluation "
    "of The Slim Fly Network, NSDI 2024",
    assumed="",
    spec={"family": "slim_fly", "q": 5, "p": 4},
    facts=(
        published("q", "the Hoffman-Singleton graph, q = 5: 50 switches with 7 links each"),
        published("p", "200 servers at 50 switches"),
    ),
)
FUGAKU = Preset(
    name="fugaku",
    title="Fugaku (RIKEN), 158,976 nodes, Tofu interconnect D",
    source="Ajima, High-dimensional Interconnect Technology for the K Computer and the "
    "Supercomputer Fugaku, Fujitsu Technical Review, 2020; Ajima et al., The Tofu interconnect "
    "D, CLUSTER 2018",
    assumed="rings along X, Y and Z",
    spec={"family": "torus", "sides": [24, 23, 24, 2, 3, 2]},
    facts=(
        published("sides", "24 × 23 × 24 × 2 × 3 × 2, 158,976 nodes"),
        assumed("rings", "X, Y, Z and B are closed to rings; A and C have two places each"),
        published("unit", "6.8 GB/s a link, one way"),
    ),
    unit="6.8GB/s",
)
TPU_V4 = Preset(
    name="tpu-v4",
    title="a pod of 4,096 chips TPU v4 (Google)",
    source="Jouppi et al., TPU v4, ISCA 2023; Google Cloud's page TPU v4",
    assumed="",
    spec={"family": "torus", "sides": [16, 16, 16]},
    facts=(
        inferred("sides", "64 cubes of 4 × 4 × 4 chips, joined to one torus: 16 × 16 × 16"),
        published("unit", "50 GB/s a link, one way"),
    ),
    unit="50GB/s",
)
TPU_V5P = Preset(
    name="tpu-v5p",
    title="a pod of 8,960 chips TPU v5p (Google)",
    source="Google Cloud's page TPU v5p",
    assumed="",
    spec={"family": "torus", "sides": [16, 20, 28]},
    facts=(
        published("sides", "8,960 chips, 16 × 20 × 28"),
        inferred("unit", "4,800 Gb/s of a chip over 6 links: 100 GB/s a link, one way"),
    ),
    unit="100GB/s",
)

MACHINES = (
    FRONTIER_ALL,
    FRONTIER_COMPUTE,
    AURORA_ALL,
    AURORA_COMPUTE,
    LUMI_ALL,
    LUMI_G,
    THETA,
    EDISON,
    NIAGARA,
    LEONARDO_BOOSTER,
    SLIM_FLY,
    FUGAKU,
    TPU_V4,
    TPU_V5P,
)

LEFT_OUT = (
    LeftOut(
        name="perlmutter",
        title="Perlmutter (NERSC), HPE Slingshot 11",
        why="NERSC publishes 24 groups of GPU cabinets with 32 switches each, all joined, and "
        "groups of CPU cabinets with 16; Lockwood's notes count 12 of these, 4 of storage and 1 of "
        "services, and doubt the 24, as 14 cabinets hold all GPU nodes. How many links join two "
        "groups we found nowhere; at most 16 ports of a switch lead to other groups. Who "
        "knows writes slingshot:groups=24,switches=32,links=N,wiring=any",
    ),
    LeftOut(
        name="alps",
        title="Alps (CSCS), HPE Slingshot 11",
        why="CSCS publishes nodes and cabinets, 24 of these with Grace-Hopper nodes; how many "
        "groups of which size there are, and how many links join them, we found nowhere: its page "
        "of hardware has the network among what is still to be written",
    ),
    LeftOut(
        name="leonardo",
        title="Leonardo (CINECA) as a whole, a Dragonfly+ of InfiniBand HDR",
        why="its Booster is leonardo-booster. Beside those 19 cells there are two of CPU nodes, a "
        "mixed one, and one of management, storage and logins, of which we found no number "
        "of hosts, nor how CPU nodes share lower switches: what a half is cannot be told",
    ),
    LeftOut(
        name="jupiter",
        title="JUPITER (Jülich), a Dragonfly+ of InfiniBand NDR",
        why="Jülich publishes 25 groups of the Booster with 15 lower and 16 upper switches for 240 "
        "nodes, one of the Cluster and one of services; how many links join two groups stands in "
        "no text that we could read. With 64 ports and 2 links between a lower and an upper switch "
        "544 ports of a group are left for 26 others: at most 20 links to each. Who knows writes "
        "dragonfly_plus:groups=25,leaves=15,spines=16,uplinks=2,links=N",
    ),
    LeftOut(
        name="meta-24k",
        title="Meta's clusters of 24,576 accelerators, Clos networks of RoCE and InfiniBand",
        why="8 pods of 3,072 and 192 racks of 16, oversubscribed 7 to 1 above the pods (Lockwood's "
        "notes): how many switches the upper layers have, and which are joined, we found nowhere. "
        "What leaves four pods is all that matters for halves of whole pods: 12,288 links of 400 "
        "Gb/s over 7, so that B is at most 1,755; a fat tree of any such shape is fat_tree, xgft "
        "or a graph",
    ),
)
