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

// A call of the server: it is this player's turn. The message names no card.
self.addEventListener("push", (event) => event.waitUntil(showCall(event.data)));

async function showCall(data) {
  const { title, body, table } = data.json();
  const path = `/t/${table}`;
  const icon = "/art/icon-192.png";
  await self.registration.showNotification(title, { body, icon, badge: icon, tag: path, data: path });
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looks = pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path);
  // Some browsers take the permission away from a site that shows nothing, so it is shown and taken back.
  if (looks) for (const note of await self.registration.getNotifications({ tag: path })) note.close();
}

// The browser has replaced its subscription: tell the server, or it calls in vain.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ newSubscription, oldSubscription }) {
  const options = oldSubscription?.options;
  const now = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!now) return;
  const headers = { "content-type": "application/json" };
  await fetch("/api/push", { method: "POST", headers, body: JSON.stringify(now) });
}
