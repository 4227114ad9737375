// The countdown of a timed run. Without it, the page says how much time was left when it was loaded.
(() => {
  "use strict";

  const clock = document.querySelector("[data-run-seconds]");
  if (!clock) return;
  const end = performance.now() + clock.dataset.runSeconds * 1000;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.closest(".run-time").classList.toggle("is-late", left <= 15);
    if (left) return;
    clearInterval(timer);
    location.assign(clock.dataset.runUrl);
  };
  const timer = setInterval(tick, 250);
  tick();
})();
