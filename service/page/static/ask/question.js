// The part of the form that says what is asked about the network, and how far to go.

import { make } from "../dom.js";
import { field } from "./fields.js";

const TEXT = { type: "string" };

/** Make the fields of a question; engines and balances are those of the service's OpenAPI. */
export function questionFields(openapi) {
  const { engine, balance } = openapi.components.schemas.CurveRequest.properties;
  const curve = make("div", { class: "fields" },
    field("alpha.min", { schema: TEXT, label: "α from", hint: "0 if left empty; exact, such as 5/4" }),
    field("alpha.max", { schema: TEXT, label: "α to", hint: "inf if left empty" }));
  const point = make("div", { class: "fields" },
    field("alpha", { schema: TEXT, label: "α", value: "1", hint: "exact: 2, 5/4, 1.25 or inf", wide: true }));
  point.hidden = true;
  const choices = [["bisection-curve", "The whole α-curve"], ["bisection-point", "One α"]];
  const kind = make("div", { class: "choices", role: "radiogroup", "aria-label": "What is asked" },
    ...choices.map(([value, label], index) => make("label", {},
      make("input", { type: "radio", name: "kind", value, checked: index === 0 }), label)));
  kind.addEventListener("change", (event) => {
    curve.hidden = event.target.value !== "bisection-curve";
    point.hidden = !curve.hidden;
  });
  return [
    make("fieldset", {}, make("legend", {}, "Question"), kind, point),
    make("details", {}, make("summary", {}, "Range, limits and engine"), curve, make("div", { class: "fields" },
      field("limits.seconds", { schema: { type: "number" }, label: "time limit", hint: "in seconds" }),
      field("limits.gap", { schema: TEXT, label: "gap", hint: "stop once bounds are this close: 0.05" }),
      field("engine", { schema: engine, label: "engine" }),
      field("balance", { schema: balance, label: "balance" }))),
  ];
}
