// What a swap by htmx needs besides: the focus stays where it was, refusals are shown, what has changed is said, and what may
// come twice without harm is sent until it is answered.
(() => {
  "use strict";

  const { all, byId, announce, toast, pause, patience, refresh, controlOf } = House;

  // -- the focus ----------------------------------------------------------------------------------------------------
  // Where it is, as it can be found again after a swap has taken it away; forgotten when somebody touches an empty place.
  let focus = null;
  const TAKES_FOCUS = "a[href], button, input, select, textarea, summary, [tabindex]";

  const remember = () => {
    const node = document.activeElement;
    if (!node || node === document.body || node.closest("dialog")) return;
    const zone = node.closest("[data-zone-id]");
    focus = {
      id: node.id,
      name: node.dataset.verb,
      zone: zone?.dataset.zoneId,
      at: zone ? all("button.card", zone).indexOf(node) : -1,
      table: node.closest("[data-table]")?.id || node.closest("#board")?.querySelector("[data-table]")?.id,
      within: node.closest("[aria-live][id], section[id], main")?.id,
    };
  };
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest(TAKES_FOCUS)) focus = null; });

  // A card that was played takes the focus with it: go to its neighbour, else to the hand, else to the table's first button.
  const restore = () => {
    if (!focus || (document.activeElement && document.activeElement !== document.body)) return;
    const table = focus.table && byId(focus.table);
    const zone = focus.zone && document.querySelector(`[data-zone-id="${CSS.escape(focus.zone)}"]`);
    const cards = zone ? all("button.card", zone) : [];
    const within = byId(focus.within);
    const said = within?.matches("[aria-live]") && within.childElementCount ? within : null;
    const same = byId(focus.id);
    const back = (same?.role !== "img" && same) || said || byId("go-on") || cards[Math.min(focus.at, cards.length - 1)]
      || (focus.name && table?.querySelector(`[data-verb="${CSS.escape(focus.name)}"]`))
      || table?.querySelector("[data-confirm]")
      || table?.querySelector(".dock button.card[tabindex='0'], .dock button.card, .actions .button, .result .button, button.card")
      || (table && document.querySelector("#board > .panel .button"))
      || within?.querySelector("a[href], button:not(:disabled), input") || within;
    if (back && back.tabIndex < 0 && !back.matches("button")) back.tabIndex = -1;
    if (back) back.focus({ preventScroll: true });
  };

  // -- what may come twice ------------------------------------------------------------------------------------------
  // A move is known by the version that its player saw, a change of a draft by a name: the house makes it once, however often
  // it comes.
  const sending = new Map();

  const lost = House.lost = (xhr) => [0, 408, 429, 502, 503, 504].includes(xhr.status);
  const again = (elt) => elt.closest?.("[data-again]");

  const send = (form) => {
    const sent = sending.get(form);
    if (!sent || !form.isConnected) return sending.delete(form);
    htmx.ajax(sent.verb, sent.path, { source: form, values: sent.values }).catch(() => {});
  };

  const sendAgain = (form) => {
    const sent = sending.get(form);
    clearTimeout(sent.timer);
    if (sent.tries % 8 === 1 && !document.querySelector("[data-link-state]")) toast("No connection. Your move is saved and will be sent again.");
    sent.timer = setTimeout(() => send(form), pause(sent.tries++));
  };

  // Whether something waits to be sent again, or for its answer for longer than one waits.
  House.unsent = (now, patience) => {
    for (const [form] of sending) if (!form.isConnected) sending.delete(form);
    return [...sending.values()].some((sent) => sent.tries > 0 || now - sent.at > patience);
  };

  document.addEventListener("htmx:beforeSend", ({ detail: { elt, xhr, requestConfig } }) => {
    if (!again(elt) && !elt.matches("[data-live]")) return;
    const at = Date.now();
    xhr.timeout = patience.now;
    xhr.addEventListener("timeout", () => patience.late());
    xhr.addEventListener("load", () => patience.answered(Date.now() - at));
    if (sending.has(elt) || !again(elt)) return;
    const { verb, path, formData: values } = requestConfig;
    sending.set(elt, { verb, path, values, at, tries: 0 });
  });
  window.addEventListener("online", () => { for (const [form, sent] of sending) if (sent.timer) { clearTimeout(sent.timer); sent.timer = 0; send(form); } });

  // -- requests and their answers -----------------------------------------------------------------------------------
  let busy = null; // the form of a move that is on its way, and its table

  const isMove = (elt) => elt.matches?.("form[data-move]");

  const wait = () => busy?.table.setAttribute("data-busy", "");

  // A swap that morphs can turn a link or form of htmx into a plain one, and htmx listens on: then do what a plain one does.
  const plain = (node) => !["hx-get", "hx-post"].some((name) => node.hasAttribute(name));

  // A form that a newer table has taken away has no place for its answer, and needs none: what it changed is told like any change.
  const homeless = (event) => {
    if (!event.target.isConnected && event.detail.xhr.getResponseHeader("HX-Retarget")) event.preventDefault();
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const node = event.detail.elt;
    node.addEventListener("htmx:beforeOnLoad", homeless);
    if (node.matches("a[href], form") && plain(node)) {
      event.preventDefault();
      return node.href ? location.assign(node.href) : node.submit();
    }
    remember();
    if (isMove(node)) { busy = { form: node, table: node.closest("[data-table]") }; wait(); }
  });

  // An answer that is older than what is shown was overtaken on its way; a table that is as it was leaves what is read beside it.
  const versionIn = (xhr) => Number(/ data-version="(\d+)"/.exec(xhr.responseText)?.[1]);
  const shown = () => Number(byId("table")?.dataset.version);
  const overtaken = (xhr) => versionIn(xhr) < shown();
  const nothingNew = (elt, xhr) => elt.matches("[data-live]") && versionIn(xhr) === shown() && document.querySelector("[data-notice]")?.childElementCount > 0;

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig: { elt } } = event.detail;
    const notice = elt.closest("[data-table]")?.querySelector("[data-notice]");
    if (xhr.status === 422 || xhr.status === 409) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      if (xhr.status === 422 && notice && isMove(elt) && !xhr.getResponseHeader("HX-Retarget")) {
        event.detail.target = notice;
        event.detail.swapOverride = "morph:innerHTML";
      }
    }
    if (overtaken(xhr) || nothingNew(elt, xhr)) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, failed, requestConfig } = event.detail;
    const elt = requestConfig?.elt || event.detail.elt; // the one that asked may be gone
    if (sending.has(elt)) {
      if (lost(xhr)) return sendAgain(elt);
      sending.delete(elt);
    }
    const quiet = elt.matches?.("[data-live], [data-poll]");
    if (!quiet) for (const button of all("[data-sent]")) button.removeAttribute("data-sent");
    if (busy?.form === elt) {
      busy.table.removeAttribute("data-busy");
      if (xhr?.status) controlOf(busy.table)?.answered(xhr.status >= 400);
      busy = null;
    }
    if (!quiet && failed && xhr && xhr.status >= 400 && xhr.status !== 422 && xhr.status !== 409) {
      toast(xhr.status === 429 ? "That was too fast. Wait a moment and try again."
        : xhr.status < 405 ? "This page is out of date. Reload it." : "The site didn’t respond. Try again.");
    }
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, ({ detail: { elt } }) => {
      if (!again(elt) && !elt.matches("[data-live], [data-poll]")) toast("No connection. Try again in a moment.");
    });
  }

  // What was typed before the scripts were there is told to whoever listens for it.
  const unheard = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  document.addEventListener("htmx:load", () => {
    for (const field of all("[hx-trigger^=input] :is(input, textarea)")) if (unheard(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
  }, { once: true });

  // -- what is said -------------------------------------------------------------------------------------------------
  // Others' turns once they are over, one's own moves at once, and what one is asked to do; nothing twice.
  const prompted = () => document.querySelector("[data-prompt]")?.dataset.aloud || "";
  const latest = (selector, name) => Math.max(0, ...all(selector).map((one) => +one.dataset[name]));
  let prompt = prompted();
  let turn = latest("[data-turn][data-over]", "turn");
  let own = latest("[data-own]", "own");

  const speak = () => {
    const said = all("[data-turn][data-over]").filter((one) => +one.dataset.turn > turn).map((one) => one.dataset.aloud);
    const anew = prompted() !== prompt || said.length > 0; // what one is asked may be the same in one's next turn
    said.unshift(...all("[data-own]").filter((one) => +one.dataset.own > own).map((one) => one.textContent));
    const board = byId("board");
    const asked = anew && (!board || board.matches("[data-yours], [data-ended]"));
    const known = prompted().replace(/^\S+ /, ""); // who it is about may be said before all that they did
    if (asked && !said.some((one) => one.includes(known))) said.push(prompted());
    prompt = prompted();
    turn = Math.max(turn, latest("[data-turn][data-over]", "turn"));
    own = Math.max(own, latest("[data-own]", "own"));
    announce(said.join(" "));
  };
  document.addEventListener("click", (event) => { if (event.target.closest("[data-tell-standing]")) announce(document.querySelector("[data-standing]")?.textContent); });

  document.addEventListener("htmx:afterSwap", () => { wait(); refresh(); restore(); });
  document.addEventListener("htmx:afterSettle", () => { refresh(); restore(); speak(); });
})();
