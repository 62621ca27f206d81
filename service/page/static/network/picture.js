// The picture of a cut: groups on a circle, switches in the colour and shape of their side.

import { draw, make } from "../dom.js";
import { bandOf } from "./band.js";
import { places, SIZE } from "./places.js";
import { sideOf, splitLinks } from "./split.js";

const MOST_LINES = 20_000; // links of either kind that are drawn
const MOST_NAMED = 64; // groups whose numbers are written
const MOST_DESCRIBED = 600; // switches that are elements of their own, with a name to point at

/** Draw a cut, with what there is to say below. */
export function picture(network, { side, words }, name) {
  const sides = sideOf(network, side);
  const { cut, uncut } = splitLinks(network, sides);
  const where = places(network);
  const band = where.rings.length > MOST_NAMED;
  const svg = draw("svg", {
    class: "network", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img",
    "aria-label": `The network ${name} with its two sides: ${words}`,
  },
  ...where.rings.map((ring) => disc(ring, sides)),
  lines(network, where, uncut, "uncut"),
  lines(network, where, cut, "cut"),
  ...switches(network, where, sides),
  ...(band ? bandOf(where.rings, sides) : where.rings.map((ring) =>
    draw("text", { x: ring.label[0], y: ring.label[1] }, String(ring.name)))));
  svg.style.setProperty("--cut-width", thinner(1.7, cut.length));
  svg.style.setProperty("--uncut-width", thinner(0.9, uncut.length));
  return [svg, caption(sides, words, Math.max(cut.length, uncut.length))];
}

/** The more links there are, the thinner they are drawn. */
const thinner = (width, count) => (width * Math.min(1, Math.max(0.1, Math.sqrt(60 / (count || 1))))).toFixed(2);

/** The ground of a group, in the colour of its side if it lies whole on one. */
function disc({ x, y, radius, switches }, sides) {
  const whole = switches.every((index) => sides[index] === sides[switches[0]]);
  const kind = whole && switches.length > 1 ? ` whole-${sides[switches[0]]}` : "";
  return draw("circle", { class: `ring${kind}`, cx: x, cy: y, r: radius });
}

/** Links as one path; those between groups bend towards the middle. */
function lines(network, { spots, rings }, links, kind) {
  const bends = rings.length > 0;
  const drawn = links.slice(0, MOST_LINES).map(([first, second]) => {
    const [[x, y], [u, v]] = [spots[first], spots[second]];
    const within = !bends || network.groups[first] === network.groups[second];
    const bend = within ? "L" : `Q${pulled(x, u)} ${pulled(y, v)} `;
    return `M${x.toFixed(1)} ${y.toFixed(1)}${bend}${u.toFixed(1)} ${v.toFixed(1)}`;
  });
  return draw("path", { class: kind, d: drawn.join("") });
}

const pulled = (from, to) => (0.5 * ((from + to) / 2) + 0.5 * (SIZE / 2)).toFixed(1);

function switches(network, { spots, dot }, sides) {
  if (network.switches > MOST_DESCRIBED) {
    return ["a", "b"].map((side) => draw("path", {
      class: side, d: spots.flatMap((spot, index) => (sides[index] === side ? [blot(spot, dot)] : [])).join(""),
    }));
  }
  return spots.map((spot, index) => {
    const group = network.groups?.length ? ` of group ${network.groups[index]}` : "";
    const title = draw("title", {}, `switch ${index}${group}, side ${sides[index].toUpperCase()}`);
    const mark = shape(sides[index], spot, dot);
    mark.append(title);
    return mark;
  });
}

/** Side A is round, side B square. */
function shape(side, [x, y], dot) {
  if (side === "a") return draw("circle", { class: "a", cx: x.toFixed(1), cy: y.toFixed(1), r: dot });
  const edge = dot * 1.8;
  return draw("rect", {
    class: "b", x: (x - edge / 2).toFixed(1), y: (y - edge / 2).toFixed(1), width: edge, height: edge,
  });
}

const blot = ([x, y], dot) =>
  `M${(x - dot).toFixed(1)} ${(y - dot).toFixed(1)}h${2 * dot}v${2 * dot}h${-2 * dot}z`;

function caption(sides, words, most) {
  const count = (side) => sides.filter((each) => each === side).length;
  return make("figcaption", {},
    make("p", {}, words.replaceAll(" : ", "\u00a0:\u00a0")),
    make("ul", { class: "key" },
      entry(shape("a", [10, 10], 6), `side A, ${switchesOf(count("a"))}`),
      entry(shape("b", [10, 10], 6), `side B, ${switchesOf(count("b"))}`),
      entry(draw("path", { class: "cut", d: "M1 10H19" }), "link that is cut"),
      entry(draw("path", { class: "uncut", d: "M1 10H19" }), "other link")),
    most > MOST_LINES
      ? make("p", { class: "hint" }, `Only ${MOST_LINES.toLocaleString("en")} links of a kind are drawn.`)
      : null);
}

const switchesOf = (count) => `${count} ${count === 1 ? "switch" : "switches"}`;

const entry = (mark, text) => make("li", {},
  draw("svg", { class: "network", viewBox: "0 0 20 20", "aria-hidden": "true" }, mark), text);
