import type { ServerEventName, ServerEvents } from "@parley/contract/events";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { type Actor, type AgentActor, type CallActor, type DeskActor, deskActor } from "../actors/actor.ts";
import { actorOfCaller, type Caller } from "../actors/caller.ts";
import type { Room } from "../actors/rooms.ts";
import { type DiskRoom, noteDiskFull } from "./disk-full.ts";
import type { Database } from "./schema.ts";
import type { Kind, Shares } from "./shares.ts";
import type { TaskName, Tasks } from "./tasks.ts";
import { setTimeLimits, type TimeLimits } from "./time-limits.ts";
import { isUnavailable } from "./unavailable.ts";

export type { AgentActor, DeskActor } from "../actors/actor.ts";

/** The company on whose behalf the desk acts: for an authenticated webhook, a job, the command line. */
export type Desk = Pick<DeskActor, "kind" | "companyId">;

/** An event sent after the commit. A socket in several of the rooms gets it once. */
export type Publication<Name extends ServerEventName = ServerEventName> = {
  event: Name;
  payload: ServerEvents[Name];
  rooms: Room[];
};

export type JobOptions = {
  /** Jobs with the same key are one job while it waits. */
  key?: string;
  runAt?: Date;
  /** The number of attempts; 1 when the task's own table decides about retries. */
  tries?: number;
};

/** The fields that each unit of work gets from the context as they are. A part declares its field beside its type. */
export interface Provided {
  log: Pick<Logger, "info">;
}

/** One unit of work: rows and jobs commit together, events leave after the commit or never. */
export type Scope<A extends Actor = Actor> = Readonly<Provided> & {
  readonly db: Kysely<Database>;
  readonly actor: A;
  readonly companyId: string;
  /** The moment of this unit of work, from the injected clock. */
  readonly now: Date;
  publish<Name extends ServerEventName>(event: Name, payload: ServerEvents[Name], rooms: Room[]): void;
  /**
   * The company is added to the payload, so a job can only ever work in the company that made it. Jobs are written with
   * the commit. A task in `ownTasks` begins after the commit without a job, unless it has a time.
   */
  enqueue<Name extends TaskName>(
    task: Name,
    payload: Omit<Tasks[Name], "companyId">,
    options?: JobOptions,
  ): Promise<void>;
  /** Signs a link to a file, the same in answers and events. */
  sign(text: string): string;
  readonly live: Pick<WorkContext["live"], "leaveTicketView">;
  /** Set for a unit of work that several reads share: requests the rows of each finder (see `lookUp`). */
  readonly lookUps?: Map<object, (key: unknown) => Promise<unknown>>;
  /** The ledger has a new event: after the commit the relay gives it its position. */
  recorded(): void;
  /** Runs after the commit, before the events leave: for effects outside the database (disconnecting sockets). */
  afterCommit(work: () => void): void;
};

/** The outside services of a unit of work. `app/context.ts` provides them. */
export type WorkContext = Provided & {
  database: Kysely<Database>;
  shares: Shares;
  timeLimits: TimeLimits;
  clock: () => Date;
  live: {
    publish(publications: Publication[]): void;
    resync(publications: Publication[]): void;
    leaveTicketView(companyId: string, ticketId: string, losing: Room): void;
  };
  relay: { nudge(): void };
  secrets: { sign(text: string): string };
  /**
   * Tasks that this process begins itself, and whose rows a sweep finds when it ends before that. Set by its worker.
   */
  ownTasks: OwnTasks;
  /** Set by any refused write of this process, of any unit of work. */
  diskRoom: DiskRoom;
};

export type OwnTasks = { [Name in TaskName]?: (payload: Tasks[Name]) => void };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type By = Caller<CallActor> | Desk | AgentActor;
type ActorOf<B extends By> = B extends Caller<infer A> ? A : B extends AgentActor ? B : DeskActor;

/**
 * Works inside one company: the restricted role and `app.company_id` hold for this transaction only, so row-level
 * security guards every statement (and pgBouncer in transaction mode works). For a caller the scope's actor has the
 * present rights; refuses with 401 or 403 when the identity has ended or its abilities no longer suffice. `hold` keeps
 * them from changing until the commit: for effects that would outlive their end.
 */
export function inCompany<B extends Caller<CallActor> | Desk, Answer>(
  context: WorkContext,
  by: B,
  work: Work<ActorOf<B>, Answer>,
  options: Options = {},
): Promise<Answer> {
  return transact<B, Answer>(context, by, work, options);
}

/** `rows`: the rows of the first statement. */
type Work<A extends Actor, Answer> = (scope: Scope<A>, rows: unknown[]) => Promise<Answer>;

export type Options = {
  hold?: boolean;
  /**
   * SQL of a statement that is sent with the beginning of the unit of work, in one round trip. A caller's statement
   * runs before the rights are known: it may read and lock, and nothing else.
   */
  first?: ((companyId: string, now: Date) => string | null) | undefined;
  /** The kind whose slots and time limits apply; the caller's own when omitted. */
  kind?: Kind;
};

/**
 * Quotes a value for SQL that is sent without parameters. Throws what PostgreSQL answers to a parameter with NUL, which
 * would end the SQL.
 */
export function literal(value: string): string {
  if (value.includes("\0")) throw Object.assign(new Error("A text holds NUL"), { code: "22021" });
  return pg.escapeLiteral(value);
}

/**
 * Works for an agent without a session: at sign-in, or in a job that has just read the agent's rights. Never use it for
 * a call of a signed-in agent.
 */
export function inCompanyAs<Answer>(
  context: WorkContext,
  actor: AgentActor,
  work: (scope: Scope<AgentActor>) => Promise<Answer>,
): Promise<Answer> {
  return transact<AgentActor, Answer>(context, actor, work, {});
}

/** Throws as `inCompany` does when the caller's rights have ended: called before a step that cannot be rolled back. */
export function checkRights(context: WorkContext, by: Caller<CallActor> | Desk): Promise<void> {
  return inCompany(context, by, async () => undefined);
}

/**
 * Works across companies, before a company is known: finding a session, a webhook's channel, waiting messages. Keep it
 * to look-ups that end in `inCompany`.
 */
export function acrossCompanies<Answer>(
  context: Pick<WorkContext, "database" | "shares" | "timeLimits" | "diskRoom">,
  work: (db: Kysely<Database>) => Promise<Answer>,
): Promise<Answer> {
  const begin = `begin; set local role parley_system; ${setTimeLimits(context.timeLimits, "desk")}`;
  return noting(context.diskRoom, () =>
    context.shares.run(noCompany, "desk", () =>
      context.database.connection().execute((db) =>
        finish(db, async () => {
          await sql.raw(begin).execute(db);
          return work(db);
        }),
      ),
    ),
  );
}

/** Work of no company has a separate share. */
const noCompany = "none";

async function transact<B extends By, Answer>(
  context: WorkContext,
  by: B,
  work: Work<ActorOf<B>, Answer>,
  options: Options,
): Promise<Answer> {
  const { companyId } = by;
  if (!uuidPattern.test(companyId)) throw new TypeError("companyId is not a UUID");
  const publications: Publication[] = [];
  const afterCommit: (() => void)[] = [];
  const jobs: string[] = [];
  let recorded = false;
  const run = (db: Kysely<Database>) =>
    finish(
      db,
      async () => {
        const now = context.clock();
        const { actor, rows } = await begin(db, by, context, now, options);
        const scope: Scope<ActorOf<B>> = {
          db,
          actor: actor as ActorOf<B>,
          companyId,
          now,
          publish: (event, payload, rooms) => publications.push({ event, payload, rooms }),
          async enqueue(task, payload, job = {}) {
            const whole = { ...payload, companyId } as Tasks[typeof task];
            const begin = job.runAt ? undefined : context.ownTasks[task];
            if (begin) afterCommit.push(() => begin(whole));
            else jobs.push(enqueueing(task, whole, job));
          },
          log: context.log,
          platforms: context.platforms,
          subscribers: context.subscribers,
          acceptOffered: context.acceptOffered,
          isBehindFigure: context.isBehindFigure,
          live: context.live,
          recorded: () => {
            recorded = true;
          },
          sign: (text) => context.secrets.sign(text),
          afterCommit: (task) => afterCommit.push(task),
        };
        return work(scope, rows);
      },
      { jobs, unanswered: () => context.live.resync(publications) },
    );
  const answer = await noting(context.diskRoom, () =>
    context.shares.run(companyId, options.kind ?? kindOf(by), () =>
      context.database.connection().execute(run),
    ),
  );
  for (const task of afterCommit) task();
  if (publications.length > 0) context.live.publish(publications);
  if (recorded) context.relay.nudge();
  return answer;
}

async function noting<Answer>(room: DiskRoom, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    noteDiskFull(room, error);
    throw error;
  }
}

const kindOf = ({ kind }: By) => (kind === "desk" ? "desk" : "agent");

/** One round trip covers begin, role, company and rights: every message needs it. */
async function begin(
  db: Kysely<Database>,
  by: By,
  { timeLimits }: WorkContext,
  now: Date,
  { hold = false, first, kind = kindOf(by) }: Options,
): Promise<{ actor: Actor; rows: unknown[] }> {
  const statements = ["begin", "set local role parley_app", `set local app.company_id = '${by.companyId}'`];
  statements.push(setTimeLimits(timeLimits, kind));
  const ask = first?.(by.companyId, now) ?? null;
  if (by.kind === "caller")
    statements.push(ask ? withCaller(by.select(now, hold), ask) : by.select(now, hold));
  else if (ask) statements.push(ask);
  const { rows } = await sql.raw(statements.join("; ")).execute(db);
  if (by.kind !== "caller")
    return { actor: by.kind === "desk" ? deskActor(by.companyId) : by, rows: ask ? rows : [] };
  if (!ask) return { actor: actorOfCaller(by, rows[0]), rows: [] };
  const found = rows as { caller?: unknown; found: boolean | null }[];
  return {
    actor: actorOfCaller(by, found[0]?.caller),
    rows: found.flatMap(({ caller, found, ...row }) => (found ? [row] : [])),
  };
}

/** Only the last answer of a round trip is kept, so both become one row. */
const withCaller = (caller: string, ask: string): string =>
  `select to_json(c) as caller, f.* from (${caller}) c left join lateral (select true as found, a.* from (${ask}) a) f on true`;

type Ending = {
  jobs?: string[];
  /**
   * Called when the commit was not answered: it may have succeeded, and a retry finds it done and publishes nothing.
   */
  unanswered?: () => void;
};

/** Jobs are written in the round trip of the commit. */
async function finish<Answer>(
  db: Kysely<Database>,
  work: () => Promise<Answer>,
  { jobs = [], unanswered = () => undefined }: Ending = {},
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await work();
  } catch (error) {
    await rollBack(db, error);
    throw error;
  }
  try {
    await sql.raw([...jobs, "commit"].join("; ")).execute(db);
  } catch (error) {
    if (isUnavailable(error)) unanswered();
    // A refused job leaves the transaction open.
    if (jobs.length > 0 && error instanceof pg.DatabaseError) await rollBack(db, error);
    throw error;
  }
  return answer;
}

/** PostgreSQL rolls back a lost connection; the first error is the one to throw. */
async function rollBack(db: Kysely<Database>, cause: unknown) {
  try {
    await sql.raw("rollback").execute(db);
  } catch (error) {
    if (cause instanceof Error) cause.message += ` (and the rollback failed: ${String(error)})`;
  }
}

/** Locks a name until the commit, so that units of work with the same name follow one another. */
export async function lockName({ db }: Pick<Scope, "db">, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Locks a name without waiting: false when another unit of work holds it. */
export async function tryLockName({ db }: Pick<Scope, "db">, name: string): Promise<boolean> {
  const lock = sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`;
  const { rows } = await lock.execute(db);
  return rows[0]?.held === true;
}

function enqueueing(task: string, payload: object, { key, runAt, tries = 25 }: JobOptions): string {
  const text = (value: string | undefined) => (value === undefined ? "null" : literal(value));
  return `select enqueue_job(${literal(task)}, ${literal(JSON.stringify(payload))}::json, ${text(key)},
    ${text(runAt?.toISOString())}::timestamptz, ${Math.trunc(tries)})`;
}
