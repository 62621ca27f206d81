// The curves as tables: each segment can be focused, and then its cut is shown. The roles are
// written out, because narrow screens lay the cells out anew, and some browsers then forget them.

import { make, refill } from "../dom.js";
import { formula, range, ratio } from "../exact.js";
import { swatch } from "./looks.js";

/** Tables in an element; onSegment(id, index) hears what is focused or pointed at. */
export class Segments {
  constructor(element, onSegment) {
    this.element = element;
    const hear = (event) => {
      const row = event.target.closest("tr[data-index]");
      if (row) onSegment(row.dataset.job, Number(row.dataset.index));
    };
    for (const name of ["focusin", "mouseover", "click"]) element.addEventListener(name, hear);
  }

  /** Write the tables of jobs. */
  show(views) {
    refill(this.element, ...views.map(table));
  }

  /** Mark the row of one segment, and no other. */
  mark(id, index) {
    for (const row of this.element.querySelectorAll("tr[data-index]")) {
      const active = row.dataset.job === id && Number(row.dataset.index) === index;
      row.classList.toggle("active", active);
      row.querySelector("button").setAttribute("aria-pressed", active);
    }
  }
}

function table({ id, bounds, look }) {
  return make("table", { role: "table" },
    make("caption", {}, swatch(look), bounds.name),
    make("thead", { role: "rowgroup" }, make("tr", { role: "row" },
      ...["α", bounds.status === "bounded" ? "B is at most" : "B", "Cut"].map((name) =>
        make("th", { role: "columnheader", scope: "col" }, name)))),
    make("tbody", { role: "rowgroup" }, ...(bounds.point ? [pointRow(id, bounds)] : bounds.segments.map(
      (segment, index) => row(id, index, range(segment, index === 0), formula(segment), segment.words)))));
}

function pointRow(id, { point, cut }) {
  const value = point.lower === point.value ? point.value : `${point.value} (at least ${point.lower})`;
  return row(id, 0, `α = ${ratio(point.alpha)}`, `${formula(cut)}, here ${value}`, cut.words);
}

function row(id, index, where, what, words) {
  const key = `${id}-${index}`;
  return make("tr", { role: "row", "data-job": id, "data-index": index },
    make("td", { role: "cell" }, make("button", {
      type: "button", class: "segment", "data-key": key, "aria-pressed": "false",
      "aria-describedby": `words-${key}`,
    }, where)),
    make("td", { role: "cell", class: "formula" }, what),
    make("td", { role: "cell", id: `words-${key}` }, words.replaceAll(" : ", "\u00a0:\u00a0")));
}
