/** A message from the service worker to a page: show an address of the console. */
export type ToPage = { type: "open"; path: string };

/** A message from a page to the waiting service worker: the script the page started with. */
export type ToWorker = { type: "takeOver"; entry: string };
