"""The loop over cycles and switches, compiled.

An input is not looked at before something can have changed for it: a head that comes, a link that
becomes free, room that comes back.

A packet is in the buffer of one virtual channel at a time, in order. Where its head has come, it
asks for its next link: when that link is free, its own input is, and the next buffer has room for
all of it (virtual cut-through), it goes on, and its phits keep input and link busy for as many
cycles. Room comes back after the last phit has left and the link's latency has passed. Inputs of
a switch, and the virtual channels of an input, are asked in random order.

References
----------
Kermani and Kleinrock, Virtual cut-through: a new computer communication switching technique, 1979.
Jiang, Kim and Dally, Indirect adaptive routing on large scale interconnection networks, 2009
(piggybacking); Singh, Load-balanced routing in interconnection networks, 2005 (UGAL).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from alphacut.solver.common.compiled import compiled
from alphacut.solver.simulation.paths import Ways, draw_route

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphacut.solver.routing.channels import Numbers

    Small = NDArray[Any]  # of integers of few bytes
    Flags = NDArray[np.bool_]

OBLIVIOUS, UGAL, PIGGYBACK = 0, 1, 2
BLOCKED = -2
NEVER = 2**31 - 1
GENERATED, DELIVERED, REFUSED, MOVING, STOPPED, LATE, MEASURED = range(7)


class Net(NamedTuple):
    """Switches, links and hosts, as the loop needs them."""

    heads: Numbers  # (L,) switch that each directed link enters
    inputs: Numbers  # directed links that enter each switch, switch by switch
    input_starts: Numbers  # (n + 1,)
    latency: Numbers  # (L,) cycles
    first: Numbers  # (L + 1,) buffer 0 of each link; buffers of a link have consecutive numbers
    room: Numbers  # (L,) packets that a buffer of each link holds
    between: NDArray[np.bool_]  # (L,) whether it joins two groups
    switch: Numbers  # (N,) switch of each host
    host_starts: Numbers  # (n + 1,) hosts of each switch
    own: Numbers  # links between groups that leave each switch, switch by switch
    own_starts: Numbers  # (n + 1,)
    starts: Numbers  # (N,) destinations of each host
    ends: Numbers  # (N,)
    targets: Numbers


class Settings(NamedTuple):
    """Numbers that decide about a run."""

    probability: float  # of a new packet, at each host in each cycle
    packet: int  # phits
    queue: int  # packets
    warm_up: int
    cycles: int
    stuck: int
    choice: int
    threshold: int
    seed: int


@compiled
def simulate(  # noqa: C901
    net: Net, s: Settings, minimal: Ways, other: Ways
) -> tuple[Numbers, Numbers, Numbers]:
    """Run all cycles.

    Returns
    -------
    counts
        By the names above; LATE is the sum of the latencies of the packets measured.
    sent
        (L,) packets that each link sent after the warm-up.
    kept
        (buffers,) packets in each buffer at the end, to be compared with the room that is left.
    """
    np.random.seed(s.seed)
    links, hosts, buffers = len(net.heads), len(net.switch), net.first[-1]
    longest = max(minimal.longest, other.longest)
    most = 0
    for link in range(links):
        most += (net.first[link + 1] - net.first[link]) * net.room[link]
    most += hosts
    # packets in the network: where they go, what is left of their way, when their head is there
    way = np.empty((most, longest), np.int32)
    way_vc = np.empty((most, longest), np.int8)
    length = np.zeros(most, np.int8)
    at_hop = np.zeros(most, np.int8)
    goal = np.zeros(most, np.int32)
    ready = np.zeros(most, np.int32)
    born = np.zeros(most, np.int32)
    unused = np.arange(most - 1, -1, -1).astype(np.int32)
    free = most
    # buffers as rings
    place = np.zeros(buffers + 1, np.int64)
    for link in range(links):
        for b in range(net.first[link], net.first[link + 1]):
            place[b + 1] = place[b] + net.room[link]
    ring = np.empty(place[-1], np.int32)
    begin = np.zeros(buffers, np.int32)
    size = np.zeros(buffers, np.int32)
    room = np.empty(buffers, np.int32)
    for link in range(links):
        for b in range(net.first[link], net.first[link + 1]):
            room[b] = net.room[link]
    # hosts: packets that wait, and one whose way is chosen
    waiting_goal = np.empty((hosts, s.queue), np.int32)
    waiting_born = np.empty((hosts, s.queue), np.int32)
    waiting_begin = np.zeros(hosts, np.int32)
    waiting = np.zeros(hosts, np.int32)
    chosen = np.full(hosts, -1, np.int32)
    next_birth = np.full(hosts, -1, np.int64)
    for host in range(hosts):
        if net.ends[host] > net.starts[host]:
            next_birth[host] = np.random.geometric(s.probability) - 1
    # what is busy, and until when; when an input is looked at again
    busy_in = np.zeros(links, np.int32)
    wake = np.full(links, NEVER, np.int32)
    wake_host = np.zeros(hosts, np.int32)
    busy_out = np.zeros(links, np.int32)
    busy_end = np.zeros(hosts, np.int32)
    # room that comes back later
    slots = s.packet + net.latency.max() + 1
    returning = np.empty((slots, links), np.int32)
    returning_link = np.empty((slots, links), np.int32)
    returned = np.zeros(slots, np.int32)
    # when room comes back to each link: a ring of cycles, for packets leave an input one by one
    deep = slots // s.packet + 2
    due = np.empty((links, deep), np.int32)
    due_begin = np.zeros(links, np.int32)
    due_count = np.zeros(links, np.int32)
    full = np.zeros(links, np.bool_)  # links between groups that piggybacking calls congested
    counts = np.zeros(7, np.int64)
    counts[STOPPED] = -1
    sent = np.zeros(links, np.int64)
    last_move = 0
    links_a, vcs_a = np.empty(longest, np.int64), np.empty(longest, np.int64)
    links_b, vcs_b = np.empty(longest, np.int64), np.empty(longest, np.int64)
    switches = len(net.input_starts) - 1
    for now in range(s.cycles):
        slot = now % slots
        for k in range(returned[slot]):
            room[returning[slot, k]] += 1
            link = returning_link[slot, k]
            due_begin[link] = (due_begin[link] + 1) % deep
            due_count[link] -= 1
        returned[slot] = 0
        if s.choice == PIGGYBACK and now % 10 == 0:
            _mark_full(net, room, full, s.threshold)
        for host in range(hosts):
            if next_birth[host] == now:
                next_birth[host] = now + np.random.geometric(s.probability)
                to = host
                while to == host:
                    to = net.targets[
                        net.starts[host] + np.random.randint(net.ends[host] - net.starts[host])
                    ]
                if waiting[host] == s.queue:
                    counts[REFUSED] += 1
                    continue
                entry = (waiting_begin[host] + waiting[host]) % s.queue
                waiting_goal[host, entry], waiting_born[host, entry] = to, now
                waiting[host] += 1
                counts[GENERATED] += 1
        for switch in range(switches):
            in_first, in_last = net.input_starts[switch], net.input_starts[switch + 1]
            host_first, host_last = net.host_starts[switch], net.host_starts[switch + 1]
            inputs, total = in_last - in_first, in_last - in_first + host_last - host_first
            if total == 0:
                continue
            turn = np.random.randint(total)
            for k in range(total):
                each = (turn + k) % total
                if each < inputs:
                    link = net.inputs[in_first + each]
                    if wake[link] > now:
                        continue
                    again = NEVER
                    first, vcs = net.first[link], net.first[link + 1] - net.first[link]
                    vc_turn = np.random.randint(vcs) if vcs > 1 else 0
                    for j in range(vcs):
                        buffer = first + (vc_turn + j) % vcs
                        if size[buffer] == 0:
                            continue
                        packet = ring[place[buffer] + begin[buffer]]
                        if ready[packet] > now:
                            again = min(again, ready[packet])
                            continue
                        out = _next_buffer(net, way, way_vc, length, at_hop, packet, goal, room,
                                           busy_out, busy_end, due, due_begin, due_count,
                                           s.packet, now)  # fmt: skip
                        if out <= BLOCKED:
                            again = min(again, BLOCKED - out)
                            continue
                        begin[buffer] = (begin[buffer] + 1) % net.room[link]
                        size[buffer] -= 1
                        again = busy_in[link] = now + s.packet
                        back = (now + s.packet + net.latency[link]) % slots
                        returning[back, returned[back]] = buffer
                        returning_link[back, returned[back]] = link
                        returned[back] += 1
                        due[link, (due_begin[link] + due_count[link]) % deep] = (
                            now + s.packet + net.latency[link]
                        )
                        due_count[link] += 1
                        last_move = now
                        if out == -1:
                            busy_end[goal[packet]] = now + s.packet
                            counts[DELIVERED] += 1
                            if now >= s.warm_up:
                                counts[MEASURED] += 1
                                counts[LATE] += now + s.packet - born[packet]
                            unused[free] = packet
                            free += 1
                        else:
                            _send(net, way, at_hop, ready, packet, out, ring, place, begin, size,
                                  room, busy_out, wake, busy_in, sent, s, now)  # fmt: skip
                        break
                    wake[link] = max(again, now + 1)
                else:
                    host = host_first + each - inputs
                    if wake_host[host] > now or (waiting[host] == 0 and chosen[host] < 0):
                        continue
                    if chosen[host] < 0:
                        entry = waiting_begin[host]
                        free -= 1
                        packet = unused[free]
                        to = waiting_goal[host, entry]
                        goal[packet], born[packet] = to, waiting_born[host, entry]
                        ready[packet], at_hop[packet] = now, 0
                        waiting_begin[host] = (entry + 1) % s.queue
                        waiting[host] -= 1
                        chosen[host] = packet
                        length[packet] = 0
                        if net.switch[to] != switch:
                            hops = draw_route(minimal, switch, net.switch[to], links_a, vcs_a)
                            use_other = False
                            if s.choice != OBLIVIOUS:
                                more = draw_route(other, switch, net.switch[to], links_b, vcs_b)
                                use_other = _prefers_other(
                                    net, room, full, links_a, hops, links_b, more, s
                                )
                                if use_other:
                                    hops = more
                            length[packet] = hops
                            for hop in range(hops):
                                way[packet, hop] = links_b[hop] if use_other else links_a[hop]
                                way_vc[packet, hop] = vcs_b[hop] if use_other else vcs_a[hop]
                    packet = chosen[host]
                    out = _next_buffer(net, way, way_vc, length, at_hop, packet, goal, room,
                                       busy_out, busy_end, due, due_begin, due_count,
                                       s.packet, now)  # fmt: skip
                    if out <= BLOCKED:
                        wake_host[host] = max(BLOCKED - out, now + 1)
                        continue
                    chosen[host] = -1
                    wake_host[host] = now + s.packet
                    last_move = now
                    if out == -1:
                        busy_end[goal[packet]] = now + s.packet
                        counts[DELIVERED] += 1
                        if now >= s.warm_up:
                            counts[MEASURED] += 1
                            counts[LATE] += now + s.packet - born[packet]
                        unused[free] = packet
                        free += 1
                    else:
                        _send(net, way, at_hop, ready, packet, out, ring, place, begin, size,
                              room, busy_out, wake, busy_in, sent, s, now)  # fmt: skip
        if now - last_move > s.stuck and free < most:
            counts[STOPPED] = last_move
            break
    counts[MOVING] = most - free
    for slot in range(slots):
        for k in range(returned[slot]):
            room[returning[slot, k]] += 1
    return counts, sent, size + room


@compiled
def _next_buffer(
    net: Net, way: Small, way_vc: Small, length: Small, at_hop: Small, packet: int, goal: Small,
    room: Small, busy_out: Small, busy_end: Small, due: Small, due_begin: Small,
    due_count: Small, phits: int, now: int,
) -> int:  # fmt: skip
    """Return the buffer that a packet can go on to, -1 if it has come.

    A packet that has to wait until cycle T at least gets BLOCKED - T. Where room lacks, none comes
    back to the link before its next time in `due`, or that of a packet that leaves right now.
    """
    if at_hop[packet] == length[packet]:
        return -1 if busy_end[goal[packet]] <= now else int(BLOCKED - busy_end[goal[packet]])
    link = way[packet, at_hop[packet]]
    if busy_out[link] > now:
        return int(BLOCKED - busy_out[link])
    again = now + phits + net.latency[link]
    if due_count[link] > 0:
        again = due[link, due_begin[link]]
    first, vcs = net.first[link], net.first[link + 1] - net.first[link]
    vc = way_vc[packet, at_hop[packet]]
    if vc >= 0:
        return int(first + vc) if room[first + vc] > 0 else int(BLOCKED - again)
    turn = np.random.randint(vcs) if vcs > 1 else 0
    for k in range(vcs):
        buffer = first + (turn + k) % vcs
        if room[buffer] > 0:
            return int(buffer)
    return int(BLOCKED - again)


@compiled
def _send(
    net: Net, way: Small, at_hop: Small, ready: Small, packet: int, buffer: int, ring: Small,
    place: Numbers, begin: Small, size: Small, room: Small, busy_out: Small, wake: Small,
    busy_in: Small, sent: Numbers, s: Settings, now: int,
) -> None:  # fmt: skip
    """Put a packet into its next buffer, where its head comes after the latency of the link."""
    link = way[packet, at_hop[packet]]
    at_hop[packet] += 1
    ready[packet] = now + net.latency[link]
    ring[place[buffer] + (begin[buffer] + size[buffer]) % net.room[link]] = packet
    size[buffer] += 1
    room[buffer] -= 1
    busy_out[link] = now + s.packet
    if size[buffer] == 1:
        wake[link] = min(wake[link], max(ready[packet], busy_in[link]))
    if now >= s.warm_up:
        sent[link] += 1


@compiled
def _queued(net: Net, room: Small, link: int) -> int:
    """Return how many packets are in the buffers of a link, or on their way in or out."""
    count = 0
    for b in range(net.first[link], net.first[link + 1]):
        count += net.room[link] - room[b]
    return count


@compiled
def _mark_full(net: Net, room: Small, full: Flags, threshold: int) -> None:
    """Mark the links between groups whose queue is longer than twice the mean of their switch."""
    for switch in range(len(net.own_starts) - 1):
        first, last = net.own_starts[switch], net.own_starts[switch + 1]
        total = 0
        for k in range(first, last):
            total += _queued(net, room, net.own[k])
        for k in range(first, last):
            queued = _queued(net, room, net.own[k])
            full[net.own[k]] = queued * (last - first) > 2 * total + threshold * (last - first)


@compiled
def _prefers_other(
    net: Net, room: Small, full: Flags, links: Numbers, hops: int, others: Numbers, more: int,
    s: Settings,
) -> bool:  # fmt: skip
    """Tell whether a packet takes the non-minimal route that was drawn for it."""
    if hops == more and hops == 1:
        return False
    if s.choice == PIGGYBACK:
        here, there = False, False
        for k in range(hops):
            here = here or (net.between[links[k]] and full[links[k]])
        for k in range(min(more, 2)):
            there = there or (net.between[others[k]] and full[others[k]])
        if here != there:
            return here
    queued = _queued(net, room, links[0]) * hops
    return queued > _queued(net, room, others[0]) * more + s.threshold
