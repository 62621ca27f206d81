// The part of the form that says what is asked about the network, and how far to go.

import { make } from "../dom.js";
import { field, kindOf } from "./fields.js";

const TEXT = { type: "string" };

/** Make the fields of a question; what each kind is asked comes from the service's OpenAPI. */
export function questionFields(openapi, kinds) {
  const { engine, balance } = openapi.components.schemas.CurveRequest.properties;
  const curve = make("div", { class: "fields" },
    field("alpha.min", { schema: TEXT, label: "α from", hint: "0 if left empty; exact, such as 5/4" }),
    field("alpha.max", { schema: TEXT, label: "α to", hint: "inf if left empty" }));
  const point = make("div", { class: "fields" },
    field("alpha", { schema: TEXT, label: "α", value: "1", hint: "exact: 2, 5/4, 1.25 or inf", wide: true }),
    field("sizes", { schema: TEXT, label: "sizes of the sides", hint: "halves if left empty; such as 12:24" }),
    field("imbalance", { schema: TEXT, label: "imbalance", hint: "any sizes within it, such as 3%" }));
  const bisections = [
    field("limits.gap", { schema: TEXT, label: "gap", hint: "stop once bounds are this close: 0.05" }),
    field("engine", { schema: engine, label: "engine" }),
    field("balance", { schema: balance, label: "balance" })];
  const choices = [
    { name: "bisection-curve", label: "The whole α-curve", parts: [curve, ...bisections] },
    { name: "bisection-point", label: "One α", parts: [point, ...bisections] },
    ...kinds.flatMap((each) => otherKind(openapi, each, bisections[0]))];
  const own = choices.slice(2).flatMap(({ fields }) => fields);
  const show = (chosen) => {
    const wanted = new Set(choices.find(({ name }) => name === chosen).parts);
    for (const part of choices.flatMap(({ parts }) => parts)) part.hidden = !wanted.has(part);
  };
  show(choices[0].name);
  const kind = make("div", { class: "choices", role: "radiogroup", "aria-label": "What is asked" },
    ...choices.map(({ name, label }, index) => make("label", {},
      make("input", { type: "radio", name: "kind", value: name, checked: index === 0 }), label)));
  kind.addEventListener("change", (event) => show(event.target.value));
  return [
    make("fieldset", {}, make("legend", {}, "Question"), kind, point, ...own),
    make("details", {}, make("summary", {}, "Range, limits and engine"), curve, make("div", { class: "fields" },
      field("limits.seconds", { schema: { type: "number" }, label: "time limit", hint: "in seconds" }),
      ...bisections)),
  ];
}

const BISECTIONS = ["bisection-curve", "bisection-point"]; // have fields that are laid out by hand
const SHARED = ["kind", "topology", "topologies", "limits"];
const BESIDE = "one in a line, such as torus:sides=6x6; that of the form is the first";
const titled = (name) => name[0].toUpperCase() + name.slice(1);

/** The kinds that are about several networks at once: that of the form, and those beside it. */
export const severalOf = (openapi, kinds) => new Set(kinds
  .filter(({ request }) => openapi.components.schemas[request].properties.topologies).map(({ name }) => name));

/**
 * The choice of another kind, with the fields that it alone has; none if it is about no network.
 *
 * What must be given starts as the example of the schema, and so does α, which most networks need.
 */
function otherKind(openapi, { name, request }, gap) {
  const { properties, required = [] } = openapi.components.schemas[request];
  if (BISECTIONS.includes(name) || !(properties.topology || properties.topologies)) return [];
  const own = Object.entries(properties).filter(([each]) => !SHARED.includes(each));
  const starting = [...required, "alpha"];
  const fields = make("div", { class: "fields" }, ...own.map(([each, schema]) =>
    field(each, { schema, label: each.replaceAll("_", " "), hint: hintOf(schema),
      value: written(schema.default ?? (starting.includes(each) ? schema.examples?.[0] : undefined)) })));
  if (properties.topologies) fields.prepend(field("topologies", { schema: { type: "networks" }, label: "networks beside it", hint: BESIDE }));
  const limits = openapi.components.schemas[(properties.limits?.$ref ?? "").split("/").pop()];
  return [{ name, label: titled(name), fields, parts: limits?.properties?.gap ? [fields, gap] : [fields] }];
}

/** What a field means, and how it is written where that is JSON. */
function hintOf({ description, examples = [], ...schema }) {
  if (kindOf(schema) !== "json") return description;
  return `${description}, as JSON${examples.length ? ` such as ${JSON.stringify(examples[0])}` : ""}`;
}

const written = (value) => (value === undefined || value === null ? ""
  : typeof value !== "object" ? String(value) : Object.keys(value).length ? JSON.stringify(value) : "");
