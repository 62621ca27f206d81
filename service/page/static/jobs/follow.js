// Following one job: asking for it until it has ended, and for its curve whenever that has moved.

import { get, Problem } from "../api.js";
import { inUnits } from "../exact.js";
import { documentOf } from "../kinds/document.js";
import { paused, Waker } from "./pause.js";

const STEADY = 1; // seconds between two questions, unless the service asks for more

/**
 * Follow a job until it has ended or the signal ends it.
 *
 * tell({ job, bounds, document, history }) is called whenever something has changed; bounds is null
 * until a first bisection is known, document until a question of another kind is answered, and
 * history holds pairs of seconds and gap.
 */
export async function follow(id, tell, signal) {
  const known = { job: null, bounds: null, document: null, history: [], problem: null };
  const waker = new Waker(signal);
  let etag = null;
  while (!signal.aborted) {
    let rest = STEADY;
    try {
      const answer = await get(`/v1/jobs/${id}`, etag);
      rest = Math.max(answer.retryAfter, STEADY);
      ({ etag } = answer);
      if (answer.body && !signal.aborted) {
        await learn(known, answer.body);
        if (!signal.aborted) tell(known);
        waker.listen(answer.body.links.events);
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (signal.aborted) return;
      etag = null; // not all was learnt of what it names
      known.problem = problem;
      tell(known);
      if (problem.status === 404 || problem.status === 401) return;
      rest = 5;
    }
    if (known.job && ended(known.job) && !known.problem) return;
    await paused(rest, waker, signal);
  }
}

/** Whether nothing more will happen to a job. */
export const ended = (job) => !["queued", "running"].includes(job.state);

async function learn(known, job) {
  known.problem = null;
  known.job = job;
  known.bounds = (await bounds(job)) ?? known.bounds;
  if (!job.links.bounds && job.has_result) known.document ??= await documentOf(job);
  const { gap, seconds } = job.progress;
  const last = known.history.at(-1);
  if (job.state !== "queued" && (!last || seconds > last[0])) known.history.push([seconds, gap]);
}

/** The curve as it is known, or null while there is nothing or no more. */
async function bounds(job) {
  const begun = job.progress.points.solved || job.progress.incumbent !== null || job.has_result;
  if (!begun || !job.links.bounds) return null;
  try {
    return inUnits((await get(job.links.bounds)).body, job.request.topology.unit);
  } catch (problem) {
    if (problem.status === 409) return null;
    throw problem;
  }
}
