// The list of jobs, newest first, kept up to date; the selected ones are in it however old they are.

import { get } from "../api.js";
import { make, refill } from "../dom.js";
import { duration, percent } from "../exact.js";
import { selected, toggle } from "../selection.js";

const PERIOD = 3000; // milliseconds between two looks
const PAGE = 20; // jobs asked for at once
const MOST = 100; // of the newest, which are asked for again and again

/** Keeps the list; what is wanted of it grows when older jobs are asked for. */
export class JobList {
  #etag = null;
  #newest = [];
  #before = []; // what came before the newest, as it was when it was asked for
  #next = null; // the address of what came before these
  #selected = []; // what is known of the selected jobs
  #limit = PAGE;
  #timer = null;

  constructor(list, older) {
    this.list = list;
    this.older = older;
    older.addEventListener("click", () => {
      if (this.#limit === MOST) return this.#turn();
      this.#limit += PAGE;
      return this.look();
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
  }

  /** Ask now, and go on asking. */
  async look() {
    clearTimeout(this.#timer);
    try {
      const answer = await get(`/v1/jobs?limit=${this.#limit}`, this.#etag);
      this.#etag = answer.etag;
      if (answer.body) this.#take(answer.body);
    } catch {
      // the cards say what is wrong; the list stays as it was and asks again
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => document.hidden || this.look(), PERIOD);
  }

  /** Take in the newest jobs; those that others have pushed out stay, if older ones are listed. */
  #take({ jobs, next }) {
    if (this.#before.length) {
      const listed = new Set(jobs.map(({ id }) => id));
      const last = jobs.at(-1)?.created ?? "";
      this.#before.unshift(...this.#newest.filter(({ id, created }) => created <= last && !listed.has(id)));
    } else {
      this.#next = next;
    }
    this.#newest = jobs;
    this.show();
  }

  /** Turn to the jobs before those that are listed. */
  async #turn() {
    try {
      const { jobs, next } = (await get(this.#next)).body;
      this.#before.push(...jobs);
      this.#next = next;
      this.show();
    } catch {
      // the button stays, and can be pressed again
    }
  }

  /** List these jobs, which are selected, however old they are. */
  keep(jobs) {
    this.#selected = jobs;
    this.show();
  }

  /** List a job that was removed no more. */
  forget(id) {
    this.#before = this.#before.filter((job) => job.id !== id);
    this.look();
  }

  /** Draw the list anew, with what is selected now. */
  show() {
    const chosen = new Set(selected());
    const kept = this.#selected.filter(({ id }) => chosen.has(id));
    const jobs = newestFirst([...this.#newest, ...this.#before, ...kept]);
    const none = make("li", {}, make("span", { class: "hint" }, "None yet."));
    refill(this.list, ...(jobs.length ? jobs.map((job) => row(job, chosen)) : [none]));
    for (const box of this.list.querySelectorAll("input")) {
      box.checked = chosen.has(box.value);
      box.onchange = () => toggle(box.value, box.checked);
    }
    this.older.hidden = this.#next === null;
  }
}

/** Jobs by the time at which they were made, each once. */
function newestFirst(jobs) {
  const once = new Map();
  for (const job of jobs) if (!once.has(job.id)) once.set(job.id, job);
  const made = (job) => Date.parse(job.created);
  return [...once.values()].sort((one, other) => made(other) - made(one));
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
