// The page: a form, a list of jobs, and the selected jobs side by side.

import { announce } from "./announce.js";
import { fillRequest } from "./ask/fill.js";
import { askForm } from "./ask/form.js";
import { showProblem } from "./ask/problems.js";
import { Desk } from "./desk.js";
import { listenForActions } from "./jobs/actions.js";
import { JobList } from "./jobs/list.js";
import { askForKey } from "./key.js";
import { machineForm } from "./machines.js";
import { onSelection, select, selected, toggle } from "./selection.js";

const NARROW = matchMedia("(max-width: 55rem)");

const part = (id) => document.getElementById(id);

/** On narrow screens what is selected comes first, and the form below it. */
function arrange() {
  const [main, side, work] = [document.querySelector("main"), document.querySelector(".side"), part("work")];
  const first = NARROW.matches && selected().length ? work : side;
  if (main.firstElementChild !== first) main.prepend(first);
}

/** Scroll to the selected jobs where they stand elsewhere, as on narrow screens. */
function reveal() {
  const { top } = part("work").getBoundingClientRect();
  if (top > innerHeight / 2 || top < 0) part("work").scrollIntoView();
}

let alone = null; // the job that is selected and no other

/** Have the form show the selected job, once both are there. */
function fill() {
  if (alone && part("ask").querySelector("[data-path]")) fillRequest(part("ask"), alone.request);
}

const list = new JobList(part("jobs"), part("older"));
const desk = new Desk((id, { problem, job }) => {
  if (problem.status === 401) askForKey(problem);
  if (problem.status === 404 && !job) gone(id); // removed since the address was kept
}, (jobs) => list.keep(jobs), (job) => {
  alone = job;
  fill();
});

/** Show a job no more that was removed. */
function gone(id) {
  toggle(id, false);
  list.forget(id);
}

listenForActions(part("cards"), (id, removed) => {
  if (removed) return gone(id);
  list.look();
  return desk.look(id);
});
part("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address after # belongs to the selection
  part("work").focus();
});
part("jobs").addEventListener("click", (event) => event.target.closest("a") && reveal());
part("save-plot").addEventListener("click", () => desk.chart.save("alphacut"));
part("save-cut").addEventListener("click", () => desk.saveCut());
part("cut-layout").addEventListener("change", () => desk.drawAgain());

function asked(jobs) {
  desk.asked(jobs);
  select(jobs.map(({ id }) => id));
  list.look();
  reveal();
  announce(jobs.length === 1 ? `Asked for ${jobs[0].name}.` : `Asked for ${jobs.length} networks.`);
}

part("ask").addEventListener("machine", ({ detail: { unit } }) => {
  if (!unit) return;
  part("my-rate").value = unit;
  part("my-rate").dispatchEvent(new Event("input"));
});

askForm(part("ask"), asked).then(fill).catch((problem) => {
  if (problem.status === 401) askForKey(problem);
  else showProblem(part("ask"), { title: problem.title, message: problem.message, errors: [] });
});
machineForm(part("design"), part("machines"), (topology, alpha, balance) => {
  fillRequest(part("ask"), { kind: "bisection-point", topology, alpha, balance });
  part("ask").scrollIntoView();
  const fields = ["[data-path='topology.a']", "[data-path^='topology.']"];
  fields.map((each) => part("ask").querySelector(each)).find(Boolean).focus();
}, asked);
NARROW.addEventListener("change", arrange);
list.look();
onSelection((ids) => {
  arrange();
  desk.select(ids);
  list.show();
});
