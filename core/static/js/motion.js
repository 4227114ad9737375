// Cards on their way, and what they sound like. It knows no game: where a card was before a swap and where it is afterwards,
// and which hands and piles have more or fewer cards, says what has moved.
(() => {
  "use strict";

  const { all, byId, make, html } = House;

  const MS = { draw: 220, lay: 220, play: 180, seat: 220, trick: 250, wipe: 300, turn: 200, slide: 180, refused: 160 };
  const APART = 25;
  const TURNS_APART = 60;
  const MOST = 40; // more would be a new table, not cards that move
  const MOVES = "form[data-move], [data-live], #deal-form";

  const still = () => html.dataset.motion === "none" || (html.dataset.motion !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);

  // What was chosen for a move that is refused says so: a little to the left and to the right, twice.
  const shake = (table) => {
    const steps = [0, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    for (const node of all('.card[aria-pressed="true"], .in-tail > .card', table)) node.animate(steps, MS.refused);
  };

  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr, requestConfig: { elt } } }) => {
    if (xhr.status === 422 && elt.matches("form[data-move]") && !still()) shake(elt.closest("[data-table]"));
  });

  // -- what lies where ----------------------------------------------------------------------------------------------
  const base = (code) => code.split("=")[0];

  const look = () => {
    const cards = new Map();
    for (const node of all("[data-table] .card[id][data-zone]")) {
      const box = node.getBoundingClientRect();
      if (box.width) cards.set(node.id, { node, box, code: base(node.dataset.code), zone: node.dataset.zone, layout: node.closest("[data-layout]")?.dataset.layout, own: Boolean(node.closest(".dock")) });
    }
    const held = new Map();
    for (const node of all("[data-table] [data-held]")) held.set(node.id, { box: (node.querySelector(".card, .mini") || node).getBoundingClientRect(), number: +node.dataset.held });
    return { cards, held };
  };

  // Cards that came and went, and the hands and piles that they may have come from or gone to.
  const compare = (before, after) => {
    const hidden = [...after.held].map(([id, { box, number }]) => ({ box, more: number - (before.held.get(id)?.number ?? number), from: before.held.get(id)?.box }));
    const faces = (one, other) => [...one.cards].filter(([id, card]) => !other.cards.has(id) && card.code !== "?").map(([, card]) => card);
    return {
      came: faces(after, before),
      gone: faces(before, after),
      stayed: [...after.cards].filter(([id]) => before.cards.has(id)).map(([id, card]) => ({ ...card, from: before.cards.get(id).box })),
      from: hidden.filter(({ more }) => more < 0).flatMap(({ from, more }) => Array(-more).fill(from)),
      to: hidden.filter(({ more }) => more > 0).flatMap(({ box, more }) => Array(more).fill(box)),
    };
  };

  // -- on the way ---------------------------------------------------------------------------------------------------
  const sky = () => byId("sky") || document.body.appendChild(make("div", { id: "sky", "aria-hidden": "true" }));

  const back = () => make("span", { class: "card back" });

  // Something that looks like the card flies over all edges, while the card itself waits unseen where it will lie.
  const fly = (face, from, to, duration, delay, turned) => {
    const node = face?.cloneNode(true) || back();
    for (const { name } of [...node.attributes]) if (name !== "class") node.removeAttribute(name);
    if (turned) node.append(back());
    node.style.setProperty("--card-w", `${to.width}px`);
    node.style.setProperty("left", `${to.left}px`);
    node.style.setProperty("top", `${to.top}px`);
    sky().append(node);
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
    const easing = "cubic-bezier(.3, .1, .25, 1)";
    const flight = node.animate([{ transform: start }, { transform: "none" }], { duration, delay, easing, fill: "backwards" });
    if (turned) {
      node.animate([{ scale: "1 1" }, { scale: "0 1" }, { scale: "1 1" }], { duration, delay });
      node.lastChild.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], { duration, delay, fill: "both" });
    }
    flight.finished.then(() => node.remove(), () => node.remove());
    return delay + duration;
  };

  const arrive = (card, from, duration, delay, turned) => {
    const until = fly(card.node, from, card.box, duration, delay, turned);
    card.node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: until });
  };

  const turnUp = (node, delay) => node.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: MS.turn, delay, fill: "backwards" });

  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { left: left + width / 2 - 20, top: top + height / 2 - 28, width: 40, height: 56 };
  };

  // Whoever leads to the next trick has taken the last: their first card says where they sit.
  const taker = () => {
    const lead = document.querySelector("[data-layout=trick] li:only-child");
    const place = /from-(\d)/.exec(lead?.className || "")?.[1];
    const seat = place > 0 ? all("[data-table] .seat")[place - 1] : place && document.querySelector("[data-table] .dock");
    return seat && middle(seat);
  };

  const show = ({ came, gone, stayed, from, to }) => {
    const quick = { fan: MS.lay, melds: MS.lay };
    const left = [...gone];
    const alone = [];
    let laid = 0;
    for (const card of came) {
      const at = left.findIndex((one) => one.code === card.code && one.layout !== "pile") + 1 || left.findIndex((one) => one.code === card.code) + 1;
      const origin = at ? left.splice(at - 1, 1)[0] : null;
      if (origin) arrive(card, origin.box, origin.layout === "line" ? MS.wipe : quick[card.layout] || MS.play, APART * laid++, false);
      else if (from.length) arrive(card, from.pop(), card.own ? MS.draw : MS.seat, APART * laid++, card.own);
      else alone.push(card);
    }
    alone.forEach((card, at) => {
      if (card.own) arrive(card, middle(document.querySelector("[data-table]")), MS.draw, APART * at, true);
      else turnUp(card.node, TURNS_APART * at);
    });
    const home = taker();
    for (const card of left) {
      const sink = to.pop() || (card.layout === "trick" && home);
      if (sink) fly(card.node, card.box, sink, card.layout === "trick" ? MS.trick : MS.wipe, 0, false);
    }
    from.slice(0, to.length).forEach((box, at) => fly(null, box, to[at], MS.seat, APART * at, false));
    for (const { node, box, from: old } of stayed) {
      const [x, y] = [old.left - box.left, old.top - box.top];
      if (Math.abs(x) + Math.abs(y) > 3) node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: MS.slide, easing: "ease-out" });
    }
  };

  // -- sound --------------------------------------------------------------------------------------------------------
  // Notes as pitch, beginning and length in seconds; a card is no more than a tap.
  const SOUNDS = {
    card: [[190, 0, 0.05]],
    trick: [[150, 0, 0.07], [110, 0.08, 0.09]],
    turn: [[587, 0, 0.14], [880, 0.13, 0.2]],
    end: [[523, 0, 0.16], [659, 0.15, 0.16], [784, 0.3, 0.35]],
  };
  let ears = null;

  const sound = (name) => {
    if (html.dataset.sound !== "on") return;
    ears ||= new AudioContext();
    ears.resume();
    for (const [pitch, begins, lasts] of SOUNDS[name]) {
      const at = ears.currentTime + begins;
      const note = new OscillatorNode(ears, { type: pitch < 300 ? "triangle" : "sine", frequency: pitch });
      const loud = new GainNode(ears, { gain: 0.16 });
      loud.gain.setTargetAtTime(0, at + 0.01, lasts / 4);
      note.connect(loud).connect(ears.destination);
      note.start(at);
      note.stop(at + lasts * 2);
    }
  };

  // -- what happens -------------------------------------------------------------------------------------------------
  let before = null;
  let state = {};

  const now = () => ({ yours: Boolean(document.querySelector("#board[data-yours]")), ended: Boolean(document.querySelector("#board[data-ended]")) });

  const heard = (change) => {
    const last = state;
    state = now();
    if (state.ended && !last.ended) return sound("end");
    if (state.yours && !last.yours) return sound("turn");
    if (change.gone.some((card) => card.layout === "trick")) return sound("trick");
    if (change.came.length + change.from.length) sound("card");
  };

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    before = detail.shouldSwap && detail.requestConfig.elt.matches(MOVES) ? look() : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!before) return;
    const change = compare(before, look());
    before = null;
    heard(change);
    if (!still() && change.came.length + change.gone.length <= MOST && !document.querySelector(".hand-end[open]")) show(change);
  });
  document.addEventListener("house:sound", () => sound("turn"));
  state = now();
})();
