{% load static static_build %}// Lessons and rulebooks can be read without a connection. Online, every page comes from the site, never from here.
"use strict";

const SHELL = "shell-{{ version }}";
const FILES = [{% for url in "css/house.css"|addresses %}
  "{{ url }}",{% endfor %}{% for url in "js/house.js"|addresses %}
  "{{ url }}",{% endfor %}
  "{% static "css/base.css" %}",
  "{% static "css/controls.css" %}",
  "{% static "css/frame.css" %}",
  "{% static "css/lesson_step.css" %}",
  "{% static "css/still.css" %}",
  "{% static "css/low.css" %}",
  "{% static "css/pages.css" %}",
  "{% static "css/print.css" %}",
  "{% static "css/rulebook.css" %}",
  "{% static "fonts/aleo.woff2" %}",
  "{% static "img/favicon.svg" %}",
  "{% static "js/auto-continue.js" %}",
  "{% static "js/early.js" %}",
  "{% static "js/offline.js" %}",
  "{% static "js/offline-lesson.js" %}",
  "{% static "js/slots.js" %}",
  "{% static "js/tray.js" %}",
  "{% static "django_htmx/htmx-2.min.js" %}",
];
const OFFLINE = "{% url "offline" %}";
const STATIC = "{% get_static_prefix %}";
const HASHED = /\.[0-9a-f]{12}\.\w+$/; // such a file never changes
const PAGES = "pages-"; // with the key of the reader whose pages they are
const MOST = 60; // pages that are kept

// -- versions --------------------------------------------------------------------------------------------------------
const fillShell = async () => {
  const shell = await caches.open(SHELL);
  await shell.addAll([...new Set(FILES), new Request(OFFLINE, { cache: "reload", credentials: "omit" })]);
  await self.skipWaiting();
};

// Pages that came with another version name files that are no longer kept.
const replaceOldVersion = async () => {
  for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
  await self.clients.claim();
};

self.addEventListener("install", (event) => event.waitUntil(fillShell()));
self.addEventListener("activate", (event) => event.waitUntil(inTurn(replaceOldVersion)));

// -- answers ---------------------------------------------------------------------------------------------------------
const ANY = { ignoreVary: true }; // a kept page has one variant
const findCopy = (request) => caches.match(request, ANY);

const answerPage = async (event) => {
  try {
    const response = await fetch(event.request);
    const copy = response.clone();
    event.waitUntil(inTurn(() => keepVisited(event.request.url, copy)));
    return response;
  } catch {
    return (await findCopy(event.request)) || findCopy(OFFLINE);
  }
};

const answerFile = async (request) => {
  const copy = await findCopy(request);
  if (copy && HASHED.test(request.url)) return copy;
  return fetch(request).catch(() => copy || Response.error());
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerPage(event));
  else if (pathname.startsWith(STATIC)) event.respondWith(answerFile(request));
});

// -- pages that are kept ---------------------------------------------------------------------------------------------
let turn = Promise.resolve();
const inTurn = (work) => (turn = turn.then(work, work));

const listPageCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PAGES));

// After a sign-out, or with another account, the next page says that the reader is another one. Pages of a visitor about whom
// nothing was stored go with the reader whom that visitor has become.
const keepVisited = async (url, response) => {
  const reader = response.headers.get("House-Reader");
  if (reader === null) return;
  const pages = await caches.open(PAGES + reader);
  for (const name of await listPageCaches()) {
    if (name === PAGES + reader) continue;
    const old = await caches.open(name);
    if (name === PAGES) for (const request of await old.keys()) await pages.put(request, await old.match(request, ANY));
    await caches.delete(name);
  }
  await keep(url, response);
};

const keep = async (url, response) => {
  const pages = await caches.open(PAGES + response.headers.get("House-Reader"));
  if (response.status !== 200 || response.redirected || !response.headers.has("House-Keep")) return;
  await pages.put(url, response);
  for (const old of (await pages.keys()).slice(0, -MOST)) await pages.delete(old);
};

// A page that was asked for before a sign-out can arrive after it.
const keepFetched = async (url, response) => {
  const known = await listPageCaches();
  if (!known.length || known.includes(PAGES + response.headers.get("House-Reader"))) await keep(url, response);
};

// One after the other: an address has few requests at once, and what its reader asks for goes first.
const keepLesson = async (urls) => {
  for (const url of urls.slice(0, MOST)) {
    if (await findCopy(url)) continue;
    const response = await fetch(url).catch(() => null);
    if (!response?.headers.has("House-Reader")) return;
    await inTurn(() => keepFetched(url, response));
  }
};

let lessons = Promise.resolve();
self.addEventListener("message", (event) => {
  lessons = lessons.then(() => keepLesson(event.data.keep)).catch(() => {});
  event.waitUntil(lessons);
});
