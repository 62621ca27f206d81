// Having the browser save something that was made here.

import { make } from "./dom.js";

/** Save a blob under a name. */
export function save(blob, name) {
  const href = URL.createObjectURL(blob);
  const link = make("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
