/** Short reads of one company that wait at the same moment share a unit of work, and the statements of their look-ups. */
import pg from "pg";
import type { CallActor } from "../actors/actor.ts";
import { actorOfCaller, type Caller, type CallersTogether } from "../actors/caller.ts";
import { together } from "../actors/together.ts";
import { inCompany, type Scope, type WorkContext } from "./scope.ts";
import { isUnavailable } from "./unavailable.ts";

type Read<Answer = unknown> = {
  caller: Caller<CallActor>;
  read(scope: Scope<CallActor>): Promise<Answer>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

type BatchLimits = {
  /** The number of reads in a unit of work. A slow one delays the others. */
  most: number;
  /** The number of a company's units of work under way; calls that come meanwhile are collected. */
  atOnce: number;
};

/** Each read takes a few rows by their keys, as a returning console does. */
export const shortReads: BatchLimits = { most: 50, atOnce: 2 };

type Batch = { reads: Read[]; begun: boolean };
/** A company's units of work under way, and the batches that can still be joined. */
type Company = { underWay: number; open: Batch[] };

/**
 * Runs each read with the rights of its own caller, read by the statement that begins the unit of work: after the call
 * has come, as in a separate unit of work. A read must not write. A refusal by PostgreSQL ends the transaction: its
 * failed reads then run once more alone, except one that was stopped by a time limit or lost its connection, which
 * would wait as long again.
 */
export function createBatches(context: WorkContext, { most, atOnce }: BatchLimits) {
  const companies = new Map<string, Company>();
  return <Answer>(caller: Caller<CallActor>, read: Read<Answer>["read"]): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { companyId } = caller;
      const company = companies.get(companyId) ?? { underWay: 0, open: [] };
      companies.set(companyId, company);
      const one = { caller, read, resolve, reject } as Read;
      const last = company.open.at(-1);
      if (last && last.reads.length < most) last.reads.push(one);
      else company.open.push({ reads: [one], begun: false });
      beginNext(companyId, company);
    });

  function beginNext(companyId: string, company: Company): void {
    const next = company.underWay < atOnce && company.open.find(({ begun }) => !begun);
    if (next) void run(companyId, company, next);
    else if (company.underWay === 0) companies.delete(companyId);
  }

  async function run(companyId: string, company: Company, batch: Batch): Promise<void> {
    batch.begun = true;
    company.underWay += 1;
    const { reads } = batch;
    const close = () => {
      company.open = company.open.filter((one) => one !== batch);
    };
    let alone: Read[] = [];
    try {
      alone = await inCompany(
        context,
        { kind: "desk", companyId },
        (scope, rows) => readEach(scope as Scope<never>, reads, rows),
        {
          kind: "agent",
          first: (_company, now) => {
            close();
            return rightsSql(callersOf(reads), now);
          },
        },
      );
    } catch (error) {
      close();
      for (const { reject } of reads) reject(error);
    }
    company.underWay -= 1;
    beginNext(companyId, company);
    for (const { caller, read, resolve, reject } of alone)
      inCompany(context, caller, read).then(resolve, reject);
  }
}

const callersOf = (reads: { caller: Caller<CallActor> }[]) => reads.map(({ caller }) => caller);

/** SQL of the rights of several callers, for a unit of work that only reads. */
export function rightsSql(callers: Caller<CallActor>[], now: Date): string {
  const kinds = Map.groupBy([...callers.entries()], ([, { together }]) => together);
  const each = [...kinds].flatMap(([kind, of]) =>
    kind ? [rightsOfKind(kind, of, now)] : of.map(([at, caller]) => rightsOfOne(caller, at, now)),
  );
  return `set local transaction_read_only = on; ${each.join(" union all ")}`;
}

type Placed = [at: number, caller: Caller<CallActor>];

function rightsOfKind(kind: CallersTogether, of: Placed[], now: Date): string {
  const places = of.map(([at]) => at);
  const callers = of.map(([, caller]) => caller);
  return `select (array[${places}])[k.at + 1] as at, k.caller from (${kind.select(callers, now)}) k`;
}

const rightsOfOne = (caller: Caller<CallActor>, at: number, now: Date) =>
  `select ${at} as at, to_json(c) as caller from (${caller.select(now, false)}) c`;

/** The rows of `rightsSql` by the caller's index; a caller whose proof is no longer valid has none. */
export const rightsIn = (rows: unknown[]): Map<number, unknown> =>
  new Map((rows as { at: number; caller: unknown }[]).map(({ at, caller }) => [at, caller]));

/** Looks rows up in the unit of work of a scope, in the order of the keys. It must not depend on the reader. */
export type Finder<Key, Found> = (scope: Pick<Scope, "db" | "companyId">, keys: Key[]) => Promise<Found[]>;

/**
 * Runs one statement for all reads of a unit of work that look up by the same finder at one moment, as returning
 * consoles do.
 */
export async function lookUp<Key, Found>(
  scope: Pick<Scope, "db" | "companyId" | "lookUps">,
  find: Finder<Key, Found>,
  key: Key,
): Promise<Found> {
  const { lookUps } = scope;
  if (!lookUps) return (await find(scope, [key]))[0] as Found;
  const ask = lookUps.get(find) ?? together((keys: unknown[]) => find(scope, keys as Key[]));
  lookUps.set(find, ask);
  return ask(key) as Promise<Found>;
}

/** A finder of the rows of some ids. */
export const rowsById =
  <Row extends { id: string }>(
    read: (scope: Pick<Scope, "db" | "companyId">, ids: string[]) => Promise<Row[]>,
  ): Finder<string[], Row[]> =>
  async (scope, lists) => {
    const rows = await read(scope, [...new Set(lists.flat())]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  };

/** The rows of each key by `place`, the key's index counted from one, as `with ordinality` counts. */
export function byPlace<Row extends { place: number }>(keys: unknown[], rows: Row[]): Row[][] {
  const groups = Map.groupBy(rows, ({ place }) => place);
  return keys.map((_, at) => groups.get(at + 1) ?? []);
}

/** Returns the reads that PostgreSQL has failed and that may run once more. */
async function readEach(scope: Scope<never>, reads: Read[], rows: unknown[]): Promise<Read[]> {
  const rights = rightsIn(rows);
  const lookUps: Scope["lookUps"] = new Map();
  const failed: Read[] = [];
  const readOne = async (one: Read, at: number) => {
    try {
      const actor = actorOfCaller(one.caller, rights.get(at));
      one.resolve(await one.read({ ...scope, actor, lookUps } as Scope<CallActor>));
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isUnavailable(error)) failed.push(one);
      else one.reject(error);
    }
  };
  await Promise.all(reads.map(readOne));
  return failed;
}
