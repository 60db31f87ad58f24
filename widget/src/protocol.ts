/** The messages between the page's loader and the frame by postMessage. Each side checks origin and source. */
import type { WidgetLook } from "@parley/contract/widget";

/** The last text that came while the panel was closed. */
export type Peek = { author: string; text: string };

/** `referrer`: the page before it, empty where there is none. */
export type PageAddress = { url: string; title: string; referrer?: string };

export type ToFrame =
  | { parley: "open" }
  | { parley: "close" }
  | { parley: "identify"; jwt: string }
  | { parley: "sign-out" }
  | { parley: "return"; code: string }
  | { parley: "page"; page: PageAddress }
  | { parley: "theme"; theme: "light" | "dark" | null }
  /** True when the panel fills the screen. */
  | { parley: "full"; full: boolean };

export type ToPage =
  | { parley: "ready" }
  | { parley: "close" }
  | { parley: "open" }
  /** A picture is open: the panel takes all available room. */
  | { parley: "large"; large: boolean }
  | { parley: "wants-page" }
  | { parley: "unread"; count: number; inTitle: boolean }
  | { parley: "message"; peek: Peek }
  | { parley: "identified" }
  | { parley: "look"; look: Pick<WidgetLook, "colour" | "on_colour" | "side"> }
  | { parley: "error"; code: string; text: string };
