// Pages of a class: moments by the reader's own clock, and what there is to say of a row where it can be seen.
(() => {
  "use strict";

  const { all, byId } = House;

  // What the house says in UTC is told in local time, and what is typed is sent with its zone.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const two = (number) => String(number).padStart(2, "0");
  const typed = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
  const told = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

  const localise = () => {
    for (const time of all("time[data-local]")) {
      time.textContent = told.format(new Date(time.dateTime));
      time.removeAttribute("data-local");
    }
    for (const field of all("[data-utc] input")) {
      if (field.value) field.value = typed(new Date(`${field.value}Z`));
      field.parentElement.removeAttribute("data-utc");
    }
    for (const field of all("input[name=zone]")) if (!field.value) field.value = zone;
    for (const note of all("[data-zone-note]")) note.textContent = `Times are in your time zone (${zone}).`;
  };

  localise();
  document.addEventListener("htmx:afterSettle", localise);

  // Whoever presses a row of a long table sees what is said of it, wherever that stands.
  document.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => {
    if (requestConfig?.elt.matches(".marks a")) byId("detail")?.parentElement.scrollIntoView({ block: "nearest" });
  });
})();
