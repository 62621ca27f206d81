// Rationals as the service writes them ("5/4", "inf"), and lines as people write them.

/** The number that a rational is, for drawing only. */
export function number(written) {
  if (written === null || written === "inf") return Infinity;
  const [above, below = "1"] = String(written).split("/");
  return Number(above) / Number(below);
}

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
