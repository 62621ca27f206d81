// Making elements. Text is always set as text, so nothing that a server says can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element; attributes that are null or false are left out, functions listen. */
export function make(name, attributes = {}, ...children) {
  return dressed(document.createElement(name), attributes, children);
}

/** Make an SVG element. */
export function draw(name, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, name), attributes, children);
}

function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Put new children into an element, unless they are what it holds; keep the focus where it was. */
export function refill(element, ...children) {
  const fresh = make("div", {}, ...children);
  if (fresh.innerHTML === element.innerHTML) return;
  const focused = element.contains(document.activeElement)
    ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...fresh.childNodes);
  if (focused === undefined) return;
  const again = [...element.querySelectorAll("[data-key]")].find((e) => e.dataset.key === focused);
  (again ?? element.querySelector("button, a, input"))?.focus({ preventScroll: true });
}
