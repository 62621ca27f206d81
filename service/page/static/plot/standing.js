// The bisection bandwidth of every selected network at one α, and who wins there; all exact.
// Networks with unlike numbers of hosts are ranked by what there is for each host, as in comparisons.

import { make, refill } from "../dom.js";
import { compared, rational, told, unitOf, valueAt } from "../exact.js";
import { bandwidth, readRate } from "./bandwidth.js";
import { swatch } from "./looks.js";

/** A table in an element, at the α of an input; in bytes a second for what a link carries. */
export class Standing {
  #views = [];

  constructor(element, input, carried) {
    this.element = element;
    this.input = input;
    this.carried = carried;
    for (const each of [input, carried]) each.addEventListener("input", () => this.#write());
  }

  /** Compare jobs: { bounds, job, look } each. */
  show(views) {
    this.#views = views;
    this.#write();
  }

  #write() {
    const alpha = rational(this.input.value);
    const rate = this.carried.value.trim() ? readRate(this.carried.value) : undefined;
    const right = alpha !== null && alpha[0] > 0n;
    mark(this.input, right);
    mark(this.carried, rate !== null);
    refill(this.element, ...right ? table(rows(this.#views, alpha), rate) : [wrong(
      "α must be a number above 0, such as 2, 5/4 or 1.25.")],
    rate === null ? wrong("What a local link carries is a positive number with its unit, such as 25GB/s or 200Gb/s.") : null);
  }
}

const wrong = (text) => make("p", { class: "wrong" }, text);

function mark(input, right) {
  if (right) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

/** What is known of each at α, the best first. */
function rows(views, alpha) {
  const known = views.flatMap((view) => {
    const range = rangeAt(view.bounds, alpha);
    return range ? [{ view, ...range }] : [];
  });
  const ranked = unlikeHosts(known) ? known.map(perHost) : known;
  const above = (one, other) => compared(other.lower, one.lower) || compared(other.upper, one.upper);
  const placed = unlikeUnits(known) ? () => "" : placeOf;
  return ranked.sort(above).map((row) => ({ ...row, place: placed(row, ranked) }));
}

/** Whether networks count capacities in different units, so that no two numbers compare. */
const unlikeUnits = (found) =>
  new Set(found.map(({ view }) => unitOf(view.job.request.topology))).size > 1;

function unlikeHosts(known) {
  const hosts = new Set(known.map(({ view }) => view.bounds.hosts));
  return hosts.size > 1 && !hosts.has(0);
}

/** A row whose bounds are those for each host; `whole` keeps those of the network. */
function perHost(row) {
  const share = ([above, below]) => [above, below * BigInt(row.view.bounds.hosts)];
  return { ...row, lower: share(row.lower), upper: share(row.upper), whole: row };
}

/** Wins: its lower bound reaches every other's upper one. May win: its upper one reaches every lower one. */
function placeOf(row, all) {
  const others = all.filter((other) => other !== row);
  if (!others.length) return "";
  if (others.every((other) => compared(row.lower, other.upper) >= 0)) {
    return others.some((other) => compared(other.lower, row.upper) >= 0) ? "wins, tied" : "wins";
  }
  return others.every((other) => compared(row.upper, other.lower) >= 0) ? "may win" : "";
}

function rangeAt({ status, point, segments, lower: proven }, alpha) {
  const lower = status === "formula" ? null : proven; // a theorem gives the upper curve
  if (point) {
    if (point.alpha === "inf" || compared(rational(point.alpha), alpha)) return null;
    return { upper: rational(point.value), lower: rational(status === "formula" ? point.value : point.lower) };
  }
  const piece = segments.find(holds(alpha));
  if (!piece) return null;
  const upper = valueAt(piece, alpha);
  const below = lower?.find(holds(alpha));
  return { upper, lower: lower ? (below ? valueAt(below, alpha) : [0n, 1n]) : upper };
}

const holds = (alpha) => ({ from, to }) => from !== "inf" && compared(rational(from), alpha) <= 0
  && (to === null || to === "inf" || compared(alpha, rational(to)) <= 0);

const RATES = [["one way", "oneWay"], ["both ways", "bothWays"], ["of full bisection", "share"], ["each host", "each"]];

function table(found, rate) {
  if (!found.length) return [make("p", { class: "hint" }, "No selected curve is known at this α.")];
  const shared = Boolean(found[0].whole);
  const rated = rate ? RATES : [];
  const columns = ["Network", "B(α)", ...shared ? ["per host"] : [], ...rated.map(([name]) => name), "Proven", "Place"];
  return [make("table", {},
    make("thead", {}, make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...found.map((row) => make("tr", {},
      make("th", { scope: "row" }, swatch(row.view.look), " ", row.view.bounds.name),
      make("td", {}, between(row.whole ?? row)),
      ...shared ? [make("td", {}, between(row))] : [],
      ...carried(row, rate, rated),
      make("td", {}, PROVEN[row.view.bounds.status]),
      make("td", { class: row.place.startsWith("wins") ? "wins" : null }, row.place))))),
  ...unlikeUnits(found) ? [make("p", { class: "hint" },
    "Nobody wins, for these networks count capacities in different units.")] : [],
  ...shared ? [make("p", { class: "hint" },
    "Ranked by B per host, for these networks have unlike numbers of hosts.")] : [],
  ...rate ? [make("p", { class: "hint" },
    "Of full bisection: all hosts of one half would send to the other at the rate of a local link.")] : []];
}

function carried(row, rate, rated) {
  if (!rate) return [];
  const { lower, upper } = row.whole ?? row;
  const found = bandwidth({ lower, upper, hosts: row.view.bounds.hosts, rate });
  return rated.map(([, key]) => make("td", {}, found[key]));
}

const between = ({ upper, lower }) =>
  compared(upper, lower) ? `${told(lower)} to ${told(upper)}` : told(upper);

const PROVEN = { exact: "exact", closed: "closed", formula: "formula", bounded: "bounds" };
