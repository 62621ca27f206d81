// The selected jobs side by side: cards, plot, tables and the cut of one segment.

import { announce } from "./announce.js";
import { make, refill } from "./dom.js";
import { percent } from "./exact.js";
import { card } from "./jobs/card.js";
import { ended, follow } from "./jobs/follow.js";
import { fetchPicture, picture } from "./network/picture.js";
import { Chart } from "./plot/chart.js";
import { look } from "./plot/looks.js";
import { Segments } from "./plot/segments.js";
import { Standing } from "./plot/standing.js";
import { drawnOnce } from "./plot/twins.js";
import { save } from "./save.js";

const part = (id) => document.getElementById(id);

/** Follows the selected jobs, and shows what is known of them. */
export class Desk {
  #followed = new Map(); // by id: { known, stop }
  #order = [];
  #asked = new Map();
  #active = null; // [id, index] of the segment whose cut is shown
  #drawn = ""; // the cut that is drawn
  #written = ""; // its picture, as the service writes it
  #alone = null; // the id of the job that is selected alone, once it is known

  /**
   * onTrouble(id, news) hears what goes wrong, onKnown(jobs) which selected jobs are known, and
   * onAlone(job) which job is selected and no other.
   */
  constructor(onTrouble, onKnown, onAlone) {
    this.onTrouble = onTrouble;
    this.onKnown = onKnown;
    this.onAlone = onAlone;
    const bringOut = (id, index) => this.#bringOut(id, index);
    this.chart = new Chart(part("plot"), bringOut);
    this.segments = new Segments(part("segments"), bringOut);
    this.standing = new Standing(part("standing"), part("my-alpha"), part("my-rate"));
  }

  /** Show these jobs, and follow those that are new among them. */
  select(ids) {
    this.#order = ids;
    for (const [id, { stop }] of this.#followed) {
      if (!ids.includes(id)) {
        stop.abort();
        this.#followed.delete(id);
      }
    }
    for (const id of ids.filter((each) => !this.#followed.has(each))) this.#follow(id);
    this.#show();
  }

  /** Ask at once about all jobs that have not ended, and about one that was acted on. */
  look(acted) {
    for (const [id, { known, stop }] of this.#followed) {
      if (known?.job && (id === acted || !ended(known.job))) {
        stop.abort();
        this.#follow(id, known);
      }
    }
  }

  /** Remember jobs that were asked for here, so that even an end at once is told. */
  asked(jobs) {
    for (const job of jobs) this.#asked.set(job.id, { job: { ...job, state: "queued" } });
  }

  #follow(id, known = null) {
    const stop = new AbortController();
    const entry = { known, stop };
    this.#followed.set(id, entry);
    follow(id, (news) => {
      say(entry.known ?? this.#asked.get(id), news);
      entry.known = { ...news };
      if (news.problem) this.onTrouble(id, news);
      this.#show();
    }, stop.signal);
  }

  #views() {
    return this.#order.flatMap((id) => {
      const known = this.#followed.get(id)?.known;
      return known?.job ? [{ id, ...known }] : [];
    });
  }

  /** Tell of a job that is selected alone, once. */
  #tellAlone([first, ...others]) {
    const id = this.#order.length === 1 && first && !others.length ? first.id : null;
    if (id === this.#alone) return;
    this.#alone = id;
    if (id) this.onAlone(first.job);
  }

  #show() {
    const views = this.#views();
    this.onKnown(views.map(({ job }) => job));
    this.#tellAlone(views);
    const drawn = drawnOnce(views.filter(({ bounds }) => bounds), look);
    const looks = new Map(drawn.flatMap((each) => each.ids.map((id) => [id, each.look])));
    part("empty").hidden = views.length > 0;
    part("views").hidden = !views.length;
    part("views").classList.toggle("undrawn", !drawn.length);
    part("cards").classList.toggle("many", views.length > 1);
    this.segments.show(drawn);
    this.standing.show(drawn);
    this.#settle(drawn);
    this.chart.show(drawn);
    part("plot-hint").textContent = hint(drawn);
    refill(part("cards"), ...views.map((view) => card(view, looks.get(view.id) ?? look(0, 1))));
  }

  /** Show the segment that was pointed at last, or the first of all while there is none. */
  #settle(views) {
    const [id, index] = this.#active ?? [];
    const view = views.find((each) => each.id === id);
    if (view) this.#showCut(view, Math.min(index, (view.bounds.segments?.length ?? 1) - 1));
    else if (views.length) this.#showCut(views[0], 0);
  }

  #bringOut(id, index) {
    this.#active = [id, index];
    const view = this.#views().find((each) => each.id === id);
    if (view?.bounds) this.#showCut(view, index);
  }

  async #showCut({ id, job, bounds }, index) {
    this.segments.mark(id, index);
    const cut = bounds.segments ? bounds.segments[index] : bounds.cut;
    const layout = part("cut-layout").value;
    const drawing = JSON.stringify([id, cut, layout]);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    this.chart.bringOut(bounds.segments ? cut : null);
    const made = job.links.cut
      ? await fetchPicture(job, bounds, cut, layout).catch((problem) => problem)
      : { message: "the network has too many links, or its wiring is not named." };
    if (drawing !== this.#drawn) return; // another one has been asked for meanwhile
    part("cut-title").textContent = `Cut of ${bounds.name}`;
    this.#written = typeof made === "string" ? made : "";
    part("save-cut").hidden = !this.#written;
    part("cut").replaceChildren(...this.#written
      ? picture(made, cut.words, bounds.name)
      : [make("p", { class: "hint" }, `${cut.words}. No picture: ${made.message}`)]);
  }

  /** Draw the cut that is shown in another layout. */
  drawAgain() {
    this.#settle(this.#views().filter(({ bounds }) => bounds));
  }

  /** Save the cut that is shown, as a file that stands by itself. */
  saveCut() {
    save(new Blob([this.#written], { type: "image/svg+xml" }), "alphacut-cut.svg");
  }
}

/** Tell a screen reader when a proof has come in, or a job has ended. */
function say(before, { job, bounds }) {
  if (!job || !before?.job) return;
  const { points: { solved, open }, gap } = job.progress;
  if (ended(job) && !ended(before.job)) {
    announce(`${job.name} has ${job.state}${bounds ? `: ${bounds.status}` : ""}.`);
  } else if (solved !== before.job.progress.points.solved) {
    announce(`${job.name}: ${solved} of ${solved + open} points proven, gap ${percent(gap)}.`);
  }
}

function hint(views) {
  if (views.every(({ bounds }) => bounds.point)) return "";
  if (!views.some(({ bounds }) => bounds.lower)) return "Marks are breakpoints. Drag to look closer, double-click to look at all.";
  return "The true curve lies in the shaded band, below the best bisections found and above the proven bound (dashed). Marks are breakpoints, filled once they are proven.";
}
