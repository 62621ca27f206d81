// The answer to a question of any kind: its words, and its picture where there is one.

import { file, Problem } from "../api.js";
import { make } from "../dom.js";

/** Fetch what a finished job has to show: { words, picture }, each null where there is none. */
export async function documentOf(job) {
  const words = job.links.text ? await (await file(job.links.text)).text() : null;
  return { words, picture: job.links.svg ? await address(job.links.svg) : null };
}

/** Make the part of a card that shows it. */
export function shown({ words, picture }, name) {
  return [
    picture ? make("img", { class: "drawing", src: picture, alt: `Picture of ${name}` }) : null,
    words ? make("pre", { class: "words", tabindex: "0", "aria-label": `${name} in words` }, words) : null,
  ];
}

/** The picture as an address of data: a plain one would not carry the key. */
async function address(href) {
  try {
    const blob = await file(href);
    return await new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.readAsDataURL(blob);
    });
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 409) return null; // nothing to draw
    throw problem;
  }
}
