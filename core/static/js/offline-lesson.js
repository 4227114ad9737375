// A lesson continues without a connection: its steps are kept on the device, and what its reader does is sent later.
(() => {
  "use strict";

  const { serviceWorker, connection } = navigator;
  const { steps, reader } = document.currentScript.dataset;
  const { byId, lost, make, pause, store, toast } = House;

  // -- the lesson is kept -------------------------------------------------------------------------------------------
  // The home page has a step too, but does not name the others: its lesson is kept once it is opened.
  window.addEventListener("load", () => serviceWorker?.register("/service-worker.js").catch(() => {}));
  const keep = async () => (await serviceWorker.ready).active.postMessage({ keep: steps.split(" ") });
  if (steps && serviceWorker && !connection?.saveData) {
    keep();
    serviceWorker.addEventListener("controllerchange", keep);
  }
  if (steps) store.set("step", location.href);

  // On the home page, the step is part of a long page: that stays where it is when the way on takes the focus.
  if (!steps) {
    let top = 0;
    document.addEventListener("htmx:beforeSwap", () => { top = scrollY; });
    document.addEventListener("htmx:afterSettle", () => scrollTo({ top, behavior: "instant" }));
  }

  // -- what waits to be sent ----------------------------------------------------------------------------------------
  // The last form of each address, with its text, in this tab; another reader's are dropped.
  const load = () => {
    try {
      const saved = JSON.parse(sessionStorage.getItem("house.unsent"));
      return saved && (!saved.reader || saved.reader === reader) ? saved.forms : {};
    } catch { return {}; }
  };
  const change = (edit) => {
    const forms = load();
    edit(forms);
    try { sessionStorage.setItem("house.unsent", JSON.stringify({ reader, forms })); } catch { /* this page keeps it */ }
  };
  const add = (url, fields) => change((forms) => { forms[url] = String(new URLSearchParams(fields)); });
  const remove = (url) => change((forms) => { delete forms[url]; });

  // A move on this page is sent again by htmx until it is answered.
  const explain = () => {
    const place = byId("notice") || byId("hints");
    if (navigator.onLine || !place || place.querySelector("[data-link-state]")) return;
    place.replaceChildren(make("div", { class: "notice hint", "data-link-state": true }, make("p", {}, "You’re offline. Your move will be sent when you’re back online.")));
  };
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig: { elt, path, formData } } }) => {
    if (!elt.matches("#step [data-again], #step[data-again]")) return;
    if (!lost(xhr)) return remove(path);
    add(path, formData);
    explain();
  });

  // A step that only shows something is done with a plain form: it waits, and its reader continues.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.id !== "onward" || navigator.onLine) return;
    event.preventDefault();
    add(form.action, new FormData(form));
    location.assign(form.dataset.next);
  });

  // -- what earlier pages could not send ----------------------------------------------------------------------------
  const unsent = Object.entries(load());
  let sending = false;

  const send = async () => {
    if (sending || !unsent.length) return;
    sending = true;
    while (unsent.length && navigator.onLine) {
      const [url, body] = unsent[0];
      const answer = await fetch(url, { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(body) }).catch(() => ({ status: 0 }));
      if (lost(answer)) { await new Promise((done) => setTimeout(done, pause(3))); continue; }
      unsent.shift();
      remove(url);
      if (!unsent.length) toast("You’re back online. Your moves were sent.");
    }
    sending = false;
  };
  window.addEventListener("online", send);
  send();
})();
