// The form with which a question is asked.

import { get, post, Problem } from "../api.js";
import { make } from "../dom.js";
import { estimateLine } from "./estimate.js";
import { EVERY, networkFields } from "./network.js";
import { clearProblems, showProblem } from "./problems.js";
import { questionFields, severalOf } from "./question.js";
import { startFields } from "./start.js";
import { NotJson, valuesOf } from "./values.js";

/** Fill a form from what the service says can be asked; onJobs(jobs) hears what was made. */
export async function askForm(form, onJobs) {
  const [catalogue, openapi, { body: { kinds } }] = await Promise.all(
    ["/v1/arrangements", "/openapi.json", "/v1/kinds"].map((path) => get(path)));
  const button = make("button", { type: "submit" }, "Compute");
  form.replaceChildren(startFields(form, catalogue.body), networkFields(catalogue.body),
    ...questionFields(openapi.body, kinds), make("div", {}, button), estimateLine(form));
  form.dispatchEvent(new Event("input"));
  const several = severalOf(openapi.body, kinds);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearProblems(form);
    button.disabled = true;
    try {
      const request = read(form);
      onJobs(await (several.has(request.kind) ? askedTogether : asked)(request, catalogue.body));
    } catch (problem) {
      showProblem(form, told(problem));
    } finally {
      button.disabled = false;
    }
  });
}

function read(form) {
  const kind = new FormData(form).get("kind");
  return { kind, ...valuesOf(form) };
}

/** Post a request, or one for every arrangement that the network can have. */
async function asked(request, { arrangements }) {
  if (request.topology.arrangement !== EVERY) return [await post("/v1/jobs", request)];
  const [jobs, refusals] = [[], []];
  for (const { name } of arrangements) {
    const topology = { ...request.topology, arrangement: name };
    try {
      jobs.push(await post("/v1/jobs", { ...request, topology }));
    } catch (problem) {
      if (problem.status !== 422) throw problem;
      refusals.push(problem);
    }
  }
  if (!jobs.length) throw refusals[0];
  return jobs;
}

/** Post one request about the network of the form, or all its arrangements, and those beside it. */
async function askedTogether({ topology, topologies = [], ...request }, { arrangements }) {
  const every = topology.arrangement === EVERY;
  let own = every ? arrangements.map(({ name }) => ({ ...topology, arrangement: name })) : [topology];
  for (;;) {
    try {
      return [await post("/v1/jobs", { ...request, topologies: [...own, ...topologies] })];
    } catch (problem) {
      const refused = new Set((problem.errors ?? []).map(placeOf));
      const left = own.filter((_, place) => !refused.has(place));
      if (!every || problem.status !== 422 || !left.length || left.length === own.length) throw atFields(problem, own.length);
      own = left; // arrangements that do not exist for these numbers
    }
  }
}

/** Which of the networks an error is about. */
const placeOf = ({ field }) => Number(/^topologies\.(\d+)/.exec(field)?.[1] ?? NaN);

/** A problem whose errors name the fields of the form; networks beside it are numbered by their lines. */
function atFields(problem, own) {
  for (const error of problem.errors ?? []) {
    const place = placeOf(error);
    if (!Number.isNaN(place)) {
      error.field = error.field.replace(/^topologies\.\d+/, place < own ? "topology" : `topologies.${place - own + 1}`);
    }
  }
  return problem;
}

function told(error) {
  if (error instanceof Problem) return error;
  if (!(error instanceof NotJson)) throw error;
  return { title: "The request cannot be sent", message: "", errors: [{ field: error.path, problem: error.message }] };
}
