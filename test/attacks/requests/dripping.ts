/** Connections that send a byte a second from the beginning of a run: the desk ends each when its time is over. */
import { head, type Line, openLine } from "../raw.ts";
import type { Pair } from "../signed/accounts.ts";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

export type Dripping = { lines: Line[]; startedAt: number; stop(): void };

const lines = 24;
/** Milliseconds. A body may last 30 s; a busy machine and a periodic timer may need as long again. */
const timeout = 60_000;

/** Drips into a call of an agent, and into webhooks, whose signature can only be checked once the body is there. */
export function startDripping(url: string, cookie: string, signed: Pair[]): Dripping {
  const { host } = new URL(url);
  const json = { host, "content-type": "application/json", "content-length": 100_000 };
  const heads = [
    head("POST", "/save-draft", { ...json, origin: url, cookie }),
    ...signed.map(({ own, theirs }) => head("POST", theirs.path, { ...json, ...own.sign("") })),
  ];
  const open = Array.from({ length: lines }, (_, at) => {
    const line = openLine(url);
    const whole = heads[Math.floor(at / 2) % heads.length] ?? "";
    line.write(at % 2 ? `${whole}{` : whole.slice(0, -2));
    return line;
  });
  const timer = setInterval(() => {
    for (const [at, { socket }] of open.entries()) if (!socket.destroyed) socket.write(at % 2 ? " " : "x");
  }, 1000);
  return {
    lines: open,
    startedAt: Date.now(),
    stop() {
      clearInterval(timer);
      for (const { socket } of open) socket.destroy();
    },
  };
}

export async function dripping({ dripping: drip }: Stage, trial: Trial): Promise<void> {
  const left = drip.startedAt + timeout - Date.now();
  await becomes(() => drip.lines.every(({ socket }) => socket.destroyed), Math.max(0, left));
  for (const [at, { socket }] of drip.lines.entries())
    trial.note(
      socket.destroyed ? null : `a ${at % 2 ? "body" : "header"} that never ends is open after a minute`,
    );
}
