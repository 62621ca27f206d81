// The page: a form, a list of jobs, and the selected jobs side by side.

import { announce } from "./announce.js";
import { askForm } from "./ask/form.js";
import { showProblem } from "./ask/problems.js";
import { Desk } from "./desk.js";
import { listenForActions } from "./jobs/actions.js";
import { JobList } from "./jobs/list.js";
import { askForKey } from "./key.js";
import { savePicture } from "./network/save.js";
import { onSelection, select, toggle } from "./selection.js";

const part = (id) => document.getElementById(id);

/** Scroll to the selected jobs where they stand below the list, as on narrow screens. */
function reveal() {
  if (part("work").getBoundingClientRect().top > innerHeight / 2) part("work").scrollIntoView();
}

const list = new JobList(part("jobs"), part("older"));
const desk = new Desk((id, { problem, job }) => {
  if (problem.status === 401) askForKey(problem);
  if (problem.status === 404 && !job) toggle(id, false); // removed since the address was kept
});

listenForActions(part("cards"), (id) => {
  list.look();
  desk.look(id);
});
part("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address after # belongs to the selection
  part("work").focus();
});
part("jobs").addEventListener("click", (event) => event.target.closest("a") && reveal());
part("save-plot").addEventListener("click", () => desk.chart.save("alphacut"));
part("save-cut").addEventListener("click", () => savePicture(part("cut").querySelector("svg"), "alphacut-cut"));

askForm(part("ask"), (jobs) => {
  desk.asked(jobs);
  select(jobs.map(({ id }) => id));
  list.look();
  reveal();
  announce(jobs.length === 1 ? `Asked for ${jobs[0].name}.` : `Asked for ${jobs.length} networks.`);
}).catch((problem) => {
  if (problem.status === 401) askForKey(problem);
  else showProblem(part("ask"), { title: problem.title, message: problem.message, errors: [] });
});
list.look();
onSelection((ids) => {
  desk.select(ids);
  list.show();
});
