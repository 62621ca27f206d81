// How several curves stay apart, also without colour: each has its own dashes and its own mark.

import { draw } from "../dom.js";

const DASHES = [
  "solid", "10px,4px", "4px,3px", "12px,3px,3px,3px", "7px,4px", "12px,3px,3px,3px,3px,3px",
  "16px,4px", "2px,2px", "16px,3px,6px,3px",
];
const MARKS = [
  "circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "pentagon", "star", "x",
];
const KINDS = DASHES.length;

/** The look of the curve at a position of the selection; earlier ones are wider, to show below. */
export function look(index, count) {
  const kind = index % KINDS;
  return {
    colour: `--curve-${kind + 1}`, dash: DASHES[kind], mark: MARKS[kind],
    width: 2.5 + Math.min(count - 1 - index, 4),
  };
}

/** A sample of a curve's line, for legends. */
export function swatch({ colour, dash, width }) {
  const line = draw("line", {
    x1: 1, x2: 35, y1: 6, y2: 6, "stroke-width": Math.min(width, 5),
    "stroke-dasharray": dash === "solid" ? null : dash.replaceAll("px", ""),
  });
  line.style.stroke = `var(${colour})`;
  return draw("svg", { class: "swatch", viewBox: "0 0 36 12", "aria-hidden": "true" }, line);
}

/** The value of one of the page's colours, as it is now. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A colour of the form #rrggbb, made transparent. */
export function faint(hex, opacity) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgba(${parts.join(",")},${opacity})`;
}
