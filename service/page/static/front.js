// The front as a picture: price for each host against bisection bandwidth for each host.

import { draw, make } from "./dom.js";
import { number } from "./exact.js";

const [WIDE, HIGH, LEFT, BELOW, ROUND] = [640, 260, 56, 40, 5];

/** Draw the designs; onPoint(place) hears at which one somebody points. */
export function frontPicture(designs, currency, onPoint) {
  const price = designs.map((each) => number(each.price_per_host));
  const low = designs.map((each) => number(each.bisection_per_host_lower));
  const high = designs.map((each) => number(each.bisection_per_host));
  const right = scale(0, Math.max(...high, 0.5), LEFT, WIDE - 16);
  const up = scale(0, Math.max(...price) || 1, HIGH - BELOW, 12);
  const families = [...new Set(designs.map(({ family }) => family))];
  const colour = (each) => `var(--curve-${1 + (families.indexOf(each.family) % 9)})`;
  const points = designs.map((each, place) => {
    const [x, y] = [right(low[place]), up(price[place])];
    const dot = draw("circle", {
      cx: x, cy: y, r: ROUND, class: "dot", click: () => onPoint(place),
    }, draw("title", {}, `${each.family} ${each.name}: ${price[place].toFixed(2)} for each host, B/host ${low[place].toFixed(3)}`));
    dot.style.fill = colour(each);
    const range = draw("line", { x1: x, x2: right(high[place]), y1: y, y2: y, class: "reach" });
    range.style.stroke = colour(each);
    return [range, dot];
  });
  return make("figure", { class: "front" },
    draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": "Price and bisection bandwidth for each host" },
      axis(right, up, Math.max(...high, 0.5), Math.max(...price) || 1, currency),
      ...points.flat()),
    make("figcaption", {}, ...families.map((family) => {
      const mark = make("span", { class: "spot", "aria-hidden": "true" });
      mark.style.background = colour({ family });
      return make("span", { class: "named" }, mark, family);
    })));
}

const scale = (from, to, first, last) => (value) => first + ((value - from) / (to - from)) * (last - first);

function axis(right, up, most, dearest, currency) {
  const ground = up(0);
  const line = (x1, y1, x2, y2) => draw("line", { x1, y1, x2, y2, class: "axis" });
  const text = (x, y, anchor, said) => draw("text", { x, y, "text-anchor": anchor }, said);
  const shares = [0, 0.125, 0.25, 0.375, 0.5].filter((share) => share <= most);
  return draw("g", {},
    line(LEFT, ground, WIDE - 16, ground), line(LEFT, ground, LEFT, 12),
    ...shares.map((share) => text(right(share), ground + 15, "middle", String(share))),
    ...[0, 0.5, 1].map((part) => text(LEFT - 6, up(part * dearest) + 4, "end", Math.round(part * dearest).toLocaleString("en"))),
    text(WIDE - 16, HIGH - 6, "end", "bisection bandwidth for each host, in local links"),
    text(LEFT + 6, 20, "start", `price for each host${currency ? `, ${currency}` : ""}`));
}
