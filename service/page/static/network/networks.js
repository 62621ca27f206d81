// Networks of jobs, fetched once each.

import { get } from "../api.js";

const fetched = new Map();

/** The network of a job, as a "graph" spec. */
export function networkOf(job) {
  if (!fetched.has(job.id)) {
    const coming = get(job.links.network).then(({ body }) => body);
    coming.catch(() => fetched.delete(job.id));
    fetched.set(job.id, coming);
  }
  return fetched.get(job.id);
}
