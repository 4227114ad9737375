// The builder by keyboard: from region to region, over the pack, and what is typed beside the field for cards.
(() => {
  "use strict";

  const builder = () => document.getElementById("builder");
  const field = () => document.getElementById("typed-cards");
  const press = (node) => { if (node && !node.disabled) node.click(); return Boolean(node && !node.disabled); };
  const inOrder = (selector) => [...builder().querySelectorAll(selector)];
  const wanted = "a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary";

  const region = (step) => {
    const regions = inOrder("[role=region], nav.lesson-steps");
    const at = regions.findIndex((one) => one.contains(document.activeElement));
    const next = regions[(at + step + regions.length) % regions.length];
    const first = next.matches(".builder-pack") ? field() : next.querySelector(wanted);
    first?.focus();
    next.scrollIntoView({ block: "nearest" });
    return Boolean(first);
  };

  const usable = (row) => [...row.querySelectorAll(".builder-key:not(:disabled)")];

  // The next key of the pack that can be pressed: in its row, or the nearest one in the row above or below.
  const overPack = (key, name) => {
    const row = key.closest(".builder-row");
    const rows = inOrder(".builder-row");
    const keys = usable(row);
    const middle = (node) => node.getBoundingClientRect().left + node.offsetWidth / 2;
    let to = null;
    if (name === "ArrowRight" || name === "ArrowLeft") to = keys[keys.indexOf(key) + (name === "ArrowRight" ? 1 : -1)];
    else if (name === "Home") to = keys[0];
    else if (name === "End") to = keys.at(-1);
    else {
      const other = rows[rows.indexOf(row) + (name === "ArrowDown" ? 1 : -1)];
      to = other && usable(other).sort((one, two) => Math.abs(middle(one) - middle(key)) - Math.abs(middle(two) - middle(key)))[0];
    }
    to?.focus();
    return Boolean(to);
  };

  const typing = (target) => target.matches("textarea, select, input:not([type=checkbox], [type=radio])");
  const ofCards = (event) => event.key.length === 1 && /[2-9atjqkchds10*?♠♥♦♣]/i.test(event.key);

  const answered = (event) => {
    const { target, key } = event;
    const held = event.ctrlKey || event.metaKey;
    const free = !typing(target) || (target === field() && !target.value);
    if (key === "F6") return region(event.shiftKey ? -1 : 1);
    if (held && key.toLowerCase() === "z" && free) return press(builder().querySelector(`#undo-form [value=${event.shiftKey ? "redo" : "undo"}]`));
    if (held && key === "Enter") return press(builder().querySelector("#publish-head .button"));
    if (event.altKey && /^[1-4]$/.test(key)) return press(inOrder(".tabs a")[key - 1]);
    if (event.altKey && key.toLowerCase() === "c") {
      const first = builder().querySelector(".builder-checks .button");
      first?.focus();
      return Boolean(first);
    }
    if (held || event.altKey) return false;
    if (target === field() && !target.value && key === "Backspace") return press(builder().querySelector("#more-keys [value=back]"));
    if (target === field() && !target.value && key === "Enter" && event.shiftKey) return press(builder().querySelector("#more-keys [value=before]"));
    const card = target.closest(".builder-card");
    if (card && key === "Delete") return press(card);
    const packed = target.closest(".builder-key");
    if (packed && ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"].includes(key)) return overPack(packed, key);
    // A letter that is typed on a card, or on a key of the pack, is the beginning of a card: it goes to the field.
    if (ofCards(event) && free && target !== field() && target.closest(".builder-pack, .builder-table")) field()?.focus();
    return false;
  };

  // A key whose last card was laid can no longer be pressed: the focus goes on to the next in its row, else to the last.
  // A browser may have taken the focus away by then.
  let lastKey = null;
  document.addEventListener("focusin", ({ target }) => { lastKey = target.closest(".builder-key"); });
  const past = () => {
    const key = lastKey && document.getElementById(lastKey.id);
    if (!key?.disabled || ![key, document.body].includes(document.activeElement)) return;
    const keys = usable(key.closest(".builder-row"));
    (keys.find((one) => key.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) || keys.at(-1) || field()).focus();
  };
  document.addEventListener("htmx:afterSwap", () => { if (builder()) past(); });

  document.addEventListener("keydown", (event) => {
    if (builder() && event.target instanceof Element && answered(event)) event.preventDefault();
  });
})();
