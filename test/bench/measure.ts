import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds. */
export type Spread = { p50: number; p95: number; p99: number };
export type Measured = Spread & { sent: number; heard: number; refused: number; perSecond: number };

export function spreadOf(durations: number[]): Spread {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** A system that gets texts and pushes them to a listener. */
export type Target = {
  /** The status of the answer. */
  send(text: string, ticket: number): Promise<number>;
  onText(listener: (text: string) => void): void;
  close(): Promise<void>;
};

export type Plan =
  | { kind: "open"; perSecond: number; seconds: number; tickets: number }
  | { kind: "closed"; workers: number; seconds: number; tickets: number };

let runs = 0;

/**
 * Measures from the moment a text was due to the moment its push arrives. In an open loop nothing waits for an answer,
 * and a late send counts from its due time.
 */
export async function run(target: Target, plan: Plan): Promise<Measured> {
  const name = `run ${++runs}, text`;
  const due = new Map<string, number>();
  const durations: number[] = [];
  const counts = { sent: 0, refused: 0 };
  let hearing = true;
  target.onText((text) => {
    const since = due.get(text);
    if (!hearing || since === undefined) return;
    durations.push(performance.now() - since);
    due.delete(text);
  });
  const tell = async (number: number, since: number) => {
    const text = `${name} ${number}`;
    due.set(text, since);
    counts.sent += 1;
    const status = await target.send(text, number % plan.tickets);
    if (status !== 200) counts.refused += 1;
  };
  const startedAt = performance.now();
  if (plan.kind === "open") await openLoop(plan, tell, startedAt);
  else await closedLoop(plan, tell, startedAt);
  const took = (performance.now() - startedAt) / 1000;
  for (let waited = 0; due.size > 0 && waited < 5000; waited += 20) await wait(20);
  hearing = false;
  return { ...spreadOf(durations), ...counts, heard: durations.length, perSecond: counts.sent / took };
}

type Tell = (number: number, since: number) => Promise<void>;

async function openLoop(
  { perSecond, seconds }: Extract<Plan, { kind: "open" }>,
  tell: Tell,
  startedAt: number,
) {
  const all = perSecond * seconds;
  const answers: Promise<void>[] = [];
  while (answers.length < all) {
    const elapsed = performance.now() - startedAt;
    while (answers.length < all && (answers.length * 1000) / perSecond <= elapsed) {
      answers.push(tell(answers.length, startedAt + (answers.length * 1000) / perSecond));
    }
    // Timers of a millisecond come in bunches of up to two; an immediate would take the processor from the others.
    await wait(1);
  }
  await Promise.all(answers);
}

async function closedLoop(
  { workers, seconds }: Extract<Plan, { kind: "closed" }>,
  tell: Tell,
  startedAt: number,
) {
  let next = 0;
  const work = async () => {
    while (performance.now() - startedAt < seconds * 1000) await tell(next++, performance.now());
  };
  await Promise.all(Array.from({ length: workers }, work));
}

/** The first matching message of a child process. */
export async function answerOf<Answer>(child: NodeJS.EventEmitter): Promise<Answer> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, "exit", { signal }).then(([code]) =>
    Promise.reject(new Error(`A process of the bench ended with ${code}`)),
  );
  const [answer] = (await Promise.race([once(child, "message", { signal }), ended]).finally(() =>
    answered.abort(),
  )) as [{ error?: string } & Answer];
  if (answer.error) throw new Error(answer.error);
  return answer;
}
