// One selected job: where it stands, what can be done with it.

import { make } from "../dom.js";
import { duration, percent, ratio } from "../exact.js";
import { swatch } from "../plot/looks.js";
import { shown } from "../kinds/document.js";
import { actions } from "./actions.js";
import { ended } from "./follow.js";
import { trend } from "./trend.js";

const MEANING = {
  exact: "Exact: the bounds meet everywhere, and certificates prove it.",
  closed: "Closed: the bounds meet, but some rest on a solver’s word.",
  formula: "Formula: a theorem gives the value, which is not certified here.",
  bounded: "Bounded: the true curve lies between the two bounds.",
};
const DOING = {
  waiting: "Waiting for a worker.",
  searching: "Searching for good bisections at every α.",
  proving: "Proving that no bisection is better.",
  working: "Working on the question.",
  finished: "Writing the result.",
};

/** Make the card of a followed job. */
export function card({ job, bounds, document, history, problem }, look) {
  const label = job.title;
  return make("article", { class: "card job", "data-job": job.id, "aria-label": label },
    make("div", { class: "title" },
      job.links.bounds ? swatch(look) : null, make("h2", {}, label), make("span", { class: `badge ${badge(job, bounds)}` },
        badge(job, bounds))),
    make("p", { class: job.error ? "wrong" : "told" }, sentence(job, bounds, document)),
    problem ? make("p", { class: "wrong" }, problem.message) : null,
    figures(job, bounds),
    closing(job, history),
    ...(document ? shown(document, label) : []),
    actions(job));
}

function badge(job, bounds) {
  return job.state === "succeeded" && bounds ? bounds.status : job.state;
}

function sentence(job, bounds, document) {
  if (job.error) return `${job.error.title}: ${job.error.detail}`;
  if (!ended(job)) return job.cancel_requested ? "Stopping, and keeping what was found." : DOING[job.progress.phase];
  const stopped = job.state === "cancelled" ? "Cancelled; what was found is kept. " : "";
  if (bounds) return stopped + MEANING[bounds.status];
  if (document) return `${stopped}Answered.`;
  return job.has_result ? "Fetching the result." : "There is no result.";
}

function figures(job, bounds) {
  const { alpha, incumbent, bound, points, gap, seconds } = job.progress;
  const at = alpha === null ? "" : ` at α = ${ratio(alpha)}`;
  if (!job.links.bounds) return list(steps(points), ["Time", duration(seconds)]);
  const pairs = [];
  if (bounds?.point) {
    pairs.push([`Best${slopes(bounds.point)}`, bounds.point.value], ["Bound", bounds.point.lower]);
  } else if (!ended(job)) {
    pairs.push([`Incumbent${at}`, incumbent ?? "–"], [`Bound${at}`, bound ?? "–"]);
  }
  pairs.push(["Largest gap", percent(gap)]);
  if (points.solved + points.open) {
    pairs.push(["Points proven", `${points.solved} of ${points.solved + points.open}`]);
  }
  pairs.push(["Time", duration(seconds)]);
  return list(...pairs);
}

const list = (...pairs) => make("dl", {}, pairs.filter(Boolean).map(([term, value]) =>
  make("div", {}, make("dt", {}, term), make("dd", {}, value))));

const steps = ({ solved, open }) => (solved + open > 1 ? ["Steps done", `${solved} of ${solved + open}`] : null);

const slopes = (point) => (point.alpha === "inf" ? " slope at α = ∞" : ` at α = ${point.alpha}`);

function closing(job, history) {
  if (job.state === "queued" || job.error || (ended(job) && job.progress.gap === 0)) return null;
  const closed = 1 - job.progress.gap;
  return make("div", { class: "closing" },
    make("progress", {
      max: 1, value: closed.toFixed(4), "aria-label": `How far the gap has closed: ${percent(closed)}`,
    }),
    history.length > 2 ? trend(history) : null);
}
