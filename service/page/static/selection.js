// Which jobs are shown: the address after its #, so that a view can be kept and passed on.

/** The ids of the selected jobs, in the order in which they were chosen. */
export function selected() {
  return location.hash.replace(/^#/, "").split(",").filter((id) => /^[0-9a-f]{32}$/.test(id));
}

/** Show these jobs. */
export function select(ids) {
  const wanted = ids.length ? `#${ids.join(",")}` : "#";
  if (wanted !== location.hash) location.hash = wanted;
}

/** Show a job beside the others, or no more. */
export function toggle(id, chosen) {
  const others = selected().filter((other) => other !== id);
  select(chosen ? [...others, id] : others);
}

/** Hear of every change, and of how it is now. */
export function onSelection(listen) {
  addEventListener("hashchange", () => listen(selected()));
  listen(selected());
}
