// The page for when there is no connection: it lists what is kept, and loads again once there is one.
(async () => {
  "use strict";

  const list = document.getElementById("kept");
  const step = (() => { try { return localStorage.getItem("house.step"); } catch { return null; } })();
  // A device says that it is online before the site can be reached, and its reader may be on the way to a kept page.
  window.addEventListener("online", () => fetch("/health/live").then(() => location.reload(), () => {}));

  // All steps of a lesson are one entry: the step that was open last, if it is kept, else the first.
  const kept = new Map();
  for (const name of await caches.keys()) {
    const pages = await caches.open(name);
    for (const { url } of name.startsWith("pages-") ? await pages.keys() : []) {
      const page = new DOMParser().parseFromString(await (await pages.match(url, { ignoreVary: true })).text(), "text/html");
      const title = page.title.replace(/(, step \d+)? · House Rules$/, "");
      const game = page.querySelector(".crumbs a")?.textContent;
      const label = game && !title.includes(game) ? `${game}: ${title}` : title;
      if (!kept.has(label) || url === step) kept.set(label, url);
    }
  }
  for (const [label, url] of [...kept].sort()) {
    const link = document.createElement("a");
    link.href = url;
    link.textContent = label;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  document.getElementById("kept-pages").hidden = !kept.size;
})();
