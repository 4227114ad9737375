// Hands are put in order by tapping them: a tap gives a hand the next free place, and another takes it away.
(() => {
  "use strict";

  const rowOf = (node) => node.closest("[data-order] > .match");
  const chosen = (node) => [...node.querySelectorAll("input:checked")];

  const forget = () => document.getElementById("unfinished")?.remove();

  document.documentElement.classList.add("taps-order");

  document.addEventListener("click", (event) => {
    const row = rowOf(event.target);
    if (!row || event.target.matches("input")) return;
    event.preventDefault();
    const [current] = chosen(row);
    const taken = chosen(row.parentElement).map((input) => input.value);
    const place = current || [...row.querySelectorAll("input")].find((input) => !taken.includes(input.value));
    place.checked = !current;
    forget();
  });

  // The sentence about what was missing goes once more is chosen.
  document.addEventListener("input", ({ target }) => { if (target.form?.id === "puzzle-answer") forget(); });

  // By keyboard, a place can be chosen that another hand has: that hand loses it.
  document.addEventListener("change", ({ target }) => {
    const row = rowOf(target);
    if (!row) return;
    for (const input of chosen(row.parentElement)) {
      if (input !== target && input.value === target.value) input.checked = false;
    }
  });
})();
