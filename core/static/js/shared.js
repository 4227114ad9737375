// What the other scripts share, as House: finding and making elements, keeping a choice, saying something.
const House = (() => {
  "use strict";

  const html = document.documentElement;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);

  const make = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) node.setAttribute(name, "");
      else if (value !== false && value != null) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  };

  const store = {
    get: (name) => { try { return localStorage.getItem("house." + name); } catch { return null; } },
    set: (name, value) => { try { localStorage.setItem("house." + name, value); } catch { /* not kept */ } },
  };

  // What is to be said in the same moment is said one after the other.
  let saying = [];
  const announce = (text) => {
    const region = byId("announce");
    if (!region || !text) return;
    region.textContent = "";
    saying.push(text);
    if (saying.length === 1) setTimeout(() => { region.textContent = saying.join(" "); saying = []; }, 30);
  };

  const toast = (text) => {
    const note = make("div", { class: "toast" }, text);
    byId("toasts")?.append(note);
    setTimeout(() => note.remove(), 6000);
  };

  // How long to wait before something is tried again: longer each time, never two seconds, and not all at once.
  const pause = (tries) => Math.min(250 * 2 ** tries, 1600) * (0.8 + 0.4 * Math.random());

  // How long to wait for an answer, as the line goes: two seconds, or three times what the last one took, at first the page.
  const patience = {
    answered(took) { this.now = Math.max(2000, Math.min(3 * took, 20_000)); },
    late() { this.answered(this.now / 2); },
  };
  patience.answered(performance.getEntriesByType("navigation")[0]?.responseEnd || 0);

  return { all, byId, make, store, announce, toast, pause, patience, html };
})();
