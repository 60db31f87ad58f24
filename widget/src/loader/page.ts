/** The loader's reads and small changes of the surrounding page. */
import type { PageAddress } from "../protocol.ts";

/** The theme that the page names in an attribute or a class, which is read without its styles. */
export function namedTheme(): "light" | "dark" | null {
  const html = document.documentElement;
  const said = `${html.dataset.theme ?? ""} ${html.className}`.toLowerCase().split(/[\s-]+/);
  for (const theme of ["dark", "light"] as const) if (said.includes(theme)) return theme;
  return null;
}

/** The page's theme; null where it sets none. */
export function pageTheme(): "light" | "dark" | null {
  const named = namedTheme();
  if (named) return named;
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  return scheme === "dark" || scheme === "light" ? scheme : null;
}

export function watchPageTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["class", "data-theme", "style"] });
  return () => observer.disconnect();
}

/** The fragment is left out, since it may be a secret of the page. */
export function pageAddress(): PageAddress {
  const { origin, pathname, search } = location;
  return {
    url: (origin + pathname + search).slice(0, 2_000),
    title: document.title.slice(0, 200),
    referrer: document.referrer.slice(0, 2_000),
  };
}

/** The code of a mail's link; it is removed from the address, so that it is neither copied nor sent on. */
export function consumeReturnCode(): string | null {
  if (!location.hash.includes("parley-chat=")) return null;
  const found = /(?:^#|&)parley-chat=([\w-]{1,200})/.exec(location.hash);
  if (!found) return null;
  const rest = location.hash.replace(found[0], "");
  history.replaceState(history.state, "", location.pathname + location.search + rest);
  return found[1] ?? null;
}

/** Shows "(2) Title" while there are unread messages. */
export function createTitleCount() {
  const counted = /^\(\d+\) /;
  return (count: number) => {
    const title = document.title.replace(counted, "");
    if (count > 0) document.title = `(${count}) ${title}`;
    else if (counted.test(document.title)) document.title = title;
  };
}

/** Keeps the page behind a chat that fills the screen from scrolling. */
export function lockScroll(): () => void {
  const { style } = document.documentElement;
  const before = style.overflow;
  style.overflow = "hidden";
  return () => {
    style.overflow = before;
  };
}
