// Asking for an API key, where the service wants one.

import { useKey } from "./api.js";
import { make } from "./dom.js";

/** Put a form for the key above everything else; the page is loaded anew with it. */
export function askForKey(problem) {
  if (document.getElementById("key-form")) return;
  const input = make("input", { id: "key", type: "password", autocomplete: "off", required: true });
  const form = make("form", { id: "key-form", class: "card" },
    make("h2", {}, "This service wants an API key"),
    make("p", { role: "alert" }, problem.message),
    make("div", { class: "field" }, make("label", { for: "key" }, "API key"), input,
      make("p", { class: "hint" }, "It is kept in this tab only, until the tab is closed.")),
    make("p", {}, make("button", { type: "submit" }, "Use this key")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    useKey(input.value.trim());
    location.reload();
  });
  document.querySelector("main").before(form);
  input.focus();
}
