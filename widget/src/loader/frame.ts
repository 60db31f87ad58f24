/** The frame from the desk's origin, and the messages between it and the page. */
import type { ToFrame, ToPage } from "../protocol.ts";
import { element } from "./elements.ts";
import type { Options } from "./options.ts";

/** Milliseconds. A frame that has sent nothing by then is refused to this page, or unreachable. */
const readyWithin = 20_000;

type Uses = {
  title: string;
  language: string;
  theme: "light" | "dark" | null;
  receive: (message: ToPage) => void;
  missing: () => void;
};

export function createFrame(
  { key, origin, fill }: Options,
  { title, language, theme, receive, missing }: Uses,
) {
  const facts = [
    `origin=${encodeURIComponent(location.origin)}&language=${language}`,
    ...(theme ? [`theme=${theme}`] : []),
    ...(fill ? ["fill=1"] : []),
  ].join("&");
  const frame = element("iframe", {
    title,
    src: `${origin}/chat/frame/${encodeURIComponent(key)}#${facts}`,
    allow: "clipboard-write; autoplay; fullscreen",
    // The page's address is sent only when the company asks for it.
    referrerpolicy: "origin",
  });
  let waiting: ToFrame[] | null = [];
  const timer = setTimeout(missing, readyWithin);
  window.addEventListener("message", onMessage);

  function onMessage({ data, origin: from, source }: MessageEvent) {
    if (source !== frame.contentWindow || from !== origin || typeof data?.parley !== "string") return;
    const message = data as ToPage;
    if (message.parley === "ready") {
      clearTimeout(timer);
      receive(message);
      const queue = waiting ?? [];
      waiting = null;
      for (const one of queue) post(one);
      return;
    }
    receive(message);
  }

  function post(message: ToFrame) {
    if (waiting) waiting.push(message);
    else frame.contentWindow?.postMessage(message, origin);
  }

  return {
    element: frame,
    post,
    focus: () => frame.focus(),
    remove() {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      frame.remove();
    },
  };
}
