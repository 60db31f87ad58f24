/**
 * Measures the cost of the widget's loader on the main thread of a page, on a processor four times slower.
 * Counted on that thread, by the browser's own trace: compiling and running `chat.js`, and every callback of its (idle
 * time, timers, events, answers, messages) and promise, with all that the browser does meanwhile: building elements,
 * parsing styles, making the frame. The time to make the frame is also given alone, since the browser needs it for any
 * `<iframe>`. Not counted: the browser's own work, such as receiving the script and rendering, and everything in the
 * frame. Each counts with four times its processor time: a browser that slows itself down does so by waiting busily,
 * also while the machine runs something else.
 */
import type { CDPSession, Page } from "playwright-core";

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Timestamps in microseconds. */
  ts: number;
  dur?: number;
  /** The processor time of the thread in it. */
  tdur?: number;
  args?: { fileName?: string; data?: { url?: string; scriptName?: string } };
};

/**
 * Milliseconds: in all, making the frame within that, the longest piece, and the run time of the page's own scripts.
 */
export type MainThread = { total: number; frame: number; longest: number; page: number };

const slower = 4;

/** Measures until the chat is ready. The page's own scripts must not wait for anything. */
export async function measureMainThread(page: Page, address: string): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  const endTrace = await trace(session);
  const attached = page.waitForEvent("frameattached");
  await page.goto(address);
  const frame = await attached;
  await frame.getByRole("button", { name: "Start a conversation" }).waitFor({ state: "attached" });
  return sumOf(await endTrace(), new URL(address).href);
}

async function trace(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    categories: "devtools.timeline,v8,navigation,toplevel",
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    return events;
  };
}

function sumOf(events: TraceEvent[], address: string): MainThread {
  const whole = events.filter(({ ph }) => ph === "X");
  const run = whole.find((one) => one.name === "EvaluateScript" && isLoader(one));
  if (!run) throw new Error("The trace has no chat.js");
  const thread = whole.filter(({ pid, tid, ts }) => pid === run.pid && tid === run.tid && ts >= run.ts);
  const framed = thread.find((one) => one.name === makesFrame)?.ts ?? 0;
  const ours = outermost(thread.filter((one) => isLoader(one) || (one.name === goesOn && one.ts < framed)));
  const frames = thread.filter(
    (one) => one.name === makesFrame && ours.some((piece) => isWithin(piece, one)),
  );
  const pieces = ours.map(timeOf);
  const inPage = whole.filter(({ name, args }) => name === "EvaluateScript" && args?.data?.url === address);
  const page = sum(inPage.map(timeOf));
  return { page, total: sum(pieces), frame: sum(frames.map(timeOf)), longest: Math.max(...pieces) };
}

/** This event names no script: until there is a frame, every promise is the page's. */
const goesOn = "BlinkScheduler_PerformMicrotaskCheckpoint";
const makesFrame = "HTMLFrameOwnerElement::LoadOrRedirectSubframe";

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

const isLoader = ({ args }: TraceEvent): boolean =>
  /\/chat\.js/.test(args?.data?.url ?? args?.data?.scriptName ?? args?.fileName ?? "");

const isWithin = (outer: TraceEvent, { pid, tid, ts }: TraceEvent): boolean =>
  pid === outer.pid && tid === outer.tid && ts >= outer.ts && ts <= outer.ts + (outer.dur ?? 0);

/** Removes events inside another. */
function outermost(events: TraceEvent[]): TraceEvent[] {
  const kept: TraceEvent[] = [];
  for (const event of events.toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0)))
    if (!kept.some((outer) => isWithin(outer, event))) kept.push(event);
  return kept;
}

/** Milliseconds on the slower processor. */
const timeOf = ({ dur = 0, tdur = dur }: TraceEvent) => (slower * tdur) / 1_000;
