/** How long a page's main thread works for the widget, on a processor four times slower: from the trace of the browser. */
import type { Page } from "playwright-core";

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** What the thread ran of it: others on a busy machine do not count. */
  tdur?: number;
  args?: { data?: { url?: string; scriptName?: string; frame?: string } };
};

type Shown = typeof window & { Parley: { on: (name: string, listener: () => void) => void } };

/** Milliseconds: altogether, and of the longest piece. */
export type MainThread = { total: number; longest: number };

/** Top-level work of a script; what it calls is inside. */
const work = new Set(["EvaluateScript", "v8.compile", "FunctionCall", "FireIdleCallback", "TimerFire"]);

/** How long code of `chat.js` runs on the main thread of a page until the chat is ready. */
export async function measureMainThread(page: Page, address: string): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    categories: "devtools.timeline,v8.execute,disabled-by-default-v8.compile",
  });
  await page.goto(address);
  await page.waitForFunction(() => "Parley" in window);
  // Also when the frame was ready before.
  await page.evaluate(
    () => new Promise<void>((resolve) => (window as Shown).Parley.on("ready", () => resolve())),
  );
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return sumOf(events);
}

function sumOf(events: TraceEvent[]): MainThread {
  const ours = events
    .filter(({ name, ph, args }) => ph === "X" && work.has(name) && /chat\.js/.test(urlOf(args)))
    .sort((one, other) => one.ts - other.ts);
  let until = 0;
  const pieces: number[] = [];
  for (const { ts, dur = 0, tdur = dur } of ours) {
    // Inside one that is counted already.
    if (ts + dur <= until) continue;
    pieces.push(tdur / 1_000);
    until = ts + dur;
  }
  return { total: pieces.reduce((sum, piece) => sum + piece, 0), longest: Math.max(0, ...pieces) };
}

function urlOf(args: TraceEvent["args"]): string {
  return args?.data?.url ?? args?.data?.scriptName ?? "";
}
