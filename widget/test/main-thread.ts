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

/** Top-level work of a script; what it calls is inside. */
const work = new Set(["EvaluateScript", "v8.compile", "FunctionCall", "FireIdleCallback", "TimerFire"]);

/** @returns milliseconds that code of `chat.js` ran on the main thread of the page, and the longest piece of them. */
export async function measureMainThread(page: Page, visit: () => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    categories: "devtools.timeline,v8.execute,disabled-by-default-v8.compile",
  });
  await visit();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return sumOf(events);
}

function sumOf(events: TraceEvent[]) {
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
  return { total: pieces.reduce((sum, piece) => sum + piece, 0), longest: Math.max(0, ...pieces), pieces };
}

function urlOf(args: TraceEvent["args"]): string {
  return args?.data?.url ?? args?.data?.scriptName ?? "";
}
