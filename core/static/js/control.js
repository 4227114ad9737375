// One control that builds a move out of cards. It knows no game: a table says which actions there are, what each is made of,
// which place stands for it and which card fits where (see `Action` in games/engine/view.py). A first touch chooses; a second
// one on a place that is lit acts, and so does a double one on a card that has one place only.
(() => {
  "use strict";

  const { all, byId, make, store, announce, html } = House;

  const SUITS = "SHCD";
  const BUILT = new Set(["cards", "groups"]);
  const TWICE = 500; // so soon after the first, a second touch of a card is meant for both, and one after an answer for no news
  const LACKS = { tail: "choose how deep", target: "choose where", place: "choose a card", partners: "choose what goes with it", choice: "choose which", amount: "choose how much", groups: "choose cards" };

  class Control {
    constructor(root) {
      this.root = root;
      this.reset();
      this.picks = all('button.card[aria-pressed="true"]', root).map((node) => node.id).filter(Boolean);
      root.addEventListener("click", (event) => this.stray(event), true);
      root.addEventListener("click", (event) => this.clicked(event));
      root.addEventListener("keydown", (event) => this.keyed(event));
      root.addEventListener("change", (event) => { if (event.target.matches("[data-amount]")) this.setAmount(event.target.valueAsNumber); });
      root.addEventListener("input", (event) => { if (event.target.matches("[data-slide]")) this.setAmount(event.target.valueAsNumber); });
      root.addEventListener("submit", (event) => this.submitting(event), true);
    }

    // Called at the start and after each swap: the server drew the table anew, what was chosen and still lies there stays.
    refresh() {
      const data = this.root.querySelector("form[data-move] script[type='application/json']");
      this.actions = data ? JSON.parse(data.textContent) : [];
      this.prune();
      if (this.run) {
        const action = this.actions.find((one) => one.verb === this.run.action.verb);
        if (action) this.run.action = action; else this.run = null;
      }
      this.sort();
      this.draw();
    }

    // What was chosen and lies there no more is forgotten.
    prune() {
      this.picks = this.picks.filter(byId);
      for (const [zone, id] of Object.entries(this.tails)) if (!byId(id)) delete this.tails[zone];
      if (this.target && !this.zone(this.target)) this.target = null;
      const built = Object.values(this.run?.values || {}).flatMap((value) => (Array.isArray(value) ? value.flat() : value?.id || []));
      if (!built.every(byId)) this.run = null;
    }

    reset() {
      this.picks = [];
      this.tails = {};
      this.target = null;
      this.run = null;
      this.last = null;
    }

    // -- reading the table -------------------------------------------------------------------------------------------
    card(id) {
      const node = byId(id);
      return node && { id, code: node.dataset.code, zone: node.dataset.zone, wild: "wild" in node.dataset };
    }

    // Whether every move takes one card of a zone at most: another one is then touched instead of the first.
    takesOne(zone) {
      const taken = this.actions.map((action) => action.fields.filter((field) => BUILT.has(field.kind) && field.zones.includes(zone)));
      return taken.flat().length > 0 && taken.every((fields) => fields.length < 2 && fields.every((field) => field.kind === "cards" && field.high === 1));
    }

    number(zone) { return this.zone(zone)?.dataset.number || ""; }

    zone(id) { return this.root.querySelector(`[data-zone-id="${CSS.escape(id)}"]`); }

    tailOf(id) {
      const item = byId(id).closest("li");
      const items = [...item.parentNode.children];
      return items.slice(items.indexOf(item)).map((one) => one.querySelector(".card").id);
    }

    kindsIn(zone, kind) {
      return this.actions.some((action) => action.fields.some((f) => f.kind === kind && f.zones.includes(zone)));
    }

    get form() { return this.root.querySelector("form[data-move]"); }
    get field() { return this.run && this.run.at != null ? this.run.action.fields[this.run.at] : null; }
    get busy() { return this.root.hasAttribute("data-busy"); }

    // -- what the player does ----------------------------------------------------------------------------------------
    // A touch where the last move was made is meant for that, if the answer has put something else there just now.
    stray(event) {
      const { struck } = this, { clientX: x, clientY: y, target } = event;
      const what = target.closest("button")?.textContent;
      if (event.pointerType !== "touch" || this.busy) return;
      if (struck && Date.now() - struck.answered < TWICE && what !== struck.what && Math.hypot(x - struck.x, y - struck.y) < 24) {
        struck.answered = Date.now();
        event.preventDefault();
        return event.stopPropagation();
      }
      this.struck = { x, y, what };
    }

    clicked(event) {
      const hit = (selector) => event.target.closest(selector);
      const card = hit("button.card");
      if (card) { this.quiet(); return this.tap(card); }
      const verb = hit("[data-verb]");
      if (verb) return this.press(this.actions[verb.dataset.order]);
      const sort = hit("[data-sort]");
      if (sort) { store.set("sort", sort.dataset.sort); this.sort(); return this.draw(); }
      const place = hit("[data-place]");
      if (place) return this.tapPlace(place.dataset.place);
      if (hit("[data-cancel]")) return this.cancel();
      if (hit("[data-confirm]")) return this.press(this.run.action);
      const open = hit("[data-field]");
      if (open) { this.run.at = +open.dataset.field; this.begin(); return this.draw(true); }
      const by = hit("[data-by]");
      if (by) return this.setAmount(+by.dataset.by + (by.hasAttribute("data-to") ? 0 : this.run.values[this.run.at]));
      const value = hit("[data-value]");
      if (value) { this.run.values[this.run.at] = value.dataset.value; return this.next(); }
      const put = hit("[data-put]");
      if (put) return this.put(put.dataset.put);
    }

    tap(node) {
      if (this.busy) return;
      const id = node.dataset.for || node.id;
      const zone = node.dataset.zone;
      const field = this.field;
      if (!field) return this.tapTwice(id) || this.tapLoose(id, zone);
      if (!field.zones.includes(zone)) {
        if (field.kind === "target") return announce(this.question());
        return announce("That card isn’t part of this step. " + this.question());
      }
      if (field.kind === "tail") { this.run.values[this.run.at] = { zone, id }; return this.next(); }
      if (field.kind === "place") { this.run.values[this.run.at] = id; return this.next(); }
      if (field.kind === "partners") {
        const [begun] = this.run.values[begins(this.run.action)] || [];
        this.run.values[this.run.at] = this.partners(this.run.action, field, begun, [this.card(id)]);
        return this.next();
      }
      if (field.kind === "target") return this.pickZone(zone);
      if (field.kind === "groups") { toggle(this.run.held, id); return this.draw(); }
      if (field.kind !== "cards") return;
      const tail = this.tailIn(zone);
      if (tail && !tail.includes(id)) return announce("That isn’t one of the cards you’re taking.");
      const chosen = this.run.values[this.run.at] || [];
      if (field.high === 1) this.run.values[this.run.at] = [id];
      else this.run.values[this.run.at] = toggle(chosen, id);
      for (const [other, ids] of Object.entries(this.run.values)) {
        if (+other !== this.run.at && Array.isArray(ids) && ids.includes(id)) toggle(ids, id);
      }
      if (this.run.values[this.run.at].length === field.high) return this.next();
      this.draw();
    }

    // The second of two quick touches, of which the first has chosen the card: play it, if there is one way only.
    tapTwice(id) {
      const soon = this.last?.id === id && Date.now() - this.last.at < TWICE && this.picks.length === 1 && this.picks[0] === id;
      this.last = soon || this.picks.includes(id) ? null : { id, at: Date.now() };
      if (!soon) return false;
      const plans = this.actions.filter((action) => action.fields.length).map((action) => this.plan(action));
      const whole = plans.filter((plan) => this.missing(plan) < 0 && this.usesAll(plan)); // the house says why not
      const allowed = this.ways().filter((plan) => plan.action.fields.length);
      const ways = allowed.length ? allowed : whole;
      if (ways.length === 1) this.make(ways[0]);
      else if (ways.length) announce("That card can go to more than one place. Choose one.");
      return ways.length > 0;
    }

    tapLoose(id, zone) {
      if (this.kindsIn(zone, "tail") && !this.joins(id, zone)) this.tapTail(id, zone);
      else if (this.kindsIn(zone, "target") && !this.kindsIn(zone, "cards")) return this.pickZone(zone);
      else {
        const first = !this.picks.length;
        if (this.kindsIn(zone, "partners")) return this.tapPartner(id, zone);
        if (this.takesOne(zone)) this.picks = this.picks.filter((one) => one === id || this.card(one).zone !== zone);
        toggle(this.picks, id);
        const ways = this.target && first ? this.ways().filter((plan) => plan.place === this.target) : [];
        if (ways.length === 1) return this.make(ways[0]);
      }
      this.draw();
    }

    // A card that could go along with the one chosen before: that is the move, whether or not the rules will have it.
    tapPartner(id, zone) {
      const chosen = this.picks.includes(id);
      this.picks = this.picks.filter((one) => this.card(one).zone !== zone);
      if (!chosen) this.picks.push(id);
      const plan = this.actions.map((action) => this.plan(action)).find((one) => this.ready(one) && Object.values(one.values).flat().includes(id));
      return plan && !chosen ? this.make(plan) : this.draw();
    }

    // What goes along with a card, by the codes: one list for each way of playing it.
    along(action, id) {
      return action.takes.filter(([card]) => card === base(this.card(id).code)).map(([, codes]) => codes.split(" ").filter(Boolean));
    }

    // The partners that are meant: those chosen, or the only ones there are; none where none have to come along.
    partners(action, field, begun, chosen) {
      const cards = field.zones.flatMap((zone) => all(".card", this.zone(zone) || undefined)).filter((node) => field.zones.includes(node.dataset.zone));
      const ids = (codes) => codes.map((code) => cards.find((node) => base(node.dataset.code) === code)?.id).filter(Boolean);
      const ways = this.along(action, begun);
      const meant = chosen.map((card) => base(card.code));
      if (meant.length) return ids(ways.find((way) => meant.every((code) => way.includes(code))) || meant);
      if (ways.length > 1 && ways.every((way) => way.length)) return undefined;
      return ids(ways.length === 1 ? ways[0] : []);
    }

    // A card of the tail that is taken may be chosen besides the deepest.
    joins(id, zone) {
      const deepest = this.tails[zone];
      return Boolean(deepest) && deepest !== id && this.kindsIn(zone, "cards") && this.tailOf(deepest).includes(id);
    }

    tapTail(id, zone) {
      if (this.tails[zone] === id) delete this.tails[zone];
      else this.tails[zone] = id;
      const tail = this.tails[zone] ? this.tailOf(id) : [];
      this.picks = this.picks.filter((one) => one !== id && (this.card(one).zone !== zone || tail.includes(one)));
      if (tail.length) announce(`Takes ${count(tail.length, "card")}`);
    }

    // A place that is lit: it answers what is asked, or is where the chosen card goes, or stands for something to do.
    tapPlace(zone) {
      if (this.busy || this.field) return this.pickZone(zone);
      const ways = this.ways().filter((plan) => goes(plan, zone));
      if (ways.length === 1) return this.make(ways[0]);
      this.pickZone(zone);
      announce("You can do several things here. Choose one of the buttons.");
    }

    pickZone(zone) {
      if (this.busy) return;
      if (this.field?.kind === "target") { this.run.values[this.run.at] = zone; return this.next(); }
      this.target = this.target === zone ? null : zone;
      this.draw();
    }

    // -- what could be done as things are chosen -----------------------------------------------------------------------
    plan(action, target = this.target) {
      const values = this.fill(action, target);
      const aim = action.fields.findIndex((field) => field.kind === "target");
      const card = values[begins(action)]?.[0];
      return { action, values, place: aim < 0 ? (card && this.spot(card)) || action.at : values[aim] };
    }

    // The place that a card has for itself, in a row.
    spot(id) {
      const { code } = this.card(id);
      return this.root.querySelector(`[data-spot="${CSS.escape(base(code))}"]`) && base(code);
    }

    // Where nothing is chosen, a card's own place is enough to say which is meant.
    own() {
      if (this.picks.length || this.target || !this.root.querySelector("[data-spot]")) return [];
      return this.actions.filter((action) => begins(action) === 0 && action.fields.length === 1).flatMap((action) =>
        all(".dock button.card", this.root).filter((node) => action.fields[0].zones.includes(node.dataset.zone) && this.fits(action, node.id))
          .map((node) => ({ action, values: { 0: [node.id] }, place: this.spot(node.id) })).filter((plan) => plan.place));
    }

    // Every move that is complete as things are chosen, once for each place; and what needs nothing but its place.
    ways() {
      const plans = this.actions.flatMap((action) => {
        const aim = action.fields.find((field) => field.kind === "target");
        return aim ? aim.zones.map((zone) => this.plan(action, zone)) : [this.plan(action)];
      });
      return [...plans.filter((plan) => !plan.action.fields.length || this.ready(plan)), ...this.own()];
    }

    ready(plan) { return this.missing(plan) < 0 && this.usesAll(plan) && this.suits(plan); }

    usesAll({ values }) {
      const used = new Set(Object.values(values).flatMap((value) => (value?.zone ? value.id : value)));
      const wanted = [...this.picks.filter((id) => !used.has(this.card(id).zone)), ...Object.values(this.tails), ...(this.target ? [this.target] : [])];
      return wanted.every((one) => used.has(one));
    }

    // Where one card begins a move, the house has said which ones may, and where.
    suits({ action, values }) {
      const at = begins(action);
      if (at < 0) return true;
      const aim = action.fields.findIndex((field) => field.kind === "target");
      const where = aim < 0 ? "" : this.number(values[aim]);
      return (values[at] || []).some((id) => this.fits(action, id, where));
    }

    fits(action, id, where) {
      const code = base(this.card(id).code);
      return action.fits.some(([card, place]) => card === code && (where == null || place === where));
    }

    make(plan) {
      this.run = { ...plan, at: null, held: [], asked: false };
      this.submit();
    }

    // A verb's button: fill its fields from what is chosen already; ask for what is missing, or play it.
    press(action) {
      if (this.busy || !action) return;
      if (this.run?.action !== action) {
        this.run = { ...this.plan(action), at: null, held: [], asked: false };
        const begun = Object.keys(this.run.values).length > 0;
        if (this.missing() < 0 && !this.offered() && (begun || !this.spare().length)) return this.submit();
        this.run.asked = true;
        return this.next(true);
      }
      if (this.missing() < 0) return this.submit();
      this.next(true);
    }

    fill(action, target) {
      const values = {};
      let left = this.picks.map((id) => this.card(id));
      const begin = begins(action);
      action.fields.forEach((field, at) => {
        const mine = left.filter((card) => field.zones.includes(card.zone));
        const take = (cards) => { left = left.filter((card) => !cards.includes(card)); return cards.map((card) => card.id); };
        if (field.kind === "tail") {
          const zone = field.zones.find((one) => this.tails[one]);
          if (zone) values[at] = { zone, id: this.tails[zone] };
        } else if (field.kind === "target") {
          const zone = this.aim(action, field, target, mine);
          if (zone) values[at] = zone;
        } else if (field.kind === "place") {
          if (mine.length === 1) values[at] = take(mine)[0];
        } else if (field.kind === "partners") {
          const [begun] = values[begin] || [];
          const found = begun && this.partners(action, field, begun, mine);
          if (found) values[at] = found;
          take(mine);
        } else if (field.kind === "choice" && field.values.length === 1 && field.low > 0) {
          values[at] = field.values[0][0];
        } else if (field.kind === "cards") {
          const where = this.number(values[action.fields.findIndex((one) => one.kind === "target")]);
          const shared = at === begin && action.fields.slice(at + 1).some((one) => one.kind === "cards");
          const own = shared ? mine.filter((card) => this.fits(action, card.id, where)) : mine;
          const tail = Object.values(values).find((value) => value?.zone && field.zones.includes(value.zone));
          if ((own.length + Boolean(tail) > field.high && (tail || !countable(field))) || (!own.length && !tail) || (!field.low && own.every((card) => Object.values(values).includes(card.zone)))) return;
          values[at] = [...(tail && field.low > 0 ? [tail.id] : []), ...take(own), ...this.freed(action, field, values, own)];
        }
      });
      return values;
    }

    // The place that is meant: the one chosen, or where a chosen card lies, or the only one there is or that fits.
    aim(action, field, target, lying) {
      if (target) return field.zones.includes(target) ? target : null;
      if (lying.length) return lying[0].zone;
      const fitting = field.zones.filter((zone) => this.picks.some((id) => this.fits(action, id, this.number(zone))));
      if (fitting.length === 1) return fitting[0];
      return field.zones.length === 1 && field.low > 0 ? field.zones[0] : null;
    }

    // The wild card at the place that is meant, if a card chosen before is what it stands for: so it comes along.
    freed(action, field, values, own) {
      const place = values[action.fields.findIndex((one) => one.kind === "target")];
      if (!place || !field.zones.includes(place) || own.some((card) => card.zone === place)) return [];
      const before = Object.values(values).filter(Array.isArray).flat().map((id) => base(this.card(id).code));
      const found = all(".card", this.zone(place)).find((node) => before.includes(node.dataset.code.split("=")[1]));
      return found ? [found.id] : [];
    }

    filled(at, { action, values } = this.run) {
      const field = action.fields[at];
      const value = values[at];
      if (value === undefined) return false;
      if (field.kind === "cards") return value.length >= Math.max(1, field.low) && value.length <= field.high;
      if (field.kind === "groups") return value.some((group) => group.length);
      return true;
    }

    missing(plan = this.run) { return plan.action.fields.findIndex((field, at) => needed(field) && !this.filled(at, plan)); }

    spare() { return this.run.action.fields.map((field, at) => at).filter((at) => !needed(this.run.action.fields[at]) && !this.filled(at)); }

    // Nothing is built yet but the one card that a taken line offers by itself.
    offered() {
      const { action, values } = this.run;
      const deepest = Object.values(values).find((value) => value?.id)?.id;
      return action.fields.some((field, at) => field.kind === "cards" && deepest && values[at]?.length === 1 && values[at][0] === deepest);
    }

    next(first = false) {
      this.bring();
      const at = this.missing();
      if (at < 0 && !first && !this.spare().length && !(this.field && BUILT.has(this.field.kind) && this.field.high !== 1)) return this.submit();
      const before = this.run.at;
      this.run.at = at >= 0 ? at : this.lastBuilt();
      if (this.run.at !== before || first) this.begin();
      this.draw(true);
    }

    // The partners that come along by themselves with the card that was asked for.
    bring() {
      const { action, values } = this.run;
      const at = action.fields.findIndex((field) => field.kind === "partners");
      const [begun] = values[begins(action)] || [];
      const found = begun && at >= 0 && values[at] === undefined && this.partners(action, action.fields[at], begun, []);
      if (found) values[at] = found;
    }

    lastBuilt() {
      const fields = this.run.action.fields;
      return fields.findLastIndex((field, at) => (BUILT.has(field.kind) || field.kind === "amount") && this.run.values[at] !== undefined);
    }

    // Entering a field: a line taken offers its deepest card; groups start as they lie.
    begin() {
      const { at, values } = this.run;
      const field = this.field;
      if (!field) return;
      if (field.kind === "amount") values[at] ??= field.low;
      if (field.kind === "cards" && field.low > 0 && !values[at]?.length) {
        const tail = Object.values(values).find((value) => value?.zone && field.zones.includes(value.zone));
        const loose = this.picks.filter((id) => field.zones.includes(this.card(id)?.zone));
        const start = tail ? [tail.id, ...loose.filter((id) => id !== tail.id)] : loose;
        if (start.length && (start.length <= field.high || countable(field))) values[at] = start;
      }
      if (field.kind === "groups" && !values[at]) {
        const melds = field.zones.map((id) => this.zone(id)).filter((zone) => zone?.dataset.layout === "melds");
        values[at] = melds.map((zone) => all(".card", zone).map((node) => node.id));
        this.run.held = this.picks.filter((id) => field.zones.includes(this.card(id)?.zone));
        if (!melds.length && this.run.held.length) values[at].push(this.run.held.splice(0));
      }
    }

    put(where) {
      const groups = this.run.values[this.run.at];
      const held = this.run.held.splice(0);
      if (!held.length) return announce("Choose cards first.");
      for (const group of groups) for (const id of held) if (group.includes(id)) toggle(group, id);
      if (where === "new") groups.push(held);
      else if (where !== "back") groups[where].push(...held);
      this.draw();
    }

    // What was said of an earlier move has been read.
    quiet() {
      for (const said of all("[data-notice] > :is(.refused, .coach)", this.root)) said.remove();
      this.drawCauses();
    }

    // The cards that a refusal names are framed.
    drawCauses() {
      const codes = this.root.querySelector("[data-notice] > [data-cause]")?.dataset.cause.split(" ") || [];
      for (const node of all(".card[data-code]", this.root)) node.classList.toggle("cause", codes.includes(node.dataset.code));
    }

    cancel() {
      const order = this.run && this.actions.indexOf(this.run.action);
      this.reset();
      this.root.querySelector("[data-notice]")?.replaceChildren();
      this.draw();
      if (order != null) this.root.querySelector(`[data-order="${order}"]`)?.focus();
      announce("Cleared.");
    }

    tailIn(zone) {
      const value = Object.values(this.run.values).find((one) => one?.zone === zone && one.id);
      return value && this.tailOf(value.id);
    }

    // -- the move as text --------------------------------------------------------------------------------------------
    text() {
      const { action, values } = this.run;
      const parts = [action.verb];
      action.fields.forEach((field, at) => {
        if (this.filled(at) && values[at].length !== 0) parts.push(field.join, this.say(field, values[at]));
      });
      return parts.filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
    }

    say(field, value) {
      const code = (id) => {
        const { code, wild } = this.card(id);
        return field.wild && (wild || code.includes("=") || code === "*") ? base(code) + "=?" : code;
      };
      if (field.split?.length) return parted(field, value).map(({ join, ids }) => [join, ...ids.map(code)].join(" ")).join(" ");
      if (field.kind === "cards" || field.kind === "partners") return value.map(code).join(" ");
      if (field.kind === "groups") {
        const as = (group) => group.map(this.untouched(field, group) ? (id) => this.card(id).code : code).join(" ");
        return value.filter((group) => group.length).map(as).join(" / ");
      }
      if (field.kind === "tail") return this.tailOf(value.id).length;
      if (field.kind === "place") return +byId(value).dataset.index + 1;
      if (field.kind === "target") return this.zone(value)?.dataset.number || value;
      return value;
    }

    // A group that lies as before keeps what its wild cards stand for.
    untouched(field, group) {
      return field.zones.some((zone) => {
        const ids = all(`[data-zone-id="${CSS.escape(zone)}"] .card`, this.root).map((node) => node.id);
        return ids.length === group.length && ids.every((id) => group.includes(id));
      });
    }

    submit() {
      const form = this.form;
      let input = form.querySelector("input[data-built]");
      if (!input) form.append(input = make("input", { "type": "hidden", "name": "move", "data-built": true }));
      input.value = this.text();
      form.requestSubmit();
    }

    // A button that is a whole move by itself must not carry along what was built before.
    submitting(event) {
      this.last = null; // what is touched next is no second touch
      if (this.busy) return event.preventDefault(), event.stopPropagation();
      if (event.submitter?.name === "move") this.form.querySelector("input[data-built]")?.remove();
    }

    answered(refused) {
      if (this.struck) this.struck.answered = Date.now();
      this.form?.querySelector("input[data-built]")?.remove();
      if (!refused) this.reset();
      else if (this.run && !this.run.asked && this.run.action.fields.length && this.spare().length) {
        this.run.asked = true; // what may be added besides could be what was lacking
        this.run.at = this.lastBuilt();
      } else if (!this.run?.asked) this.run = null;
      this.draw();
    }

    // -- drawing -----------------------------------------------------------------------------------------------------
    draw(focus = false) {
      if (this.root.hasAttribute("data-table")) {
        this.prune();
        this.drawCards();
        this.drawAsk(focus);
        this.drawArrange();
        this.drawButtons();
        this.fit();
      }
    }

    // Cards are as much smaller as it takes to have all of the board in sight, and can still be read; for what is beyond even then, a
    // puzzle's answer makes room, down to its reason, and a long reason is said in smaller letters. What has an id gets no style of
    // its own: htmx would copy it, which the policy of the page forbids.
    fit() {
      const board = this.root.querySelector(".framed .table > .board"), parts = [board, this.root.lastElementChild];
      const reason = document.querySelector(".puzzle > .frame-ask > .notice");
      const beyond = () => board.scrollHeight - board.clientHeight;
      const spare = () => reason ? reason.parentElement.getBoundingClientRect().bottom - reason.getBoundingClientRect().bottom : Infinity;
      let more = 0;
      const set = (name, px) => html.style.setProperty(name, `${px}px`);
      const ask = (px) => set("--beyond", more += px);
      ask(0);
      set("--long", 0);
      set("--long", Math.max(0, -spare()));
      if (!board) return;
      [1, .9, .8, .7, .65].find((fit) => parts.forEach((part) => part.style.setProperty("--fit", fit)) || beyond() < 1);
      const once = () => ask(Math.max(0, Math.min(beyond(), spare())));
      once();
      once(); // a higher board shows more
    }

    drawCards() {
      const field = this.field;
      const chosen = new Set(field ? (field.kind === "groups" ? this.run.held : this.chosenAnywhere()) : this.picks);
      const tails = new Map(Object.entries(this.tails));
      if (this.run) for (const value of Object.values(this.run.values)) if (value?.zone) tails.set(value.zone, value.id);
      const placed = new Set(field?.kind === "groups" ? this.run.values[this.run.at].flat() : []);
      for (const node of all("button.card", this.root)) {
        const id = node.dataset.for || node.id;
        node.setAttribute("aria-pressed", chosen.has(id) || tails.get(node.dataset.zone) === id);
        if (!node.dataset.for) node.classList.toggle("dim", placed.has(id));
      }
      for (const item of all(".in-tail", this.root)) item.classList.remove("in-tail", "tail-start");
      for (const list of all("[data-taken]", this.root)) list.removeAttribute("data-taken");
      for (const [, id] of tails) {
        const taken = this.tailOf(id).map((one) => byId(one).closest("li"));
        for (const item of taken) item.classList.add("in-tail");
        taken[0].classList.add("tail-start");
        taken[0].parentNode.dataset.taken = "takes " + taken.length;
      }
      this.drawParts();
      this.drawFitting();
      this.drawPlaces();
      this.drawCauses();
      for (const zone of all("[data-zone-id]", this.root)) {
        zone.classList.toggle("picked-zone", this.target === zone.dataset.zoneId);
        this.rove(zone);
      }
    }

    // Cards of one choice that are used in several ways say in which.
    drawParts() {
      const plans = this.run ? [this.run] : this.picks.length ? this.actions.map((action) => this.plan(action)) : [];
      const marks = new Map(plans.flatMap(({ action, values }) => action.fields.flatMap((field, at) =>
        field.split?.length && values[at]?.length <= field.high ? parted(field, values[at]).flatMap(({ mark, ids }) => ids.map((id) => [id, mark])) : [])));
      for (const node of all(".dock button.card", this.root)) {
        const mark = marks.get(node.id);
        if (mark) node.parentNode.dataset.part = mark; else delete node.parentNode.dataset.part;
      }
    }

    // A card that a chosen place takes is lit; one that nothing takes, where all is decided by single cards, is dull.
    drawFitting() {
      const where = this.target && !this.picks.length ? this.number(this.target) : null;
      const along = this.codesAlong();
      for (const node of all(".dock button.card, [data-layout=grid] button.card", this.root)) {
        const takers = this.run ? [] : this.actions.filter((action) => action.fields.some((field) => !["target", "partners"].includes(field.kind) && field.zones.includes(node.dataset.zone)));
        const dull = takers.length > 0 && takers.every((action) => begins(action) >= 0 && !this.fits(action, node.id));
        node.classList.toggle("unfit", dull);
        node.classList.toggle("fit", along.has(node.dataset.zone + base(node.dataset.code)) || (where !== null && takers.some((action) => this.fits(action, node.id, where))));
        if (dull) node.setAttribute("aria-description", "can’t be used now");
        else node.removeAttribute("aria-description");
      }
    }

    // The cards that may go along with the one that is chosen, each as its zone and code.
    codesAlong() {
      const found = new Set();
      for (const action of this.run ? [this.run.action] : this.actions) {
        const field = action.fields.find((one) => one.kind === "partners");
        const begun = field && (this.run || this.plan(action)).values[begins(action)];
        if (begun) for (const code of this.along(action, begun[0]).flat()) for (const zone of field.zones) found.add(zone + code);
      }
      return found;
    }

    // Each zone that is a place for something now has a button over it, which says what.
    drawPlaces() {
      const asked = this.field?.kind === "target" ? this.field.zones.map((place) => ({ place })) : this.run?.asked || this.busy ? [] : this.ways();
      const only = this.actions.length === 1;
      for (const zone of all("[data-zone-id], [data-spot]", this.root)) {
        const id = zone.dataset.zoneId ?? zone.dataset.spot;
        const ways = asked.filter((plan) => goes(plan, id));
        let button = zone.querySelector(":scope > [data-place]");
        if (!ways.length) { button?.remove(); continue; }
        const words = ways[0].action ? [...new Set(ways.map((plan) => plan.action.label))].join(" or ") : "Here";
        const still = ways.every((plan) => plan.action && !plan.action.fields.length);
        if (!button) zone.append(button = make("button", { "type": "button", "data-place": id, "id": `place-${id}` }, make("span")));
        button.className = still && !only ? "place" : "place lit";
        const own = zone.dataset.layout === "trick" ? "your card" : "here";
        button.firstChild.textContent = still ? "" : !ways[0].action ? "here" : own === "here" ? `${words.toLowerCase()} here` : own;
        button.setAttribute("aria-label", `${ways[0].action ? `${words} ${own}` : words}: ${zone.dataset.name || zone.getAttribute("aria-label")}`);
      }
    }

    chosenAnywhere() {
      return Object.entries(this.run.values).flatMap(([at, value]) =>
        ["cards", "place", "partners"].includes(this.run.action.fields[at].kind) ? value : []);
    }

    rove(zone) {
      const cards = all("button.card", zone).filter(inSight);
      const here = cards.find((node) => node === document.activeElement) || cards.find((node) => node.tabIndex === 0 && node.hasAttribute("tabindex")) || cards[0];
      for (const node of cards) node.tabIndex = node === here ? 0 : -1;
    }

    question() {
      const field = this.field;
      if (!field) return this.run ? this.run.action.sentence : "";
      if (field.kind !== "cards") return field.label;
      const have = this.run.values[this.run.at]?.length || 0;
      if (have < field.low && field.low > 1) return `${field.label}: ${have} of ${field.high > field.low ? "at least " : ""}${field.low}`;
      return field.label;
    }

    drawAsk(focus) {
      const ask = this.root.querySelector("[data-ask]");
      if (!ask) return;
      const run = this.run?.asked ? this.run : null;
      const left = this.root.querySelector(".actions-buttons")?.contains(document.activeElement);
      ask.hidden = !run;
      ask.parentNode.classList.toggle("asking", Boolean(run));
      ask.replaceChildren();
      if (!run) return;
      const field = this.field;
      ask.append(make("p", { id: "ask-text" }, this.question()));
      const buttons = make("div", { class: "buttons" });
      if (field?.kind === "choice") {
        const { values, faces } = field;
        values.forEach(([value, label], at) => {
          const said = faces.length ? [face(faces[at]), make("span", { class: "visually-hidden" }, label)] : [label];
          buttons.append(make("button", { "type": "button", "class": faces.length ? "button face" : "button", "data-value": value, "title": faces.length ? label : null }, ...said));
        });
      }
      if (field?.kind === "amount") ask.append(this.amount(field));
      const ready = this.missing() < 0;
      const onwards = ready ? [run.action.label, ...this.words(run)] : field && field.kind !== "choice" && this.filled(run.at) ? ["Next"] : null;
      if (onwards) buttons.append(make("button", { "type": "button", "class": "button primary", "data-confirm": true }, ...onwards));
      else if (field && BUILT.has(field.kind)) buttons.append(make("button", { "type": "button", "class": "button lacking", "disabled": true }, ...this.spare().length > 1 ? [] : [run.action.label], make("span", { "class": "chosen" }, ` ${this.lacks(run)}`)));
      for (const at of this.spare()) {
        if (at !== run.at) buttons.append(make("button", { "type": "button", "class": "button small", "data-field": at }, run.action.fields[at].label));
      }
      ask.append(make("button", { "type": "button", "class": "button small quiet", "data-cancel": true, "title": "Cancel (Esc)" }, "Cancel"));
      const said = ready ? this.text() : "";
      if (buttons.childElementCount) ask.append(buttons);
      if (focus) {
        announce(this.question() + (said ? ". Ready: " + said : ""));
        this.lead(buttons, left);
      }
    }

    // A number between two buttons that step it, beside the whole range and some of it by name; what is typed is kept within its bounds when it is left.
    amount(field) {
      const bounds = { "min": field.low, "max": field.high, "step": field.step, "value": this.run.values[this.run.at], "aria-labelledby": "ask-text" };
      const input = make("input", { "type": "number", "id": "ask-amount", "data-amount": true, ...bounds });
      const slide = make("input", { "type": "range", "data-slide": true, ...bounds });
      const button = (sign, by, name, to) => make("button", { "type": "button", "class": "button", "aria-label": name, "data-by": by, "data-to": to }, sign);
      const some = field.values.map(([value, name]) => button(name, value, null, true));
      return make("div", { class: "amount" }, button("−", -field.step, "Less"), input, button("+", field.step, "More"), slide, make("div", { class: "buttons" }, ...some));
    }

    setAmount(number) {
      const { low, high, step } = this.field;
      const steps = Math.round(((Number.isFinite(number) ? number : low) - low) / step);
      const value = low + step * Math.max(0, Math.min(steps, Math.floor((high - low) / step)));
      this.run.values[this.run.at] = value;
      for (const input of all("[data-amount], [data-slide]", this.root)) input.value = value;
      this.root.querySelector("[data-confirm]")?.replaceChildren(this.run.action.label, ...this.words(this.run));
    }

    // Bring what is asked for into sight, and the keyboard to it.
    lead(buttons, focus) {
      const field = this.field;
      const zone = field?.zones.map((id) => this.zone(id)).find(Boolean);
      if (focus) {
        const cards = zone ? all("button.card", zone) : [];
        const goal = { choice: buttons.firstChild, amount: this.root.querySelector("[data-amount]"), target: zone?.querySelector("[data-place]"), tail: cards.at(-1) }[field?.kind]
          || cards.find((node) => node.tabIndex === 0) || buttons.firstChild || this.root.querySelector("[data-cancel]");
        goal?.focus();
      }
      if (zone && !zone.closest(".dock")) zone.scrollIntoView({ block: "nearest" });
    }

    drawArrange() {
      const panel = this.root.querySelector("[data-arrange]");
      if (!panel) return;
      const field = this.field;
      const on = field?.kind === "groups";
      panel.hidden = !on;
      panel.className = on ? "arrange" : "";
      const melds = this.root.querySelector("[data-own-melds]");
      if (melds) { melds.classList.toggle("away", on); melds.inert = on; }
      const focused = document.activeElement?.id;
      panel.replaceChildren();
      if (!on) return;
      const row = make("div", { class: "arrange-groups" });
      const used = this.run.held.length === 0;
      this.run.values[this.run.at].forEach((group, index) => {
        const list = make("ul", { "class": "cards cards-melds", "data-count": group.length, "role": "list" });
        for (const id of group) {
          const copy = byId(id).cloneNode(true);
          copy.id = "arrange-" + id;
          copy.dataset.for = id;
          if (copy.tagName !== "BUTTON") continue;
          copy.classList.remove("dim");
          copy.setAttribute("aria-pressed", this.run.held.includes(id));
          list.append(make("li", {}, copy));
        }
        const here = make("button", { "type": "button", "class": "button small", "data-put": index, "disabled": used }, "Put here");
        row.append(make("div", { "class": "arrange-group", "role": "group", "aria-label": `Meld ${index + 1}`, "data-zone-id": `arrange-${index}` }, list, here));
      });
      panel.append(row, make("div", { class: "buttons" },
        make("button", { "type": "button", "class": "button small", "data-put": "new", "disabled": used }, "New meld"),
        make("button", { "type": "button", "class": "button small quiet", "data-put": "back", "disabled": used }, "Back to hand")));
      all(".arrange-group", panel).forEach((group) => this.rove(group));
      if (focused?.startsWith("arrange-")) byId(focused)?.focus();
    }

    // One button is gold: the first whose move is complete, in words; or else the one that uses all that is chosen, with what
    // it lacks. Where there is one thing only to do, that is it.
    drawButtons() {
      const chosen = this.picks.length || Object.keys(this.tails).length || this.target;
      const plans = this.actions.map((action) => this.plan(action));
      const gold = this.run ? null : chosen ? plans.find((plan) => this.ready(plan)) : plans.length === 1 && !plans[0].action.fields.length ? plans[0] : null;
      const begun = chosen && !this.run && !gold ? plans.filter((plan) => plan.action.fields.length && this.missing(plan) >= 0 && this.usesAll(plan) && this.hopeful(plan)) : [];
      const next = begun.find((plan) => !this.tooMany(plan)) || begun[0] || null;
      for (const button of all("[data-order]", this.root)) {
        const plan = plans[button.dataset.order];
        if (!plan) continue;
        const current = this.run?.action === plan.action && this.run.asked;
        button.classList.toggle("fits", Boolean(current || plan === gold));
        button.classList.toggle("lacking", plan === next);
        if (current && button.dataset.verb) button.setAttribute("aria-pressed", "true"); else button.removeAttribute("aria-pressed");
        button.querySelector(":scope > .chosen")?.remove();
        const more = plan === gold ? this.words(plan) : plan === next ? [` ${this.lacks(plan)}`] : [];
        if (more.length) button.append(make("span", { class: "chosen" }, ...more));
      }
    }

    // What lacks something may still come about: not if the card that begins it fits nowhere.
    hopeful({ action, values }) {
      const at = begins(action);
      return at < 0 || !values[at] || values[at].some((id) => this.fits(action, id));
    }

    // What stands behind the name of a move on its button: the cards or the number chosen.
    words({ action, values }) {
      const said = [];
      const tail = action.fields.findIndex((field) => field.kind === "tail");
      const at = action.fields.findIndex((field) => field.kind === "cards");
      const amount = action.fields.findIndex((field) => field.kind === "amount");
      const single = parted(action.fields[at], values[at]).find(({ mark, ids }) => mark && ids.length === 1);
      if (values[tail]) said.push(` ${this.tailOf(values[tail].id).length}`);
      else if (values[at]?.length > 2 && single) said.push(` ${values[at].length} cards, ${single.mark} `, mini(byId(single.ids[0])));
      else if (values[at]?.length > 2) said.push(action.label.endsWith(" cards") ? ` (${values[at].length})` : ` ${values[at].length} cards`);
      else for (const id of values[at] || []) said.push(" ", mini(byId(id), id !== values[at].at(-1)));
      const partner = action.fields.findIndex((field) => field.kind === "partners");
      const beside = values[partner] || [];
      if (beside.length) said.push(` ${action.fields[partner].join}`);
      for (const id of beside) said.push(" ", mini(byId(id), id !== beside.at(-1)));
      if (amount >= 0) said.push(` ${values[amount]}`);
      return said;
    }

    tooMany({ action, values }) { return action.fields.some((field, at) => field.kind === "cards" && values[at]?.length > field.high); }

    lacks(plan) {
      const at = this.missing(plan);
      const field = plan.action.fields[at];
      if (field.kind !== "cards") return LACKS[field.kind];
      const have = plan.values[at]?.length || 0;
      if (have > field.high) return `choose ${have - field.high} fewer`;
      return have ? `choose ${field.low - have} more` : field.low === 1 ? "choose a card" : `choose ${field.low} cards`;
    }

    sort() {
      for (const zone of all("[data-ranks]", this.root)) {
        const { ranks, trumps, sorted } = zone.dataset;
        const from = Math.max(SUITS.indexOf(trumps[0]), 0);
        const suits = SUITS.slice(from) + SUITS.slice(0, from);
        const rank = (node) => ranks.indexOf(node.dataset.code[0]);
        const keys = {
          suit: (node) => [after(suits.indexOf(suit(node))), rank(node)],
          rank: (node) => [after(rank(node)), suits.indexOf(suit(node))],
        };
        const how = keys[store.get("sort")] ? store.get("sort") : sorted;
        const key = keys[how];
        for (const button of all("[data-sort]", zone)) button.setAttribute("aria-pressed", button.dataset.sort === how);
        const list = zone.querySelector(".cards");
        const focused = document.activeElement;
        const items = [...list.children].map((item) => [key(item.querySelector(".card")), item]);
        items.sort(([one], [two]) => one[0] - two[0] || one[1] - two[1]);
        const wanted = items.map(([, item]) => item);
        if (wanted.some((item, index) => item !== list.children[index])) list.append(...wanted);
        if (list.contains(focused)) focused.focus();
        part(list, wanted, how === "suit");
      }
    }

    // -- keyboard ----------------------------------------------------------------------------------------------------
    keyed(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key.length === 1) return;
      if (event.key === "Enter" && event.target.matches("[data-amount]")) {
        event.preventDefault();
        this.setAmount(event.target.valueAsNumber);
        return this.press(this.run.action);
      }
      if (event.target.matches("input, textarea, select, [contenteditable]")) return;
      if (event.key === "Escape") {
        if (this.run || this.picks.length || Object.keys(this.tails).length || this.target) { event.preventDefault(); this.cancel(); }
        return;
      }
      const card = event.target.closest("button.card, [data-place]");
      if (card && this.move(card, event.key)) return event.preventDefault();
      const button = event.target.closest(".ask .button, .actions-buttons .button, .rung");
      const beside = button && { ArrowRight: button.nextElementSibling, ArrowLeft: button.previousElementSibling }[event.key];
      if (beside) { event.preventDefault(); return beside.focus(); }
      if (event.key === "?") { event.preventDefault(); return this.tellKeys(); }
      const key = event.key.toLowerCase();
      const order = this.actions.findIndex((action) => action.key && action.key === key);
      const goal = order >= 0 ? this.root.querySelector(`[data-order="${order}"]`) : this.helps.find((node) => node.dataset.key === key);
      if (!goal || event.shiftKey) return;
      event.preventDefault();
      if (this.actions[order]?.fields.some((field) => ["choice", "amount"].includes(field.kind))) goal.focus(); // to go on to what is asked
      goal.click();
    }

    // What helps at this table, and has a key: beside the table, not in it.
    get helps() { return all("[data-key]", this.root.closest("#board, .frame") || this.root.parentNode); }

    tellKeys() {
      const actions = this.actions.filter((action) => action.key).map((action) => [action.key.toUpperCase(), action.label]);
      const helps = this.helps.map((node) => [node.dataset.key.toUpperCase(), node.textContent.trim()]);
      const rows = [["← →", "Next card"], ["↑ ↓", "Cards and zones above and below"], ["Space", "Pick a card, or put it back"],
        ["Enter twice", "Play or discard a card that has only one place"],
        ...actions, ...helps, ["Esc", "Clear your choice"], ["?", "This list"]];
      const list = make("dl", { class: "keys" });
      for (const [key, what] of rows) list.append(make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)));
      const dialog = make("dialog", { "class": "dialog", "aria-labelledby": "keys-head" }, make("h2", { id: "keys-head" }, "Keyboard shortcuts"), list,
        make("p", { class: "small muted" }, "Letter shortcuts work only when the table has focus, not a text field."),
        make("button", { "type": "button", "class": "button", "data-close": true }, "Close"));
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    }

    move(card, key) {
      const zone = card.closest("[data-zone-id]");
      const cards = all("button.card, .spot > [data-place]", zone).filter(inSight);
      const at = cards.indexOf(card);
      const rtl = { ArrowRight: 1, ArrowLeft: -1 };
      let to = null;
      if (key in rtl) to = cards[at + rtl[key]];
      else if (key === "Home") to = cards[0];
      else if (key === "End") to = cards.at(-1);
      else if (key === "ArrowUp" || key === "ArrowDown") to = this.vertical(card, key === "ArrowDown" ? 1 : -1);
      else return false;
      if (to) { to.focus(); this.rove(to.closest("[data-zone-id]")); if (to.closest("[data-zone-id]") !== zone) this.rove(zone); }
      return true;
    }

    vertical(card, direction) {
      const from = card.getBoundingClientRect();
      let best = null;
      let least = Infinity;
      for (const node of all("button.card, [data-place]", this.root)) {
        const box = node.getBoundingClientRect();
        const down = (box.top - from.top) * direction;
        if (!box.width || down < 8) continue;
        const far = down * 3 + Math.abs(box.left - from.left);
        if (far < least) { least = far; best = node; }
      }
      return best;
    }
  }

  const suit = (node) => node.dataset.code[1] && node.dataset.code[0] !== "*" ? node.dataset.code[1] : "*";
  // The oldest cards of a long line may be folded away.
  const inSight = (node) => !node.closest(".older") || node.offsetParent;
  const after = (place) => place < 0 ? 99 : place;
  // Where a hand lies in suits, a gap parts them.
  const part = (list, items, bySuit) => {
    const found = items.map((item) => suit(item.querySelector(".card")));
    const first = found.map((one, at) => at > 0 && one !== found[at - 1]);
    const suits = new Set(found).size;
    const apart = bySuit && first.filter(Boolean).length === suits - 1;
    items.forEach((item, at) => item.classList.toggle("new-suit", apart && first[at]));
    if (apart) list.dataset.suits = suits; else delete list.dataset.suits;
  };
  const base = (code) => code.split("=")[0];
  // Whether too many cards are counted, and not one taken instead of another.
  const countable = (field) => field.high > 1;
  // The cards of one choice in the parts in which they are used, in the order in which they were chosen.
  const parted = (field, ids) => {
    let from = 0;
    return (ids ? field?.split || [] : []).map(([number, join, mark]) => ({ join, mark, ids: ids.slice(from, from += number) }));
  };
  const needed = (field) => field.low > 0 || ["amount", "partners"].includes(field.kind);
  // The field of the card with which a move begins, if one is enough.
  const begins = (action) => {
    const at = action.fields.findIndex((field) => field.kind === "cards");
    return at >= 0 && action.fields[at].low === 1 ? at : -1;
  };
  // A card inside a line of text, as in `parts/card.html`.
  const mini = (card, more) => {
    const code = base(card.dataset.code);
    const suit = code === "*" ? "joker" : code[1].toLowerCase();
    const small = make("span", { "class": `mini ${suit}`, "role": "img", "aria-label": card.getAttribute("aria-label").split(",")[0] + (more ? "," : "") }, suit === "joker" ? "" : code[0].replace("T", "10"));
    small.insertAdjacentHTML("beforeend", `<svg aria-hidden="true"><use href="#pip-${suit}"/></svg>`);
    return small;
  };
  // What a card shows of a suit or rank: a pip or a letter.
  const face = (letter) => {
    const pip = SUITS.includes(letter) && letter.toLowerCase();
    const shown = make("b", { "aria-hidden": "true", "class": pip || null }, pip ? "" : letter.replace("T", "10"));
    if (pip) shown.innerHTML = `<svg aria-hidden="true"><use href="#pip-${pip}"/></svg>`;
    return shown;
  };
  const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  // What is made of cards and has no other place goes where new melds are laid.
  const goes = (plan, id) => plan.place === id && Boolean(id || plan.action.fields.length);
  const toggle = (list, item) => {
    const at = list.indexOf(item);
    if (at < 0) list.push(item); else list.splice(at, 1);
    return list;
  };

  const controls = new WeakMap();
  const refresh = () => {
    for (const root of all("[data-table]")) {
      if (!controls.has(root)) controls.set(root, new Control(root));
      controls.get(root).refresh();
    }
  };
  // A list of keys is of use to those who have some.
  const offer = () => all("[data-keys-row]").forEach((row) => { row.hidden = false; });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-keys]")) controls.get(document.querySelector("[data-table]"))?.tellKeys(); });

  const controlOf = (node) => controls.get(node?.closest?.("[data-table]"));

  window.addEventListener("resize", () => all("[data-table]").forEach((root) => controls.get(root)?.fit()));

  Object.assign(House, { Control, controlOf, refresh });
  offer();
  refresh();
})();
