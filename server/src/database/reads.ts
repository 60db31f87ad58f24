/** Reads of one company that wait for a place at the same moment share a unit of work. */
import pg from "pg";
import type { CallActor } from "../actors/actor.ts";
import { actorOfCaller, type Caller } from "../actors/caller.ts";
import { inCompany, type Scope, type WorkContext } from "./scope.ts";

type Read<Answer = unknown> = {
  caller: Caller<CallActor>;
  read(scope: Scope<CallActor>): Promise<Answer>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** A slow read holds up those behind it. */
const most = 8;
/** What a statement that writes is refused with. */
const readOnly = "25006";

/**
 * Runs each read with the rights of its own caller, read by the statement that begins the unit of work: after the call has come, as in a
 * unit of work of its own. It must not write. What PostgreSQL refuses ends the transaction, so those behind it read on their own.
 */
export function createReads(context: WorkContext) {
  /** By company: the reads that wait for a place together. */
  const forming = new Map<string, Read[]>();
  return <Answer>(caller: Caller<CallActor>, read: Read<Answer>["read"]): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const one = { caller, read, resolve, reject } as Read;
      const batch = forming.get(caller.companyId);
      if (batch && batch.length < most) batch.push(one);
      else void run(caller.companyId, [one]);
    });

  async function run(companyId: string, batch: Read[]): Promise<void> {
    forming.set(companyId, batch);
    const close = () => {
      if (forming.get(companyId) === batch) forming.delete(companyId);
    };
    const alone: Read[] = [];
    try {
      await inCompany(
        context,
        { kind: "desk", companyId },
        (scope, rows) => readEach(scope as Scope<never>, batch, rows, alone),
        {
          kind: "agent",
          first: (_company, now) => {
            close();
            return rightsSql(
              batch.map(({ caller }) => caller),
              now,
            );
          },
        },
      );
    } catch (error) {
      close();
      for (const { reject } of batch) reject(error);
    }
    for (const { caller, read, resolve, reject } of alone)
      inCompany(context, caller, read).then(resolve, reject);
  }
}

/** SQL of the rights of several callers, for a unit of work that only reads. */
export const rightsSql = (callers: Caller<CallActor>[], now: Date): string =>
  `set local transaction_read_only = on; ${callers
    .map((caller, at) => `select ${at} as at, to_json(c) as caller from (${caller.select(now, false)}) c`)
    .join(" union all ")}`;

/** What `rightsSql` returned, by the caller's place; none of one whose proof has lost its worth. */
export const rightsIn = (rows: unknown[]): Map<number, unknown> =>
  new Map((rows as { at: number; caller: unknown }[]).map(({ at, caller }) => [at, caller]));

/** Rows that reads of one unit of work share: a console asks for a ticket, its messages and its pins at once. */
export function readOnce<Rows>(
  { known }: Pick<Scope, "known">,
  key: string,
  read: () => Promise<Rows>,
): Promise<Rows> {
  const rows = (known?.get(key) as Promise<Rows> | undefined) ?? read();
  known?.set(key, rows);
  return rows;
}

/** Moves to `alone` what this transaction cannot read. */
async function readEach(scope: Scope<never>, batch: Read[], rows: unknown[], alone: Read[]): Promise<void> {
  const found = rightsIn(rows);
  const known = new Map();
  for (const [at, { caller, read, resolve, reject }] of [...batch].entries()) {
    try {
      const actor = actorOfCaller(caller, found.get(at));
      resolve(await read({ ...scope, actor, known } as Scope<CallActor>));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) {
        reject(error);
        continue;
      }
      if (error.code !== readOnly) reject(error);
      alone.push(...batch.splice(error.code === readOnly ? at : at + 1));
      throw error;
    }
  }
}
