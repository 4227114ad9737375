// Colours, sound and pace by choice, dialogs, copying and printing.
(() => {
  "use strict";

  const { all, announce, store, toast, html } = House;

  const PACES = ["brisk", "steady", "gentle"];

  const toggles = {
    "theme": () => {
      const dark = html.dataset.theme ? html.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      html.dataset.theme = dark ? "light" : "dark";
      store.set("theme", html.dataset.theme);
      keep("theme", html.dataset.theme);
    },
    "four-colour": () => {
      html.dataset.fourColour = html.dataset.fourColour === "on" ? "off" : "on";
      store.set("four-colour", html.dataset.fourColour);
      keep("four_colour", html.dataset.fourColour === "on");
    },
    // Something to hear at once says that it works.
    "sound": () => {
      html.dataset.sound = html.dataset.sound === "on" ? "off" : "on";
      store.set("sound", html.dataset.sound);
      document.dispatchEvent(new CustomEvent("house:sound"));
    },
    "pace": () => {
      html.dataset.pace = PACES[(PACES.indexOf(html.dataset.pace) + 1) % PACES.length];
      store.set("pace", html.dataset.pace);
      keep("pace", html.dataset.pace);
      announce(`Speed: ${document.querySelector(`.pace-name[data-name="${html.dataset.pace}"]`).textContent}`);
    },
  };
  // With an account, a choice is known on other devices too.
  const keep = (name, value) => {
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1];
    if (html.dataset.keep && token) fetch(html.dataset.keep, { method: "POST", headers: { "X-CSRFToken": token }, body: new URLSearchParams({ [name]: value }) }).catch(() => {});
  };
  const showToggles = () => {
    for (const button of all("[data-toggle=four-colour], [data-toggle=sound]")) button.setAttribute("aria-pressed", html.getAttribute(`data-${button.dataset.toggle}`) === "on");
  };

  // A dialog closes the sheet from which it was opened: go back there.
  const ask = (opener, dialog) => {
    const sheet = opener.closest("[popover]");
    dialog?.showModal();
    dialog?.addEventListener("close", () => { sheet?.showPopover(); opener.focus(); }, { once: true });
  };

  document.addEventListener("click", (event) => {
    const toggle = event.target.closest("[data-toggle]");
    if (toggle) { toggles[toggle.dataset.toggle]?.(); showToggles(); }
    const opener = event.target.closest("[data-dialog]");
    if (opener) { event.preventDefault(); ask(opener, document.querySelector(opener.dataset.dialog)); }
    const dialog = event.target.closest("[data-close]")?.closest("dialog");
    if (dialog) { event.preventDefault(); dialog.close(); }
    if (event.target.matches("dialog.dialog")) event.target.close();
    const text = event.target.closest("[data-copy], [data-share]")?.dataset;
    if (text?.share && navigator.share) navigator.share({ text: text.share }).catch(() => {}); // the reader may cancel
    else if (text) navigator.clipboard?.writeText(text.copy || text.share).then(() => toast("Copied."));
    if (event.target.closest("[data-print]")) window.print();
  });

  showToggles();

  // The site counts days by the reader's own clock.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    if (zone) document.cookie = `time_zone=${zone}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  } catch { /* a sandboxed frame keeps none */ }
})();
