/** Messages between the page and the chat. */
import { themeOf } from "./address.ts";
import { isOwnPage, onPageMessage, postToPage } from "./host.ts";
import { applyTheme } from "./look.ts";
import { recallOpen, rememberOpen } from "./state/navigate.ts";
import { identify, returnWith, signOut } from "./state/session.ts";
import { change, chat, listen, unreadCount } from "./state/store.ts";

export function followPage(): void {
  const wasOpen = recallOpen();
  onPageMessage((message) => {
    switch (message.parley) {
      case "open":
        return change({ open: true });
      case "close":
        return change({ open: false });
      case "full":
        return change({ full: message.full === true });
      case "theme":
        change({ theme: themeOf(message.theme) });
        return applyTheme(chat().settings?.theme ?? "page");
      case "identify":
        return void identify(String(message.jwt));
      case "sign-out":
        return void signOut();
      case "return":
        return void returnWith(String(message.code));
    }
  });
  postToPage({ parley: "ready" });
  if (wasOpen) postToPage({ parley: "open" });
  if (isOwnPage) change({ open: true });
  listen(() => rememberOpen(chat().open));
}

/** Reports the number for the launcher, and for the page's title when the visitor wants it there. */
export function reportUnread(): void {
  let posted = "0 false";
  const report = () => {
    const count = unreadCount(chat());
    const inTitle = chat().choices.title && !chat().visible;
    const now = `${count} ${inTitle}`;
    if (now === posted) return;
    posted = now;
    postToPage({ parley: "unread", count, inTitle });
  };
  report();
  listen(report);
}
