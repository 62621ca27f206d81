// Saving the picture of a cut as a file that stands by itself.

import { draw } from "../dom.js";
import { save } from "../save.js";

const LOOKS = [
  "fill", "stroke", "stroke-width", "opacity", "font-family", "font-size", "text-anchor",
  "dominant-baseline",
];

/** Save a picture that is on the page, with the colours that it has there. */
export function savePicture(picture, name) {
  if (!picture) return;
  const text = new XMLSerializer().serializeToString(alone(picture));
  save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
}

/** A copy in which every look is written out, as no style sheet goes along. */
function alone(picture) {
  const copy = picture.cloneNode(true);
  const originals = picture.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => wear(element, originals[index]));
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.removeAttribute("style");
  copy.prepend(
    draw("title", {}, picture.getAttribute("aria-label")),
    draw("rect", { width, height, fill: getComputedStyle(picture.closest(".card")).backgroundColor }));
  return copy;
}

function wear(element, original) {
  const looks = getComputedStyle(original);
  element.removeAttribute("class");
  for (const look of LOOKS) element.setAttribute(look, looks.getPropertyValue(look));
}
