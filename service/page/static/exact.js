// Rationals as the service writes them ("5/4", "inf"), and lines as people write them.

/** The number that a rational is, for drawing only. */
export function number(written) {
  if (written === null || written === "inf") return Infinity;
  const [above, below = "1"] = String(written).split("/");
  return Number(above) / Number(below);
}

/** The value of a line, for drawing only. */
export const at = ({ intercept, slope }, x) => number(intercept) + number(slope) * x;

/** α for people. */
export const ratio = (written) => (written === null || written === "inf" ? "∞" : String(written));

/** A line such as "4 + 16α". */
export function formula({ intercept, slope }) {
  const [fixed, factor] = [String(intercept), String(slope)];
  if (factor === "0") return fixed;
  const risen = factor === "1" ? "α" : `${factor.includes("/") ? `(${factor})` : factor}α`;
  return fixed === "0" ? risen : `${fixed} + ${risen}`;
}

/** A range of α such as "0 < α ≤ 5/4"; its ends belong to both neighbours. */
export function range({ from, to }, first = false) {
  if (from === to || (from === "inf" && to === null)) return `α = ${ratio(from)}`;
  const begins = `${ratio(from)} ${first && from === "0" ? "<" : "≤"} α`;
  return to === null && from === "0" ? "α > 0" : to === null ? `α ≥ ${from}` : `${begins} ≤ ${to}`;
}

/** A share of 1 in percent, never rounding an open gap down to nothing. */
export function percent(share) {
  if (share > 0 && share < 0.001) return "< 0.1 %";
  return `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;
}

/** Seconds for people. */
export function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** A rational of big integers, [above, below], from "5/4", "1.25" or 3; null if it is none. */
export function rational(written) {
  const found = /^(-?\d+|-?(?=\.))(?:\/(\d+)|\.(\d+))?$/.exec(String(written).trim());
  if (!found) return null;
  const [, whole, below, decimals] = found;
  if (decimals) return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
  return below && !BigInt(below) ? null : [BigInt(whole), BigInt(below ?? 1)];
}

/** Negative, 0 or positive, as one rational is below, at or above the other. */
export const compared = ([a, b], [c, d]) => Number(a * d > c * b) - Number(a * d < c * b);

/** The value of a line at a rational. */
export function valueAt({ intercept, slope }, [p, q]) {
  const [[a, b], [c, d]] = [rational(intercept), rational(slope)];
  return [a * d * q + c * p * b, b * d * q];
}

/** What a capacity of 1 is to the owner of a network, as text. */
export const unitOf = ({ unit }) => unit ?? "1";

const CAPACITIES = ["intercept", "slope", "value", "lower"];

/** Bounds, or a part of them, with every capacity as the network's owner counts: times a unit. */
export function inUnits(found, unit) {
  if (!unit || found === null || typeof found !== "object") return found;
  if (Array.isArray(found)) return found.map((each) => inUnits(each, unit));
  const capacity = (name, each) => CAPACITIES.includes(name) && /^(string|number)$/.test(typeof each);
  return Object.fromEntries(Object.entries(found).map(([name, each]) => [
    name, capacity(name, each) ? product(each, unit) : inUnits(each, unit),
  ]));
}

function product(one, other) {
  const [[a, b], [c, d]] = [rational(one), rational(other)];
  const divisor = common(a * c, b * d);
  return b * d === divisor ? String((a * c) / divisor) : `${(a * c) / divisor}/${(b * d) / divisor}`;
}

/** A rational for people: exact, with a decimal beside it where it is no integer. */
export function told([above, below]) {
  const divisor = common(above, below);
  const [a, b] = [above / divisor, below / divisor];
  return b === 1n ? String(a) : `${a}/${b} ≈ ${(Number(a) / Number(b)).toFixed(3)}`;
}

const common = (a, b) => (b ? common(b, a % b) : a || 1n);
