// Where a network may come from beside the fields: a machine that is known, or a file.

import { announce } from "../announce.js";
import { postFile, Problem } from "../api.js";
import { make } from "../dom.js";
import { fillNetwork } from "./fill.js";

const LARGEST = 1_000_000; // bytes of a file

/** Make the fields that fill the others. */
export function startFields(form, { presets }) {
  const told = make("p", { class: "hint", id: "start-hint" }, "or fill in the fields below");
  const known = make("select", { id: "preset", "aria-describedby": "start-hint" },
    make("option", { value: "" }, "choose a machine"),
    ...presets.map(({ name, title }) => make("option", { value: name, title }, name)));
  const file = make("input", { type: "file", id: "network-file", "aria-describedby": "start-hint" });
  const options = make("input", {
    type: "text", id: "network-options", autocomplete: "off", spellcheck: "false",
    placeholder: "such as weights=no", "aria-describedby": "start-hint",
  });
  known.addEventListener("change", () => {
    const preset = presets.find(({ name }) => name === known.value);
    if (!preset) return;
    fillNetwork(form, preset.spec);
    form.dispatchEvent(new CustomEvent("machine", { detail: preset }));
    told.textContent = [preset.title, preset.assumed && `assumed: ${preset.assumed}`].filter(Boolean).join("; ");
  });
  for (const changed of [file, options]) {
    changed.addEventListener("change", () => file.files[0] && upload(form, file.files[0], options.value, told));
  }
  return make("fieldset", {}, make("legend", {}, "Start from"),
    make("div", { class: "fields" },
      make("div", { class: "field wide" }, make("label", { for: "preset" }, "known machine"), known),
      make("div", { class: "field wide" }, make("label", { for: "network-file" }, "file"), file),
      make("div", { class: "field wide" }, make("label", { for: "network-options" }, "options of the file"), options)),
    told);
}

/** Read options, such as weights=no,header=yes. */
const read = (text) => Object.fromEntries(text.split(/[\s,]+/).filter(Boolean).map((each) => {
  const [name, value = ""] = each.split("=");
  return [name, value];
}));

async function upload(form, file, options, told) {
  told.classList.remove("wrong");
  try {
    if (file.size > LARGEST) throw new Problem(413, { detail: "the file is larger than 1 MB; use the command line" });
    const { topology, name, remarks } = await postFile("/v1/networks", file, read(options));
    fillNetwork(form, topology);
    told.textContent = [`${file.name}: ${name}`, ...remarks].join("; ");
    announce(`Read ${file.name}: ${name}.`);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    told.classList.add("wrong");
    told.textContent = problem.message;
  }
}
