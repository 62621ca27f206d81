// The gap over time, as a small line.

import { draw } from "../dom.js";
import { duration, percent } from "../exact.js";

const [WIDTH, HEIGHT] = [96, 28];

/** Draw pairs of seconds and gap, which only fall. */
export function trend(history) {
  const [first, last] = [history[0][0], history.at(-1)[0]];
  const places = history.map(([seconds, gap]) => {
    const x = (WIDTH * (seconds - first)) / (last - first || 1);
    return `${x.toFixed(1)},${(1 + (HEIGHT - 2) * (1 - gap)).toFixed(1)}`;
  });
  const said = `Gap from ${percent(history[0][1])} to ${percent(history.at(-1)[1])} in ${duration(last - first)}`;
  return draw("svg", { class: "trend", width: WIDTH, height: HEIGHT, role: "img", "aria-label": said },
    draw("title", {}, said),
    draw("line", { x1: 0, x2: WIDTH, y1: HEIGHT - 0.5, y2: HEIGHT - 0.5 }),
    draw("polyline", { points: places.join(" ") }));
}
