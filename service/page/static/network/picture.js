// The picture of a cut, drawn by the service as the command draws it, in the colours of the page.

import { text } from "../api.js";
import { draw, make } from "../dom.js";

const MOST_KEPT = 40; // pictures that are not asked for again
const kept = new Map(); // by what they show

/** The picture of a cut of a job as the service writes it: SVG. */
export function fetchPicture(job, bounds, cut, layout) {
  const key = JSON.stringify([job.id, bounds.status, cut, layout]);
  if (!kept.has(key)) {
    const at = new URLSearchParams({
      ...(bounds.segments && { alpha: cut.from }), ...(layout && { layout }) });
    const coming = text(`${job.links.cut}${at.size ? `?${at}` : ""}`);
    coming.catch(() => kept.delete(key));
    kept.set(key, coming);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(key);
}

/** The drawing in it as an element, with the words that tell what it shows in letters of the page. */
export function picture(written, words, name) {
  const svg = document.importNode(
    new DOMParser().parseFromString(written, "image/svg+xml").documentElement, true);
  svg.classList.add("network");
  svg.setAttribute("viewBox", svg.querySelector("#drawing").getAttribute("viewBox"));
  for (const side of ["width", "height"]) svg.removeAttribute(side); // those of the whole
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `The network ${name} with its two sides: ${words}`);
  const { node, edge } = svg.dataset;
  const switches = (side) => {
    const count = svg.querySelectorAll(`g.${side} > title`).length;
    return `${count} ${count === 1 ? node : `${node}${node === "switch" ? "es" : "s"}`}`;
  };
  return [svg, make("figcaption", {},
    make("p", {}, words.replaceAll(" : ", "\u00a0:\u00a0")),
    make("ul", { class: "key" },
      entry("a", draw("circle", { cx: 10, cy: 10, r: 6 }), `one side, ${switches("a")}`),
      entry("b", draw("rect", { x: 4.6, y: 4.6, width: 10.8, height: 10.8 }), `the other, ${switches("b")}`),
      entry("", draw("path", { class: "cut", d: "M1 10H19", "stroke-dasharray": "5 3" }), `${edge} that is cut`)))];
}

const entry = (side, mark, text) => make("li", {},
  draw("svg", { class: "network", viewBox: "0 0 20 20", "aria-hidden": "true" }, draw("g", { class: side }, mark)),
  text);
