// What is known about the selected jobs, as traces that Plotly draws.

import { at, formula, number, range } from "../exact.js";
import { colour, faint } from "./looks.js";
import { clipped } from "./window.js";

const SAMPLES = 24; // places along a segment at which a pointer finds it

/** All traces of one job. */
export function tracesOf({ id, job, bounds, look }, frame) {
  const paint = colour(look.colour);
  if (bounds.point) return pointTraces({ id, bounds, look }, paint);
  return [
    ...(bounds.lower ? [lowerTrace(bounds, frame, paint)] : []),
    upperTrace({ id, bounds, look }, frame, paint),
    breakpointTrace({ bounds, look }, frame, paint),
    ...workTrace(job, paint),
  ];
}

function lowerTrace(bounds, frame, paint) {
  const corners = bounds.lower.flatMap((piece) => (clipped(piece, frame) ?? []).map((x) => [x, at(piece, x)]));
  return {
    ...along(corners), name: `${bounds.name}, proven lower bound`, mode: "lines",
    line: { color: paint, width: 1.5, dash: "4px,3px" }, hoverinfo: "skip", showlegend: false,
  };
}

function upperTrace({ id, bounds, look }, frame, paint) {
  const spots = bounds.segments.flatMap((segment, index) => samples(segment, frame).map((x) => ({
    x, y: at(segment, x), index, text: `${range(segment, index === 0)}<br>B ${
      bounds.status === "bounded" ? "≤" : "="} ${formula(segment)}`,
  })));
  return {
    x: spots.map(({ x }) => x), y: spots.map(({ y }) => y), text: spots.map(({ text }) => text),
    customdata: spots.map(({ index }) => [id, index]), name: bounds.name, mode: "lines",
    line: { color: paint, width: look.width, dash: look.dash },
    hovertemplate: "<b>%{fullData.name}</b><br>%{text}<extra></extra>",
    ...(bounds.lower ? { fill: "tonexty", fillcolor: faint(paint, 0.14) } : {}),
  };
}

function samples(segment, frame) {
  const ends = clipped(segment, frame);
  if (!ends) return [];
  const step = (ends[1] - ends[0]) / SAMPLES;
  return Array.from({ length: SAMPLES + 1 }, (_, k) => ends[0] + k * step);
}

/** Where segments meet; filled once the value there is proven. */
function breakpointTrace({ bounds, look }, frame, paint) {
  const proven = new Set(bounds.points.filter((p) => p.value === p.lower).map((p) => p.alpha));
  const turns = bounds.segments.slice(1).filter(({ from }) => number(from) <= frame.right);
  return {
    ...along(turns.map((s) => [number(s.from), at(s, number(s.from))])), mode: "markers",
    marker: {
      symbol: look.mark, size: 9, line: { color: paint, width: 2 },
      color: turns.map(({ from }) => (proven.has(from) ? paint : colour("--card"))),
    },
    hoverinfo: "skip", showlegend: false,
  };
}

/** The α in work: from the bound up to the incumbent. */
function workTrace(job, paint) {
  const { phase, alpha, bound, incumbent } = job.progress;
  if (job.state !== "running" || phase !== "proving" || incumbent === null || alpha === "inf") return [];
  const [x, unit] = [number(alpha), number(job.request.topology.unit ?? "1")];
  return [{
    x: [x, x], y: [unit * number(bound), unit * number(incumbent)], mode: "lines+markers", hoverinfo: "skip",
    line: { color: paint, width: 2, dash: "2px,2px" }, showlegend: false,
    marker: { symbol: "line-ew", size: 13, line: { color: paint, width: 2 } },
  }];
}

function pointTraces({ id, bounds, look }, paint) {
  const { alpha, value, lower } = bounds.point;
  if (alpha === "inf") return [];
  const [x, y] = [number(alpha), number(value)];
  return [{
    x: [x], y: [y], customdata: [[id, 0]], name: bounds.name, mode: "markers",
    marker: { symbol: look.mark, size: 11, color: paint },
    error_y: { symmetric: false, array: [0], arrayminus: [y - number(lower)], color: paint },
    hovertemplate: `<b>%{fullData.name}</b><br>α = ${alpha}: ${lower} ≤ B ≤ ${value}<extra></extra>`,
  }];
}

/** The segment whose cut is shown, drawn again on top. */
export function activeTrace(segment, frame) {
  const ends = segment ? clipped(segment, frame) ?? [] : [];
  return {
    ...along(ends.map((x) => [x, at(segment, x)])), mode: "lines", hoverinfo: "skip",
    line: { color: faint(colour("--text"), 0.16), width: 16 }, showlegend: false,
  };
}

const along = (corners) => ({ x: corners.map(([x]) => x), y: corners.map(([, y]) => y) });
