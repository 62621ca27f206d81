// Finding a machine: about so many hosts, of switches with so many ports, by price or by size.

import { announce } from "./announce.js";
import { get } from "./api.js";
import { field } from "./ask/fields.js";
import { clearProblems, showProblem } from "./ask/problems.js";
import { make } from "./dom.js";
import { compared, rational, told } from "./exact.js";

const TEXT = { type: "string" };
const BY = { exact: "proven", formula: "formula", bounded: "bounds" };

/** Fill the form; onUse(topology, alpha) hears which machine is to be asked about. */
export function machineForm(form, card, onUse) {
  form.append(make("div", { class: "fields" },
    field("hosts", { schema: TEXT, label: "hosts, about", value: "1000" }),
    field("radix", { schema: TEXT, label: "ports of a switch", value: "32" }),
    field("within", { schema: TEXT, label: "within", value: "10%" }),
    field("alpha", { schema: TEXT, label: "α", value: "1", hint: "global / local capacity" }),
    field("per_host", { schema: TEXT, label: "at least B/host", hint: "1/2 carries all traffic between halves" }),
    field("cost", { schema: TEXT, label: "prices", hint: "such as switch=20,local=1,global=4", wide: true })),
  make("div", {}, make("button", { type: "submit" }, "Find")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearProblems(form);
    try {
      const { body } = await get(`/v1/design?${query(form)}`);
      card.querySelector("#machines-found").replaceChildren(table(body, onUse));
      card.hidden = false;
      card.focus();
      announce(`${body.designs.length} of ${body.fitting} machines that fit.`);
    } catch (problem) {
      showProblem(form, problem);
    }
  });
  card.querySelector("#close-machines").addEventListener("click", () => { card.hidden = true; });
}

function query(form) {
  const given = [...form.querySelectorAll("[data-path]")].filter(({ value }) => value.trim());
  return new URLSearchParams(given.map(({ dataset, value }) => [dataset.path, value.trim()]));
}

function table({ designs, fitting, alpha, prices }, onUse) {
  if (!designs.length) return make("p", {}, "No dragonfly fits. Allow more hosts or fewer, or less B/host.");
  const heads = ["(p,a,h,t)", "hosts", "switches", "ports", "local", "global", ...(prices ? ["price"] : []), "B/host", "by", ""];
  return make("div", {},
    make("p", { class: "hint" }, `${designs.length} of ${fitting.toLocaleString("en")} that fit, by ${prices ? "price" : "number of switches, then of global cables"}. B/host at α = ${alpha}, in local links: ${meaning(designs)}`),
    make("table", {},
      make("thead", {}, make("tr", {}, ...heads.map((head) => (head
        ? make("th", { scope: "col" }, head) : make("td", {}))))),
      make("tbody", {}, ...designs.map((each) => row(each, prices, () => onUse(each.topology, alpha))))));
}

const meaning = (designs) => [...new Set(designs.map(({ status }) => status))].map((status) => ({
  exact: "proven by certificate.",
  formula: "“formula”: the bounds meet for every arrangement, without a certificate.",
  bounded: "“bounds”: between the two, whatever the arrangement.",
})[status]).join(" ");

function row({ p, a, h, t, balanced, hosts, switches, ports, cables, price, status, ...each }, prices, use) {
  const name = `(${p},${a},${h},${t})`;
  const counts = [hosts, switches, ports, cables.local, cables.global];
  return make("tr", {},
    make("th", { scope: "row" }, name, balanced ? " balanced" : ""),
    ...counts.map((count) => make("td", {}, count.toLocaleString("en"))),
    prices ? make("td", {}, told(rational(price))) : null,
    make("td", {}, perHost(each)), make("td", {}, BY[status]),
    make("td", {}, make("button", { type: "button", class: "quiet", "aria-label": `Ask about ${name}`, click: use }, "Ask")));
}

function perHost({ bisection_per_host: upper, bisection_per_host_lower: lower }) {
  const [high, low] = [rational(upper), rational(lower)].map(([above, below]) => Number(above) / Number(below));
  if (!compared(rational(upper), rational(lower))) return high.toFixed(3);
  return `${(Math.floor(1000 * low) / 1000).toFixed(3)} to ${(Math.ceil(1000 * high) / 1000).toFixed(3)}`;
}
