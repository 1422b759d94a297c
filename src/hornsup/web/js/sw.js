// The service worker caches only the page that is shown without a connection. Everything else comes
// from the server, so nothing can be out of date.
const NAME = "offline-1";
const PAGE = "/web/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(NAME).then((cache) => cache.addAll([PAGE, "/web/css/offline.css", "/web/js/offline.js"])),
  );
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  const offline = path === PAGE || path === "/web/css/offline.css" || path === "/web/js/offline.js";
  if (event.request.mode !== "navigate" && !offline) return;
  event.respondWith(
    fetch(event.request).catch(() => caches.match(offline ? path : PAGE).then((found) => found ?? Response.error())),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data ?? "/";
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((each) => new URL(each.url).pathname === path);
      return page ? page.focus() : self.clients.openWindow(path);
    }),
  );
});
