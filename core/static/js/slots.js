// The cards of a grid keep their places until the hand ends: the next card takes a place that was left.
(() => {
  "use strict";

  const { all, byId, make } = House;

  let places = []; // the id of the card at each, or ""

  const lay = () => {
    const list = document.querySelector("[data-layout=grid] .cards");
    if (!list || document.querySelector("[data-ended]")) { places = []; return; }
    for (const gap of all(".gap", list)) gap.remove();
    const ids = all(".card", list).map((card) => card.id);
    places = places.some((id) => ids.includes(id)) ? places.map((id) => ids.includes(id) ? id : "") : [];
    for (const id of ids) {
      if (places.includes(id)) continue;
      const free = places.indexOf("");
      places[free < 0 ? places.length : free] = id;
    }
    places.forEach((id, index) => {
      const item = id ? byId(id).closest("li") : make("li", { class: "gap", "aria-hidden": "true" });
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] || null);
    });
  };

  // This comes before the motion of cards, which starts from where they are.
  window.addEventListener("htmx:afterSwap", lay, true);
  lay();
})();
