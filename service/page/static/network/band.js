// A band around a network of many groups: each group's share of either side, where dots are too small.

import { draw } from "../dom.js";
import { around, SIZE } from "./places.js";

const RADIUS = SIZE / 2 - 9;

/** The arcs of both sides, each as one path. */
export function bandOf(rings, sides) {
  const paths = { a: "", b: "" };
  rings.forEach(({ switches }, position) => {
    const start = (position - 0.5) / rings.length;
    const share = switches.filter((index) => sides[index] === "a").length / switches.length / rings.length;
    if (share > 0) paths.a += arc(start, start + share);
    if (share < 1 / rings.length) paths.b += arc(start + share, start + 1 / rings.length);
  });
  return Object.entries(paths).map(([side, d]) => draw("path", { class: `band-${side}`, d }));
}

function arc(from, to) {
  const [x, y] = around(SIZE / 2, SIZE / 2, RADIUS, from);
  const [u, v] = around(SIZE / 2, SIZE / 2, RADIUS, to);
  return `M${x.toFixed(2)} ${y.toFixed(2)}A${RADIUS} ${RADIUS} 0 0 1 ${u.toFixed(2)} ${v.toFixed(2)}`;
}
