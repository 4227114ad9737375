// Tells the one page that an embedded puzzle was made for how an answer went, and how high the puzzle is.
(() => {
  "use strict";

  const { origin } = document.documentElement.dataset;
  if (!origin || window.parent === window) return;

  const tell = (what, said) => window.parent.postMessage({ type: `house-rules:${what}`, ...said }, origin);

  let told = "";
  const tellAnswer = () => {
    const { puzzle, right, tries } = document.getElementById("puzzle")?.dataset ?? {};
    if (!right || tries === told) return;
    told = tries;
    tell("answer", { puzzle, right: right === "yes", tries: Number(tries) });
  };

  new ResizeObserver(() => tell("height", { height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(document.body);
  document.addEventListener("htmx:afterSettle", tellAnswer);
  tellAnswer();
})();
