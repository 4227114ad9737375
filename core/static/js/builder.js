// Cards are typed faster than the site answers: what is typed meanwhile stays, and what is sent meanwhile waits its turn.
(() => {
  "use strict";

  const waiting = [];
  let busy = false;
  let swapped = false;
  let settles = false;
  let kept = "";
  const form = () => document.getElementById("typed");
  const field = () => document.getElementById("typed-cards");
  const ours = (event) => event.detail.elt.closest?.("#builder");

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "typed" || !busy) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(field().value);
    field().value = "";
  }, true);

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!ours(event)) return;
    busy = true;
    if (event.detail.elt.id === "typed") field().value = "";
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "builder") return;
    kept = field().value;
    swapped = true;
  });

  const next = () => {
    busy = false;
    if (!waiting.length) return;
    const typed = field().value;
    field().value = waiting.shift();
    form().requestSubmit();
    field().value = typed;
  };

  // Between these two nothing can be typed; until the settling that follows, it can.
  document.addEventListener("htmx:afterSwap", () => {
    if (!field() || !swapped) return;
    swapped = false;
    settles = true;
    const refused = field().getAttribute("value");
    field().value = refused && !kept ? refused : kept;
    if (refused) waiting.length = 0;
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!field() || !settles) return;
    settles = false;
    next();
  });

  for (const lost of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(lost, () => { busy = false; waiting.length = 0; });
  }
})();
