// Telling users of screen readers what has changed, one sentence at a time.

const PAUSE = 4000; // milliseconds between two sentences, so that they are heard out

let waiting = null;
let last = 0;

/** Say something when there is room for it; only the newest sentence is kept waiting. */
export function announce(sentence) {
  const due = last + PAUSE - Date.now();
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    last = Date.now();
    document.getElementById("announcer").textContent = sentence;
  }, Math.max(due, 50));
}
