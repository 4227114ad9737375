// Cards of one's hand are dragged with the mouse or a finger. It is a touch more: where a card is let go, is where it would
// have been put by choosing it and then touching the place (see control.js).
(() => {
  "use strict";

  const { all, byId, make, controlOf } = House;
  const FAR = 8; // so many pixels make a drag of a touch

  let drag = null;

  const under = (event, selector) => document.elementFromPoint(event.clientX, event.clientY)?.closest(selector);

  const begin = () => {
    const { control, card } = drag;
    drag.kept = control.picks.slice();
    if (!control.picks.includes(card.id)) control.picks = [card.id];
    control.draw();
    const width = card.getBoundingClientRect().width;
    drag.ghost = make("div", { class: "dragged", inert: true });
    drag.ghost.style.setProperty("--card-w", `${width}px`);
    for (const id of control.picks) {
      const copy = byId(id).cloneNode(true);
      copy.removeAttribute("id");
      drag.ghost.append(copy);
    }
    document.body.append(drag.ghost);
    document.documentElement.classList.add("dragging");
  };

  const move = (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      if (drag.control.busy || drag.control.run) return end();
      begin();
    }
    drag.ghost.style.setProperty("transform", `translate(${event.clientX}px, ${event.clientY}px) translate(-20%, -50%)`);
    const over = under(event, "[data-place]");
    for (const place of all("[data-place]", drag.control.root)) place.classList.toggle("over", place === over);
  };

  const end = () => {
    drag?.ghost?.remove();
    document.documentElement.classList.remove("dragging");
    drag = null;
  };

  // What is dropped beside all places is as it was before.
  const drop = (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { control, kept, ghost } = drag;
    const place = ghost && under(event, "[data-place]");
    const card = ghost && under(event, "button.card");
    end();
    if (!ghost) return;
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 0);
    if (card && control.kindsIn(card.dataset.zone, "partners")) return control.tapPartner(card.id, card.dataset.zone);
    if (place && control.root.contains(place)) return control.tapPlace(place.dataset.place);
    control.picks = kept.filter(byId);
    control.draw();
  };

  const stop = (event) => { event.preventDefault(); event.stopPropagation(); };

  document.addEventListener("pointerdown", (event) => {
    const card = event.isPrimary && !event.button && event.target.closest(".dock button.card");
    const control = card && controlOf(card);
    if (control) drag = { control, card, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    if (drag.ghost) { drag.control.picks = drag.kept.filter(byId); drag.control.draw(); }
    end();
  });
})();
