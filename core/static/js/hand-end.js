// A result that was closed to look at the table stays closed at this version of it, also when the page is loaded again.
(() => {
  "use strict";

  const { byId, store } = House;

  const find = () => byId("hand-end");
  const moment = () => `${location.pathname} ${find().closest("[data-version]").dataset.version}`;
  const keep = () => { if (find() && store.get("hand-end") === moment()) find().open = false; };

  document.addEventListener("toggle", ({ target }) => {
    if (target !== find()) return;
    if (!target.open) store.set("hand-end", moment());
    else if (store.get("hand-end") === moment()) store.set("hand-end", "");
  }, true);
  document.addEventListener("htmx:afterSwap", keep);
  keep();
})();
