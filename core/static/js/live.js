// Tables that others play at: a stream tells of each change, which is then fetched; whatever fails is tried again.
(() => {
  "use strict";

  const { all, announce, byId, html, pause, patience, unsent } = House;

  const SILENT = 7_000; // a stream says something every five seconds
  const QUIET = 1_200; // nobody needs to hear of what mends itself so soon
  const CALM = 8_000; // nor, while they wait for nothing, of what takes a little longer

  // How long one sees each of the others' moves; a finished trick a little longer.
  const PACES = { brisk: 400, steady: 1000, gentle: 2000 };
  const READ = 1500;
  const pace = () => PACES[html.dataset.pace] || 0;
  const hold = () => pace() && Math.max(pace(), "rests" in (byId("board")?.dataset || {}) ? READ : 0);
  html.dataset.pace ||= document.querySelector("[data-usual-pace]")?.dataset.usualPace || "at-once";

  const busy = () => Boolean(document.querySelector("[data-busy]"));

  // A stream says only that the table has a new version; the part is then fetched like any page. Six streams are all a browser
  // grants a site, so a hidden tab gives its own back.
  class Line {
    constructor(node) {
      Object.assign(this, { node, told: -1, asked: 0, tries: 0, breaks: 0, unsure: false, ahead: 0, due: 0, skips: true });
      this.last = this.shown;
      this.open();
    }

    get shown() { return Number((this.node.querySelector("[data-table]") || document.getElementById("table"))?.dataset.version ?? -1); }
    get behind() { return this.told > this.shown; }

    open() {
      this.stream?.close();
      clearTimeout(this.opening);
      this.heard = Date.now();
      const stream = this.stream = new EventSource(this.node.dataset.live);
      const hear = (event) => {
        this.heard = Date.now();
        this.breaks = 0;
        this.told = Math.max(this.told, Number(event.data));
        if (!this.behind) this.skips = false;
        this.fresh();
      };
      stream.addEventListener("version", hear);
      stream.addEventListener("here", hear);
      stream.addEventListener("error", () => { if (this.stream === stream) this.broken(); });
    }

    // While there is no stream, the page asks by itself.
    broken() {
      this.stream.close();
      clearTimeout(this.opening);
      this.opening = setTimeout(() => this.open(), pause(this.breaks++));
      this.ask();
    }

    ask() { this.unsure = true; this.fresh(); }

    // Not while a move is on its way: its answer is the table.
    fresh() {
      clearTimeout(this.asking);
      if (this.asked || !(this.unsure || this.behind)) return;
      if (busy()) return this.again();
      const wait = this.skips || this.unsure ? 0 : this.due - Date.now();
      if (wait > 0) { this.asking = setTimeout(() => this.fresh(), wait); return; }
      this.asked = Date.now();
      this.before = this.shown;
      htmx.trigger(this.node, "board");
    }

    again() { clearTimeout(this.asking); this.asking = setTimeout(() => this.fresh(), pause(this.tries)); }

    answered(status) {
      this.asked = 0;
      if ([403, 404, 410].includes(status)) return this.end();
      this.unsure = !(status >= 200 && status < 400);
      this.tries = this.unsure ? this.tries + 1 : 0;
      if (this.unsure || (this.behind && this.shown === this.before)) this.again(); else this.fresh();
    }

    // Something new is shown: it stays for a while before the next is fetched.
    note() {
      if (this.last === this.shown) return;
      this.last = this.shown;
      this.due = Date.now() + hold();
      if (!this.behind) this.skips = false;
    }

    get waits() { return this.behind && !this.skips && this.due > Date.now(); }

    skip() { this.skips = true; this.fresh(); }

    // Nothing is to be seen here any more.
    end() {
      this.close();
      delete this.node.dataset.live;
      say("You can no longer see this table.");
    }

    close() {
      this.stream.close();
      clearTimeout(this.opening);
      clearTimeout(this.asking);
      lines.delete(this.node);
    }

    // A stream that is silent for too long, does not come about, or knows less than the page, leads nowhere any more.
    look(now) {
      this.ahead = this.shown > this.told ? this.ahead || now : 0;
      const most = this.stream.readyState === EventSource.OPEN ? SILENT : patience.now * 2 ** Math.min(this.breaks, 3);
      if (this.stream.readyState === EventSource.CLOSED || (now - this.heard <= most && !(this.ahead && now - this.ahead > patience.now))) return;
      this.ahead = 0;
      this.broken();
    }

    wrong(now) { return this.tries > 0 || (this.behind && !this.waits) || (this.asked && now - this.asked > QUIET); }
  }

  const lines = new Map();
  const open = () => [...lines.values()];

  const listen = () => {
    for (const line of open()) if (document.hidden || !line.node.isConnected || !("live" in line.node.dataset)) line.close();
    if (document.hidden) return;
    for (const node of all("[data-live]")) if (!lines.has(node)) lines.set(node, new Line(node));
  };

  // Whatever was tried again and again until now may come through at once.
  const back = () => {
    for (const line of open()) {
      Object.assign(line, { tries: 0, breaks: 0 });
      line.open();
      line.ask();
    }
  };

  // -- how the line is ----------------------------------------------------------------------------------------------
  let since = 0;
  let told = ""; // what was said to be lost: the line, or a move that waits for it

  const say = (text) => {
    const place = document.querySelector("[data-link-state]");
    if (place && place.textContent !== text) place.textContent = text;
  };

  const tellState = (now) => {
    const kept = unsent(now, QUIET);
    const wrong = lines.size > 0 && (!navigator.onLine || kept || open().some((line) => line.wrong(now)));
    since = wrong ? since || now : 0;
    if (wrong && now - since > (kept || open().some((line) => line.behind) ? QUIET : CALM)) {
      told = kept ? "move" : told || "line";
      say(kept ? "Reconnecting … Your move is saved and will be sent again." : "Reconnecting …");
    } else if (told && !wrong && lines.size) {
      say(told === "move" ? "Reconnected." : "");
      told = "";
      setTimeout(() => { if (!told && lines.size) say(""); }, 2500);
    }
  };

  // -- how long the table still waits -------------------------------------------------------------------------------
  const CALLS = [30, 10];
  let counted = "";
  let ends = 0;
  let calls = [];

  const countDown = (now) => {
    const clock = document.querySelector("[data-clock]");
    if (!clock) return;
    const { left, whole } = clock.dataset;
    const from = `${left} ${clock.closest("[data-version]")?.dataset.version}`;
    if (from !== counted) {
      counted = from;
      ends = now + left * 1000;
      calls = CALLS.filter((call) => call < left);
    }
    const seconds = Math.max(0, Math.ceil((ends - now) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const face = clock.querySelector("b");
    if (face.textContent !== text) face.textContent = text;
    clock.style.setProperty("--left", seconds / whole);
    clock.classList.toggle("short", seconds <= 10);
    if (!("yours" in clock.dataset) || seconds > calls[0] || !calls.length) return;
    announce(`${calls.shift()} seconds left, then a bot plays for you.`);
  };

  // -- the sheets over the felt: they end above the dock, and one's own turn folds them ------------------------------
  let yours = Boolean(document.querySelector("[data-yours]"));

  const fit = () => html.style.setProperty("--dock", `${document.querySelector(".play .dock")?.offsetHeight || 0}px`);
  const fold = () => {
    const before = yours;
    yours = Boolean(document.querySelector("[data-yours]"));
    if (yours && !before) document.querySelector(".sheet:popover-open")?.hidePopover();
  };
  // Where one has waited for players, the frame of a table that is played is drawn anew.
  const begin = () => { if (document.querySelector(".bar") && !document.body.matches(".play")) location.reload(); };
  document.addEventListener("beforetoggle", (event) => { if (event.target.matches(".sheet")) fit(); }, true);
  window.addEventListener("resize", fit);

  // -- what happens -------------------------------------------------------------------------------------------------
  // What comes next after what is shown, one move after the other; without a word of that, the table as it is.
  document.addEventListener("htmx:configRequest", ({ detail: { elt, parameters } }) => {
    const line = lines.get(elt);
    if (line && pace() && !line.skips && !line.unsure) parameters.after = line.shown;
  });
  // A tap on the felt, or Escape, and all that is still to be shown is shown.
  const skip = () => { for (const line of open()) if (line.waits) line.skip(); };
  document.addEventListener("click", (event) => { if (event.target.closest("[data-table]") && !event.target.closest("button, a, summary")) skip(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") skip(); });
  document.addEventListener("htmx:afterSwap", () => { for (const line of open()) line.note(); });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => lines.get(elt)?.answered(xhr.status));
  // What was told while a move was on its way is fetched afterwards.
  document.addEventListener("htmx:afterSettle", () => { for (const line of open()) line.fresh(); countDown(Date.now()); fit(); fold(); begin(); });

  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    const slept = now - last > 5000;
    last = now;
    if (document.hidden) { since = 0; return; }
    listen();
    if (slept) back();
    for (const line of open()) line.look(now);
    tellState(now);
    countDown(now);
  }, 500);
  window.addEventListener("online", back);
  document.addEventListener("visibilitychange", () => { last = Date.now(); listen(); });
  document.addEventListener("htmx:load", listen);
  window.addEventListener("pagehide", () => { for (const line of open()) line.close(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  listen();
})();
