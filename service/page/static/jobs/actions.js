// What can be done with a job: stop it, take its result home, remove it.

import { file, hasKey, post, Problem, remove, rooted } from "../api.js";
import { announce } from "../announce.js";
import { make } from "../dom.js";
import { ended } from "./follow.js";
import { save } from "../save.js";

/** Make the buttons and links of a job. */
export function actions(job) {
  return make("div", { class: "actions" },
    ended(job) ? null : button(job, "cancel", "Cancel", job.cancel_requested),
    ...downloads(job),
    canRetry(job) ? button(job, "retry", "Try again") : null,
    job.unfinished && job.state === "succeeded" ? button(job, "go-on", "Go on") : null,
    ended(job) ? button(job, "delete", "Delete") : null);
}

const canRetry = (job) => job.links.retry && ["failed", "cancelled"].includes(job.state);

function downloads(job) {
  if (!job.has_result) return [];
  const { result, curve, svg, csv, text, report } = job.links;
  const forms = [["JSON", curve ?? result], ["SVG", svg], ["CSV", csv], ["TXT", text], ["Report", report, "html"]];
  return forms.filter(([, href]) => href).map(([form, href, ending]) => make("a", {
    class: "button quiet", href: rooted(href), download: fileName(job, ending ?? form), "data-key": `${form}-${job.id}`,
    "aria-label": `Download ${form} of ${job.name}`,
  }, form));
}

const fileName = (job, form) =>
  `${job.name.match(/[A-Za-z0-9.-]+/g).join("-")}.${form.toLowerCase()}`;

function button(job, act, text, disabled = false) {
  return make("button", {
    type: "button", class: "quiet", "data-act": act, "data-key": `${act}-${job.id}`, disabled,
    "aria-label": `${text} ${job.name}`,
  }, text);
}

// Each returns the job, or null if it is gone.
const ACTS = {
  cancel: async (id) => {
    await post(`/v1/jobs/${id}/cancel`);
    announce("Stopping the job; what was found is kept.");
    return id;
  },
  retry: async (id) => {
    await post(`/v1/jobs/${id}/retry`);
    announce("The job goes on where it ended.");
    return id;
  },
  "go-on": async (id) => {
    await post(`/v1/jobs/${id}/continue`);
    announce("The job goes on; what is proven is kept.");
    return id;
  },
  delete: async (id) => {
    if (!confirm("Remove this job and its result for good?")) return id;
    await remove(`/v1/jobs/${id}`);
    announce("The job was removed.");
    return null;
  },
};

/** Have the buttons and links of all cards do what they say; news(id, gone) hears what came of it. */
export function listenForActions(cards, news) {
  cards.addEventListener("click", async (event) => {
    const owner = event.target.closest("[data-job]");
    const link = event.target.closest("a[download]");
    const act = event.target.closest("button")?.dataset.act;
    try {
      if (link && hasKey()) {
        event.preventDefault(); // a plain link would not carry the key
        save(await file(link.getAttribute("href")), link.download);
      }
      if (!act) return;
      const { job } = owner.dataset;
      news(job, await ACTS[act](job) === null);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      owner.append(make("p", { class: "wrong", role: "alert" }, problem.message));
    }
  });
}
