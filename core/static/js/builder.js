// Cards are typed faster than the site answers: what is typed meanwhile stays, and what is sent meanwhile waits its turn.
(() => {
  "use strict";

  const waiting = [];
  let busy = false;
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
    if (event.detail.target.id === "builder") kept = field().value;
  });

  const next = () => {
    busy = false;
    if (!waiting.length) return;
    const typed = field().value;
    field().value = waiting.shift();
    form().requestSubmit();
    field().value = typed;
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    if (!field() || !busy) return;
    const refused = field().getAttribute("value");
    field().value = refused && !kept ? refused : kept;
    kept = "";
    if (refused) waiting.length = 0;
    next();
  });

  for (const lost of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(lost, () => { busy = false; waiting.length = 0; });
  }
})();
