import { limits } from "@parley/contract/limits";

let timer: ReturnType<typeof setInterval> | undefined;
let own = "";

/** Sets the title of the page; while a notice alternates with it, the other half. */
export function setPageTitle(title: string): void {
  if (timer === undefined) document.title = title;
  else {
    if (document.title === own) document.title = title;
    own = title;
  }
}

/** Alternates the notice with the page's title, until `stopNotice`. */
export function startNotice(notice: string): void {
  if (timer !== undefined) return;
  own = document.title;
  const toggle = () => {
    document.title = document.title === notice ? own : notice;
  };
  toggle();
  timer = setInterval(toggle, limits.titleAlternates);
}

export function stopNotice(): void {
  if (timer === undefined) return;
  clearInterval(timer);
  timer = undefined;
  document.title = own;
}
