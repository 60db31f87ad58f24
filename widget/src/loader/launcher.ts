/** What stands on the page: the launcher with its count, the peek at a reply, and the panel that holds the frame. */
import type { WidgetLook } from "@parley/contract/widget";
import type { Peek } from "../protocol.ts";
import { cross, element, icon, speech } from "./elements.ts";
import { style } from "./style.ts";
import { launcherTexts } from "./texts.ts";

export type Launcher = ReturnType<typeof createLauncher>;

const peekFor = 8_000;

type Uses = { language: string; toggle: () => void; open: () => void };

export function createLauncher({ language, toggle, open }: Uses) {
  const texts = launcherTexts(language);
  const host = element("div");
  const shadow = host.attachShadow({ mode: "closed" });
  addStyle(shadow);
  const count = element("span", { class: "count", "aria-hidden": "true", hidden: "" });
  const button = element(
    "button",
    { class: "launch", type: "button", "aria-expanded": "false" },
    icon(speech, "talk"),
    icon(cross, "x"),
    count,
  );
  const peekText = element("button", { class: "text", type: "button" });
  const hide = element(
    "button",
    { class: "hide", type: "button", "aria-label": texts.dismiss },
    icon(cross, ""),
  );
  const peek = element("div", { class: "peek", hidden: "" }, peekText, hide);
  const news = element("div", { role: "status" }, peek);
  const panel = element("div", { class: "panel", hidden: "" });
  const root = element("div", { class: "root", lang: language, dir: "ltr" }, panel, news, button);
  shadow.append(root);

  let unread = 0;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", toggle);
  peekText.addEventListener("click", open);
  hide.addEventListener("click", hidePeek);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!peek.hidden) hidePeek();
    else if (isOpen) toggle();
  });
  // A reader takes as long as it takes.
  peek.addEventListener("pointerenter", () => clearTimeout(timer));
  peek.addEventListener("pointerleave", hideLater);
  describe();

  function describe() {
    const more = unread > 0 ? `, ${texts.unread}: ${unread}` : "";
    button.setAttribute("aria-label", isOpen ? texts.close : texts.open + more);
    button.setAttribute("aria-expanded", String(isOpen));
    count.textContent = unread > 99 ? "99+" : String(unread);
    count.hidden = unread === 0 || isOpen;
  }

  function hidePeek() {
    clearTimeout(timer);
    if (shadow.activeElement && peek.contains(shadow.activeElement)) button.focus();
    peek.hidden = true;
  }

  function hideLater() {
    clearTimeout(timer);
    timer = setTimeout(hidePeek, peekFor);
  }

  return {
    host,
    panel,
    focus: () => button.focus(),
    setLook({ colour, on_colour, side }: Pick<WidgetLook, "colour" | "on_colour" | "side">) {
      host.style.setProperty("--brand", colour);
      host.style.setProperty("--on-brand", on_colour);
      root.classList.toggle("left", side === "left");
    },
    mark(name: "full" | "fill" | "dark" | "ready", on: boolean) {
      root.classList.toggle(name, on);
    },
    setOpen(now: boolean) {
      isOpen = now;
      root.classList.toggle("open", now);
      panel.hidden = !now;
      if (now) hidePeek();
      describe();
    },
    setUnread(now: number) {
      unread = now;
      describe();
    },
    showPeek({ author, text }: Peek) {
      peekText.replaceChildren(element("b", {}, author), text);
      peek.hidden = false;
      hideLater();
    },
    remove() {
      clearTimeout(timer);
      host.remove();
    },
  };
}

/** A policy without `style-src` of ours refuses style elements, but not sheets that a script constructs. */
function addStyle(shadow: ShadowRoot) {
  if ("adoptedStyleSheets" in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    shadow.adoptedStyleSheets = [sheet];
  } else {
    (shadow as ShadowRoot).append(element("style", {}, style));
  }
}
