// The plot of all selected curves. Plotly draws it; what it says stands in the table as well.

/* global Plotly */
import { unitOf } from "../exact.js";
import { colour } from "./looks.js";
import { activeTrace, tracesOf } from "./traces.js";
import { windowOf } from "./window.js";

const [HEIGHT, ROW] = [384, 19]; // pixels: of a plot with one row of names, and of each further row
const [LETTER, SAMPLE] = [7, 60]; // pixels of a letter in the legend, and of the line before a name
const CONFIG = { displayModeBar: false, responsive: true };

/** A plot in an element; onPoint(id, index) hears which segment a pointer is at. */
export class Chart {
  #listening = false;
  #views = [];
  #active = null;

  constructor(element, onPoint) {
    this.element = element;
    this.onPoint = onPoint;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  /** Draw jobs: { id, job, bounds, look } each. */
  show(views) {
    this.#views = views;
    this.#draw();
  }

  /** Bring one segment out. */
  bringOut(segment) {
    this.#active = segment;
    this.#draw();
  }

  /** Save what is seen. */
  save(filename) {
    return Plotly.downloadImage(this.element, { format: "svg", filename, width: 900, height: 520 });
  }

  #draw() {
    if (!this.#views.length) return;
    const frame = windowOf(this.#views);
    const height = HEIGHT + ROW * (rowsOf(this.#views, this.element.clientWidth) - 1);
    this.element.style.height = `${height}px`;
    const traces = [
      activeTrace(this.#active, frame),
      ...this.#views.flatMap((view) => tracesOf(view, frame)),
    ];
    const identity = this.#views.map(({ id }) => id).join();
    Plotly.react(this.element, traces, {
      ...layout(frame, identity, this.#views), height,
    }, CONFIG);
    this.element.setAttribute("aria-label", said(this.#views));
    this.#listen();
  }

  #listen() {
    if (this.#listening) return;
    this.#listening = true;
    this.element.on("plotly_hover", ({ points }) => {
      const found = points.find(({ customdata }) => customdata);
      if (found) this.onPoint(...found.customdata);
    });
  }
}

/** How many rows of names the legend has. */
function rowsOf(views, width) {
  const longest = Math.max(...views.map(({ bounds }) => bounds.name.length));
  const columns = Math.max(1, Math.floor(width / (LETTER * longest + SAMPLE)));
  return Math.ceil(views.length / columns);
}

function layout(frame, identity, views) {
  const [text, soft, grid] = ["--text", "--soft", "--grid"].map(colour);
  const axis = {
    gridcolor: grid, zerolinecolor: colour("--line"), linecolor: colour("--line"),
    tickfont: { color: soft }, title: { font: { color: text } }, automargin: true,
  };
  return {
    uirevision: identity, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: getComputedStyle(document.body).fontFamily, color: text, size: 13 },
    margin: { l: 8, r: 12, t: 8, b: 8 }, hovermode: "closest", hoverdistance: 60,
    xaxis: {
      ...axis, range: [frame.left, frame.right],
      title: { ...axis.title, text: "α = global / local link capacity" },
    },
    yaxis: {
      ...axis, range: [0, frame.top], title: { ...axis.title, text: `B(α), ${counted(views)}` },
    },
    showlegend: views.length > 1,
    legend: { orientation: "h", traceorder: "normal", x: 0, y: 1.02, yanchor: "bottom", font: { color: text } },
    hoverlabel: { bgcolor: colour("--raised"), bordercolor: colour("--line"), font: { color: text } },
  };
}

/** In what capacities are counted. */
function counted(views) {
  const local = views.every(({ job }) => unitOf(job.request.topology) === "1");
  return local ? "in local links" : "as each network counts it";
}

function said(views) {
  const names = views.map(({ bounds }) => bounds.name).join(", ");
  return `Plot of the bisection bandwidth over α for ${names}; the table below says the same.`;
}
