// The list of jobs, newest first, kept up to date; below them the selected ones that are older.

import { get } from "../api.js";
import { make, refill } from "../dom.js";
import { duration, percent } from "../exact.js";
import { selected, toggle } from "../selection.js";

const PERIOD = 3000; // milliseconds between two looks
const PAGE = 20; // jobs asked for at once

/** Keeps the list; wanted pages grow when older jobs are asked for. */
export class JobList {
  #etag = null;
  #jobs = []; // the newest
  #known = []; // the selected ones
  #limit = PAGE;
  #timer = null;

  constructor(list, older) {
    this.list = list;
    this.older = older;
    older.addEventListener("click", () => {
      this.#limit = Math.min(this.#limit + PAGE, 100);
      this.look();
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
  }

  /** Ask now, and go on asking. */
  async look() {
    clearTimeout(this.#timer);
    try {
      const answer = await get(`/v1/jobs?limit=${this.#limit}`, this.#etag);
      this.#etag = answer.etag;
      if (answer.body) {
        this.#jobs = answer.body.jobs;
        this.older.hidden = answer.body.next === null || this.#limit >= 100;
        this.show();
      }
    } catch {
      // the cards say what is wrong; the list stays as it was and asks again
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => document.hidden || this.look(), PERIOD);
  }

  /** List these jobs, which are selected, even where they are older than what is listed. */
  keep(jobs) {
    this.#known = jobs;
    this.show();
  }

  /** Draw the list anew, with what is selected now. */
  show() {
    const chosen = new Set(selected());
    const listed = new Set(this.#jobs.map((job) => job.id));
    const older = this.#known.filter(({ id }) => chosen.has(id) && !listed.has(id));
    const rows = [...this.#jobs, ...older].map((job) => row(job, chosen));
    const none = make("li", {}, make("span", { class: "hint" }, "None yet."));
    refill(this.list, ...(rows.length ? rows : [none]));
    for (const box of this.list.querySelectorAll("input")) {
      box.checked = chosen.has(box.value);
      box.onchange = () => toggle(box.value, box.checked);
    }
  }
}

function row(job, chosen) {
  return make("li", { class: chosen.has(job.id) ? "chosen" : null },
    make("input", {
      type: "checkbox", value: job.id, "data-key": `box-${job.id}`,
      "aria-label": `Show ${job.title}, asked ${when(job)}`,
    }),
    make("a", {
      href: `#${job.id}`, "data-key": `link-${job.id}`,
      "aria-current": chosen.has(job.id) ? "true" : null,
    }, job.title),
    make("span", { class: `badge ${job.state}${met(job) ? " closed" : ""}` }, job.state),
    make("span", { class: "hint number" }, told(job)));
}

const met = (job) => job.has_result && job.progress.gap === 0;

function told(job) {
  const { gap, seconds } = job.progress;
  const closed = job.links.bounds ? (met(job) ? "bounds meet" : `gap ${percent(gap)}`) : steps(job);
  const went = job.state === "queued" ? "waiting for a worker" : `${closed}, ${duration(seconds)}`;
  return `${when(job)} · ${job.error ? job.error.title : went}`;
}

function steps({ state, progress: { points: { solved, open } } }) {
  return state === "running" && solved + open > 1 ? `step ${solved + 1} of ${solved + open}` : state;
}

function when(job) {
  const created = new Date(job.created);
  const today = created.toDateString() === new Date().toDateString();
  return today ? created.toLocaleTimeString() : created.toLocaleString();
}
