// How large the network in the form is, and how long its curve may take, before it is asked about.

import { post, Problem } from "../api.js";
import { make } from "../dom.js";
import { EVERY } from "./network.js";
import { valuesOf } from "./values.js";

const REST = 600; // milliseconds without a change before it is asked for

/** Make the line that says so, and keep it up to date. */
export function estimateLine(form) {
  const line = make("p", { class: "hint", id: "estimate", "aria-live": "polite" });
  let timer = null;
  let last = "";
  const look = async () => {
    const topology = read(form);
    const asked = JSON.stringify(topology);
    if (!topology || asked === last) return;
    last = asked;
    const said = await estimated(topology);
    if (asked === last) line.textContent = said;
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, REST);
  });
  return line;
}

/** The network in the form; null while something in it is missing or cannot be read. */
function read(form) {
  if ([...form.querySelectorAll("[data-needed]")].some(({ value }) => !value.trim())) return null;
  try {
    const { topology } = valuesOf(form);
    return topology?.arrangement === EVERY ? { ...topology, arrangement: "absolute" } : topology;
  } catch {
    return null; // JSON that is being written
  }
}

async function estimated(topology) {
  try {
    return (await post("/v1/networks", topology)).estimate;
  } catch (problem) {
    if (problem instanceof Problem) return ""; // what is wrong is said when it is asked about
    throw problem;
  }
}
