// What can be done with a job: stop it, take its result home, remove it.

import { file, hasKey, post, remove } from "../api.js";
import { announce } from "../announce.js";
import { make } from "../dom.js";
import { toggle } from "../selection.js";
import { ended } from "./follow.js";
import { save } from "../save.js";

/** Make the buttons and links of a job. */
export function actions(job) {
  return make("div", { class: "actions" },
    ended(job) ? null : button(job, "cancel", "Cancel", job.cancel_requested),
    ...downloads(job),
    ended(job) ? button(job, "delete", "Delete") : null);
}

function downloads(job) {
  if (!job.has_result) return [];
  const forms = job.links.curve
    ? [["JSON", job.links.curve], ["SVG", job.links.svg], ["CSV", job.links.csv]]
    : [["JSON", job.links.result]];
  return forms.map(([form, href]) => make("a", {
    class: "button quiet", href, download: fileName(job, form), "data-key": `${form}-${job.id}`,
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

/** Have the buttons and links of all cards do what they say; look asks for news at once. */
export function listenForActions(cards, look) {
  cards.addEventListener("click", async (event) => {
    const id = event.target.closest("[data-job]")?.dataset.job;
    const link = event.target.closest("a[download]");
    if (link && hasKey()) {
      event.preventDefault(); // a plain link would not carry the key
      save(await file(link.getAttribute("href")), link.download);
    }
    const act = event.target.closest("button")?.dataset.act;
    if (act === "cancel") {
      await post(`/v1/jobs/${id}/cancel`);
      announce("Stopping the job; what was found is kept.");
    } else if (act === "delete" && confirm("Remove this job and its result for good?")) {
      await remove(`/v1/jobs/${id}`);
      toggle(id, false);
      announce("The job was removed.");
    } else return;
    look();
  });
}
