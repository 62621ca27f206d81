// Which part of the plane is shown: every breakpoint, and a stretch beyond the last one.

import { at, number } from "../exact.js";

const BEYOND = 1.3; // the last breakpoint lies at 1/1.3 of the width
const HEADROOM = 1.1;

/** The range of α and of capacities that shows all that is known. */
export function windowOf(views) {
  const turns = views.flatMap(({ bounds }) => turnsOf(bounds)).filter(Number.isFinite);
  const starts = views.flatMap(({ bounds }) => (bounds.segments ? [number(bounds.segments[0].from)] : []));
  const left = Math.min(...starts, ...turns, starts.length ? Infinity : 0);
  const last = Math.max(...turns, left);
  const right = last > left ? left + (last - left) * BEYOND : left + 2;
  const highest = Math.max(...views.map(({ bounds }) => top(bounds, right)), 0);
  return { left, right, top: (highest || 1) * HEADROOM };
}

function turnsOf(bounds) {
  if (bounds.point) return [number(bounds.point.alpha)];
  return bounds.segments.flatMap(({ from, to }) => [number(from), number(to)]);
}

function top(bounds, right) {
  if (bounds.point) return bounds.point.alpha === "inf" ? 0 : number(bounds.point.value);
  const shown = bounds.segments.filter(({ from }) => number(from) < right || bounds.segments.length === 1);
  const last = shown.at(-1);
  return at(last, Math.min(number(last.to), right));
}

/** The ends of a piece within the window, or null if it lies outside. */
export function clipped({ from, to }, { left, right }) {
  const [start, end] = [Math.max(number(from), left), Math.min(number(to), right)];
  return start <= end && Number.isFinite(start) ? [start, end] : null;
}
