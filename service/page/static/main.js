// The page: a form, a list of jobs, and the selected jobs side by side.

import { askForm } from "./ask/form.js";
import { showProblem } from "./ask/problems.js";
import { Desk } from "./desk.js";
import { listenForActions } from "./jobs/actions.js";
import { JobList } from "./jobs/list.js";
import { askForKey } from "./key.js";
import { onSelection, select, toggle } from "./selection.js";

const part = (id) => document.getElementById(id);

const list = new JobList(part("jobs"), part("older"));
const desk = new Desk((id, { problem, job }) => {
  if (problem.status === 401) askForKey(problem);
  if (problem.status === 404 && !job) toggle(id, false); // removed since the address was kept
});

listenForActions(part("cards"), () => {
  list.look();
  desk.look();
});
part("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address after # belongs to the selection
  part("work").focus();
});
part("save-plot").addEventListener("click", () => desk.chart.save("alphacut"));

askForm(part("ask"), (jobs) => {
  select(jobs.map(({ id }) => id));
  list.look();
}).catch((problem) => {
  if (problem.status === 401) askForKey(problem);
  else showProblem(part("ask"), { title: problem.title, message: problem.message, errors: [] });
});
list.look();
onSelection((ids) => {
  desk.select(ids);
  list.show();
});
