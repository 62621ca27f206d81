// Waiting, with events of the service (where it has any) as an alarm clock.

import { events, Problem } from "../api.js";

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

const MOST = 3; // streams at the same time: browsers keep six connections to a server, no more
let streams = 0;

/** Rings whenever the service sends an event about a job; polling goes on all the same. */
export class Waker {
  #signal;
  #tried = false;

  constructor(signal) {
    this.ring = () => {};
    this.#signal = signal;
  }

  /** Listen to an address, if there is one; a second call changes nothing. */
  async listen(address) {
    if (!address || this.#tried || streams >= MOST) return;
    this.#tried = true;
    streams += 1;
    try {
      for await (const _ of events(address, this.#signal)) this.ring();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // else polling finds out what is wrong
    } finally {
      streams -= 1;
    }
  }
}
