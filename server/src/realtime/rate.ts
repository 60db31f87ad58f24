import type { LiveSocket } from "./sockets.ts";

/** A console says a few things a second. */
const perSecond = 50;
const burst = 100;

/** Cuts a socket that floods; a console comes back by itself. */
export function limitRate(socket: LiveSocket): void {
  let tokens = burst;
  let last = Date.now();
  socket.use((_event, next) => {
    const now = Date.now();
    tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond);
    last = now;
    if (tokens < 1) {
      socket.disconnect(true);
      return;
    }
    tokens -= 1;
    next();
  });
}
