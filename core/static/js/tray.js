// A tray on the table has a row of places for each group of cards that a move asks for. The cards chosen for that move lie in
// it, as they will be sent; in the hand their places stay empty, and there the keyboard and what reads the page aloud find them.
(() => {
  "use strict";

  const { all, byId, make, Control, controlOf, refresh } = House;
  const { draw, say } = Control.prototype;
  const RANKS = "A23456789TJQK";
  const STEPS = 20000; // the most attempts; a hand has fewer ways to share its cards

  const trayOf = ({ root }) => all("[data-fills]", root).find((tray) => tray.checkVisibility());
  const groupsOf = (tray) => all("[data-alike]", tray).map((node) => ({ node, alike: node.dataset.alike, size: node.children.length }));

  // How many places of a run the ranks take, with the ace low or high; too many if one is there twice.
  const spread = (ranks) => {
    const takes = (ace) => {
      const places = ranks.map((rank) => rank || ace);
      return new Set(places).size < places.length ? 99 : Math.max(...places) - Math.min(...places) + 1;
    };
    return Math.min(takes(0), takes(RANKS.length));
  };

  const isWild = ({ code, wild }) => wild || code === "*" || code.includes("=");

  const fits = (card, row, { alike, size }) => {
    if (row.length === size) return false;
    if (!alike) return true;
    const codes = [...row, card].filter((other) => !isWild(other)).map((other) => other.code);
    const shared = alike === "rank" ? 0 : 1;
    return codes.every((code) => code[shared] === codes[0][shared]) && (alike === "rank" || !codes.length || spread(codes.map((code) => RANKS.indexOf(code[0]))) <= size);
  };

  // The cards in the groups, as many as fit, in as few groups as can be, and in one group what was chosen one after the other.
  const share = (cards, groups) => {
    const rows = groups.map(() => []);
    let best = { cost: Infinity };
    let steps = 0;
    const put = (index, cost, last) => {
      if (cost >= best.cost || steps++ > STEPS) return;
      if (index === cards.length) { best = { cost, rows: rows.map((row) => row.map(({ id }) => id)) }; return; }
      rows.forEach((row, group) => {
        if (!fits(cards[index], row, groups[group])) return;
        row.push(cards[index]);
        put(index + 1, cost + (row.length === 1) + (group !== last) / 100, group);
        row.pop();
      });
      put(index + 1, cost + 10, last);
    };
    put(0, 0);
    return best.rows;
  };

  const rowsOf = (control, tray, ids) => share(ids.map((id) => control.card(id)), groupsOf(tray));

  // What is chosen for the move of the tray: the one that is being made, or that the gold button is about.
  const chosenFor = (control, verb) => {
    const { run } = control;
    const order = control.actions.findIndex((action) => action.verb === verb);
    const button = control.root.querySelector(`[data-order="${order}"]`);
    if (run ? run.action.verb !== verb : !button?.matches(".fits, .lacking")) return [];
    return Object.values((run || control.plan(control.actions[order])).values).flat().filter(byId);
  };

  const copy = (id) => {
    const card = byId(id);
    return make("span", { "class": card.className.replace("placed", ""), "data-for": id, "data-code": card.dataset.code }, ...[...card.childNodes].map((node) => node.cloneNode(true)));
  };

  const drawTray = (control) => {
    const tray = trayOf(control);
    const placed = new Map();
    if (tray) {
      const rows = rowsOf(control, tray, chosenFor(control, tray.dataset.fills));
      groupsOf(tray).forEach(({ node, size }, group) => {
        const row = rows[group];
        for (const id of row) placed.set(id, node.dataset.name);
        [...node.children].forEach((place, index) => place.replaceChildren(...(row[index] ? [copy(row[index])] : [])));
        if (row.length) node.dataset.lacks = row.length < size ? `${size - row.length} to go` : "✓"; else delete node.dataset.lacks;
      });
    }
    for (const card of all(".dock button.card", control.root)) {
      card.classList.toggle("placed", placed.has(card.id));
      if (placed.has(card.id)) card.setAttribute("aria-description", `in the ${placed.get(card.id).toLowerCase()}`);
    }
  };

  Control.prototype.draw = function (focus) {
    draw.call(this, focus);
    drawTray(this);
  };

  // Where the places are all filled and no card is left over, the groups are sent; else the house sorts the cards. So it
  // does where a group has several wild cards, of which the rules may allow fewer.
  Control.prototype.say = function (field, value) {
    const tray = trayOf(this);
    const rows = tray && field.kind === "cards" && this.run.action.verb === tray.dataset.fills ? rowsOf(this, tray, value) : null;
    const filled = rows && rows.flat().length === value.length && groupsOf(tray).every(({ size }, group) => rows[group].length === size)
      && rows.every((row) => row.filter((id) => isWild(this.card(id))).length < 2);
    return filled ? rows.map((row) => say.call(this, field, row)).join(" / ") : say.call(this, field, value);
  };

  document.addEventListener("click", (event) => {
    const card = byId(event.target.closest("[data-fills] [data-for]")?.dataset.for);
    if (card) controlOf(card)?.tap(card);
  });

  // There may be room for a tray now, or no longer.
  window.addEventListener("resize", () => all("[data-table]").map(controlOf).filter(Boolean).forEach((control) => { control.drawFitting(); drawTray(control); }));

  refresh();
})();
