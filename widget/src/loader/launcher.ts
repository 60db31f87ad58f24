/**
 * The elements on the page: the launcher with its count, the peek at a reply, and the panel that holds the frame. Each
 * part is built when it is first shown, to spare the page's main thread.
 */
import type { WidgetLook } from "@parley/contract/widget";
import type { Peek } from "../protocol.ts";
import { cross, element, icon, speech } from "./elements.ts";
import { launcherStyle, panelStyle } from "./style.ts";
import { launcherTexts } from "./texts.ts";

export type Launcher = ReturnType<typeof createLauncher>;

const peekFor = 8_000;

type Uses = { language: string; toggle: () => void; open: () => void };
type Look = Pick<WidgetLook, "colour" | "on_colour" | "side">;

export function createLauncher({ language, toggle, open }: Uses, { colour, on_colour, side }: Look) {
  const texts = launcherTexts(language);
  const host = element("div");
  const shadow = host.attachShadow({ mode: "closed" });
  addStyle(shadow, `${launcherStyle}:host { --brand: ${colour}; --on-brand: ${on_colour}; }`);
  const button = element("button", { class: "launch", type: "button" }, icon(speech, "talk"));
  const root = element("div", { class: `root ${side}`, lang: language, dir: "ltr" }, button);
  shadow.append(root);
  let shown: Look = { colour, on_colour, side };

  let unread = 0;
  let isOpen = false;
  let panel: HTMLElement | null = null;
  const news = element("div", { role: "status" });
  let peek: ReturnType<typeof createPeek> | null = null;
  let count: HTMLElement | null = null;
  let closing: Element | null = null;
  let hasPanelStyle = false;
  button.addEventListener("click", toggle);
  root.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    if (peek?.isShown()) peek.hide();
    else if (isOpen) toggle();
  });
  describe();

  function addPanelStyle() {
    if (!hasPanelStyle) addStyle(shadow, panelStyle);
    hasPanelStyle = true;
  }

  function setLook(look: Look) {
    if (look.colour === shown.colour && look.on_colour === shown.on_colour && look.side === shown.side)
      return;
    shown = look;
    host.style.setProperty("--brand", look.colour);
    host.style.setProperty("--on-brand", look.on_colour);
    root.classList.toggle("left", look.side === "left");
  }

  function describe() {
    const more = unread > 0 ? `, ${texts.unread}: ${unread}` : "";
    button.setAttribute("aria-label", isOpen ? texts.close : texts.open + more);
    button.setAttribute("aria-expanded", String(isOpen));
    if (unread > 0 && !count) {
      count = element("span", { class: "count", "aria-hidden": "true" });
      button.append(count);
    }
    if (!count) return;
    count.textContent = unread > 99 ? "99+" : String(unread);
    count.hidden = unread === 0 || isOpen;
  }

  return {
    host,
    focus: () => button.focus(),
    /** True when no other element of the page has the focus. */
    mayGiveFocus: () => [host, document.body, null].includes(document.activeElement as HTMLElement | null),
    setLook,
    /** Adds the frame; it is hidden until it is opened. */
    hold(frame: HTMLElement): void {
      // A screen reader announces only changes of a region that already existed.
      button.before(news);
      panel = element("div", { class: "panel" }, frame);
      panel.hidden = !isOpen;
      root.prepend(panel);
    },
    panel: () => panel,
    mark(name: "full" | "fill" | "dark" | "ready" | "large", on: boolean) {
      root.classList.toggle(name, on);
    },
    setOpen(now: boolean) {
      isOpen = now;
      if (now) addPanelStyle();
      if (now && !closing) {
        closing = icon(cross, "x");
        button.append(closing);
      }
      root.classList.toggle("open", now);
      if (panel) panel.hidden = !now;
      if (now) peek?.hide();
      describe();
    },
    setUnread(now: number) {
      if (now === unread) return;
      unread = now;
      describe();
    },
    showPeek(message: Peek) {
      addPanelStyle();
      if (!peek) {
        peek = createPeek({ dismiss: texts.dismiss, open, leave: () => button.focus() }, shadow);
        news.append(peek.element);
      }
      peek.show(message);
    },
    remove() {
      peek?.hide();
      host.remove();
    },
  };
}

type PeekUses = { dismiss: string; open: () => void; leave: () => void };

function createPeek({ dismiss, open, leave }: PeekUses, shadow: ShadowRoot) {
  const text = element("button", { class: "text", type: "button" });
  const close = element("button", { class: "hide", type: "button", "aria-label": dismiss }, icon(cross, ""));
  const peek = element("div", { class: "peek", hidden: "" }, text, close);
  let timer: ReturnType<typeof setTimeout> | undefined;
  text.addEventListener("click", open);
  close.addEventListener("click", hide);
  // The peek stays as long as the pointer is over it.
  peek.addEventListener("pointerenter", () => clearTimeout(timer));
  peek.addEventListener("pointerleave", hideLater);

  function hide() {
    clearTimeout(timer);
    if (shadow.activeElement && peek.contains(shadow.activeElement)) leave();
    peek.hidden = true;
  }

  function hideLater() {
    clearTimeout(timer);
    timer = setTimeout(hide, peekFor);
  }

  return {
    element: peek,
    isShown: () => !peek.hidden,
    hide,
    show(message: Peek) {
      text.replaceChildren(element("b", {}, message.author), message.text);
      peek.hidden = false;
      hideLater();
    },
  };
}

/** A policy without our `style-src` refuses style elements, but not sheets that a script constructs. */
function addStyle(shadow: ShadowRoot, style: string) {
  if ("adoptedStyleSheets" in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  } else {
    (shadow as ShadowRoot).append(element("style", {}, style));
  }
}
