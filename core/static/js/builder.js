// Cards are tapped and typed faster than the site answers: what is typed meanwhile stays, and what is sent waits its turn.
// What was written, and not yet sent, is kept before anything else is pressed, or the page left.
(() => {
  "use strict";

  const waiting = [];
  let busy = null; // the form that is on its way
  let laid = "";
  let swapped = false;
  let settles = false;
  let kept = "";
  let written = new Map(); // what stood in each field of text that was sent last
  let ahead = [];
  let opened = [];
  const late = new Set();
  const field = () => document.getElementById("typed-cards");
  const ours = (event) => event.detail.target?.id === "builder";

  // Fields of forms that a draft is made of, and which of those forms hold something that was not sent.
  const fields = () => [...document.querySelectorAll("#builder form:is([hx-trigger^=change], [data-draft]) :is(input:not([type=hidden], [type=radio]), select, textarea)")];
  const texts = () => fields().filter((one) => one.type !== "checkbox");
  const plain = (text) => text.trim().replace(/\s+/g, " ");
  const given = (one) => (one.options ? ([...one.options].find((option) => option.defaultSelected) || one.options[0])?.value : one.defaultValue) || "";
  const differs = (one) => one.checked !== one.defaultChecked || plain(one.value) !== plain(given(one));
  const unsent = () => [...new Set(fields().filter(differs).map((one) => one.form))];
  const place = (text) => `${text.form.id} ${text.name}`;

  // Whether it has to wait: for an answer, or for what was written to be sent. What is pressed after waiting waits no more.
  let pressing = false;
  const waits = (event, form) => {
    const forms = pressing ? [] : unsent().filter((one) => one !== form && !waiting.some((other) => other.form === one.id));
    for (const one of forms) busy ? waiting.push({ form: one.id }) : one.requestSubmit();
    if (!busy) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    return true;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest("#builder") || !waits(event, form)) return;
    event.submitter?.setAttribute("data-sent", "");
    if (form.id === "typed") {
      waiting.push({ cards: field().value });
      field().value = "";
    } else waiting.push({ form: form.id, name: event.submitter?.name, value: event.submitter?.value });
  }, true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const here = link && !link.target && !link.matches("[download], [hx-get], [href^='#']") && field();
    if (!here || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (waits(event)) waiting.push({ link: link.href });
  }, true);

  window.addEventListener("pagehide", () => { for (const form of unsent()) navigator.sendBeacon(form.action, new FormData(form)); });

  // What a change is known by when it is sent again.
  document.addEventListener("htmx:configRequest", (event) => { if (ours(event)) event.detail.parameters.once ||= Math.random().toString(36).slice(2); });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (!ours(event) || busy === elt) return;
    if (busy) {
      event.preventDefault();
      waiting.push({ form: elt.id });
      return;
    }
    busy = elt;
    laid = elt.id === "typed" ? field().value : "";
    if (laid) field().value = "";
    written = new Map(texts().filter((text) => text.form === elt).map((text) => [place(text), text.value]));
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!ours(event)) return;
    kept = field().value;
    opened = [...document.querySelectorAll("#builder details[id][open]")].map((one) => one.id);
    swapped = true;
    ahead = texts().filter((text) => (text === document.activeElement && !text.options) || text.value !== (written.get(place(text)) ?? given(text)));
    ahead = ahead.map((text) => ({ at: place(text), value: text.value, was: given(text), from: text.selectionStart, to: text.selectionEnd }));
  });

  // What was written while the answer came is ahead of it, and stays, unless the field is for something else now.
  const keep = () => {
    for (const { at, value, was, from, to } of ahead) {
      const text = texts().find((one) => place(one) === at);
      if (!text || ![was, written.get(at)].some((one) => plain(one || "") === plain(given(text)))) continue;
      if (text.value !== value) text.value = value;
      if (text === document.activeElement && from != null) text.setSelectionRange(from, to);
      late.add(at);
    }
  };
  document.addEventListener("focusout", ({ target }) => {
    if (target.form && late.delete(place(target)) && unsent().includes(target.form)) target.dispatchEvent(new Event("change", { bubbles: true }));
  });

  const type = (cards) => {
    const typed = field().value;
    field().value = cards;
    field().form.requestSubmit();
    field().value = typed;
  };

  // What can no longer be pressed, because the last answer took it away, is passed over.
  const press = ({ form, name, value, link }) => {
    if (link) return location.assign(link);
    const node = document.getElementById(form);
    const buttons = [...(node?.elements || [])].filter((one) => one.matches("button:not(:disabled)"));
    const button = buttons.find((one) => one.name === (name || "") && one.value === (value || ""));
    if (button) button.click();
    else if (node?.matches("[hx-trigger^=change], [data-draft]")) node.requestSubmit();
  };

  const next = () => {
    busy = null;
    while (waiting.length && !busy) {
      const first = waiting.shift();
      pressing = true;
      if (first.form || first.link) press(first);
      else type(first.cards);
      pressing = false;
    }
  };

  // A long lesson's list of steps scrolls by itself: to the one that is open.
  const showStep = () => {
    const now = document.querySelector(".lesson-steps .now");
    if (!now) return;
    const list = now.parentElement, [own, all] = [now, list].map((one) => one.getBoundingClientRect());
    if (own.top < all.top || own.bottom > all.bottom) list.scrollTop += own.top - all.top - (all.height - own.height) / 2;
  };
  showStep();

  // Between these two nothing can be typed; until the settling that follows, it can.
  document.addEventListener("htmx:afterSwap", () => {
    if (!field() || !swapped) return;
    swapped = false;
    settles = true;
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    showStep();
    keep();
    const refused = field().getAttribute("value");
    field().value = refused && !kept ? refused : kept;
    if (refused) waiting.length = 0;
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!field() || !settles) return;
    settles = false;
    next();
  });

  // Not before htmx is ready: what is typed into a field that looks ready is to be laid.
  document.addEventListener("DOMContentLoaded", () => document.querySelector("#typed-cards[data-first]")?.focus());

  // What is lost on its way is sent again (see swaps.js). What the house cannot do, is not: what was typed is there again.
  document.addEventListener("htmx:responseError", (event) => {
    if (!ours(event) || House.lost(event.detail.xhr)) return;
    field().value ||= laid;
    busy = null;
    waiting.length = 0;
  });
})();
