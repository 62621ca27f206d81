// Waiting, with events of the service (where it has any) as an alarm clock.

/** Wait for some seconds, less if the waker rings or the signal ends it all. */
export function paused(seconds, waker, signal) {
  return new Promise((go) => {
    const timer = setTimeout(done, 1000 * seconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      go();
    }
    signal.addEventListener("abort", done);
    waker.ring = done;
  });
}

/** Rings whenever the service sends an event about a job; polling goes on all the same. */
export class Waker {
  #source = null;

  constructor(signal) {
    this.ring = () => {};
    signal.addEventListener("abort", () => this.#source?.close());
  }

  /** Listen to an address, if there is one; a second call changes nothing. */
  listen(address) {
    if (!address || this.#source) return;
    this.#source = new EventSource(address);
    const ring = () => this.ring();
    for (const name of ["message", "progress", "job", "state", "end"]) {
      this.#source.addEventListener(name, ring);
    }
    this.#source.addEventListener("error", () => this.#source.close());
  }
}
