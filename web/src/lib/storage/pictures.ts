/** The message to the service worker, which may be about to store a picture. */
const message = "forget pictures";

/** Deletes the pictures that the service worker has stored. */
export async function forgetPictures(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.active?.postMessage(message);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.startsWith("/images/")) await cache.delete(request);
    }
  } catch {
    // Nothing can be stored in this browser.
  }
}
