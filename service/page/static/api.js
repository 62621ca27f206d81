// Talking with the service: JSON in, JSON out, and a Problem for whatever it refuses.

const KEY = "alphacut-key"; // where this tab remembers an API key

/** What the service says when it cannot do what was asked (RFC 9457). */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.title ?? `the service answered ${status}`);
    this.status = status;
    this.title = body.title ?? "The service cannot do this";
    this.errors = body.errors ?? [];
  }
}

// Where a proxy has the service, if not at its root; addresses in answers are below it.
const ROOT = document.querySelector('meta[name="root"]')?.content ?? "";

/** The address of something in the service, for the browser. */
export const rooted = (path) => `${ROOT}${path}`;

/** Remember a key for this tab; the empty one is forgotten. */
export function useKey(key) {
  if (key) sessionStorage.setItem(KEY, key);
  else sessionStorage.removeItem(KEY);
}

export const hasKey = () => Boolean(sessionStorage.getItem(KEY));

/** Get a document; the answer's body is null where it is the one that the etag names. */
export async function get(path, etag = null) {
  const answer = await send(path, { headers: etag ? { "If-None-Match": etag } : {} });
  const retryAfter = Number(answer.headers.get("Retry-After") ?? 0);
  const named = answer.headers.get("ETag");
  if (answer.status === 304) return { body: null, etag, retryAfter };
  return { body: await answer.json(), etag: named, retryAfter };
}

export async function post(path, body = null) {
  const sent = body === null ? {} : {
    headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  return (await send(path, { method: "POST", ...sent })).json();
}

/** Send a file as it is; the parameters say how it is to be read. */
export async function postFile(path, file, parameters) {
  const headers = { "Content-Type": "application/octet-stream" };
  const query = new URLSearchParams({ ...parameters, name: file.name.slice(-200) });
  return (await send(`${path}?${query}`, { method: "POST", headers, body: file })).json();
}

export async function remove(path) {
  await send(path, { method: "DELETE" });
}

/** Get a text, such as a picture. */
export async function text(path) {
  return (await send(path, {})).text();
}

/** Get a file as the browser is to save it. */
export async function file(path) {
  return (await send(path, {})).blob();
}

/** Yield the server-sent events of an address as they come; unlike EventSource, with the key. */
export async function* events(path, signal) {
  const answer = await send(path, { headers: { Accept: "text/event-stream" }, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ done: true })); // cut off
    if (done) return;
    const parts = (text + value).split(/\r?\n\r?\n/);
    text = parts.pop();
    yield* parts.filter((part) => /^event:/m.test(part));
  }
}

async function send(path, options) {
  const key = sessionStorage.getItem(KEY);
  const headers = { ...options.headers, ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  let answer;
  try {
    answer = await fetch(rooted(path), { cache: "no-store", ...options, headers });
  } catch {
    throw new Problem(0, { title: "The service does not answer", detail: "is it still running?" });
  }
  if (answer.ok || answer.status === 304) return answer;
  throw new Problem(answer.status, await said(answer));
}

async function said(answer) {
  try {
    return await answer.json();
  } catch {
    return { detail: `the service answered ${answer.status} ${answer.statusText}` };
  }
}
