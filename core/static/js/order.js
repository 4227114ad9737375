// Hands are put in order by tapping them: a tap gives a hand the next free place, and another takes it away.
(() => {
  "use strict";

  const rowOf = (node) => node.closest("[data-order] > .match");
  const chosen = (node) => [...node.querySelectorAll("input:checked")];

  document.documentElement.classList.add("taps-order");

  document.addEventListener("click", (event) => {
    const row = rowOf(event.target);
    if (!row || event.target.matches("input")) return;
    event.preventDefault();
    const [mine] = chosen(row);
    const taken = chosen(row.parentElement).map((one) => one.value);
    const next = mine || [...row.querySelectorAll("input")].find((one) => !taken.includes(one.value));
    next.checked = !mine;
  });

  // By keyboard, a place can be chosen that another hand has: that hand loses it.
  document.addEventListener("change", ({ target }) => {
    const row = rowOf(target);
    if (!row) return;
    for (const other of chosen(row.parentElement)) {
      if (other !== target && other.value === target.value) other.checked = false;
    }
  });
})();
