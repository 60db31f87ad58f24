/** What the service worker tells a page: to show an address of the console. */
export type ToPage = { type: "open"; path: string };

/** What a page tells the service worker that waits: with which script it started itself. */
export type ToWorker = { type: "takeOver"; entry: string };
