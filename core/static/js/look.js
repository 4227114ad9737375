// Runs before the page is painted: the reader's choice of theme, suit colours, motion, pace and sound.
for (const name of ["theme", "four-colour", "motion", "pace", "sound"]) {
  try {
    const value = localStorage.getItem("house." + name);
    if (value) document.documentElement.setAttribute("data-" + name, value);
  } catch { /* storage may be closed: the system's choice holds */ }
}
