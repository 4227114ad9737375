// What a swap by htmx needs besides: the focus stays where it was, refusals are shown, what has changed is said.
(() => {
  "use strict";

  const { all, byId, announce, toast, refresh, controlOf } = House;

  let focus = null;
  let prompt = "";

  const remember = () => {
    const node = document.activeElement;
    const zone = node?.closest?.("[data-zone-id]");
    focus = node && node !== document.body
      ? { id: node.id, within: node.closest("[aria-live][id], section[id], main")?.id, name: node.dataset?.verb, table: node.closest("[data-table]")?.id, zone: zone?.dataset.zoneId, at: zone ? all("button.card", zone).indexOf(node) : -1 }
      : null;
  };

  // A card that was played takes the focus with it: go to its neighbour, else to the table's first button.
  const restore = () => {
    if (!focus || (document.activeElement && document.activeElement !== document.body)) return;
    const table = focus.table && byId(focus.table);
    const zone = focus.zone && document.querySelector(`[data-zone-id="${CSS.escape(focus.zone)}"]`);
    const cards = zone ? all("button.card", zone) : [];
    const back = (focus.id && byId(focus.id)) || cards[Math.min(focus.at, cards.length - 1)]
      || (focus.name && table?.querySelector(`[data-verb="${CSS.escape(focus.name)}"]`))
      || table?.querySelector("[data-confirm]") || table?.querySelector(".actions .button") || table?.querySelector("button.card")
      || byId(focus.within)?.querySelector("a[href], button:not(:disabled), input") || byId(focus.within);
    if (back && back.tabIndex < 0 && !back.matches("button")) back.tabIndex = -1;
    if (back) back.focus({ preventScroll: true });
  };

  // A swap that morphs can turn a link or form of htmx into a plain one, and htmx listens on: then do what a plain one does.
  const plain = (node) => !["hx-get", "hx-post"].some((name) => node.hasAttribute(name));

  document.addEventListener("htmx:beforeRequest", (event) => {
    const node = event.detail.elt;
    if (node.matches("a[href], form") && plain(node)) {
      event.preventDefault();
      return node.href ? location.assign(node.href) : node.submit();
    }
    remember();
    prompt = document.querySelector("[data-prompt]")?.textContent || "";
    if (event.detail.elt.matches?.("form[data-move]")) event.detail.elt.closest("[data-table]")?.setAttribute("data-busy", "");
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig: { elt } } = event.detail;
    const notice = elt.closest("[data-table]")?.querySelector("[data-notice]");
    if (xhr.status === 422 || xhr.status === 409) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      if (xhr.status === 422 && notice && elt.matches("form[data-move]")) {
        event.detail.target = notice;
        event.detail.swapOverride = "morph:innerHTML";
      }
    }
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const table = event.detail.elt.closest?.("[data-table]") || byId(focus?.table);
    table?.removeAttribute("data-busy");
    const { xhr } = event.detail;
    if (event.detail.elt.matches?.("form[data-move]") && xhr?.status) controlOf(event.detail.elt)?.answered(xhr.status >= 400);
    if (event.detail.elt.matches?.("[data-live]")) {
      if ([403, 404, 410].includes(xhr?.status)) event.detail.elt.removeAttribute("data-live");
    } else if (event.detail.failed && xhr && xhr.status >= 400 && xhr.status !== 422 && xhr.status !== 409) {
      toast(xhr.status === 429 ? "That was very fast. Wait a moment and try again." : "The table did not answer. Try again.");
    }
  });
  document.addEventListener("htmx:sendError", (event) => {
    if (!event.detail.elt.matches?.("[data-live]")) toast("No connection. Your cards are safe; try again in a moment.");
  });

  document.addEventListener("htmx:afterSettle", () => {
    refresh();
    restore();
    const now = document.querySelector("[data-prompt]")?.textContent || "";
    if (now !== prompt) announce(now.trim());
    prompt = now;
  });
})();
