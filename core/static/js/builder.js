// Cards are tapped and typed faster than the site answers: what is typed meanwhile stays, and what is sent waits its turn.
(() => {
  "use strict";

  const waiting = [];
  let busy = false;
  let swapped = false;
  let settles = false;
  let kept = "";
  const field = () => document.getElementById("typed-cards");
  const ours = (event) => event.detail.target?.id === "builder";

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!busy || !form.closest("#builder")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.id === "typed") {
      waiting.push({ cards: field().value });
      field().value = "";
    } else waiting.push({ form: form.id, name: event.submitter?.name, value: event.submitter?.value });
  }, true);

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!ours(event)) return;
    busy = true;
    if (event.detail.elt.id === "typed") field().value = "";
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!ours(event)) return;
    kept = field().value;
    swapped = true;
  });

  const type = (cards) => {
    const typed = field().value;
    field().value = cards;
    field().form.requestSubmit();
    field().value = typed;
  };

  // What can no longer be pressed, because the last answer took it away, is passed over.
  const press = ({ form, name, value }) => {
    const buttons = document.getElementById(form)?.querySelectorAll("button:not(:disabled)") || [];
    [...buttons].find((button) => button.name === (name || "") && button.value === (value || ""))?.click();
  };

  const next = () => {
    busy = false;
    while (waiting.length && !busy) {
      const first = waiting.shift();
      if (first.form) press(first);
      else type(first.cards);
    }
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
