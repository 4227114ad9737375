// A finished step continues by itself after the time it takes to read what it says, if the reader has chosen that.
(() => {
  "use strict";

  const { all, announce, byId, store } = House;

  const LEAST = 2500;
  const PER_WORD = 300;
  const MOST = 12_000;

  let timer = 0;

  const isOn = () => store.get("auto-continue") === "on";
  const isFinished = () => Boolean(byId("go-on"));

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    byId("go-on")?.classList.remove("counting");
  };

  const start = () => {
    const link = byId("go-on");
    const count = (parts) => parts.map((part) => part.innerText).join(" ").split(/\s+/).filter(Boolean).length;
    const words = count(all("#step .notice, #notice .notice")) - count(all(":is(#step, #notice) .notice .visually-hidden"));
    const time = Math.min(Math.max(LEAST, words * PER_WORD), MOST);
    stop();
    link.style.setProperty("--counting", `${time}ms`);
    link.classList.add("counting");
    announce(`Continues in ${Math.round(time / 1000)} seconds.`);
    timer = setTimeout(() => link.click(), time);
  };

  const showSwitches = () => {
    for (const button of all("[data-auto-continue]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", isOn());
    }
  };

  let wasFinished = isFinished(); // a step that was done before waits for its reader
  document.addEventListener("htmx:afterSettle", () => {
    showSwitches();
    if (!timer && isFinished() && !wasFinished) {
      document.dispatchEvent(new CustomEvent("house:sound"));
      if (isOn()) start();
    }
    wasFinished = isFinished();
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-auto-continue]")) return;
    store.set("auto-continue", isOn() ? "off" : "on");
    showSwitches();
    if (isOn() && isFinished()) start(); else stop();
  });

  // A reader who does something else is still reading.
  for (const name of ["pointerdown", "keydown", "wheel", "visibilitychange"]) {
    document.addEventListener(name, () => { if (timer) stop(); });
  }

  showSwitches();
})();
