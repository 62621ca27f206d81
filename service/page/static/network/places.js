// Where switches lie: their groups on a circle, and the switches of a group on a small one.

export const SIZE = 440; // width and height of the picture
const RIM = 26; // left free for the names of the groups

/** Places of switches and groups of a network in the form of a "graph" spec. */
export function places(network) {
  const groups = groupsOf(network);
  const alone = groups.length === 1 || groups.every(({ switches }) => switches.length === 1);
  return alone ? onOneCircle(network.switches) : onCircles(groups);
}

function groupsOf({ switches, groups }) {
  const members = new Map();
  for (let index = 0; index < switches; index += 1) {
    const group = groups?.[index] ?? 0;
    if (!members.has(group)) members.set(group, []);
    members.get(group).push(index);
  }
  return [...members].sort(([a], [b]) => a - b).map(([name, found]) => ({ name, switches: found }));
}

function onOneCircle(count) {
  const radius = SIZE / 2 - RIM;
  const spots = Array.from({ length: count }, (_, index) => around(SIZE / 2, SIZE / 2, radius, index / count));
  return { spots, rings: [], dot: dotSize((2 * Math.PI * radius) / count) };
}

function onCircles(groups) {
  const half = Math.sin(Math.PI / Math.max(groups.length, 2)); // of the angle between two groups
  const outer = (SIZE / 2 - RIM) / (1 + 0.8 * half);
  const inner = 0.8 * half * outer;
  const largest = Math.max(...groups.map(({ switches }) => switches.length));
  const dot = dotSize(largest > 1 ? 2 * inner * 0.8 * Math.sin(Math.PI / Math.max(largest, 2)) : inner);
  const spots = [];
  const rings = groups.map(({ name, switches }, position) => {
    const share = position / groups.length;
    const [x, y] = around(SIZE / 2, SIZE / 2, outer, share);
    switches.forEach((index, place) => {
      const turn = share + (place + 0.5) / switches.length;
      spots[index] = switches.length === 1 ? [x, y] : around(x, y, inner * 0.8 - dot / 2, turn);
    });
    return { name, x, y, switches, radius: inner, label: around(SIZE / 2, SIZE / 2, outer + inner + 11, share) };
  });
  return { spots, rings, dot };
}

const dotSize = (space) => Math.max(0.8, Math.min(7, 0.36 * space));

/** A place on a circle; turns begin at the top and go clockwise. */
export function around(x, y, radius, turn) {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}
