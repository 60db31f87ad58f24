/**
 * A read that is the same for all readers with the same rights: calls that wait for it at one moment share its rows.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { CallActor } from "../actors/actor.ts";
import { actorOfCaller, type Caller } from "../actors/caller.ts";
import { rightsIn, rightsSql } from "./batch.ts";
import { inCompany, type Scope, type WorkContext } from "./scope.ts";

/** Reads for several callers who see the same departments; the result gives each their answer. It must not write. */
export type SharedRead<Answer> = (
  scope: Scope<CallActor>,
  readers: CallActor[],
) => Promise<(reader: CallActor) => Answer>;

/** Reads what is the same for the whole company: it gets no actor. */
export type CompanyRead<Answer> = (
  scope: Omit<Scope, "actor">,
  readers: CallActor[],
) => Promise<(reader: CallActor) => Answer>;

/** A read, and the readers who share it: those who see the same departments, or the whole company. */
export type Sharing<Answer> = SharedRead<Answer> | { ofCompany: CompanyRead<Answer> };

type Asking<Answer = unknown> = {
  caller: Caller<CallActor>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};
type Forming = { companyId: string; sharing: Sharing<unknown>; asking: Asking[] };

const most = 200;
/** Milliseconds that the next read waits at most. */
const longestTurn = 1_000;
/**
 * With several readers, the next read waits three times as long as the last one took, so that it collects more readers.
 */
const pause = 3;
const longestPause = 1_000;

/**
 * Runs one read of a key at a time. It begins after the calls it answers have come; a call never joins a read under
 * way. The statement that begins it reads the rights of each caller. Callers who see other departments have separate
 * reads, unless the read is the company's.
 */
export function createSharedReads(context: WorkContext) {
  const underWay = new Map<string, Promise<void>>();
  const forming = new Map<string, Forming>();
  return <Answer>(key: string, caller: Caller<CallActor>, sharing: Sharing<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { companyId } = caller;
      const ofCompany = `${companyId} ${key}`;
      const one = { caller, resolve, reject } as Asking;
      const batch = forming.get(ofCompany);
      if (batch && batch.asking.length < most) batch.asking.push(one);
      else void run(ofCompany, { companyId, sharing, asking: [one] });
    });

  async function run(key: string, batch: Forming): Promise<void> {
    forming.set(key, batch);
    await turnOf(underWay.get(key));
    const running = pacing(batch, () =>
      answer(context, batch, () => {
        if (forming.get(key) === batch) forming.delete(key);
      }),
    );
    underWay.set(key, running);
    await running;
    if (underWay.get(key) === running) underWay.delete(key);
  }
}

async function turnOf(before: Promise<void> | undefined): Promise<void> {
  if (!before) return;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestTurn);
  await Promise.race([before, late]);
  clearTimeout(timer);
}

/** Resolves when the next read may begin. */
async function pacing({ asking }: Forming, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  if (asking.length > 1) await wait(Math.min(longestPause, (performance.now() - startedAt) * pause));
}

async function answer(
  context: WorkContext,
  { companyId, sharing, asking }: Forming,
  close: () => void,
): Promise<void> {
  const first = (_company: string, now: Date) => {
    close();
    return rightsSql(
      asking.map(({ caller }) => caller),
      now,
    );
  };
  try {
    await inCompany(
      context,
      { kind: "desk", companyId },
      async (scope, rows) => {
        const admitted = admit(asking, rows);
        const [read, groups] =
          typeof sharing === "function" ? [sharing, bySight(admitted)] : [sharing.ofCompany, [admitted]];
        for (const those of groups) {
          const [one] = those;
          if (!one) continue;
          const view = await read(
            { ...scope, actor: one.actor },
            those.map(({ actor }) => actor),
          );
          for (const { actor, resolve } of those) resolve(view(actor));
        }
      },
      { kind: "agent", first },
    );
  } catch (error) {
    close();
    for (const { reject } of asking) reject(error);
  }
}

type Admitted = Asking & { actor: CallActor };

/** Returns the callers whose rights suffice; the others are refused. */
function admit(asking: Asking[], rows: unknown[]): Admitted[] {
  const found = rightsIn(rows);
  return asking.flatMap((one, at) => {
    try {
      return [{ ...one, actor: actorOfCaller(one.caller, found.get(at)) }];
    } catch (error) {
      one.reject(error);
      return [];
    }
  });
}

const bySight = (admitted: Admitted[]): Admitted[][] => [
  ...Map.groupBy(admitted, ({ actor }) => sightOf(actor)).values(),
];

/** A key that is equal for all who see the same departments. */
export const sightOf = ({ departments }: Pick<CallActor, "departments">): string =>
  departments === "all" ? "all" : [...departments].sort().join();
