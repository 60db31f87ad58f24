/** The script of a page's tag: shows the launcher, and loads the frame when the page is idle or the chat is opened. */
import { readOptions } from "./options.ts";
import { createWidget, type ParleyApi } from "./widget.ts";

declare global {
  interface Window {
    Parley?: ParleyApi;
  }
}

// The first of two tags wins. After `shutdown()` the tag can be loaded again.
if (!window.Parley) {
  const options = readOptions();
  if (options) window.Parley = createWidget(options, () => delete window.Parley);
  else console.warn("Parley: the script tag needs data-key, or chat.js?key=");
}
