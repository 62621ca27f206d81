// Showing what is wrong with a request: at the fields, and whatever has no field above them.

import { make } from "../dom.js";

/** Show a problem in a form; the first field that is wrong gets the focus. */
export function showProblem(form, { title, message, errors }) {
  clearProblems(form);
  const strays = errors.filter((error) => !atField(form, error));
  const lone = errors.length ? strays.map(({ field, problem }) => (field ? `${field}: ${problem}` : problem)) : [message];
  const box = make("div", { class: "problem", role: "alert", tabindex: "-1" },
    make("strong", {}, title),
    ...lone.map((sentence) => make("p", {}, sentence)),
    errors.length > strays.length ? make("p", {}, toldAtFields(errors.length - strays.length)) : null);
  form.prepend(box);
  (form.querySelector("[aria-invalid]") ?? box).focus();
}

/** Forget what was wrong. */
export function clearProblems(form) {
  for (const shown of form.querySelectorAll(".problem, .wrong")) shown.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-errormessage");
    describe(control, (ids) => ids.filter((id) => !id.endsWith("-wrong")));
  }
}

function toldAtFields(count) {
  return count === 1 ? "What would be right is said at the field." : `What would be right is said at ${count} fields.`;
}

/** Say an error at the field that it names, or at the one that holds it. */
function atField(form, { field, problem }) {
  const parts = field.split(".");
  while (parts.length) {
    const named = form.querySelectorAll(`[data-path="${CSS.escape(parts.join("."))}"]`);
    const control = [...named].find((each) => !each.closest("[hidden]")); // each kind has its own
    if (control) {
      mark(control, control.dataset.path === field ? problem : `${field}: ${problem}`);
      return true;
    }
    parts.pop();
  }
  return false;
}

function mark(control, problem) {
  const id = `${control.id}-wrong`;
  const said = document.getElementById(id);
  if (said) said.append(`; ${problem}`);
  else control.after(make("p", { class: "wrong", id }, problem));
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-errormessage", id);
  describe(control, (ids) => [id, ...ids.filter((other) => other !== id)]);
  const folded = control.closest("details");
  if (folded) folded.open = true;
}

function describe(control, change) {
  const ids = change((control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (ids.length) control.setAttribute("aria-describedby", ids.join(" "));
  else control.removeAttribute("aria-describedby");
}
