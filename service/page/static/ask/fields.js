// One field of a form, made from the JSON schema that the service gives of it.

import { make } from "../dom.js";

let made = 0;

/** What kind of field a schema asks for. */
export function kindOf(schema) {
  if (schema.enum) return "choice";
  const types = (schema.anyOf ?? [schema]).map((one) => (one.$ref ? "object" : one.type))
    .filter((type) => type !== "null");
  if (types.join() === "integer,array") return "integers"; // one for all, or one for each
  if (types.length > 1) return "text";
  if (types[0] === "array") return schema.items?.type === "integer" ? "integers" : "json";
  return { integer: "integer", number: "number", boolean: "yes-no", object: "json", networks: "networks" }[types[0]] ?? "text";
}

/**
 * Make a field.
 *
 * path is where its value stands in the request ("topology.a"); problems of that path, or of one
 * below it, are shown at the field.
 */
export function field(path, { schema, label, value = "", hint = schema.description, wide = false }) {
  made += 1;
  const id = `field-${made}`;
  const kind = kindOf(schema);
  const control = CONTROLS[kind](schema, value);
  control.id = id;
  control.dataset.path = path;
  control.dataset.kind = kind;
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return make("div", { class: wide || ["json", "networks"].includes(kind) ? "field wide" : "field" },
    make("label", { for: id }, label),
    control,
    hint ? make("p", { class: "hint", id: `${id}-hint` }, hint) : null);
}

const line = (attributes) => (schema, value) => make("input", {
  type: "text", autocomplete: "off", spellcheck: "false", value, ...attributes,
});

const CONTROLS = {
  integer: line({ inputmode: "numeric" }),
  number: line({ inputmode: "decimal" }),
  integers: line({ placeholder: "such as 4 × 4" }),
  text: line({}),
  json: (schema, value) => make("textarea", { rows: value ? 5 : 2, spellcheck: "false" }, value),
  networks: (schema, value) => make("textarea", { rows: 2, spellcheck: "false" }, value),
  choice: (schema, value) => {
    const names = schema.enum.filter((name) => name !== null);
    return select(schema.default === null ? ["", ...names] : names, value || schema.default);
  },
  "yes-no": (schema, value) => select(["true", "false"], String(value || schema.default)),
};

function select(names, chosen) {
  return make("select", {}, ...names.map((name) =>
    make("option", { value: name, selected: name === chosen }, name || "as usual")));
}
