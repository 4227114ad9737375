// Tables that others play at: a change is fetched when a stream tells of it.
(() => {
  "use strict";

  const { all, byId } = House;

  // A stream says only that the table has a new version; the part is then fetched like any page. Six streams are all a browser
  // grants a site, so a hidden tab gives its own back.
  const streams = new Map();

  const fresh = (node, stream) => {
    const table = node.querySelector("[data-table]") || byId("table");
    if (stream.told <= Number(table?.dataset.version ?? -1) || table?.hasAttribute("data-busy")) return;
    htmx.trigger(node, "board");
  };

  // What was told while a move was on its way is fetched afterwards.
  document.addEventListener("htmx:afterSettle", () => {
    for (const [node, stream] of streams) if (byId("table") && stream.told) fresh(node, stream);
  });

  const listen = () => {
    for (const [node, stream] of streams) {
      const over = document.hidden || !node.isConnected || !("live" in node.dataset);
      if (over || stream.readyState === EventSource.CLOSED) { stream.close(); streams.delete(node); }
    }
    if (document.hidden) return;
    for (const node of all("[data-live]")) {
      if (streams.has(node)) continue;
      const stream = new EventSource(node.dataset.live);
      stream.addEventListener("version", (event) => { stream.told = Number(event.data); fresh(node, stream); });
      streams.set(node, stream);
    }
  };
  // While a stream is broken, the page asks by itself. Where the browser has given up on one, it is opened anew.
  setInterval(() => {
    if (document.hidden) return;
    for (const [node, stream] of streams) {
      const busy = (node.querySelector("[data-table]") || byId("table"))?.hasAttribute("data-busy");
      if (stream.readyState !== EventSource.OPEN && !busy) htmx.trigger(node, "board");
    }
    listen();
  }, 5000);
  document.addEventListener("visibilitychange", listen);
  document.addEventListener("htmx:load", listen);
  window.addEventListener("pagehide", () => { for (const stream of streams.values()) stream.close(); streams.clear(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  listen();
})();
