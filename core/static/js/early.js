// Runs before the page is painted: the reader's choice of theme, suit colours, motion, pace and sound, and what touches mean
// while a slow line still brings the rest.
(() => {
  "use strict";

  for (const name of ["theme", "four-colour", "motion", "pace", "sound"]) {
    try {
      const value = localStorage.getItem("house." + name);
      if (value) document.documentElement.setAttribute("data-" + name, value);
    } catch { /* storage may be closed: the system's choice holds */ }
  }

  // What is touched on a table before the other scripts are there is touched once they are, each thing once.
  const early = new Set();
  let ready = false;
  document.addEventListener("click", ({ target }) => { if (!ready) early.add(target.closest("[data-table] [type=button]")); });
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => { ready = true; for (const button of early) button?.click(); }));

  // What is on its way is not begun anew by an impatient second touch: a form would be sent twice, a link take longer.
  let going = "", until = 0; // after which it may have been stopped
  const go = (event, what) => {
    if (event.defaultPrevented) return;
    if (what === going && event.timeStamp < until) return event.preventDefault();
    going = what;
    until = event.timeStamp + 8000;
  };
  window.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    submitter?.setAttribute("data-sent", "");
    go(event, target.action + submitter?.formAction + new URLSearchParams(new FormData(target, submitter)));
  });
  window.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && !link.hash && !link.target && event.pointerType === "touch") go(event, link.href);
  });
  // Whoever comes back to a page that was kept may go the same way again.
  window.addEventListener("pageshow", () => { going = ""; });
})();
