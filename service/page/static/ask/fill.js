// Writing a request into the form: of the selected job, a preset, or a machine that was found.

/** Fill the form with the network of a spec; what it leaves out, or has as usual, is left empty. */
export function fillNetwork(form, topology) {
  const family = control(form, "topology.family");
  if (![...family.options].some(({ value }) => value === topology.family)) return false;
  choose(family, topology.family);
  const spec = { topology: plain(topology) };
  const first = [...own(form)].filter(({ dataset: { path } }) => path === "topology.arrangement");
  for (const each of first) choose(each, topology.arrangement ?? each.value); // brings its options
  for (const each of own(form)) write(each, spec);
  form.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/** Fill the form with a whole request, as a job keeps it. */
export function fillRequest(form, request) {
  const kind = form.querySelector(`input[name="kind"][value="${CSS.escape(request.kind)}"]`);
  const [topology, ...topologies] = request.topologies ?? [request.topology];
  if (!kind || !topology || !fillNetwork(form, topology)) return;
  kind.click();
  const rest = {
    ...request, topologies, limits: { ...request.limits, gap: usual(request.limits?.gap, "0") },
    alpha: typeof request.alpha === "object" && request.alpha
      ? { min: usual(request.alpha.min, "0"), max: usual(request.alpha.max, "inf") } : request.alpha,
  };
  for (const each of form.querySelectorAll("[data-path]:not([data-path^='topology.'])")) {
    if (!each.closest("[hidden]")) write(each, rest); // fields of other kinds stay as they are
  }
}

const usual = (value, expected) => (String(value) === expected ? undefined : value);
const own = (form) => form.querySelectorAll("[data-path^='topology.']:not([data-path='topology.family'])");
const control = (form, path) => form.querySelector(`[data-path="${path}"]`);

function choose(select, value) {
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** What follows from the rest of a spec where nothing else is said. */
const FOLLOWS = {
  fat_tree: ({ k }) => ({ p: k / 2 }),
  flattened_butterfly: ({ k }) => ({ p: k }),
  dragonfly_plus: ({ groups, leaves, spines, uplinks = 1, ports }) => ({
    links: Math.floor((spines * ports) / (groups - 1)), ports: leaves * uplinks,
  }),
};

/** A spec without what follows from the rest of it, so that one field can be changed alone. */
function plain(topology) {
  if (topology.family === "dragonfly") return plainDragonfly(topology);
  const usual = FOLLOWS[topology.family]?.(topology) ?? {};
  return Object.fromEntries(Object.entries(topology).filter(([name, value]) => value !== usual[name]));
}

function plainDragonfly({ groups, trunks, ...topology }) {
  const full = Math.floor((topology.a * topology.h) / (topology.trunking ?? 1)) + 1;
  const told = groups !== full ? { groups } : {};
  return { ...topology, ...told, ...(topology.trunking > 1 && trunks !== "extended" ? { trunks } : {}) };
}

function write(field, values) {
  const { path, kind } = field.dataset;
  const value = path.split(".").reduce((object, part) => (Object.hasOwn(Object(object), part) ? object[part] : undefined), values);
  const text = written(value, kind);
  if (field.tagName === "SELECT") field.value = text === "" ? (field.querySelector("[selected]") ?? field.options[0]).value : text;
  else field.value = text;
}

function written(value, kind) {
  if (value === undefined || value === null) return "";
  if (kind === "networks") return value.map((each) => JSON.stringify(each)).join("\n");
  if (kind === "json") return Object.keys(value).length ? JSON.stringify(value) : "";
  return Array.isArray(value) ? value.join(" × ") : String(value);
}
