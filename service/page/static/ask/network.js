// The part of the form that names a network: its family, and the fields that this family has.

import { make } from "../dom.js";
import { field, kindOf } from "./fields.js";

// What the fields hold at first, so that every family can be tried at once.
const FIRST = {
  dragonfly: { a: "4", h: "2", arrangement: "relative" },
  graph: { switches: "4", links: '[[0, 1], [1, 2, "global"],\n [2, 3], [3, 0, "global"]]' },
  hypercube: { dimension: "4" },
  torus: { sides: "4 × 4" },
  hamming: { sides: "4 × 4" },
  complete: { switches: "8" },
  mesh: { sides: "4 × 4" },
  hyperx: { sides: "4 × 4" },
  fat_tree: { k: "4" },
  leaf_spine: { leaves: "4", spines: "2" },
  xgft: { children: "4 × 4 × 4", parents: "1 × 2 × 2" },
  rail: { units: "2", boxes: "4", rails: "4", spines: "2" },
  hammingmesh: { board: "2 × 2", boards: "4 × 4" },
  slim_fly: { q: "5" },
  polarfly: { q: "5" },
  spectralfly: { prime: "3", q: "5" },
  bundlefly: { q: "3", paley: "5" },
  xpander: { degree: "4", lift: "6" },
  jellyfish: { switches: "12", degree: "3" },
  de_bruijn: { symbols: "2", length: "4" },
  butterfly: { dimension: "3" },
  cube_connected_cycles: { dimension: "3" },
  dragonfly3: { a: "2", m: "2", h: "1" },
  dragonfly_plus: { groups: "5", leaves: "2", spines: "2" },
  cycle: { switches: "8" },
  path: { switches: "8" },
  star: { leaves: "7" },
  tree: { branching: "2", height: "3" },
  grid: { sides: "4 × 4" },
};
export const EVERY = "every one"; // an arrangement that stands for all, to compare them

/** Make the fields of a network from the catalogue of the service. */
export function networkFields(catalogue) {
  const own = make("div", { class: "fields" });
  const more = make("div", { class: "fields" });
  const folded = make("details", {}, make("summary", {}, "More about the network"), more);
  const names = catalogue.families.map(({ name }) => name);
  const family = field("topology.family", {
    schema: { enum: names, default: names[0] }, label: "family", wide: true, hint: " ",
  });
  const choice = family.querySelector("select");
  const show = () => {
    const chosen = catalogue.families.find(({ name }) => name === choice.value);
    family.querySelector(".hint").textContent = chosen.description.split("\n")[0];
    fill(chosen, catalogue, own, more);
    folded.hidden = !more.childElementCount;
  };
  choice.addEventListener("change", show);
  show();
  return make("fieldset", {}, make("legend", {}, "Network"),
    make("div", { class: "fields" }, family), own, folded);
}

function fill({ name, json_schema: schema }, catalogue, own, more) {
  own.replaceChildren();
  more.replaceChildren();
  const first = FIRST[name] ?? {};
  for (const [key, property] of simpleFirst(schema.properties)) {
    if (key === "family" || key === "options") continue;
    const needed = schema.required?.includes(key);
    const value = first[key] ?? "";
    const path = `topology.${key}`;
    if (key === "arrangement" && property.enum) own.append(...arrangement(path, property, value, catalogue));
    else {
      const made = field(path, { schema: property, label: key, value, hint: hint(property) });
      if (needed) made.querySelector("[data-path]").dataset.needed = "yes";
      (needed ? own : more).append(made);
    }
  }
}

/** Fields with those last that are written as JSON. */
function simpleFirst(properties) {
  const isJson = ([, property]) => Number(kindOf(property) === "json");
  return Object.entries(properties).sort((one, other) => isJson(one) - isJson(other));
}

function hint(property) {
  const { description = "", default: usual } = property;
  if (kindOf(property) === "json") return `${description}, as JSON`;
  const told = ["string", "number", "boolean"].includes(typeof usual) && usual !== "";
  return told ? `${description}; ${usual} if left empty` : description;
}

/** An arrangement with what it is, and its options. */
function arrangement(path, schema, value, catalogue) {
  const told = field(path, {
    schema: { ...schema, enum: [...schema.enum, EVERY] }, label: "arrangement", value, wide: true, hint: " ",
  });
  const options = make("div", { class: "fields field wide" });
  const choice = told.querySelector("select");
  const show = () => {
    const chosen = catalogue.arrangements.find(({ name }) => name === choice.value);
    told.querySelector(".hint").textContent = chosen
      ? `${chosen.title}; ${chosen.requirement.replaceAll(">=", "≥")}`
      : "asks for all arrangements that exist for these numbers, and compares them";
    options.replaceChildren(...(chosen?.options ?? []).map((option) => field(`topology.options.${option.name}`, {
      schema: { enum: option.choices, default: option.default }, label: option.name, hint: option.description, wide: true,
    })));
    options.hidden = !options.childElementCount;
  };
  choice.addEventListener("change", show);
  show();
  return [told, options];
}
