// Finding a network: for about so many hosts, of switches with so many ports, as one front.

import { announce } from "./announce.js";
import { get, post } from "./api.js";
import { field } from "./ask/fields.js";
import { clearProblems, showProblem } from "./ask/problems.js";
import { make } from "./dom.js";
import { compared, number, rational } from "./exact.js";
import { frontPicture } from "./front.js";

const TEXT = { type: "string" };
const ORDER = { enum: ["price", "watts", "bisection", "switches", "hosts", "diameter", "mean"], default: "price" };
const BY = { exact: "proven", formula: "formula", bounded: "bounds" };
const BY_HOSTS = ["fat_tree", "leaf_spine", "xgft", "dragonfly_plus"];  // some switches have none
const HEADS = ["network", "hosts", "switches", "copper", "optical", "price/host", "W/host", "hops", "mean", "B/host", "by", "uniform", ""];

/**
 * Fill the form; onUse(topology, alpha, balance) hears which machine is to be asked about, and
 * onJobs(jobs) of the job that proves bisections.
 */
export function machineForm(form, card, onUse, onJobs) {
  form.append(make("div", { class: "fields" },
    field("hosts", { schema: TEXT, label: "hosts, about", value: "1000" }),
    field("radix", { schema: TEXT, label: "ports of a switch", value: "32" }),
    field("within", { schema: TEXT, label: "within", value: "10%" }),
    field("alpha", { schema: TEXT, label: "α", value: "1", hint: "global / local capacity" }),
    field("per_host", { schema: TEXT, label: "at least B/host", hint: "1/2 carries all traffic between halves; 1/8 if left out" }),
    field("spare_ports", { schema: TEXT, label: "ports left free", hint: "of each switch" }),
    field("sort", { schema: ORDER, label: "sorted by" }),
    field("families", { schema: TEXT, label: "families", hint: "such as xgft,dragonfly,hyperx; all if left out", wide: true }),
    field("cost", { schema: TEXT, label: "prices", hint: "such as switch=20,copper=1,optical=4", wide: true }),
    field("prove", { schema: TEXT, label: "prove for", hint: "seconds, as a job; left out: shown at once" })),
  make("div", {}, make("button", { type: "submit" }, "Find")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearProblems(form);
    try {
      const { prove, ...asked } = Object.fromEntries(query(form));
      if (prove) return onJobs([await post("/v1/jobs", { kind: "design", ...asked, prove: Number(prove) })]);
      const { body } = await get(`/v1/design?${query(form)}`);
      card.querySelector("#machines-found").replaceChildren(found(body, onUse));
      card.hidden = false;
      card.focus();
      announce(`${body.designs.length} of ${body.front} networks on the front.`);
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

function found({ designs, front, fitting, alpha, sort, prices, beside }, onUse) {
  if (!designs.length) return make("p", {}, "No network fits. Allow more hosts or fewer, or less B/host.");
  const rows = designs.map((each) => row(each, () => onUse(each.topology, alpha, balance(each))));
  const point = (place) => {
    rows.forEach((each, at) => each.classList.toggle("marked", at === place));
    rows[place].querySelector("button").focus({ preventScroll: true });
  };
  return make("div", {},
    make("p", { class: "hint" }, `${designs.length} of ${front} on the front, of ${fitting.toLocaleString("en")} shapes that were compared, by ${sort}: none costs and draws less, has shorter ways and as much B/host. ${priced(prices)}`),
    frontPicture(designs, prices.currency, point),
    make("div", { class: "across" },
      make("table", {},
        make("thead", {}, make("tr", {}, ...HEADS.map((head) => (head
          ? make("th", { scope: "col" }, head) : make("td", {}))))),
        make("tbody", {}, ...rows))),
    make("p", { class: "hint" }, `B/host at α = ${alpha}, in local links: ${meaning(designs)}`),
    beside.length ? make("ul", { class: "hint" }, ...beside.map(behind)) : null);
}

const priced = ({ example, currency, copper_block: block }) =>
  `${example ? `Prices are assumptions (${currency}). ` : ""}Cables within a block of ${block} switches are copper.`;

const balance = ({ family }) => (BY_HOSTS.includes(family) ? "hosts" : "switches");

const meaning = (designs) => [...new Set(designs.map(({ status }) => status))].map((status) => ({
  exact: "proven by certificate.",
  formula: "“formula”: the bounds meet by argument, without a certificate.",
  bounded: "“bounds”: between the two.",
})[status]).join(" ");

function behind({ family, name, than, dearer }) {
  const more = Math.round(100 * (number(dearer) - 1));
  return make("li", {}, `behind the front: ${family} ${name}, ${more > 0 ? `${more} % dearer for each host than ${than}` : `not cheaper than ${than}, which has no longer ways`}`);
}

function row({ family, name, hosts, switches, cables, status, ...each }, use) {
  const counts = [hosts, switches, cables.copper, cables.optical];
  const called = `${family} ${name}`;
  return make("tr", {},
    make("th", { scope: "row" }, called),
    ...counts.map((count) => make("td", {}, count.toLocaleString("en"))),
    make("td", {}, number(each.price_per_host).toFixed(2)),
    make("td", {}, number(each.watts_per_host).toFixed(1)),
    make("td", {}, each.diameter === null ? "-" : String(each.diameter)),
    make("td", {}, each.mean_distance === null ? "-" : number(each.mean_distance).toFixed(2)),
    make("td", {}, between(each.bisection_per_host_lower, each.bisection_per_host)),
    make("td", {}, BY[status]),
    make("td", {}, each.saturation ? between(each.saturation.lower, each.saturation.upper) : "-"),
    make("td", {}, make("button", { type: "button", class: "quiet", "aria-label": `Ask about ${called}`, click: use }, "Ask")));
}

function between(lower, upper) {
  const [high, low] = [number(upper), number(lower)];
  if (!compared(rational(upper), rational(lower))) return high.toFixed(3);
  return `${(Math.floor(1000 * low) / 1000).toFixed(3)} to ${(Math.ceil(1000 * high) / 1000).toFixed(3)}`;
}
