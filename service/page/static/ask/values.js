// Reading what was written into fields. Judging it is left to the service, which says it best.

/** Text that is meant to be JSON, and is not. */
export class NotJson extends Error {
  constructor(path, error) {
    super(`is not JSON: ${error.message}`);
    this.path = path;
  }
}

const READ = {
  integer: (text) => (/^[+-]?\d+$/.test(text) ? Number(text) : text),
  number: (text) => (Number.isFinite(Number(text)) ? Number(text) : text),
  integers: (text) => text.split(/[\s,;x×]+/).filter(Boolean).map((each) => READ.integer(each)),
  "yes-no": (text) => text === "true",
  networks: (text) => text.split("\n").map((line) => line.trim()).filter(Boolean),
};


/** The request that the fields below an element describe; fields left empty are left out. */
export function valuesOf(element) {
  const request = {};
  for (const control of element.querySelectorAll("[data-path]")) {
    const text = control.value.trim();
    if (text !== "" && !control.closest("[hidden]")) put(request, control, text);
  }
  return request;
}

function put(request, { dataset: { path, kind } }, text) {
  const parts = path.split(".");
  const last = parts.pop();
  const place = parts.reduce((object, part) => (object[part] ??= {}), request);
  const value = kind === "json" ? parsed(path, text) : (READ[kind]?.(text) ?? text);
  place[last] = kind === "networks" ? value.map((each) => (each.startsWith("{") ? parsed(path, each) : each)) : value;
}

function parsed(path, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotJson(path, error);
  }
}
