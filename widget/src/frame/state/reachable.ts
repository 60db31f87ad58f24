/** Tells whether the desk is reachable. A short interruption is not shown. */
import { change, chat } from "./store.ts";

const shownAfter = 1_500;

const away = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** `live` is the connection, `calls` are the sends: each can be unreachable. */
export function setReachable(what: "live" | "calls", reachable: boolean): void {
  if (reachable) away.delete(what);
  else away.add(what);
  if (away.size === 0) {
    clearTimeout(timer);
    timer = undefined;
    if (chat().offline) change({ offline: false });
  } else if (!timer) {
    timer = setTimeout(() => change({ offline: true }), shownAfter);
  }
}
