// The service worker keeps lessons for when there is no connection. It waits until the page has loaded.
window.addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
