// What a cut does to a network: who is on which side, and which links it separates.

/** Switch 0 is always on side a, so that pictures of several cuts can be compared. */
export function sideOf(network, side) {
  const inside = new Uint8Array(network.switches);
  for (const index of side) inside[index] = 1;
  const first = inside[0];
  return Array.from(inside, (mark) => (mark === first ? "a" : "b"));
}

/** The links that are cut and the others, and how many of each class are cut. */
export function splitLinks(network, sides) {
  const [cut, uncut, counts] = [[], [], new Map()];
  for (const link of network.links) {
    const [first, second, name = "local", multiplicity = 1] = link;
    if (sides[first] === sides[second]) uncut.push(link);
    else {
      cut.push(link);
      counts.set(name, (counts.get(name) ?? 0) + multiplicity);
    }
  }
  return { cut, uncut, counts };
}
